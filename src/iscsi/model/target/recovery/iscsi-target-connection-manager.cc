/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-target-connection-manager.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

#include <string>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiTargetConnectionManager");

IscsiTargetConnectionManager::IscsiTargetConnectionManager(IscsiTargetContext& context,
                                                           Callback<void> connectionsChanged)
    : m_context(context),
      m_connectionsChanged(connectionsChanged)
{
}

IscsiLoginStatus
IscsiTargetConnectionManager::Check(uint16_t cid) const
{
    if (m_context.settings.parameters.IsSplitByDirection() && !CanJoinSplit(cid))
    {
        return IscsiLoginStatus::INITIATOR_ERROR;
    }
    const uint32_t most = m_context.settings.parameters.maxConnections;
    const bool isOld = m_context.connections.Find(cid) != nullptr;
    if (isOld && !m_context.settings.CanReassign())
    {
        return IscsiLoginStatus::SUCCESS;
    }
    const bool isFull = !isOld && m_context.connections.CountLive() >= most;
    return isFull || m_context.connections.GetCount() >= most + MAX_RECOVERING
               ? IscsiLoginStatus::TOO_MANY_CONNECTIONS
               : IscsiLoginStatus::SUCCESS;
}

bool
IscsiTargetConnectionManager::CanJoinSplit(uint16_t cid) const
{
    // None can take another's place, nor join what is about to end.
    const bool isWhole = m_context.connections.CountLive() == m_context.connections.GetCount();
    return IscsiConnectionRoles(m_context.settings.parameters).Get(cid) !=
               IscsiConnectionRole::NONE &&
           isWhole && !m_context.connections.Find(cid);
}

Ptr<IscsiTargetConnection>
IscsiTargetConnectionManager::Add(Ptr<IscsiTargetConnection> connection)
{
    if (const auto old = m_context.connections.Find(connection->GetCid()))
    {
        StartCleanup(connection->GetCid());
        NS_LOG_INFO("connection reinstated: CID " << connection->GetCid());
        m_context.settings.observer->RecoveryTaken("connection reinstated");
        Free(*old);
        RemoveConnection(old, m_context.settings.CanReassign());
    }
    m_context.connections.Add(connection);
    return connection->GetRole() == IscsiConnectionRole::BOTH ? connection : Pair(connection);
}

Ptr<IscsiTargetConnection>
IscsiTargetConnectionManager::Pair(const Ptr<IscsiTargetConnection>& connection) const
{
    const IscsiConnectionRoles roles(m_context.settings.parameters);
    const auto partner = m_context.connections.Find(roles.GetPartner(connection->GetCid()));
    if (!partner)
    {
        return nullptr;
    }
    const bool isRequests = connection->GetRole() == IscsiConnectionRole::REQUESTS;
    const auto& requests = isRequests ? connection : partner;
    requests->SetResponses(isRequests ? partner : connection);
    return requests;
}

void
IscsiTargetConnectionManager::StartCleanup(uint16_t cid)
{
    const auto old = m_context.connections.Find(cid);
    if (old && old->GetState() == IscsiConnectionState::CLEANUP_WAIT)
    {
        old->SetState(IscsiConnectionState::IN_CLEANUP);
    }
}

void
IscsiTargetConnectionManager::AbandonCleanup(uint16_t cid)
{
    const auto old = m_context.connections.Find(cid);
    if (old && old->GetState() == IscsiConnectionState::IN_CLEANUP)
    {
        old->SetState(IscsiConnectionState::CLEANUP_WAIT);
    }
}

void
IscsiTargetConnectionManager::Lose(IscsiTargetConnection& connection)
{
    AwaitRecovery(connection);
    m_connectionsChanged();
}

void
IscsiTargetConnectionManager::Drop(IscsiTargetConnection& connection)
{
    connection.End(IscsiConnectionState::CLEANUP_WAIT);
    Lose(connection);
}

void
IscsiTargetConnectionManager::DropAll()
{
    const auto connections = m_context.connections.GetLive();
    for (const auto& connection : connections)
    {
        connection->End(IscsiConnectionState::CLEANUP_WAIT);
    }
    for (const auto& connection : connections)
    {
        AwaitRecovery(*connection);
    }
    m_connectionsChanged();
}

void
IscsiTargetConnectionManager::FailFormat(const std::string& what)
{
    NS_LOG_WARN("session fails: " << what);
    m_context.settings.observer->ProtocolErrorSeen(what);
    // session recovery ends all tasks (RFC 7143, 7.1.4.4)
    for (const auto& connection : m_context.connections.GetAll())
    {
        m_context.commands.DiscardOf(PeekPointer(connection));
        m_context.tasks.EndTasksOf(PeekPointer(connection), false);
    }
    DropAll();
}

void
IscsiTargetConnectionManager::AwaitRecovery(IscsiTargetConnection& connection)
{
    NS_LOG_INFO("recovery awaited: CID "
                << connection.GetCid() << ", ErrorRecoveryLevel "
                << m_context.settings.parameters.errorRecoveryLevel << ", tasks "
                << (m_context.settings.CanReassign() ? "kept" : "ended") << ", for "
                << m_context.settings.parameters.defaultTime2Retain << " s after "
                << m_context.settings.parameters.defaultTime2Wait << " s");
    // Immediate commands are never recovered (RFC 7143, 7.14), and none without reassignment.
    m_context.tasks.EndTasksOf(&connection, m_context.settings.CanReassign());
    if (!m_context.settings.CanReassign())
    {
        m_context.commands.DiscardOf(&connection);
    }
    m_context.ReportConnectionDrop(connection);
    SetTimeout(&connection);
}

void
IscsiTargetConnectionManager::LogOut(Ptr<IscsiTargetConnection> connection,
                                     const IscsiLogoutRequestHeader& header)
{
    const bool isSession = header.reason == IscsiLogoutReason::CLOSE_SESSION;
    if ((m_context.settings.parameters.IsDiscovery() ||
         m_context.settings.parameters.IsSplitByDirection()) &&
        !isSession)
    {
        m_context.Reject(*connection, IscsiRejectReason::PROTOCOL_ERROR, header); // RFC 7143, 4.3
        return;
    }
    IscsiLogoutResponseHeader answer;
    answer.initiatorTaskTag = header.initiatorTaskTag;
    answer.time2Wait = m_context.settings.parameters.defaultTime2Wait;
    answer.time2Retain = m_context.settings.parameters.defaultTime2Retain;
    answer.response = Judge(header);
    NS_LOG_INFO("logout: reason " << +static_cast<uint8_t>(header.reason) << ", CID " << header.cid
                                  << ", response " << +static_cast<uint8_t>(answer.response));
    const auto subject = isSession ? connection : m_context.connections.Find(header.cid);
    if (subject)
    {
        BeginLogout(*subject);
    }
    const bool isGood = answer.response == IscsiLogoutResponseCode::SUCCESS;
    if (isGood && isSession)
    {
        for (const auto& member : m_context.connections.GetAll())
        {
            m_context.tasks.EndTasksOf(PeekPointer(member), false);
        }
    }
    else if (isGood)
    {
        RemoveConnection(subject,
                         header.reason == IscsiLogoutReason::REMOVE_CONNECTION_FOR_RECOVERY);
    }
    m_context.SetCommandWindow(answer);
    connection->SendStatus(answer, nullptr);
    if (isGood && isSession)
    {
        CloseAll();
    }
    else if (isGood)
    {
        Free(*subject);
    }
    else if (subject == connection)
    {
        // A logout that fails ends the connection, too, but not its state (RFC 7143, 8.1, T17).
        Drop(*connection);
    }
    else if (subject)
    {
        AbandonCleanup(header.cid);
    }
    m_connectionsChanged();
}

void
IscsiTargetConnectionManager::CloseAll()
{
    for (const auto& connection : m_context.connections.GetAll())
    {
        Free(*connection);
        m_context.commands.DiscardOf(PeekPointer(connection));
        m_context.tasks.EndTasksOf(PeekPointer(connection), false);
        m_context.connections.Remove(PeekPointer(connection));
    }
}

IscsiLogoutResponseCode
IscsiTargetConnectionManager::Judge(const IscsiLogoutRequestHeader& header) const
{
    if (header.reason == IscsiLogoutReason::CLOSE_SESSION)
    {
        return IscsiLogoutResponseCode::SUCCESS;
    }
    if (!m_context.connections.Find(header.cid))
    {
        return IscsiLogoutResponseCode::CID_NOT_FOUND;
    }
    if (header.reason == IscsiLogoutReason::REMOVE_CONNECTION_FOR_RECOVERY &&
        !m_context.settings.CanReassign())
    {
        return IscsiLogoutResponseCode::RECOVERY_NOT_SUPPORTED;
    }
    return IscsiLogoutResponseCode::SUCCESS;
}

void
IscsiTargetConnectionManager::BeginLogout(IscsiTargetConnection& connection)
{
    connection.SetState(connection.IsLive() ? IscsiConnectionState::IN_LOGOUT
                                            : IscsiConnectionState::IN_CLEANUP);
}

void
IscsiTargetConnectionManager::RemoveConnection(Ptr<IscsiTargetConnection> connection,
                                               bool forRecovery)
{
    m_context.commands.DiscardOf(PeekPointer(connection));
    m_context.tasks.EndTasksOf(PeekPointer(connection), forRecovery);
    if (forRecovery)
    {
        NS_LOG_INFO("connection removed for recovery: CID " << connection->GetCid());
        m_context.settings.observer->RecoveryTaken(
            "connection " + std::to_string(connection->GetCid()) + " removed for recovery");
        SetTimeout(PeekPointer(connection));
    }
    else
    {
        m_context.connections.Remove(PeekPointer(connection));
    }
}

void
IscsiTargetConnectionManager::Free(IscsiTargetConnection& connection)
{
    if (connection.IsLive())
    {
        connection.End(IscsiConnectionState::FREE);
    }
    else
    {
        connection.SetState(IscsiConnectionState::FREE);
    }
}

void
IscsiTargetConnectionManager::SetTimeout(IscsiTargetConnection* connection)
{
    const uint32_t retain = m_context.settings.parameters.defaultTime2Retain;
    const Time delay =
        retain == 0 ? Time() : Seconds(m_context.settings.parameters.defaultTime2Wait + retain);
    m_context.connections.SetTimeout(connection,
                                     Simulator::Schedule(delay,
                                                         &IscsiTargetConnectionManager::Expire,
                                                         this,
                                                         Ptr<IscsiTargetConnection>(connection)));
}

void
IscsiTargetConnectionManager::Expire(Ptr<IscsiTargetConnection> connection)
{
    NS_LOG_INFO("recovery not begun in time: CID " << connection->GetCid());
    connection->SetState(IscsiConnectionState::FREE);
    m_context.connections.Remove(PeekPointer(connection));
    m_context.commands.DiscardOf(PeekPointer(connection));
    const uint32_t maxCmdSn = m_context.commands.GetMaxCmdSn();
    m_context.tasks.EndTasksOf(PeekPointer(connection), false);
    if (m_context.commands.GetMaxCmdSn() != maxCmdSn)
    {
        m_context.SendCommandWindow();
    }
    m_connectionsChanged();
}

} // namespace ns3
