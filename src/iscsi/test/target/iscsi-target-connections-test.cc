/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-target-script.h"

#include "ns3/boolean.h"
#include "ns3/iscsi-async-message-header.h"
#include "ns3/iscsi-nop-header.h"
#include "ns3/iscsi-reject-header.h"
#include "ns3/iscsi-scsi-response-header.h"
#include "ns3/nstime.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

using namespace ns3;

/**
 * @ingroup iscsi-tests
 *
 * Two connections of one session: the order of commands and the allegiance of their data.
 */
class IscsiTargetAllegianceTestCase : public IscsiTargetScriptTestCase
{
  public:
    IscsiTargetAllegianceTestCase()
        : IscsiTargetScriptTestCase("order and allegiance (RFC 7143, 4.2.2.1 and 4.2.5.1)")
    {
    }

  private:
    void DoRun() override
    {
        Begin(0, 2);
        NS_TEST_ASSERT_MSG_EQ(C(1).tsih, C(0).tsih, "one session");
        C(1).Command(false, 2, 20, 1);
        Pass();
        Expect(Heard(), "", "a command before its turn waits, whatever its connection");
        C(0).Command(false, 1, 10, 1);
        Pass();
        Expect(Heard(), "command 10,command 20", "in the order of CmdSN");
        device->Give(10);
        device->Give(20);
        Pass();
        Expect(C(0).GetNames(), "SCSI Data-In", "the answer goes where the command came from");
        Expect(C(1).GetNames(), "SCSI Data-In", "the answer goes where the command came from");
        NS_TEST_EXPECT_MSG_EQ(C(1).Get<IscsiDataInHeader>()[0].initiatorTaskTag, 120, "its own");
        // Task 110 is a write of the first connection; its data comes over the second.
        C(0).Command(true, 3, 10, 1);
        Pass();
        C(1).DataOut(110, 0, 0, 0, 512, true);
        Pass();
        NS_TEST_EXPECT_MSG_EQ(
            (C(1).Get<IscsiRejectHeader>().at(0).reason == IscsiRejectReason::PROTOCOL_ERROR),
            true,
            "data over another connection is a protocol error");
        C(0).DataOut(110, 0, 0, 0, 512, true);
        Pass();
        NS_TEST_EXPECT_MSG_EQ(C(0).Get<IscsiScsiResponseHeader>().size(), 1, "the task goes on");
        Finish();
    }
};

/**
 * @ingroup iscsi-tests
 *
 * Data that goes without an R2T may come before its command's turn.
 */
class IscsiTargetEarlyDataTestCase : public IscsiTargetScriptTestCase
{
  public:
    IscsiTargetEarlyDataTestCase()
        : IscsiTargetScriptTestCase("unsolicited data of a command that waits (RFC 7143, 4.2.2.1)")
    {
    }

  private:
    /**
     * Send a write of 1024 bytes over the second connection.
     *
     * @param cmdSn CmdSN
     * @param block first block, and task tag less 100
     */
    void Write(uint32_t cmdSn, uint8_t block)
    {
        IscsiScsiCommandHeader header;
        header.write = true;
        header.final = false;
        header.expectedDataTransferLength = 1024;
        header.initiatorTaskTag = 100 + block;
        header.cmdSn = cmdSn;
        header.cdb[0] = 0x2a;
        header.cdb[5] = block;
        header.cdb[8] = 2;
        C(1).Send(header);
    }

    void DoRun() override
    {
        constexpr auto UNASKED = IscsiHeader::RESERVED_TAG;
        bench = std::make_unique<IscsiTestBench>("100Mbps", MilliSeconds(1));
        bench->targetHelper.SetAttribute("InitialR2T", BooleanValue(false));
        bench->targetHelper.SetAttribute("FirstBurstLength", UintegerValue(1024));
        proposals.initialR2T = false;
        Begin(0, 2);
        Write(2, 20);
        C(1).DataOut(120, UNASKED, 0, 0, 512, false);
        C(1).DataOut(120, UNASKED, 1, 512, 512, true);
        Pass();
        Expect(Heard() + C(1).GetNames(), "", "command and data wait");
        C(0).Command(false, 1, 10, 1);
        Pass();
        Expect(Heard(), "command 10,command 20,data 0+512,data 512+512", "both in their turn");
        Expect(C(1).GetNames(), "SCSI Response", "the write is over");
        // No more is kept than may come without an R2T, and none for another's command.
        Write(4, 40);
        C(0).DataOut(140, UNASKED, 0, 0, 512, false);
        C(1).DataOut(140, UNASKED, 0, 0, 512, false);
        C(1).DataOut(140, UNASKED, 1, 512, 0, false);
        C(1).DataOut(140, UNASKED, 1, 512, 513, false);
        Pass();
        Expect(C(0).GetNames(), "Reject", "over another connection");
        Expect(C(1).GetNames(), "SCSI Response,Reject,Reject", "nothing, and too much");
        Finish();
    }
};

/**
 * @ingroup iscsi-tests
 *
 * Rejected commands take no number, and duplicates and strangers are ignored.
 */
class IscsiTargetCommandOrderTestCase : public IscsiTargetScriptTestCase
{
  public:
    IscsiTargetCommandOrderTestCase()
        : IscsiTargetScriptTestCase("gaps, duplicates and rejects (RFC 7143, 4.2.2.1 and 7.3)")
    {
    }

  private:
    void DoRun() override
    {
        bench = std::make_unique<IscsiTestBench>("100Mbps", MilliSeconds(1));
        bench->targetHelper.SetAttribute("CommandWindow", UintegerValue(4));
        Begin(0);
        // The window is 1 to 4.
        C(0).Command(false, 5, 50, 1);
        C(0).Command(false, 0, 51, 1);
        C(0).Command(false, 2, 20, 1);
        C(0).Command(false, 2, 21, 1);
        Pass();
        Expect(Heard() + C(0).GetNames(), "", "outside the window, or a duplicate");
        C(0).Command(false, 1, 10, 1);
        Pass();
        Expect(Heard(), "command 10,command 20", "the first of the two with number 2");
        // Reserved attribute 7: rejected, and number 3 stays open.
        IscsiScsiCommandHeader bad;
        bad.initiatorTaskTag = 130;
        bad.cmdSn = 3;
        bad.attribute = static_cast<IscsiTaskAttribute>(7);
        C(0).Send(bad);
        Pass();
        const auto rejects = C(0).Get<IscsiRejectHeader>();
        NS_TEST_ASSERT_MSG_EQ(rejects.size(), 1, "rejected");
        NS_TEST_EXPECT_MSG_EQ((rejects[0].reason == IscsiRejectReason::INVALID_PDU_FIELD),
                              true,
                              "for a field of the task (11.17.1)");
        NS_TEST_EXPECT_MSG_EQ(rejects[0].expCmdSn, 3, "its number is not received");
        C(0).Command(false, 3, 30, 1);
        Pass();
        Expect(Heard(), "command 30", "the gap is filled");
        CheckFields();
        Finish();
    }

    /**
     * Fields that contradict each other (RFC 7143, 11.3.1 and 11.2.1.8). The window is 4 to 4.
     */
    void CheckFields()
    {
        for (const bool hasTag : {false, true})
        {
            IscsiScsiCommandHeader header;
            header.initiatorTaskTag = hasTag ? 140 : IscsiHeader::RESERVED_TAG;
            header.cmdSn = 4;
            header.expectedDataTransferLength = hasTag ? 512 : 0;
            C(0).Send(header);
        }
        Pass();
        NS_TEST_EXPECT_MSG_EQ(C(0).Get<IscsiRejectHeader>().size(),
                              3,
                              "reserved tag, no direction");
        Expect(Heard(), "", "nothing reaches the device");
    }
};

/**
 * @ingroup iscsi-tests
 *
 * Immediate commands beyond the window: one for each connection.
 */
class IscsiTargetImmediateTestCase : public IscsiTargetScriptTestCase
{
  public:
    IscsiTargetImmediateTestCase()
        : IscsiTargetScriptTestCase("immediate commands (RFC 7143, 4.2.2.1)")
    {
    }

  private:
    void DoRun() override
    {
        bench = std::make_unique<IscsiTestBench>("100Mbps", MilliSeconds(1));
        bench->targetHelper.SetAttribute("CommandWindow", UintegerValue(1));
        Begin(0, 2);
        C(0).Command(false, 1, 10, 1);
        C(0).Command(false, 2, 20, 1, true);
        C(1).Command(false, 2, 21, 1, true);
        Pass();
        Expect(Heard(), "command 10,command 20,command 21", "one immediate each");
        C(0).Command(false, 2, 22, 1, true);
        Pass();
        NS_TEST_EXPECT_MSG_EQ((C(0).Get<IscsiRejectHeader>().at(0).reason ==
                               IscsiRejectReason::IMMEDIATE_COMMAND_REJECT),
                              true,
                              "a second one");
        device->Give(20);
        C(0).Command(false, 2, 22, 1, true);
        Pass();
        Expect(Heard(), "command 22", "after the first is over");
        device->Give(10);
        device->Give(22);
        device->Give(21);
        Pass();
        const auto last = C(1).Get<IscsiDataInHeader>().at(0);
        NS_TEST_EXPECT_MSG_EQ(last.expCmdSn, 2, "immediate commands take no number");
        NS_TEST_EXPECT_MSG_EQ(last.maxCmdSn, 2, "the slot is free");
        Finish();
    }
};

/**
 * @ingroup iscsi-tests
 *
 * Logout of another connection, of one that does not exist, and of the session.
 */
class IscsiTargetLogoutTestCase : public IscsiTargetScriptTestCase
{
  public:
    IscsiTargetLogoutTestCase()
        : IscsiTargetScriptTestCase("logout (RFC 7143, 11.14, 11.15, 8.1 and 8.3)")
    {
    }

  private:
    /**
     * @param c a connection's place
     * @return response codes of the logouts there
     */
    std::string Codes(std::size_t c)
    {
        std::string codes;
        for (const auto& header : C(c).Get<IscsiLogoutResponseHeader>())
        {
            codes += std::to_string(static_cast<int>(header.response));
        }
        return codes;
    }

    void DoRun() override
    {
        Begin(0, 2);
        C(1).Command(false, 1, 20, 1);
        Pass();
        C(0).LogOut(IscsiLogoutReason::CLOSE_CONNECTION, 7, 2);
        Pass();
        Expect(Codes(0), "1", "CID not found");
        Expect(States(), "", "nothing happened");
        C(0).LogOut(IscsiLogoutReason::CLOSE_CONNECTION, 2, 2);
        Pass();
        Expect(Codes(0), "10", "the other connection is closed");
        Expect(States(), "connection 2 LOGGED_IN IN_LOGOUT,connection 2 IN_LOGOUT FREE", "T9, T13");
        NS_TEST_EXPECT_MSG_EQ(C(1).ended, true, "by TCP, too");
        Expect(Heard(), "command 20,lost 20", "its task is ended");
        Add(2).Connect(C(0).tsih, 2);
        Pass();
        States();
        C(2).LogOut(IscsiLogoutReason::CLOSE_SESSION, 0, 2);
        Pass();
        Expect(Codes(2), "0", "the session is closed");
        Expect(States(),
               "connection 2 LOGGED_IN IN_LOGOUT,connection 1 LOGGED_IN FREE,"
               "connection 2 IN_LOGOUT FREE,session LOGGED_IN FREE",
               "T9, T8, T13, N3");
        NS_TEST_EXPECT_MSG_EQ(C(0).ended, true, "all connections");
        Expect(Heard(), "nexus lost", "the device knows (6.3.5.1)");
        Finish();
    }
};

/**
 * @ingroup iscsi-tests
 *
 * A logout for recovery where no recovery was agreed on fails, and that ends the connection.
 */
class IscsiTargetFailedLogoutTestCase : public IscsiTargetScriptTestCase
{
  public:
    IscsiTargetFailedLogoutTestCase()
        : IscsiTargetScriptTestCase("failed logout (RFC 7143, 11.15.1 and 8.1, T17)")
    {
    }

  private:
    void DoRun() override
    {
        Begin(1, 2);
        C(1).LogOut(IscsiLogoutReason::REMOVE_CONNECTION_FOR_RECOVERY, 2, 1);
        Pass();
        NS_TEST_EXPECT_MSG_EQ((C(1).Get<IscsiLogoutResponseHeader>().at(0).response ==
                               IscsiLogoutResponseCode::RECOVERY_NOT_SUPPORTED),
                              true,
                              "recovery is not supported");
        Expect(States(),
               "connection 2 LOGGED_IN IN_LOGOUT,connection 2 IN_LOGOUT CLEANUP_WAIT",
               "T9, T17");
        // Another attempt, now from the first connection, fails again and then one succeeds.
        C(0).LogOut(IscsiLogoutReason::REMOVE_CONNECTION_FOR_RECOVERY, 2, 1);
        Pass();
        Expect(States(),
               "connection 2 CLEANUP_WAIT IN_CLEANUP,connection 2 IN_CLEANUP CLEANUP_WAIT",
               "M2, M3");
        C(0).LogOut(IscsiLogoutReason::CLOSE_CONNECTION, 2, 1);
        Pass();
        Expect(States(),
               "connection 2 CLEANUP_WAIT IN_CLEANUP,connection 2 IN_CLEANUP FREE",
               "M2, M4");
        Finish();
    }
};

/**
 * @ingroup iscsi-tests
 *
 * MaxConnections, and a connection that takes the place of another.
 */
class IscsiTargetReinstatementTestCase : public IscsiTargetScriptTestCase
{
  public:
    IscsiTargetReinstatementTestCase()
        : IscsiTargetScriptTestCase("connection reinstatement (RFC 7143, 6.3.4)")
    {
    }

  private:
    void DoRun() override
    {
        Begin(0, 2);
        Add(3).Connect(C(0).tsih, 1);
        Pass();
        NS_TEST_ASSERT_MSG_EQ(C(2).refusals.size(), 1, "a third connection is refused");
        NS_TEST_EXPECT_MSG_EQ((C(2).refusals[0] == IscsiLoginStatus::TOO_MANY_CONNECTIONS),
                              true,
                              "too many connections (13.2)");
        C(1).Command(false, 1, 20, 1);
        Pass();
        States();
        Heard();
        Add(2).Connect(C(0).tsih, 2);
        Pass();
        Expect(Recovery(), "connection reinstated", "traced");
        NS_TEST_EXPECT_MSG_EQ(C(1).ended, true, "the old one is closed");
        Expect(Heard(), "lost 20", "its task is ended below ErrorRecoveryLevel 2");
        Expect(States(),
               "connection 0 FREE XPT_UP,connection 2 XPT_UP IN_LOGIN,"
               "connection 2 IN_LOGIN LOGGED_IN,connection 2 LOGGED_IN FREE",
               "T3 to T5 of the new one, T8 of the old one");
        // The unit has a pending unit attention for the task that was cleared (11.14.5).
        C(3).Command(false, 2, 21, 1);
        C(3).Command(false, 3, 22, 1);
        Pass();
        Expect(Heard(), "command 22", "the first command does not reach the device");
        const auto sense = IscsiTestBench::GetBytes(C(3).received.at(0));
        NS_TEST_EXPECT_MSG_EQ(+sense.at(48 + 2 + 2), 0x06, "unit attention");
        NS_TEST_EXPECT_MSG_EQ(+sense.at(48 + 2 + 12), 0x47, "cleared by");
        NS_TEST_EXPECT_MSG_EQ(+sense.at(48 + 2 + 13), 0x7f, "an iSCSI event");
        Finish();
    }
};

/**
 * @ingroup iscsi-tests
 *
 * Connections that break: one of two, then the last, and what follows in time.
 */
class IscsiTargetLossTestCase : public IscsiTargetScriptTestCase
{
  public:
    IscsiTargetLossTestCase()
        : IscsiTargetScriptTestCase("lost connections (RFC 7143, 7.1.4.3, 7.5.1, 8.2 and 8.3)")
    {
    }

  private:
    void DoRun() override
    {
        bench = std::make_unique<IscsiTestBench>("100Mbps", MilliSeconds(1));
        bench->targetHelper.SetAttribute("DefaultTime2Wait", UintegerValue(3));
        bench->targetHelper.SetAttribute("DefaultTime2Retain", UintegerValue(4));
        Begin(0, 2);
        C(1).Command(false, 1, 20, 1);
        Pass();
        Heard();
        C(1).Break();
        Pass();
        Expect(States(), "connection 2 LOGGED_IN CLEANUP_WAIT", "T15");
        Expect(Heard(), "lost 20", "its task");
        const auto message = C(0).Get<IscsiAsyncMessageHeader>().at(0);
        NS_TEST_EXPECT_MSG_EQ((message.asyncEvent == IscsiAsyncEvent::CONNECTION_DROP),
                              true,
                              "the other connection brings the news");
        NS_TEST_EXPECT_MSG_EQ(message.parameter1, 2, "CID");
        NS_TEST_EXPECT_MSG_EQ(message.parameter2, 3, "Time2Wait");
        NS_TEST_EXPECT_MSG_EQ(message.parameter3, 4, "Time2Retain");
        // Broken at 0.3 s: 7 s later nothing is left of it.
        Pass(Seconds(6.8));
        Expect(States(), "", "before Time2Wait and Time2Retain are over");
        Pass(Seconds(0.2));
        Expect(States(), "connection 2 CLEANUP_WAIT FREE", "M1");
        C(0).Break();
        Pass();
        Expect(States(), "connection 1 LOGGED_IN CLEANUP_WAIT,session LOGGED_IN FAILED", "N5");
        Add(1).Connect(C(0).tsih, 2);
        Pass();
        Expect(States(),
               "connection 0 FREE XPT_UP,connection 1 XPT_UP IN_LOGIN,"
               "connection 1 CLEANUP_WAIT IN_CLEANUP,session FAILED IN_CONTINUE,"
               "connection 1 IN_LOGIN LOGGED_IN,connection 1 IN_CLEANUP FREE,"
               "session IN_CONTINUE LOGGED_IN",
               "M2, N7, M4, N10");
        NS_TEST_EXPECT_MSG_EQ(C(2).loginExpCmdSn, 2, "the session's window, not one of its own");
        C(2).Break();
        Pass();
        States();
        FailContinuation();
        Pass(Seconds(7));
        Expect(States(), "connection 1 CLEANUP_WAIT FREE,session FAILED FREE", "M1, N6");
        Expect(Heard(), "nexus lost", "session timeout (6.3.5.1)");
        NS_TEST_EXPECT_MSG_EQ(bench->target->GetSessionCount(), 0, "no session");
        Finish();
    }

    /**
     * A login that is to continue the session breaks off.
     */
    void FailContinuation()
    {
        auto& half = Add(1);
        half.stopsInLogin = true;
        half.Connect(C(0).tsih, 2);
        Pass();
        Expect(States(),
               "connection 0 FREE XPT_UP,connection 1 XPT_UP IN_LOGIN,"
               "connection 1 CLEANUP_WAIT IN_CLEANUP,session FAILED IN_CONTINUE,"
               "connection 1 IN_LOGIN FREE,connection 1 IN_CLEANUP CLEANUP_WAIT,"
               "session IN_CONTINUE FAILED",
               "M2, N7, T7, M3, N8");
    }
};

/**
 * @ingroup iscsi-tests
 *
 * The target's pings.
 */
class IscsiTargetPingTestCase : public IscsiTargetScriptTestCase
{
  public:
    IscsiTargetPingTestCase()
        : IscsiTargetScriptTestCase("pings (RFC 7143, 11.18, 11.19 and 7.14)")
    {
    }

  private:
    void DoRun() override
    {
        bench = std::make_unique<IscsiTestBench>("100Mbps", MilliSeconds(1));
        bench->targetHelper.SetAttribute("NopInterval", TimeValue(Seconds(1)));
        bench->targetHelper.SetAttribute("NopTimeout", TimeValue(Seconds(3)));
        Begin(0);
        Pass(Seconds(1));
        const auto ping = C(0).Get<IscsiNopInHeader>().at(0);
        NS_TEST_EXPECT_MSG_EQ(ping.initiatorTaskTag, IscsiHeader::RESERVED_TAG, "ITT");
        NS_TEST_EXPECT_MSG_NE(ping.targetTransferTag, IscsiHeader::RESERVED_TAG, "TTT");
        NS_TEST_EXPECT_MSG_EQ(ping.statSn, C(0).expStatSn, "next StatSN, which is not used up");
        IscsiNopOutHeader pong;
        pong.immediate = true;
        pong.targetTransferTag = ping.targetTransferTag;
        C(0).Send(pong);
        pong.targetTransferTag = 4711;
        C(0).Send(pong);
        // A NOP-Out without a tag must be immediate (11.18.1).
        IscsiNopOutHeader numbered;
        numbered.cmdSn = 1;
        C(0).Send(numbered);
        Pass();
        const auto rejects = C(0).Get<IscsiRejectHeader>();
        NS_TEST_ASSERT_MSG_EQ(rejects.size(), 2, "a tag nobody gave, a number without a tag");
        NS_TEST_EXPECT_MSG_EQ((rejects[0].reason == IscsiRejectReason::INVALID_PDU_FIELD),
                              true,
                              "invalid TTT (11.17.1)");
        NS_TEST_EXPECT_MSG_EQ(rejects[1].expCmdSn, 1, "no number is used up");
        // Answered at 1.1 s; pinged next at about 2 s; lost 3 s later.
        Pass(Seconds(3.7));
        Expect(States(), "", "still there");
        Pass(Seconds(0.3));
        Expect(States(), "connection 1 LOGGED_IN CLEANUP_WAIT,session LOGGED_IN FAILED", "T15");
        NS_TEST_EXPECT_MSG_EQ(C(0).ended, true, "closed");
        Finish();
    }
};

/**
 * @ingroup iscsi-tests
 *
 * Several connections of a session and the states they and the session are in.
 */
class IscsiTargetConnectionsTestSuite : public TestSuite
{
  public:
    IscsiTargetConnectionsTestSuite()
        : TestSuite("iscsi-target-connections", Type::UNIT)
    {
        AddTestCase(new IscsiTargetAllegianceTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiTargetEarlyDataTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiTargetCommandOrderTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiTargetImmediateTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiTargetLogoutTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiTargetFailedLogoutTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiTargetReinstatementTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiTargetLossTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiTargetPingTestCase, TestCase::Duration::QUICK);
    }
};

static IscsiTargetConnectionsTestSuite g_iscsiTargetConnectionsTestSuite; //!< registers the suite
