/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PAGE_LIST_SYNC_H
#define PAGE_LIST_SYNC_H

#include "page-cache-completion.h"
#include "page-table.h"
#include "page-waiter.h"

#include "ns3/object.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <vector>

namespace ns3
{

class PageCacheCore;

/**
 * @ingroup host-io
 *
 * A WriteBackPages: it has some pages of a mapping written and waits for their changes up to its
 * start.
 */
class PageListSync : public PageWaiter
{
  public:
    /**
     * @param core the parts of the page cache
     * @param mapping the mapping
     * @param pages the pages, in any order
     * @param completion whom to tell
     */
    PageListSync(PageCacheCore& core,
                 Ptr<PageMapping> mapping,
                 std::vector<uint64_t> pages,
                 PageCacheCompletion completion);
    ~PageListSync() override;

    /**
     * Begin.
     */
    void Start();

    void Resume() override;

  private:
    /**
     * Have a page written if its changes up to the start are not on the device yet.
     *
     * @param number the page
     * @return the page, or null if there is nothing to wait for
     */
    CachedPage* Write(uint64_t number);

    /**
     * Tell whom it concerns.
     */
    void Complete();

    PageCacheCore& m_core;            //!< the parts of the page cache
    MappingUse m_use;                 //!< keeps the mapping known
    Ptr<Object> m_cache;              //!< keeps the page cache
    std::vector<uint64_t> m_pages;    //!< the pages
    std::size_t m_next{0};            //!< those before this one are written
    PageCacheCompletion m_completion; //!< whom to tell
    uint64_t m_upTo;                  //!< sequence of the last change to wait for
    uint64_t m_powerOn;               //!< since which power-on of the host it is
};

} // namespace ns3

#endif /* PAGE_LIST_SYNC_H */
