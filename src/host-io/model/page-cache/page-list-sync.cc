/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "page-list-sync.h"

#include "page-cache-core.h"

#include "ns3/simulator.h"

#include <utility>

namespace ns3
{

PageListSync::PageListSync(PageCacheCore& core,
                           Ptr<PageMapping> mapping,
                           std::vector<uint64_t> pages,
                           PageCacheCompletion completion)
    : m_core(core),
      m_use(core.GetMemory().GetTable(), mapping),
      m_cache(core.GetCache()),
      m_pages(std::move(pages)),
      m_completion(completion),
      m_upTo(core.GetDirty().GetSequence()),
      m_powerOn(core.GetDevice().GetPowerOn())
{
}

PageListSync::~PageListSync() = default;

void
PageListSync::Start()
{
    for (const auto number : m_pages)
    {
        Write(number);
    }
    Resume();
}

CachedPage*
PageListSync::Write(uint64_t number)
{
    auto& pages = m_use.Get();
    auto* page = pages.Find(number);
    const bool dirty = page && page->dirty && page->sequence <= m_upTo;
    if (dirty && !page->writing)
    {
        m_core.GetWriteBack().Write(pages, m_upTo, number, number + 1);
        m_core.StartWriteBack();
    }
    const bool writing = page && page->writing && page->written <= m_upTo;
    return dirty || writing ? page : nullptr;
}

void
PageListSync::Resume()
{
    if (m_powerOn != m_core.GetDevice().GetPowerOn())
    {
        return;
    }
    for (; m_next < m_pages.size(); ++m_next)
    {
        if (auto* page = Write(m_pages[m_next]))
        {
            page->waiters.emplace_back(this);
            return;
        }
    }
    Simulator::ScheduleNow(&PageListSync::Complete, Ptr<PageListSync>(this));
}

void
PageListSync::Complete()
{
    if (m_powerOn == m_core.GetDevice().GetPowerOn())
    {
        const auto status =
            std::exchange(m_use.Get().error, std::nullopt).value_or(BlockStatus::OK);
        std::exchange(m_completion, PageCacheCompletion())(status, nullptr);
    }
}

} // namespace ns3
