/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "io-latency-histogram.h"

#include "ns3/assert.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace ns3
{

IoLatencyHistogram::IoLatencyHistogram()
    : m_buckets(N_BUCKETS)
{
}

void
IoLatencyHistogram::Add(Time latency)
{
    const auto ns = latency.GetNanoSeconds();
    NS_ASSERT_MSG(ns >= 0, "a response time of " << ns << " ns");
    ++m_buckets[GetBucket(ns)];
    ++m_count;
    m_sum += ns;
    m_min = std::min(m_min, ns);
    m_max = std::max(m_max, ns);
}

void
IoLatencyHistogram::Add(const IoLatencyHistogram& other)
{
    for (std::size_t i = 0; i < N_BUCKETS; ++i)
    {
        m_buckets[i] += other.m_buckets[i];
    }
    m_count += other.m_count;
    m_sum += other.m_sum;
    m_min = std::min(m_min, other.m_min);
    m_max = std::max(m_max, other.m_max);
}

uint64_t
IoLatencyHistogram::GetCount() const
{
    return m_count;
}

long double
IoLatencyHistogram::GetSum() const
{
    return m_sum;
}

Time
IoLatencyHistogram::GetMean() const
{
    return NanoSeconds(m_count == 0 ? 0 : std::llround(m_sum / m_count));
}

Time
IoLatencyHistogram::GetMin() const
{
    return NanoSeconds(m_count == 0 ? 0 : m_min);
}

Time
IoLatencyHistogram::GetMax() const
{
    return NanoSeconds(m_max);
}

uint64_t
IoLatencyHistogram::GetRank(double percent, uint64_t count)
{
    NS_ASSERT_MSG(percent > 0 && percent <= 100, percent << " is not a percentile");
    // In thousandths of a percent: 99.9 is no binary fraction and its product would round up.
    const auto thousandths = static_cast<uint64_t>(std::llround(percent * 1000));
    return (count * thousandths + 99999) / 100000;
}

Time
IoLatencyHistogram::GetPercentile(double percent) const
{
    const auto rank = GetRank(percent, m_count);
    if (rank == m_count)
    {
        return GetMax();
    }
    std::size_t bucket = 0;
    for (auto passed = m_buckets[0]; passed < rank; passed += m_buckets[bucket])
    {
        ++bucket;
    }
    return NanoSeconds(GetTime(bucket));
}

double
IoLatencyHistogram::GetShareAbove(Time bound) const
{
    if (m_count == 0)
    {
        return 0;
    }
    uint64_t longer = 0;
    for (std::size_t bucket = 0; bucket < N_BUCKETS; ++bucket)
    {
        longer += NanoSeconds(GetTime(bucket)) > bound ? m_buckets[bucket] : 0;
    }
    return static_cast<double>(longer) / static_cast<double>(m_count);
}

std::size_t
IoLatencyHistogram::GetBucket(uint64_t ns)
{
    // Below two times WIDTH a bucket is one nanosecond wide, and twice as wide for every doubling.
    const auto shift = std::max(static_cast<int>(std::bit_width(ns)) - BITS - 1, 0);
    return shift * WIDTH + (ns >> shift);
}

uint64_t
IoLatencyHistogram::GetMiddle(std::size_t bucket)
{
    const auto shift = bucket < WIDTH ? 0 : bucket / WIDTH - 1;
    const auto first = (bucket - shift * WIDTH) << shift;
    return first + ((uint64_t{1} << shift) >> 1);
}

int64_t
IoLatencyHistogram::GetTime(std::size_t bucket) const
{
    return std::clamp<int64_t>(GetMiddle(bucket), m_min, m_max);
}

} // namespace ns3
