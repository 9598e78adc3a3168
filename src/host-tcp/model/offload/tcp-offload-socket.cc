/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-offload-socket.h"

#include "tcp-ack-growth.h"

#include "ns3/boolean.h"
#include "ns3/ethernet-adapter.h"
#include "ns3/ethernet-train-cutter.h"
#include "ns3/ipv4-end-point.h"
#include "ns3/ipv4.h"
#include "ns3/ipv6-end-point.h"
#include "ns3/ipv6.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/simulator.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-option-ts.h"
#include "ns3/tcp-rate-ops.h"
#include "ns3/tcp-rx-buffer.h"
#include "ns3/tcp-segment-start.h"
#include "ns3/tcp-tx-buffer.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpOffloadSocket");

NS_OBJECT_ENSURE_REGISTERED(TcpOffloadSocket);

namespace
{

/// Trains per second that keep a link busy at least: a train takes at most 1 ms.
constexpr uint64_t TRAINS_PER_SECOND = 1000;

/// Fewest segments in a train, however slow the link.
constexpr uint32_t MIN_SEGMENTS = 2;

/**
 * @tparam Ip IPv4 or IPv6
 * @tparam Address its addresses
 * @param node a host
 * @param address one of its addresses
 * @return the device that has it, null if it is no Ethernet device
 */
template <typename Ip, typename Address>
Ptr<EthernetAdapter>
FindDevice(Ptr<Node> node, const Address& address)
{
    const auto ip = node->GetObject<Ip>();
    const auto interface = ip->GetInterfaceForAddress(address);
    return interface < 0 ? nullptr : DynamicCast<EthernetAdapter>(ip->GetNetDevice(interface));
}

} // namespace

TypeId
TcpOffloadSocket::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::TcpOffloadSocket")
            .SetParent<TcpLeanSocket>()
            .SetGroupName("HostTcp")
            .AddConstructor<TcpOffloadSocket>()
            .AddAttribute("OffloadSize",
                          "Most bytes of data that the adapter is handed at once; at least two "
                          "segments and at most 1 ms of the link are",
                          UintegerValue(65'000),
                          MakeUintegerAccessor(&TcpOffloadSocket::m_offloadSize),
                          MakeUintegerChecker<uint32_t>(1, 65'000))
            .AddAttribute("JoinWrites",
                          "Whether what the application writes at the same time in several pieces "
                          "may be one train; otherwise a train ends with the segment in which a "
                          "piece ends, so that the peer gets each as early as it arrives",
                          BooleanValue(true),
                          MakeBooleanAccessor(&TcpOffloadSocket::m_joinWrites),
                          MakeBooleanChecker())
            .AddAttribute("AckPerTrain",
                          "Whether a train gets one acknowledgement, when its last frame has "
                          "arrived, and not one for every DelAckCount segments",
                          BooleanValue(false),
                          MakeBooleanAccessor(&TcpOffloadSocket::m_ackPerTrain),
                          MakeBooleanChecker());
    return tid;
}

TcpOffloadSocket::TcpOffloadSocket()
{
    m_reader.SetBuffer(m_tcb->m_rxBuffer);
    TraceSegments();
}

TcpOffloadSocket::TcpOffloadSocket(const TcpOffloadSocket& other)
    : OwnTypeId(other),
      m_offloadSize(other.m_offloadSize),
      m_joinWrites(other.m_joinWrites),
      m_ackPerTrain(other.m_ackPerTrain)
{
    // The traces of the listening socket were copied.
    m_txTrace.DisconnectWithoutContext(
        MakeCallback(&TcpOffloadSocket::HandleSegment, const_cast<TcpOffloadSocket*>(&other)));
    m_reader.SetBuffer(m_tcb->m_rxBuffer);
    TraceSegments();
}

TcpOffloadSocket::~TcpOffloadSocket()
{
    m_releaseEvent.Cancel();
    m_adapterEvent.Cancel();
}

Ptr<TcpSocketBase>
TcpOffloadSocket::Fork()
{
    return CopyObject<TcpOffloadSocket>(this);
}

void
TcpOffloadSocket::TraceSegments()
{
    m_txTrace.ConnectWithoutContext(MakeCallback(&TcpOffloadSocket::HandleSegment, this));
}

void
TcpOffloadSocket::HandleSegment(Ptr<const Packet> packet,
                                const TcpHeader& header,
                                Ptr<const TcpSocketBase> /* socket */)
{
    auto& train = packet->GetSize() > 0 ? m_dataOut : m_acksOut;
    if (packet->GetSize() == 0)
    {
        // A pure acknowledgement has the sequence number of what follows.
        train.start = std::max(train.start, m_pacedUntil - Simulator::Now());
    }
    if (train.frames == 1 && train.start.IsZero() && train.ackStep == 0)
    {
        return;
    }
    const auto ipBytes = m_endPoint ? 20 : 40;
    const auto headerBytes = ipBytes + 4 * header.GetLength();
    train.payload += headerBytes;
    train.lastPayload += headerBytes;
    packet->AddPacketTag(EthernetTrainTag(train));
    train = EthernetTrain();
}

Ptr<EthernetAdapter>
TcpOffloadSocket::GetAdapter()
{
    if (!m_isAdapterKnown)
    {
        m_isAdapterKnown = true;
        m_adapter = m_endPoint ? FindDevice<Ipv4>(m_node, m_endPoint->GetLocalAddress())
                               : FindDevice<Ipv6>(m_node, m_endPoint6->GetLocalAddress());
        if (m_adapter && !m_adapter->HasOffload())
        {
            m_adapter = nullptr;
        }
    }
    return m_adapter;
}

void
TcpOffloadSocket::ProcessAck(const SequenceNumber32& ack,
                             bool scoreboardUpdated,
                             uint32_t currentDelivered,
                             const SequenceNumber32& oldHead,
                             bool receivedData)
{
    // ns-3 counts what was sent as one packet when the last of it is acknowledged.
    const auto delivered = IsOpen() && ack > oldHead ? ack - oldHead : currentDelivered;
    TcpLeanSocket::ProcessAck(ack, scoreboardUpdated, delivered, oldHead, receivedData);
}

void
TcpOffloadSocket::UpdateRttHistory(const SequenceNumber32& seq,
                                   uint32_t size,
                                   bool isRetransmission)
{
    if (isRetransmission)
    {
        SplitHistory(seq);
        SplitHistory(seq + size);
    }
    TcpSocketBase::UpdateRttHistory(seq, size, isRetransmission);
}

void
TcpOffloadSocket::EstimateRtt(const TcpHeader& header)
{
    SplitHistory(header.GetAckNumber());
    TcpSocketBase::EstimateRtt(header);
}

void
TcpOffloadSocket::SplitHistory(SequenceNumber32 border)
{
    const auto train = std::find_if(m_history.begin(), m_history.end(), [&](const auto& sent) {
        return border < sent.seq + sent.count;
    });
    if (train == m_history.end() || border <= train->seq)
    {
        return;
    }
    const uint32_t before = border - train->seq;
    const auto first = before - before % m_tcb->m_segmentSize;
    if (first > 0)
    {
        auto rest = *train;
        rest.seq += first;
        rest.count -= first;
        train->count = first;
        m_history.insert(train + 1, rest);
    }
}

bool
TcpOffloadSocket::MaySendNew()
{
    const auto mss = m_tcb->m_segmentSize;
    return GetAdapter() ? IsOpen() && AvailableWindow() >= mss && GetUnsent() >= mss
                        : TcpLeanSocket::MaySendNew();
}

uint32_t
TcpOffloadSocket::SendDataPacket(SequenceNumber32 seq, uint32_t maxSize, bool withAck)
{
    m_dataOut = EthernetTrain();
    if (seq != m_tcb->m_highTxMark || !GetAdapter())
    {
        return TcpLeanSocket::SendDataPacket(seq, maxSize, withAck);
    }
    const auto size = GetTrainSize(seq, maxSize);
    const auto mss = m_tcb->m_segmentSize;
    m_dataOut.frames = (size + mss - 1) / mss;
    m_dataOut.payload = std::min(mss, size);
    m_dataOut.lastPayload = size - (m_dataOut.frames - 1) * mss;
    NS_LOG_LOGIC(size << " bytes in " << m_dataOut.frames << " frames, of " << AvailableWindow()
                      << " that may be sent");
    m_hasSentTrains = m_hasSentTrains || m_dataOut.frames > 1;
    Pace(size);
    const auto sent = TcpLeanSocket::SendDataPacket(seq, size, withAck);
    m_sent.push_back({seq, sent});
    m_written.Remove(sent);
    SetCwndLimited();
    return sent;
}

void
TcpOffloadSocket::SetCwndLimited()
{
    // Frame by frame, what waits for a longer train would have been sent, and the last frames of
    // which a train of acknowledgements tells would not be acknowledged yet.
    const auto left = m_ackedUntil - Simulator::Now();
    const uint32_t early =
        left.IsStrictlyPositive() ? m_ackedBytes * (left / m_ackedSpan).GetDouble() : 0;
    const auto used = std::min(BytesInFlight() + early + GetUnsent(), m_rWnd.Get());
    m_tcb->m_isCwndLimited = m_tcb->m_cWnd < used + m_tcb->m_segmentSize;
}

uint32_t
TcpOffloadSocket::GetTrainSize(SequenceNumber32 seq, uint32_t maxSize)
{
    const auto mss = m_tcb->m_segmentSize;
    if (maxSize != mss || !IsOpen())
    {
        return maxSize;
    }
    const auto data = m_txBuffer->SizeFromSequence(seq);
    auto size = std::min({AvailableWindow(), data, GetMaxSegments() * mss});
    if (size == data && m_closeOnEmpty)
    {
        // FIN is left to the last segment alone.
        --size;
    }
    size = std::min(size, m_written.GetTrainSize(mss, m_joinWrites));
    if (size < data || !m_noDelay || MustHoldShort())
    {
        size -= size % mss;
    }
    return std::min(data, std::max(size, maxSize));
}

uint32_t
TcpOffloadSocket::GetMaxSegments() const
{
    const auto rate = m_adapter->GetDataRate().GetBitRate() / 8 / TRAINS_PER_SECOND;
    return std::max<uint32_t>(MIN_SEGMENTS,
                              std::min<uint64_t>(m_offloadSize, rate) / m_tcb->m_segmentSize);
}

void
TcpOffloadSocket::Pace(uint32_t bytes)
{
    const auto pace =
        m_clock.GetPace(bytes, m_tcb->m_segmentSize, TcpSocketBase::AvailableWindow());
    // What is sent later stays behind.
    const auto now = Simulator::Now();
    m_dataOut.start = std::max(pace.start, m_pacedUntil - now);
    m_dataOut.span = pace.span;
    m_pacedUntil = now + m_dataOut.start + m_dataOut.span;
}

void
TcpOffloadSocket::ProcessSegment(Ptr<Packet> packet,
                                 const TcpSegmentStart& start,
                                 const Address& from,
                                 const Address& to)
{
    if (!IsAttached())
    {
        // It had come, but the connection has ended before it was taken in.
        return;
    }
    const Ptr<TcpOffloadSocket> self(this);
    if (start.isFin && m_reader.GetHeld() > 0)
    {
        // The application reads what came before the end first.
        Simulator::Schedule(m_reader.GetLastRelease() - Simulator::Now(),
                            &TcpOffloadSocket::DoForwardUp,
                            self,
                            packet,
                            from,
                            to);
        return;
    }
    auto segment = start;
    if (start.hasData && m_state == ESTABLISHED && start.ack < m_txBuffer->HeadSequence())
    {
        // A train carries the acknowledgement of when TCP handed it down. ns-3 ignores a segment
        // that later acknowledgements have overtaken, with its data.
        TcpHeader header;
        packet->RemoveHeader(header);
        header.SetAckNumber(m_txBuffer->HeadSequence());
        packet->AddHeader(header);
        segment = TcpSegmentStart(*packet);
    }
    EthernetTrainTag tag;
    m_in = packet->RemovePacketTag(tag) ? tag.GetTrain() : EthernetTrain();
    if (m_in.frames == 1)
    {
        m_in.ackStep = 0;
    }
    if (m_in.ackStep > 0 && start.ack <= m_txBuffer->HeadSequence())
    {
        // A data segment that left later has overtaken the acknowledgements.
        return;
    }
    if (m_in.ackStep > 0 && (m_tcb->m_congState != TcpSocketState::CA_OPEN || IsProbing()))
    {
        ReceiveAcksOneByOne(packet, from, to);
        return;
    }
    TcpLeanSocket::ProcessSegment(packet, segment, from, to);
    m_in = EthernetTrain();
}

void
TcpOffloadSocket::ReceiveAcksOneByOne(Ptr<Packet> packet, const Address& from, const Address& to)
{
    const auto train = std::exchange(m_in, EthernetTrain());
    TcpHeader header;
    packet->RemoveHeader(header);
    for (uint32_t i = 0; i < train.frames; ++i)
    {
        TcpHeader one;
        const auto ack = EthernetTrainCutter::CutSegment(header, packet, train, i, one);
        ack->AddHeader(one);
        Simulator::Schedule(train.GetTime(i),
                            &TcpOffloadSocket::DoForwardUp,
                            Ptr<TcpOffloadSocket>(this),
                            ack,
                            from,
                            to);
    }
}

void
TcpOffloadSocket::ReceivedAck(Ptr<Packet> packet, const TcpHeader& header)
{
    const Ptr<TcpOffloadSocket> self(this);
    const auto ack = header.GetAckNumber();
    const auto isNew = ack > m_txBuffer->HeadSequence();
    if (m_in.ackStep > 0)
    {
        const auto train = std::exchange(m_in, EthernetTrain());
        if (!m_growth || m_congestionControl != m_growth)
        {
            m_growth = CreateObject<TcpAckGrowth>(m_congestionControl);
            m_congestionControl = m_growth;
        }
        m_growth->SetAcks(train.frames);
        m_ackCount = train.frames;
        m_clock.Start(train.span, TcpSocketBase::AvailableWindow());
        m_ackedBytes = ack - m_txBuffer->HeadSequence();
        m_ackedSpan = train.span;
        m_ackedUntil = Simulator::Now() + train.span;
    }
    const auto isDuplicate = !isNew && ack < m_tcb->m_highTxMark && packet->GetSize() == 0;
    if (isDuplicate || header.HasOption(TcpOption::SACK))
    {
        SplitSent();
    }
    TcpLeanSocket::ReceivedAck(packet, header);
    m_clock.Stop();
    m_ackCount = 1;
    if (m_growth)
    {
        m_growth->SetAcks(1);
    }
    while (!m_sent.empty() && m_sent.front().begin + m_sent.front().bytes <= ack)
    {
        m_sent.pop_front();
    }
    m_hasSentTrains = m_hasSentTrains && !m_sent.empty();
}

bool
TcpOffloadSocket::IsProbing() const
{
    // HyStart leaves slow start by the times of the acknowledgements.
    const auto name = m_congestionControl->GetName();
    return m_tcb->m_isCwndLimited && m_tcb->m_cWnd < m_rWnd && m_tcb->m_cWnd < m_tcb->m_ssThresh &&
           (name == "TcpCubic" || name == "TcpLinuxCubic");
}

void
TcpOffloadSocket::ReceivedData(Ptr<Packet> packet, const TcpHeader& header)
{
    const Ptr<TcpOffloadSocket> self(this);
    const auto& received = m_tcb->m_rxBuffer;
    const auto next = received->NextRxSequence();
    const auto isNext =
        header.GetSequenceNumber() == next && received->Size() == received->Available() &&
        packet->GetSize() <= static_cast<uint32_t>(received->MaxRxSequence() - next);
    if (m_in.frames == 1 || m_in.ackStep > 0)
    {
        if (isNext && m_reader.GetHeld() > 0)
        {
            m_reader.Hold(packet->GetSize(), m_reader.GetLastRelease());
        }
        m_acksOut.ackStep = isNext && !m_ackPerTrain ? m_delAckMaxCount * packet->GetSize() : 0;
        TcpLeanSocket::ReceivedData(packet, header);
        m_acksOut = EthernetTrain();
        return;
    }
    const auto train = std::exchange(m_in, EthernetTrain());
    NS_LOG_LOGIC(packet->GetSize() << " bytes in " << train.frames << " frames, "
                                   << (isNext ? "next" : "behind a gap"));
    if (isNext)
    {
        ReceivedTrain(packet, header, train);
        return;
    }
    for (uint32_t i = 0; i < train.frames; ++i)
    {
        TcpHeader one;
        const auto data = EthernetTrainCutter::CutSegment(header, packet, train, i, one);
        Simulator::Schedule(train.GetTime(i), &TcpOffloadSocket::ReceivedLater, self, data, one);
    }
}

void
TcpOffloadSocket::ReceivedLater(Ptr<Packet> packet, const TcpHeader& header)
{
    // The peer's end of data may have come in between: all of this had come before.
    if (IsAttached() && (m_state == ESTABLISHED || m_state == SYN_RCVD || m_state == FIN_WAIT_1 ||
                         m_state == FIN_WAIT_2))
    {
        ReceivedData(packet, header);
    }
}

void
TcpOffloadSocket::ReceivedTrain(Ptr<Packet> packet,
                                const TcpHeader& header,
                                const EthernetTrain& train)
{
    const auto size = packet->GetSize();
    const auto mss = (size + train.payload - train.lastPayload) / train.frames;
    m_reader.Hold(size, Simulator::Now() + train.span);
    // ns-3 acknowledges the first segment of a connection at once.
    m_delAckCount = std::min(m_delAckCount, m_delAckMaxCount - 1);
    const auto due = m_delAckCount + train.frames;
    const auto open = m_ackPerTrain ? 0 : std::min(train.frames, due % m_delAckMaxCount);
    const auto closed = train.frames - open;
    NoteUnacked();
    if (closed > 0)
    {
        const auto bytes = std::min(closed * mss, size);
        m_acksOut = MakeAcks(train, closed, mss);
        if (m_acksOut.frames > 1)
        {
            EchoTimestamp(header);
        }
        m_delAckCount = m_delAckMaxCount - 1;
        ReceiveTrainData(open > 0 ? packet->CreateFragment(0, bytes) : packet, header);
        m_acksOut = EthernetTrain();
    }
    if (open > 0)
    {
        // These wait for further ones, or for the timeout of delayed acknowledgements.
        auto rest = header;
        rest.SetSequenceNumber(header.GetSequenceNumber() + closed * mss);
        NoteUnacked();
        m_delAckCount += open - 1;
        const auto wasPending = m_delAckEvent.IsPending();
        ReceiveTrainData(packet->CreateFragment(closed * mss, size - closed * mss), rest);
        if (!wasPending && m_delAckEvent.IsPending())
        {
            DelayAck(train.GetTime(closed) + m_delAckTimeout);
        }
    }
    m_reader.ReleaseFirst(std::min(mss, size));
    if (!m_releaseEvent.IsPending())
    {
        ReleaseData();
    }
}

void
TcpOffloadSocket::EchoTimestamp(const TcpHeader& header)
{
    // The first acknowledgement echoes an older one, the others that of the train.
    if (m_timestampEnabled && header.HasOption(TcpOption::TS))
    {
        Echo(DynamicCast<const TcpOptionTS>(header.GetOption(TcpOption::TS))->GetTimestamp());
    }
}

EthernetTrain
TcpOffloadSocket::MakeAcks(const EthernetTrain& train, uint32_t frames, uint32_t mss) const
{
    EthernetTrain acks;
    if (m_ackPerTrain)
    {
        acks.start = train.span;
        return acks;
    }
    const auto first = m_delAckMaxCount - m_delAckCount;
    acks.frames = (m_delAckCount + frames) / m_delAckMaxCount;
    acks.ackStep = m_delAckMaxCount * mss;
    acks.start = train.GetTime(first - 1);
    acks.span = train.GetTime(frames - 1) - acks.start;
    return acks;
}

void
TcpOffloadSocket::ReceiveTrainData(Ptr<Packet> packet, const TcpHeader& header)
{
    TcpLeanSocket::ReceivedData(m_reader.Keep(packet), header);
}

void
TcpOffloadSocket::ReleaseData()
{
    m_reader.Release(Simulator::Now());
    if (m_reader.GetHeld() > 0)
    {
        m_releaseEvent = Simulator::Schedule(m_reader.GetNextRelease() - Simulator::Now(),
                                             &TcpOffloadSocket::ReleaseData,
                                             this);
    }
    NotifyDataRecv();
}

Ptr<Packet>
TcpOffloadSocket::Recv(uint32_t maxSize, uint32_t flags)
{
    if (m_reader.IsIdle())
    {
        return TcpSocketBase::Recv(maxSize, flags);
    }
    // The window is what an application leaves free that reads every frame when it arrives.
    m_reader.Drain();
    return m_reader.Read(maxSize);
}

uint32_t
TcpOffloadSocket::GetRxAvailable() const
{
    return m_reader.GetReadable();
}

int
TcpOffloadSocket::Send(Ptr<Packet> packet, uint32_t flags)
{
    const auto accepted = TcpLeanSocket::Send(packet, flags);
    if (accepted > 0)
    {
        m_written.Add(accepted, Simulator::Now());
    }
    return accepted;
}

uint32_t
TcpOffloadSocket::AvailableWindow() const
{
    const auto window = TcpLeanSocket::AvailableWindow();
    if (!MayAwaitTrain(window))
    {
        return window;
    }
    if (!m_adapterEvent.IsPending())
    {
        m_adapterEvent = Simulator::Schedule(m_adapter->GetBacklog(),
                                             &TcpOffloadSocket::HandleAdapterFree,
                                             const_cast<TcpOffloadSocket*>(this));
    }
    return 0;
}

bool
TcpOffloadSocket::MayAwaitTrain(uint32_t window) const
{
    return window > 0 && m_adapter && !m_isAdapterFree && IsOpen() &&
           window < GetMaxSegments() * m_tcb->m_segmentSize && BytesInFlight() > 0 &&
           GetUnsent() > window && m_adapter->GetBacklog().IsStrictlyPositive();
}

void
TcpOffloadSocket::HandleAdapterFree()
{
    m_isAdapterFree = true;
    SendNew();
    SendPendingData(m_connected);
    m_isAdapterFree = false;
}

void
TcpOffloadSocket::RetransmissionExpired()
{
    SplitSent();
    TcpLeanSocket::RetransmissionExpired();
}

uint32_t
TcpOffloadSocket::CountAcksOut() const
{
    return m_acksOut.frames;
}

uint32_t
TcpOffloadSocket::GetAckCount() const
{
    return m_ackCount;
}

bool
TcpOffloadSocket::IsHoldingBack() const
{
    return m_adapterEvent.IsPending();
}

void
TcpOffloadSocket::StopSender()
{
    m_adapterEvent.Cancel();
    TcpLeanSocket::StopSender();
}

void
TcpOffloadSocket::SplitSent()
{
    if (!m_hasSentTrains)
    {
        return;
    }
    NS_LOG_LOGIC("cut " << m_sent.size() << " packets that are on their way");
    m_hasSentTrains = false;
    m_txBuffer->ResetSentList();
    const auto head = m_txBuffer->HeadSequence();
    for (const auto& sent : m_sent)
    {
        const auto end = sent.begin + sent.bytes;
        for (auto next = std::max(sent.begin, head); next < end;)
        {
            const auto left = static_cast<uint32_t>(end - next);
            auto* item = m_txBuffer->CopyFromSequence(std::min(left, m_tcb->m_segmentSize), next);
            m_rateOps->SkbSent(item, false);
            next += item->GetSeqSize();
        }
    }
}

} // namespace ns3
