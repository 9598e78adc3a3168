/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scsi-provisioning-map.h"

#include <algorithm>
#include <iterator>

namespace ns3
{

void
ScsiProvisioningMap::Unmap(uint64_t lba, uint64_t blocks)
{
    if (blocks == 0)
    {
        return;
    }
    auto first = lba;
    auto end = lba + blocks;
    auto next = m_unmapped.lower_bound(lba);
    if (next != m_unmapped.begin() && std::prev(next)->second >= lba)
    {
        --next;
    }
    // Runs that touch become one.
    while (next != m_unmapped.end() && next->first <= end)
    {
        first = std::min(first, next->first);
        end = std::max(end, next->second);
        next = m_unmapped.erase(next);
    }
    if (m_unmapped.size() < MAX_RUNS)
    {
        m_unmapped.emplace(first, end);
    }
}

void
ScsiProvisioningMap::Map(uint64_t lba, uint64_t blocks)
{
    const auto end = lba + blocks;
    auto next = m_unmapped.lower_bound(lba);
    if (next != m_unmapped.begin() && std::prev(next)->second > lba)
    {
        --next;
    }
    while (next != m_unmapped.end() && next->first < end)
    {
        const auto [first, last] = *next;
        next = m_unmapped.erase(next);
        if (first < lba)
        {
            m_unmapped.emplace(first, lba);
        }
        if (last > end && m_unmapped.size() < MAX_RUNS)
        {
            m_unmapped.emplace(end, last);
        }
    }
}

ScsiProvisioningMap::Run
ScsiProvisioningMap::Find(uint64_t lba, uint64_t end) const
{
    const auto next = m_unmapped.upper_bound(lba);
    if (next != m_unmapped.begin() && std::prev(next)->second > lba)
    {
        return {lba, std::min(std::prev(next)->second, end) - lba, false};
    }
    const auto stop = next == m_unmapped.end() ? end : std::min(next->first, end);
    return {lba, stop - lba, true};
}

} // namespace ns3
