/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "extent-page-set.h"

#include <algorithm>

namespace ns3
{

void
ExtentPageSet::Add(uint64_t page, uint64_t count)
{
    m_count += count;
    auto end = page + count;
    auto next = m_runs.lower_bound(page);
    if (next != m_runs.end() && next->first == end)
    {
        end = next->second;
        next = m_runs.erase(next);
    }
    if (next != m_runs.begin() && std::prev(next)->second == page)
    {
        std::prev(next)->second = end;
        return;
    }
    m_runs.emplace_hint(next, page, end);
}

uint64_t
ExtentPageSet::Remove(uint64_t page, uint64_t count)
{
    const auto end = page > UINT64_MAX - count ? UINT64_MAX : page + count;
    uint64_t removed = 0;
    auto it = m_runs.upper_bound(page);
    if (it != m_runs.begin())
    {
        --it;
    }
    while (it != m_runs.end() && it->first < end)
    {
        const auto [first, last] = *it;
        const auto from = std::max(first, page);
        const auto to = std::min(last, end);
        if (from >= to)
        {
            ++it;
            continue;
        }
        removed += to - from;
        it = m_runs.erase(it);
        if (first < from)
        {
            m_runs.emplace(first, from);
        }
        if (to < last)
        {
            it = m_runs.emplace(to, last).first;
        }
    }
    m_count -= removed;
    return removed;
}

bool
ExtentPageSet::Contains(uint64_t page, uint64_t& count) const
{
    auto next = m_runs.upper_bound(page);
    if (next != m_runs.begin() && std::prev(next)->second > page)
    {
        count = std::min(count, std::prev(next)->second - page);
        return true;
    }
    if (next != m_runs.end())
    {
        count = std::min(count, next->first - page);
    }
    return false;
}

uint64_t
ExtentPageSet::GetCount() const
{
    return m_count;
}

} // namespace ns3
