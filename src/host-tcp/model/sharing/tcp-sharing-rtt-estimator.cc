/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-sharing-rtt-estimator.h"

#include "tcp-preset-mean-deviation.h"

#include "ns3/assert.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(TcpSharingRttEstimator);

TypeId
TcpSharingRttEstimator::GetTypeId()
{
    static TypeId tid = TypeId("ns3::TcpSharingRttEstimator")
                            .SetParent<RttEstimator>()
                            .SetGroupName("HostTcp")
                            .AddConstructor<TcpSharingRttEstimator>();
    return tid;
}

TcpSharingRttEstimator::TcpSharingRttEstimator()
    : TcpSharingRttEstimator(CreateObject<TcpPresetMeanDeviation>())
{
}

TcpSharingRttEstimator::TcpSharingRttEstimator(Ptr<RttEstimator> estimator)
    : m_estimator(estimator)
{
    NS_ASSERT(dynamic_cast<TcpPresetRtt*>(PeekPointer(estimator)));
}

void
TcpSharingRttEstimator::Measurement(Time measure)
{
    if (m_ensemble && m_ensemble->HasRtt())
    {
        m_ensemble->MeasureRtt(measure);
        Refresh();
        return;
    }
    m_estimator->Measurement(measure);
    Follow(*m_estimator);
    if (m_ensemble)
    {
        m_ensemble->ShareRtt(m_estimator->Copy());
    }
}

Ptr<RttEstimator>
TcpSharingRttEstimator::Copy() const
{
    // An accepted connection is in no ensemble yet.
    const auto copy = CopyObject<TcpSharingRttEstimator>(this);
    copy->m_estimator = m_estimator->Copy();
    copy->m_ensemble = nullptr;
    return copy;
}

void
TcpSharingRttEstimator::Reset()
{
    RttEstimator::Reset();
    m_estimator->Reset();
}

void
TcpSharingRttEstimator::SetEnsemble(Ptr<TcpEnsembleControlBlock> ensemble)
{
    if (m_ensemble && m_ensemble->HasRtt())
    {
        m_estimator = m_ensemble->GetRttEstimator()->Copy();
    }
    m_ensemble = ensemble;
    if (m_ensemble && !m_ensemble->HasRtt() && m_nSamples > 0)
    {
        m_ensemble->ShareRtt(m_estimator->Copy());
    }
    Refresh();
}

void
TcpSharingRttEstimator::Refresh()
{
    if (m_ensemble && m_ensemble->HasRtt())
    {
        Follow(*m_ensemble->GetRttEstimator());
    }
}

void
TcpSharingRttEstimator::BeginWith(Time srtt, Time rttVar)
{
    dynamic_cast<TcpPresetRtt&>(*m_estimator).BeginWith(srtt, rttVar);
    Follow(*m_estimator);
}

void
TcpSharingRttEstimator::Follow(const RttEstimator& estimator)
{
    m_estimatedRtt = estimator.GetEstimate();
    m_estimatedVariation = estimator.GetVariation();
    m_nSamples = std::max(m_nSamples, 1U);
}

} // namespace ns3
