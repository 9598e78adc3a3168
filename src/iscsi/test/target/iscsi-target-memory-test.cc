/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-target-attack.h"

#include "ns3/iscsi-async-message-header.h"
#include "ns3/iscsi-nop-header.h"
#include "ns3/iscsi-r2t-header.h"
#include "ns3/iscsi-scsi-command-header.h"
#include "ns3/iscsi-snack-header.h"
#include "ns3/string.h"

#include <functional>

using namespace ns3;

namespace
{

using Function = IscsiTaskManagementFunction; //!< short for the functions

/// Status PDUs that a connection may leave unacknowledged by the target's defaults: CommandWindow
/// of 32 and MaxUnacknowledgedResponses of 128.
constexpr uint32_t MOST_UNACKNOWLEDGED = 160;

/**
 * @ingroup iscsi-tests
 *
 * A peer that never acknowledges status. At level 0 nothing is kept for it; from level 1 on its
 * connection is dropped when a certain number is kept.
 */
class IscsiUnacknowledgedTestCase : public IscsiTargetAttackTestCase
{
  public:
    /// Sends the request of a number, which the target answers.
    using Act = std::function<void(IscsiUnacknowledgedTestCase& test, uint8_t number)>;

    /**
     * @param what what it asks for
     * @param level ErrorRecoveryLevel
     * @param act asks for it
     */
    IscsiUnacknowledgedTestCase(const std::string& what, uint32_t level, Act act)
        : IscsiTargetAttackTestCase("attack without acknowledging " + what + ", level " +
                                    std::to_string(level) + " (RFC 7143, 4.2.2.2)"),
          m_level(level),
          m_act(std::move(act))
    {
    }

    /**
     * @param test the test
     * @param number tag of a ping
     */
    static void Ping(IscsiUnacknowledgedTestCase& test, uint8_t number)
    {
        IscsiNopOutHeader header;
        header.immediate = true;
        header.initiatorTaskTag = number;
        header.cmdSn = 1;
        header.expStatSn = test.m_expStatSn;
        test.C(0).Send(header);
    }

    /**
     * @param test the test
     * @param number block of a read of 8 KiB
     */
    static void Read(IscsiUnacknowledgedTestCase& test, uint8_t number)
    {
        IscsiScsiCommandHeader header;
        header.read = true;
        header.expectedDataTransferLength = 8192;
        header.initiatorTaskTag = number;
        header.cmdSn = number;
        header.expStatSn = test.m_expStatSn;
        header.cdb[0] = 0x28;
        header.cdb[5] = number;
        header.cdb[8] = 16;
        test.C(0).Send(header);
        test.Pass(MilliSeconds(3));
        if (test.device->tasks.count(number) > 0)
        {
            test.device->Give(number);
        }
    }

    /**
     * @param test the test
     */
    static void WrongSnack(IscsiUnacknowledgedTestCase& test, uint8_t /* number */)
    {
        IscsiSnackHeader header;
        header.type = IscsiSnackType::STATUS;
        header.begRun = test.m_expStatSn + 1000;
        header.expStatSn = test.m_expStatSn;
        test.C(0).Send(header);
    }

  private:
    void DoRun() override
    {
        BeginAttack(m_level);
        m_expStatSn = C(0).expStatSn;
        for (uint8_t number = 1; number <= 250; number++)
        {
            m_act(*this, number);
            Pass(MilliSeconds(10 - Simulator::Now().GetMilliSeconds() % 10));
        }
        Pass(MilliSeconds(200));
        const bool isDropped = m_level > 0;
        NS_TEST_EXPECT_MSG_EQ(C(0).ended, isDropped, "where status is kept");
        const uint32_t sent = isDropped ? MOST_UNACKNOWLEDGED + 1 : 250;
        NS_TEST_EXPECT_MSG_EQ(C(0).expStatSn - m_expStatSn, sent, "status sent");
        const bool isTraced = !errors.empty() && errors.back() == "status was not acknowledged";
        NS_TEST_EXPECT_MSG_EQ(isTraced, isDropped, "traced");
        EndAttack(m_level > 0 ? 0 : 1);
    }

    uint32_t m_level;     //!< ErrorRecoveryLevel
    Act m_act;            //!< asks for something
    uint32_t m_expStatSn; //!< what it acknowledges again and again
};

/**
 * @ingroup iscsi-tests
 *
 * A peer that aborts writes and never sends the data that were asked for: the target takes late
 * data of the last 32, as many as the window has commands, and for SequenceTimeout.
 */
class IscsiAbortedWritesTestCase : public IscsiTargetAttackTestCase
{
  public:
    /**
     * @param level ErrorRecoveryLevel
     */
    explicit IscsiAbortedWritesTestCase(uint32_t level)
        : IscsiTargetAttackTestCase("attack with aborted writes, level " + std::to_string(level) +
                                    " (RFC 7143, 4.2.3 and 11.5.1)"),
          m_level(level)
    {
    }

  private:
    void DoRun() override
    {
        BeginAttack(m_level);
        for (uint32_t i = 1; i <= 40; i++)
        {
            C(0).Command(true, i, i, 1);
            C(0).Manage(Function::ABORT_TASK, i + 1, 100 + i, i);
        }
        Pass();
        const auto answers = C(0).Get<IscsiTaskManagementResponseHeader>();
        NS_TEST_ASSERT_MSG_EQ(answers.size(), 40, "all aborted");
        NS_TEST_EXPECT_MSG_EQ(answers.back().maxCmdSn, 40 + 32, "the window is open");
        LateData(8);
        Expect(Reasons(), "9", "forgotten: invalid PDU field");
        LateData(9);
        LateData(39);
        Expect(Reasons(), "9", "the last 32 are known");
        Pass(Seconds(3));
        LateData(40);
        Expect(Reasons(), "9,9", "forgotten after SequenceTimeout");
        EndAttack(1);
    }

    /**
     * Send the data of an aborted write.
     *
     * @param number the number of its command, one above its transfer tag
     */
    void LateData(uint32_t number)
    {
        C(0).DataOut(100 + number, number - 1, 0, 0, 512, true);
        Pass();
    }

    uint32_t m_level; //!< ErrorRecoveryLevel
};

/**
 * @ingroup iscsi-tests
 *
 * A peer that never acknowledges that its tasks were ended: the target forgets them all the same.
 */
class IscsiUnansweredTerminationTestCase : public IscsiTargetScriptTestCase
{
  public:
    IscsiUnansweredTerminationTestCase()
        : IscsiTargetScriptTestCase("task termination without an answer (RFC 7143, 4.2.3.4 g)")
    {
    }

  private:
    void DoRun() override
    {
        bench = std::make_unique<IscsiTestBench>("100Mbps", MilliSeconds(1));
        bench->targetHelper.SetAttribute("TaskReporting",
                                         StringValue("FastAbort,ResponseFence,RFC3720"));
        proposals.taskReporting = "FastAbort,ResponseFence,RFC3720";
        Begin(0, 2);
        C(1).Command(true, 1, 20, 2);
        Pass();
        C(0).Manage(Function::LOGICAL_UNIT_RESET, 2);
        Pass();
        NS_TEST_EXPECT_MSG_EQ(C(1).Get<IscsiAsyncMessageHeader>().size(), 1, "told");
        Pass(Seconds(2));
        C(1).DataOut(120, 0, 0, 0, 512, false);
        Pass();
        NS_TEST_EXPECT_MSG_EQ(C(1).Get<IscsiRejectHeader>().size(), 0, "data are dropped");
        Pass(Seconds(6));
        C(1).DataOut(120, 0, 1, 512, 512, true);
        Pass();
        NS_TEST_EXPECT_MSG_EQ(C(1).Get<IscsiRejectHeader>().size(), 1, "forgotten");
        Finish();
    }
};

/**
 * @ingroup iscsi-tests
 *
 * A peer that joins with one connection after the other and loses them: no more than 16 beyond
 * MaxConnections are kept for recovery.
 */
class IscsiLostConnectionsTestCase : public IscsiTargetAttackTestCase
{
  public:
    IscsiLostConnectionsTestCase()
        : IscsiTargetAttackTestCase("attack with lost connections (RFC 7143, 7.2 and 8.2)")
    {
    }

  private:
    void DoRun() override
    {
        BeginAttack(2);
        // MaxConnections is 2; one exists.
        for (uint16_t i = 1; i <= 17; i++)
        {
            Add(10 + i).Connect(C(0).tsih, 1);
            Pass();
            NS_TEST_EXPECT_MSG_EQ(C(i).tsih, C(0).tsih, "joins");
            C(i).Break();
            Pass();
        }
        auto& last = Add(50);
        last.Connect(C(0).tsih, 1);
        Pass();
        NS_TEST_ASSERT_MSG_EQ(last.refusals.size(), 1, "refused");
        NS_TEST_EXPECT_MSG_EQ((last.refusals[0] == IscsiLoginStatus::TOO_MANY_CONNECTIONS),
                              true,
                              "too many connections");
        // Time2Wait of 2 s and Time2Retain of 20 s.
        Pass(Seconds(22));
        auto& next = Add(51);
        next.Connect(C(0).tsih, 1);
        Pass();
        NS_TEST_EXPECT_MSG_EQ(next.tsih, C(0).tsih, "the first ones are given up");
        EndAttack(1);
    }
};

/**
 * @ingroup iscsi-tests
 *
 * The time without data after which an R2T is sent again is an attribute.
 */
class IscsiSequenceTimeoutTestCase : public IscsiTargetScriptTestCase
{
  public:
    IscsiSequenceTimeoutTestCase()
        : IscsiTargetScriptTestCase("SequenceTimeout (RFC 7143, 7.1.4.1)")
    {
    }

  private:
    void DoRun() override
    {
        bench = std::make_unique<IscsiTestBench>("100Mbps", MilliSeconds(1));
        bench->targetHelper.SetAttribute("SequenceTimeout", TimeValue(MilliSeconds(500)));
        Begin(1);
        C(0).Command(true, 1, 10, 2);
        Pass(MilliSeconds(450));
        NS_TEST_EXPECT_MSG_EQ(C(0).Get<IscsiR2tHeader>().size(), 1, "not yet");
        Pass();
        NS_TEST_EXPECT_MSG_EQ(C(0).Get<IscsiR2tHeader>().size(), 2, "asked for again");
        Finish();
    }
};

/**
 * @ingroup iscsi-tests
 *
 * Peers that would make a target keep more and more.
 */
class IscsiTargetMemoryTestSuite : public TestSuite
{
  public:
    IscsiTargetMemoryTestSuite()
        : TestSuite("iscsi-target-memory", Type::UNIT)
    {
        using Attack = IscsiUnacknowledgedTestCase;
        const auto add = [this](TestCase* test) { AddTestCase(test, TestCase::Duration::QUICK); };
        for (const uint32_t level : {0, 1, 2})
        {
            add(new Attack("pings", level, &Attack::Ping));
            add(new Attack("reads", level, &Attack::Read));
            add(new Attack("rejects", level, &Attack::WrongSnack));
        }
        add(new IscsiAbortedWritesTestCase(0));
        add(new IscsiAbortedWritesTestCase(1));
        add(new IscsiUnansweredTerminationTestCase);
        add(new IscsiLostConnectionsTestCase);
        add(new IscsiSequenceTimeoutTestCase);
    }
};

IscsiTargetMemoryTestSuite g_iscsiTargetMemoryTestSuite; //!< registers the suite

} // namespace
