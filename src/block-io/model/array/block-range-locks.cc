/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "block-range-locks.h"

#include "ns3/assert.h"
#include "ns3/log.h"

#include <iterator>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("BlockRangeLocks");

void
BlockRangeLocks::Acquire(uint64_t begin, uint64_t end, Callback<void> go)
{
    NS_ASSERT_MSG(begin < end, "the range is empty");
    const auto overlap = FindOverlap(begin, end);
    if (overlap != m_held.end())
    {
        overlap->second.waiting.push_back({begin, end, go});
        NS_LOG_DEBUG("LBA " << begin << " to " << end << " waits for LBA " << overlap->first);
        return;
    }
    m_held[begin].end = end;
    go();
}

void
BlockRangeLocks::Release(uint64_t begin)
{
    const auto found = m_held.find(begin);
    NS_ASSERT_MSG(found != m_held.end(), "the range is not locked");
    const auto waiting = std::move(found->second.waiting);
    m_held.erase(found);
    for (const auto& next : waiting)
    {
        Acquire(next.begin, next.end, next.go);
    }
}

BlockRangeLocks::Ranges::iterator
BlockRangeLocks::FindOverlap(uint64_t begin, uint64_t end)
{
    const auto next = m_held.lower_bound(begin);
    if (next != m_held.begin() && std::prev(next)->second.end > begin)
    {
        return std::prev(next);
    }
    return next != m_held.end() && next->first < end ? next : m_held.end();
}

} // namespace ns3
