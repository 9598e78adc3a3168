/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../session/iscsi-raw-requests.h"
#include "../session/iscsi-raw-test-case.h"

#include "ns3/boolean.h"
#include "ns3/integer.h"
#include "ns3/iscsi-async-message-header.h"
#include "ns3/iscsi-fault-helper.h"
#include "ns3/iscsi-scsi-response-header.h"
#include "ns3/iscsi-snack-header.h"
#include "ns3/string.h"

#include <string>

using namespace ns3;

namespace
{

using Test = IscsiRawTestCase;
using Request = IscsiRawTarget::Request;

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
    test.Equal(fault->GetDamaged(), 1, "one is damaged");
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
 * A host that takes its time for PDUs has received what comes behind a damaged one before it closes
 * the connection for that: none of it is taken in.
 *
 * @param test the test
 */
void
DamageBeforeOthers(Test& test)
{
    IscsiRawBench raw(1, 0);
    raw.bench.initiatorHelper.SetAttribute("DataDigest", StringValue("CRC32C"));
    raw.bench.initiatorHelper.SetHostCostAttribute("TimePerPdu", TimeValue(MilliSeconds(10)));
    IscsiFaultHelper faults;
    faults.SetAttribute("Damage", StringValue("Data"));
    faults.SetAttribute("Direction", StringValue("Received"));
    faults.SetAttribute("Opcode", IntegerValue(static_cast<int32_t>(IscsiOpcode::SCSI_DATA_IN)));
    const auto fault = faults.Install(raw.bench.nodes.Get(0));
    raw.target.script = [&](const Request& request) {
        if (request.opcode == IscsiOpcode::SCSI_COMMAND)
        {
            for (uint32_t i = 0; i < 3; ++i)
            {
                raw.target.SendDataIn(0, GetTag(request), i, 512 * i, Create<Packet>(512));
            }
            raw.target.SendGood(0, GetTag(request), 3);
        }
        return request.opcode == IscsiOpcode::SCSI_COMMAND;
    };
    Ptr<ScsiTask> task;
    uint32_t received = 0;
    raw.At(Seconds(1), [&]() {
        task = raw.client.Send(raw.Session(), 1536);
        raw.initiator->TraceConnectWithoutContext("PduReceived",
                                                  Callback<void, Ptr<const Packet>, IscsiOpcode>(
                                                      [&](Ptr<const Packet>, IscsiOpcode opcode) {
                                                          received +=
                                                              opcode == IscsiOpcode::SCSI_DATA_IN ||
                                                              opcode == IscsiOpcode::SCSI_RESPONSE;
                                                      }));
    });
    raw.Run(Seconds(2));
    test.Equal(fault->GetDamaged(), 1, "the first is damaged");
    test.Equal(received, 0, "nothing behind it is taken in");
    test.True(raw.target.links[0].hasEnded, "the connection is closed");
    test.True(task->response == ScsiServiceResponse::DELIVERY_FAILURE, "the task is lost");
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
    test.Equal(fault->GetDamaged(), 1, "one is damaged");
    test.Equal(raw.target.Get(IscsiOpcode::SNACK_REQUEST).size(), 1, "one SNACK");
    const auto logouts = raw.target.Get(IscsiOpcode::LOGOUT_REQUEST);
    test.Equal(logouts.size(), 1, "then it is acted upon");
    test.True(logouts.at(0).when > Seconds(2), "when it came whole");
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
 * @ingroup iscsi-tests
 *
 * PDUs that are damaged or refused on their way, and what is sent again for it.
 */
class IscsiInitiatorDamageTestSuite : public TestSuite
{
  public:
    IscsiInitiatorDamageTestSuite()
        : TestSuite("iscsi-initiator-damage", Type::UNIT)
    {
        Add("a command is damaged, 7.8", DamagedCommand);
        Add("recovery R2T, 7.8", RecoveryR2t);
        Add("no retry of what arrived, 7.2.1", NoRetryOfWhatArrived);
        Add("damaged Asynchronous Message, 7.8", DamagedAsyncMessage);
        Add("others behind a damaged PDU, 7.8", DamageBeforeOthers);
        AddDamage();
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
};

IscsiInitiatorDamageTestSuite g_iscsiInitiatorDamageTestSuite; //!< registers the suite

} // namespace
