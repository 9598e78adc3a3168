/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ethernet-fabric-switch.h"

#include "ns3/ethernet-ip-flow.h"
#include "ns3/ethernet-shared-buffer.h"
#include "ns3/ethernet-switch-port.h"
#include "ns3/hash.h"
#include "ns3/node.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <utility>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(EthernetFabricSwitch);

namespace
{

/**
 * @param address an address
 * @return its bytes as a number
 */
uint64_t
ToNumber(const Address& address)
{
    std::array<uint8_t, 6> bytes;
    Mac48Address::ConvertFrom(address).CopyTo(bytes.data());
    uint64_t number = 0;
    for (const auto byte : bytes)
    {
        number = number << 8 | byte;
    }
    return number;
}

} // namespace

TypeId
EthernetFabricSwitch::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::EthernetFabricSwitch")
            .SetParent<Object>()
            .SetGroupName("Ethernet")
            .AddConstructor<EthernetFabricSwitch>()
            .AddAttribute("HashSeed",
                          "Seed of the hash that decides over the path of a flow; switches with "
                          "the same seed and the same ports decide alike",
                          UintegerValue(0),
                          MakeUintegerAccessor(&EthernetFabricSwitch::m_seed),
                          MakeUintegerChecker<uint32_t>())
            .AddTraceSource("Drop",
                            "A packet has no path to where it is to go: all links there are down",
                            MakeTraceSourceAccessor(&EthernetFabricSwitch::m_drop),
                            "ns3::EthernetFabricSwitch::DropTracedCallback");
    return tid;
}

void
EthernetFabricSwitch::AddPort(Ptr<EthernetNetDevice> port)
{
    MakeEthernetSwitchPort(*port, m_buffer);
    constexpr uint16_t ALL = 0;
    port->GetNode()->RegisterProtocolHandler(MakeCallback(&EthernetFabricSwitch::Receive, this),
                                             ALL,
                                             port,
                                             true);
}

void
EthernetFabricSwitch::SetSharedBuffer(Ptr<EthernetSharedBuffer> buffer)
{
    m_buffer = buffer;
}

void
EthernetFabricSwitch::SetGroup(uint32_t group, std::vector<Ptr<EthernetNetDevice>> ports)
{
    if (group >= m_groups.size())
    {
        m_groups.resize(group + 1);
    }
    m_groups[group] = std::move(ports);
}

void
EthernetFabricSwitch::SetDestination(Mac48Address address, uint32_t group)
{
    m_destinations[ToNumber(address)] = group;
}

void
EthernetFabricSwitch::SetTree(std::vector<Ptr<EthernetNetDevice>> ports)
{
    m_tree = std::move(ports);
}

void
EthernetFabricSwitch::DoDispose()
{
    m_buffer = nullptr;
    m_groups.clear();
    m_tree.clear();
    Object::DoDispose();
}

void
EthernetFabricSwitch::Receive(Ptr<NetDevice> port,
                              Ptr<const Packet> packet,
                              uint16_t type,
                              const Address& source,
                              const Address& destination,
                              NetDevice::PacketType /* kind */)
{
    const auto found = m_destinations.find(ToNumber(destination));
    if (found == m_destinations.end())
    {
        Flood(port, packet, type, source, destination);
        return;
    }
    const auto& ports = m_groups[found->second];
    if (ports.empty())
    {
        m_drop(packet);
        return;
    }
    const auto chosen = ports.size() == 1 ? 0 : Choose(ports, packet, type);
    ports[chosen]->SendFrom(packet->Copy(), source, destination, type);
}

void
EthernetFabricSwitch::Flood(Ptr<NetDevice> from,
                            Ptr<const Packet> packet,
                            uint16_t type,
                            const Address& source,
                            const Address& destination)
{
    if (std::find(m_tree.begin(), m_tree.end(), from) == m_tree.end())
    {
        return;
    }
    for (const auto& port : m_tree)
    {
        if (port != from)
        {
            port->SendFrom(packet->Copy(), source, destination, type);
        }
    }
}

std::size_t
EthernetFabricSwitch::Choose(const Ports& ports, Ptr<const Packet> packet, uint16_t type) const
{
    const auto flow = EthernetIpFlow::Of(packet, type);
    if (!flow.isIp)
    {
        return 0;
    }
    const std::array<uint32_t, 5> fields{m_seed,
                                         flow.source,
                                         flow.destination,
                                         flow.ports,
                                         flow.protocol};
    std::array<char, sizeof(fields)> bytes;
    std::memcpy(bytes.data(), fields.data(), sizeof(fields));
    // The upper half of the product is as even as the hash, without a division.
    return uint64_t{Hash32(bytes.data(), bytes.size())} * ports.size() >>
           std::numeric_limits<uint32_t>::digits;
}

} // namespace ns3
