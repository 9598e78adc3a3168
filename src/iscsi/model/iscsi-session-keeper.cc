/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-session-keeper.h"

#include "iscsi-connection-recovery.h"
#include "iscsi-initiator-connector.h"
#include "iscsi-initiator-context.h"
#include "iscsi-initiator-session.h"
#include "iscsi-retransmission.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiSessionKeeper");

IscsiSessionKeeper::IscsiSessionKeeper(IscsiInitiatorSession& session,
                                       IscsiInitiatorContext& context,
                                       IscsiInitiatorConnector& connector,
                                       IscsiInitiatorLogout& logout,
                                       IscsiConnectionRecovery& recovery,
                                       IscsiRetransmission& retransmission)
    : m_session(session),
      m_context(context),
      m_connector(connector),
      m_logout(logout),
      m_recovery(recovery),
      m_retransmission(retransmission)
{
}

IscsiSessionKeeper::~IscsiSessionKeeper()
{
    Simulator::Remove(m_restart);
}

IscsiSessionState
IscsiSessionKeeper::GetState() const
{
    return m_state;
}

bool
IscsiSessionKeeper::IsReady() const
{
    return m_state == IscsiSessionState::LOGGED_IN && !m_context.ready.empty();
}

bool
IscsiSessionKeeper::TakesCommands() const
{
    return m_isWanted && (m_state == IscsiSessionState::LOGGED_IN || m_recovery.IsActive());
}

void
IscsiSessionKeeper::Login(const IscsiInitiatorSettings& settings)
{
    NS_LOG_FUNCTION(this << settings.portals.front());
    // A logout may still wait for its answer.
    Close();
    m_context.settings = settings;
    auto& proposals = m_context.settings.proposals;
    proposals.maxConnections = std::max<uint32_t>(proposals.maxConnections, settings.connections);
    m_context.parameters = proposals;
    m_isWanted = true;
    m_connector.Lead();
}

void
IscsiSessionKeeper::Logout()
{
    NS_LOG_FUNCTION(this);
    m_isWanted = false;
    Simulator::Remove(m_restart);
    m_connector.Stop();
    const auto ready = std::exchange(m_context.ready, {});
    if (ready.empty())
    {
        Close();
        return;
    }
    const auto carrier = ready.front();
    m_logout.Send(IscsiLogoutReason::CLOSE_SESSION, 0, carrier, [this](const auto* /* response */) {
        Close();
    });
    carrier->BeginLogout();
}

void
IscsiSessionKeeper::LogOutConnection(uint16_t cid)
{
    const auto found = m_connections.find(cid);
    if (found == m_connections.end() || IsLoggingOut(*found->second))
    {
        return;
    }
    const auto connection = found->second;
    const bool endsSession = m_connections.size() == 1 || m_context.parameters.IsSplitByDirection();
    const auto reason =
        endsSession ? IscsiLogoutReason::CLOSE_SESSION : IscsiLogoutReason::CLOSE_CONNECTION;
    RemoveReady(PeekPointer(connection));
    m_logout.Send(reason, cid, connection, [this, connection, reason](const auto* response) {
        LoggedOut(connection, reason, response);
    });
    connection->BeginLogout();
}

bool
IscsiSessionKeeper::IsLoggingOut(const IscsiInitiatorConnection& connection) const
{
    // Of connections that are split by direction each is logged out with the session.
    return connection.GetState() == IscsiConnectionState::IN_LOGOUT ||
           (m_context.parameters.IsSplitByDirection() &&
            std::any_of(m_connections.begin(), m_connections.end(), [](const auto& member) {
                return member.second->GetState() == IscsiConnectionState::IN_LOGOUT;
            }));
}

void
IscsiSessionKeeper::LoggedOut(const Ptr<IscsiInitiatorConnection>& connection,
                              IscsiLogoutReason reason,
                              const IscsiLogoutResponseHeader* response)
{
    if (!response || response->response != IscsiLogoutResponseCode::SUCCESS)
    {
        connection->Fail("the logout failed");
        return;
    }
    const Time wait = Seconds(m_context.parameters.defaultTime2Wait);
    if (reason == IscsiLogoutReason::CLOSE_SESSION)
    {
        const bool isMadeAgain = m_isWanted && m_context.settings.sessionRecovery;
        Close();
        if (isMadeAgain)
        {
            m_isWanted = true;
            m_restart = Simulator::Schedule(wait, &IscsiSessionKeeper::BeginAgain, this);
        }
        return;
    }
    const uint16_t cid = connection->GetCid();
    const auto tasks = m_context.tasks.GetAllegiant(PeekPointer(connection));
    connection->CloseDown();
    m_connections.erase(cid);
    m_context.answers.CancelConnection(cid);
    for (const auto& task : tasks)
    {
        task->Strand();
    }
    m_connector.Join(cid, wait);
    m_recovery.Redistribute(tasks, false);
}

void
IscsiSessionKeeper::ConnectionLoggedIn(IscsiInitiatorConnection* connection, uint16_t tsih)
{
    const uint16_t cid = connection->GetCid();
    m_connections[cid] = connection;
    m_connector.Succeeded(cid);
    if (m_context.tsih == 0)
    {
        BeginSession(connection, tsih);
        return;
    }
    const bool wasReady = IsReady();
    AddReady(connection);
    SetState(IscsiSessionState::LOGGED_IN);
    m_recovery.ConnectionLoggedIn(cid);
    m_session.SendPending();
    if (!wasReady && IsReady())
    {
        m_session.BecameReady();
    }
}

void
IscsiSessionKeeper::AddReady(const Ptr<IscsiInitiatorConnection>& connection)
{
    auto& ready = m_context.ready;
    if (IscsiConnectionRoles(m_context.parameters).IsSplit())
    {
        AddSplit(connection);
        return;
    }
    const auto behind = std::find_if(ready.begin(), ready.end(), [&connection](const auto& other) {
        return other->GetCid() > connection->GetCid();
    });
    ready.insert(behind, connection);
}

void
IscsiSessionKeeper::AddSplit(const Ptr<IscsiInitiatorConnection>& connection)
{
    const IscsiConnectionRoles roles(m_context.parameters);
    const auto partner = m_connections.find(roles.GetPartner(connection->GetCid()));
    if (partner != m_connections.end())
    {
        const bool isRequests = connection->GetRole() == IscsiConnectionRole::REQUESTS;
        const auto& requests = isRequests ? connection : partner->second;
        requests->SetResponses(isRequests ? partner->second : connection);
    }
    if (m_connections.size() < roles.GetNeeded())
    {
        return;
    }
    for (const auto& [cid, other] : m_connections)
    {
        if (other->GetRole() == IscsiConnectionRole::REQUESTS)
        {
            m_context.ready.push_back(other);
        }
    }
}

void
IscsiSessionKeeper::BeginSession(IscsiInitiatorConnection* connection, uint16_t tsih)
{
    m_context.parameters = connection->GetParameters();
    m_context.tsih = tsih;
    AddReady(connection);
    for (const auto& lost : std::exchange(m_cleanup, {}))
    {
        lost->EndCleanup();
    }
    // A session that failed is over once it is reinstated (RFC 7143, 8.3.4, N6).
    SetState(IscsiSessionState::FREE);
    SetState(IscsiSessionState::LOGGED_IN);
    const uint32_t count =
        std::min<uint32_t>(m_context.settings.connections, m_context.parameters.maxConnections);
    for (uint32_t i = 1; i < count; i++)
    {
        m_connector.Join(IscsiInitiatorConnector::LEADING_CID + i, Time());
    }
    if (IsReady())
    {
        m_session.BecameReady();
    }
}

void
IscsiSessionKeeper::ConnectionEnded(IscsiInitiatorConnection* connection)
{
    if (connection->GetState() == IscsiConnectionState::CLEANUP_WAIT)
    {
        ConnectionLost(connection);
    }
    else
    {
        LoginFailed(*connection);
    }
}

void
IscsiSessionKeeper::LoginFailed(const IscsiInitiatorConnection& connection)
{
    const uint16_t cid = connection.GetCid();
    const bool leads = m_context.tsih == 0;
    const bool isTriedAgain = m_connector.Failed(connection);
    if (leads && isTriedAgain)
    {
        for (const auto& lost : m_cleanup)
        {
            lost->NoteCleanup(false);
        }
    }
    else if (leads || (!isTriedAgain && m_context.parameters.IsSplitByDirection()))
    {
        Close();
        m_session.GaveUp(m_connector.GetReason());
    }
    else if (isTriedAgain)
    {
        m_recovery.LoginFailed(cid);
    }
    else
    {
        m_recovery.Abandon(cid);
    }
}

void
IscsiSessionKeeper::ConnectionLost(IscsiInitiatorConnection* connection)
{
    const auto& parameters = m_context.parameters;
    RemoveReady(connection);
    m_connections.erase(connection->GetCid());
    if (!m_isWanted || m_isFailing || IsLoggingOut(*connection))
    {
        m_cleanup.push_back(connection);
        m_context.answers.CancelConnection(connection->GetCid());
        return;
    }
    const bool isDropped = m_retain.IsPositive();
    const Time wait = isDropped ? m_wait : Seconds(parameters.defaultTime2Wait);
    const Time retain = isDropped ? m_retain : Seconds(parameters.defaultTime2Retain);
    const bool isLast = m_context.ready.empty() && parameters.errorRecoveryLevel < 2;
    if (isLast || parameters.IsSplitByDirection())
    {
        m_cleanup.push_back(connection);
        FailSession(wait);
        return;
    }
    m_recovery.Begin(connection, wait, retain);
    m_context.answers.CancelConnection(connection->GetCid());
    if (m_context.ready.empty())
    {
        SetState(IscsiSessionState::FAILED);
    }
}

void
IscsiSessionKeeper::RecoveryFailed()
{
    FailSession(Time());
}

void
IscsiSessionKeeper::FailSession(Time wait)
{
    SetState(IscsiSessionState::FAILED);
    m_connector.Stop();
    m_recovery.Clear();
    m_retransmission.Stop();
    m_context.ready.clear();
    m_context.tsih = 0;
    for (const auto& [cid, connection] : std::exchange(m_connections, {}))
    {
        connection->CloseDown();
    }
    m_context.answers.CancelAll();
    m_session.LoseTasks();
    if (m_isWanted && m_context.settings.sessionRecovery)
    {
        m_restart = Simulator::Schedule(wait, &IscsiSessionKeeper::BeginAgain, this);
    }
}

void
IscsiSessionKeeper::BeginAgain()
{
    m_context.settings.observer->RecoveryTaken("session made anew");
    for (const auto& lost : m_cleanup)
    {
        lost->NoteCleanup(true);
    }
    m_connector.Lead();
}

void
IscsiSessionKeeper::Close()
{
    m_isWanted = false;
    m_connector.Stop();
    m_recovery.Clear();
    m_retransmission.Stop();
    m_context.ready.clear();
    m_context.tsih = 0;
    for (const auto& [cid, connection] : std::exchange(m_connections, {}))
    {
        connection->CloseDown();
    }
    for (const auto& lost : std::exchange(m_cleanup, {}))
    {
        lost->EndCleanup();
    }
    SetState(IscsiSessionState::FREE);
    Simulator::Remove(m_restart);
    m_context.answers.CancelAll();
    m_session.LoseTasks();
}

void
IscsiSessionKeeper::FailAll(const std::string& what)
{
    m_context.settings.observer->ProtocolErrorSeen(what);
    m_isFailing = true;
    const auto connections = m_connections;
    for (const auto& [cid, connection] : connections)
    {
        connection->Fail(what);
    }
    m_isFailing = false;
    // Of a session that is being logged out nothing is left.
    if (m_isWanted)
    {
        FailSession(Seconds(m_context.parameters.defaultTime2Wait));
    }
}

void
IscsiSessionKeeper::RemoveReady(const IscsiInitiatorConnection* connection)
{
    std::erase_if(m_context.ready,
                  [connection](const auto& other) { return PeekPointer(other) == connection; });
}

void
IscsiSessionKeeper::LogoutRequested(IscsiInitiatorConnection* connection, Time limit)
{
    if (connection->GetState() != IscsiConnectionState::IN_LOGOUT)
    {
        RemoveReady(connection);
        connection->NoteLogoutRequest(limit);
    }
}

void
IscsiSessionKeeper::ConnectionDropped(uint16_t cid, Time wait, Time retain)
{
    const auto found = m_connections.find(cid);
    if (found == m_connections.end())
    {
        return;
    }
    const auto connection = found->second;
    m_wait = wait;
    m_retain = retain;
    connection->Fail("the target drops the connection");
    m_retain = Seconds(-1);
}

void
IscsiSessionKeeper::AllConnectionsDropped(Time wait, Time retain)
{
    const auto connections = m_connections;
    for (const auto& [cid, connection] : connections)
    {
        ConnectionDropped(cid, wait, retain);
    }
}

void
IscsiSessionKeeper::SetState(IscsiSessionState state)
{
    if (state != m_state)
    {
        const auto old = m_state;
        m_state = state;
        m_context.settings.observer->StateChanged("session",
                                                  GetIscsiSessionStateName(old),
                                                  GetIscsiSessionStateName(state));
    }
}

} // namespace ns3
