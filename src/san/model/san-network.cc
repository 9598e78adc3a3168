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
#include "ns3/object-factory.h"
#include "ns3/queue-disc.h"
#include "ns3/string.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/traffic-control-layer.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("SanNetwork");

namespace
{

const Ipv4Address NETWORK("10.0.0.0");       //!< all addresses
const Ipv4Mask PATH_MASK("255.255.0.0");     //!< of a link of the path and the hosts' links to it
const Ipv4Mask LINK_MASK("255.255.255.252"); //!< of a single link

/**
 * @param link a link
 * @param end one of its ends, 0 or 1
 * @return the device there
 */
Ptr<NetDevice>
GetDevice(const Ipv4InterfaceContainer& link, uint32_t end)
{
    const auto [ipv4, interface] = link.Get(end);
    return ipv4->GetNetDevice(interface);
}

} // namespace

SanNetwork::SanNetwork(const SanOptions& o)
    : initiators(o.initiators),
      targets(o.targets),
      targetAddresses(o.targets),
      pathErrors(o)
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
    // A queue disc decides on what waits in it, not on what waits in the device.
    path.SetQueue("ns3::DropTailQueue",
                  "MaxSize",
                  StringValue(o.queueDisc == "none" ? o.queue : "1p"));
    NS_LOG_INFO("link " << number << ": " << o.linkRate << ", delay " << o.delay.As(Time::MS)
                        << ", queue " << o.queue);
    const auto ends = Join(path, near, far);
    LimitRate(ends, o);
    InstallQueueDisc(ends, o);
    pathErrors.Attach(GetDevice(ends, 0), GetDevice(ends, 1));

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
        targetDevices.Add(GetDevice(link, 0));
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

void
SanNetwork::InstallQueueDisc(const Ipv4InterfaceContainer& link, const SanOptions& o)
{
    if (o.queueDisc == "none")
    {
        return;
    }
    ObjectFactory factory(o.GetList().GetMeaning("queueDisc"));
    factory.Set("MaxSize", StringValue(o.queueDiscLimit));
    if (o.queueDisc != "fifo")
    {
        factory.Set("UseEcn", StringValue(o.GetList().GetValue("Ecn")));
    }
    if (o.queueDisc == "red")
    {
        factory.Set("LinkBandwidth", DataRateValue(o.linkRate));
        factory.Set("LinkDelay", TimeValue(o.delay));
    }
    for (uint32_t end = 0; end < link.GetN(); ++end)
    {
        const auto device = GetDevice(link, end);
        device->GetNode()->GetObject<TrafficControlLayer>()->SetRootQueueDiscOnDevice(
            device,
            factory.Create<QueueDisc>());
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
