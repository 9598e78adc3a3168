/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ETHERNET_FRAME_H
#define ETHERNET_FRAME_H

#include "ethernet-train.h"

#include "ns3/address.h"
#include "ns3/packet.h"

namespace ns3
{

/**
 * @ingroup ethernet
 *
 * What a link carries: a payload and the fields of its header. Header, padding and frame check
 * sequence become bytes of a packet only where somebody looks at them. A train of frames goes as
 * one.
 */
struct EthernetFrame
{
    Ptr<Packet> payload; //!< what follows the header
    Address destination; //!< who shall receive it, a Mac48Address
    Address source;      //!< who sent it, a Mac48Address
    uint16_t type{0};    //!< EtherType of the payload
    EthernetTrain train; //!< the frames for which the payload stands

    /**
     * @return bytes from the header to the end of the padding, as a capture has them
     */
    Ptr<Packet> ToPacket() const;

    /**
     * @param packet bytes from the header on
     * @return the frame; its payload has the padding at its end
     */
    static EthernetFrame FromPacket(Ptr<const Packet> packet);
};

} // namespace ns3

#endif /* ETHERNET_FRAME_H */
