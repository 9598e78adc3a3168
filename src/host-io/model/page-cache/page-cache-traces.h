/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PAGE_CACHE_TRACES_H
#define PAGE_CACHE_TRACES_H

#include "ns3/nstime.h"
#include "ns3/traced-callback.h"
#include "ns3/traced-value.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup host-io-page-cache
 *
 * The trace sources of a page cache that its parts fire.
 */
struct PageCacheTraces
{
    /// A read has got all its pages: how many of them were cached, or already on their way, when it
    /// began, and how many were not.
    TracedCallback<uint64_t, uint64_t>& read;
    /// A request of a write-back is sent to the device: its first page there and number of pages.
    TracedCallback<uint64_t, uint32_t>& writeBack;
    TracedCallback<uint64_t, uint32_t>& writeBackFailed; //!< such a request has failed
    TracedCallback<Time>& throttled;    //!< a writer goes on that was stopped for so long
    TracedValue<uint64_t>& cachedPages; //!< number of pages
    TracedValue<uint64_t>& dirtyPages;  //!< number of those that are dirty or being written
};

} // namespace ns3

#endif /* PAGE_CACHE_TRACES_H */
