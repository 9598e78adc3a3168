/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "live-simulator-impl.h"

#include "ns3/assert.h"
#include "ns3/buffer.h"
#include "ns3/event-impl.h"
#include "ns3/global-value.h"
#include "ns3/log.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <ctime>
#include <sys/prctl.h>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LiveSimulatorImpl");

NS_OBJECT_ENSURE_REGISTERED(LiveSimulatorImpl);

namespace
{

/**
 * @return the monotonic clock, ns
 */
int64_t
ReadClock()
{
    timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

/// Let the kernel wake this thread when it asked to be woken; it takes 50 us more by default.
void
AskForPunctualWakes()
{
    prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL);
}

/**
 * Give the memory of packets back when they go. ns-3 keeps up to 1,000 buffers of packets that have
 * gone, if they are as large as the largest that it has seen, and puts small packets into them as
 * well: after large reads in a busy target that can be a gigabyte. A buffer that is larger than
 * others, and that nobody has written to, is the only one that it keeps then.
 */
void
KeepNoPacketBuffers()
{
    constexpr uint32_t LARGER_THAN_OTHERS = 64 << 20;
    Buffer largest;
    largest.AddAtStart(LARGER_THAN_OTHERS);
}

} // namespace

TypeId
LiveSimulatorImpl::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::LiveSimulatorImpl")
            .SetParent<SimulatorImpl>()
            .SetGroupName("Live")
            .AddConstructor<LiveSimulatorImpl>()
            .AddAttribute("PollInterval",
                          "Events between two looks at the descriptors while events are late, 1 or "
                          "more",
                          UintegerValue(16),
                          MakeUintegerAccessor(&LiveSimulatorImpl::m_pollInterval),
                          MakeUintegerChecker<uint32_t>(1));
    return tid;
}

void
LiveSimulatorImpl::Select()
{
    GlobalValue::Bind("SimulatorImplementationType", StringValue(GetTypeId().GetName()));
}

Ptr<LiveSimulatorImpl>
LiveSimulatorImpl::Get()
{
    return DynamicCast<LiveSimulatorImpl>(Simulator::GetImplementation());
}

LiveSimulatorImpl::LiveSimulatorImpl()
    : m_nextUid(EventId::UID::VALID),
      m_currentUid(EventId::UID::INVALID),
      m_context(Simulator::NO_CONTEXT)
{
    KeepNoPacketBuffers();
}

LiveSimulatorImpl::~LiveSimulatorImpl() = default;

void
LiveSimulatorImpl::DoDispose()
{
    while (!m_events->IsEmpty())
    {
        m_events->RemoveNext().impl->Unref();
    }
    m_events = nullptr;
    SimulatorImpl::DoDispose();
}

void
LiveSimulatorImpl::AddDescriptor(int fd,
                                 Callback<void> handler,
                                 uint32_t context,
                                 LiveReadiness readiness)
{
    m_descriptors.Add(fd, handler, context, readiness);
}

void
LiveSimulatorImpl::RemoveDescriptor(int fd, LiveReadiness readiness)
{
    m_descriptors.Remove(fd, readiness);
}

LiveLag&
LiveSimulatorImpl::GetLag()
{
    return m_lag;
}

Time
LiveSimulatorImpl::GetWallTime() const
{
    return m_isRunning ? NanoSeconds(ReadClock() - m_origin) : Now();
}

Time
LiveSimulatorImpl::GetPollTime() const
{
    return std::max(m_pollTime, Now());
}

void
LiveSimulatorImpl::Run()
{
    AskForPunctualWakes();
    m_origin = ReadClock() - Now().GetNanoSeconds();
    m_isRunning = true;
    m_isStopped = false;
    while (!IsFinished())
    {
        Step();
    }
    m_isRunning = false;
}

void
LiveSimulatorImpl::Step()
{
    if (m_events->IsEmpty())
    {
        Poll(TimeStep(-1));
        return;
    }
    const auto wall = GetWallTime();
    if (GetNext() > wall)
    {
        Poll(GetNext() - wall);
        return;
    }
    if (m_eventsSincePoll >= m_pollInterval)
    {
        Poll(Time());
    }
    if (!m_isStopped)
    {
        ExecuteNext(wall);
    }
}

Time
LiveSimulatorImpl::GetNext() const
{
    return TimeStep(m_events->PeekNext().key.m_ts);
}

void
LiveSimulatorImpl::ExecuteNext(Time wall)
{
    const auto next = m_events->RemoveNext();
    const auto& key = next.key;
    PreEventHook(EventId(next.impl, key.m_ts, key.m_context, key.m_uid));
    NS_ASSERT_MSG(key.m_ts >= m_now, "time goes back");
    ++m_eventsSincePoll;
    ++m_eventCount;
    m_now = key.m_ts;
    m_context = key.m_context;
    m_currentUid = key.m_uid;
    m_lag.Add(wall - Now());
    next.impl->Invoke();
    next.impl->Unref();
}

void
LiveSimulatorImpl::Poll(Time patience)
{
    m_eventsSincePoll = 0;
    if (!m_descriptors.Wait(patience.GetNanoSeconds()))
    {
        return;
    }
    CatchUp();
    m_descriptors.Dispatch([this](const Callback<void>& handler, uint32_t context) {
        m_context = context;
        handler();
    });
}

void
LiveSimulatorImpl::CatchUp()
{
    m_pollTime = GetWallTime();
    const auto reached = m_events->IsEmpty() ? m_pollTime : std::min(m_pollTime, GetNext());
    const auto now = static_cast<uint64_t>(reached.GetTimeStep());
    if (now > m_now)
    {
        m_now = now;
        // No event of this time has been executed.
        m_currentUid = EventId::UID::INVALID;
    }
}

void
LiveSimulatorImpl::Destroy()
{
    while (!m_destroyEvents.empty())
    {
        const Ptr<EventImpl> event = m_destroyEvents.front().PeekEventImpl();
        m_destroyEvents.pop_front();
        if (!event->IsCancelled())
        {
            event->Invoke();
        }
    }
}

bool
LiveSimulatorImpl::IsFinished() const
{
    return m_isStopped || (m_events->IsEmpty() && m_descriptors.IsEmpty());
}

void
LiveSimulatorImpl::Stop()
{
    m_isStopped = true;
}

EventId
LiveSimulatorImpl::Stop(const Time& delay)
{
    return Simulator::Schedule(delay, &Simulator::Stop);
}

Scheduler::EventKey
LiveSimulatorImpl::Insert(uint32_t context, const Time& delay, EventImpl* event)
{
    NS_ASSERT_MSG(delay.IsPositive(), "an event " << delay.As(Time::NS) << " from now");
    const Scheduler::EventKey key{m_now + delay.GetTimeStep(), m_nextUid++, context};
    m_events->Insert({event, key});
    return key;
}

EventId
LiveSimulatorImpl::Schedule(const Time& delay, EventImpl* event)
{
    const auto key = Insert(m_context, delay, event);
    return EventId(event, key.m_ts, key.m_context, key.m_uid);
}

void
LiveSimulatorImpl::ScheduleWithContext(uint32_t context, const Time& delay, EventImpl* event)
{
    Insert(context, delay, event);
}

EventId
LiveSimulatorImpl::ScheduleNow(EventImpl* event)
{
    return Schedule(Time(), event);
}

EventId
LiveSimulatorImpl::ScheduleDestroy(EventImpl* event)
{
    m_destroyEvents.emplace_back(Ptr<EventImpl>(event, false),
                                 m_now,
                                 Simulator::NO_CONTEXT,
                                 EventId::UID::DESTROY);
    return m_destroyEvents.back();
}

std::list<EventId>::const_iterator
LiveSimulatorImpl::FindDestroyEvent(const EventId& id) const
{
    return std::find(m_destroyEvents.begin(), m_destroyEvents.end(), id);
}

void
LiveSimulatorImpl::Remove(const EventId& id)
{
    if (IsExpired(id))
    {
        return;
    }
    if (id.GetUid() == EventId::UID::DESTROY)
    {
        m_destroyEvents.erase(FindDestroyEvent(id));
        return;
    }
    auto* event = id.PeekEventImpl();
    m_events->Remove({event, {id.GetTs(), id.GetUid(), id.GetContext()}});
    event->Cancel();
    event->Unref();
}

void
LiveSimulatorImpl::Cancel(const EventId& id)
{
    if (!IsExpired(id))
    {
        id.PeekEventImpl()->Cancel();
    }
}

bool
LiveSimulatorImpl::IsExpired(const EventId& id) const
{
    const auto* event = id.PeekEventImpl();
    if (event == nullptr || const_cast<EventImpl*>(event)->IsCancelled())
    {
        return true;
    }
    if (id.GetUid() == EventId::UID::DESTROY)
    {
        return FindDestroyEvent(id) == m_destroyEvents.end();
    }
    return id.GetTs() < m_now || (id.GetTs() == m_now && id.GetUid() <= m_currentUid);
}

Time
LiveSimulatorImpl::Now() const
{
    return TimeStep(m_now);
}

Time
LiveSimulatorImpl::GetDelayLeft(const EventId& id) const
{
    return IsExpired(id) ? Time() : TimeStep(id.GetTs() - m_now);
}

Time
LiveSimulatorImpl::GetMaximumSimulationTime() const
{
    return Time::Max();
}

void
LiveSimulatorImpl::SetScheduler(ObjectFactory schedulerFactory)
{
    const auto events = schedulerFactory.Create<Scheduler>();
    while (m_events && !m_events->IsEmpty())
    {
        events->Insert(m_events->RemoveNext());
    }
    m_events = events;
}

uint32_t
LiveSimulatorImpl::GetSystemId() const
{
    return 0;
}

uint32_t
LiveSimulatorImpl::GetContext() const
{
    return m_context;
}

uint64_t
LiveSimulatorImpl::GetEventCount() const
{
    return m_eventCount;
}

} // namespace ns3
