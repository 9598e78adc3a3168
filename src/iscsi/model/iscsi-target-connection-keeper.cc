/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-target-connection-keeper.h"

#include "ns3/simulator.h"

#include <string>

namespace ns3
{

IscsiTargetConnectionKeeper::IscsiTargetConnectionKeeper(IscsiTargetSessionCore& core,
                                                         IscsiTargetNotifier& notifier,
                                                         std::function<void()> changed)
    : m_core(core),
      m_notifier(notifier),
      m_changed(changed)
{
}

IscsiLoginStatus
IscsiTargetConnectionKeeper::Check(uint16_t cid) const
{
    if (m_core.parameters.IsSplitByDirection() && !CanJoinSplit(cid))
    {
        return IscsiLoginStatus::INITIATOR_ERROR;
    }
    const uint32_t most = m_core.parameters.maxConnections;
    const bool isOld = m_core.connections.Find(cid) != nullptr;
    if (isOld && !m_core.CanReassign())
    {
        return IscsiLoginStatus::SUCCESS;
    }
    const bool isFull = !isOld && m_core.connections.CountLive() >= most;
    return isFull || m_core.connections.GetCount() >= most + MAX_RECOVERING
               ? IscsiLoginStatus::TOO_MANY_CONNECTIONS
               : IscsiLoginStatus::SUCCESS;
}

bool
IscsiTargetConnectionKeeper::CanJoinSplit(uint16_t cid) const
{
    // None can take another's place, nor join what is about to end.
    const bool isWhole = m_core.connections.CountLive() == m_core.connections.GetCount();
    return IscsiConnectionRoles(m_core.parameters).Get(cid) != IscsiConnectionRole::NONE &&
           isWhole && !m_core.connections.Find(cid);
}

Ptr<IscsiTargetConnection>
IscsiTargetConnectionKeeper::Add(Ptr<IscsiTargetConnection> connection)
{
    if (const auto old = m_core.connections.Find(connection->GetCid()))
    {
        StartCleanup(connection->GetCid());
        m_core.observer->RecoveryTaken("connection reinstated");
        Free(*old);
        TakeOut(old, m_core.CanReassign());
    }
    m_core.connections.Add(connection);
    return connection->GetRole() == IscsiConnectionRole::BOTH ? connection : Pair(connection);
}

Ptr<IscsiTargetConnection>
IscsiTargetConnectionKeeper::Pair(const Ptr<IscsiTargetConnection>& connection) const
{
    const IscsiConnectionRoles roles(m_core.parameters);
    const auto partner = m_core.connections.Find(roles.GetPartner(connection->GetCid()));
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
IscsiTargetConnectionKeeper::StartCleanup(uint16_t cid)
{
    const auto old = m_core.connections.Find(cid);
    if (old && old->GetState() == IscsiConnectionState::CLEANUP_WAIT)
    {
        old->SetState(IscsiConnectionState::IN_CLEANUP);
    }
}

void
IscsiTargetConnectionKeeper::AbandonCleanup(uint16_t cid)
{
    const auto old = m_core.connections.Find(cid);
    if (old && old->GetState() == IscsiConnectionState::IN_CLEANUP)
    {
        old->SetState(IscsiConnectionState::CLEANUP_WAIT);
    }
}

void
IscsiTargetConnectionKeeper::Lose(IscsiTargetConnection* connection)
{
    // Immediate commands are never recovered (RFC 7143, 7.14), and none without reassignment.
    m_core.LoseTasksOf(connection, m_core.CanReassign());
    if (!m_core.CanReassign())
    {
        m_core.commands.DiscardOf(connection);
    }
    m_notifier.TellConnectionDrop(*connection);
    SetTimeout(connection);
}

void
IscsiTargetConnectionKeeper::Drop(Ptr<IscsiTargetConnection> connection)
{
    connection->End(IscsiConnectionState::CLEANUP_WAIT);
    Lose(PeekPointer(connection));
}

void
IscsiTargetConnectionKeeper::LogOut(Ptr<IscsiTargetConnection> connection,
                                    const IscsiLogoutRequestHeader& header)
{
    const bool isSession = header.reason == IscsiLogoutReason::CLOSE_SESSION;
    if ((m_core.parameters.IsDiscovery() || m_core.parameters.IsSplitByDirection()) && !isSession)
    {
        m_core.Reject(*connection, IscsiRejectReason::PROTOCOL_ERROR, header); // RFC 7143, 4.3
        return;
    }
    IscsiLogoutResponseHeader answer;
    answer.initiatorTaskTag = header.initiatorTaskTag;
    answer.time2Wait = m_core.parameters.defaultTime2Wait;
    answer.time2Retain = m_core.parameters.defaultTime2Retain;
    answer.response = Judge(header);
    const auto subject = isSession ? connection : m_core.connections.Find(header.cid);
    if (subject)
    {
        BeginLogout(*subject);
    }
    const bool isGood = answer.response == IscsiLogoutResponseCode::SUCCESS;
    if (isGood && isSession)
    {
        for (const auto& member : m_core.connections.GetAll())
        {
            m_core.LoseTasksOf(PeekPointer(member), false);
        }
    }
    else if (isGood)
    {
        TakeOut(subject, header.reason == IscsiLogoutReason::REMOVE_CONNECTION_FOR_RECOVERY);
    }
    m_core.ShowWindow(answer);
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
        Drop(connection);
    }
    else if (subject)
    {
        AbandonCleanup(header.cid);
    }
}

void
IscsiTargetConnectionKeeper::CloseAll()
{
    for (const auto& connection : m_core.connections.GetAll())
    {
        Free(*connection);
        m_core.commands.DiscardOf(PeekPointer(connection));
        m_core.LoseTasksOf(PeekPointer(connection), false);
        m_core.connections.Remove(PeekPointer(connection));
    }
}

IscsiLogoutResponseCode
IscsiTargetConnectionKeeper::Judge(const IscsiLogoutRequestHeader& header) const
{
    if (header.reason == IscsiLogoutReason::CLOSE_SESSION)
    {
        return IscsiLogoutResponseCode::SUCCESS;
    }
    if (!m_core.connections.Find(header.cid))
    {
        return IscsiLogoutResponseCode::CID_NOT_FOUND;
    }
    if (header.reason == IscsiLogoutReason::REMOVE_CONNECTION_FOR_RECOVERY && !m_core.CanReassign())
    {
        return IscsiLogoutResponseCode::RECOVERY_NOT_SUPPORTED;
    }
    return IscsiLogoutResponseCode::SUCCESS;
}

void
IscsiTargetConnectionKeeper::BeginLogout(IscsiTargetConnection& connection)
{
    connection.SetState(connection.IsLive() ? IscsiConnectionState::IN_LOGOUT
                                            : IscsiConnectionState::IN_CLEANUP);
}

void
IscsiTargetConnectionKeeper::TakeOut(Ptr<IscsiTargetConnection> connection, bool forRecovery)
{
    m_core.commands.DiscardOf(PeekPointer(connection));
    m_core.LoseTasksOf(PeekPointer(connection), forRecovery);
    if (forRecovery)
    {
        m_core.observer->RecoveryTaken("connection " + std::to_string(connection->GetCid()) +
                                       " removed for recovery");
        SetTimeout(PeekPointer(connection));
    }
    else
    {
        m_core.connections.Remove(PeekPointer(connection));
    }
}

void
IscsiTargetConnectionKeeper::Free(IscsiTargetConnection& connection)
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
IscsiTargetConnectionKeeper::SetTimeout(IscsiTargetConnection* connection)
{
    const uint32_t retain = m_core.parameters.defaultTime2Retain;
    const Time delay = retain == 0 ? Time() : Seconds(m_core.parameters.defaultTime2Wait + retain);
    m_core.connections.SetTimeout(connection,
                                  Simulator::Schedule(delay,
                                                      &IscsiTargetConnectionKeeper::Expire,
                                                      this,
                                                      Ptr<IscsiTargetConnection>(connection)));
}

void
IscsiTargetConnectionKeeper::Expire(Ptr<IscsiTargetConnection> connection)
{
    connection->SetState(IscsiConnectionState::FREE);
    m_core.connections.Remove(PeekPointer(connection));
    m_core.commands.DiscardOf(PeekPointer(connection));
    const uint32_t maxCmdSn = m_core.commands.GetGrant().GetMaxCmdSn();
    m_core.LoseTasksOf(PeekPointer(connection), false);
    if (m_core.commands.GetGrant().GetMaxCmdSn() != maxCmdSn)
    {
        m_core.TellWindow();
    }
    m_changed();
}

} // namespace ns3
