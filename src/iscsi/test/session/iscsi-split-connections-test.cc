/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Connections that are split by direction, which is outside RFC 7143.

#include "../pdu/iscsi-wire-tap.h"
#include "../target/iscsi-target-script.h"
#include "iscsi-raw-test-case.h"

#include "ns3/boolean.h"
#include "ns3/enum.h"
#include "ns3/iscsi-connection-use.h"
#include "ns3/iscsi-fault-helper.h"
#include "ns3/iscsi-negotiator.h"
#include "ns3/iscsi-nop-header.h"
#include "ns3/iscsi-reject-header.h"
#include "ns3/iscsi-scsi-response-header.h"
#include "ns3/iscsi-task-management-header.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"
#include "ns3/user-error.h"

#include <memory>
#include <set>

using namespace ns3;

namespace
{

using Test = IscsiRawTestCase;
using Role = IscsiConnectionRole;

const std::string KEY = "X-org.ns3-iscsi.ConnectionUse"; //!< the key
const StringValue SPLIT("SplitByDirection");             //!< the attribute's value

/// An initiator and a target that may split their connections, and what goes over the wire.
struct SplitBench
{
    /**
     * @param connections connections of the session
     */
    explicit SplitBench(uint32_t connections)
        : bench("1Gbps", MilliSeconds(1)),
          tap(bench.nodes)
    {
        bench.device->storeData = true;
        bench.initiatorHelper.SetAttribute("Connections", UintegerValue(connections));
        bench.targetHelper.SetAttribute("MaxConnections", UintegerValue(connections));
        Both("ConnectionUse", SPLIT);
        Both("InitialR2T", BooleanValue(false));
        Both("DefaultTime2Wait", UintegerValue(0));
        bench.targetHelper.SetAttribute("MaxRecvDataSegmentLength", UintegerValue(2048));
        bench.targetHelper.SetAttribute("MaxBurstLength", UintegerValue(10240));
        bench.targetHelper.SetAttribute("FirstBurstLength", UintegerValue(4096));
    }

    /**
     * @param name an attribute of initiator and target
     * @param value its value
     */
    void Both(const std::string& name, const AttributeValue& value)
    {
        bench.initiatorHelper.SetAttribute(name, value);
        bench.targetHelper.SetAttribute(name, value);
    }

    /**
     * Install both and run.
     *
     * @param stop when to stop
     */
    void Run(Time stop)
    {
        Install();
        Simulator::Stop(stop);
        Simulator::Run();
    }

    /**
     * Install both, once.
     */
    void Install()
    {
        if (initiator)
        {
            return;
        }
        bench.InstallTarget();
        initiator = bench.InstallInitiator();
        initiator->TraceConnectWithoutContext(
            "ProtocolError",
            Callback<void, const std::string&>(
                [this](const std::string& what) { errors.push_back(what); }));
    }

    /**
     * @return the initiator's port
     */
    Ptr<IscsiInitiatorSession> Session() const
    {
        return initiator->GetSession();
    }

    IscsiTestBench bench;            //!< nodes, device and client
    IscsiWireTap tap;                //!< the wire
    Ptr<IscsiInitiator> initiator;   //!< the initiator, once installed
    std::vector<std::string> errors; //!< protocol errors the initiator traced
};

/**
 * Which connection is for what, and which PDU may go where.
 *
 * @param test the test
 */
void
Roles(Test& test)
{
    IscsiSessionParameters agreed;
    agreed.maxConnections = 4;
    const IscsiConnectionRoles standard(agreed);
    test.Equal(standard.IsSplit(), false, "not unless agreed");
    test.Equal(standard.GetNeeded(), 1, "one is enough");
    test.True(standard.Get(1) == Role::BOTH && standard.Get(9) == Role::BOTH, "any identifier");
    agreed.connectionUse = "SplitByDirection";
    const IscsiConnectionRoles roles(agreed);
    test.Equal(roles.IsSplit(), true, "agreed");
    test.Equal(roles.GetNeeded(), 4, "all of them");
    const std::vector<Role> expected{Role::NONE,
                                     Role::REQUESTS,
                                     Role::REQUESTS,
                                     Role::RESPONSES,
                                     Role::RESPONSES,
                                     Role::NONE};
    for (uint16_t cid = 0; cid < expected.size(); cid++)
    {
        test.True(roles.Get(cid) == expected[cid], "role of " + std::to_string(cid));
    }
    test.Equal(roles.GetPartner(1), 3, "the first halves");
    test.Equal(roles.GetPartner(2), 4, "the second halves");
    test.Equal(roles.GetPartner(3), 1, "and back");
    test.Equal(roles.GetPartner(4), 2, "and back");
    const std::set<uint8_t> requests{0x00, 0x01, 0x02, 0x04, 0x05, 0x06, 0x10, 0x26};
    const std::set<uint8_t> responses{0x20, 0x21, 0x22, 0x24, 0x25, 0x26, 0x31, 0x32, 0x3f, 0x06};
    for (const uint8_t code : {0x00,
                               0x01,
                               0x02,
                               0x04,
                               0x05,
                               0x06,
                               0x10,
                               0x20,
                               0x21,
                               0x22,
                               0x24,
                               0x25,
                               0x26,
                               0x31,
                               0x32,
                               0x3f})
    {
        const auto opcode = static_cast<IscsiOpcode>(code);
        const auto name = GetIscsiOpcodeName(opcode);
        test.Equal(IscsiConnectionRoles::MayCarry(Role::REQUESTS, opcode),
                   requests.contains(code),
                   name + " over a connection for requests");
        test.Equal(IscsiConnectionRoles::MayCarry(Role::RESPONSES, opcode),
                   responses.contains(code),
                   name + " over a connection for responses");
        test.True(IscsiConnectionRoles::MayCarry(Role::BOTH, opcode), name + " as a rule");
    }
}

/**
 * Reads and writes of all kinds over four connections. The target takes 2048 bytes in a PDU, 4096
 * without an R2T and 10240 with one; the initiator takes 8192 in a PDU.
 *
 * @param test the test
 */
void
Transfers(Test& test)
{
    SplitBench split(4);
    auto& client = split.bench.client;
    const std::vector<uint32_t> sizes{512, 4096, 20480};
    std::vector<Ptr<ScsiTask>> writes;
    std::vector<Ptr<ScsiTask>> reads;
    Simulator::Schedule(Seconds(1), [&]() {
        for (uint32_t i = 0; i < sizes.size(); i++)
        {
            writes.push_back(
                client.Write(split.Session(), 100 * i, IscsiTestBench::MakeData(sizes[i], i)));
        }
    });
    Simulator::Schedule(Seconds(2), [&]() {
        for (uint32_t i = 0; i < sizes.size(); i++)
        {
            reads.push_back(client.Read(split.Session(), 100 * i, sizes[i]));
        }
    });
    Simulator::Schedule(MilliSeconds(2900), [&]() {
        test.Equal(split.errors.size(), 0, "no errors before the logout");
    });
    split.Install();
    split.initiator->SetStopTime(Seconds(3));
    split.Run(Seconds(4));
    for (uint32_t i = 0; i < sizes.size(); i++)
    {
        const auto size = std::to_string(sizes[i]) + " bytes ";
        test.Equal(client.Of(writes[i]).completions, 1, size + "written");
        test.Equal(client.Of(reads[i]).completions, 1, size + "read");
        test.True(client.Of(reads[i]).data ==
                      IscsiTestBench::GetBytes(IscsiTestBench::MakeData(sizes[i], i)),
                  size + "read back");
    }
    // Writes of 512 and 20480 and the read of 4096 bytes go over the first pair, the rest over the
    // second. 20480 = 2048 immediate + 2048 unsolicited + 10240 + 6144 solicited.
    test.Equal(split.tap.GetCarried(1),
               "1 Logout Request, 1 Logout Response, 3 SCSI Command, 9 SCSI Data-Out",
               "requests of the first pair; a logout keeps to its connection");
    test.Equal(split.tap.GetCarried(3),
               "2 R2T, 1 SCSI Data-In, 2 SCSI Response",
               "responses of the first pair");
    test.Equal(split.tap.GetCarried(2), "3 SCSI Command, 1 SCSI Data-Out", "second requests");
    test.Equal(split.tap.GetCarried(4), "5 SCSI Data-In, 1 SCSI Response", "second responses");
}

/**
 * Requests acknowledge the status of the connection that answers them.
 *
 * @param test the test
 * @param pings true if the initiator pings three times, false if the target does
 */
void
Acknowledgements(Test& test, bool pings)
{
    SplitBench split(4);
    Simulator::Schedule(Seconds(1), [&]() {
        for (uint32_t i = 0; i < 20; i++)
        {
            split.bench.client.Read(split.Session(), 0, 512);
        }
    });
    if (pings)
    {
        split.bench.initiatorHelper.SetAttribute("NopInterval", TimeValue(MilliSeconds(900)));
    }
    else
    {
        split.bench.targetHelper.SetAttribute("NopInterval", TimeValue(MilliSeconds(900)));
    }
    split.Run(Seconds(3));
    for (const uint16_t requests : {1, 2})
    {
        const uint16_t responses = requests + 2;
        const auto login = split.tap.Get(responses, IscsiOpcode::LOGIN_RESPONSE).back().Read(24);
        uint32_t next = login + 1;
        uint32_t acknowledged = 0;
        for (const auto& record : split.tap.records)
        {
            const bool isStatus = record.opcode == IscsiOpcode::SCSI_DATA_IN ||
                                  (record.opcode == IscsiOpcode::NOP_IN &&
                                   record.Read(16) != IscsiHeader::RESERVED_TAG);
            if (record.cid == responses && isStatus)
            {
                test.Equal(record.Read(24), next++, "StatSN counts each connection's responses");
            }
            else if (record.cid == requests && record.opcode != IscsiOpcode::LOGIN_REQUEST &&
                     record.opcode != IscsiOpcode::LOGIN_RESPONSE)
            {
                acknowledged = record.Read(28);
                test.True(acknowledged > login && acknowledged <= next, "ExpStatSN in its place");
            }
        }
        test.Equal(next, login + 1 + 10 + (pings ? 3 : 0), "ten statuses and answers to pings");
        test.Equal(acknowledged + (pings ? 1 : 0), next, "all but the answer to the last ping");
        test.Equal(split.tap.GetCarried(requests), "3 NOP-Out, 10 SCSI Command", "requests");
        test.Equal(split.tap.GetCarried(responses), "3 NOP-In, 10 SCSI Data-In", "responses");
    }
}

/**
 * Task management and text negotiation go the same ways.
 *
 * @param test the test
 */
void
OtherRequests(Test& test)
{
    SplitBench split(4);
    auto& client = split.bench.client;
    split.bench.device->latency = MilliSeconds(500);
    std::vector<Ptr<ScsiTask>> tasks;
    std::vector<std::optional<IscsiTaskManagementResponseCode>> answers;
    Simulator::Schedule(Seconds(1), [&]() {
        for (uint32_t i = 0; i < 3; i++)
        {
            tasks.push_back(client.Read(split.Session(), i, 512));
        }
    });
    Simulator::Schedule(MilliSeconds(1100), [&]() { split.Session()->AbortTask(tasks[1]); });
    Simulator::Schedule(MilliSeconds(1200), [&]() {
        split.Session()->ManageTasks(IscsiTaskManagementFunction::ABORT_TASK_SET,
                                     0,
                                     [&](auto response) { answers.push_back(response); });
    });
    bool isNegotiated = false;
    IscsiTextKeys keys;
    keys.Add("MaxRecvDataSegmentLength", "65536");
    Simulator::Schedule(Seconds(2), [&]() {
        split.Session()->Negotiate(1, keys, [&](const auto* answer) { isNegotiated = answer; });
    });
    Simulator::Schedule(Seconds(3), [&]() {
        tasks.push_back(client.Read(split.Session(), 0, 10240));
        tasks.push_back(client.Read(split.Session(), 0, 10240));
    });
    split.Run(Seconds(4));
    for (uint32_t i = 0; i < 3; i++)
    {
        test.True(tasks[i]->status == ScsiStatus::TASK_ABORTED, "ended by a function");
    }
    test.Equal(answers.size(), 1, "one answer");
    test.True(answers.at(0) == IscsiTaskManagementResponseCode::FUNCTION_COMPLETE, "complete");
    test.Equal(split.bench.device->lost, 3, "the device has heard");
    test.True(isNegotiated, "text negotiation");
    test.Equal(client.GetCompleted(), 5, "all ended");
    // Task 2 went over the second pair, and so did its abort; so does the fourth read, which needs
    // two PDUs, while the fifth fits one since the text negotiation. Before it answers ABORT TASK
    // SET the target asks for an acknowledgement of the second pair's response (RFC 7143, 4.2.2.3).
    test.Equal(split.tap.GetCarried(2),
               "1 NOP-Out, 2 SCSI Command, 1 Task Management Function Request",
               "requests of the second pair");
    test.Equal(split.tap.GetCarried(4),
               "1 NOP-In, 2 SCSI Data-In, 1 Task Management Function Response",
               "responses of the second pair");
    test.Equal(split.tap.GetCarried(1),
               "3 SCSI Command, 1 Task Management Function Request, 1 Text Request",
               "requests of the first pair");
    test.Equal(split.tap.GetCarried(3),
               "1 SCSI Data-In, 1 Task Management Function Response, 1 Text Response",
               "responses of the first pair");
    test.Equal(split.errors.size(), 0, "no errors");
}

/**
 * A target that does not say so allows no such session.
 *
 * @param test the test
 */
void
RefusedByDefault(Test& test)
{
    SplitBench split(2);
    split.bench.targetHelper.SetAttribute("ConnectionUse", StringValue("Standard"));
    split.bench.initiatorHelper.SetAttribute("LoginRetries", UintegerValue(0));
    split.Run(Seconds(2));
    test.Equal(split.errors.size(), 1, "one error");
    test.Equal(split.errors.at(0),
               KEY + "=Reject answers an offer of SplitByDirection",
               "which says what");
    test.Equal(split.Session()->IsReady(), false, "no session");
    test.Equal(split.bench.target->GetSessionCount(), 0, "no session");
    test.Equal(split.tap.records.size(), 4, "nothing but two rounds of the login");
}

/**
 * Whatever else a target answers, the initiator continues with no standard session.
 *
 * @param test the test
 */
void
OtherAnswers(Test& test)
{
    for (const std::string answer : {"NotUnderstood", "Irrelevant", "Reject", "Standard"})
    {
        IscsiRawBench raw(2);
        raw.bench.initiatorHelper.SetAttribute("ConnectionUse", SPLIT);
        raw.bench.initiatorHelper.SetAttribute("LoginRetries", UintegerValue(0));
        raw.target.answers[KEY] = answer;
        raw.Run(Seconds(2));
        test.Equal(raw.target.links.at(0).keys[KEY], "SplitByDirection", "offered alone");
        test.Equal(raw.errors.size(), 1, "one error");
        test.Equal(raw.errors.at(0),
                   KEY + "=" + answer + " answers an offer of SplitByDirection",
                   "which says what");
        test.Equal(raw.target.requests.size(), 0, "nothing is asked");
        test.Equal(raw.target.links.size(), 1, "no other connection is made");
        Simulator::Destroy();
    }
}

/**
 * A target that allows fewer connections than wanted gets no session.
 *
 * @param test the test
 */
void
TooFewConnections(Test& test)
{
    SplitBench split(4);
    split.bench.targetHelper.SetAttribute("MaxConnections", UintegerValue(2));
    split.bench.initiatorHelper.SetAttribute("LoginRetries", UintegerValue(0));
    split.Run(Seconds(2));
    test.Equal(split.errors.size(), 1, "one error");
    test.Equal(split.errors.at(0),
               "ConnectionUse=SplitByDirection needs 4 connections, of which the target allows 2",
               "which says what");
    test.Equal(split.Session()->IsReady(), false, "no session");
}

/**
 * What a target answers that allows it.
 *
 * @param test the test
 */
void
TargetAnswers(Test& test)
{
    const auto answer = [](const std::vector<std::pair<std::string, std::string>>& pairs) {
        IscsiSessionParameters wishes;
        wishes.connectionUse = "SplitByDirection,Standard";
        wishes.maxConnections = 6;
        wishes.errorRecoveryLevel = 2;
        IscsiNegotiator target(IscsiRole::TARGET, wishes);
        IscsiTextKeys keys;
        keys.Add("InitiatorName", "iqn.2026-01.com.example:host");
        keys.Add("TargetName", "iqn.2026-01.com.example:disk");
        for (const auto& [key, value] : pairs)
        {
            keys.Add(key, value);
        }
        return target.Respond(keys, IscsiLoginStage::LOGIN_OPERATIONAL_NEGOTIATION)
            .Find(KEY)
            .value_or("");
    };
    const std::string level = "ErrorRecoveryLevel";
    const std::string most = "MaxConnections";
    const std::string use = "SplitByDirection";
    test.Equal(answer({{KEY, use}, {most, "4"}, {level, "0"}}), use, "an even number at level 0");
    test.Equal(answer({{most, "4"}, {level, "0"}, {KEY, use}}), use, "in any order");
    test.Equal(answer({{KEY, use}, {most, "8"}, {level, "0"}}), use, "6 of 8");
    test.Equal(answer({{KEY, use}, {most, "3"}, {level, "0"}}), "Reject", "an odd number");
    test.Equal(answer({{KEY, use}}), "Reject", "one connection");
    test.Equal(answer({{KEY, use}, {most, "4"}, {level, "1"}}), "Reject", "level 1");
    test.Equal(answer({{KEY, "Standard"}, {most, "4"}}), "Standard", "the RFC's own");
    test.Equal(answer({{KEY, "Sometimes"}, {most, "4"}}), "Reject", "no such value");
    test.Equal(answer({{most, "4"}}), "", "never offered by a target");
}

/**
 * Mistakes of the user.
 *
 * @param test the test
 */
void
UserErrors(Test& test)
{
    const auto run = [](std::function<void(SplitBench&)> mistake) -> std::string {
        SplitBench split(4);
        mistake(split);
        std::string message;
        try
        {
            split.Run(Seconds(1));
        }
        catch (const UserError& error)
        {
            message = error.what();
        }
        Simulator::Destroy();
        return message;
    };
    const auto connections = [&](uint32_t number) {
        return run([number](SplitBench& split) {
            split.bench.initiatorHelper.SetAttribute("Connections", UintegerValue(number));
        });
    };
    const std::string because = " with ConnectionUse=SplitByDirection";
    test.Equal(connections(3),
               "ns3::IscsiInitiator::Connections is 3 but must be even" + because,
               "odd");
    test.Equal(connections(1),
               "ns3::IscsiInitiator::Connections is 1 but must be even" + because,
               "no pair");
    test.Equal(run([](SplitBench& split) {
                   split.bench.initiatorHelper.SetAttribute("ErrorRecoveryLevel", UintegerValue(1));
               }),
               "ns3::IscsiInitiator::ErrorRecoveryLevel is 1 but must be 0" + because,
               "recovery within the session");
    test.Equal(run([](SplitBench& split) {
                   split.bench.targetHelper.SetAttribute("MaxConnections", UintegerValue(1));
               }),
               "ns3::IscsiTarget::MaxConnections is 1 but must be 2 or more" + because,
               "a target that can never do it");
}

/**
 * A standard session knows nothing of it, whatever the target allows.
 *
 * @param test the test
 */
void
StandardSession(Test& test)
{
    std::vector<std::vector<uint8_t>> wires;
    for (const std::string use : {"Standard", "SplitByDirection"})
    {
        SplitBench split(2);
        split.bench.initiatorHelper.SetAttribute("ConnectionUse", StringValue("Standard"));
        split.bench.targetHelper.SetAttribute("ConnectionUse", StringValue(use));
        Simulator::Schedule(Seconds(1), [&]() {
            split.bench.client.Write(split.Session(), 0, IscsiTestBench::MakeData(20480, 1));
            split.bench.client.Read(split.Session(), 0, 512);
        });
        split.Run(Seconds(2));
        test.Equal(split.bench.client.GetCompleted(), 2, "both ended");
        test.Equal(split.tap.GetCarried(1),
                   "2 R2T, 1 SCSI Command, 9 SCSI Data-Out, 1 SCSI Response",
                   "both directions on one connection");
        test.Equal(split.tap.GetCarried(2), "1 SCSI Command, 1 SCSI Data-In", "and on the other");
        wires.push_back(split.tap.GetBytes());
        const std::string said(wires.back().begin(), wires.back().end());
        test.True(said.find("X-") == std::string::npos, "no key that is not the RFC's");
        Simulator::Destroy();
    }
    test.True(wires[0] == wires[1], "not a byte differs");
}

/**
 * Traffic while a connection is reset: the session is made again.
 *
 * @param test the test
 * @param connection which connection, counted from 0
 */
void
ResetAmidTraffic(Test& test, uint32_t connection)
{
    SplitBench split(4);
    auto& client = split.bench.client;
    split.bench.device->latency = MilliSeconds(10);
    split.bench.device->storeData = false;
    std::vector<Ptr<ScsiTask>> tasks;
    std::function<void()> next = [&]() {
        if (!split.Session()->IsReady())
        {
            Simulator::Schedule(MilliSeconds(50), next);
            return;
        }
        const uint32_t count = tasks.size();
        tasks.push_back(
            count / 2 % 2 == 0
                ? client.Read(split.Session(), 0, 20480)
                : client.Write(split.Session(), 1000, IscsiTestBench::MakeData(20480, count)));
    };
    client.completed = Callback<void, Ptr<ScsiTask>>([&](Ptr<ScsiTask>) {
        if (Simulator::Now() < MilliSeconds(1300))
        {
            Simulator::ScheduleNow(next);
        }
    });
    for (uint32_t i = 0; i < 8; i++)
    {
        Simulator::Schedule(Seconds(1), next);
    }
    IscsiFaultHelper().ResetConnection(split.bench.nodes.Get(0), MicroSeconds(1104321), connection);
    split.Run(Seconds(2));
    uint32_t lost = 0;
    uint32_t later = 0;
    for (const auto& task : tasks)
    {
        test.Equal(client.Of(task).completions, 1, "each command ends once");
        const bool isLost = task->response == ScsiServiceResponse::DELIVERY_FAILURE;
        lost += isLost ? 1 : 0;
        later += client.Of(task).sent > MicroSeconds(1120000) && !isLost ? 1 : 0;
    }
    test.Equal(lost, 8, "what was under way is lost, on all connections");
    test.True(later > 50, "the session goes on");
    test.Equal(split.bench.device->active, 0, "the device has nothing left");
    test.Equal(split.bench.target->GetSessionCount(), 1, "one session");
    for (uint16_t cid = 1; cid <= 4; cid++)
    {
        const auto carried = split.tap.GetCarried(cid, 2);
        const bool isRequests = cid <= 2;
        test.Equal(carried.find("Data-Out") != std::string::npos,
                   isRequests,
                   "made anew, as before");
        test.Equal(carried.find("Data-In") != std::string::npos,
                   !isRequests,
                   "made anew, as before");
    }
}

/**
 * The target asks for a logout: all connections go with the session, once the commands are over.
 *
 * @param test the test
 */
void
LogoutAskedFor(Test& test)
{
    SplitBench split(2);
    split.bench.device->latency = MilliSeconds(300);
    split.bench.initiatorHelper.SetAttribute("SessionRecovery", BooleanValue(false));
    Ptr<ScsiTask> task;
    Simulator::Schedule(Seconds(1),
                        [&]() { task = split.bench.client.Read(split.Session(), 0, 512); });
    Simulator::Schedule(MilliSeconds(1100), [&]() { split.bench.target->ShutDown(Seconds(2)); });
    split.Run(Seconds(2));
    test.True(task->status == ScsiStatus::GOOD, "the command ends first");
    test.Equal(split.bench.client.Of(task).completions, 1, "once");
    test.Equal(split.tap.GetCarried(1),
               "1 Logout Request, 1 Logout Response, 1 SCSI Command",
               "logged out");
    test.Equal(split.tap.GetCarried(2), "1 Asynchronous Message, 1 SCSI Data-In", "asked for");
    test.True(split.Session()->GetState() == IscsiSessionState::FREE, "the session is over");
}

/**
 * An initiator against a raw target: answers count over the other connection and nowhere else.
 *
 * @param test the test
 * @param over the connection that the answer comes over, counted from 0
 */
void
AnswerOver(Test& test, uint32_t over)
{
    IscsiRawBench raw(2);
    raw.bench.initiatorHelper.SetAttribute("ConnectionUse", SPLIT);
    raw.bench.initiatorHelper.SetAttribute("SessionRecovery", BooleanValue(false));
    raw.target.loginScript = [&](IscsiRawTarget::Link& link, IscsiLoginResponseHeader& header) {
        const bool isFirst = header.currentStage == IscsiLoginStage::SECURITY_NEGOTIATION;
        link.statSn = isFirst && link.login.cid == 2 ? 500 : link.statSn;
        return true;
    };
    raw.target.script = [&](const IscsiRawTarget::Request& request) {
        if (request.opcode != IscsiOpcode::SCSI_COMMAND)
        {
            return false;
        }
        IscsiDataInHeader answer;
        answer.initiatorTaskTag = request.As<IscsiScsiCommandHeader>().initiatorTaskTag;
        answer.statusPresent = true;
        raw.target.SendStatus(over, answer, IscsiTestBench::MakeData(512, 0));
        return true;
    };
    for (const auto second : {1, 2})
    {
        raw.At(Seconds(second), [&]() { raw.client.Send(raw.Session(), 512); });
    }
    raw.Run(Seconds(3));
    const auto commands = raw.target.Get(IscsiOpcode::SCSI_COMMAND);
    test.Equal(commands.at(0).link, 0, "asked over the first connection");
    test.Equal(commands.at(0).As<IscsiScsiCommandHeader>().expStatSn,
               502,
               "which acknowledges the second's login");
    if (over == 1)
    {
        test.Equal(commands.size(), 2, "two commands");
        test.Equal(commands.at(1).As<IscsiScsiCommandHeader>().expStatSn, 503, "and its status");
        test.Equal(raw.errors.size(), 0, "no errors");
        test.True(raw.client.completed.at(1)->status == ScsiStatus::GOOD, "both ended");
        return;
    }
    test.Equal(raw.errors.at(0),
               "SCSI Data-In on a connection for the other direction",
               "an answer where none belongs");
    test.Equal(raw.client.completed.size(), 2, "both ended");
    test.True(raw.client.completed[0]->response == ScsiServiceResponse::DELIVERY_FAILURE, "lost");
    test.True(raw.target.links[1].hasEnded, "the other connection goes with it");
}

} // namespace

/**
 * @ingroup iscsi-tests
 *
 * A target against a scripted initiator that splits its connections.
 */
class IscsiSplitTargetTestCase : public IscsiTargetScriptTestCase
{
  public:
    IscsiSplitTargetTestCase()
        : IscsiTargetScriptTestCase("target: what comes where")
    {
    }

  private:
    /**
     * Begin with the first of two connections.
     */
    void Open()
    {
        bench = std::make_unique<IscsiTestBench>("100Mbps", MilliSeconds(1));
        bench->targetHelper.SetAttribute("ConnectionUse", SPLIT);
        errors.clear();
        Begin(0, 0);
        proposals.errorRecoveryLevel = 0;
        proposals.maxConnections = 2;
        proposals.connectionUse = "SplitByDirection";
        Add(1).Connect(0, 1);
        Pass();
    }

    /**
     * Let a connection join.
     *
     * @param cid its identifier
     */
    void Join(uint16_t cid)
    {
        Add(cid).Connect(C(0).tsih, 1);
        Pass();
    }

    /**
     * A request that comes too soon.
     */
    void RunTooSoon()
    {
        Open();
        C(0).Command(false, 1, 10, 1);
        Pass();
        Expect(Heard(), "", "no command before its answer has a way");
        Expect(errors.at(0), "SCSI Command before the connection for its answer", "too soon");
        NS_TEST_EXPECT_MSG_EQ(C(0).ended, true, "closed");
        Finish();
    }

    /**
     * Connections that cannot join, and what goes over those that can.
     */
    void RunPair()
    {
        Open();
        Join(3);
        Join(1);
        for (const auto which : {1, 2})
        {
            NS_TEST_ASSERT_MSG_EQ(C(which).refusals.size(), 1, "refused");
            NS_TEST_EXPECT_MSG_EQ((C(which).refusals[0] == IscsiLoginStatus::INITIATOR_ERROR),
                                  true,
                                  "no such connection, or there already");
        }
        Join(2);
        C(0).Command(false, 1, 10, 1);
        Pass();
        Expect(Heard(), "command 10", "the session is whole");
        device->Give(10);
        C(0).Ping(7, 2);
        C(0).LogOut(IscsiLogoutReason::CLOSE_CONNECTION, 2, 2);
        Pass();
        Expect(C(0).GetNames(), "", "no answer where it was asked");
        Expect(C(3).GetNames(), "SCSI Data-In,NOP-In,Reject", "but over the other connection");
        C(3).LogOut(IscsiLogoutReason::CLOSE_SESSION, 0, 2);
        Pass();
        Expect(C(3).GetNames(),
               "SCSI Data-In,NOP-In,Reject,Logout Response",
               "a logout keeps to its connection");
        NS_TEST_EXPECT_MSG_EQ(C(0).ended && C(3).ended, true, "all is closed");
        Finish();
    }

    /**
     * A request on the connection for responses, and the end of one connection.
     */
    void RunWrongWay()
    {
        Open();
        Join(2);
        C(0).Command(false, 1, 10, 1);
        Pass();
        Heard();
        C(1).Command(false, 2, 20, 1);
        Pass();
        Expect(Heard(), "lost 10", "no command that way, and none goes on");
        Expect(errors.at(0), "SCSI Command on a connection for the other direction", "said");
        NS_TEST_EXPECT_MSG_EQ(C(0).ended && C(1).ended, true, "neither is of use alone");
        Expect(bench->target->GetSessionCount() == 0 ? "failed" : "stands", "failed", "session");
        Finish();
    }

    void DoRun() override
    {
        RunTooSoon();
        RunPair();
        RunWrongWay();
    }
};

/**
 * @ingroup iscsi-tests
 *
 * Connections that are split by direction.
 */
class IscsiSplitConnectionsTestSuite : public TestSuite
{
  public:
    IscsiSplitConnectionsTestSuite()
        : TestSuite("iscsi-split-connections", Type::UNIT)
    {
        const auto add = [this](const std::string& name, Test::Body body) {
            AddTestCase(new Test(name, std::move(body)), TestCase::Duration::QUICK);
        };
        add("roles of connections", Roles);
        add("reads and writes", Transfers);
        add("StatSN and ExpStatSN, pings of the initiator",
            [](Test& test) { Acknowledgements(test, true); });
        add("StatSN and ExpStatSN, pings of the target",
            [](Test& test) { Acknowledgements(test, false); });
        add("task management and text negotiation", OtherRequests);
        add("refused by default", RefusedByDefault);
        add("answers that are no agreement", OtherAnswers);
        add("too few connections", TooFewConnections);
        add("what a target answers", TargetAnswers);
        add("mistakes of the user", UserErrors);
        add("standard sessions are as they were", StandardSession);
        for (uint32_t connection = 0; connection < 4; connection++)
        {
            add("connection " + std::to_string(connection + 1) + " reset amid traffic",
                [connection](Test& test) { ResetAmidTraffic(test, connection); });
        }
        add("logout asked for by the target", LogoutAskedFor);
        add("answer over the connection for it", [](Test& test) { AnswerOver(test, 1); });
        add("answer over the other connection", [](Test& test) { AnswerOver(test, 0); });
        AddTestCase(new IscsiSplitTargetTestCase, TestCase::Duration::QUICK);
    }
};

static IscsiSplitConnectionsTestSuite g_iscsiSplitConnectionsTestSuite; //!< registers the suite
