/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fcal-circuit.h"

#include "fcal-alpa.h"

#include "ns3/log.h"

#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("FcalCircuit");

FcalCircuit::FcalCircuit(const Setup& setup, Hooks hooks)
    : m_setup(setup),
      m_hooks(std::move(hooks)),
      m_start(setup.clock.GetNow()),
      m_forward(MakeForward(), *this)
{
    if (setup.owner->IsFullDuplex())
    {
        m_backward.emplace(MakeBackward(), static_cast<FcalFlowListener&>(*this));
    }
}

FcalCircuit::~FcalCircuit()
{
    m_close.Cancel();
}

FcalFlow::Setup
FcalCircuit::MakeForward() const
{
    const auto begin = m_start + OPN_WORDS;
    return {m_setup.clock,
            m_setup.owner,
            m_setup.peer,
            {m_setup.peer->GetLoginCredit(),
             m_setup.peer->GetFreeBuffers(),
             begin,
             begin + m_setup.trip,
             m_setup.toPeer,
             m_setup.trip - m_setup.toPeer,
             m_setup.fillWords},
            m_setup.maxSequences};
}

FcalFlow::Setup
FcalCircuit::MakeBackward() const
{
    // The owner's R_RDYs come right behind its OPN.
    const auto begin = m_start + OPN_WORDS + m_setup.toPeer;
    return {m_setup.clock,
            m_setup.peer,
            m_setup.owner,
            {m_setup.owner->GetLoginCredit(),
             m_setup.owner->GetFreeBuffers(),
             begin,
             begin,
             m_setup.trip - m_setup.toPeer,
             m_setup.toPeer,
             m_setup.fillWords},
            m_setup.peer->GetMaxSequences()};
}

void
FcalCircuit::Start()
{
    m_forward.SendNext();
    if (m_backward)
    {
        m_backward->SendNext();
    }
}

bool
FcalCircuit::Offer(Ptr<FcalPort> port)
{
    if (m_closing)
    {
        return false;
    }
    if (port == m_setup.owner)
    {
        return m_forward.SendNext();
    }
    return m_backward && port == m_setup.peer && m_backward->SendNext();
}

void
FcalCircuit::BuffersChanged(Ptr<FcalPort> port, int64_t taken)
{
    if (port == m_setup.peer)
    {
        m_forward.BuffersChanged(taken);
    }
    else if (m_backward && port == m_setup.owner)
    {
        m_backward->BuffersChanged(taken);
    }
}

void
FcalCircuit::Abort()
{
    m_closing = true;
    m_close.Cancel();
    m_forward.Abort();
    if (m_backward)
    {
        m_backward->Abort();
    }
}

void
FcalCircuit::FramesSent(const FcReception& reception, uint32_t frames)
{
    m_hooks.framesSent(reception, frames);
}

void
FcalCircuit::CreditStalled(Ptr<FcalPort> sender, uint64_t words)
{
    m_hooks.creditStalled(sender, words);
}

bool
FcalCircuit::LosesSequence()
{
    return m_hooks.loses && m_hooks.loses();
}

void
FcalCircuit::FlowAdvanced()
{
    if (m_closing)
    {
        return;
    }
    m_forward.SendNext();
    if (m_backward)
    {
        m_backward->SendNext();
    }
    if (!m_forward.IsSending() && !(m_backward && m_backward->IsBusy()))
    {
        NS_LOG_DEBUG("CLS: AL_PA " << FormatFcalAlpa(*m_setup.owner->GetAlpa()) << " to "
                                   << FormatFcalAlpa(*m_setup.peer->GetAlpa()));
        m_closing = true;
        const auto back = m_setup.clock.GetNow() + m_setup.trip;
        m_close = m_setup.clock.ScheduleAt(back, &FcalCircuit::Closed, this);
    }
}

void
FcalCircuit::Closed()
{
    const auto closed = m_hooks.closed;
    closed();
}

Ptr<FcalPort>
FcalCircuit::GetPeer() const
{
    return m_setup.peer;
}

uint64_t
FcalCircuit::GetStart() const
{
    return m_start;
}

uint32_t
FcalCircuit::GetOwnerSequences() const
{
    return m_forward.GetSequences();
}

uint64_t
FcalCircuit::GetWords() const
{
    return m_forward.GetWords() + (m_backward ? m_backward->GetWords() : 0);
}

} // namespace ns3
