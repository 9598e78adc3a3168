/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dirty-limits.h"

#include <algorithm>

namespace ns3
{

DirtyLimits::DirtyLimits(uint64_t pages,
                         double backgroundRatio,
                         double dirtyRatio,
                         double throttleRatio)
    : m_background(static_cast<uint64_t>(pages * backgroundRatio))
{
    const auto limit = std::max<uint64_t>(1, static_cast<uint64_t>(pages * dirtyRatio));
    if (m_background >= limit)
    {
        m_background = limit / 2;
    }
    // Writers may not wait where nothing would be written back.
    const auto above = static_cast<uint64_t>((limit - m_background) * throttleRatio);
    m_throttle = m_background + std::max<uint64_t>(1, above);
}

uint64_t
DirtyLimits::GetBackground() const
{
    return m_background;
}

uint64_t
DirtyLimits::GetThrottle() const
{
    return m_throttle;
}

} // namespace ns3
