/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TARGET_CONNECTION_MANAGER_H
#define ISCSI_TARGET_CONNECTION_MANAGER_H

#include "ns3/iscsi-login-header.h"
#include "ns3/iscsi-logout-header.h"
#include "ns3/iscsi-target-context.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup iscsi-target-recovery
 *
 * Manages the connections of a target's session: added, reinstated, logged out, lost, timed out
 * (RFC 7143, 6.3.4, 7.5, 8.1, 8.2 and 11.14).
 */
class IscsiTargetConnectionManager
{
  public:
    /// Most connections that are kept for recovery beyond MaxConnections: no other may join until
    /// they are cleaned up or their time is over.
    static constexpr uint32_t MAX_RECOVERING = 16;

    /**
     * @param context what the session's parts share; outlives this part
     * @param connectionsChanged notified when connections went, so that the session works out its
     *        state again
     */
    IscsiTargetConnectionManager(IscsiTargetContext& context, Callback<void> connectionsChanged);

    /**
     * Check whether a connection may join.
     *
     * @param cid its identifier
     * @return SUCCESS or the status to refuse its login with
     */
    IscsiLoginStatus Check(uint16_t cid) const;

    /**
     * A connection joins. One of the same identifier is logged out by that (RFC 7143, 6.3.4).
     *
     * @param connection the connection, in full feature phase
     * @return the connection that takes requests from now on: itself, or of two that carry one
     *         direction each the one for requests once both are there; null if none does
     */
    Ptr<IscsiTargetConnection> Add(Ptr<IscsiTargetConnection> connection);

    /**
     * The login of a connection began that is to take the place of a lost one (RFC 7143, 8.2, M2).
     *
     * @param cid its identifier
     */
    void StartCleanup(uint16_t cid);

    /**
     * That login failed (RFC 7143, 8.2, M3).
     *
     * @param cid its identifier
     */
    void AbandonCleanup(uint16_t cid);

    /**
     * A connection failed. It has closed itself.
     */
    void Lose(IscsiTargetConnection& connection);

    /**
     * Close a connection that is to be cleaned up by the initiator.
     *
     * @param connection the connection, in full feature phase
     */
    void Drop(IscsiTargetConnection& connection);

    /**
     * Close all connections in full feature phase, whose states are kept for recovery.
     */
    void DropAll();

    /**
     * End all connections and tasks because of a format error (RFC 7143, 7.7).
     *
     * @param what what was wrong
     */
    void FailFormat(const std::string& what);

    /**
     * Carry out a Logout Request and answer it, which may end the session.
     *
     * @param connection where it came in
     * @param header the request
     */
    void LogOut(Ptr<IscsiTargetConnection> connection, const IscsiLogoutRequestHeader& header);

    /**
     * Close all connections silently and forget them.
     */
    void CloseAll();

  private:
    /**
     * @param cid identifier of a connection that is to join a session split by direction
     * @return true if it may
     */
    bool CanJoinSplit(uint16_t cid) const;

    /**
     * Put the two connections together that carry the two directions.
     *
     * @param connection one of them
     * @return the one that carries requests, null if the other is not there
     */
    Ptr<IscsiTargetConnection> Pair(const Ptr<IscsiTargetConnection>& connection) const;

    /**
     * Keep of a lost connection what can be recovered, for a time.
     *
     * @param connection the connection, closed
     */
    void AwaitRecovery(IscsiTargetConnection& connection);

    /**
     * Determine the outcome of a Logout Request.
     *
     * @param header the request
     * @return the response code
     */
    IscsiLogoutResponseCode Judge(const IscsiLogoutRequestHeader& header) const;

    /**
     * Move a connection into the state that a logout begins with.
     */
    static void BeginLogout(IscsiTargetConnection& connection);

    /**
     * Log a connection out.
     *
     * @param connection the connection
     * @param forRecovery true to keep its tasks for reassignment
     */
    void RemoveConnection(Ptr<IscsiTargetConnection> connection, bool forRecovery);

    /**
     * Close a connection and its TCP connection permanently.
     */
    static void Free(IscsiTargetConnection& connection);

    /**
     * Give a connection up after Time2Wait and Time2Retain (RFC 7143, 7.5).
     */
    void SetTimeout(IscsiTargetConnection* connection);

    /**
     * The time of a connection is over (RFC 7143, 8.2, M1).
     */
    void Expire(Ptr<IscsiTargetConnection> connection);

    IscsiTargetContext& m_context;       //!< what the session's parts share
    Callback<void> m_connectionsChanged; //!< notified when connections went
};

} // namespace ns3

#endif /* ISCSI_TARGET_CONNECTION_MANAGER_H */
