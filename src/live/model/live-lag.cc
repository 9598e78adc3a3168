/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "live-lag.h"

#include <algorithm>
#include <utility>

namespace ns3
{

void
LiveLag::Add(Time lag)
{
    m_interval.Add(std::max(lag, Time()));
}

IoLatencyHistogram
LiveLag::TakeInterval()
{
    m_before.Add(m_interval);
    return std::exchange(m_interval, IoLatencyHistogram());
}

void
LiveLag::Reset()
{
    m_before = {};
    m_interval = {};
}

IoLatencyHistogram
LiveLag::GetRun() const
{
    auto run = m_before;
    run.Add(m_interval);
    return run;
}

} // namespace ns3
