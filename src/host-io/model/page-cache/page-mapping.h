/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PAGE_MAPPING_H
#define PAGE_MAPPING_H

#include "page-cache-completion.h"

#include "ns3/simple-ref-count.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup host-io-page-cache
 *
 * Bytes in a page of the page cache.
 */
inline constexpr uint32_t PAGE_BYTES = 4096;

/**
 * @ingroup host-io-page-cache
 *
 * Pages of a mapping that lie one after the other on the device, or that lie nowhere.
 */
struct PageExtent
{
    bool mapped{false};     //!< false for a hole: it reads as zeros and costs no request
    uint64_t devicePage{0}; //!< where the first of them is on the device, in pages
    uint64_t count{0};      //!< number of pages, at least 1
};

/**
 * @ingroup host-io-page-cache
 *
 * Something whose contents the page cache holds, and where its pages are on the device: a file, or
 * the device itself (Linux: an address space). The page cache knows it by its address.
 */
class PageMapping : public SimpleRefCount<PageMapping>
{
  public:
    virtual ~PageMapping() = default;

    /**
     * Find where pages are.
     *
     * @param page the first of them
     * @param count how many at most, at least 1
     * @return the extent that begins with the page, of at most that many
     */
    virtual PageExtent Find(uint64_t page, uint64_t count) const = 0;

    /**
     * Find room for pages that are about to be written back, where the file system puts that off
     * until then (delayed allocation). Afterwards Find tells where they are.
     *
     * @param page the first of them
     * @param count how many
     */
    virtual void Allocate(uint64_t page, uint64_t count);

    /**
     * Tell which pages can be read at once. Where the others are is known only when metadata were
     * read, which Locate does.
     *
     * @param page the first page
     * @param count how many, at least 1
     * @return how many of them, from the first on, have a known place
     */
    virtual uint64_t CountLocated(uint64_t page, uint64_t count) const;

    /**
     * Read the metadata that say where a page is.
     *
     * @param page the page
     * @param done called with the outcome, not from inside this call
     */
    virtual void Locate(uint64_t page, PageCacheCompletion done);

    /**
     * @return the number of pages up to the end of the file: read-ahead stops there
     */
    virtual uint64_t GetPageCount() const = 0;
};

} // namespace ns3

#endif /* PAGE_MAPPING_H */
