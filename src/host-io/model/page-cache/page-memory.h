/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PAGE_MEMORY_H
#define PAGE_MEMORY_H

#include "cached-page.h"
#include "page-cache-statistics.h"
#include "page-lru.h"
#include "page-table.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup host-io-page-cache
 *
 * The memory of the page cache: its pages, how many there may be, and which leave. A page that was
 * dropped while the device works on it takes memory until that ends.
 */
class PageMemory
{
  public:
    /**
     * @param statistics where evictions are counted
     */
    explicit PageMemory(PageCacheStatistics& statistics);

    /**
     * @param pages how many pages there may be, at least 1
     */
    void SetLimit(uint64_t pages);

    /**
     * @return how many pages there may be
     */
    uint64_t GetLimit() const;

    /**
     * @return how many pages take memory
     */
    uint64_t GetUsed() const;

    /**
     * @return the pages by mapping and number
     */
    PageTable& GetTable();

    /**
     * @return the same, to look at
     */
    const PageTable& GetTable() const;

    /**
     * @return the order of eviction
     */
    PageLru& GetLru();

    /**
     * @return the same, to look at
     */
    const PageLru& GetLru() const;

    /**
     * Evict pages until there is room for another.
     *
     * @param needed false if the other page is one that nobody waits for: then pages in active use
     *        stay
     * @return true if there is room
     */
    bool MakeRoom(bool needed);

    /**
     * Add a page, whether there is room or not.
     *
     * @param pages of which mapping
     * @param number the number of a page that is not cached
     * @return the new page
     */
    Ptr<CachedPage> Add(MappingPages& pages, uint64_t number);

    /**
     * Remove a page that is not dirty.
     */
    void Remove(CachedPage& page);

    /**
     * The device has ended what it did for a page.
     *
     * @param page the page, which may have been removed
     */
    void EndIo(CachedPage& page);

    /**
     * Keep a page in memory until Unpin.
     */
    void Pin(CachedPage& page);

    /**
     * End one Pin.
     */
    void Unpin(CachedPage& page);

    /**
     * Forget all pages.
     */
    void Clear();

  private:
    PageCacheStatistics& m_statistics; //!< where evictions are counted
    PageTable m_table;                 //!< pages by mapping and number
    PageLru m_lru;                     //!< pages by use
    uint64_t m_limit{1};               //!< how many there may be
    uint64_t m_removedUnderIo{0};      //!< removed, the device works on them
};

} // namespace ns3

#endif /* PAGE_MEMORY_H */
