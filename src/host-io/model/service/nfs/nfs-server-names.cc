/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "nfs-server.h"

#include "ns3/file-service-client.h"

#include <utility>

namespace ns3
{

namespace
{

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

void
NfsServer::ServeName(Ptr<Work> work)
{
    const auto path = JoinNfsPath(m_table.GetPath(work->file), work->arguments.name);
    const auto status = CheckName(path, work->arguments.name);
    if (status != FileStatus::OK)
    {
        Fail(work, ToNfsStatus(status));
        return;
    }
    switch (work->procedure)
    {
    case NfsProcedure::CREATE:
        CreateFile(work, path);
        break;
    case NfsProcedure::MKDIR:
        MakeDirectory(work, path);
        break;
    case NfsProcedure::SYMLINK:
        MakeLink(work, path);
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
    const auto* directory = m_table.Find(work->file);
    if (directory->attributes && !directory->attributes->directory)
    {
        work->results.change.after = GetLastAttributes(*directory);
        Fail(work, NfsStatus::NOTDIR);
        return;
    }
    if (name == "." || name == ".." || (work->arguments.handle.isPublic && name == "/"))
    {
        const bool isUp = name == ".." && directory->parent != 0;
        LookupDirectory(work, isUp ? directory->parent : work->file);
        return;
    }
    const auto path = JoinNfsPath(m_table.GetPath(work->file), name);
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
        work->results.status = ToNfsStatus(request->status);
        if (request->status == FileStatus::OK)
        {
            NoteNew(work, request->attributes);
        }
        else
        {
            Forget(m_table.FindChild(work->file, work->arguments.name));
        }
        finish();
    });
}

void
NfsServer::LookupDirectory(Ptr<Work> work, uint64_t id)
{
    Stat(id, work->results.attributes, [this, work, id]() {
        auto& results = work->results;
        const auto* entry = m_table.Find(id);
        if (!entry || !results.attributes)
        {
            Fail(work, NfsStatus::STALE);
            return;
        }
        results.handle = NfsHandleTable::GetHandle(*entry);
        results.change.after = results.attributes;
        Finish(work);
    });
}

NfsHandleTable::Entry&
NfsServer::NoteNew(Ptr<Work> work, const FileAttributes& attributes)
{
    const auto& arguments = work->arguments;
    const auto known = m_table.FindChild(work->file, arguments.name);
    auto& entry = m_table.Note(work->file, arguments.name, attributes);
    if (entry.id != known && work->procedure != NfsProcedure::LOOKUP)
    {
        entry.settings.user = work->call->user;
        entry.settings.group = work->call->group;
        Keep(entry, arguments.settings);
    }
    work->results.handle = NfsHandleTable::GetHandle(entry);
    work->results.attributes = GetAttributes(entry);
    return entry;
}

void
NfsServer::CreateFile(Ptr<Work> work, const std::string& path)
{
    auto request = MakeRequest(FileOperation::OPEN, path);
    const auto& arguments = work->arguments;
    request->flags.create = true;
    request->flags.exclusive = arguments.guarded || arguments.exclusive;
    request->flags.truncate = arguments.size == 0;
    Ask(request, [this, work](auto request) {
        if (request->status == FileStatus::EXISTS && work->arguments.exclusive)
        {
            RepeatCreate(work, request->path);
            return;
        }
        if (request->status != FileStatus::OK)
        {
            Fail(work, ToNfsStatus(request->status));
            return;
        }
        auto& entry = NoteNew(work, request->attributes);
        if (work->arguments.exclusive)
        {
            entry.settings.exclusive = work->arguments.exclusive;
        }
        if (m_openFiles.Use(entry.id) == 0)
        {
            m_openFiles.Add(entry.id, request->handle);
            Close(m_openFiles.RemoveOldest());
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
NfsServer::RepeatCreate(Ptr<Work> work, const std::string& path)
{
    const auto id = m_table.FindChild(work->file, work->arguments.name);
    const auto* entry = m_table.Find(id);
    if (!entry || entry->settings.exclusive != work->arguments.exclusive)
    {
        Fail(work, NfsStatus::EXIST);
        return;
    }
    // The client did not get the reply, and asks again.
    Try(work, MakeRequest(FileOperation::STAT, path), [this, work](auto request) {
        NoteNew(work, request->attributes);
        FinishChange(work);
    });
}

void
NfsServer::MakeDirectory(Ptr<Work> work, const std::string& path)
{
    Try(work, MakeRequest(FileOperation::MAKE_DIRECTORY, path), [this, work](auto request) {
        const auto stat = MakeRequest(FileOperation::STAT, request->path);
        Try(work, stat, [this, work](auto request) {
            NoteNew(work, request->attributes);
            FinishChange(work);
        });
    });
}

void
NfsServer::MakeLink(Ptr<Work> work, const std::string& path)
{
    auto request = MakeRequest(FileOperation::OPEN, path);
    request->flags.create = true;
    request->flags.exclusive = true;
    Try(work, request, [this, work](auto request) {
        const auto& target = work->arguments.target;
        auto write = MakeRequest(FileOperation::WRITE, request->path, request->handle);
        write->bytes = target.size();
        if (StoresData())
        {
            write->data =
                Create<Packet>(reinterpret_cast<const uint8_t*>(target.data()), target.size());
        }
        Ask(write, [this, work](auto request) { FinishLink(work, request); });
    });
}

void
NfsServer::FinishLink(Ptr<Work> work, Ptr<FileRequest> request)
{
    Close(request->handle);
    if (request->status != FileStatus::OK)
    {
        Ask(MakeRequest(FileOperation::UNLINK, request->path), [](auto /* request */) {});
        Fail(work, ToNfsStatus(request->status));
        return;
    }
    const auto stat = MakeRequest(FileOperation::STAT, request->path);
    Try(work, stat, [this, work](auto request) {
        auto& entry = NoteNew(work, request->attributes);
        entry.settings.target = work->arguments.target;
        work->results.attributes = GetAttributes(entry);
        FinishChange(work);
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
    work->results.toChange.before = GetLastAttributes(*to);
    auto request = MakeRequest(FileOperation::RENAME, path);
    request->newPath = JoinNfsPath(toDirectory, work->arguments.toName);
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
NfsServer::FindDirectory(const std::string& path, Found found)
{
    Walk(NfsHandleTable::ROOT, path, std::move(found));
}

void
NfsServer::Walk(uint64_t directory, const std::string& rest, Found found)
{
    const auto begin = rest.find_first_not_of('/');
    const auto name = begin == std::string::npos
                          ? std::string()
                          : rest.substr(begin, rest.find('/', begin) - begin);
    const auto left = name.empty() ? std::string() : rest.substr(begin + name.size());
    const auto here = m_table.GetPath(directory);
    const auto path = name.empty() ? here : JoinNfsPath(here, name);
    if (!name.empty() && CheckName(path, name) != FileStatus::OK)
    {
        found(ToNfsStatus(CheckName(path, name)), {});
        return;
    }
    Ask(MakeRequest(FileOperation::STAT, path), [=, this](auto request) {
        auto* entry = m_table.Find(directory);
        if (request->status != FileStatus::OK || !entry || !request->attributes.directory)
        {
            const auto fault = entry ? ToNfsStatus(request->status) : NfsStatus::NOENT;
            found(fault == NfsStatus::OK ? NfsStatus::NOTDIR : fault, {});
            return;
        }
        if (!name.empty())
        {
            Walk(m_table.Note(directory, name, request->attributes).id, left, found);
            return;
        }
        entry->attributes = request->attributes;
        found(NfsStatus::OK, NfsHandleTable::GetHandle(*entry));
    });
}

} // namespace ns3
