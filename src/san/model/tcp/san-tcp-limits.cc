/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-tcp-limits.h"

#include <algorithm>
#include <numeric>

namespace ns3
{

std::string
GetSanTcpLimitName(SanTcpLimit limit)
{
    static constexpr const char* NAMES[] = {"application",
                                            "receive window",
                                            "congestion window",
                                            "send buffer",
                                            "Nagle",
                                            "link",
                                            "timeouts"};
    return NAMES[static_cast<std::size_t>(limit)];
}

void
SanTcpLimits::Start(Time now)
{
    m_counted = now;
    m_marked = now;
}

Time
SanTcpLimits::GetCounted() const
{
    return m_counted;
}

void
SanTcpLimits::Count(SanTcpLimit limit, Time now)
{
    m_times[static_cast<std::size_t>(limit)] += now - m_counted;
    m_counted = now;
}

void
SanTcpLimits::Mark()
{
    m_marked = m_counted;
    m_earlier = m_times;
}

void
SanTcpLimits::CountTimeout()
{
    m_times = m_earlier;
    m_times[static_cast<std::size_t>(SanTcpLimit::TIMEOUT)] += m_counted - m_marked;
    Mark();
}

Time
SanTcpLimits::GetTotal() const
{
    return std::accumulate(m_times.begin(), m_times.end(), Time());
}

double
SanTcpLimits::GetShare(SanTcpLimit limit) const
{
    const auto total = GetTotal();
    return total.IsZero()
               ? 0
               : m_times[static_cast<std::size_t>(limit)].GetSeconds() / total.GetSeconds();
}

SanTcpLimit
SanTcpLimits::GetLongest() const
{
    return static_cast<SanTcpLimit>(std::max_element(m_times.begin(), m_times.end()) -
                                    m_times.begin());
}

} // namespace ns3
