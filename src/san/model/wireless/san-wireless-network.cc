/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-wireless-network.h"

#include "san-interference.h"
#include "san-radio-channel.h"
#include "san-station-figures.h"
#include "san-wireless-moves.h"
#include "san-wireless-options.h"

#include "ns3/constant-position-mobility-model.h"
#include "ns3/ipv4-static-routing-helper.h"
#include "ns3/log.h"
#include "ns3/san-neighbours.h"
#include "ns3/san-path-options.h"
#include "ns3/vector.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("SanWirelessNetwork");

namespace
{

/// Between stations of a kind, m.
constexpr double STATION_DISTANCE = 0.5;

/**
 * Give the interfaces of some stations among all that were made at once.
 *
 * @param all the interfaces
 * @param first number of the first one
 * @param count how many
 * @return those
 */
Ipv4InterfaceContainer
Slice(const Ipv4InterfaceContainer& all, uint32_t first, uint32_t count)
{
    Ipv4InterfaceContainer some;
    for (uint32_t i = first; i < first + count; ++i)
    {
        some.Add(all.Get(i));
    }
    return some;
}

} // namespace

SanWirelessNetwork::SanWirelessNetwork(const SanWirelessOptions& o,
                                       const SanPathOptions& path,
                                       const NodeContainer& initiators,
                                       const NodeContainer& relays,
                                       const NodeContainer& targets)
{
    m_kinds.push_back(initiators);
    for (uint32_t i = 0; i < relays.GetN(); ++i)
    {
        m_kinds.emplace_back(relays.Get(i));
    }
    m_kinds.push_back(targets);
    Place(o);
    o.relayChannel == "same" ? ShareChannel(o, path) : SplitChannels(o, path);
    AddPermanentArpEntries();
    Route();
    // Foreign stations have no part in the results.
    NameStations();
    Interfere(o, path.mtu);
    NS_LOG_INFO(o.wifiStandard << ": " << relays.GetN() << " relays, channel " << o.relayChannel);
}

SanWirelessNetwork::~SanWirelessNetwork() = default;

void
SanWirelessNetwork::Place(const SanWirelessOptions& o) const
{
    const SanWirelessMoves moves(o.wifiMoves);
    for (std::size_t kind = 0; kind < m_kinds.size(); ++kind)
    {
        for (uint32_t i = 0; i < m_kinds[kind].GetN(); ++i)
        {
            const auto station = m_kinds[kind].Get(i);
            if (kind == 0 && !moves.GetWaypoints().empty())
            {
                station->AggregateObject(
                    moves.MakeMobility(Vector(o.wifiDistance, i * STATION_DISTANCE, 0)));
                continue;
            }
            const auto position = CreateObject<ConstantPositionMobilityModel>();
            position->SetPosition(Vector(kind * o.wifiDistance, i * STATION_DISTANCE, 0));
            station->AggregateObject(position);
        }
    }
}

void
SanWirelessNetwork::Interfere(const SanWirelessOptions& o, uint32_t mtu)
{
    if (o.interferers == 0)
    {
        return;
    }
    NetDeviceContainer stations;
    for (const auto& interfaces : {m_hops.front().near, m_hops.front().far})
    {
        for (auto it = interfaces.Begin(); it != interfaces.End(); ++it)
        {
            stations.Add(it->first->GetNetDevice(it->second));
        }
    }
    m_interference = std::make_unique<SanInterference>(o, mtu, m_channels.front(), stations);
}

void
SanWirelessNetwork::EndInterference()
{
    if (m_interference)
    {
        m_interference->Stop();
    }
}

void
SanWirelessNetwork::ShareChannel(const SanWirelessOptions& o, const SanPathOptions& path)
{
    NodeContainer all;
    for (const auto& kind : m_kinds)
    {
        all.Add(kind);
    }
    const auto devices = m_channels.emplace_back(o, path).Install(all);
    m_addresses.SetBase("10.0.0.0", "255.255.0.0");
    const auto interfaces = m_addresses.Assign(devices);
    uint32_t first = 0;
    for (std::size_t hop = 0; hop + 1 < m_kinds.size(); ++hop)
    {
        const auto near = m_kinds[hop].GetN();
        const auto far = m_kinds[hop + 1].GetN();
        m_hops.push_back({Slice(interfaces, first, near), Slice(interfaces, first + near, far)});
        first += near;
    }
    for (auto i = first; i < devices.GetN(); ++i)
    {
        m_targetDevices.Add(devices.Get(i));
    }
}

void
SanWirelessNetwork::SplitChannels(const SanWirelessOptions& o, const SanPathOptions& path)
{
    m_addresses.SetBase("10.0.0.0", "255.255.0.0");
    for (std::size_t hop = 0; hop + 1 < m_kinds.size(); ++hop)
    {
        auto& channel = m_channels.emplace_back(o, path);
        const auto near = channel.Install(m_kinds[hop]);
        m_targetDevices = channel.Install(m_kinds[hop + 1]);
        m_hops.push_back({m_addresses.Assign(near), m_addresses.Assign(m_targetDevices)});
        m_addresses.NewNetwork();
    }
}

void
SanWirelessNetwork::AddPermanentArpEntries() const
{
    for (const auto& hop : m_hops)
    {
        for (uint32_t i = 0; i < hop.near.GetN(); ++i)
        {
            for (uint32_t j = 0; j < hop.far.GetN(); ++j)
            {
                AddPermanentSanArpEntries(hop.near, i, hop.far, j);
                AddPermanentSanArpEntries(hop.far, j, hop.near, i);
            }
        }
    }
}

void
SanWirelessNetwork::Route() const
{
    const auto last = m_hops.size() - 1;
    for (std::size_t hop = 0; hop < last; ++hop)
    {
        AddRoutes(m_hops[hop].near, m_hops[hop].far, m_hops[last].far);
        AddRoutes(m_hops[hop + 1].far, m_hops[hop + 1].near, m_hops[0].near);
    }
}

void
SanWirelessNetwork::AddRoutes(const Ipv4InterfaceContainer& from,
                              const Ipv4InterfaceContainer& relay,
                              const Ipv4InterfaceContainer& to)
{
    for (uint32_t i = 0; i < from.GetN(); ++i)
    {
        const auto [ipv4, interface] = from.Get(i);
        const auto routing = Ipv4StaticRoutingHelper().GetStaticRouting(ipv4);
        for (uint32_t j = 0; j < to.GetN(); ++j)
        {
            routing->AddHostRouteTo(to.GetAddress(j), relay.GetAddress(0), interface);
        }
    }
}

const NetDeviceContainer&
SanWirelessNetwork::GetTargetDevices() const
{
    return m_targetDevices;
}

const Ipv4InterfaceContainer&
SanWirelessNetwork::GetTargetInterfaces() const
{
    return m_hops.back().far;
}

const std::vector<SanStation>&
SanWirelessNetwork::GetStations() const
{
    return m_stations;
}

void
SanWirelessNetwork::NameStations()
{
    for (std::size_t channel = 0; channel < m_channels.size(); ++channel)
    {
        const auto& devices = m_channels[channel].GetDevices();
        for (auto it = devices.Begin(); it != devices.End(); ++it)
        {
            m_stations.push_back({GetName((*it)->GetNode()), static_cast<uint32_t>(channel), *it});
        }
    }
}

std::string
SanWirelessNetwork::GetName(Ptr<Node> node) const
{
    const auto find = [node](const NodeContainer& nodes) {
        return static_cast<std::size_t>(std::find(nodes.Begin(), nodes.End(), node) -
                                        nodes.Begin());
    };
    std::size_t kind = 0;
    while (find(m_kinds[kind]) == m_kinds[kind].GetN())
    {
        ++kind;
    }
    const bool isEnd = kind == 0 || kind + 1 == m_kinds.size();
    const std::string word = kind == 0 ? "initiator-" : isEnd ? "target-" : "relay-";
    return word + std::to_string(isEnd ? find(m_kinds[kind]) : kind - 1);
}

int64_t
SanWirelessNetwork::AssignStreams(int64_t stream)
{
    const auto begin = stream;
    for (auto& channel : m_channels)
    {
        stream += channel.AssignStreams(stream);
    }
    return stream - begin;
}

} // namespace ns3
