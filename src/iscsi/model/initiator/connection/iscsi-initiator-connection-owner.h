/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_INITIATOR_CONNECTION_OWNER_H
#define ISCSI_INITIATOR_CONNECTION_OWNER_H

#include <cstdint>
#include <optional>
#include <string>

namespace ns3
{

class IscsiInitiatorConnection;

/**
 * @ingroup iscsi-initiator-connection
 *
 * The owner of the connections of an initiator's session: it is notified of their state.
 */
class IscsiInitiatorConnectionOwner
{
  public:
    virtual ~IscsiInitiatorConnectionOwner() = default;

    /**
     * A connection logged in.
     *
     * @param connection the connection
     * @param tsih the target's part of the session identifier
     */
    virtual void ConnectionLoggedIn(IscsiInitiatorConnection* connection, uint16_t tsih) = 0;

    /**
     * A connection is lost or its login failed.
     *
     * @param connection the connection, in FREE or CLEANUP_WAIT
     */
    virtual void ConnectionEnded(IscsiInitiatorConnection* connection) = 0;

    /**
     * It is time for the logout that the target asked for.
     *
     * @param cid the connection; nothing happens if it is not in full feature phase
     */
    virtual void LogOutConnection(uint16_t cid) = 0;

    /**
     * The target built a PDU wrongly: end all connections and the session (RFC 7143, 7.7).
     *
     * @param what what it did, as text
     */
    virtual void FailAll(const std::string& what) = 0;

    /**
     * A connection would ping the target.
     *
     * @return the initiator task tag of the ping, or nothing if the session takes no requests now
     */
    virtual std::optional<uint32_t> AllocatePingTag() = 0;
};

} // namespace ns3

#endif /* ISCSI_INITIATOR_CONNECTION_OWNER_H */
