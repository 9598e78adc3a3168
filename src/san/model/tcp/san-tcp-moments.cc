/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-tcp-moments.h"

#include <cmath>

namespace ns3
{

void
SanTcpMoments::Add(double value, double weight)
{
    if (weight <= 0)
    {
        return;
    }
    // Deviations from the mean as it grows, since sums of squares would lose digits.
    m_weight += weight;
    const double fromMean = value - m_mean;
    m_mean += fromMean * (weight / m_weight);
    m_sum += weight * fromMean * (value - m_mean);
}

double
SanTcpMoments::GetWeight() const
{
    return m_weight;
}

double
SanTcpMoments::GetMean() const
{
    return m_mean;
}

double
SanTcpMoments::GetDeviation() const
{
    return m_weight > 0 ? std::sqrt(m_sum / m_weight) : 0;
}

void
SanTcpTimeMean::Start(double value, Time now)
{
    m_value = value;
    m_since = now;
}

void
SanTcpTimeMean::Set(double value, Time now)
{
    if (value != m_value)
    {
        Count(now);
        m_value = value;
    }
}

void
SanTcpTimeMean::Count(Time now)
{
    m_moments.Add(m_value, (now - m_since).GetSeconds());
    m_since = now;
}

const SanTcpMoments&
SanTcpTimeMean::GetMoments() const
{
    return m_moments;
}

} // namespace ns3
