/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "extent-tree.h"

#include <algorithm>
#include <utility>

namespace ns3
{

namespace
{

/**
 * @param leaves how many leaves there are
 * @return how many index blocks they need
 */
std::size_t
GetNeededIndexes(std::size_t leaves)
{
    return leaves <= ExtentTree::IN_INODE
               ? 0
               : (leaves + ExtentTree::PER_BLOCK - 1) / ExtentTree::PER_BLOCK;
}

/**
 * @param extents extents, in order
 * @param page a page
 * @return the first extent that begins behind it
 */
template <typename Extents>
auto
FindBehind(Extents& extents, uint64_t page)
{
    return std::upper_bound(extents.begin(), extents.end(), page, [](uint64_t p, const Extent& e) {
        return p < e.page;
    });
}

} // namespace

uint64_t
ExtentTree::GetMaxFileBytes() const
{
    return uint64_t{1} << 44;
}

std::size_t
ExtentTree::FindLeaf(uint64_t page) const
{
    auto it = std::upper_bound(
        m_leaves.begin() + 1,
        m_leaves.end(),
        page,
        [](uint64_t p, const Leaf& leaf) { return p < leaf.extents.front().page; });
    return it - m_leaves.begin() - 1;
}

PageExtent
ExtentTree::Find(uint64_t page, uint64_t count) const
{
    if (m_leaves.empty())
    {
        return {false, 0, count};
    }
    const auto index = FindLeaf(page);
    const auto& extents = m_leaves[index].extents;
    auto next = FindBehind(extents, page);
    if (next != extents.begin())
    {
        const auto& extent = *(next - 1);
        if (page < extent.page + extent.count)
        {
            const auto skipped = page - extent.page;
            return {true, extent.block + skipped, std::min(count, extent.count - skipped)};
        }
    }
    if (next != extents.end())
    {
        return {false, 0, std::min(count, next->page - page)};
    }
    if (index + 1 < m_leaves.size())
    {
        return {false, 0, std::min(count, m_leaves[index + 1].extents.front().page - page)};
    }
    return {false, 0, count};
}

std::optional<uint64_t>
ExtentTree::Prepare(uint64_t /* page */,
                    uint64_t count,
                    const BlockSource& /* source */,
                    std::vector<uint64_t>& /* changed */)
{
    return count;
}

uint64_t
ExtentTree::CountMissing(uint64_t /* page */, uint64_t /* count */) const
{
    return 0;
}

bool
ExtentTree::Merge(Leaf& leaf, const Extent& extent)
{
    auto next = FindBehind(leaf.extents, extent.page);
    const auto joins = [](const Extent& a, const Extent& b) {
        return a.page + a.count == b.page && a.block + a.count == b.block &&
               a.count + b.count <= MAX_EXTENT_PAGES;
    };
    if (next != leaf.extents.begin() && joins(*(next - 1), extent))
    {
        auto& before = *(next - 1);
        before.count += extent.count;
        if (next != leaf.extents.end() && joins(before, *next))
        {
            before.count += next->count;
            leaf.extents.erase(next);
        }
        return true;
    }
    if (next != leaf.extents.end() && joins(extent, *next))
    {
        *next = {extent.page, extent.block, extent.count + next->count};
        return true;
    }
    return false;
}

bool
ExtentTree::Insert(const Extent& extent, const BlockSource& source, std::vector<uint64_t>& changed)
{
    if (m_leaves.empty())
    {
        m_leaves.emplace_back();
    }
    auto index = FindLeaf(extent.page);
    if (!Merge(m_leaves[index], extent))
    {
        const auto& leaf = m_leaves[index];
        if (leaf.extents.size() == (leaf.block == 0 ? IN_INODE : PER_BLOCK))
        {
            const auto target = Split(index, extent.page, source, changed);
            if (!target)
            {
                return false;
            }
            index = *target;
        }
        auto& extents = m_leaves[index].extents;
        extents.insert(FindBehind(extents, extent.page), extent);
    }
    if (m_leaves[index].block != 0)
    {
        changed.push_back(m_leaves[index].block);
    }
    return true;
}

std::optional<std::size_t>
ExtentTree::Split(std::size_t index,
                  uint64_t page,
                  const BlockSource& source,
                  std::vector<uint64_t>& changed)
{
    const bool inInode = m_leaves[index].block == 0;
    const bool full = m_leaves.size() == IN_INODE * PER_BLOCK;
    if (!inInode && (full || !GrowIndexes(m_leaves.size() + 1, source, changed)))
    {
        return std::nullopt;
    }
    const auto block = source(GetEnd());
    if (!block)
    {
        return std::nullopt;
    }
    if (inInode)
    {
        m_leaves[index].block = *block;
        return index;
    }
    Leaf added{*block, {}};
    auto& extents = m_leaves[index].extents;
    auto target = index + 1;
    if (target < m_leaves.size() || page < extents.back().page)
    {
        const auto middle = extents.begin() + extents.size() / 2;
        target -= page < middle->page ? 1 : 0;
        added.extents.assign(middle, extents.end());
        extents.erase(middle, extents.end());
        changed.insert(changed.end(), {m_leaves[index].block, *block});
    }
    m_leaves.insert(m_leaves.begin() + index + 1, std::move(added));
    return target;
}

bool
ExtentTree::GrowIndexes(std::size_t leaves,
                        const BlockSource& source,
                        std::vector<uint64_t>& changed)
{
    while (m_indexes.size() < GetNeededIndexes(leaves))
    {
        const auto block = source(GetEnd());
        if (!block)
        {
            return false;
        }
        m_indexes.push_back(*block);
    }
    changed.insert(changed.end(), m_indexes.begin(), m_indexes.end());
    return true;
}

void
ExtentTree::ShrinkIndexes(ExtentChanges& changes)
{
    while (m_indexes.size() > GetNeededIndexes(m_leaves.size()))
    {
        changes.freed.push_back({{m_indexes.back(), 1}, true});
        m_indexes.pop_back();
    }
    changes.pages.insert(changes.pages.end(), m_indexes.begin(), m_indexes.end());
}

void
ExtentTree::TruncateLeaf(Leaf& leaf, uint64_t page, ExtentChanges& changes)
{
    while (!leaf.extents.empty())
    {
        auto& last = leaf.extents.back();
        if (last.page + last.count <= page)
        {
            return;
        }
        const auto kept = page > last.page ? page - last.page : 0;
        changes.freed.push_back({{last.block + kept, last.count - kept}, false});
        last.count = kept;
        if (kept > 0)
        {
            return;
        }
        leaf.extents.pop_back();
    }
}

void
ExtentTree::Truncate(uint64_t page, ExtentChanges& changes)
{
    while (!m_leaves.empty())
    {
        auto& leaf = m_leaves.back();
        TruncateLeaf(leaf, page, changes);
        if (!leaf.extents.empty())
        {
            break;
        }
        if (leaf.block != 0)
        {
            changes.freed.push_back({{leaf.block, 1}, true});
        }
        m_leaves.pop_back();
    }
    ShrinkIndexes(changes);
    if (!m_leaves.empty() && m_leaves.back().block != 0)
    {
        changes.pages.push_back(m_leaves.back().block);
    }
}

void
ExtentTree::GetPath(uint64_t page, uint64_t count, std::vector<uint64_t>& blocks) const
{
    if (m_leaves.empty() || m_leaves.front().block == 0)
    {
        return;
    }
    const auto first = FindLeaf(page);
    const auto last = FindLeaf(page + count - 1);
    for (auto index = first; index <= last; ++index)
    {
        if (!m_indexes.empty() && (index % PER_BLOCK == 0 || index == first))
        {
            blocks.push_back(m_indexes[index / PER_BLOCK]);
        }
        blocks.push_back(m_leaves[index].block);
    }
}

void
ExtentTree::GetPathBefore(uint64_t page, uint64_t count, std::vector<uint64_t>& blocks) const
{
    GetPath(page, count, blocks);
}

uint64_t
ExtentTree::GetPathAt(uint64_t /* page */, std::vector<uint64_t>& /* blocks */) const
{
    return UINT64_MAX;
}

void
ExtentTree::GetPathToFree(uint64_t /* page */, std::vector<uint64_t>& /* blocks */) const
{
}

uint64_t
ExtentTree::GetEnd() const
{
    if (m_leaves.empty())
    {
        return 0;
    }
    const auto& last = m_leaves.back().extents.back();
    return last.block + last.count;
}

const std::vector<ExtentTree::Leaf>&
ExtentTree::GetLeaves() const
{
    return m_leaves;
}

const std::vector<uint64_t>&
ExtentTree::GetIndexes() const
{
    return m_indexes;
}

std::vector<Extent>
ExtentTree::GetExtents() const
{
    std::vector<Extent> extents;
    for (const auto& leaf : m_leaves)
    {
        extents.insert(extents.end(), leaf.extents.begin(), leaf.extents.end());
    }
    return extents;
}

std::vector<uint64_t>
ExtentTree::GetBlocks() const
{
    auto blocks = m_indexes;
    for (const auto& leaf : m_leaves)
    {
        if (leaf.block != 0)
        {
            blocks.push_back(leaf.block);
        }
    }
    return blocks;
}

std::unique_ptr<FileBlockMap>
ExtentTree::Copy() const
{
    return std::make_unique<ExtentTree>(*this);
}

} // namespace ns3
