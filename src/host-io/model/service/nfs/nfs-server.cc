/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "nfs-server.h"

#include "nfs-codec.h"

#include "ns3/file-service-client.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("NfsServer");

NS_OBJECT_ENSURE_REGISTERED(NfsServer);

namespace
{

/// Bytes of a READDIR reply beside the entries.
constexpr uint32_t LISTING_BYTES = 4 + 88 + 8 + 8;

/**
 * @param operation an operation
 * @param path path of the file
 * @param handle the open file
 * @return a request
 */
Ptr<FileRequest>
MakeRequest(FileOperation operation, const std::string& path, FileHandle handle = 0)
{
    auto request = Create<FileRequest>(operation);
    request->path = path;
    request->handle = handle;
    return request;
}

/**
 * @param directory path of a directory
 * @param name a name in it
 * @return the path of that
 */
std::string
JoinPath(const std::string& directory, const std::string& name)
{
    return directory == "/" ? directory + name : directory + "/" + name;
}

/**
 * @param path path of a name
 * @param name the name
 * @return OK if it is one
 */
FileStatus
CheckName(const std::string& path, const std::string& name)
{
    const bool isName = !name.empty() && name.find('/') == std::string::npos;
    return isName ? CheckFilePath(path) : FileStatus::INVALID_ARGUMENT;
}

} // namespace

TypeId
NfsServer::GetTypeId()
{
    static TypeId tid = TypeId("ns3::NfsServer")
                            .SetParent<RpcServer>()
                            .SetGroupName("HostIo")
                            .AddConstructor<NfsServer>()
                            .AddAttribute("MaxTransfer",
                                          "Most bytes of a READ or WRITE, 1024 to 1048576",
                                          UintegerValue(1 << 20),
                                          MakeUintegerAccessor(&NfsServer::m_maxTransfer),
                                          MakeUintegerChecker<uint32_t>(1024, 1 << 20));
    return tid;
}

void
NfsServer::Restart()
{
    RpcServer::Restart();
    m_listings.Clear();
    m_verifier = Simulator::Now().GetNanoSeconds() + 1;
}

uint16_t
NfsServer::GetStandardPort() const
{
    return 2049;
}

uint32_t
NfsServer::GetProgram() const
{
    return NFS_PROGRAM;
}

uint32_t
NfsServer::GetVersion() const
{
    return NFS_VERSION;
}

std::string
NfsServer::GetProcedureName(uint32_t procedure) const
{
    return GetNfsProcedureName(procedure);
}

bool
NfsServer::IsIdempotent(uint32_t procedure) const
{
    switch (static_cast<NfsProcedure>(procedure))
    {
    case NfsProcedure::SETATTR:
    case NfsProcedure::WRITE:
    case NfsProcedure::CREATE:
    case NfsProcedure::MKDIR:
    case NfsProcedure::REMOVE:
    case NfsProcedure::RMDIR:
    case NfsProcedure::RENAME:
        return false;
    default:
        return true;
    }
}

bool
NfsServer::Execute(Ptr<Call> call, FileServiceReader& arguments)
{
    auto work = Create<Work>();
    work->call = call;
    work->procedure = static_cast<NfsProcedure>(call->procedure);
    work->arguments = DeserializeNfsArguments(work->procedure, arguments, StoresData());
    if (arguments.HasFailed())
    {
        return false;
    }
    EnterThread([self = Ptr<NfsServer>(this), work]() { self->Serve(work); });
    return true;
}

void
NfsServer::Serve(Ptr<Work> work)
{
    const auto* entry = m_table.Find(work->arguments.handle);
    if (work->procedure == NfsProcedure::NONE)
    {
        Finish(work);
        return;
    }
    if (!entry || m_table.GetPath(entry->id).empty())
    {
        Fail(work, work->arguments.handle.id == 0 ? NfsStatus::BADHANDLE : NfsStatus::STALE);
        return;
    }
    work->file = entry->id;
    work->results.change.before = entry->attributes;
    switch (work->procedure)
    {
    case NfsProcedure::GETATTR:
    case NfsProcedure::FSINFO:
        work->results.largestRead = m_maxTransfer;
        work->results.largestWrite = m_maxTransfer;
        Stat(work->file, work->results.attributes, [this, work]() {
            work->results.status = work->results.attributes ? NfsStatus::OK : NfsStatus::STALE;
            Finish(work);
        });
        break;
    case NfsProcedure::SETATTR:
        SetAttributes(work);
        break;
    case NfsProcedure::LOOKUP:
        Lookup(work);
        break;
    case NfsProcedure::READ:
        Read(work);
        break;
    case NfsProcedure::WRITE:
        Write(work);
        break;
    case NfsProcedure::COMMIT:
        Commit(work);
        break;
    case NfsProcedure::READDIR:
        ReadDirectory(work);
        break;
    default:
        const auto path = JoinPath(m_table.GetPath(work->file), work->arguments.name);
        const auto status = CheckName(path, work->arguments.name);
        if (status != FileStatus::OK)
        {
            Fail(work, ToNfsStatus(status));
            return;
        }
        ServeName(work, path);
    }
}

void
NfsServer::ServeName(Ptr<Work> work, const std::string& path)
{
    switch (work->procedure)
    {
    case NfsProcedure::CREATE:
        CreateFile(work, path);
        break;
    case NfsProcedure::MKDIR:
        MakeDirectory(work, path);
        break;
    case NfsProcedure::RENAME:
        Rename(work, path);
        break;
    default:
        Remove(work, path);
    }
}

void
NfsServer::Lookup(Ptr<Work> work)
{
    const auto& name = work->arguments.name;
    if (name == "." || (work->arguments.handle.isPublic && name == "/"))
    {
        Stat(work->file, work->results.attributes, [this, work]() {
            work->results.handle = m_table.GetHandle(*m_table.Find(NfsHandleTable::ROOT));
            work->results.change.after = work->results.attributes;
            Finish(work);
        });
        return;
    }
    const auto path = JoinPath(m_table.GetPath(work->file), name);
    const auto finish = [this, work]() {
        Stat(work->file, work->results.change.after, [this, work]() { Finish(work); });
    };
    if (const auto status = CheckName(path, name); status != FileStatus::OK)
    {
        work->results.status = ToNfsStatus(status);
        finish();
        return;
    }
    Ask(MakeRequest(FileOperation::STAT, path), [this, work, finish](auto request) {
        const auto& name = work->arguments.name;
        work->results.status = ToNfsStatus(request->status);
        if (request->status == FileStatus::OK)
        {
            const auto& entry = m_table.Note(work->file, name, request->attributes);
            work->results.handle = m_table.GetHandle(entry);
            work->results.attributes = entry.attributes;
        }
        else
        {
            Forget(m_table.FindChild(work->file, name));
        }
        finish();
    });
}

void
NfsServer::Read(Ptr<Work> work)
{
    Open(work, [this, work](FileHandle handle) {
        auto request = MakeRequest(FileOperation::READ, "", handle);
        request->offset = work->arguments.offset;
        request->bytes = std::min(work->arguments.count, m_maxTransfer);
        Try(work, request, [this, work](auto request) {
            auto& results = work->results;
            results.count = request->done;
            results.payload.bytes = request->done;
            results.payload.data = StoresData() ? request->data : nullptr;
            Stat(work->file, results.attributes, [this, work]() {
                auto& results = work->results;
                results.eof = !results.attributes ||
                              work->arguments.offset + results.count >= results.attributes->bytes;
                Finish(work);
            });
        });
    });
}

void
NfsServer::Write(Ptr<Work> work)
{
    if (work->arguments.payload.bytes != work->arguments.count)
    {
        Fail(work, NfsStatus::INVAL);
        return;
    }
    Open(work, [this, work](FileHandle handle) {
        auto request = MakeRequest(FileOperation::WRITE, "", handle);
        request->offset = work->arguments.offset;
        request->bytes = work->arguments.count;
        request->data = work->arguments.payload.data;
        Try(work, request, [this, work](auto request) {
            work->results.count = request->done;
            work->results.verifier = m_verifier;
            work->results.committed = work->arguments.stable;
            if (work->arguments.stable == NfsStable::UNSTABLE)
            {
                FinishChange(work);
                return;
            }
            work->results.committed = NfsStable::FILE_SYNC;
            Try(work,
                MakeRequest(FileOperation::SYNC, "", request->handle),
                [this, work](auto /* request */) { FinishChange(work); });
        });
    });
}

void
NfsServer::Commit(Ptr<Work> work)
{
    Open(work, [this, work](FileHandle handle) {
        Try(work, MakeRequest(FileOperation::SYNC, "", handle), [this, work](auto /* request */) {
            work->results.verifier = m_verifier;
            FinishChange(work);
        });
    });
}

void
NfsServer::SetAttributes(Ptr<Work> work)
{
    if (!work->arguments.size)
    {
        FinishChange(work);
        return;
    }
    Open(work, [this, work](FileHandle handle) {
        auto request = MakeRequest(FileOperation::TRUNCATE, "", handle);
        request->offset = *work->arguments.size;
        Try(work, request, [this, work](auto /* request */) { FinishChange(work); });
    });
}

void
NfsServer::ReadDirectory(Ptr<Work> work)
{
    const auto& arguments = work->arguments;
    if (arguments.cookie == 0)
    {
        const auto path = m_table.GetPath(work->file);
        Try(work, MakeRequest(FileOperation::LIST, path), [this, work](auto request) {
            FillEntries(work, m_listings.Add(work->file, request->names));
            Stat(work->file, work->results.attributes, [this, work]() { Finish(work); });
        });
        return;
    }
    const auto* listing = m_listings.Find(work->file, arguments.verifier);
    if (!listing)
    {
        Fail(work, NfsStatus::BAD_COOKIE);
        return;
    }
    FillEntries(work, *listing);
    Stat(work->file, work->results.attributes, [this, work]() { Finish(work); });
}

void
NfsServer::FillEntries(Ptr<Work> work, const NfsListings::Listing& listing)
{
    auto& results = work->results;
    results.verifier = listing.verifier;
    uint32_t bytes = LISTING_BYTES;
    auto at = work->arguments.cookie;
    for (; at < listing.names.size(); ++at)
    {
        NfsEntry entry;
        entry.name = listing.names[at];
        entry.cookie = at + 1;
        bytes += GetNfsEntrySize(entry);
        if (bytes > std::min(work->arguments.count, m_maxTransfer) && !results.entries.empty())
        {
            break;
        }
        if (const auto* known = m_table.Find(m_table.FindChild(work->file, entry.name)))
        {
            entry.inode = known->attributes->inode;
        }
        results.entries.push_back(std::move(entry));
    }
    results.eof = at >= listing.names.size();
}

void
NfsServer::CreateFile(Ptr<Work> work, const std::string& path)
{
    auto request = MakeRequest(FileOperation::OPEN, path);
    request->flags.create = true;
    request->flags.exclusive = work->arguments.guarded;
    request->flags.truncate = work->arguments.size == 0;
    Try(work, request, [this, work](auto request) {
        const auto& entry = m_table.Note(work->file, work->arguments.name, request->attributes);
        work->results.handle = m_table.GetHandle(entry);
        work->results.attributes = entry.attributes;
        if (m_openFiles.Use(entry.id) == 0)
        {
            m_openFiles.Add(entry.id, request->handle);
        }
        else
        {
            Close(request->handle);
        }
        work->used = entry.id;
        FinishChange(work);
    });
}

void
NfsServer::MakeDirectory(Ptr<Work> work, const std::string& path)
{
    Try(work, MakeRequest(FileOperation::MAKE_DIRECTORY, path), [this, work](auto request) {
        const auto stat = MakeRequest(FileOperation::STAT, request->path);
        Try(work, stat, [this, work](auto request) {
            const auto& entry = m_table.Note(work->file, work->arguments.name, request->attributes);
            work->results.handle = m_table.GetHandle(entry);
            work->results.attributes = entry.attributes;
            FinishChange(work);
        });
    });
}

void
NfsServer::Remove(Ptr<Work> work, const std::string& path)
{
    const auto operation = work->procedure == NfsProcedure::REMOVE
                               ? FileOperation::UNLINK
                               : FileOperation::REMOVE_DIRECTORY;
    Try(work, MakeRequest(operation, path), [this, work](auto /* request */) {
        Forget(m_table.FindChild(work->file, work->arguments.name));
        FinishChange(work);
    });
}

void
NfsServer::Rename(Ptr<Work> work, const std::string& path)
{
    const auto* to = m_table.Find(work->arguments.toHandle);
    const auto toDirectory = to ? m_table.GetPath(to->id) : "";
    if (toDirectory.empty())
    {
        Fail(work, NfsStatus::STALE);
        return;
    }
    work->results.toChange.before = to->attributes;
    auto request = MakeRequest(FileOperation::RENAME, path);
    request->newPath = JoinPath(toDirectory, work->arguments.toName);
    const auto status = CheckName(request->newPath, work->arguments.toName);
    if (status != FileStatus::OK)
    {
        Fail(work, ToNfsStatus(status));
        return;
    }
    Try(work, request, [this, work, id = to->id](auto /* request */) {
        const auto& arguments = work->arguments;
        const auto moved = m_table.FindChild(work->file, arguments.name);
        const auto replaced = m_table.FindChild(id, arguments.toName);
        if (moved != replaced)
        {
            Forget(replaced);
        }
        m_table.Move(moved, id, arguments.toName);
        Stat(id, work->results.toChange.after, [this, work]() { FinishChange(work); });
    });
}

void
NfsServer::Try(Ptr<Work> work, Ptr<FileRequest> request, Answer answer)
{
    Ask(request, [self = Ptr<NfsServer>(this), work, answer](auto request) {
        if (request->status == FileStatus::OK)
        {
            answer(request);
        }
        else
        {
            self->Fail(work, ToNfsStatus(request->status));
        }
    });
}

void
NfsServer::Open(Ptr<Work> work, std::function<void(FileHandle)> next)
{
    if (const auto handle = m_openFiles.Use(work->file); handle != 0)
    {
        work->used = work->file;
        next(handle);
        return;
    }
    const auto path = m_table.GetPath(work->file);
    Ask(MakeRequest(FileOperation::OPEN, path), [this, work, next](auto request) {
        if (request->status == FileStatus::NOT_FOUND)
        {
            Forget(work->file);
            Fail(work, NfsStatus::STALE);
            return;
        }
        if (request->status != FileStatus::OK)
        {
            Fail(work, ToNfsStatus(request->status));
            return;
        }
        auto handle = m_openFiles.Use(work->file);
        if (handle == 0)
        {
            handle = request->handle;
            m_openFiles.Add(work->file, handle);
            Close(m_openFiles.RemoveOldest());
        }
        else
        {
            Close(request->handle);
        }
        work->used = work->file;
        next(handle);
    });
}

void
NfsServer::Stat(uint64_t id, std::optional<FileAttributes>& attributes, Next next)
{
    const auto path = m_table.GetPath(id);
    if (path.empty())
    {
        next();
        return;
    }
    Ask(MakeRequest(FileOperation::STAT, path), [this, id, &attributes, next](auto request) {
        auto* entry = m_table.Find(id);
        if (request->status == FileStatus::OK)
        {
            attributes = request->attributes;
        }
        if (entry && request->status == FileStatus::OK)
        {
            entry->attributes = request->attributes;
        }
        else if (request->status == FileStatus::NOT_FOUND)
        {
            Forget(id);
        }
        next();
    });
}

void
NfsServer::FinishChange(Ptr<Work> work)
{
    Stat(work->file, work->results.change.after, [this, work]() { Finish(work); });
}

void
NfsServer::Finish(Ptr<Work> work)
{
    m_openFiles.Release(work->used);
    FileServiceWriter writer;
    SerializeNfsResults(work->procedure, work->results, writer);
    Reply(work->call, writer, work->results.payload);
    LeaveThread();
}

void
NfsServer::Fail(Ptr<Work> work, NfsStatus status)
{
    work->results.status = status;
    Finish(work);
}

void
NfsServer::Close(FileHandle handle)
{
    if (handle != 0)
    {
        Ask(MakeRequest(FileOperation::CLOSE, "", handle), [](auto /* request */) {});
    }
}

void
NfsServer::Forget(uint64_t id)
{
    Close(m_openFiles.Remove(id));
    m_table.Erase(id);
}

} // namespace ns3
