/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_WIRELESS_NETWORK_H
#define SAN_WIRELESS_NETWORK_H

#include "san-station-figures.h"

#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-interface-container.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{

class SanInterference;
class SanPathOptions;
class SanWirelessOptions;
class SanRadioChannel;

/**
 * @ingroup san-wireless
 *
 * An ad-hoc network of IEEE 802.11: initiators, relays and targets, each a station, in a line.
 *
 *     initiators ---- relay ---- relay ---- targets
 *               hop 0      hop 1      hop 2
 *
 * Every hop has a channel of its own, and a relay two radios; or all share one channel, and every
 * station has one radio. Stations of a kind stand side by side. IP forwards at the relays.
 */
class SanWirelessNetwork
{
  public:
    /**
     * @param o the options; they stay longer than this network
     * @param path the options of the path
     * @param initiators nodes with IP
     * @param relays likewise, from the initiators to the targets; there may be none
     * @param targets likewise
     */
    SanWirelessNetwork(const SanWirelessOptions& o,
                       const SanPathOptions& path,
                       const NodeContainer& initiators,
                       const NodeContainer& relays,
                       const NodeContainer& targets);
    ~SanWirelessNetwork();

    /**
     * @return the targets' radios
     */
    const NetDeviceContainer& GetTargetDevices() const;

    /**
     * @return the targets' interfaces
     */
    const Ipv4InterfaceContainer& GetTargetInterfaces() const;

    /**
     * @return the radios, channel by channel
     */
    const std::vector<SanStation>& GetStations() const;

    /**
     * @param stream first stream to use
     * @return number of streams used
     */
    int64_t AssignStreams(int64_t stream);

    /// Let foreign stations, if there are any, send no more.
    void EndInterference();

  private:
    /// Stations that hear each other, and two kinds of them that talk to each other.
    struct Hop
    {
        Ipv4InterfaceContainer near; //!< interfaces at the initiators' side
        Ipv4InterfaceContainer far;  //!< interfaces at the targets' side
    };

    /// Note what files call the stations.
    void NameStations();

    /**
     * @param node one of the nodes
     * @return what files call it
     */
    std::string GetName(Ptr<Node> node) const;

    /**
     * Put the stations where they stand, and let initiators go where they are to go.
     *
     * @param o the options
     */
    void Place(const SanWirelessOptions& o) const;

    /**
     * Put foreign stations beside the first hop.
     *
     * @param o the options
     * @param mtu MTU of the path, in bytes
     */
    void Interfere(const SanWirelessOptions& o, uint32_t mtu);

    /**
     * Give all stations one radio, all on one channel.
     *
     * @param o the options
     * @param path the options of the path
     */
    void ShareChannel(const SanWirelessOptions& o, const SanPathOptions& path);

    /**
     * Give each hop a channel, and stations a radio for each hop that they are at.
     *
     * @param o the options
     * @param path the options of the path
     */
    void SplitChannels(const SanWirelessOptions& o, const SanPathOptions& path);

    /// Let neighbours know each other's addresses.
    void AddPermanentArpEntries() const;

    /// Let stations reach the ends that are not their neighbours.
    void Route() const;

    /**
     * Let stations reach others by way of a relay.
     *
     * @param from the stations, at a hop
     * @param relay the relay, at the same hop
     * @param to those that are reached
     */
    static void AddRoutes(const Ipv4InterfaceContainer& from,
                          const Ipv4InterfaceContainer& relay,
                          const Ipv4InterfaceContainer& to);

    std::vector<NodeContainer> m_kinds;              //!< initiators, each relay, targets
    std::deque<SanRadioChannel> m_channels;          //!< one, or one for each hop
    std::vector<Hop> m_hops;                         //!< from initiators to targets
    NetDeviceContainer m_targetDevices;              //!< the targets' radios
    std::vector<SanStation> m_stations;              //!< all radios but foreign ones
    Ipv4AddressHelper m_addresses;                   //!< gives addresses
    std::unique_ptr<SanInterference> m_interference; //!< foreign stations, or none
};

} // namespace ns3

#endif /* SAN_WIRELESS_NETWORK_H */
