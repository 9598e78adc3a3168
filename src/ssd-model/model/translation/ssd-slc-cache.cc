/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ssd-slc-cache.h"

#include "ns3/assert.h"

#include <algorithm>

namespace ns3
{

SsdSlcCache::SsdSlcCache(const SsdLayout& layout)
    : m_blocksPerDie(layout.slcBlocksPerDie),
      m_unitsPerBlock(layout.slcUnitsPerBlock),
      m_dies(layout.dies),
      m_units(uint64_t{layout.dies} * layout.slcBlocksPerDie)
{
    for (uint32_t block = 0; block < m_units.size(); ++block)
    {
        m_dies[block / m_blocksPerDie].free.push_back(block);
    }
}

bool
SsdSlcCache::HasRoom(uint32_t die) const
{
    return m_dies[die].isOpen || !m_dies[die].free.empty();
}

bool
SsdSlcCache::IsEmpty(uint32_t die) const
{
    return m_dies[die].used.empty();
}

uint32_t
SsdSlcCache::GetDie(uint32_t slot) const
{
    return slot / (m_blocksPerDie * m_unitsPerBlock);
}

uint32_t
SsdSlcCache::Append(uint32_t die, uint32_t unit)
{
    NS_ASSERT(HasRoom(die));
    auto& it = m_dies[die];
    if (!it.isOpen)
    {
        it.used.push_back(it.free.front());
        it.free.pop_front();
        it.isOpen = true;
        m_units[it.used.back()].reserve(m_unitsPerBlock);
    }
    const auto block = it.used.back();
    auto& units = m_units[block];
    units.push_back(unit);
    it.isOpen = units.size() < m_unitsPerBlock;
    return block * m_unitsPerBlock + units.size() - 1;
}

void
SsdSlcCache::Invalidate(uint32_t slot)
{
    m_units[slot / m_unitsPerBlock][slot % m_unitsPerBlock] = NONE;
}

void
SsdSlcCache::Take(uint32_t die, uint32_t slots, std::vector<uint32_t>& units)
{
    auto& it = m_dies[die];
    if (it.used.size() == 1)
    {
        it.isOpen = false;
    }
    const auto& block = m_units[it.used.front()];
    const auto end = std::min<uint32_t>(it.cursor + slots, block.size());
    units.clear();
    for (; it.cursor < end; ++it.cursor)
    {
        if (block[it.cursor] != NONE)
        {
            units.push_back(block[it.cursor]);
        }
    }
}

bool
SsdSlcCache::IsTaken(uint32_t die) const
{
    const auto& it = m_dies[die];
    return it.cursor == m_units[it.used.front()].size();
}

void
SsdSlcCache::Erase(uint32_t die)
{
    NS_ASSERT(IsTaken(die));
    auto& it = m_dies[die];
    const auto block = it.used.front();
    it.used.pop_front();
    it.free.push_back(block);
    it.cursor = 0;
    m_units[block].clear();
    ++m_erases;
}

uint64_t
SsdSlcCache::GetErases() const
{
    return m_erases;
}

} // namespace ns3
