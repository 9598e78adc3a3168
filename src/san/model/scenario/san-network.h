/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_NETWORK_H
#define SAN_NETWORK_H

#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-interface-container.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/san-bonds.h"
#include "ns3/san-links.h"
#include "ns3/san-path-errors.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace ns3
{

class SanFabric;
class SanOptions;
class SanWirelessNetwork;
struct SanStation;

/**
 * @ingroup san-scenario
 *
 * The network: hosts, and the links between them. Each link of the path has a pair of switches of
 * its own, to which every host has a link; a single host may be an end of the path itself. The pair
 * are routers where something happens above Ethernet: a limiter, a queue disc, or PPP instead. A
 * host may have several bonded links to a switch. A leaf-spine network may take the place of the
 * path, and a wireless network that of all links.
 */
class SanNetwork
{
  public:
    /**
     * @param o the options
     */
    explicit SanNetwork(const SanOptions& o);
    ~SanNetwork();

    /**
     * @param stream first stream to use
     * @return number of streams used
     */
    int64_t AssignStreams(int64_t stream);

    /**
     * @return the radios of a wireless network, none with cables
     */
    std::vector<SanStation> GetStations() const;

    /**
     * Tell whether initiators can get other addresses. Only switches leave room for them: at a
     * router each host has a network of its own.
     *
     * @return whether all hosts of a link of the path are in one network of cables
     */
    bool CanRenumber() const;

    /**
     * Give each initiator another address on each of its links, as a renewed DHCP lease may do.
     * Nobody is told: TCP connections that were open go on sending from the old address, and get
     * no answer. Call it only if CanRenumber.
     */
    void RenumberInitiators();

    /**
     * Make all links of the path longer or shorter; there are none without cables.
     *
     * @param delay the one-way delay of the path
     */
    void SetPathDelay(Time delay) const;

    /// Let foreign stations on a wireless network, if there are any, send no more.
    void EndInterference();

    NodeContainer initiators;                              //!< the initiators' nodes
    NodeContainer targets;                                 //!< the targets' nodes
    std::vector<std::vector<Ipv4Address>> targetAddresses; //!< of each target, one for each link
    NetDeviceContainer targetDevices; //!< targets' ends of their links, link by link of the path;
                                      //!< of bonded links the first one's
    NetDeviceContainer pathDevices;   //!< ends of the links of the path, that at the initiators
                                      //!< first; of a leaf-spine network, of the links of the
                                      //!< initiators' leaves; none without cables
    SanPathErrors pathErrors;         //!< what happens to packets on the path

  private:
    /// A link of the path and the hosts' links to it.
    struct Link
    {
        NetDeviceContainer path;                //!< its ends, that at the initiators first
        std::vector<NetDeviceContainer> access; //!< hosts' links, each host's device first; that
                                                //!< alone if it is an end of the path
    };

    /**
     * Give the hosts radios.
     *
     * @param o the options
     */
    void BuildWireless(const SanOptions& o);

    /**
     * Give the hosts links to both ends of the path.
     *
     * @param o the options
     */
    void BuildCables(const SanOptions& o);

    /**
     * Give the hosts links to leaves of a leaf-spine network.
     *
     * @param o the options
     */
    void BuildFabric(const SanOptions& o);

    /**
     * Make a link of the path, and the hosts' links to it.
     *
     * @param o the options
     * @param rate rate of the link of the path
     * @param near switch or router at the initiators, or the only initiator
     * @param far switch or router at the targets, or the only target
     * @return their devices
     */
    Link BuildLink(const SanOptions& o, DataRate rate, Ptr<Node> near, Ptr<Node> far);

    /**
     * Give a host its link to an end of the path, unless it is that itself.
     *
     * @param access the link
     * @param host the host
     * @param end the device at the end of the path
     * @return the host's device, and the device at the other end of its link if it has one
     */
    NetDeviceContainer BuildAccess(const SanLinks::Settings& access,
                                   Ptr<Node> host,
                                   Ptr<NetDevice> end) const;

    /**
     * Add the hosts' links to a link of the path.
     *
     * @param o the options
     * @param[in,out] link the link of the path
     * @param join makes the link of an initiator or a target, by its number
     */
    void BuildAccesses(const SanOptions& o,
                       Link& link,
                       const std::function<NetDeviceContainer(bool isTarget, uint32_t)>& join);

    /**
     * Make switches of both ends of the path. All hosts are in one network then.
     *
     * @param link the link
     */
    void Switch(const Link& link) const;

    /**
     * Give all hosts addresses of one network.
     *
     * @param link the link of the path that they are on
     * @param number its number
     */
    void Address(const Link& link, uint32_t number);

    /**
     * Let a host know the addresses of those that it talks to, so that none asks for them.
     *
     * @param number of the link of the path
     * @param host number of the host: initiators, then targets
     */
    void AddPermanentArpEntries(uint32_t number, uint32_t host);

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
     * @param hosts interfaces of hosts at a link of the path
     * @param first number of the first target's
     */
    void AddTargets(const Ipv4InterfaceContainer& hosts, uint32_t first);

    /**
     * Let a node reach what is on a link of the path, and not nearer, by way of its neighbour.
     *
     * @param link a host and its router, or the ends of the path
     * @param from which of them the node is
     * @param network what the path leads to: first address of a link of the path
     */
    static void AddRoute(const Ipv4InterfaceContainer& link, uint32_t from, Ipv4Address network);

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

    const SanLinks m_links;                           //!< makes links
    const SanBonds m_bonds;                           //!< joins hosts by links or bonds
    const uint32_t m_switchBuffer;                    //!< memory of each switch, 0: no limit
    Ipv4AddressHelper m_addresses;                    //!< gives addresses
    std::vector<Ipv4InterfaceContainer> m_interfaces; //!< of hosts at switches, by link of the path
    std::vector<std::vector<Ipv4Address>> m_given;    //!< their addresses, as they were given
    std::unique_ptr<SanFabric> m_fabric;              //!< the leaf-spine network, null without
    std::unique_ptr<SanWirelessNetwork> m_radio;      //!< the wireless network, null with cables
};

} // namespace ns3

#endif /* SAN_NETWORK_H */
