/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-ack-clock.h"

#include <algorithm>

namespace ns3
{

void
TcpAckClock::Start(Time span, uint32_t before)
{
    *this = TcpAckClock();
    m_span = span;
    m_before = before;
}

void
TcpAckClock::Stop()
{
    *this = TcpAckClock();
}

TcpAckClock::Pace
TcpAckClock::GetPace(uint32_t bytes, uint32_t mss, uint32_t window)
{
    if (m_span.IsZero())
    {
        return {};
    }
    if (m_window == 0)
    {
        m_window = window;
    }
    const auto start = GetTime(m_sent, mss);
    const auto last = (bytes + mss - 1) / mss - 1;
    const auto end = GetTime(m_sent + last * mss, mss);
    m_sent += bytes;
    return {start, end - start};
}

Time
TcpAckClock::GetTime(uint32_t position, uint32_t mss) const
{
    const auto first = static_cast<int64_t>(m_before);
    const auto last = static_cast<int64_t>(m_window) - mss;
    if (position <= first || last <= first)
    {
        return Time();
    }
    return m_span * (std::min<int64_t>(position, last) - first) / (last - first);
}

} // namespace ns3
