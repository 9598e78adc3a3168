/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-window-reduction.h"

#include <algorithm>

namespace ns3
{

void
TcpHalvingAtOnce::Start(uint32_t /* outstanding */)
{
}

uint32_t
TcpHalvingAtOnce::Reduce(const TcpReductionStep& step)
{
    return step.threshold;
}

void
TcpHalvingAtOnce::NoteSent()
{
}

uint32_t
TcpHalvingAtOnce::Finish(uint32_t /* window */, uint32_t threshold) const
{
    return threshold;
}

void
TcpRateHalving::Start(uint32_t /* outstanding */)
{
    m_isSecond = false;
}

uint32_t
TcpRateHalving::Reduce(const TcpReductionStep& step)
{
    auto window = step.window;
    if (m_isSecond && window > step.threshold / 2)
    {
        --window;
    }
    m_isSecond = !m_isSecond;
    return std::min(window, step.inFlight + 1);
}

void
TcpRateHalving::NoteSent()
{
}

uint32_t
TcpRateHalving::Finish(uint32_t window, uint32_t threshold) const
{
    return std::min(window, threshold);
}

void
TcpProportionalReduction::Start(uint32_t outstanding)
{
    m_outstanding = std::max<uint32_t>(1, outstanding);
    m_delivered = 0;
    m_sent = 0;
}

uint32_t
TcpProportionalReduction::Reduce(const TcpReductionStep& step)
{
    if (step.delivered == 0)
    {
        return step.window;
    }
    m_delivered += step.delivered;
    uint32_t send = 0;
    if (step.inFlight > step.threshold)
    {
        const auto due =
            (uint64_t{m_delivered} * step.threshold + m_outstanding - 1) / m_outstanding;
        send = due > m_sent ? due - m_sent : 0;
    }
    else
    {
        const auto owed = m_delivered > m_sent ? m_delivered - m_sent : 0;
        const auto limit = std::max(owed, step.delivered) + (step.isSafe ? 1 : 0);
        send = std::min(step.threshold - step.inFlight, limit);
    }
    // The first retransmission goes at once.
    return step.inFlight + std::max<uint32_t>(send, m_sent == 0 ? 1 : 0);
}

void
TcpProportionalReduction::NoteSent()
{
    ++m_sent;
}

uint32_t
TcpProportionalReduction::Finish(uint32_t /* window */, uint32_t threshold) const
{
    return threshold;
}

} // namespace ns3
