/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "smb-client.h"

#include "smb-dialect.h"
#include "smb-fields.h"

#include "ns3/double.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"
#include "ns3/word-checker.h"

#include <algorithm>
#include <memory>
#include <sstream>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("SmbClient");

NS_OBJECT_ENSURE_REGISTERED(SmbClient);

namespace
{

/// Credits that a client wants to have.
constexpr uint32_t WANTED_CREDITS = 128;

/// The process that asks.
constexpr uint32_t PROCESS_ID = 1;

/**
 * @param server address and port of a server
 * @return the address as text
 */
std::string
FormatHost(const Address& server)
{
    std::ostringstream text;
    if (Inet6SocketAddress::IsMatchingType(server))
    {
        text << Inet6SocketAddress::ConvertFrom(server).GetIpv6();
    }
    else
    {
        text << InetSocketAddress::ConvertFrom(server).GetIpv4();
    }
    return text.str();
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
            .AddAttribute("Dialect",
                          "Dialect, which is the server's too: 2.1 or NT LM 0.12",
                          EnumValue(SmbDialect::SMB_2_1),
                          MakeEnumAccessor<SmbDialect>(&SmbClient::m_dialect),
                          MakeWordChecker<SmbDialect>("Dialect",
                                                      {{SmbDialect::SMB_2_1, "2.1"},
                                                       {SmbDialect::NT_LM_0_12, "NT LM 0.12"}}))
            .AddAttribute("ReadSize",
                          "Most bytes of a READ, up to 8388608; 0 for what Windows clients of the "
                          "dialect use: 65536 with 2.1, 61440 with NT LM 0.12",
                          UintegerValue(0),
                          MakeUintegerAccessor(&SmbClient::m_readSize),
                          MakeUintegerChecker<uint32_t>(0, 8 << 20))
            .AddAttribute("WriteSize",
                          "Most bytes of a WRITE, up to 8388608; 0 for what Windows clients of the "
                          "dialect use: 65536 with 2.1, 61440 with NT LM 0.12",
                          UintegerValue(0),
                          MakeUintegerAccessor(&SmbClient::m_writeSize),
                          MakeUintegerChecker<uint32_t>(0, 8 << 20))
            .AddAttribute("Multiplex",
                          "Most READs and WRITEs outstanding for each open file, at least 1",
                          UintegerValue(1),
                          MakeUintegerAccessor(&SmbClient::m_multiplex),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("Share",
                          "Name of a share of a server of another system, such as files; empty for "
                          "that of SmbServer, without ForeignClients",
                          StringValue(""),
                          MakeStringAccessor(&SmbClient::m_share),
                          MakeStringChecker())
            .AddAttribute("User",
                          "Name of the user who logs in to the server of Share; empty for none",
                          StringValue(""),
                          MakeStringAccessor(&SmbClient::m_user),
                          MakeStringChecker())
            .AddAttribute("Password",
                          "Password of User; empty for a guest",
                          StringValue(""),
                          MakeStringAccessor(&SmbClient::m_password),
                          MakeStringChecker())
            .AddAttribute("ResponseTimeout",
                          "Time that the server has for a response, above 0, before the connection "
                          "is given up (MS-SMB2, 3.2.6.1)",
                          TimeValue(Seconds(60)),
                          MakeTimeAccessor(&SmbClient::m_responseTimeout),
                          MakeTimeChecker(NanoSeconds(1)));
    return tid;
}

void
SmbClient::Invoke(SmbCommand command, const SmbRequest& request, SmbAnswered answered)
{
    m_waiting.push_back({command, request, std::move(answered), Simulator::Now(), Time()});
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
    m_watch.Cancel();
    CloseSession();
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
    if (!m_names)
    {
        m_codec = &GetSmbCodec(m_dialect);
        m_names = MakeSmbNames(m_dialect, m_call);
    }
    m_credits = 1;
    m_messageId = 0;
    CloseSession();
    m_session = Create<SmbSession>(
        *m_codec,
        MakeSettings(),
        [this](auto command, const auto& request, auto answered) {
            Send({command, request, std::move(answered), Simulator::Now(), Time()}, 1);
        },
        [this](const std::string& fault) { LoggedIn(fault); });
    m_session->Start();
}

SmbSession::Settings
SmbClient::MakeSettings()
{
    SmbSession::Settings settings;
    settings.share = m_share;
    settings.user = m_user;
    settings.password = m_password;
    if (!m_share.empty())
    {
        settings.server = FormatHost(GetServer());
        for (int i = 0; i < 8; ++i)
        {
            settings.challenge = settings.challenge << 8 | GetChallengeSource()->GetInteger();
        }
    }
    return settings;
}

Ptr<RandomVariableStream>
SmbClient::GetChallengeSource()
{
    // A stream that nobody uses would change the numbers of all others.
    if (!m_challengeSource)
    {
        m_challengeSource = CreateObject<UniformRandomVariable>();
        m_challengeSource->SetAttribute("Max", DoubleValue(255));
    }
    return m_challengeSource;
}

int64_t
SmbClient::AssignStreams(int64_t stream)
{
    GetChallengeSource()->SetStream(stream);
    return 1;
}

void
SmbClient::LoggedIn(const std::string& fault)
{
    if (!fault.empty())
    {
        FailMount(fault);
        return;
    }
    SetLimits(m_session->GetLimits());
    m_isLoggedIn = true;
    SetMounted();
    SendWaiting();
}

void
SmbClient::CloseSession()
{
    if (m_session)
    {
        m_session->Close();
    }
}

void
SmbClient::SetLimits(const SmbLimits& limits)
{
    const auto& traits = m_codec->GetTraits();
    m_credits = std::max<uint32_t>(m_credits, limits.maxOutstanding);
    const auto most = std::min<uint64_t>(uint64_t{m_credits} * traits.creditBytes, UINT32_MAX);
    const auto choose = [&](uint32_t size, uint32_t serverSize) {
        const auto wanted = size == 0 ? traits.transferBytes : size;
        return std::min({wanted, serverSize, static_cast<uint32_t>(most)});
    };
    m_reading.pieceBytes = choose(m_readSize, limits.maxReadSize);
    m_reading.keepsData = StoresData();
    m_writing.pieceBytes = choose(m_writeSize, limits.maxWriteSize);
    m_writing.limit = INT64_MAX;
}

void
SmbClient::HandleMessage(const FileServiceMessage& message)
{
    FileServiceReader reader(message);
    const auto header = m_codec->DeserializeHeader(reader);
    const auto found = m_sent.find(header.messageId);
    if (reader.HasFailed() || !header.isResponse || found == m_sent.end())
    {
        LoseConnection("what arrived is no response");
        return;
    }
    if (const auto fault = m_session->Accept(header, message); !fault.empty())
    {
        FailMount(fault);
        return;
    }
    m_credits += header.credits;
    if (header.isAsync && header.status == SmbStatus::PENDING)
    {
        found->second.sent = Simulator::Now();
        SendWaiting();
        return;
    }
    const auto pending = std::move(found->second);
    m_sent.erase(found);
    m_spent -= pending.charge;
    NoteReply(m_codec->GetName(pending.command), pending.issued);
    SmbResponse response;
    auto status = header.status;
    if (HasSmbBody(status))
    {
        response = m_codec->DeserializeResponse(pending.command, reader, StoresData());
    }
    if (reader.HasFailed())
    {
        NS_LOG_WARN("a response is malformed");
        response = SmbResponse();
        status = SmbStatus::IO_DEVICE_ERROR;
        NoteFault(m_codec->GetName(pending.command) + ": the response is malformed");
    }
    if (m_isLoggedIn && ToFileStatus(status) == FileStatus::INPUT_OUTPUT)
    {
        NoteFault(m_codec->GetName(pending.command) + ": " + GetSmbStatusName(status));
    }
    SendWaiting();
    pending.answered(status, response);
}

void
SmbClient::HandleLost(const std::string& reason)
{
    if (!m_sent.empty() || !m_open.empty())
    {
        NoteFault("connection lost: " + reason);
    }
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
    m_watch.Cancel();
    CloseSession();
    m_spent = 0;
    for (auto& [handle, open] : m_open)
    {
        open.isStale = true;
    }
    const auto sent = std::exchange(m_sent, {});
    const auto waiting = std::exchange(m_waiting, {});
    for (const auto& [id, pending] : sent)
    {
        pending.answered(SmbStatus::IO_DEVICE_ERROR, SmbResponse());
    }
    for (const auto& pending : waiting)
    {
        pending.answered(SmbStatus::IO_DEVICE_ERROR, SmbResponse());
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
    SmbHeader header;
    header.creditCharge = charge;
    header.command = m_codec->GetNumber(pending.command);
    header.messageId = TakeMessageId(charge);
    header.processId = PROCESS_ID;
    m_credits -= charge;
    // 3.2.4.1.2: as many as the request uses, and those that are missing.
    const auto owned = m_credits + m_spent + charge;
    header.credits = charge + WANTED_CREDITS - std::min(WANTED_CREDITS, owned);
    m_spent += charge;
    FileServiceWriter body;
    m_codec->SerializeRequest(pending.command, pending.request, body);
    NoteCall(m_codec->GetName(pending.command));
    const auto payload = std::exchange(pending.request.payload, {});
    const auto message = m_session->Seal(header, body, payload);
    pending.sent = Simulator::Now();
    pending.charge = charge;
    m_sent[header.messageId] = std::move(pending);
    if (!m_watch.IsPending())
    {
        m_watch = Simulator::Schedule(m_responseTimeout, &SmbClient::CheckResponses, this);
    }
    GetConnection()->Send(message, payload);
}

void
SmbClient::CheckResponses()
{
    if (m_sent.empty())
    {
        return;
    }
    const auto oldest =
        std::ranges::min_element(m_sent, {}, [](const auto& sent) { return sent.second.sent; });
    const auto due = oldest->second.sent + m_responseTimeout;
    if (due > Simulator::Now())
    {
        m_watch = Simulator::Schedule(due - Simulator::Now(), &SmbClient::CheckResponses, this);
        return;
    }
    std::ostringstream reason;
    reason << "no response for " << m_responseTimeout.GetSeconds() << " s";
    IsReady() ? LoseConnection(reason.str()) : FailMount(reason.str());
}

uint64_t
SmbClient::TakeMessageId(uint16_t charge)
{
    const auto largest = m_codec->GetTraits().largestMessageId;
    while (m_sent.contains(m_messageId))
    {
        m_messageId = m_messageId == largest ? 0 : m_messageId + 1;
    }
    const auto id = m_messageId;
    m_messageId = id == largest ? 0 : id + charge;
    return id;
}

uint16_t
SmbClient::GetCharge(const Pending& pending) const
{
    const auto& request = pending.request;
    const uint64_t bytes = std::max(request.bytes, request.payload.bytes);
    const auto creditBytes = m_codec->GetTraits().creditBytes;
    return std::max<uint64_t>(1, (bytes + creditBytes - 1) / creditBytes);
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
    switch (request->operation)
    {
    case FileOperation::OPEN:
        Open(request);
        break;
    case FileOperation::STAT:
    case FileOperation::LIST:
    case FileOperation::SYNC_DIRECTORY:
    case FileOperation::UNLINK:
    case FileOperation::REMOVE_DIRECTORY:
    case FileOperation::RENAME:
    case FileOperation::MAKE_DIRECTORY:
        StartOnName(request);
        break;
    case FileOperation::SYNC_ALL:
        // Nothing waits in this client.
        Complete(request, FileStatus::OK);
        break;
    default:
        if (const auto found = m_open.find(request->handle); found != m_open.end())
        {
            StartOnHandle(request, found->second);
        }
        else
        {
            Complete(request, FileStatus::BAD_HANDLE);
        }
    }
}

void
SmbClient::StartOnName(Ptr<FileRequest> request)
{
    const bool isRoot = SmbNames::GetShareName(request->path).empty();
    switch (request->operation)
    {
    case FileOperation::STAT:
        m_names->Stat(request, MakeDone(request));
        break;
    case FileOperation::SYNC_DIRECTORY:
        SyncDirectory(request);
        break;
    case FileOperation::LIST:
        request->names.clear();
        m_names->List(request, MakeDone(request));
        break;
    case FileOperation::UNLINK:
    case FileOperation::REMOVE_DIRECTORY:
        if (isRoot)
        {
            Complete(request,
                     request->operation == FileOperation::UNLINK ? FileStatus::IS_A_DIRECTORY
                                                                 : FileStatus::INVALID_ARGUMENT);
            return;
        }
        m_names->Remove(request, MakeDone(request));
        break;
    case FileOperation::RENAME:
        Rename(request);
        break;
    default:
        m_names->MakeDirectory(request, MakeDone(request));
    }
}

SmbNames::Done
SmbClient::MakeDone(Ptr<FileRequest> request)
{
    return [this, request](FileStatus status) { Complete(request, status); };
}

void
SmbClient::StartOnHandle(Ptr<FileRequest> request, const OpenFile& open)
{
    const auto done = MakeDone(request);
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
    SmbRequest set;
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
        set.information = SmbInformation::END_OF_FILE;
        set.offset = request->offset;
        Invoke(SmbCommand::SET_INFO, set, [done](SmbStatus status, const auto& /* response */) {
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
    SmbRequest create;
    create.path = SmbNames::GetShareName(request->path);
    // What exists is perhaps only to be read, so that less than both will do.
    create.access = SmbFields::READ_DATA | SmbFields::READ_ATTRIBUTES |
                    (flags.create || flags.truncate ? SmbFields::WRITE_DATA : SmbFields::MAXIMUM);
    create.isFile = true;
    create.disposition = flags.truncate ? SmbDisposition::OVERWRITE : SmbDisposition::OPEN;
    if (flags.create)
    {
        create.disposition =
            flags.truncate ? SmbDisposition::OVERWRITE_IF : SmbDisposition::OPEN_IF;
    }
    if (flags.create && flags.exclusive)
    {
        create.disposition = SmbDisposition::CREATE;
    }
    Invoke(SmbCommand::CREATE, create, [this, request](SmbStatus status, const auto& opened) {
        if (status != SmbStatus::OK)
        {
            Complete(request, ToFileStatus(status));
            return;
        }
        const auto file = Create<SmbFile>(m_call, opened.fileId, m_multiplex, m_reading, m_writing);
        file->SetWriteThrough(request->flags.synchronous || request->flags.dataSynchronous);
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
    SmbRequest close;
    close.fileId = file->GetFileId();
    Invoke(SmbCommand::CLOSE, close, [this, request](SmbStatus status, const auto& /* response */) {
        Complete(request, ToFileStatus(status));
    });
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
    SmbRequest query;
    query.fileId = open.file->GetFileId();
    Invoke(SmbCommand::QUERY_INFO,
           query,
           [this, request, write](SmbStatus status, const SmbResponse& response) {
               if (status != SmbStatus::OK)
               {
                   Complete(request, ToFileStatus(status));
                   return;
               }
               request->offset = response.attributes.bytes;
               write();
           });
}

void
SmbClient::SyncDirectory(Ptr<FileRequest> request)
{
    m_names->Stat(request, [this, request](FileStatus status) {
        const bool isFile = status == FileStatus::OK && !request->attributes.directory;
        request->attributes = {};
        Complete(request, isFile ? FileStatus::NOT_A_DIRECTORY : status);
    });
}

void
SmbClient::Rename(Ptr<FileRequest> request)
{
    const auto status = CheckFilePath(request->newPath);
    const bool isRoot = SmbNames::GetShareName(request->newPath).empty() ||
                        SmbNames::GetShareName(request->path).empty();
    if (status != FileStatus::OK || isRoot)
    {
        Complete(request, status == FileStatus::OK ? FileStatus::INVALID_ARGUMENT : status);
        return;
    }
    m_names->Rename(request, MakeDone(request));
}

} // namespace ns3
