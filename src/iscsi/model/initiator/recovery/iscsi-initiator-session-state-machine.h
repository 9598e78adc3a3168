/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_INITIATOR_SESSION_STATE_MACHINE_H
#define ISCSI_INITIATOR_SESSION_STATE_MACHINE_H

#include "ns3/callback.h"
#include "ns3/event-id.h"
#include "ns3/iscsi-initiator-connection-owner.h"
#include "ns3/iscsi-initiator-connection.h"
#include "ns3/iscsi-initiator-settings.h"
#include "ns3/iscsi-logout-header.h"
#include "ns3/iscsi-session-state.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

class IscsiInitiatorCommandSender;
class IscsiInitiatorConnectionRecovery;
class IscsiInitiatorConnector;
struct IscsiInitiatorContext;

/**
 * @ingroup iscsi-initiator-recovery
 *
 * The state machine of an initiator's session: it starts, gains and loses connections, is closed,
 * fails and restarts (RFC 7143, 8.3.1).
 */
class IscsiInitiatorSessionStateMachine : public IscsiInitiatorConnectionOwner
{
  public:
    /**
     * @param context what the session's parts share; outlives this
     * @param sender sends commands; outlives this
     * @param connector logs connections in and out; outlives this
     * @param recovery cleans up after lost connections; outlives this
     */
    IscsiInitiatorSessionStateMachine(IscsiInitiatorContext& context,
                                      IscsiInitiatorCommandSender& sender,
                                      IscsiInitiatorConnector& connector,
                                      IscsiInitiatorConnectionRecovery& recovery);
    ~IscsiInitiatorSessionStateMachine() override;

    /**
     * @param ready notified when commands can be sent
     * @param gaveUp notified, with the reason, when logins are no longer tried
     */
    void SetListeners(Callback<void> ready, Callback<void, const std::string&> gaveUp);

    /**
     * Log in. An existing session is dropped.
     *
     * @param settings where to and how
     */
    void Login(const IscsiInitiatorSettings& settings);

    /**
     * Log out, closing the session.
     */
    void Logout();

    /**
     * @return the state
     */
    IscsiSessionState GetState() const;

    /**
     * @return true if commands can be sent now
     */
    bool IsReady() const;

    /**
     * @return true if commands given now will be sent, at once or later
     */
    bool AcceptsCommands() const;

    // From IscsiInitiatorConnectionOwner
    void ConnectionLoggedIn(IscsiInitiatorConnection* connection, uint16_t tsih) override;
    void ConnectionEnded(IscsiInitiatorConnection* connection) override;
    void FailAll(const std::string& what) override;
    std::optional<uint32_t> AllocatePingTag() override;

    /**
     * Log one connection out; the session if it is the last.
     *
     * @param cid the connection; nothing happens if it is not in full feature phase
     */
    void LogOutConnection(uint16_t cid) override;

    /**
     * The target asks for a logout (RFC 7143, 11.9.1, event 1).
     *
     * @param connection the connection that is to log out
     * @param limit the time for that
     */
    void LogoutRequested(IscsiInitiatorConnection* connection, Time limit);

    /**
     * The target drops a connection (RFC 7143, 11.9.1, event 2).
     *
     * @param cid the connection
     * @param wait time before it may be made again
     * @param retain time from then on in which its tasks are kept
     */
    void ConnectionDropped(uint16_t cid, Time wait, Time retain);

    /**
     * The target drops all connections (RFC 7143, 11.9.1, event 3).
     *
     * @param wait time before they may be made again
     * @param retain time from then on in which their tasks are kept
     */
    void AllConnectionsDropped(Time wait, Time retain);

  private:
    /**
     * The leading connection of a session logged in.
     *
     * @param connection the connection
     * @param tsih the target's part of the session identifier
     */
    void BeginSession(const Ptr<IscsiInitiatorConnection>& connection, uint16_t tsih);

    /**
     * A login failed.
     */
    void LoginFailed(const IscsiInitiatorConnection& connection);

    /**
     * A connection of the full feature phase is lost.
     */
    void ConnectionLost(IscsiInitiatorConnection* connection);

    /**
     * A connection was logged out.
     *
     * @param connection the connection
     * @param reason what was to end
     * @param response the target's answer, null if there was none
     */
    void LoggedOut(const Ptr<IscsiInitiatorConnection>& connection,
                   IscsiLogoutReason reason,
                   const IscsiLogoutResponseHeader* response);

    /**
     * Nothing could be done for the last connection lost.
     */
    void RecoveryFailed();

    /**
     * End all tasks without a status, oldest first.
     */
    void LoseTasks();

    /**
     * The last connection is lost: end all tasks, and begin again after some time.
     *
     * @param wait the time
     */
    void FailSession(Time wait);

    /**
     * The session is closed.
     */
    void Close();

    /**
     * Log in again.
     */
    void BeginAgain();

    /**
     * @param state the new state
     */
    void SetState(IscsiSessionState state);

    IscsiSessionState m_state{IscsiSessionState::FREE}; //!< the state

    IscsiInitiatorContext& m_context;             //!< what the session's parts share
    IscsiInitiatorCommandSender& m_sender;        //!< sends the commands that wait
    IscsiInitiatorConnector& m_connector;         //!< makes connections
    IscsiInitiatorConnectionRecovery& m_recovery; //!< cleans up after lost ones

    Callback<void> m_ready;                      //!< notified when commands can be sent
    Callback<void, const std::string&> m_gaveUp; //!< notified when logins are no longer tried
    bool m_isWanted{false};                      //!< between Login and Logout
    bool m_isFailing{false};                     //!< all connections are being ended
    Time m_wait;                                 //!< Time2Wait that the target sent
    Time m_retain{Seconds(-1)};                  //!< Time2Retain with it, negative for none
    EventId m_restart;                           //!< when the session begins again
    /// Lost connections of a session that is to be made again.
    std::vector<Ptr<IscsiInitiatorConnection>> m_cleanup;
};

} // namespace ns3

#endif /* ISCSI_INITIATOR_SESSION_STATE_MACHINE_H */
