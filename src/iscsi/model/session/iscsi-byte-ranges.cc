/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-byte-ranges.h"

#include <algorithm>

namespace ns3
{

std::vector<IscsiByteRanges::Range>
IscsiByteRanges::Add(uint32_t begin, uint32_t end)
{
    std::vector<Range> fresh;
    std::vector<Range> islands;
    Range merged{begin, end};
    uint32_t from = std::max(begin, m_end);
    for (const auto& island : m_islands)
    {
        if (island.end < merged.begin || island.begin > merged.end)
        {
            islands.push_back(island);
            continue;
        }
        if (from < island.begin)
        {
            fresh.push_back({from, island.begin});
        }
        from = std::max(from, island.end);
        merged = {std::min(merged.begin, island.begin), std::max(merged.end, island.end)};
    }
    if (from < end)
    {
        fresh.push_back({from, end});
    }
    if (merged.begin <= m_end)
    {
        m_end = std::max(m_end, merged.end);
    }
    else
    {
        islands.push_back(merged);
        std::sort(islands.begin(), islands.end(), [](const auto& one, const auto& other) {
            return one.begin < other.begin;
        });
    }
    m_islands = std::move(islands);
    return fresh;
}

} // namespace ns3
