/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-connection-demux.h"

#include "tcp-segment-start.h"

#include "ns3/ip-l4-protocol.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4-interface.h"
#include "ns3/ipv4.h"
#include "ns3/ipv6-header.h"
#include "ns3/ipv6-interface.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/protocol-numbers.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpConnectionDemux");

NS_OBJECT_ENSURE_REGISTERED(TcpConnectionDemux);

TypeId
TcpConnectionDemux::GetTypeId()
{
    static TypeId tid = TypeId("ns3::TcpConnectionDemux")
                            .SetParent<IpL4Protocol>()
                            .SetGroupName("HostTcp")
                            .AddConstructor<TcpConnectionDemux>();
    return tid;
}

Ptr<TcpConnectionDemux>
TcpConnectionDemux::Install(Ptr<Node> host)
{
    auto demux = host->GetObject<TcpConnectionDemux>();
    const auto ip = host->GetObject<Ipv4>();
    if (!demux && ip)
    {
        demux = CreateObject<TcpConnectionDemux>();
        demux->m_tcp = ip->GetProtocol(IpProtocol::TCP);
        host->AggregateObject(demux);
        ip->Insert(demux);
    }
    return demux;
}

void
TcpConnectionDemux::Add(const TcpConnectionId& id, TcpConnection* connection)
{
    // A new connection may follow one that is closed and still exists.
    m_connections[id] = connection;
}

void
TcpConnectionDemux::Remove(const TcpConnectionId& id, const TcpConnection* connection)
{
    const auto found = m_connections.find(id);
    if (found != m_connections.end() && found->second == connection)
    {
        m_connections.erase(found);
    }
}

int
TcpConnectionDemux::GetProtocolNumber() const
{
    return IpProtocol::TCP;
}

IpL4Protocol::RxStatus
TcpConnectionDemux::Receive(Ptr<Packet> segment,
                            const Ipv4Header& header,
                            Ptr<Ipv4Interface> interface)
{
    if (!Node::ChecksumEnabled())
    {
        const TcpSegmentStart start(*segment);
        const auto local = header.GetDestination();
        const auto any = Ipv4Address::GetAny();
        const auto port = start.destinationPort;
        const auto give = [&](const TcpConnectionId& id) {
            return Forward(id, segment, start, header, interface);
        };
        if (give({local, header.GetSource(), port, start.sourcePort}) ||
            (start.IsFirst() && (give({local, any, port, 0}) || give({any, any, port, 0}))))
        {
            return RX_OK;
        }
    }
    return m_tcp->Receive(segment, header, interface);
}

bool
TcpConnectionDemux::Forward(const TcpConnectionId& id,
                            Ptr<Packet> segment,
                            const TcpSegmentStart& start,
                            const Ipv4Header& header,
                            Ptr<Ipv4Interface> interface) const
{
    const auto found = m_connections.find(id);
    return found != m_connections.end() &&
           found->second->Receive(segment, start, header, interface);
}

IpL4Protocol::RxStatus
TcpConnectionDemux::Receive(Ptr<Packet> segment,
                            const Ipv6Header& header,
                            Ptr<Ipv6Interface> interface)
{
    return m_tcp->Receive(segment, header, interface);
}

void
TcpConnectionDemux::ReceiveIcmp(Ipv4Address icmpSource,
                                uint8_t icmpTtl,
                                uint8_t icmpType,
                                uint8_t icmpCode,
                                uint32_t icmpInfo,
                                Ipv4Address payloadSource,
                                Ipv4Address payloadDestination,
                                const uint8_t payload[8])
{
    m_tcp->ReceiveIcmp(icmpSource,
                       icmpTtl,
                       icmpType,
                       icmpCode,
                       icmpInfo,
                       payloadSource,
                       payloadDestination,
                       payload);
}

void
TcpConnectionDemux::SetDownTarget(DownTargetCallback target)
{
    m_tcp->SetDownTarget(target);
}

void
TcpConnectionDemux::SetDownTarget6(DownTargetCallback6 target)
{
    m_tcp->SetDownTarget6(target);
}

IpL4Protocol::DownTargetCallback
TcpConnectionDemux::GetDownTarget() const
{
    return m_tcp->GetDownTarget();
}

IpL4Protocol::DownTargetCallback6
TcpConnectionDemux::GetDownTarget6() const
{
    return m_tcp->GetDownTarget6();
}

void
TcpConnectionDemux::DoDispose()
{
    m_connections.clear();
    m_tcp = nullptr;
    IpL4Protocol::DoDispose();
}

std::size_t
TcpConnectionDemux::Hash::operator()(const TcpConnectionId& id) const
{
    // A multiplication spreads the ports, which often differ in their last bits only.
    const auto addresses = uint64_t{id.local.Get()} << 32 | id.peer.Get();
    const auto ports = uint64_t{id.localPort} << 16 | id.peerPort;
    return (addresses ^ ports * 0x9E37'79B9'7F4A'7C15) * 0x9E37'79B9'7F4A'7C15 >> 16;
}

} // namespace ns3
