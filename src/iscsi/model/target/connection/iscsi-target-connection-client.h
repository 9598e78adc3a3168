/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TARGET_CONNECTION_CLIENT_H
#define ISCSI_TARGET_CONNECTION_CLIENT_H

#include "ns3/iscsi-header.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>

namespace ns3
{

class IscsiTargetConnection;

/**
 * @ingroup iscsi-target-connection
 *
 * The user of a target's connections: it receives the PDUs of the full feature phase, and is
 * notified when a connection joins, gets a damaged PDU or is lost. The session implements it.
 */
class IscsiTargetConnectionClient
{
  public:
    virtual ~IscsiTargetConnectionClient() = default;

    /**
     * Write the command window into a header.
     */
    virtual void SetCommandWindow(IscsiResponseHeader& header) const = 0;

    /**
     * The login of a connection began that is to join.
     *
     * @param cid its identifier
     */
    virtual void StartContinuation(uint16_t cid) = 0;

    /**
     * That login failed.
     *
     * @param cid its identifier
     */
    virtual void AbandonContinuation(uint16_t cid) = 0;

    /**
     * A PDU of the full feature phase arrived.
     *
     * @param connection where it came in
     * @param opcode the PDU's opcode
     * @param pdu the PDU
     */
    virtual void PduReceived(IscsiTargetConnection* connection,
                             IscsiOpcode opcode,
                             Ptr<Packet> pdu) = 0;

    /**
     * A PDU arrived whose digest is wrong.
     *
     * @param connection where it came in
     * @param headers its header segments, null if it is they that are damaged
     */
    virtual void PduDamaged(IscsiTargetConnection* connection, Ptr<Packet> headers) = 0;

    /**
     * A connection failed and has closed itself.
     */
    virtual void ConnectionLost(IscsiTargetConnection* connection) = 0;
};

} // namespace ns3

#endif /* ISCSI_TARGET_CONNECTION_CLIENT_H */
