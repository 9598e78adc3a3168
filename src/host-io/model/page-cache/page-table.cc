/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "page-table.h"

#include "ns3/assert.h"

namespace ns3
{

MappingPages::MappingPages(Ptr<PageMapping> mapping)
    : mapping(mapping)
{
}

MappingPages::~MappingPages() = default;

bool
MappingPages::IsIdle() const
{
    return users == 0 && pages.empty() && unfinished.empty() && waiters.empty() && !error;
}

CachedPage*
MappingPages::Find(uint64_t number) const
{
    const auto it = pages.find(number);
    return it == pages.end() ? nullptr : PeekPointer(it->second);
}

MappingPages*
PageTable::Find(const PageMapping* mapping) const
{
    const auto it = m_mappings.find(mapping);
    return it == m_mappings.end() ? nullptr : PeekPointer(it->second);
}

MappingPages&
PageTable::Get(Ptr<PageMapping> mapping)
{
    auto& pages = m_mappings[PeekPointer(mapping)];
    if (!pages)
    {
        pages = Create<MappingPages>(mapping);
    }
    return *pages;
}

void
PageTable::ForgetIfIdle(MappingPages& pages)
{
    const auto it = m_mappings.find(PeekPointer(pages.mapping));
    if (pages.IsIdle() && it != m_mappings.end() && PeekPointer(it->second) == &pages)
    {
        m_mappings.erase(it);
    }
}

Ptr<CachedPage>
PageTable::Add(MappingPages& pages, uint64_t number)
{
    auto page = Create<CachedPage>(&pages, number);
    const auto added = pages.pages.emplace(number, page).second;
    NS_ASSERT_MSG(added, "page " << number << " is there already");
    ++m_count;
    return page;
}

void
PageTable::Remove(CachedPage& page)
{
    auto& pages = *page.owner;
    page.owner = nullptr;
    pages.pages.erase(page.number);
    --m_count;
    ForgetIfIdle(pages);
}

uint64_t
PageTable::GetCount() const
{
    return m_count;
}

void
PageTable::Clear()
{
    m_count = 0;
    // Who waits refers to pages and mappings, and looks here when it goes.
    for (auto& [mapping, known] : std::exchange(m_mappings, {}))
    {
        for (auto& [number, page] : known->pages)
        {
            page->owner = nullptr;
            page->waiters.clear();
        }
        known->waiters.clear();
        known->pages.clear();
    }
}

MappingUse::MappingUse(PageTable& table, Ptr<PageMapping> mapping)
    : m_table(table),
      m_pages(&table.Get(mapping))
{
    ++m_pages->users;
}

MappingUse::~MappingUse()
{
    --m_pages->users;
    m_table.ForgetIfIdle(*m_pages);
}

MappingPages&
MappingUse::Get() const
{
    return *m_pages;
}

} // namespace ns3
