/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TARGET_CONNECTION_OWNER_H
#define ISCSI_TARGET_CONNECTION_OWNER_H

#include "iscsi-target-connection-client.h"
#include "iscsi-target-portal.h"

#include "ns3/address.h"
#include "ns3/iscsi-session-parameters.h"
#include "ns3/nstime.h"

#include <cstdint>

namespace ns3
{

class IscsiTargetConnection;

/**
 * @ingroup iscsi-target-connection
 *
 * The origin of a target's connections and of the sessions that they open or join: the target
 * application.
 */
class IscsiTargetConnectionOwner : public IscsiTargetPortal
{
  public:
    /**
     * A login succeeded: make the session, or add the connection to it.
     *
     * @param connection the connection
     * @param agreed the values agreed on
     * @param who who logged in, with the TSIH of the session
     * @param cmdSn number of the first command
     * @return the session, which keeps the connection
     */
    virtual IscsiTargetConnectionClient* OpenSession(IscsiTargetConnection* connection,
                                                     const IscsiSessionParameters& agreed,
                                                     const IscsiLoginIdentity& who,
                                                     uint32_t cmdSn) = 0;

    /**
     * Find the session that a login is about to join.
     *
     * @param who who logs in
     * @return the session, null for a new one or if there is none
     */
    virtual IscsiTargetConnectionClient* FindSession(const IscsiLoginIdentity& who) = 0;

    /**
     * A connection is over, at whatever stage: forget it.
     */
    virtual void ConnectionClosed(IscsiTargetConnection* connection) = 0;

    /**
     * @param peer who sent a Login Request, an address with a port
     * @return how long the request is to wait, because a login from there failed; zero for not at
     *         all
     */
    virtual Time GetLoginWait(const Address& peer) const = 0;

    /**
     * An initiator could not prove who it is.
     *
     * @param peer its address and port
     */
    virtual void AuthenticationFailed(const Address& peer) = 0;
};

} // namespace ns3

#endif /* ISCSI_TARGET_CONNECTION_OWNER_H */
