/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "extent-file-system.h"

#include "extent-mapping.h"

#include "ns3/assert.h"
#include "ns3/boolean.h"
#include "ns3/enum.h"
#include "ns3/indirect-block-map.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"
#include "ns3/user-error.h"
#include "ns3/word-checker.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ExtentFileSystem");

NS_OBJECT_ENSURE_REGISTERED(ExtentFileSystem);

namespace
{

/// Blocks of 4 KiB in a MiB.
constexpr uint64_t BLOCKS_PER_MEBIBYTE = 256;

} // namespace

TypeId
ExtentFileSystem::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::ExtentFileSystem")
            .SetParent<FileSystem>()
            .SetGroupName("HostIo")
            .AddConstructor<ExtentFileSystem>()
            .AddAttribute("Journal",
                          "Ordered, as ext3 and ext4, or None, as ext2; for Format",
                          EnumValue(JournalMode::ORDERED),
                          MakeEnumAccessor<JournalMode>(&ExtentFileSystem::m_journalMode),
                          MakeWordChecker<JournalMode>(
                              "Journal",
                              {{JournalMode::NONE, "None"}, {JournalMode::ORDERED, "Ordered"}}))
            .AddAttribute("CommitInterval",
                          "Time from the first change of a transaction to its commit, above 0",
                          TimeValue(Seconds(5)),
                          MakeTimeAccessor(&ExtentFileSystem::m_commitInterval),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("Barrier",
                          "FLUSH the device before a commit block and write that with FUA; FLUSH "
                          "it at fsync",
                          BooleanValue(true),
                          MakeBooleanAccessor(&ExtentFileSystem::m_barrier),
                          MakeBooleanChecker())
            .AddAttribute("DelayedAllocation",
                          "Find blocks for pages when they are written back, as ext4, and not when "
                          "they are written to the cache, as ext2 and ext3",
                          BooleanValue(true),
                          MakeBooleanAccessor(&ExtentFileSystem::m_delayedAllocation),
                          MakeBooleanChecker())
            .AddAttribute("AccessTimes",
                          "Note when a file or directory is read for the first time after a "
                          "change, which changes its inode (the mount option relatime)",
                          BooleanValue(true),
                          MakeBooleanAccessor(&ExtentFileSystem::m_accessTimes),
                          MakeBooleanChecker())
            .AddAttribute("TimeGranularity",
                          "Step of the times of files, 0 for none: a write within the step of the "
                          "last one does not change the inode by its time. Linux has a tick",
                          TimeValue(MilliSeconds(4)),
                          MakeTimeAccessor(&ExtentFileSystem::m_timeGranularity),
                          MakeTimeChecker(Time(0)))
            .AddAttribute(
                "BlockMap",
                "How inodes say where the pages of files are: Extents, as ext4, or "
                "Indirect, by block pointers and indirect blocks, as ext2 and ext3; for "
                "Format",
                EnumValue(FileBlockMapKind::EXTENTS),
                MakeEnumAccessor<FileBlockMapKind>(&ExtentFileSystem::m_blockMap),
                MakeWordChecker<FileBlockMapKind>("BlockMap",
                                                  {{FileBlockMapKind::EXTENTS, "Extents"},
                                                   {FileBlockMapKind::INDIRECT, "Indirect"}}))
            .AddAttribute("BytesPerInode",
                          "Bytes of the device for each inode, 8192 to 4194304; for Format",
                          UintegerValue(16384),
                          MakeUintegerAccessor(&ExtentFileSystem::m_bytesPerInode),
                          MakeUintegerChecker<uint32_t>(8192, 4194304))
            .AddAttribute("FlexGroups",
                          "Block groups whose bitmaps and inode tables lie together, 1 to 16: 1 as "
                          "ext2 and ext3, 16 as ext4; for Format",
                          UintegerValue(16),
                          MakeUintegerAccessor(&ExtentFileSystem::m_flexGroups),
                          MakeUintegerChecker<uint32_t>(1, 16))
            .AddAttribute("JournalSize",
                          "Size of the journal's log in MiB, up to 117, or 0 to choose it by the "
                          "size of the device; for Format",
                          UintegerValue(0),
                          MakeUintegerAccessor(&ExtentFileSystem::m_journalSize),
                          MakeUintegerChecker<uint32_t>(0, 117))
            .AddTraceSource("Commit",
                            "A transaction of the journal was committed",
                            MakeTraceSourceAccessor(&ExtentFileSystem::m_commitTrace),
                            "ns3::ExtentFileSystem::CommitTracedCallback");
    return tid;
}

ExtentFileSystem::ExtentFileSystem() = default;

ExtentFileSystem::~ExtentFileSystem() = default;

void
ExtentFileSystem::DoDispose()
{
    m_open.clear();
    m_io.reset();
    m_metadata.reset();
    m_names.reset();
    m_mounter.reset();
    m_volume.reset();
    m_device = nullptr;
    m_cache = nullptr;
    FileSystem::DoDispose();
}

void
ExtentFileSystem::SetCache(Ptr<PageCache> cache)
{
    m_cache = cache;
}

bool
ExtentFileSystem::IsReady() const
{
    return m_mounted;
}

FileSystemSpace
ExtentFileSystem::GetSpace() const
{
    if (!m_volume)
    {
        return {};
    }
    const auto& layout = m_volume->GetLayout();
    const auto& allocator = m_volume->GetAllocator();
    return {layout.GetGeometry().blockCount * PAGE_BYTES,
            m_volume->GetRoom() * PAGE_BYTES,
            layout.GetInodeCount(),
            allocator.GetFreeInodes()};
}

ExtentVolume*
ExtentFileSystem::GetVolume() const
{
    return m_volume.get();
}

std::optional<ExtentJournal::State>
ExtentFileSystem::GetJournalState() const
{
    const auto* journal = m_metadata ? m_metadata->GetJournal() : nullptr;
    return journal ? std::make_optional(journal->GetState()) : std::nullopt;
}

uint64_t
ExtentFileSystem::GetDefaultLogBlocks(uint64_t blocks)
{
    // Devices up to the first number of blocks get a log of the second.
    static constexpr std::array<std::pair<uint64_t, uint64_t>, 4> SIZES{
        {{32768, 1024}, {262144, 4096}, {524288, 8192}, {4194304, 16384}}};
    for (const auto& [most, log] : SIZES)
    {
        if (blocks < most)
        {
            return log;
        }
    }
    return 30000;
}

void
ExtentFileSystem::Prepare()
{
    BooleanValue storeData;
    m_cache->GetAttribute("StoreData", storeData);
    m_storeData = storeData.Get();
    if (!m_device)
    {
        const auto device = m_cache->GetDevice();
        m_device = Create<ExtentDeviceMapping>(device->GetBlockCount() * device->GetBlockSize() /
                                               PAGE_BYTES);
    }
    m_mounter = std::make_unique<ExtentMounter>(m_cache, m_device, m_storeData);
}

void
ExtentFileSystem::Format(Done done)
{
    NS_ASSERT_MSG(!m_mounted, "unmount before Format");
    m_cache->GetDevice()->CallWhenReady(Callback<void>([this, done] {
        Prepare();
        if (m_blockMap == FileBlockMapKind::INDIRECT &&
            m_device->GetPageCount() > IndirectBlockMap::MAX_BLOCKS)
        {
            throw UserError("BlockMap: Indirect is for devices of up to 16 TiB");
        }
        m_volume = std::make_unique<ExtentVolume>(
            ExtentGeometry{m_device->GetPageCount(), m_bytesPerInode, m_flexGroups},
            m_blockMap);
        const auto wanted = m_journalSize > 0 ? m_journalSize * BLOCKS_PER_MEBIBYTE
                                              : GetDefaultLogBlocks(m_device->GetPageCount());
        const auto generation = static_cast<uint64_t>(Simulator::Now().GetNanoSeconds());
        m_volume->Format(m_journalMode == JournalMode::ORDERED ? wanted : 0, generation);
        m_tail = {};
        m_mounter->Format(*m_volume, [done](bool ok) {
            done(ok ? FileStatus::OK : FileStatus::INPUT_OUTPUT);
        });
    }));
}

void
ExtentFileSystem::Mount(Done done)
{
    NS_ASSERT_MSG(!m_mounted, "mounted already");
    m_cache->GetDevice()->CallWhenReady(Callback<void>([this, done] {
        Prepare();
        if (m_volume)
        {
            m_mounter->ReadHead(*m_volume, [this, done](bool ok) {
                ok ? Begin(m_tail, done) : done(FileStatus::INPUT_OUTPUT);
            });
            return;
        }
        if (!m_storeData)
        {
            throw UserError("Mount: nothing was formatted; without StoreData of the page "
                            "cache a file system is in memory only, so call Format first");
        }
        m_mounter->Load([this, done](bool ok) {
            if (!ok)
            {
                done(FileStatus::INPUT_OUTPUT);
                return;
            }
            m_volume = m_mounter->TakeVolume();
            Begin(m_mounter->GetTail(), done);
        });
    }));
}

void
ExtentFileSystem::Begin(const ExtentLog::Tail& tail, Done done)
{
    const auto committed = [this](uint64_t sequence, uint64_t blocks) {
        m_commitTrace(sequence, blocks);
    };
    const ExtentJournal::Settings settings{m_commitInterval, m_barrier, m_storeData, committed};
    m_names = std::make_unique<ExtentNamespace>(*m_volume);
    m_metadata = std::make_unique<ExtentMetadata>(m_cache, m_device, *m_volume, settings);
    if (m_volume->GetLog().count > 0)
    {
        m_metadata->StartJournal({m_volume->GetLog(), m_volume->GetGeneration()}, tail);
    }
    const ExtentFileIo::Settings io{m_delayedAllocation, m_accessTimes, m_timeGranularity};
    m_io = std::make_unique<ExtentFileIo>(m_cache, *m_volume, *m_metadata, io);
    ExtentChanges changes;
    for (const auto number : m_volume->GetInodes())
    {
        if (auto* inode = m_volume->Find(number); inode->links == 0)
        {
            NS_LOG_INFO("inode " << number << " has no name and is removed");
            m_io->Remove(*inode, changes);
        }
    }
    ++m_mounts;
    m_metadata->Change(changes, nullptr, [this, done](bool ok) {
        m_mounted = ok;
        done(ok ? FileStatus::OK : FileStatus::INPUT_OUTPUT);
        if (ok)
        {
            NotifyReady();
        }
    });
}

void
ExtentFileSystem::Unmount(Done done)
{
    NS_ASSERT_MSG(m_mounted, "not mounted");
    m_mounted = false;
    std::vector<FileHandle> handles;
    for (const auto& [handle, file] : m_open)
    {
        handles.push_back(handle);
    }
    std::sort(handles.begin(), handles.end());
    auto left = std::make_shared<std::size_t>(handles.size() + 1);
    const auto ended = [this, done, left](bool) {
        if (--*left == 0)
        {
            WriteAll(done);
        }
    };
    for (const auto handle : handles)
    {
        EndUse(*m_open[handle].inode, ended);
    }
    m_open.clear();
    ended(true);
}

void
ExtentFileSystem::WriteAll(Done done)
{
    SyncAll([this, done](bool synced) {
        m_metadata->WriteInPlace([this, done, synced](bool written) {
            if (!synced || !written)
            {
                End(false, done);
                return;
            }
            m_mounter->WriteSuperblock(*m_volume, [this, done](bool ok) { End(ok, done); });
        });
    });
}

void
ExtentFileSystem::End(bool ok, Done done)
{
    for (const auto number : m_volume->GetInodes())
    {
        m_io->Forget(*m_volume->Find(number));
    }
    m_cache->Drop(m_device, 0);
    if (const auto* journal = m_metadata->GetJournal())
    {
        m_tail = journal->GetTail();
    }
    m_volume->ForgetUse();
    if (!ok && m_storeData)
    {
        // What is on the device counts, not what could not be written there.
        Simulator::ScheduleNow([this] { m_volume.reset(); });
    }
    done(ok ? FileStatus::OK : FileStatus::INPUT_OUTPUT);
}

void
ExtentFileSystem::LosePower()
{
    m_cache->LosePower();
    m_mounted = false;
    ++m_mounts;
    if (m_metadata && m_metadata->GetJournal())
    {
        const auto* journal = m_metadata->GetJournal();
        m_tail = {journal->GetRunning(), journal->GetTail().position};
    }
    m_open.clear();
    m_io.reset();
    m_metadata.reset();
    m_names.reset();
    m_mounter.reset();
    if (m_volume)
    {
        m_volume->ForgetUse();
    }
    if (m_storeData)
    {
        m_volume.reset();
    }
}

void
ExtentFileSystem::DoSubmit(Ptr<FileRequest> request)
{
    Simulator::ScheduleNow(&ExtentFileSystem::Start,
                           Ptr<ExtentFileSystem>(this),
                           request,
                           m_mounts);
}

void
ExtentFileSystem::Start(Ptr<FileRequest> request, uint32_t mounts)
{
    if (!m_mounted || mounts != m_mounts)
    {
        Complete(request, FileStatus::INPUT_OUTPUT);
        return;
    }
    switch (request->operation)
    {
    case FileOperation::SYNC_ALL:
        SyncAll([this, request](bool ok) {
            Complete(request, ok ? FileStatus::OK : FileStatus::INPUT_OUTPUT);
        });
        return;
    case FileOperation::CLOSE:
        Close(request);
        return;
    case FileOperation::READ:
    case FileOperation::WRITE:
    case FileOperation::SYNC:
    case FileOperation::SYNC_DATA:
    case FileOperation::TRUNCATE:
        StartOpened(request);
        return;
    case FileOperation::SYNC_DIRECTORY:
        SyncDirectory(request);
        return;
    default:
        StartNamed(request, false);
    }
}

void
ExtentFileSystem::StartOpened(Ptr<FileRequest> request)
{
    const auto it = m_open.find(request->handle);
    if (it == m_open.end())
    {
        Complete(request, FileStatus::BAD_HANDLE);
        return;
    }
    auto& inode = *it->second.inode;
    if (inode.IsDirectory())
    {
        StartOpenedDirectory(request, inode);
        return;
    }
    ++inode.users;
    RunOpened(request, it->second, [this, request, &inode](FileStatus status) {
        EndUse(inode, [this, request, status](bool) { Complete(request, status); });
    });
}

void
ExtentFileSystem::StartOpenedDirectory(Ptr<FileRequest> request, const ExtentInode& directory)
{
    if (request->operation != FileOperation::SYNC && request->operation != FileOperation::SYNC_DATA)
    {
        Complete(request, FileStatus::IS_A_DIRECTORY);
        return;
    }
    m_io->SyncDirectory(directory,
                        [this, request](FileStatus status) { Complete(request, status); });
}

void
ExtentFileSystem::RunOpened(Ptr<FileRequest> request, const OpenFile& file, ExtentFileIo::Done done)
{
    switch (request->operation)
    {
    case FileOperation::READ:
        m_io->Read(*file.inode, request, file.flags.direct, file.readAhead, std::move(done));
        break;
    case FileOperation::WRITE:
        m_io->Write(*file.inode, request, file.flags, std::move(done));
        break;
    case FileOperation::TRUNCATE:
        m_io->Truncate(*file.inode, request->offset, std::move(done));
        break;
    default:
        m_io->Sync(*file.inode, request->operation == FileOperation::SYNC_DATA, std::move(done));
    }
}

void
ExtentFileSystem::SyncDirectory(Ptr<FileRequest> request)
{
    m_metadata->Read(m_names->Resolve(request->path).pages, [this, request](bool ok) {
        const auto path = m_names->Resolve(request->path);
        if (!ok || path.status != FileStatus::OK)
        {
            Complete(request, ok ? path.status : FileStatus::INPUT_OUTPUT);
        }
        else if (!path.inode || !path.inode->IsDirectory())
        {
            Complete(request, path.inode ? FileStatus::NOT_A_DIRECTORY : FileStatus::NOT_FOUND);
        }
        else
        {
            m_io->SyncDirectory(*path.inode,
                                [this, request](FileStatus status) { Complete(request, status); });
        }
    });
}

void
ExtentFileSystem::Close(Ptr<FileRequest> request)
{
    const auto it = m_open.find(request->handle);
    if (it == m_open.end())
    {
        Complete(request, FileStatus::BAD_HANDLE);
        return;
    }
    auto& inode = *it->second.inode;
    m_open.erase(it);
    if (std::exchange(inode.emptied, false))
    {
        m_io->WriteReplacement(inode);
    }
    EndUse(inode, [this, request](bool) { Complete(request, FileStatus::OK); });
}

void
ExtentFileSystem::EndUse(ExtentInode& inode, ExtentMetadata::Done done)
{
    --inode.users;
    if (inode.users == 0)
    {
        m_volume->Settle(inode);
    }
    if (inode.links > 0 || inode.users > 0)
    {
        done(true);
        return;
    }
    std::vector<uint64_t> blocks;
    inode.map->GetPathToFree(0, blocks);
    m_metadata->Read(std::move(blocks), [this, &inode, done](bool ok) {
        ExtentChanges changes;
        m_io->Remove(inode, changes);
        m_metadata->Change(changes, nullptr, [done, ok](bool changed) { done(ok && changed); });
    });
}

void
ExtentFileSystem::SyncAll(ExtentMetadata::Done done)
{
    const auto data = [this, done](BlockStatus status, Ptr<Packet>) {
        const bool ok = status == BlockStatus::OK;
        m_metadata->Secure(m_metadata->GetTransaction(), [this, done, ok](bool secured) {
            const auto metadata = [this, done, ok, secured](BlockStatus written, Ptr<Packet>) {
                const bool all = ok && secured && written == BlockStatus::OK;
                m_metadata->Flush([done, all](bool flushed) { done(all && flushed); });
            };
            m_cache->WriteBack(m_device, PageCache::Completion(metadata));
        });
    };
    m_cache->WriteBackAll(PageCache::Completion(data));
}

FileAttributes
ExtentFileSystem::GetAttributes(const ExtentInode& inode)
{
    return {inode.number, inode.size, inode.IsDirectory(), inode.modified};
}

} // namespace ns3
