/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-cache-series.h"

#include "ns3/page-mapping.h"
#include "ns3/simulator.h"
#include "ns3/time-text.h"

#include <array>

namespace ns3
{

namespace
{

/// Sources of a page cache that tell of changes.
constexpr std::array TRACES{"CachedPages", "DirtyPages"};

} // namespace

SanCacheSeries::SanCacheSeries(const std::string& fileName, Time interval)
    : m_file(fileName),
      m_interval(interval)
{
    m_file.Write("time_s,initiator,drive,cached_bytes,dirty_bytes,writeback_bytes,dirtied_bytes,"
                 "written_bytes,read_bytes\n");
}

SanCacheSeries::~SanCacheSeries()
{
    for (auto& cache : m_caches)
    {
        for (const auto* trace : TRACES)
        {
            cache.cache->TraceDisconnectWithoutContext(trace, GetListener(cache));
        }
    }
}

void
SanCacheSeries::Attach(Ptr<PageCache> cache, uint32_t initiator, uint32_t drive)
{
    const auto label = "," + std::to_string(initiator) + "," + std::to_string(drive);
    m_caches.push_back({cache, label, Time(0), {}});
    for (const auto* trace : TRACES)
    {
        cache->TraceConnectWithoutContext(trace, GetListener(m_caches.back()));
    }
}

Callback<void, uint64_t, uint64_t>
SanCacheSeries::GetListener(Cache& cache)
{
    return MakeCallback(&SanCacheSeries::Changed, this).Bind(&cache);
}

void
SanCacheSeries::Changed(Cache* cache, uint64_t, uint64_t)
{
    if (m_closed)
    {
        return;
    }
    const auto now = Simulator::Now();
    if (now >= cache->end)
    {
        WriteRow(*cache);
        const auto interval = m_interval.GetTimeStep();
        cache->end = Time::FromInteger((now.GetTimeStep() / interval + 1) * interval, Time::NS);
    }
    cache->statistics = cache->cache->GetStatistics();
}

void
SanCacheSeries::WriteRow(const Cache& cache)
{
    if (cache.end.IsZero())
    {
        return;
    }
    const auto& now = cache.statistics;
    std::string row;
    AppendSeconds(cache.end, row);
    row += cache.label;
    for (const auto pages :
         {now.nr_file_pages, now.nr_dirty, now.nr_writeback, now.nr_dirtied, now.nr_written})
    {
        row += "," + std::to_string(pages * PAGE_BYTES);
    }
    m_file.Write(row + "," + std::to_string(now.pgpgin * 1024) + "\n");
}

void
SanCacheSeries::WriteFiles()
{
    m_closed = true;
    for (const auto& cache : m_caches)
    {
        WriteRow(cache);
    }
    m_file.Commit();
}

} // namespace ns3
