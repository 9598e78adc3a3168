/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "disk-arrivals.h"

#include <algorithm>

namespace ns3
{

DiskArrivals::DiskArrivals(const DiskMechanics& mechanics,
                           const DiskTrack& from,
                           Time start,
                           const DiskTransfer& transfer,
                           const DiskAccess& access)
    : m_mechanics(mechanics),
      m_from(from),
      m_start(start),
      m_transfer(transfer),
      m_pauses(access.switching.IsStrictlyPositive()),
      m_end(start + access.GetTotal()),
      m_first(m_end - access.transfer + access.transfer / transfer.blocks)
{
}

Time
DiskArrivals::GetTime(uint64_t count) const
{
    if (!m_pauses)
    {
        const int64_t others = std::max<int64_t>(int64_t{m_transfer.blocks} - 1, 1);
        return m_first + (m_end - m_first) * static_cast<int64_t>(count - 1) / others;
    }
    auto some = m_transfer;
    some.blocks = count;
    return m_start + m_mechanics.Access(m_from, m_start, some).GetTotal();
}

Time
DiskArrivals::GetCrossed(Time blockTransfer) const
{
    auto crossed = m_end + blockTransfer;
    if (blockTransfer.IsZero())
    {
        return crossed;
    }
    const auto endLba = m_transfer.lba + m_transfer.blocks;
    // Before the end of a run the bus is behind its first block or its last, whichever is slower.
    for (auto lba = m_transfer.lba; lba < endLba; lba += m_mechanics.GetGeometry().Locate(lba).run)
    {
        const auto left = static_cast<int64_t>(endLba - lba);
        crossed = std::max(crossed, GetTime(lba - m_transfer.lba + 1) + blockTransfer * left);
    }
    return crossed;
}

} // namespace ns3
