/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DEVICE_FLUSHER_H
#define DEVICE_FLUSHER_H

#include "ns3/block-request.h"
#include "ns3/callback.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup host-io-page-cache
 *
 * FLUSH requests and writes with FUA as Linux's block layer sends them to a device with a write
 * cache (block/blk-flush.c).
 *
 * One FLUSH is at the device at a time. Those that come meanwhile share the next one. A write with
 * FUA to a device without FUA is sent as a plain write and ends with a FLUSH behind it. While such
 * a write is at the device the next FLUSH waits for it, at most 5 s, so that several share one.
 */
class DeviceFlusher
{
  public:
    /// Sends a request to the device.
    using Send = Callback<void, Ptr<BlockRequest>>;

    /**
     * @param cache the page cache, which requests keep while they are at the device
     * @param send what sends a request to the device
     */
    DeviceFlusher(Object* cache, Send send);

    /**
     * Take a FLUSH. It completes as the FLUSH of the device does that serves it, with its stamps.
     *
     * @param request the FLUSH
     */
    void Flush(Ptr<BlockRequest> request);

    /**
     * Take a write with FUA for a device without FUA. An error of the write itself ends it without
     * a FLUSH.
     *
     * @param request the write
     */
    void Write(Ptr<BlockRequest> request);

    /**
     * Forget everything: nobody waits for what is at the device.
     */
    void LosePower();

  private:
    /// A request that waits for a FLUSH.
    struct Waiter
    {
        Ptr<BlockRequest> request;           //!< the request
        BlockRequest::Completion completion; //!< what to notify
    };

    /**
     * Let a request wait for the next FLUSH.
     *
     * @param waiter the request
     */
    void Await(const Waiter& waiter);

    /**
     * Send the next FLUSH, if there is one to be sent now.
     */
    void TrySend();

    /**
     * The data of a write with FUA are written.
     *
     * @param completion what to notify of the write
     * @param epoch how often power had been lost
     * @param request the write
     */
    void Written(BlockRequest::Completion completion, uint64_t epoch, Ptr<BlockRequest> request);

    /**
     * A FLUSH of the device has ended.
     *
     * @param epoch how often power had been lost
     * @param flush the FLUSH
     */
    void Flushed(uint64_t epoch, Ptr<BlockRequest> flush);

    /// The longest that a FLUSH waits for writes with FUA.
    static constexpr int64_t LONGEST_WAIT_S = 5;

    Object* m_cache;               //!< the page cache
    Send m_send;                   //!< sends a request to the device
    std::vector<Waiter> m_running; //!< who waits for the FLUSH at the device
    std::vector<Waiter> m_pending; //!< who waits for the next one
    Time m_pendingSince;           //!< when the first of these came
    uint32_t m_writes{0};          //!< writes with FUA at the device
    uint64_t m_epoch{0};           //!< how often power was lost
};

} // namespace ns3

#endif /* DEVICE_FLUSHER_H */
