/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "extent-image.h"

#include "ns3/log.h"

#include <algorithm>
#include <array>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ExtentImage");

namespace
{

/// Blocks of the log that are asked for at once.
constexpr uint64_t LOG_READ_AHEAD = 32;

} // namespace

ExtentImage::ExtentImage(uint64_t deviceBlocks)
    : m_deviceBlocks(deviceBlocks)
{
}

std::vector<uint64_t>
ExtentImage::Advance()
{
    static constexpr std::array<Step, 6> STEPS{&ExtentImage::ReadSuperblock,
                                               &ExtentImage::ReadLog,
                                               &ExtentImage::ReadGroups,
                                               &ExtentImage::ReadInodes,
                                               &ExtentImage::ReadMaps,
                                               &ExtentImage::ReadNames};
    m_missing.clear();
    auto known = m_problems.size();
    while (m_step < STEPS.size() && (this->*STEPS[m_step])())
    {
        m_step = m_valid ? m_step + 1 : STEPS.size();
        m_pages.clear();
        known = m_problems.size();
    }
    // A step that must come again will find the same again.
    m_problems.resize(known);
    std::sort(m_missing.begin(), m_missing.end());
    m_missing.erase(std::unique(m_missing.begin(), m_missing.end()), m_missing.end());
    return m_missing;
}

void
ExtentImage::Supply(uint64_t block, const ExtentPage& page)
{
    m_pages.insert_or_assign(block, page);
}

const ExtentPage*
ExtentImage::Get(uint64_t block)
{
    if (const auto it = m_replayed.find(block); it != m_replayed.end())
    {
        return &it->second;
    }
    if (const auto it = m_pages.find(block); it != m_pages.end())
    {
        return &it->second;
    }
    m_missing.push_back(block);
    return nullptr;
}

void
ExtentImage::Report(const std::string& text)
{
    NS_LOG_DEBUG(text);
    m_problems.push_back(text);
}

bool
ExtentImage::ReadSuperblock()
{
    const auto* page = Get(0);
    if (!page)
    {
        return false;
    }
    const auto superblock = ExtentCodec::DecodeSuperblock(*page);
    if (!superblock || superblock->geometry.blockCount > m_deviceBlocks)
    {
        Report("block 0 is no superblock of a file system of this device");
        return true;
    }
    m_superblock = *superblock;
    m_layout = std::make_unique<ExtentLayout>(m_superblock.geometry);
    m_valid = true;
    return true;
}

const ExtentPage*
ExtentImage::GetLogged(uint64_t position)
{
    const auto block = m_log->GetBlock(position);
    const auto it = m_pages.find(block);
    if (it != m_pages.end())
    {
        return &it->second;
    }
    const auto count = std::min(LOG_READ_AHEAD, m_log->GetCapacity());
    for (uint64_t i = 0; i < count; ++i)
    {
        m_missing.push_back(m_log->GetBlock(position + i));
    }
    return nullptr;
}

bool
ExtentImage::ReadLog()
{
    if (m_superblock.log.count == 0)
    {
        return true;
    }
    m_log = std::make_unique<ExtentLog>(m_superblock.log, m_superblock.generation);
    if (!m_tailKnown)
    {
        const auto* page = Get(m_log->GetHeader());
        if (!page)
        {
            return false;
        }
        const auto tail = m_log->DecodeTail(*page);
        if (!tail)
        {
            Report("the log does not say where it begins");
            return true;
        }
        m_tail = *tail;
        m_tailKnown = true;
    }
    bool whole = true;
    while (whole)
    {
        if (!ReplayOne(whole))
        {
            return false;
        }
    }
    return true;
}

bool
ExtentImage::ReplayOne(bool& whole)
{
    whole = false;
    std::vector<std::pair<uint64_t, ExtentPage>> copies;
    uint32_t checksum = 0;
    auto position = m_tail.position;
    const auto end = m_tail.position + m_log->GetCapacity();
    while (position < end)
    {
        const auto* page = GetLogged(position++);
        if (!page)
        {
            return false;
        }
        const auto tags = m_log->DecodeDescriptor(*page, m_tail.sequence);
        if (!tags)
        {
            const auto commit = m_log->DecodeCommit(*page);
            whole = commit && commit->sequence == m_tail.sequence && commit->checksum == checksum;
            break;
        }
        checksum = ExtentLog::Extend(checksum, *page);
        for (const auto tag : *tags)
        {
            const auto* copy = GetLogged(position++);
            if (!copy)
            {
                return false;
            }
            checksum = ExtentLog::Extend(checksum, *copy);
            copies.emplace_back(tag, *copy);
        }
    }
    if (whole)
    {
        TakeCopies(copies);
        m_tail = {m_tail.sequence + 1, position};
    }
    return true;
}

void
ExtentImage::TakeCopies(const std::vector<std::pair<uint64_t, ExtentPage>>& copies)
{
    NS_LOG_INFO("transaction " << m_tail.sequence << " is replayed: " << copies.size()
                               << " blocks");
    for (const auto& [block, page] : copies)
    {
        m_replayed.insert_or_assign(block, page);
    }
}

bool
ExtentImage::ReadGroups()
{
    m_groups.resize(m_layout->GetGroupCount());
    for (uint64_t i = 0; i < m_groups.size(); ++i)
    {
        auto& group = m_groups[i];
        const auto* descriptors = Get(m_layout->GetDescriptorPage(i));
        const auto* blocks = Get(m_layout->GetBlockBitmap(i));
        const auto* inodes = Get(m_layout->GetInodeBitmap(i));
        if (descriptors && blocks && inodes)
        {
            group.descriptor =
                ExtentCodec::DecodeDescriptor(*descriptors, i % ExtentLayout::DESCRIPTORS_PER_PAGE);
            group.blocks = ExtentCodec::DecodeBitmap(*blocks);
            group.inodes = ExtentCodec::DecodeBitmap(*inodes);
        }
    }
    return m_missing.empty();
}

bool
ExtentImage::ReadInodes()
{
    for (uint64_t i = 0; i < m_groups.size(); ++i)
    {
        ReadInodesOf(i);
    }
    if (!m_missing.empty())
    {
        m_files.clear();
        m_unmarked.clear();
        return false;
    }
    if (!m_files.contains(ExtentLayout::ROOT_INODE))
    {
        Report("there is no root directory");
        m_valid = false;
    }
    return true;
}

bool
ExtentImage::ReadInodesOf(uint64_t group)
{
    constexpr auto perPage = ExtentLayout::INODES_PER_PAGE;
    const auto& words = m_groups[group].inodes;
    for (uint32_t first = 0; first < m_layout->GetInodesPerGroup(); first += perPage)
    {
        const auto bits = words[first / 64] >> (first % 64) & ((1U << perPage) - 1);
        const auto number = group * m_layout->GetInodesPerGroup() + first + 1;
        const auto* page = bits != 0 ? Get(m_layout->GetInodePage(number)) : nullptr;
        for (uint32_t i = 0; page && i < perPage; ++i)
        {
            auto inode = ExtentCodec::DecodeInode(*page, i);
            if (inode.used && !(bits >> i & 1))
            {
                m_unmarked.push_back(number + i);
            }
            else if (inode.used)
            {
                m_files[number + i].inode = std::move(inode);
            }
        }
    }
    return m_missing.empty();
}

bool
ExtentImage::ReadMaps()
{
    const auto source = [this](uint64_t block) { return Get(block); };
    for (auto& [number, file] : m_files)
    {
        std::vector<std::string> problems;
        file.inode.map->Load(m_superblock.geometry.blockCount, source, problems);
        for (const auto& problem : problems)
        {
            Report("inode " + std::to_string(number) + ": " + problem);
        }
    }
    return m_missing.empty();
}

bool
ExtentImage::ReadNames()
{
    for (auto& [number, file] : m_files)
    {
        file.names.clear();
        if (!file.inode.directory)
        {
            continue;
        }
        for (const auto& extent : file.inode.map->GetExtents())
        {
            const auto end = std::min(extent.count, m_superblock.geometry.blockCount);
            for (uint64_t i = 0; i < end; ++i)
            {
                file.names.emplace_back();
                const auto block = extent.block + i;
                const bool exists = block < m_superblock.geometry.blockCount;
                const auto* page = exists ? Get(block) : nullptr;
                if (!exists || (page && !ExtentCodec::DecodeNames(*page, file.names.back())))
                {
                    Report("inode " + std::to_string(number) + ": block " + std::to_string(block) +
                           " holds no names");
                }
            }
        }
    }
    return m_missing.empty();
}

bool
ExtentImage::IsValid() const
{
    return m_valid;
}

const std::vector<std::string>&
ExtentImage::GetProblems() const
{
    return m_problems;
}

const ExtentLayout&
ExtentImage::GetLayout() const
{
    return *m_layout;
}

const ExtentCodec::Superblock&
ExtentImage::GetSuperblock() const
{
    return m_superblock;
}

const std::vector<ExtentImage::Group>&
ExtentImage::GetGroups() const
{
    return m_groups;
}

const std::map<uint64_t, ExtentImage::File>&
ExtentImage::GetFiles() const
{
    return m_files;
}

const std::vector<uint64_t>&
ExtentImage::GetUnmarked() const
{
    return m_unmarked;
}

const std::map<uint64_t, ExtentPage>&
ExtentImage::GetReplayed() const
{
    return m_replayed;
}

const ExtentLog::Tail&
ExtentImage::GetTail() const
{
    return m_tail;
}

std::unique_ptr<ExtentVolume>
ExtentImage::MakeVolume() const
{
    auto volume = std::make_unique<ExtentVolume>(m_superblock.geometry, m_superblock.mapKind);
    volume->SetLog(m_superblock.log, m_superblock.generation);
    for (uint64_t i = 0; i < m_groups.size(); ++i)
    {
        const auto& group = m_groups[i];
        volume->GetAllocator().Load(i, group.blocks, group.inodes, group.descriptor.directories);
    }
    for (const auto& [number, file] : m_files)
    {
        auto inode = std::make_unique<ExtentInode>();
        inode->number = number;
        inode->links = file.inode.links;
        inode->size = file.inode.size;
        inode->diskSize = file.inode.size;
        inode->modified = NanoSeconds(file.inode.modified);
        inode->accessed = file.inode.accessed;
        inode->parent = file.inode.parent;
        inode->map = file.inode.map->Copy();
        if (file.inode.directory)
        {
            inode->names = std::make_unique<ExtentDirectory>();
        }
        for (uint32_t block = 0; block < file.names.size(); ++block)
        {
            inode->names->AddBlock();
            for (const auto& entry : file.names[block])
            {
                if (entry.name != "." && entry.name != "..")
                {
                    inode->names->Add(entry.name, entry.inode, block);
                }
            }
        }
        volume->Load(std::move(inode));
    }
    return volume;
}

} // namespace ns3
