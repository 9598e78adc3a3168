/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-metrics-cache.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(TcpMetricsCache);

namespace
{

/**
 * @param kept a time that is kept
 * @param now the same, of a connection
 * @return what to keep: a longer one as it is, an eighth of a shorter one
 */
Time
MergeTime(Time kept, Time now)
{
    return now >= kept ? now : kept - (kept - now) / 8;
}

} // namespace

TypeId
TcpMetricsCache::GetTypeId()
{
    static TypeId tid = TypeId("ns3::TcpMetricsCache")
                            .SetParent<Object>()
                            .SetGroupName("HostTcp")
                            .AddConstructor<TcpMetricsCache>();
    return tid;
}

Ptr<TcpMetricsCache>
TcpMetricsCache::GetFor(Ptr<Node> node)
{
    auto cache = node->GetObject<TcpMetricsCache>();
    if (!cache)
    {
        cache = CreateObject<TcpMetricsCache>();
        node->AggregateObject(cache);
    }
    return cache;
}

void
TcpMetricsCache::Merge(const Address& host, const TcpMetrics& metrics)
{
    auto& kept = m_metrics[host];
    if (!metrics.rtt.IsZero())
    {
        kept.rtt = MergeTime(kept.rtt, metrics.rtt);
        kept.variation = MergeTime(kept.variation, metrics.variation);
    }
    kept.threshold = MergeThreshold(kept.threshold, metrics);
    kept.reordering = std::max(kept.reordering, metrics.reordering);
}

uint32_t
TcpMetricsCache::MergeThreshold(uint32_t kept, const TcpMetrics& metrics)
{
    if (metrics.threshold == UINT32_MAX)
    {
        // Nothing was ever lost.
        return kept == UINT32_MAX ? kept : std::max(kept, metrics.window / 2);
    }
    if (metrics.window > metrics.threshold)
    {
        return std::max(metrics.window / 2, metrics.threshold);
    }
    return kept == UINT32_MAX ? metrics.threshold : kept / 2 + metrics.threshold / 2;
}

std::optional<TcpMetrics>
TcpMetricsCache::Find(const Address& host) const
{
    const auto found = m_metrics.find(host);
    return found == m_metrics.end() ? std::nullopt : std::optional(found->second);
}

} // namespace ns3
