/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "transfer-meter.h"

#include "ns3/abort.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <string>

namespace ns3
{

void
TransferMeter::Follow(Ptr<Application> sink, Time begin)
{
    const auto number = static_cast<uint32_t>(m_transfers.size());
    m_begin = number == 0 ? begin : std::min(m_begin, begin);
    m_transfers.push_back({begin});
    const bool isTraced =
        sink->TraceConnectWithoutContext("Rx",
                                         MakeCallback(&TransferMeter::Arrive, this).Bind(number));
    NS_ABORT_MSG_UNLESS(isTraced, sink->GetInstanceTypeId().GetName() << " has no Rx");
}

void
TransferMeter::StopAfter(uint64_t bytes)
{
    m_end = bytes;
}

uint64_t
TransferMeter::GetBytes() const
{
    return m_bytes;
}

uint64_t
TransferMeter::GetBytes(uint32_t transfer) const
{
    return m_transfers.at(transfer).bytes;
}

Time
TransferMeter::GetDuration() const
{
    return m_bytes == 0 ? Time() : m_last - m_begin;
}

Time
TransferMeter::GetLongestPause() const
{
    return m_pause;
}

void
TransferMeter::Print(const FigureList& figures) const
{
    for (std::size_t i = 0; i < m_transfers.size(); ++i)
    {
        figures.Print("connection " + std::to_string(i + 1), m_transfers[i].bytes / 1e6, "MB");
    }
    const auto seconds = GetDuration().GetSeconds();
    figures.Print("time", seconds, "s");
    figures.Print("throughput", seconds > 0 ? m_bytes / seconds / 1e6 : 0, "MB/s");
}

void
TransferMeter::Arrive(uint32_t transfer, Ptr<const Packet> packet, const Address& /* from */)
{
    auto& [last, bytes] = m_transfers[transfer];
    m_pause = std::max(m_pause, Simulator::Now() - last);
    last = Simulator::Now();
    m_last = last;
    bytes += packet->GetSize();
    m_bytes += packet->GetSize();
    if (m_end > 0 && m_bytes >= m_end)
    {
        Simulator::Stop();
    }
}

} // namespace ns3
