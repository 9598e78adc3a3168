/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-test-bench.h"

#include "ns3/boolean.h"
#include "ns3/data-rate.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/simple-net-device-helper.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/traffic-control-helper.h"

#include <algorithm>

namespace ns3
{

uint32_t
IscsiTestDevice::GetLba(const ScsiTask& task)
{
    return (task.cdb[2] << 24) | (task.cdb[3] << 16) | (task.cdb[4] << 8) | task.cdb[5];
}

void
IscsiTestDevice::CommandReceived(Ptr<ScsiTask> task)
{
    order.push_back(GetLba(*task));
    initiators.push_back(*task->initiatorPort);
    m_tasks.insert(PeekPointer(task));
    ++active;
    mostActive = std::max(mostActive, active);
    if (task->dataOutLength > 0)
    {
        m_received[PeekPointer(task)] = 0;
        if (!failCommands)
        {
            task->port->ReceiveDataOut(task, 0, task->dataOutLength);
            return;
        }
    }
    Simulator::Schedule(latency, &IscsiTestDevice::Finish, this, task);
}

void
IscsiTestDevice::DataOutReceived(Ptr<ScsiTask> task, uint32_t offset, Ptr<Packet> data)
{
    auto& received = m_received[PeekPointer(task)];
    NS_ABORT_MSG_IF(received != offset, "data-out with a gap");
    received += data->GetSize();
    if (storeData)
    {
        auto& bytes = m_writes[PeekPointer(task)];
        bytes.resize(received);
        data->CopyData(&bytes[offset], data->GetSize());
    }
    if (received == task->dataOutLength)
    {
        Simulator::Schedule(latency, &IscsiTestDevice::Finish, this, task);
    }
}

void
IscsiTestDevice::TaskLost(Ptr<ScsiTask> task)
{
    ++lost;
    --active;
    m_tasks.erase(PeekPointer(task));
}

void
IscsiTestDevice::Finish(Ptr<ScsiTask> task)
{
    if (m_tasks.erase(PeekPointer(task)) == 0)
    {
        return;
    }
    --active;
    if (failCommands)
    {
        task->status = ScsiStatus::CHECK_CONDITION;
        task->sense = {0x70, 0, 0x03, 0, 0, 0, 0, 10, 0, 0, 0, 0, 0x11, 0, 0, 0, 0, 0};
        task->port->SendCommandComplete(task);
        return;
    }
    const uint32_t lba = GetLba(*task);
    if (storeData && task->dataOutLength > 0)
    {
        const auto& bytes = m_writes[PeekPointer(task)];
        for (uint32_t i = 0; i < bytes.size() / BLOCK_SIZE; i++)
        {
            m_blocks[lba + i].assign(&bytes[i * BLOCK_SIZE], &bytes[i * BLOCK_SIZE] + BLOCK_SIZE);
        }
    }
    task->residual = residual;
    const uint32_t length =
        task->dataInLength - (residual > 0 && task->dataInLength > 0 ? residual : 0);
    const uint32_t piece = pieceSize > 0 ? pieceSize : length;
    for (uint32_t offset = 0; offset < length; offset += piece)
    {
        const uint32_t size = std::min(piece, length - offset);
        auto data = Create<Packet>(size);
        if (storeData)
        {
            std::vector<uint8_t> bytes(size);
            for (uint32_t i = 0; i < size; i++)
            {
                const auto block = m_blocks.find(lba + (offset + i) / BLOCK_SIZE);
                bytes[i] = block == m_blocks.end() ? 0 : block->second[(offset + i) % BLOCK_SIZE];
            }
            data = Create<Packet>(bytes.data(), bytes.size());
        }
        task->port->SendDataIn(task, offset, data);
    }
    task->port->SendCommandComplete(task);
}

Ptr<ScsiTask>
IscsiTestClient::Read(Ptr<ScsiInitiatorPort> port, uint32_t lba, uint32_t bytes)
{
    return Send(port, 0x28, lba, bytes, nullptr);
}

Ptr<ScsiTask>
IscsiTestClient::Write(Ptr<ScsiInitiatorPort> port, uint32_t lba, Ptr<Packet> data)
{
    return Send(port, 0x2a, lba, data->GetSize(), data);
}

Ptr<ScsiTask>
IscsiTestClient::Send(Ptr<ScsiInitiatorPort> port,
                      uint8_t opcode,
                      uint32_t lba,
                      uint32_t bytes,
                      Ptr<Packet> dataOut)
{
    auto task = Create<ScsiTask>();
    const uint32_t blocks = bytes / IscsiTestDevice::BLOCK_SIZE;
    task->cdb[0] = opcode;
    for (uint32_t i = 0; i < 4; i++)
    {
        task->cdb[2 + i] = static_cast<uint8_t>(lba >> (24 - 8 * i));
    }
    task->cdb[7] = static_cast<uint8_t>(blocks >> 8);
    task->cdb[8] = static_cast<uint8_t>(blocks);
    task->dataInLength = dataOut ? 0 : bytes;
    task->dataOutLength = dataOut ? bytes : 0;
    task->client = this;
    task->timeline = timeline;
    m_tasks.push_back(task);
    m_ports[PeekPointer(task)] = port;
    auto& outcome = Of(task);
    outcome.sent = Simulator::Now();
    outcome.done = Seconds(-1);
    outcome.dataOut = dataOut;
    port->SendScsiCommand(task);
    return task;
}

IscsiTestClient::Outcome&
IscsiTestClient::Of(Ptr<ScsiTask> task)
{
    return m_outcomes[PeekPointer(task)];
}

uint32_t
IscsiTestClient::GetCompleted() const
{
    return m_completed;
}

void
IscsiTestClient::DataInReceived(Ptr<ScsiTask> task, uint32_t offset, Ptr<Packet> data)
{
    auto& outcome = Of(task);
    NS_ABORT_MSG_IF(outcome.bytesIn != offset, "data-in with a gap");
    outcome.bytesIn += data->GetSize();
    const auto bytes = IscsiTestBench::GetBytes(data);
    outcome.data.insert(outcome.data.end(), bytes.begin(), bytes.end());
}

void
IscsiTestClient::DataOutRequested(Ptr<ScsiTask> task, uint32_t offset, uint32_t length)
{
    auto& outcome = Of(task);
    ++outcome.requests;
    const auto port = m_ports[PeekPointer(task)];
    const auto data = outcome.dataOut->CreateFragment(offset, length);
    if (answerDelay.IsZero())
    {
        port->SendDataOut(task, offset, data);
    }
    else
    {
        Simulator::Schedule(answerDelay, &ScsiInitiatorPort::SendDataOut, port, task, offset, data);
    }
}

void
IscsiTestClient::CommandCompleteReceived(Ptr<ScsiTask> task)
{
    auto& outcome = Of(task);
    outcome.done = Simulator::Now();
    ++outcome.completions;
    ++m_completed;
    if (!completed.IsNull())
    {
        completed(task);
    }
}

IscsiTestBench::IscsiTestBench(const std::string& rate, Time delay)
    : initiatorHelper(Ipv4Address("10.0.0.2"), "iqn.2026-01.com.example:disk"),
      targetHelper("iqn.2026-01.com.example:disk"),
      device(CreateObject<IscsiTestDevice>())
{
    // What a failed login leaves behind is for the tests to look at.
    initiatorHelper.SetAttribute("LoginMayFail", BooleanValue(true));
    nodes.Create(2);
    SimpleNetDeviceHelper link;
    link.SetNetDevicePointToPointMode(true);
    link.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue("100000p"));
    link.SetDeviceAttribute("DataRate", StringValue(rate));
    link.SetChannelAttribute("Delay", TimeValue(delay));
    const auto ends = link.Install(nodes);
    InternetStackHelper internet;
    internet.Install(nodes);
    Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
    targetAddress = addresses.Assign(ends).GetAddress(1);
    TrafficControlHelper().Uninstall(ends);
    for (uint32_t i = 0; i < 2; i++)
    {
        devices[i] = DynamicCast<SimpleNetDevice>(ends.Get(i));
    }
}

void
IscsiTestBench::InstallTarget()
{
    target = targetHelper.Install(nodes.Get(1), device);
}

Ptr<IscsiInitiator>
IscsiTestBench::InstallInitiator()
{
    return initiatorHelper.Install(nodes.Get(0));
}

Ptr<Packet>
IscsiTestBench::MakeData(uint32_t bytes, uint32_t seed)
{
    std::vector<uint8_t> data(bytes);
    for (uint32_t i = 0; i < bytes; i++)
    {
        data[i] = static_cast<uint8_t>(1 + (seed + i + i / 251) % 255);
    }
    return Create<Packet>(data.data(), data.size());
}

std::vector<uint8_t>
IscsiTestBench::GetBytes(Ptr<const Packet> packet)
{
    std::vector<uint8_t> bytes(packet->GetSize());
    packet->CopyData(bytes.data(), bytes.size());
    return bytes;
}

Ptr<Packet>
MakePdu(IscsiHeader& header, Ptr<Packet> data)
{
    header.dataSegmentLength = data->GetSize();
    data->AddHeader(header);
    return data;
}

} // namespace ns3
