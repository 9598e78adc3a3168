/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lacp-mux-machine.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LacpMuxMachine");

const char*
GetLacpMuxStateName(LacpMuxState state)
{
    switch (state)
    {
    case LacpMuxState::DETACHED:
        return "DETACHED";
    case LacpMuxState::WAITING:
        return "WAITING";
    case LacpMuxState::ATTACHED:
        return "ATTACHED";
    case LacpMuxState::COLLECTING:
        return "COLLECTING";
    case LacpMuxState::DISTRIBUTING:
        return "DISTRIBUTING";
    }
    return "unknown";
}

LacpMuxMachine::LacpMuxMachine(LacpPortVariables& variables, Moved moved, Callback<void> expired)
    : m_variables(variables),
      m_moved(moved),
      m_expired(expired)
{
}

LacpMuxMachine::~LacpMuxMachine()
{
    m_timer.Cancel();
}

LacpMuxState
LacpMuxMachine::GetState() const
{
    return m_state;
}

bool
LacpMuxMachine::IsAwaitingOthers() const
{
    return m_state == LacpMuxState::WAITING && m_timer.IsPending();
}

void
LacpMuxMachine::Begin()
{
    Detach();
}

bool
LacpMuxMachine::Step()
{
    const auto before = m_state;
    const auto isSelected = m_variables.isSelected;
    const auto isInSync = isSelected && m_variables.partner.Has(LacpPortInfo::SYNCHRONIZATION);
    const auto isWanted = isInSync && m_variables.partner.Has(LacpPortInfo::COLLECTING);
    switch (m_state)
    {
    case LacpMuxState::DETACHED:
        if (isSelected)
        {
            Wait();
        }
        break;
    case LacpMuxState::WAITING:
        if (!isSelected)
        {
            Detach();
        }
        else if (m_variables.isReady)
        {
            Attach();
        }
        break;
    case LacpMuxState::ATTACHED:
        if (!isSelected)
        {
            Detach();
        }
        else if (isInSync)
        {
            Collect();
        }
        break;
    case LacpMuxState::COLLECTING:
        if (!isInSync)
        {
            Attach();
        }
        else if (isWanted)
        {
            Distribute();
        }
        break;
    case LacpMuxState::DISTRIBUTING:
        if (!isWanted)
        {
            Collect();
        }
        break;
    }
    return m_state != before;
}

void
LacpMuxMachine::Detach()
{
    SetState(LacpMuxState::DETACHED);
    m_timer.Cancel();
    m_variables.actor.Set(LacpPortInfo::SYNCHRONIZATION, false);
    m_variables.actor.Set(LacpPortInfo::DISTRIBUTING, false);
    m_variables.actor.Set(LacpPortInfo::COLLECTING, false);
    m_variables.isNtt = true;
}

void
LacpMuxMachine::Wait()
{
    SetState(LacpMuxState::WAITING);
    m_variables.isReady = false;
    m_timer =
        Simulator::Schedule(LacpTimes::GetAggregateWait(), &LacpMuxMachine::HandleTimeout, this);
}

void
LacpMuxMachine::Attach()
{
    SetState(LacpMuxState::ATTACHED);
    m_variables.actor.Set(LacpPortInfo::SYNCHRONIZATION, true);
    m_variables.actor.Set(LacpPortInfo::COLLECTING, false);
    m_variables.isNtt = true;
}

void
LacpMuxMachine::Collect()
{
    SetState(LacpMuxState::COLLECTING);
    m_variables.actor.Set(LacpPortInfo::COLLECTING, true);
    m_variables.actor.Set(LacpPortInfo::DISTRIBUTING, false);
    m_variables.isNtt = true;
}

void
LacpMuxMachine::Distribute()
{
    SetState(LacpMuxState::DISTRIBUTING);
    m_variables.actor.Set(LacpPortInfo::DISTRIBUTING, true);
}

void
LacpMuxMachine::HandleTimeout()
{
    m_expired();
}

void
LacpMuxMachine::SetState(LacpMuxState state)
{
    if (state == m_state)
    {
        return;
    }
    const auto before = m_state;
    NS_LOG_INFO("port " << m_variables.actor.port << ": " << GetLacpMuxStateName(before) << " -> "
                        << GetLacpMuxStateName(state));
    m_state = state;
    m_moved(before, state);
}

} // namespace ns3
