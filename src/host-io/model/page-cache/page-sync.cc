/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "page-sync.h"

#include "page-cache-core.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3
{

namespace
{

/**
 * @param pages a mapping
 * @return the error of a write-back that was not reported yet, which is forgotten thereby
 */
BlockStatus
TakeError(MappingPages& pages)
{
    return std::exchange(pages.error, std::nullopt).value_or(BlockStatus::OK);
}

} // namespace

PageWriteWaiter::PageWriteWaiter(PageCacheCore& core, PageCacheCompletion completion)
    : m_core(core),
      m_cache(core.GetCache()),
      m_completion(completion),
      m_powerOn(core.GetDevice().GetPowerOn())
{
}

PageWriteWaiter::~PageWriteWaiter() = default;

bool
PageWriteWaiter::IsCurrent() const
{
    return m_powerOn == m_core.GetDevice().GetPowerOn();
}

void
PageWriteWaiter::CompleteLater()
{
    Simulator::ScheduleNow(&PageWriteWaiter::Complete, Ptr<PageWriteWaiter>(this));
}

void
PageWriteWaiter::Complete()
{
    if (IsCurrent())
    {
        const auto status = TakeStatus();
        std::exchange(m_completion, PageCacheCompletion())(status, nullptr);
    }
}

PageSync::PageSync(PageCacheCore& core, Ptr<PageMapping> mapping, PageCacheCompletion completion)
    : PageWriteWaiter(core, completion)
{
    if (mapping)
    {
        m_use.emplace(core.GetMemory().GetTable(), mapping);
    }
}

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
        CompleteLater();
    }
}

BlockStatus
PageSync::TakeStatus()
{
    return m_use ? TakeError(m_use->Get()) : m_core.GetWriteBack().TakeError();
}

PageListSync::PageListSync(PageCacheCore& core,
                           Ptr<PageMapping> mapping,
                           std::vector<uint64_t> pages,
                           PageCacheCompletion completion)
    : PageWriteWaiter(core, completion),
      m_use(core.GetMemory().GetTable(), mapping),
      m_pages(std::move(pages)),
      m_upTo(core.GetDirty().GetSequence())
{
}

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
    if (!IsCurrent())
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
    CompleteLater();
}

BlockStatus
PageListSync::TakeStatus()
{
    return TakeError(m_use.Get());
}

PageWriteWait::PageWriteWait(PageCacheCore& core,
                             Ptr<PageMapping> mapping,
                             PageCacheCompletion completion)
    : PageWriteWaiter(core, completion),
      m_use(core.GetMemory().GetTable(), mapping)
{
}

void
PageWriteWait::Resume()
{
    if (!IsCurrent())
    {
        return;
    }
    const auto& pages = m_use.Get().pages;
    const auto it = std::find_if(pages.begin(), pages.end(), [](const auto& entry) {
        return entry.second->writing;
    });
    if (it == pages.end())
    {
        CompleteLater();
        return;
    }
    it->second->waiters.emplace_back(this);
}

BlockStatus
PageWriteWait::TakeStatus()
{
    return BlockStatus::OK;
}

} // namespace ns3
