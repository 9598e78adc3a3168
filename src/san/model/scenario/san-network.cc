/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-network.h"

#include "san-options.h"

#include "ns3/boolean.h"
#include "ns3/ethernet-switch-helper.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-static-routing-helper.h"
#include "ns3/object-factory.h"
#include "ns3/queue-disc.h"
#include "ns3/san-cable-pull.h"
#include "ns3/san-fabric.h"
#include "ns3/san-link-network.h"
#include "ns3/san-neighbours.h"
#include "ns3/san-relay-processor.h"
#include "ns3/san-station-figures.h"
#include "ns3/san-wireless-network.h"
#include "ns3/string.h"
#include "ns3/tcp-host-socket-factory.h"
#include "ns3/tcp-offload-helper.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/traffic-control-layer.h"
#include "ns3/uinteger.h"

#include <array>

namespace ns3
{

namespace
{

const Ipv4Mask PATH_MASK("/16");             //!< of a link of the path and the hosts' links to it
const Ipv4Mask LINK_MASK("255.255.255.252"); //!< of a single link
/// Distance between an address of a host and the next one that it gets, beyond all other hosts.
constexpr uint32_t RENUMBERING = 0x1000;

/**
 * Give nodes IP, with routes that do not change by themselves.
 *
 * @param nodes the nodes
 */
void
InstallIp(const NodeContainer& nodes)
{
    InternetStackHelper internet;
    internet.SetIpv6StackInstall(false);
    internet.SetRoutingHelper(Ipv4StaticRoutingHelper());
    internet.Install(nodes);
}

/**
 * Let hosts make the sockets that the options ask for.
 *
 * @param hosts nodes with TCP and devices
 * @param o the options
 * @param hasNagle whether a short segment waits for the one before it
 */
void
InstallTcp(const NodeContainer& hosts, const SanOptions& o, bool hasNagle)
{
    if (o.path.HasOffload())
    {
        TcpOffloadHelper().Install(hosts);
    }
    for (auto host = hosts.Begin(); host != hosts.End(); ++host)
    {
        const auto factory = TcpHostSocketFactory::GetFor(*host);
        factory->Set("MinshallNagle", BooleanValue(hasNagle));
        factory->Set("DelAckFullSized", BooleanValue(o.tcp.delAckFullSized));
    }
}

/**
 * Let a host's adapter tell it of several frames at once if the options say so.
 *
 * @param device the host's end of its link or bond
 * @param o the options
 */
void
ModerateInterrupts(Ptr<NetDevice> device, const SanOptions& o)
{
    if (o.path.interruptDelay <= Time(0))
    {
        return;
    }
    const auto ports = SanBonds::GetPorts(device);
    for (auto port = ports.Begin(); port != ports.End(); ++port)
    {
        (*port)->SetAttribute("InterruptDelay", TimeValue(o.path.interruptDelay));
        (*port)->SetAttribute("InterruptDelayLimit", TimeValue(o.path.interruptDelayLimit));
    }
}

/**
 * @param o the options
 * @return the hosts' own links
 */
SanLinks::Settings
GetAccess(const SanOptions& o)
{
    return {.rate = o.path.accessRate, .delay = o.path.accessDelay, .queue = o.path.queue};
}

} // namespace

SanNetwork::SanNetwork(const SanOptions& o)
    : initiators(o.initiators),
      targets(o.targets),
      targetAddresses(o.targets),
      pathErrors(o.path),
      m_links(o.path),
      m_bonds(o.path),
      m_switchBuffer(o.path.switchBuffer)
{
    InstallIp(NodeContainer(initiators, targets));
    o.path.IsWireless() ? BuildWireless(o) : BuildCables(o);
    InstallTcp(initiators, o, o.tcp.minshallNagle == "all");
    InstallTcp(targets, o, o.tcp.minshallNagle != "none");
}

SanNetwork::~SanNetwork() = default;

void
SanNetwork::BuildWireless(const SanOptions& o)
{
    NodeContainer relays(o.wireless.relays);
    InstallIp(relays);
    m_radio = std::make_unique<SanWirelessNetwork>(o.wireless, o.path, initiators, relays, targets);
    targetDevices.Add(m_radio->GetTargetDevices());
    AddTargets(m_radio->GetTargetInterfaces(), 0);
    if (o.wireless.relayTimePerByte > 0)
    {
        for (auto relay = relays.Begin(); relay != relays.End(); ++relay)
        {
            SanRelayProcessor::Install(*relay, o.wireless.relayTimePerByte);
        }
    }
}

void
SanNetwork::BuildCables(const SanOptions& o)
{
    if (o.path.HasFabric())
    {
        BuildFabric(o);
        return;
    }
    NodeContainer middle(o.path.switches * o.path.links);
    if (!o.path.IsSwitched())
    {
        InstallIp(middle);
    }
    for (uint32_t i = 0; i < o.path.links; ++i)
    {
        const auto first = o.path.switches * i;
        const auto link = BuildLink(o,
                                    o.path.GetLinkRate(i),
                                    o.path.switches > 0 ? middle.Get(first) : initiators.Get(0),
                                    o.path.switches > 1 ? middle.Get(first + 1) : targets.Get(0));
        if (o.path.IsSwitched())
        {
            Switch(link);
            Address(link, i);
        }
        else
        {
            Route(o, link, i);
        }
        if (i == 0)
        {
            SanCablePull("pathPull", o.path.pathPull).Schedule(link.path.Get(0));
        }
    }
    SanCablePull("cablePull", o.path.cablePull).Schedule(targetDevices.Get(0));
}

void
SanNetwork::BuildFabric(const SanOptions& o)
{
    m_fabric = std::make_unique<SanFabric>(o.path, m_links);
    Link link{m_fabric->GetUplinks(), {}};
    for (uint32_t i = 0; i < link.path.GetN(); i += 2)
    {
        pathErrors.Attach(link.path.Get(i), link.path.Get(i + 1));
    }
    const auto access = GetAccess(o);
    BuildAccesses(o, link, [&](bool isTarget, uint32_t i) {
        return isTarget ? m_fabric->JoinTarget(access, targets.Get(i), i)
                        : m_fabric->JoinInitiator(access, initiators.Get(i), i);
    });
    Address(link, 0);
    SanCablePull("pathPull", o.path.pathPull).Schedule(link.path.Get(0));
    SanCablePull("cablePull", o.path.cablePull).Schedule(targetDevices.Get(0));
}

int64_t
SanNetwork::AssignStreams(int64_t stream)
{
    const auto begin = stream;
    stream += pathErrors.AssignStreams(stream);
    if (m_fabric)
    {
        stream += m_fabric->AssignStreams(stream);
    }
    if (m_radio)
    {
        stream += m_radio->AssignStreams(stream);
    }
    return stream - begin;
}

std::vector<SanStation>
SanNetwork::GetStations() const
{
    return m_radio ? m_radio->GetStations() : std::vector<SanStation>();
}

bool
SanNetwork::CanRenumber() const
{
    return !m_interfaces.empty();
}

void
SanNetwork::RenumberInitiators()
{
    for (uint32_t link = 0; link < m_interfaces.size(); ++link)
    {
        const auto network = GetSanLinkNetwork(link);
        for (uint32_t host = 0; host < initiators.GetN(); ++host)
        {
            const auto [ipv4, interface] = m_interfaces[link].Get(host);
            auto& given = m_given[link][host];
            given = Ipv4Address(network.Get() | ((given.Get() + RENUMBERING) & ~PATH_MASK.Get()));
            // What comes for the old address is nobody's: a host is no router.
            ipv4->SetForwarding(interface, false);
            ipv4->RemoveAddress(interface, 0);
            ipv4->AddAddress(interface, Ipv4InterfaceAddress(given, PATH_MASK));
        }
        for (uint32_t host = initiators.GetN(); host < m_interfaces[link].GetN(); ++host)
        {
            AddPermanentArpEntries(link, host);
        }
    }
}

void
SanNetwork::SetPathDelay(Time delay) const
{
    if (m_fabric)
    {
        m_fabric->SetDelay(delay);
        return;
    }
    for (auto end = pathDevices.Begin(); end != pathDevices.End(); ++end)
    {
        (*end)->GetChannel()->SetAttribute("Delay", TimeValue(delay));
    }
}

void
SanNetwork::EndInterference()
{
    if (m_radio)
    {
        m_radio->EndInterference();
    }
}

SanNetwork::Link
SanNetwork::BuildLink(const SanOptions& o, DataRate rate, Ptr<Node> near, Ptr<Node> far)
{
    // A queue disc decides on what waits in it, not on what waits in the device.
    const SanLinks::Settings path{.rate = rate,
                                  .delay = o.path.delay,
                                  .queue = o.path.queueDisc == "none" ? o.path.queue : "1p",
                                  .hasQueueDisc = o.path.HasQueueDisc()};
    const auto access = GetAccess(o);
    Link link{m_links.Join(path, near, far), {}};
    pathErrors.Attach(link.path.Get(0), link.path.Get(1));
    BuildAccesses(o, link, [&](bool isTarget, uint32_t i) {
        return isTarget ? BuildAccess(access, targets.Get(i), link.path.Get(1))
                        : BuildAccess(access, initiators.Get(i), link.path.Get(0));
    });
    return link;
}

void
SanNetwork::BuildAccesses(const SanOptions& o,
                          Link& link,
                          const std::function<NetDeviceContainer(bool isTarget, uint32_t)>& join)
{
    pathDevices.Add(link.path);
    for (uint32_t i = 0; i < initiators.GetN(); ++i)
    {
        link.access.push_back(join(false, i));
    }
    for (uint32_t i = 0; i < targets.GetN(); ++i)
    {
        link.access.push_back(join(true, i));
        targetDevices.Add(SanBonds::GetPorts(link.access.back().Get(0)).Get(0));
    }
    for (const auto& devices : link.access)
    {
        ModerateInterrupts(devices.Get(0), o);
    }
}

NetDeviceContainer
SanNetwork::BuildAccess(const SanLinks::Settings& access, Ptr<Node> host, Ptr<NetDevice> end) const
{
    const auto middle = end->GetNode();
    return middle == host ? NetDeviceContainer(end) : m_bonds.Join(m_links, access, host, middle);
}

void
SanNetwork::Switch(const Link& link) const
{
    std::array<NetDeviceContainer, 2> ports{link.path.Get(0), link.path.Get(1)};
    for (std::size_t i = 0; i < link.access.size(); ++i)
    {
        const auto& access = link.access[i];
        if (access.GetN() > 1)
        {
            ports[i < initiators.GetN() ? 0 : 1].Add(access.Get(1));
        }
    }
    for (const auto& side : ports)
    {
        if (side.GetN() > 1)
        {
            EthernetSwitchHelper helper;
            helper.SetSharedBuffer(m_switchBuffer);
            helper.Install(side.Get(0)->GetNode(), side);
        }
    }
}

void
SanNetwork::Address(const Link& link, uint32_t number)
{
    NetDeviceContainer hosts;
    for (const auto& access : link.access)
    {
        hosts.Add(access.Get(0));
    }
    m_addresses.SetBase(GetSanLinkNetwork(number), PATH_MASK);
    m_interfaces.push_back(m_addresses.Assign(hosts));
    m_given.emplace_back();
    for (uint32_t host = 0; host < hosts.GetN(); ++host)
    {
        m_given.back().push_back(m_interfaces.back().GetAddress(host));
    }
    for (uint32_t host = 0; host < hosts.GetN(); ++host)
    {
        AddPermanentArpEntries(number, host);
        // ns-3 forgets all neighbours when a cable is pulled or put back, or the first link of a
        // bond is up.
        hosts.Get(host)->AddLinkChangeCallback(
            MakeCallback(&SanNetwork::AddPermanentArpEntries, this).Bind(number, host));
    }
    AddTargets(m_interfaces.back(), initiators.GetN());
}

void
SanNetwork::AddPermanentArpEntries(uint32_t number, uint32_t host)
{
    const auto& interfaces = m_interfaces[number];
    const bool isInitiator = host < initiators.GetN();
    const uint32_t begin = isInitiator ? initiators.GetN() : 0;
    const uint32_t end = isInitiator ? interfaces.GetN() : initiators.GetN();
    for (uint32_t other = begin; other < end; ++other)
    {
        AddPermanentSanArpEntries(interfaces, host, interfaces, other, m_given[number][other]);
    }
}

void
SanNetwork::Route(const SanOptions& o, const Link& link, uint32_t number)
{
    m_addresses.SetBase(GetSanLinkNetwork(number), LINK_MASK);
    const auto assign = [this](const NetDeviceContainer& devices) {
        const auto ends = m_addresses.Assign(devices);
        m_addresses.NewNetwork();
        AddPermanentSanArpEntries(ends, 0, ends, 1);
        AddPermanentSanArpEntries(ends, 1, ends, 0);
        return ends;
    };
    const auto path = assign(link.path);
    AddRoute(path, 0, GetSanLinkNetwork(number));
    AddRoute(path, 1, GetSanLinkNetwork(number));
    if (o.path.HasQueueDisc())
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
        AddRoute(ends, 0, GetSanLinkNetwork(number));
        hosts.Add(ends.Get(0));
    }
    AddTargets(hosts, initiators.GetN());
}

void
SanNetwork::AddTargets(const Ipv4InterfaceContainer& hosts, uint32_t first)
{
    for (uint32_t i = 0; i < targets.GetN(); ++i)
    {
        targetAddresses[i].push_back(hosts.GetAddress(first + i));
    }
}

void
SanNetwork::AddRoute(const Ipv4InterfaceContainer& link, uint32_t from, Ipv4Address network)
{
    const auto [node, interface] = link.Get(from);
    Ipv4StaticRoutingHelper().GetStaticRouting(node)->AddNetworkRouteTo(network,
                                                                        PATH_MASK,
                                                                        link.GetAddress(1 - from),
                                                                        interface);
}

void
SanNetwork::LimitRate(const NetDeviceContainer& ends, const SanOptions& o)
{
    if (o.path.limiterRate == DataRate(0))
    {
        return;
    }
    TrafficControlHelper helper;
    helper.SetRootQueueDisc("ns3::TbfQueueDisc",
                            "Rate",
                            DataRateValue(o.path.limiterRate),
                            "Burst",
                            UintegerValue(o.path.limiterBurst),
                            "MaxSize",
                            StringValue(o.path.queue));
    helper.Install(ends);
}

void
SanNetwork::InstallQueueDisc(const NetDeviceContainer& ends, const SanOptions& o)
{
    if (o.path.queueDisc == "none")
    {
        return;
    }
    ObjectFactory factory(o.GetList().GetMeaning("queueDisc"));
    factory.Set("MaxSize", StringValue(o.path.queueDiscLimit));
    if (o.path.queueDisc != "fifo")
    {
        factory.Set("UseEcn", StringValue(o.GetList().GetValue("ecn")));
    }
    if (o.path.queueDisc == "red")
    {
        factory.Set("LinkBandwidth", DataRateValue(o.path.linkRate));
        factory.Set("LinkDelay", TimeValue(o.path.delay));
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
