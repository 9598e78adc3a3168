/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-host-core.h"

#include "ns3/simulator.h"

namespace ns3
{

Time
IscsiHostCore::Add(Time cost)
{
    const Time now = Simulator::Now();
    m_busyUntil = Max(m_busyUntil, now) + cost;
    m_busyTime += cost;
    if (m_busyUntil > now)
    {
        m_lastEvent = m_busyUntil;
    }
    return m_busyUntil - now;
}

bool
IscsiHostCore::IsIdle() const
{
    return m_lastEvent < Simulator::Now();
}

Time
IscsiHostCore::GetBusyTime() const
{
    return m_busyTime;
}

} // namespace ns3
