/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "extent-file-io.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ExtentFileIo");

namespace
{

/// Most block bitmaps that are read in advance; Linux reads 4 times 32.
constexpr uint64_t MAX_BITMAPS = 128;

/**
 * @param bytes a number of bytes
 * @return how many pages they take
 */
uint64_t
CountPages(uint64_t bytes)
{
    return (bytes + PAGE_BYTES - 1) / PAGE_BYTES;
}

} // namespace

ExtentFileIo::ExtentFileIo(Ptr<PageCache> cache,
                           ExtentVolume& volume,
                           ExtentMetadata& metadata,
                           const Settings& settings)
    : m_cache(cache),
      m_volume(volume),
      m_metadata(metadata),
      m_settings(settings)
{
}

Time
ExtentFileIo::GetTime() const
{
    const auto step = m_settings.granularity.GetTimeStep();
    const auto now = Simulator::Now();
    return step == 0 ? now : TimeStep(now.GetTimeStep() / step * step);
}

void
ExtentFileIo::NoteAccess(ExtentInode& inode)
{
    if (m_settings.accessTimes && !std::exchange(inode.accessed, true))
    {
        ExtentChanges changes;
        m_volume.Touch(inode, changes);
        m_metadata.Change(changes, &inode, [](bool) {});
    }
}

Ptr<PageMapping>
ExtentFileIo::Map(ExtentInode& inode)
{
    if (!inode.mapping)
    {
        const ExtentFileMapping::Services services{MakeCallback(&ExtentFileIo::Allocate, this),
                                                   MakeCallback(&ExtentFileIo::UseBlock, this),
                                                   MakeCallback(&ExtentFileIo::ReadBlocks, this)};
        inode.mapping = Create<ExtentFileMapping>(inode, services);
    }
    return inode.mapping;
}

void
ExtentFileIo::Forget(ExtentInode& inode)
{
    if (inode.mapping)
    {
        m_cache->Drop(inode.mapping, 0);
        StaticCast<ExtentFileMapping>(inode.mapping)->Detach();
        inode.mapping = nullptr;
    }
}

void
ExtentFileIo::WriteReplacement(ExtentInode& inode)
{
    if (!m_settings.delayed || !inode.mapping)
    {
        return;
    }
    // The caller has not yet told the journal of its own changes.
    Simulator::ScheduleNow([cache = m_cache, mapping = inode.mapping] {
        cache->WriteBack(mapping, PageCache::Completion([](BlockStatus, Ptr<Packet>) {}));
    });
}

void
ExtentFileIo::Remove(ExtentInode& inode, ExtentChanges& changes)
{
    Forget(inode);
    m_volume.Remove(inode, changes);
}

void
ExtentFileIo::Allocate(ExtentInode& inode, uint64_t page, uint64_t count)
{
    ExtentChanges changes;
    m_volume.Allocate(inode, page, count, changes);
    if (!changes.pages.empty())
    {
        m_metadata.AddOrdered(inode);
        m_metadata.Change(changes, &inode, [](bool) {});
    }
}

void
ExtentFileIo::Lock(ExtentInode& inode, std::function<void()> job)
{
    if (inode.locked)
    {
        inode.waiting.push_back(std::move(job));
        return;
    }
    inode.locked = true;
    job();
}

void
ExtentFileIo::Unlock(ExtentInode& inode)
{
    inode.locked = false;
    if (!inode.waiting.empty())
    {
        auto job = std::move(inode.waiting.front());
        inode.waiting.pop_front();
        inode.locked = true;
        job();
    }
}

std::vector<uint64_t>
ExtentFileIo::GetMetadata(const ExtentInode& inode, uint64_t page, uint64_t count) const
{
    std::vector<uint64_t> pages{m_volume.GetLayout().GetInodePage(inode.number)};
    inode.map->GetPath(page, count, pages);
    return pages;
}

std::vector<uint64_t>
ExtentFileIo::GetMetadataBefore(const ExtentInode& inode, uint64_t page, uint64_t count) const
{
    std::vector<uint64_t> pages{m_volume.GetLayout().GetInodePage(inode.number)};
    inode.map->GetPathBefore(page, count, pages);
    return pages;
}

bool
ExtentFileIo::UseBlock(uint64_t block)
{
    return m_metadata.Use(block);
}

void
ExtentFileIo::UseMap(const ExtentInode& inode, uint64_t page, uint64_t count)
{
    for (const auto end = page + count; page < end;)
    {
        std::vector<uint64_t> blocks;
        const auto alike = inode.map->GetPathAt(page, blocks);
        for (const auto block : blocks)
        {
            UseBlock(block);
        }
        page += std::min(alike, end - page);
    }
}

void
ExtentFileIo::ReadBlocks(std::vector<uint64_t> blocks, PageCacheCompletion done)
{
    m_metadata.Read(std::move(blocks), [done](bool ok) {
        done(ok ? BlockStatus::OK : BlockStatus::MEDIUM_ERROR, nullptr);
    });
}

void
ExtentFileIo::ReadBitmaps()
{
    if (std::exchange(m_searched, true))
    {
        return;
    }
    const auto& layout = m_volume.GetLayout();
    for (uint64_t group = 0; group < std::min(layout.GetGroupCount(), MAX_BITMAPS); ++group)
    {
        m_metadata.Read({layout.GetBlockBitmap(group)}, [](bool) {});
    }
}

bool
ExtentFileIo::IsAligned(uint64_t value) const
{
    return value % m_cache->GetDevice()->GetBlockSize() == 0;
}

void
ExtentFileIo::Read(ExtentInode& inode,
                   Ptr<FileRequest> request,
                   bool direct,
                   Ptr<ReadAhead> readAhead,
                   Done done)
{
    const auto offset = request->offset;
    if (direct && !(IsAligned(offset) && IsAligned(request->bytes)))
    {
        done(FileStatus::INVALID_ARGUMENT);
        return;
    }
    const auto bytes = offset < inode.size ? std::min(request->bytes, inode.size - offset) : 0;
    if (bytes == 0)
    {
        done(FileStatus::OK);
        return;
    }
    const auto ended = [request, bytes, done](BlockStatus status, Ptr<Packet> data) {
        const bool ok = status == BlockStatus::OK;
        request->done = ok ? bytes : 0;
        request->data = ok && data ? data->CreateFragment(0, bytes) : nullptr;
        done(ok ? FileStatus::OK : FileStatus::INPUT_OUTPUT);
    };
    const auto first = offset / PAGE_BYTES;
    const auto pages = CountPages(offset + bytes) - first;
    auto metadata =
        direct ? GetMetadata(inode, first, pages) : GetMetadataBefore(inode, first, pages);
    m_metadata.Read(std::move(metadata), [=, this, &inode](bool ok) {
        if (!ok)
        {
            done(FileStatus::INPUT_OUTPUT);
            return;
        }
        NoteAccess(inode);
        if (direct)
        {
            const auto block = m_cache->GetDevice()->GetBlockSize();
            const auto whole = (bytes + block - 1) / block * block;
            m_cache->ReadDirect(Map(inode), offset, whole, PageCache::Completion(ended));
        }
        else
        {
            m_cache->Read(Map(inode), offset, bytes, readAhead, PageCache::Completion(ended));
        }
    });
}

void
ExtentFileIo::Write(ExtentInode& inode,
                    Ptr<FileRequest> request,
                    const FileOpenFlags& flags,
                    Done done)
{
    if (flags.direct && !(IsAligned(request->offset) && IsAligned(request->bytes)))
    {
        done(FileStatus::INVALID_ARGUMENT);
        return;
    }
    if (request->bytes == 0)
    {
        done(FileStatus::OK);
        return;
    }
    auto write = std::make_shared<WriteState>(
        WriteState{inode, request, flags, 0, 0, false, std::move(done)});
    Lock(inode, [this, write] { StartWrite(write); });
}

void
ExtentFileIo::StartWrite(WritePtr write)
{
    auto& request = *write->request;
    if (write->flags.append)
    {
        request.offset = write->inode.size;
    }
    const auto most = write->inode.map->GetMaxFileBytes();
    if (request.offset > most || request.bytes > most - request.offset)
    {
        EndWrite(write, FileStatus::FILE_TOO_LARGE);
        return;
    }
    if (write->flags.direct && !IsAligned(request.offset))
    {
        EndWrite(write, FileStatus::INVALID_ARGUMENT);
        return;
    }
    write->first = request.offset / PAGE_BYTES;
    write->pages = CountPages(request.offset + request.bytes) - write->first;
    m_metadata.CallWhenRoom([this, write](bool room) {
        if (!room)
        {
            EndWrite(write, FileStatus::INPUT_OUTPUT);
            return;
        }
        m_metadata.Read(GetMetadata(write->inode, write->first, write->pages),
                        [this, write](bool ok) {
                            ok ? ReserveAndWrite(write) : EndWrite(write, FileStatus::INPUT_OUTPUT);
                        });
    });
}

void
ExtentFileIo::ReserveAndWrite(WritePtr write)
{
    auto& inode = write->inode;
    const auto& request = *write->request;
    if (!m_volume.Reserve(inode, write->first, write->pages))
    {
        if (write->reclaimed || !m_metadata.HasFreed())
        {
            EndWrite(write, FileStatus::NO_SPACE);
            return;
        }
        write->reclaimed = true;
        m_metadata.WriteInPlace([this, write](bool ok) {
            ok ? ReserveAndWrite(write) : EndWrite(write, FileStatus::INPUT_OUTPUT);
        });
        return;
    }
    if (request.offset <= inode.size)
    {
        PassOn(write);
        return;
    }
    ZeroTail(inode, inode.size, [this, write](FileStatus status) {
        status == FileStatus::OK ? PassOn(write) : EndWrite(write, status);
    });
}

void
ExtentFileIo::PassOn(WritePtr write)
{
    auto& inode = write->inode;
    const auto& request = *write->request;
    inode.size = std::max(inode.size, request.offset + request.bytes);
    if (write->flags.direct)
    {
        WriteDirect(write);
        return;
    }
    const auto ended = [this, write](BlockStatus status, Ptr<Packet>) { Written(write, status); };
    m_cache->Write(Map(inode),
                   request.offset,
                   request.bytes,
                   request.data,
                   PageCache::Completion(ended));
}

void
ExtentFileIo::WriteDirect(WritePtr write)
{
    // The transaction with the new places waits for the contents, so that no old ones show.
    m_metadata.Open();
    const auto mapping = Map(write->inode);
    Allocate(write->inode, write->first, write->pages);
    const auto ended = [this, write](BlockStatus status, Ptr<Packet>) {
        Written(write, status);
        m_metadata.Close();
    };
    m_cache->WriteDirect(mapping,
                         write->request->offset,
                         write->request->bytes,
                         write->request->data,
                         PageCache::Completion(ended));
}

void
ExtentFileIo::Written(WritePtr write, BlockStatus status)
{
    auto& inode = write->inode;
    if (status != BlockStatus::OK)
    {
        EndWrite(write, FileStatus::INPUT_OUTPUT);
        return;
    }
    ExtentChanges changes;
    if (!m_settings.delayed)
    {
        ReadBitmaps();
        inode.growing = true;
        m_volume.Allocate(inode, write->first, write->pages, changes);
    }
    const auto end = write->request->offset + write->request->bytes;
    const bool ended = end > inode.diskSize && inode.map->Find((end - 1) / PAGE_BYTES, 1).mapped;
    if (ended)
    {
        inode.diskSize = end;
        changes.data = true;
    }
    if (ended || !changes.pages.empty())
    {
        m_metadata.AddOrdered(inode);
    }
    if (!changes.pages.empty())
    {
        // Linux looks for the blocks of each new page from the inode on.
        UseMap(inode, write->first, write->pages);
    }
    const bool noted = inode.modified == GetTime() && changes.pages.empty() && !changes.data;
    inode.NoteChange(GetTime());
    if (noted)
    {
        write->request->done = write->request->bytes;
        EndWrite(write, FileStatus::OK);
        return;
    }
    m_volume.Touch(inode, changes);
    m_metadata.Change(changes, &inode, [this, write](bool ok) {
        write->request->done = write->request->bytes;
        EndWrite(write, ok ? FileStatus::OK : FileStatus::INPUT_OUTPUT);
    });
}

void
ExtentFileIo::EndWrite(WritePtr write, FileStatus status)
{
    Unlock(write->inode);
    const auto& flags = write->flags;
    if (status == FileStatus::OK && (flags.synchronous || flags.dataSynchronous))
    {
        Sync(write->inode, !flags.synchronous, write->done);
        return;
    }
    write->done(status);
}

void
ExtentFileIo::Truncate(ExtentInode& inode, uint64_t bytes, Done done)
{
    if (bytes > inode.map->GetMaxFileBytes())
    {
        done(FileStatus::FILE_TOO_LARGE);
        return;
    }
    const auto unlock = [&inode, done](FileStatus status) {
        Unlock(inode);
        done(status);
    };
    Lock(inode, [this, &inode, bytes, unlock] {
        m_metadata.CallWhenRoom([this, &inode, bytes, unlock](bool room) {
            if (!room)
            {
                unlock(FileStatus::INPUT_OUTPUT);
                return;
            }
            auto metadata = GetMetadata(inode, bytes / PAGE_BYTES, 1);
            inode.map->GetPathToFree(CountPages(bytes), metadata);
            m_metadata.Read(std::move(metadata), [this, &inode, bytes, unlock](bool ok) {
                ok ? Cut(inode, bytes, unlock) : unlock(FileStatus::INPUT_OUTPUT);
            });
        });
    });
}

void
ExtentFileIo::ZeroTail(ExtentInode& inode, uint64_t from, Done done)
{
    const auto page = from / PAGE_BYTES;
    const auto rest = PAGE_BYTES - from % PAGE_BYTES;
    uint64_t one = 1;
    const bool present = inode.map->Find(page, 1).mapped || inode.delayed.Contains(page, one);
    if (rest == PAGE_BYTES || !present)
    {
        done(FileStatus::OK);
        return;
    }
    m_metadata.AddOrdered(inode);
    const auto ended = [done](BlockStatus status, Ptr<Packet>) {
        done(status == BlockStatus::OK ? FileStatus::OK : FileStatus::INPUT_OUTPUT);
    };
    m_cache->Write(Map(inode), from, rest, nullptr, PageCache::Completion(ended));
}

void
ExtentFileIo::Cut(ExtentInode& inode, uint64_t bytes, Done done)
{
    NS_LOG_DEBUG("inode " << inode.number << ": " << inode.size << " to " << bytes << " bytes");
    const auto end = std::min(inode.size, bytes);
    const auto mapping = Map(inode);
    if (bytes < inode.size)
    {
        m_cache->Drop(mapping, CountPages(bytes));
    }
    inode.emptied = inode.emptied || bytes == 0;
    ExtentChanges changes;
    m_volume.Truncate(inode, bytes, changes);
    inode.NoteChange(GetTime());
    // The transaction waits for the zeros: they are what the file has there if it grows again.
    m_metadata.Open();
    m_metadata.Change(changes, &inode, [this, &inode, end, done](bool ok) {
        ZeroTail(inode, end, [this, done, ok](FileStatus status) {
            m_metadata.Close();
            done(ok ? status : FileStatus::INPUT_OUTPUT);
        });
    });
}

void
ExtentFileIo::Sync(ExtentInode& inode, bool dataOnly, Done done)
{
    const auto written = [this, &inode, dataOnly, done](BlockStatus status, Ptr<Packet>) {
        const bool failed = std::exchange(inode.failed, false) || status != BlockStatus::OK;
        const auto transaction = dataOnly ? inode.dataTransaction : inode.transaction;
        m_metadata.Secure(transaction, [done, failed](bool ok) {
            done(ok && !failed ? FileStatus::OK : FileStatus::INPUT_OUTPUT);
        });
    };
    m_cache->WriteBack(Map(inode), PageCache::Completion(written));
}

void
ExtentFileIo::SyncDirectory(const ExtentInode& directory, Done done)
{
    auto blocks = directory.map->GetBlocks();
    for (const auto& extent : directory.map->GetExtents())
    {
        for (uint64_t i = 0; i < extent.count; ++i)
        {
            blocks.push_back(extent.block + i);
        }
    }
    blocks.push_back(m_volume.GetLayout().GetInodePage(directory.number));
    m_metadata.SecureDirectory(std::move(blocks), [done](bool ok) {
        done(ok ? FileStatus::OK : FileStatus::INPUT_OUTPUT);
    });
}

} // namespace ns3
