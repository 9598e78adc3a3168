/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../session/iscsi-raw-requests.h"
#include "../session/iscsi-raw-test-case.h"

#include "ns3/boolean.h"
#include "ns3/error-model.h"
#include "ns3/iscsi-logout-header.h"
#include "ns3/iscsi-nop-header.h"
#include "ns3/iscsi-task-management-header.h"
#include "ns3/pointer.h"

#include <functional>
#include <vector>

using namespace ns3;

namespace
{

using Test = IscsiRawTestCase;
using Request = IscsiRawTarget::Request;
using Function = IscsiTaskManagementFunction;

/**
 * ErrorRecoveryLevel 0: any gap ends the session, which is made again.
 *
 * @param test the test
 */
void
GapWithoutRecovery(Test& test)
{
    IscsiRawBench raw;
    raw.target.script = [&](const Request& request) {
        if (request.opcode == IscsiOpcode::SCSI_COMMAND && request.when < Seconds(2))
        {
            raw.target.LoseStatus(0);
            raw.target.SendGood(0, GetTag(request));
            return true;
        }
        return false;
    };
    Ptr<ScsiTask> task;
    raw.At(Seconds(1), [&]() { task = raw.client.Send(raw.Session(), 0); });
    raw.At(Seconds(4), [&]() { raw.client.Send(raw.Session(), 0); });
    raw.Run(Seconds(5));
    test.True(task->response == ScsiServiceResponse::DELIVERY_FAILURE, "lost");
    test.Equal(raw.GetStates("session"), "FREE LOGGED_IN FAILED FREE LOGGED_IN", "made again");
    test.Equal(raw.client.completed.size(), 2, "and works");
}

/**
 * ErrorRecoveryLevel 2, one connection: it is made again with the same CID after Time2Wait, tasks
 * are reassigned from where they were, and what the target never had is sent again.
 *
 * @param test the test
 */
void
Reassignment(Test& test)
{
    IscsiRawBench raw(1, 2);
    const auto data = IscsiTestBench::MakeData(4000, 3);
    raw.target.script = [&](const Request& request) {
        if (request.opcode == IscsiOpcode::TASK_MANAGEMENT_REQUEST)
        {
            const auto tag = request.As<IscsiTaskManagementRequestHeader>().referencedTaskTag;
            const auto link = request.link;
            raw.At(Seconds(8), [&raw, link, tag, data]() {
                // The first came already, the second is new.
                raw.target.SendDataIn(link, tag, 1, 1000, data->CreateFragment(1000, 3000));
                raw.target.SendGood(link, tag, 2);
            });
            return false;
        }
        if (request.opcode != IscsiOpcode::SCSI_COMMAND || request.link > 0)
        {
            return false;
        }
        if (raw.target.acknowledges)
        {
            // The next one never arrives.
            raw.target.acknowledges = false;
            raw.target.SendDataIn(0, GetTag(request), 0, 0, data->CreateFragment(0, 1000));
        }
        return true;
    };
    std::vector<Ptr<ScsiTask>> tasks;
    bool isReadyBetween = true;
    bool isCalled = false;
    raw.At(Seconds(1), [&]() {
        tasks.push_back(raw.client.Send(raw.Session(), 4000));
        tasks.push_back(raw.client.Send(raw.Session(), 0));
    });
    raw.At(Seconds(2), [&]() {
        raw.target.links[0].stream->Close();
        raw.target.acknowledges = true;
    });
    raw.At(Seconds(3), [&]() {
        isReadyBetween = raw.Session()->IsReady();
        raw.Session()->CallWhenReady(Callback<void>([&isCalled]() { isCalled = true; }));
        tasks.push_back(raw.client.Send(raw.Session(), 0));
    });
    raw.Run(Seconds(10));
    test.True(!isReadyBetween && isCalled, "not ready meanwhile, and told afterwards");
    test.Equal(raw.GetStates("session"), "FREE LOGGED_IN FAILED LOGGED_IN", "N5 N4");
    test.Equal(raw.GetStates("connection 1"),
               "FREE XPT_WAIT IN_LOGIN LOGGED_IN CLEANUP_WAIT IN_CLEANUP "
               "XPT_WAIT IN_LOGIN LOGGED_IN FREE",
               "T15 M2 M4");
    const auto& again = raw.target.links.at(1).login;
    test.Equal(again.tsih, 7, "the same session, 6.3.4");
    test.Equal(again.cid, 1, "the same connection");
    const auto managed = raw.target.Get(IscsiOpcode::TASK_MANAGEMENT_REQUEST);
    test.Equal(managed.size(), 1, "one task reassigned");
    const auto reassign = managed.at(0).As<IscsiTaskManagementRequestHeader>();
    test.True(managed.at(0).when > Seconds(4) && managed.at(0).when < Seconds(4.1),
              "2 s of Time2Wait later");
    test.True(reassign.function == Function::TASK_REASSIGN && reassign.immediate, "immediate");
    test.Equal(reassign.expDataSn, 1, "the first Data-In came, 11.5.6");
    const auto commands = raw.target.Get(IscsiOpcode::SCSI_COMMAND);
    test.Equal(commands.size(), 4, "the second was sent again, then the third");
    test.Equal(commands.at(2).As<IscsiScsiCommandHeader>().cmdSn, 2, "with its number");
    test.Equal(raw.client.completed.size(), 3, "all complete");
    for (const auto& task : tasks)
    {
        test.True(task->response == ScsiServiceResponse::COMMAND_COMPLETE, "none is lost");
    }
    test.Equal(raw.client.received[tasks[0]], 4000, "each byte once");
    test.True(raw.client.dataIn[tasks[0]] == IscsiTestBench::GetBytes(data), "in its place");
}

/**
 * ErrorRecoveryLevel 2, two connections: the lost one is logged out for recovery over the other,
 * its write continues there, and it is made again.
 *
 * @param test the test
 */
void
RecoveryLogout(Test& test)
{
    IscsiRawBench raw(2, 2);
    raw.bench.initiatorHelper.SetAttribute("ImmediateData", BooleanValue(false));
    raw.target.script = [&](const Request& request) {
        if (request.opcode == IscsiOpcode::SCSI_COMMAND)
        {
            raw.target.SendR2t(request.link, GetTag(request), 0, 0, 1000);
            return true;
        }
        if (request.opcode == IscsiOpcode::SCSI_DATA_OUT && request.link == 1)
        {
            const auto tag = request.As<IscsiDataOutHeader>().initiatorTaskTag;
            raw.target.SendGood(1, tag, 1);
        }
        if (request.opcode == IscsiOpcode::TASK_MANAGEMENT_REQUEST)
        {
            const auto tag = request.As<IscsiTaskManagementRequestHeader>().referencedTaskTag;
            raw.At(Simulator::Now() + MilliSeconds(5),
                   [&raw, tag]() { raw.target.SendR2t(1, tag, 0, 0, 1000); });
            return false;
        }
        return request.opcode == IscsiOpcode::SCSI_DATA_OUT;
    };
    Ptr<ScsiTask> task;
    raw.At(Seconds(1),
           [&]() { task = raw.client.Send(raw.Session(), 0, IscsiTestBench::MakeData(1000, 3)); });
    // The target got the data but lost them with the connection.
    raw.At(Seconds(2), [&]() { raw.target.links[0].stream->Close(); });
    raw.Run(Seconds(6));
    const auto logouts = raw.target.Get(IscsiOpcode::LOGOUT_REQUEST);
    test.Equal(logouts.size(), 1, "one logout");
    const auto logout = logouts.at(0).As<IscsiLogoutRequestHeader>();
    test.True(logout.reason == IscsiLogoutReason::REMOVE_CONNECTION_FOR_RECOVERY, "11.14.1");
    test.Equal(logout.cid, 1, "of the lost one, 11.14.3");
    test.Equal(logouts.at(0).link, 1, "over the other");
    test.True(logouts.at(0).when > Seconds(4), "after Time2Wait");
    const auto managed = raw.target.Get(IscsiOpcode::TASK_MANAGEMENT_REQUEST);
    test.Equal(managed.at(0).As<IscsiTaskManagementRequestHeader>().expDataSn, 0, "a write");
    test.True(task->response == ScsiServiceResponse::COMMAND_COMPLETE, "it goes on");
    test.Equal(raw.client.questions, 1, "without asking the client again");
    test.Equal(raw.GetStates("session"), "FREE LOGGED_IN", "never failed");
    test.Equal(raw.Session()->GetConnections().size(), 2, "both are there");
    test.Equal(raw.target.links.at(2).login.cid, 1, "the lost one again");
}

/**
 * ErrorRecoveryLevel 0, two connections: the lost one is logged out to close it; what the target
 * had is lost, what it never had is sent again.
 *
 * @param test the test
 */
void
ClosingLogout(Test& test)
{
    IscsiRawBench raw(2);
    raw.target.script = [&](const Request& request) {
        if (request.opcode == IscsiOpcode::SCSI_COMMAND)
        {
            const auto sn = request.As<IscsiScsiCommandHeader>().cmdSn;
            raw.target.acknowledges = sn < 2 || request.when > Seconds(2);
            return request.when < Seconds(2);
        }
        return false;
    };
    std::vector<Ptr<ScsiTask>> tasks;
    raw.At(Seconds(1), [&]() {
        for (uint32_t i = 0; i < 3; i++)
        {
            tasks.push_back(raw.client.Send(raw.Session(), 0));
        }
    });
    raw.At(Seconds(2), [&]() { raw.target.links[0].stream->Close(); });
    raw.Run(Seconds(6));
    const auto logouts = raw.target.Get(IscsiOpcode::LOGOUT_REQUEST);
    test.True(logouts.at(0).As<IscsiLogoutRequestHeader>().reason ==
                  IscsiLogoutReason::CLOSE_CONNECTION,
              "7.14 b");
    test.True(tasks[0]->response == ScsiServiceResponse::DELIVERY_FAILURE, "it had the first");
    test.True(tasks[2]->response == ScsiServiceResponse::COMMAND_COMPLETE, "not the third");
    test.Equal(raw.target.Get(IscsiOpcode::SCSI_COMMAND).back().link, 1, "sent again elsewhere");
    test.Equal(raw.GetStates("session"), "FREE LOGGED_IN", "the session goes on");
}

/**
 * The target has forgotten the session: the reinstatement is refused (M3 and M1), tasks are lost,
 * and a new session begins.
 *
 * @param test the test
 */
void
ForgottenSession(Test& test)
{
    IscsiRawBench raw(1, 2);
    raw.target.script = [](const Request& request) {
        return request.opcode == IscsiOpcode::SCSI_COMMAND;
    };
    raw.target.loginScript = [](auto& link, IscsiLoginResponseHeader& header) {
        if (link.login.tsih != 0)
        {
            header.SetStatus(IscsiLoginStatus::SESSION_DOES_NOT_EXIST);
        }
        return true;
    };
    Ptr<ScsiTask> task;
    raw.At(Seconds(1), [&]() { task = raw.client.Send(raw.Session(), 512); });
    raw.At(Seconds(2), [&]() { raw.target.links[0].stream->Close(); });
    raw.Run(Seconds(8));
    test.True(task->response == ScsiServiceResponse::DELIVERY_FAILURE, "lost");
    test.Equal(raw.GetStates("session"), "FREE LOGGED_IN FAILED FREE LOGGED_IN", "N5 N6 N1");
    test.True(raw.Session()->IsReady(), "works again");
    test.Equal(raw.target.links.size(), 3, "logins");
}

/**
 * The reassignments that the target refuses end their tasks.
 *
 * @param test the test
 */
void
RefusedReassignment(Test& test)
{
    IscsiRawBench raw(1, 2);
    raw.target.script = [&](const Request& request) {
        if (request.opcode == IscsiOpcode::TASK_MANAGEMENT_REQUEST)
        {
            IscsiTaskManagementResponseHeader answer;
            answer.initiatorTaskTag =
                request.As<IscsiTaskManagementRequestHeader>().initiatorTaskTag;
            answer.response = IscsiTaskManagementResponseCode::TASK_DOES_NOT_EXIST;
            raw.target.SendStatus(request.link, answer);
        }
        return true;
    };
    raw.At(Seconds(1), [&]() {
        raw.client.Send(raw.Session(), 512);
        raw.client.Send(raw.Session(), 512);
    });
    raw.At(Seconds(2), [&]() { raw.target.links[0].stream->Close(); });
    raw.Run(Seconds(8));
    test.Equal(raw.target.Get(IscsiOpcode::TASK_MANAGEMENT_REQUEST).size(), 2, "both tried");
    test.Equal(raw.client.completed.size(), 2, "both over");
    for (const auto& task : raw.client.completed)
    {
        test.True(task->response == ScsiServiceResponse::DELIVERY_FAILURE, "lost");
    }
}

/**
 * A task that was being aborted when its connection went is aborted over the next.
 *
 * @param test the test
 */
void
AbortAcrossConnections(Test& test)
{
    IscsiRawBench raw(1, 2);
    raw.target.script = [](const Request& request) {
        return request.link == 0 || request.opcode == IscsiOpcode::SCSI_COMMAND;
    };
    Ptr<ScsiTask> task;
    raw.At(Seconds(1), [&]() { task = raw.client.Send(raw.Session(), 512); });
    raw.At(Seconds(1.5), [&]() {
        IscsiNopInHeader nop;
        raw.target.Send(0, nop);
    });
    raw.At(Seconds(1.8), [&]() { raw.Session()->AbortTask(task); });
    raw.At(Seconds(2), [&]() { raw.target.links[0].stream->Close(); });
    raw.Run(Seconds(8));
    const auto managed = raw.target.Get(IscsiOpcode::TASK_MANAGEMENT_REQUEST);
    test.Equal(managed.size(), 2, "asked twice");
    test.True(managed.at(1).As<IscsiTaskManagementRequestHeader>().function == Function::ABORT_TASK,
              "no reassignment is needed, 11.5.1");
    test.Equal(managed.at(1).link, 1, "over the new connection");
    test.True(task->status == ScsiStatus::TASK_ABORTED, "aborted");
    test.Equal(raw.client.completed.size(), 1, "once");
}

/**
 * A session that is lost is made again however it was lost.
 *
 * @param test the test
 * @param level ErrorRecoveryLevel
 * @param lose loses it at 2 s
 */
void
LostSession(Test& test, uint32_t level, const std::function<void(IscsiRawBench& raw)>& lose)
{
    IscsiRawBench raw(2, level);
    raw.target.continuesTasks = true;
    raw.bench.initiatorHelper.SetAttribute("NopInterval", TimeValue(Seconds(1)));
    raw.bench.initiatorHelper.SetAttribute("NopTimeout", TimeValue(Seconds(2)));
    raw.bench.initiatorHelper.SetAttribute("LoginTimeout", TimeValue(Seconds(3)));
    // Whatever comes in between may be lost; what comes afterwards may not.
    for (uint32_t i = 0; i < 40; i++)
    {
        raw.At(Seconds(1) + MilliSeconds(500 * i),
               [&raw]() { raw.client.Send(raw.Session(), 512); });
    }
    raw.At(Seconds(2.2), [&]() { lose(raw); });
    Ptr<ScsiTask> last;
    raw.At(Seconds(80), [&]() { last = raw.client.Send(raw.Session(), 512); });
    raw.Run(Seconds(90));
    test.True(raw.Session()->IsReady(), "works again");
    test.Equal(raw.Session()->GetConnections().size(), 2, "with both connections");
    test.Equal(raw.client.completed.size(), 41, "each command ends once");
    test.True(last->response == ScsiServiceResponse::COMMAND_COMPLETE, "commands get through");
}

/**
 * The target goes away and comes back.
 *
 * @param raw the bench
 */
void
RestartTarget(IscsiRawBench& raw)
{
    raw.target.Stop();
    raw.target.tsih = 9;
    raw.At(Seconds(12), [&raw]() { raw.target.Start(); });
}

/**
 * The path is silent for 10 s.
 *
 * @param raw the bench
 */
void
SilencePath(IscsiRawBench& raw)
{
    auto model = CreateObject<RateErrorModel>();
    model->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
    model->SetRate(1);
    for (auto& device : raw.bench.devices)
    {
        device->SetAttribute("ReceiveErrorModel", PointerValue(model));
    }
    raw.At(Seconds(12), [model]() { model->Disable(); });
}

/**
 * @ingroup iscsi-tests
 *
 * Lost connections and sessions at each ErrorRecoveryLevel.
 */
class IscsiInitiatorRecoveryTestSuite : public TestSuite
{
  public:
    IscsiInitiatorRecoveryTestSuite()
        : TestSuite("iscsi-initiator-recovery", Type::UNIT)
    {
        Add("a gap at level 0, 7.1.4.4", GapWithoutRecovery);
        Add("connection made anew, 6.3.4 and 7.2.2", Reassignment);
        Add("recovery logout, 7.1.4.3 and 8.2", RecoveryLogout);
        Add("closing logout, 7.14", ClosingLogout);
        Add("the target forgot the session, 8.2.2 M3", ForgottenSession);
        Add("reassignment refused, 11.6.1", RefusedReassignment);
        Add("abort across connections, 11.5.1", AbortAcrossConnections);
        AddLostSessions();
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
     * Add sessions that are lost.
     */
    void AddLostSessions()
    {
        for (const uint32_t level : {0, 1, 2})
        {
            const auto name = " at level " + std::to_string(level) + ", 7.15";
            Add("the target restarts" + name,
                [level](Test& test) { LostSession(test, level, RestartTarget); });
            Add("the path is silent" + name,
                [level](Test& test) { LostSession(test, level, SilencePath); });
        }
    }
};

IscsiInitiatorRecoveryTestSuite g_iscsiInitiatorRecoveryTestSuite; //!< registers the suite

} // namespace
