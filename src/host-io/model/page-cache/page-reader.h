/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PAGE_READER_H
#define PAGE_READER_H

#include "page-device.h"
#include "page-memory.h"

#include "ns3/callback.h"
#include "ns3/read-ahead.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup host-io-page-cache
 *
 * Brings missing pages into the cache: pages next to each other on the device in one request.
 */
class PageReader
{
  public:
    /// Called when pages were read and those who wait for them have been told to continue.
    using Ended = Callback<void>;

    /**
     * @param memory where pages come to
     * @param device where they come from
     * @param ended called when a request has ended
     */
    PageReader(PageMemory& memory, PageDevice& device, Ended ended);

    /**
     * @param pages most pages in a request, at least 1
     */
    void SetMaxPages(uint64_t pages);

    /**
     * Read a page that is not cached, wherever it is.
     *
     * @param pages the mapping
     * @param number the page
     * @return the page, valid at once if it is in a hole
     */
    Ptr<CachedPage> ReadAlone(MappingPages& pages, uint64_t number);

    /**
     * Read a page that is not cached, and what a read-ahead wants beyond it, up to the first page
     * whose place is not known.
     *
     * @param pages the mapping
     * @param window the page and what follows; the page comes even if it is past the end or if
     *        there is no room. Set to what is left, which begins with a page whose place is not
     *        known; no page if all was done.
     * @param readAhead for whom, or null
     * @return the page, valid at once if it is in a hole; null if its place is not known
     */
    Ptr<CachedPage> Read(MappingPages& pages, ReadAheadWindow& window, Ptr<ReadAhead> readAhead);

    /**
     * Read missing pages while there is room for them, up to the first whose place is not known.
     *
     * @param pages the mapping
     * @param window the pages; set to what is left, as by Read
     * @param readAhead for whom, or null
     */
    void ReadMore(MappingPages& pages, ReadAheadWindow& window, Ptr<ReadAhead> readAhead);

    /**
     * @return number of requests at the device
     */
    uint32_t GetOutstanding() const;

    /**
     * Forget the requests at the device.
     */
    void Clear();

  private:
    /**
     * Collects pages next to each other on the device, and sends them as requests.
     */
    struct Batch
    {
        MappingPages& pages;      //!< the mapping
        Ptr<ReadAhead> readAhead; //!< for whom, or null
        uint64_t end;             //!< the page behind the last one
        PageExtent extent;        //!< where pages are
        uint64_t extentPage{0};   //!< the first page of the extent
        Ptr<PageRequest> request; //!< not sent yet, or null
        uint64_t devicePage{0};   //!< its first page
    };

    /**
     * @param batch what to add to
     * @param number number of the page, which is not cached
     * @return the page
     */
    Ptr<CachedPage> Add(Batch& batch, uint64_t number);

    /**
     * Send what was collected.
     *
     * @param batch what was collected
     */
    void Send(Batch& batch);

    /**
     * A request has ended.
     *
     * @param completed the request
     */
    void RequestEnded(Ptr<BlockRequest> completed);

    /**
     * A page was read, or not.
     *
     * @param page the page
     * @param status how its request ended
     * @param contents what was read where contents are kept, or null
     */
    void EndPage(CachedPage& page, BlockStatus status, const uint8_t* contents);

    PageMemory& m_memory;      //!< where pages come to
    PageDevice& m_device;      //!< where they come from
    Ended m_ended;             //!< called when a request has ended
    uint64_t m_maxPages{1};    //!< most pages in a request
    uint32_t m_outstanding{0}; //!< requests at the device
};

} // namespace ns3

#endif /* PAGE_READER_H */
