/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-target-script.h"

#include "ns3/iscsi-reject-header.h"
#include "ns3/iscsi-scsi-response-header.h"
#include "ns3/iscsi-snack-header.h"
#include "ns3/scsi-sense.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <algorithm>

using namespace ns3;

namespace
{

using Function = IscsiTaskManagementFunction; //!< short for the functions

/// Sense data of a unit attention.
const std::vector<uint8_t> ATTENTION =
    ScsiSense{ScsiSenseKey::UNIT_ATTENTION, ScsiAdditionalSense::COMMANDS_CLEARED, {}}.Encode();

/// What a test's task ends with.
struct Ending
{
    ScsiStatus status{ScsiStatus::GOOD}; //!< its status
    std::vector<uint8_t> sense{};        //!< its sense data
    std::array<uint8_t, 6> cdb{0x28};    //!< its CDB but for byte 5
    uint8_t control{0};                  //!< byte 9 of its CDB
};

/**
 * @ingroup iscsi-tests
 *
 * A session of two connections whose responses the test orders: commands without data, which a
 * number tells apart.
 */
class IscsiFenceScriptTestCase : public IscsiTargetScriptTestCase
{
  public:
    using IscsiTargetScriptTestCase::IscsiTargetScriptTestCase;

  protected:
    /**
     * @param level ErrorRecoveryLevel
     * @param reporting TaskReporting of both sides
     */
    void BeginFenced(uint32_t level, const std::string& reporting = "ResponseFence,RFC3720")
    {
        bench = std::make_unique<IscsiTestBench>("100Mbps", MilliSeconds(1));
        bench->targetHelper.SetAttribute("TaskReporting", StringValue(reporting));
        proposals.taskReporting = reporting;
        Begin(level, 2);
        m_cmdSn = 1;
    }

    /**
     * Send a command.
     *
     * @param c which connection
     * @param number its number; its task tag is 100 more
     * @param ending how it is going to end
     * @param unit logical unit number
     */
    void Command(std::size_t c, uint8_t number, const Ending& ending = {}, uint64_t unit = 0)
    {
        IscsiScsiCommandHeader header;
        header.final = true;
        header.initiatorTaskTag = 100 + number;
        header.cmdSn = m_cmdSn++;
        header.lun = unit << 48;
        std::copy(ending.cdb.begin(), ending.cdb.end(), header.cdb.begin());
        header.cdb[5] = number;
        header.cdb[9] = ending.control;
        C(c).Send(header);
        Pass();
    }

    /**
     * Have the device answer.
     *
     * @param number a command's number
     * @param ending how it ends
     */
    void End(uint8_t number, const Ending& ending = {})
    {
        device->tasks.at(number)->status = ending.status;
        device->tasks.at(number)->sense = ending.sense;
        device->Answer(number);
        Pass();
    }

    /**
     * @param c which connection
     * @return task tags of the responses that came by it, less 100, with commas between
     */
    std::string Came(std::size_t c)
    {
        std::string tags;
        for (const auto& pdu : C(c).received)
        {
            IscsiBasicHeader basic;
            pdu->PeekHeader(basic);
            if (basic.GetOpcode() == IscsiOpcode::SCSI_RESPONSE ||
                basic.GetOpcode() == IscsiOpcode::TASK_MANAGEMENT_RESPONSE)
            {
                tags += (tags.empty() ? "" : ",") + std::to_string(basic.initiatorTaskTag - 100);
            }
        }
        return tags;
    }

    /**
     * The initiator acknowledges what came.
     *
     * @param c by which connection
     */
    void Acknowledge(std::size_t c)
    {
        C(c).Acknowledge();
        Pass();
    }

    /**
     * @return CmdSN of the next command
     */
    uint32_t GetCmdSn() const
    {
        return m_cmdSn;
    }

  private:
    uint32_t m_cmdSn{1}; //!< CmdSN of the next command
};

/**
 * @ingroup iscsi-tests
 *
 * A status that is fenced for what it tells: it waits for the acknowledgement of what was sent
 * before, and what comes after waits for its own.
 */
class IscsiFencedStatusTestCase : public IscsiFenceScriptTestCase
{
  public:
    /**
     * @param name which status
     * @param ending the status
     */
    IscsiFencedStatusTestCase(const std::string& name, const Ending& ending)
        : IscsiFenceScriptTestCase("fenced: " + name + " (RFC 7143, 4.2.2.3.4)"),
          m_ending(ending)
    {
    }

  private:
    void DoRun() override
    {
        BeginFenced(0);
        Command(1, 10);
        Command(0, 20, m_ending);
        Command(1, 30);
        Command(1, 40, {}, 1);
        End(10);
        End(20, m_ending);
        Expect(Came(0), "", "the status before it is not acknowledged (4.2.2.3.3 b)");
        End(40);
        Expect(Came(1), "10,40", "another unit's status goes on");
        End(30);
        Expect(Came(1), "10,40", "this unit's waits (d)");
        Acknowledge(1);
        Expect(Came(0), "20", "all before it is acknowledged");
        Expect(Came(1), "10,40", "it is not acknowledged itself (c)");
        Acknowledge(0);
        Expect(Came(1), "10,40,30", "status goes on");
        Finish();
    }

    Ending m_ending; //!< how the task ends
};

/**
 * @ingroup iscsi-tests
 *
 * Status that is not fenced: the second ACA ACTIVE, other CHECK CONDITIONs, all of them where the
 * fence was not agreed on or there is one connection.
 */
class IscsiUnfencedStatusTestCase : public IscsiFenceScriptTestCase
{
  public:
    IscsiUnfencedStatusTestCase()
        : IscsiFenceScriptTestCase("status without a fence (RFC 7143, 4.2.2.3.3 and 4.2.2.3.4)")
    {
    }

  private:
    void DoRun() override
    {
        CheckOthers();
        CheckRfc3720();
        CheckOneConnection();
    }

    /**
     * Status that needs none.
     */
    void CheckOthers()
    {
        const Ending aca{ScsiStatus::ACA_ACTIVE};
        const Ending medium{
            ScsiStatus::CHECK_CONDITION,
            ScsiSense{ScsiSenseKey::MEDIUM_ERROR, ScsiAdditionalSense::NONE, {}}.Encode()};
        BeginFenced(0);
        for (const uint8_t number : {10, 20, 30, 40})
        {
            Command(number == 10 ? 0 : 1, number);
        }
        End(10, aca);
        Acknowledge(0);
        Expect(Came(0), "10", "nothing was sent before it");
        End(20, aca);
        End(30, medium);
        Expect(Came(1), "20,30", "no wait");
        End(40, aca);
        Expect(Came(1), "20,30", "the first one after another status");
        Finish();
    }

    /**
     * The fence was not agreed on.
     */
    void CheckRfc3720()
    {
        BeginFenced(0, "RFC3720");
        Command(1, 10);
        Command(0, 20);
        End(10);
        End(20, {ScsiStatus::CHECK_CONDITION, ATTENTION});
        Expect(Came(0), "20", "no wait");
        Finish();
    }

    /**
     * One connection of two is lost, then there is nothing to wait for.
     */
    void CheckOneConnection()
    {
        BeginFenced(0);
        Command(1, 10);
        Command(0, 20);
        Command(0, 30);
        End(10);
        End(20, {ScsiStatus::CHECK_CONDITION, ATTENTION});
        Expect(Came(0), "", "waits for the other connection");
        C(1).Break();
        Pass();
        Expect(Came(0), "20", "which is lost");
        End(30, {ScsiStatus::CHECK_CONDITION, ATTENTION});
        Expect(Came(0), "20,30", "the stream keeps the order (a)");
        Finish();
    }
};

/**
 * @ingroup iscsi-tests
 *
 * Task management asked for by another session: the first response after it is fenced, be it a unit
 * attention or not, and does not pass the status of the session's tasks.
 */
class IscsiThirdPartyFenceTestCase : public IscsiFenceScriptTestCase
{
  public:
    /**
     * @param reporting TaskReporting of both sides
     */
    explicit IscsiThirdPartyFenceTestCase(const std::string& reporting)
        : IscsiFenceScriptTestCase("after another session's function, " + reporting +
                                   " (RFC 7143, 4.2.3.3 e, 4.2.3.4 f and 4.2.3.6)"),
          m_reporting(reporting)
    {
    }

  private:
    void DoRun() override
    {
        BeginFenced(0, m_reporting);
        auto& other = Add(1);
        other.isid[5] = 1;
        other.Connect(0, 1);
        Pass();
        Command(1, 10);
        Command(1, 20);
        End(10);
        C(2).Manage(Function::LOGICAL_UNIT_RESET, 1);
        Pass();
        Expect(Heard(), "command 10,command 20,manage 5", "task 20 is ended");
        Expect(Came(2), "100", "that session has one connection");
        Command(0, 30);
        Command(0, 40);
        End(30);
        End(40);
        Expect(Came(0), "", "the status of task 10 is not acknowledged");
        Acknowledge(1);
        const bool isAgreed = m_reporting != "RFC3720";
        Expect(Came(0), isAgreed ? "30" : "30,40", "the first response, alone where agreed on");
        Acknowledge(0);
        Expect(Came(0), "30,40", "the second one");
        Command(0, 50);
        End(50);
        Expect(Came(0), "30,40,50", "no fence any more");
        Finish();
    }

    std::string m_reporting; //!< TaskReporting
};

/**
 * @ingroup iscsi-tests
 *
 * Several fences after one another, with responses of task management before and behind them.
 */
class IscsiFenceQueueTestCase : public IscsiFenceScriptTestCase
{
  public:
    IscsiFenceQueueTestCase()
        : IscsiFenceScriptTestCase("fences in a row (RFC 7143, 4.2.2.3.2)")
    {
    }

  private:
    void DoRun() override
    {
        CheckOrder();
        CheckAllUnits();
        CheckAbort();
        CheckLoss();
        CheckSnacks();
    }

    /**
     * A unit attention, CLEAR ACA, another unit attention: three fences.
     */
    void CheckOrder()
    {
        BeginFenced(0);
        for (const uint8_t number : {10, 20, 30})
        {
            Command(number == 10 ? 1 : 0, number);
        }
        End(10);
        End(20, {ScsiStatus::CHECK_CONDITION, ATTENTION});
        device->tasks.clear(); // ends none of them
        C(1).Manage(Function::CLEAR_ACA, GetCmdSn());
        Pass();
        Expect(Heard(), "command 10,command 20,command 30,manage 2", "carried out");
        Expect(Came(1), "10", "its response waits");
        Acknowledge(1);
        Expect(Came(0) + ";" + Came(1), "20;10", "the first fence");
        Acknowledge(0);
        Expect(Came(0) + ";" + Came(1), "20;10,100", "the second fence, 4.2.2.3.4 e");
        Command(0, 40);
        End(40);
        Expect(Came(0), "20", "which holds");
        Acknowledge(1);
        Expect(Came(0), "20,40", "and is down");
        Finish();
    }

    /**
     * The response of a function for the whole target waits: so does the status of any unit.
     */
    void CheckAllUnits()
    {
        BeginFenced(0);
        Command(1, 10);
        End(10);
        C(0).Manage(Function::TARGET_WARM_RESET, GetCmdSn());
        Pass();
        Expect(Heard(), "command 10,manage 6", "carried out");
        Command(0, 20, {}, 3);
        End(20);
        Expect(Came(0) + ";" + Came(1), ";10", "both wait");
        Acknowledge(1);
        Expect(Came(0) + ";" + Came(1), "100;10", "the function first");
        Acknowledge(0);
        Expect(Came(0) + ";" + Came(1), "100,20;10", "then the status");
        Finish();
    }

    /**
     * ABORT TASK while a fence is active, for a task whose status it holds.
     */
    void CheckAbort()
    {
        BeginFenced(0);
        for (const uint8_t number : {10, 20, 30})
        {
            Command(number == 10 ? 1 : 0, number);
        }
        End(10);
        End(20, {ScsiStatus::CHECK_CONDITION, ATTENTION});
        End(30);
        C(0).Manage(Function::ABORT_TASK, GetCmdSn(), 130, 3);
        Pass();
        C(0).Manage(Function::QUERY_TASK_SET, GetCmdSn());
        Pass();
        Expect(C(0).GetNames(), "Reject", "one immediate function at a time");
        Acknowledge(1);
        Acknowledge(0);
        Expect(Came(0), "20,100", "task 30 has no status any more");
        const auto answers = C(0).Get<IscsiTaskManagementResponseHeader>();
        NS_TEST_ASSERT_MSG_EQ(answers.size(), 1, "one response");
        NS_TEST_EXPECT_MSG_EQ(
            (answers[0].response == IscsiTaskManagementResponseCode::FUNCTION_COMPLETE),
            true,
            "function complete");
        Finish();
    }

    /**
     * The connection of a fenced response is lost before its turn: the others continue.
     */
    void CheckLoss()
    {
        BeginFenced(0);
        Command(1, 10);
        Command(0, 20);
        End(10);
        End(20, {ScsiStatus::CHECK_CONDITION, ATTENTION});
        C(1).Manage(Function::CLEAR_ACA, GetCmdSn());
        Pass();
        Command(1, 30);
        End(30);
        C(0).Break();
        Pass();
        Acknowledge(1);
        Expect(Came(1), "10,100,30", "in order");
        Finish();
    }

    /**
     * An R-Data SNACK for a task whose status waits does not make it wait twice.
     */
    void CheckSnacks()
    {
        BeginFenced(1);
        C(1).Command(false, 1, 10, 1);
        C(0).Command(false, 2, 20, 1);
        Pass();
        device->Give(10);
        device->Give(20, false);
        End(20, {ScsiStatus::CHECK_CONDITION, ATTENTION});
        for (int i = 0; i < 3; i++)
        {
            IscsiSnackHeader snack;
            snack.type = IscsiSnackType::R_DATA;
            snack.initiatorTaskTag = 120;
            snack.targetTransferTag = 5;
            C(0).Send(snack);
            Pass();
        }
        Expect(Came(0), "", "held");
        Acknowledge(1);
        Acknowledge(0);
        Expect(Came(0), "20", "once");
        Finish();
    }
};

/**
 * @ingroup iscsi-tests
 *
 * The response fence.
 */
class IscsiResponseFenceTestSuite : public TestSuite
{
  public:
    IscsiResponseFenceTestSuite()
        : TestSuite("iscsi-response-fence", Type::UNIT)
    {
        const auto add = [this](TestCase* test) { AddTestCase(test, TestCase::Duration::QUICK); };
        const auto medium =
            ScsiSense{ScsiSenseKey::MEDIUM_ERROR, ScsiAdditionalSense::NONE, {}}.Encode();
        const Ending naca{ScsiStatus::CHECK_CONDITION, medium, {0x28}, 0x04};
        const Ending preempt{ScsiStatus::GOOD, {}, {0x5f, 0x05}};
        add(new IscsiFencedStatusTestCase("unit attention",
                                          {ScsiStatus::CHECK_CONDITION, ATTENTION}));
        add(new IscsiFencedStatusTestCase("ACA set up", naca));
        add(new IscsiFencedStatusTestCase("ACA ACTIVE", {ScsiStatus::ACA_ACTIVE}));
        add(new IscsiFencedStatusTestCase("PREEMPT AND ABORT", preempt));
        add(new IscsiUnfencedStatusTestCase);
        add(new IscsiThirdPartyFenceTestCase("ResponseFence,RFC3720"));
        add(new IscsiThirdPartyFenceTestCase("RFC3720"));
        add(new IscsiFenceQueueTestCase);
    }
};

IscsiResponseFenceTestSuite g_iscsiResponseFenceTestSuite; //!< registers the suite

} // namespace
