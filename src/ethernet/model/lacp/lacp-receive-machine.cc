/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lacp-receive-machine.h"

#include "lacp-header.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LacpReceiveMachine");

const char*
GetLacpReceiveStateName(LacpReceiveState state)
{
    switch (state)
    {
    case LacpReceiveState::INITIALIZE:
        return "INITIALIZE";
    case LacpReceiveState::PORT_DISABLED:
        return "PORT_DISABLED";
    case LacpReceiveState::EXPIRED:
        return "EXPIRED";
    case LacpReceiveState::LACP_DISABLED:
        return "LACP_DISABLED";
    case LacpReceiveState::DEFAULTED:
        return "DEFAULTED";
    case LacpReceiveState::CURRENT:
        return "CURRENT";
    }
    return "unknown";
}

LacpReceiveMachine::LacpReceiveMachine(LacpPortVariables& variables,
                                       Moved moved,
                                       Callback<void> expired)
    : m_variables(variables),
      m_moved(moved),
      m_expired(expired)
{
}

LacpReceiveMachine::~LacpReceiveMachine()
{
    m_timer.Cancel();
}

LacpReceiveState
LacpReceiveMachine::GetState() const
{
    return m_state;
}

void
LacpReceiveMachine::Begin()
{
    Initialize();
    DisablePort();
    HandleLinkChange();
}

void
LacpReceiveMachine::HandleLinkChange()
{
    if (!m_variables.isEnabled)
    {
        DisablePort();
    }
    else if (m_state == LacpReceiveState::PORT_DISABLED)
    {
        if (m_variables.isLacpEnabled)
        {
            Expire();
        }
        else
        {
            DisableLacp();
        }
    }
}

void
LacpReceiveMachine::Receive(const LacpHeader& pdu)
{
    if (m_state == LacpReceiveState::EXPIRED || m_state == LacpReceiveState::DEFAULTED ||
        m_state == LacpReceiveState::CURRENT)
    {
        BecomeCurrent(pdu);
    }
}

void
LacpReceiveMachine::Initialize()
{
    SetState(LacpReceiveState::INITIALIZE);
    m_variables.isSelected = false;
    RecordDefault();
    m_variables.actor.Set(LacpPortInfo::EXPIRED, false);
}

void
LacpReceiveMachine::DisablePort()
{
    SetState(LacpReceiveState::PORT_DISABLED);
    m_timer.Cancel();
    m_variables.partner.Set(LacpPortInfo::SYNCHRONIZATION, false);
}

void
LacpReceiveMachine::Expire()
{
    SetState(LacpReceiveState::EXPIRED);
    m_variables.partner.Set(LacpPortInfo::SYNCHRONIZATION, false);
    m_variables.partner.Set(LacpPortInfo::SHORT_TIMEOUT, true);
    Await(LacpTimes::GetShortTimeout());
    m_variables.actor.Set(LacpPortInfo::EXPIRED, true);
}

void
LacpReceiveMachine::DisableLacp()
{
    SetState(LacpReceiveState::LACP_DISABLED);
    m_variables.isSelected = false;
    RecordDefault();
    m_variables.partner.Set(LacpPortInfo::AGGREGATION, false);
    m_variables.actor.Set(LacpPortInfo::EXPIRED, false);
}

void
LacpReceiveMachine::Default()
{
    SetState(LacpReceiveState::DEFAULTED);
    // update_Default_Selected
    if (!m_variables.partnerAdmin.IsSamePort(m_variables.partner))
    {
        m_variables.isSelected = false;
    }
    RecordDefault();
    m_variables.actor.Set(LacpPortInfo::EXPIRED, false);
}

void
LacpReceiveMachine::BecomeCurrent(const LacpHeader& pdu)
{
    SetState(LacpReceiveState::CURRENT);
    // update_Selected
    if (!pdu.actor.IsSamePort(m_variables.partner))
    {
        m_variables.isSelected = false;
    }
    UpdateNtt(pdu);
    RecordPdu(pdu);
    Await(m_variables.actor.Has(LacpPortInfo::SHORT_TIMEOUT) ? LacpTimes::GetShortTimeout()
                                                             : LacpTimes::GetLongTimeout());
    m_variables.actor.Set(LacpPortInfo::EXPIRED, false);
}

void
LacpReceiveMachine::HandleTimeout()
{
    if (m_state == LacpReceiveState::CURRENT)
    {
        Expire();
    }
    else
    {
        Default();
    }
    m_expired();
}

void
LacpReceiveMachine::RecordDefault()
{
    m_variables.partner = m_variables.partnerAdmin;
    m_variables.actor.Set(LacpPortInfo::DEFAULTED, true);
}

void
LacpReceiveMachine::RecordPdu(const LacpHeader& pdu)
{
    m_variables.partner = pdu.actor;
    m_variables.partner.Set(LacpPortInfo::SYNCHRONIZATION, IsSynchronized(pdu));
    m_variables.actor.Set(LacpPortInfo::DEFAULTED, false);
}

bool
LacpReceiveMachine::IsSynchronized(const LacpHeader& pdu) const
{
    const auto isMaintained =
        pdu.actor.Has(LacpPortInfo::ACTIVITY) ||
        (m_variables.actor.Has(LacpPortInfo::ACTIVITY) && pdu.partner.Has(LacpPortInfo::ACTIVITY));
    const auto isMatched =
        pdu.partner.IsSamePort(m_variables.actor) || !pdu.actor.Has(LacpPortInfo::AGGREGATION);
    return isMatched && isMaintained && pdu.actor.Has(LacpPortInfo::SYNCHRONIZATION);
}

void
LacpReceiveMachine::UpdateNtt(const LacpHeader& pdu)
{
    constexpr uint8_t COMPARED = LacpPortInfo::ACTIVITY | LacpPortInfo::SHORT_TIMEOUT |
                                 LacpPortInfo::SYNCHRONIZATION | LacpPortInfo::AGGREGATION;
    if (!pdu.partner.IsSamePort(m_variables.actor) ||
        (pdu.partner.state & COMPARED) != (m_variables.actor.state & COMPARED))
    {
        m_variables.isNtt = true;
    }
}

void
LacpReceiveMachine::Await(Time timeout)
{
    m_timer.Cancel();
    m_timer = Simulator::Schedule(timeout, &LacpReceiveMachine::HandleTimeout, this);
}

void
LacpReceiveMachine::SetState(LacpReceiveState state)
{
    if (state == m_state)
    {
        return;
    }
    const auto before = m_state;
    NS_LOG_INFO("port " << m_variables.actor.port << ": " << GetLacpReceiveStateName(before)
                        << " -> " << GetLacpReceiveStateName(state));
    m_state = state;
    m_moved(before, state);
}

} // namespace ns3
