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
      m_fail(fail)
{
}

IscsiKeepAlive::~IscsiKeepAlive()
{
    Stop();
}

void
IscsiKeepAlive::Start()
{
    if (m_interval.IsStrictlyPositive())
    {
        m_next = Simulator::Schedule(m_interval, &IscsiKeepAlive::Tick, this);
    }
}

void
IscsiKeepAlive::StopPings()
{
    Simulator::Remove(m_next);
}

void
IscsiKeepAlive::Stop()
{
    StopPings();
    Simulator::Remove(m_limit);
}

void
IscsiKeepAlive::PingSent()
{
    if (m_timeout.IsStrictlyPositive() && !IsAwaited())
    {
        // The callback ends this object; a copy outlives it.
        m_limit = Simulator::Schedule(m_timeout, [fail = m_fail]() { fail(); });
    }
}

void
IscsiKeepAlive::Answered()
{
    Simulator::Remove(m_limit);
}

bool
IscsiKeepAlive::IsAwaited() const
{
    return m_limit.IsPending();
}

void
IscsiKeepAlive::Tick()
{
    m_next = Simulator::Schedule(m_interval, &IscsiKeepAlive::Tick, this);
    m_ping();
}

} // namespace ns3
