/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-sender.h"

#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/tcp-option-ts.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpSender");

namespace
{

/// Segments that may leave at once after losses.
constexpr uint32_t MOST_AT_ONCE = 3;

/**
 * @param rules of a sender
 * @return what finds losses
 */
std::unique_ptr<TcpLossDetector>
MakeDetector(const TcpSenderRules& rules)
{
    if (rules.detection == TcpSenderRules::Detection::RACK)
    {
        return std::make_unique<TcpRackDetector>();
    }
    return std::make_unique<TcpCountingDetector>(rules.detection ==
                                                     TcpSenderRules::Detection::FORWARD,
                                                 rules.findsLostResends);
}

/**
 * @param rules of a sender
 * @return what gets the window down
 */
std::unique_ptr<TcpWindowReduction>
MakeReduction(const TcpSenderRules& rules)
{
    switch (rules.reduction)
    {
    case TcpSenderRules::Reduction::RATE_HALVING:
        return std::make_unique<TcpRateHalving>();
    case TcpSenderRules::Reduction::PROPORTIONAL:
        return std::make_unique<TcpProportionalReduction>();
    default:
        return std::make_unique<TcpHalvingAtOnce>();
    }
}

} // namespace

TcpSender::TcpSender(TcpSenderSocket& socket, const TcpSenderRules& rules)
    : m_socket(socket),
      m_rules(rules),
      m_state(socket.GetControlState()),
      m_detector(MakeDetector(rules)),
      m_reduction(MakeReduction(rules)),
      m_probe([this] { SendProbe(); }, [this](Time timeout) { return m_socket.GetWait(timeout); })
{
}

TcpSender::~TcpSender()
{
    Stop();
}

void
TcpSender::Stop()
{
    m_reorderingEvent.Cancel();
    m_probe.Stop();
}

uint32_t
TcpSender::GetBytesInFlight() const
{
    return m_board.GetInFlight() * m_state->m_segmentSize;
}

bool
TcpSender::HasLost() const
{
    return m_board.GetWaiting() > 0;
}

bool
TcpSender::HasOutstanding() const
{
    return m_board.GetOutstanding() > 0;
}

uint32_t
TcpSender::GetWindow() const
{
    return m_state->m_cWnd / m_state->m_segmentSize;
}

void
TcpSender::SetWindow(uint32_t window)
{
    m_state->m_cWnd = window * m_state->m_segmentSize;
    m_state->m_cWndInfl = m_state->m_cWnd;
}

TcpWindowValidation::Windows
TcpSender::GetWindows() const
{
    return {GetWindow(), m_state->m_ssThresh / m_state->m_segmentSize};
}

void
TcpSender::SetWindows(const TcpWindowValidation::Windows& windows)
{
    const auto before = GetWindows();
    if (windows.window != before.window)
    {
        SetWindow(windows.window);
    }
    if (windows.threshold != before.threshold)
    {
        m_state->m_ssThresh = windows.threshold * m_state->m_segmentSize;
    }
}

void
TcpSender::SetState(TcpSocketState::TcpCongState_t state)
{
    if (m_state->m_congState != state)
    {
        m_socket.GetCongestionOps()->CongestionStateSet(m_state, state);
        m_state->m_congState = state;
    }
}

void
TcpSender::Resume()
{
    if (m_rules.validates && m_board.GetInFlight() == 0)
    {
        SetWindows(m_validation.Resume(GetWindows(),
                                       m_state->m_initialCWnd,
                                       m_socket.GetRetransmissionTimeout()));
    }
}

void
TcpSender::NoteSent(SequenceNumber32 begin, uint32_t bytes, bool isNew)
{
    const auto now = Simulator::Now();
    if (isNew)
    {
        m_board.Send(begin, bytes, m_state->m_segmentSize, now);
    }
    else
    {
        m_board.Resend(begin, now);
        m_undo.NoteResent(TcpOptionTS::NowToTsValue());
    }
    if (m_rules.needsUsedWindow)
    {
        m_use.NoteSent(m_board.GetSegments().front().begin,
                       m_board.GetSegments().back().end,
                       m_board.GetOutstanding(),
                       IsFull());
    }
    if (m_state->m_congState == TcpSocketState::CA_RECOVERY)
    {
        m_reduction->NoteSent();
    }
    else if (m_rules.validates && m_state->m_congState == TcpSocketState::CA_OPEN)
    {
        SetWindows(m_validation.NoteSent(GetWindows(),
                                         m_board.GetInFlight(),
                                         m_state->m_initialCWnd,
                                         m_socket.GetRetransmissionTimeout()));
    }
    SetProbe();
}

void
TcpSender::NoteSacked(SequenceNumber32 ack, const TcpOptionSack::SackList& blocks)
{
    m_blocks = blocks;
    m_hasDuplicate = false;
    if (blocks.empty())
    {
        return;
    }
    // A first block below the acknowledgement, or inside the second, tells of a duplicate
    // (RFC 2883, 4).
    const auto& first = blocks.front();
    const auto second = std::next(blocks.begin());
    const auto isInside =
        second != blocks.end() && first.first >= second->first && first.second <= second->second;
    if (first.second <= ack || isInside)
    {
        m_undo.NoteDuplicate();
        m_hasDuplicate = true;
        m_blocks.pop_front();
    }
    m_blocks.sort();
}

TcpDelivery
TcpSender::Update(SequenceNumber32 ack)
{
    TcpDelivery delivery;
    m_lostBefore = m_board.GetLost();
    m_board.Acknowledge(ack, delivery);
    for (const auto& [begin, end] : m_blocks)
    {
        m_board.Sack(begin, end, delivery);
    }
    m_blocks.clear();
    return delivery;
}

void
TcpSender::Detect(const TcpDelivery& delivery)
{
    const auto wait = m_detector->Detect(m_board, delivery, m_state->m_srtt);
    m_reorderingEvent.Cancel();
    if (wait.IsStrictlyPositive())
    {
        m_reorderingEvent = Simulator::Schedule(wait, &TcpSender::ProcessReordering, this);
    }
    if (m_rules.watchesHead)
    {
        WatchHead();
    }
}

void
TcpSender::WatchHead()
{
    auto& segments = m_board.GetSegments();
    if (!segments.empty() && !segments.front().isSacked && !segments.front().isLost &&
        Simulator::Now() - segments.front().sent > m_socket.GetRetransmissionTimeout())
    {
        m_board.MarkLost(segments.front());
    }
}

void
TcpSender::ProcessAck(SequenceNumber32 ack, bool isNew, bool isDuplicate)
{
    if (m_board.GetOutstanding() == 0)
    {
        m_blocks.clear();
        return;
    }
    const auto wasFull = IsFull();
    auto delivery = Update(ack);
    delivery.isNew = isNew;
    delivery.isDuplicate = isDuplicate;
    if (m_board.IsReneged())
    {
        NS_LOG_DEBUG("the peer has dropped what it had acknowledged selectively");
        m_board.MarkAllLost(true);
        m_recoveryEnd = m_board.GetSegments().back().end;
        SetState(TcpSocketState::CA_LOSS);
    }
    if (m_probe.Acknowledge(ack, isDuplicate, m_hasDuplicate))
    {
        AnswerProbe();
    }
    Detect(delivery);
    if (isNew)
    {
        m_hasTimedOut = false;
        m_socket.GetCongestionOps()->PktsAcked(m_state, delivery.acked, m_state->m_lastRtt);
    }
    const auto state = m_state->m_congState.Get();
    if (isNew && state != TcpSocketState::CA_RECOVERY && state != TcpSocketState::CA_CWR)
    {
        Grow(delivery.acked, wasFull);
    }
    if (isNew && ack >= m_recoveryEnd)
    {
        Leave();
    }
    const auto isMissing = m_board.GetSacked() > 0 || m_board.GetLost() > 0;
    if (isDuplicate || isMissing || state != TcpSocketState::CA_OPEN)
    {
        React(delivery);
    }
    SetProbe();
}

bool
TcpSender::IsFull() const
{
    return m_board.GetInFlight() >= GetWindow() || m_socket.IsHoldingBack();
}

bool
TcpSender::MayGrow(bool wasFull) const
{
    const auto [window, threshold] = GetWindows();
    return (wasFull || !m_rules.needsFullWindow) &&
           (m_use.MayGrow(window, threshold) || !m_rules.needsUsedWindow);
}

void
TcpSender::Grow(uint32_t segments, bool wasFull)
{
    const auto isRuled = m_rules.needsFullWindow || m_rules.needsUsedWindow;
    const auto mayGrow = MayGrow(wasFull);
    m_state->m_isCwndLimited = isRuled ? mayGrow : m_state->m_isCwndLimited;
    if (mayGrow)
    {
        m_socket.GetCongestionOps()->IncreaseWindow(m_state,
                                                    m_rules.countsAcks ? m_socket.GetAckCount()
                                                                       : segments);
        m_state->m_cWndInfl = m_state->m_cWnd;
    }
}

void
TcpSender::Leave()
{
    const auto state = m_state->m_congState.Get();
    if (state != TcpSocketState::CA_RECOVERY && state != TcpSocketState::CA_LOSS)
    {
        return;
    }
    if (!Undo(false) && state == TcpSocketState::CA_RECOVERY)
    {
        const auto [window, threshold] = GetWindows();
        SetWindow(std::max<uint32_t>(1, m_reduction->Finish(window, threshold)));
        m_socket.GetCongestionOps()->CwndEvent(m_state, TcpSocketState::CA_EVENT_COMPLETE_CWR);
    }
    m_undo.Stop();
    SetState(TcpSocketState::CA_OPEN);
}

void
TcpSender::React(const TcpDelivery& delivery)
{
    switch (m_state->m_congState.Get())
    {
    case TcpSocketState::CA_RECOVERY:
        if (!delivery.isNew || !Undo(true))
        {
            if (delivery.isDuplicate)
            {
                MarkFirst();
            }
            Reduce(delivery);
        }
        break;
    case TcpSocketState::CA_LOSS:
        if (!delivery.isNew || !Undo(false))
        {
            Moderate();
        }
        break;
    default:
        if (m_board.GetLost() > 0)
        {
            Recover();
            Reduce(delivery);
        }
        else
        {
            TryToOpen();
        }
    }
    SendLost();
}

void
TcpSender::TryToOpen()
{
    if (m_state->m_congState == TcpSocketState::CA_CWR)
    {
        return;
    }
    SetState(m_board.GetSacked() > 0 ? TcpSocketState::CA_DISORDER : TcpSocketState::CA_OPEN);
    Moderate();
}

void
TcpSender::Recover()
{
    const auto wasReduced = m_state->m_congState == TcpSocketState::CA_CWR;
    NS_LOG_DEBUG("recovery: window " << GetWindow() << ", in flight " << m_board.GetInFlight());
    m_recoveryEnd = m_board.GetSegments().back().end;
    if (!wasReduced)
    {
        ReduceThreshold();
    }
    m_reduction->Start(m_board.GetOutstanding());
    SetState(TcpSocketState::CA_RECOVERY);
}

void
TcpSender::ReduceThreshold()
{
    m_undo.Start(m_state->m_cWnd, m_state->m_ssThresh);
    m_state->m_ssThresh = m_socket.GetCongestionOps()->GetSsThresh(
        m_state,
        GetBytesInFlight() + m_board.GetLost() * m_state->m_segmentSize);
}

void
TcpSender::Reduce(const TcpDelivery& delivery)
{
    const auto [window, threshold] = GetWindows();
    const auto isSafe = delivery.isNew && m_board.GetLost() <= m_lostBefore;
    SetWindow(m_reduction->Reduce(
        {window, threshold, m_board.GetInFlight(), delivery.delivered, isSafe}));
}

bool
TcpSender::Undo(bool isPartial)
{
    const auto echo = m_socket.GetTimestampEcho();
    if (!m_rules.undoes || !(isPartial ? m_undo.IsEarly(echo) : m_undo.IsSpurious(echo)))
    {
        return false;
    }
    NS_LOG_DEBUG("what was sent again had arrived: the reduction is undone");
    m_state->m_cWnd = std::max(m_state->m_cWnd.Get(), m_undo.GetWindow());
    m_state->m_ssThresh = std::max(m_state->m_ssThresh.Get(), m_undo.GetThreshold());
    m_state->m_cWndInfl = m_state->m_cWnd;
    m_board.UnmarkLost();
    m_undo.Stop();
    SetState(m_board.GetSacked() > 0 ? TcpSocketState::CA_DISORDER : TcpSocketState::CA_OPEN);
    Moderate();
    return true;
}

void
TcpSender::Moderate()
{
    if (m_rules.isModerate)
    {
        SetWindow(std::min(GetWindow(), m_board.GetInFlight() + MOST_AT_ONCE));
    }
}

void
TcpSender::MarkFirst()
{
    auto& first = m_board.GetSegments().front();
    if (m_rules.detection != TcpSenderRules::Detection::RACK && !first.isLost)
    {
        m_board.MarkLost(first);
    }
}

void
TcpSender::SendLost()
{
    while (m_board.GetInFlight() < GetWindow())
    {
        const auto* lost = m_board.GetFirstLost();
        if (!lost)
        {
            SendForward();
            return;
        }
        m_socket.Resend(lost->begin, lost->end - lost->begin);
    }
}

void
TcpSender::SendForward()
{
    if (m_rules.detection == TcpSenderRules::Detection::RACK ||
        m_state->m_congState != TcpSocketState::CA_RECOVERY || m_socket.HasNew())
    {
        return;
    }
    auto& segments = m_board.GetSegments();
    const auto most = m_board.GetForwardMost();
    for (uint32_t i = 0; i < most && m_board.GetInFlight() < GetWindow(); ++i)
    {
        auto& segment = segments[i];
        if (!segment.isSacked && !segment.isLost)
        {
            m_board.MarkLost(segment);
            m_socket.Resend(segment.begin, segment.end - segment.begin);
        }
    }
}

bool
TcpSender::SendDueProbe()
{
    if (!m_probe.IsPending())
    {
        return false;
    }
    SendProbe();
    return true;
}

void
TcpSender::ProcessTimeout()
{
    const auto state = m_state->m_congState.Get();
    if (state == TcpSocketState::CA_OPEN || state == TcpSocketState::CA_DISORDER ||
        (state == TcpSocketState::CA_LOSS && !m_hasTimedOut))
    {
        ReduceThreshold();
    }
    m_hasTimedOut = true;
    m_probe.Forget();
    m_reorderingEvent.Cancel();
    m_board.MarkAllLost(m_board.IsReneged());
    m_recoveryEnd = m_board.GetSegments().back().end;
    m_socket.GetCongestionOps()->CwndEvent(m_state, TcpSocketState::CA_EVENT_LOSS);
    SetState(TcpSocketState::CA_LOSS);
    SetWindow(1);
    SendLost();
}

void
TcpSender::ProcessReordering()
{
    m_lostBefore = m_board.GetLost();
    const TcpDelivery nothing;
    Detect(nothing);
    if (m_board.GetLost() > 0)
    {
        React(nothing);
    }
}

void
TcpSender::SetProbe()
{
    const auto isOpen = m_state->m_congState == TcpSocketState::CA_OPEN && m_board.GetSacked() == 0;
    if (m_rules.detection == TcpSenderRules::Detection::RACK && isOpen && m_board.GetInFlight() > 0)
    {
        m_probe.Set(m_board.GetInFlight(), m_state->m_srtt);
    }
    else
    {
        m_probe.Stop();
    }
}

void
TcpSender::SendProbe()
{
    const auto hasNew = m_socket.HasNew();
    if (hasNew)
    {
        m_socket.SendNewProbe();
    }
    else
    {
        const auto& last = m_board.GetSegments().back();
        m_socket.Resend(last.begin, last.end - last.begin);
    }
    m_probe.NoteSent(m_board.GetSegments().back().end, !hasNew);
    m_socket.RestartTimeout();
}

void
TcpSender::AnswerProbe()
{
    if (m_state->m_congState == TcpSocketState::CA_OPEN)
    {
        NS_LOG_DEBUG("a probe has repaired a loss");
        ReduceThreshold();
        m_undo.Stop();
        SetWindow(GetWindows().threshold);
    }
}

uint32_t
TcpSender::GetReordering() const
{
    return m_detector->GetReordering();
}

void
TcpSender::SetReordering(uint32_t reordering)
{
    if (auto* counting = dynamic_cast<TcpCountingDetector*>(m_detector.get()))
    {
        counting->SetReordering(reordering);
    }
}

} // namespace ns3
