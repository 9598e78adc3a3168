/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "smb-client.h"

#include "smb2-codec.h"

#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("SmbClient");

NS_OBJECT_ENSURE_REGISTERED(SmbClient);

namespace
{

/// Bytes that a credit stands for (MS-SMB2, 3.1.5.2).
constexpr uint32_t CREDIT_BYTES = 65536;

/// Credits that a client asks for at first.
constexpr uint16_t INITIAL_CREDITS = 128;

/// Most bytes of names in a response.
constexpr uint32_t DIRECTORY_READ_BYTES = 65536;

/**
 * @param path a path
 * @return the same below the share: without the first slash, and no slash twice
 */
std::string
GetShareName(const std::string& path)
{
    std::string name;
    for (const auto& part : SplitFilePath(path))
    {
        name += (name.empty() ? "" : "/") + part;
    }
    return name;
}

/**
 * @param path a path
 * @param isDirectory whether only a directory will do
 * @return a CREATE that opens it without its contents
 */
Smb2Request
MakeNameRequest(const std::string& path, bool isDirectory = false)
{
    Smb2Request request;
    request.path = GetShareName(path);
    request.isDirectory = isDirectory;
    return request;
}

} // namespace

TypeId
SmbClient::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::SmbClient")
            .SetParent<FileServiceClient>()
            .SetGroupName("HostIo")
            .AddConstructor<SmbClient>()
            .AddAttribute("ReadSize",
                          "Most bytes of a READ, 4096 to 8388608",
                          UintegerValue(65536),
                          MakeUintegerAccessor(&SmbClient::m_readSize),
                          MakeUintegerChecker<uint32_t>(4096, 8 << 20))
            .AddAttribute("WriteSize",
                          "Most bytes of a WRITE, 4096 to 8388608",
                          UintegerValue(65536),
                          MakeUintegerAccessor(&SmbClient::m_writeSize),
                          MakeUintegerChecker<uint32_t>(4096, 8 << 20))
            .AddAttribute("Multiplex",
                          "Most READs and WRITEs outstanding for each open file, at least 1",
                          UintegerValue(1),
                          MakeUintegerAccessor(&SmbClient::m_multiplex),
                          MakeUintegerChecker<uint32_t>(1));
    return tid;
}

void
SmbClient::Invoke(Smb2Command command, const Smb2Request& request, Answered answered)
{
    m_waiting.push_back({command, request, std::move(answered), Simulator::Now()});
    NeedConnection();
    SendWaiting();
}

uint32_t
SmbClient::GetCredits() const
{
    return m_credits;
}

std::size_t
SmbClient::GetNOutstanding() const
{
    return m_sent.size();
}

void
SmbClient::DoDispose()
{
    m_sent.clear();
    m_waiting.clear();
    m_open.clear();
    FileServiceClient::DoDispose();
}

FileServiceFraming
SmbClient::GetFraming() const
{
    return FileServiceFraming::NETBIOS;
}

void
SmbClient::HandleConnected()
{
    m_credits = 1;
    m_messageId = 0;
    m_sessionId = 0;
    m_treeId = 0;
    LogIn();
}

void
SmbClient::LogIn()
{
    const auto step = [this](Smb2Command command, const Smb2Request& request, auto next) {
        Send({command,
              request,
              [this, next](Smb2Status status, const Smb2Response& response) {
                  if (status == Smb2Status::OK)
                  {
                      next(response);
                  }
              },
              Simulator::Now()},
             1);
    };
    step(Smb2Command::NEGOTIATE, {}, [this, step](const Smb2Response& negotiated) {
        const auto most = m_credits * CREDIT_BYTES;
        m_reading.pieceBytes = std::min({m_readSize, negotiated.maxReadSize, most});
        m_reading.keepsData = StoresData();
        m_writing.pieceBytes = std::min({m_writeSize, negotiated.maxWriteSize, most});
        m_writing.limit = INT64_MAX;
        if (m_reading.pieceBytes == 0 || m_writing.pieceBytes == 0)
        {
            LoseConnection("the server takes no data");
            return;
        }
        step(Smb2Command::SESSION_SETUP, {}, [this, step](const Smb2Response& /* response */) {
            Smb2Request share;
            share.path = "//server/share";
            step(Smb2Command::TREE_CONNECT, share, [this](const Smb2Response& /* response */) {
                m_isLoggedIn = true;
                SetMounted();
                SendWaiting();
            });
        });
    });
}

void
SmbClient::HandleMessage(const FileServiceMessage& message)
{
    FileServiceReader reader(message);
    Smb2Header header;
    header.Deserialize(reader);
    const auto found = m_sent.find(header.messageId);
    if (reader.HasFailed() || !header.isResponse || found == m_sent.end())
    {
        LoseConnection("what arrived is no response");
        return;
    }
    const auto pending = std::move(found->second);
    m_sent.erase(found);
    m_credits += header.credits;
    m_sessionId = std::max(m_sessionId, header.sessionId);
    m_treeId = std::max(m_treeId, header.treeId);
    NoteReply(GetSmb2CommandName(static_cast<uint16_t>(pending.command)), pending.issued);
    Smb2Response response;
    auto status = header.status;
    if (status == Smb2Status::OK)
    {
        response = DeserializeSmb2Response(pending.command, reader, StoresData());
    }
    if (reader.HasFailed())
    {
        NS_LOG_WARN("a response is malformed");
        response = Smb2Response();
        status = Smb2Status::IO_DEVICE_ERROR;
    }
    SendWaiting();
    pending.answered(status, response);
}

void
SmbClient::HandleLost()
{
    FailAll();
}

void
SmbClient::HandleGivenUp()
{
    FailAll();
}

void
SmbClient::FailAll()
{
    m_isLoggedIn = false;
    for (auto& [handle, open] : m_open)
    {
        open.isStale = true;
    }
    const auto sent = std::exchange(m_sent, {});
    const auto waiting = std::exchange(m_waiting, {});
    for (const auto& [id, pending] : sent)
    {
        pending.answered(Smb2Status::IO_DEVICE_ERROR, Smb2Response());
    }
    for (const auto& pending : waiting)
    {
        pending.answered(Smb2Status::IO_DEVICE_ERROR, Smb2Response());
    }
}

void
SmbClient::SendWaiting()
{
    while (m_isLoggedIn && !m_waiting.empty() && GetCharge(m_waiting.front()) <= m_credits)
    {
        auto pending = std::move(m_waiting.front());
        m_waiting.pop_front();
        const auto charge = GetCharge(pending);
        Send(std::move(pending), charge);
    }
}

void
SmbClient::Send(Pending pending, uint16_t charge)
{
    Smb2Header header;
    header.creditCharge = charge;
    header.command = static_cast<uint16_t>(pending.command);
    header.credits = pending.command == Smb2Command::NEGOTIATE ? INITIAL_CREDITS : charge;
    header.messageId = m_messageId;
    header.treeId = m_treeId;
    header.sessionId = m_sessionId;
    m_messageId += charge;
    m_credits -= charge;
    FileServiceWriter writer;
    header.Serialize(writer);
    SerializeSmb2Request(pending.command, pending.request, writer);
    NoteCall(GetSmb2CommandName(header.command));
    const auto payload = std::exchange(pending.request.payload, {});
    m_sent[header.messageId] = std::move(pending);
    GetConnection()->Send(writer, payload);
}

uint16_t
SmbClient::GetCharge(const Pending& pending)
{
    const auto& request = pending.request;
    const auto bytes = std::max(request.bytes, request.payload.bytes);
    return std::max<uint32_t>(1, (bytes + CREDIT_BYTES - 1) / CREDIT_BYTES);
}

void
SmbClient::DoSubmit(Ptr<FileRequest> request)
{
    request->done = 0;
    Simulator::ScheduleNow(&SmbClient::Start, Ptr<SmbClient>(this), request);
}

void
SmbClient::Start(Ptr<FileRequest> request)
{
    const bool hasPath = !request->path.empty() || request->operation == FileOperation::OPEN;
    const auto status = hasPath ? CheckFilePath(request->path) : FileStatus::OK;
    if (!IsReady() || status != FileStatus::OK)
    {
        Complete(request, IsReady() ? status : FileStatus::INPUT_OUTPUT);
        return;
    }
    const auto found = m_open.find(request->handle);
    switch (request->operation)
    {
    case FileOperation::OPEN:
        Open(request);
        break;
    case FileOperation::STAT:
        Stat(request);
        break;
    case FileOperation::LIST:
        request->names.clear();
        OpenName(request,
                 MakeNameRequest(request->path, true),
                 [this, request](const auto& opened) { List(request, opened.fileId); });
        break;
    case FileOperation::UNLINK:
    case FileOperation::REMOVE_DIRECTORY:
        Remove(request);
        break;
    case FileOperation::RENAME:
        Rename(request);
        break;
    case FileOperation::MAKE_DIRECTORY:
        MakeDirectory(request);
        break;
    case FileOperation::SYNC_ALL:
        // Nothing waits in this client.
        Complete(request, FileStatus::OK);
        break;
    default:
        if (found == m_open.end())
        {
            Complete(request, FileStatus::BAD_HANDLE);
            return;
        }
        StartOnHandle(request, found->second);
    }
}

void
SmbClient::StartOnHandle(Ptr<FileRequest> request, const OpenFile& open)
{
    const auto done = [this, request](FileStatus status) { Complete(request, status); };
    if (request->operation == FileOperation::CLOSE)
    {
        Close(request, open);
        return;
    }
    if (open.isStale)
    {
        Complete(request, FileStatus::STALE);
        return;
    }
    Smb2Request set;
    switch (request->operation)
    {
    case FileOperation::READ:
        open.file->GetContents().Read(request, true, done);
        break;
    case FileOperation::WRITE:
        Write(request, open);
        break;
    case FileOperation::TRUNCATE:
        set.fileId = open.file->GetFileId();
        set.information = Smb2Information::END_OF_FILE;
        set.offset = request->offset;
        Invoke(Smb2Command::SET_INFO, set, [done](Smb2Status status, const auto& /* response */) {
            done(ToFileStatus(status));
        });
        break;
    default:
        open.file->CommitRemote([done](FileStatus status, uint64_t) { done(status); });
    }
}

void
SmbClient::Open(Ptr<FileRequest> request)
{
    const auto& flags = request->flags;
    Smb2Request create;
    create.path = GetShareName(request->path);
    create.wantsData = true;
    create.isFile = true;
    create.disposition = flags.truncate ? Smb2Disposition::OVERWRITE : Smb2Disposition::OPEN;
    if (flags.create)
    {
        create.disposition =
            flags.truncate ? Smb2Disposition::OVERWRITE_IF : Smb2Disposition::OPEN_IF;
    }
    if (flags.create && flags.exclusive)
    {
        create.disposition = Smb2Disposition::CREATE;
    }
    OpenName(request, create, [this, request](const Smb2Response& opened) {
        const auto file = Create<SmbFile>(*this, opened.fileId, m_multiplex, m_reading, m_writing);
        file->SetWriteThrough(request->flags.synchronous);
        request->handle = ++m_lastHandle;
        request->attributes = opened.attributes;
        m_open.emplace(request->handle, OpenFile{file, request->flags});
        Complete(request, FileStatus::OK);
    });
}

void
SmbClient::Close(Ptr<FileRequest> request, const OpenFile& open)
{
    const auto file = open.file;
    const bool isStale = open.isStale;
    m_open.erase(request->handle);
    if (isStale)
    {
        Complete(request, FileStatus::STALE);
        return;
    }
    CloseName(request, file->GetFileId(), FileStatus::OK);
}

void
SmbClient::Write(Ptr<FileRequest> request, const OpenFile& open)
{
    const auto write = [this, request, file = open.file]() {
        if (request->offset > INT64_MAX || request->bytes > INT64_MAX - request->offset)
        {
            Complete(request, FileStatus::FILE_TOO_LARGE);
            return;
        }
        file->GetContents().Write(request, true, [this, request](FileStatus status) {
            Complete(request, status);
        });
    };
    if (!open.flags.append)
    {
        write();
        return;
    }
    Smb2Request query;
    query.fileId = open.file->GetFileId();
    Invoke(Smb2Command::QUERY_INFO,
           query,
           [this, request, write](Smb2Status status, const Smb2Response& response) {
               if (status != Smb2Status::OK)
               {
                   Complete(request, ToFileStatus(status));
                   return;
               }
               request->offset = response.attributes.bytes;
               write();
           });
}

void
SmbClient::Stat(Ptr<FileRequest> request)
{
    OpenName(request, MakeNameRequest(request->path), [this, request](const Smb2Response& opened) {
        const auto fileId = opened.fileId;
        Smb2Request query;
        query.fileId = fileId;
        Invoke(Smb2Command::QUERY_INFO,
               query,
               [this, request, fileId](Smb2Status status, const auto& response) {
                   request->attributes = response.attributes;
                   CloseName(request, fileId, ToFileStatus(status));
               });
    });
}

void
SmbClient::List(Ptr<FileRequest> request, uint64_t fileId)
{
    Smb2Request query;
    query.fileId = fileId;
    query.bytes = DIRECTORY_READ_BYTES;
    Invoke(Smb2Command::QUERY_DIRECTORY,
           query,
           [this, request, fileId](Smb2Status status, const Smb2Response& response) {
               for (const auto& name : response.names)
               {
                   if (name != "." && name != "..")
                   {
                       request->names.push_back(name);
                   }
               }
               if (status == Smb2Status::OK)
               {
                   List(request, fileId);
               }
               else
               {
                   CloseName(request, fileId, ToFileStatus(status));
               }
           });
}

void
SmbClient::Remove(Ptr<FileRequest> request)
{
    const bool isDirectory = request->operation == FileOperation::REMOVE_DIRECTORY;
    Smb2Request create;
    create.path = GetShareName(request->path);
    create.isDirectory = isDirectory;
    create.isFile = !isDirectory;
    if (create.path.empty())
    {
        Complete(request, isDirectory ? FileStatus::INVALID_ARGUMENT : FileStatus::IS_A_DIRECTORY);
        return;
    }
    OpenName(request, create, [this, request](const Smb2Response& opened) {
        Smb2Request set;
        set.fileId = opened.fileId;
        set.information = Smb2Information::DISPOSITION;
        SetAndClose(request, set);
    });
}

void
SmbClient::Rename(Ptr<FileRequest> request)
{
    const auto newName = GetShareName(request->newPath);
    const auto status = CheckFilePath(request->newPath);
    if (status != FileStatus::OK || newName.empty() || GetShareName(request->path).empty())
    {
        Complete(request, status == FileStatus::OK ? FileStatus::INVALID_ARGUMENT : status);
        return;
    }
    OpenName(request,
             MakeNameRequest(request->path),
             [this, request, newName](const Smb2Response& opened) {
                 Smb2Request set;
                 set.fileId = opened.fileId;
                 set.information = Smb2Information::RENAME;
                 set.path = newName;
                 SetAndClose(request, set);
             });
}

void
SmbClient::MakeDirectory(Ptr<FileRequest> request)
{
    Smb2Request create;
    create.path = GetShareName(request->path);
    create.isDirectory = true;
    create.disposition = Smb2Disposition::CREATE;
    OpenName(request, create, [this, request](const Smb2Response& opened) {
        CloseName(request, opened.fileId, FileStatus::OK);
    });
}

void
SmbClient::OpenName(Ptr<FileRequest> request, const Smb2Request& create, Opened opened)
{
    Invoke(Smb2Command::CREATE,
           create,
           [this, request, opened](Smb2Status status, const Smb2Response& response) {
               if (status == Smb2Status::OK)
               {
                   opened(response);
               }
               else
               {
                   Complete(request, ToFileStatus(status));
               }
           });
}

void
SmbClient::CloseName(Ptr<FileRequest> request, uint64_t fileId, FileStatus status)
{
    Smb2Request close;
    close.fileId = fileId;
    Invoke(Smb2Command::CLOSE,
           close,
           [this, request, status](Smb2Status closed, const Smb2Response& /* response */) {
               Complete(request, status == FileStatus::OK ? ToFileStatus(closed) : status);
           });
}

void
SmbClient::SetAndClose(Ptr<FileRequest> request, const Smb2Request& set)
{
    Invoke(Smb2Command::SET_INFO,
           set,
           [this, request, fileId = set.fileId](Smb2Status status, const auto& /* response */) {
               CloseName(request, fileId, ToFileStatus(status));
           });
}

} // namespace ns3
