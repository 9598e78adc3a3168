/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-initiator-task.h"

#include "ns3/assert.h"
#include "ns3/scsi-initiator-port.h"

#include <algorithm>

namespace ns3
{

IscsiInitiatorTask::IscsiInitiatorTask(Ptr<ScsiTask> scsi, uint32_t tag)
    : scsi(scsi),
      tag(tag)
{
}

void
IscsiInitiatorTask::Ask(uint32_t targetTransferTag, uint32_t offset, uint32_t length)
{
    m_bursts.push_back({targetTransferTag, offset, length, nullptr, 0, 0});
    scsi->client->DataOutRequested(scsi, offset, length);
}

void
IscsiInitiatorTask::Answer(uint32_t offset, Ptr<Packet> data)
{
    auto burst = std::find_if(m_bursts.begin(), m_bursts.end(), [offset](const Burst& candidate) {
        return candidate.offset == offset && !candidate.data;
    });
    NS_ASSERT_MSG(burst != m_bursts.end(), "data-out that was not asked for");
    NS_ASSERT_MSG(data->GetSize() == burst->length, "data-out of another length than asked for");
    burst->data = data;
}

bool
IscsiInitiatorTask::HasBurst() const
{
    return !m_bursts.empty() && m_bursts.front().data;
}

Ptr<Packet>
IscsiInitiatorTask::TakeBurst()
{
    // A copy shares the bytes; the PDU's header goes onto it and not onto the client's packet.
    auto data = m_bursts.front().data->Copy();
    m_bursts.pop_front();
    return data;
}

Ptr<Packet>
IscsiInitiatorTask::CutDataOut(uint32_t maxSegment, IscsiDataOutHeader& header)
{
    if (!HasBurst())
    {
        return nullptr;
    }
    auto& burst = m_bursts.front();
    const uint32_t length = std::min(maxSegment, burst.length - burst.sent);
    header.initiatorTaskTag = tag;
    header.targetTransferTag = burst.targetTransferTag;
    header.dataSn = burst.dataSn++;
    header.bufferOffset = burst.offset + burst.sent;
    auto data = burst.data->CreateFragment(burst.sent, length);
    burst.sent += length;
    header.final = burst.sent == burst.length;
    if (header.final)
    {
        m_bursts.pop_front();
    }
    return data;
}

} // namespace ns3
