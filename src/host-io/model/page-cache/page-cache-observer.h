/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PAGE_CACHE_OBSERVER_H
#define PAGE_CACHE_OBSERVER_H

#include "ns3/nstime.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup host-io-page-cache
 *
 * What the parts of a page cache notify of events.
 */
class PageCacheObserver
{
  public:
    virtual ~PageCacheObserver() = default;

    /**
     * A read has got all its pages.
     *
     * @param hits how many of them were cached, or already on their way, when it began
     * @param misses how many were not
     */
    virtual void ReadEnded(uint64_t hits, uint64_t misses) = 0;

    /**
     * A request of a write-back goes to the device.
     *
     * @param devicePage the first page on the device
     * @param pages number of pages
     */
    virtual void WriteBackStarted(uint64_t devicePage, uint32_t pages) = 0;

    /**
     * A writer that was stopped at the hard dirty limit continues.
     *
     * @param stopped how long it was stopped
     */
    virtual void WriterThrottled(Time stopped) = 0;

    /**
     * The numbers of pages changed, or not.
     *
     * @param cached number of pages in the cache
     * @param dirty number of pages that are dirty or being written
     */
    virtual void PagesChanged(uint64_t cached, uint64_t dirty) = 0;
};

} // namespace ns3

#endif /* PAGE_CACHE_OBSERVER_H */
