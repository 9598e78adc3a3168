/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lacp-system.h"

#include "lacp-header.h"
#include "lacp-port.h"

#include "ns3/log.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LacpSystem");

namespace
{

/**
 * @return what is assumed of an end without LACP: its link is used, but alone
 */
LacpPortInfo
GetPartnerWithoutLacp()
{
    LacpPortInfo partner;
    partner.state =
        LacpPortInfo::SYNCHRONIZATION | LacpPortInfo::COLLECTING | LacpPortInfo::DISTRIBUTING;
    return partner;
}

} // namespace

LacpSystem::LacpSystem(const LacpPortInfo& actor, Send send, Callback<void> changed)
    : m_actor(actor),
      m_send(send),
      m_changed(changed),
      m_selectionLogic(m_ports)
{
}

LacpSystem::~LacpSystem()
{
    for (const auto& port : m_ports)
    {
        port->Dispose();
    }
}

void
LacpSystem::AddPort()
{
    const auto number = static_cast<uint32_t>(m_ports.size());
    auto actor = m_actor;
    actor.port = number + 1;
    const auto port = CreateObject<LacpPort>();
    port->Configure(actor,
                    GetPartnerWithoutLacp(),
                    m_send.Bind(number),
                    MakeCallback(&LacpSystem::Update, this));
    m_ports.push_back(port);
}

const std::vector<Ptr<LacpPort>>&
LacpSystem::GetPorts() const
{
    return m_ports;
}

void
LacpSystem::SetEnabled(uint32_t port, bool isEnabled)
{
    m_ports.at(port)->SetEnabled(isEnabled);
    Update();
}

void
LacpSystem::Receive(uint32_t port, const LacpHeader& pdu)
{
    if (pdu.actor.system == m_actor.system)
    {
        NS_LOG_WARN("port " << port + 1 << ": an LACPDU of this system came back");
        return;
    }
    for (const auto& other : m_ports)
    {
        if (other != m_ports.at(port))
        {
            other->ReceiveElsewhere(pdu);
        }
    }
    m_ports.at(port)->Receive(pdu);
    Update();
}

void
LacpSystem::Update()
{
    for (auto hasMoved = true; hasMoved;)
    {
        hasMoved = false;
        m_selectionLogic.Select();
        for (const auto& port : m_ports)
        {
            hasMoved |= port->Step();
        }
    }
    for (const auto& port : m_ports)
    {
        port->Transmit();
    }
    const auto active = m_selectionLogic.ChooseActive();
    if (active != m_active)
    {
        NS_LOG_INFO("frames go over aggregator " << active);
        m_active = active;
    }
    m_changed();
}

uint16_t
LacpSystem::GetActiveAggregator() const
{
    return m_active;
}

bool
LacpSystem::IsCollecting(uint32_t port) const
{
    const auto& one = m_ports.at(port);
    return one->IsCollecting() && one->GetVariables().aggregator == m_active;
}

bool
LacpSystem::IsDistributing(uint32_t port) const
{
    const auto& one = m_ports.at(port);
    return one->IsDistributing() && one->GetVariables().aggregator == m_active;
}

} // namespace ns3
