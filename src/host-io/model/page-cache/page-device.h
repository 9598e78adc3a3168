/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PAGE_DEVICE_H
#define PAGE_DEVICE_H

#include "device-flusher.h"
#include "page-cache-statistics.h"
#include "page-request.h"

#include "ns3/block-device.h"
#include "ns3/object.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup host-io-page-cache
 *
 * The device under a page cache, in bytes instead of blocks. After a loss of power it knows the
 * requests from before.
 */
class PageDevice
{
  public:
    /**
     * @param cache the page cache, which requests keep while they are at the device
     * @param statistics where transfers are counted
     */
    PageDevice(Object* cache, PageCacheStatistics& statistics);

    /**
     * @param device the device
     * @param storeData true if contents are kept
     * @param forceUnitAccess true if the device takes writes with FUA
     */
    void SetDevice(Ptr<BlockDevice> device, bool storeData, bool forceUnitAccess);

    /**
     * @return true if contents are kept
     */
    bool StoresData() const;

    /**
     * Give requests timelines from now on.
     */
    void RecordTimelines();

    /**
     * Send a request. What reaches past the device's last block is left out.
     *
     * @param request the request, with its completion
     * @param offset the first byte, at a block
     * @param bytes how many, whole blocks; 0 for a FLUSH
     * @param contents what to write, where contents are kept
     */
    void Submit(Ptr<PageRequest> request,
                uint64_t offset,
                uint64_t bytes,
                const std::vector<uint8_t>& contents);

    /**
     * @param request a request that is complete
     * @return false if it is from before a loss of power: nobody waits for it
     */
    bool IsCurrent(const PageRequest& request) const;

    /**
     * @param request a read that is complete
     * @param bytes how many bytes it was asked for
     * @return what was read, with zeros for what the device has not
     */
    static std::vector<uint8_t> GetContents(const PageRequest& request, uint64_t bytes);

    /**
     * The requests at the device are forgotten.
     */
    void LosePower();

    /**
     * @return how often power was lost
     */
    uint64_t GetPowerOn() const;

  private:
    /**
     * Hand a request to the device as it is.
     *
     * @param request the request
     */
    void Send(Ptr<BlockRequest> request);

    Object* m_cache;                   //!< the page cache
    PageCacheStatistics& m_statistics; //!< where transfers are counted
    Ptr<BlockDevice> m_device;         //!< the device
    bool m_storeData{false};           //!< true if contents are kept
    bool m_forceUnitAccess{true};      //!< true if the device takes writes with FUA
    bool m_recordTimelines{false};     //!< true if requests get timelines
    uint64_t m_powerOn{0};             //!< how often power was lost
    DeviceFlusher m_flusher;           //!< sends FLUSH, and FUA for a device without it
};

} // namespace ns3

#endif /* PAGE_DEVICE_H */
