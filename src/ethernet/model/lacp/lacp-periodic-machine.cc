/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lacp-periodic-machine.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LacpPeriodicMachine");

const char*
GetLacpPeriodicStateName(LacpPeriodicState state)
{
    switch (state)
    {
    case LacpPeriodicState::NO_PERIODIC:
        return "NO_PERIODIC";
    case LacpPeriodicState::FAST_PERIODIC:
        return "FAST_PERIODIC";
    case LacpPeriodicState::SLOW_PERIODIC:
        return "SLOW_PERIODIC";
    case LacpPeriodicState::PERIODIC_TX:
        return "PERIODIC_TX";
    }
    return "unknown";
}

LacpPeriodicMachine::LacpPeriodicMachine(LacpPortVariables& variables,
                                         Moved moved,
                                         Callback<void> expired)
    : m_variables(variables),
      m_moved(moved),
      m_expired(expired)
{
}

LacpPeriodicMachine::~LacpPeriodicMachine()
{
    m_timer.Cancel();
}

LacpPeriodicState
LacpPeriodicMachine::GetState() const
{
    return m_state;
}

bool
LacpPeriodicMachine::MayRun() const
{
    return m_variables.isEnabled && m_variables.isLacpEnabled &&
           (m_variables.actor.Has(LacpPortInfo::ACTIVITY) ||
            m_variables.partner.Has(LacpPortInfo::ACTIVITY));
}

bool
LacpPeriodicMachine::Step()
{
    const auto before = m_state;
    const auto isShort = m_variables.partner.Has(LacpPortInfo::SHORT_TIMEOUT);
    if (!MayRun())
    {
        Stop();
        return m_state != before;
    }
    switch (m_state)
    {
    case LacpPeriodicState::NO_PERIODIC:
        SendFast();
        break;
    case LacpPeriodicState::FAST_PERIODIC:
        if (m_isExpired)
        {
            Transmit();
        }
        else if (!isShort)
        {
            SendSlowly();
        }
        break;
    case LacpPeriodicState::SLOW_PERIODIC:
        if (m_isExpired || isShort)
        {
            Transmit();
        }
        break;
    case LacpPeriodicState::PERIODIC_TX:
        isShort ? SendFast() : SendSlowly();
        break;
    }
    return m_state != before;
}

void
LacpPeriodicMachine::Stop()
{
    SetState(LacpPeriodicState::NO_PERIODIC);
    m_timer.Cancel();
    m_isExpired = false;
}

void
LacpPeriodicMachine::SendFast()
{
    SetState(LacpPeriodicState::FAST_PERIODIC);
    Await(LacpTimes::GetFastPeriod());
}

void
LacpPeriodicMachine::SendSlowly()
{
    SetState(LacpPeriodicState::SLOW_PERIODIC);
    Await(LacpTimes::GetSlowPeriod());
}

void
LacpPeriodicMachine::Transmit()
{
    SetState(LacpPeriodicState::PERIODIC_TX);
    m_timer.Cancel();
    m_variables.isNtt = true;
}

void
LacpPeriodicMachine::Await(Time period)
{
    m_isExpired = false;
    m_timer.Cancel();
    m_timer = Simulator::Schedule(period, &LacpPeriodicMachine::HandleTimeout, this);
}

void
LacpPeriodicMachine::HandleTimeout()
{
    m_isExpired = true;
    m_expired();
}

void
LacpPeriodicMachine::SetState(LacpPeriodicState state)
{
    if (state == m_state)
    {
        return;
    }
    const auto before = m_state;
    NS_LOG_DEBUG("port " << m_variables.actor.port << ": " << GetLacpPeriodicStateName(before)
                         << " -> " << GetLacpPeriodicStateName(state));
    m_state = state;
    m_moved(before, state);
}

} // namespace ns3
