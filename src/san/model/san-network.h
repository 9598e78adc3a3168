/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_NETWORK_H
#define SAN_NETWORK_H

#include "san-path-errors.h"

#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-interface-container.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/point-to-point-helper.h"

#include <vector>

namespace ns3
{

class SanOptions;

/**
 * @ingroup san
 *
 * The network: hosts, pairs of routers, and the links between them. Each link of the path has a
 * pair of routers of its own, to which every host has a link.
 */
class SanNetwork
{
  public:
    /**
     * @param o the options
     */
    explicit SanNetwork(const SanOptions& o);

    NodeContainer initiators;                              //!< the initiators' nodes
    NodeContainer targets;                                 //!< the targets' nodes
    std::vector<std::vector<Ipv4Address>> targetAddresses; //!< of each target, one for each link
    NetDeviceContainer targetDevices; //!< targets' ends of their links, link by link of the path
    SanPathErrors pathErrors;         //!< what happens to packets on the path

  private:
    /**
     * Make a link of the path, its routers and the hosts' links to them.
     *
     * @param o the options
     * @param number the link's number
     * @param near router at the initiators
     * @param far router at the targets
     */
    void AddLink(const SanOptions& o, uint32_t number, Ptr<Node> near, Ptr<Node> far);

    /**
     * Let a host reach what is on a link of the path by its own link to it. Without that, a host's
     * addresses are all equally near, whichever link they are on.
     *
     * @param link the host and its router
     * @param base first address of all that is on the link of the path
     */
    static void AddRoute(const Ipv4InterfaceContainer& link, uint32_t base);

    /**
     * Put a token bucket before each end of the path if the options say so.
     *
     * @param link the ends
     * @param o the options
     */
    void LimitRate(const Ipv4InterfaceContainer& link, const SanOptions& o);

    /**
     * Put a queue disc before each end of the path if the options say so.
     *
     * @param link the ends
     * @param o the options
     */
    static void InstallQueueDisc(const Ipv4InterfaceContainer& link, const SanOptions& o);

    /**
     * Join two nodes and give the link a network of its own.
     *
     * @param link how
     * @param a one node
     * @param b the other node
     * @return the addresses of both ends
     */
    Ipv4InterfaceContainer Join(PointToPointHelper& link, Ptr<Node> a, Ptr<Node> b);

    Ipv4AddressHelper m_addresses; //!< gives each link a network
};

} // namespace ns3

#endif /* SAN_NETWORK_H */
