/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-send-queue.h"

#include "ns3/assert.h"
#include "ns3/io-timeline-table.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace ns3
{

void
IscsiSendQueue::Add(Ptr<Packet> part, uint32_t task)
{
    m_size += part->GetSize();
    if (m_runs.empty() || m_runs.back().task != task)
    {
        m_runs.push_back({task, 0});
    }
    m_runs.back().bytes += part->GetSize();
    m_parts.push_back(part);
}

Ptr<Packet>
IscsiSendQueue::Take(uint32_t size)
{
    NS_ASSERT(size <= m_size);
    return size <= m_parts.front()->GetSize() ? TakeFromFirst(size) : TakeJoined(size);
}

Ptr<Packet>
IscsiSendQueue::TakeFromFirst(uint32_t size)
{
    m_size -= size;
    m_runs.front().bytes -= size;
    if (m_runs.front().bytes == 0)
    {
        m_runs.pop_front();
    }
    auto bytes = m_parts.front();
    if (size == bytes->GetSize())
    {
        m_parts.pop_front();
        return bytes;
    }
    bytes = bytes->CreateFragment(0, size);
    m_parts.front()->RemoveAtStart(size);
    return bytes;
}

Ptr<Packet>
IscsiSendQueue::TakeJoined(uint32_t size)
{
    std::vector<uint8_t> bytes(size);
    std::vector<std::pair<IoTimelineTag, std::pair<uint32_t, uint32_t>>> tags;
    for (uint32_t taken = 0; taken < size;)
    {
        const auto part = TakeFromFirst(std::min(size - taken, m_parts.front()->GetSize()));
        part->CopyData(&bytes[taken], part->GetSize());
        for (auto i = part->GetByteTagIterator(); i.HasNext();)
        {
            const auto item = i.Next();
            if (item.GetTypeId() == IoTimelineTag::GetTypeId())
            {
                IoTimelineTag tag;
                item.GetTag(tag);
                tags.push_back({tag, {taken + item.GetStart(), taken + item.GetEnd()}});
            }
        }
        taken += part->GetSize();
    }
    const auto joined = Create<Packet>(bytes.data(), size);
    for (const auto& [tag, range] : tags)
    {
        joined->AddByteTag(tag, range.first, range.second);
    }
    return joined;
}

void
IscsiSendQueue::Clear()
{
    m_parts.clear();
    m_runs.clear();
    m_size = 0;
}

uint64_t
IscsiSendQueue::GetTaskSize() const
{
    return m_runs.empty() ? 0 : m_runs.front().bytes;
}

uint64_t
IscsiSendQueue::GetSize() const
{
    return m_size;
}

} // namespace ns3
