/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "extent-preallocation.h"

#include <algorithm>
#include <array>

namespace ns3
{

namespace
{

/// Up to so many pages a file's run is rounded up to the next of these.
constexpr std::array<uint64_t, 7> SMALL_WINDOWS{4, 8, 16, 32, 64, 128, 256};

/// A larger file has runs of 2, 4 or 8 MiB: the first size that holds the file at its limit.
struct LargeWindow
{
    uint64_t most;  //!< most pages of the file
    uint64_t pages; //!< pages of a run
};

/// Limits and sizes of runs of larger files.
constexpr std::array<LargeWindow, 3> LARGE_WINDOWS{LargeWindow{1024, 512},
                                                   LargeWindow{2048, 1024},
                                                   LargeWindow{UINT64_MAX, 2048}};

} // namespace

ExtentPreallocation::ExtentPreallocation(ExtentAllocator& allocator)
    : m_allocator(allocator)
{
}

std::optional<ExtentRun>
ExtentPreallocation::AllocateShared(uint64_t goal, uint64_t count, ExtentChanges& changes)
{
    auto it = std::find_if(m_shared.begin(), m_shared.end(), [count](const ExtentRun& run) {
        return run.count >= count;
    });
    if (it == m_shared.end())
    {
        const auto run = m_allocator.Reserve(goal, SHARED_BLOCKS);
        if (!run)
        {
            return std::nullopt;
        }
        if (m_shared.size() == MAX_SHARED_RUNS)
        {
            m_allocator.Unreserve(m_shared.front());
            m_shared.erase(m_shared.begin());
        }
        it = m_shared.insert(m_shared.end(), *run);
    }
    const ExtentRun taken{it->start, count};
    it->start += count;
    it->count -= count;
    if (it->count == 0)
    {
        m_shared.erase(it);
    }
    m_allocator.AllocateReserved(taken, changes);
    return taken;
}

ExtentRun
ExtentPreallocation::GetWindow(uint64_t page, uint64_t pages)
{
    const auto small = std::lower_bound(SMALL_WINDOWS.begin(), SMALL_WINDOWS.end(), pages);
    if (small != SMALL_WINDOWS.end())
    {
        return {0, *small};
    }
    const auto large = std::find_if(LARGE_WINDOWS.begin(),
                                    LARGE_WINDOWS.end(),
                                    [pages](const LargeWindow& one) { return pages <= one.most; });
    return {page / large->pages * large->pages, large->pages};
}

bool
ExtentPreallocation::Own::Covers(uint64_t wanted) const
{
    return wanted >= page && wanted < page + run.count;
}

bool
ExtentPreallocation::Renew(uint64_t inode, uint64_t goal, uint64_t page, uint64_t pages)
{
    auto window = GetWindow(page, pages);
    auto& own = m_own[inode];
    if (const auto end = own.page + own.run.count; end > window.start && end <= page)
    {
        // A run does not cover pages that the one before it covered.
        window = {end, window.start + window.count - end};
    }
    const auto run = m_allocator.Reserve(goal, window.count);
    if (!run)
    {
        return false;
    }
    if (own.run.count > 0)
    {
        own.skipped.push_back(own.run);
    }
    own.page = window.start;
    own.run = *run;
    return true;
}

std::optional<ExtentRun>
ExtentPreallocation::TakeOwn(uint64_t inode,
                             uint64_t goal,
                             uint64_t page,
                             uint64_t count,
                             uint64_t pages,
                             ExtentChanges& changes)
{
    const auto it = m_own.find(inode);
    const bool covered = it != m_own.end() && it->second.Covers(page);
    if (!covered && !Renew(inode, goal, page, pages))
    {
        return std::nullopt;
    }
    auto& own = m_own[inode];
    const auto skipped = page - own.page;
    if (skipped > 0)
    {
        own.skipped.push_back({own.run.start, skipped});
    }
    const ExtentRun taken{own.run.start + skipped, std::min(count, own.run.count - skipped)};
    own.page = page + taken.count;
    own.run = {taken.start + taken.count, own.run.count - skipped - taken.count};
    m_allocator.AllocateReserved(taken, changes);
    return taken;
}

void
ExtentPreallocation::Discard(uint64_t inode)
{
    const auto it = m_own.find(inode);
    if (it == m_own.end())
    {
        return;
    }
    m_allocator.Unreserve(it->second.run);
    for (const auto& run : it->second.skipped)
    {
        m_allocator.Unreserve(run);
    }
    m_own.erase(it);
}

void
ExtentPreallocation::DiscardAll()
{
    while (!m_own.empty())
    {
        Discard(m_own.begin()->first);
    }
    for (const auto& run : m_shared)
    {
        m_allocator.Unreserve(run);
    }
    m_shared.clear();
}

void
ExtentPreallocation::Forget()
{
    m_own.clear();
    m_shared.clear();
}

} // namespace ns3
