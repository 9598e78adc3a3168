/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-raw-test-case.h"

#include "ns3/boolean.h"
#include "ns3/error-model.h"
#include "ns3/integer.h"
#include "ns3/iscsi-async-message-header.h"
#include "ns3/iscsi-fault-helper.h"
#include "ns3/iscsi-logout-header.h"
#include "ns3/iscsi-nop-header.h"
#include "ns3/iscsi-scsi-response-header.h"
#include "ns3/iscsi-snack-header.h"
#include "ns3/iscsi-task-management-header.h"
#include "ns3/iscsi-text-header.h"
#include "ns3/iscsi-text.h"
#include "ns3/pointer.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

using namespace ns3;

namespace
{

using Test = IscsiRawTestCase;
using Request = IscsiRawTarget::Request;
using Function = IscsiTaskManagementFunction;

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
 * The SNACKs of a type that came.
 *
 * @param raw the bench
 * @param type the type
 * @return their headers
 */
std::vector<IscsiSnackHeader>
GetSnacks(const IscsiRawBench& raw, IscsiSnackType type)
{
    std::vector<IscsiSnackHeader> snacks;
    for (const auto& request : raw.target.Get(IscsiOpcode::SNACK_REQUEST))
    {
        const auto snack = request.As<IscsiSnackHeader>();
        if (snack.type == type)
        {
            snacks.push_back(snack);
        }
    }
    return snacks;
}

/**
 * A Data-In is missing: it is asked for as soon as a later one shows it, and the status is not
 * acknowledged before it is there.
 *
 * @param test the test
 */
void
LostDataIn(Test& test)
{
    IscsiRawBench raw(1, 1);
    const auto data = IscsiTestBench::MakeData(4000, 3);
    raw.target.script = [&](const Request& request) {
        if (request.opcode == IscsiOpcode::SCSI_COMMAND)
        {
            const auto tag = GetTag(request);
            for (const uint32_t i : {0, 3})
            {
                raw.target.SendDataIn(0, tag, i, 1000 * i, data->CreateFragment(1000 * i, 1000));
            }
            raw.target.SendGood(0, tag, 4);
        }
        else if (request.opcode == IscsiOpcode::SNACK_REQUEST)
        {
            const auto snack = request.As<IscsiSnackHeader>();
            test.Equal(snack.expStatSn, raw.target.links[0].statSn - 1, "not acknowledged, 7.9");
            for (uint32_t i = snack.begRun; i < snack.begRun + snack.runLength; i++)
            {
                raw.target.SendDataIn(0,
                                      snack.initiatorTaskTag,
                                      i,
                                      1000 * i,
                                      data->CreateFragment(1000 * i, 1000));
            }
        }
        return true;
    };
    Ptr<ScsiTask> task;
    raw.At(Seconds(1), [&]() { task = raw.client.Send(raw.Session(), 4000); });
    raw.Run(Seconds(2));
    const auto snacks = GetSnacks(raw, IscsiSnackType::DATA_R2T);
    test.Equal(snacks.size(), 1, "one SNACK for one gap");
    test.Equal(snacks.at(0).begRun, 1, "BegRun, 11.16.6");
    test.Equal(snacks.at(0).runLength, 2, "RunLength, 11.16.7");
    test.Equal(snacks.at(0).targetTransferTag, IscsiHeader::RESERVED_TAG, "11.16.5");
    test.Equal(raw.client.received[task], 4000, "each byte once");
    test.True(raw.client.dataIn[task] == IscsiTestBench::GetBytes(data), "in its place");
    test.Equal(raw.client.completed.size(), 1, "complete once");
    test.Equal(raw.CountRecoveries("data asked for again"), 1, "traced");
}

/**
 * The last Data-In is missing: the response shows it by ExpDataSN. A SNACK that is lost is sent
 * again after RecoveryTimeout.
 *
 * @param test the test
 */
void
LostLastDataIn(Test& test)
{
    IscsiRawBench raw(1, 1);
    uint32_t asked = 0;
    raw.target.script = [&](const Request& request) {
        if (request.opcode == IscsiOpcode::SCSI_COMMAND)
        {
            raw.target.SendDataIn(0, GetTag(request), 0, 0, Create<Packet>(500));
            raw.target.SendGood(0, GetTag(request), 2);
        }
        else if (request.opcode == IscsiOpcode::SNACK_REQUEST && ++asked == 2)
        {
            const auto tag = request.As<IscsiSnackHeader>().initiatorTaskTag;
            raw.target.SendDataIn(0, tag, 1, 500, Create<Packet>(500));
        }
        return true;
    };
    raw.At(Seconds(1), [&]() { raw.client.Send(raw.Session(), 1000); });
    raw.Run(Seconds(10));
    test.Equal(asked, 2, "two SNACKs");
    test.Equal(raw.client.completed.size(), 1, "complete");
    test.True(raw.client.when.at(0) > Seconds(3) && raw.client.when.at(0) < Seconds(6),
              "after one RecoveryTimeout of 2 s or two");
}

/**
 * The A bit: a DataACK follows, but not before the gap in front of it is filled.
 *
 * @param test the test
 */
void
DataAcknowledgement(Test& test)
{
    IscsiRawBench raw(1, 1);
    raw.target.script = [&](const Request& request) {
        if (request.opcode == IscsiOpcode::SCSI_COMMAND)
        {
            IscsiDataInHeader header;
            header.initiatorTaskTag = GetTag(request);
            header.lun = uint64_t{1} << 48;
            header.acknowledge = true;
            header.targetTransferTag = 77;
            header.dataSn = 1;
            header.bufferOffset = 500;
            raw.target.Send(0, header, Create<Packet>(500));
        }
        else if (request.opcode == IscsiOpcode::SNACK_REQUEST &&
                 request.As<IscsiSnackHeader>().type == IscsiSnackType::DATA_R2T)
        {
            test.Equal(GetSnacks(raw, IscsiSnackType::DATA_ACK).size(), 0, "postponed, 11.16.2");
            const auto tag = request.As<IscsiSnackHeader>().initiatorTaskTag;
            raw.target.SendDataIn(0, tag, 0, 0, Create<Packet>(500));
        }
        return true;
    };
    raw.At(Seconds(1), [&]() { raw.client.Send(raw.Session(), 2000, nullptr, 1); });
    raw.Run(Seconds(2));
    const auto snacks = GetSnacks(raw, IscsiSnackType::DATA_ACK);
    test.Equal(snacks.size(), 1, "one");
    test.Equal(snacks.at(0).initiatorTaskTag, IscsiHeader::RESERVED_TAG, "11.16.4");
    test.Equal(snacks.at(0).targetTransferTag, 77, "copied, 11.16.5");
    test.Equal(snacks.at(0).lun, uint64_t{1} << 48, "copied");
    test.Equal(snacks.at(0).begRun, 2, "next expected, 11.16.6");
    test.Equal(snacks.at(0).runLength, 0, "11.16.7");
}

/**
 * A shorter MaxRecvDataSegmentLength since the command was sent: the data are asked for anew by an
 * R-Data SNACK, responses without its tag do not count, and the client gets no byte twice.
 *
 * @param test the test
 */
void
Resegmentation(Test& test)
{
    IscsiRawBench raw(1, 1);
    const auto data = IscsiTestBench::MakeData(4000, 3);
    raw.target.script = [&](const Request& request) {
        if (request.opcode == IscsiOpcode::SCSI_COMMAND)
        {
            const auto tag = GetTag(request);
            raw.target.SendDataIn(0, tag, 0, 0, data->CreateFragment(0, 2000));
            raw.At(Seconds(2), [&raw, tag]() {
                raw.target.SendGood(0, tag, 2);
                --raw.target.links[0].statSn;
            });
        }
        else if (request.opcode == IscsiOpcode::SNACK_REQUEST)
        {
            const auto snack = request.As<IscsiSnackHeader>();
            for (uint32_t i = 0; i < 4; i++)
            {
                raw.target.SendDataIn(0,
                                      snack.initiatorTaskTag,
                                      i,
                                      1000 * i,
                                      data->CreateFragment(1000 * i, 1000));
            }
            IscsiScsiResponseHeader answer;
            answer.initiatorTaskTag = snack.initiatorTaskTag;
            answer.expDataSn = 4;
            answer.snackTag = snack.targetTransferTag;
            raw.target.SendStatus(0, answer);
        }
        return true;
    };
    Ptr<ScsiTask> task;
    raw.At(Seconds(1), [&]() { task = raw.client.Send(raw.Session(), 4000); });
    raw.At(Seconds(1.5), [&]() { raw.Session()->GetConnections()[0]->SetMaxReceive(1000); });
    raw.Run(Seconds(4));
    const auto snacks = GetSnacks(raw, IscsiSnackType::R_DATA);
    test.Equal(snacks.size(), 1, "one");
    test.Equal(snacks.at(0).begRun, 0, "11.16.6");
    test.Equal(snacks.at(0).runLength, 0, "11.16.7");
    test.True(snacks.at(0).targetTransferTag != 0 &&
                  snacks.at(0).targetTransferTag != IscsiHeader::RESERVED_TAG,
              "a SNACK tag, 11.16.5");
    test.Equal(raw.client.completed.size(), 1, "complete once");
    test.Equal(raw.client.received[task], 4000, "no byte twice");
    test.True(raw.client.dataIn[task] == IscsiTestBench::GetBytes(data), "all in place");
}

/**
 * A status is missing: a later one shows it, it is asked for, and both are taken in order.
 *
 * @param test the test
 */
void
LostStatus(Test& test)
{
    IscsiRawBench raw(1, 1);
    std::vector<uint32_t> tags;
    uint32_t lost = 0;
    raw.target.script = [&](const Request& request) {
        if (request.opcode == IscsiOpcode::SCSI_COMMAND)
        {
            tags.push_back(GetTag(request));
            if (tags.size() == 2)
            {
                lost = raw.target.LoseStatus(0);
                raw.target.SendGood(0, tags[1]);
            }
        }
        else if (request.opcode == IscsiOpcode::SNACK_REQUEST)
        {
            IscsiScsiResponseHeader answer;
            answer.initiatorTaskTag = tags[0];
            answer.statSn = lost;
            answer.expCmdSn = raw.target.expCmdSn;
            answer.maxCmdSn = raw.target.expCmdSn + 31;
            raw.target.SendRaw(0, answer);
            // Sent again without need.
            raw.target.SendRaw(0, answer);
        }
        return true;
    };
    std::vector<Ptr<ScsiTask>> tasks;
    raw.At(Seconds(1), [&]() {
        tasks.push_back(raw.client.Send(raw.Session(), 0));
        tasks.push_back(raw.client.Send(raw.Session(), 0));
    });
    raw.Run(Seconds(2));
    const auto snacks = GetSnacks(raw, IscsiSnackType::STATUS);
    test.Equal(snacks.size(), 1, "one");
    test.Equal(snacks.at(0).begRun, lost, "BegRun");
    test.Equal(snacks.at(0).runLength, 1, "RunLength");
    test.Equal(snacks.at(0).initiatorTaskTag, IscsiHeader::RESERVED_TAG, "11.16.4");
    test.Equal(snacks.at(0).expStatSn, lost, "nothing behind it is acknowledged");
    test.True(raw.client.completed == tasks, "each once, in order");
}

/**
 * The last status is missing: after RecoveryTimeout a ping's answer shows it.
 *
 * @param test the test
 */
void
LostLastStatus(Test& test)
{
    IscsiRawBench raw(1, 1);
    uint32_t tag = 0;
    uint32_t lost = 0;
    raw.target.script = [&](const Request& request) {
        if (request.opcode == IscsiOpcode::SCSI_COMMAND)
        {
            tag = GetTag(request);
            lost = raw.target.LoseStatus(0);
            return true;
        }
        if (request.opcode == IscsiOpcode::SNACK_REQUEST)
        {
            IscsiScsiResponseHeader answer;
            answer.initiatorTaskTag = tag;
            answer.statSn = lost;
            raw.target.SendRaw(0, answer);
            return true;
        }
        return false;
    };
    raw.At(Seconds(1), [&]() { raw.client.Send(raw.Session(), 0); });
    raw.Run(Seconds(10));
    test.Equal(raw.client.completed.size(), 1, "complete");
    test.True(raw.client.when.at(0) < Seconds(5.1), "soon after 2 s or 4 s");
    test.Equal(raw.target.Get(IscsiOpcode::NOP_OUT).size(), 1, "one ping");
}

/**
 * A command that does not arrive is sent again as it was, over the same connection; the client is
 * not asked for its data again.
 *
 * @param test the test
 */
void
LostCommand(Test& test)
{
    IscsiRawBench raw(2, 1);
    raw.bench.initiatorHelper.SetAttribute("InitialR2T", BooleanValue(false));
    raw.target.acknowledges = false;
    uint32_t commands = 0;
    raw.target.script = [&](const Request& request) {
        if (request.opcode == IscsiOpcode::SCSI_COMMAND && ++commands == 2)
        {
            raw.target.expCmdSn = 2;
            raw.target.SendGood(request.link, GetTag(request));
        }
        return request.opcode == IscsiOpcode::SCSI_COMMAND;
    };
    raw.At(Seconds(1),
           [&]() { raw.client.Send(raw.Session(), 0, IscsiTestBench::MakeData(16384, 8)); });
    raw.Run(Seconds(12));
    const auto sent = raw.target.Get(IscsiOpcode::SCSI_COMMAND);
    test.Equal(sent.size(), 2, "sent twice");
    test.Equal(sent.at(0).link, sent.at(1).link, "over the same connection, 7.2.1");
    const auto bytes = IscsiTestBench::GetBytes(sent.at(0).pdu);
    auto again = IscsiTestBench::GetBytes(sent.at(1).pdu);
    // ExpStatSN alone may differ: a ping was answered.
    std::copy(bytes.begin() + 28, bytes.begin() + 32, again.begin() + 28);
    test.True(bytes == again, "the same tag, number, flags and immediate data");
    test.Equal(raw.target.Get(IscsiOpcode::SCSI_DATA_OUT).size(), 2, "the other data as well");
    test.Equal(raw.client.questions, 2, "the client gave both parts once");
    test.Equal(raw.client.completed.size(), 1, "complete");
}

/**
 * A command whose immediate data arrive damaged is sent again at once.
 *
 * @param test the test
 */
void
DamagedCommand(Test& test)
{
    IscsiRawBench raw(1, 1);
    uint32_t commands = 0;
    raw.target.acknowledges = false;
    raw.target.script = [&](const Request& request) {
        if (request.opcode == IscsiOpcode::SCSI_COMMAND && ++commands == 1)
        {
            raw.target.SendReject(0, request, 2);
            raw.target.acknowledges = true;
            return true;
        }
        return false;
    };
    raw.At(Seconds(1),
           [&]() { raw.client.Send(raw.Session(), 0, IscsiTestBench::MakeData(512, 1)); });
    raw.Run(Seconds(2));
    const auto sent = raw.target.Get(IscsiOpcode::SCSI_COMMAND);
    test.Equal(sent.size(), 2, "sent twice");
    test.Equal(sent.at(1).As<IscsiScsiCommandHeader>().cmdSn, 1, "the same number");
    test.Equal(raw.client.completed.size(), 1, "complete");
}

/**
 * A recovery R2T gets the data again without a question to the client; a repeated R2T is dropped.
 *
 * @param test the test
 */
void
RecoveryR2t(Test& test)
{
    IscsiRawBench raw(1, 1);
    raw.bench.initiatorHelper.SetAttribute("ImmediateData", BooleanValue(false));
    const auto data = IscsiTestBench::MakeData(3000, 2);
    raw.target.script = [&](const Request& request) {
        if (request.opcode == IscsiOpcode::SCSI_COMMAND)
        {
            raw.target.SendR2t(0, GetTag(request), 0, 0, 3000);
            raw.target.SendR2t(0, GetTag(request), 0, 0, 3000);
            raw.target.SendR2t(0, GetTag(request), 1, 1000, 500);
        }
        return true;
    };
    raw.At(Seconds(1), [&]() { raw.client.Send(raw.Session(), 0, data); });
    raw.Run(Seconds(1.5));
    const auto sent = raw.target.Get(IscsiOpcode::SCSI_DATA_OUT);
    test.Equal(sent.size(), 2, "the repeated R2T is dropped, 7.9");
    const auto again = sent.at(1).As<IscsiDataOutHeader>();
    test.Equal(again.targetTransferTag, 1, "for the recovery R2T");
    test.Equal(again.bufferOffset, 1000, "offset");
    const auto bytes = IscsiTestBench::GetBytes(sent.at(1).pdu->CreateFragment(48, 500));
    test.True(bytes == IscsiTestBench::GetBytes(data->CreateFragment(1000, 500)), "data");
    test.Equal(raw.client.questions, 1, "asked once");
}

/**
 * A SNACK that is refused although the status was sent: the task ends with PROTOCOL SERVICE CRC
 * ERROR.
 *
 * @param test the test
 */
void
RefusedSnack(Test& test)
{
    IscsiRawBench raw(1, 1);
    raw.target.script = [&](const Request& request) {
        if (request.opcode == IscsiOpcode::SCSI_COMMAND)
        {
            raw.target.SendGood(0, GetTag(request), 1);
        }
        else if (request.opcode == IscsiOpcode::SNACK_REQUEST)
        {
            raw.target.SendReject(0, request, 3);
        }
        return true;
    };
    Ptr<ScsiTask> task;
    raw.At(Seconds(1), [&]() { task = raw.client.Send(raw.Session(), 512); });
    raw.Run(Seconds(10));
    test.True(task->status == ScsiStatus::CHECK_CONDITION, "CHECK CONDITION, 7.8 a.2");
    test.Equal(+task->sense.at(2), 0x0b, "ABORTED COMMAND");
    test.Equal(task->sense.at(12) * 256 + task->sense.at(13), 0x4705, "11.4.7.2");
    test.Equal(raw.client.completed.size(), 1, "once");
}

/**
 * One PDU is damaged on arrival, with digests.
 *
 * @param test the test
 * @param level ErrorRecoveryLevel
 * @param damage Header or Data
 * @param opcode opcode of the PDU
 * @param snack the type of the SNACK that mends it, if level is above 0
 */
void
DamagedPdu(Test& test,
           uint32_t level,
           const std::string& damage,
           IscsiOpcode opcode,
           IscsiSnackType snack)
{
    IscsiRawBench raw(1, level);
    raw.bench.initiatorHelper.SetAttribute("HeaderDigest", StringValue("CRC32C"));
    raw.bench.initiatorHelper.SetAttribute("DataDigest", StringValue("CRC32C"));
    IscsiFaultHelper faults;
    faults.SetAttribute("Damage", StringValue(damage));
    faults.SetAttribute("Direction", StringValue("Received"));
    faults.SetAttribute("Opcode", IntegerValue(static_cast<int32_t>(opcode)));
    const auto fault = faults.Install(raw.bench.nodes.Get(0));
    const auto data = IscsiTestBench::MakeData(2000, 3);
    uint32_t tag = 0;
    uint32_t status = 0;
    raw.target.script = [&](const Request& request) {
        const auto first = data->CreateFragment(0, 1000);
        const auto second = data->CreateFragment(1000, 1000);
        if (request.opcode == IscsiOpcode::SCSI_COMMAND)
        {
            tag = GetTag(request);
            raw.target.SendDataIn(0, tag, 0, 0, first);
            raw.target.SendDataIn(0, tag, 1, 1000, second);
            status = raw.target.links[0].statSn;
            raw.target.SendGood(0, tag, 2);
            return true;
        }
        if (request.opcode != IscsiOpcode::SNACK_REQUEST)
        {
            return false;
        }
        if (request.As<IscsiSnackHeader>().type == IscsiSnackType::STATUS)
        {
            IscsiScsiResponseHeader answer;
            answer.initiatorTaskTag = tag;
            answer.expDataSn = 2;
            answer.statSn = status;
            raw.target.SendRaw(0, answer);
        }
        else
        {
            test.Equal(request.As<IscsiSnackHeader>().begRun, 0, "the first is damaged");
            test.Equal(request.As<IscsiSnackHeader>().runLength, 1, "and no other");
            raw.target.SendDataIn(0, tag, 0, 0, first);
        }
        return true;
    };
    Ptr<ScsiTask> task;
    raw.At(Seconds(1), [&]() { task = raw.client.Send(raw.Session(), 2000); });
    raw.Run(Seconds(6));
    test.Equal(fault->GetStruck(), 1, "one is damaged");
    test.Equal(raw.client.completed.size(), 1, "complete once");
    if (level == 0)
    {
        test.True(raw.target.links[0].hasEnded, "the connection is closed");
        test.True(task->response == ScsiServiceResponse::DELIVERY_FAILURE, "the task is lost");
        return;
    }
    test.Equal(GetSnacks(raw, snack).size(), 1, "one SNACK");
    test.True(raw.client.dataIn[task] == IscsiTestBench::GetBytes(data), "all data");
    test.Equal(raw.client.received[task], 2000, "each byte once");
}

/**
 * A negotiation in full feature phase: its MaxRecvDataSegmentLength is in force afterwards, the
 * target's as well.
 *
 * @param test the test
 */
void
Negotiation(Test& test)
{
    IscsiRawBench raw;
    raw.target.script = [&](const Request& request) {
        if (request.opcode != IscsiOpcode::TEXT_REQUEST)
        {
            return false;
        }
        const auto header = request.As<IscsiTextRequestHeader>();
        IscsiTextKeys keys;
        keys.Add("MaxRecvDataSegmentLength", "4096");
        IscsiTextResponseHeader answer;
        answer.initiatorTaskTag = header.initiatorTaskTag;
        raw.target.SendStatus(0, answer, keys.ToPacket());
        return true;
    };
    std::string said;
    raw.At(Seconds(1), [&]() {
        IscsiTextKeys keys;
        keys.Add("MaxRecvDataSegmentLength", "1024");
        raw.Session()->Negotiate(1, keys, [&](const IscsiTextKeys* answers) {
            said = answers ? answers->ToText() : "failed";
        });
    });
    raw.Run(Seconds(2));
    const auto& connection = raw.Session()->GetConnections().at(0);
    test.Equal(connection->GetParameters().maxRecvDataSegmentLength, 1024, "own");
    test.Equal(connection->GetMaxSendDataSegmentLength(), 4096, "the target's");
    test.True(said.find("4096") != std::string::npos, "the answers are handed over");
}

/**
 * A target that never answers a Text Request: the connection counts as failed after TextTimeout,
 * all its negotiations fail, and a new session begins.
 *
 * @param test the test
 */
void
UnansweredNegotiation(Test& test)
{
    IscsiRawBench raw;
    raw.bench.initiatorHelper.SetAttribute("TextTimeout", TimeValue(MilliSeconds(500)));
    raw.target.script = [](const Request& request) {
        return request.opcode == IscsiOpcode::TEXT_REQUEST;
    };
    std::vector<Time> failed;
    raw.At(Seconds(1), [&]() {
        for (int i = 0; i < 2; i++)
        {
            raw.Session()->Negotiate(1, IscsiTextKeys(), [&](const IscsiTextKeys* answers) {
                test.True(!answers, "failed");
                failed.push_back(Simulator::Now());
            });
        }
    });
    raw.Run(Seconds(8));
    const auto limit = MilliSeconds(1500);
    test.True(failed == std::vector<Time>{limit, limit}, "both, after 500 ms");
    test.Equal(raw.target.Get(IscsiOpcode::TEXT_REQUEST).size(), 1, "the second was never sent");
    test.Equal(raw.errors.at(0), "a Text Request was not answered", "traced");
    test.True(raw.target.links.at(0).hasEnded, "closed");
    test.True(raw.target.links.at(1).isLoggedIn, "a new session");
}

/**
 * The target redirects the login: to an address for now, which the next session does not begin
 * with, or for good.
 *
 * @param test the test
 * @param status the status
 * @param isKept whether the address is kept
 */
void
Redirect(Test& test, IscsiLoginStatus status, bool isKept)
{
    IscsiRawBench raw;
    IscsiRawTarget other(raw.bench.nodes.Get(1), 4000);
    raw.target.loginScript = [&](auto& link, IscsiLoginResponseHeader& header) {
        header.transit = false;
        header.SetStatus(status);
        IscsiTextKeys keys;
        keys.Add("TargetAddress", "10.0.0.2:4000,1");
        header.statSn = link.statSn++;
        raw.target.SendRaw(raw.target.links.size() - 1, header, keys.ToPacket());
        return false;
    };
    raw.At(Seconds(2), [&]() { other.links.at(0).stream->Close(); });
    raw.Run(Seconds(10));
    test.True(raw.Session()->IsReady(), "logged in");
    test.Equal(other.links.size(), 2, "at the other address, twice");
    test.Equal(raw.target.links.size(), isKept ? 1 : 2, "asked here first");
}

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
 * ErrorRecoveryLevel 2, one connection: it is made anew with the same CID after Time2Wait, tasks
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
 * its write goes on there, and it is made again.
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
 * Recovery at each ErrorRecoveryLevel.
 */
class IscsiInitiatorRecoveryTestSuite : public TestSuite
{
  public:
    IscsiInitiatorRecoveryTestSuite()
        : TestSuite("iscsi-initiator-recovery", Type::UNIT)
    {
        AddWithinConnection();
        AddDamage();
        Add("negotiation, 6.4", Negotiation);
        Add("negotiation without an answer, 6.4", UnansweredNegotiation);
        Add("redirected for now, 11.13.5",
            [](Test& test) { Redirect(test, IscsiLoginStatus::TARGET_MOVED_TEMPORARILY, false); });
        Add("redirected for good, 11.13.5",
            [](Test& test) { Redirect(test, IscsiLoginStatus::TARGET_MOVED_PERMANENTLY, true); });
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
     * Add what is recovered within a connection.
     */
    void AddWithinConnection()
    {
        Add("a Data-In is lost, 7.1.4.1 and 11.16.1", LostDataIn);
        Add("the last Data-In is lost, 7.9", LostLastDataIn);
        Add("DataACK, 11.16.2", DataAcknowledgement);
        Add("R-Data SNACK, 11.16.3", Resegmentation);
        Add("a status is lost, 7.1.4.2", LostStatus);
        Add("the last status is lost, 7.1.4.2", LostLastStatus);
        Add("a command is lost, 7.2.1", LostCommand);
        Add("a command is damaged, 7.8", DamagedCommand);
        Add("recovery R2T, 7.8", RecoveryR2t);
        Add("a SNACK is refused, 7.8", RefusedSnack);
    }

    /**
     * Add PDUs whose digests are wrong.
     */
    void AddDamage()
    {
        const auto dataIn = IscsiOpcode::SCSI_DATA_IN;
        const auto response = IscsiOpcode::SCSI_RESPONSE;
        const auto data = IscsiSnackType::DATA_R2T;
        const auto status = IscsiSnackType::STATUS;
        Add("data damaged at level 0, 7.8",
            [=](Test& test) { DamagedPdu(test, 0, "Data", dataIn, data); });
        Add("header damaged at level 0, 7.8",
            [=](Test& test) { DamagedPdu(test, 0, "Header", response, status); });
        Add("data of a Data-In damaged, 7.8",
            [=](Test& test) { DamagedPdu(test, 1, "Data", dataIn, data); });
        Add("header of a Data-In damaged, 7.8",
            [=](Test& test) { DamagedPdu(test, 1, "Header", dataIn, data); });
        Add("header of a response damaged, 7.8",
            [=](Test& test) { DamagedPdu(test, 1, "Header", response, status); });
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
