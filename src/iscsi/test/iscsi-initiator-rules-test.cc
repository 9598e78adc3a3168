/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-raw-test-case.h"

#include "ns3/boolean.h"
#include "ns3/integer.h"
#include "ns3/iscsi-async-message-header.h"
#include "ns3/iscsi-fault-helper.h"
#include "ns3/iscsi-logout-header.h"
#include "ns3/iscsi-nop-header.h"
#include "ns3/iscsi-scsi-response-header.h"
#include "ns3/iscsi-snack-header.h"
#include "ns3/iscsi-task-management-header.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <set>

using namespace ns3;

namespace
{

using Test = IscsiRawTestCase;
using Request = IscsiRawTarget::Request;
using Function = IscsiTaskManagementFunction;

/// A client that takes its time to give data.
class SlowClient : public IscsiRecordingClient
{
  public:
    void DataOutRequested(Ptr<ScsiTask> task, uint32_t offset, uint32_t length) override
    {
        Simulator::Schedule(delays[dataOut[task]], [=, this]() {
            IscsiRecordingClient::DataOutRequested(task, offset, length);
        });
    }

    std::map<Ptr<Packet>, Time> delays; //!< how long, by what is written
};

/**
 * @param request a SCSI command
 * @return its initiator task tag
 */
uint32_t
GetTag(const Request& request)
{
    return request.As<IscsiScsiCommandHeader>().initiatorTaskTag;
}

/**
 * @param request any request
 * @return false, so that it is answered plainly, unless it is a SCSI command
 */
bool
IgnoreCommands(const Request& request)
{
    return request.opcode == IscsiOpcode::SCSI_COMMAND;
}

/**
 * Answer logouts a while after they came.
 *
 * @param raw the bench
 * @param request a request
 * @param delay how long
 * @return true if it was a logout
 */
bool
DelayLogout(IscsiRawBench& raw, const Request& request, Time delay)
{
    if (request.opcode != IscsiOpcode::LOGOUT_REQUEST)
    {
        return false;
    }
    IscsiLogoutResponseHeader answer;
    answer.initiatorTaskTag = request.As<IscsiLogoutRequestHeader>().initiatorTaskTag;
    raw.At(Simulator::Now() + delay, [&raw, link = request.link, answer]() {
        auto header = answer;
        raw.target.SendStatus(link, header);
    });
    return true;
}

/**
 * Send an Asynchronous Message.
 *
 * @param raw the bench
 * @param link which connection
 * @param event the event
 * @param cid the connection it is about
 */
void
SendAsync(IscsiRawBench& raw, uint32_t link, IscsiAsyncEvent event, uint16_t cid = 0)
{
    IscsiAsyncMessageHeader header;
    header.asyncEvent = event;
    header.parameter1 = cid;
    header.parameter2 = 1;
    header.parameter3 = 20;
    raw.target.SendStatus(link, header);
}

/**
 * Of commands, pings and task management requests over two connections, none answered, each has a
 * tag of its own; the immediate ones leave the command number where it is.
 *
 * @param test the test
 */
void
UniqueTags(Test& test)
{
    IscsiRawBench raw(2);
    raw.target.window = 128;
    raw.bench.initiatorHelper.SetAttribute("NopInterval", TimeValue(MilliSeconds(100)));
    raw.target.script = [](const Request&) { return true; };
    raw.At(Seconds(1), [&]() {
        Ptr<ScsiTask> task;
        for (uint32_t i = 0; i < 64; i++)
        {
            task = raw.client.Send(raw.Session(), 512);
        }
        for (uint32_t i = 0; i < 4; i++)
        {
            raw.Session()->ManageTask(Function::QUERY_TASK, task, nullptr);
        }
    });
    raw.At(Seconds(1.8), [&]() { raw.client.Send(raw.Session(), 512); });
    raw.Run(Seconds(2));
    std::set<uint32_t> tags;
    for (const auto& request : raw.target.requests)
    {
        IscsiBasicHeader header;
        request.pdu->PeekHeader(header);
        tags.insert(header.initiatorTaskTag);
    }
    test.Equal(tags.size(), raw.target.requests.size(), "all differ");
    test.Equal(raw.target.Get(IscsiOpcode::TASK_MANAGEMENT_REQUEST).size(), 4, "functions");
    test.True(raw.target.Get(IscsiOpcode::NOP_OUT).size() > 20, "pings of both connections");
    const auto commands = raw.target.Get(IscsiOpcode::SCSI_COMMAND);
    test.Equal(commands.size(), 65, "commands");
    test.Equal(commands.back().As<IscsiScsiCommandHeader>().cmdSn, 65, "the last one's number");
}

/**
 * The data that R2Ts ask for leave on the connection of their command.
 *
 * @param test the test
 */
void
DataOfTwoConnections(Test& test)
{
    IscsiRawBench raw(2);
    raw.target.script = [&raw](const Request& request) {
        if (request.opcode == IscsiOpcode::SCSI_COMMAND)
        {
            raw.target.SendR2t(request.link, GetTag(request), 0, 8192, 16384);
        }
        return true;
    };
    raw.At(Seconds(1), [&]() {
        for (uint32_t i = 0; i < 4; i++)
        {
            raw.client.Send(raw.Session(), 0, IscsiTestBench::MakeData(24576, i));
        }
    });
    raw.Run(Seconds(2));
    std::map<uint32_t, uint32_t> links;
    for (const auto& command : raw.target.Get(IscsiOpcode::SCSI_COMMAND))
    {
        links[GetTag(command)] = command.link;
    }
    const auto data = raw.target.Get(IscsiOpcode::SCSI_DATA_OUT);
    uint32_t second = 0;
    for (const auto& piece : data)
    {
        const auto tag = piece.As<IscsiDataOutHeader>().initiatorTaskTag;
        test.Equal(piece.link, links.at(tag), "its command's connection");
        second += piece.link;
    }
    // Two PDUs of 8192 bytes for each of the four writes.
    test.Equal(data.size(), 8, "pieces");
    test.Equal(second, 4, "half of them on the second connection");
}

/**
 * With a response code other than 0 neither status nor residual count; with it, a residual count
 * without O and U does not.
 *
 * @param test the test
 */
void
MeaninglessFields(Test& test)
{
    IscsiRawBench raw;
    uint32_t count = 0;
    raw.target.script = [&](const Request& request) {
        IscsiScsiResponseHeader answer;
        answer.initiatorTaskTag = GetTag(request);
        answer.residualCount = 77;
        if (++count == 1)
        {
            answer.response = IscsiScsiResponseCode::TARGET_FAILURE;
            answer.status = static_cast<uint8_t>(ScsiStatus::BUSY);
            answer.underflow = true;
            answer.bidirectionalOverflow = true;
            answer.bidirectionalReadResidualCount = 78;
        }
        raw.target.SendStatus(0, answer);
        return true;
    };
    std::vector<Ptr<ScsiTask>> tasks;
    raw.At(Seconds(1), [&]() {
        tasks.push_back(raw.client.Send(raw.Session(), 512));
        tasks.push_back(raw.client.Send(raw.Session(), 512));
    });
    raw.Run(Seconds(2));
    test.True(tasks[0]->response == ScsiServiceResponse::DELIVERY_FAILURE, "not carried out");
    test.True(tasks[0]->status == ScsiStatus::GOOD, "no status, 11.4.3");
    test.Equal(tasks[0]->residual, 0, "no residual, 11.4.3");
    test.Equal(tasks[0]->dataInResidual, 0, "nor of the read, 11.4.3");
    test.True(tasks[1]->response == ScsiServiceResponse::COMMAND_COMPLETE, "carried out");
    test.Equal(tasks[1]->residual, 0, "no residual, 11.4.5.1");
}

/**
 * After a Logout Request the connection, or all of them, carry no other request, although commands,
 * pings, aborts and a negotiation fall due.
 *
 * @param test the test
 * @param isSession whether the session is logged out
 */
void
SilenceAfterLogout(Test& test, bool isSession)
{
    IscsiRawBench raw(2);
    raw.bench.initiatorHelper.SetAttribute("NopInterval", TimeValue(MilliSeconds(100)));
    raw.target.script = [&raw](const Request& request) {
        return DelayLogout(raw, request, Seconds(2)) || IgnoreCommands(request);
    };
    std::vector<Ptr<ScsiTask>> tasks;
    raw.At(Seconds(1), [&]() {
        tasks.push_back(raw.client.Send(raw.Session(), 512));
        tasks.push_back(raw.client.Send(raw.Session(), 512));
    });
    raw.At(Seconds(2),
           [&]() { isSession ? raw.Session()->Logout() : raw.Session()->LogOutConnection(1); });
    raw.At(Seconds(2.5), [&]() {
        raw.Session()->AbortTask(tasks[0]);
        SendAsync(raw, 0, IscsiAsyncEvent::NEGOTIATION_REQUEST);
        SendAsync(raw, 0, IscsiAsyncEvent::LOGOUT_REQUEST);
        raw.client.Send(raw.Session(), 512);
        raw.client.Send(raw.Session(), 512);
    });
    raw.Run(Seconds(6));
    const auto logouts = raw.target.Get(IscsiOpcode::LOGOUT_REQUEST);
    test.Equal(logouts.size(), 1, "one logout, 8.1.3 T14");
    test.Equal(logouts.at(0).pdu->GetSize(), IscsiHeader::BHS_SIZE, "no segments, 11.14.2");
    const Time since = logouts.at(0).when;
    uint32_t before = 0;
    uint32_t elsewhere = 0;
    for (const auto& request : raw.target.requests)
    {
        before += request.when < since ? 1 : 0;
        const bool isLate = request.when > since;
        test.True(!isLate || (!isSession && request.link > 0), "nothing on what is closed");
        elsewhere += isLate ? 1 : 0;
    }
    test.True(before > 10, "there were pings before");
    test.True(isSession || elsewhere > 10, "the other connection goes on");
    const auto& completed = raw.client.completed;
    test.Equal(std::count(completed.begin(), completed.end(), tasks[0]), 1, "it ends once");
}

/**
 * Connection and tasks are lost before the answer to an ABORT TASK comes over another connection.
 *
 * @param test the test
 */
void
LateFunctionResponse(Test& test)
{
    IscsiRawBench raw(2);
    uint32_t tag = 0;
    raw.target.script = [&](const Request& request) {
        if (request.opcode == IscsiOpcode::TASK_MANAGEMENT_REQUEST)
        {
            tag = request.As<IscsiTaskManagementRequestHeader>().initiatorTaskTag;
            test.Equal(request.pdu->GetSize(), IscsiHeader::BHS_SIZE, "no segments, 11.5.2");
            raw.target.links[1].stream->Close();
            return true;
        }
        return IgnoreCommands(request);
    };
    std::vector<Ptr<ScsiTask>> tasks;
    raw.At(Seconds(1), [&]() {
        tasks.push_back(raw.client.Send(raw.Session(), 512));
        tasks.push_back(raw.client.Send(raw.Session(), 512));
        raw.Session()->AbortTask(tasks[1]);
    });
    raw.At(Seconds(6), [&]() {
        test.Equal(raw.client.completed.size(), 1, "it was lost with its connection");
        raw.errors.clear();
        IscsiTaskManagementResponseHeader answer;
        answer.initiatorTaskTag = tag;
        raw.target.SendStatus(0, answer);
    });
    raw.Run(Seconds(7));
    test.True(tag != 0, "there was a request");
    test.Equal(raw.client.completed.size(), 1, "nothing ends");
    test.Equal(raw.errors.size(), 1, "traced");
    test.True(!raw.target.links[0].hasEnded, "and thrown away");
}

/**
 * The answer to a LOGICAL UNIT RESET ends the tasks; their responses that come later do nothing.
 *
 * @param test the test
 */
void
LateResponses(Test& test)
{
    IscsiRawBench raw(2);
    raw.target.script = IgnoreCommands;
    std::vector<Ptr<ScsiTask>> tasks;
    raw.At(Seconds(1), [&]() {
        tasks.push_back(raw.client.Send(raw.Session(), 512));
        tasks.push_back(raw.client.Send(raw.Session(), 512));
        raw.Session()->ManageTasks(Function::LOGICAL_UNIT_RESET, 0, nullptr);
    });
    raw.At(Seconds(2), [&]() {
        test.Equal(raw.client.completed.size(), 2, "both end with the answer");
        for (const auto& command : raw.target.Get(IscsiOpcode::SCSI_COMMAND))
        {
            raw.target.SendGood(command.link, GetTag(command));
        }
    });
    raw.Run(Seconds(3));
    test.Equal(raw.client.completed.size(), 2, "each once");
    test.True(tasks[0]->status == ScsiStatus::TASK_ABORTED, "aborted");
    test.Equal(raw.errors.size(), 2, "the responses are traced");
    test.Equal(raw.Session()->GetConnections().size(), 2, "and thrown away");
}

/**
 * Two writes with unsolicited data, of which the client gives the second's sooner: commands and
 * data leave in the order of the commands.
 *
 * @param test the test
 * @param isImmediate whether part of the data is immediate
 */
void
UnsolicitedOrder(Test& test, bool isImmediate)
{
    IscsiRawBench raw;
    raw.bench.initiatorHelper.SetAttribute("InitialR2T", BooleanValue(false));
    raw.bench.initiatorHelper.SetAttribute("ImmediateData", BooleanValue(isImmediate));
    SlowClient client;
    raw.target.script = IgnoreCommands;
    raw.At(Seconds(1), [&]() {
        for (const uint32_t delay : {100, 10, 0})
        {
            const auto data = IscsiTestBench::MakeData(24576, delay);
            client.delays[data] = MilliSeconds(delay);
            client.Send(raw.Session(), 0, data);
        }
    });
    raw.Run(Seconds(3));
    std::vector<uint32_t> order;
    for (const auto& request : raw.target.requests)
    {
        IscsiBasicHeader header;
        request.pdu->PeekHeader(header);
        order.push_back(header.initiatorTaskTag);
    }
    // With immediate data a command of 8192 and two Data-Out of as much, else three.
    const uint32_t each = isImmediate ? 3 : 4;
    test.Equal(order.size(), 3 * each, "PDUs");
    test.True(std::is_sorted(order.begin(), order.end()), "no data between or before another's");
    for (uint32_t i = 0; i < raw.target.requests.size(); i++)
    {
        const auto& request = raw.target.requests[i];
        test.True((request.opcode == IscsiOpcode::SCSI_COMMAND) == (i % each == 0),
                  "commands in front of their data");
        if (request.opcode == IscsiOpcode::SCSI_DATA_OUT)
        {
            const auto header = request.As<IscsiDataOutHeader>();
            test.Equal(header.dataSn, i % each - 1, "DataSN, 11.7.5");
            test.Equal(header.bufferOffset,
                       24576 / 3 * (i % each - (isImmediate ? 0 : 1)),
                       "offset");
            test.Equal(header.final, i % each == each - 1, "F");
        }
    }
}

/**
 * A command that was not acknowledged when its connection was lost goes over the other one, when
 * its client has given the data once more.
 *
 * @param test the test
 */
void
ResendOfASlowWrite(Test& test)
{
    IscsiRawBench raw(2);
    raw.bench.initiatorHelper.SetAttribute("InitialR2T", BooleanValue(false));
    SlowClient client;
    raw.target.script = [&raw](const Request& request) {
        if (request.opcode == IscsiOpcode::SCSI_COMMAND && request.link == 1)
        {
            raw.target.links[1].stream->Close();
            return true;
        }
        return false;
    };
    const auto data = IscsiTestBench::MakeData(16384, 3);
    client.delays[data] = MilliSeconds(50);
    Ptr<ScsiTask> task;
    raw.At(Seconds(1), [&]() { client.Send(raw.Session(), 512); });
    raw.At(Seconds(1.5), [&]() {
        raw.target.acknowledges = false;
        task = client.Send(raw.Session(), 0, data);
    });
    raw.At(Seconds(2), [&]() { raw.target.acknowledges = true; });
    raw.At(Seconds(3.5), [&]() { client.Send(raw.Session(), 512); });
    raw.Run(Seconds(8));
    test.Equal(client.completed.size(), 3, "each ends once");
    test.True(task->response == ScsiServiceResponse::COMMAND_COMPLETE, "carried out");
    const auto commands = raw.target.Get(IscsiOpcode::SCSI_COMMAND);
    test.Equal(commands.size(), 4, "one of them twice");
    const auto again =
        std::find_if(commands.begin() + 2, commands.end(), [&commands](const auto& command) {
            return GetTag(command) == GetTag(commands[1]);
        });
    test.True(again != commands.end() && again->link == 0, "over the other connection, 7.2.1");
    const auto whole = IscsiTestBench::GetBytes(again->pdu->CreateFragment(48, 8192));
    test.True(whole == IscsiTestBench::GetBytes(data->CreateFragment(0, 8192)), "the data");
    const auto pieces = raw.target.Get(IscsiOpcode::SCSI_DATA_OUT);
    test.Equal(pieces.back().link, 0, "and the rest of it");
    test.True(pieces.back().when >= again->when, "behind the command");
}

/**
 * The target asks for a logout twice, before and after the Logout Request: one is enough.
 *
 * @param test the test
 */
void
RepeatedLogoutRequest(Test& test)
{
    IscsiRawBench raw(2);
    raw.target.script = [&raw](const Request& request) {
        return DelayLogout(raw, request, Seconds(1)) || IgnoreCommands(request);
    };
    raw.At(Seconds(1), [&]() { raw.client.Send(raw.Session(), 0); });
    raw.At(Seconds(2), [&]() { SendAsync(raw, 0, IscsiAsyncEvent::LOGOUT_REQUEST); });
    raw.At(Seconds(2.5), [&]() { SendAsync(raw, 0, IscsiAsyncEvent::LOGOUT_REQUEST); });
    raw.At(Seconds(3), [&]() {
        test.Equal(raw.target.Get(IscsiOpcode::LOGOUT_REQUEST).size(), 0, "a command goes on");
        raw.target.SendGood(0, GetTag(raw.target.Get(IscsiOpcode::SCSI_COMMAND).at(0)));
    });
    raw.At(Seconds(3.5), [&]() { SendAsync(raw, 0, IscsiAsyncEvent::LOGOUT_REQUEST); });
    raw.Run(Seconds(10));
    test.Equal(raw.target.Get(IscsiOpcode::LOGOUT_REQUEST).size(), 1, "one logout");
    test.Equal(raw.GetStates("connection 1"),
               "FREE XPT_WAIT IN_LOGIN LOGGED_IN LOGOUT_REQUESTED IN_LOGOUT FREE "
               "XPT_WAIT IN_LOGIN LOGGED_IN",
               "T12, T14 and T13");
}

/**
 * A connection that is to be logged out is lost.
 *
 * @param test the test
 * @param lose loses the first connection
 */
void
LossBeforeLogout(Test& test, const std::function<void(IscsiRawBench& raw)>& lose)
{
    IscsiRawBench raw(2);
    raw.target.script = IgnoreCommands;
    raw.At(Seconds(1), [&]() { raw.client.Send(raw.Session(), 0); });
    raw.At(Seconds(2), [&]() { SendAsync(raw, 0, IscsiAsyncEvent::LOGOUT_REQUEST); });
    raw.At(Seconds(3), [&]() { lose(raw); });
    raw.Run(Seconds(8));
    test.Equal(raw.GetStates("connection 1"),
               "FREE XPT_WAIT IN_LOGIN LOGGED_IN LOGOUT_REQUESTED CLEANUP_WAIT IN_CLEANUP FREE "
               "XPT_WAIT IN_LOGIN LOGGED_IN",
               "T16, M2, M4");
    test.Equal(raw.client.completed.size(), 1, "its command ends");
}

/**
 * The session is logged out over the first connection while the second waits for its own logout.
 *
 * @param test the test
 */
void
LogoutElsewhere(Test& test)
{
    IscsiRawBench raw(2);
    raw.target.script = IgnoreCommands;
    raw.At(Seconds(1), [&]() {
        raw.client.Send(raw.Session(), 0);
        raw.client.Send(raw.Session(), 0);
    });
    raw.At(Seconds(2), [&]() { SendAsync(raw, 1, IscsiAsyncEvent::LOGOUT_REQUEST); });
    raw.At(Seconds(3), [&]() { raw.Session()->Logout(); });
    raw.Run(Seconds(5));
    test.Equal(raw.GetStates("connection 2"),
               "FREE XPT_WAIT IN_LOGIN LOGGED_IN LOGOUT_REQUESTED FREE",
               "T18");
    const auto logouts = raw.target.Get(IscsiOpcode::LOGOUT_REQUEST);
    test.Equal(logouts.size(), 1, "one logout");
    test.Equal(logouts.at(0).link, 0, "over the first connection");
    test.True(raw.target.links[1].hasEnded, "the second is closed");
    test.Equal(raw.client.completed.size(), 2, "all commands end");
}

/**
 * Data-In without data are taken, with and without a status; at level 0 an A bit means nothing.
 *
 * @param test the test
 */
void
EmptyDataIn(Test& test)
{
    IscsiRawBench raw;
    raw.target.script = [&raw](const Request& request) {
        if (request.opcode == IscsiOpcode::SCSI_COMMAND)
        {
            IscsiDataInHeader header;
            header.initiatorTaskTag = GetTag(request);
            header.final = false;
            raw.target.Send(0, header);
            header.dataSn = 1;
            header.acknowledge = true;
            header.targetTransferTag = 9;
            raw.target.Send(0, header, IscsiTestBench::MakeData(512, 4));
            header.dataSn = 2;
            header.bufferOffset = 512;
            header.acknowledge = false;
            header.targetTransferTag = IscsiHeader::RESERVED_TAG;
            header.final = true;
            header.statusPresent = true;
            raw.target.SendStatus(0, header);
        }
        return true;
    };
    Ptr<ScsiTask> task;
    raw.At(Seconds(1), [&]() { task = raw.client.Send(raw.Session(), 512); });
    raw.Run(Seconds(2));
    test.Equal(raw.client.received[task], 512, "data");
    test.Equal(raw.client.completed.size(), 1, "complete, 11.7.7");
    test.Equal(raw.errors.size(), 0, "no error");
    test.Equal(raw.target.Get(IscsiOpcode::SNACK_REQUEST).size(), 0, "no DataACK, 11.7.2");
}

/**
 * A command that arrived is not sent again however late its answer is.
 *
 * @param test the test
 */
void
NoRetryOfWhatArrived(Test& test)
{
    IscsiRawBench raw(1, 1);
    raw.target.script = IgnoreCommands;
    raw.At(Seconds(1), [&]() { raw.client.Send(raw.Session(), 0); });
    raw.At(Seconds(20), [&]() { raw.target.SendGood(0, GetTag(raw.target.requests.at(0))); });
    raw.Run(Seconds(21));
    test.Equal(raw.target.Get(IscsiOpcode::SCSI_COMMAND).size(), 1, "sent once");
    test.True(raw.target.Get(IscsiOpcode::NOP_OUT).size() > 3, "it looked what is missing");
    test.Equal(raw.client.completed.size(), 1, "complete");
}

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
 * that is a protocol error, whatever data it tells of.
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
 * end, and the session is made anew.
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
 * On the second connection Data-In are missing behind what a DataACK acknowledged: the SNACK uses
 * that connection and asks for nothing that was acknowledged.
 *
 * @param test the test
 */
void
SnackOnTheSecond(Test& test)
{
    IscsiRawBench raw(2, 1);
    raw.target.script = [&raw](const Request& request) {
        if (request.opcode == IscsiOpcode::SCSI_COMMAND && request.link == 1)
        {
            IscsiDataInHeader header;
            header.initiatorTaskTag = GetTag(request);
            header.acknowledge = true;
            header.targetTransferTag = 5;
            raw.target.Send(1, header, Create<Packet>(512));
            raw.target.SendDataIn(1, GetTag(request), 3, 1536, Create<Packet>(512));
        }
        return true;
    };
    raw.At(Seconds(1), [&]() {
        raw.client.Send(raw.Session(), 2048);
        raw.client.Send(raw.Session(), 2048);
    });
    raw.Run(Seconds(2));
    const auto snacks = raw.target.Get(IscsiOpcode::SNACK_REQUEST);
    test.Equal(snacks.size(), 2, "a DataACK and a SNACK");
    for (const auto& request : snacks)
    {
        const auto snack = request.As<IscsiSnackHeader>();
        test.Equal(request.link, 1, "the command's connection, 4.2.5.1");
        test.Equal(snack.begRun, 1, "the first that was not acknowledged, 11.16.2");
        test.Equal(snack.runLength, snack.type == IscsiSnackType::DATA_ACK ? 0 : 2, "how many");
    }
}

/**
 * The sense data of an Asynchronous Message are damaged: it is not acted upon but asked for again,
 * and then it is.
 *
 * @param test the test
 */
void
DamagedAsyncMessage(Test& test)
{
    IscsiRawBench raw(1, 1);
    raw.bench.initiatorHelper.SetAttribute("DataDigest", StringValue("CRC32C"));
    IscsiFaultHelper faults;
    faults.SetAttribute("Damage", StringValue("Data"));
    faults.SetAttribute("Direction", StringValue("Received"));
    faults.SetAttribute("Opcode", IntegerValue(static_cast<int32_t>(IscsiOpcode::ASYNC_MESSAGE)));
    const auto fault = faults.Install(raw.bench.nodes.Get(0));
    IscsiAsyncMessageHeader header;
    header.asyncEvent = IscsiAsyncEvent::LOGOUT_REQUEST;
    header.parameter3 = 3;
    raw.target.script = [&](const Request& request) {
        if (request.opcode == IscsiOpcode::SNACK_REQUEST)
        {
            const auto snack = request.As<IscsiSnackHeader>();
            test.True(snack.type == IscsiSnackType::STATUS, "a Status SNACK");
            test.Equal(snack.begRun, header.statSn, "for the message");
            test.Equal(snack.runLength, 1, "alone");
            test.Equal(snack.expStatSn, header.statSn, "which is not acknowledged");
            test.Equal(raw.target.Get(IscsiOpcode::LOGOUT_REQUEST).size(), 0, "nor acted upon");
            raw.At(Seconds(2), [&]() { raw.target.SendRaw(0, header, Create<Packet>(20)); });
        }
        return request.opcode == IscsiOpcode::SNACK_REQUEST;
    };
    raw.At(Seconds(1), [&]() { raw.target.SendStatus(0, header, Create<Packet>(20)); });
    raw.Run(Seconds(4));
    test.Equal(fault->GetStruck(), 1, "one is damaged");
    test.Equal(raw.target.Get(IscsiOpcode::SNACK_REQUEST).size(), 1, "one SNACK");
    const auto logouts = raw.target.Get(IscsiOpcode::LOGOUT_REQUEST);
    test.Equal(logouts.size(), 1, "then it is acted upon");
    test.True(logouts.at(0).when > Seconds(2), "when it came whole");
}

/**
 * @ingroup iscsi-tests
 *
 * Rules of RFC 7143 for an initiator in full feature phase and in recovery, against a raw target.
 */
class IscsiInitiatorRulesTestSuite : public TestSuite
{
  public:
    IscsiInitiatorRulesTestSuite()
        : TestSuite("iscsi-initiator-rules", Type::UNIT)
    {
        Add("unique tags, 11.2.1.8 and 4.2.2.1", UniqueTags);
        Add("data of two connections, 4.2.5.1", DataOfTwoConnections);
        Add("meaningless fields, 11.4.3 and 11.4.5.1", MeaninglessFields);
        Add("silence after a connection's logout, 11.14",
            [](Test& test) { SilenceAfterLogout(test, false); });
        Add("silence after a session's logout, 11.14",
            [](Test& test) { SilenceAfterLogout(test, true); });
        Add("TMF Response too late, 4.2.3.3", LateFunctionResponse);
        Add("responses after a TMF Response, 4.2.3.4", LateResponses);
        Add("order of unsolicited data, 4.2.5.2",
            [](Test& test) { UnsolicitedOrder(test, false); });
        Add("order of unsolicited and immediate data, 4.2.5.2",
            [](Test& test) { UnsolicitedOrder(test, true); });
        Add("empty Data-In, 11.7.7 and 11.7.2", EmptyDataIn);
        AddLogouts();
        AddRecovery();
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
     * Add logouts that the target asks for.
     */
    void AddLogouts()
    {
        Add("logout asked for again, 8.1.3 T12 and T14", RepeatedLogoutRequest);
        Add("connection reset before its logout, 8.1.3 T16", [](Test& test) {
            LossBeforeLogout(test, [](auto& raw) { raw.target.links[0].stream->Close(); });
        });
        Add("connection dropped before its logout, 8.1.3 T16", [](Test& test) {
            LossBeforeLogout(test, [](auto& raw) {
                SendAsync(raw, 1, IscsiAsyncEvent::CONNECTION_DROP, 1);
            });
        });
        Add("logout elsewhere, 8.1.3 T18", LogoutElsewhere);
    }

    /**
     * Add what is lost and recovered.
     */
    void AddRecovery()
    {
        Add("a slow write is sent again, 7.2.1", ResendOfASlowWrite);
        Add("no retry of what arrived, 7.2.1", NoRetryOfWhatArrived);
        Add("reassignment of a read, 7.2.2 and 11.5.6", ReassignmentOfARead);
        Add("response to a stranded task, 4.2.5.1", ResponseToAStrandedTask);
        Add("too late to reassign, 7.5 and 8.2 M1", TooLateToReassign);
        Add("reinstatement refused, 8.2 M3", RefusedReinstatement);
        Add("SNACK on the second connection, 4.2.5.1 and 11.16.2", SnackOnTheSecond);
        Add("damaged Asynchronous Message, 7.8", DamagedAsyncMessage);
    }
};

IscsiInitiatorRulesTestSuite g_iscsiInitiatorRulesTestSuite; //!< registers the suite

} // namespace
