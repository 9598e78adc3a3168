/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-ticks.h"

namespace ns3
{

TcpTicks::TcpTicks(Time tick)
    : m_tick(tick)
{
}

Time
TcpTicks::GetWait(Time now, Time timeout) const
{
    const auto tick = m_tick.GetTimeStep();
    if (tick == 0)
    {
        return timeout;
    }
    const auto count = (timeout.GetTimeStep() + tick - 1) / tick;
    const auto passed = now.GetTimeStep() / tick;
    return TimeStep((passed + count + 1) * tick) - now;
}

Time
TcpTicks::GetTick() const
{
    return m_tick;
}

} // namespace ns3
