/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ssd-bus.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

SsdBus::SsdBus(double rate)
    : m_nanoSecondsPerByte(1e9 / rate)
{
}

Time
SsdBus::GetDuration(uint64_t bytes) const
{
    return NanoSeconds(std::llround(bytes * m_nanoSecondsPerByte));
}

Time
SsdBus::Transfer(Time earliest, uint64_t bytes)
{
    Forget();
    const auto duration = GetDuration(bytes);
    if (m_reserved.empty() || m_reserved.back().end < earliest)
    {
        m_reserved.push_back({earliest, earliest + duration});
        return earliest + duration;
    }
    auto begin = earliest;
    auto next = std::upper_bound(m_reserved.begin(),
                                 m_reserved.end(),
                                 earliest,
                                 [](Time time, const Interval& it) { return time < it.end; });
    while (next != m_reserved.end() && next->begin < begin + duration)
    {
        begin = next->end;
        ++next;
    }
    const auto end = begin + duration;
    const bool joinsPrevious = next != m_reserved.begin() && std::prev(next)->end == begin;
    const bool joinsNext = next != m_reserved.end() && next->begin == end;
    if (joinsPrevious && joinsNext)
    {
        std::prev(next)->end = next->end;
        m_reserved.erase(next);
    }
    else if (joinsPrevious)
    {
        std::prev(next)->end = end;
    }
    else if (joinsNext)
    {
        next->begin = begin;
    }
    else
    {
        m_reserved.insert(next, {begin, end});
    }
    return end;
}

void
SsdBus::Forget()
{
    const auto now = Simulator::Now();
    while (!m_reserved.empty() && m_reserved.front().end <= now)
    {
        m_reserved.pop_front();
    }
}

} // namespace ns3
