/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "page-cache-core.h"

#include "page-cache-stages.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

#include <utility>
#include <vector>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PageCacheCore");

PageCacheCore::PageCacheCore(Object* cache, const PageCacheTraces& traces)
    : m_cache(cache),
      m_traces(traces),
      m_memory(m_statistics),
      m_device(cache, m_statistics),
      m_reader(m_memory, m_device, MakeCallback(&PageCacheCore::Settle, this)),
      m_writeBack(m_memory,
                  m_dirty,
                  m_device,
                  traces,
                  MakeCallback(&PageCacheCore::WriteEnded, this))
{
}

PageCacheCore::~PageCacheCore()
{
    // The simulator may be gone, so it is not asked.
    for (auto event : {&m_tick, &m_pump, &m_settle})
    {
        if (event->PeekEventImpl())
        {
            event->PeekEventImpl()->Cancel();
        }
    }
}

void
PageCacheCore::Configure(const PageCacheSettings& settings)
{
    m_settings = settings;
    m_memory.SetLimit(settings.pages);
    m_reader.SetMaxPages(settings.maxRequestPages);
    m_writeBack.Configure(settings.limits.GetBackground(),
                          settings.maxRequestPages,
                          settings.writeBackDepth);
}

const PageCacheSettings&
PageCacheCore::GetSettings() const
{
    return m_settings;
}

Object*
PageCacheCore::GetCache() const
{
    return m_cache;
}

const PageCacheTraces&
PageCacheCore::GetTraces() const
{
    return m_traces;
}

PageMemory&
PageCacheCore::GetMemory()
{
    return m_memory;
}

DirtyPages&
PageCacheCore::GetDirty()
{
    return m_dirty;
}

PageDevice&
PageCacheCore::GetDevice()
{
    return m_device;
}

PageReader&
PageCacheCore::GetReader()
{
    return m_reader;
}

PageWriteBack&
PageCacheCore::GetWriteBack()
{
    return m_writeBack;
}

PageCacheStatistics
PageCacheCore::GetStatistics() const
{
    auto statistics = m_statistics;
    statistics.nr_file_pages = m_memory.GetTable().GetCount();
    statistics.nr_inactive_file = m_memory.GetLru().GetInactive();
    statistics.nr_active_file = m_memory.GetLru().GetActive();
    statistics.nr_dirty = m_dirty.GetToWrite();
    statistics.nr_writeback = m_dirty.GetWriting();
    return statistics;
}

bool
PageCacheCore::MayAdd()
{
    return m_memory.MakeRoom(true) || (m_reader.GetOutstanding() == 0 && m_dirty.GetCount() == 0);
}

bool
PageCacheCore::MayDirty() const
{
    return m_dirty.GetCount() < m_settings.limits.GetThrottle();
}

void
PageCacheCore::WaitForMemory(Ptr<PageWaiter> operation)
{
    m_waitForMemory.push_back(operation);
    m_writeBack.SetMemoryNeeded(true);
    StartWriteBack();
}

void
PageCacheCore::WaitForClean(Ptr<PageWaiter> operation)
{
    m_waitForClean.push_back(operation);
    StartWriteBack();
}

void
PageCacheCore::WaitForDropped(Ptr<PageWaiter> operation)
{
    m_waitForDropped.push_back(operation);
}

void
PageCacheCore::MarkDirty(CachedPage& page)
{
    if (page.holds > 0)
    {
        page.dirtyHeld = true;
        return;
    }
    if (!m_dirty.Mark(page, Simulator::Now()))
    {
        return;
    }
    ++m_statistics.nr_dirtied;
    if (!m_tick.IsPending() && m_settings.flushInterval.IsStrictlyPositive())
    {
        m_tick = Simulator::Schedule(m_settings.flushInterval, &PageCacheCore::Tick, this);
    }
    if (m_writeBack.IsBackgroundDue())
    {
        StartWriteBack();
    }
}

void
PageCacheCore::Hold(CachedPage& page)
{
    ++page.holds;
    if (!page.dirty)
    {
        return;
    }
    m_dirty.Forget(page);
    page.dirtyHeld = true;
    WakeLater(page);
    NotifyWaiters(*page.owner);
    SettleLater();
}

void
PageCacheCore::Release(CachedPage& page, bool dirty)
{
    page.dirtyHeld = page.dirtyHeld || dirty;
    if (--page.holds > 0)
    {
        return;
    }
    if (std::exchange(page.dirtyHeld, false))
    {
        MarkDirty(page);
    }
    m_memory.GetLru().Unpark(page);
    SettleLater();
}

void
PageCacheCore::Drop(CachedPage& page)
{
    Ptr<MappingPages> pages(page.owner);
    m_dirty.Drop(page);
    if (page.writing)
    {
        m_writeBack.Block(page);
    }
    WakeLater(page);
    NotifyWaiters(*pages);
    m_memory.Remove(page);
    SettleLater();
}

void
PageCacheCore::Flush(PageCacheCompletion completion, Ptr<IoTimeline> timeline)
{
    if (timeline)
    {
        m_device.RecordTimelines();
    }
    auto request = Create<PageRequest>(BlockOperation::FLUSH);
    request->completion = MakeCallback(&PageCacheCore::FlushEnded, this, completion, timeline);
    m_device.Submit(request, 0, 0, {});
}

void
PageCacheCore::FlushEnded(PageCacheCompletion completion,
                          Ptr<IoTimeline> timeline,
                          Ptr<BlockRequest> completed)
{
    if (m_device.IsCurrent(*StaticCast<PageRequest>(completed)))
    {
        PageCacheStages::CopyStamps(timeline, completed->timeline);
        completion(completed->status, nullptr);
    }
}

void
PageCacheCore::WakeLater(CachedPage& page)
{
    for (const auto& waiter : std::exchange(page.waiters, {}))
    {
        Simulator::ScheduleNow(&PageWaiter::Resume, waiter);
    }
}

void
PageCacheCore::StartWriteBack()
{
    if (!m_pump.IsPending())
    {
        m_pump = Simulator::ScheduleNow(&PageWriteBack::Pump, &m_writeBack);
    }
}

void
PageCacheCore::SettleLater()
{
    if (!m_settle.IsPending())
    {
        m_settle = Simulator::ScheduleNow(&PageCacheCore::Settle, this);
    }
}

void
PageCacheCore::Settle()
{
    while (!m_waitForClean.empty() && MayDirty())
    {
        auto operation = m_waitForClean.front();
        m_waitForClean.pop_front();
        operation->Resume();
    }
    while (!m_waitForMemory.empty() && MayAdd())
    {
        auto operation = m_waitForMemory.front();
        m_waitForMemory.pop_front();
        operation->Resume();
    }
    while (!m_waitForDropped.empty() && !m_writeBack.HasBlocked())
    {
        auto operation = m_waitForDropped.front();
        m_waitForDropped.pop_front();
        operation->Resume();
    }
    m_writeBack.SetMemoryNeeded(!m_waitForMemory.empty());
    if (m_dirty.GetCount() == 0)
    {
        // An event that is only cancelled would still make the simulation last until then.
        m_tick.Remove();
    }
    ReportPages();
}

void
PageCacheCore::WriteEnded(Ptr<PageRequest> request)
{
    m_statistics.nr_written += request->pages.size();
    m_writeBack.Pump();
    Ptr<MappingPages> last;
    for (const auto& page : request->pages)
    {
        Ptr<MappingPages> pages(page->owner);
        if (pages && pages != last)
        {
            NotifyWaiters(*pages);
            last = pages;
        }
        for (const auto& waiter : std::exchange(page->waiters, {}))
        {
            waiter->Resume();
        }
    }
    Settle();
}

void
PageCacheCore::NotifyWaiters(MappingPages& pages)
{
    while (!pages.waiters.empty() &&
           (pages.unfinished.empty() || *pages.unfinished.begin() > pages.waiters.front().upTo))
    {
        pages.waiters.front().waiter->Resume();
        pages.waiters.pop_front();
    }
}

void
PageCacheCore::Tick()
{
    NS_LOG_DEBUG("look for old pages: " << m_dirty.GetCount() << " are dirty");
    m_writeBack.WriteOld(Simulator::Now(), m_settings.dirtyExpire);
    m_writeBack.Pump();
    if (m_dirty.GetCount() > 0)
    {
        m_tick = Simulator::Schedule(m_settings.flushInterval, &PageCacheCore::Tick, this);
    }
}

void
PageCacheCore::ReportPages()
{
    m_traces.cachedPages = m_memory.GetTable().GetCount();
    m_traces.dirtyPages = m_dirty.GetCount();
}

void
PageCacheCore::LosePower()
{
    m_device.LosePower();
    m_tick.Remove();
    m_pump.Cancel();
    m_settle.Cancel();
    m_reader.Clear();
    m_writeBack.Clear();
    m_dirty.Clear();
    m_memory.Clear();
    // Who waits looks here when it goes.
    std::exchange(m_waitForClean, {});
    std::exchange(m_waitForMemory, {});
    std::exchange(m_waitForDropped, {});
    ReportPages();
}

} // namespace ns3
