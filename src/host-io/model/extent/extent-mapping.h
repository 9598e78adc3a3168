/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef EXTENT_MAPPING_H
#define EXTENT_MAPPING_H

#include "extent-inode.h"

#include "ns3/callback.h"
#include "ns3/page-mapping.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup host-io
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
 * @ingroup host-io
 *
 * A file as the page cache sees it.
 */
class ExtentFileMapping : public PageMapping
{
  public:
    /// Called when pages are about to be written back that have no place: first page, how many.
    using Allocator = Callback<void, ExtentInode&, uint64_t, uint64_t>;

    /**
     * @param inode the file
     * @param allocator finds a place for its pages
     */
    ExtentFileMapping(ExtentInode& inode, Allocator allocator);

    /// The file is no more: what the cache still asks of it is about nothing.
    void Detach();

    /**
     * @return the file, or null if it is no more
     */
    ExtentInode* GetInode() const;

    PageExtent Find(uint64_t page, uint64_t count) const override;
    void Allocate(uint64_t page, uint64_t count) override;
    uint64_t GetPageCount() const override;

  private:
    ExtentInode* m_inode;  //!< the file, or null
    Allocator m_allocator; //!< finds a place for its pages
};

} // namespace ns3

#endif /* EXTENT_MAPPING_H */
