/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ETHERNET_PORT_H
#define ETHERNET_PORT_H

#include "ethernet-adapter.h"
#include "ethernet-frame.h"

namespace ns3
{

/**
 * @ingroup ethernet
 *
 * What a cable is plugged into: a device as the other end of the cable sees it.
 */
class EthernetPort : public EthernetAdapter
{
  public:
    /**
     * A frame has arrived.
     *
     * @param frame the frame
     */
    virtual void Arrive(const EthernetFrame& frame) = 0;

    /// Both ends of the cable are plugged in.
    virtual void LinkUp() = 0;

    /// The cable is disconnected: what was sent and has not arrived is lost.
    virtual void LinkDown() = 0;
};

} // namespace ns3

#endif /* ETHERNET_PORT_H */
