/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "indirect-block-map.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace ns3
{

namespace
{

constexpr uint32_t POINTER_BYTES = 4; //!< bytes of a pointer to a block

} // namespace

std::optional<IndirectBlockMap::Node>
IndirectBlockMap::Node::GetParent() const
{
    return number == 0 ? std::nullopt
                       : std::optional<Node>(Node{level + 1, (number - 1) / PER_BLOCK});
}

uint64_t
IndirectBlockMap::Node::GetFirstChild() const
{
    return number * PER_BLOCK + 1;
}

uint64_t
IndirectBlockMap::Node::GetFirstPage() const
{
    return level == 1 ? DIRECT + number * PER_BLOCK
                      : Node{level - 1, GetFirstChild()}.GetFirstPage();
}

uint64_t
IndirectBlockMap::Node::GetEndPage() const
{
    uint64_t pages = PER_BLOCK;
    for (uint32_t i = 1; i < level; ++i)
    {
        pages *= PER_BLOCK;
    }
    return GetFirstPage() + pages;
}

IndirectBlockMap::Node
IndirectBlockMap::GetNode(uint64_t page)
{
    return {1, (page - DIRECT) / PER_BLOCK};
}

uint64_t
IndirectBlockMap::GetBlock(const Node& node) const
{
    const auto& nodes = m_nodes[node.level - 1];
    const auto it = nodes.find(node.number);
    return it == nodes.end() ? 0 : it->second;
}

std::vector<IndirectBlockMap::Node>
IndirectBlockMap::GetNodesAbove(uint64_t page)
{
    std::vector<Node> nodes{GetNode(page)};
    while (const auto parent = nodes.back().GetParent())
    {
        nodes.push_back(*parent);
    }
    std::reverse(nodes.begin(), nodes.end());
    return nodes;
}

template <typename Function>
void
IndirectBlockMap::ForEachNode(uint64_t page, uint64_t count, Function function)
{
    const auto begin = std::max(page, DIRECT);
    for (auto at = begin; at < page + count; at = GetNode(at).GetEndPage())
    {
        for (const auto& node : GetNodesAbove(at))
        {
            if (at == begin || at == node.GetFirstPage())
            {
                function(node);
            }
        }
    }
}

uint64_t
IndirectBlockMap::GetMaxFileBytes() const
{
    // ext2 counts a file's blocks in units of 512 bytes, in 32 bits.
    return uint64_t{1} << 41;
}

PageExtent
IndirectBlockMap::Find(uint64_t page, uint64_t count) const
{
    const auto next = m_runs.upper_bound(page);
    if (next != m_runs.begin())
    {
        const auto& run = std::prev(next)->second;
        if (const auto skipped = page - run.page; skipped < run.count)
        {
            return {true, run.block + skipped, std::min(count, run.count - skipped)};
        }
    }
    return {false, 0, next == m_runs.end() ? count : std::min(count, next->first - page)};
}

uint64_t
IndirectBlockMap::GetGoal(const Node& node) const
{
    const auto parent = node.GetParent();
    const auto& nodes = m_nodes[node.level - 1];
    const auto it = nodes.lower_bound(node.number);
    if (parent)
    {
        const bool follows = it != nodes.begin() && std::prev(it)->first >= parent->GetFirstChild();
        return follows ? std::prev(it)->second : GetBlock(*parent);
    }
    if (node.level > 1)
    {
        const Node before{node.level - 1, 0};
        const auto block = GetBlock(before);
        return block != 0 ? block : GetGoal(before);
    }
    const auto behind = m_runs.lower_bound(DIRECT);
    return behind == m_runs.begin() ? 0 : std::prev(behind)->second.block;
}

std::optional<uint64_t>
IndirectBlockMap::Prepare(uint64_t page,
                          uint64_t count,
                          const BlockSource& source,
                          std::vector<uint64_t>& changed)
{
    if (page < DIRECT)
    {
        return std::min(count, DIRECT - page);
    }
    const auto last = GetNode(page);
    if (GetBlock(last) == 0)
    {
        for (const auto& node : GetNodesAbove(page))
        {
            if (GetBlock(node) != 0)
            {
                continue;
            }
            const auto block = source(GetGoal(node));
            if (!block)
            {
                return std::nullopt;
            }
            m_nodes[node.level - 1][node.number] = *block;
            if (const auto parent = node.GetParent())
            {
                changed.push_back(GetBlock(*parent));
            }
        }
    }
    return std::min(count, last.GetEndPage() - page);
}

bool
IndirectBlockMap::Insert(const Extent& extent,
                         const BlockSource& /* source */,
                         std::vector<uint64_t>& changed)
{
    const auto end = extent.page + extent.count;
    for (auto at = std::max(extent.page, DIRECT); at < end; at = GetNode(at).GetEndPage())
    {
        changed.push_back(GetBlock(GetNode(at)));
    }
    auto next = m_runs.lower_bound(extent.page);
    auto added = extent;
    if (next != m_runs.end() && extent.page + extent.count == next->first &&
        extent.block + extent.count == next->second.block)
    {
        added.count += next->second.count;
        next = m_runs.erase(next);
    }
    if (next != m_runs.begin())
    {
        auto& before = std::prev(next)->second;
        if (before.page + before.count == added.page && before.block + before.count == added.block)
        {
            before.count += added.count;
            return true;
        }
    }
    m_runs.emplace_hint(next, added.page, added);
    return true;
}

uint64_t
IndirectBlockMap::CountMissing(uint64_t page, uint64_t count) const
{
    uint64_t missing = 0;
    ForEachNode(page, count, [&](const Node& node) { missing += GetBlock(node) == 0 ? 1 : 0; });
    return missing;
}

void
IndirectBlockMap::TruncateRuns(uint64_t page, ExtentChanges& changes)
{
    while (!m_runs.empty())
    {
        const auto it = std::prev(m_runs.end());
        auto& run = it->second;
        if (run.page + run.count <= page)
        {
            return;
        }
        const auto kept = page > run.page ? page - run.page : 0;
        changes.freed.push_back({{run.block + kept, run.count - kept}, false});
        run.count = kept;
        if (kept > 0)
        {
            return;
        }
        m_runs.erase(it);
    }
}

void
IndirectBlockMap::Truncate(uint64_t page, ExtentChanges& changes)
{
    const auto before = changes.freed.size();
    TruncateRuns(page, changes);
    // An indirect block without pointers is freed too.
    const auto end =
        m_runs.empty() ? 0 : m_runs.rbegin()->second.page + m_runs.rbegin()->second.count;
    for (uint32_t level = 1; level <= LEVELS; ++level)
    {
        auto& nodes = m_nodes[level - 1];
        while (!nodes.empty() && Node{level, nodes.rbegin()->first}.GetFirstPage() >= end)
        {
            changes.freed.push_back({{nodes.rbegin()->second, 1}, true});
            nodes.erase(std::prev(nodes.end()));
        }
    }
    if (page <= DIRECT || changes.freed.size() == before)
    {
        return;
    }
    for (const auto& node : GetNodesAbove(page))
    {
        const auto block = GetBlock(node);
        if (block != 0 && node.GetFirstPage() < page)
        {
            changes.pages.push_back(block);
        }
    }
}

void
IndirectBlockMap::GetPath(uint64_t page, uint64_t count, std::vector<uint64_t>& blocks) const
{
    ForEachNode(page, count, [&](const Node& node) {
        if (const auto block = GetBlock(node); block != 0)
        {
            blocks.push_back(block);
        }
    });
}

void
IndirectBlockMap::GetPathBefore(uint64_t /* page */,
                                uint64_t /* count */,
                                std::vector<uint64_t>& /* blocks */) const
{
}

uint64_t
IndirectBlockMap::GetPathAt(uint64_t page, std::vector<uint64_t>& blocks) const
{
    GetPath(page, 1, blocks);
    return (page < DIRECT ? DIRECT : GetNode(page).GetEndPage()) - page;
}

void
IndirectBlockMap::ListToFree(const Node& node, uint64_t page, std::vector<uint64_t>& blocks) const
{
    const auto block = GetBlock(node);
    if (block == 0 || node.GetEndPage() <= page)
    {
        return;
    }
    blocks.push_back(block);
    if (node.level == 1)
    {
        return;
    }
    const auto& below = m_nodes[node.level - 2];
    const auto first = below.lower_bound(node.GetFirstChild());
    for (auto it = below.lower_bound(node.GetFirstChild() + PER_BLOCK); it != first;)
    {
        --it;
        ListToFree({node.level - 1, it->first}, page, blocks);
    }
}

void
IndirectBlockMap::GetPathToFree(uint64_t page, std::vector<uint64_t>& blocks) const
{
    for (uint32_t level = 1; level <= LEVELS; ++level)
    {
        ListToFree({level, 0}, page, blocks);
    }
}

uint64_t
IndirectBlockMap::GetEnd() const
{
    if (m_runs.empty())
    {
        return 0;
    }
    const auto& last = m_runs.rbegin()->second;
    return last.block + last.count;
}

std::vector<Extent>
IndirectBlockMap::GetExtents() const
{
    std::vector<Extent> extents;
    for (const auto& [page, run] : m_runs)
    {
        extents.push_back(run);
    }
    return extents;
}

std::vector<uint64_t>
IndirectBlockMap::GetBlocks() const
{
    std::vector<uint64_t> blocks;
    for (const auto& nodes : m_nodes)
    {
        for (const auto& [number, block] : nodes)
        {
            blocks.push_back(block);
        }
    }
    return blocks;
}

void
IndirectBlockMap::EncodePages(ExtentPage& page,
                              uint32_t offset,
                              uint64_t first,
                              uint64_t count) const
{
    for (uint64_t done = 0; done < count;)
    {
        const auto found = Find(first + done, count - done);
        for (uint64_t i = 0; found.mapped && i < found.count; ++i)
        {
            page.Put(offset + (done + i) * POINTER_BYTES, POINTER_BYTES, found.devicePage + i);
        }
        done += found.count;
    }
}

void
IndirectBlockMap::EncodeRoot(ExtentPage& page, uint32_t offset) const
{
    const auto entries = offset + ENTRIES_OFFSET;
    page.Put(offset + TAG_OFFSET, 1, INDIRECT_TAG);
    page.Put(offset + COUNT_OFFSET, 2, DIRECT + LEVELS);
    EncodePages(page, entries, 0, DIRECT);
    for (uint32_t level = 1; level <= LEVELS; ++level)
    {
        const uint32_t pointer = DIRECT + level - 1;
        page.Put(entries + pointer * POINTER_BYTES, POINTER_BYTES, GetBlock({level, 0}));
    }
}

ExtentPage
IndirectBlockMap::EncodeBlock(uint64_t block) const
{
    ExtentPage page;
    for (uint32_t level = 1; level <= LEVELS; ++level)
    {
        const auto& nodes = m_nodes[level - 1];
        const auto it = std::find_if(nodes.begin(), nodes.end(), [block](const auto& node) {
            return node.second == block;
        });
        if (it == nodes.end())
        {
            continue;
        }
        const Node node{level, it->first};
        if (level == 1)
        {
            EncodePages(page, 0, node.GetFirstPage(), PER_BLOCK);
            return page;
        }
        const auto& below = m_nodes[level - 2];
        const auto first = node.GetFirstChild();
        for (auto child = below.lower_bound(first);
             child != below.end() && child->first < first + PER_BLOCK;
             ++child)
        {
            page.Put((child->first - first) * POINTER_BYTES, POINTER_BYTES, child->second);
        }
    }
    return page;
}

void
IndirectBlockMap::Append(uint64_t page, uint64_t block)
{
    if (block == 0)
    {
        return;
    }
    if (!m_runs.empty())
    {
        auto& last = m_runs.rbegin()->second;
        if (last.page + last.count == page && last.block + last.count == block)
        {
            ++last.count;
            return;
        }
    }
    m_runs.emplace_hint(m_runs.end(), page, Extent{page, block, 1});
}

void
IndirectBlockMap::LoadRoot(const ExtentPage& page, uint32_t offset)
{
    const auto get = [&](uint64_t index) {
        return page.Get(offset + ENTRIES_OFFSET + index * POINTER_BYTES, POINTER_BYTES);
    };
    for (uint64_t i = 0; i < DIRECT; ++i)
    {
        Append(i, get(i));
    }
    for (uint32_t level = 1; level <= LEVELS; ++level)
    {
        if (const auto block = get(DIRECT + level - 1); block != 0)
        {
            m_nodes[level - 1][0] = block;
        }
    }
}

void
IndirectBlockMap::LoadNode(const Node& node, Loading& loading)
{
    const auto block = GetBlock(node);
    const auto text = "indirect block " + std::to_string(block);
    if (block == 0)
    {
        return;
    }
    if (block >= loading.deviceBlocks)
    {
        loading.problems.push_back(text + " is outside the device");
        return;
    }
    if (!loading.seen.insert(block).second)
    {
        loading.problems.push_back(text + " is used twice");
        return;
    }
    const auto* page = loading.source(block);
    for (uint64_t i = 0; page && i < PER_BLOCK; ++i)
    {
        const auto pointer = page->Get(i * POINTER_BYTES, POINTER_BYTES);
        if (node.level == 1)
        {
            Append(node.GetFirstPage() + i, pointer);
        }
        else if (pointer != 0)
        {
            const Node child{node.level - 1, node.GetFirstChild() + i};
            m_nodes[child.level - 1][child.number] = pointer;
            LoadNode(child, loading);
        }
    }
}

void
IndirectBlockMap::Load(uint64_t deviceBlocks,
                       const PageSource& source,
                       std::vector<std::string>& problems)
{
    ExtentChanges again;
    TruncateRuns(DIRECT, again);
    Loading loading{deviceBlocks, source, problems, {}};
    for (uint32_t level = 1; level <= LEVELS; ++level)
    {
        LoadNode({level, 0}, loading);
    }
}

std::unique_ptr<FileBlockMap>
IndirectBlockMap::Copy() const
{
    return std::make_unique<IndirectBlockMap>(*this);
}

} // namespace ns3
