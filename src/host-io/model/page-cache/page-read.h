/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PAGE_READ_H
#define PAGE_READ_H

#include "page-operation.h"

#include "ns3/read-ahead.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup host-io-page-cache
 *
 * A read through the page cache.
 */
class PageRead : public PageOperation
{
  public:
    /**
     * @param core the parts of the page cache
     * @param mapping the mapping
     * @param offset the first byte
     * @param bytes how many
     * @param readAhead what is read beyond missing pages; null for nothing
     * @param completion called at the end
     */
    PageRead(PageCacheCore& core,
             Ptr<PageMapping> mapping,
             uint64_t offset,
             uint64_t bytes,
             Ptr<ReadAhead> readAhead,
             PageCacheCompletion completion);

  private:
    void Run() override;

    /**
     * Do what can be done for the current page.
     *
     * @return false if the operation waits
     */
    bool Step();

    /**
     * Read the current page, which is missing.
     *
     * @return the page; null if its place is not known
     */
    Ptr<CachedPage> ReadMissing();

    /**
     * Read what is left of a window behind pages whose place was not known.
     *
     * @return false if the operation waits until the place of a page is known
     */
    bool ReadRest();

    /**
     * Wait until the place of a page is known.
     *
     * @param number the page
     */
    void Locate(uint64_t number);

    /**
     * @return how many pages are still asked for, the current one included
     */
    uint64_t GetPagesLeft() const;

    /**
     * Count which pages are cached, or on their way, and which are not.
     */
    void CountHits();

    /**
     * Begin the read-ahead that a marked page calls for.
     */
    void FollowMark(CachedPage& page);

    /**
     * Copy the current page, which is there.
     */
    void Copy(CachedPage& page);

    /**
     * Complete, with everything read.
     */
    void End();

    Ptr<ReadAhead> m_readAhead; //!< what is read beyond missing pages
    uint64_t m_hits{0};         //!< pages that were cached or on their way
    uint64_t m_misses{0};       //!< pages that were not
    ReadAheadWindow m_rest;     //!< what is left of the last window; no page if nothing is
    BlockStatus m_located{BlockStatus::OK}; //!< how the last wait for the place of a page ended
    bool m_retried{false}; //!< the current page could not be read, and is tried alone
};

} // namespace ns3

#endif /* PAGE_READ_H */
