/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lacp-port.h"

#include "lacp-header.h"

#include "ns3/trace-source-accessor.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(LacpPort);

TypeId
LacpPort::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::LacpPort")
            .SetParent<Object>()
            .SetGroupName("Ethernet")
            .AddConstructor<LacpPort>()
            .AddTraceSource("ReceiveState",
                            "The receive machine made a transition: what is known of the partner",
                            MakeTraceSourceAccessor(&LacpPort::m_receiveTrace),
                            "ns3::LacpPort::ReceiveStateTracedCallback")
            .AddTraceSource("PeriodicState",
                            "The periodic transmission machine made a transition: when LACPDUs "
                            "are sent",
                            MakeTraceSourceAccessor(&LacpPort::m_periodicTrace),
                            "ns3::LacpPort::PeriodicStateTracedCallback")
            .AddTraceSource("MuxState",
                            "The mux machine made a transition: whether frames are taken and sent",
                            MakeTraceSourceAccessor(&LacpPort::m_muxTrace),
                            "ns3::LacpPort::MuxStateTracedCallback");
    return tid;
}

LacpPort::LacpPort() = default;

LacpPort::~LacpPort() = default;

void
LacpPort::Configure(const LacpPortInfo& actor,
                    const LacpPortInfo& partnerAdmin,
                    LacpTransmitMachine::Send send,
                    Callback<void> expired)
{
    m_variables.actor = actor;
    m_variables.partnerAdmin = partnerAdmin;
    m_receive = std::make_unique<LacpReceiveMachine>(m_variables,
                                                     MakeCallback(&LacpPort::TraceReceive, this),
                                                     expired);
    m_periodic = std::make_unique<LacpPeriodicMachine>(m_variables,
                                                       MakeCallback(&LacpPort::TracePeriodic, this),
                                                       expired);
    m_mux = std::make_unique<LacpMuxMachine>(m_variables,
                                             MakeCallback(&LacpPort::TraceMux, this),
                                             expired);
    m_transmit = std::make_unique<LacpTransmitMachine>(m_variables, send);
}

void
LacpPort::SetEnabled(bool isEnabled)
{
    m_variables.isEnabled = isEnabled;
    if (GetReceiveState() != LacpReceiveState::INITIALIZE)
    {
        m_receive->HandleLinkChange();
        return;
    }
    m_receive->Begin();
    m_mux->Begin();
}

void
LacpPort::Receive(const LacpHeader& pdu)
{
    m_receive->Receive(pdu);
}

void
LacpPort::ReceiveElsewhere(const LacpHeader& pdu)
{
    const auto& partner = m_variables.partner;
    if (GetReceiveState() == LacpReceiveState::PORT_DISABLED &&
        partner.system == pdu.actor.system && partner.port == pdu.actor.port)
    {
        m_receive->Begin();
    }
}

bool
LacpPort::Step()
{
    const auto hasMoved = m_mux->Step();
    return m_periodic->Step() || hasMoved;
}

void
LacpPort::Transmit()
{
    m_transmit->Step(GetPeriodicState() != LacpPeriodicState::NO_PERIODIC);
}

LacpPortVariables&
LacpPort::GetVariables()
{
    return m_variables;
}

const LacpPortVariables&
LacpPort::GetVariables() const
{
    return m_variables;
}

LacpReceiveState
LacpPort::GetReceiveState() const
{
    return m_receive->GetState();
}

LacpPeriodicState
LacpPort::GetPeriodicState() const
{
    return m_periodic->GetState();
}

LacpMuxState
LacpPort::GetMuxState() const
{
    return m_mux->GetState();
}

bool
LacpPort::IsAwaitingOthers() const
{
    return m_mux->IsAwaitingOthers();
}

bool
LacpPort::IsCollecting() const
{
    return m_variables.actor.Has(LacpPortInfo::COLLECTING);
}

bool
LacpPort::IsDistributing() const
{
    return m_variables.actor.Has(LacpPortInfo::DISTRIBUTING);
}

void
LacpPort::TraceReceive(LacpReceiveState from, LacpReceiveState to)
{
    m_receiveTrace(from, to);
}

void
LacpPort::TracePeriodic(LacpPeriodicState from, LacpPeriodicState to)
{
    m_periodicTrace(from, to);
}

void
LacpPort::TraceMux(LacpMuxState from, LacpMuxState to)
{
    m_muxTrace(from, to);
}

void
LacpPort::DoDispose()
{
    m_receive.reset();
    m_periodic.reset();
    m_mux.reset();
    m_transmit.reset();
    Object::DoDispose();
}

} // namespace ns3
