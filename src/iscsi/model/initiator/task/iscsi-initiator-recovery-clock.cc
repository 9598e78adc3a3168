/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-initiator-recovery-clock.h"

#include "ns3/simulator.h"

namespace ns3
{

IscsiInitiatorRecoveryClock::IscsiInitiatorRecoveryClock(const IscsiInitiatorSettings& settings,
                                                         const IscsiSessionParameters& parameters)
    : m_settings(settings),
      m_parameters(parameters)
{
}

IscsiInitiatorRecoveryClock::~IscsiInitiatorRecoveryClock()
{
    Stop();
}

void
IscsiInitiatorRecoveryClock::SetExpired(Callback<void> expired)
{
    m_expired = expired;
}

void
IscsiInitiatorRecoveryClock::Start()
{
    if (m_parameters.errorRecoveryLevel > 0 && !m_end.IsPending())
    {
        m_end = Simulator::Schedule(m_settings.recoveryTimeout, m_expired);
    }
}

void
IscsiInitiatorRecoveryClock::Stop()
{
    // An event that is only cancelled would still move the clock at the end of a simulation.
    Simulator::Remove(m_end);
}

} // namespace ns3
