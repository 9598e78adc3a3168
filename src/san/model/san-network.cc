/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-network.h"

#include "san-options.h"

#include "ns3/block-io-attribute-check.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-global-routing-helper.h"
#include "ns3/ipv4-static-routing-helper.h"
#include "ns3/log.h"
#include "ns3/string.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("SanNetwork");

namespace
{

const Ipv4Address NETWORK("10.0.0.0");       //!< all addresses
const Ipv4Mask PATH_MASK("255.255.0.0");     //!< of a link of the path and the hosts' links to it
const Ipv4Mask LINK_MASK("255.255.255.252"); //!< of a single link

} // namespace

SanNetwork::SanNetwork(const SanOptions& o)
    : initiators(o.initiators),
      targets(o.targets),
      targetAddresses(o.targets)
{
    NodeContainer routers(2 * o.links);
    InternetStackHelper internet;
    internet.SetIpv6StackInstall(false);
    internet.Install(NodeContainer(initiators, routers, targets));

    CheckBlockIoAttribute(TypeId::LookupByName("ns3::DropTailQueue<Packet>"),
                          "MaxSize",
                          StringValue(o.queue));
    for (uint32_t i = 0; i < o.links; ++i)
    {
        AddLink(o, i, routers.Get(2 * i), routers.Get(2 * i + 1));
    }
    Ipv4GlobalRoutingHelper::PopulateRoutingTables();
}

void
SanNetwork::AddLink(const SanOptions& o, uint32_t number, Ptr<Node> near, Ptr<Node> far)
{
    const auto base = NETWORK.Get() | number << 16;
    m_addresses.SetBase(Ipv4Address(base), LINK_MASK);
    PointToPointHelper path;
    path.SetDeviceAttribute("DataRate", DataRateValue(o.linkRate));
    path.SetDeviceAttribute("Mtu", UintegerValue(o.mtu));
    path.SetChannelAttribute("Delay", TimeValue(o.delay));
    path.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue(o.queue));
    NS_LOG_INFO("link " << number << ": " << o.linkRate << ", delay " << o.delay.As(Time::MS)
                        << ", queue " << o.queue);
    LimitRate(Join(path, near, far), o);

    PointToPointHelper access;
    access.SetDeviceAttribute("DataRate", DataRateValue(o.accessRate));
    access.SetDeviceAttribute("Mtu", UintegerValue(o.mtu));
    access.SetChannelAttribute("Delay", TimeValue(o.accessDelay));
    access.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue(o.queue));
    for (uint32_t i = 0; i < o.initiators; ++i)
    {
        const auto link = Join(access, initiators.Get(i), near);
        AddRoute(link, base);
    }
    for (uint32_t i = 0; i < o.targets; ++i)
    {
        const auto link = Join(access, targets.Get(i), far);
        AddRoute(link, base);
        targetAddresses[i].push_back(link.GetAddress(0));
        targetDevices.Add(link.Get(0).first->GetNetDevice(link.Get(0).second));
    }
}

void
SanNetwork::AddRoute(const Ipv4InterfaceContainer& link, uint32_t base)
{
    const auto [host, interface] = link.Get(0);
    Ipv4StaticRoutingHelper().GetStaticRouting(host)->AddNetworkRouteTo(Ipv4Address(base),
                                                                        PATH_MASK,
                                                                        link.GetAddress(1),
                                                                        interface);
}

void
SanNetwork::LimitRate(const Ipv4InterfaceContainer& link, const SanOptions& o)
{
    if (o.limiterRate == DataRate(0))
    {
        return;
    }
    TrafficControlHelper helper;
    helper.SetRootQueueDisc("ns3::TbfQueueDisc",
                            "Rate",
                            DataRateValue(o.limiterRate),
                            "Burst",
                            UintegerValue(o.limiterBurst),
                            "MaxSize",
                            StringValue(o.queue));
    for (auto end = link.Begin(); end != link.End(); ++end)
    {
        helper.Install(end->first->GetNetDevice(end->second));
    }
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
