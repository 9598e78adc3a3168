/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-tcp-series.h"

#include "san-tcp-statistics.h"

#include "ns3/simulator.h"
#include "ns3/time-text.h"

#include <limits>

namespace ns3
{

SanTcpSeries::SanTcpSeries(const std::string& fileName)
    : m_file(fileName)
{
    m_file.Write("time_s,connection,sender,cwnd_bytes,ssthresh_bytes,flight_bytes,rtt_s,"
                 "retransmissions,timeouts,fast_recoveries\n");
}

void
SanTcpSeries::Add(const SanTcpStatistics& end, const std::string& label)
{
    const Time now = Simulator::Now();
    auto& [time, text] = m_latest[label];
    if (time != now)
    {
        m_file.Write(text);
    }
    time = now;
    text.clear();
    AppendSeconds(now, text);
    text += "," + label + "," + std::to_string(end.GetCongestionWindow()) + ",";
    if (end.GetSlowStartThreshold() < std::numeric_limits<uint32_t>::max())
    {
        text += std::to_string(end.GetSlowStartThreshold());
    }
    text += "," + std::to_string(end.GetFlight()) + ",";
    if (end.GetRtt().GetMoments().GetWeight() > 0)
    {
        AppendSeconds(end.GetRtt().GetLast(), text);
    }
    const auto& counters = end.GetCounters();
    text += "," + std::to_string(counters.retransmissions) + "," +
            std::to_string(counters.timeouts) + "," + std::to_string(counters.fastRecoveries) +
            "\n";
}

void
SanTcpSeries::Commit()
{
    for (const auto& [label, row] : m_latest)
    {
        m_file.Write(row.text);
    }
    m_file.Commit();
}

} // namespace ns3
