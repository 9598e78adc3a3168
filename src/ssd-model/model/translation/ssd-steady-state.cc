/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ssd-steady-state.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

SsdSteadyState::SsdSteadyState(double utilisation, uint32_t unitsPerBlock, uint32_t choices)
    : m_mean(utilisation * unitsPerBlock),
      m_choices(choices),
      m_shares(unitsPerBlock + 1)
{
    // The more writes between two collections, the fewer units are valid.
    double low = 0;
    double high = unitsPerBlock;
    for (int i = 0; i < 100 && high - low > 1e-12 * high; ++i)
    {
        m_writes = (low + high) / 2;
        (Solve(m_writes) > m_mean ? low : high) = m_writes;
    }
}

double
SsdSteadyState::GetWriteAmplification() const
{
    return (m_shares.size() - 1) / m_writes;
}

const std::vector<double>&
SsdSteadyState::GetShares() const
{
    return m_shares;
}

double
SsdSteadyState::Solve(double writes)
{
    double above = 0;
    double mean = 0;
    for (auto level = m_shares.size() - 1; level > 0; --level)
    {
        const auto share = SolveLevel(above, level * writes / m_mean);
        m_shares[level] = share;
        above += share;
        mean += level * share;
    }
    m_shares[0] = 1 - above;
    return mean;
}

double
SsdSteadyState::SolveLevel(double above, double slope) const
{
    const auto most = 1 - above;
    if (m_choices == 0)
    {
        return std::min(1 / slope, most);
    }
    // slope x + (above + x)^d - 1 is convex and grows: Newton's method from the right converges.
    auto share = std::min(1 / slope, most);
    for (int i = 0; i < 50; ++i)
    {
        const auto power = std::pow(above + share, m_choices - 1.0);
        const auto step =
            (slope * share + power * (above + share) - 1) / (slope + m_choices * power);
        share -= step;
        if (std::abs(step) < 1e-15)
        {
            break;
        }
    }
    return std::clamp(share, 0.0, most);
}

} // namespace ns3
