/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PAGE_REQUEST_H
#define PAGE_REQUEST_H

#include "cached-page.h"

#include "ns3/block-request.h"
#include "ns3/object.h"
#include "ns3/ptr.h"
#include "ns3/read-ahead.h"

#include <cstdint>
#include <deque>
#include <vector>

namespace ns3
{

/**
 * @ingroup host-io-page-cache
 *
 * A request of the page cache to its device.
 */
class PageRequest : public BlockRequest
{
  public:
    /**
     * @param operation what to do
     */
    explicit PageRequest(BlockOperation operation);
    ~PageRequest() override;

    Ptr<Object> cache;        //!< keeps the page cache while the request is at the device
    uint64_t powerOn{0};      //!< since which power-on of the host it is
    uint64_t position{0};     //!< its first byte in the operation, where that passes by the cache
    Ptr<ReadAhead> readAhead; //!< for whom it is read, or null
    std::deque<Ptr<CachedPage>> pages; //!< its pages, in order of the device
    /// Contents of the pages when their writing began, where contents are kept.
    std::deque<std::vector<uint8_t>> contents;
};

} // namespace ns3

#endif /* PAGE_REQUEST_H */
