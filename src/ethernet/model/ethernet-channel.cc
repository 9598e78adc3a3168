/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ethernet-channel.h"

#include "ethernet-frame.h"
#include "ethernet-port.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/trace-source-accessor.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("EthernetChannel");

NS_OBJECT_ENSURE_REGISTERED(EthernetChannel);

TypeId
EthernetChannel::GetTypeId()
{
    static TypeId tid = TypeId("ns3::EthernetChannel")
                            .SetParent<Channel>()
                            .SetGroupName("Ethernet")
                            .AddConstructor<EthernetChannel>()
                            .AddAttribute("Delay",
                                          "Time from end to end, 0 or more",
                                          TimeValue(Seconds(0)),
                                          MakeTimeAccessor(&EthernetChannel::m_delay),
                                          MakeTimeChecker(Seconds(0)))
                            .AddTraceSource("Lose",
                                            "A payload that was lost because the cable was pulled, "
                                            "when it would have arrived; EthernetTrainTag says "
                                            "for how many frames it stands",
                                            MakeTraceSourceAccessor(&EthernetChannel::m_loseTrace),
                                            "ns3::Packet::TracedCallback");
    return tid;
}

void
EthernetChannel::Attach(Ptr<EthernetPort> device)
{
    NS_LOG_FUNCTION(this << device);
    const auto free = std::find(m_ends.begin(), m_ends.end(), nullptr);
    NS_ABORT_MSG_IF(free == m_ends.end(), "EthernetChannel: a cable has two ends");
    *free = device;
    NotifyLinkUp();
}

void
EthernetChannel::NotifyLinkUp()
{
    if (m_isDisconnected || GetNDevices() < m_ends.size())
    {
        return;
    }
    for (const auto& end : m_ends)
    {
        end->LinkUp();
    }
}

void
EthernetChannel::Disconnect()
{
    if (m_isDisconnected)
    {
        return;
    }
    NS_LOG_INFO("cable " << GetId() << " is pulled");
    m_isDisconnected = true;
    ++m_disconnections;
    for (const auto& end : m_ends)
    {
        if (end)
        {
            end->LinkDown();
        }
    }
}

void
EthernetChannel::Reconnect()
{
    if (!m_isDisconnected)
    {
        return;
    }
    NS_LOG_INFO("cable " << GetId() << " is put back");
    m_isDisconnected = false;
    NotifyLinkUp();
}

uint32_t
EthernetChannel::GetDisconnections() const
{
    return m_disconnections;
}

void
EthernetChannel::Lose(const EthernetFrame& frame)
{
    if (frame.train.frames > 1)
    {
        frame.payload->AddPacketTag(EthernetTrainTag(frame.train));
    }
    m_loseTrace(frame.payload);
}

Ptr<EthernetPort>
EthernetChannel::GetPeer(Ptr<const EthernetPort> device) const
{
    return m_ends[m_ends[0] == device ? 1 : 0];
}

Time
EthernetChannel::GetDelay() const
{
    return m_delay;
}

std::size_t
EthernetChannel::GetNDevices() const
{
    return std::count_if(m_ends.begin(), m_ends.end(), [](const auto& end) { return end; });
}

Ptr<NetDevice>
EthernetChannel::GetDevice(std::size_t i) const
{
    return m_ends.at(i);
}

void
EthernetChannel::DoDispose()
{
    m_ends.fill(nullptr);
    Channel::DoDispose();
}

} // namespace ns3
