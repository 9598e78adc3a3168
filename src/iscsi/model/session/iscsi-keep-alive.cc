/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-keep-alive.h"

#include "ns3/simulator.h"

namespace ns3
{

IscsiKeepAlive::IscsiKeepAlive(Time interval,
                               Time timeout,
                               std::function<void()> ping,
                               std::function<void()> fail)
    : m_interval(interval),
      m_timeout(timeout),
      m_ping(ping),
      m_fail(fail),
      m_next(Simulator::Schedule(interval, &IscsiKeepAlive::Tick, this))
{
}

IscsiKeepAlive::~IscsiKeepAlive()
{
    Simulator::Remove(m_next);
    Simulator::Remove(m_limit);
}

void
IscsiKeepAlive::Answered()
{
    Simulator::Remove(m_limit);
}

void
IscsiKeepAlive::Tick()
{
    m_next = Simulator::Schedule(m_interval, &IscsiKeepAlive::Tick, this);
    if (m_timeout.IsStrictlyPositive() && !m_limit.IsPending())
    {
        // The callback ends this object; a copy outlives it.
        m_limit = Simulator::Schedule(m_timeout, [fail = m_fail]() { fail(); });
    }
    m_ping();
}

} // namespace ns3
