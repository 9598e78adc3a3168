/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "page-operation.h"

#include "page-cache-core.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3
{

PageOperation::PageOperation(PageCacheCore& core,
                             Ptr<PageMapping> mapping,
                             uint64_t offset,
                             uint64_t bytes,
                             PageCacheCompletion completion)
    : m_core(core),
      m_use(core.GetMemory().GetTable(), mapping),
      m_offset(offset),
      m_bytes(bytes),
      m_cache(core.GetCache()),
      m_completion(completion),
      m_powerOn(core.GetDevice().GetPowerOn()),
      m_callTime(core.GetSettings().callTime)
{
}

PageOperation::~PageOperation() = default;

void
PageOperation::Record(Ptr<IoTimeline> timeline)
{
    if (timeline)
    {
        m_core.GetDevice().RecordTimelines();
        m_stages = PageCacheStages(timeline);
    }
}

void
PageOperation::Resume()
{
    if (m_powerOn != m_core.GetDevice().GetPowerOn())
    {
        return;
    }
    Ptr<PageOperation> self(this);
    m_stages.EndWait();
    Run();
    m_core.ReportPages();
}

uint64_t
PageOperation::GetPageNumber() const
{
    return (m_offset + m_done) / PAGE_BYTES;
}

uint32_t
PageOperation::GetPageOffset() const
{
    return (m_offset + m_done) % PAGE_BYTES;
}

uint32_t
PageOperation::GetPageBytes() const
{
    return static_cast<uint32_t>(
        std::min<uint64_t>(PAGE_BYTES - GetPageOffset(), m_bytes - m_done));
}

bool
PageOperation::IsDone() const
{
    return m_done == m_bytes;
}

void
PageOperation::Advance()
{
    const auto bytes = GetPageBytes();
    m_done += bytes;
    m_copied += bytes;
}

Time
PageOperation::TakeOwed()
{
    auto owed = std::exchange(m_callTime, Time(0));
    const auto copied = std::exchange(m_copied, 0);
    const auto& rate = m_core.GetSettings().memoryRate;
    if (rate > DataRate(0))
    {
        owed += rate.CalculateBytesTxTime(static_cast<uint32_t>(copied));
    }
    return owed;
}

bool
PageOperation::Pay()
{
    const auto owed = TakeOwed();
    if (owed.IsZero())
    {
        return false;
    }
    Simulator::Schedule(owed, &PageOperation::Resume, Ptr<PageOperation>(this));
    return true;
}

bool
PageOperation::PayIfMuch()
{
    return m_copied >= PIECE_BYTES && Pay();
}

void
PageOperation::WaitFor(CachedPage& page)
{
    m_waited = &page;
    m_stages.BeginWait(page.reading ? IoStage::READ_AHEAD : IoStage::THROTTLED, page.timeline);
    m_core.GetMemory().Pin(page);
    page.waiters.emplace_back(this);
}

BlockStatus
PageOperation::EndWait()
{
    const auto page = std::exchange(m_waited, nullptr);
    if (!page)
    {
        return BlockStatus::OK;
    }
    m_core.GetMemory().Unpin(*page);
    return page->valid ? BlockStatus::OK : page->status;
}

void
PageOperation::Finish(BlockStatus status, Ptr<Packet> data)
{
    Simulator::Schedule(TakeOwed(),
                        &PageOperation::Complete,
                        Ptr<PageOperation>(this),
                        status,
                        data);
}

void
PageOperation::Complete(BlockStatus status, Ptr<Packet> data)
{
    if (m_powerOn == m_core.GetDevice().GetPowerOn())
    {
        m_stages.Finish();
        std::exchange(m_completion, PageCacheCompletion())(status, data);
    }
}

} // namespace ns3
