/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "live-lag-limit.h"

#include "live-simulator-impl.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <iomanip>
#include <sstream>

namespace ns3
{

namespace
{

/// Time between two looks at the lag.
const Time INTERVAL = MilliSeconds(1);

} // namespace

LiveLagLimit::LiveLagLimit(LiveSimulatorImpl& simulator, Time limit, double percent)
    : m_simulator(simulator),
      m_limit(limit),
      m_percent(percent),
      m_next(Simulator::Schedule(INTERVAL, &LiveLagLimit::Sample, this))
{
}

LiveLagLimit::~LiveLagLimit()
{
    Simulator::Remove(m_next);
}

void
LiveLagLimit::Sample()
{
    m_samples.Add(std::max(m_simulator.GetWallTime() - Simulator::Now(), Time()));
    m_next = Simulator::Schedule(INTERVAL, &LiveLagLimit::Sample, this);
}

void
LiveLagLimit::Reset()
{
    m_simulator.GetLag().Reset();
    m_samples = {};
}

const IoLatencyHistogram&
LiveLagLimit::GetLagOverTime() const
{
    return m_samples;
}

std::string
LiveLagLimit::GetExcess() const
{
    const auto lag = std::max(m_simulator.GetLag().GetRun().GetPercentile(m_percent),
                              m_samples.GetPercentile(m_percent));
    if (lag <= m_limit)
    {
        return "";
    }
    std::ostringstream line;
    line << "the lag was " << std::fixed << std::setprecision(3) << lag.ToDouble(Time::MS)
         << " ms at p" << std::defaultfloat << m_percent << ", above " << std::fixed
         << std::setprecision(3) << m_limit.ToDouble(Time::MS) << " ms: this machine was too slow";
    return line.str();
}

} // namespace ns3
