/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scsi-command-clock.h"

#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{

ScsiCommandClock::ScsiCommandClock(Late late)
    : m_late(late)
{
}

ScsiCommandClock::~ScsiCommandClock()
{
    m_event.Cancel();
}

void
ScsiCommandClock::SetLimit(Time limit)
{
    m_limit = limit;
}

Time
ScsiCommandClock::GetLimit() const
{
    return m_limit;
}

ScsiCommandClock::Place
ScsiCommandClock::Start(const Ptr<ScsiTask>& task)
{
    if (m_limit.IsZero())
    {
        return m_entries.end();
    }
    const auto place = m_entries.insert(m_entries.end(), {task, Simulator::Now()});
    Set();
    return place;
}

void
ScsiCommandClock::Stop(Place place)
{
    if (place == m_entries.end())
    {
        return;
    }
    m_entries.erase(place);
    if (m_entries.empty())
    {
        // A simulation ends with its last event: nothing may stay behind.
        Simulator::Remove(m_event);
    }
}

void
ScsiCommandClock::Clear()
{
    m_entries.clear();
    m_event.Cancel();
}

void
ScsiCommandClock::Set()
{
    if (!m_entries.empty() && !m_event.IsPending())
    {
        const auto left = m_entries.front().sent + m_limit - Simulator::Now();
        m_event = Simulator::Schedule(std::max(left, Time(0)), &ScsiCommandClock::Ring, this);
    }
}

void
ScsiCommandClock::Ring()
{
    while (!m_entries.empty() && m_entries.front().sent + m_limit <= Simulator::Now())
    {
        const auto task = m_entries.front().task;
        m_entries.pop_front();
        m_late(task);
    }
    Set();
}

} // namespace ns3
