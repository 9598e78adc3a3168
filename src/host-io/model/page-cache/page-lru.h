/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PAGE_LRU_H
#define PAGE_LRU_H

#include "cached-page.h"
#include "page-cache-statistics.h"

#include <cstdint>
#include <list>

namespace ns3
{

/**
 * @ingroup host-io-page-cache
 *
 * The order in which pages leave the cache: Linux's two lists. A page enters the inactive list; a
 * second use moves it to the active one, and the active list gives its oldest pages back while it
 * is the longer one. So pages that are used once pass by those used more often.
 *
 * A page that comes up for eviction while it cannot go is parked. Once it can, it is the next
 * to go, as Linux turns a page to the end of the list when it has been written.
 */
class PageLru
{
  public:
    /**
     * @param statistics where moves are counted
     */
    explicit PageLru(PageCacheStatistics& statistics);

    /**
     * @param page a new page
     */
    void Add(CachedPage& page);

    /**
     * @param page a page that leaves the cache
     */
    void Remove(CachedPage& page);

    /**
     * A page was used.
     */
    void Use(CachedPage& page);

    /**
     * A page may have become evictable.
     */
    void Unpark(CachedPage& page);

    /**
     * @param needed true if the active list is to be looked at too where no inactive page is
     *        evictable
     * @return the page to evict next, or null
     */
    CachedPage* FindVictim(bool needed);

    /**
     * @return number of pages on the inactive list, with those parked
     */
    uint64_t GetInactive() const;

    /**
     * @return number of pages on the active list
     */
    uint64_t GetActive() const;

    /**
     * Remove all pages.
     */
    void Clear();

  private:
    /// The pages of a list, the newest first.
    using Pages = std::list<CachedPage*>;

    /**
     * @param list which
     * @return the list
     */
    Pages& Get(CachedPage::List list);

    /**
     * Move a page to the front of a list.
     *
     * @param page the page, which is on a list
     * @param list which
     */
    void Move(CachedPage& page, CachedPage::List list);

    /**
     * Give the oldest page of the active list back to the inactive one.
     */
    void Deactivate();

    PageCacheStatistics& m_statistics; //!< where moves are counted
    Pages m_inactive;                  //!< used once, or long ago
    Pages m_active;                    //!< used twice
    Pages m_parked;                    //!< inactive, looked at and found busy
};

} // namespace ns3

#endif /* PAGE_LRU_H */
