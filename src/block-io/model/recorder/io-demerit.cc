/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "io-demerit.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

namespace
{

/**
 * @param a times in order
 * @param b times in order
 * @param both gets the times of both in order
 */
void
Merge(const std::vector<int64_t>& a, const std::vector<int64_t>& b, std::vector<int64_t>& both)
{
    both.resize(a.size() + b.size());
    std::merge(a.begin(), a.end(), b.begin(), b.end(), both.begin());
}

} // namespace

void
IoDemerit::Add(Time observed, Time simulated)
{
    m_observed.push_back(observed.GetNanoSeconds());
    m_simulated.push_back(simulated.GetNanoSeconds());
}

void
IoDemerit::EndPass()
{
    Sort();
    Sum();
}

void
IoDemerit::EndPass(IoDemerit& a, IoDemerit& b, IoDemerit& whole)
{
    a.Sort();
    b.Sort();
    Merge(a.m_sortedObserved, b.m_sortedObserved, whole.m_sortedObserved);
    Merge(a.m_simulated, b.m_simulated, whole.m_simulated);
    for (auto* demerit : {&a, &b, &whole})
    {
        demerit->Sum();
    }
}

double
IoDemerit::GetMilliSeconds() const
{
    return m_count == 0 ? 0 : std::sqrt(m_squares / m_count) / 1e6;
}

void
IoDemerit::Sort()
{
    // A trace that is repeated has the same observed times in every pass.
    if (m_observed != m_lastObserved)
    {
        m_lastObserved = m_observed;
        m_sortedObserved = m_observed;
        std::sort(m_sortedObserved.begin(), m_sortedObserved.end());
    }
    std::sort(m_simulated.begin(), m_simulated.end());
}

void
IoDemerit::Sum()
{
    for (std::size_t i = 0; i < m_simulated.size(); ++i)
    {
        const auto distance = static_cast<double>(m_sortedObserved[i] - m_simulated[i]);
        m_squares += distance * distance;
    }
    m_count += m_simulated.size();
    m_observed.clear();
    m_simulated.clear();
}

} // namespace ns3
