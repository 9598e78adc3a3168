/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ssd-mapping-table.h"

#include <utility>

namespace ns3
{

SsdMappingTable::SsdMappingTable(uint64_t units)
    : m_units(units),
      m_hash(uint64_t{1} << (64 - m_shift))
{
}

void
SsdMappingTable::Set(uint64_t unit, uint32_t entry)
{
    if (!m_array.empty())
    {
        m_array[unit] = entry;
        return;
    }
    auto& place = m_hash[FindPlace(unit)];
    const bool isNew = place.entry == UNTOUCHED;
    place = {static_cast<uint32_t>(unit), entry};
    m_used += isNew ? 1 : 0;
    if (isNew && (4 * m_used > m_units || 3 * m_used > 2 * m_hash.size()))
    {
        Grow();
    }
}

uint64_t
SsdMappingTable::GetAllocatedBytes() const
{
    return m_hash.size() * sizeof(Place) + m_array.size() * sizeof(uint32_t);
}

void
SsdMappingTable::Grow()
{
    const auto old = std::exchange(m_hash, {});
    const bool isArray = 4 * m_used > m_units;
    if (isArray)
    {
        m_array.resize(m_units);
    }
    else
    {
        --m_shift;
        m_hash.resize(2 * old.size());
    }
    for (const auto& place : old)
    {
        if (place.entry == UNTOUCHED)
        {
            continue;
        }
        if (isArray)
        {
            m_array[place.unit] = place.entry;
        }
        else
        {
            m_hash[FindPlace(place.unit)] = place;
        }
    }
}

} // namespace ns3
