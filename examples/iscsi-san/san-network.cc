/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-network.h"

#include "san-options.h"

#include "ns3/attribute-check.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-global-routing-helper.h"
#include "ns3/string.h"
#include "ns3/traffic-control-helper.h"

namespace ns3
{

SanNetwork::SanNetwork(const SanOptions& o)
    : initiators(o.initiators),
      targets(o.targets)
{
    NodeContainer routers(2);
    InternetStackHelper internet;
    internet.SetIpv6StackInstall(false);
    internet.Install(NodeContainer(initiators, routers, targets));

    CheckAttribute(TypeId::LookupByName("ns3::DropTailQueue<Packet>"),
                   "MaxSize",
                   StringValue(o.queue));
    PointToPointHelper path;
    path.SetDeviceAttribute("DataRate", DataRateValue(o.linkRate));
    path.SetChannelAttribute("Delay", TimeValue(o.delay));
    path.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue(o.queue));
    Join(path, routers.Get(0), routers.Get(1));

    PointToPointHelper access;
    access.SetDeviceAttribute("DataRate", DataRateValue(o.accessRate));
    access.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue(o.queue));
    for (uint32_t i = 0; i < o.initiators; ++i)
    {
        Join(access, initiators.Get(i), routers.Get(0));
    }
    for (uint32_t i = 0; i < o.targets; ++i)
    {
        const auto link = Join(access, targets.Get(i), routers.Get(1));
        targetAddress.push_back(link.GetAddress(0));
        targetDevices.Add(link.Get(0).first->GetNetDevice(link.Get(0).second));
    }
    Ipv4GlobalRoutingHelper::PopulateRoutingTables();
}

Ipv4InterfaceContainer
SanNetwork::Join(PointToPointHelper& link, Ptr<Node> a, Ptr<Node> b)
{
    const auto devices = link.Install(a, b);
    const auto interfaces = m_addresses.Assign(devices);
    // The queue of a link is the one the user gave, without the queue disc that ns-3 adds.
    TrafficControlHelper().Uninstall(devices);
    m_addresses.NewNetwork();
    return interfaces;
}

} // namespace ns3
