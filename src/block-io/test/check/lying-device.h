/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LYING_DEVICE_H
#define LYING_DEVICE_H

#include "ns3/block-device.h"
#include "ns3/block-store.h"
#include "ns3/nstime.h"
#include "ns3/simulator.h"

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup block-io
 *
 * A device for tests that keeps contents and serves any number of requests at once, each in 1 ms. A
 * test may let it do something else with a request.
 */
class LyingDevice : public BlockDevice
{
  public:
    /// Serves a request in its own way, and says how it ends.
    using Service = std::function<BlockStatus(LyingDevice&, Ptr<BlockRequest>)>;

    /// A request as it was submitted.
    struct Seen
    {
        Time when;                //!< when it was submitted
        BlockOperation operation; //!< what it does
        uint64_t lba;             //!< its first block
        uint32_t blocks;          //!< its number of blocks
        bool forceUnitAccess;     //!< whether it goes past caches
    };

    /**
     * @param blockCount number of blocks
     * @param service what it does with each request; honest without one
     */
    explicit LyingDevice(uint64_t blockCount, Service service = nullptr)
        : m_blockCount(blockCount),
          m_service(std::move(service))
    {
    }

    uint64_t GetBlockCount() const override
    {
        return m_blockCount;
    }

    uint32_t GetBlockSize() const override
    {
        return BLOCK_SIZE;
    }

    bool IsReady() const override
    {
        return m_isReady;
    }

    /**
     * @param isReady false if requests end with NOT_READY from now on
     */
    void SetReady(bool isReady)
    {
        m_isReady = isReady;
        if (isReady)
        {
            NotifyReady();
        }
    }

    /**
     * Serve a request as it should be.
     *
     * @param request the request
     * @return OK
     */
    BlockStatus Serve(Ptr<BlockRequest> request)
    {
        store.Apply(request);
        return BlockStatus::OK;
    }

    /// Bytes in a block.
    static constexpr uint32_t BLOCK_SIZE = 512;

    BlockStore store{BLOCK_SIZE}; //!< the contents
    std::vector<Seen> seen;       //!< every request, in order

  private:
    void DoSubmit(Ptr<BlockRequest> request) override
    {
        seen.push_back({Simulator::Now(),
                        request->operation,
                        request->lba,
                        request->blocks,
                        request->forceUnitAccess});
        Simulator::Schedule(MilliSeconds(1), &LyingDevice::End, Ptr<LyingDevice>(this), request);
    }

    /**
     * @param request a request whose time has passed
     */
    void End(Ptr<BlockRequest> request)
    {
        Complete(request, m_isReady ? ServeReady(request) : BlockStatus::NOT_READY);
    }

    /**
     * @param request a request whose time has passed
     * @return how it ends
     */
    BlockStatus ServeReady(Ptr<BlockRequest> request)
    {
        return m_service ? m_service(*this, request) : Serve(request);
    }

    bool m_isReady{true};  //!< false while requests end with NOT_READY
    uint64_t m_blockCount; //!< number of blocks
    Service m_service;     //!< what it does with each request, null for an honest one
};

} // namespace ns3

#endif /* LYING_DEVICE_H */
