/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-initiator-task.h"

#include "ns3/assert.h"
#include "ns3/iscsi-initiator-connection.h"
#include "ns3/scsi-initiator-port.h"

#include <algorithm>
#include <utility>

namespace ns3
{

const char*
IscsiInitiatorTask::GetStateName(State state)
{
    switch (state)
    {
    case State::PENDING:
        return "PENDING";
    case State::SENT:
        return "SENT";
    case State::STRANDED:
        return "STRANDED";
    case State::ENDED:
        return "ENDED";
    }
    return "?";
}

IscsiInitiatorTask::IscsiInitiatorTask(Ptr<ScsiTask> scsi, uint32_t tag)
    : scsi(scsi),
      tag(tag)
{
}

bool
IscsiInitiatorTask::Ask(uint32_t targetTransferTag, uint32_t offset, uint32_t length)
{
    const auto kept = FindKept(offset, length);
    m_bursts.push_back({targetTransferTag, offset, length, kept, 0, 0});
    if (!kept)
    {
        scsi->client->DataOutRequested(scsi, offset, length);
    }
    return kept != nullptr;
}

void
IscsiInitiatorTask::Answer(uint32_t offset, Ptr<Packet> data)
{
    if (keepsData)
    {
        m_kept[offset] = data->Copy();
    }
    const auto burst =
        std::find_if(m_bursts.begin(), m_bursts.end(), [offset](const Burst& candidate) {
            return candidate.offset == offset && !candidate.data;
        });
    if (burst != m_bursts.end())
    {
        NS_ASSERT_MSG(data->GetSize() == burst->length,
                      "Data-Out length differs from the requested length");
        burst->data = data;
    }
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

void
IscsiInitiatorTask::Join(const Ptr<IscsiInitiatorConnection>& carrier)
{
    connection = carrier;
    state = State::SENT;
    connection->AddOutstanding(uint64_t{scsi->dataInLength} + scsi->dataOutLength);
}

void
IscsiInitiatorTask::LeaveConnection()
{
    DropBursts();
    state = State::STRANDED;
    // What is counted last may end the connection, which must not find this task then.
    const auto left = std::exchange(connection, nullptr);
    left->RemoveOutstanding(uint64_t{scsi->dataInLength} + scsi->dataOutLength);
}

void
IscsiInitiatorTask::DropBursts()
{
    m_bursts.clear();
}

Ptr<Packet>
IscsiInitiatorTask::FindKept(uint32_t offset, uint32_t length) const
{
    auto piece = m_kept.upper_bound(offset);
    if (piece == m_kept.begin())
    {
        return nullptr;
    }
    Ptr<Packet> found;
    const uint32_t end = offset + length;
    for (--piece; offset < end; ++piece)
    {
        if (piece == m_kept.end() || piece->first > offset ||
            piece->first + piece->second->GetSize() <= offset)
        {
            return nullptr;
        }
        const uint32_t skip = offset - piece->first;
        const uint32_t take = std::min(piece->second->GetSize() - skip, end - offset);
        const auto part = piece->second->CreateFragment(skip, take);
        found ? found->AddAtEnd(part) : void(found = part);
        offset += take;
    }
    return found;
}

} // namespace ns3
