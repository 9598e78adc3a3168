/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_RELAY_PROCESSOR_H
#define SAN_RELAY_PROCESSOR_H

#include "ns3/address.h"
#include "ns3/net-device.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/simple-ref-count.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup san-wireless
 *
 * The processor of a relay, which moves each packet from one radio to the other: a time for every
 * byte, one packet after the other. Neighbours know each other's addresses, so nothing but IPv4
 * arrives.
 */
class SanRelayProcessor : public SimpleRefCount<SanRelayProcessor>
{
  public:
    /**
     * Put a processor between a relay's radios and its IP. The radios keep it.
     *
     * @param relay the relay, with its radios and IP
     * @param timePerByte time for every byte of IP packets, ns
     */
    static void Install(Ptr<Node> relay, double timePerByte);

    /**
     * @param relay the relay
     * @param timePerByte time for every byte of IP packets, ns
     */
    SanRelayProcessor(Ptr<Node> relay, double timePerByte);

  private:
    /**
     * A radio has received a packet.
     *
     * @param device the radio
     * @param packet the packet
     * @param protocol what is in it
     * @param from who sent it
     * @return true
     */
    bool Receive(Ptr<NetDevice> device,
                 Ptr<const Packet> packet,
                 uint16_t protocol,
                 const Address& from);

    /**
     * A packet's turn is over.
     *
     * @param device the radio that received it
     * @param packet the packet
     * @param protocol what is in it
     * @param from who sent it
     */
    void Deliver(Ptr<NetDevice> device,
                 Ptr<const Packet> packet,
                 uint16_t protocol,
                 const Address& from);

    Ptr<Node> m_relay;    //!< the relay
    double m_timePerByte; //!< ns
    Time m_busyUntil;     //!< when all packets so far are done
};

} // namespace ns3

#endif /* SAN_RELAY_PROCESSOR_H */
