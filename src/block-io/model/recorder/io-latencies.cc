/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "io-latencies.h"

#include "ns3/assert.h"

#include <algorithm>
#include <limits>

namespace ns3
{

IoLatencies::IoLatencies(uint64_t exact)
    : m_exact(exact)
{
    NS_ASSERT_MSG(exact > 0, "nothing can be kept");
}

void
IoLatencies::Add(Time latency)
{
    if (m_count++ == m_exact)
    {
        Summarise();
    }
    if (m_histogram)
    {
        m_histogram->Add(latency);
        return;
    }
    const auto ns = latency.GetNanoSeconds();
    if (ns <= std::numeric_limits<uint32_t>::max())
    {
        m_short.push_back(static_cast<uint32_t>(ns));
    }
    else
    {
        m_long.push_back(ns);
    }
    m_sorted = false;
}

uint64_t
IoLatencies::GetCount() const
{
    return m_count;
}

bool
IoLatencies::IsExact() const
{
    return !m_histogram;
}

Time
IoLatencies::GetPercentile(double percent) const
{
    if (m_histogram)
    {
        return m_histogram->GetPercentile(percent);
    }
    if (m_count == 0)
    {
        return Time(0);
    }
    Sort();
    const auto rank = IoLatencyHistogram::GetRank(percent, m_count);
    return NanoSeconds(rank <= m_short.size() ? m_short[rank - 1]
                                              : m_long[rank - m_short.size() - 1]);
}

void
IoLatencies::Sort() const
{
    if (!m_sorted)
    {
        std::sort(m_short.begin(), m_short.end());
        std::sort(m_long.begin(), m_long.end());
        m_sorted = true;
    }
}

void
IoLatencies::Summarise()
{
    m_histogram.emplace();
    for (const auto ns : m_short)
    {
        m_histogram->Add(NanoSeconds(ns));
    }
    for (const auto ns : m_long)
    {
        m_histogram->Add(NanoSeconds(ns));
    }
    std::deque<uint32_t>().swap(m_short);
    std::deque<int64_t>().swap(m_long);
}

} // namespace ns3
