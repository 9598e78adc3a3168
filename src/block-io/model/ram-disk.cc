/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ram-disk.h"

#include "ns3/boolean.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("RamDisk");

NS_OBJECT_ENSURE_REGISTERED(RamDisk);

TypeId
RamDisk::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::RamDisk")
            .SetParent<BlockDevice>()
            .SetGroupName("BlockIo")
            .AddConstructor<RamDisk>()
            .AddAttribute("BlockCount",
                          "Number of blocks, at least 1",
                          UintegerValue(2097152),
                          MakeUintegerAccessor(&RamDisk::m_blockCount),
                          MakeUintegerChecker<uint64_t>(1))
            .AddAttribute("BlockSize",
                          "Bytes in a block, at least 1",
                          UintegerValue(512),
                          MakeUintegerAccessor(&RamDisk::m_blockSize),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("Latency",
                          "Time from service to transfer, the same for every request, 0 or more",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&RamDisk::m_latency),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("Bandwidth",
                          "Rate of the one channel that all transfers share; 0 is infinite",
                          DataRateValue(DataRate(0)),
                          MakeDataRateAccessor(&RamDisk::m_bandwidth),
                          MakeDataRateChecker())
            .AddAttribute("QueueDepth",
                          "Most requests in service at once, at least 1; others wait",
                          UintegerValue(32),
                          MakeUintegerAccessor(&RamDisk::m_queueDepth),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("StoreData",
                          "Keep contents: reads return what was written, zeros elsewhere",
                          BooleanValue(false),
                          MakeBooleanAccessor(&RamDisk::m_storeData),
                          MakeBooleanChecker());
    return tid;
}

uint64_t
RamDisk::GetBlockCount() const
{
    return m_blockCount;
}

uint32_t
RamDisk::GetBlockSize() const
{
    return m_blockSize;
}

void
RamDisk::DoDispose()
{
    m_waiting.clear();
    m_store.reset();
    BlockDevice::DoDispose();
}

void
RamDisk::DoSubmit(Ptr<BlockRequest> request)
{
    NS_LOG_FUNCTION(this << request->operation << request->lba << request->blocks);
    if (m_inService < m_queueDepth)
    {
        Serve(request);
    }
    else
    {
        m_waiting.push_back(request);
    }
}

void
RamDisk::Serve(Ptr<BlockRequest> request)
{
    ++m_inService;
    request->Stamp(IoStage::AT_DRIVE);
    const auto now = Simulator::Now();
    m_channelFree = std::max(now + m_latency, m_channelFree) + GetTransferTime(request);
    Simulator::Schedule(m_channelFree - now, &RamDisk::End, Ptr<RamDisk>(this), request);
}

void
RamDisk::End(Ptr<BlockRequest> request)
{
    request->Stamp(IoStage::MEDIA_DONE);
    if (m_storeData)
    {
        if (!m_store)
        {
            m_store.emplace(m_blockSize);
        }
        m_store->Apply(request);
    }
    --m_inService;
    if (!m_waiting.empty())
    {
        auto next = m_waiting.front();
        m_waiting.pop_front();
        Serve(next);
    }
    Complete(request, BlockStatus::OK);
}

Time
RamDisk::GetTransferTime(Ptr<const BlockRequest> request) const
{
    const bool transfers =
        request->operation == BlockOperation::READ || request->operation == BlockOperation::WRITE;
    if (!transfers || m_bandwidth == DataRate(0))
    {
        return Time(0);
    }
    const auto bits = static_cast<uint64_t>(request->blocks) * m_blockSize * 8;
    return Seconds(int64x64_t(bits) / int64x64_t(m_bandwidth.GetBitRate()));
}

} // namespace ns3
