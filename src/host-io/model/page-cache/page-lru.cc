/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "page-lru.h"

namespace ns3
{

PageLru::PageLru(PageCacheStatistics& statistics)
    : m_statistics(statistics)
{
}

PageLru::Pages&
PageLru::Get(CachedPage::List list)
{
    switch (list)
    {
    case CachedPage::List::ACTIVE:
        return m_active;
    case CachedPage::List::PARKED:
        return m_parked;
    default:
        return m_inactive;
    }
}

void
PageLru::Add(CachedPage& page)
{
    m_inactive.push_front(&page);
    page.place = m_inactive.begin();
    page.list = CachedPage::List::INACTIVE;
}

void
PageLru::Remove(CachedPage& page)
{
    Get(page.list).erase(page.place);
    page.list = CachedPage::List::NONE;
}

void
PageLru::Move(CachedPage& page, CachedPage::List list)
{
    auto& to = Get(list);
    to.splice(to.begin(), Get(page.list), page.place);
    page.list = list;
}

void
PageLru::Use(CachedPage& page)
{
    if (page.list == CachedPage::List::ACTIVE || !page.referenced)
    {
        page.referenced = true;
        return;
    }
    Move(page, CachedPage::List::ACTIVE);
    page.referenced = false;
    ++m_statistics.pgactivate;
}

void
PageLru::Unpark(CachedPage& page)
{
    if (page.list != CachedPage::List::PARKED || !page.IsEvictable())
    {
        return;
    }
    Move(page, CachedPage::List::INACTIVE);
    m_inactive.splice(m_inactive.end(), m_inactive, page.place);
}

void
PageLru::Deactivate()
{
    auto& page = *m_active.back();
    Move(page, CachedPage::List::INACTIVE);
    page.referenced = false;
    ++m_statistics.pgdeactivate;
}

CachedPage*
PageLru::FindVictim(bool needed)
{
    while (GetActive() > GetInactive())
    {
        Deactivate();
    }
    while (true)
    {
        if (needed && m_inactive.empty() && !m_active.empty())
        {
            Deactivate();
        }
        if (m_inactive.empty())
        {
            return nullptr;
        }
        auto& page = *m_inactive.back();
        ++m_statistics.pgscan;
        if (page.IsEvictable())
        {
            return &page;
        }
        Move(page, CachedPage::List::PARKED);
    }
}

uint64_t
PageLru::GetInactive() const
{
    return m_inactive.size() + m_parked.size();
}

uint64_t
PageLru::GetActive() const
{
    return m_active.size();
}

void
PageLru::Clear()
{
    m_inactive.clear();
    m_active.clear();
    m_parked.clear();
}

} // namespace ns3
