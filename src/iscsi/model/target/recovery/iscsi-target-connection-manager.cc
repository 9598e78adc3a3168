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

IscsiTargetConnectionManager::IscsiTargetConnectionManager(
    const IscsiTargetSessionSettings& settings,
    IscsiTargetSessionLifecycle& lifecycle,
    const IscsiTargetResponder& responder,
    IscsiTargetCommandSequencer& commands,
    IscsiTargetConnectionSet& connections,
    IscsiTargetTaskTermination& termination,
    const IscsiTargetNotifier& notifier)
    : m_settings(settings),
      m_lifecycle(lifecycle),
      m_responder(responder),
      m_commands(commands),
      m_connections(connections),
      m_termination(termination),
      m_notifier(notifier)
{
}

IscsiLoginStatus
IscsiTargetConnectionManager::Check(uint16_t cid) const
{
    if (m_settings.parameters.IsSplitByDirection() && !CanJoinSplit(cid))
    {
        return IscsiLoginStatus::INITIATOR_ERROR;
    }
    const uint32_t most = m_settings.parameters.maxConnections;
    const bool isOld = m_connections.Find(cid) != nullptr;
    if (isOld && !m_settings.CanReassign())
    {
        return IscsiLoginStatus::SUCCESS;
    }
    const bool isFull = !isOld && m_connections.CountLive() >= most;
    return isFull || m_connections.GetCount() >= most + MAX_RECOVERING
               ? IscsiLoginStatus::TOO_MANY_CONNECTIONS
               : IscsiLoginStatus::SUCCESS;
}

bool
IscsiTargetConnectionManager::CanJoinSplit(uint16_t cid) const
{
    // None can take another's place, nor join what is about to end.
    const bool isWhole = m_connections.CountLive() == m_connections.GetCount();
    return IscsiConnectionRoles(m_settings.parameters).Get(cid) != IscsiConnectionRole::NONE &&
           isWhole && !m_connections.Find(cid);
}

Ptr<IscsiTargetConnection>
IscsiTargetConnectionManager::Add(Ptr<IscsiTargetConnection> connection)
{
    if (const auto old = m_connections.Find(connection->GetCid()))
    {
        StartCleanup(connection->GetCid());
        NS_LOG_INFO("connection reinstated: CID " << connection->GetCid());
        m_settings.observer->RecoveryTaken("connection reinstated");
        Free(*old);
        TakeOut(old, m_settings.CanReassign());
    }
    m_connections.Add(connection);
    return connection->GetRole() == IscsiConnectionRole::BOTH ? connection : Pair(connection);
}

Ptr<IscsiTargetConnection>
IscsiTargetConnectionManager::Pair(const Ptr<IscsiTargetConnection>& connection) const
{
    const IscsiConnectionRoles roles(m_settings.parameters);
    const auto partner = m_connections.Find(roles.GetPartner(connection->GetCid()));
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
    const auto old = m_connections.Find(cid);
    if (old && old->GetState() == IscsiConnectionState::CLEANUP_WAIT)
    {
        old->SetState(IscsiConnectionState::IN_CLEANUP);
    }
}

void
IscsiTargetConnectionManager::AbandonCleanup(uint16_t cid)
{
    const auto old = m_connections.Find(cid);
    if (old && old->GetState() == IscsiConnectionState::IN_CLEANUP)
    {
        old->SetState(IscsiConnectionState::CLEANUP_WAIT);
    }
}

void
IscsiTargetConnectionManager::Lose(IscsiTargetConnection& connection)
{
    AwaitRecovery(connection);
    m_lifecycle.UpdateState();
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
    const auto connections = m_connections.GetLive();
    for (const auto& connection : connections)
    {
        connection->End(IscsiConnectionState::CLEANUP_WAIT);
    }
    for (const auto& connection : connections)
    {
        AwaitRecovery(*connection);
    }
    m_lifecycle.UpdateState();
}

void
IscsiTargetConnectionManager::FailFormat(const std::string& what)
{
    NS_LOG_WARN("session fails: " << what);
    m_settings.observer->ProtocolErrorSeen(what);
    // session recovery ends all tasks (RFC 7143, 7.1.4.4)
    for (const auto& connection : m_connections.GetAll())
    {
        m_commands.DiscardOf(PeekPointer(connection));
        m_termination.EndTasksOf(PeekPointer(connection), false);
    }
    DropAll();
}

void
IscsiTargetConnectionManager::AwaitRecovery(IscsiTargetConnection& connection)
{
    NS_LOG_INFO("recovery awaited: CID " << connection.GetCid() << ", ErrorRecoveryLevel "
                                         << m_settings.parameters.errorRecoveryLevel << ", tasks "
                                         << (m_settings.CanReassign() ? "kept" : "ended")
                                         << ", for " << m_settings.parameters.defaultTime2Retain
                                         << " s after " << m_settings.parameters.defaultTime2Wait
                                         << " s");
    // Immediate commands are never recovered (RFC 7143, 7.14), and none without reassignment.
    m_termination.EndTasksOf(&connection, m_settings.CanReassign());
    if (!m_settings.CanReassign())
    {
        m_commands.DiscardOf(&connection);
    }
    m_notifier.TellConnectionDrop(connection);
    SetTimeout(&connection);
}

void
IscsiTargetConnectionManager::LogOut(Ptr<IscsiTargetConnection> connection,
                                     const IscsiLogoutRequestHeader& header)
{
    const bool isSession = header.reason == IscsiLogoutReason::CLOSE_SESSION;
    if ((m_settings.parameters.IsDiscovery() || m_settings.parameters.IsSplitByDirection()) &&
        !isSession)
    {
        m_responder.Reject(*connection, IscsiRejectReason::PROTOCOL_ERROR, header); // RFC 7143, 4.3
        return;
    }
    IscsiLogoutResponseHeader answer;
    answer.initiatorTaskTag = header.initiatorTaskTag;
    answer.time2Wait = m_settings.parameters.defaultTime2Wait;
    answer.time2Retain = m_settings.parameters.defaultTime2Retain;
    answer.response = Judge(header);
    NS_LOG_INFO("logout: reason " << +static_cast<uint8_t>(header.reason) << ", CID " << header.cid
                                  << ", response " << +static_cast<uint8_t>(answer.response));
    const auto subject = isSession ? connection : m_connections.Find(header.cid);
    if (subject)
    {
        BeginLogout(*subject);
    }
    const bool isGood = answer.response == IscsiLogoutResponseCode::SUCCESS;
    if (isGood && isSession)
    {
        for (const auto& member : m_connections.GetAll())
        {
            m_termination.EndTasksOf(PeekPointer(member), false);
        }
    }
    else if (isGood)
    {
        TakeOut(subject, header.reason == IscsiLogoutReason::REMOVE_CONNECTION_FOR_RECOVERY);
    }
    m_responder.ShowWindow(answer);
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
    m_lifecycle.UpdateState();
}

void
IscsiTargetConnectionManager::CloseAll()
{
    for (const auto& connection : m_connections.GetAll())
    {
        Free(*connection);
        m_commands.DiscardOf(PeekPointer(connection));
        m_termination.EndTasksOf(PeekPointer(connection), false);
        m_connections.Remove(PeekPointer(connection));
    }
}

IscsiLogoutResponseCode
IscsiTargetConnectionManager::Judge(const IscsiLogoutRequestHeader& header) const
{
    if (header.reason == IscsiLogoutReason::CLOSE_SESSION)
    {
        return IscsiLogoutResponseCode::SUCCESS;
    }
    if (!m_connections.Find(header.cid))
    {
        return IscsiLogoutResponseCode::CID_NOT_FOUND;
    }
    if (header.reason == IscsiLogoutReason::REMOVE_CONNECTION_FOR_RECOVERY &&
        !m_settings.CanReassign())
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
IscsiTargetConnectionManager::TakeOut(Ptr<IscsiTargetConnection> connection, bool forRecovery)
{
    m_commands.DiscardOf(PeekPointer(connection));
    m_termination.EndTasksOf(PeekPointer(connection), forRecovery);
    if (forRecovery)
    {
        NS_LOG_INFO("connection removed for recovery: CID " << connection->GetCid());
        m_settings.observer->RecoveryTaken("connection " + std::to_string(connection->GetCid()) +
                                           " removed for recovery");
        SetTimeout(PeekPointer(connection));
    }
    else
    {
        m_connections.Remove(PeekPointer(connection));
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
    const uint32_t retain = m_settings.parameters.defaultTime2Retain;
    const Time delay =
        retain == 0 ? Time() : Seconds(m_settings.parameters.defaultTime2Wait + retain);
    m_connections.SetTimeout(connection,
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
    m_connections.Remove(PeekPointer(connection));
    m_commands.DiscardOf(PeekPointer(connection));
    const uint32_t maxCmdSn = m_commands.GetWindow().GetMaxCmdSn();
    m_termination.EndTasksOf(PeekPointer(connection), false);
    if (m_commands.GetWindow().GetMaxCmdSn() != maxCmdSn)
    {
        m_responder.TellWindow();
    }
    m_lifecycle.UpdateState();
}

} // namespace ns3
