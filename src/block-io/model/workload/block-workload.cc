/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "block-workload.h"

#include "ns3/assert.h"
#include "ns3/block-io-permanent-failure.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"
#include "ns3/user-error.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("BlockWorkload");

NS_OBJECT_ENSURE_REGISTERED(BlockWorkload);

TypeId
BlockWorkload::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::BlockWorkload")
            .SetParent<Application>()
            .SetGroupName("BlockIo")
            .AddAttribute("QueueDepth",
                          "Closed loop: requests kept outstanding over all devices, at least 1",
                          UintegerValue(1),
                          MakeUintegerAccessor(&BlockWorkload::m_queueDepth),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("Count",
                          "Maximum number of requests to issue; 0 for no limit",
                          UintegerValue(0),
                          MakeUintegerAccessor(&BlockWorkload::m_count),
                          MakeUintegerChecker<uint64_t>())
            .AddAttribute("StartDelay",
                          "Time from when the devices are ready to the start of the workload, 0 or "
                          "more",
                          TimeValue(Seconds(0)),
                          MakeTimeAccessor(&BlockWorkload::m_startDelay),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("RampTime",
                          "Time from the start of the workload to the first request that counts in "
                          "results, 0 or more",
                          TimeValue(Seconds(0)),
                          MakeTimeAccessor(&BlockWorkload::m_rampTime),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("RunTime",
                          "Time from the end of RampTime until no more requests are issued, 0 or "
                          "more; 0 for no limit",
                          TimeValue(Seconds(0)),
                          MakeTimeAccessor(&BlockWorkload::m_runTime),
                          MakeTimeChecker(Seconds(0)))
            .AddTraceSource("Issue",
                            "A request was issued; gives the index of its device",
                            MakeTraceSourceAccessor(&BlockWorkload::m_issueTrace),
                            "ns3::BlockWorkload::RequestTracedCallback")
            .AddTraceSource("Complete",
                            "A request completed; gives the index of its device",
                            MakeTraceSourceAccessor(&BlockWorkload::m_completeTrace),
                            "ns3::BlockWorkload::RequestTracedCallback")
            .AddTraceSource("Measure",
                            "A request issued after RampTime completed; gives the index of its "
                            "device. Recorders listen to this source",
                            MakeTraceSourceAccessor(&BlockWorkload::m_measureTrace),
                            "ns3::BlockWorkload::RequestTracedCallback")
            .AddTraceSource("Finished",
                            "All requests have completed and no more will be issued",
                            MakeTraceSourceAccessor(&BlockWorkload::m_finishedTrace),
                            "ns3::BlockWorkload::FinishedTracedCallback");
    return tid;
}

void
BlockWorkload::AddDevice(Ptr<BlockDevice> device)
{
    NS_ASSERT_MSG(m_issued == 0, "add devices before the workload starts");
    m_devices.push_back(device);
}

uint32_t
BlockWorkload::GetNDevices() const
{
    return m_devices.size();
}

Ptr<BlockDevice>
BlockWorkload::GetDevice(uint32_t index) const
{
    NS_ASSERT_MSG(index < m_devices.size(), "no device " << index);
    return m_devices[index];
}

void
BlockWorkload::CheckConfiguration()
{
    if (m_devices.empty())
    {
        Reject("it has no device");
    }
    CheckAttributes();
    for (uint32_t i = 0; i < m_devices.size(); ++i)
    {
        if (m_devices[i]->IsReady())
        {
            CheckDevice(i);
        }
    }
}

std::vector<std::string>
BlockWorkload::GetNotes() const
{
    return {};
}

void
BlockWorkload::SetRecordTimelines(bool record)
{
    m_recordTimelines = record;
}

uint64_t
BlockWorkload::GetIssued() const
{
    return m_issued;
}

uint64_t
BlockWorkload::GetCompleted() const
{
    return m_completed;
}

std::optional<double>
BlockWorkload::GetShareDone() const
{
    if (IsFinished())
    {
        return 1;
    }
    std::optional<double> share;
    if (m_count > 0)
    {
        share = static_cast<double>(m_completed) / m_count;
    }
    if (m_endEvent.IsPending())
    {
        const auto passed = (Simulator::Now() - m_begin) / (m_rampTime + m_runTime);
        share = std::max(share.value_or(0), passed.GetDouble());
    }
    return share;
}

bool
BlockWorkload::IsFinished() const
{
    return m_finished;
}

bool
BlockWorkload::IsWaiting() const
{
    return false;
}

void
BlockWorkload::CallWhenAdmitted(Callback<void> callback)
{
    callback();
}

void
BlockWorkload::NoteBegin()
{
}

void
BlockWorkload::NoteFinish()
{
}

void
BlockWorkload::PrepareRequest(BlockRequest&, uint32_t)
{
}

void
BlockWorkload::NoteCompletion(const BlockRequest&)
{
}

Time
BlockWorkload::GetElapsed() const
{
    return Simulator::Now() - m_begin;
}

void
BlockWorkload::Reject(const std::string& text) const
{
    throw UserError(GetInstanceTypeId().GetName() + ": " + text);
}

void
BlockWorkload::DoInitialize()
{
    CheckConfiguration();
    Application::DoInitialize();
}

void
BlockWorkload::DoDispose()
{
    m_arrivalEvent.Cancel();
    m_endEvent.Cancel();
    for (auto& slot : m_slots)
    {
        slot.event.Cancel();
    }
    m_devices.clear();
    Application::DoDispose();
}

void
BlockWorkload::StartApplication()
{
    NS_LOG_FUNCTION(this);
    m_notReady = m_devices.size();
    for (auto& device : m_devices)
    {
        FollowFailure(*device);
        device->CallWhenReady(MakeCallback(&BlockWorkload::DeviceReady, this));
    }
}

void
BlockWorkload::FollowFailure(const BlockDevice& device)
{
    const auto failure = device.GetObject<BlockIoPermanentFailure>();
    if (!failure)
    {
        return;
    }
    if (failure->HasOccurred())
    {
        StopApplication();
        return;
    }
    failure->TraceConnectWithoutContext(
        "Failed",
        Callback<void, const std::string&>([this](const std::string&) { StopApplication(); }));
}

void
BlockWorkload::StopApplication()
{
    NS_LOG_FUNCTION(this);
    NS_LOG_INFO("workload stops: " << m_issued << " requests issued, " << m_completed
                                   << " completed");
    m_stopped = true;
    m_arrivalEvent.Cancel();
    FinishIfDone();
}

void
BlockWorkload::DeviceReady()
{
    if (--m_notReady > 0 || m_stopped)
    {
        return;
    }
    if (m_startDelay.IsZero())
    {
        Admit();
        return;
    }
    m_arrivalEvent = Simulator::Schedule(m_startDelay, &BlockWorkload::Admit, this);
}

void
BlockWorkload::Admit()
{
    CallWhenAdmitted(MakeCallback(&BlockWorkload::Begin, this));
}

void
BlockWorkload::Begin()
{
    NS_LOG_FUNCTION(this);
    if (m_stopped)
    {
        return;
    }
    for (uint32_t i = 0; i < m_devices.size(); ++i)
    {
        CheckDevice(i);
    }
    m_begin = Simulator::Now();
    NoteBegin();
    NS_LOG_INFO("workload begins: " << m_devices.size() << " devices, "
                                    << (IsClosedLoop() ? "closed" : "open") << " loop");
    if (m_runTime.IsStrictlyPositive())
    {
        m_endEvent =
            Simulator::Schedule(m_rampTime + m_runTime, &BlockWorkload::StopApplication, this);
    }
    if (!IsClosedLoop())
    {
        ScheduleArrival();
        return;
    }
    Resume();
}

void
BlockWorkload::Resume()
{
    // With a device that is lost, a slot that waits for it comes back here.
    const auto mayIssue = [this] {
        return IsClosedLoop() && m_slots.size() - m_freeSlots.size() < m_queueDepth && CanIssue() &&
               std::all_of(
                   m_devices.begin(),
                   m_devices.end(),
                   [](const auto& one) { return one->IsReady(); });
    };
    while (mayIssue())
    {
        Issue(AcquireSlot());
    }
    FinishIfDone();
}

bool
BlockWorkload::CanIssue() const
{
    return !m_stopped && (m_count == 0 || m_issued < m_count) && HasNext();
}

uint32_t
BlockWorkload::AcquireSlot()
{
    if (m_freeSlots.empty())
    {
        const uint32_t slot = m_slots.size();
        m_slots.emplace_back();
        m_slots.back().completion = MakeCallback(&BlockWorkload::Completed, this, slot);
        return slot;
    }
    const auto slot = m_freeSlots.back();
    m_freeSlots.pop_back();
    return slot;
}

void
BlockWorkload::ScheduleArrival()
{
    if (!CanIssue())
    {
        FinishIfDone();
        return;
    }
    const auto delay = Max(m_begin + GetNextTime() - Simulator::Now(), Time(0));
    m_arrivalEvent = Simulator::Schedule(delay, [this]() { Arrive(); });
}

void
BlockWorkload::Arrive()
{
    Issue(AcquireSlot());
    ScheduleArrival();
}

void
BlockWorkload::IssueFromSlot(uint32_t slot)
{
    if (CanIssue())
    {
        Issue(slot);
        return;
    }
    m_freeSlots.push_back(slot);
}

void
BlockWorkload::Issue(uint32_t slot)
{
    const auto next = MakeNext();
    m_slots[slot].device = next.device;
    m_slots[slot].think = next.think;
    auto request = Create<BlockRequest>(next.operation, next.lba, next.blocks);
    request->completion = m_slots[slot].completion;
    if (m_recordTimelines)
    {
        request->timeline = Create<IoTimeline>();
    }
    request->Stamp(IoStage::ISSUED);
    request->number = m_issued++;
    PrepareRequest(*request, next.device);
    m_devices[next.device]->Submit(request);
    m_issueTrace(request, next.device);
}

void
BlockWorkload::Completed(uint32_t slot, Ptr<BlockRequest> request)
{
    request->Stamp(IoStage::COMPLETED);
    ++m_completed;
    NoteCompletion(*request);
    const auto device = m_slots[slot].device;
    m_completeTrace(request, device);
    if (request->issueTime >= m_begin + m_rampTime)
    {
        m_measureTrace(request, device);
    }
    if (!IsClosedLoop())
    {
        m_freeSlots.push_back(slot);
    }
    else if (CanIssue() && m_devices[device]->IsReady())
    {
        Think(slot);
    }
    else if (CanIssue())
    {
        // A lost device may fail requests at once: without waiting the loop would spin in no time.
        m_devices[device]->CallWhenReady(MakeCallback(&BlockWorkload::Think, this, slot));
    }
    else
    {
        m_freeSlots.push_back(slot);
    }
    Resume();
}

void
BlockWorkload::Think(uint32_t slot)
{
    const auto think = m_slots[slot].think;
    if (think.IsZero())
    {
        IssueFromSlot(slot);
        return;
    }
    m_slots[slot].event = Simulator::Schedule(think, &BlockWorkload::IssueFromSlot, this, slot);
}

void
BlockWorkload::FinishIfDone()
{
    if (m_finished || CanIssue() || m_issued != m_completed || (!m_stopped && IsWaiting()))
    {
        return;
    }
    m_finished = true;
    NS_LOG_INFO("workload ends: " << m_completed << " requests completed");
    m_arrivalEvent.Cancel();
    // An event that is only cancelled still makes the simulation last until its time.
    m_endEvent.Remove();
    for (auto& slot : m_slots)
    {
        slot.event.Cancel();
    }
    NoteFinish();
    m_finishedTrace();
}

} // namespace ns3
