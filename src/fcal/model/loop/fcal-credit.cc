/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fcal-credit.h"

#include <algorithm>

namespace ns3
{

FcalCredit::FcalCredit(const Start& start)
    : m_circuit(start)
{
    m_state.credits.assign(start.login, start.begin);
    m_state.credits.resize(start.buffers, start.firstReady);
}

FcalFrameTimes
FcalCredit::Begin(const FcSequenceCut& cut, uint64_t ready)
{
    std::for_each(m_events.begin() + m_planned, m_events.end(), [this](const auto& event) {
        Apply(event);
    });
    m_events.clear();
    m_cut = cut;
    m_state.ready = ready;
    m_before = m_state;
    return Replan();
}

void
FcalCredit::Change(uint64_t now, int64_t taken)
{
    m_events.push_back({now, taken});
}

FcalFrameTimes
FcalCredit::Replan()
{
    m_state = m_before;
    m_stall = 0;
    m_planned = static_cast<std::ptrdiff_t>(m_events.size());
    return IsUniform() ? PlanUniform() : PlanEach();
}

bool
FcalCredit::IsUniform() const
{
    const auto& credits = m_state.credits;
    if (!m_events.empty() || m_state.owed > 0 || credits.empty())
    {
        return false;
    }
    const uint64_t words = m_cut.GetWords(0);
    const auto distance = words + m_circuit.fillWords;
    const auto first = std::max(m_state.ready, credits.front());
    const auto checked = std::min<std::size_t>(m_cut.frames, credits.size());
    for (std::size_t i = 1; i < checked; ++i)
    {
        if (credits[i] > first + i * distance)
        {
            return false;
        }
    }
    // From there on each frame needs the buffer of the one that is as many frames before it.
    return m_cut.frames <= credits.size() ||
           credits.size() * distance >= words + m_circuit.toReceiver + m_circuit.toSender;
}

FcalFrameTimes
FcalCredit::PlanUniform()
{
    auto& credits = m_state.credits;
    const uint32_t frames = m_cut.frames;
    const uint64_t distance = m_cut.GetWords(0) + m_circuit.fillWords;
    const auto first = std::max(m_state.ready, credits.front());
    m_stall = first - m_state.ready;
    const auto used = static_cast<uint32_t>(std::min<std::size_t>(frames, credits.size()));
    credits.erase(credits.begin(), credits.begin() + used);
    for (uint32_t frame = frames - used; frame < frames; ++frame)
    {
        credits.push_back(GetReturn(first + frame * distance, frame));
    }
    return {first, distance, frames};
}

FcalFrameTimes
FcalCredit::PlanEach()
{
    auto& credits = m_state.credits;
    std::vector<uint64_t> starts;
    std::size_t applied = 0;
    while (starts.size() < m_cut.frames)
    {
        while (credits.empty() && applied < m_events.size())
        {
            Apply(m_events[applied++]);
        }
        if (credits.empty())
        {
            break;
        }
        const auto frame = static_cast<uint32_t>(starts.size());
        starts.push_back(Send(frame));
        const auto back = GetReturn(starts.back(), frame);
        while (applied < m_events.size() && m_events[applied].when + m_circuit.toSender <= back)
        {
            Apply(m_events[applied++]);
        }
        Free(back);
    }
    while (applied < m_events.size())
    {
        Apply(m_events[applied++]);
    }
    return FcalFrameTimes(std::move(starts));
}

uint64_t
FcalCredit::Send(uint32_t frame)
{
    auto& credits = m_state.credits;
    const auto start = std::max(m_state.ready, credits.front());
    credits.erase(credits.begin());
    m_stall += start - m_state.ready;
    m_state.ready = start + m_cut.GetWords(frame) + m_circuit.fillWords;
    return start;
}

void
FcalCredit::Free(uint64_t back)
{
    if (m_state.owed > 0)
    {
        --m_state.owed;
        return;
    }
    m_state.credits.push_back(back);
}

void
FcalCredit::Apply(const Event& event)
{
    if (event.taken > 0)
    {
        m_state.owed += event.taken;
        return;
    }
    const auto given = static_cast<uint64_t>(-event.taken);
    const auto settled = std::min(given, m_state.owed);
    m_state.owed -= settled;
    auto& credits = m_state.credits;
    const auto when = event.when + m_circuit.toSender;
    // Those of frames of the sequence before may come later.
    credits.insert(std::upper_bound(credits.begin(), credits.end(), when), given - settled, when);
}

uint64_t
FcalCredit::GetReturn(uint64_t start, uint32_t frame) const
{
    return start + m_cut.GetWords(frame) + m_circuit.toReceiver + m_circuit.toSender;
}

} // namespace ns3
