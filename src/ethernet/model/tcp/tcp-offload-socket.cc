/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-offload-socket.h"

#include "tcp-ack-growth.h"

#include "ns3/boolean.h"
#include "ns3/ethernet-net-device.h"
#include "ns3/ethernet-train-cutter.h"
#include "ns3/ipv4-end-point.h"
#include "ns3/ipv4.h"
#include "ns3/ipv6-end-point.h"
#include "ns3/ipv6.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/simulator.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-rate-ops.h"
#include "ns3/tcp-rx-buffer.h"
#include "ns3/tcp-tx-buffer.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <array>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpOffloadSocket");

NS_OBJECT_ENSURE_REGISTERED(TcpOffloadSocket);

namespace
{

/// Trains per second that keep a link busy at least: a train takes at most 1 ms.
constexpr uint64_t TRAINS_PER_SECOND = 1000;

/// Most pieces of the application's data that are joined in a train, and most bytes of each but the
/// first. Joining costs ns-3 more than a further train if they are many.
constexpr int MOST_JOINED = 16;
constexpr uint32_t MOST_JOINED_BYTES = 16'384;

/// Fewest segments in a train, however slow the link.
constexpr uint32_t MIN_SEGMENTS = 2;

/// What a segment's first bytes say (RFC 9293, 3.1); ns-3's header makes objects of the options.
struct TcpSegmentStart
{
    /**
     * @param segment a segment with its header
     */
    explicit TcpSegmentStart(const Packet& segment)
    {
        std::array<uint8_t, 14> bytes{};
        segment.CopyData(bytes.data(), bytes.size());
        ack = SequenceNumber32(uint32_t{bytes[8]} << 24 | uint32_t{bytes[9]} << 16 |
                               uint32_t{bytes[10]} << 8 | bytes[11]);
        hasData = segment.GetSize() > 4U * (bytes[12] >> 4);
        isFin = (bytes[13] & TcpHeader::FIN) != 0;
    }

    SequenceNumber32 ack; //!< acknowledgement number
    bool hasData;         //!< whether data follows the header
    bool isFin;           //!< whether the peer sends no more
};

/**
 * @tparam Ip IPv4 or IPv6
 * @tparam Address its addresses
 * @param node a host
 * @param address one of its addresses
 * @return the device that has it, null if it is no Ethernet device
 */
template <typename Ip, typename Address>
Ptr<EthernetNetDevice>
FindDevice(Ptr<Node> node, const Address& address)
{
    const auto ip = node->GetObject<Ip>();
    const auto interface = ip->GetInterfaceForAddress(address);
    return interface < 0 ? nullptr : DynamicCast<EthernetNetDevice>(ip->GetNetDevice(interface));
}

} // namespace

TypeId
TcpOffloadSocket::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::TcpOffloadSocket")
            .SetParent<TcpSocketBase>()
            .SetGroupName("Ethernet")
            .AddConstructor<TcpOffloadSocket>()
            .AddAttribute("OffloadSize",
                          "Most bytes of data that the adapter is handed at once; at least two "
                          "segments and at most 1 ms of the link are",
                          UintegerValue(65'000),
                          MakeUintegerAccessor(&TcpOffloadSocket::m_offloadSize),
                          MakeUintegerChecker<uint32_t>(1, 65'000))
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
    : TcpSocketBase(other),
      m_offloadSize(other.m_offloadSize),
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

TypeId
TcpOffloadSocket::GetInstanceTypeId() const
{
    return GetTypeId();
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
    if (train.frames == 1 && train.start.IsZero())
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

Ptr<EthernetNetDevice>
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

uint32_t
TcpOffloadSocket::SendDataPacket(SequenceNumber32 seq, uint32_t maxSize, bool withAck)
{
    m_dataOut = EthernetTrain();
    if (seq != m_tcb->m_highTxMark || !GetAdapter())
    {
        return TcpSocketBase::SendDataPacket(seq, maxSize, withAck);
    }
    const auto size = GetTrainSize(seq, maxSize);
    const auto mss = m_tcb->m_segmentSize;
    m_dataOut.frames = (size + mss - 1) / mss;
    m_dataOut.payload = mss;
    m_dataOut.lastPayload = size - (m_dataOut.frames - 1) * mss;
    NS_LOG_LOGIC(size << " bytes in " << m_dataOut.frames << " frames, of " << AvailableWindow()
                      << " that may be sent");
    m_hasSentTrains = m_hasSentTrains || m_dataOut.frames > 1;
    Pace(seq, size);
    const auto sent = TcpSocketBase::SendDataPacket(seq, size, withAck);
    m_sent.push_back({seq, sent});
    TakeWritten(sent);
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
    const auto waiting = m_txBuffer->SizeFromSequence(m_tcb->m_highTxMark);
    const auto used = std::min(BytesInFlight() + early + waiting, m_rWnd.Get());
    m_tcb->m_isCwndLimited = m_tcb->m_cWnd < used + m_tcb->m_segmentSize;
}

uint32_t
TcpOffloadSocket::GetTrainSize(SequenceNumber32 seq, uint32_t maxSize)
{
    const auto mss = m_tcb->m_segmentSize;
    // Trains only while nothing is missing, and TCP does not pace by itself.
    if (maxSize != mss || m_tcb->m_congState != TcpSocketState::CA_OPEN ||
        m_txBuffer->GetSacked() > 0 || IsPacingEnabled())
    {
        return maxSize;
    }
    const auto rate = m_adapter->GetDataRate().GetBitRate() / 8 / TRAINS_PER_SECOND;
    const auto most =
        std::max<uint32_t>(MIN_SEGMENTS,
                           static_cast<uint32_t>(std::min<uint64_t>(m_offloadSize, rate)) / mss);
    const auto data = m_txBuffer->SizeFromSequence(seq);
    auto size = std::min({AvailableWindow(), data, most * mss});
    if (size == data && m_closeOnEmpty)
    {
        // FIN is left to the last segment alone.
        --size;
    }
    size = std::min(size, GetWrittenSize());
    if (size < data || !m_noDelay)
    {
        size -= size % mss;
    }
    return std::max(size, maxSize);
}

uint32_t
TcpOffloadSocket::GetMaxSegments() const
{
    const auto rate = m_adapter->GetDataRate().GetBitRate() / 8 / TRAINS_PER_SECOND;
    return std::max<uint32_t>(MIN_SEGMENTS,
                              std::min<uint64_t>(m_offloadSize, rate) / m_tcb->m_segmentSize);
}

uint32_t
TcpOffloadSocket::GetWrittenSize() const
{
    const auto mss = m_tcb->m_segmentSize;
    uint32_t size = 0;
    for (auto piece = m_written.begin(); piece != m_written.end(); ++piece)
    {
        const auto isJoined = piece->time == m_written.front().time &&
                              piece - m_written.begin() < MOST_JOINED &&
                              piece->bytes <= MOST_JOINED_BYTES;
        if (size >= mss && !isJoined)
        {
            break;
        }
        size += piece->bytes;
    }
    return (size + mss - 1) / mss * mss;
}

void
TcpOffloadSocket::TakeWritten(uint32_t bytes)
{
    while (bytes > 0 && !m_written.empty())
    {
        auto& left = m_written.front().bytes;
        const auto taken = std::min(bytes, left);
        left -= taken;
        bytes -= taken;
        if (left == 0)
        {
            m_written.pop_front();
        }
    }
}

void
TcpOffloadSocket::Pace(SequenceNumber32 seq, uint32_t bytes)
{
    const auto mss = m_tcb->m_segmentSize;
    if (m_clock.span.IsStrictlyPositive() && m_clock.total == 0)
    {
        m_clock.total = std::min(AvailableWindow(), m_txBuffer->SizeFromSequence(seq));
    }
    if (m_clock.total > mss)
    {
        // The first segment goes with the first acknowledgement, the last one with the last.
        const auto last = m_clock.total - mss;
        const auto begin = std::min(m_clock.sent, last);
        const auto end = std::min(begin + (m_dataOut.frames - 1) * mss, last);
        m_dataOut.start = m_clock.span * static_cast<int64_t>(begin) / last;
        m_dataOut.span = m_clock.span * static_cast<int64_t>(end - begin) / last;
        m_clock.sent += bytes;
    }
    // What is sent later stays behind.
    const auto now = Simulator::Now();
    m_dataOut.start = std::max(m_dataOut.start, m_pacedUntil - now);
    m_pacedUntil = now + m_dataOut.start + m_dataOut.span;
}

void
TcpOffloadSocket::DoForwardUp(Ptr<Packet> packet, const Address& from, const Address& to)
{
    const Ptr<TcpOffloadSocket> self(this);
    const TcpSegmentStart segment(*packet);
    if (segment.isFin && m_reader.GetHeld() > 0)
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
    if (segment.hasData && m_state == ESTABLISHED && segment.ack < m_txBuffer->HeadSequence())
    {
        // A train bears the acknowledgement of when TCP handed it down. ns-3 ignores a segment
        // that later acknowledgements have overtaken, with its data.
        TcpHeader header;
        packet->RemoveHeader(header);
        header.SetAckNumber(m_txBuffer->HeadSequence());
        packet->AddHeader(header);
    }
    EthernetTrainTag tag;
    m_in = packet->RemovePacketTag(tag) ? tag.GetTrain() : EthernetTrain();
    TcpSocketBase::DoForwardUp(packet, from, to);
    m_in = EthernetTrain();
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
        if (!isNew && !header.HasOption(TcpOption::SACK))
        {
            // A data segment that left later has overtaken it.
            return;
        }
        if (m_tcb->m_congState != TcpSocketState::CA_OPEN || !isNew)
        {
            for (uint32_t i = 0; i < train.frames; ++i)
            {
                TcpHeader one;
                const auto data = EthernetTrainCutter::CutSegment(header, packet, train, i, one);
                Simulator::Schedule(train.GetTime(i),
                                    &TcpOffloadSocket::ReceivedAck,
                                    self,
                                    data,
                                    one);
            }
            return;
        }
        if (!m_growth || m_congestionControl != m_growth)
        {
            m_growth = CreateObject<TcpAckGrowth>(m_congestionControl);
            m_congestionControl = m_growth;
        }
        m_growth->SetAcks(train.frames);
        m_clock.span = train.span;
        m_ackedBytes = ack - m_txBuffer->HeadSequence();
        m_ackedSpan = train.span;
        m_ackedUntil = Simulator::Now() + train.span;
    }
    const auto isDuplicate = !isNew && ack < m_tcb->m_highTxMark && packet->GetSize() == 0;
    if (isDuplicate || header.HasOption(TcpOption::SACK))
    {
        SplitSent();
    }
    TcpSocketBase::ReceivedAck(packet, header);
    m_clock = Clock();
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
        TcpSocketBase::ReceivedData(packet, header);
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
        Simulator::Schedule(train.GetTime(i), &TcpOffloadSocket::ReceivedData, self, data, one);
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
    const auto due = m_delAckCount + train.frames;
    const auto open = m_ackPerTrain ? 0 : std::min(train.frames, due % m_delAckMaxCount);
    const auto closed = train.frames - open;
    if (closed > 0)
    {
        const auto bytes = std::min(closed * mss, size);
        m_acksOut = MakeAcks(train, closed, mss);
        m_delAckCount = m_delAckMaxCount - 1;
        Take(open > 0 ? packet->CreateFragment(0, bytes) : packet, header);
        m_acksOut = EthernetTrain();
    }
    if (open > 0)
    {
        // These wait for further ones, or for the timeout of delayed acknowledgements.
        auto rest = header;
        rest.SetSequenceNumber(header.GetSequenceNumber() + closed * mss);
        m_delAckCount += open - 1;
        Take(packet->CreateFragment(closed * mss, size - closed * mss), rest);
    }
    m_reader.ReleaseFirst(std::min(mss, size));
    if (!m_releaseEvent.IsPending())
    {
        ReleaseData();
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
    acks.ackStep = acks.frames > 1 ? m_delAckMaxCount * mss : 0;
    acks.start = train.GetTime(first - 1);
    acks.span = train.GetTime(frames - 1) - acks.start;
    return acks;
}

void
TcpOffloadSocket::Take(Ptr<Packet> packet, const TcpHeader& header)
{
    TcpSocketBase::ReceivedData(m_reader.Keep(packet), header);
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
    const auto accepted = TcpSocketBase::Send(packet, flags);
    if (accepted > 0)
    {
        m_written.push_back({static_cast<uint32_t>(accepted), Simulator::Now()});
    }
    return accepted;
}

uint32_t
TcpOffloadSocket::AvailableWindow() const
{
    const auto window = TcpSocketBase::AvailableWindow();
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
    return window > 0 && m_adapter && !m_isAdapterFree &&
           m_tcb->m_congState == TcpSocketState::CA_OPEN &&
           window < GetMaxSegments() * m_tcb->m_segmentSize && BytesInFlight() > 0 &&
           m_txBuffer->SizeFromSequence(m_tcb->m_highTxMark) > window &&
           m_adapter->GetBacklog().IsStrictlyPositive();
}

void
TcpOffloadSocket::HandleAdapterFree()
{
    m_isAdapterFree = true;
    SendPendingData(m_connected);
    m_isAdapterFree = false;
}

void
TcpOffloadSocket::ReTxTimeout()
{
    SplitSent();
    TcpSocketBase::ReTxTimeout();
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
