/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "block-device.h"

#include "ns3/assert.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("BlockDevice");

NS_OBJECT_ENSURE_REGISTERED(BlockDevice);

TypeId
BlockDevice::GetTypeId()
{
    static TypeId tid = TypeId("ns3::BlockDevice")
                            .SetParent<Object>()
                            .SetGroupName("BlockIo")
                            .AddTraceSource("Submit",
                                            "A request was submitted",
                                            MakeTraceSourceAccessor(&BlockDevice::m_submitTrace),
                                            "ns3::BlockDevice::RequestTracedCallback")
                            .AddTraceSource("Complete",
                                            "A request was completed; its status tells the outcome",
                                            MakeTraceSourceAccessor(&BlockDevice::m_completeTrace),
                                            "ns3::BlockDevice::RequestTracedCallback")
                            .AddTraceSource("Outstanding",
                                            "Number of outstanding requests: submitted, not yet "
                                            "completed",
                                            MakeTraceSourceAccessor(&BlockDevice::m_outstanding),
                                            "ns3::TracedValueCallback::Uint32");
    return tid;
}

void
BlockDevice::DoDispose()
{
    m_waiting.clear();
    Object::DoDispose();
}

void
BlockDevice::Submit(Ptr<BlockRequest> request)
{
    NS_LOG_FUNCTION(this << request->operation << request->lba << request->blocks);
    NS_ASSERT_MSG(!request->completion.IsNull(), "a request needs a completion callback");
    NS_ASSERT_MSG(request->operation != BlockOperation::UNMAP || TakesUnmap(),
                  "a device that cannot unmap gets zeros");
    ++m_outstanding;
    request->issueTime = Simulator::Now();
    if (m_recordTimelines && !request->timeline)
    {
        request->timeline = Create<IoTimeline>();
        request->Stamp(IoStage::ISSUED);
    }
    m_submitTrace(request);
    const auto count = GetBlockCount();
    NS_LOG_DEBUG("request: " << request->operation << " LBA " << request->lba << ", "
                             << request->blocks << " blocks, " << m_outstanding << " outstanding");
    if (request->lba > count || request->blocks > count - request->lba)
    {
        NS_LOG_WARN("request refused: LBA " << request->lba << ", " << request->blocks
                                            << " blocks, the device has " << count);
        const auto status = IsReady() ? BlockStatus::LBA_OUT_OF_RANGE : BlockStatus::NOT_READY;
        Simulator::ScheduleNow(&BlockDevice::Complete, Ptr<BlockDevice>(this), request, status);
        return;
    }
    DoSubmit(request);
}

bool
BlockDevice::IsReady() const
{
    return true;
}

void
BlockDevice::CallWhenReady(Callback<void> callback)
{
    if (IsReady())
    {
        callback();
        return;
    }
    m_waiting.push_back(callback);
}

BlockCacheSettings
BlockDevice::GetCacheSettings() const
{
    return {};
}

BlockCacheSettings
BlockDevice::GetChangeableCacheSettings() const
{
    return {false, false};
}

bool
BlockDevice::SetCacheSettings(const BlockCacheSettings& settings)
{
    return settings == GetCacheSettings();
}

bool
BlockDevice::TakesUnmap() const
{
    return false;
}

IoStageGroups
BlockDevice::GetStageGroups() const
{
    return {};
}

void
BlockDevice::SetRecordTimelines(bool record)
{
    m_recordTimelines = record;
}

uint32_t
BlockDevice::GetOutstanding() const
{
    return m_outstanding;
}

void
BlockDevice::Complete(Ptr<BlockRequest> request, BlockStatus status)
{
    NS_LOG_FUNCTION(this << request->operation << request->lba << request->blocks << status);
    NS_ASSERT_MSG(!request->completion.IsNull(), "a request was completed twice");
    --m_outstanding;
    request->status = status;
    NS_LOG_DEBUG("done: " << request->operation << " LBA " << request->lba << ", " << status);
    if (m_recordTimelines)
    {
        request->Stamp(IoStage::COMPLETED);
    }
    m_completeTrace(request);
    auto completion = std::exchange(request->completion, BlockRequest::Completion());
    completion(request);
}

void
BlockDevice::NotifyReady()
{
    for (auto& callback : std::exchange(m_waiting, {}))
    {
        callback();
    }
}

} // namespace ns3
