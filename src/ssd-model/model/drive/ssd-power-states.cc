/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ssd-power-states.h"

#include <algorithm>

namespace ns3
{

SsdPowerStates::SsdPowerStates(const SsdParameters::PowerStates& parameters, Time now)
    : m_parameters(parameters),
      m_uses(parameters.lower.size() + 1),
      m_powerOn(now)
{
}

Time
SsdPowerStates::Wake(Time idleSince, Time now)
{
    if (idleSince >= now)
    {
        return now;
    }
    CountLast(now, m_uses);
    m_last = Count(idleSince, now, m_uses);
    m_woken = now;
    if (m_last.state == 0)
    {
        return now;
    }
    return std::max(now, m_last.entered) + m_parameters.lower[m_last.state - 1].exitTime;
}

void
SsdPowerStates::PowerOff(Time idleSince, Time now)
{
    if (m_hasPower)
    {
        CountLast(now, m_uses);
        Count(idleSince, now, m_uses);
        m_last = {};
        m_powered += now - m_powerOn;
        m_hasPower = false;
    }
}

void
SsdPowerStates::PowerOn(Time now)
{
    m_powerOn = now;
    m_hasPower = true;
}

std::vector<SsdPowerStates::Use>
SsdPowerStates::GetUses(Time idleSince, Time now) const
{
    auto uses = m_uses;
    uses[0].time = m_powered;
    if (m_hasPower)
    {
        CountLast(now, uses);
        Count(idleSince, now, uses);
        uses[0].time += now - m_powerOn;
    }
    for (std::size_t state = 1; state < uses.size(); ++state)
    {
        uses[0].time -= uses[state].time;
    }
    return uses;
}

double
SsdPowerStates::GetEnergy(const std::vector<Use>& uses) const
{
    auto energy = uses[0].time.GetSeconds() * m_parameters.activePower;
    for (std::size_t state = 1; state < uses.size(); ++state)
    {
        energy += uses[state].time.GetSeconds() * m_parameters.lower[state - 1].power;
    }
    return energy;
}

SsdPowerStates::Place
SsdPowerStates::Count(Time idleSince, Time now, std::vector<Use>& uses) const
{
    Place place;
    place.entered = idleSince;
    for (const auto& state : m_parameters.lower)
    {
        const auto begin = place.entered + state.idleTime;
        if (begin >= now)
        {
            break;
        }
        uses[place.state].time += place.state > 0 ? begin - place.begun : Time(0);
        place = {place.state + 1, begin, begin + state.entryTime};
        ++uses[place.state].entries;
    }
    uses[place.state].time += place.state > 0 ? now - place.begun : Time(0);
    return place;
}

void
SsdPowerStates::CountLast(Time now, std::vector<Use>& uses) const
{
    if (m_last.state > 0 && m_last.entered > m_woken)
    {
        uses[m_last.state].time += std::min(now, m_last.entered) - m_woken;
    }
}

} // namespace ns3
