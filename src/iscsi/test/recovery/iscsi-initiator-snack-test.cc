/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../session/iscsi-raw-requests.h"
#include "../session/iscsi-raw-test-case.h"

#include "ns3/boolean.h"
#include "ns3/iscsi-scsi-response-header.h"
#include "ns3/iscsi-snack-header.h"

#include <vector>

using namespace ns3;

namespace
{

using Test = IscsiRawTestCase;
using Request = IscsiRawTarget::Request;

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
    test.Equal(raw.CountRecoveries("data requested again"), 1, "traced");
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
 * A shorter MaxRecvDataSegmentLength since the command was sent: the data are asked for again by an
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
 * @ingroup iscsi-tests
 *
 * What is recovered within a command or a connection, from level 1 on: SNACKs and retries.
 */
class IscsiInitiatorSnackTestSuite : public TestSuite
{
  public:
    IscsiInitiatorSnackTestSuite()
        : TestSuite("iscsi-initiator-snack", Type::UNIT)
    {
        Add("a Data-In is lost, 7.1.4.1 and 11.16.1", LostDataIn);
        Add("the last Data-In is lost, 7.9", LostLastDataIn);
        Add("DataACK, 11.16.2", DataAcknowledgement);
        Add("R-Data SNACK, 11.16.3", Resegmentation);
        Add("a status is lost, 7.1.4.2", LostStatus);
        Add("the last status is lost, 7.1.4.2", LostLastStatus);
        Add("a command is lost, 7.2.1", LostCommand);
        Add("a SNACK is refused, 7.8", RefusedSnack);
        Add("SNACK on the second connection, 4.2.5.1 and 11.16.2", SnackOnTheSecond);
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

IscsiInitiatorSnackTestSuite g_iscsiInitiatorSnackTestSuite; //!< registers the suite

} // namespace
