/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_SESSION_KEEPER_H
#define ISCSI_SESSION_KEEPER_H

#include "iscsi-initiator-connection.h"
#include "iscsi-initiator-logout.h"
#include "iscsi-initiator-settings.h"
#include "iscsi-session-state.h"

#include "ns3/event-id.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ns3
{

class IscsiConnectionRecovery;
class IscsiInitiatorConnector;
class IscsiInitiatorSession;
class IscsiRetransmission;
struct IscsiInitiatorContext;

/**
 * @ingroup iscsi
 *
 * The life of an initiator's session: it begins, gains and loses connections, is closed, fails and
 * begins again (RFC 7143, 8.3.1).
 */
class IscsiSessionKeeper
{
  public:
    /**
     * @param session the session; outlives this
     * @param context what the session's parts share; outlives this
     * @param connector makes connections; outlives this
     * @param logout logs them out; outlives this
     * @param recovery cleans up after lost ones; outlives this
     * @param retransmission the clock of lost PDUs; outlives this
     */
    IscsiSessionKeeper(IscsiInitiatorSession& session,
                       IscsiInitiatorContext& context,
                       IscsiInitiatorConnector& connector,
                       IscsiInitiatorLogout& logout,
                       IscsiConnectionRecovery& recovery,
                       IscsiRetransmission& retransmission);
    ~IscsiSessionKeeper();

    /**
     * Log in. A session that stands is cut off.
     *
     * @param settings where to and how
     */
    void Login(const IscsiInitiatorSettings& settings);

    /**
     * Log out, closing the session.
     */
    void Logout();

    /**
     * Log one connection out; the session if it is the last.
     *
     * @param cid the connection; nothing happens if it is not in full feature phase
     */
    void LogOutConnection(uint16_t cid);

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
    bool TakesCommands() const;

    /**
     * A connection logged in.
     *
     * @param connection the connection
     * @param tsih the target's part of the session identifier
     */
    void ConnectionLoggedIn(IscsiInitiatorConnection* connection, uint16_t tsih);

    /**
     * A connection is lost or its login failed.
     *
     * @param connection the connection, in FREE or CLEANUP_WAIT
     */
    void ConnectionEnded(IscsiInitiatorConnection* connection);

    /**
     * Nothing could be done for the last connection lost.
     */
    void RecoveryFailed();

    /**
     * The target built a PDU wrongly: end all connections and the session (RFC 7143, 7.7).
     *
     * @param what what it did, in words
     */
    void FailAll(const std::string& what);

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
    void BeginSession(IscsiInitiatorConnection* connection, uint16_t tsih);

    /**
     * A connection of the session takes commands from now on.
     *
     * @param connection the connection
     */
    void AddReady(const Ptr<IscsiInitiatorConnection>& connection);

    /**
     * A connection of a session joined that is split by direction. With the last one the session
     * takes commands.
     *
     * @param connection the connection
     */
    void AddSplit(const Ptr<IscsiInitiatorConnection>& connection);

    /**
     * @param connection a connection of the session
     * @return true if its logout is under way
     */
    bool IsLoggingOut(const IscsiInitiatorConnection& connection) const;

    /**
     * A connection does not take commands any more.
     *
     * @param connection the connection
     */
    void RemoveReady(const IscsiInitiatorConnection* connection);

    /**
     * A login failed.
     *
     * @param connection its connection
     */
    void LoginFailed(const IscsiInitiatorConnection& connection);

    /**
     * A connection of the full feature phase is lost.
     *
     * @param connection the connection
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
     * Log in anew.
     */
    void BeginAgain();

    /**
     * @param state the new state
     */
    void SetState(IscsiSessionState state);

    IscsiSessionState m_state{IscsiSessionState::FREE}; //!< the state

    IscsiInitiatorSession& m_session;      //!< the session
    IscsiInitiatorContext& m_context;      //!< what its parts share
    IscsiInitiatorConnector& m_connector;  //!< makes connections
    IscsiInitiatorLogout& m_logout;        //!< logs them out
    IscsiConnectionRecovery& m_recovery;   //!< cleans up after lost ones
    IscsiRetransmission& m_retransmission; //!< the clock of lost PDUs

    bool m_isWanted{false};     //!< between Login and Logout
    bool m_isFailing{false};    //!< all connections are being ended
    Time m_wait;                //!< Time2Wait that the target told
    Time m_retain{Seconds(-1)}; //!< Time2Retain with it, negative for none
    EventId m_restart;          //!< when the session begins anew
    /// Connections in full feature phase, by identifier.
    std::map<uint16_t, Ptr<IscsiInitiatorConnection>> m_connections;
    /// Lost connections of a session that is to be made again.
    std::vector<Ptr<IscsiInitiatorConnection>> m_cleanup;
};

} // namespace ns3

#endif /* ISCSI_SESSION_KEEPER_H */
