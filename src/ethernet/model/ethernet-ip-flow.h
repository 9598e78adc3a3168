/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ETHERNET_IP_FLOW_H
#define ETHERNET_IP_FLOW_H

#include "ns3/packet.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ethernet
 *
 * What tells the flows of IP packets apart. IP addresses and ports are numbers in the order of
 * their bytes in the header; addresses of IPv6 are folded to 32 bits by exclusive or.
 */
struct EthernetIpFlow
{
    bool isIp{false};        //!< whether it is an IP packet at all; the rest is 0 if not
    uint32_t source{0};      //!< source address
    uint32_t destination{0}; //!< destination address
    uint32_t ports{0};       //!< source port in the upper half, destination port in the lower; 0
                             //!< without ports, and for fragments
    uint8_t protocol{0};     //!< what follows the IP header

    /**
     * @param payload of a frame, or of a train of frames, which are all of one flow
     * @param type EtherType of the payload
     * @return its flow
     */
    static EthernetIpFlow Of(Ptr<const Packet> payload, uint16_t type);
};

} // namespace ns3

#endif /* ETHERNET_IP_FLOW_H */
