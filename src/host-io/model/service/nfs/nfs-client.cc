/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "nfs-client.h"

#include "nfs-codec.h"

#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("NfsClient");

NS_OBJECT_ENSURE_REGISTERED(NfsClient);

TypeId
NfsClient::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::NfsClient")
            .SetParent<RpcClient>()
            .SetGroupName("HostIo")
            .AddConstructor<NfsClient>()
            .AddAttribute("Export",
                          "Path of the export, which the MOUNT service of the server gives the "
                          "handle of; empty for the public file handle (RFC 2054), which other "
                          "servers than NfsServer may not have",
                          StringValue(""),
                          MakeStringAccessor(&NfsClient::m_export),
                          MakeStringChecker())
            .AddAttribute("MountPort",
                          "TCP port of the MOUNT service, up to 65535; 0 to ask the port mapper",
                          UintegerValue(0),
                          MakeUintegerAccessor(&NfsClient::m_mountPort),
                          MakeUintegerChecker<uint16_t>())
            .AddAttribute("ReadSize",
                          "rsize: most bytes of a READ, 1024 to 1048576",
                          UintegerValue(32768),
                          MakeUintegerAccessor(&NfsClient::m_readSize),
                          MakeUintegerChecker<uint32_t>(1024, 1 << 20))
            .AddAttribute("WriteSize",
                          "wsize: most bytes of a WRITE, 1024 to 1048576",
                          UintegerValue(32768),
                          MakeUintegerAccessor(&NfsClient::m_writeSize),
                          MakeUintegerChecker<uint32_t>(1024, 1 << 20))
            .AddAttribute("DirectoryReadSize",
                          "Most bytes of a READDIR reply, 1024 to 1048576",
                          UintegerValue(4096),
                          MakeUintegerAccessor(&NfsClient::m_directoryReadSize),
                          MakeUintegerChecker<uint32_t>(1024, 1 << 20))
            .AddAttribute("ReadAhead",
                          "READs ahead of a sequential reader, 0 or more",
                          UintegerValue(15),
                          MakeUintegerAccessor(&NfsClient::m_readAhead),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("DirtyLimit",
                          "Most bytes of a file that are written and not committed, at least 1; a "
                          "write beyond it waits",
                          UintegerValue(64 << 20),
                          MakeUintegerAccessor(&NfsClient::m_dirtyLimit),
                          MakeUintegerChecker<uint64_t>(1))
            .AddAttribute("CacheMemory",
                          "Bytes of the page cache of the client, at least 65536, or 0 for none",
                          UintegerValue(268435456),
                          MakeUintegerAccessor(&NfsClient::m_cacheMemory),
                          MakeUintegerChecker<uint64_t>())
            .AddAttribute("AcRegMin",
                          "Shortest time for which attributes of a file are believed, 0 or more",
                          TimeValue(Seconds(3)),
                          MakeTimeAccessor(&NfsClient::m_acRegMin),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("AcRegMax",
                          "Longest time for which attributes of a file are believed, 0 or more",
                          TimeValue(Seconds(60)),
                          MakeTimeAccessor(&NfsClient::m_acRegMax),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("AcDirMin",
                          "Shortest time for which attributes of a directory are believed, 0 or "
                          "more",
                          TimeValue(Seconds(30)),
                          MakeTimeAccessor(&NfsClient::m_acDirMin),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("AcDirMax",
                          "Longest time for which attributes of a directory are believed, 0 or "
                          "more",
                          TimeValue(Seconds(60)),
                          MakeTimeAccessor(&NfsClient::m_acDirMax),
                          MakeTimeChecker(Time(0)));
    return tid;
}

void
NfsClient::Invoke(NfsProcedure procedure, const NfsArguments& arguments, NfsAnswered answered)
{
    FileServiceWriter writer;
    SerializeNfsArguments(procedure, arguments, writer);
    Call(static_cast<uint32_t>(procedure),
         writer,
         arguments.payload,
         [this, procedure, answered](FileServiceReader* reader) {
             NfsResults results;
             results.status = NfsStatus::IO;
             if (reader)
             {
                 results = DeserializeNfsResults(procedure, *reader, StoresData());
             }
             if (reader && reader->HasFailed())
             {
                 NS_LOG_WARN("a reply is malformed");
                 results = NfsResults();
                 results.status = NfsStatus::IO;
                 NoteFault(GetProcedureName(static_cast<uint32_t>(procedure)) +
                           ": the reply is malformed");
             }
             if (reader && ToFileStatus(results.status) == FileStatus::INPUT_OUTPUT &&
                 results.status != NfsStatus::BAD_COOKIE)
             {
                 NoteFault(GetProcedureName(static_cast<uint32_t>(procedure)) + ": " +
                           GetNfsStatusName(results.status));
             }
             answered(results);
         });
}

std::size_t
NfsClient::GetNOpen() const
{
    return m_open.size();
}

void
NfsClient::DoDispose()
{
    // A file and its contents refer to each other.
    for (const auto& [handle, open] : m_open)
    {
        open.node->file = nullptr;
    }
    m_open.clear();
    m_mounter.reset();
    m_names.reset();
    m_paths.reset();
    if (m_files.cache)
    {
        m_files.cache->Dispose();
        m_files.cache = nullptr;
    }
    RpcClient::DoDispose();
}

void
NfsClient::DoSubmit(Ptr<FileRequest> request)
{
    request->done = 0;
    Simulator::ScheduleNow(&NfsClient::Start, Ptr<NfsClient>(this), request);
}

void
NfsClient::HandleConnected()
{
    RpcClient::HandleConnected();
    if (!IsReady() && !std::exchange(m_isMounting, true))
    {
        m_files.times = {m_acRegMin, Max(m_acRegMin, m_acRegMax)};
        m_directoryTimes = {m_acDirMin, Max(m_acDirMin, m_acDirMax)};
        FindRoot();
    }
}

void
NfsClient::FindRoot()
{
    if (!m_export.empty())
    {
        m_mounter = std::make_unique<NfsMounter>(
            [this] { return MakeSocket(); },
            GetServer(),
            m_export,
            [this](const auto& root, const auto& fault) { ExportMounted(root, fault); });
        m_mounter->Start(m_mountPort);
        return;
    }
    NfsArguments arguments;
    arguments.handle.isPublic = true;
    arguments.name = "/";
    Invoke(NfsProcedure::LOOKUP, arguments, [this](const auto& results) { RootFound(results); });
}

void
NfsClient::ExportMounted(const std::optional<NfsFileHandle>& root, const std::string& fault)
{
    if (!root)
    {
        m_isMounting = false;
        FailMount(fault);
        return;
    }
    NfsArguments arguments;
    arguments.handle = *root;
    Invoke(NfsProcedure::GETATTR, arguments, [this, root](const auto& results) {
        auto found = results;
        found.handle = root;
        RootFound(found);
    });
}

void
NfsClient::HandleGivenUp()
{
    m_isMounting = false;
    m_mounter.reset();
    RpcClient::HandleGivenUp();
}

uint32_t
NfsClient::GetProgram() const
{
    return NFS_PROGRAM;
}

uint32_t
NfsClient::GetVersion() const
{
    return NFS_VERSION;
}

std::string
NfsClient::GetProcedureName(uint32_t procedure) const
{
    return GetNfsProcedureName(procedure);
}

void
NfsClient::RootFound(const NfsResults& results)
{
    if (results.status != NfsStatus::OK || !results.handle)
    {
        m_isMounting = false;
        FailMount("the server gives no root: " + GetNfsStatusName(results.status));
        return;
    }
    m_paths =
        std::make_unique<NfsPathFinder>(m_call, *results.handle, m_files.times, m_directoryTimes);
    m_names = std::make_unique<NfsNameOperations>(
        m_call,
        *m_paths,
        m_directoryTimes,
        m_directoryReadSize,
        [this](Ptr<FileRequest> request, FileStatus status) { Complete(request, status); });
    m_paths->Update(m_paths->GetRoot(), results.attributes);
    NfsArguments arguments;
    arguments.handle = *results.handle;
    Invoke(NfsProcedure::FSINFO, arguments, [this](const auto& results) { SizesFound(results); });
}

void
NfsClient::SizesFound(const NfsResults& results)
{
    m_isMounting = false;
    if (results.status != NfsStatus::OK || results.largestRead == 0 || results.largestWrite == 0)
    {
        FailMount("the server does not tell its sizes: " + GetNfsStatusName(results.status));
        return;
    }
    m_files.reading.pieceBytes = std::min(m_readSize, results.largestRead);
    m_files.reading.ahead = m_readAhead;
    m_files.reading.keepsData = StoresData();
    m_files.writing.pieceBytes = std::min(m_writeSize, results.largestWrite);
    m_files.writing.limit = m_dirtyLimit;
    m_files.writing.keepsUncommitted = true;
    MakeCache();
    SetMounted();
}

void
NfsClient::MakeCache()
{
    if (m_cacheMemory == 0 || m_files.cache)
    {
        return;
    }
    RemotePageCache::Settings settings;
    settings.memory = m_cacheMemory;
    settings.pieceBytes = std::max(m_files.reading.pieceBytes, m_files.writing.pieceBytes);
    settings.aheadBytes = uint64_t{m_readAhead} * m_files.reading.pieceBytes;
    settings.keepsData = StoresData();
    m_files.cache = Create<RemotePageCache>(settings);
    // What the server holds for a commit may take what may be dirty: a fifth, as Linux has it.
    m_files.writing.limit = std::min(m_dirtyLimit, m_cacheMemory / 5);
}

void
NfsClient::Start(Ptr<FileRequest> request)
{
    if (!IsReady())
    {
        Complete(request, FileStatus::INPUT_OUTPUT);
        return;
    }
    switch (request->operation)
    {
    case FileOperation::OPEN:
        Open(request);
        break;
    case FileOperation::STAT:
    case FileOperation::LIST:
    case FileOperation::SYNC_DIRECTORY:
    case FileOperation::UNLINK:
    case FileOperation::RENAME:
    case FileOperation::MAKE_DIRECTORY:
    case FileOperation::REMOVE_DIRECTORY:
        m_names->Start(request);
        break;
    case FileOperation::SYNC_ALL:
        SyncAll(request);
        break;
    default:
        StartOnHandle(request);
    }
}

void
NfsClient::StartOnHandle(Ptr<FileRequest> request)
{
    const auto found = m_open.find(request->handle);
    if (found == m_open.end())
    {
        Complete(request, FileStatus::BAD_HANDLE);
        return;
    }
    const auto& open = found->second;
    switch (request->operation)
    {
    case FileOperation::CLOSE:
        Close(request);
        break;
    case FileOperation::READ:
        Read(request, open);
        break;
    case FileOperation::WRITE:
        Write(request, open);
        break;
    case FileOperation::TRUNCATE:
        SetSize(open.node, request->offset, [this, request](FileStatus status) {
            Complete(request, status);
        });
        break;
    default:
        open.node->file->GetContents().Flush(true, [this, request](FileStatus status) {
            Complete(request, status);
        });
    }
}

void
NfsClient::Open(Ptr<FileRequest> request)
{
    m_paths->Follow(request->path, [this, request](const NfsPlace& place) {
        const auto& flags = request->flags;
        if (place.status != FileStatus::OK)
        {
            Complete(request, place.status);
        }
        else if (!place.node && flags.create)
        {
            OpenNew(request, place);
        }
        else if (!place.node)
        {
            Complete(request, FileStatus::NOT_FOUND);
        }
        else if (flags.create && flags.exclusive)
        {
            Complete(request, FileStatus::EXISTS);
        }
        else if (place.node->IsDirectory())
        {
            Complete(request, FileStatus::IS_A_DIRECTORY);
        }
        else
        {
            OpenExisting(request, place);
        }
    });
}

void
NfsClient::OpenExisting(Ptr<FileRequest> request, const NfsPlace& place)
{
    m_paths->Revalidate(place.node, place.isNew, [this, request, place](FileStatus status) {
        if (status == FileStatus::STALE)
        {
            // The name may stand for another file by now.
            place.parent->Unlink(place.name);
            Open(request);
        }
        else if (status != FileStatus::OK)
        {
            Complete(request, status);
        }
        else if (request->flags.truncate)
        {
            SetSize(place.node, 0, [this, request, place](FileStatus status) {
                if (status == FileStatus::OK)
                {
                    FinishOpen(request, place.node);
                }
                else
                {
                    Complete(request, status);
                }
            });
        }
        else
        {
            FinishOpen(request, place.node);
        }
    });
}

void
NfsClient::OpenNew(Ptr<FileRequest> request, const NfsPlace& place)
{
    NfsArguments arguments;
    arguments.handle = place.parent->GetHandle();
    arguments.name = place.name;
    arguments.guarded = request->flags.exclusive;
    if (request->flags.truncate)
    {
        arguments.size = 0;
    }
    Invoke(NfsProcedure::CREATE, arguments, [this, request, place](const auto& results) {
        place.parent->Update(results.change, m_directoryTimes);
        if (results.status != NfsStatus::OK || !results.handle || !results.attributes)
        {
            Complete(request,
                     results.status == NfsStatus::OK ? FileStatus::INPUT_OUTPUT
                                                     : ToFileStatus(results.status));
            return;
        }
        const auto node = place.parent->Note(place.name, *results.handle);
        m_paths->Update(node, results.attributes);
        FinishOpen(request, node);
    });
}

void
NfsClient::FinishOpen(Ptr<FileRequest> request, Ptr<NfsNode> node)
{
    if (!node->file)
    {
        node->file = Create<NfsFile>(m_call, node, m_files);
    }
    ++node->opens;
    request->handle = ++m_lastHandle;
    request->attributes = node->GetAttributes();
    m_open.emplace(request->handle, OpenFile{node, request->flags});
    Complete(request, FileStatus::OK);
}

void
NfsClient::Close(Ptr<FileRequest> request)
{
    const auto found = m_open.find(request->handle);
    const auto node = found->second.node;
    m_open.erase(found);
    node->file->GetContents().Flush(true, [this, request, node](FileStatus status) {
        request->status = status;
        FinishClose(request, node);
    });
}

void
NfsClient::FinishClose(Ptr<FileRequest> request, Ptr<NfsNode> node)
{
    if (--node->opens > 0)
    {
        Complete(request, request->status);
        return;
    }
    node->file = nullptr;
    if (const auto directory = std::exchange(node->hiddenIn, nullptr))
    {
        m_names->RemoveName(request, NfsProcedure::REMOVE, directory, node->hiddenName);
    }
    else
    {
        Complete(request, request->status);
    }
}

void
NfsClient::Read(Ptr<FileRequest> request, const OpenFile& open)
{
    const auto node = open.node;
    const bool fresh = node->IsFresh() || !node->file->GetContents().IsClean();
    m_paths->Revalidate(
        node,
        fresh,
        [this, request, node, direct = open.flags.direct](FileStatus status) {
            if (status != FileStatus::OK || !node->file)
            {
                Complete(request, status == FileStatus::OK ? FileStatus::BAD_HANDLE : status);
                return;
            }
            node->file->GetContents().Read(request, direct, [this, request](FileStatus status) {
                Complete(request, status);
            });
        });
}

void
NfsClient::Write(Ptr<FileRequest> request, const OpenFile& open)
{
    auto& contents = open.node->file->GetContents();
    if (open.flags.append)
    {
        request->offset = contents.GetSize();
    }
    if (request->offset > INT64_MAX || request->bytes > INT64_MAX - request->offset)
    {
        Complete(request, FileStatus::FILE_TOO_LARGE);
        return;
    }
    contents.Write(request,
                   open.flags.direct || open.flags.synchronous || open.flags.dataSynchronous,
                   [this, request](FileStatus status) { Complete(request, status); });
}

void
NfsClient::SetSize(Ptr<NfsNode> node, uint64_t bytes, std::function<void(FileStatus)> done)
{
    const auto ask = [this, node, bytes, done](FileStatus status) {
        if (status != FileStatus::OK)
        {
            done(status);
            return;
        }
        NfsArguments arguments;
        arguments.handle = node->GetHandle();
        arguments.size = bytes;
        Invoke(NfsProcedure::SETATTR, arguments, [this, node, done](const auto& results) {
            if (results.change.after)
            {
                node->Update(*results.change.after, m_files.times, true);
            }
            node->Invalidate();
            done(ToFileStatus(results.status));
        });
    };
    if (node->file)
    {
        node->file->GetContents().Flush(false, ask);
    }
    else
    {
        ask(FileStatus::OK);
    }
}

void
NfsClient::SyncAll(Ptr<FileRequest> request)
{
    auto left = std::make_shared<std::size_t>(1);
    const auto done = [this, request, left](FileStatus status) {
        request->status = request->status == FileStatus::OK ? status : request->status;
        if (--*left == 0)
        {
            Complete(request, request->status);
        }
    };
    for (const auto& [handle, open] : m_open)
    {
        ++*left;
        open.node->file->GetContents().Flush(true, done);
    }
    done(FileStatus::OK);
}

} // namespace ns3
