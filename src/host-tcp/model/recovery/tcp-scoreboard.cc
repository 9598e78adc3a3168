/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-scoreboard.h"

#include "ns3/assert.h"

#include <algorithm>

namespace ns3
{

void
TcpScoreboard::Send(SequenceNumber32 begin, uint32_t bytes, uint32_t mss, Time now)
{
    const auto end = begin + bytes;
    while (begin < end)
    {
        const auto next = begin + std::min<uint32_t>(mss, end - begin);
        m_segments.push_back({begin, next, now, end});
        begin = next;
    }
}

void
TcpScoreboard::Resend(SequenceNumber32 begin, Time now)
{
    const auto segment = Find(begin);
    if (segment == m_segments.end() || segment->isSacked)
    {
        return;
    }
    if (segment->isLost && !segment->isResent)
    {
        segment->isResent = true;
        ++m_resent;
    }
    segment->wasResent = true;
    segment->sent = now;
    segment->sentUpTo = m_segments.back().end;
}

void
TcpScoreboard::Deliver(TcpSentSegment& segment, TcpDelivery& delivery)
{
    ++delivery.delivered;
    const auto isLater = segment.sent > delivery.newest ||
                         (segment.sent == delivery.newest && segment.end > delivery.newestEnd);
    if (isLater)
    {
        delivery.newest = segment.sent;
        delivery.newestEnd = segment.end;
        delivery.isNewestResent = segment.wasResent;
    }
    if (segment.isLost)
    {
        --m_lost;
        m_resent -= segment.isResent ? 1 : 0;
    }
    segment.isLost = false;
    segment.isResent = false;
    if (m_sacked > 0 && !segment.wasResent && segment.begin < m_highestSack)
    {
        // A hole that was not filled by us.
        const auto distance = Find(m_highestSack) - Find(segment.begin);
        delivery.reordering = std::max<uint32_t>(delivery.reordering, distance);
    }
}

void
TcpScoreboard::Acknowledge(SequenceNumber32 ack, TcpDelivery& delivery)
{
    while (!m_segments.empty() && m_segments.front().end <= ack)
    {
        auto& first = m_segments.front();
        ++delivery.acked;
        if (first.isSacked)
        {
            --m_sacked;
        }
        else
        {
            Deliver(first, delivery);
        }
        m_segments.pop_front();
    }
    if (!m_segments.empty() && m_segments.front().begin < ack)
    {
        m_segments.front().begin = ack;
    }
}

void
TcpScoreboard::Sack(SequenceNumber32 begin, SequenceNumber32 end, TcpDelivery& delivery)
{
    for (auto segment = Find(begin); segment != m_segments.end() && segment->end <= end; ++segment)
    {
        if (segment->isSacked)
        {
            continue;
        }
        Deliver(*segment, delivery);
        delivery.hasSacked = true;
        segment->isSacked = true;
        m_highestSack = m_sacked > 0 ? std::max(m_highestSack, segment->begin) : segment->begin;
        ++m_sacked;
    }
}

void
TcpScoreboard::MarkLost(TcpSentSegment& segment)
{
    NS_ASSERT(!segment.isSacked);
    if (!segment.isLost)
    {
        segment.isLost = true;
        ++m_lost;
    }
    else if (segment.isResent)
    {
        segment.isResent = false;
        --m_resent;
    }
}

void
TcpScoreboard::MarkAllLost(bool forgetSacks)
{
    for (auto& segment : m_segments)
    {
        if (segment.isSacked && forgetSacks)
        {
            segment.isSacked = false;
            --m_sacked;
        }
        if (!segment.isSacked && (!segment.isLost || segment.isResent))
        {
            MarkLost(segment);
        }
    }
}

void
TcpScoreboard::UnmarkLost()
{
    for (auto& segment : m_segments)
    {
        segment.isLost = false;
        segment.isResent = false;
    }
    m_lost = 0;
    m_resent = 0;
}

TcpScoreboard::Segments&
TcpScoreboard::GetSegments()
{
    return m_segments;
}

const TcpSentSegment*
TcpScoreboard::GetFirstLost() const
{
    if (GetWaiting() == 0)
    {
        return nullptr;
    }
    const auto first = std::find_if(m_segments.begin(), m_segments.end(), [](const auto& one) {
        return one.isLost && !one.isResent;
    });
    return &*first;
}

bool
TcpScoreboard::IsReneged() const
{
    return !m_segments.empty() && m_segments.front().isSacked;
}

uint32_t
TcpScoreboard::GetForwardMost() const
{
    if (m_sacked == 0)
    {
        return 0;
    }
    return const_cast<TcpScoreboard*>(this)->Find(m_highestSack) - m_segments.begin() + 1;
}

uint32_t
TcpScoreboard::GetInFlight() const
{
    return GetOutstanding() - m_sacked - GetWaiting();
}

uint32_t
TcpScoreboard::GetOutstanding() const
{
    return m_segments.size();
}

uint32_t
TcpScoreboard::GetSacked() const
{
    return m_sacked;
}

uint32_t
TcpScoreboard::GetLost() const
{
    return m_lost;
}

uint32_t
TcpScoreboard::GetWaiting() const
{
    return m_lost - m_resent;
}

TcpScoreboard::Segments::iterator
TcpScoreboard::Find(SequenceNumber32 seq)
{
    return std::lower_bound(m_segments.begin(),
                            m_segments.end(),
                            seq,
                            [](const auto& segment, auto value) { return segment.begin < value; });
}

} // namespace ns3
