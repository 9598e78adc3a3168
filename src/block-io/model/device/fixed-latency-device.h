/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FIXED_LATENCY_DEVICE_H
#define FIXED_LATENCY_DEVICE_H

#include "block-device.h"
#include "block-store.h"

#include "ns3/nstime.h"

#include <deque>
#include <optional>

namespace ns3
{

/**
 * @ingroup block-io-device
 *
 * A device that takes the same time for every request, whatever its size.
 *
 * At most QueueDepth requests are in service; the others wait in order of arrival. A request that
 * enters service at t ends at t + Latency, and its slot is free from then on. It stamps AT_DRIVE at
 * t and MEDIA_DONE at the end.
 */
class FixedLatencyDevice : public BlockDevice
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

    /**
     * Start the service of a request.
     *
     * @param request the request
     */
    void Serve(Ptr<BlockRequest> request);

    /**
     * Compute how long a request takes that is taken into service now; called once for each, in the
     * order of service.
     *
     * @param request the request
     * @return the time to its end
     */
    virtual Time StartService(Ptr<const BlockRequest> request);

    /**
     * @return the attribute Latency
     */
    Time GetLatency() const;

  private:
    /**
     * End a request and take the next into service.
     *
     * @param request the request
     */
    void End(Ptr<BlockRequest> request);

    uint64_t m_blockCount;                   //!< number of blocks
    uint32_t m_blockSize;                    //!< bytes in a block
    Time m_latency;                          //!< of every request
    uint32_t m_queueDepth;                   //!< most requests in service
    bool m_storeData;                        //!< true if contents are kept
    uint32_t m_inService{0};                 //!< requests in service
    std::deque<Ptr<BlockRequest>> m_waiting; //!< not yet in service
    std::optional<BlockStore> m_store;       //!< contents, from the first request on
};

} // namespace ns3

#endif /* FIXED_LATENCY_DEVICE_H */
