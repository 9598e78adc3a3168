/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-ack-policy.h"

#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// Bounds of the delay.
const Time LEAST_DELAY = MilliSeconds(40);
const Time MOST = MilliSeconds(200);

/// Bounds of acknowledgements in a row that go at once.
constexpr uint32_t LEAST_QUICK = 2;
constexpr uint32_t MOST_QUICK = 16;

} // namespace

TcpAckPolicy::TcpAckPolicy(const TcpAckRules& rules)
    : m_rules(rules),
      m_delay(LEAST_DELAY)
{
}

void
TcpAckPolicy::BeQuick(uint32_t window)
{
    m_quick = std::max(m_quick, std::clamp(window / 2, LEAST_QUICK, MOST_QUICK));
}

void
TcpAckPolicy::Start(uint32_t window)
{
    if (m_rules.hasQuickAcks)
    {
        BeQuick(window);
    }
}

void
TcpAckPolicy::Adapt(Time gap, uint32_t window, Time rto)
{
    if (gap <= LEAST_DELAY / 2)
    {
        m_delay = m_delay / 2 + LEAST_DELAY / 2;
    }
    else if (gap < m_delay)
    {
        m_delay = std::min(m_delay / 2 + gap, rto);
    }
    else if (gap > rto)
    {
        Start(window);
    }
}

void
TcpAckPolicy::NoteData(Place place, uint32_t window, Time rto)
{
    const auto now = Simulator::Now();
    if (!m_hasData)
    {
        Start(window);
    }
    else
    {
        Adapt(now - m_lastData, window, rto);
    }
    m_hasData = true;
    m_lastData = now;
    if ((place == Place::BEFORE && m_rules.hasQuickAcks) ||
        (place == Place::AHEAD && m_rules.isQuickAfterHoles))
    {
        BeQuick(window);
        m_isInteractive = false;
        m_delay = LEAST_DELAY;
    }
}

void
TcpAckPolicy::NoteAckSent(uint32_t count)
{
    const auto wasQuick = m_quick > 0;
    m_quick -= std::min(m_quick, count);
    if (wasQuick && m_quick == 0)
    {
        m_delay = LEAST_DELAY;
    }
}

void
TcpAckPolicy::NoteDataSent()
{
    if (m_hasData && Simulator::Now() - m_lastData < m_delay)
    {
        m_isInteractive = true;
    }
}

void
TcpAckPolicy::NoteExpired(Time rto)
{
    m_delay = m_isInteractive ? LEAST_DELAY : std::min(2 * m_delay, rto);
    m_isInteractive = false;
}

bool
TcpAckPolicy::IsQuick() const
{
    return m_quick > 0 && !m_isInteractive;
}

std::optional<Time>
TcpAckPolicy::GetDelay(Time rtt) const
{
    if (!m_rules.isAdaptive)
    {
        return std::nullopt;
    }
    const auto most = rtt.IsZero() ? MOST : std::min(MOST, std::max(rtt, LEAST_DELAY));
    return m_delay > LEAST_DELAY ? std::clamp(m_delay, LEAST_DELAY, most) : LEAST_DELAY;
}

} // namespace ns3
