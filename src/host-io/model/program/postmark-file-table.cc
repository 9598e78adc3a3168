/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "postmark-file-table.h"

#include "ns3/assert.h"

namespace ns3
{

PostmarkFileTable::PostmarkFileTable(uint32_t slots)
    : m_files(slots),
      m_places(slots)
{
    for (uint32_t i = 0; i < slots; ++i)
    {
        m_free.insert(m_free.end(), i);
    }
}

uint32_t
PostmarkFileTable::GetNSlots() const
{
    return m_files.size();
}

uint32_t
PostmarkFileTable::GetNFiles() const
{
    return m_used.size();
}

bool
PostmarkFileTable::IsFull() const
{
    return m_free.empty();
}

uint32_t
PostmarkFileTable::Add(const PostmarkFile& file)
{
    NS_ASSERT_MSG(!IsFull() && file.bytes > 0, "no free slot, or an empty file");
    auto found = m_free.find(m_next);
    if (found == m_free.end())
    {
        found = m_free.begin();
    }
    const auto slot = *found;
    m_free.erase(found);
    m_next = slot + 1;
    m_files[slot] = file;
    m_places[slot] = m_used.size();
    m_used.push_back(slot);
    return slot;
}

void
PostmarkFileTable::Remove(uint32_t slot)
{
    NS_ASSERT_MSG(m_files[slot].bytes > 0, "slot " << slot << " is free");
    const auto last = m_used.back();
    m_used[m_places[slot]] = last;
    m_places[last] = m_places[slot];
    m_used.pop_back();
    m_files[slot].bytes = 0;
    m_free.insert(slot);
}

PostmarkFile&
PostmarkFileTable::Get(uint32_t slot)
{
    return m_files[slot];
}

uint32_t
PostmarkFileTable::GetUsedSlot(uint32_t index) const
{
    return m_used[index];
}

} // namespace ns3
