/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ssd-block-pool.h"

#include "ns3/assert.h"

#include <algorithm>

namespace ns3
{

SsdBlockPool::SsdBlockPool(uint32_t blocks, uint32_t unitsPerBlock)
    : m_blocks(blocks),
      m_heads(unitsPerBlock + 1, NONE)
{
    m_members.reserve(blocks);
}

void
SsdBlockPool::Insert(uint32_t block, uint32_t valid, uint64_t time)
{
    NS_ASSERT(!Has(block));
    auto& entry = m_blocks[block];
    entry.place = m_members.size();
    entry.valid = valid;
    entry.time = time;
    m_members.push_back(block);
    Link(block);
}

void
SsdBlockPool::Remove(uint32_t block)
{
    Unlink(block);
    auto& place = m_blocks[block].place;
    const auto last = m_members.back();
    m_members[place] = last;
    m_blocks[last].place = place;
    m_members.pop_back();
    place = NONE;
}

void
SsdBlockPool::Invalidate(uint32_t block, uint64_t time)
{
    Unlink(block);
    --m_blocks[block].valid;
    m_blocks[block].time = time;
    Link(block);
}

uint32_t
SsdBlockPool::GetLeastValid()
{
    while (m_heads[m_least] == NONE)
    {
        ++m_least;
    }
    return m_heads[m_least];
}

void
SsdBlockPool::Link(uint32_t block)
{
    auto& entry = m_blocks[block];
    auto& head = m_heads[entry.valid];
    entry.previous = NONE;
    entry.next = head;
    if (head != NONE)
    {
        m_blocks[head].previous = block;
    }
    head = block;
    m_least = std::min(m_least, entry.valid);
}

void
SsdBlockPool::Unlink(uint32_t block)
{
    const auto& entry = m_blocks[block];
    auto& before = entry.previous == NONE ? m_heads[entry.valid] : m_blocks[entry.previous].next;
    before = entry.next;
    if (entry.next != NONE)
    {
        m_blocks[entry.next].previous = entry.previous;
    }
}

} // namespace ns3
