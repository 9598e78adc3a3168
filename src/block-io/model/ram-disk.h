/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RAM_DISK_H
#define RAM_DISK_H

#include "block-device.h"
#include "block-store.h"

#include "ns3/data-rate.h"
#include "ns3/nstime.h"

#include <deque>
#include <optional>

namespace ns3
{

/**
 * @ingroup block-io
 *
 * A device of memory: a fixed latency, a bandwidth and a queue depth, nothing that moves.
 *
 * At most QueueDepth requests are in service; the others wait, first come first served. A request
 * taken into service at t is ready for its transfer at t + Latency, whatever else is in service.
 * Transfers share one channel, one after the other in the order of service: request i ends at
 *
 *     end(i) = max(t(i) + Latency, end(i-1)) + bytes(i) / Bandwidth
 *
 * and its place is free from then on. VERIFY and FLUSH transfer nothing but keep their turn on the
 * channel, so a FLUSH ends after every write submitted before it. It stamps AT_DRIVE at t(i) and
 * MEDIA_DONE at end(i).
 */
class RamDisk : public BlockDevice
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    uint64_t GetBlockCount() const override;
    uint32_t GetBlockSize() const override;

  protected:
    void DoDispose() override;
    void DoSubmit(Ptr<BlockRequest> request) override;

  private:
    /**
     * Take a request into service.
     *
     * @param request the request
     */
    void Serve(Ptr<BlockRequest> request);

    /**
     * End a request and take the next into service.
     *
     * @param request the request
     */
    void End(Ptr<BlockRequest> request);

    /**
     * @param request the request
     * @return how long its transfer occupies the channel
     */
    Time GetTransferTime(Ptr<const BlockRequest> request) const;

    uint64_t m_blockCount;                   //!< number of blocks
    uint32_t m_blockSize;                    //!< bytes in a block
    Time m_latency;                          //!< from service to transfer
    DataRate m_bandwidth;                    //!< of the channel; zero is infinite
    uint32_t m_queueDepth;                   //!< most requests in service
    bool m_storeData;                        //!< true if contents are kept
    uint32_t m_inService{0};                 //!< requests in service
    Time m_channelFree;                      //!< end of the last transfer on the channel
    std::deque<Ptr<BlockRequest>> m_waiting; //!< not yet in service
    std::optional<BlockStore> m_store;       //!< contents, from the first request on
};

} // namespace ns3

#endif /* RAM_DISK_H */
