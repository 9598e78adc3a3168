/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-lean-socket.h"

#include "tcp-segment-start.h"

#include "ns3/boolean.h"
#include "ns3/inet-socket-address.h"
#include "ns3/ipv4-end-point.h"
#include "ns3/ipv6-end-point.h"
#include "ns3/log.h"
#include "ns3/rtt-estimator.h"
#include "ns3/simulator.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-option-rfc793.h"
#include "ns3/tcp-option-ts.h"
#include "ns3/tcp-rx-buffer.h"
#include "ns3/tcp-sack-blocks.h"
#include "ns3/tcp-tx-buffer.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpLeanSocket");

NS_OBJECT_ENSURE_REGISTERED(TcpLeanSocket);

namespace
{

/// Bytes of a TCP header without options.
constexpr uint32_t LEAST_HEADER = 20;

/// Least segment, bytes of data: Linux has the same. A peer cannot make us send byte by byte.
constexpr uint32_t MIN_SEGMENT = 48;

/// What the option of timestamps takes in each segment, with padding (RFC 7323, A).
constexpr uint32_t TIMESTAMPS = 12;

} // namespace

TypeId
TcpLeanSocket::GetTypeId()
{
    static TypeId tid = TypeId("ns3::TcpLeanSocket")
                            .SetParent<TcpRuledSocket>()
                            .SetGroupName("HostTcp")
                            .AddConstructor<TcpLeanSocket>()
                            .AddAttribute("MinshallNagle",
                                          "With TcpNoDelay, hold a segment below full size back "
                                          "while an earlier one of this kind is unacknowledged "
                                          "(Minshall's variant of Nagle's algorithm), so that "
                                          "what comes meanwhile fills it.",
                                          BooleanValue(false),
                                          MakeBooleanAccessor(&TcpLeanSocket::m_minshallNagle),
                                          MakeBooleanChecker())
                            .AddAttribute("DelAckFullSized",
                                          "Count full segments for DelAckCount (RFC 1122, "
                                          "4.2.3.2): an acknowledgement is due once more bytes are "
                                          "unacknowledged than one segment less than DelAckCount "
                                          "has. Otherwise short segments count, too.",
                                          BooleanValue(false),
                                          MakeBooleanAccessor(&TcpLeanSocket::m_delAckFullSized),
                                          MakeBooleanChecker())
                            .AddAttribute("RestartAtResend",
                                          "Restart the retransmission timer when the first "
                                          "segment that is not acknowledged is sent again, as "
                                          "Linux and BSD do. Otherwise it runs on from the last "
                                          "acknowledgement (RFC 6298, 5).",
                                          BooleanValue(false),
                                          MakeBooleanAccessor(&TcpLeanSocket::m_restartsAtResend),
                                          MakeBooleanChecker())
                            .AddAttribute("KeepBackoff",
                                          "After a timeout keep the timeout that it doubled until "
                                          "a round-trip time is measured again (RFC 6298, 5, as "
                                          "Linux and BSD do). Otherwise each new acknowledgement "
                                          "ends the doubling.",
                                          BooleanValue(false),
                                          MakeBooleanAccessor(&TcpLeanSocket::m_keepsBackoff),
                                          MakeBooleanChecker());
    return tid;
}

TcpLeanSocket::Keeper::Keeper(TcpLeanSocket* socket)
    : m_socket(socket),
      m_wasAttached(socket->IsAttached())
{
}

TcpLeanSocket::Keeper::~Keeper()
{
    if (m_wasAttached && !m_socket->IsAttached())
    {
        m_socket->StopSender();
        const auto& state = *m_socket->m_tcb;
        Simulator::Schedule(std::max(state.m_srtt.Get(), state.m_lastRtt.Get()),
                            [kept = m_socket] {});
    }
}

TcpLeanSocket::TcpLeanSocket()
    : m_retxTimer([this](Time delay) {
          return Simulator::Schedule(delay, &TcpLeanSocket::ReTxTimeout, this);
      }),
      m_delAckTimer([this](Time delay) {
          return Simulator::Schedule(delay, &TcpLeanSocket::DelAckTimeout, this);
      })
{
}

TcpLeanSocket::TcpLeanSocket(const TcpLeanSocket& listener)
    : OwnTypeId(listener),
      m_retxTimer([this](Time delay) {
          return Simulator::Schedule(delay, &TcpLeanSocket::ReTxTimeout, this);
      }),
      m_delAckTimer([this](Time delay) {
          return Simulator::Schedule(delay, &TcpLeanSocket::DelAckTimeout, this);
      }),
      m_demux(listener.m_demux),
      m_minshallNagle(listener.m_minshallNagle),
      m_delAckFullSized(listener.m_delAckFullSized),
      m_restartsAtResend(listener.m_restartsAtResend),
      m_keepsBackoff(listener.m_keepsBackoff)
{
}

TcpLeanSocket::~TcpLeanSocket()
{
    RemoveFromDemux();
}

Ptr<TcpSocketBase>
TcpLeanSocket::Fork()
{
    return CopyObject<TcpLeanSocket>(this);
}

void
TcpLeanSocket::CompleteFork(Ptr<Packet> segment,
                            const TcpHeader& header,
                            const Address& from,
                            const Address& to)
{
    ProcessSynOptions(header);
    TcpSocketBase::CompleteFork(segment, header, from, to);
    AddToDemux();
}

void
TcpLeanSocket::DoForwardUp(Ptr<Packet> packet, const Address& from, const Address& to)
{
    ProcessSegment(packet, TcpSegmentStart(*packet), from, to);
}

void
TcpLeanSocket::ProcessSegment(Ptr<Packet> packet,
                              const TcpSegmentStart& start,
                              const Address& from,
                              const Address& to)
{
    const Keeper keeper(this);
    if (m_state == LISTEN)
    {
        if (start.IsFirst())
        {
            ReceiveConnectionRequest(packet, from, to);
        }
        return;
    }
    if (HandleUnusual(packet, start))
    {
        return;
    }
    if (m_state == SYN_SENT)
    {
        TcpHeader header;
        packet->PeekHeader(header);
        ProcessSynOptions(header);
    }
    else if (m_timestampEnabled && start.timestamp)
    {
        m_recent.Update(*start.timestamp, start.sequence, m_lastAckSent);
        m_timestampToEcho = m_recent.Get();
    }
    if (start.hasData)
    {
        PrepareAck(start.sequence, packet->GetSize() - start.headerBytes);
    }
    const auto wasPersisting = m_persistEvent.IsPending();
    if (!wasPersisting && IsOrdinary(start))
    {
        ReceiveOrdinary(packet, start);
    }
    else
    {
        TcpSocketBase::DoForwardUp(packet, from, to);
    }
    FollowMetrics();
    NoteWindow(wasPersisting);
}

bool
TcpLeanSocket::IsOrdinary(const TcpSegmentStart& start) const
{
    // A window of 0 begins or ends probes, unless the segment is late.
    return m_state == ESTABLISHED && m_timestampEnabled && start.isOrdinary && start.window > 0 &&
           m_rWnd.Get() > 0;
}

void
TcpLeanSocket::ReceiveOrdinary(Ptr<Packet> packet, const TcpSegmentStart& start)
{
    SocketPriorityTag tag;
    packet->RemovePacketTag(tag);
    packet->RemoveAtStart(start.headerBytes);
    const auto& header = m_ordinary.Read(start);
    m_rxTrace(packet, header, this);
    ProcessOptionTimestamp(header.GetOption(TcpOption::TS), start.sequence);
    EstimateRtt(header);
    UpdateWindowSize(header);
    ProcessEstablished(packet, header);
}

void
TcpLeanSocket::NoteWindow(bool wasPersisting)
{
    if (!m_connected)
    {
        // ns-3 stops if the window of a connection opens that does not exist yet.
        m_persistEvent.Cancel();
        return;
    }
    const auto isPersisting = m_persistEvent.IsPending();
    if (!wasPersisting && isPersisting)
    {
        m_firstPersist = m_persistTimeout;
    }
    else if (wasPersisting && !isPersisting)
    {
        m_persistTimeout = m_firstPersist;
        if (m_state != CLOSED && m_tcb->m_highTxMark > m_txBuffer->HeadSequence() &&
            !m_retxEvent.IsPending())
        {
            // The peer closed its window over what was under way, and may have dropped it.
            m_retxTimer.Set(m_retxEvent, GetWait(m_rto));
        }
    }
}

void
TcpLeanSocket::ReceiveConnectionRequest(Ptr<Packet> packet, const Address& from, const Address& to)
{
    const auto winScaling = m_winScalingEnabled;
    const auto sack = m_sackEnabled;
    const auto timestamp = m_timestampEnabled;
    // A mark of congestion on an earlier SYN.
    m_ecnCESeq = SequenceNumber32(0);
    m_tcb->m_ecnState = TcpSocketState::ECN_DISABLED;
    TcpSocketBase::DoForwardUp(packet, from, to);
    m_winScalingEnabled = winScaling;
    m_sackEnabled = sack;
    m_txBuffer->SetSackEnabled(sack);
    m_timestampEnabled = timestamp;
    m_sndWindShift = 0;
    m_rWnd = 0;
    m_timestampToEcho = 0;
    m_tcb->m_rcvTimestampValue = 0;
    m_tcb->m_rcvTimestampEchoReply = 0;
    // A SYN without a window lets it wait for one.
    m_persistEvent.Cancel();
}

bool
TcpLeanSocket::HandleUnusual(Ptr<Packet> packet, const TcpSegmentStart& start)
{
    if (start.isReset)
    {
        return HandleReset(packet, start);
    }
    const auto isOpen = m_state != CLOSED && m_state != SYN_SENT && m_state != SYN_RCVD;
    const auto isSecond = isOpen && start.isSyn;
    const auto isOld = m_state != SYN_SENT && m_timestampEnabled && start.timestamp &&
                       m_recent.IsOld(*start.timestamp);
    if (isSecond || isOld)
    {
        // ns-3 would take over what it says.
        NS_LOG_DEBUG((isSecond ? "a SYN of an open connection" : "an old duplicate")
                     << ", acknowledged and dropped");
        TraceReceived(packet);
        SendEmptyPacket(TcpHeader::ACK);
        return true;
    }
    return false;
}

bool
TcpLeanSocket::HandleReset(Ptr<Packet> packet, const TcpSegmentStart& start)
{
    if (m_state == SYN_SENT)
    {
        TraceReceived(packet);
        if (start.isAck && start.ack == m_tcb->m_nextTxSequence.Get() + 1)
        {
            HandleRefusal();
        }
        return true;
    }
    TcpHeader header;
    packet->RemoveHeader(header);
    header.SetFlags(TcpHeader::RST);
    packet->AddHeader(header);
    return false;
}

void
TcpLeanSocket::HandleRefusal()
{
    NS_LOG_INFO("connection refused");
    m_errno = ERROR_NOTCONN;
    m_state = CLOSED;
    m_rtt->Reset();
    NotifyConnectionFailed();
    DeallocateEndPoint();
}

void
TcpLeanSocket::TraceReceived(Ptr<const Packet> packet)
{
    const auto data = packet->Copy();
    TcpHeader header;
    data->RemoveHeader(header);
    m_rxTrace(data, header, this);
}

void
TcpLeanSocket::ProcessSynOptions(const TcpHeader& header)
{
    LimitSegmentSize(header);
    if (m_state == SYN_SENT && (header.GetFlags() & TcpHeader::SYN) &&
        !header.HasOption(TcpOption::WINSCALE))
    {
        // It was offered, and counts only if both ends do (RFC 7323, 2.2).
        m_rcvWindShift = 0;
    }
    if (m_timestampEnabled && header.HasOption(TcpOption::TS))
    {
        Echo(DynamicCast<const TcpOptionTS>(header.GetOption(TcpOption::TS))->GetTimestamp());
    }
}

void
TcpLeanSocket::Echo(uint32_t timestamp)
{
    m_recent.Start(timestamp);
    m_timestampToEcho = timestamp;
}

void
TcpLeanSocket::LimitSegmentSize(const TcpHeader& header)
{
    if (!header.HasOption(TcpOption::MSS))
    {
        // ns-3's own TCP sends none, and takes any.
        return;
    }
    const uint32_t mss =
        DynamicCast<const TcpOptionMSS>(header.GetOption(TcpOption::MSS))->GetMSS();
    // The sender's options are part of it (RFC 6691, 2).
    const auto options = m_timestampEnabled && header.HasOption(TcpOption::TS) ? TIMESTAMPS : 0;
    const auto limit = std::max(mss, MIN_SEGMENT + options) - options;
    if (limit < m_tcb->m_segmentSize)
    {
        NS_LOG_INFO("segments of " << limit << " bytes, as the peer's MSS of " << mss << " allows");
        m_tcb->m_segmentSize = limit;
        m_txBuffer->SetSegmentSize(limit);
        m_tcb->m_cWnd = GetInitialCwnd() * limit;
        m_tcb->m_cWndInfl = m_tcb->m_cWnd;
    }
}

void
TcpLeanSocket::ReceivedAck(Ptr<Packet> packet, const TcpHeader& header)
{
    // What ends a connection has a number of its own, behind the data.
    if (header.GetAckNumber() > m_tcb->m_highTxMark + 1)
    {
        NS_LOG_DEBUG("ignored: acknowledges what was not sent");
        return;
    }
    if (GetSender())
    {
        TcpRuledSocket::ReceivedAck(packet, header);
        return;
    }
    if (HasUselessSack(header))
    {
        const auto rest =
            KeepSackBlocks(header, [&](const auto& block) { return !IsOld(header, block); });
        NoteSacked(rest);
        TcpRuledSocket::ReceivedAck(packet, rest);
        return;
    }
    NoteSacked(header);
    TcpRuledSocket::ReceivedAck(packet, header);
}

void
TcpLeanSocket::NoteSacked(const TcpHeader& header)
{
    if (m_sacked.Acknowledge(std::max(header.GetAckNumber(), m_txBuffer->HeadSequence())))
    {
        NS_LOG_DEBUG("the peer has dropped what it had acknowledged selectively");
        // ns-3 stops if what is to be sent next is marked.
        m_txBuffer->SetSentListLost(true);
    }
    for (const auto& [begin, end] : GetSackBlocks(header))
    {
        m_sacked.Add(begin, end);
    }
}

bool
TcpLeanSocket::IsOld(const TcpHeader& header, const TcpOptionSack::SackBlock& block) const
{
    return block.first <= std::max(header.GetAckNumber(), m_txBuffer->HeadSequence());
}

bool
TcpLeanSocket::HasUselessSack(const TcpHeader& header) const
{
    if (!header.HasOption(TcpOption::SACK))
    {
        return false;
    }
    const auto blocks = GetSackBlocks(header);
    return blocks.empty() || std::any_of(blocks.begin(), blocks.end(), [&](const auto& block) {
               return IsOld(header, block);
           });
}

int
TcpLeanSocket::Connect(const Address& address)
{
    const auto status = TcpSocketBase::Connect(address);
    AddToDemux();
    return status;
}

int
TcpLeanSocket::Listen()
{
    const auto status = TcpSocketBase::Listen();
    AddToDemux();
    return status;
}

int
TcpLeanSocket::Close()
{
    const Keeper keeper(this);
    return TcpRuledSocket::Close();
}

bool
TcpLeanSocket::IsAttached() const
{
    return m_endPoint || m_endPoint6;
}

void
TcpLeanSocket::SetDemux(Ptr<TcpConnectionDemux> demux)
{
    m_demux = demux;
}

void
TcpLeanSocket::AddToDemux()
{
    RemoveFromDemux();
    if (!m_demux || !m_endPoint)
    {
        return;
    }
    m_inDemux = {m_endPoint->GetLocalAddress(),
                 m_endPoint->GetPeerAddress(),
                 m_endPoint->GetLocalPort(),
                 m_endPoint->GetPeerPort()};
    m_demux->Add(*m_inDemux, this);
}

void
TcpLeanSocket::RemoveFromDemux()
{
    if (m_inDemux)
    {
        m_demux->Remove(*m_inDemux, this);
        m_inDemux.reset();
    }
}

bool
TcpLeanSocket::Receive(Ptr<Packet> segment,
                       const TcpSegmentStart& start,
                       const Ipv4Header& header,
                       Ptr<Ipv4Interface> interface)
{
    // The segment may be the last one of a connection that nobody else holds.
    const Ptr<TcpLeanSocket> self(this);
    if (!m_endPoint || (m_boundnetdevice && m_boundnetdevice != interface->GetDevice()))
    {
        return false;
    }
    const bool isPlain = header.GetEcn() == Ipv4Header::ECN_NotECT &&
                         start.headerBytes >= LEAST_HEADER &&
                         start.headerBytes <= segment->GetSize();
    if (!isPlain)
    {
        ForwardUp(segment, header, start.sourcePort, interface);
    }
    else if (IsValidTcpSegment(start.sequence,
                               start.headerBytes,
                               segment->GetSize() - start.headerBytes))
    {
        ProcessSegment(segment,
                       start,
                       InetSocketAddress(header.GetSource(), start.sourcePort),
                       InetSocketAddress(header.GetDestination(), start.destinationPort));
    }
    return true;
}

uint32_t
TcpLeanSocket::SendDataPacket(SequenceNumber32 seq, uint32_t maxSize, bool withAck)
{
    const auto isHead = seq < m_tcb->m_highTxMark && seq == m_txBuffer->HeadSequence();
    if (!m_retxEvent.IsPending() || (m_restartsAtResend && isHead))
    {
        m_retxTimer.Set(m_retxEvent, GetWait(m_rto));
    }
    if (withAck)
    {
        m_delAckTimer.Stop(m_delAckEvent);
        m_lastAckSent = m_tcb->m_rxBuffer->NextRxSequence();
    }
    const auto sent = TcpRuledSocket::SendDataPacket(seq, maxSize, withAck);
    // A train of segments may end with a short one. An old end would seem a new one some day,
    // because sequence numbers wrap.
    const auto isShort = sent % m_tcb->m_segmentSize > 0;
    m_shortEnd = std::max(m_shortEnd, isShort ? seq + sent : m_txBuffer->HeadSequence());
    return sent;
}

void
TcpLeanSocket::ReceivedData(Ptr<Packet> packet, const TcpHeader& header)
{
    if (m_delAckFullSized || HasAckPolicy())
    {
        NoteUnacked();
        const auto next = m_tcb->m_rxBuffer->NextRxSequence();
        const uint32_t bytes = next - m_unacked + packet->GetSize();
        // As many segments as these bytes need. The count is one more when it is compared.
        m_delAckCount = (bytes - 1) / m_tcb->m_segmentSize;
    }
    const auto wasWaiting = m_delAckEvent.IsPending();
    const auto waiting = m_delAckCount;
    if (waiting + 1 >= m_delAckMaxCount)
    {
        m_delAckTimer.Stop(m_delAckEvent);
    }
    else if (!wasWaiting)
    {
        m_delAckTimer.Lend(m_delAckEvent);
    }
    TcpSocketBase::ReceivedData(packet, header);
    if (!wasWaiting && m_delAckEvent.IsPending())
    {
        if (m_delAckCount > waiting)
        {
            m_delAckTimer.Set(m_delAckEvent, GetWait(m_delAckTimeout));
        }
        else
        {
            m_delAckTimer.Stop(m_delAckEvent);
        }
    }
}

void
TcpLeanSocket::SendEmptyPacket(uint8_t flags)
{
    if (flags & (TcpHeader::ACK | TcpHeader::FIN))
    {
        m_delAckTimer.Stop(m_delAckEvent);
        m_lastAckSent = m_tcb->m_rxBuffer->NextRxSequence();
    }
    TcpRuledSocket::SendEmptyPacket(flags);
}

void
TcpLeanSocket::ProcessAck(const SequenceNumber32& ack,
                          bool scoreboardUpdated,
                          uint32_t currentDelivered,
                          const SequenceNumber32& oldHead,
                          bool receivedData)
{
    TcpRuledSocket::ProcessAck(ack, scoreboardUpdated, currentDelivered, oldHead, receivedData);
    if (!receivedData)
    {
        SendNew();
    }
}

void
TcpLeanSocket::SendNew()
{
    // ns-3 walks the list of all that was sent for each segment, to find what was lost.
    while (m_state == ESTABLISHED && MaySendNew())
    {
        if (m_tcb->m_bytesInFlight.Get() == 0)
        {
            m_congestionControl->CwndEvent(m_tcb, TcpSocketState::CA_EVENT_TX_START);
        }
        m_tcb->m_nextTxSequence = m_tcb->m_highTxMark;
        m_tcb->m_nextTxSequence +=
            SendDataPacket(m_tcb->m_nextTxSequence, m_tcb->m_segmentSize, m_connected);
    }
}

bool
TcpLeanSocket::MaySendNew()
{
    // A sender of its own, and a congestion control that is told of each acknowledgement last,
    // choose the moment themselves.
    if (GetSender() || m_congestionControl->HasCongControl() || !IsOpen() ||
        m_txBuffer->GetRetransmitsCount() > 0)
    {
        return false;
    }
    const auto window = AvailableWindow();
    return window >= m_tcb->m_segmentSize && GetUnsent() >= window;
}

bool
TcpLeanSocket::IsOpen() const
{
    return m_tcb->m_congState == TcpSocketState::CA_OPEN && m_txBuffer->GetSacked() == 0 &&
           m_txBuffer->GetLost() == 0 && !IsPacingEnabled();
}

uint32_t
TcpLeanSocket::GetUnsent() const
{
    return m_txBuffer->SizeFromSequence(m_tcb->m_highTxMark);
}

void
TcpLeanSocket::NewAck(const SequenceNumber32& seq, bool resetRTO)
{
    const auto isDone = m_txBuffer->Size() == 0 && m_state != FIN_WAIT_1 && m_state != CLOSING;
    if (resetRTO && m_state != SYN_RCVD)
    {
        if (!m_keepsBackoff || m_rtt->GetNSamples() != m_samplesAtTimeout)
        {
            // RFC 6298, 2.4 and 5.3.
            m_rto = Max(m_rtt->GetEstimate() + Max(m_clockGranularity, m_rtt->GetVariation() * 4),
                        m_minRto);
        }
        if (!isDone)
        {
            m_retxTimer.Set(m_retxEvent, GetWait(m_rto));
        }
    }
    if (isDone)
    {
        m_retxTimer.Stop(m_retxEvent);
    }
    TcpSocketBase::NewAck(seq, false);
}

void
TcpLeanSocket::RestartTimeout()
{
    m_retxTimer.Set(m_retxEvent, GetWait(m_rto));
}

void
TcpLeanSocket::ReTxTimeout()
{
    if (m_retxTimer.Expire(m_retxEvent))
    {
        const Keeper keeper(this);
        RetransmissionExpired();
    }
}

void
TcpLeanSocket::RetransmissionExpired()
{
    m_samplesAtTimeout = m_rtt->GetNSamples();
    TcpRuledSocket::ReTxTimeout();
}

void
TcpLeanSocket::DelAckTimeout()
{
    if (m_delAckTimer.Expire(m_delAckEvent))
    {
        TcpRuledSocket::DelAckTimeout();
    }
}

void
TcpLeanSocket::DelayAck(Time delay)
{
    m_delAckTimer.Set(m_delAckEvent, GetWait(delay));
}

void
TcpLeanSocket::PersistTimeout()
{
    m_persistTimeout = std::min(Seconds(60), 2 * m_persistTimeout);
    if (m_txBuffer->Size() > 0)
    {
        SendProbe();
    }
    m_persistEvent = Simulator::Schedule(m_persistTimeout, &TcpLeanSocket::PersistTimeout, this);
}

void
TcpLeanSocket::SendProbe()
{
    // The byte that was acknowledged last. ns-3 would send the next one, without an
    // acknowledgement, which real peers ignore, and forget where the sent data ends if some is
    // under way.
    TcpHeader header;
    header.SetFlags(TcpHeader::ACK);
    header.SetSequenceNumber(m_txBuffer->HeadSequence() - 1);
    header.SetAckNumber(m_tcb->m_rxBuffer->NextRxSequence());
    header.SetWindowSize(AdvertisedWindowSize());
    AddOptions(header);
    SendSegment(Create<Packet>(1), header);
}

void
TcpLeanSocket::NoteUnacked()
{
    if (m_delAckCount == 0)
    {
        m_unacked = m_tcb->m_rxBuffer->NextRxSequence();
    }
}

uint32_t
TcpLeanSocket::AvailableWindow() const
{
    const auto window = TcpRuledSocket::AvailableWindow();
    if (GetSender())
    {
        const auto unsent = m_txBuffer->SizeFromSequence(m_tcb->m_highTxMark);
        return unsent < m_tcb->m_segmentSize && MustHoldShort() ? 0 : window;
    }
    return HasNothingToSend(window) ? 0 : window;
}

bool
TcpLeanSocket::MustHoldShort() const
{
    return m_minshallNagle && m_shortEnd > m_txBuffer->HeadSequence();
}

bool
TcpLeanSocket::HasNothingToSend(uint32_t window) const
{
    if (m_tcb->m_congState != TcpSocketState::CA_OPEN || m_txBuffer->GetLost() > 0 ||
        m_txBuffer->GetSacked() > 0 || m_txBuffer->GetRetransmitsCount() > 0)
    {
        // A retransmission may be due.
        return false;
    }
    // With none of these, all that was sent is in flight.
    const auto unsent = m_txBuffer->Size() - m_txBuffer->BytesInFlight();
    if (unsent < m_tcb->m_segmentSize && MustHoldShort())
    {
        return true;
    }
    // Less than a segment waits for more room, unless it is the last (RFC 9293, 3.8.6.2.1).
    return unsent == 0 || (window < m_tcb->m_segmentSize && window < unsent);
}

} // namespace ns3
