/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-preset-mean-deviation.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(TcpPresetMeanDeviation);

TypeId
TcpPresetMeanDeviation::GetTypeId()
{
    static TypeId tid = TypeId("ns3::TcpPresetMeanDeviation")
                            .SetParent<RttMeanDeviation>()
                            .SetGroupName("HostTcp")
                            .AddConstructor<TcpPresetMeanDeviation>();
    return tid;
}

Ptr<RttEstimator>
TcpPresetMeanDeviation::Copy() const
{
    return CopyObject<TcpPresetMeanDeviation>(this);
}

void
TcpPresetMeanDeviation::BeginWith(Time rtt, Time variation)
{
    const auto handshake = m_estimatedRtt;
    const auto isMeasured = m_nSamples > 0;
    m_estimatedRtt = rtt;
    m_estimatedVariation = variation;
    // Else the next measurement would replace the estimate.
    m_nSamples = std::max(m_nSamples, 1U);
    if (isMeasured)
    {
        Measurement(handshake);
    }
}

} // namespace ns3
