/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../session/iscsi-raw-requests.h"
#include "../session/iscsi-raw-test-case.h"

#include "ns3/boolean.h"
#include "ns3/iscsi-scsi-response-header.h"
#include "ns3/iscsi-snack-header.h"
#include "ns3/iscsi-task-management-header.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"
#include "ns3/user-error.h"

using namespace ns3;

namespace
{

using Test = IscsiRawTestCase;
using Request = IscsiRawTarget::Request;
using Function = IscsiTaskManagementFunction;
using Response = IscsiTaskManagementResponseCode;

/**
 * ABORT TASK over the task's own connection; the task ends with the answer, and what comes late is
 * dropped.
 *
 * @param test the test
 */
void
AbortTask(Test& test)
{
    IscsiRawBench raw(2);
    raw.target.script = IgnoreCommands;
    std::vector<Ptr<ScsiTask>> tasks;
    bool result = true;
    raw.At(Seconds(1), [&]() {
        tasks.push_back(raw.client.Send(raw.Session(), 512, nullptr, 3));
        tasks.push_back(raw.client.Send(raw.Session(), 512, nullptr, 3));
    });
    raw.At(Seconds(2), [&]() {
        result = raw.Session()->AbortTask(tasks[1]);
        raw.Session()->AbortTask(tasks[1]);
    });
    raw.At(Seconds(3), [&]() {
        raw.target.SendGood(1, GetTag(raw.target.Get(IscsiOpcode::SCSI_COMMAND)[1]));
        raw.target.SendGood(0, GetTag(raw.target.Get(IscsiOpcode::SCSI_COMMAND)[0]));
    });
    raw.Run(Seconds(4));
    test.True(!result, "the client hears of its end");
    const auto aborts = raw.target.Get(IscsiOpcode::TASK_MANAGEMENT_REQUEST);
    test.Equal(aborts.size(), 1, "asked once");
    const auto abort = aborts.at(0).As<IscsiTaskManagementRequestHeader>();
    test.Equal(aborts.at(0).link, 1, "the task's connection");
    test.True(abort.function == Function::ABORT_TASK, "function");
    test.True(abort.immediate, "immediate");
    test.Equal(abort.lun, uint64_t{3} << 48, "unit");
    test.Equal(abort.referencedTaskTag,
               GetTag(raw.target.Get(IscsiOpcode::SCSI_COMMAND)[1]),
               "task");
    test.Equal(abort.refCmdSn, 2, "its number");
    test.Equal(abort.cmdSn, 3, "the next number, which it does not take");
    test.Equal(raw.client.completed.size(), 2, "both end, each once");
    test.True(raw.client.completed.at(0) == tasks[1], "the aborted one first");
    test.True(tasks[1]->status == ScsiStatus::TASK_ABORTED, "TASK ABORTED");
    test.True(raw.Session()->IsReady(), "the late response does no harm");
}

/**
 * A target that never answers an ABORT TASK: the connection counts as failed after
 * TaskManagementTimeout, the task ends, and a new session begins.
 *
 * @param test the test
 */
void
UnansweredAbort(Test& test)
{
    IscsiRawBench raw;
    raw.bench.initiatorHelper.SetAttribute("TaskManagementTimeout", TimeValue(MilliSeconds(500)));
    raw.target.script = [](const Request& request) {
        return request.opcode == IscsiOpcode::SCSI_COMMAND ||
               request.opcode == IscsiOpcode::TASK_MANAGEMENT_REQUEST;
    };
    Ptr<ScsiTask> task;
    raw.At(Seconds(1), [&]() {
        task = raw.client.Send(raw.Session(), 512);
        raw.Session()->ManageTasks(Function::ABORT_TASK_SET, 0, nullptr);
    });
    raw.Run(MilliSeconds(1499));
    test.True(!raw.target.links.at(0).hasEnded, "not yet");
    raw.Run(Seconds(8));
    test.Equal(raw.errors.at(0), "a task management request was not answered", "traced");
    test.True(raw.target.links.at(0).hasEnded, "closed");
    test.Equal(raw.client.completed.size(), 1, "the client hears of its end");
    test.True(raw.target.links.at(1).isLoggedIn, "a new session");
}

/**
 * A task whose command was not sent ends without a word to the target; one that the target refuses
 * to abort continues.
 *
 * @param test the test
 */
void
AbortWithoutEffect(Test& test)
{
    IscsiRawBench raw;
    raw.target.window = 1;
    raw.target.acknowledges = false;
    raw.target.script = [&raw](const Request& request) {
        if (request.opcode == IscsiOpcode::TASK_MANAGEMENT_REQUEST)
        {
            IscsiTaskManagementResponseHeader answer;
            answer.initiatorTaskTag =
                request.As<IscsiTaskManagementRequestHeader>().initiatorTaskTag;
            answer.response = Response::FUNCTION_NOT_SUPPORTED;
            raw.target.SendStatus(0, answer);
        }
        return true;
    };
    std::vector<Ptr<ScsiTask>> tasks;
    raw.At(Seconds(1), [&]() {
        tasks.push_back(raw.client.Send(raw.Session(), 512));
        tasks.push_back(raw.client.Send(raw.Session(), 512));
        raw.Session()->AbortTask(tasks[1]);
        test.Equal(raw.client.completed.size(), 0, "not from inside");
        raw.Session()->AbortTask(tasks[0]);
    });
    raw.At(Seconds(2), [&]() {
        test.Equal(raw.client.completed.size(), 1, "one ended");
        raw.target.SendGood(0, GetTag(raw.target.requests.at(0)));
    });
    raw.Run(Seconds(3));
    test.Equal(raw.target.Get(IscsiOpcode::SCSI_COMMAND).size(), 1, "never sent");
    test.True(tasks[1]->status == ScsiStatus::TASK_ABORTED, "aborted");
    test.True(tasks[0]->status == ScsiStatus::GOOD, "not aborted");
    test.Equal(raw.client.completed.size(), 2, "each once");
}

/**
 * A function for a unit or the target: which tasks end with its answer.
 *
 * @param test the test
 * @param function the function
 * @param ended the tasks that end, in their order; of three, the second is for another unit
 * @param hasLun whether the request names the unit
 */
void
ManageTasks(Test& test, Function function, const std::vector<uint32_t>& ended, bool hasLun)
{
    IscsiRawBench raw;
    raw.target.script = IgnoreCommands;
    std::vector<Ptr<ScsiTask>> tasks;
    std::optional<Response> response;
    raw.At(Seconds(1), [&]() {
        for (const uint16_t lun : {1, 2, 1})
        {
            tasks.push_back(raw.client.Send(raw.Session(), 512, nullptr, lun));
        }
        raw.Session()->ManageTasks(function, uint64_t{1} << 48, [&](auto code) {
            response = code;
        });
        // This one comes behind the function in the order of commands.
        tasks.push_back(raw.client.Send(raw.Session(), 512, nullptr, 1));
    });
    raw.Run(Seconds(2));
    test.True(response == Response::FUNCTION_COMPLETE, "answered");
    const auto request = raw.target.Get(IscsiOpcode::TASK_MANAGEMENT_REQUEST).at(0);
    const auto header = request.As<IscsiTaskManagementRequestHeader>();
    test.True(header.function == function, "function");
    test.Equal(header.lun, hasLun ? uint64_t{1} << 48 : 0, "unit");
    test.Equal(header.referencedTaskTag, IscsiHeader::RESERVED_TAG, "no task, 11.5.4");
    test.Equal(header.cmdSn, 4, "its place");
    test.Equal(raw.client.completed.size(), ended.size(), "tasks that end");
    for (uint32_t i = 0; i < ended.size(); i++)
    {
        test.True(raw.client.completed[i] == tasks[ended[i]], "which and in which order");
        test.True(tasks[ended[i]]->status == ScsiStatus::TASK_ABORTED, "how");
    }
}

/**
 * While a reset is under way commands wait, so that none can fall under it.
 *
 * @param test the test
 */
void
CommandsWaitForReset(Test& test)
{
    IscsiRawBench raw;
    raw.target.script = [&raw](const Request& request) {
        if (request.opcode != IscsiOpcode::TASK_MANAGEMENT_REQUEST)
        {
            return false;
        }
        const auto tag = request.As<IscsiTaskManagementRequestHeader>().initiatorTaskTag;
        raw.At(Seconds(3), [&raw, tag]() {
            IscsiTaskManagementResponseHeader answer;
            answer.initiatorTaskTag = tag;
            raw.target.SendStatus(0, answer);
        });
        return true;
    };
    raw.At(Seconds(1), [&]() {
        raw.Session()->ManageTasks(Function::LOGICAL_UNIT_RESET, 0, nullptr);
        raw.client.Send(raw.Session(), 512);
    });
    raw.Run(Seconds(4));
    const auto commands = raw.target.Get(IscsiOpcode::SCSI_COMMAND);
    test.Equal(commands.size(), 1, "sent");
    test.True(commands.at(0).when > Seconds(3), "afterwards");
}

/**
 * With FastAbort no data of the tasks concerned go out any more, with the standard they do.
 *
 * @param test the test
 * @param isFast whether FastAbort applies
 */
void
DataDuringAbort(Test& test, bool isFast)
{
    IscsiRawBench raw;
    raw.bench.initiatorHelper.SetAttribute(
        "TaskReporting",
        StringValue(isFast ? "FastAbort,ResponseFence,RFC3720" : "RFC3720"));
    if (isFast)
    {
        raw.target.answers["TaskReporting"] = "FastAbort";
    }
    raw.target.script = [&raw](const Request& request) {
        if (request.opcode == IscsiOpcode::SCSI_COMMAND)
        {
            // Arrives when the function has been sent.
            raw.target.SendR2t(0, GetTag(request), 0, 8192, 8192);
        }
        return true;
    };
    raw.At(Seconds(1),
           [&]() { raw.client.Send(raw.Session(), 0, IscsiTestBench::MakeData(16384, 0)); });
    raw.At(Seconds(1) + MicroSeconds(1500),
           [&]() { raw.Session()->ManageTasks(Function::ABORT_TASK_SET, 0, nullptr); });
    raw.Run(Seconds(2));
    test.Equal(raw.target.Get(IscsiOpcode::SCSI_DATA_OUT).size(), isFast ? 0 : 1, "data");
}

/**
 * Functions that are about one task, and a session that does not exist.
 *
 * @param test the test
 */
void
OtherFunctions(Test& test)
{
    IscsiRawBench raw;
    raw.target.script = IgnoreCommands;
    std::string heard;
    const auto listen = [&heard](auto code) {
        heard += code ? std::to_string(static_cast<uint32_t>(*code)) + " " : "- ";
    };
    raw.At(NanoSeconds(1), [&]() {
        raw.Session()->ManageTasks(Function::CLEAR_ACA, 0, listen);
        raw.Session()->ManageTask(Function::QUERY_TASK, Create<ScsiTask>(), listen);
    });
    raw.At(Seconds(1), [&]() {
        const auto task = raw.client.Send(raw.Session(), 512);
        raw.Session()->ManageTask(Function::QUERY_TASK, task, listen);
        for (const auto function :
             {Function::ABORT_TASK, Function::QUERY_TASK, Function::TASK_REASSIGN})
        {
            bool isRefused = false;
            try
            {
                raw.Session()->ManageTasks(function, 0, listen);
            }
            catch (const UserError&)
            {
                isRefused = true;
            }
            test.True(isRefused, "not for ManageTasks");
        }
    });
    raw.Run(Seconds(2));
    test.Equal(heard, "- - 0 ", "no session, no task, complete");
    test.Equal(raw.client.completed.size(), 0, "a query ends nothing");
}

/**
 * A bidirectional command with a CDB of 20 bytes: both additional segments, both directions, both
 * residuals; R2T and Data-In share their numbers.
 *
 * @param test the test
 */
void
Bidirectional(Test& test)
{
    IscsiRawBench raw;
    raw.bench.initiatorHelper.SetAttribute("ImmediateData", BooleanValue(false));
    raw.target.script = [&raw](const Request& request) {
        if (request.opcode == IscsiOpcode::SCSI_COMMAND)
        {
            if (!request.As<IscsiScsiCommandHeader>().write)
            {
                return false;
            }
            raw.target.SendR2t(0, GetTag(request), 0, 0, 1024);
            raw.target.SendDataIn(0, GetTag(request), 1, 0, IscsiTestBench::MakeData(500, 9));
        }
        else
        {
            IscsiScsiResponseHeader answer;
            answer.initiatorTaskTag = request.As<IscsiDataOutHeader>().initiatorTaskTag;
            answer.expDataSn = 2;
            answer.overflow = true;
            answer.residualCount = 24;
            answer.bidirectionalUnderflow = true;
            answer.bidirectionalReadResidualCount = 12;
            raw.target.SendStatus(0, answer);
        }
        return true;
    };
    auto task = Create<ScsiTask>();
    raw.At(Seconds(1), [&]() {
        task->dataInLength = 512;
        task->dataOutLength = 1024;
        task->extendedCdb = {1, 2, 3, 4};
        task->client = &raw.client;
        raw.client.dataIn[task].resize(512);
        raw.client.dataOut[task] = IscsiTestBench::MakeData(1024, 1);
        // The client learns its port by the way.
        raw.client.Send(raw.Session(), 0);
        raw.Session()->SendScsiCommand(task);
    });
    raw.Run(Seconds(2));
    const auto commands = raw.target.Get(IscsiOpcode::SCSI_COMMAND);
    const auto header = commands.at(1).As<IscsiScsiCommandHeader>();
    test.True(header.read && header.write, "both directions");
    test.Equal(header.expectedDataTransferLength, 1024, "the write's length, 11.3.4");
    // An extended CDB of 4 + 4 bytes, and 8 for the length of the read.
    test.Equal(+header.totalAhsLength, 4, "words of additional segments");
    test.Equal(header.dataSegmentLength, 0, "no data");
    const auto bytes = IscsiTestBench::GetBytes(commands.at(1).pdu);
    test.Equal(+bytes.at(48 + 8 + 2), 2, "the second is the length of the read");
    test.Equal(bytes.at(48 + 8 + 6) * 256 + bytes.at(48 + 8 + 7), 512, "the length");
    test.Equal(raw.client.received[task], 500, "data-in");
    test.Equal(task->residual, -24, "overflow of the write, 11.4.5");
    test.Equal(task->dataInResidual, 12, "underflow of the read, 11.4.6");
}

/**
 * Where DataPDUInOrder and DataSequenceInOrder are No, data and R2Ts may have any offset; else
 * data out of order end the connection.
 *
 * @param test the test
 * @param isAllowed whether they are No
 */
void
AnyOrder(Test& test, bool isAllowed)
{
    IscsiRawBench raw;
    raw.bench.initiatorHelper.SetAttribute("DataPDUInOrder", BooleanValue(!isAllowed));
    raw.bench.initiatorHelper.SetAttribute("DataSequenceInOrder", BooleanValue(!isAllowed));
    raw.bench.initiatorHelper.SetAttribute("ImmediateData", BooleanValue(false));
    const auto data = IscsiTestBench::MakeData(3000, 4);
    raw.target.script = [&](const Request& request) {
        if (request.opcode == IscsiOpcode::SCSI_COMMAND)
        {
            const auto tag = GetTag(request);
            if (request.As<IscsiScsiCommandHeader>().write)
            {
                raw.target.SendR2t(0, tag, 0, 2000, 1000);
                raw.target.SendR2t(0, tag, 1, 0, 2000);
                return true;
            }
            raw.target.SendDataIn(0, tag, 0, 2000, data->CreateFragment(2000, 1000));
            raw.target.SendDataIn(0, tag, 1, 0, data->CreateFragment(0, 1000));
            raw.target.SendDataIn(0, tag, 2, 1000, data->CreateFragment(1000, 1000));
            raw.target.SendGood(0, tag, 3);
        }
        return true;
    };
    Ptr<ScsiTask> read;
    raw.At(Seconds(1), [&]() { raw.client.Send(raw.Session(), 0, data); });
    raw.At(Seconds(1.5), [&]() { read = raw.client.Send(raw.Session(), 3000); });
    raw.Run(Seconds(2));
    const auto out = raw.target.Get(IscsiOpcode::SCSI_DATA_OUT);
    test.Equal(out.at(0).As<IscsiDataOutHeader>().bufferOffset, 2000, "as the R2Ts asked");
    test.Equal(out.at(1).As<IscsiDataOutHeader>().bufferOffset, 0, "as the R2Ts asked");
    test.Equal(raw.client.completed.size(), isAllowed ? 1 : 2, "the read, or both as lost");
    test.True(raw.target.links[0].hasEnded != isAllowed, "whether the connection ends");
    if (isAllowed)
    {
        test.True(raw.client.dataIn[read] == IscsiTestBench::GetBytes(data), "all data in place");
    }
}

/**
 * @ingroup iscsi-tests
 *
 * Task management, additional header segments and the order of data at an initiator.
 */
class IscsiInitiatorTasksTestSuite : public TestSuite
{
  public:
    IscsiInitiatorTasksTestSuite()
        : TestSuite("iscsi-initiator-tasks", Type::UNIT)
    {
        Add("ABORT TASK, 11.5.1", AbortTask);
        Add("ABORT TASK without effect, 11.6.1", AbortWithoutEffect);
        Add("a function is not answered", UnansweredAbort);
        AddFunctions();
        Add("commands wait for a reset", CommandsWaitForReset);
        Add("data after ABORT TASK SET, 4.2.3.3", [](Test& test) { DataDuringAbort(test, false); });
        Add("data after ABORT TASK SET with FastAbort, 4.2.3.4",
            [](Test& test) { DataDuringAbort(test, true); });
        Add("functions about one task", OtherFunctions);
        Add("bidirectional command, 11.2.2 and 11.4.6", Bidirectional);
        Add("data in any order, 13.18 and 13.19", [](Test& test) { AnyOrder(test, true); });
        Add("data out of order, 7.9", [](Test& test) { AnyOrder(test, false); });
    }

  private:
    /**
     * @param name what is checked
     * @param body checks it
     */
    void Add(const std::string& name, Test::Body body)
    {
        AddTestCase(new Test(name, body), TestCase::Duration::QUICK);
    }

    /**
     * @param name name of the function
     * @param function the function
     * @param ended the tasks that end
     * @param hasLun whether it names a unit
     */
    void Add(const std::string& name,
             Function function,
             const std::vector<uint32_t>& ended,
             bool hasLun)
    {
        Add(name + ", 4.2.3.2 and 11.5.3",
            [function, ended, hasLun](Test& test) { ManageTasks(test, function, ended, hasLun); });
    }

    /**
     * Add the functions for units and targets. Task 3 comes behind each.
     */
    void AddFunctions()
    {
        Add("ABORT TASK SET", Function::ABORT_TASK_SET, {0, 2}, true);
        Add("CLEAR ACA", Function::CLEAR_ACA, {}, true);
        Add("CLEAR TASK SET", Function::CLEAR_TASK_SET, {0, 2}, true);
        Add("LOGICAL UNIT RESET", Function::LOGICAL_UNIT_RESET, {0, 2}, true);
        Add("TARGET WARM RESET", Function::TARGET_WARM_RESET, {0, 1, 2}, false);
        Add("TARGET COLD RESET", Function::TARGET_COLD_RESET, {0, 1, 2}, false);
        Add("QUERY TASK SET", Function::QUERY_TASK_SET, {}, true);
        Add("I_T NEXUS RESET", Function::I_T_NEXUS_RESET, {0, 1, 2}, false);
    }
};

IscsiInitiatorTasksTestSuite g_iscsiInitiatorTasksTestSuite; //!< registers the suite

} // namespace
