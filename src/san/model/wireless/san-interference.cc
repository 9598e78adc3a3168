/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-interference.h"

#include "san-radio-channel.h"
#include "san-wireless-options.h"

#include "ns3/constant-position-mobility-model.h"
#include "ns3/log.h"
#include "ns3/node-container.h"
#include "ns3/node.h"
#include "ns3/simulator.h"
#include "ns3/vector.h"
#include "ns3/wifi-mac.h"
#include "ns3/wifi-net-device.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("SanInterference");

namespace
{

/// Between pairs, m.
constexpr double PAIR_DISTANCE = 0.5;

/// The first of IEEE 802's types for experiments (IEEE 802, 9.2.3).
constexpr uint16_t PROTOCOL = 0x88b5;

/// No pair sends more often, whatever its rate: a radio takes longer for any frame.
const Time SHORTEST = MicroSeconds(1);

/**
 * Make stations of one kind, side by side.
 *
 * @param count how many
 * @param first where the first one stands
 * @return the stations
 */
NodeContainer
MakeStations(uint32_t count, const Vector& first)
{
    NodeContainer stations(count);
    for (uint32_t i = 0; i < count; ++i)
    {
        const auto position = CreateObject<ConstantPositionMobilityModel>();
        position->SetPosition(Vector(first.x, first.y, first.z + i * PAIR_DISTANCE));
        stations.Get(i)->AggregateObject(position);
    }
    return stations;
}

} // namespace

const Time SanInterference::SILENCE = Seconds(120);

SanInterference::SanInterference(const SanWirelessOptions& o,
                                 uint32_t mtu,
                                 SanRadioChannel& channel,
                                 const NetDeviceContainer& stations)
    : m_interval(Max(o.interfererRate.CalculateBytesTxTime(o.interfererSize), SHORTEST)),
      m_size(o.interfererSize),
      m_next(o.interferers)
{
    const Vector sender(0, o.interfererDistance, 0);
    const Vector receiver(o.wifiDistance, o.interfererDistance, 0);
    m_senders = channel.Install(MakeStations(o.interferers, sender));
    m_receivers = channel.Install(MakeStations(o.interferers, receiver));
    for (uint32_t i = 0; i < m_senders.GetN(); ++i)
    {
        // A frame of any option's size fits into a radio whatever the packets of others are.
        m_senders.Get(i)->SetMtu(std::max<uint32_t>(mtu, m_size));
    }
    for (uint32_t i = 0; i < stations.GetN(); ++i)
    {
        DynamicCast<WifiNetDevice>(stations.Get(i))
            ->GetMac()
            ->TraceConnectWithoutContext("MacTx", MakeCallback(&SanInterference::Heard, this));
    }
    NS_LOG_INFO(o.interferers << " foreign pairs, each " << m_size << " bytes every "
                              << m_interval.As(Time::US));
    Start();
}

void
SanInterference::Start()
{
    m_pauses = false;
    for (uint32_t pair = 0; pair < m_next.size(); ++pair)
    {
        m_next[pair] = Simulator::Schedule(m_interval * pair / static_cast<int64_t>(m_next.size()),
                                           &SanInterference::Send,
                                           this,
                                           pair);
    }
}

void
SanInterference::Send(uint32_t pair)
{
    if (Simulator::Now() - m_heard > SILENCE)
    {
        NS_LOG_DEBUG("pair " << pair << " pauses");
        m_pauses = true;
        return;
    }
    m_senders.Get(pair)->Send(Create<Packet>(m_size),
                              m_receivers.Get(pair)->GetAddress(),
                              PROTOCOL);
    ++m_sent;
    m_next[pair] = Simulator::Schedule(m_interval, &SanInterference::Send, this, pair);
}

void
SanInterference::Heard(Ptr<const Packet>)
{
    m_heard = Simulator::Now();
    if (m_pauses && !m_stopped)
    {
        NS_LOG_INFO("foreign pairs go on");
        for (auto& next : m_next)
        {
            next.Cancel();
        }
        Start();
    }
}

void
SanInterference::Stop()
{
    NS_LOG_INFO("foreign pairs stop after " << m_sent << " frames");
    m_stopped = true;
    for (auto& next : m_next)
    {
        next.Cancel();
    }
}

} // namespace ns3
