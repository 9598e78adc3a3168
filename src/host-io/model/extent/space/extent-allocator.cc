/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "extent-allocator.h"

#include <algorithm>

namespace ns3
{

ExtentAllocator::ExtentAllocator(const ExtentLayout& layout)
    : m_layout(layout),
      m_groups(layout.GetGroupCount())
{
    for (uint64_t i = 0; i < m_groups.size(); ++i)
    {
        auto& group = m_groups[i];
        group.freeBlocks = layout.GetGroup(i).count;
        for (const auto& run : layout.GetMetadata(i))
        {
            group.freeBlocks -= run.count;
        }
        group.reusable = group.freeBlocks;
        group.longest = group.freeBlocks;
        group.freeInodes = layout.GetInodesPerGroup();
        m_freeBlocks += group.freeBlocks;
    }
    m_reusable = m_freeBlocks;
    m_groups[0].directories = 1;
    m_groups[0].freeInodes -= ExtentLayout::FIRST_INODE - 1;
    m_freeInodes = layout.GetInodeCount() - (ExtentLayout::FIRST_INODE - 1);
}

ExtentAllocator::Group&
ExtentAllocator::Touch(uint64_t index)
{
    auto& group = m_groups[index];
    if (!group.used)
    {
        const auto run = m_layout.GetGroup(index);
        group.used = std::make_unique<ExtentBitmap>(run.count);
        for (const auto& metadata : m_layout.GetMetadata(index))
        {
            group.used->Assign(metadata.start - run.start, metadata.count, true);
        }
        group.busy = std::make_unique<ExtentBitmap>(*group.used);
        group.inodes = std::make_unique<ExtentBitmap>(m_layout.GetInodesPerGroup());
        if (index == 0)
        {
            group.inodes->Assign(0, ExtentLayout::FIRST_INODE - 1, true);
        }
    }
    return group;
}

void
ExtentAllocator::Note(uint64_t group, uint64_t bitmap, ExtentChanges& changes) const
{
    changes.pages.push_back(bitmap);
    changes.pages.push_back(m_layout.GetDescriptorPage(group));
}

std::optional<ExtentRun>
ExtentAllocator::SearchGroup(uint64_t index, uint64_t from, uint64_t count)
{
    if (m_groups[index].longest < count)
    {
        return std::nullopt;
    }
    auto& group = Touch(index);
    const auto start = m_layout.GetGroup(index).start;
    ExtentRun longest;
    auto run = group.busy->FindRun(from, count, longest);
    if (run.count == 0)
    {
        run = group.busy->FindRun(0, count, longest);
    }
    if (run.count == 0)
    {
        group.longest = longest.count;
        return std::nullopt;
    }
    return ExtentRun{start + run.start, run.count};
}

ExtentRun
ExtentAllocator::Search(uint64_t goal, uint64_t count)
{
    const auto first = m_layout.GetGroupOf(goal);
    const auto offset = goal - m_layout.GetGroup(first).start;
    const auto& busy = *Touch(first).busy;
    if (!busy.Test(offset))
    {
        const auto end = std::min(busy.Find(offset, true), offset + count);
        return {goal, end - offset};
    }
    uint64_t longest = 0;
    for (uint64_t i = 0; i < m_groups.size(); ++i)
    {
        const auto group = (first + i) % m_groups.size();
        if (auto run = SearchGroup(group, i == 0 ? offset : 0, count))
        {
            return *run;
        }
        longest = std::max(longest, m_groups[group].longest);
    }
    // The bounds may be too high; each search makes one exact, so this ends.
    return Search(goal, std::min(longest, count - 1));
}

std::optional<ExtentRun>
ExtentAllocator::AllocateBlocks(uint64_t goal, uint64_t count, ExtentChanges& changes)
{
    if (m_reusable == 0)
    {
        return std::nullopt;
    }
    if (goal >= m_layout.GetGeometry().blockCount)
    {
        goal = 0;
    }
    const auto run = Search(goal, std::min(count, ExtentLayout::GROUP_BLOCKS));
    const auto index = m_layout.GetGroupOf(run.start);
    auto& group = Touch(index);
    const auto offset = run.start - m_layout.GetGroup(index).start;
    group.used->Assign(offset, run.count, true);
    group.busy->Assign(offset, run.count, true);
    group.freeBlocks -= run.count;
    group.reusable -= run.count;
    m_freeBlocks -= run.count;
    m_reusable -= run.count;
    Note(index, m_layout.GetBlockBitmap(index), changes);
    return run;
}

template <typename Function>
void
ExtentAllocator::ForEachGroup(const ExtentRun& run, Function function)
{
    auto block = run.start;
    const auto end = run.start + run.count;
    while (block < end)
    {
        const auto index = m_layout.GetGroupOf(block);
        const auto whole = m_layout.GetGroup(index);
        const auto count = std::min(end, whole.start + whole.count) - block;
        function(index, block - whole.start, count);
        block += count;
    }
}

void
ExtentAllocator::FreeBlocks(const ExtentRun& run, ExtentChanges& changes)
{
    ForEachGroup(run, [this, &changes](uint64_t index, uint64_t first, uint64_t count) {
        auto& group = Touch(index);
        group.used->Assign(first, count, false);
        group.freeBlocks += count;
        m_freeBlocks += count;
        Note(index, m_layout.GetBlockBitmap(index), changes);
    });
}

void
ExtentAllocator::MakeReusable(const ExtentRun& run)
{
    ForEachGroup(run, [this](uint64_t index, uint64_t first, uint64_t count) {
        auto& group = Touch(index);
        group.busy->Assign(first, count, false);
        group.reusable += count;
        group.longest = group.reusable;
        m_reusable += count;
    });
}

void
ExtentAllocator::MakeAllReusable()
{
    for (auto& group : m_groups)
    {
        if (group.used)
        {
            *group.busy = *group.used;
        }
        group.reusable = group.freeBlocks;
        group.longest = group.freeBlocks;
    }
    m_reusable = m_freeBlocks;
    m_aside = 0;
}

std::optional<ExtentRun>
ExtentAllocator::SearchAligned(uint64_t index, uint64_t from, uint64_t count)
{
    if (m_groups[index].longest < count)
    {
        return std::nullopt;
    }
    const auto& busy = *Touch(index).busy;
    const auto step = count & ~(count - 1);
    ExtentRun longest;
    auto run = busy.FindRun(from, count, longest);
    while (run.count > 0 && run.start % step != 0)
    {
        run = busy.FindRun((run.start / step + 1) * step, count, longest);
    }
    if (run.count == 0)
    {
        return std::nullopt;
    }
    return ExtentRun{m_layout.GetGroup(index).start + run.start, count};
}

std::optional<ExtentRun>
ExtentAllocator::Reserve(uint64_t goal, uint64_t count)
{
    const auto first = m_layout.GetGroupOf(goal < m_layout.GetGeometry().blockCount ? goal : 0);
    for (uint64_t i = 0; i < m_groups.size(); ++i)
    {
        const auto index = (first + i) % m_groups.size();
        if (const auto run = SearchAligned(index, 0, count))
        {
            const auto start = m_layout.GetGroup(index).start;
            m_groups[index].busy->Assign(run->start - start, count, true);
            m_aside += count;
            return run;
        }
    }
    return std::nullopt;
}

void
ExtentAllocator::AllocateReserved(const ExtentRun& run, ExtentChanges& changes)
{
    const auto index = m_layout.GetGroupOf(run.start);
    auto& group = Touch(index);
    group.used->Assign(run.start - m_layout.GetGroup(index).start, run.count, true);
    group.freeBlocks -= run.count;
    group.reusable -= run.count;
    m_freeBlocks -= run.count;
    m_reusable -= run.count;
    m_aside -= run.count;
    Note(index, m_layout.GetBlockBitmap(index), changes);
}

void
ExtentAllocator::Unreserve(const ExtentRun& run)
{
    if (run.count == 0)
    {
        return;
    }
    const auto index = m_layout.GetGroupOf(run.start);
    auto& group = Touch(index);
    group.busy->Assign(run.start - m_layout.GetGroup(index).start, run.count, false);
    group.longest = group.reusable;
    m_aside -= run.count;
}

uint64_t
ExtentAllocator::GetReserved() const
{
    return m_aside;
}

uint64_t
ExtentAllocator::FindDirectoryGroup(uint64_t parent)
{
    const uint64_t flex = m_layout.GetGeometry().flexGroups;
    const auto home = m_layout.GetGroupOfInode(parent) / flex * flex;
    uint64_t best = home;
    uint64_t fewest = UINT64_MAX;
    for (uint64_t first = 0; first < m_groups.size(); first += flex)
    {
        uint64_t directories = 0;
        uint64_t inodes = 0;
        uint64_t blocks = 0;
        for (auto i = first; i < std::min<uint64_t>(first + flex, m_groups.size()); ++i)
        {
            directories += m_groups[i].directories;
            inodes += m_groups[i].freeInodes;
            blocks += m_groups[i].reusable;
        }
        const bool roomy = inodes > 0 && blocks > m_layout.GetInodeTable(first).count;
        if (roomy && first == home && parent != ExtentLayout::ROOT_INODE)
        {
            return first;
        }
        if (roomy && directories < fewest)
        {
            best = first;
            fewest = directories;
        }
    }
    return best;
}

std::optional<uint64_t>
ExtentAllocator::AllocateInode(uint64_t parent, bool directory, ExtentChanges& changes)
{
    if (m_freeInodes == 0)
    {
        return std::nullopt;
    }
    auto index = directory ? FindDirectoryGroup(parent) : m_layout.GetGroupOfInode(parent);
    while (m_groups[index].freeInodes == 0)
    {
        index = (index + 1) % m_groups.size();
    }
    auto& group = Touch(index);
    const auto bit = group.inodes->Find(0, false);
    const auto first = bit / ExtentLayout::INODES_PER_PAGE * ExtentLayout::INODES_PER_PAGE;
    const auto inode = index * m_layout.GetInodesPerGroup() + bit + 1;
    if (group.inodes->Find(first, true) >= first + ExtentLayout::INODES_PER_PAGE)
    {
        changes.fresh.push_back(m_layout.GetInodePage(inode));
    }
    group.inodes->Assign(bit, 1, true);
    --group.freeInodes;
    --m_freeInodes;
    group.directories += directory ? 1 : 0;
    Note(index, m_layout.GetInodeBitmap(index), changes);
    return inode;
}

void
ExtentAllocator::FreeInode(uint64_t inode, bool directory, ExtentChanges& changes)
{
    const auto index = m_layout.GetGroupOfInode(inode);
    auto& group = Touch(index);
    group.inodes->Assign((inode - 1) % m_layout.GetInodesPerGroup(), 1, false);
    ++group.freeInodes;
    ++m_freeInodes;
    group.directories -= directory ? 1 : 0;
    Note(index, m_layout.GetInodeBitmap(index), changes);
}

uint64_t
ExtentAllocator::GetGoal(uint64_t inode, bool directory) const
{
    auto group = m_layout.GetGroupOfInode(inode);
    const auto flex = m_layout.GetGeometry().flexGroups;
    if (flex >= 4)
    {
        // A short packed group is full of metadata: files begin in the one behind it.
        group = group / flex * flex;
        group += !directory && group + 1 < m_groups.size() ? 1 : 0;
    }
    return m_layout.GetGroup(group).start;
}

uint64_t
ExtentAllocator::GetReusableBlocks() const
{
    return m_reusable;
}

uint64_t
ExtentAllocator::GetFreeBlocks() const
{
    return m_freeBlocks;
}

uint64_t
ExtentAllocator::GetFreeInodes() const
{
    return m_freeInodes;
}

const ExtentAllocator::Group&
ExtentAllocator::GetGroup(uint64_t group)
{
    return Touch(group);
}

uint64_t
ExtentAllocator::GetUsedInodes(uint64_t group)
{
    return Touch(group).inodes->FindEnd();
}

void
ExtentAllocator::Load(uint64_t index,
                      const std::vector<uint64_t>& blocks,
                      const std::vector<uint64_t>& inodes,
                      uint32_t directories)
{
    auto& group = Touch(index);
    m_freeBlocks -= group.freeBlocks;
    m_freeInodes -= group.freeInodes;
    m_reusable -= group.reusable;
    group.used->SetWords(blocks);
    group.busy->SetWords(blocks);
    group.inodes->SetWords(inodes);
    group.freeBlocks = group.used->GetSize() - group.used->CountSet();
    group.freeInodes = group.inodes->GetSize() - group.inodes->CountSet();
    group.directories = directories;
    group.reusable = group.freeBlocks;
    group.longest = group.reusable;
    m_freeBlocks += group.freeBlocks;
    m_freeInodes += group.freeInodes;
    m_reusable += group.reusable;
}

} // namespace ns3
