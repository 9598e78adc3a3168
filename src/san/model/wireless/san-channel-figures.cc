/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-channel-figures.h"

#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{

void
SanChannelFigures::Transmit(Time duration)
{
    Advance();
    const auto end = Simulator::Now() + duration;
    m_overlapEnd = std::max(m_overlapEnd, std::min(m_busyEnd, end));
    m_busyEnd = std::max(m_busyEnd, end);
}

void
SanChannelFigures::ChangeQueued(int64_t change)
{
    Advance();
    m_queued += change;
}

void
SanChannelFigures::Advance()
{
    m_values = Get();
    m_last = Simulator::Now();
}

SanChannelFigures::Values
SanChannelFigures::Get() const
{
    auto values = m_values;
    const auto span = (Simulator::Now() - m_last).GetNanoSeconds();
    const auto get = [this, span](Time end) {
        return std::clamp<int64_t>((end - m_last).GetNanoSeconds(), 0, span);
    };
    const auto busy = get(m_busyEnd);
    values[BUSY] += busy;
    values[COLLIDING] += get(m_overlapEnd);
    values[m_queued > 0 ? WAITING : EMPTY] += span - busy;
    return values;
}

} // namespace ns3
