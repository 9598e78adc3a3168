/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../session/iscsi-raw-requests.h"
#include "../session/iscsi-raw-test-case.h"

#include "ns3/iscsi-snack-header.h"
#include "ns3/iscsi-task-management-header.h"
#include "ns3/uinteger.h"

#include <string>

using namespace ns3;

namespace
{

using Test = IscsiRawTestCase;
using Request = IscsiRawTarget::Request;

/**
 * A task is reassigned when the logout of its connection has succeeded, not before. Data that were
 * not acknowledged come again; each byte is given to the client once, and of what is missing then
 * nothing is asked for that is below ExpDataSN.
 *
 * @param test the test
 */
void
ReassignmentOfARead(Test& test)
{
    IscsiRawBench raw(2, 2);
    const auto data = IscsiTestBench::MakeData(4000, 3);
    const auto send = [&](uint32_t link, uint32_t tag, uint32_t number) {
        raw.target.SendDataIn(link,
                              tag,
                              number,
                              1000 * number,
                              data->CreateFragment(1000 * number, 1000));
    };
    Time loggedOut;
    Time reassigned;
    raw.target.script = [&](const Request& request) {
        if (request.opcode == IscsiOpcode::SCSI_COMMAND)
        {
            // The second is missing when the connection is lost.
            send(0, GetTag(request), 0);
            send(0, GetTag(request), 2);
        }
        else if (request.opcode == IscsiOpcode::TASK_MANAGEMENT_REQUEST)
        {
            reassigned = request.when;
            const auto header = request.As<IscsiTaskManagementRequestHeader>();
            test.Equal(header.expDataSn, 1, "the first that is missing");
            IscsiTaskManagementResponseHeader answer;
            answer.initiatorTaskTag = header.initiatorTaskTag;
            raw.target.SendStatus(1, answer);
            send(1, header.referencedTaskTag, 1);
            send(1, header.referencedTaskTag, 3);
            raw.target.SendGood(1, header.referencedTaskTag, 4);
        }
        else if (request.opcode == IscsiOpcode::SNACK_REQUEST && request.link == 1)
        {
            const auto snack = request.As<IscsiSnackHeader>();
            test.Equal(snack.begRun, 2, "not below ExpDataSN, 7.2.2");
            test.Equal(snack.runLength, 1, "one");
            send(1, snack.initiatorTaskTag, 2);
        }
        else if (DelayLogout(raw, request, Seconds(2)))
        {
            loggedOut = request.when + Seconds(2);
        }
        return true;
    };
    Ptr<ScsiTask> task;
    raw.At(Seconds(1), [&]() { task = raw.client.Send(raw.Session(), 4000); });
    raw.At(Seconds(1.5), [&]() { raw.target.links[0].stream->Close(); });
    raw.Run(Seconds(9));
    test.True(!loggedOut.IsZero() && reassigned > loggedOut, "after the logout, 7.2.2");
    test.Equal(raw.client.completed.size(), 1, "complete once");
    test.Equal(raw.client.received[task], 4000, "each byte once, 11.5.6");
    test.True(raw.client.dataIn[task] == IscsiTestBench::GetBytes(data), "all in place");
}

/**
 * A response to a task that waits to be reassigned comes over a connection that is not its own:
 * that is a protocol error, whatever data it reports.
 *
 * @param test the test
 */
void
ResponseToAStrandedTask(Test& test)
{
    IscsiRawBench raw(2, 2);
    raw.target.continuesTasks = true;
    raw.target.script = [](const Request& request) {
        return request.opcode == IscsiOpcode::SCSI_COMMAND && request.link < 2;
    };
    raw.At(Seconds(1), [&]() {
        raw.client.Send(raw.Session(), 512);
        raw.client.Send(raw.Session(), 512);
    });
    raw.At(Seconds(2), [&]() { raw.target.links[0].stream->Close(); });
    raw.At(Seconds(2.5), [&]() {
        raw.target.SendGood(1, GetTag(raw.target.Get(IscsiOpcode::SCSI_COMMAND).at(0)), 5);
    });
    raw.Run(Seconds(12));
    test.True(raw.target.links[1].hasEnded, "the other connection is closed, 4.2.5.1");
    test.Equal(raw.client.completed.size(), 2, "both tasks end once");
    test.True(raw.Session()->IsReady(), "the session works again");
}

/**
 * The target stays away for longer than Time2Wait and Time2Retain: nothing is reassigned, the tasks
 * end, and the session is made again.
 *
 * @param test the test
 */
void
TooLateToReassign(Test& test)
{
    IscsiRawBench raw(1, 2);
    auto& helper = raw.bench.initiatorHelper;
    helper.SetAttribute("DefaultTime2Wait", UintegerValue(1));
    helper.SetAttribute("DefaultTime2Retain", UintegerValue(3));
    helper.SetAttribute("LoginRetryDelay", TimeValue(Seconds(0.5)));
    helper.SetAttribute("LoginTimeout", TimeValue(Seconds(1)));
    raw.target.script = IgnoreCommands;
    Ptr<ScsiTask> task;
    raw.At(Seconds(1), [&]() { task = raw.client.Send(raw.Session(), 512); });
    raw.At(Seconds(2), [&]() { raw.target.Stop(); });
    raw.At(Seconds(10), [&]() { raw.target.Start(); });
    raw.Run(Seconds(14));
    test.Equal(raw.client.completed.size(), 1, "it ends");
    test.True(task->response == ScsiServiceResponse::DELIVERY_FAILURE, "as not delivered");
    // Lost at 2 s, the target keeps it until 6 s; the login under way then ends at 7 s.
    test.True(raw.client.when.at(0) >= Seconds(6) && raw.client.when.at(0) < Seconds(7.1), "when");
    test.True(raw.GetStates("connection 1").find("CLEANUP_WAIT FREE") != std::string::npos, "M1");
    test.Equal(raw.target.Get(IscsiOpcode::TASK_MANAGEMENT_REQUEST).size(), 0, "not reassigned");
    test.Equal(raw.GetStates("session"), "FREE LOGGED_IN FAILED FREE LOGGED_IN", "made anew");
    test.Equal(raw.target.links.back().login.tsih, 0, "as a new session");
}

/**
 * The login that reinstates a connection is refused once: back to CLEANUP_WAIT, and once more.
 *
 * @param test the test
 */
void
RefusedReinstatement(Test& test)
{
    IscsiRawBench raw(1, 2);
    raw.target.continuesTasks = true;
    raw.target.script = IgnoreCommands;
    bool refuses = true;
    raw.At(Seconds(1), [&]() { raw.client.Send(raw.Session(), 512); });
    raw.At(Seconds(2), [&]() {
        raw.target.loginScript = [&refuses](auto&, auto& header) {
            header.statusClass = refuses ? 3 : 0;
            header.statusDetail = refuses ? 1 : 0;
            refuses = false;
            return true;
        };
        raw.target.links[0].stream->Close();
    });
    raw.Run(Seconds(9));
    test.Equal(raw.GetStates("connection 1"),
               "FREE XPT_WAIT IN_LOGIN LOGGED_IN CLEANUP_WAIT IN_CLEANUP "
               "XPT_WAIT IN_LOGIN FREE CLEANUP_WAIT IN_CLEANUP "
               "XPT_WAIT IN_LOGIN LOGGED_IN FREE",
               "T15 M2, the login's T7, M3 M2, the next login, M4");
    test.Equal(raw.client.completed.size(), 1, "the task is reassigned and ends");
}

/**
 * @ingroup iscsi-tests
 *
 * Tasks of lost connections, reassigned or given up.
 */
class IscsiInitiatorReassignmentTestSuite : public TestSuite
{
  public:
    IscsiInitiatorReassignmentTestSuite()
        : TestSuite("iscsi-initiator-reassignment", Type::UNIT)
    {
        Add("reassignment of a read, 7.2.2 and 11.5.6", ReassignmentOfARead);
        Add("response to a stranded task, 4.2.5.1", ResponseToAStrandedTask);
        Add("too late to reassign, 7.5 and 8.2 M1", TooLateToReassign);
        Add("reinstatement refused, 8.2 M3", RefusedReinstatement);
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
};

IscsiInitiatorReassignmentTestSuite g_iscsiInitiatorReassignmentTestSuite; //!< registers the suite

} // namespace
