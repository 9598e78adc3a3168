/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PAGE_CACHE_DEVICE_H
#define PAGE_CACHE_DEVICE_H

#include "page-cache.h"
#include "page-mapping.h"

#include "ns3/block-device.h"
#include "ns3/read-ahead.h"

namespace ns3
{

/**
 * @ingroup host-io-page-cache
 *
 * A device as a mapping: each of its pages is where its number says. A device that ends inside a
 * page has that page too.
 */
class DevicePageMapping : public PageMapping
{
  public:
    /**
     * @param device the device
     */
    explicit DevicePageMapping(Ptr<BlockDevice> device);

    PageExtent Find(uint64_t page, uint64_t count) const override;
    uint64_t GetPageCount() const override;

  private:
    Ptr<BlockDevice> m_device; //!< the device
};

/**
 * @ingroup host-io-page-cache
 *
 * A block device seen through a page cache, as a program sees /dev/sda that opens it without
 * O_DIRECT.
 *
 * It has the blocks of the device below, all of them. READ and WRITE go through the cache; with
 * forceUnitAccess they pass by it and by the device's own. FLUSH writes back all dirty pages of the
 * cache, not only the device's, then flushes the device below; it reports failed write-backs.
 * VERIFY goes to the device once what is dirty has been written back. Requests are taken up in the
 * order in which they come; BlockRequest::order changes nothing. One read-ahead serves the whole
 * device. The timeline of a request shows what it waited for (PageCacheStages).
 */
class PageCacheDevice : public BlockDevice
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * @param cache the page cache, which has its device
     * @throw UserError if it has none
     */
    void SetCache(Ptr<PageCache> cache);

    /**
     * @return the page cache, or null
     */
    Ptr<PageCache> GetCache() const;

    uint64_t GetBlockCount() const override;
    uint32_t GetBlockSize() const override;
    bool IsReady() const override;
    IoStageGroups GetStageGroups() const override;
    BlockCacheSettings GetCacheSettings() const override;

  protected:
    void DoDispose() override;
    void DoSubmit(Ptr<BlockRequest> request) override;

  private:
    /**
     * The cache has done with a request.
     *
     * @param request the request
     * @param status how it ended
     * @param data what was read, or null
     */
    void Done(Ptr<BlockRequest> request, BlockStatus status, Ptr<Packet> data);

    /**
     * The dirty pages are written back; the request goes to the device below.
     *
     * @param request the request, FLUSH or VERIFY
     * @param status how the write-back ended
     * @param data null
     */
    void WrittenBack(Ptr<BlockRequest> request, BlockStatus status, Ptr<Packet> data);

    /**
     * The device below has done with a VERIFY.
     *
     * @param request the request
     * @param below the request to the device below
     */
    void Verified(Ptr<BlockRequest> request, Ptr<BlockRequest> below);

    Ptr<PageCache> m_cache;     //!< the page cache
    Ptr<BlockDevice> m_below;   //!< its device
    Ptr<PageMapping> m_mapping; //!< the device as a mapping
    Ptr<ReadAhead> m_readAhead; //!< of the device, or null
};

} // namespace ns3

#endif /* PAGE_CACHE_DEVICE_H */
