/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-linux-cubic.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpLinuxCubic");

NS_OBJECT_ENSURE_REGISTERED(TcpLinuxCubic);

namespace
{

/// C of RFC 9438, segments per cubic second.
constexpr double SCALE = 0.4;
/// What is left of a window after a loss (beta), in 1,024ths.
constexpr uint32_t REST = 717;
constexpr uint32_t WHOLE = 1024;
/// Windows of Reno's kind with that rest grow by one per so many eighths of a window: 8/3 (1 +
/// beta) / (1 - beta), where RFC 9438, 4.3, has the inverse.
constexpr uint32_t RENO_EIGHTHS = 8 * (WHOLE + REST) / 3 / (WHOLE - REST);
/// Least time between two updates for one window.
const Time UPDATE_INTERVAL = Seconds(1) / 32;
/// Round trips so soon after a loss do not count.
const Time UNSETTLED = Seconds(1);
/// A window that has lost nothing yet grows after so many segments at most.
constexpr uint32_t COUNT_WITHOUT_LOSS = 20;
/// A window grows by half at most in a round trip.
constexpr uint32_t LEAST_COUNT = 2;
/// Growth of a window that is not to grow, windows of segments.
constexpr uint32_t STILL = 100;

} // namespace

TypeId
TcpLinuxCubic::GetTypeId()
{
    static TypeId tid = TypeId("ns3::TcpLinuxCubic")
                            .SetParent<TcpCongestionOps>()
                            .SetGroupName("HostTcp")
                            .AddConstructor<TcpLinuxCubic>();
    return tid;
}

std::string
TcpLinuxCubic::GetName() const
{
    return "TcpLinuxCubic";
}

void
TcpLinuxCubic::Init(Ptr<TcpSocketState> tcb)
{
    m_hystart.StartRound(tcb->m_highTxMark);
}

uint32_t
TcpLinuxCubic::GetSsThresh(Ptr<const TcpSocketState> tcb, uint32_t /* bytesInFlight */)
{
    const auto window = tcb->GetCwndInSegments();
    // Fast convergence (RFC 9438, 4.7): who loses below its former maximum leaves room for others.
    m_maximum = window < m_maximum ? window * (WHOLE + REST) / (2 * WHOLE) : window;
    m_epoch.reset();
    m_counter.Reset();
    return std::max(window * REST / WHOLE, 2U) * tcb->m_segmentSize;
}

void
TcpLinuxCubic::IncreaseWindow(Ptr<TcpSocketState> tcb, uint32_t segmentsAcked)
{
    if (!tcb->m_isCwndLimited)
    {
        return;
    }
    const auto window = tcb->GetCwndInSegments();
    const auto growth = TcpWindowCounter::GrowToThreshold(window,
                                                          tcb->m_ssThresh / tcb->m_segmentSize,
                                                          segmentsAcked);
    // A window that connections share is no whole number of segments.
    tcb->m_cWnd += growth * tcb->m_segmentSize;
    segmentsAcked -= growth;
    if (segmentsAcked > 0)
    {
        Update(window + growth, segmentsAcked);
        tcb->m_cWnd += m_counter.Grow(segmentsAcked, m_count) * tcb->m_segmentSize;
    }
}

void
TcpLinuxCubic::Update(uint32_t window, uint32_t acked)
{
    const auto now = Simulator::Now();
    if (m_epoch)
    {
        m_epoch->acked += acked;
        if (window == m_updatedWindow && now - m_updated <= UPDATE_INTERVAL)
        {
            return;
        }
    }
    else
    {
        const auto below = m_maximum > window ? m_maximum - window : 0;
        m_epoch = {now, std::cbrt(below / SCALE), window + below, acked, window};
    }
    m_updatedWindow = window;
    m_updated = now;
    const auto target = GetTarget();
    m_count = target > window ? window / (target - window) : STILL * window;
    if (m_maximum == 0)
    {
        m_count = std::min(m_count, COUNT_WITHOUT_LOSS);
    }
    m_count = std::max(std::min(m_count, GetRenoCount(window)), LEAST_COUNT);
    NS_LOG_DEBUG("window " << window << ", target " << target << ", one more after " << m_count);
}

uint32_t
TcpLinuxCubic::GetTarget() const
{
    const auto since = (Simulator::Now() - m_epoch->start + m_leastRtt).GetSeconds();
    const auto distance = std::abs(since - m_epoch->rise);
    const auto segments = static_cast<uint32_t>(SCALE * distance * distance * distance);
    return since < m_epoch->rise ? m_epoch->origin - segments : m_epoch->origin + segments;
}

uint32_t
TcpLinuxCubic::GetRenoCount(uint32_t window)
{
    const auto growth = std::max(window * RENO_EIGHTHS / 8, 1U);
    // One is always left.
    const auto steps = (m_epoch->acked - 1) / growth;
    m_epoch->acked -= steps * growth;
    m_epoch->renoWindow += steps;
    return m_epoch->renoWindow > window ? window / (m_epoch->renoWindow - window) : STILL * window;
}

void
TcpLinuxCubic::PktsAcked(Ptr<TcpSocketState> tcb, uint32_t /* segmentsAcked */, const Time& rtt)
{
    const auto now = Simulator::Now();
    m_lastAcked = now;
    if (!rtt.IsStrictlyPositive() || (m_epoch && now - m_epoch->start < UNSETTLED))
    {
        return;
    }
    m_leastRtt = m_leastRtt.IsZero() ? rtt : std::min(m_leastRtt, rtt);
    if (!m_isFull && tcb->m_cWnd < tcb->m_ssThresh)
    {
        m_isFull = m_hystart.IsFull(tcb->m_lastAckedSeq,
                                    tcb->m_highTxMark,
                                    tcb->GetCwndInSegments(),
                                    rtt,
                                    m_leastRtt);
        if (m_isFull)
        {
            NS_LOG_DEBUG("slow start ends at " << tcb->GetCwndInSegments());
            tcb->m_ssThresh = tcb->m_cWnd;
        }
    }
}

void
TcpLinuxCubic::CongestionStateSet(Ptr<TcpSocketState> tcb,
                                  const TcpSocketState::TcpCongState_t newState)
{
    if (newState == TcpSocketState::CA_LOSS)
    {
        m_epoch.reset();
        m_maximum = 0;
        m_leastRtt = Time();
        m_isFull = false;
        m_hystart.StartRound(tcb->m_highTxMark);
    }
}

void
TcpLinuxCubic::CwndEvent(Ptr<TcpSocketState> /* tcb */, const TcpSocketState::TcpCAEvent_t event)
{
    if (event == TcpSocketState::CA_EVENT_TX_START && m_epoch)
    {
        m_epoch->start += Simulator::Now() - std::max(m_lastAcked, m_epoch->start);
    }
}

Ptr<TcpCongestionOps>
TcpLinuxCubic::Fork()
{
    return CopyObject<TcpLinuxCubic>(this);
}

} // namespace ns3
