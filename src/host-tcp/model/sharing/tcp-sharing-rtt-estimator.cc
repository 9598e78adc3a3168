/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-sharing-rtt-estimator.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(TcpSharingRttEstimator);

TypeId
TcpSharingRttEstimator::GetTypeId()
{
    static TypeId tid = TypeId("ns3::TcpSharingRttEstimator")
                            .SetParent<RttMeanDeviation>()
                            .SetGroupName("HostTcp")
                            .AddConstructor<TcpSharingRttEstimator>();
    return tid;
}

void
TcpSharingRttEstimator::Measurement(Time measure)
{
    Refresh();
    RttMeanDeviation::Measurement(measure);
    if (m_ensemble)
    {
        m_ensemble->ReportRtt(m_estimatedRtt, m_estimatedVariation);
    }
}

Ptr<RttEstimator>
TcpSharingRttEstimator::Copy() const
{
    // An accepted connection is in no ensemble yet.
    const auto copy = CopyObject<TcpSharingRttEstimator>(this);
    copy->m_ensemble = nullptr;
    return copy;
}

void
TcpSharingRttEstimator::SetEnsemble(Ptr<TcpEnsembleControlBlock> ensemble)
{
    m_ensemble = ensemble;
    if (m_ensemble && !m_ensemble->HasRtt() && m_nSamples > 0)
    {
        m_ensemble->ReportRtt(m_estimatedRtt, m_estimatedVariation);
    }
    Refresh();
}

void
TcpSharingRttEstimator::Refresh()
{
    if (m_ensemble && m_ensemble->HasRtt())
    {
        Set(m_ensemble->GetSrtt(), m_ensemble->GetRttVar());
    }
}

void
TcpSharingRttEstimator::BeginWith(Time srtt, Time rttVar)
{
    const auto handshake = m_estimatedRtt;
    const auto isMeasured = m_nSamples > 0;
    Set(srtt, rttVar);
    if (isMeasured)
    {
        Measurement(handshake);
    }
}

void
TcpSharingRttEstimator::Set(Time srtt, Time rttVar)
{
    m_estimatedRtt = srtt;
    m_estimatedVariation = rttVar;
    // Else the next measurement would replace the estimate.
    m_nSamples = std::max(m_nSamples, 1U);
}

} // namespace ns3
