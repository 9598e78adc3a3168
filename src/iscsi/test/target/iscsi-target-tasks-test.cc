/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-target-script.h"

#include "ns3/iscsi-async-message-header.h"
#include "ns3/iscsi-nop-header.h"
#include "ns3/iscsi-r2t-header.h"
#include "ns3/iscsi-reject-header.h"
#include "ns3/iscsi-scsi-response-header.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

using namespace ns3;

namespace
{

using Function = IscsiTaskManagementFunction; //!< short for the functions

/**
 * @param connection a connection
 * @return the response codes of its task management, with commas between
 */
std::string
Codes(const IscsiScriptedConnection& connection)
{
    std::string codes;
    for (const auto& header : connection.Get<IscsiTaskManagementResponseHeader>())
    {
        codes += (codes.empty() ? "" : ",") + std::to_string(static_cast<int>(header.response));
    }
    return codes;
}

} // namespace

/**
 * @ingroup iscsi-tests
 *
 * ABORT TASK for tasks that are there, are missing, are over or never were.
 */
class IscsiTargetAbortTaskTestCase : public IscsiTargetScriptTestCase
{
  public:
    IscsiTargetAbortTaskTestCase()
        : IscsiTargetScriptTestCase("ABORT TASK (RFC 7143, 11.5.1, 11.6.1 and 7.11)")
    {
    }

  private:
    void DoRun() override
    {
        Begin(0);
        C(0).Command(true, 1, 10, 2);
        C(0).Command(false, 2, 20, 1);
        Pass();
        C(0).Manage(Function::ABORT_TASK, 3, 110, 1);
        Pass();
        Expect(Codes(C(0)), "0", "function complete");
        Expect(Heard(), "command 10,command 20,manage 0", "by the device");
        C(0).DataOut(110, 0, 0, 0, 1024, true);
        Pass();
        Expect(C(0).GetNames(),
               "R2T,Task Management Function Response",
               "data asked for before is dropped");
        // Command 3 never came: it counts as received, and command 4 is served.
        C(0).Command(false, 4, 40, 1);
        C(0).Manage(Function::ABORT_TASK, 5, 130, 3);
        Pass();
        Expect(Codes(C(0)), "0,0", "function complete (11.6.1 b)");
        Expect(Heard(), "command 40", "the gap is plugged");
        NS_TEST_EXPECT_MSG_EQ(C(0).Get<IscsiNopInHeader>().at(0).expCmdSn, 4, "and told (11.4.11)");
        C(0).Manage(Function::ABORT_TASK, 5, 130, 3);
        C(0).Manage(Function::ABORT_TASK, 5, 131, 77);
        Pass();
        Expect(Codes(C(0)), "0,0,1,1", "task does not exist (11.6.1 c)");
        Finish();
    }
};

/**
 * @ingroup iscsi-tests
 *
 * ABORT TASK and ABORT TASK SET for a device without task management: it is notified of the tasks
 * that the function names as lost, and of no others.
 */
class IscsiTargetUnmanagedDeviceTestCase : public IscsiTargetScriptTestCase
{
  public:
    IscsiTargetUnmanagedDeviceTestCase()
        : IscsiTargetScriptTestCase("a device without task management (RFC 7143, 11.5.1)")
    {
    }

  private:
    void DoRun() override
    {
        Begin(0);
        device->managesTasks = false;
        C(0).Command(false, 1, 10, 1);
        C(0).Command(false, 2, 20, 1);
        C(0).Command(false, 3, 30, 1);
        ReadOfOtherUnit(4, 40);
        Pass();
        Heard();
        C(0).Manage(Function::ABORT_TASK, 5, 120, 2);
        Pass();
        Expect(Heard(), "manage 0,lost 20", "the task it names");
        Expect(Codes(C(0)), "0", "function complete");
        GiveIfThere(10);
        Pass();
        Expect(C(0).GetNames(),
               "Task Management Function Response,SCSI Data-In",
               "another task is answered");
        C(0).Manage(Function::ABORT_TASK_SET, 5);
        Pass();
        Expect(Heard(), "manage 1,lost 30", "the tasks of the unit that are left");
        Expect(Codes(C(0)), "0,0", "function complete");
        GiveIfThere(40);
        Pass();
        Expect(C(0).GetNames(),
               "Task Management Function Response,SCSI Data-In,"
               "Task Management Function Response,SCSI Data-In",
               "a task of another unit is answered");
        C(0).Manage(Function::CLEAR_TASK_SET, 5);
        Pass();
        Expect(Codes(C(0)), "0,0,5", "what ends tasks of others is not supported");
        Finish();
    }

    /**
     * Give a read its data, unless it was ended.
     *
     * @param block its first block
     */
    void GiveIfThere(uint8_t block)
    {
        if (device->tasks.contains(block))
        {
            device->Give(block);
        }
    }

    /**
     * Send a read of one block of logical unit 1.
     *
     * @param cmdSn CmdSN
     * @param block first block, and task tag less 100
     */
    void ReadOfOtherUnit(uint32_t cmdSn, uint8_t block)
    {
        IscsiScsiCommandHeader header;
        header.read = true;
        header.expectedDataTransferLength = 512;
        header.initiatorTaskTag = 100 + block;
        header.lun = 0x0001000000000000;
        header.cmdSn = cmdSn;
        header.cdb[0] = 0x28;
        header.cdb[5] = block;
        header.cdb[8] = 1;
        C(0).Send(header);
    }
};

/**
 * @ingroup iscsi-tests
 *
 * ABORT TASK SET waits for commands and for data, and what stands behind it waits for it.
 */
class IscsiTargetAbortTaskSetTestCase : public IscsiTargetScriptTestCase
{
  public:
    /**
     * @param isFast whether TaskReporting is FastAbort
     */
    explicit IscsiTargetAbortTaskSetTestCase(bool isFast)
        : IscsiTargetScriptTestCase(isFast ? "ABORT TASK SET (RFC 7143, 4.2.3.4)"
                                           : "ABORT TASK SET (RFC 7143, 4.2.3.3)"),
          m_isFast(isFast)
    {
    }

  private:
    void DoRun() override
    {
        bench = std::make_unique<IscsiTestBench>("100Mbps", MilliSeconds(1));
        const std::string reporting = m_isFast ? "FastAbort,ResponseFence,RFC3720" : "RFC3720";
        bench->targetHelper.SetAttribute("TaskReporting", StringValue(reporting));
        proposals.taskReporting = reporting;
        Begin(0);
        C(0).Command(true, 1, 10, 2);
        Pass();
        C(0).Manage(Function::ABORT_TASK_SET, 3);
        C(0).Command(false, 3, 30, 1);
        Pass();
        Expect(Codes(C(0)), "", "command 2 has not come (step b or a)");
        C(0).Command(false, 2, 20, 1);
        Pass();
        if (m_isFast)
        {
            Expect(Codes(C(0)), "0", "no wait for data");
            Expect(Heard(), "command 10,command 20,manage 1,command 30", "in this order");
            C(0).DataOut(110, 0, 0, 0, 1024, true);
            Pass();
            NS_TEST_EXPECT_MSG_EQ(C(0).received.size(), 2, "tags stay valid (step c)");
        }
        else
        {
            Expect(Codes(C(0)), "", "data is on its way (step a)");
            Expect(Heard(), "command 10,command 20", "and command 3 waits");
            C(0).DataOut(110, 0, 0, 0, 1024, true);
            Pass();
            Expect(Heard(), "data 0+1024,manage 1,command 30", "then all goes on");
            // The data completed task 110, so its status goes out before.
            Expect(C(0).GetNames(),
                   "R2T,SCSI Response,Task Management Function Response",
                   "status before the response");
        }
        Finish();
    }

    bool m_isFast; //!< whether TaskReporting is FastAbort
};

/**
 * @ingroup iscsi-tests
 *
 * The response waits until the status sent on all connections is acknowledged, and status behind it
 * waits for it.
 */
class IscsiTargetFenceTestCase : public IscsiTargetScriptTestCase
{
  public:
    IscsiTargetFenceTestCase()
        : IscsiTargetScriptTestCase("response fence (RFC 7143, 4.2.2.3.3 and 11.6.1)")
    {
    }

  private:
    void DoRun() override
    {
        bench = std::make_unique<IscsiTestBench>("100Mbps", MilliSeconds(1));
        bench->targetHelper.SetAttribute("TaskReporting", StringValue("ResponseFence,RFC3720"));
        proposals.taskReporting = "ResponseFence,RFC3720";
        Begin(0, 2);
        C(1).Command(false, 1, 10, 1);
        Pass();
        device->Give(10);
        Pass();
        C(0).Manage(Function::CLEAR_TASK_SET, 2);
        Pass();
        Expect(Codes(C(0)), "", "status of the other connection is not acknowledged (b)");
        Expect(C(1).GetNames(), "SCSI Data-In,NOP-In", "a ping asks for it");
        C(0).Command(false, 2, 20, 1);
        Pass();
        device->Give(20);
        Pass();
        Expect(C(0).GetNames(), "", "status behind the fence waits (d)");
        C(1).Acknowledge();
        Pass();
        Expect(Codes(C(0)), "0", "the response");
        Expect(C(0).GetNames(),
               "Task Management Function Response,NOP-In",
               "the fence stands until it is acknowledged (c)");
        C(0).Acknowledge();
        Pass();
        Expect(C(0).GetNames(),
               "Task Management Function Response,NOP-In,SCSI Data-In",
               "status goes on");
        Finish();
    }
};

/**
 * @ingroup iscsi-tests
 *
 * FastAbort: connections other than the issuing one are told by an Asynchronous Message.
 */
class IscsiTargetTerminationTestCase : public IscsiTargetScriptTestCase
{
  public:
    IscsiTargetTerminationTestCase()
        : IscsiTargetScriptTestCase("task termination messages (RFC 7143, 4.2.3.4 d and g)")
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
        C(0).Command(false, 1, 10, 1);
        C(1).Command(true, 2, 20, 1);
        C(1).Command(false, 3, 30, 1);
        Pass();
        C(0).Manage(Function::LOGICAL_UNIT_RESET, 4);
        Pass();
        Expect(Codes(C(0)), "", "the message is a status of the other connection");
        const auto messages = C(1).Get<IscsiAsyncMessageHeader>();
        NS_TEST_ASSERT_MSG_EQ(messages.size(), 1, "one for the unit, however many tasks");
        NS_TEST_EXPECT_MSG_EQ((messages[0].asyncEvent == IscsiAsyncEvent::TASK_TERMINATION),
                              true,
                              "event 5");
        NS_TEST_EXPECT_MSG_EQ(C(0).Get<IscsiAsyncMessageHeader>().size(), 0, "not the issuer");
        C(1).Acknowledge();
        Pass();
        Expect(Codes(C(0)), "0", "acknowledged");
        // The tag is free now, so data by it is for no task.
        C(1).DataOut(120, 0, 0, 0, 512, true);
        Pass();
        NS_TEST_EXPECT_MSG_EQ(C(1).Get<IscsiRejectHeader>().size(), 1, "freed (step g)");
        Finish();
    }
};

/**
 * @ingroup iscsi-tests
 *
 * Functions for the target, units that do not exist, functions that are not known.
 */
class IscsiTargetOtherFunctionsTestCase : public IscsiTargetScriptTestCase
{
  public:
    IscsiTargetOtherFunctionsTestCase()
        : IscsiTargetScriptTestCase("resets and refusals (RFC 7143, 11.5.1 and 11.6.1)")
    {
    }

  private:
    void DoRun() override
    {
        Begin(0);
        IscsiTaskManagementRequestHeader header;
        header.initiatorTaskTag = 200;
        header.function = Function::LOGICAL_UNIT_RESET;
        header.lun = 0x0001000000000000;
        header.cmdSn = 1;
        C(0).Send(header);
        Pass();
        Expect(Codes(C(0)), "2", "LUN does not exist");
        C(0).Manage(static_cast<Function>(99), 2);
        C(0).Manage(Function::QUERY_TASK_SET, 2);
        Pass();
        Expect(Codes(C(0)), "2,5,5", "not supported, or not without RFC 7144");
        C(0).Manage(Function::TASK_REASSIGN, 2, 110);
        Pass();
        Expect(Codes(C(0)), "2,5,5,4", "reassignment not supported (7.2.2)");
        // Commands 2 and 3 have not come: a target reset does not wait for them (4.2.3.3 b).
        C(0).Manage(Function::TARGET_WARM_RESET, 4);
        C(0).Command(false, 4, 40, 1);
        Pass();
        Expect(Codes(C(0)), "2,5,5,4,0", "function complete");
        Expect(Heard(), "manage 5,manage 6,command 40", "the gap is plugged");
        // Two functions that wait: the second immediate one is too many.
        C(0).Manage(Function::ABORT_TASK_SET, 6);
        C(0).Manage(Function::CLEAR_TASK_SET, 6);
        Pass();
        NS_TEST_ASSERT_MSG_EQ(C(0).Get<IscsiRejectHeader>().size(), 1, "rejected");
        NS_TEST_EXPECT_MSG_EQ((C(0).Get<IscsiRejectHeader>()[0].reason ==
                               IscsiRejectReason::IMMEDIATE_COMMAND_REJECT),
                              true,
                              "too many immediate commands");
        // Tag 200 is a function that is not over.
        IscsiTaskManagementRequestHeader abort;
        abort.initiatorTaskTag = 201;
        abort.cmdSn = 5;
        abort.referencedTaskTag = 200;
        abort.refCmdSn = 5;
        C(0).Send(abort);
        Pass();
        Expect(Codes(C(0)), "2,5,5,4,0,255,0", "no ABORT TASK on a function, which goes on");
        Finish();
    }
};

/**
 * @ingroup iscsi-tests
 *
 * TARGET COLD RESET ends all sessions.
 */
class IscsiTargetColdResetTestCase : public IscsiTargetScriptTestCase
{
  public:
    IscsiTargetColdResetTestCase()
        : IscsiTargetScriptTestCase("TARGET COLD RESET (RFC 7143, 11.5.1)")
    {
    }

  private:
    void DoRun() override
    {
        Begin(0);
        const auto other = bench->InstallInitiator();
        Pass();
        NS_TEST_ASSERT_MSG_EQ(bench->target->GetSessionCount(), 2, "two sessions");
        // A task of the other session is ended without a word: its window opens all the same.
        const auto read = bench->client.Read(other->GetPort(), 10, 512);
        Pass();
        C(0).Manage(Function::CLEAR_TASK_SET, 1);
        Pass();
        Expect(Heard(), "command 10,manage 3", "ended");
        NS_TEST_EXPECT_MSG_EQ(other->GetPduCounters().GetReceived(IscsiOpcode::NOP_IN),
                              1,
                              "told of the window (11.4.11)");
        C(0).Manage(Function::TARGET_COLD_RESET, 1);
        Pass();
        NS_TEST_EXPECT_MSG_EQ(bench->target->GetSessionCount(), 0, "all ended");
        Expect(Codes(C(0)), "0,0", "the response went out before");
        NS_TEST_EXPECT_MSG_EQ(C(0).ended, true, "TCP is closed");
        Finish();
    }
};

/**
 * @ingroup iscsi-tests
 *
 * Extended CDBs and bidirectional commands.
 */
class IscsiTargetAdditionalHeaderTestCase : public IscsiTargetScriptTestCase
{
  public:
    IscsiTargetAdditionalHeaderTestCase()
        : IscsiTargetScriptTestCase("additional header segments (RFC 7143, 11.2.2 and 11.4.1)")
    {
    }

  private:
    void DoRun() override
    {
        Begin(0);
        IscsiScsiCommandHeader header;
        header.initiatorTaskTag = 110;
        header.cmdSn = 1;
        header.read = true;
        header.write = true;
        header.expectedDataTransferLength = 512;
        header.cdb[5] = 10;
        // A CDB of 19 bytes, and 1024 bytes to read.
        C(0).Send(header, nullptr, {0, 4, 1, 0, 0xa, 0xb, 0xc, 0, 0, 5, 2, 0, 0, 0, 4, 0});
        Pass();
        const auto task = device->tasks.at(10);
        NS_TEST_EXPECT_MSG_EQ((task->extendedCdb == std::vector<uint8_t>{0xa, 0xb, 0xc}),
                              true,
                              "bytes 16 to 18 of the CDB");
        NS_TEST_EXPECT_MSG_EQ(task->dataInLength, 1024, "to read");
        NS_TEST_EXPECT_MSG_EQ(task->dataOutLength, 512, "to write");
        task->residual = 12;
        task->dataInResidual = -34;
        task->port->SendDataIn(task, 0, Create<Packet>(1024));
        C(0).DataOut(110, 0, 0, 0, 512, true);
        Pass();
        NS_TEST_EXPECT_MSG_EQ(C(0).Get<IscsiR2tHeader>().at(0).r2tSn, 0, "R2T has number 0");
        NS_TEST_EXPECT_MSG_EQ(C(0).Get<IscsiDataInHeader>().at(0).dataSn, 1, "Data-In number 1");
        const auto response = C(0).Get<IscsiScsiResponseHeader>().at(0);
        NS_TEST_EXPECT_MSG_EQ(response.underflow, true, "of the write");
        NS_TEST_EXPECT_MSG_EQ(response.residualCount, 12, "of the write");
        NS_TEST_EXPECT_MSG_EQ(response.bidirectionalOverflow, true, "of the read");
        NS_TEST_EXPECT_MSG_EQ(response.bidirectionalReadResidualCount, 34, "of the read");
        Finish();
    }
};

/**
 * @ingroup iscsi-tests
 *
 * Residuals of reads, whose status comes with the data, and of writes.
 */
class IscsiTargetResidualTestCase : public IscsiTargetScriptTestCase
{
  public:
    IscsiTargetResidualTestCase()
        : IscsiTargetScriptTestCase("residuals (RFC 7143, 11.4.5)")
    {
    }

  private:
    void DoRun() override
    {
        Begin(0);
        uint8_t number = 1;
        for (const int64_t residual : {0, 7, -7})
        {
            C(0).received.clear();
            C(0).Command(false, number, number, 1);
            C(0).Command(true, number + 1, number + 1, 1);
            Pass();
            device->tasks.at(number)->residual = residual;
            device->tasks.at(number + 1)->residual = residual;
            device->Give(number);
            device->Answer(number + 1);
            C(0).DataOut(100 + number + 1, number / 2, 0, 0, 512, true);
            Pass();
            Check(C(0).Get<IscsiDataInHeader>().at(0), residual);
            Check(C(0).Get<IscsiScsiResponseHeader>().at(0), residual);
            number += 2;
        }
        Finish();
    }

    /**
     * @tparam T class of a header with a residual
     * @param header the header
     * @param residual what its fields stand for: above 0 for an underflow
     */
    template <typename T>
    void Check(const T& header, int64_t residual)
    {
        NS_TEST_EXPECT_MSG_EQ(header.overflow, (residual < 0), "O bit for " << residual);
        NS_TEST_EXPECT_MSG_EQ(header.underflow, (residual > 0), "U bit for " << residual);
        NS_TEST_EXPECT_MSG_EQ(header.residualCount, (residual == 0 ? 0 : 7), "count");
    }
};

/**
 * @ingroup iscsi-tests
 *
 * A function waits for the last command of the window, too: here for both of two.
 */
class IscsiTargetWindowEndTestCase : public IscsiTargetScriptTestCase
{
  public:
    IscsiTargetWindowEndTestCase()
        : IscsiTargetScriptTestCase("a function behind the whole window (RFC 7143, 4.2.3.3 b)")
    {
    }

  private:
    void DoRun() override
    {
        bench = std::make_unique<IscsiTestBench>("100Mbps", MilliSeconds(1));
        bench->targetHelper.SetAttribute("CommandWindow", UintegerValue(2));
        Begin(0);
        C(0).Manage(Function::ABORT_TASK_SET, 3);
        Pass();
        Expect(Codes(C(0)), "", "commands 1 and 2 may still come");
        C(0).Command(false, 1, 10, 1);
        Pass();
        Expect(Codes(C(0)), "", "command 2 may still come");
        C(0).Command(false, 2, 20, 1);
        Pass();
        Expect(Codes(C(0)), "0", "all before it have come");
        Expect(Heard(), "command 10,command 20,manage 1", "in this order");
        Finish();
    }
};

/**
 * @ingroup iscsi-tests
 *
 * Immediate commands while there is room for all, and a tag that is given again when its status was
 * sent but not acknowledged.
 */
class IscsiTargetAdmissionTestCase : public IscsiTargetScriptTestCase
{
  public:
    IscsiTargetAdmissionTestCase()
        : IscsiTargetScriptTestCase("commands that are admitted (RFC 7143, 4.2.2.1 and 11.2.1.8)")
    {
    }

  private:
    void DoRun() override
    {
        Begin(1);
        const uint32_t status = C(0).expStatSn;
        C(0).Command(false, 1, 10, 1, true);
        C(0).Command(false, 1, 20, 1, true);
        C(0).Command(false, 1, 30, 1);
        Pass();
        Expect(Heard(), "command 10,command 20,command 30", "two immediate ones beside another");
        device->Give(30);
        Pass();
        Expect(C(0).GetNames(), "SCSI Data-In", "command 30 is over");
        IscsiScsiCommandHeader header;
        header.read = true;
        header.expectedDataTransferLength = 512;
        header.initiatorTaskTag = 130;
        header.cmdSn = 2;
        header.expStatSn = status;
        header.cdb[0] = 0x28;
        header.cdb[5] = 31;
        header.cdb[8] = 1;
        C(0).Send(header);
        Pass();
        Expect(Heard(), "command 31", "its tag is free");
        header.cmdSn = 3;
        C(0).Send(header);
        Pass();
        Expect(Heard(), "", "its tag is not free any more");
        const auto rejects = C(0).Get<IscsiRejectHeader>();
        NS_TEST_EXPECT_MSG_EQ(rejects.size(), 1, "rejected");
        for (const auto& reject : rejects)
        {
            NS_TEST_EXPECT_MSG_EQ((reject.reason == IscsiRejectReason::TASK_IN_PROGRESS),
                                  true,
                                  "task in progress");
        }
        Finish();
    }
};

/**
 * @ingroup iscsi-tests
 *
 * Task management and the fields of commands as a target sees them.
 */
class IscsiTargetTasksTestSuite : public TestSuite
{
  public:
    IscsiTargetTasksTestSuite()
        : TestSuite("iscsi-target-tasks", Type::UNIT)
    {
        AddTestCase(new IscsiTargetAbortTaskTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiTargetUnmanagedDeviceTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiTargetAbortTaskSetTestCase(false), TestCase::Duration::QUICK);
        AddTestCase(new IscsiTargetAbortTaskSetTestCase(true), TestCase::Duration::QUICK);
        AddTestCase(new IscsiTargetFenceTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiTargetTerminationTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiTargetOtherFunctionsTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiTargetColdResetTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiTargetAdditionalHeaderTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiTargetAdmissionTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiTargetResidualTestCase, TestCase::Duration::QUICK);
        AddTestCase(new IscsiTargetWindowEndTestCase, TestCase::Duration::QUICK);
    }
};

static IscsiTargetTasksTestSuite g_iscsiTargetTasksTestSuite; //!< registers the suite
