/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "smb-server.h"

#include "smb-dialect.h"
#include "smb-fields.h"
#include "smb2-chain.h"

#include "ns3/boolean.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"
#include "ns3/word-checker.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("SmbServer");

NS_OBJECT_ENSURE_REGISTERED(SmbServer);

namespace
{

/// Most bytes of a READ in NT LM 0.12, which tells clients no limit: those of the framing are more.
constexpr uint32_t LARGEST_READ = 8 << 20;
/// Bytes of replies that a foreign client has not taken beyond which its requests are not read.
constexpr uint64_t MOST_SMB_REPLY_BYTES = 16 << 20;
/// Most files that foreign clients have open.
constexpr std::size_t MOST_OPEN = 16384;
/// Flag of CLOSE: the response is to have attributes.
constexpr uint32_t POSTQUERY_ATTRIBUTES = 1;

} // namespace

TypeId
SmbServer::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::SmbServer")
            .SetParent<FileServiceServer>()
            .SetGroupName("HostIo")
            .AddConstructor<SmbServer>()
            .AddAttribute("Dialect",
                          "Dialect, which is its clients' too: 2.1 or NT LM 0.12",
                          EnumValue(SmbDialect::SMB_2_1),
                          MakeEnumAccessor<SmbDialect>(&SmbServer::m_dialect),
                          MakeWordChecker<SmbDialect>("Dialect",
                                                      {{SmbDialect::SMB_2_1, "2.1"},
                                                       {SmbDialect::NT_LM_0_12, "NT LM 0.12"}}))
            .AddAttribute("Credits",
                          "2.1: most credits that a client has, 1 to 8192",
                          UintegerValue(128),
                          MakeUintegerAccessor(&SmbServer::m_credits),
                          MakeUintegerChecker<uint32_t>(1, 8192))
            .AddAttribute("MaxReadSize",
                          "2.1: most bytes of a READ, 4096 to 8388608",
                          UintegerValue(1 << 20),
                          MakeUintegerAccessor(&SmbServer::m_maxReadSize),
                          MakeUintegerChecker<uint32_t>(4096, 8 << 20))
            .AddAttribute("MaxWriteSize",
                          "2.1: most bytes of a WRITE, 4096 to 8388608",
                          UintegerValue(1 << 20),
                          MakeUintegerAccessor(&SmbServer::m_maxWriteSize),
                          MakeUintegerChecker<uint32_t>(4096, 8 << 20))
            .AddAttribute("MaxMpxCount",
                          "NT LM 0.12: most requests that a client has outstanding, 1 to 32767",
                          UintegerValue(50),
                          MakeUintegerAccessor(&SmbServer::m_maxMpxCount),
                          MakeUintegerChecker<uint16_t>(1, 32767))
            .AddAttribute("MaxBufferSize",
                          "NT LM 0.12: most bytes of a message, 1024 to 65535; see LargeTransfers",
                          UintegerValue(16644),
                          MakeUintegerAccessor(&SmbServer::m_maxBufferSize),
                          MakeUintegerChecker<uint32_t>(1024, 65535))
            .AddAttribute("LargeTransfers",
                          "NT LM 0.12: READ_ANDX and WRITE_ANDX may be larger than MaxBufferSize "
                          "(CAP_LARGE_READX, CAP_LARGE_WRITEX)",
                          BooleanValue(true),
                          MakeBooleanAccessor(&SmbServer::m_largeTransfers),
                          MakeBooleanChecker())
            .AddAttribute("ForeignClients",
                          "2.1: serve clients of other systems, which log in by NTLMSSP",
                          BooleanValue(false),
                          MakeBooleanAccessor(&SmbServer::m_isForeign),
                          MakeBooleanChecker())
            .AddAttribute("TimeOfDay",
                          "ForeignClients: what is added to times that clients see",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&SmbServer::m_timeOfDay),
                          MakeTimeChecker(Time(0)));
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
    if (m_isForeign && !m_clients.contains(connection))
    {
        connection->SetLimits(m_credits, MOST_SMB_REPLY_BYTES);
    }
    if (m_isForeign && Smb2Chain::IsSmb1(message))
    {
        AcceptMultiProtocol(connection, message);
    }
    else if (m_isForeign && Smb2Chain::IsCompound(message))
    {
        AcceptChain(connection, message);
    }
    else
    {
        Accept(connection, message, nullptr);
    }
}

void
SmbServer::Accept(Ptr<FileServiceConnection> connection,
                  const FileServiceMessage& message,
                  Ptr<Chain> chain)
{
    FileServiceReader reader(message);
    auto work = Create<Work>();
    work->connection = connection;
    work->arrived = Simulator::Now();
    work->chain = chain;
    work->header = m_codec->DeserializeHeader(reader);
    if (reader.HasFailed())
    {
        Drop(connection);
        return;
    }
    work->command = m_codec->Identify(work->header, reader);
    NoteCall(m_codec->GetName(work->command));
    if (work->command == SmbCommand::CANCEL)
    {
        // Nothing waits for an event, so that there is nothing to take back.
        connection->Forgo();
        return;
    }
    if (work->command == SmbCommand::UNKNOWN)
    {
        Enter(work, SmbStatus::NOT_SUPPORTED);
        return;
    }
    work->request = m_codec->DeserializeRequest(work->command, reader, StoresData());
    const auto fault = reader.HasFailed() ? SmbStatus::INVALID_PARAMETER : SmbStatus::OK;
    const auto inherited = chain ? Inherit(*work) : SmbStatus::OK;
    Enter(work, fault == SmbStatus::OK ? inherited : fault);
}

void
SmbServer::Enter(Ptr<Work> work, SmbStatus status)
{
    EnterThread([this, work, status]() {
        const auto admitted = status == SmbStatus::OK && m_isForeign ? Admit(*work) : status;
        if (admitted != SmbStatus::OK)
        {
            Finish(work, admitted);
            return;
        }
        Serve(work);
    });
}

void
SmbServer::HandleEnd(Ptr<FileServiceConnection> connection)
{
    m_clients.erase(connection);
    CloseOpen([connection](const auto& open) { return open.connection == connection; });
}

void
SmbServer::Restart()
{
    m_codec = &GetSmbCodec(m_dialect);
    m_clients.clear();
    CloseOpen([](const auto& /* open */) { return true; });
}

void
SmbServer::CloseOpen(const OpenFilter& isMeant)
{
    for (auto file = m_open.begin(); file != m_open.end();)
    {
        if (!isMeant(file->second))
        {
            ++file;
            continue;
        }
        const auto open = std::move(file->second);
        file = m_open.erase(file);
        if (open.handle != 0)
        {
            Ask(MakeRequest(FileOperation::CLOSE, "", open.handle), [](auto /* request */) {});
        }
        if (open.deleteOnClose)
        {
            RemoveClosed(open, [](auto /* request */) {});
        }
    }
}

void
SmbServer::Serve(Ptr<Work> work)
{
    switch (work->command)
    {
    case SmbCommand::NEGOTIATE:
        Negotiate(work);
        break;
    case SmbCommand::SESSION_SETUP:
        SetUpSession(work);
        break;
    case SmbCommand::TREE_CONNECT:
        ConnectTree(work);
        break;
    case SmbCommand::TREE_DISCONNECT:
    case SmbCommand::LOGOFF:
        Leave(work);
        break;
    case SmbCommand::IOCTL:
        Control(work);
        break;
    case SmbCommand::ECHO:
        Finish(work);
        break;
    case SmbCommand::CREATE:
    case SmbCommand::FIND_FIRST:
    case SmbCommand::QUERY_PATH:
    case SmbCommand::DELETE:
    case SmbCommand::RENAME:
    case SmbCommand::CREATE_DIRECTORY:
    case SmbCommand::DELETE_DIRECTORY:
        ServeName(work);
        break;
    case SmbCommand::CLOSE:
        CloseFile(work);
        break;
    default:
        ServeFile(work);
    }
}

SmbLimits
SmbServer::GetLimits() const
{
    SmbLimits limits;
    limits.maxReadSize = m_maxReadSize;
    limits.maxWriteSize = m_maxWriteSize;
    limits.maxOutstanding = m_maxMpxCount;
    limits.maxBufferSize = m_maxBufferSize;
    limits.hasLargeTransfers = m_largeTransfers;
    return limits;
}

SmbServer::OpenFile*
SmbServer::FindOpen(Ptr<const Work> work)
{
    const auto found = m_open.find(work->request.fileId);
    const bool isOpen = found != m_open.end() && found->second.connection == work->connection;
    return isOpen ? &found->second : nullptr;
}

SmbServer::OpenFile*
SmbServer::AddOpen(Ptr<Work> work)
{
    const auto largest = m_codec->GetTraits().largestFileId;
    if (m_open.size() >= largest || (m_isForeign && m_open.size() >= MOST_OPEN))
    {
        return nullptr;
    }
    do
    {
        m_lastFile = m_lastFile >= largest ? 1 : m_lastFile + 1;
    } while (m_open.contains(m_lastFile));
    work->response.fileId = m_lastFile;
    auto& open = m_open[m_lastFile];
    open.connection = work->connection;
    open.treeId = work->header.treeId;
    open.path = work->request.path;
    open.access = work->request.access;
    return &open;
}

void
SmbServer::ServeName(Ptr<Work> work)
{
    auto& path = work->request.path;
    path.insert(0, "/");
    const auto finish = [this, work](auto /* request */) { Finish(work); };
    if (m_isForeign)
    {
        CreateForeign(work);
        return;
    }
    switch (work->command)
    {
    case SmbCommand::CREATE:
        CreateFile(work);
        break;
    case SmbCommand::FIND_FIRST:
        FindFirst(work);
        break;
    case SmbCommand::RENAME:
        Rename(work);
        break;
    case SmbCommand::QUERY_PATH:
        Try(work, MakeRequest(FileOperation::STAT, path), [this, work](auto request) {
            work->response.attributes = request->attributes;
            Finish(work);
        });
        break;
    case SmbCommand::DELETE:
        Try(work, MakeRequest(FileOperation::UNLINK, path), finish);
        break;
    case SmbCommand::CREATE_DIRECTORY:
        Try(work, MakeRequest(FileOperation::MAKE_DIRECTORY, path), finish);
        break;
    default:
        Try(work, MakeRequest(FileOperation::REMOVE_DIRECTORY, path), finish);
    }
}

void
SmbServer::Rename(Ptr<Work> work)
{
    auto rename = MakeRequest(FileOperation::RENAME, work->request.path);
    rename->newPath = "/" + work->request.newPath;
    Ask(MakeRequest(FileOperation::STAT, rename->newPath), [this, work, rename](auto stat) {
        if (stat->status == FileStatus::OK)
        {
            // Whether the old name exists comes first (MS-CIFS, 3.3.5.10).
            Try(work,
                MakeRequest(FileOperation::STAT, rename->path),
                [this, work](auto /* request */) {
                    Finish(work, SmbStatus::OBJECT_NAME_COLLISION);
                });
            return;
        }
        Try(work, rename, [this, work](auto /* request */) { Finish(work); });
    });
}

void
SmbServer::FindFirst(Ptr<Work> work)
{
    Try(work, MakeRequest(FileOperation::LIST, work->request.path), [this, work](auto request) {
        auto* search = AddOpen(work);
        if (!search)
        {
            Finish(work, SmbStatus::TOO_MANY_OPENED_FILES);
            return;
        }
        search->isSearch = true;
        work->request.fileId = work->response.fileId;
        SetNames(*search, request->names);
        FillNames(work);
    });
}

void
SmbServer::ServeFile(Ptr<Work> work)
{
    auto* found = FindOpen(work);
    if (!found)
    {
        Finish(work, m_codec->GetTraits().badFile);
        return;
    }
    auto& open = *found;
    const auto access = m_isForeign ? CheckAccess(*work, open) : SmbStatus::OK;
    if (access != SmbStatus::OK)
    {
        Finish(work, access);
        return;
    }
    switch (work->command)
    {
    case SmbCommand::READ:
        Read(work, open);
        break;
    case SmbCommand::WRITE:
        Write(work, open);
        break;
    case SmbCommand::FLUSH:
        Flush(work, open);
        break;
    case SmbCommand::QUERY_DIRECTORY:
        m_isForeign ? QueryForeignDirectory(work, open) : QueryDirectory(work, open);
        break;
    case SmbCommand::QUERY_INFO:
        QueryInformation(work, open);
        break;
    default:
        m_isForeign ? SetForeignInformation(work, open) : SetInformation(work, open);
    }
}

void
SmbServer::CreateFile(Ptr<Work> work)
{
    const auto& request = work->request;
    if (SmbFields::WantsContents(request))
    {
        const auto disposition = request.disposition;
        auto open = MakeRequest(FileOperation::OPEN, request.path);
        open->flags.exclusive = disposition == SmbDisposition::CREATE;
        open->flags.create = open->flags.exclusive || disposition == SmbDisposition::OPEN_IF ||
                             disposition == SmbDisposition::OVERWRITE_IF;
        open->flags.truncate =
            disposition == SmbDisposition::OVERWRITE || disposition == SmbDisposition::OVERWRITE_IF;
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
    const bool makes = request.disposition == SmbDisposition::CREATE && request.isDirectory;
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
        Finish(work, ToSmbStatus(status));
    }
    else if (makes)
    {
        Finish(work, SmbStatus::OBJECT_NAME_COLLISION);
    }
    else if (attributes.directory ? request.isFile : request.isDirectory)
    {
        Finish(work, request.isFile ? SmbStatus::FILE_IS_A_DIRECTORY : SmbStatus::NOT_A_DIRECTORY);
    }
    else
    {
        Opened(work, attributes, 0);
    }
}

void
SmbServer::Opened(Ptr<Work> work, const FileAttributes& attributes, FileHandle handle)
{
    auto* open = AddOpen(work);
    if (!open)
    {
        if (handle != 0)
        {
            Ask(MakeRequest(FileOperation::CLOSE, "", handle), [](auto /* request */) {});
        }
        Finish(work, SmbStatus::TOO_MANY_OPENED_FILES);
        return;
    }
    open->handle = handle;
    open->inode = attributes.inode;
    open->isDirectory = attributes.directory;
    open->deleteOnClose = m_isForeign && (work->request.options & SmbFields::DELETE_ON_CLOSE) != 0;
    work->response.attributes = m_isForeign ? GetForeignAttributes(attributes) : attributes;
    Finish(work);
}

void
SmbServer::CloseFile(Ptr<Work> work)
{
    const auto* found = FindOpen(work);
    if (!found)
    {
        Finish(work, m_codec->GetTraits().badFile);
        return;
    }
    const auto open = *found;
    m_open.erase(work->request.fileId);
    const auto remove = [this, work, open](auto /* request */) {
        if (!open.deleteOnClose)
        {
            Finish(work);
            return;
        }
        RemoveClosed(open,
                     [this, work](auto request) { Finish(work, ToSmbStatus(request->status)); });
    };
    const auto close = [this, work, open, remove]() {
        if (open.handle == 0)
        {
            remove(nullptr);
            return;
        }
        Try(work, MakeRequest(FileOperation::CLOSE, open.path, open.handle), remove);
    };
    if (!m_isForeign || (work->request.flags & POSTQUERY_ATTRIBUTES) == 0)
    {
        close();
        return;
    }
    Ask(MakeRequest(FileOperation::STAT, open.path), [this, work, close](auto request) {
        work->response.hasAttributes = request->status == FileStatus::OK;
        work->response.attributes = GetForeignAttributes(request->attributes);
        close();
    });
}

void
SmbServer::RemoveClosed(const OpenFile& open, Answer answer)
{
    m_lastWrites.erase(open.inode);
    Ask(MakeRequest(open.isDirectory ? FileOperation::REMOVE_DIRECTORY : FileOperation::UNLINK,
                    open.path),
        std::move(answer));
}

void
SmbServer::Read(Ptr<Work> work, const OpenFile& open)
{
    auto request = MakeRequest(FileOperation::READ, open.path, open.handle);
    request->offset = work->request.offset;
    const auto most = m_dialect == SmbDialect::SMB_2_1 ? m_maxReadSize : LARGEST_READ;
    request->bytes = std::min(work->request.bytes, most);
    Try(work, request, [this, work](auto request) {
        work->response.payload.bytes = request->done;
        work->response.payload.data = StoresData() ? request->data : nullptr;
        const bool isEnd = request->done == 0 && (!m_isForeign || request->bytes > 0);
        Finish(work, isEnd ? m_codec->GetTraits().endOfFile : SmbStatus::OK);
    });
}

void
SmbServer::Write(Ptr<Work> work, const OpenFile& open)
{
    auto request = MakeRequest(FileOperation::WRITE, open.path, open.handle);
    request->offset = work->request.offset;
    request->bytes = work->request.payload.bytes;
    request->data = work->request.payload.data;
    m_lastWrites.erase(open.inode);
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
            Finish(work, m_codec->GetTraits().badFile);
            return;
        }
        SetNames(found->second, request->names);
        FillNames(work);
    });
}

void
SmbServer::SetNames(OpenFile& open, const std::vector<std::string>& names)
{
    open.names.assign(names.rbegin(), names.rend());
    open.names.insert(open.names.end(), {"..", "."});
    open.isListed = true;
}

void
SmbServer::FillNames(Ptr<Work> work)
{
    const auto found = m_open.find(work->request.fileId);
    auto& left = found->second.names;
    auto& names = work->response.names;
    uint32_t bytes = 0;
    while (!left.empty())
    {
        bytes += SmbFields::GetEntrySize(left.back());
        if (bytes > std::min(work->request.bytes, m_maxReadSize) && !names.empty())
        {
            break;
        }
        names.push_back(std::move(left.back()));
        left.pop_back();
    }
    const auto status = names.empty() ? SmbStatus::NO_MORE_FILES : SmbStatus::OK;
    work->response.isLast = left.empty();
    if (found->second.isSearch && left.empty())
    {
        m_open.erase(found);
    }
    Finish(work, status);
}

void
SmbServer::SetInformation(Ptr<Work> work, OpenFile& open)
{
    const auto finish = [this, work](auto /* request */) { Finish(work); };
    auto request = MakeRequest(FileOperation::TRUNCATE, open.path, open.handle);
    switch (work->request.information)
    {
    case SmbInformation::END_OF_FILE:
        request->offset = work->request.offset;
        Try(work, request, finish);
        break;
    case SmbInformation::RENAME:
        request = MakeRequest(FileOperation::RENAME, open.path);
        request->newPath = "/" + work->request.newPath;
        Try(work, request, [this, work](auto request) {
            MoveOpen(request->path, request->newPath);
            Finish(work);
        });
        break;
    case SmbInformation::DISPOSITION:
        SetDisposition(work, open);
        break;
    default:
        Finish(work, SmbStatus::NOT_SUPPORTED);
    }
}

void
SmbServer::SetDisposition(Ptr<Work> work, OpenFile& open)
{
    open.deleteOnClose = !open.isDirectory;
    if (!open.isDirectory)
    {
        Finish(work);
        return;
    }
    // A directory with names is refused now, and not when it is closed.
    Try(work, MakeRequest(FileOperation::LIST, open.path), [this, work](auto request) {
        const auto found = m_open.find(work->request.fileId);
        const bool isEmpty = request->names.empty();
        if (found != m_open.end())
        {
            found->second.deleteOnClose = isEmpty;
        }
        Finish(work, isEmpty ? SmbStatus::OK : SmbStatus::DIRECTORY_NOT_EMPTY);
    });
}

void
SmbServer::MoveOpen(const std::string& from, const std::string& to)
{
    for (auto& [id, open] : m_open)
    {
        if (open.path == from || open.path.starts_with(from + "/"))
        {
            open.path.replace(0, from.size(), to);
        }
    }
}

Ptr<FileRequest>
SmbServer::MakeRequest(FileOperation operation, const std::string& path, FileHandle handle)
{
    auto request = Create<FileRequest>(operation);
    request->path = path;
    request->handle = handle;
    return request;
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
            self->Finish(work, ToSmbStatus(request->status));
        }
    });
}

void
SmbServer::Finish(Ptr<Work> work, SmbStatus status)
{
    auto& header = work->header;
    header.credits = Grant(work);
    header.status = status;
    header.isResponse = true;
    header.isRelated = false;
    FileServiceWriter writer;
    m_codec->SerializeHeader(header, writer);
    if (HasSmbBody(status))
    {
        m_codec->SerializeResponse(work->command, work->response, writer);
    }
    else
    {
        m_codec->SerializeError(writer);
        work->response.payload = {};
    }
    NoteReply(m_codec->GetName(work->command), work->arrived);
    work->connection->Send(writer, work->response.payload);
    LeaveThread();
    if (work->chain)
    {
        ServeNext(work);
    }
}

uint16_t
SmbServer::Grant(Ptr<const Work> work)
{
    if (!work->connection->IsOpen())
    {
        return 0;
    }
    // A client begins with one credit (MS-SMB2, 3.2.5.1).
    auto& granted = m_clients[work->connection].credits;
    granted -= std::min<uint32_t>(granted, std::max<uint16_t>(work->header.creditCharge, 1));
    const auto room = m_credits - std::min(m_credits, granted);
    const auto grant = std::min<uint32_t>(std::max<uint16_t>(work->header.credits, 1), room);
    granted += grant;
    return grant;
}

} // namespace ns3
