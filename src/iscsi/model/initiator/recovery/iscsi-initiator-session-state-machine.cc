/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-initiator-session-state-machine.h"

#include "iscsi-initiator-connection-recovery.h"
#include "iscsi-initiator-connector.h"

#include "ns3/iscsi-initiator-command-sender.h"
#include "ns3/iscsi-initiator-context.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiInitiatorSessionStateMachine");

IscsiInitiatorSessionStateMachine::IscsiInitiatorSessionStateMachine(
    IscsiInitiatorContext& context,
    IscsiInitiatorCommandSender& sender,
    IscsiInitiatorConnector& connector,
    IscsiInitiatorConnectionRecovery& recovery)
    : m_context(context),
      m_sender(sender),
      m_connector(connector),
      m_recovery(recovery)
{
    m_connector.SetOwner(this);
    m_recovery.SetFailed(MakeCallback(&IscsiInitiatorSessionStateMachine::RecoveryFailed, this));
}

IscsiInitiatorSessionStateMachine::~IscsiInitiatorSessionStateMachine()
{
    Simulator::Remove(m_restart);
}

void
IscsiInitiatorSessionStateMachine::SetListeners(Callback<void> ready,
                                                Callback<void, const std::string&> gaveUp)
{
    m_ready = ready;
    m_gaveUp = gaveUp;
}

IscsiSessionState
IscsiInitiatorSessionStateMachine::GetState() const
{
    return m_state;
}

bool
IscsiInitiatorSessionStateMachine::IsReady() const
{
    return m_state == IscsiSessionState::LOGGED_IN && !m_context.connections.GetReady().empty();
}

bool
IscsiInitiatorSessionStateMachine::AcceptsCommands() const
{
    return m_isWanted && (m_state == IscsiSessionState::LOGGED_IN || m_recovery.IsActive());
}

void
IscsiInitiatorSessionStateMachine::Login(const IscsiInitiatorSettings& settings)
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
IscsiInitiatorSessionStateMachine::Logout()
{
    NS_LOG_FUNCTION(this);
    NS_LOG_INFO("session to be logged out: TSIH " << m_context.tsih);
    m_isWanted = false;
    Simulator::Remove(m_restart);
    m_connector.Stop();
    // What comes of a connection that is being recovered must not end the logout.
    m_recovery.Clear();
    const auto ready = m_context.connections.WithdrawAll();
    if (ready.empty())
    {
        Close();
        return;
    }
    const auto carrier = ready.front();
    m_connector.LogOut(IscsiLogoutReason::CLOSE_SESSION,
                       0,
                       carrier,
                       [this](const auto* /* response */) { Close(); });
    carrier->BeginLogout();
}

void
IscsiInitiatorSessionStateMachine::LogOutConnection(uint16_t cid)
{
    const auto connection = m_context.connections.Find(cid);
    if (!connection || m_context.connections.IsLoggingOut(*connection))
    {
        return;
    }
    // Once the last one is closed the target has no session any more.
    const auto& all = m_context.connections.GetAll();
    const bool endsSession =
        m_context.parameters.IsSplitByDirection() ||
        std::none_of(all.begin(), all.end(), [this, &connection](const auto& member) {
            return member.second != connection &&
                   !m_context.connections.IsLoggingOut(*member.second);
        });
    const auto reason =
        endsSession ? IscsiLogoutReason::CLOSE_SESSION : IscsiLogoutReason::CLOSE_CONNECTION;
    m_context.connections.Withdraw(PeekPointer(connection));
    m_connector.LogOut(reason, cid, connection, [this, connection, reason](const auto* response) {
        LoggedOut(connection, reason, response);
    });
    connection->BeginLogout();
}

void
IscsiInitiatorSessionStateMachine::LoggedOut(const Ptr<IscsiInitiatorConnection>& connection,
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
            m_restart =
                Simulator::Schedule(wait, &IscsiInitiatorSessionStateMachine::BeginAgain, this);
        }
        return;
    }
    const uint16_t cid = connection->GetCid();
    const auto tasks = m_context.tasks.GetAllegiant(PeekPointer(connection));
    connection->CloseDown();
    m_context.connections.Remove(PeekPointer(connection));
    m_context.pendingRequests.CancelConnection(cid);
    for (const auto& task : tasks)
    {
        task->LeaveConnection();
    }
    m_connector.Join(cid, wait);
    m_recovery.Redistribute(tasks, false);
}

void
IscsiInitiatorSessionStateMachine::ConnectionLoggedIn(IscsiInitiatorConnection* connection,
                                                      uint16_t tsih)
{
    const uint16_t cid = connection->GetCid();
    // The connector releases it.
    const Ptr<IscsiInitiatorConnection> member = connection;
    m_connector.Succeeded(cid);
    if (m_context.tsih == 0)
    {
        BeginSession(member, tsih);
        return;
    }
    const bool wasReady = IsReady();
    NS_LOG_INFO("connection joins the session: TSIH " << m_context.tsih << ", CID " << cid);
    m_context.connections.Add(member);
    SetState(IscsiSessionState::LOGGED_IN);
    m_recovery.ConnectionLoggedIn(cid);
    m_sender.SendPending();
    if (!wasReady && IsReady())
    {
        m_ready();
    }
}

void
IscsiInitiatorSessionStateMachine::BeginSession(const Ptr<IscsiInitiatorConnection>& connection,
                                                uint16_t tsih)
{
    m_context.parameters = connection->GetParameters();
    m_context.tsih = tsih;
    NS_LOG_INFO("session begins: TSIH " << tsih << ", target "
                                        << m_context.settings.proposals.targetName);
    m_context.connections.Add(connection);
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
        m_ready();
    }
}

void
IscsiInitiatorSessionStateMachine::ConnectionEnded(IscsiInitiatorConnection* connection)
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
IscsiInitiatorSessionStateMachine::LoginFailed(const IscsiInitiatorConnection& connection)
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
        m_gaveUp(m_connector.GetReason());
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
IscsiInitiatorSessionStateMachine::ConnectionLost(IscsiInitiatorConnection* connection)
{
    const auto& parameters = m_context.parameters;
    m_context.connections.Remove(connection);
    if (!m_isWanted || m_isFailing || m_context.connections.IsLoggingOut(*connection))
    {
        m_cleanup.push_back(connection);
        m_context.pendingRequests.CancelConnection(connection->GetCid());
        return;
    }
    const bool isDropped = m_retain.IsPositive();
    const Time wait = isDropped ? m_wait : Seconds(parameters.defaultTime2Wait);
    const Time retain = isDropped ? m_retain : Seconds(parameters.defaultTime2Retain);
    const bool isLast =
        m_context.connections.GetReady().empty() && parameters.errorRecoveryLevel < 2;
    if (isLast || parameters.IsSplitByDirection())
    {
        m_cleanup.push_back(connection);
        FailSession(wait);
        return;
    }
    m_recovery.Begin(connection, wait, retain);
    m_context.pendingRequests.CancelConnection(connection->GetCid());
    if (m_context.connections.GetReady().empty())
    {
        SetState(IscsiSessionState::FAILED);
    }
}

void
IscsiInitiatorSessionStateMachine::RecoveryFailed()
{
    FailSession(Time());
}

void
IscsiInitiatorSessionStateMachine::FailSession(Time wait)
{
    NS_LOG_INFO("session failed: TSIH "
                << m_context.tsih << ", recovery "
                << (m_isWanted && m_context.settings.sessionRecovery ? "by a new login"
                                                                     : "not wanted")
                << ", wait " << wait.As(Time::S));
    SetState(IscsiSessionState::FAILED);
    m_connector.Stop();
    m_recovery.Clear();
    m_context.clock.Stop();
    m_context.tsih = 0;
    m_context.connections.CloseDown();
    m_context.pendingRequests.CancelAll();
    LoseTasks();
    if (m_isWanted && m_context.settings.sessionRecovery)
    {
        m_restart = Simulator::Schedule(wait, &IscsiInitiatorSessionStateMachine::BeginAgain, this);
    }
}

void
IscsiInitiatorSessionStateMachine::BeginAgain()
{
    NS_LOG_INFO("session recovery: login again, target "
                << m_context.settings.proposals.targetName);
    m_context.settings.observer->RecoveryTaken("session reestablished");
    for (const auto& lost : m_cleanup)
    {
        lost->NoteCleanup(true);
    }
    m_connector.Lead();
}

void
IscsiInitiatorSessionStateMachine::Close()
{
    if (m_context.tsih != 0)
    {
        NS_LOG_INFO("session ends: TSIH " << m_context.tsih);
    }
    m_isWanted = false;
    m_connector.Stop();
    m_recovery.Clear();
    m_context.clock.Stop();
    m_context.tsih = 0;
    m_context.connections.CloseDown();
    for (const auto& lost : std::exchange(m_cleanup, {}))
    {
        lost->EndCleanup();
    }
    SetState(IscsiSessionState::FREE);
    Simulator::Remove(m_restart);
    m_context.pendingRequests.CancelAll();
    LoseTasks();
}

void
IscsiInitiatorSessionStateMachine::FailAll(const std::string& what)
{
    NS_LOG_WARN("session fails: TSIH " << m_context.tsih << ": " << what);
    m_context.settings.observer->ProtocolErrorSeen(what);
    m_isFailing = true;
    const auto connections = m_context.connections.GetAll();
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

std::optional<uint32_t>
IscsiInitiatorSessionStateMachine::AllocatePingTag()
{
    return IsReady() ? std::make_optional(m_context.tasks.NextTag()) : std::nullopt;
}

void
IscsiInitiatorSessionStateMachine::LoseTasks()
{
    const auto sent = m_context.tasks.GetAll();
    const auto waiting = m_sender.WithdrawAll();
    for (const auto& task : sent)
    {
        m_context.tasks.Lose(task);
    }
    for (const auto& task : waiting)
    {
        m_context.tasks.Lose(task);
    }
}

void
IscsiInitiatorSessionStateMachine::LogoutRequested(IscsiInitiatorConnection* connection, Time limit)
{
    if (connection->GetState() != IscsiConnectionState::IN_LOGOUT)
    {
        m_context.connections.Withdraw(connection);
        connection->NoteLogoutRequest(limit);
    }
}

void
IscsiInitiatorSessionStateMachine::ConnectionDropped(uint16_t cid, Time wait, Time retain)
{
    const auto connection = m_context.connections.Find(cid);
    if (!connection)
    {
        return;
    }
    m_wait = wait;
    m_retain = retain;
    connection->Fail("the target drops the connection");
    m_retain = Seconds(-1);
}

void
IscsiInitiatorSessionStateMachine::AllConnectionsDropped(Time wait, Time retain)
{
    const auto connections = m_context.connections.GetAll();
    for (const auto& [cid, connection] : connections)
    {
        ConnectionDropped(cid, wait, retain);
    }
}

void
IscsiInitiatorSessionStateMachine::SetState(IscsiSessionState state)
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
