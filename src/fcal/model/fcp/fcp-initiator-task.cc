/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fcp-initiator-task.h"

#include "fcp-command-header.h"

#include "ns3/assert.h"
#include "ns3/scsi-initiator-port.h"
#include "ns3/simulation-singleton.h"

#include <algorithm>

namespace ns3
{

const char*
FcpInitiatorTask::GetStateName(State state)
{
    switch (state)
    {
    case State::WAITING_FOR_LOGIN:
        return "WAITING_FOR_LOGIN";
    case State::SENT:
        return "SENT";
    case State::ABORTING:
        return "ABORTING";
    }
    return "?";
}

FcpInitiatorTask::FcpInitiatorTask(FcExchangeOwner* exchangeOwner,
                                   Ptr<ScsiTask> task,
                                   uint64_t order)
    : FcExchange(exchangeOwner),
      scsi(task),
      number(order)
{
}

FcpInitiatorTask::~FcpInitiatorTask()
{
    if (m_hasTimeline)
    {
        SimulationSingleton<IoTimelineTable>::Get()->Close(m_timeline);
    }
}

Ptr<Packet>
FcpInitiatorTask::MakeCommand()
{
    FcpCommandHeader header;
    header.lun = scsi->lun;
    header.attribute = ToFcpTaskAttribute(scsi->attribute);
    header.readData = scsi->dataInLength > 0;
    header.writeData = scsi->dataOutLength > 0;
    header.cdb = scsi->cdb;
    header.dataLength = std::max(scsi->dataInLength, scsi->dataOutLength);
    auto command = Create<Packet>();
    command->AddHeader(header);
    if (scsi->timeline)
    {
        if (!m_hasTimeline)
        {
            m_timeline = SimulationSingleton<IoTimelineTable>::Get()->Open(scsi->timeline);
            m_hasTimeline = true;
        }
        command->AddByteTag(IoTimelineTag(m_timeline));
    }
    return command;
}

void
FcpInitiatorTask::Restart()
{
    received = 0;
    for (auto& burst : m_bursts)
    {
        burst.isWanted = false;
    }
}

bool
FcpInitiatorTask::ReceiveDataIn(uint32_t offset, Ptr<Packet> data)
{
    const auto size = data->GetSize();
    if (offset != received || size > scsi->dataInLength - received)
    {
        return false;
    }
    received += size;
    if (received > m_handedUp)
    {
        const auto known = m_handedUp > offset ? m_handedUp - offset : 0;
        m_handedUp = received;
        scsi->client->DataInReceived(scsi,
                                     offset + known,
                                     known == 0 ? data : data->CreateFragment(known, size - known));
    }
    return true;
}

bool
FcpInitiatorTask::WantDataOut(uint32_t offset, uint32_t length)
{
    const auto found =
        std::find_if(m_bursts.begin(), m_bursts.end(), [offset, length](const auto& burst) {
            return burst.offset == offset && burst.length == length;
        });
    if (found == m_bursts.end())
    {
        m_bursts.push_back({offset, length, nullptr, true});
        return true;
    }
    found->isWanted = true;
    return false;
}

bool
FcpInitiatorTask::IsDataOutDue() const
{
    return std::any_of(m_bursts.begin(), m_bursts.end(), [](const auto& burst) {
        return burst.isWanted && !burst.data;
    });
}

void
FcpInitiatorTask::AddDataOut(uint32_t offset, Ptr<Packet> data)
{
    const auto found = std::find_if(m_bursts.begin(), m_bursts.end(), [offset](const auto& burst) {
        return burst.offset == offset && !burst.data;
    });
    NS_ASSERT_MSG(found != m_bursts.end() && found->length == data->GetSize(),
                  "data that were not requested");
    found->data = data;
}

Ptr<Packet>
FcpInitiatorTask::TakeDataOut(uint32_t& offset)
{
    const auto found = std::find_if(m_bursts.begin(), m_bursts.end(), [](const auto& burst) {
        return burst.isWanted && burst.data;
    });
    if (found == m_bursts.end())
    {
        return nullptr;
    }
    found->isWanted = false;
    offset = found->offset;
    return found->data;
}

} // namespace ns3
