/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-relay-processor.h"

#include "ns3/ipv4-l3-protocol.h"
#include "ns3/loopback-net-device.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{

void
SanRelayProcessor::Install(Ptr<Node> relay, double timePerByte)
{
    const auto processor = Create<SanRelayProcessor>(relay, timePerByte);
    for (uint32_t i = 0; i < relay->GetNDevices(); ++i)
    {
        const auto device = relay->GetDevice(i);
        if (!DynamicCast<LoopbackNetDevice>(device))
        {
            device->SetReceiveCallback(MakeCallback(&SanRelayProcessor::Receive, processor));
        }
    }
}

SanRelayProcessor::SanRelayProcessor(Ptr<Node> relay, double timePerByte)
    : m_relay(relay),
      m_timePerByte(timePerByte)
{
}

bool
SanRelayProcessor::Receive(Ptr<NetDevice> device,
                           Ptr<const Packet> packet,
                           uint16_t protocol,
                           const Address& from)
{
    m_busyUntil =
        std::max(m_busyUntil, Simulator::Now()) + NanoSeconds(m_timePerByte * packet->GetSize());
    Simulator::Schedule(m_busyUntil - Simulator::Now(),
                        &SanRelayProcessor::Deliver,
                        Ptr<SanRelayProcessor>(this),
                        device,
                        packet,
                        protocol,
                        from);
    return true;
}

void
SanRelayProcessor::Deliver(Ptr<NetDevice> device,
                           Ptr<const Packet> packet,
                           uint16_t protocol,
                           const Address& from)
{
    m_relay->GetObject<Ipv4L3Protocol>()
        ->Receive(device, packet, protocol, from, device->GetAddress(), NetDevice::PACKET_HOST);
}

} // namespace ns3
