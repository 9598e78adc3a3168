/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_NETWORK_H
#define SAN_NETWORK_H

#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-interface-container.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/point-to-point-helper.h"

#include <vector>

namespace ns3
{

class SanOptions;

/// The network: hosts, two routers, and the links between them.
class SanNetwork
{
  public:
    /**
     * @param o the options
     */
    explicit SanNetwork(const SanOptions& o);

    NodeContainer initiators;               //!< the initiators' nodes
    NodeContainer targets;                  //!< the targets' nodes
    std::vector<Ipv4Address> targetAddress; //!< address of each target
    NetDeviceContainer targetDevices;       //!< each target's end of its link

  private:
    /**
     * Join two nodes and give the link a network of its own.
     *
     * @param link how
     * @param a one node
     * @param b the other node
     * @return the addresses of both ends
     */
    Ipv4InterfaceContainer Join(PointToPointHelper& link, Ptr<Node> a, Ptr<Node> b);

    Ipv4AddressHelper m_addresses{"10.0.0.0", "255.255.255.252"}; //!< a network for each link
};

} // namespace ns3

#endif /* SAN_NETWORK_H */
