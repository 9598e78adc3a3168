/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef REMOTE_PAGES_H
#define REMOTE_PAGES_H

#include "ns3/page-mapping.h"
#include "ns3/ptr.h"

#include <cstdint>

namespace ns3
{

class PageCache;
class RemotePageDevice;

/**
 * @ingroup host-io-service
 *
 * The pages of one file of a server, for a page cache: each is where its number says, in the part
 * of a RemotePageDevice that belongs to the file. They may outlive an open file: what is cached of
 * it is found again at the next open.
 */
class RemotePages : public PageMapping
{
  public:
    /**
     * @param device where the file has a part; it is given back at the end
     * @param part which part
     * @param cache where the pages are kept; outlives the file
     */
    RemotePages(Ptr<RemotePageDevice> device, uint64_t part, PageCache& cache);
    ~RemotePages() override;

    PageExtent Find(uint64_t page, uint64_t count) const override;
    uint64_t GetPageCount() const override;

    /**
     * @return the part of the device
     */
    uint64_t GetPart() const;

    /**
     * Drop all pages from the cache.
     */
    void Forget();

    /**
     * @param bytes size of the file on the server
     */
    void SetBytes(uint64_t bytes);

    /**
     * @return size of the file on the server, bytes
     */
    uint64_t GetBytes() const;

  private:
    Ptr<RemotePageDevice> m_device; //!< where the file has a part
    uint64_t m_part;                //!< which part
    PageCache& m_cache;             //!< where the pages are kept
    uint64_t m_bytes{0};            //!< size of the file on the server
};

} // namespace ns3

#endif /* REMOTE_PAGES_H */
