/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-initiator-stat-sn-tracker.h"

#include <utility>

namespace ns3
{

void
IscsiInitiatorStatSnTracker::Start(uint32_t number)
{
    m_expected = number;
    m_seen = number;
}

IscsiInitiatorStatSnTracker::Run
IscsiInitiatorStatSnTracker::NoteUsed(uint32_t number)
{
    if (!IscsiSerialLess(m_seen, number))
    {
        return {number, 0};
    }
    const uint32_t first = std::exchange(m_seen, number);
    return {first, number - first};
}

void
IscsiInitiatorStatSnTracker::Hold(uint32_t number, IscsiOpcode opcode, Ptr<Packet> pdu)
{
    if (IscsiSerialLess(m_seen, number + 1))
    {
        m_seen = number + 1;
    }
    m_held.emplace(number, Held{opcode, pdu});
}

const IscsiInitiatorStatSnTracker::Held*
IscsiInitiatorStatSnTracker::PeekHeld() const
{
    const bool isTurn = !m_held.empty() && m_held.begin()->first == m_expected;
    return isTurn ? &m_held.begin()->second : nullptr;
}

IscsiInitiatorStatSnTracker::Held
IscsiInitiatorStatSnTracker::TakeHeld()
{
    auto held = m_held.begin()->second;
    m_held.erase(m_held.begin());
    return held;
}

IscsiInitiatorStatSnTracker::Run
IscsiInitiatorStatSnTracker::GetMissing() const
{
    uint32_t first = m_expected;
    auto held = m_held.begin();
    while (held != m_held.end() && held->first == first)
    {
        ++first;
        ++held;
    }
    return {first, (held == m_held.end() ? m_seen : held->first) - first};
}

} // namespace ns3
