/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_CACHE_SERIES_H
#define SAN_CACHE_SERIES_H

#include "ns3/callback.h"
#include "ns3/nstime.h"
#include "ns3/page-cache-statistics.h"
#include "ns3/page-cache.h"
#include "ns3/result-file.h"
#include "ns3/san-report.h"

#include <cstdint>
#include <deque>
#include <string>

namespace ns3
{

/**
 * @ingroup san-host
 *
 * The file cache-series.csv: what page caches hold and have done over time, a row for each interval
 * in which that changed at a cache, with what it had at its end. Rows of a cache are in the order
 * of time. It adds no event to the simulation.
 */
class SanCacheSeries : public SanReport
{
  public:
    /**
     * @param fileName the file
     * @param interval length of an interval, above zero
     * @throw UserError if the file cannot be created
     */
    SanCacheSeries(const std::string& fileName, Time interval);

    /// Page caches may stay: they empty themselves when they go.
    ~SanCacheSeries() override;

    /**
     * Record a page cache from now on.
     *
     * @param cache the page cache
     * @param initiator number of the initiator that uses it
     * @param drive number of the drive behind it
     */
    void Attach(Ptr<PageCache> cache, uint32_t initiator, uint32_t drive);

    // From SanReport
    void WriteFiles() override;

  private:
    /// A page cache.
    struct Cache
    {
        Ptr<PageCache> cache;           //!< the page cache
        std::string label;              //!< the cells that say which it is
        Time end;                       //!< of the interval of the last change, 0 before the first
        PageCacheStatistics statistics; //!< after the last change
    };

    /**
     * @param cache a page cache
     * @return what its traces call
     */
    Callback<void, uint64_t, uint64_t> GetListener(Cache& cache);

    /**
     * The number of pages or of dirty pages changed.
     *
     * @param cache whose
     * @param before the number before
     * @param after the number now
     */
    void Changed(Cache* cache, uint64_t before, uint64_t after);

    /**
     * Write the interval of the last change of a cache, if there is one.
     *
     * @param cache the cache
     */
    void WriteRow(const Cache& cache);

    ResultFile m_file;          //!< the file
    const Time m_interval;      //!< length of an interval
    std::deque<Cache> m_caches; //!< where they stay, as traces know their places
    bool m_closed{false};       //!< true once committed
};

} // namespace ns3

#endif /* SAN_CACHE_SERIES_H */
