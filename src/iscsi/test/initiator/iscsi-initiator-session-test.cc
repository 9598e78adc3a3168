/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../session/iscsi-raw-test-case.h"

#include "ns3/boolean.h"
#include "ns3/iscsi-async-message-header.h"
#include "ns3/iscsi-logout-header.h"
#include "ns3/iscsi-nop-header.h"
#include "ns3/iscsi-task-management-header.h"
#include "ns3/iscsi-text-header.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

using namespace ns3;

namespace
{

using Test = IscsiRawTestCase;
using Request = IscsiRawTarget::Request;

/**
 * Four connections: who logs in as what, which keys go where, and the order of commands.
 *
 * @param test the test
 */
void
SeveralConnections(Test& test)
{
    IscsiRawBench raw(4);
    raw.At(Seconds(1), [&]() {
        for (uint32_t i = 0; i < 8; i++)
        {
            raw.client.Send(raw.Session(), 512);
        }
    });
    raw.Run(Seconds(2));
    test.Equal(raw.target.links.size(), 4, "connections");
    for (uint32_t i = 0; i < raw.target.links.size(); i++)
    {
        const auto& link = raw.target.links[i];
        test.Equal(link.login.cid, i + 1, "connection identifier");
        test.Equal(link.login.tsih, i == 0 ? 0 : 7, "TSIH of the login");
        test.Equal(link.keys.count("MaxBurstLength"), i == 0 ? 1 : 0, "a key of the session");
        test.Equal(link.keys.count("InitiatorName"), 1, "a key of each connection");
    }
    test.Equal(raw.target.links[0].keys["MaxConnections"], "4", "proposed");
    const auto commands = raw.target.Get(IscsiOpcode::SCSI_COMMAND);
    test.Equal(commands.size(), 8, "commands");
    std::vector<uint32_t> last(4, 0);
    uint32_t sum = 0;
    for (const auto& command : commands)
    {
        const auto header = command.As<IscsiScsiCommandHeader>();
        test.Equal(command.link, (header.cmdSn - 1) % 4, "in turn");
        test.True(header.cmdSn > last[command.link], "rising on each connection");
        last[command.link] = header.cmdSn;
        sum += header.cmdSn;
    }
    test.Equal(sum, 36, "1 to 8, each once");
    test.Equal(raw.client.completed.size(), 8, "all complete");
}

/**
 * The target allows fewer connections than are wanted.
 *
 * @param test the test
 */
void
FewerConnections(Test& test)
{
    IscsiRawBench raw(4);
    raw.target.answers["MaxConnections"] = "2";
    raw.Run(Seconds(2));
    test.Equal(raw.target.links.size(), 2, "connections");
    test.Equal(raw.Session()->GetConnections().size(), 2, "ready");
}

/**
 * Choose connections by a policy.
 *
 * @param test the test
 * @param policy name of the policy
 * @param expected the links of the five commands
 */
void
Choose(Test& test, const std::string& policy, const std::vector<uint32_t>& expected)
{
    IscsiRawBench raw(2);
    raw.bench.initiatorHelper.SetAttribute("ConnectionPolicy", StringValue(policy));
    raw.target.script = [](const Request&) { return true; };
    raw.At(Seconds(1), [&]() {
        const std::vector<uint32_t> sizes{4096, 1024, 1024, 2048, 512};
        for (uint32_t i = 0; i < sizes.size(); i++)
        {
            raw.client.Send(raw.Session(), sizes[i], nullptr, i / 2);
        }
    });
    raw.Run(Seconds(2));
    std::vector<uint32_t> chosen(5, 99);
    for (const auto& command : raw.target.Get(IscsiOpcode::SCSI_COMMAND))
    {
        chosen.at(command.As<IscsiScsiCommandHeader>().cmdSn - 1) = command.link;
    }
    test.True(chosen == expected, "the connections chosen");
}

/**
 * A session with two connections from login to logout: T1, T4, T5, T9, T13 and T8; N1 and N3.
 *
 * @param test the test
 */
void
StatesOfASession(Test& test)
{
    IscsiRawBench raw(2);
    raw.At(Seconds(1), [&]() { raw.Session()->Logout(); });
    raw.Run(Seconds(30));
    test.Equal(raw.GetStates("connection 1"),
               "FREE XPT_WAIT IN_LOGIN LOGGED_IN IN_LOGOUT FREE",
               "T1 T4 T5 T9 T13");
    test.Equal(raw.GetStates("connection 2"), "FREE XPT_WAIT IN_LOGIN LOGGED_IN FREE", "T8");
    test.Equal(raw.GetStates("session"), "FREE LOGGED_IN FREE", "N1 N3");
    const auto logouts = raw.target.Get(IscsiOpcode::LOGOUT_REQUEST);
    test.Equal(logouts.size(), 1, "one logout");
    test.True(logouts.at(0).As<IscsiLogoutRequestHeader>().reason ==
                  IscsiLogoutReason::CLOSE_SESSION,
              "of the session");
    test.True(raw.target.links[0].hasEnded && raw.target.links[1].hasEnded, "both are closed");
    test.Equal(raw.target.links.size(), 2, "nothing is made again");
}

/**
 * A login that is refused (T7) is tried again if the target's trouble may pass, and not otherwise.
 *
 * @param test the test
 * @param status the status
 * @param logins how many logins follow from it
 */
void
RefusedLogin(Test& test, uint16_t status, uint32_t logins)
{
    IscsiRawBench raw;
    raw.bench.initiatorHelper.SetAttribute("LoginRetries", UintegerValue(3));
    raw.bench.initiatorHelper.SetAttribute("LoginRetryDelay", TimeValue(Seconds(1)));
    raw.target.loginScript = [status](auto&, IscsiLoginResponseHeader& header) {
        header.SetStatus(static_cast<IscsiLoginStatus>(status));
        return true;
    };
    raw.Run(Seconds(30));
    test.Equal(raw.target.links.size(), logins, "logins");
    test.Equal(raw.GetStates("session"), "", "no session");
    test.Equal(raw.GetStates("connection 1").substr(0, 27), "FREE XPT_WAIT IN_LOGIN FREE", "T7");
}

/**
 * A target that does not answer a login (T7 b).
 *
 * @param test the test
 */
void
SilentLogin(Test& test)
{
    IscsiRawBench raw;
    raw.bench.initiatorHelper.SetAttribute("LoginTimeout", TimeValue(Seconds(5)));
    raw.bench.initiatorHelper.SetAttribute("LoginRetries", UintegerValue(1));
    uint32_t asked = 0;
    raw.target.loginScript = [&asked](auto&, auto&) { return ++asked > 1; };
    raw.Run(Seconds(20));
    test.Equal(raw.GetStates("connection 1"),
               "FREE XPT_WAIT IN_LOGIN FREE XPT_WAIT IN_LOGIN LOGGED_IN",
               "the second works");
    test.Equal(raw.errors.at(0), "the login took too long", "traced");
}

/**
 * Nobody listens (T2), until somebody does.
 *
 * @param test the test
 */
void
NobodyListens(Test& test)
{
    IscsiRawBench raw;
    raw.bench.initiatorHelper.SetAttribute("LoginTimeout", TimeValue(Seconds(2)));
    raw.target.Stop();
    raw.At(Seconds(3), [&]() { raw.target.Start(); });
    raw.Run(Seconds(20));
    test.Equal(raw.GetStates("connection 1").substr(0, 18), "FREE XPT_WAIT FREE", "T2");
    test.True(raw.Session()->IsReady(), "logged in at last");
}

/**
 * One of two connections is logged out: its command is lost unless the target never had it; the
 * connection is made again after Time2Wait.
 *
 * @param test the test
 */
void
LogoutOfAConnection(Test& test)
{
    IscsiRawBench raw(2);
    raw.target.script = [&raw](const Request& request) {
        // The second command is never acknowledged.
        raw.target.acknowledges = raw.target.expCmdSn < 2;
        return request.opcode == IscsiOpcode::SCSI_COMMAND && request.when < Seconds(1.5);
    };
    std::vector<Ptr<ScsiTask>> tasks;
    raw.At(Seconds(1), [&]() {
        tasks.push_back(raw.client.Send(raw.Session(), 512));
        tasks.push_back(raw.client.Send(raw.Session(), 512));
        tasks.push_back(raw.client.Send(raw.Session(), 512));
    });
    // Let the window reach the initiator.
    raw.At(Seconds(1.2), [&]() {
        IscsiNopInHeader nop;
        raw.target.Send(1, nop);
    });
    raw.At(Seconds(2), [&]() { raw.Session()->LogOutConnection(1); });
    raw.Run(Seconds(5));
    test.Equal(raw.GetStates("connection 1"),
               "FREE XPT_WAIT IN_LOGIN LOGGED_IN IN_LOGOUT FREE XPT_WAIT IN_LOGIN LOGGED_IN",
               "T9 T13, and again");
    test.Equal(raw.GetStates("session"), "FREE LOGGED_IN", "the session goes on");
    test.True(tasks[0]->response == ScsiServiceResponse::DELIVERY_FAILURE, "acknowledged, lost");
    const auto commands = raw.target.Get(IscsiOpcode::SCSI_COMMAND);
    test.Equal(commands.size(), 4, "one was sent again");
    const auto again = commands.back().As<IscsiScsiCommandHeader>();
    test.Equal(again.cmdSn, 3, "with its number, 4.2.2.1");
    test.Equal(commands.back().link, 1, "over the other connection");
    test.True(tasks[2]->response == ScsiServiceResponse::COMMAND_COMPLETE, "and completes");
    test.Equal(raw.target.links.size(), 3, "made again");
    test.Equal(raw.target.links[2].login.tsih, 7, "in the same session");
}

/**
 * A logout that the target refuses loses the connection (T17), and with it the session (N5), which
 * is made again (N6, N1).
 *
 * @param test the test
 */
void
RefusedLogout(Test& test)
{
    IscsiRawBench raw;
    raw.target.script = [&raw](const Request& request) {
        if (request.opcode != IscsiOpcode::LOGOUT_REQUEST)
        {
            return false;
        }
        IscsiLogoutResponseHeader answer;
        answer.initiatorTaskTag = request.As<IscsiLogoutRequestHeader>().initiatorTaskTag;
        answer.response = IscsiLogoutResponseCode::CLEANUP_FAILED;
        raw.target.SendStatus(request.link, answer);
        return true;
    };
    raw.At(Seconds(1), [&]() { raw.Session()->LogOutConnection(1); });
    raw.Run(Seconds(10));
    test.Equal(raw.GetStates("connection 1"),
               "FREE XPT_WAIT IN_LOGIN LOGGED_IN IN_LOGOUT CLEANUP_WAIT IN_CLEANUP "
               "XPT_WAIT IN_LOGIN LOGGED_IN FREE",
               "T17, cleaned up by the reinstatement: M2 and M4");
    test.Equal(raw.GetStates("session"), "FREE LOGGED_IN FAILED FREE LOGGED_IN", "N5 N6 N1");
    test.Equal(raw.target.links.at(1).login.tsih, 0, "session reinstatement, 6.3.5");
    test.True(raw.target.links[0].login.isid == raw.target.links[1].login.isid, "the same ISID");
}

/**
 * Pings: an answered one is no trouble, one without an answer ends the connection.
 *
 * @param test the test
 */
void
Pings(Test& test)
{
    IscsiRawBench raw;
    raw.bench.initiatorHelper.SetAttribute("NopInterval", TimeValue(Seconds(1)));
    raw.bench.initiatorHelper.SetAttribute("NopTimeout", TimeValue(Seconds(3)));
    raw.target.script = [](const Request& request) {
        return request.opcode == IscsiOpcode::NOP_OUT && request.when > Seconds(4.5) &&
               request.link == 0;
    };
    raw.Run(Seconds(12));
    // Pings at 1, 2, 3, 4 s are answered; that at 5 s is not, and the next wait for it until 8 s.
    // The session is made again 2 s later.
    const auto pings = raw.target.Get(IscsiOpcode::NOP_OUT);
    test.Equal(pings.size(), 6, "five over the first connection, at 11 s one over the next");
    test.True(pings.at(0).As<IscsiNopOutHeader>().immediate, "immediate");
    test.Equal(raw.errors.at(0), "a ping was not answered", "traced");
    test.Equal(raw.GetStates("session"), "FREE LOGGED_IN FAILED FREE LOGGED_IN", "made again");
    test.True(raw.Session()->IsReady(), "ready");
}

/**
 * The target's pings: one that wants an answer gets its own tag, unit and data back.
 *
 * @param test the test
 */
void
PingsOfTheTarget(Test& test)
{
    IscsiRawBench raw;
    raw.At(Seconds(1), [&]() {
        IscsiNopInHeader question;
        question.targetTransferTag = 55;
        question.lun = uint64_t{3} << 48;
        raw.target.Send(0, question, IscsiTestBench::MakeData(100, 1));
        IscsiNopInHeader news;
        raw.target.Send(0, news);
    });
    raw.Run(Seconds(2));
    const auto answers = raw.target.Get(IscsiOpcode::NOP_OUT);
    test.Equal(answers.size(), 1, "one answer");
    const auto header = answers.at(0).As<IscsiNopOutHeader>();
    test.Equal(header.targetTransferTag, 55, "its tag");
    test.Equal(header.lun, uint64_t{3} << 48, "its unit");
    test.Equal(header.initiatorTaskTag, IscsiHeader::RESERVED_TAG, "no question itself");
    test.Equal(header.dataSegmentLength, 100, "its data");
}

/**
 * A PDU that is built wrongly ends all connections, and the session is recovered.
 *
 * @param test the test
 */
void
FormatError(Test& test)
{
    IscsiRawBench raw(2);
    raw.At(Seconds(1), [&]() {
        IscsiNopInHeader both;
        both.targetTransferTag = 55;
        both.initiatorTaskTag = 66;
        raw.target.SendStatus(0, both);
    });
    raw.Run(Seconds(5));
    test.True(raw.target.links[0].hasEnded && raw.target.links[1].hasEnded, "both are closed");
    test.Equal(raw.GetStates("session"), "FREE LOGGED_IN FAILED FREE LOGGED_IN", "recovered");
    test.Equal(raw.Session()->GetConnections().size(), 2, "with all connections");
}

/**
 * Asynchronous Messages 0 and a vendor's: traced, nothing else.
 *
 * @param test the test
 */
void
AsyncEvents(Test& test)
{
    IscsiRawBench raw;
    std::string heard;
    raw.At(Seconds(1), [&]() {
        raw.Session()->TraceConnectWithoutContext(
            "AsyncEvent",
            Callback<void, uint8_t, uint64_t, const std::vector<uint8_t>&>(
                [&](uint8_t event, uint64_t lun, const std::vector<uint8_t>& sense) {
                    heard += std::to_string(event) + "/" + std::to_string(lun >> 48) + "/" +
                             std::to_string(sense.size()) + " ";
                }));
        IscsiAsyncMessageHeader header;
        header.lun = uint64_t{2} << 48;
        const std::vector<uint8_t> sense{0, 3, 0x70, 0, 6, 99};
        raw.target.SendStatus(0, header, Create<Packet>(sense.data(), sense.size()));
        header.asyncEvent = static_cast<IscsiAsyncEvent>(250);
        header.lun = 0;
        raw.target.SendStatus(0, header);
    });
    raw.Run(Seconds(2));
    test.Equal(heard, "0/2/3 250/0/0 ", "event, unit and length of the sense data");
    test.True(raw.Session()->IsReady(), "the session goes on");
}

/**
 * The target asks for a logout: commands under way may end, then the connection is logged out in
 * half of the time at the latest. T11, T10, T13.
 *
 * @param test the test
 * @param answers whether the command under way ends
 */
void
AsyncLogoutRequest(Test& test, bool answers)
{
    IscsiRawBench raw(2);
    raw.target.script = [&raw, answers](const Request& request) {
        if (request.opcode != IscsiOpcode::SCSI_COMMAND || request.when > Seconds(1.5))
        {
            return false;
        }
        if (answers && request.link == 0)
        {
            const auto tag = request.As<IscsiScsiCommandHeader>().initiatorTaskTag;
            raw.At(Seconds(3), [&raw, tag]() { raw.target.SendGood(0, tag); });
        }
        return true;
    };
    raw.At(Seconds(1), [&]() { raw.client.Send(raw.Session(), 0); });
    raw.At(Seconds(2), [&]() {
        IscsiAsyncMessageHeader header;
        header.asyncEvent = IscsiAsyncEvent::LOGOUT_REQUEST;
        header.parameter3 = 10;
        raw.target.SendStatus(0, header);
    });
    raw.At(Seconds(2.5), [&]() { raw.client.Send(raw.Session(), 0); });
    raw.Run(Seconds(15));
    test.Equal(raw.target.Get(IscsiOpcode::SCSI_COMMAND).at(1).link, 1, "the other connection");
    const auto logouts = raw.target.Get(IscsiOpcode::LOGOUT_REQUEST);
    test.Equal(logouts.size(), 1, "one logout");
    test.True(logouts.at(0).As<IscsiLogoutRequestHeader>().reason ==
                  IscsiLogoutReason::CLOSE_CONNECTION,
              "of the connection");
    test.Equal(logouts.at(0).link, 0, "over itself");
    const Time due = answers ? Seconds(3) : Seconds(7);
    test.True(logouts.at(0).when >= due && logouts.at(0).when < due + MilliSeconds(10), "in time");
    test.Equal(raw.GetStates("connection 1"),
               "FREE XPT_WAIT IN_LOGIN LOGGED_IN LOGOUT_REQUESTED IN_LOGOUT FREE "
               "XPT_WAIT IN_LOGIN LOGGED_IN",
               "T11 T10 T13, and again");
}

/**
 * The target asks the only connection to log out: the session is closed and made again.
 *
 * @param test the test
 */
void
AsyncLogoutOfTheLast(Test& test)
{
    IscsiRawBench raw;
    raw.At(Seconds(1), [&]() {
        IscsiAsyncMessageHeader header;
        header.asyncEvent = IscsiAsyncEvent::LOGOUT_REQUEST;
        header.parameter3 = 3;
        raw.target.SendStatus(0, header);
    });
    raw.Run(Seconds(5));
    const auto logouts = raw.target.Get(IscsiOpcode::LOGOUT_REQUEST);
    test.True(logouts.at(0).As<IscsiLogoutRequestHeader>().reason ==
                  IscsiLogoutReason::CLOSE_SESSION,
              "of the session");
    test.Equal(raw.GetStates("session"), "FREE LOGGED_IN FREE LOGGED_IN", "N3 and N1");
}

/**
 * The target drops one or all connections: T15, and logins wait for its Time2Wait.
 *
 * @param test the test
 * @param event the AsyncEvent
 */
void
AsyncDrop(Test& test, IscsiAsyncEvent event)
{
    IscsiRawBench raw;
    raw.At(Seconds(1), [&]() {
        IscsiAsyncMessageHeader header;
        header.asyncEvent = event;
        header.parameter1 = event == IscsiAsyncEvent::CONNECTION_DROP ? 1 : 0;
        header.parameter2 = 5;
        raw.target.SendStatus(0, header);
    });
    Time again;
    raw.target.loginScript = [&again](auto& link, auto&) {
        if (link.login.currentStage == IscsiLoginStage::SECURITY_NEGOTIATION)
        {
            again = Simulator::Now();
        }
        return true;
    };
    raw.Run(Seconds(10));
    test.True(again > Seconds(6) && again < Seconds(6.1), "5 s later");
    test.Equal(raw.GetStates("connection 1"),
               "FREE XPT_WAIT IN_LOGIN LOGGED_IN CLEANUP_WAIT IN_CLEANUP "
               "XPT_WAIT IN_LOGIN LOGGED_IN FREE",
               "T15 M2 M4");
}

/**
 * The target asks for a negotiation: an empty Text Request follows.
 *
 * @param test the test
 */
void
AsyncNegotiation(Test& test)
{
    IscsiRawBench raw(2);
    raw.At(Seconds(1), [&]() {
        IscsiAsyncMessageHeader header;
        header.asyncEvent = IscsiAsyncEvent::NEGOTIATION_REQUEST;
        header.parameter3 = 3;
        raw.target.SendStatus(1, header);
    });
    raw.Run(Seconds(5));
    const auto texts = raw.target.Get(IscsiOpcode::TEXT_REQUEST);
    test.Equal(texts.size(), 1, "one");
    test.Equal(texts.at(0).link, 1, "over the same connection");
    test.True(texts.at(0).As<IscsiTextRequestHeader>().final, "F");
    test.Equal(raw.errors.size(), 0, "the answer is taken");
}

/**
 * The target ends the tasks of a unit: no more data of theirs goes out on that connection, and a
 * NOP-Out acknowledges the message.
 *
 * @param test the test
 */
void
AsyncTaskTermination(Test& test)
{
    IscsiRawBench raw;
    raw.target.script = [&raw](const Request& request) {
        if (request.opcode == IscsiOpcode::SCSI_COMMAND)
        {
            const auto tag = request.As<IscsiScsiCommandHeader>().initiatorTaskTag;
            raw.At(Seconds(3), [&raw, tag]() { raw.target.SendR2t(0, tag, 0, 4096, 4096); });
            return true;
        }
        return false;
    };
    raw.bench.initiatorHelper.SetAttribute("MaxRecvDataSegmentLength", UintegerValue(4096));
    raw.At(Seconds(1), [&]() {
        raw.client.Send(raw.Session(), 0, IscsiTestBench::MakeData(8192, 0), 4);
        raw.client.Send(raw.Session(), 0, IscsiTestBench::MakeData(8192, 0), 5);
    });
    raw.At(Seconds(2), [&]() {
        IscsiAsyncMessageHeader header;
        header.asyncEvent = IscsiAsyncEvent::TASK_TERMINATION;
        header.lun = uint64_t{4} << 48;
        raw.target.SendStatus(0, header);
    });
    raw.Run(Seconds(5));
    const auto nops = raw.target.Get(IscsiOpcode::NOP_OUT);
    test.Equal(nops.size(), 1, "one acknowledgement");
    const auto nop = nops.at(0).As<IscsiNopOutHeader>();
    test.Equal(nop.initiatorTaskTag, IscsiHeader::RESERVED_TAG, "no ping");
    test.Equal(nop.lun, uint64_t{4} << 48, "its unit");
    test.Equal(nop.expStatSn, raw.target.links[0].statSn, "it acknowledges the message");
    const auto data = raw.target.Get(IscsiOpcode::SCSI_DATA_OUT);
    test.Equal(data.size(), 1, "data of one command");
    test.Equal(data.at(0).As<IscsiDataOutHeader>().lun, uint64_t{5} << 48, "of the other unit");
}

/**
 * A command that is refused: what becomes of it, and of its number.
 *
 * @param test the test
 * @param reason the reason
 * @param isLost whether the task ends
 * @param isAborted whether an ABORT TASK fills the gap
 */
void
RejectOfACommand(Test& test, uint8_t reason, bool isLost, bool isAborted)
{
    IscsiRawBench raw;
    raw.target.acknowledges = false;
    raw.target.script = [&raw, reason](const Request& request) {
        if (request.opcode == IscsiOpcode::SCSI_COMMAND)
        {
            raw.target.SendReject(0, request, reason);
        }
        return request.opcode == IscsiOpcode::SCSI_COMMAND;
    };
    Ptr<ScsiTask> task;
    raw.At(Seconds(1), [&]() { task = raw.client.Send(raw.Session(), 512); });
    raw.Run(Seconds(2));
    test.Equal(raw.client.completed.size(), isLost ? 1 : 0, "whether the task ends");
    const auto aborts = raw.target.Get(IscsiOpcode::TASK_MANAGEMENT_REQUEST);
    test.Equal(aborts.size(), isAborted ? 1 : 0, "whether the gap is filled, 7.3");
    if (isAborted)
    {
        const auto abort = aborts.at(0).As<IscsiTaskManagementRequestHeader>();
        test.Equal(abort.refCmdSn, 1, "RefCmdSN is the gap");
        test.True(task->response == ScsiServiceResponse::DELIVERY_FAILURE, "not carried out");
    }
    test.True(raw.errors.at(0).find("target rejected a PDU for reason " + std::to_string(reason)) ==
                  0,
              "traced");
}

/**
 * An immediate request that finds no room is sent again; Rejects of others than commands leave
 * tasks alone.
 *
 * @param test the test
 */
void
RejectOfOthers(Test& test)
{
    IscsiRawBench raw;
    uint32_t managed = 0;
    raw.target.script = [&](const Request& request) {
        if (request.opcode == IscsiOpcode::TASK_MANAGEMENT_REQUEST && ++managed == 1)
        {
            raw.target.SendReject(0, request, 6);
            return true;
        }
        if (request.opcode == IscsiOpcode::SCSI_DATA_OUT)
        {
            raw.target.SendReject(0, request, 9);
        }
        if (request.opcode == IscsiOpcode::SCSI_COMMAND)
        {
            const auto tag = request.As<IscsiScsiCommandHeader>().initiatorTaskTag;
            raw.target.SendR2t(0, tag, 0, 8192, 512);
        }
        return request.opcode != IscsiOpcode::TASK_MANAGEMENT_REQUEST;
    };
    bool isDone = false;
    raw.At(Seconds(1), [&]() {
        raw.client.Send(raw.Session(), 0, IscsiTestBench::MakeData(8704, 0));
        raw.Session()->ManageTasks(IscsiTaskManagementFunction::CLEAR_ACA, 0, [&](auto response) {
            isDone = response == IscsiTaskManagementResponseCode::FUNCTION_COMPLETE;
        });
    });
    raw.Run(Seconds(2));
    test.Equal(managed, 2, "sent again");
    test.True(isDone, "and done");
    test.Equal(raw.client.completed.size(), 0, "the write goes on");
    test.True(raw.Session()->IsReady(), "as does the session");
}

/**
 * Reason 0bh ends the connection (11.17.1, note 3).
 *
 * @param test the test
 */
void
RejectOfANegotiation(Test& test)
{
    IscsiRawBench raw;
    raw.target.script = [&raw](const Request& request) {
        raw.target.SendReject(0, request, 0x0b);
        return true;
    };
    raw.At(Seconds(1), [&]() { raw.client.Send(raw.Session(), 512); });
    raw.Run(Seconds(2));
    test.True(raw.target.links[0].hasEnded, "closed");
}

/**
 * @ingroup iscsi-tests
 *
 * Connections, logouts, pings, Asynchronous Messages and Rejects of an initiator's session.
 */
class IscsiInitiatorSessionTestSuite : public TestSuite
{
  public:
    IscsiInitiatorSessionTestSuite()
        : TestSuite("iscsi-initiator-session", Type::UNIT)
    {
        Add("four connections, 4.2.5.1 and 6.3.1", SeveralConnections);
        Add("fewer connections than wanted, 13.2", FewerConnections);
        AddPolicies();
        Add("states of a session, 8.1.3 and 8.3.1", StatesOfASession);
        Add("refused for good, 8.1.2 T7", [](Test& test) { RefusedLogin(test, 0x0203, 1); });
        Add("refused for now, 8.1.2 T7", [](Test& test) { RefusedLogin(test, 0x0301, 4); });
        Add("no answer to a login, 8.1.2 T7", SilentLogin);
        Add("nobody listens, 8.1.2 T2", NobodyListens);
        Add("logout of a connection, 11.14", LogoutOfAConnection);
        Add("a logout refused, 8.1.2 T17", RefusedLogout);
        Add("pings, 11.18", Pings);
        Add("pings of the target, 11.19", PingsOfTheTarget);
        Add("a format error, 7.7", FormatError);
        AddAsyncMessages();
        AddRejects();
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
     * Commands of 4096, 1024, 1024, 2048 and 512 bytes, for units 0, 0, 1, 1 and 2.
     */
    void AddPolicies()
    {
        Add("round robin", [](Test& test) {
            Choose(test, "ns3::IscsiInitiatorRoundRobinPolicy", {0, 1, 0, 1, 0});
        });
        // Bytes before each: 0/0, 4096/0, 4096/1024, 4096/2048, 4096/4096.
        Add("least outstanding bytes", [](Test& test) {
            Choose(test, "ns3::IscsiInitiatorLeastOutstandingPolicy", {0, 1, 1, 1, 0});
        });
        Add("by logical unit",
            [](Test& test) { Choose(test, "ns3::IscsiInitiatorLunPolicy", {0, 0, 1, 1, 0}); });
    }

    /**
     * Add the Asynchronous Messages.
     */
    void AddAsyncMessages()
    {
        Add("SCSI and vendor's events, 11.9.1", AsyncEvents);
        Add("request for a logout, 11.9.1", [](Test& test) { AsyncLogoutRequest(test, true); });
        Add("request for a logout, commands hang, 11.9.1",
            [](Test& test) { AsyncLogoutRequest(test, false); });
        Add("request for the last logout, 11.9.1", AsyncLogoutOfTheLast);
        Add("connection dropped, 11.9.1",
            [](Test& test) { AsyncDrop(test, IscsiAsyncEvent::CONNECTION_DROP); });
        Add("session dropped, 11.9.1",
            [](Test& test) { AsyncDrop(test, IscsiAsyncEvent::SESSION_DROP); });
        Add("request for a negotiation, 11.9.1", AsyncNegotiation);
        Add("tasks terminated, 11.9.1", AsyncTaskTermination);
    }

    /**
     * Add the Rejects by reason.
     */
    void AddRejects()
    {
        for (const uint8_t reason : {4, 5, 9, 10})
        {
            Add("command rejected for reason " + std::to_string(reason) + ", 11.17.1",
                [reason](Test& test) { RejectOfACommand(test, reason, true, true); });
        }
        for (const uint8_t reason : {7, 12})
        {
            Add("command rejected for reason " + std::to_string(reason) + ", 11.17.1",
                [reason](Test& test) { RejectOfACommand(test, reason, false, false); });
        }
        Add("other requests rejected, 11.17.1", RejectOfOthers);
        Add("negotiation reset, 11.17.1", RejectOfANegotiation);
    }
};

IscsiInitiatorSessionTestSuite g_iscsiInitiatorSessionTestSuite; //!< registers the suite

} // namespace
