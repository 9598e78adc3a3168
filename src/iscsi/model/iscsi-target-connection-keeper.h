/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TARGET_CONNECTION_KEEPER_H
#define ISCSI_TARGET_CONNECTION_KEEPER_H

#include "iscsi-login-header.h"
#include "iscsi-logout-header.h"
#include "iscsi-target-notifier.h"
#include "iscsi-target-session-core.h"

#include "ns3/ptr.h"

#include <cstdint>
#include <functional>

namespace ns3
{

/**
 * @ingroup iscsi
 *
 * How connections come into a target's session and leave it: added, reinstated, logged out, lost,
 * given up after a time (RFC 7143, 6.3.4, 7.5, 8.1, 8.2 and 11.14).
 */
class IscsiTargetConnectionKeeper
{
  public:
    /// Most connections that are kept for recovery beyond MaxConnections: no other may join until
    /// they are cleaned up or their time is over.
    static constexpr uint32_t MAX_RECOVERING = 16;

    /**
     * @param core what the parts of the session share; outlives this part
     * @param notifier what sends Asynchronous Messages; outlives this part
     * @param changed called when a connection was given up after a time
     */
    IscsiTargetConnectionKeeper(IscsiTargetSessionCore& core,
                                IscsiTargetNotifier& notifier,
                                std::function<void()> changed);

    /**
     * Say whether a connection may join.
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
     *
     * @param connection the connection
     */
    void Lose(IscsiTargetConnection* connection);

    /**
     * Close a connection that is to be cleaned up by the initiator.
     *
     * @param connection the connection, in full feature phase
     */
    void Drop(Ptr<IscsiTargetConnection> connection);

    /**
     * Carry out a Logout Request and answer it.
     *
     * @param connection where it came in
     * @param header the request
     */
    void LogOut(Ptr<IscsiTargetConnection> connection, const IscsiLogoutRequestHeader& header);

    /**
     * Close all connections without a word and forget them.
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
     * Say what a Logout Request comes to.
     *
     * @param header the request
     * @return the response code
     */
    IscsiLogoutResponseCode Judge(const IscsiLogoutRequestHeader& header) const;

    /**
     * Move a connection into the state that a logout begins with.
     *
     * @param connection the connection
     */
    static void BeginLogout(IscsiTargetConnection& connection);

    /**
     * Log a connection out.
     *
     * @param connection the connection
     * @param forRecovery true to keep its tasks for reassignment
     */
    void TakeOut(Ptr<IscsiTargetConnection> connection, bool forRecovery);

    /**
     * Close a connection and its TCP connection for good.
     *
     * @param connection the connection
     */
    static void Free(IscsiTargetConnection& connection);

    /**
     * Give a connection up after Time2Wait and Time2Retain (RFC 7143, 7.5).
     *
     * @param connection the connection
     */
    void SetTimeout(IscsiTargetConnection* connection);

    /**
     * The time of a connection is over (RFC 7143, 8.2, M1).
     *
     * @param connection the connection
     */
    void Expire(Ptr<IscsiTargetConnection> connection);

    IscsiTargetSessionCore& m_core;  //!< what the parts share
    IscsiTargetNotifier& m_notifier; //!< what sends Asynchronous Messages
    std::function<void()> m_changed; //!< called when a connection was given up
};

} // namespace ns3

#endif /* ISCSI_TARGET_CONNECTION_KEEPER_H */
