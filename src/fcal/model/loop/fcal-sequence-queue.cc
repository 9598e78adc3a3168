/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fcal-sequence-queue.h"

#include "ns3/assert.h"

#include <algorithm>

namespace ns3
{

void
FcalSequenceQueue::Push(Ptr<FcSequence> sequence)
{
    m_entries[sequence->GetDestination()].push_back({m_pushed++, sequence});
    ++m_count;
}

bool
FcalSequenceQueue::IsEmpty() const
{
    return m_count == 0;
}

std::size_t
FcalSequenceQueue::GetCount() const
{
    return m_count;
}

bool
FcalSequenceQueue::HasFor(uint8_t destination) const
{
    return m_entries.contains(destination);
}

uint8_t
FcalSequenceQueue::GetNextDestination() const
{
    NS_ASSERT(!IsEmpty());
    return std::min_element(m_entries.begin(),
                            m_entries.end(),
                            [](const auto& a, const auto& b) {
                                return a.second.front().number < b.second.front().number;
                            })
        ->first;
}

Ptr<FcSequence>
FcalSequenceQueue::Pop(uint8_t destination)
{
    const auto found = m_entries.find(destination);
    NS_ASSERT(found != m_entries.end());
    const auto sequence = found->second.front().sequence;
    found->second.pop_front();
    --m_count;
    if (found->second.empty())
    {
        m_entries.erase(found);
    }
    return sequence;
}

std::vector<Ptr<FcSequence>>
FcalSequenceQueue::TakeFor(uint8_t destination)
{
    std::vector<Ptr<FcSequence>> taken;
    while (HasFor(destination))
    {
        taken.push_back(Pop(destination));
    }
    return taken;
}

std::vector<Ptr<FcSequence>>
FcalSequenceQueue::TakeAll()
{
    std::vector<Ptr<FcSequence>> taken;
    while (!IsEmpty())
    {
        taken.push_back(Pop(GetNextDestination()));
    }
    return taken;
}

} // namespace ns3
