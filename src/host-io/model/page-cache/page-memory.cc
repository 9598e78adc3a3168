/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "page-memory.h"

#include "ns3/assert.h"

namespace ns3
{

PageMemory::PageMemory(PageCacheStatistics& statistics)
    : m_statistics(statistics),
      m_lru(statistics)
{
}

void
PageMemory::SetLimit(uint64_t pages)
{
    m_limit = pages;
}

uint64_t
PageMemory::GetLimit() const
{
    return m_limit;
}

uint64_t
PageMemory::GetUsed() const
{
    return m_table.GetCount() + m_removedUnderIo;
}

PageTable&
PageMemory::GetTable()
{
    return m_table;
}

const PageTable&
PageMemory::GetTable() const
{
    return m_table;
}

PageLru&
PageMemory::GetLru()
{
    return m_lru;
}

const PageLru&
PageMemory::GetLru() const
{
    return m_lru;
}

bool
PageMemory::MakeRoom(bool needed)
{
    while (GetUsed() >= m_limit)
    {
        auto victim = m_lru.FindVictim(needed);
        if (!victim)
        {
            return false;
        }
        Remove(*victim);
        ++m_statistics.pgsteal;
    }
    return true;
}

Ptr<CachedPage>
PageMemory::Add(MappingPages& pages, uint64_t number)
{
    auto page = m_table.Add(pages, number);
    m_lru.Add(*page);
    return page;
}

void
PageMemory::Remove(CachedPage& page)
{
    NS_ASSERT_MSG(!page.dirty, "a dirty page leaves the cache");
    if (page.IsUnderIo())
    {
        ++m_removedUnderIo;
    }
    m_lru.Remove(page);
    m_table.Remove(page);
}

void
PageMemory::EndIo(CachedPage& page)
{
    if (page.owner)
    {
        m_lru.Unpark(page);
    }
    else if (!page.IsUnderIo())
    {
        --m_removedUnderIo;
    }
}

void
PageMemory::Pin(CachedPage& page)
{
    ++page.pins;
}

void
PageMemory::Unpin(CachedPage& page)
{
    --page.pins;
    m_lru.Unpark(page);
}

void
PageMemory::Clear()
{
    m_lru.Clear();
    m_table.Clear();
    m_removedUnderIo = 0;
}

} // namespace ns3
