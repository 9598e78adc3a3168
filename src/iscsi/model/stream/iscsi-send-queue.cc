/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-send-queue.h"

#include "iscsi-joined-bytes.h"

#include "ns3/assert.h"

#include <algorithm>

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
    IscsiJoinedBytes joined;
    while (joined.GetSize() < size)
    {
        joined.Add(TakeFromFirst(std::min(size - joined.GetSize(), m_parts.front()->GetSize())));
    }
    return joined.MakePacket();
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
