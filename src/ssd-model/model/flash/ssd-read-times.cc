/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ssd-read-times.h"

#include <cmath>

namespace ns3
{

SsdReadTimes::SsdReadTimes(const SsdParameters& parameters)
    : m_times(parameters.readTimes),
      m_slcTime(parameters.slc.readTime),
      m_variation(parameters.readVariation.GetNanoSeconds()),
      m_retryShare(parameters.retryShare),
      m_retry(parameters.retryTime.GetNanoSeconds()),
      m_random(CreateObject<UniformRandomVariable>())
{
}

Time
SsdReadTimes::Get(uint32_t page)
{
    const auto time = m_times[page % m_times.size()];
    double more = DrawVariation();
    if (m_retryShare > 0)
    {
        const auto draw = m_random->GetValue();
        // A draw below the share is, divided by it, another one.
        more -= draw < m_retryShare ? m_retry * std::log(1 - draw / m_retryShare) : 0;
    }
    return time + NanoSeconds(std::llround(more));
}

Time
SsdReadTimes::GetSlc()
{
    return m_slcTime + NanoSeconds(std::llround(DrawVariation()));
}

double
SsdReadTimes::DrawVariation()
{
    if (m_variation <= 0)
    {
        return 0;
    }
    // The logarithm of a product is the sum of the logarithms; a draw is below 1.
    double product = 1;
    for (int i = 0; i < STEPS; ++i)
    {
        product *= 1 - m_random->GetValue();
    }
    return -m_variation * std::log(product);
}

Time
SsdReadTimes::GetMean() const
{
    Time sum;
    for (const auto& time : m_times)
    {
        sum += time;
    }
    const auto more = STEPS * m_variation + m_retryShare * m_retry;
    return NanoSeconds(
        std::llround(sum.GetNanoSeconds() / static_cast<double>(m_times.size()) + more));
}

int64_t
SsdReadTimes::AssignStreams(int64_t stream)
{
    m_random->SetStream(stream);
    return 1;
}

} // namespace ns3
