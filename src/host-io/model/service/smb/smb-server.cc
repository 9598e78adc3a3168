/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "smb-server.h"

#include "smb2-codec.h"

#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("SmbServer");

NS_OBJECT_ENSURE_REGISTERED(SmbServer);

namespace
{

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

} // namespace

TypeId
SmbServer::GetTypeId()
{
    static TypeId tid = TypeId("ns3::SmbServer")
                            .SetParent<FileServiceServer>()
                            .SetGroupName("HostIo")
                            .AddConstructor<SmbServer>()
                            .AddAttribute("Credits",
                                          "Most credits that a client has, 1 to 8192",
                                          UintegerValue(128),
                                          MakeUintegerAccessor(&SmbServer::m_credits),
                                          MakeUintegerChecker<uint32_t>(1, 8192))
                            .AddAttribute("MaxReadSize",
                                          "Most bytes of a READ, 4096 to 8388608",
                                          UintegerValue(1 << 20),
                                          MakeUintegerAccessor(&SmbServer::m_maxReadSize),
                                          MakeUintegerChecker<uint32_t>(4096, 8 << 20))
                            .AddAttribute("MaxWriteSize",
                                          "Most bytes of a WRITE, 4096 to 8388608",
                                          UintegerValue(1 << 20),
                                          MakeUintegerAccessor(&SmbServer::m_maxWriteSize),
                                          MakeUintegerChecker<uint32_t>(4096, 8 << 20));
    return tid;
}

uint16_t
SmbServer::GetStandardPort() const
{
    return 445;
}

std::size_t
SmbServer::GetNOpen() const
{
    return m_open.size();
}

FileServiceFraming
SmbServer::GetFraming() const
{
    return FileServiceFraming::NETBIOS;
}

void
SmbServer::HandleMessage(Ptr<FileServiceConnection> connection, const FileServiceMessage& message)
{
    FileServiceReader reader(message);
    auto work = Create<Work>();
    work->connection = connection;
    work->arrived = Simulator::Now();
    work->header.Deserialize(reader);
    const auto name = GetSmb2CommandName(work->header.command);
    if (reader.HasFailed())
    {
        Drop(connection);
        return;
    }
    NoteCall(name.empty() ? "UNKNOWN" : name);
    work->command = static_cast<Smb2Command>(work->header.command);
    if (!name.empty())
    {
        work->request = DeserializeSmb2Request(work->command, reader, StoresData());
    }
    EnterThread([this, work, isGood = !reader.HasFailed(), isHere = !name.empty()]() {
        if (!isGood || !isHere)
        {
            Finish(work, isHere ? Smb2Status::INVALID_PARAMETER : Smb2Status::NOT_SUPPORTED);
            return;
        }
        Serve(work);
    });
}

void
SmbServer::HandleEnd(Ptr<FileServiceConnection> connection)
{
    m_granted.erase(connection);
    for (auto file = m_open.begin(); file != m_open.end();)
    {
        const auto open = file->second;
        file = open.connection == connection ? m_open.erase(file) : std::next(file);
        if (open.connection == connection && open.handle != 0)
        {
            Ask(MakeRequest(FileOperation::CLOSE, "", open.handle), [](auto /* request */) {});
        }
    }
}

void
SmbServer::Restart()
{
    m_granted.clear();
    for (const auto& [id, open] : std::exchange(m_open, {}))
    {
        if (open.handle != 0)
        {
            Ask(MakeRequest(FileOperation::CLOSE, "", open.handle), [](auto /* request */) {});
        }
    }
}

void
SmbServer::Serve(Ptr<Work> work)
{
    switch (work->command)
    {
    case Smb2Command::NEGOTIATE:
        work->response.maxReadSize = m_maxReadSize;
        work->response.maxWriteSize = m_maxWriteSize;
        Finish(work);
        break;
    case Smb2Command::SESSION_SETUP:
        work->header.sessionId = ++m_lastSession;
        Finish(work);
        break;
    case Smb2Command::TREE_CONNECT:
        work->header.treeId = 1;
        Finish(work);
        break;
    case Smb2Command::CREATE:
        CreateFile(work);
        break;
    case Smb2Command::CLOSE:
        CloseFile(work);
        break;
    default:
        ServeFile(work);
    }
}

void
SmbServer::ServeFile(Ptr<Work> work)
{
    const auto found = m_open.find(work->request.fileId);
    if (found == m_open.end() || found->second.connection != work->connection)
    {
        Finish(work, Smb2Status::FILE_CLOSED);
        return;
    }
    auto& open = found->second;
    switch (work->command)
    {
    case Smb2Command::READ:
        Read(work, open);
        break;
    case Smb2Command::WRITE:
        Write(work, open);
        break;
    case Smb2Command::FLUSH:
        Try(work,
            MakeRequest(FileOperation::SYNC, open.path, open.handle),
            [this, work](auto /* request */) { Finish(work); });
        break;
    case Smb2Command::QUERY_DIRECTORY:
        QueryDirectory(work, open);
        break;
    case Smb2Command::QUERY_INFO:
        Try(work, MakeRequest(FileOperation::STAT, open.path), [this, work](auto request) {
            work->response.attributes = request->attributes;
            Finish(work);
        });
        break;
    default:
        SetInformation(work, open);
    }
}

void
SmbServer::CreateFile(Ptr<Work> work)
{
    auto& request = work->request;
    request.path.insert(0, "/");
    if (request.wantsData)
    {
        const auto disposition = request.disposition;
        auto open = MakeRequest(FileOperation::OPEN, request.path);
        open->flags.exclusive = disposition == Smb2Disposition::CREATE;
        open->flags.create = open->flags.exclusive || disposition == Smb2Disposition::OPEN_IF ||
                             disposition == Smb2Disposition::OVERWRITE_IF;
        open->flags.truncate = disposition == Smb2Disposition::OVERWRITE ||
                               disposition == Smb2Disposition::OVERWRITE_IF;
        Try(work, open, [this, work](auto open) { Opened(work, open->attributes, open->handle); });
        return;
    }
    Ask(MakeRequest(FileOperation::STAT, request.path),
        [this, work](auto stat) { CreateWithoutData(work, stat->status, stat->attributes); });
}

void
SmbServer::CreateWithoutData(Ptr<Work> work, FileStatus status, const FileAttributes& attributes)
{
    const auto& request = work->request;
    const bool makes = request.disposition == Smb2Disposition::CREATE && request.isDirectory;
    if (status == FileStatus::NOT_FOUND && makes)
    {
        Try(work,
            MakeRequest(FileOperation::MAKE_DIRECTORY, request.path),
            [this, work](auto /* request */) {
                FileAttributes attributes;
                attributes.directory = true;
                attributes.modified = Simulator::Now();
                Opened(work, attributes, 0);
            });
    }
    else if (status != FileStatus::OK)
    {
        Finish(work, ToSmb2Status(status));
    }
    else if (makes)
    {
        Finish(work, Smb2Status::OBJECT_NAME_COLLISION);
    }
    else if (attributes.directory ? request.isFile : request.isDirectory)
    {
        Finish(work,
               request.isFile ? Smb2Status::FILE_IS_A_DIRECTORY : Smb2Status::NOT_A_DIRECTORY);
    }
    else
    {
        Opened(work, attributes, 0);
    }
}

void
SmbServer::Opened(Ptr<Work> work, const FileAttributes& attributes, FileHandle handle)
{
    auto& open = m_open[++m_lastFile];
    open.connection = work->connection;
    open.path = work->request.path;
    open.handle = handle;
    open.isDirectory = attributes.directory;
    work->response.fileId = m_lastFile;
    work->response.attributes = attributes;
    Finish(work);
}

void
SmbServer::CloseFile(Ptr<Work> work)
{
    const auto found = m_open.find(work->request.fileId);
    if (found == m_open.end() || found->second.connection != work->connection)
    {
        Finish(work, Smb2Status::FILE_CLOSED);
        return;
    }
    const auto open = found->second;
    m_open.erase(found);
    const auto remove = [this, work, open](auto /* request */) {
        if (!open.deleteOnClose)
        {
            Finish(work);
            return;
        }
        const auto operation =
            open.isDirectory ? FileOperation::REMOVE_DIRECTORY : FileOperation::UNLINK;
        Try(work, MakeRequest(operation, open.path), [this, work](auto /* request */) {
            Finish(work);
        });
    };
    if (open.handle == 0)
    {
        remove(nullptr);
    }
    else
    {
        Try(work, MakeRequest(FileOperation::CLOSE, open.path, open.handle), remove);
    }
}

void
SmbServer::Read(Ptr<Work> work, const OpenFile& open)
{
    auto request = MakeRequest(FileOperation::READ, open.path, open.handle);
    request->offset = work->request.offset;
    request->bytes = std::min(work->request.bytes, m_maxReadSize);
    Try(work, request, [this, work](auto request) {
        work->response.payload.bytes = request->done;
        work->response.payload.data = StoresData() ? request->data : nullptr;
        Finish(work, request->done == 0 ? Smb2Status::END_OF_FILE : Smb2Status::OK);
    });
}

void
SmbServer::Write(Ptr<Work> work, const OpenFile& open)
{
    auto request = MakeRequest(FileOperation::WRITE, open.path, open.handle);
    request->offset = work->request.offset;
    request->bytes = work->request.payload.bytes;
    request->data = work->request.payload.data;
    Try(work, request, [this, work](auto request) {
        work->response.bytes = request->done;
        if (!work->request.writeThrough)
        {
            Finish(work);
            return;
        }
        Try(work,
            MakeRequest(FileOperation::SYNC, request->path, request->handle),
            [this, work](auto /* request */) { Finish(work); });
    });
}

void
SmbServer::QueryDirectory(Ptr<Work> work, const OpenFile& open)
{
    if (open.isListed)
    {
        FillNames(work);
        return;
    }
    Try(work, MakeRequest(FileOperation::LIST, open.path), [this, work](auto request) {
        const auto found = m_open.find(work->request.fileId);
        if (found == m_open.end())
        {
            Finish(work, Smb2Status::FILE_CLOSED);
            return;
        }
        auto& names = found->second.names;
        names.assign(request->names.rbegin(), request->names.rend());
        names.insert(names.end(), {"..", "."});
        found->second.isListed = true;
        FillNames(work);
    });
}

void
SmbServer::FillNames(Ptr<Work> work)
{
    auto& left = m_open.at(work->request.fileId).names;
    auto& names = work->response.names;
    uint32_t bytes = 0;
    while (!left.empty())
    {
        bytes += GetSmb2EntrySize(left.back());
        if (bytes > std::min(work->request.bytes, m_maxReadSize) && !names.empty())
        {
            break;
        }
        names.push_back(std::move(left.back()));
        left.pop_back();
    }
    Finish(work, names.empty() ? Smb2Status::NO_MORE_FILES : Smb2Status::OK);
}

void
SmbServer::SetInformation(Ptr<Work> work, OpenFile& open)
{
    const auto finish = [this, work](auto /* request */) { Finish(work); };
    auto request = MakeRequest(FileOperation::TRUNCATE, open.path, open.handle);
    switch (work->request.information)
    {
    case Smb2Information::END_OF_FILE:
        request->offset = work->request.offset;
        Try(work, request, finish);
        break;
    case Smb2Information::RENAME:
        request = MakeRequest(FileOperation::RENAME, open.path);
        request->newPath = "/" + work->request.path;
        Try(work, request, [this, work](auto request) {
            if (const auto found = m_open.find(work->request.fileId); found != m_open.end())
            {
                found->second.path = request->newPath;
            }
            Finish(work);
        });
        break;
    case Smb2Information::DISPOSITION:
        open.deleteOnClose = !open.isDirectory;
        if (!open.isDirectory)
        {
            Finish(work);
            break;
        }
        // A directory with names is refused now, and not when it is closed.
        Try(work, MakeRequest(FileOperation::LIST, open.path), [this, work](auto request) {
            const auto found = m_open.find(work->request.fileId);
            const bool isEmpty = request->names.empty();
            if (found != m_open.end())
            {
                found->second.deleteOnClose = isEmpty;
            }
            Finish(work, isEmpty ? Smb2Status::OK : Smb2Status::DIRECTORY_NOT_EMPTY);
        });
        break;
    default:
        Finish(work, Smb2Status::NOT_SUPPORTED);
    }
}

void
SmbServer::Try(Ptr<Work> work, Ptr<FileRequest> request, Answer answer)
{
    Ask(request, [self = Ptr<SmbServer>(this), work, answer](auto request) {
        if (request->status == FileStatus::OK)
        {
            answer(request);
        }
        else
        {
            self->Finish(work, ToSmb2Status(request->status));
        }
    });
}

void
SmbServer::Finish(Ptr<Work> work, Smb2Status status)
{
    auto& header = work->header;
    header.credits = Grant(work);
    header.status = status;
    header.isResponse = true;
    FileServiceWriter writer;
    header.Serialize(writer);
    if (status == Smb2Status::OK)
    {
        SerializeSmb2Response(work->command, work->response, writer);
    }
    else
    {
        SerializeSmb2Error(writer);
        work->response.payload = {};
    }
    const auto name = GetSmb2CommandName(header.command);
    NoteReply(name.empty() ? "UNKNOWN" : name, work->arrived);
    work->connection->Send(writer, work->response.payload);
    LeaveThread();
}

uint16_t
SmbServer::Grant(Ptr<const Work> work)
{
    if (!work->connection->IsOpen())
    {
        return 0;
    }
    // A client begins with one credit (MS-SMB2, 3.2.5.1).
    auto& granted = m_granted.try_emplace(work->connection, 1).first->second;
    granted -= std::min<uint32_t>(granted, std::max<uint16_t>(work->header.creditCharge, 1));
    const auto room = m_credits - std::min(m_credits, granted);
    const auto grant = std::min<uint32_t>(std::max<uint16_t>(work->header.credits, 1), room);
    granted += grant;
    return grant;
}

} // namespace ns3
