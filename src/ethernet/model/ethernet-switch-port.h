/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ETHERNET_SWITCH_PORT_H
#define ETHERNET_SWITCH_PORT_H

#include "ns3/ptr.h"

#include <cstdint>

namespace ns3
{

class EthernetNetDevice;
class EthernetSharedBuffer;

/**
 * @ingroup ethernet
 *
 * Make the memory of a switch in which the frames of all its ports wait.
 *
 * @param bytes of frames, 1 or more; 0 for no such memory
 * @return the memory, null for none
 */
Ptr<EthernetSharedBuffer> MakeEthernetSharedBuffer(uint32_t bytes);

/**
 * @ingroup ethernet
 *
 * Make a device a port of a switch: trains of frames pass it whole, frames that no bridge forwards
 * end there, and the others wait in the memory of the switch.
 *
 * @param port the device
 * @param buffer memory of all ports, null for none
 * @param isBonded whether it is a link of a bond, which is the port; frames that no bridge forwards
 * then pass, as LACP is made of them
 */
void MakeEthernetSwitchPort(EthernetNetDevice& port,
                            const Ptr<EthernetSharedBuffer>& buffer,
                            bool isBonded = false);

} // namespace ns3

#endif /* ETHERNET_SWITCH_PORT_H */
