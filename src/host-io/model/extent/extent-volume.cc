/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "extent-volume.h"

#include "ns3/assert.h"
#include "ns3/file-block-map-factory.h"
#include "ns3/log.h"
#include "ns3/user-error.h"

#include <algorithm>
#include <string>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ExtentVolume");

namespace
{

/// Of so many promised blocks, one more is kept for extent trees.
constexpr uint64_t RESERVED_PER_TREE_BLOCK = 64;

/// Blocks kept for extent trees beside these.
constexpr uint64_t TREE_MARGIN = 8;

} // namespace

ExtentVolume::ExtentVolume(const ExtentGeometry& geometry, FileBlockMapKind mapKind)
    : m_layout(geometry),
      m_allocator(m_layout),
      m_preallocation(m_allocator),
      m_mapKind(mapKind)
{
}

void
ExtentVolume::Format(uint64_t logBlocks, uint64_t generation)
{
    m_generation = generation;
    ExtentChanges changes;
    auto root = std::make_unique<ExtentInode>();
    root->number = ExtentLayout::ROOT_INODE;
    root->links = 2;
    root->map = FileBlockMapFactory::Create(m_mapKind);
    root->names = std::make_unique<ExtentDirectory>();
    root->parent = root->number;
    AddDirectoryBlock(*root, changes);
    m_inodes[root->number] = std::move(root);
    if (logBlocks > 0)
    {
        const auto middle = m_layout.GetGroupCount() / 2;
        const auto log =
            m_allocator.AllocateBlocks(m_layout.GetGroup(middle).start, logBlocks, changes);
        if (!log || log->count < logBlocks)
        {
            throw UserError("JournalSize: no room for a log of " + std::to_string(logBlocks) +
                            " blocks; at most the free part of a block group fits, "
                            "for example 4 MiB");
        }
        m_log = *log;
    }
}

const ExtentLayout&
ExtentVolume::GetLayout() const
{
    return m_layout;
}

FileBlockMapKind
ExtentVolume::GetMapKind() const
{
    return m_mapKind;
}

ExtentAllocator&
ExtentVolume::GetAllocator()
{
    return m_allocator;
}

const ExtentRun&
ExtentVolume::GetLog() const
{
    return m_log;
}

void
ExtentVolume::SetLog(const ExtentRun& log, uint64_t generation)
{
    m_log = log;
    m_generation = generation;
}

uint64_t
ExtentVolume::GetGeneration() const
{
    return m_generation;
}

std::vector<uint64_t>
ExtentVolume::GetInodes() const
{
    std::vector<uint64_t> numbers;
    numbers.reserve(m_inodes.size());
    for (const auto& [number, inode] : m_inodes)
    {
        numbers.push_back(number);
    }
    std::sort(numbers.begin(), numbers.end());
    return numbers;
}

ExtentInode*
ExtentVolume::Find(uint64_t number)
{
    const auto it = m_inodes.find(number);
    return it == m_inodes.end() ? nullptr : it->second.get();
}

ExtentInode&
ExtentVolume::GetRoot()
{
    return *m_inodes.at(ExtentLayout::ROOT_INODE);
}

void
ExtentVolume::Load(std::unique_ptr<ExtentInode> inode)
{
    const auto number = inode->number;
    for (const auto block : inode->map->GetBlocks())
    {
        m_owners[block] = {number, false, 0};
    }
    const uint64_t pages = inode->IsDirectory() ? inode->names->GetBlockCount() : 0;
    for (uint64_t page = 0; page < pages; ++page)
    {
        m_owners[inode->map->Find(page, 1).devicePage] = {number, true, page};
    }
    m_inodes[number] = std::move(inode);
}

std::optional<ExtentVolume::Owner>
ExtentVolume::FindOwner(uint64_t block) const
{
    const auto it = m_owners.find(block);
    return it == m_owners.end() ? std::nullopt : std::optional<Owner>(it->second);
}

void
ExtentVolume::ForgetUse()
{
    for (auto& [number, inode] : m_inodes)
    {
        inode->users = 0;
        inode->size = inode->diskSize;
        inode->delayed = {};
        inode->mapReserved = 0;
        inode->mapping = nullptr;
        inode->transaction = 0;
        inode->failed = false;
        inode->emptied = false;
        inode->growing = false;
        inode->locked = false;
        inode->waiting.clear();
    }
    m_reserved = 0;
    m_mapReserved = 0;
    m_preallocation.Forget();
    m_allocator.MakeAllReusable();
}

uint64_t
ExtentVolume::GetRoom()
{
    const auto kept =
        m_reserved + m_reserved / RESERVED_PER_TREE_BLOCK + TREE_MARGIN + m_mapReserved;
    const auto free = m_allocator.GetReusableBlocks();
    return free > kept ? free - kept : 0;
}

void
ExtentVolume::Touch(const ExtentInode& inode, ExtentChanges& changes) const
{
    changes.pages.push_back(m_layout.GetInodePage(inode.number));
}

std::optional<uint64_t>
ExtentVolume::TakeMetadataBlock(ExtentInode& inode, uint64_t near, ExtentChanges& changes)
{
    const auto run =
        AllocateBlocks(near != 0 ? near : m_allocator.GetGoal(inode.number, true), 1, changes);
    if (!run)
    {
        return std::nullopt;
    }
    changes.pages.push_back(run->start);
    changes.fresh.push_back(run->start);
    m_owners[run->start] = {inode.number, false, 0};
    return run->start;
}

std::optional<uint64_t>
ExtentVolume::PrepareMap(ExtentInode& inode, uint64_t page, uint64_t count, ExtentChanges& changes)
{
    const auto source = [&](uint64_t near) {
        // Linux looks from the beginning of the group if the block that it wants is used.
        const auto group = m_layout.GetGroup(m_layout.GetGroupOf(near));
        const auto block = TakeMetadataBlock(inode, near == 0 ? 0 : group.start, changes);
        if (block && inode.mapReserved > 0)
        {
            --inode.mapReserved;
            --m_mapReserved;
        }
        return block;
    };
    return inode.map->Prepare(page, count, source, changes.pages);
}

bool
ExtentVolume::InsertIntoMap(ExtentInode& inode, const Extent& extent, ExtentChanges& changes)
{
    const auto source = [&](uint64_t near) { return TakeMetadataBlock(inode, near, changes); };
    return inode.map->Insert(extent, source, changes.pages);
}

void
ExtentVolume::ReleaseMap(ExtentInode& inode)
{
    if (inode.delayed.GetCount() == 0)
    {
        m_mapReserved -= std::exchange(inode.mapReserved, 0);
    }
}

bool
ExtentVolume::AddDirectoryBlock(ExtentInode& directory, ExtentChanges& changes)
{
    // One block for the names and up to two for an extent tree.
    const uint64_t page = directory.names->GetBlockCount();
    if (GetRoom() < 3 + directory.map->CountMissing(page, 1))
    {
        return false;
    }
    PrepareMap(directory, page, 1, changes);
    const auto block = TakeMetadataBlock(directory, directory.map->GetEnd(), changes);
    if (!InsertIntoMap(directory, {page, *block, 1}, changes))
    {
        m_owners.erase(*block);
        m_allocator.FreeBlocks({*block, 1}, changes);
        changes.freed.push_back({{*block, 1}, true});
        return false;
    }
    m_owners[*block] = {directory.number, true, page};
    directory.names->AddBlock();
    directory.size += PAGE_BYTES;
    directory.diskSize = directory.size;
    Touch(directory, changes);
    return true;
}

ExtentInode*
ExtentVolume::Create(ExtentInode& parent, bool directory, Time now, ExtentChanges& changes)
{
    const auto number = m_allocator.AllocateInode(parent.number, directory, changes);
    if (!number)
    {
        return nullptr;
    }
    auto inode = std::make_unique<ExtentInode>();
    inode->number = *number;
    inode->modified = now;
    inode->map = FileBlockMapFactory::Create(m_mapKind);
    if (directory)
    {
        inode->names = std::make_unique<ExtentDirectory>();
        inode->parent = parent.number;
        if (!AddDirectoryBlock(*inode, changes))
        {
            m_allocator.FreeInode(*number, directory, changes);
            return nullptr;
        }
    }
    inode->links = directory ? 2 : 1;
    changes.data = true;
    Touch(*inode, changes);
    auto& slot = m_inodes[*number];
    slot = std::move(inode);
    return slot.get();
}

void
ExtentVolume::Remove(ExtentInode& inode, ExtentChanges& changes)
{
    NS_ASSERT_MSG(inode.users == 0, "somebody still uses the inode");
    NS_LOG_DEBUG("inode " << inode.number << " is removed");
    Touch(inode, changes);
    FreeBehind(inode, 0, changes);
    Settle(inode);
    m_allocator.FreeInode(inode.number, inode.IsDirectory(), changes);
    m_inodes.erase(inode.number);
}

void
ExtentVolume::Settle(ExtentInode& inode)
{
    m_preallocation.Discard(inode.number);
}

bool
ExtentVolume::Reserve(ExtentInode& inode, uint64_t page, uint64_t count)
{
    std::vector<ExtentRun> missing;
    uint64_t pages = 0;
    uint64_t mapBlocks = 0;
    for (uint64_t done = 0; done < count;)
    {
        auto found = inode.map->Find(page + done, count - done);
        if (!found.mapped && !inode.delayed.Contains(page + done, found.count))
        {
            missing.push_back({page + done, found.count});
            pages += found.count;
            mapBlocks += inode.map->CountMissing(page + done, found.count);
        }
        done += found.count;
    }
    if (pages > 0 && GetRoom() < pages + pages / RESERVED_PER_TREE_BLOCK + mapBlocks)
    {
        return false;
    }
    for (const auto& run : missing)
    {
        inode.delayed.Add(run.start, run.count);
    }
    m_reserved += pages;
    inode.mapReserved += mapBlocks;
    m_mapReserved += mapBlocks;
    return true;
}

std::optional<ExtentRun>
ExtentVolume::AllocateBlocks(uint64_t goal, uint64_t count, ExtentChanges& changes)
{
    if (m_allocator.GetReusableBlocks() - m_allocator.GetReserved() < count)
    {
        m_preallocation.DiscardAll();
    }
    return m_allocator.AllocateBlocks(goal, count, changes);
}

std::optional<ExtentRun>
ExtentVolume::TakeDataBlocks(ExtentInode& inode,
                             uint64_t page,
                             uint64_t count,
                             ExtentChanges& changes)
{
    const auto home = m_allocator.GetGoal(inode.number, false);
    const auto pages = std::max(page + count, (inode.size + PAGE_BYTES - 1) / PAGE_BYTES);
    std::optional<ExtentRun> run;
    if (pages <= ExtentPreallocation::SMALL_FILE_BLOCKS)
    {
        run = m_preallocation.AllocateShared(home, count, changes);
    }
    else if (inode.growing)
    {
        run = m_preallocation.TakeOwn(inode.number, home, page, count, pages, changes);
    }
    if (run)
    {
        return run;
    }
    auto goal = home;
    if (const auto before = page > 0 ? inode.map->Find(page - 1, 1) : PageExtent(); before.mapped)
    {
        goal = before.devicePage + 1;
    }
    else if (inode.map->GetEnd() != 0)
    {
        goal = inode.map->GetEnd();
    }
    return AllocateBlocks(goal, count, changes);
}

uint64_t
ExtentVolume::AllocateRun(ExtentInode& inode, uint64_t page, uint64_t count, ExtentChanges& changes)
{
    const auto most = PrepareMap(inode, page, count, changes);
    const auto run = most ? TakeDataBlocks(inode, page, *most, changes) : std::nullopt;
    if (!run)
    {
        return 0;
    }
    if (!InsertIntoMap(inode, {page, run->start, run->count}, changes))
    {
        m_allocator.FreeBlocks(*run, changes);
        changes.freed.push_back({*run, false});
        return 0;
    }
    m_reserved -= inode.delayed.Remove(page, run->count);
    inode.diskSize =
        std::min(inode.size, std::max(inode.diskSize, (page + run->count) * PAGE_BYTES));
    return run->count;
}

void
ExtentVolume::Allocate(ExtentInode& inode, uint64_t page, uint64_t count, ExtentChanges& changes)
{
    bool changed = false;
    for (uint64_t done = 0; done < count;)
    {
        auto length = count - done;
        if (inode.delayed.Contains(page + done, length))
        {
            length = AllocateRun(inode, page + done, length, changes);
            changed = true;
            if (length == 0)
            {
                NS_LOG_WARN("no block for page " << page + done << " of inode " << inode.number);
                break;
            }
        }
        done += length;
    }
    if (changed)
    {
        ReleaseMap(inode);
        changes.data = true;
        Touch(inode, changes);
    }
}

void
ExtentVolume::FreeBehind(ExtentInode& inode, uint64_t page, ExtentChanges& changes)
{
    const auto before = changes.freed.size();
    inode.map->Truncate(page, changes);
    m_reserved -= inode.delayed.Remove(page, UINT64_MAX);
    ReleaseMap(inode);
    for (auto i = before; i < changes.freed.size(); ++i)
    {
        auto& freed = changes.freed[i];
        freed.metadata = freed.metadata || inode.IsDirectory();
        m_allocator.FreeBlocks(freed.run, changes);
        for (uint64_t j = 0; freed.metadata && j < freed.run.count; ++j)
        {
            m_owners.erase(freed.run.start + j);
        }
    }
}

void
ExtentVolume::Truncate(ExtentInode& inode, uint64_t bytes, ExtentChanges& changes)
{
    changes.data = changes.data || bytes != inode.size;
    if (bytes < inode.size)
    {
        FreeBehind(inode, (bytes + PAGE_BYTES - 1) / PAGE_BYTES, changes);
    }
    // Only a delayed page at the new end has yet to bring its size along.
    uint64_t one = 1;
    const bool waits = bytes > 0 && inode.delayed.Contains((bytes - 1) / PAGE_BYTES, one);
    inode.diskSize = waits ? std::min(inode.diskSize, bytes) : bytes;
    inode.size = bytes;
    Touch(inode, changes);
}

} // namespace ns3
