/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "extent-layout.h"

#include "ns3/page-mapping.h"
#include "ns3/user-error.h"

#include <algorithm>
#include <string>

namespace ns3
{

namespace
{

/**
 * @param value a number
 * @param divisor another
 * @return the quotient, rounded up
 */
uint64_t
DivideUp(uint64_t value, uint64_t divisor)
{
    return (value + divisor - 1) / divisor;
}

/**
 * @param value a number
 * @param base another, more than 1
 * @return true if the first is a power of the other
 */
bool
IsPower(uint64_t value, uint64_t base)
{
    while (value % base == 0)
    {
        value /= base;
    }
    return value == 1;
}

/// A last group must have room for so many blocks beside metadata.
constexpr uint64_t MIN_GROUP_ROOM = 50;

} // namespace

ExtentLayout::ExtentLayout(const ExtentGeometry& geometry)
    : m_geometry(geometry),
      m_groups(DivideUp(geometry.blockCount, GROUP_BLOCKS))
{
    if (geometry.blockCount < MIN_BLOCKS)
    {
        throw UserError("Format: a device of " + std::to_string(geometry.blockCount * PAGE_BYTES) +
                        " bytes is too small for a file system, which needs 8 MiB");
    }
    const auto inodes = DivideUp(geometry.blockCount * PAGE_BYTES, geometry.bytesPerInode);
    m_tablePages = std::max<uint64_t>(DivideUp(DivideUp(inodes, m_groups), INODES_PER_PAGE), 2);
    m_tablePages = std::min<uint64_t>(m_tablePages, GROUP_BLOCKS / INODES_PER_PAGE);
    m_inodesPerGroup = m_tablePages * INODES_PER_PAGE;
    DropShortGroup();
}

void
ExtentLayout::DropShortGroup()
{
    const auto last = m_groups - 1;
    const auto own = GetFlexFirst(last) == last ? m_tablePages + 2 : 0;
    if (last > 0 && GetGroup(last).count < GetHeadBlocks(last) + own + MIN_GROUP_ROOM)
    {
        --m_groups;
        m_geometry.blockCount = m_groups * GROUP_BLOCKS;
    }
}

const ExtentGeometry&
ExtentLayout::GetGeometry() const
{
    return m_geometry;
}

uint64_t
ExtentLayout::GetGroupCount() const
{
    return m_groups;
}

uint32_t
ExtentLayout::GetInodesPerGroup() const
{
    return m_inodesPerGroup;
}

uint64_t
ExtentLayout::GetInodeCount() const
{
    return m_groups * m_inodesPerGroup;
}

uint64_t
ExtentLayout::GetDescriptorPages() const
{
    return DivideUp(m_groups, DESCRIPTORS_PER_PAGE);
}

ExtentRun
ExtentLayout::GetGroup(uint64_t group) const
{
    const auto start = group * GROUP_BLOCKS;
    return {start, std::min(GROUP_BLOCKS, m_geometry.blockCount - start)};
}

bool
ExtentLayout::HasSuperblock(uint64_t group) const
{
    return group <= 1 || IsPower(group, 3) || IsPower(group, 5) || IsPower(group, 7);
}

uint64_t
ExtentLayout::GetHeadBlocks(uint64_t group) const
{
    return HasSuperblock(group) ? 1 + GetDescriptorPages() : 0;
}

uint64_t
ExtentLayout::GetFlexFirst(uint64_t group) const
{
    return group - group % m_geometry.flexGroups;
}

uint64_t
ExtentLayout::GetFlexCount(uint64_t first) const
{
    return std::min<uint64_t>(m_geometry.flexGroups, m_groups - first);
}

uint64_t
ExtentLayout::GetFlexStart(uint64_t first) const
{
    return first * GROUP_BLOCKS + GetHeadBlocks(first);
}

uint64_t
ExtentLayout::GetBlockBitmap(uint64_t group) const
{
    const auto first = GetFlexFirst(group);
    return GetFlexStart(first) + (group - first);
}

uint64_t
ExtentLayout::GetInodeBitmap(uint64_t group) const
{
    return GetBlockBitmap(group) + GetFlexCount(GetFlexFirst(group));
}

ExtentRun
ExtentLayout::GetInodeTable(uint64_t group) const
{
    const auto first = GetFlexFirst(group);
    const auto tables = GetFlexStart(first) + 2 * GetFlexCount(first);
    return {tables + (group - first) * m_tablePages, m_tablePages};
}

uint64_t
ExtentLayout::GetDescriptorPage(uint64_t group) const
{
    return 1 + group / DESCRIPTORS_PER_PAGE;
}

uint64_t
ExtentLayout::GetGroupOf(uint64_t block) const
{
    return block / GROUP_BLOCKS;
}

uint64_t
ExtentLayout::GetGroupOfInode(uint64_t inode) const
{
    return (inode - 1) / m_inodesPerGroup;
}

uint64_t
ExtentLayout::GetInodePage(uint64_t inode) const
{
    const auto index = (inode - 1) % m_inodesPerGroup;
    return GetInodeTable(GetGroupOfInode(inode)).start + index / INODES_PER_PAGE;
}

std::vector<ExtentRun>
ExtentLayout::GetMetadata(uint64_t group) const
{
    const auto start = group * GROUP_BLOCKS;
    const auto head = GetHeadBlocks(group);
    std::vector<ExtentRun> runs;
    if (head > 0)
    {
        runs.push_back({start, head});
    }
    if (const auto first = GetFlexFirst(group); first == group)
    {
        runs.push_back({GetFlexStart(first), GetFlexCount(first) * (2 + m_tablePages)});
    }
    return runs;
}

ExtentLayout::Place
ExtentLayout::Find(uint64_t block) const
{
    const auto group = GetGroupOf(block);
    const auto offset = block - group * GROUP_BLOCKS;
    if (const auto head = GetHeadBlocks(group); offset < head)
    {
        return offset == 0 ? Place{Kind::SUPERBLOCK, group, 0}
                           : Place{Kind::DESCRIPTORS, group, offset - 1};
    }
    const auto first = GetFlexFirst(group);
    const auto count = GetFlexCount(first);
    const auto index = block - GetFlexStart(first);
    if (group != first || index >= count * (2 + m_tablePages))
    {
        return {};
    }
    if (index < 2 * count)
    {
        return {index < count ? Kind::BLOCK_BITMAP : Kind::INODE_BITMAP, first + index % count, 0};
    }
    const auto page = index - 2 * count;
    return {Kind::INODE_TABLE, first + page / m_tablePages, page % m_tablePages};
}

} // namespace ns3
