/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RECORDING_DEVICE_H
#define RECORDING_DEVICE_H

#include "ns3/block-device.h"
#include "ns3/nstime.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <functional>
#include <vector>

namespace ns3
{

/**
 * @ingroup block-io
 *
 * A device for tests: it serves any number of requests at once, each in the same time, and keeps
 * what it was asked.
 */
class RecordingDevice : public BlockDevice
{
  public:
    /// A request as it came.
    struct Seen
    {
        Time when;                //!< when it was submitted
        BlockOperation operation; //!< what it did
        uint64_t lba;             //!< its first block
        uint32_t blocks;          //!< its number of blocks
        bool forced;              //!< whether it was to pass any cache
    };

    /**
     * @param blockCount number of blocks
     * @param serviceTime how long each request takes
     * @param blockSize bytes in a block
     */
    RecordingDevice(uint64_t blockCount, Time serviceTime, uint32_t blockSize = 512)
        : m_blockCount(blockCount),
          m_blockSize(blockSize),
          m_serviceTime(serviceTime)
    {
    }

    uint64_t GetBlockCount() const override
    {
        return m_ready ? m_blockCount : 0;
    }

    uint32_t GetBlockSize() const override
    {
        return m_blockSize;
    }

    bool IsReady() const override
    {
        return m_ready;
    }

    /**
     * @param ready true if requests are served from now on
     */
    void SetReady(bool ready)
    {
        m_ready = ready;
        if (ready)
        {
            NotifyReady();
        }
    }

    std::vector<Seen> seen; //!< every request, in order
    uint32_t mostAtOnce{0}; //!< the most that were outstanding at once
    /// How each request ends, by its place in the order.
    std::function<BlockStatus(std::size_t)> fate = [](std::size_t) { return BlockStatus::OK; };

  private:
    void DoSubmit(Ptr<BlockRequest> request) override
    {
        const auto status = fate(seen.size());
        seen.push_back({Simulator::Now(),
                        request->operation,
                        request->lba,
                        request->blocks,
                        request->forceUnitAccess});
        mostAtOnce = std::max(mostAtOnce, GetOutstanding());
        Simulator::Schedule(m_serviceTime,
                            &RecordingDevice::Complete,
                            Ptr<RecordingDevice>(this),
                            request,
                            status);
    }

    uint64_t m_blockCount; //!< number of blocks
    uint32_t m_blockSize;  //!< bytes in a block
    Time m_serviceTime;    //!< how long each request takes
    bool m_ready{true};    //!< true while requests are served
};

} // namespace ns3

#endif /* RECORDING_DEVICE_H */
