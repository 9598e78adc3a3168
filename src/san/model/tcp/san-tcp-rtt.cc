/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-tcp-rtt.h"

#include <algorithm>

namespace ns3
{

void
SanTcpRtt::Send(uint64_t end, Time now)
{
    if (m_end == 0)
    {
        m_end = end;
        m_begin = now;
    }
}

void
SanTcpRtt::Acknowledge(uint64_t end, Time now)
{
    if (m_end == 0 || end < m_end)
    {
        return;
    }
    m_end = 0;
    m_last = now - m_begin;
    m_minimum = m_moments.GetWeight() > 0 ? std::min(m_minimum, m_last) : m_last;
    m_moments.Add(m_last.GetSeconds());
}

void
SanTcpRtt::Retransmit()
{
    m_end = 0;
}

Time
SanTcpRtt::GetLast() const
{
    return m_last;
}

Time
SanTcpRtt::GetMinimum() const
{
    return m_minimum;
}

const SanTcpMoments&
SanTcpRtt::GetMoments() const
{
    return m_moments;
}

} // namespace ns3
