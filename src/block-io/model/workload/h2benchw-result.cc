/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "h2benchw-result.h"

#include <algorithm>

namespace ns3
{

namespace
{

/**
 * @param parts parts
 * @return those of the least and of the greatest time; both at the end without parts
 */
auto
FindTimes(const std::vector<H2benchwResult::Part>& parts)
{
    return std::minmax_element(parts.begin(), parts.end(), [](const auto& a, const auto& b) {
        return a.time < b.time;
    });
}

/**
 * @param parts parts
 * @return those of the least and of the greatest rate; both at the end without parts
 */
auto
FindRates(const std::vector<H2benchwResult::Part>& parts)
{
    return std::minmax_element(parts.begin(), parts.end(), [](const auto& a, const auto& b) {
        return a.GetRate() < b.GetRate();
    });
}

} // namespace

double
H2benchwResult::Part::GetRate() const
{
    return time.IsStrictlyPositive() ? static_cast<double>(bytes) / time.GetSeconds() : 0;
}

H2benchwResult::H2benchwResult(H2benchwPhase phase, Time delay)
    : m_phase(phase),
      m_delay(delay)
{
}

void
H2benchwResult::Add(uint32_t part, uint64_t lba, uint64_t bytes, Time time)
{
    if (part == m_parts.size())
    {
        m_parts.push_back({lba, 0, Time()});
    }
    for (auto* sum : {&m_parts[part], &m_all})
    {
        sum->bytes += bytes;
        sum->time += time;
    }
    ++m_requests;
}

void
H2benchwResult::End(State state)
{
    m_state = state;
}

H2benchwPhase
H2benchwResult::GetPhase() const
{
    return m_phase;
}

Time
H2benchwResult::GetDelay() const
{
    return m_delay;
}

H2benchwResult::State
H2benchwResult::GetState() const
{
    return m_state;
}

const std::vector<H2benchwResult::Part>&
H2benchwResult::GetParts() const
{
    return m_parts;
}

uint64_t
H2benchwResult::GetRequests() const
{
    return m_requests;
}

double
H2benchwResult::GetRate() const
{
    return m_all.GetRate();
}

double
H2benchwResult::GetLowestRate() const
{
    return m_parts.empty() ? 0 : FindRates(m_parts).first->GetRate();
}

double
H2benchwResult::GetHighestRate() const
{
    return m_parts.empty() ? 0 : FindRates(m_parts).second->GetRate();
}

Time
H2benchwResult::GetMeanTime() const
{
    return m_requests == 0
               ? Time()
               : NanoSeconds(m_all.time.GetNanoSeconds() / static_cast<int64_t>(m_requests));
}

Time
H2benchwResult::GetShortestTime() const
{
    return m_parts.empty() ? Time() : FindTimes(m_parts).first->time;
}

Time
H2benchwResult::GetLongestTime() const
{
    return m_parts.empty() ? Time() : FindTimes(m_parts).second->time;
}

} // namespace ns3
