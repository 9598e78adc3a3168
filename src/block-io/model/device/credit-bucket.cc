/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "credit-bucket.h"

#include <algorithm>

namespace ns3
{

CreditBucket::CreditBucket(double rate, double burst, double credits)
    : m_rate(rate),
      m_burst(std::max(rate, burst)),
      m_most(credits),
      m_credits(credits)
{
}

double
CreditBucket::GetCredits(Time now) const
{
    const auto idle = std::max(now - m_end, Time());
    return std::min(m_most, m_credits + m_rate * idle.GetSeconds());
}

Time
CreditBucket::Spend(double units, Time now)
{
    m_credits = GetCredits(now);
    m_end = std::max(m_end, now);
    // Of each unit in a burst a part is earned meanwhile.
    const auto cost = (m_burst - m_rate) / m_burst;
    const auto fast = units * cost > m_credits ? m_credits / cost : units;
    m_credits = std::max(m_credits - fast * cost, 0.0);
    m_end += Seconds(fast / m_burst + (units - fast) / m_rate);
    return m_end;
}

} // namespace ns3
