/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-station-figures.h"

#include "san-channel-figures.h"

#include "ns3/llc-snap-header.h"
#include "ns3/simulator.h"
#include "ns3/wifi-mac-queue.h"
#include "ns3/wifi-mac.h"
#include "ns3/wifi-mpdu.h"
#include "ns3/wifi-net-device.h"
#include "ns3/wifi-phy-state-helper.h"
#include "ns3/wifi-phy-state.h"
#include "ns3/wifi-phy.h"
#include "ns3/wifi-ppdu.h"
#include "ns3/wifi-psdu.h"
#include "ns3/wifi-tx-vector.h"

#include <algorithm>
#include <utility>

namespace ns3
{

namespace
{

/**
 * @param mpdu a frame
 * @return whether it carries a packet of IP, or another of what is above the MAC
 */
bool
IsData(const WifiMpdu& mpdu)
{
    return mpdu.GetHeader().IsData() && mpdu.GetHeader().HasData();
}

} // namespace

SanStationFigures::SanStationFigures(Ptr<NetDevice> device, SanChannelFigures& channel)
    : m_device(DynamicCast<WifiNetDevice>(device)),
      m_channel(channel)
{
    Connect();
}

SanStationFigures::~SanStationFigures() = default;

void
SanStationFigures::Connect()
{
    using Me = SanStationFigures;
    const auto phy = m_device->GetPhy();
    phy->TraceConnectWithoutContext("PhyTxPsduBegin", MakeCallback(&Me::TransmissionBegins, this));
    phy->GetState()->TraceConnectWithoutContext("State", MakeCallback(&Me::StateKnown, this));
    const auto mac = m_device->GetMac();
    mac->TraceConnectWithoutContext("MacTx", MakeCallback(&Me::Offered, this));
    mac->TraceConnectWithoutContext("AckedMpdu", MakeCallback(&Me::Acknowledged, this));
    mac->TraceConnectWithoutContext("DroppedMpdu", MakeCallback(&Me::Dropped, this));
    mac->TraceConnectWithoutContext("MpduResponseTimeout",
                                    MakeCallback(&Me::FrameUnanswered, this));
    mac->TraceConnectWithoutContext("PsduResponseTimeout",
                                    MakeCallback(&Me::FramesUnanswered, this));
    for (const auto category : {AC_BE_NQOS, AC_BE, AC_BK, AC_VI, AC_VO})
    {
        if (const auto queue = mac->GetTxopQueue(category))
        {
            queue->TraceConnectWithoutContext("Enqueue", MakeCallback(&Me::Queued, this));
            queue->TraceConnectWithoutContext("PacketsInQueue",
                                              MakeCallback(&Me::QueueChanged, this));
        }
    }
}

SanStationFigures::Figure
SanStationFigures::GetFigure(WifiPhyState state)
{
    switch (state)
    {
    case WifiPhyState::TX:
        return TX;
    case WifiPhyState::RX:
        return RX;
    case WifiPhyState::CCA_BUSY:
        return CCA_BUSY;
    case WifiPhyState::IDLE:
        return IDLE;
    default:
        return OTHER;
    }
}

void
SanStationFigures::StateKnown(Time start, Time duration, WifiPhyState state)
{
    const auto figure = GetFigure(state);
    // What was expected to last longer is corrected; what nobody told of is visible as another.
    const auto gap = (start - m_known).GetNanoSeconds();
    m_isData = m_isData && gap < 0;
    Extend(gap < 0 ? m_last : OTHER, gap);
    m_isData = figure == TX && std::exchange(m_hasData, false);
    Extend(figure, duration.GetNanoSeconds());
    m_known = start + duration;
    m_last = figure;
    if (figure == TX)
    {
        m_channel.Transmit(duration);
    }
}

void
SanStationFigures::Extend(Figure state, int64_t nanoseconds)
{
    m_values[state] += nanoseconds;
    m_values[DATA_AIR] += m_isData ? nanoseconds : 0;
}

SanStationFigures::Values
SanStationFigures::Get() const
{
    auto values = m_values;
    const auto now = Simulator::Now();
    values[BACKLOG] += m_queued > 0 ? (now - m_since).GetNanoSeconds() : 0;
    const auto open = (now - m_known).GetNanoSeconds();
    if (open <= 0)
    {
        values[m_last] += open;
        values[DATA_AIR] += m_isData ? open : 0;
        return values;
    }
    const auto& helper = *m_device->GetPhy()->GetState();
    const auto state = helper.GetState();
    int64_t busy = 0;
    if (state == WifiPhyState::IDLE)
    {
        // When a signal ended is told only at the next change.
        const auto end = helper.GetLastTime({WifiPhyState::CCA_BUSY});
        busy = std::clamp<int64_t>((end - m_known).GetNanoSeconds(), 0, open);
    }
    values[CCA_BUSY] += busy;
    values[GetFigure(state)] += open - busy;
    return values;
}

void
SanStationFigures::TransmissionBegins(WifiConstPsduMap psdus,
                                      WifiTxVector /* vector */,
                                      double /* watts */)
{
    for (const auto& [receiver, psdu] : psdus)
    {
        for (const auto& mpdu : *PeekPointer(psdu))
        {
            if (IsData(*mpdu))
            {
                Sent(*mpdu);
            }
        }
    }
}

void
SanStationFigures::Sent(const WifiMpdu& mpdu)
{
    m_hasData = true;
    ++m_values[SENT];
    if (mpdu.GetHeader().IsRetry())
    {
        ++m_values[RETRIES];
    }
    else
    {
        m_values[WAIT] += (Simulator::Now() - mpdu.GetTimestamp()).GetNanoSeconds();
    }
}

void
SanStationFigures::QueueChanged(uint32_t before, uint32_t after)
{
    const auto now = Simulator::Now();
    const auto old = m_queued;
    m_queued = m_queued + after - before;
    if (old == 0)
    {
        m_since = now;
    }
    else if (m_queued == 0)
    {
        m_values[BACKLOG] += (now - m_since).GetNanoSeconds();
    }
    m_channel.ChangeQueued(static_cast<int64_t>(after) - before);
}

void
SanStationFigures::Offered(Ptr<const Packet> /* packet */)
{
    ++m_values[OFFERED];
}

void
SanStationFigures::Queued(Ptr<const WifiMpdu> mpdu)
{
    m_values[QUEUED] += IsData(*mpdu) ? 1 : 0;
}

void
SanStationFigures::Acknowledged(Ptr<const WifiMpdu> mpdu)
{
    if (IsData(*mpdu))
    {
        ++m_values[ACKED];
        m_values[ACKED_BYTES] += mpdu->GetPacketSize() - LLC_SNAP_HEADER_LENGTH;
        m_values[DELAY] += (Simulator::Now() - mpdu->GetTimestamp()).GetNanoSeconds();
    }
}

void
SanStationFigures::Dropped(WifiMacDropReason reason, Ptr<const WifiMpdu> mpdu)
{
    // Frames that a queue has no room for are those not queued: ns-3 does not tell of all.
    if (!IsData(*mpdu) || reason == WIFI_MAC_DROP_FAILED_ENQUEUE)
    {
        return;
    }
    ++m_values[reason == WIFI_MAC_DROP_EXPIRED_LIFETIME      ? DROPPED_LIFETIME
               : reason == WIFI_MAC_DROP_REACHED_RETRY_LIMIT ? DROPPED_RETRIES
                                                             : DROPPED_WINDOW];
}

void
SanStationFigures::FrameUnanswered(uint8_t /* reason */,
                                   Ptr<const WifiMpdu> /* mpdu */,
                                   const WifiTxVector& /* vector */)
{
    ++m_values[UNANSWERED];
}

void
SanStationFigures::FramesUnanswered(uint8_t /* reason */,
                                    Ptr<const WifiPsdu> /* psdu */,
                                    const WifiTxVector& /* vector */)
{
    ++m_values[UNANSWERED];
}

} // namespace ns3
