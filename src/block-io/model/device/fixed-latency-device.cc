/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fixed-latency-device.h"

#include "ns3/boolean.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("FixedLatencyDevice");

NS_OBJECT_ENSURE_REGISTERED(FixedLatencyDevice);

TypeId
FixedLatencyDevice::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::FixedLatencyDevice")
            .SetParent<BlockDevice>()
            .SetGroupName("BlockIo")
            .AddConstructor<FixedLatencyDevice>()
            .AddAttribute("BlockCount",
                          "Number of blocks, at least 1",
                          UintegerValue(2097152),
                          MakeUintegerAccessor(&FixedLatencyDevice::m_blockCount),
                          MakeUintegerChecker<uint64_t>(1))
            .AddAttribute("BlockSize",
                          "Bytes in a block, at least 1",
                          UintegerValue(512),
                          MakeUintegerAccessor(&FixedLatencyDevice::m_blockSize),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("Latency",
                          "Service time of each request, 0 or more",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&FixedLatencyDevice::m_latency),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("QueueDepth",
                          "Maximum number of requests in service at once, at least 1; others wait",
                          UintegerValue(32),
                          MakeUintegerAccessor(&FixedLatencyDevice::m_queueDepth),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("StoreData",
                          "Keep contents: reads return what was written, zeros elsewhere",
                          BooleanValue(false),
                          MakeBooleanAccessor(&FixedLatencyDevice::m_storeData),
                          MakeBooleanChecker());
    return tid;
}

uint64_t
FixedLatencyDevice::GetBlockCount() const
{
    return m_blockCount;
}

uint32_t
FixedLatencyDevice::GetBlockSize() const
{
    return m_blockSize;
}

void
FixedLatencyDevice::DoDispose()
{
    m_waiting.clear();
    m_store.reset();
    BlockDevice::DoDispose();
}

void
FixedLatencyDevice::DoSubmit(Ptr<BlockRequest> request)
{
    NS_LOG_FUNCTION(this << request->operation << request->lba << request->blocks);
    if (m_inService < m_queueDepth)
    {
        Serve(request);
    }
    else
    {
        m_waiting.push_back(request);
        NS_LOG_DEBUG("queue full: " << m_inService << " in service, " << m_waiting.size()
                                    << " wait");
    }
}

void
FixedLatencyDevice::Serve(Ptr<BlockRequest> request)
{
    ++m_inService;
    request->Stamp(IoStage::AT_DRIVE);
    Simulator::Schedule(StartService(request), [device = Ptr<FixedLatencyDevice>(this), request]() {
        device->End(request);
    });
}

void
FixedLatencyDevice::End(Ptr<BlockRequest> request)
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
FixedLatencyDevice::StartService(Ptr<const BlockRequest>)
{
    return m_latency;
}

Time
FixedLatencyDevice::GetLatency() const
{
    return m_latency;
}

} // namespace ns3
