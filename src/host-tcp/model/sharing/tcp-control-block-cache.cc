/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-control-block-cache.h"

#include "ns3/simulator.h"

#include <cmath>

namespace ns3
{

namespace
{

/**
 * @param before older value
 * @param now newer value
 * @param weight of the newer one
 * @return their weighted mean
 */
int64_t
GetMean(int64_t before, int64_t now, double weight)
{
    return before + std::llround((now - before) * weight);
}

/**
 * @param before older time
 * @param now newer time
 * @param weight of the newer one
 * @return their weighted mean
 */
Time
GetMean(Time before, Time now, double weight)
{
    return TimeStep(GetMean(before.GetTimeStep(), now.GetTimeStep(), weight));
}

} // namespace

void
TcpControlBlockCache::Merge(const TcpHostPair& hosts,
                            const TcpCachedControlBlock& block,
                            double weight,
                            Time lifetime)
{
    auto merged = block;
    if (const auto old = Find(hosts, lifetime))
    {
        if (old->srtt.IsStrictlyPositive() && block.srtt.IsStrictlyPositive())
        {
            merged.srtt = GetMean(old->srtt, block.srtt, weight);
            merged.rttVar = GetMean(old->rttVar, block.rttVar, weight);
        }
        merged.cWnd = GetMean(old->cWnd, block.cWnd, weight);
        if (old->ssThresh != UINT32_MAX && block.ssThresh != UINT32_MAX)
        {
            merged.ssThresh = GetMean(old->ssThresh, block.ssThresh, weight);
        }
    }
    m_entries[hosts] = {merged, Simulator::Now()};
}

std::optional<TcpCachedControlBlock>
TcpControlBlockCache::Find(const TcpHostPair& hosts, Time lifetime)
{
    const auto found = m_entries.find(hosts);
    if (found == m_entries.end())
    {
        return {};
    }
    if (Simulator::Now() - found->second.since >= lifetime)
    {
        m_entries.erase(found);
        return {};
    }
    return found->second.block;
}

} // namespace ns3
