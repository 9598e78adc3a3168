/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ETHERNET_SWITCH_HELPER_H
#define ETHERNET_SWITCH_HELPER_H

#include "ns3/bridge-net-device.h"
#include "ns3/net-device-container.h"
#include "ns3/node.h"

namespace ns3
{

/**
 * @ingroup ethernet
 *
 * Makes a learning switch of a node: ns-3's BridgeNetDevice over its Ethernet ports. Trains of
 * frames of hosts with Offload pass it whole.
 */
class EthernetSwitchHelper
{
  public:
    /**
     * Let the frames of all ports of a switch wait in one memory. Each port's QueueSize remains a
     * limit.
     *
     * @param bytes of frames, 1 or more; 0 for no such memory
     */
    void SetSharedBuffer(uint32_t bytes);

    /**
     * @param node the switch
     * @param ports its ports: EthernetNetDevices of the node, or bonds of several, which are one
     * port
     * @return the bridge
     */
    Ptr<BridgeNetDevice> Install(Ptr<Node> node, const NetDeviceContainer& ports) const;

  private:
    uint32_t m_sharedBytes{0}; //!< of the memory of all ports, 0 for none
};

} // namespace ns3

#endif /* ETHERNET_SWITCH_HELPER_H */
