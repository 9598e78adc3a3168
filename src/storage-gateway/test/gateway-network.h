/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef GATEWAY_NETWORK_H
#define GATEWAY_NETWORK_H

#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-address.h"
#include "ns3/node-container.h"
#include "ns3/simple-net-device-helper.h"
#include "ns3/string.h"
#include "ns3/traffic-control-helper.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{
namespace gatewaytest
{

/**
 * @ingroup storage-gateway-tests
 *
 * Hosts and a gateway with a link between each host and the gateway.
 */
class GatewayNetwork
{
  public:
    /**
     * @param nHosts number of hosts
     * @param rate bit rate of a link
     * @param delay one-way delay of a link
     */
    explicit GatewayNetwork(uint32_t nHosts,
                            const std::string& rate = "1Gbps",
                            const std::string& delay = "100us")
        : gateway(CreateObject<Node>())
    {
        hosts.Create(nHosts);
        InternetStackHelper().Install(NodeContainer(hosts, gateway));
        SimpleNetDeviceHelper link;
        link.SetNetDevicePointToPointMode(true);
        link.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue("10000p"));
        link.SetDeviceAttribute("DataRate", StringValue(rate));
        link.SetChannelAttribute("Delay", StringValue(delay));
        Ipv4AddressHelper networks("10.0.0.0", "255.255.255.252");
        for (uint32_t i = 0; i < nHosts; ++i)
        {
            const auto ends = link.Install(NodeContainer(hosts.Get(i), gateway));
            addresses.push_back(networks.Assign(ends).GetAddress(1));
            TrafficControlHelper().Uninstall(ends);
            networks.NewNetwork();
        }
    }

    NodeContainer hosts;                //!< the hosts
    Ptr<Node> gateway;                  //!< the gateway
    std::vector<Ipv4Address> addresses; //!< the gateway's address on each host's link
};

} // namespace gatewaytest
} // namespace ns3

#endif /* GATEWAY_NETWORK_H */
