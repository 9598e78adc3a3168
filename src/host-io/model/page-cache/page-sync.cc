/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "page-sync.h"

#include "page-cache-core.h"

#include "ns3/simulator.h"

#include <utility>

namespace ns3
{

PageSync::PageSync(PageCacheCore& core, Ptr<PageMapping> mapping, PageCacheCompletion completion)
    : m_core(core),
      m_cache(core.GetCache()),
      m_completion(completion),
      m_powerOn(core.GetDevice().GetPowerOn())
{
    if (mapping)
    {
        m_use.emplace(core.GetMemory().GetTable(), mapping);
    }
}

PageSync::~PageSync() = default;

void
PageSync::Start()
{
    if (m_use && !m_use->Get().unfinished.empty())
    {
        WaitFor(m_use->Get());
    }
    if (!m_use)
    {
        for (const auto& pages : m_core.GetDirty().GetUnfinishedMappings())
        {
            WaitFor(*pages);
        }
    }
    m_core.StartWriteBack();
    Resume();
}

void
PageSync::WaitFor(MappingPages& pages)
{
    const auto upTo = m_core.GetDirty().GetSequence();
    pages.waiters.push_back({upTo, Ptr<PageWaiter>(this)});
    m_core.GetWriteBack().Write(pages, upTo);
    ++m_left;
}

void
PageSync::Resume()
{
    if (--m_left == 0)
    {
        Simulator::ScheduleNow(&PageSync::Complete, Ptr<PageSync>(this));
    }
}

void
PageSync::Complete()
{
    if (m_powerOn == m_core.GetDevice().GetPowerOn())
    {
        const auto status = TakeError();
        std::exchange(m_completion, PageCacheCompletion())(status, nullptr);
    }
}

BlockStatus
PageSync::TakeError()
{
    if (!m_use)
    {
        return m_core.GetWriteBack().TakeError();
    }
    return std::exchange(m_use->Get().error, std::nullopt).value_or(BlockStatus::OK);
}

} // namespace ns3
