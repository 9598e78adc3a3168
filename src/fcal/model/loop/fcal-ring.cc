/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fcal-ring.h"

#include <cmath>

namespace ns3
{

FcalRing::FcalRing(const std::vector<Segment>& segments, const FcLineRate& rate)
{
    // A word is 40 line bits.
    const auto wordNs = 40e9 / static_cast<double>(rate.GetBaud().GetBitRate());
    uint64_t hops = 0;
    double cable = 0;
    m_ways.push_back(0);
    for (const auto& segment : segments)
    {
        hops += segment.hopDelay;
        cable += segment.cableNs;
        m_ways.push_back(hops + std::llround(cable / wordNs));
    }
}

uint32_t
FcalRing::GetCount() const
{
    return m_ways.empty() ? 0 : static_cast<uint32_t>(m_ways.size() - 1);
}

uint64_t
FcalRing::GetTrip() const
{
    return m_ways.back();
}

uint64_t
FcalRing::GetWay(uint32_t from, uint32_t to) const
{
    const auto back = from > to ? GetTrip() : 0;
    return m_ways[to] + back - m_ways[from];
}

} // namespace ns3
