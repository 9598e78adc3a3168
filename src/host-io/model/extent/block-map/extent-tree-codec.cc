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

constexpr uint32_t LEAF_MAGIC = 0x4558544c;  //!< begins a block of extents
constexpr uint32_t INDEX_MAGIC = 0x45585449; //!< begins a block that names those
constexpr uint32_t ENTRIES_START = 8;        //!< where the entries of a block begin
constexpr uint32_t ENTRY_BYTES = 12;         //!< bytes of an entry of a block
constexpr uint32_t ROOT_ENTRY_BYTES = 24;    //!< bytes of an entry of an inode

/// What the entries in an inode are.
enum class Depth : uint8_t
{
    EXTENTS = 0, //!< extents
    LEAVES = 1,  //!< blocks of extents
    INDEXES = 2, //!< blocks that name blocks of extents
};

/**
 * @param magic what the block is
 * @param entries extents, or blocks with their first page
 * @return the block
 */
ExtentPage
EncodeEntries(uint32_t magic, const std::vector<Extent>& entries)
{
    ExtentPage page;
    page.Put(0, 4, magic);
    page.Put(4, 2, entries.size());
    for (std::size_t i = 0; i < entries.size(); ++i)
    {
        const uint32_t at = ENTRIES_START + i * ENTRY_BYTES;
        page.Put(at, 4, entries[i].page);
        page.Put(at + 4, 2, entries[i].count);
        page.Put(at + 6, 6, entries[i].block);
    }
    return page;
}

/**
 * @param page a leaf or an index block
 * @param leaf true for a leaf
 * @return its extents, or blocks with their first page; none if it is something else
 */
std::optional<std::vector<Extent>>
DecodeEntries(const ExtentPage& page, bool leaf)
{
    const auto count = page.Get(4, 2);
    if (page.Get(0, 4) != (leaf ? LEAF_MAGIC : INDEX_MAGIC) || count > ExtentTree::PER_BLOCK)
    {
        return std::nullopt;
    }
    std::vector<Extent> entries;
    for (std::size_t i = 0; i < count; ++i)
    {
        const uint32_t at = ENTRIES_START + i * ENTRY_BYTES;
        entries.push_back({page.Get(at, 4), page.Get(at + 6, 6), page.Get(at + 4, 2)});
    }
    return entries;
}

} // namespace

std::vector<Extent>
ExtentTree::ListLeaves(std::size_t first) const
{
    std::vector<Extent> entries;
    const auto end = std::min(m_leaves.size(), first + PER_BLOCK);
    for (auto i = first; i < end; ++i)
    {
        entries.push_back({m_leaves[i].extents.front().page, m_leaves[i].block, 0});
    }
    return entries;
}

void
ExtentTree::EncodeRoot(ExtentPage& page, uint32_t offset) const
{
    auto depth = Depth::EXTENTS;
    std::vector<Extent> entries;
    for (const auto block : m_indexes)
    {
        depth = Depth::INDEXES;
        entries.push_back({0, block, 0});
    }
    if (entries.empty() && !m_leaves.empty())
    {
        depth = m_leaves[0].block == 0 ? Depth::EXTENTS : Depth::LEAVES;
        entries = m_leaves[0].block == 0 ? m_leaves[0].extents : ListLeaves(0);
    }
    page.Put(offset + TAG_OFFSET, 1, static_cast<uint8_t>(depth));
    page.Put(offset + COUNT_OFFSET, 2, entries.size());
    for (std::size_t i = 0; i < entries.size(); ++i)
    {
        const uint32_t at = offset + ENTRIES_OFFSET + i * ROOT_ENTRY_BYTES;
        page.Put(at, 8, entries[i].page);
        page.Put(at + 8, 8, entries[i].block);
        page.Put(at + 16, 8, entries[i].count);
    }
}

ExtentPage
ExtentTree::EncodeBlock(uint64_t block) const
{
    for (const auto& leaf : m_leaves)
    {
        if (leaf.block == block)
        {
            return EncodeEntries(LEAF_MAGIC, leaf.extents);
        }
    }
    const auto it = std::find(m_indexes.begin(), m_indexes.end(), block);
    const auto first = (it - m_indexes.begin()) * PER_BLOCK;
    return EncodeEntries(INDEX_MAGIC, ListLeaves(first));
}

void
ExtentTree::LoadRoot(const ExtentPage& page, uint32_t offset)
{
    const auto depth =
        std::min(page.Get(offset + TAG_OFFSET, 1), static_cast<uint64_t>(Depth::INDEXES));
    const auto count = std::min<uint64_t>(page.Get(offset + COUNT_OFFSET, 2), IN_INODE);
    for (std::size_t i = 0; i < count; ++i)
    {
        const uint32_t at = offset + ENTRIES_OFFSET + i * ROOT_ENTRY_BYTES;
        const Extent entry{page.Get(at, 8), page.Get(at + 8, 8), page.Get(at + 16, 8)};
        switch (static_cast<Depth>(depth))
        {
        case Depth::EXTENTS:
            m_leaves.resize(1);
            m_leaves[0].extents.push_back(entry);
            break;
        case Depth::LEAVES:
            m_leaves.push_back({entry.block, {}});
            break;
        case Depth::INDEXES:
            m_indexes.push_back(entry.block);
        }
    }
}

std::vector<Extent>
ExtentTree::ReadEntries(uint64_t block,
                        bool leaf,
                        uint64_t deviceBlocks,
                        const PageSource& source,
                        std::vector<std::string>& problems)
{
    const bool exists = block < deviceBlocks;
    const auto* page = exists ? source(block) : nullptr;
    auto entries = page ? DecodeEntries(*page, leaf) : std::nullopt;
    if (!exists || (page && !entries))
    {
        problems.push_back("block " + std::to_string(block) + " is no extent block");
    }
    return entries.value_or(std::vector<Extent>());
}

void
ExtentTree::Load(uint64_t deviceBlocks,
                 const PageSource& source,
                 std::vector<std::string>& problems)
{
    if (!m_indexes.empty())
    {
        m_leaves.clear();
    }
    for (const auto index : m_indexes)
    {
        for (const auto& entry : ReadEntries(index, false, deviceBlocks, source, problems))
        {
            m_leaves.push_back({entry.block, {}});
        }
    }
    for (auto& leaf : m_leaves)
    {
        // A leaf with block 0 beside others is a fault, and no extents in the inode.
        if (leaf.block != 0 || m_leaves.size() > 1)
        {
            leaf.extents = ReadEntries(leaf.block, true, deviceBlocks, source, problems);
        }
    }
}

} // namespace ns3
