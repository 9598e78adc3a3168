/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-target-script.h"

#include "ns3/iscsi-async-message-header.h"
#include "ns3/iscsi-nop-header.h"
#include "ns3/iscsi-r2t-header.h"
#include "ns3/iscsi-reject-header.h"
#include "ns3/iscsi-scsi-response-header.h"
#include "ns3/iscsi-target-session.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

using namespace ns3;

namespace
{

using Function = IscsiTaskManagementFunction; //!< short for the functions

/**
 * @tparam T the class of a header
 * @param connection a connection
 * @return true if PDUs of that kind came and all of them are a header alone
 */
template <typename T>
bool
HaveNoSegments(const IscsiScriptedConnection& connection)
{
    uint32_t count = 0;
    for (const auto& pdu : connection.received)
    {
        IscsiBasicHeader basic;
        pdu->PeekHeader(basic);
        if (basic.GetOpcode() == T().GetOpcode())
        {
            count++;
            if (pdu->GetSize() != IscsiHeader::BHS_SIZE)
            {
                return false;
            }
        }
    }
    return count > 0;
}

/**
 * @param connection a connection
 * @return the reasons of the rejects there, with commas between
 */
std::string
Reasons(const IscsiScriptedConnection& connection)
{
    std::string reasons;
    for (const auto& header : connection.Get<IscsiRejectHeader>())
    {
        reasons += (reasons.empty() ? "" : ",") + std::to_string(static_cast<int>(header.reason));
    }
    return reasons;
}

} // namespace

/**
 * @ingroup iscsi-tests
 *
 * Command numbers: where they begin, gaps, repeats, and what a status acknowledges.
 */
class IscsiTargetCommandNumbersTestCase : public IscsiTargetScriptTestCase
{
  public:
    IscsiTargetCommandNumbersTestCase()
        : IscsiTargetScriptTestCase("command numbers (RFC 7143, 4.2.2.1 and 11.12.8)")
    {
    }

  private:
    void DoRun() override
    {
        Begin(0, 0);
        Add(1).Connect(0, 123);
        Pass();
        NS_TEST_EXPECT_MSG_EQ(C(0).loginExpCmdSn, 123, "the leading login's CmdSN (11.12.8)");
        C(0).Command(false, 123, 10, 1);
        C(0).Command(false, 125, 30, 1);
        C(0).Ping(77, 126);
        Pass();
        Expect(Heard(), "command 10", "124 is missing");
        NS_TEST_EXPECT_MSG_EQ(C(0).Get<IscsiNopInHeader>().at(0).expCmdSn, 124, "not passed");
        C(0).Command(false, 123, 10, 1);
        Pass();
        Expect(Heard(), "", "a repeated command is the one that is there");
        C(0).Command(false, 124, 20, 1);
        C(0).Ping(78, 126);
        Pass();
        Expect(Heard(), "command 20,command 30", "the gap is filled");
        NS_TEST_EXPECT_MSG_EQ(C(0).Get<IscsiNopInHeader>().at(1).expCmdSn, 126, "both");
        device->Give(10);
        Pass();
        NS_TEST_EXPECT_MSG_EQ(C(0).Get<IscsiDataInHeader>().size(), 1, "answered once");
        // 1024 bytes of immediate data for a write of 512 are answered on the spot.
        IscsiScsiCommandHeader write;
        write.initiatorTaskTag = 140;
        write.cmdSn = 126;
        write.write = true;
        write.expectedDataTransferLength = 512;
        C(0).Send(write, Create<Packet>(1024));
        Pass();
        NS_TEST_EXPECT_MSG_EQ(C(0).Get<IscsiScsiResponseHeader>().at(0).expCmdSn,
                              127,
                              "the status acknowledges its command");
        Finish();
    }
};

/**
 * @ingroup iscsi-tests
 *
 * Answers to commands: where S is, what ExpDataSN counts, and what a failed delivery has. A read of
 * 6 blocks, 3072 bytes, with segments of 512 and bursts of 1024: F in Data-In 1, 3 and 5.
 */
class IscsiTargetAnswersTestCase : public IscsiTargetScriptTestCase
{
  public:
    IscsiTargetAnswersTestCase()
        : IscsiTargetScriptTestCase("answers to commands (RFC 7143, 11.4, 11.7, 11.8 and 7.11)")
    {
    }

  private:
    void DoRun() override
    {
        proposals.maxRecvDataSegmentLength = 512;
        proposals.maxBurstLength = 1024;
        proposals.firstBurstLength = 512;
        Begin(0);
        C(0).Command(false, 1, 10, 6);
        Pass();
        device->Give(10);
        Pass();
        const auto data = C(0).Get<IscsiDataInHeader>();
        NS_TEST_ASSERT_MSG_EQ(data.size(), 6, "3072 bytes");
        for (uint32_t i = 0; i < 6; i++)
        {
            NS_TEST_EXPECT_MSG_EQ(data[i].final, (i % 2 == 1), "F at the end of a burst");
            NS_TEST_EXPECT_MSG_EQ(data[i].statusPresent, (i == 5), "S comes with F (11.7.3)");
            NS_TEST_EXPECT_MSG_EQ(data[i].acknowledge, false, "no A bit at level 0 (11.7.2)");
        }
        C(0).Manage(Function::ABORT_TASK, 2, 110, 1);
        Pass();
        NS_TEST_EXPECT_MSG_EQ((C(0).Get<IscsiTaskManagementResponseHeader>().at(0).response ==
                               IscsiTaskManagementResponseCode::TASK_DOES_NOT_EXIST),
                              true,
                              "it was answered (7.11)");
        NS_TEST_EXPECT_MSG_EQ(HaveNoSegments<IscsiTaskManagementResponseHeader>(C(0)),
                              true,
                              "a header alone (11.6.2)");
        CheckExpDataSn();
        CheckDeliveryFailure();
        Finish();
    }

    /**
     * A write, a failed read without Data-In and one with two (RFC 7143, 11.4.8).
     */
    void CheckExpDataSn()
    {
        C(0).Command(true, 2, 20, 4);
        Pass();
        const auto r2ts = C(0).Get<IscsiR2tHeader>();
        NS_TEST_ASSERT_MSG_EQ(r2ts.size(), 1, "one burst of two");
        NS_TEST_EXPECT_MSG_EQ(HaveNoSegments<IscsiR2tHeader>(C(0)), true, "a header alone (11.8)");
        C(0).DataOut(120, r2ts[0].targetTransferTag, 0, 0, 1024, true);
        Pass();
        C(0).DataOut(120, C(0).Get<IscsiR2tHeader>().at(1).targetTransferTag, 0, 1024, 1024, true);
        C(0).Command(false, 3, 30, 2);
        C(0).Command(false, 4, 40, 2);
        Pass();
        Fail(30);
        device->Give(40, false);
        Fail(40);
        Pass();
        const auto responses = C(0).Get<IscsiScsiResponseHeader>();
        NS_TEST_ASSERT_MSG_EQ(responses.size(), 3, "one each");
        const uint32_t counts[] = {0, 0, 2};
        for (uint32_t i = 0; i < 3; i++)
        {
            NS_TEST_EXPECT_MSG_EQ(responses[i].expDataSn, counts[i], "Data-In of command " << i);
        }
    }

    /**
     * End a task by CHECK CONDITION.
     *
     * @param block the first block of its CDB
     */
    void Fail(uint8_t block)
    {
        device->tasks.at(block)->status = ScsiStatus::CHECK_CONDITION;
        device->tasks.at(block)->sense = {0x70, 0, 3, 0, 0, 0, 0, 0};
        device->Answer(block);
    }

    /**
     * A device that gives no status, though it reports a residual (RFC 7143, 11.4.1).
     */
    void CheckDeliveryFailure()
    {
        C(0).Command(false, 5, 50, 2);
        Pass();
        const auto task = device->tasks.at(50);
        task->response = ScsiServiceResponse::DELIVERY_FAILURE;
        task->residual = 12;
        device->Give(50);
        Pass();
        const auto response = C(0).Get<IscsiScsiResponseHeader>().at(3);
        NS_TEST_EXPECT_MSG_EQ((response.response == IscsiScsiResponseCode::TARGET_FAILURE),
                              true,
                              "target failure");
        NS_TEST_EXPECT_MSG_EQ(response.underflow || response.overflow ||
                                  response.bidirectionalOverflow || response.bidirectionalUnderflow,
                              false,
                              "no residual");
        NS_TEST_EXPECT_MSG_EQ(response.expDataSn, 0, "no number (11.4.8)");
    }
};

/**
 * @ingroup iscsi-tests
 *
 * Pings of either side, and immediate requests while the window is closed.
 */
class IscsiTargetNopInTestCase : public IscsiTargetScriptTestCase
{
  public:
    IscsiTargetNopInTestCase()
        : IscsiTargetScriptTestCase("NOP-In and room for immediate requests "
                                    "(RFC 7143, 11.19 and 4.2.2.1)")
    {
    }

  private:
    void DoRun() override
    {
        bench = std::make_unique<IscsiTestBench>("100Mbps", MilliSeconds(1));
        bench->targetHelper.SetAttribute("CommandWindow", UintegerValue(1));
        bench->targetHelper.SetAttribute("NopInterval", TimeValue(Seconds(1)));
        bench->targetHelper.SetAttribute("NopTimeout", TimeValue(Seconds(9)));
        bench->targetHelper.SetAttribute("MaxRecvDataSegmentLength", UintegerValue(16384));
        proposals.maxRecvDataSegmentLength = 8192;
        Begin(0);
        C(0).Command(false, 1, 10, 1);
        C(0).Ping(77, 2, 100);
        C(0).Manage(Function::ABORT_TASK, 2, 110, 1);
        Pass();
        Expect(C(0).GetNames(),
               "NOP-In,Task Management Function Response",
               "both are answered though the window is closed (4.2.2.1)");
        auto answer = C(0).Get<IscsiNopInHeader>().at(0);
        NS_TEST_EXPECT_MSG_EQ(answer.initiatorTaskTag, 77, "the ping's tag");
        NS_TEST_EXPECT_MSG_EQ(answer.targetTransferTag, IscsiHeader::RESERVED_TAG, "and no other");
        C(0).Ping(78, 2, 9000);
        Pass();
        CheckData(0, 77, 100);
        CheckData(2, 78, 8192);
        C(0).received.clear();
        Pass(Seconds(1));
        const auto ping = C(0).Get<IscsiNopInHeader>().at(0);
        NS_TEST_EXPECT_MSG_EQ(ping.initiatorTaskTag, IscsiHeader::RESERVED_TAG, "no task tag");
        NS_TEST_EXPECT_MSG_NE(ping.targetTransferTag, IscsiHeader::RESERVED_TAG, "it is a ping");
        NS_TEST_EXPECT_MSG_EQ(ping.lun, 0, "LUN of what the tag is for, the connection (11.19.3)");
        NS_TEST_EXPECT_MSG_EQ(HaveNoSegments<IscsiNopInHeader>(C(0)), true, "no data");
        Finish();
    }

    /**
     * @param at which PDU
     * @param tag the ping's tag, where the pattern of its data begins
     * @param length bytes expected
     */
    void CheckData(std::size_t at, uint32_t tag, uint32_t length)
    {
        const auto bytes = IscsiTestBench::GetBytes(C(0).received.at(at));
        const auto pattern = IscsiTestBench::GetBytes(IscsiTestBench::MakeData(length, tag));
        NS_TEST_ASSERT_MSG_EQ(bytes.size(), IscsiHeader::BHS_SIZE + length, "length");
        NS_TEST_EXPECT_MSG_EQ(
            std::equal(pattern.begin(), pattern.end(), bytes.begin() + IscsiHeader::BHS_SIZE),
            true,
            "the ping's data");
    }
};

/**
 * @ingroup iscsi-tests
 *
 * Data-Out whose LUN is not that of its command: refused, and the write continues.
 */
class IscsiTargetOtherLunTestCase : public IscsiTargetScriptTestCase
{
  public:
    IscsiTargetOtherLunTestCase()
        : IscsiTargetScriptTestCase("Data-Out with another LUN (RFC 7143, 4.2.5.3 and 11.17.1)")
    {
    }

  private:
    void DoRun() override
    {
        Begin(0);
        C(0).Command(true, 1, 10, 1);
        Pass();
        Heard();
        IscsiDataOutHeader header;
        header.initiatorTaskTag = 110;
        header.targetTransferTag = C(0).Get<IscsiR2tHeader>().at(0).targetTransferTag;
        header.lun = 0x0001000000000000;
        C(0).Send(header, Create<Packet>(512));
        Pass();
        Expect(Reasons(C(0)), "9", "invalid PDU field");
        Expect(Heard(), "", "its data are not taken");
        C(0).DataOut(110, header.targetTransferTag, 0, 0, 512, true);
        Pass();
        Expect(C(0).GetNames(), "R2T,Reject,SCSI Response", "the write goes on");
        Finish();
    }
};

/**
 * @ingroup iscsi-tests
 *
 * Logouts that the target asked for, twice.
 */
class IscsiTargetAsksForLogoutTestCase : public IscsiTargetScriptTestCase
{
  public:
    IscsiTargetAsksForLogoutTestCase()
        : IscsiTargetScriptTestCase("the target asks for a logout (RFC 7143, 8.1.4 and 11.9.1)")
    {
    }

  private:
    void DoRun() override
    {
        Begin(0, 2);
        C(0).Command(false, 1, 10, 1);
        Pass();
        auto session = dynamic_cast<IscsiTargetSession*>(device->tasks.at(10)->port);
        device->Give(10);
        session->RequestLogout(Seconds(3));
        Pass();
        for (std::size_t i : {0, 1})
        {
            const auto messages = C(i).Get<IscsiAsyncMessageHeader>();
            NS_TEST_ASSERT_MSG_EQ(messages.size(), 1, "on the connection concerned (11.9.1)");
            NS_TEST_EXPECT_MSG_EQ((messages[0].asyncEvent == IscsiAsyncEvent::LOGOUT_REQUEST),
                                  true,
                                  "logout request");
        }
        Expect(States(),
               "connection 1 LOGGED_IN LOGOUT_REQUESTED,connection 2 LOGGED_IN LOGOUT_REQUESTED",
               "T11");
        session->RequestLogout(Seconds(3));
        Pass();
        NS_TEST_EXPECT_MSG_EQ(C(0).Get<IscsiAsyncMessageHeader>().size(), 2, "asked again");
        Expect(States(), "", "T12");
        C(0).LogOut(IscsiLogoutReason::CLOSE_SESSION, 0, 2);
        Pass();
        Expect(States(),
               "connection 1 LOGOUT_REQUESTED IN_LOGOUT,connection 1 IN_LOGOUT FREE,"
               "connection 2 LOGOUT_REQUESTED FREE,session LOGGED_IN FREE",
               "T10, T13, T18");
        NS_TEST_EXPECT_MSG_EQ(HaveNoSegments<IscsiLogoutResponseHeader>(C(0)),
                              true,
                              "a header alone (11.15.2)");
        Finish();
    }
};

/**
 * @ingroup iscsi-tests
 *
 * Sessions that end before they begin: a refused leading login, and a session that is reinstated
 * while a connection is about to continue it.
 */
class IscsiTargetSessionStatesTestCase : public IscsiTargetScriptTestCase
{
  public:
    IscsiTargetSessionStatesTestCase()
        : IscsiTargetScriptTestCase("sessions that end at login (RFC 7143, 8.3.2)")
    {
    }

  private:
    void DoRun() override
    {
        Begin(0);
        const auto good = proposals;
        proposals.targetName = "iqn.2026-01.com.example:none";
        Add(1).Connect(0, 1);
        Pass();
        NS_TEST_EXPECT_MSG_EQ(C(1).refusals.size(), 1, "refused");
        Expect(States(),
               "connection 0 FREE XPT_UP,session FREE ACTIVE,connection 1 XPT_UP IN_LOGIN,"
               "connection 1 IN_LOGIN FREE,session ACTIVE FREE",
               "N9");
        proposals = good;
        C(0).Break();
        Pass();
        Add(1).waitsInLogin = true;
        C(2).Connect(C(0).tsih, 1);
        Pass();
        States();
        Add(1).Connect(0, 1);
        Pass();
        const auto states = States();
        NS_TEST_EXPECT_MSG_NE(states.find("session IN_CONTINUE FREE"),
                              std::string::npos,
                              "N11: " << states);
        NS_TEST_EXPECT_MSG_EQ(bench->target->GetSessionCount(), 1, "the new one");
        Finish();
    }
};

/**
 * @ingroup iscsi-tests
 *
 * Commands whose layout contradicts itself end all connections of their session, and no other's.
 */
class IscsiTargetFormatErrorTestCase : public IscsiTargetScriptTestCase
{
  public:
    /// What is wrong with the command.
    enum class Error
    {
        LONG_SEGMENT,    //!< a header segment longer than the PDU says
        TWO_SEGMENTS,    //!< two that say the same
        NEITHER_F_NOR_W, //!< no F bit and nothing to write
        NO_READ_LENGTH   //!< both directions without the length of one
    };

    /**
     * @param name what is wrong
     * @param error the same
     */
    IscsiTargetFormatErrorTestCase(const std::string& name, Error error)
        : IscsiTargetScriptTestCase("format error: " + name + " (RFC 7143, 7.7)"),
          m_error(error)
    {
    }

  private:
    /**
     * Send the command over the second connection.
     */
    void SendBad()
    {
        IscsiScsiCommandHeader header;
        header.initiatorTaskTag = 130;
        header.cmdSn = 3;
        header.final = m_error != Error::NEITHER_F_NOR_W;
        header.read = m_error == Error::NO_READ_LENGTH;
        header.write = header.read;
        header.expectedDataTransferLength = header.read ? 512 : 0;
        std::vector<uint8_t> ahs;
        if (m_error == Error::LONG_SEGMENT)
        {
            ahs = {0, 99, 1, 0};
        }
        else if (m_error == Error::TWO_SEGMENTS)
        {
            ahs = {0, 5, 2, 0, 0, 0, 4, 0, 0, 5, 2, 0, 0, 0, 4, 0};
        }
        C(1).Send(header, nullptr, ahs);
    }

    void DoRun() override
    {
        Begin(2, 2);
        Add(1).isid[5] = 1;
        C(2).Connect(0, 1);
        Pass();
        C(0).Command(false, 1, 10, 1);
        C(1).Command(true, 2, 20, 1);
        C(2).Command(false, 1, 11, 1);
        Pass();
        States();
        Heard();
        SendBad();
        Pass();
        Expect(C(1).GetNames(), "R2T", "no Reject, no message");
        NS_TEST_EXPECT_MSG_EQ(C(0).ended && C(1).ended, true, "all connections are closed");
        Expect(States(),
               "connection 1 LOGGED_IN CLEANUP_WAIT,connection 2 LOGGED_IN CLEANUP_WAIT,"
               "session LOGGED_IN FAILED",
               "the session fails");
        Expect(Heard(), "lost 10,lost 20", "its tasks are over (7.1.4.4)");
        NS_TEST_EXPECT_MSG_EQ(errors.empty(), false, "traced");
        device->Give(11);
        Pass();
        Expect(C(2).GetNames(), "SCSI Data-In", "the other session goes on");
        Finish();
    }

    Error m_error; //!< what is wrong
};

/**
 * @ingroup iscsi-tests
 *
 * The rules of RFC 7143 that bind a target in full feature phase.
 */
class IscsiTargetRulesTestSuite : public TestSuite
{
  public:
    IscsiTargetRulesTestSuite()
        : TestSuite("iscsi-target-rules", Type::UNIT)
    {
        using Format = IscsiTargetFormatErrorTestCase;
        AddTestCase(new IscsiTargetCommandNumbersTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiTargetAnswersTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiTargetNopInTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiTargetOtherLunTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiTargetAsksForLogoutTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiTargetSessionStatesTestCase, TestCase::Duration::QUICK);
        AddTestCase(new Format("AHSLength beyond TotalAHSLength", Format::Error::LONG_SEGMENT),
                    TestCase::Duration::QUICK);
        AddTestCase(new Format("a segment that comes twice", Format::Error::TWO_SEGMENTS),
                    TestCase::Duration::QUICK);
        AddTestCase(new Format("neither F nor W", Format::Error::NEITHER_F_NOR_W),
                    TestCase::Duration::QUICK);
        AddTestCase(new Format("both directions, no read length", Format::Error::NO_READ_LENGTH),
                    TestCase::Duration::QUICK);
    }
};

static IscsiTargetRulesTestSuite g_iscsiTargetRulesTestSuite; //!< registers the suite
