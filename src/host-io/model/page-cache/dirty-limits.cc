/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dirty-limits.h"

#include <algorithm>

namespace ns3
{

DirtyLimits::DirtyLimits(uint64_t pages, double backgroundRatio, double dirtyRatio)
    : m_hard(std::max<uint64_t>(1, static_cast<uint64_t>(pages * dirtyRatio))),
      m_background(static_cast<uint64_t>(pages * backgroundRatio))
{
    if (m_background >= m_hard)
    {
        m_background = m_hard / 2;
    }
}

uint64_t
DirtyLimits::GetBackground() const
{
    return m_background;
}

uint64_t
DirtyLimits::GetHard() const
{
    return m_hard;
}

} // namespace ns3
