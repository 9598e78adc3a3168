/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "page-write-wait.h"

#include "page-cache-core.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3
{

PageWriteWait::PageWriteWait(PageCacheCore& core,
                             Ptr<PageMapping> mapping,
                             PageCacheCompletion completion)
    : m_core(core),
      m_use(core.GetMemory().GetTable(), mapping),
      m_cache(core.GetCache()),
      m_completion(completion),
      m_powerOn(core.GetDevice().GetPowerOn())
{
}

PageWriteWait::~PageWriteWait() = default;

void
PageWriteWait::Resume()
{
    if (m_powerOn != m_core.GetDevice().GetPowerOn())
    {
        return;
    }
    const auto& pages = m_use.Get().pages;
    const auto it = std::find_if(pages.begin(), pages.end(), [](const auto& entry) {
        return entry.second->writing;
    });
    if (it != pages.end())
    {
        it->second->waiters.emplace_back(this);
        return;
    }
    Simulator::ScheduleNow(&PageWriteWait::Complete, Ptr<PageWriteWait>(this));
}

void
PageWriteWait::Complete()
{
    if (m_powerOn == m_core.GetDevice().GetPowerOn())
    {
        std::exchange(m_completion, PageCacheCompletion())(BlockStatus::OK, nullptr);
    }
}

} // namespace ns3
