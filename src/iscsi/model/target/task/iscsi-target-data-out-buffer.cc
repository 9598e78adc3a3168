/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-target-data-out-buffer.h"

#include <algorithm>

namespace ns3
{

void
IscsiTargetDataOutBuffer::Put(uint32_t offset, Ptr<Packet> data)
{
    if (offset > m_frontier)
    {
        auto& piece = m_ahead[offset];
        if (!piece || piece->GetSize() < data->GetSize())
        {
            piece = data;
        }
        return;
    }
    Append(offset, data);
    while (!m_ahead.empty() && m_ahead.begin()->first <= m_frontier)
    {
        const auto [next, piece] = *m_ahead.begin();
        m_ahead.erase(m_ahead.begin());
        Append(next, piece);
    }
}

Ptr<Packet>
IscsiTargetDataOutBuffer::Take(uint32_t end, uint32_t& offset)
{
    if (m_first == m_ready.size() || m_taken >= end)
    {
        return nullptr;
    }
    auto data = m_ready[m_first];
    const uint32_t room = end - m_taken;
    if (data->GetSize() > room)
    {
        m_ready[m_first] = data->CreateFragment(room, data->GetSize() - room);
        data = data->CreateFragment(0, room);
    }
    else if (++m_first == m_ready.size())
    {
        m_ready.clear();
        m_first = 0;
    }
    offset = m_taken;
    m_taken += data->GetSize();
    return data;
}

bool
IscsiTargetDataOutBuffer::FindMissing(uint32_t& begin, uint32_t& end) const
{
    begin = std::max(begin, m_frontier);
    for (const auto& [offset, piece] : m_ahead)
    {
        const uint32_t behind = offset + piece->GetSize();
        if (offset <= begin)
        {
            begin = std::max(begin, behind);
        }
    }
    for (auto piece = m_ahead.rbegin(); piece != m_ahead.rend(); piece++)
    {
        if (piece->first + piece->second->GetSize() >= end)
        {
            end = std::min(end, piece->first);
        }
    }
    return begin < end;
}

uint32_t
IscsiTargetDataOutBuffer::GetFrontier() const
{
    return m_frontier;
}

void
IscsiTargetDataOutBuffer::Clear()
{
    m_ready.clear();
    m_first = 0;
    m_ahead.clear();
}

void
IscsiTargetDataOutBuffer::Append(uint32_t offset, Ptr<Packet> data)
{
    const uint32_t known = m_frontier - offset;
    if (known >= data->GetSize())
    {
        return;
    }
    m_ready.push_back(known == 0 ? data : data->CreateFragment(known, data->GetSize() - known));
    m_frontier = offset + data->GetSize();
}

} // namespace ns3
