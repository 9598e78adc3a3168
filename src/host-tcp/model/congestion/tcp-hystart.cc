/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-hystart.h"

#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// Windows below it are too small to tell, segments.
constexpr uint32_t LEAST_WINDOW = 16;
/// Round trips that a round needs before they count.
constexpr uint32_t ENOUGH_SAMPLES = 8;
/// Most time between two acknowledgements of a train.
const Time TRAIN_GAP = MilliSeconds(2);
/// What a receiver may take to acknowledge.
const Time ACK_DELAY = MilliSeconds(1);
/// How much longer round trips get on a full path, an eighth of the least one within these bounds.
const Time LEAST_RISE = MilliSeconds(4);
const Time MOST_RISE = MilliSeconds(16);

} // namespace

void
TcpHystart::StartRound(SequenceNumber32 next)
{
    m_roundEnd = next;
    m_roundStart = Simulator::Now();
    m_lastAck = m_roundStart;
    m_roundRtt = Time::Max();
    m_samples = 0;
}

bool
TcpHystart::IsFull(SequenceNumber32 acknowledged,
                   SequenceNumber32 next,
                   uint32_t window,
                   Time rtt,
                   Time least)
{
    if (acknowledged > m_roundEnd)
    {
        StartRound(next);
    }
    if (window < LEAST_WINDOW)
    {
        return false;
    }
    const auto now = Simulator::Now();
    if (now - m_lastAck <= TRAIN_GAP)
    {
        m_lastAck = now;
        if (now - m_roundStart > (least + ACK_DELAY) / 2)
        {
            return true;
        }
    }
    m_roundRtt = std::min(m_roundRtt, rtt);
    if (m_samples < ENOUGH_SAMPLES)
    {
        ++m_samples;
        return false;
    }
    return m_roundRtt > least + std::clamp(least / 8, LEAST_RISE, MOST_RISE);
}

} // namespace ns3
