/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-ruled-socket.h"

#include "ns3/ipv4-end-point.h"
#include "ns3/ipv6-end-point.h"
#include "ns3/log.h"
#include "ns3/packet.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-linux-cubic.h"
#include "ns3/tcp-linux-rtt-estimator.h"
#include "ns3/tcp-metrics-cache.h"
#include "ns3/tcp-ruled-reno.h"
#include "ns3/tcp-rx-buffer.h"
#include "ns3/tcp-sack-blocks.h"
#include "ns3/tcp-tx-buffer.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpRuledSocket");

NS_OBJECT_ENSURE_REGISTERED(TcpRuledSocket);

namespace
{

/// Linux's least timeout of retransmission, and its longest.
const Time LEAST_RTO = MilliSeconds(200);
const Time LONGEST_RTO = Seconds(120);

/// First timeout of a handshake (RFC 6298, 2.1).
const Time SYN_TIMEOUT = Seconds(1);

/// Segments of a first window (RFC 3390, for segments of Ethernet).
constexpr uint32_t SMALL_START = 3;

/// Blocks of selective acknowledgements that fit beside timestamps.
constexpr uint32_t MOST_BLOCKS = 3;

} // namespace

TypeId
TcpRuledSocket::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::TcpRuledSocket")
            .SetParent<TcpSocketBase>()
            .SetGroupName("HostTcp")
            .AddAttribute("Tick",
                          "Time between two ticks of the host's clock, at which the timers of "
                          "retransmission, probes and delayed acknowledgements expire, and never "
                          "early: 4 ms in a Linux of 250 Hz. 0 for timers to the nanosecond",
                          TimeValue(Time()),
                          MakeTimeAccessor(&TcpRuledSocket::SetTick, &TcpRuledSocket::GetTick),
                          MakeTimeChecker(Time()));
    return tid;
}

TcpRuledSocket::TcpRuledSocket(const TcpRuledSocket& listener)
    : OwnTypeId(listener),
      m_rules(listener.m_rules),
      m_ticks(listener.m_ticks)
{
    MakeParts();
}

TcpRuledSocket::~TcpRuledSocket() = default;

void
TcpRuledSocket::SetTick(Time tick)
{
    m_ticks = TcpTicks(tick);
}

Time
TcpRuledSocket::GetTick() const
{
    return m_ticks.GetTick();
}

Time
TcpRuledSocket::GetWait(Time timeout) const
{
    return m_ticks.GetWait(Simulator::Now(), timeout);
}

void
TcpRuledSocket::SetRules(const TcpRules& rules)
{
    m_rules = rules;
    MakeParts();
    if (rules.Has(TcpRule::RTO))
    {
        SetRtt(CreateObject<TcpLinuxRttEstimator>());
        SetMinRto(LEAST_RTO);
    }
    if (rules.Has(TcpRule::RENO))
    {
        SetCongestionControlAlgorithm(CreateObject<TcpRuledReno>(
            rules.Has(TcpRule::ACK_COUNTING) ? TcpRuledReno::Growth::ACKNOWLEDGEMENTS
                                             : TcpRuledReno::Growth::SEGMENTS));
    }
    if (rules.Has(TcpRule::CUBIC))
    {
        SetCongestionControlAlgorithm(CreateObject<TcpLinuxCubic>());
    }
    if (rules.Has(TcpRule::SYN_TIMEOUT))
    {
        SetConnTimeout(SYN_TIMEOUT);
    }
    if (rules.Has(TcpRule::SMALL_START))
    {
        SetInitialCwnd(SMALL_START);
    }
    if (rules.Has(TcpRule::PACING))
    {
        SetPacingStatus(true);
    }
}

void
TcpRuledSocket::MakeParts()
{
    TcpSenderSocket& self = *this;
    const auto senderRules = m_rules.GetSenderRules();
    m_sender = senderRules.detection == TcpSenderRules::Detection::NS3
                   ? nullptr
                   : std::make_unique<TcpSender>(self, senderRules);
    const auto ackRules = m_rules.GetAckRules();
    m_acker = ackRules.HasAny() ? std::make_unique<TcpAckPolicy>(ackRules) : nullptr;
}

bool
TcpRuledSocket::HasSenderRules() const
{
    return m_sender != nullptr;
}

bool
TcpRuledSocket::HasLinuxTimeout() const
{
    return m_rules.Has(TcpRule::RTO);
}

TcpSender*
TcpRuledSocket::GetSender() const
{
    return m_sackEnabled ? m_sender.get() : nullptr;
}

void
TcpRuledSocket::StopSender()
{
    if (m_sender)
    {
        m_sender->Stop();
    }
}

bool
TcpRuledSocket::HasAckPolicy() const
{
    return m_acker != nullptr;
}

void
TcpRuledSocket::PrepareAck(SequenceNumber32 seq, uint32_t bytes)
{
    const auto reportsDuplicates = m_sackEnabled && m_rules.Has(TcpRule::DUPLICATE_ACKS);
    if (!m_acker && !reportsDuplicates)
    {
        return;
    }
    const auto next = m_tcb->m_rxBuffer->NextRxSequence();
    if (reportsDuplicates && seq + bytes <= next)
    {
        m_duplicate = {seq, seq + bytes};
    }
    if (!m_acker)
    {
        return;
    }
    const auto place = seq == next  ? TcpAckPolicy::Place::NEXT
                       : seq > next ? TcpAckPolicy::Place::AHEAD
                                    : TcpAckPolicy::Place::BEFORE;
    m_acker->NoteData(place, m_advWnd / m_tcb->m_segmentSize, m_rto);
    m_usualAckCount = m_usualAckCount > 0 ? m_usualAckCount : m_delAckMaxCount;
    m_delAckMaxCount = m_acker->IsQuick() ? 1 : m_usualAckCount;
    m_delAckTimeout = m_acker->GetDelay(m_tcb->m_srtt).value_or(m_delAckTimeout);
}

void
TcpRuledSocket::FollowMetrics()
{
    if (!m_rules.Has(TcpRule::METRICS))
    {
        return;
    }
    const auto isOpen = m_state == ESTABLISHED || m_state == CLOSE_WAIT;
    if (m_state == ESTABLISHED && !m_measured)
    {
        BeginWithMetrics();
    }
    else if (m_measured && !isOpen)
    {
        StoreMetrics();
    }
}

void
TcpRuledSocket::BeginWithMetrics()
{
    m_measured =
        m_endPoint ? Address(m_endPoint->GetPeerAddress()) : Address(m_endPoint6->GetPeerAddress());
    const auto metrics = TcpMetricsCache::GetFor(m_node)->Find(*m_measured);
    if (!metrics)
    {
        return;
    }
    if (metrics->threshold != UINT32_MAX)
    {
        m_tcb->m_ssThresh = metrics->threshold * m_tcb->m_segmentSize;
    }
    const auto estimator = DynamicCast<TcpLinuxRttEstimator>(m_rtt);
    if (estimator && !metrics->rtt.IsZero())
    {
        estimator->BeginWith(metrics->rtt, metrics->variation);
    }
    if (m_sender)
    {
        m_sender->SetReordering(metrics->reordering);
    }
}

void
TcpRuledSocket::StoreMetrics()
{
    TcpMetrics metrics;
    if (m_rtt->GetNSamples() > 0)
    {
        metrics.rtt = m_rtt->GetEstimate();
        metrics.variation = m_rtt->GetVariation();
    }
    metrics.window = m_tcb->m_cWnd / m_tcb->m_segmentSize;
    if (m_tcb->m_ssThresh != GetInitialSSThresh())
    {
        metrics.threshold = m_tcb->m_ssThresh / m_tcb->m_segmentSize;
    }
    if (m_sender)
    {
        metrics.reordering = m_sender->GetReordering();
    }
    TcpMetricsCache::GetFor(m_node)->Merge(*m_measured, metrics);
    m_measured.reset();
}

uint32_t
TcpRuledSocket::CountAcksOut() const
{
    return 1;
}

int
TcpRuledSocket::Send(Ptr<Packet> packet, uint32_t flags)
{
    if (GetSender())
    {
        m_sender->Resume();
    }
    return TcpSocketBase::Send(packet, flags);
}

uint32_t
TcpRuledSocket::BytesInFlight() const
{
    if (!GetSender())
    {
        return TcpSocketBase::BytesInFlight();
    }
    m_tcb->m_bytesInFlight = m_sender->GetBytesInFlight();
    return m_tcb->m_bytesInFlight;
}

uint32_t
TcpRuledSocket::GetRoom() const
{
    const auto used = UnAckDataCount();
    return m_rWnd > used ? m_rWnd.Get() - used : 0;
}

uint32_t
TcpRuledSocket::AvailableWindow() const
{
    if (!GetSender())
    {
        return TcpSocketBase::AvailableWindow();
    }
    const auto unsent = m_txBuffer->SizeFromSequence(m_tcb->m_highTxMark);
    const auto inFlight = BytesInFlight();
    if (unsent == 0 || m_sender->HasLost() || inFlight >= m_tcb->m_cWnd)
    {
        return 0;
    }
    const auto window = std::min(m_tcb->m_cWnd.Get() - inFlight, GetRoom());
    // Less than a segment waits for more room, unless it is the last (RFC 9293, 3.8.6.2.1).
    return window < m_tcb->m_segmentSize && window < unsent ? 0 : window;
}

uint32_t
TcpRuledSocket::SendDataPacket(SequenceNumber32 seq, uint32_t maxSize, bool withAck)
{
    const auto isNew = seq >= m_tcb->m_highTxMark;
    const auto sent = TcpSocketBase::SendDataPacket(seq, maxSize, withAck);
    if (withAck)
    {
        m_duplicate.reset();
    }
    if (m_acker)
    {
        m_acker->NoteDataSent();
        m_acker->NoteAckSent(withAck ? 1 : 0);
    }
    if (GetSender())
    {
        m_sender->NoteSent(seq, sent, isNew);
        m_tcb->m_isCwndLimited = m_tcb->m_cWnd < BytesInFlight() + m_tcb->m_segmentSize;
    }
    return sent;
}

void
TcpRuledSocket::SendEmptyPacket(uint8_t flags)
{
    if (m_acker && flags == TcpHeader::ACK)
    {
        m_acker->NoteAckSent(CountAcksOut());
    }
    if (m_duplicate && flags == TcpHeader::ACK)
    {
        SendDuplicateAck();
        return;
    }
    TcpSocketBase::SendEmptyPacket(flags);
}

void
TcpRuledSocket::SendDuplicateAck()
{
    TcpHeader header;
    header.SetFlags(TcpHeader::ACK);
    const auto hasEnded = m_state == FIN_WAIT_1 || m_state == LAST_ACK || m_state == CLOSING;
    header.SetSequenceNumber(m_tcb->m_nextTxSequence.Get() + (hasEnded ? 1 : 0));
    header.SetAckNumber(m_tcb->m_rxBuffer->NextRxSequence());
    header.SetWindowSize(AdvertisedWindowSize());
    AddOptions(header);
    const auto option = CreateObject<TcpOptionSack>();
    option->AddSackBlock(*m_duplicate);
    for (const auto& block : m_tcb->m_rxBuffer->GetSackList())
    {
        if (option->GetNumSackBlocks() < MOST_BLOCKS)
        {
            option->AddSackBlock(block);
        }
    }
    header.AppendOption(option);
    m_duplicate.reset();
    m_delAckCount = 0;
    m_highTxAck = std::max(m_highTxAck, header.GetAckNumber());
    SendSegment(Create<Packet>(), header);
}

void
TcpRuledSocket::SendSegment(Ptr<Packet> data, TcpHeader& header)
{
    AddSocketTags(data, false);
    if (m_endPoint)
    {
        header.SetSourcePort(m_endPoint->GetLocalPort());
        header.SetDestinationPort(m_endPoint->GetPeerPort());
        m_txTrace(data, header, this);
        m_tcp->SendPacket(data,
                          header,
                          m_endPoint->GetLocalAddress(),
                          m_endPoint->GetPeerAddress(),
                          m_boundnetdevice);
    }
    else
    {
        header.SetSourcePort(m_endPoint6->GetLocalPort());
        header.SetDestinationPort(m_endPoint6->GetPeerPort());
        m_txTrace(data, header, this);
        m_tcp->SendPacket(data,
                          header,
                          m_endPoint6->GetLocalAddress(),
                          m_endPoint6->GetPeerAddress(),
                          m_boundnetdevice);
    }
}

void
TcpRuledSocket::ReceivedAck(Ptr<Packet> packet, const TcpHeader& header)
{
    if (!GetSender())
    {
        TcpSocketBase::ReceivedAck(packet, header);
        return;
    }
    m_sender->NoteSacked(header.GetAckNumber(), GetSackBlocks(header));
    if (header.HasOption(TcpOption::SACK))
    {
        TcpSocketBase::ReceivedAck(packet,
                                   KeepSackBlocks(header, [](const auto&) { return false; }));
        return;
    }
    TcpSocketBase::ReceivedAck(packet, header);
}

void
TcpRuledSocket::ProcessAck(const SequenceNumber32& ack,
                           bool scoreboardUpdated,
                           uint32_t currentDelivered,
                           const SequenceNumber32& oldHead,
                           bool receivedData)
{
    if (!GetSender())
    {
        TcpSocketBase::ProcessAck(ack, scoreboardUpdated, currentDelivered, oldHead, receivedData);
        return;
    }
    const auto isNew = ack > oldHead;
    const auto isSameWindow = m_rWnd == m_lastWindow;
    m_lastWindow = m_rWnd;
    m_tcb->m_lastAckedSeq = ack;
    m_sender->ProcessAck(ack, isNew, !isNew && !receivedData && isSameWindow);
    if (isNew)
    {
        NewAck(ack, true);
    }
    else if (ack > m_tcb->m_highTxMark)
    {
        // What ends the connection is acknowledged.
        m_tcb->m_nextTxSequence = ack;
    }
    UpdatePacingRate();
}

void
TcpRuledSocket::ReTxTimeout()
{
    const auto isOver = m_state == CLOSED || m_state == TIME_WAIT;
    if (GetSender() && m_sender->HasOutstanding() && !isOver)
    {
        if (!m_sender->SendDueProbe())
        {
            ResendByRules();
        }
        return;
    }
    // Nagle's algorithm is for new data. ns-3 also holds back a short segment that was lost, for
    // which it then waits for ever.
    const auto noDelay = m_noDelay;
    m_noDelay = true;
    TcpSocketBase::ReTxTimeout();
    m_noDelay = noDelay;
}

void
TcpRuledSocket::ResendByRules()
{
    if (m_dataRetrCount == 0)
    {
        NS_LOG_INFO("no answer: the connection is dropped");
        NotifyErrorClose();
        DeallocateEndPoint();
        return;
    }
    --m_dataRetrCount;
    m_history.clear();
    m_rto = std::min(2 * m_rto.Get(), LONGEST_RTO);
    m_pacingTimer.Cancel();
    m_sender->ProcessTimeout();
}

void
TcpRuledSocket::DelAckTimeout()
{
    if (m_acker)
    {
        m_acker->NoteExpired(m_rto);
    }
    TcpSocketBase::DelAckTimeout();
}

Ptr<TcpSocketState>
TcpRuledSocket::GetControlState() const
{
    return m_tcb;
}

Ptr<TcpCongestionOps>
TcpRuledSocket::GetCongestionOps() const
{
    return m_congestionControl;
}

Time
TcpRuledSocket::GetRetransmissionTimeout() const
{
    return m_rto;
}

uint32_t
TcpRuledSocket::GetAckCount() const
{
    return 1;
}

bool
TcpRuledSocket::IsHoldingBack() const
{
    return false;
}

void
TcpRuledSocket::RestartTimeout()
{
    m_retxEvent.Cancel();
    m_retxEvent = Simulator::Schedule(GetWait(m_rto), &TcpRuledSocket::ReTxTimeout, this);
}

std::optional<uint32_t>
TcpRuledSocket::GetTimestampEcho() const
{
    return m_timestampEnabled ? std::optional(m_tcb->m_rcvTimestampEchoReply) : std::nullopt;
}

void
TcpRuledSocket::Resend(SequenceNumber32 begin, uint32_t bytes)
{
    SendDataPacket(begin, bytes, true);
}

bool
TcpRuledSocket::HasNew() const
{
    const auto size = GetProbeSize();
    return size > 0 && GetRoom() >= size;
}

uint32_t
TcpRuledSocket::GetProbeSize() const
{
    return std::min(m_txBuffer->SizeFromSequence(m_tcb->m_highTxMark), m_tcb->m_segmentSize);
}

void
TcpRuledSocket::SendNewProbe()
{
    m_tcb->m_nextTxSequence = m_tcb->m_highTxMark;
    m_tcb->m_nextTxSequence += SendDataPacket(m_tcb->m_nextTxSequence, GetProbeSize(), true);
}

} // namespace ns3
