/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PAGE_DIRECT_H
#define PAGE_DIRECT_H

#include "page-device.h"
#include "page-operation.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup host-io-page-cache
 *
 * A read or a write past the page cache (O_DIRECT): first its pages are written back and leave the
 * cache, then its requests go to the device, all at once. A write ends when the pages have left the
 * cache once more: others may have read them meanwhile.
 */
class PageDirect : public PageOperation
{
  public:
    /**
     * @param core the parts of the page cache
     * @param operation READ or WRITE
     * @param forceUnitAccess true to pass by the device's cache too
     * @param mapping the mapping
     * @param offset the first byte, at a block of the device
     * @param bytes how many, whole blocks
     * @param data the contents of a write, or null
     * @param completion called at the end
     */
    PageDirect(PageCacheCore& core,
               BlockOperation operation,
               bool forceUnitAccess,
               Ptr<PageMapping> mapping,
               uint64_t offset,
               uint64_t bytes,
               Ptr<const Packet> data,
               PageCacheCompletion completion);

  private:
    void Run() override;

    /**
     * Remove the pages of the range from the cache; write back those that are dirty, and wait for
     * them.
     *
     * @return false if the operation waits
     */
    bool RemovePages();

    /**
     * Remove the pages that came into the cache while a write was at the device, and wait for those
     * that are under I/O, as they may have what was there before. Dirty ones are newer and stay.
     *
     * @return false if the operation waits
     */
    bool RemoveNewPages();

    /**
     * @return the number of the page behind the range
     */
    uint64_t GetEndPage() const;

    /**
     * Send requests for as many bytes as lie next to each other, or leave out a hole.
     *
     * @return the position behind them
     */
    uint64_t TransferExtent();

    /**
     * Send requests.
     *
     * @param position the first byte in the mapping
     * @param end the byte behind the last one
     * @param deviceOffset where the first byte is on the device
     */
    void Transfer(uint64_t position, uint64_t end, uint64_t deviceOffset);

    /**
     * @param position a byte in the mapping
     * @param end another behind it
     * @return what to write from the first to before the second: zeros outside the operation
     */
    std::vector<uint8_t> GetContents(uint64_t position, uint64_t end) const;

    /**
     * A request has ended.
     *
     * @param completed the request
     */
    void TransferEnded(Ptr<BlockRequest> completed);

    /**
     * A part has ended; the operation ends with the last one.
     *
     * @param status how it ended
     */
    void EndPart(BlockStatus status);

    /// All parts have ended, and the pages have left the cache.
    void End();

    BlockOperation m_operation;            //!< READ or WRITE
    bool m_forceUnitAccess;                //!< passes by the device's cache
    BlockStatus m_status{BlockStatus::OK}; //!< the first error
    uint64_t m_newEnd{0}; //!< pages from the current one up to this got a place just now
    uint64_t m_left{1};   //!< requests at the device, and one for sending
    std::optional<uint64_t>
        m_awaited; //!< the last page under I/O that a write waited for at its end
};

} // namespace ns3

#endif /* PAGE_DIRECT_H */
