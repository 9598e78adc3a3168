/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_NODE_FAULTS_H
#define ISCSI_NODE_FAULTS_H

#include "iscsi-pdu-fault.h"
#include "iscsi-resettable-stream.h"

#include "ns3/node.h"
#include "ns3/object.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup iscsi-stream
 *
 * The faults that affect the iSCSI connections of one node. It is aggregated to the node; streams
 * created afterwards query it for each PDU, and are numbered in order of creation, from 0.
 */
class IscsiNodeFaults : public Object
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * @param node a node
     * @return its faults, made and aggregated if it has none yet
     */
    static Ptr<IscsiNodeFaults> On(Ptr<Node> node);

    /**
     * Add a fault.
     *
     * @param fault which PDUs it damages
     */
    void Add(Ptr<IscsiPduFault> fault);

    /**
     * Reset the TCP connection of a stream, as a host in between would: both ends get a segment
     * with RST.
     *
     * @param connection number of the stream; -1 for all that are open
     */
    void Reset(int32_t connection);

    /**
     * @param stream a new stream
     * @return its number
     */
    uint32_t Enter(IscsiResettableStream* stream);

    /**
     * @param connection number of a stream that is over
     */
    void Leave(uint32_t connection);

    /**
     * Damage a PDU that is about to be sent, if it is one's turn.
     *
     * @param connection number of its stream
     * @param pdu header segments with what is between them and the data segment, and the data
     *        segment
     * @return the PDU or a damaged copy
     */
    Ptr<Packet> Send(uint32_t connection, Ptr<Packet> pdu);

    /**
     * Ask whether a PDU that arrived is damaged.
     *
     * @param connection number of its stream
     * @param pdu header segments and data segment
     * @return what is damaged, if it is
     */
    std::optional<IscsiDamage> Receive(uint32_t connection, Ptr<const Packet> pdu);

    /**
     * Invert one bit: the last of the basic header segment, or the first of the data segment.
     *
     * @param pdu the PDU; its data segment is the end of it
     * @param damage what is to be damaged
     * @return a damaged copy
     */
    static Ptr<Packet> Damage(Ptr<const Packet> pdu, IscsiDamage damage);

  protected:
    void DoDispose() override;

  private:
    /**
     * Ask each fault about a PDU.
     *
     * @param direction whether it is sent or received
     * @param connection number of its stream
     * @param pdu the PDU
     * @return what is damaged, if it is
     */
    std::optional<IscsiDamage> Ask(IscsiPduFault::Direction direction,
                                   uint32_t connection,
                                   Ptr<const Packet> pdu);

    std::vector<Ptr<IscsiPduFault>> m_faults;             //!< the faults
    std::map<uint32_t, IscsiResettableStream*> m_streams; //!< open streams by number
    uint32_t m_next{0};                                   //!< number of the next stream
};

} // namespace ns3

#endif /* ISCSI_NODE_FAULTS_H */
