/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-loss-detector.h"

#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// Segments by which one may be late, at first and at most.
constexpr uint32_t LEAST_REORDERING = 3;
constexpr uint32_t MOST_REORDERING = 127;

} // namespace

TcpCountingDetector::TcpCountingDetector(bool isForward, bool findsLostResends)
    : m_isForward(isForward),
      m_findsLostResends(findsLostResends),
      m_reordering(LEAST_REORDERING)
{
}

Time
TcpCountingDetector::Detect(TcpScoreboard& board, const TcpDelivery& delivery, Time /* rtt */)
{
    SetReordering(std::max(delivery.reordering, m_reordering));
    if (board.GetSacked() == 0)
    {
        return Time();
    }
    if (m_findsLostResends)
    {
        MarkLostResends(board);
    }
    if (m_isForward)
    {
        MarkForward(board);
    }
    else
    {
        MarkByArrivals(board);
    }
    return Time();
}

uint32_t
TcpCountingDetector::GetReordering() const
{
    return m_reordering;
}

void
TcpCountingDetector::SetReordering(uint32_t reordering)
{
    m_reordering = std::clamp(reordering, LEAST_REORDERING, MOST_REORDERING);
    m_isForward = m_isForward && m_reordering == LEAST_REORDERING;
}

void
TcpCountingDetector::MarkForward(TcpScoreboard& board) const
{
    const auto most = board.GetForwardMost();
    auto& segments = board.GetSegments();
    for (uint32_t i = 0; i + m_reordering < most; ++i)
    {
        if (!segments[i].isSacked && !segments[i].isLost)
        {
            board.MarkLost(segments[i]);
        }
    }
}

void
TcpCountingDetector::MarkByArrivals(TcpScoreboard& board) const
{
    auto behind = board.GetSacked();
    for (auto& segment : board.GetSegments())
    {
        if (behind < m_reordering)
        {
            return;
        }
        if (segment.isSacked)
        {
            --behind;
        }
        else if (!segment.isLost)
        {
            board.MarkLost(segment);
        }
    }
}

void
TcpCountingDetector::MarkLostResends(TcpScoreboard& board)
{
    auto& segments = board.GetSegments();
    const auto arrived = segments[board.GetForwardMost() - 1].end;
    for (auto& segment : segments)
    {
        if (segment.isResent && arrived > segment.sentUpTo)
        {
            board.MarkLost(segment);
        }
    }
}

void
TcpRackDetector::Update(const TcpDelivery& delivery)
{
    if (delivery.delivered == 0)
    {
        return;
    }
    m_isReordered = m_isReordered || delivery.reordering > 0;
    const auto rtt = Simulator::Now() - delivery.newest;
    if (delivery.isNewestResent && rtt < m_leastRtt)
    {
        // The acknowledgement may be that of the first transmission.
        return;
    }
    m_leastRtt = std::min(m_leastRtt, rtt);
    if (delivery.newest > m_sent || (delivery.newest == m_sent && delivery.newestEnd > m_end))
    {
        m_sent = delivery.newest;
        m_end = delivery.newestEnd;
        m_rtt = rtt;
    }
}

Time
TcpRackDetector::GetWindow(const TcpScoreboard& board, Time rtt) const
{
    if (!m_isReordered && (board.GetLost() > 0 || board.GetSacked() >= LEAST_REORDERING))
    {
        return Time();
    }
    return std::min(m_leastRtt / 4, rtt);
}

Time
TcpRackDetector::Detect(TcpScoreboard& board, const TcpDelivery& delivery, Time rtt)
{
    Update(delivery);
    Time wait;
    if (m_sent == Time::Min())
    {
        return wait;
    }
    const auto window = GetWindow(board, rtt);
    for (auto& segment : board.GetSegments())
    {
        const auto isEarlier =
            segment.sent < m_sent || (segment.sent == m_sent && segment.end < m_end);
        if (segment.isSacked || (segment.isLost && !segment.isResent) || !isEarlier)
        {
            continue;
        }
        const auto left = segment.sent + m_rtt + window - Simulator::Now();
        if (!left.IsStrictlyPositive())
        {
            board.MarkLost(segment);
        }
        else
        {
            wait = std::max(wait, left);
        }
    }
    return wait;
}

uint32_t
TcpRackDetector::GetReordering() const
{
    return LEAST_REORDERING;
}

} // namespace ns3
