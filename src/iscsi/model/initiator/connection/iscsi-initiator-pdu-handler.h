/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_INITIATOR_PDU_HANDLER_H
#define ISCSI_INITIATOR_PDU_HANDLER_H

#include "ns3/iscsi-header.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>

namespace ns3
{

class IscsiInitiatorConnection;

/**
 * @ingroup iscsi-initiator-connection
 *
 * Whether a PDU with a status can be processed.
 */
enum class IscsiStatusReadiness : uint8_t
{
    READY,  //!< it can
    WAITS,  //!< data of its command are missing
    DROPPED //!< it is out of date
};

/**
 * @ingroup iscsi-initiator-connection
 *
 * Receives the PDUs of the connections of an initiator's session in full feature phase.
 */
class IscsiInitiatorPduHandler
{
  public:
    virtual ~IscsiInitiatorPduHandler() = default;

    /**
     * A PDU arrived in order.
     *
     * @param connection the connection
     * @param opcode the PDU's opcode
     * @param pdu the PDU
     */
    virtual void PduReceived(IscsiInitiatorConnection* connection,
                             IscsiOpcode opcode,
                             Ptr<Packet> pdu) = 0;

    /**
     * @param opcode opcode of a PDU whose status is next, in a session that recovers
     * @param pdu the PDU
     * @return whether it can be taken now
     */
    virtual IscsiStatusReadiness CheckStatus(IscsiOpcode opcode, Ptr<const Packet> pdu) = 0;

    /**
     * A Reject arrived out of order.
     *
     * @param pdu the Reject
     */
    virtual void RejectHeld(Ptr<const Packet> pdu) = 0;

    /**
     * The data of a Data-In were damaged, in a session that recovers.
     *
     * @param headers the PDU's header segments
     */
    virtual void DataLost(Ptr<const Packet> headers) = 0;
};

} // namespace ns3

#endif /* ISCSI_INITIATOR_PDU_HANDLER_H */
