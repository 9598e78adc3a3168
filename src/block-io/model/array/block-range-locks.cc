/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "block-range-locks.h"

#include "ns3/assert.h"
#include "ns3/log.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("BlockRangeLocks");

void
BlockRangeLocks::Acquire(uint64_t begin, uint64_t end, Callback<void> go)
{
    NS_ASSERT_MSG(begin < end, "the range is empty");
    if (!Queue({begin, end, true, go}))
    {
        m_held[begin] = end;
        go();
    }
}

void
BlockRangeLocks::Await(uint64_t begin, uint64_t end, Callback<void> go)
{
    if (!Queue({begin, end, false, go}))
    {
        go();
    }
}

bool
BlockRangeLocks::Queue(const Waiting& one)
{
    const auto waits =
        OverlapsHeld(one.begin, one.end) || OverlapsAny(m_waiting, one.begin, one.end);
    if (waits)
    {
        m_waiting.push_back(one);
        NS_LOG_DEBUG("LBA " << one.begin << " to " << one.end << " locked: " << m_waiting.size()
                            << " wait");
    }
    return waits;
}

void
BlockRangeLocks::Release(uint64_t begin)
{
    NS_ASSERT_MSG(m_held.contains(begin), "the range is not locked");
    m_held.erase(begin);
    if (m_waiting.empty())
    {
        return;
    }
    // All that go are taken before the first of them goes and may give its range back.
    std::vector<Waiting> next;
    std::vector<Waiting> left;
    for (auto& waiting : m_waiting)
    {
        const bool waitsOn = OverlapsHeld(waiting.begin, waiting.end) ||
                             OverlapsAny(left, waiting.begin, waiting.end);
        if (!waitsOn && waiting.locks)
        {
            m_held[waiting.begin] = waiting.end;
        }
        (waitsOn ? left : next).push_back(std::move(waiting));
    }
    m_waiting = std::move(left);
    for (const auto& waiting : next)
    {
        waiting.go();
    }
}

bool
BlockRangeLocks::OverlapsHeld(uint64_t begin, uint64_t end) const
{
    const auto next = m_held.lower_bound(begin);
    return (next != m_held.begin() && std::prev(next)->second > begin) ||
           (next != m_held.end() && next->first < end);
}

bool
BlockRangeLocks::OverlapsAny(const std::vector<Waiting>& waiting, uint64_t begin, uint64_t end)
{
    return std::any_of(waiting.begin(), waiting.end(), [begin, end](const auto& one) {
        return one.begin < end && begin < one.end;
    });
}

} // namespace ns3
