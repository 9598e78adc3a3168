/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "stripe-locks.h"

#include "ns3/assert.h"
#include "ns3/log.h"

#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("StripeLocks");

void
StripeLocks::Acquire(uint64_t stripe, Mode mode, Callback<void> go)
{
    auto& entry = m_stripes[stripe];
    const bool shares = mode == Mode::SHARED && entry.mode == Mode::SHARED && entry.waiting.empty();
    if (entry.holders > 0 && !shares)
    {
        entry.waiting.push_back({mode, go});
        NS_LOG_DEBUG("stripe " << stripe << " locked: " << entry.waiting.size() << " wait");
        return;
    }
    entry.mode = mode;
    ++entry.holders;
    go();
}

void
StripeLocks::Release(uint64_t stripe)
{
    const auto found = m_stripes.find(stripe);
    NS_ASSERT_MSG(found != m_stripes.end() && found->second.holders > 0,
                  "the stripe is not locked");
    auto& entry = found->second;
    if (--entry.holders > 0)
    {
        return;
    }
    if (entry.waiting.empty())
    {
        m_stripes.erase(found);
        return;
    }
    // All that go together are counted before the first goes and may give the stripe back.
    entry.mode = entry.waiting.front().mode;
    std::deque<Waiting> next;
    do
    {
        next.push_back(std::move(entry.waiting.front()));
        entry.waiting.pop_front();
        ++entry.holders;
    } while (entry.mode == Mode::SHARED && !entry.waiting.empty() &&
             entry.waiting.front().mode == Mode::SHARED);
    for (auto& waiting : next)
    {
        waiting.go();
    }
}

} // namespace ns3
