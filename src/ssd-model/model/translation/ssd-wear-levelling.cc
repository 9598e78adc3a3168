/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ssd-wear-levelling.h"

#include "ns3/assert.h"

namespace ns3
{

SsdWearLevelling::SsdWearLevelling(uint32_t blocks, uint32_t spread)
    : m_spread(spread),
      m_blocks(blocks)
{
}

void
SsdWearLevelling::Insert(uint32_t block, uint32_t erases)
{
    if (m_heads.empty())
    {
        m_least = erases;
    }
    for (; erases < m_least; --m_least)
    {
        m_heads.push_front(NONE);
    }
    while (m_heads.size() <= erases - m_least)
    {
        m_heads.push_back(NONE);
    }
    auto& head = m_heads[erases - m_least];
    if (head == NONE)
    {
        head = block;
        m_blocks[block] = {erases, block, block};
        return;
    }
    const auto last = m_blocks[head].previous;
    m_blocks[block] = {erases, head, last};
    m_blocks[last].next = block;
    m_blocks[head].previous = block;
}

void
SsdWearLevelling::Remove(uint32_t block)
{
    const auto [erases, next, previous] = m_blocks[block];
    m_blocks[previous].next = next;
    m_blocks[next].previous = previous;
    if (auto& head = m_heads[erases - m_least]; head == block)
    {
        head = next == block ? NONE : next;
    }
    // The rings at both ends have a block.
    while (!m_heads.empty() && m_heads.front() == NONE)
    {
        m_heads.pop_front();
        ++m_least;
    }
    while (!m_heads.empty() && m_heads.back() == NONE)
    {
        m_heads.pop_back();
    }
}

std::optional<uint32_t>
SsdWearLevelling::Choose(uint32_t victim)
{
    NS_ASSERT(!m_heads.empty());
    const auto apart = m_blocks[victim].erases + 1 - m_least;
    m_hasLevelled = apart > m_spread || (apart + 1 >= m_spread && !m_hasLevelled);
    return m_hasLevelled ? std::optional(m_heads.front()) : std::nullopt;
}

bool
SsdWearLevelling::IsBehind(uint32_t erases, uint32_t victim) const
{
    return m_blocks[victim].erases + 1 >= erases + m_spread;
}

} // namespace ns3
