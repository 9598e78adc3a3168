/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-network.h"

#include "san-options.h"

#include "ns3/arp-cache.h"
#include "ns3/ethernet-switch-helper.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-interface.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/ipv4-static-routing-helper.h"
#include "ns3/object-factory.h"
#include "ns3/queue-disc.h"
#include "ns3/string.h"
#include "ns3/tcp-lean-socket-factory.h"
#include "ns3/tcp-offload-helper.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/traffic-control-layer.h"
#include "ns3/uinteger.h"

#include <array>

namespace ns3
{

namespace
{

const Ipv4Address NETWORK("10.0.0.0");       //!< all addresses
const Ipv4Mask PATH_MASK("255.255.0.0");     //!< of a link of the path and the hosts' links to it
const Ipv4Mask LINK_MASK("255.255.255.252"); //!< of a single link

/**
 * @param number of a link of the path
 * @return first address of all that is on it
 */
uint32_t
GetBase(uint32_t number)
{
    return NETWORK.Get() | number << 16;
}

/**
 * Let a host send to another one without asking by ARP, whose answers would be late or lost on a
 * long or lossy path, as if both had talked to each other before.
 *
 * @param from interfaces among which the host's is
 * @param i the host's number there
 * @param to interfaces among which the other's is
 * @param j the other's number there
 */
void
Acquaint(const Ipv4InterfaceContainer& from,
         uint32_t i,
         const Ipv4InterfaceContainer& to,
         uint32_t j)
{
    const auto [ipv4, interface] = from.Get(i);
    const auto cache = DynamicCast<Ipv4L3Protocol>(ipv4)->GetInterface(interface)->GetArpCache();
    if (!cache)
    {
        // PPP has no addresses.
        return;
    }
    const auto [other, otherInterface] = to.Get(j);
    auto* entry = cache->Add(to.GetAddress(j));
    entry->SetMacAddress(other->GetNetDevice(otherInterface)->GetAddress());
    entry->MarkPermanent();
}

/**
 * Let hosts make the sockets that the option offload asks for.
 *
 * @param hosts nodes with TCP and devices
 * @param hasOffload whether adapters cut segments
 */
void
InstallTcp(const NodeContainer& hosts, bool hasOffload)
{
    if (hasOffload)
    {
        TcpOffloadHelper().Install(hosts);
        return;
    }
    for (auto host = hosts.Begin(); host != hosts.End(); ++host)
    {
        (*host)->AggregateObject(CreateObject<TcpLeanSocketFactory>());
    }
}

} // namespace

SanNetwork::SanNetwork(const SanOptions& o)
    : initiators(o.initiators),
      targets(o.targets),
      targetAddresses(o.targets),
      pathErrors(o),
      m_links(o)
{
    const auto isSwitched = o.IsSwitched();
    NodeContainer middle(2 * o.links);
    InternetStackHelper internet;
    internet.SetIpv6StackInstall(false);
    internet.SetRoutingHelper(Ipv4StaticRoutingHelper());
    internet.Install(NodeContainer(initiators, targets));
    if (!isSwitched)
    {
        internet.Install(middle);
    }
    for (uint32_t i = 0; i < o.links; ++i)
    {
        const auto link = Join(o, middle.Get(2 * i), middle.Get(2 * i + 1));
        isSwitched ? Switch(link, i) : Route(o, link, i);
    }
    InstallTcp(NodeContainer(initiators, targets), o.HasOffload());
}

SanNetwork::Link
SanNetwork::Join(const SanOptions& o, Ptr<Node> near, Ptr<Node> far)
{
    // A queue disc decides on what waits in it, not on what waits in the device.
    const SanLinks::Settings path{.rate = o.linkRate,
                                  .delay = o.delay,
                                  .queue = o.queueDisc == "none" ? o.queue : "1p",
                                  .hasQueueDisc = o.HasQueueDisc()};
    const SanLinks::Settings access{.rate = o.accessRate, .delay = o.accessDelay, .queue = o.queue};
    Link link{m_links.Join(path, near, far), {}};
    pathErrors.Attach(link.path.Get(0), link.path.Get(1));
    for (uint32_t i = 0; i < initiators.GetN(); ++i)
    {
        link.access.push_back(m_links.Join(access, initiators.Get(i), near));
    }
    for (uint32_t i = 0; i < targets.GetN(); ++i)
    {
        link.access.push_back(m_links.Join(access, targets.Get(i), far));
        targetDevices.Add(link.access.back().Get(0));
    }
    return link;
}

void
SanNetwork::Switch(const Link& link, uint32_t number)
{
    NetDeviceContainer hosts;
    std::array<NetDeviceContainer, 2> ports{link.path.Get(0), link.path.Get(1)};
    for (std::size_t i = 0; i < link.access.size(); ++i)
    {
        hosts.Add(link.access[i].Get(0));
        ports[i < initiators.GetN() ? 0 : 1].Add(link.access[i].Get(1));
    }
    for (const auto& side : ports)
    {
        EthernetSwitchHelper().Install(side.Get(0)->GetNode(), side);
    }
    m_addresses.SetBase(Ipv4Address(GetBase(number)), PATH_MASK);
    const auto interfaces = m_addresses.Assign(hosts);
    for (uint32_t i = 0; i < initiators.GetN(); ++i)
    {
        for (uint32_t j = initiators.GetN(); j < interfaces.GetN(); ++j)
        {
            Acquaint(interfaces, i, interfaces, j);
            Acquaint(interfaces, j, interfaces, i);
        }
    }
    AddTargets(interfaces);
}

void
SanNetwork::Route(const SanOptions& o, const Link& link, uint32_t number)
{
    m_addresses.SetBase(Ipv4Address(GetBase(number)), LINK_MASK);
    const auto assign = [this](const NetDeviceContainer& devices) {
        const auto ends = m_addresses.Assign(devices);
        m_addresses.NewNetwork();
        Acquaint(ends, 0, ends, 1);
        Acquaint(ends, 1, ends, 0);
        return ends;
    };
    const auto path = assign(link.path);
    AddRoute(path, 0, GetBase(number));
    AddRoute(path, 1, GetBase(number));
    if (o.HasQueueDisc())
    {
        // ns-3 has put one of its own choice there.
        TrafficControlHelper().Uninstall(link.path);
        LimitRate(link.path, o);
        InstallQueueDisc(link.path, o);
    }
    Ipv4InterfaceContainer hosts;
    for (const auto& devices : link.access)
    {
        const auto ends = assign(devices);
        AddRoute(ends, 0, GetBase(number));
        hosts.Add(ends.Get(0));
    }
    AddTargets(hosts);
}

void
SanNetwork::AddTargets(const Ipv4InterfaceContainer& hosts)
{
    for (uint32_t i = 0; i < targets.GetN(); ++i)
    {
        targetAddresses[i].push_back(hosts.GetAddress(initiators.GetN() + i));
    }
}

void
SanNetwork::AddRoute(const Ipv4InterfaceContainer& link, uint32_t from, uint32_t base)
{
    const auto [node, interface] = link.Get(from);
    Ipv4StaticRoutingHelper().GetStaticRouting(node)->AddNetworkRouteTo(Ipv4Address(base),
                                                                        PATH_MASK,
                                                                        link.GetAddress(1 - from),
                                                                        interface);
}

void
SanNetwork::LimitRate(const NetDeviceContainer& ends, const SanOptions& o)
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
    helper.Install(ends);
}

void
SanNetwork::InstallQueueDisc(const NetDeviceContainer& ends, const SanOptions& o)
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
    for (uint32_t end = 0; end < ends.GetN(); ++end)
    {
        const auto device = ends.Get(end);
        device->GetNode()->GetObject<TrafficControlLayer>()->SetRootQueueDiscOnDevice(
            device,
            factory.Create<QueueDisc>());
    }
}

} // namespace ns3
