/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../session/iscsi-raw-requests.h"
#include "../session/iscsi-raw-test-case.h"

#include "ns3/boolean.h"
#include "ns3/iscsi-scsi-response-header.h"
#include "ns3/iscsi-task-management-header.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

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
 * A READ ends with CHECK CONDITION after one Data-In of 512 bytes.
 *
 * @param test the test
 * @param level ErrorRecoveryLevel
 * @param expDataSn what the response says: 0 as some targets do, 1 as RFC 7143, 11.4.8 has it, or
 *        2, when a Data-In was lost
 */
void
ErrorAfterDataIn(Test& test, uint32_t level, uint32_t expDataSn)
{
    IscsiRawBench raw(1, level);
    raw.target.script = [&raw, expDataSn](const Request& request) {
        if (request.opcode == IscsiOpcode::SCSI_COMMAND)
        {
            raw.target.SendDataIn(0, GetTag(request), 0, 0, Create<Packet>(512));
            IscsiScsiResponseHeader answer;
            answer.initiatorTaskTag = GetTag(request);
            answer.status = static_cast<uint8_t>(ScsiStatus::CHECK_CONDITION);
            answer.expDataSn = expDataSn;
            answer.underflow = true;
            answer.residualCount = 512;
            const std::vector<uint8_t> sense{0, 3, 0x70, 0, 3};
            raw.target.SendStatus(0, answer, Create<Packet>(sense.data(), sense.size()));
        }
        return true;
    };
    Ptr<ScsiTask> task;
    raw.At(Seconds(1), [&]() { task = raw.client.Send(raw.Session(), 1024); });
    raw.Run(Seconds(1.5));
    const bool isLost = expDataSn > 1;
    test.Equal(raw.errors.size(), isLost ? 1 : 0, "errors");
    test.Equal(raw.Session()->IsReady(), !isLost, "the connection stands");
    test.Equal(raw.client.completed.size(), 1, "complete");
    test.True((task->status == ScsiStatus::CHECK_CONDITION) != isLost, "its status");
    test.Equal(task->sense.size(), isLost ? 0 : 3, "its sense data");
    test.Equal(raw.client.received[task], 512, "the data that came");
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
 * @ingroup iscsi-tests
 *
 * Rules of RFC 7143 for tags, data and responses.
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
        Add("TMF Response too late, 4.2.3.3", LateFunctionResponse);
        Add("responses after a TMF Response, 4.2.3.4", LateResponses);
        Add("order of unsolicited data, 4.2.5.2",
            [](Test& test) { UnsolicitedOrder(test, false); });
        Add("order of unsolicited and immediate data, 4.2.5.2",
            [](Test& test) { UnsolicitedOrder(test, true); });
        Add("empty Data-In, 11.7.7 and 11.7.2", EmptyDataIn);
        for (const uint32_t level : {0, 1})
        {
            for (const uint32_t number : {0, 1})
            {
                Add("an error after Data-In, ExpDataSN " + std::to_string(number) + " at level " +
                        std::to_string(level) + ", 11.4.8",
                    [=](Test& test) { ErrorAfterDataIn(test, level, number); });
            }
        }
        Add("ExpDataSN tells of a loss at level 0, 7.9",
            [](Test& test) { ErrorAfterDataIn(test, 0, 2); });
        Add("a slow write is sent again, 7.2.1", ResendOfASlowWrite);
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

IscsiInitiatorRulesTestSuite g_iscsiInitiatorRulesTestSuite; //!< registers the suite

} // namespace
