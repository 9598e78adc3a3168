/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PAGE_CACHE_STATISTICS_H
#define PAGE_CACHE_STATISTICS_H

#include <cstdint>
#include <ostream>

namespace ns3
{

/**
 * @ingroup host-io-page-cache
 *
 * What a page cache counts, by the names of Linux's /proc/vmstat. The nr_ values are those of the
 * moment, but for nr_dirtied and nr_written, which are sums like all others.
 */
struct PageCacheStatistics
{
    uint64_t nr_file_pages{0};    //!< pages in the cache
    uint64_t nr_inactive_file{0}; //!< those of them on the inactive list
    uint64_t nr_active_file{0};   //!< those of them on the active list
    uint64_t nr_dirty{0};         //!< dirty pages that are not being written
    uint64_t nr_writeback{0};     //!< pages that are being written
    uint64_t nr_dirtied{0};       //!< pages that became dirty
    uint64_t nr_written{0};       //!< pages written back, successfully or not
    uint64_t pgpgin{0};           //!< KiB read from the device
    uint64_t pgpgout{0};          //!< KiB written to the device
    uint64_t pgactivate{0};       //!< pages that moved to the active list
    uint64_t pgdeactivate{0};     //!< pages that moved back to the inactive list
    uint64_t pgscan{0};           //!< inactive pages that were looked at to find a victim
    uint64_t pgsteal{0};          //!< pages evicted
};

/**
 * @ingroup host-io-page-cache
 *
 * @param os the stream
 * @param statistics the values, printed as /proc/vmstat does: a name and a value on each line
 * @return the stream
 */
std::ostream& operator<<(std::ostream& os, const PageCacheStatistics& statistics);

} // namespace ns3

#endif /* PAGE_CACHE_STATISTICS_H */
