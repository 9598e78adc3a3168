/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lacp-transmit-machine.h"

#include "lacp-header.h"

#include "ns3/simulator.h"

#include <cstddef>

namespace ns3
{

namespace
{

/// LACPDUs that a port may send within the fast period.
constexpr std::size_t LIMIT = 3;

} // namespace

LacpTransmitMachine::LacpTransmitMachine(LacpPortVariables& variables, Send send)
    : m_variables(variables),
      m_send(send)
{
}

LacpTransmitMachine::~LacpTransmitMachine()
{
    m_event.Cancel();
}

void
LacpTransmitMachine::Step(bool isPeriodic)
{
    if (!isPeriodic)
    {
        m_variables.isNtt = false;
        m_event.Cancel();
    }
    if (!m_variables.isNtt || m_event.IsPending())
    {
        return;
    }
    const auto now = Simulator::Now();
    const auto next = m_sent.size() < LIMIT ? now : m_sent.front() + LacpTimes::GetFastPeriod();
    if (next <= now)
    {
        Transmit();
        return;
    }
    m_event = Simulator::Schedule(next - now, &LacpTransmitMachine::Transmit, this);
}

void
LacpTransmitMachine::Transmit()
{
    m_variables.isNtt = false;
    m_sent.push_back(Simulator::Now());
    if (m_sent.size() > LIMIT)
    {
        m_sent.pop_front();
    }
    LacpHeader pdu;
    pdu.actor = m_variables.actor;
    pdu.partner = m_variables.partner;
    m_send(pdu);
}

} // namespace ns3
