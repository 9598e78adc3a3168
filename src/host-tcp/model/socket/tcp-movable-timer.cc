/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-movable-timer.h"

#include "ns3/simulator.h"

#include <utility>

namespace ns3
{

TcpMovableTimer::TcpMovableTimer(Scheduler schedule)
    : m_schedule(std::move(schedule))
{
}

TcpMovableTimer::~TcpMovableTimer()
{
    m_resting.Cancel();
}

void
TcpMovableTimer::Set(EventId& event, Time delay)
{
    m_due = Simulator::Now() + delay;
    if (event.IsPending() && event != m_scheduled)
    {
        // The socket scheduled one itself.
        Simulator::Remove(event);
    }
    if (!event.IsPending())
    {
        Lend(event);
    }
    if (event.IsPending() && static_cast<int64_t>(event.GetTs()) > m_due->GetTimeStep())
    {
        Simulator::Remove(event);
    }
    if (!event.IsPending())
    {
        m_scheduled = m_schedule(delay);
        event = m_scheduled;
    }
}

void
TcpMovableTimer::Stop(EventId& event)
{
    m_due.reset();
    if (!event.IsPending())
    {
        return;
    }
    if (event == m_scheduled)
    {
        m_resting = event;
    }
    else
    {
        Simulator::Remove(event);
    }
    event = EventId();
}

void
TcpMovableTimer::Lend(EventId& event)
{
    if (m_resting.IsPending())
    {
        event = std::exchange(m_resting, EventId());
    }
}

bool
TcpMovableTimer::Expire(EventId& event)
{
    if (!m_due)
    {
        return false;
    }
    const auto left = *m_due - Simulator::Now();
    if (left.IsStrictlyPositive())
    {
        m_scheduled = m_schedule(left);
        event = m_scheduled;
        return false;
    }
    m_due.reset();
    return true;
}

} // namespace ns3
