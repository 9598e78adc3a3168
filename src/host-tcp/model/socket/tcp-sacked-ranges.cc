/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-sacked-ranges.h"

#include <algorithm>

namespace ns3
{

void
TcpSackedRanges::Add(SequenceNumber32 begin, SequenceNumber32 end)
{
    const auto [range, isNew] = m_ranges.emplace(begin, end);
    range->second = std::max(range->second, end);
}

bool
TcpSackedRanges::Acknowledge(SequenceNumber32 ack)
{
    while (!m_ranges.empty() && m_ranges.begin()->first <= ack)
    {
        if (m_ranges.begin()->second > ack)
        {
            m_ranges.clear();
            return true;
        }
        m_ranges.erase(m_ranges.begin());
    }
    return false;
}

} // namespace ns3
