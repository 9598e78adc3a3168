/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ssd-mapping-cache.h"

#include "ns3/assert.h"

namespace ns3
{

SsdMappingCache::SsdMappingCache(uint32_t pages)
    : m_capacity(pages)
{
    NS_ASSERT(pages > 0);
}

SsdMappingCache::Use
SsdMappingCache::Touch(uint32_t page, bool isChanged)
{
    ++m_uses;
    if (const auto found = m_places.find(page); found != m_places.end())
    {
        m_entries[found->second].isChanged |= isChanged;
        MoveToFront(found->second);
        return {};
    }
    ++m_misses;
    Use use{.isMiss = true, .written = std::nullopt};
    if (m_entries.size() == m_capacity)
    {
        // The last one is before the first, and becomes the first by that alone.
        m_first = m_entries[m_first].before;
        auto& last = m_entries[m_first];
        if (last.isChanged)
        {
            ++m_written;
            use.written = last.page;
        }
        m_places.erase(last.page);
        last.page = page;
        last.isChanged = isChanged;
    }
    else
    {
        const auto place = static_cast<uint32_t>(m_entries.size());
        // It is a ring of its own until it is moved.
        m_entries.push_back({page, place, place, isChanged});
        MoveToFront(place);
    }
    m_places[page] = m_first;
    return use;
}

void
SsdMappingCache::MoveToFront(uint32_t place)
{
    if (place == m_first)
    {
        return;
    }
    auto& moved = m_entries[place];
    m_entries[moved.before].behind = moved.behind;
    m_entries[moved.behind].before = moved.before;
    moved.behind = m_first;
    moved.before = m_entries[m_first].before;
    m_entries[moved.before].behind = place;
    m_entries[m_first].before = place;
    m_first = place;
}

void
SsdMappingCache::Clear()
{
    m_entries.clear();
    m_places.clear();
    m_first = 0;
}

uint64_t
SsdMappingCache::GetUses() const
{
    return m_uses;
}

uint64_t
SsdMappingCache::GetMisses() const
{
    return m_misses;
}

uint64_t
SsdMappingCache::GetWritten() const
{
    return m_written;
}

} // namespace ns3
