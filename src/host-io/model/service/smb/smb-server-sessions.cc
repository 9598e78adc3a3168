/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "smb-fields.h"
#include "smb-server.h"
#include "smb2-chain.h"
#include "smb2-codec.h"
#include "smb2-login.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cctype>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("SmbServerSessions");

namespace
{

constexpr uint32_t VALIDATE_NEGOTIATE = 0x00140204; //!< FSCTL_VALIDATE_NEGOTIATE_INFO
constexpr uint32_t GET_REFERRALS = 0x00060194;      //!< FSCTL_DFS_GET_REFERRALS
constexpr uint32_t GET_REFERRALS_EX = 0x000601b0;   //!< FSCTL_DFS_GET_REFERRALS_EX
constexpr uint32_t PIPE_WAIT = 0x00110018;          //!< FSCTL_PIPE_WAIT
constexpr std::size_t MOST_SESSIONS = 64;           //!< of a connection, and shares of a session
constexpr uint32_t SMALL_TRANSFER = 65536;          //!< most bytes of a transfer of SMB 2.0.2

/**
 * @param status how a request ended
 * @return whether that is an error (MS-ERREF, 2.3)
 */
bool
IsError(SmbStatus status)
{
    return static_cast<uint32_t>(status) >> 30 == 3;
}

/**
 * @param path the path of a share, as clients write it: //server/share
 * @return the name of the share in small letters
 */
std::string
GetShare(const std::string& path)
{
    auto share = path.substr(path.find_last_of('/') + 1);
    std::ranges::transform(share, share.begin(), [](unsigned char c) { return std::tolower(c); });
    return share;
}

} // namespace

void
SmbServer::AcceptChain(Ptr<FileServiceConnection> connection, const FileServiceMessage& message)
{
    auto chain = Create<Chain>();
    chain->left = Smb2Chain::Split(message);
    if (chain->left.empty())
    {
        Drop(connection);
        return;
    }
    const auto first = std::move(chain->left.front());
    chain->left.pop_front();
    Accept(connection, first, chain);
}

void
SmbServer::ServeNext(Ptr<const Work> work)
{
    auto& chain = *work->chain;
    chain.header = work->header;
    chain.fileId =
        work->command == SmbCommand::CREATE ? work->response.fileId : work->request.fileId;
    if (!chain.left.empty() && work->connection->IsOpen())
    {
        const auto next = std::move(chain.left.front());
        chain.left.pop_front();
        Accept(work->connection, next, work->chain);
    }
}

SmbStatus
SmbServer::Inherit(Work& work)
{
    const auto& chain = *work.chain;
    if (!work.header.isRelated)
    {
        return SmbStatus::OK;
    }
    work.header.sessionId = chain.header.sessionId;
    work.header.treeId = chain.header.treeId;
    if (work.request.fileId != UINT64_MAX)
    {
        return SmbStatus::OK;
    }
    work.request.fileId = chain.fileId;
    return IsError(chain.header.status) ? chain.header.status : SmbStatus::OK;
}

void
SmbServer::AcceptMultiProtocol(Ptr<FileServiceConnection> connection,
                               const FileServiceMessage& message)
{
    auto work = Create<Work>();
    work->connection = connection;
    work->arrived = Simulator::Now();
    work->command = SmbCommand::NEGOTIATE;
    work->header.credits = 1;
    work->request.dialects = Smb2Chain::GetDialects(message);
    if (work->request.dialects.empty())
    {
        Drop(connection);
        return;
    }
    NoteCall(m_codec->GetName(work->command));
    Enter(work, SmbStatus::OK);
}

SmbServer::Session*
SmbServer::FindSession(const Work& work)
{
    auto& sessions = m_clients[work.connection].sessions;
    const auto found = sessions.find(work.header.sessionId);
    return found != sessions.end() && found->second.isValid ? &found->second : nullptr;
}

SmbStatus
SmbServer::Admit(const Work& work)
{
    if (!work.connection->IsOpen())
    {
        return SmbStatus::USER_SESSION_DELETED;
    }
    const auto dialect = m_clients[work.connection].dialect;
    const bool mayNegotiate = dialect == 0 || dialect == Smb2Codec::DIALECT_2_ANY;
    switch (work.command)
    {
    case SmbCommand::NEGOTIATE:
        return mayNegotiate ? SmbStatus::OK : SmbStatus::INVALID_PARAMETER;
    case SmbCommand::ECHO:
        return SmbStatus::OK;
    case SmbCommand::SESSION_SETUP:
        return mayNegotiate ? SmbStatus::INVALID_PARAMETER : SmbStatus::OK;
    default:
        break;
    }
    const auto* session = FindSession(work);
    if (!session)
    {
        return SmbStatus::USER_SESSION_DELETED;
    }
    if (work.command == SmbCommand::TREE_CONNECT || work.command == SmbCommand::LOGOFF)
    {
        return SmbStatus::OK;
    }
    const auto tree = session->trees.find(work.header.treeId);
    if (tree == session->trees.end())
    {
        return SmbStatus::NETWORK_NAME_DELETED;
    }
    // There are no pipes.
    return tree->second && work.command == SmbCommand::CREATE ? SmbStatus::OBJECT_NAME_NOT_FOUND
                                                              : SmbStatus::OK;
}

void
SmbServer::Negotiate(Ptr<Work> work)
{
    auto& limits = work->response.limits;
    limits = GetLimits();
    if (!m_isForeign)
    {
        limits.dialect = m_dialect == SmbDialect::SMB_2_1 ? Smb2Codec::DIALECT_2_1
                                                          : work->request.limits.dialect;
        Finish(work);
        return;
    }
    const auto& offered = work->request.dialects;
    static constexpr uint16_t DIALECTS[] = {Smb2Codec::DIALECT_2_ANY,
                                            Smb2Codec::DIALECT_2_1,
                                            Smb2Codec::DIALECT_2_0_2};
    const auto* dialect = std::ranges::find_first_of(DIALECTS, offered);
    if (dialect == std::end(DIALECTS))
    {
        Finish(work, SmbStatus::NOT_SUPPORTED);
        return;
    }
    limits.dialect = *dialect;
    if (limits.dialect == Smb2Codec::DIALECT_2_0_2)
    {
        limits.maxReadSize = std::min(limits.maxReadSize, SMALL_TRANSFER);
        limits.maxWriteSize = std::min(limits.maxWriteSize, SMALL_TRANSFER);
    }
    m_clients[work->connection].dialect = limits.dialect;
    work->response.buffer = Smb2Login::GetOffer();
    work->response.time =
        SmbFields::EPOCH + (Simulator::Now() + m_timeOfDay).GetNanoSeconds() / 100;
    Finish(work);
}

void
SmbServer::SetUpSession(Ptr<Work> work)
{
    auto& id = work->header.sessionId;
    if (!m_isForeign)
    {
        id = ++m_lastSession;
        Finish(work);
        return;
    }
    auto& sessions = m_clients[work->connection].sessions;
    if (id != 0 && !sessions.contains(id))
    {
        Finish(work, SmbStatus::USER_SESSION_DELETED);
        return;
    }
    if (id == 0 && sessions.size() >= MOST_SESSIONS)
    {
        Finish(work, SmbStatus::INSUFFICIENT_RESOURCES);
        return;
    }
    const auto given = id == 0 ? m_lastSession + 1 : id;
    // Nobody proves anything with it, so that it may be foreseen.
    auto reply = Smb2Login::Answer(work->request.blob, given);
    if (reply.status == SmbStatus::LOGON_FAILURE)
    {
        NS_LOG_WARN("a login is malformed");
        sessions.erase(id);
        Finish(work, reply.status);
        return;
    }
    m_lastSession = std::max(m_lastSession, given);
    id = given;
    auto& session = sessions[id];
    session.isValid = session.isValid || reply.status == SmbStatus::OK;
    work->response.sessionFlags = reply.flags;
    work->response.buffer = std::move(reply.blob);
    Finish(work, reply.status);
}

void
SmbServer::ConnectTree(Ptr<Work> work)
{
    auto& id = work->header.treeId;
    if (!m_isForeign)
    {
        id = 1;
        Finish(work);
        return;
    }
    auto& trees = FindSession(*work)->trees;
    const auto share = GetShare(work->request.path);
    const bool isPipe = share == "ipc$";
    if (!isPipe && share != SHARE)
    {
        Finish(work, SmbStatus::BAD_NETWORK_NAME);
        return;
    }
    if (trees.size() >= MOST_SESSIONS)
    {
        Finish(work, SmbStatus::INSUFFICIENT_RESOURCES);
        return;
    }
    id = ++m_lastTree;
    trees[id] = isPipe;
    work->response.isPipe = isPipe;
    Finish(work);
}

void
SmbServer::Leave(Ptr<Work> work)
{
    const bool isAll = work->command == SmbCommand::LOGOFF;
    const auto id = work->header.treeId;
    auto* session = m_isForeign ? FindSession(*work) : nullptr;
    const auto trees = session ? session->trees : std::map<uint32_t, bool>{};
    CloseOpen([work, isAll, id, &trees](const auto& open) {
        return open.connection == work->connection &&
               (isAll ? trees.contains(open.treeId) : open.treeId == id);
    });
    if (session)
    {
        session->trees.erase(id);
    }
    if (isAll)
    {
        m_clients[work->connection].sessions.erase(work->header.sessionId);
    }
    Finish(work);
}

void
SmbServer::Control(Ptr<Work> work)
{
    work->response.fileId = work->request.fileId;
    work->response.control = work->request.control;
    FileServiceWriter output;
    switch (work->request.control)
    {
    case VALIDATE_NEGOTIATE: {
        const auto dialect = m_clients[work->connection].dialect;
        output.PutLittle32(dialect == Smb2Codec::DIALECT_2_0_2 ? 0 : 4);
        output.PutZeros(16);
        output.PutLittle16(1);
        output.PutLittle16(dialect);
        work->response.buffer = output.GetText();
        const bool isRoom = work->request.bytes >= output.GetSize();
        Finish(work, isRoom ? SmbStatus::OK : SmbStatus::INVALID_PARAMETER);
        break;
    }
    case GET_REFERRALS:
    case GET_REFERRALS_EX:
        Finish(work, SmbStatus::FS_DRIVER_REQUIRED);
        break;
    case PIPE_WAIT:
        Finish(work, SmbStatus::OBJECT_NAME_NOT_FOUND);
        break;
    default:
        Finish(work, SmbStatus::INVALID_DEVICE_REQUEST);
    }
}

} // namespace ns3
