/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-status-sequence.h"

#include <utility>

namespace ns3
{

void
IscsiStatusSequence::Start(uint32_t number)
{
    m_expected = number;
    m_seen = number;
}

IscsiStatusSequence::Run
IscsiStatusSequence::NoteUsed(uint32_t number)
{
    if (!IscsiSerialLess(m_seen, number))
    {
        return {number, 0};
    }
    const uint32_t first = std::exchange(m_seen, number);
    return {first, number - first};
}

void
IscsiStatusSequence::Hold(uint32_t number, IscsiOpcode opcode, Ptr<Packet> pdu)
{
    if (IscsiSerialLess(m_seen, number + 1))
    {
        m_seen = number + 1;
    }
    m_held.emplace(number, Held{opcode, pdu});
}

const IscsiStatusSequence::Held*
IscsiStatusSequence::PeekHeld() const
{
    const bool isTurn = !m_held.empty() && m_held.begin()->first == m_expected;
    return isTurn ? &m_held.begin()->second : nullptr;
}

IscsiStatusSequence::Held
IscsiStatusSequence::TakeHeld()
{
    auto held = m_held.begin()->second;
    m_held.erase(m_held.begin());
    return held;
}

IscsiStatusSequence::Run
IscsiStatusSequence::GetMissing() const
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
