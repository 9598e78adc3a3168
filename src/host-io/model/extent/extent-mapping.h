/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef EXTENT_MAPPING_H
#define EXTENT_MAPPING_H

#include "extent-inode.h"

#include "ns3/callback.h"
#include "ns3/page-cache-completion.h"
#include "ns3/page-mapping.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup host-io-extent
 *
 * The device itself as the page cache sees it: what metadata are read and written through.
 */
class ExtentDeviceMapping : public PageMapping
{
  public:
    /**
     * @param pages number of pages of the device
     */
    explicit ExtentDeviceMapping(uint64_t pages);

    PageExtent Find(uint64_t page, uint64_t count) const override;
    uint64_t GetPageCount() const override;

  private:
    uint64_t m_pages; //!< pages of the device
};

/**
 * @ingroup host-io-extent
 *
 * A file as the page cache sees it.
 */
class ExtentFileMapping : public PageMapping
{
  public:
    /// What the mapping needs of its file system.
    struct Services
    {
        /// Finds a place for pages that are about to be written back: first page, how many.
        Callback<void, ExtentInode&, uint64_t, uint64_t> allocate;
        /// Looks a block of metadata up: tells whether it is cached.
        Callback<bool, uint64_t> use;
        /// Reads blocks of metadata and tells how that ended, not from inside the call.
        Callback<void, std::vector<uint64_t>, PageCacheCompletion> read;
    };

    /**
     * @param inode the file
     * @param services what it needs
     */
    ExtentFileMapping(ExtentInode& inode, const Services& services);

    /// The file is no more: what the cache still asks of it is about nothing.
    void Detach();

    PageExtent Find(uint64_t page, uint64_t count) const override;
    void Allocate(uint64_t page, uint64_t count) override;
    uint64_t CountLocated(uint64_t page, uint64_t count) const override;
    void Locate(uint64_t page, PageCacheCompletion done) override;
    uint64_t GetPageCount() const override;

  private:
    ExtentInode* m_inode; //!< the file, or null
    Services m_services;  //!< of its file system
};

} // namespace ns3

#endif /* EXTENT_MAPPING_H */
