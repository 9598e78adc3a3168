/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-ruled-reno.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(TcpRuledReno);

TypeId
TcpRuledReno::GetTypeId()
{
    static TypeId tid = TypeId("ns3::TcpRuledReno")
                            .SetParent<TcpCongestionOps>()
                            .SetGroupName("HostTcp")
                            .AddConstructor<TcpRuledReno>();
    return tid;
}

TcpRuledReno::TcpRuledReno(Growth growth)
    : m_growth(growth)
{
}

std::string
TcpRuledReno::GetName() const
{
    return "TcpRuledReno";
}

uint32_t
TcpRuledReno::GetSsThresh(Ptr<const TcpSocketState> tcb, uint32_t /* bytesInFlight */)
{
    m_counter.Reset();
    return std::max(tcb->GetCwndInSegments() / 2, 2U) * tcb->m_segmentSize;
}

void
TcpRuledReno::IncreaseWindow(Ptr<TcpSocketState> tcb, uint32_t segmentsAcked)
{
    const auto before = tcb->GetCwndInSegments();
    const uint32_t threshold = tcb->m_ssThresh / tcb->m_segmentSize;
    auto window = before;
    if (m_growth == Growth::SEGMENTS)
    {
        window = GrowForSegments(window, threshold, segmentsAcked);
    }
    for (; m_growth == Growth::ACKNOWLEDGEMENTS && segmentsAcked > 0; --segmentsAcked)
    {
        window = GrowForAcknowledgement(window, threshold);
    }
    // A window that connections share is no whole number of segments.
    tcb->m_cWnd += (window - before) * tcb->m_segmentSize;
}

uint32_t
TcpRuledReno::GrowForAcknowledgement(uint32_t window, uint32_t threshold)
{
    return window <= threshold ? window + 1 : window + m_counter.Grow(1, window + 1);
}

uint32_t
TcpRuledReno::GrowForSegments(uint32_t window, uint32_t threshold, uint32_t segments)
{
    const auto growth = TcpWindowCounter::GrowToThreshold(window, threshold, segments);
    window += growth;
    segments -= growth;
    return segments > 0 ? window + m_counter.Grow(segments, window) : window;
}

Ptr<TcpCongestionOps>
TcpRuledReno::Fork()
{
    return CopyObject<TcpRuledReno>(this);
}

} // namespace ns3
