/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "bond-net-device.h"

#include "bond-active-backup.h"
#include "bond-balance-xor.h"
#include "bond-lacp.h"

#include "ns3/abort.h"
#include "ns3/arp-header.h"
#include "ns3/boolean.h"
#include "ns3/enum.h"
#include "ns3/ethernet-net-device.h"
#include "ns3/ipv4.h"
#include "ns3/lacp-header.h"
#include "ns3/lacp-port.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/object-vector.h"
#include "ns3/protocol-numbers.h"
#include "ns3/simulator.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <limits>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("BondNetDevice");

NS_OBJECT_ENSURE_REGISTERED(BondNetDevice);

namespace
{

/// No link is preferred.
constexpr uint32_t NO_PRIMARY = std::numeric_limits<uint32_t>::max();

/// Priority of a port of LACP, Linux's.
constexpr uint16_t PORT_PRIORITY = 255;

} // namespace

TypeId
BondNetDevice::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::BondNetDevice")
            .SetParent<EthernetAdapter>()
            .SetGroupName("Ethernet")
            .AddConstructor<BondNetDevice>()
            .AddAttribute("Mode",
                          "How links share frames: active-backup, balance-xor or 802.3ad",
                          EnumValue(Mode::ACTIVE_BACKUP),
                          MakeEnumAccessor<Mode>(&BondNetDevice::m_modeName),
                          MakeEnumChecker(Mode::ACTIVE_BACKUP,
                                          "active-backup",
                                          Mode::BALANCE_XOR,
                                          "balance-xor",
                                          Mode::LACP,
                                          "802.3ad"))
            .AddAttribute("TransmitHashPolicy",
                          "Which link a frame takes, by its addresses: layer2 (MAC), layer2+3 (MAC "
                          "and IP) or layer3+4 (IP and ports)",
                          EnumValue(BondHashPolicy::LAYER2),
                          MakeEnumAccessor<BondHashPolicy>(&BondNetDevice::m_hashPolicy),
                          MakeEnumChecker(BondHashPolicy::LAYER2,
                                          "layer2",
                                          BondHashPolicy::LAYER2_3,
                                          "layer2+3",
                                          BondHashPolicy::LAYER3_4,
                                          "layer3+4"))
            .AddAttribute(
                "MonitorInterval",
                "How often it is looked which links are up, 0 or more; with 0 a change is "
                "noticed at once",
                TimeValue(MilliSeconds(100)),
                MakeTimeAccessor(&BondNetDevice::m_monitorInterval),
                MakeTimeChecker(Time()))
            .AddAttribute("Primary",
                          "Number of the link, from 0, that active-backup uses whenever it is up; "
                          "4294967295 for none",
                          UintegerValue(NO_PRIMARY),
                          MakeUintegerAccessor(&BondNetDevice::m_primary),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("LacpActive",
                          "Whether this end sends LACPDUs without being asked",
                          BooleanValue(true),
                          MakeBooleanAccessor(&BondNetDevice::m_isLacpActive),
                          MakeBooleanChecker())
            .AddAttribute(
                "LacpFast",
                "Whether this end wants an LACPDU every second and gives a silent partner "
                "up after 3 s, not every 30 s and after 90 s",
                BooleanValue(false),
                MakeBooleanAccessor(&BondNetDevice::m_isLacpFast),
                MakeBooleanChecker())
            .AddAttribute("SystemPriority",
                          "Priority of this system in LACPDUs, 0 to 65535",
                          UintegerValue(65535),
                          MakeUintegerAccessor(&BondNetDevice::m_systemPriority),
                          MakeUintegerChecker<uint16_t>())
            .AddAttribute("Key",
                          "Key of the links in LACPDUs, 0 to 65535",
                          UintegerValue(1),
                          MakeUintegerAccessor(&BondNetDevice::m_key),
                          MakeUintegerChecker<uint16_t>())
            .AddAttribute("LacpPorts",
                          "The links as LACP sees them, none in other modes",
                          ObjectVectorValue(),
                          MakeObjectVectorAccessor(&BondNetDevice::GetLacpPort,
                                                   &BondNetDevice::GetNLacpPorts),
                          MakeObjectVectorChecker<LacpPort>())
            .AddTraceSource("Link",
                            "Frames are sent over a link from now on, or no more",
                            MakeTraceSourceAccessor(&BondNetDevice::m_linkTrace),
                            "ns3::BondNetDevice::LinkTracedCallback")
            .AddTraceSource("MacTxDrop",
                            "A payload that is not sent: there is no link. What a link has no room "
                            "for, its port drops",
                            MakeTraceSourceAccessor(&BondNetDevice::m_macTxDropTrace),
                            "ns3::Packet::TracedCallback");
    return tid;
}

BondNetDevice::BondNetDevice()
    : m_channel(CreateObject<BridgeChannel>())
{
}

BondNetDevice::~BondNetDevice() = default;

void
BondNetDevice::AddLink(Ptr<EthernetNetDevice> port)
{
    NS_LOG_FUNCTION(this << port);
    CheckPort(port);
    const auto link = GetNLinks();
    m_links.push_back({port, port->GetAddress(), false});
    if (link == 0 && GetAddress() == GetBroadcast())
    {
        EthernetAdapter::SetAddress(port->GetAddress());
    }
    if (!m_mode)
    {
        m_mode = CreateMode();
    }
    m_mode->AddLink();
    port->SetAddress(GetAddress());
    port->DisableFlowControl();
    port->AddLinkChangeCallback(MakeCallback(&BondNetDevice::HandleLinkChange, this));
    GetNode()->RegisterProtocolHandler(MakeCallback(&BondNetDevice::Receive, this).Bind(link),
                                       0,
                                       port,
                                       true);
    m_channel->AddChannel(port->GetChannel());
    if (IsInitialized())
    {
        UpdateLink(link);
    }
}

void
BondNetDevice::CheckPort(Ptr<const EthernetNetDevice> port) const
{
    NS_ABORT_MSG_IF(!GetNode() || port->GetNode() != GetNode(),
                    "BondNetDevice: a bond and its ports belong to one node");
    NS_ABORT_MSG_IF(!port->GetChannel(), "BondNetDevice: a port needs a cable first");
    NS_ABORT_MSG_IF(m_modeName == Mode::LACP && !m_links.empty() &&
                        port->GetDataRate() != GetDataRate(),
                    "BondNetDevice: links of 802.3ad need one DataRate");
}

std::unique_ptr<BondMode>
BondNetDevice::CreateMode()
{
    if (m_modeName == Mode::ACTIVE_BACKUP)
    {
        return std::make_unique<BondActiveBackup>(m_primary);
    }
    if (m_modeName == Mode::BALANCE_XOR)
    {
        return std::make_unique<BondBalanceXor>();
    }
    LacpPortInfo actor;
    actor.systemPriority = m_systemPriority;
    actor.system = Mac48Address::ConvertFrom(GetAddress());
    actor.key = m_key;
    actor.portPriority = PORT_PRIORITY;
    actor.Set(LacpPortInfo::AGGREGATION, true);
    actor.Set(LacpPortInfo::ACTIVITY, m_isLacpActive);
    actor.Set(LacpPortInfo::SHORT_TIMEOUT, m_isLacpFast);
    return std::make_unique<BondLacp>(actor,
                                      MakeCallback(&BondNetDevice::SendSlowProtocol, this),
                                      MakeCallback(&BondNetDevice::UpdateDistributing, this));
}

void
BondNetDevice::DoInitialize()
{
    for (uint32_t link = 0; link < GetNLinks(); ++link)
    {
        UpdateLink(link);
    }
    EthernetAdapter::DoInitialize();
}

uint32_t
BondNetDevice::GetNLinks() const
{
    return m_links.size();
}

Ptr<EthernetNetDevice>
BondNetDevice::GetLink(uint32_t link) const
{
    return m_links.at(link).port;
}

const std::vector<uint32_t>&
BondNetDevice::GetDistributing() const
{
    return m_distributing;
}

std::size_t
BondNetDevice::GetNLacpPorts() const
{
    return m_modeName == Mode::LACP ? m_links.size() : 0;
}

Ptr<LacpPort>
BondNetDevice::GetLacpPort(std::size_t link) const
{
    const auto* lacp = dynamic_cast<const BondLacp*>(m_mode.get());
    return lacp ? lacp->GetSystem().GetPorts().at(link) : nullptr;
}

uint16_t
BondNetDevice::GetActiveAggregator() const
{
    const auto* lacp = dynamic_cast<const BondLacp*>(m_mode.get());
    return lacp ? lacp->GetSystem().GetActiveAggregator() : 0;
}

void
BondNetDevice::HandleLinkChange()
{
    if (!IsInitialized() || m_willMonitor)
    {
        return;
    }
    // What the monitor would see at other times is what it saw before, so it need not look.
    auto wait = Time();
    if (m_monitorInterval.IsStrictlyPositive())
    {
        const auto now = Simulator::Now().GetTimeStep();
        const auto interval = m_monitorInterval.GetTimeStep();
        wait = TimeStep(interval - now % interval);
    }
    m_willMonitor = true;
    Simulator::ScheduleWithContext(GetNode()->GetId(), wait, &BondNetDevice::Monitor, this);
}

void
BondNetDevice::Monitor()
{
    m_willMonitor = false;
    for (uint32_t link = 0; link < GetNLinks(); ++link)
    {
        if (m_links[link].port->IsLinkUp() != m_links[link].isUp)
        {
            UpdateLink(link);
        }
    }
}

void
BondNetDevice::UpdateLink(uint32_t link)
{
    m_links[link].isUp = m_links[link].port->IsLinkUp();
    NS_LOG_INFO("link " << link << " is " << (m_links[link].isUp ? "up" : "down"));
    m_mode->SetLink(link, m_links[link].isUp);
    UpdateDistributing();
}

void
BondNetDevice::UpdateDistributing()
{
    const auto before = m_distributing;
    m_distributing.clear();
    for (uint32_t link = 0; link < GetNLinks(); ++link)
    {
        if (m_mode->IsDistributing(link))
        {
            m_distributing.push_back(link);
        }
    }
    if (m_distributing == before)
    {
        return;
    }
    for (uint32_t link = 0; link < GetNLinks(); ++link)
    {
        const auto isUsed = m_mode->IsDistributing(link);
        if (std::binary_search(before.begin(), before.end(), link) != isUsed)
        {
            NS_LOG_INFO("link " << link << " is " << (isUsed ? "used" : "left"));
            m_linkTrace(link, isUsed);
        }
    }
    if (before.empty() || m_distributing.empty())
    {
        NotifyLinkChange();
    }
    else if (m_modeName == Mode::ACTIVE_BACKUP)
    {
        AnnounceAddresses();
    }
}

void
BondNetDevice::AnnounceAddresses()
{
    const auto ip = GetNode()->GetObject<Ipv4>();
    const auto interface = ip ? ip->GetInterfaceForDevice(this) : -1;
    const auto count = interface < 0 ? 0 : ip->GetNAddresses(interface);
    for (uint32_t i = 0; i < count; ++i)
    {
        const auto address = ip->GetAddress(interface, i).GetLocal();
        ArpHeader arp;
        arp.SetRequest(GetAddress(), address, GetBroadcast(), address);
        const auto packet = Create<Packet>();
        packet->AddHeader(arp);
        Send(packet, GetBroadcast(), EtherType::ARP);
    }
}

void
BondNetDevice::SendSlowProtocol(uint32_t link, Ptr<Packet> payload)
{
    m_links[link].port->SendFrom(payload,
                                 m_links[link].ownAddress,
                                 LacpHeader::GetSlowProtocolsAddress(),
                                 LacpHeader::ETHER_TYPE);
}

bool
BondNetDevice::SendFrom(Ptr<Packet> packet,
                        const Address& source,
                        const Address& dest,
                        uint16_t protocolNumber)
{
    const auto count = m_distributing.size();
    if (count == 0)
    {
        NS_LOG_DEBUG("dropped, there is no link: " << packet->GetSize() << " bytes");
        m_macTxDropTrace(packet);
        return false;
    }
    auto link = m_distributing.front();
    if (count > 1)
    {
        const EthernetFrame frame{packet, dest, source, protocolNumber, {}};
        link = m_distributing[GetBondHash(m_hashPolicy, frame) % count];
    }
    return m_links[link].port->SendFrom(packet, source, dest, protocolNumber);
}

void
BondNetDevice::Receive(uint32_t link,
                       Ptr<NetDevice> /* port */,
                       Ptr<const Packet> packet,
                       uint16_t type,
                       const Address& source,
                       const Address& destination,
                       PacketType /* kind */)
{
    if (type == LacpHeader::ETHER_TYPE)
    {
        m_mode->ReceiveSlowProtocol(link, packet);
        return;
    }
    if (!m_mode->IsCollecting(link))
    {
        NS_LOG_DEBUG("link " << link << " takes no frames: " << packet->GetSize() << " bytes");
        return;
    }
    const auto kind = Classify(destination);
    PassToListeners(packet, type, source, destination, kind);
    if (kind != PACKET_OTHERHOST)
    {
        PassUp(packet, type, source);
    }
}

bool
BondNetDevice::HasOffload() const
{
    return std::all_of(m_links.begin(), m_links.end(), [](const auto& link) {
        return link.port->HasOffload();
    });
}

DataRate
BondNetDevice::GetDataRate() const
{
    auto slowest = m_links.empty() ? DataRate() : m_links.front().port->GetDataRate();
    for (const auto& link : m_links)
    {
        slowest = std::min(slowest, link.port->GetDataRate());
    }
    return slowest;
}

Time
BondNetDevice::GetBacklog()
{
    // Which link a connection takes is known only when it sends.
    auto least = m_distributing.empty() ? Time() : Time::Max();
    for (const auto link : m_distributing)
    {
        least = std::min(least, m_links[link].port->GetBacklog());
    }
    return least;
}

void
BondNetDevice::SetAddress(Address address)
{
    EthernetAdapter::SetAddress(address);
    for (const auto& link : m_links)
    {
        link.port->SetAddress(address);
    }
}

Ptr<Channel>
BondNetDevice::GetChannel() const
{
    return m_channel;
}

bool
BondNetDevice::SetMtu(const uint16_t mtu)
{
    return std::all_of(m_links.begin(), m_links.end(), [mtu](const auto& link) {
        return link.port->SetMtu(mtu);
    });
}

uint16_t
BondNetDevice::GetMtu() const
{
    auto least = std::numeric_limits<uint16_t>::max();
    for (const auto& link : m_links)
    {
        least = std::min(least, link.port->GetMtu());
    }
    return least;
}

bool
BondNetDevice::IsLinkUp() const
{
    return !m_distributing.empty();
}

void
BondNetDevice::DoDispose()
{
    m_mode.reset();
    m_links.clear();
    m_distributing.clear();
    m_channel = nullptr;
    EthernetAdapter::DoDispose();
}

} // namespace ns3
