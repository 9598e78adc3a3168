/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fcp-data-out.h"

#include <algorithm>

namespace ns3
{

void
FcpDataOut::Begin(uint32_t length, bool firstBurst)
{
    m_length = length;
    m_firstBurst = firstBurst && length > 0;
}

void
FcpDataOut::Want(uint32_t end)
{
    m_wanted = std::max(m_wanted, end);
}

bool
FcpDataOut::Ask(uint32_t maxBurst, FcpXferRdyHeader& ready)
{
    if (IsDue() || m_wanted <= m_asked)
    {
        return false;
    }
    ready.dataOffset = m_asked;
    ready.burstLength = m_wanted - m_asked;
    if (maxBurst > 0)
    {
        ready.burstLength = std::min(ready.burstLength, maxBurst);
    }
    m_asked += ready.burstLength;
    return true;
}

bool
FcpDataOut::IsDue() const
{
    return m_firstBurst || m_asked > m_received;
}

uint32_t
FcpDataOut::GetReceived() const
{
    return m_received;
}

bool
FcpDataOut::Receive(uint32_t offset, Ptr<Packet> data)
{
    const auto size = data->GetSize();
    if (m_firstBurst)
    {
        m_firstBurst = false;
        m_asked = std::min(size, m_length);
    }
    if (offset != m_received || size == 0 || size != m_asked - m_received)
    {
        return false;
    }
    m_received += size;
    m_held.push_back(data);
    return true;
}

Ptr<Packet>
FcpDataOut::TakeReady(uint32_t& offset)
{
    const auto end = std::min(m_wanted, m_received);
    if (end <= m_given)
    {
        return nullptr;
    }
    offset = m_given;
    auto data = m_held.front();
    m_held.pop_front();
    if (const auto size = data->GetSize(); size > end - m_given)
    {
        const auto now = end - m_given;
        m_held.push_front(data->CreateFragment(now, size - now));
        data = data->CreateFragment(0, now);
    }
    m_given += data->GetSize();
    return data;
}

} // namespace ns3
