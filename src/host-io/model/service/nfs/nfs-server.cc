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

/// Permission bits that let somebody run a file.
constexpr uint32_t MODE_EXECUTE = 0111;
/// Bits of a mode that can be set.
constexpr uint32_t MODE_BITS = 07777;

} // namespace

Ptr<FileRequest>
NfsServer::MakeRequest(FileOperation operation, const std::string& path, FileHandle handle)
{
    auto request = Create<FileRequest>(operation);
    request->path = path;
    request->handle = handle;
    return request;
}

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
                                          MakeUintegerChecker<uint32_t>(1024, 1 << 20))
                            .AddAttribute("TimeOfDay",
                                          "What time it is when the simulation begins, since 1970, "
                                          "0 or more: for the times of files",
                                          TimeValue(Time(0)),
                                          MakeTimeAccessor(&NfsServer::m_timeOfDay),
                                          MakeTimeChecker(Time(0)));
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
    case NfsProcedure::SYMLINK:
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
        const bool isNone = work->arguments.handle.id == 0;
        Fail(work, isNone ? NfsStatus::BADHANDLE : NfsStatus::STALE);
        return;
    }
    work->file = entry->id;
    work->results.change.before = GetLastAttributes(*entry);
    ServeFile(work);
}

void
NfsServer::ServeFile(Ptr<Work> work)
{
    switch (work->procedure)
    {
    case NfsProcedure::SETATTR:
        SetAttributes(work);
        break;
    case NfsProcedure::LOOKUP:
        Lookup(work);
        break;
    case NfsProcedure::READLINK:
        ReadLink(work);
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
    case NfsProcedure::READDIRPLUS:
        ReadDirectory(work);
        break;
    case NfsProcedure::LINK:
    case NfsProcedure::MKNOD:
        Fail(work, NfsStatus::NOTSUPP);
        break;
    case NfsProcedure::GETATTR:
    case NfsProcedure::ACCESS:
    case NfsProcedure::FSSTAT:
    case NfsProcedure::FSINFO:
    case NfsProcedure::PATHCONF:
        ServeAttributes(work);
        break;
    default:
        ServeName(work);
    }
}

void
NfsServer::ServeAttributes(Ptr<Work> work)
{
    auto& results = work->results;
    results.largestRead = m_maxTransfer;
    results.largestWrite = m_maxTransfer;
    Stat(work->file, results.attributes, [this, work]() {
        auto& results = work->results;
        if (!results.attributes)
        {
            Fail(work, NfsStatus::STALE);
            return;
        }
        results.space = GetSpace();
        Access(work);
        Finish(work);
    });
}

void
NfsServer::Access(Ptr<Work> work)
{
    using namespace NfsAccess;
    const auto& attributes = *work->results.attributes;
    auto possible = READ | MODIFY | EXTEND;
    if (attributes.directory)
    {
        possible |= LOOKUP | DELETE;
    }
    else if (attributes.mode.value_or(0) & MODE_EXECUTE)
    {
        possible |= EXECUTE;
    }
    work->results.access = work->arguments.access & possible;
}

void
NfsServer::ReadLink(Ptr<Work> work)
{
    const auto& target = m_table.Find(work->file)->settings.target;
    work->results.status = target ? NfsStatus::OK : NfsStatus::INVAL;
    work->results.target = target.value_or("");
    Stat(work->file, work->results.attributes, [this, work]() { Finish(work); });
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
    if (!work->arguments.guard)
    {
        SetSize(work);
        return;
    }
    Stat(work->file, work->results.change.after, [this, work]() {
        const auto& now = work->results.change.after;
        if (now && now->inodeTime == work->arguments.guard)
        {
            SetSize(work);
            return;
        }
        Fail(work, now ? NfsStatus::NOT_SYNC : NfsStatus::STALE);
    });
}

void
NfsServer::SetSize(Ptr<Work> work)
{
    if (!work->arguments.size)
    {
        FinishSettings(work);
        return;
    }
    Open(work, [this, work](FileHandle handle) {
        auto request = MakeRequest(FileOperation::TRUNCATE, "", handle);
        request->offset = *work->arguments.size;
        Try(work, request, [this, work](auto /* request */) { FinishSettings(work); });
    });
}

void
NfsServer::FinishSettings(Ptr<Work> work)
{
    Stat(work->file, work->results.change.after, [this, work]() {
        if (auto* entry = m_table.Find(work->file); entry && work->results.change.after)
        {
            Keep(*entry, work->arguments.settings);
            work->results.change.after = GetAttributes(*entry);
        }
        Finish(work);
    });
}

void
NfsServer::Keep(NfsHandleTable::Entry& entry, const NfsSettings& settings) const
{
    auto& kept = entry.settings;
    const auto now = Simulator::Now();
    const auto choose = [&](const NfsTimeSetting& setting) {
        return setting.isClients ? setting.time : now + m_timeOfDay;
    };
    const bool isAny = settings.mode || settings.user || settings.group ||
                       settings.accessed.isSet || settings.modified.isSet;
    kept.changed = isAny ? now : kept.changed;
    if (settings.mode)
    {
        kept.mode = *settings.mode & MODE_BITS;
    }
    kept.user = settings.user.value_or(kept.user);
    kept.group = settings.group.value_or(kept.group);
    if (settings.accessed.isSet)
    {
        kept.accessed = choose(settings.accessed);
    }
    if (settings.modified.isSet)
    {
        kept.modified = choose(settings.modified);
        kept.modifiedFor = entry.attributes->modified;
    }
}

NfsAttributes
NfsServer::GetAttributes(const NfsHandleTable::Entry& entry) const
{
    const auto& kept = entry.settings;
    NfsAttributes attributes(*entry.attributes);
    attributes.isLink = kept.target.has_value();
    attributes.mode = kept.mode;
    attributes.user = kept.user;
    attributes.group = kept.group;
    attributes.inodeTime = Max(attributes.modified, kept.changed) + m_timeOfDay;
    const bool isReplaced = kept.modified && kept.modifiedFor == attributes.modified;
    attributes.modified = isReplaced ? *kept.modified : attributes.modified + m_timeOfDay;
    attributes.accessed = kept.accessed;
    return attributes;
}

std::optional<NfsAttributes>
NfsServer::GetLastAttributes(const NfsHandleTable::Entry& entry) const
{
    return entry.attributes ? std::optional(GetAttributes(entry)) : std::nullopt;
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
    if (m_table.Find(work->file)->settings.target)
    {
        Fail(work, NfsStatus::INVAL);
        return;
    }
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
NfsServer::Stat(uint64_t id, std::optional<NfsAttributes>& attributes, Next next)
{
    const auto path = m_table.GetPath(id);
    if (path.empty())
    {
        next();
        return;
    }
    Ask(MakeRequest(FileOperation::STAT, path), [this, id, &attributes, next](auto request) {
        auto* entry = m_table.Find(id);
        if (entry && request->status == FileStatus::OK)
        {
            entry->attributes = request->attributes;
            attributes = GetAttributes(*entry);
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
