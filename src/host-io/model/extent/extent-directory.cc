/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "extent-directory.h"

#include "ns3/page-mapping.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// Bytes of "." and ".." in block 0.
constexpr uint32_t DOT_BYTES = 24;

/// A block with less room than this is passed over: a longer name may still be waiting for it.
constexpr uint32_t LEAST_ROOM = 32;

} // namespace

uint32_t
ExtentDirectory::GetEntryBytes(const std::string& name)
{
    return (8 + name.size() + 3) / 4 * 4;
}

std::optional<ExtentDirectory::Entry>
ExtentDirectory::Find(const std::string& name) const
{
    const auto it = m_entries.find(name);
    return it == m_entries.end() ? std::nullopt : std::optional<Entry>(it->second);
}

uint32_t
ExtentDirectory::FindRoom(const std::string& name)
{
    const auto bytes = GetEntryBytes(name);
    while (m_roomFrom < m_blocks.size() && m_blocks[m_roomFrom].used + LEAST_ROOM > PAGE_BYTES)
    {
        ++m_roomFrom;
    }
    auto block = m_roomFrom;
    while (block < m_blocks.size() && m_blocks[block].used + bytes > PAGE_BYTES)
    {
        ++block;
    }
    return block;
}

void
ExtentDirectory::AddBlock()
{
    m_blocks.emplace_back();
    m_blocks.back().used = m_blocks.size() == 1 ? DOT_BYTES : 0;
}

void
ExtentDirectory::Add(const std::string& name, uint64_t inode, uint32_t block)
{
    const auto it = m_entries.emplace(name, Entry{inode, block}).first;
    m_blocks[block].names.push_back(&it->first);
    m_blocks[block].used += GetEntryBytes(name);
}

void
ExtentDirectory::Replace(const std::string& name, uint64_t inode)
{
    m_entries.find(name)->second.inode = inode;
}

uint32_t
ExtentDirectory::Remove(const std::string& name)
{
    const auto it = m_entries.find(name);
    const auto index = it->second.block;
    auto& block = m_blocks[index];
    block.used -= GetEntryBytes(name);
    block.names.erase(std::find(block.names.begin(), block.names.end(), &it->first));
    m_entries.erase(it);
    m_roomFrom = std::min(m_roomFrom, index);
    return index;
}

uint32_t
ExtentDirectory::GetBlockCount() const
{
    return m_blocks.size();
}

std::size_t
ExtentDirectory::GetNameCount() const
{
    return m_entries.size();
}

const std::vector<const std::string*>&
ExtentDirectory::GetNames(uint32_t block) const
{
    return m_blocks[block].names;
}

} // namespace ns3
