/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ethernet-adapter.h"

#include "ns3/node.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(EthernetAdapter);

TypeId
EthernetAdapter::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::EthernetAdapter")
            .SetParent<NetDevice>()
            .SetGroupName("Ethernet")
            .AddAttribute("Address",
                          "MAC address of the device",
                          Mac48AddressValue(Mac48Address("ff:ff:ff:ff:ff:ff")),
                          MakeMac48AddressAccessor(&EthernetAdapter::SetMac48Address,
                                                   &EthernetAdapter::GetMac48Address),
                          MakeMac48AddressChecker());
    return tid;
}

EthernetAdapter::EthernetAdapter() = default;

EthernetAdapter::~EthernetAdapter() = default;

void
EthernetAdapter::SetIfIndex(const uint32_t index)
{
    m_ifIndex = index;
}

uint32_t
EthernetAdapter::GetIfIndex() const
{
    return m_ifIndex;
}

void
EthernetAdapter::SetAddress(Address address)
{
    m_address = Mac48Address::ConvertFrom(address);
}

void
EthernetAdapter::SetMac48Address(Mac48Address address)
{
    SetAddress(address);
}

Mac48Address
EthernetAdapter::GetMac48Address() const
{
    return Mac48Address::ConvertFrom(m_address);
}

Address
EthernetAdapter::GetAddress() const
{
    return m_address;
}

void
EthernetAdapter::AddLinkChangeCallback(Callback<void> callback)
{
    m_linkChange.ConnectWithoutContext(callback);
}

bool
EthernetAdapter::IsBroadcast() const
{
    return true;
}

Address
EthernetAdapter::GetBroadcast() const
{
    return Mac48Address::GetBroadcast();
}

bool
EthernetAdapter::IsMulticast() const
{
    return true;
}

Address
EthernetAdapter::GetMulticast(Ipv4Address multicastGroup) const
{
    return Mac48Address::GetMulticast(multicastGroup);
}

Address
EthernetAdapter::GetMulticast(Ipv6Address addr) const
{
    return Mac48Address::GetMulticast(addr);
}

bool
EthernetAdapter::IsBridge() const
{
    return false;
}

bool
EthernetAdapter::IsPointToPoint() const
{
    return false;
}

bool
EthernetAdapter::Send(Ptr<Packet> packet, const Address& dest, uint16_t protocolNumber)
{
    return SendFrom(packet, m_address, dest, protocolNumber);
}

Ptr<Node>
EthernetAdapter::GetNode() const
{
    return m_node;
}

void
EthernetAdapter::SetNode(Ptr<Node> node)
{
    m_node = node;
}

bool
EthernetAdapter::NeedsArp() const
{
    return true;
}

void
EthernetAdapter::SetReceiveCallback(ReceiveCallback cb)
{
    m_receive = cb;
}

void
EthernetAdapter::SetPromiscReceiveCallback(PromiscReceiveCallback cb)
{
    m_receiveAll = cb;
}

bool
EthernetAdapter::SupportsSendFrom() const
{
    return true;
}

NetDevice::PacketType
EthernetAdapter::Classify(const Address& destination) const
{
    if (destination == m_address)
    {
        return PACKET_HOST;
    }
    const auto other = Mac48Address::ConvertFrom(destination);
    if (!other.IsGroup())
    {
        return PACKET_OTHERHOST;
    }
    return other.IsBroadcast() ? PACKET_BROADCAST : PACKET_MULTICAST;
}

void
EthernetAdapter::PassToListeners(Ptr<const Packet> payload,
                                 uint16_t type,
                                 const Address& source,
                                 const Address& destination,
                                 PacketType kind)
{
    if (!m_receiveAll.IsNull())
    {
        m_receiveAll(this, payload, type, source, destination, kind);
    }
}

void
EthernetAdapter::PassUp(Ptr<const Packet> payload, uint16_t type, const Address& source)
{
    m_receive(this, payload, type, source);
}

void
EthernetAdapter::NotifyLinkChange()
{
    m_linkChange();
}

void
EthernetAdapter::DoDispose()
{
    m_node = nullptr;
    m_receive.Nullify();
    m_receiveAll.Nullify();
    NetDevice::DoDispose();
}

} // namespace ns3
