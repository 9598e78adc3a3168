/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_NETWORK_H
#define SAN_NETWORK_H

#include "san-links.h"
#include "san-path-errors.h"

#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-interface-container.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"

#include <vector>

namespace ns3
{

class SanOptions;

/**
 * @ingroup san
 *
 * The network: hosts, and the links between them. Each link of the path has a pair of switches of
 * its own, to which every host has a link. The pair are routers where something happens above
 * Ethernet: a limiter, a queue disc, or PPP instead.
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
    /// A link of the path and the hosts' links to it.
    struct Link
    {
        NetDeviceContainer path;                //!< its ends, that at the initiators first
        std::vector<NetDeviceContainer> access; //!< hosts' links, each host's device first
    };

    /**
     * Make a link of the path, and the hosts' links to it.
     *
     * @param o the options
     * @param near switch or router at the initiators
     * @param far switch or router at the targets
     * @return their devices
     */
    Link Join(const SanOptions& o, Ptr<Node> near, Ptr<Node> far);

    /**
     * Make switches of both ends of the path. All hosts are in one network then.
     *
     * @param link the link
     * @param number its number
     */
    void Switch(const Link& link, uint32_t number);

    /**
     * Give each link a network of its own, and the ends of the path their queue discs.
     *
     * @param o the options
     * @param link the link
     * @param number its number
     */
    void Route(const SanOptions& o, const Link& link, uint32_t number);

    /**
     * Remember where a link reaches the targets.
     *
     * @param hosts interfaces of all hosts at a link of the path, initiators first
     */
    void AddTargets(const Ipv4InterfaceContainer& hosts);

    /**
     * Let a node reach what is on a link of the path, and not nearer, by way of its neighbour.
     *
     * @param link a host and its router, or the ends of the path
     * @param from which of them the node is
     * @param base first address of all that is on the link of the path
     */
    static void AddRoute(const Ipv4InterfaceContainer& link, uint32_t from, uint32_t base);

    /**
     * Put a token bucket before each end of the path if the options say so.
     *
     * @param ends the ends
     * @param o the options
     */
    static void LimitRate(const NetDeviceContainer& ends, const SanOptions& o);

    /**
     * Put a queue disc before each end of the path if the options say so.
     *
     * @param ends the ends
     * @param o the options
     */
    static void InstallQueueDisc(const NetDeviceContainer& ends, const SanOptions& o);

    const SanLinks m_links;        //!< makes links
    Ipv4AddressHelper m_addresses; //!< gives addresses
};

} // namespace ns3

#endif /* SAN_NETWORK_H */
