/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-linux-rtt-estimator.h"

#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(TcpLinuxRttEstimator);

namespace
{

/// Least deviation: four of it are 200 ms.
const Time LEAST_DEVIATION = MilliSeconds(50);

} // namespace

TypeId
TcpLinuxRttEstimator::GetTypeId()
{
    static TypeId tid = TypeId("ns3::TcpLinuxRttEstimator")
                            .SetParent<RttEstimator>()
                            .SetGroupName("HostTcp")
                            .AddConstructor<TcpLinuxRttEstimator>();
    return tid;
}

void
TcpLinuxRttEstimator::Measurement(Time sample)
{
    if (m_nSamples++ == 0)
    {
        m_estimatedRtt = sample;
        m_deviation = sample / 2;
        m_longest = Max(m_deviation, LEAST_DEVIATION);
        m_estimatedVariation = m_longest;
        m_roundEnd = Simulator::Now() + sample;
        return;
    }
    Deviate(sample - m_estimatedRtt);
    m_estimatedRtt += (sample - m_estimatedRtt) / 8;
    m_longest = Max(m_longest, m_deviation);
    m_estimatedVariation = Max(m_estimatedVariation, m_longest);
    if (Simulator::Now() >= m_roundEnd)
    {
        m_estimatedVariation -= (m_estimatedVariation - m_longest) / 4;
        m_longest = LEAST_DEVIATION;
        m_roundEnd = Simulator::Now() + m_estimatedRtt;
    }
}

void
TcpLinuxRttEstimator::BeginWith(Time rtt, Time variation)
{
    if (rtt <= m_estimatedRtt && m_nSamples > 0)
    {
        return;
    }
    m_nSamples = std::max(m_nSamples, 1U);
    m_estimatedRtt = rtt;
    m_deviation = variation;
    m_longest = Max(variation, LEAST_DEVIATION);
    m_estimatedVariation = m_longest;
    m_roundEnd = Simulator::Now() + rtt;
}

void
TcpLinuxRttEstimator::Deviate(Time error)
{
    const auto change = Abs(error) - m_deviation;
    const auto isFaster = error.IsStrictlyNegative() && change.IsStrictlyPositive();
    m_deviation += change / (isFaster ? 32 : 4);
}

Ptr<RttEstimator>
TcpLinuxRttEstimator::Copy() const
{
    return CopyObject<TcpLinuxRttEstimator>(this);
}

void
TcpLinuxRttEstimator::Reset()
{
    RttEstimator::Reset();
    m_deviation = Time();
    m_longest = Time();
    m_roundEnd = Time();
}

} // namespace ns3
