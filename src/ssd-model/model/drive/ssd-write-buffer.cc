/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ssd-write-buffer.h"

#include <algorithm>
#include <utility>

namespace ns3
{

SsdWriteBuffer::SsdWriteBuffer(uint32_t capacity)
    : m_capacity(capacity)
{
    m_units.reserve(capacity);
}

bool
SsdWriteBuffer::Has(uint32_t unit) const
{
    return m_units.contains(unit);
}

bool
SsdWriteBuffer::Add(uint32_t unit)
{
    const auto found = m_units.find(unit);
    if (found != m_units.end() && found->second.sequence != 0)
    {
        return true;
    }
    if (m_size == m_capacity)
    {
        return false;
    }
    auto& entry = found != m_units.end() ? found->second : m_units[unit];
    entry.sequence = ++m_lastSequence;
    m_waiting.push_back(unit);
    ++m_size;
    return true;
}

uint32_t
SsdWriteBuffer::GetWaiting() const
{
    return m_waiting.size();
}

uint64_t
SsdWriteBuffer::GetOldest() const
{
    return m_waiting.empty() ? UINT64_MAX : m_units.at(m_waiting.front()).sequence;
}

uint32_t
SsdWriteBuffer::GetSize() const
{
    return m_size;
}

uint64_t
SsdWriteBuffer::GetLastSequence() const
{
    return m_lastSequence;
}

SsdStripe
SsdWriteBuffer::Take(uint32_t most)
{
    SsdStripe stripe;
    const auto units = std::min<std::size_t>(most, m_waiting.size());
    stripe.units.reserve(units);
    stripe.sequences.reserve(units);
    for (auto place = m_waiting.begin(); place != m_waiting.end() && stripe.units.size() < most;)
    {
        auto& entry = m_units.at(*place);
        if (entry.isProgrammed)
        {
            ++place;
            continue;
        }
        entry.isProgrammed = true;
        stripe.units.push_back(*place);
        stripe.sequences.push_back(std::exchange(entry.sequence, 0));
        if (place == m_waiting.begin())
        {
            m_waiting.pop_front();
            place = m_waiting.begin();
        }
        else
        {
            place = m_waiting.erase(place);
        }
    }
    return stripe;
}

SsdStripe
SsdWriteBuffer::Drop(uint64_t first, uint64_t end)
{
    SsdStripe dropped;
    std::erase_if(m_waiting, [&](uint32_t unit) {
        if (unit < first || unit >= end)
        {
            return false;
        }
        const auto found = m_units.find(unit);
        dropped.units.push_back(unit);
        dropped.sequences.push_back(std::exchange(found->second.sequence, 0));
        if (!found->second.isProgrammed)
        {
            m_units.erase(found);
        }
        --m_size;
        return true;
    });
    return dropped;
}

void
SsdWriteBuffer::Release(const SsdStripe& stripe)
{
    for (const auto unit : stripe.units)
    {
        const auto found = m_units.find(unit);
        found->second.isProgrammed = false;
        if (found->second.sequence == 0)
        {
            m_units.erase(found);
        }
        --m_size;
    }
}

void
SsdWriteBuffer::Clear()
{
    m_units.clear();
    m_waiting.clear();
    m_size = 0;
}

} // namespace ns3
