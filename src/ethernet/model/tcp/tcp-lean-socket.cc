/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-lean-socket.h"

#include "tcp-segment-start.h"

#include "ns3/boolean.h"
#include "ns3/inet-socket-address.h"
#include "ns3/ipv4-end-point.h"
#include "ns3/log.h"
#include "ns3/tcp-option-rfc793.h"
#include "ns3/tcp-rx-buffer.h"
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
                            .SetParent<TcpSocketBase>()
                            .SetGroupName("Ethernet")
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
                                          MakeBooleanChecker());
    return tid;
}

TcpLeanSocket::TcpLeanSocket(const TcpLeanSocket& listener)
    : TcpSocketBase(listener),
      m_demux(listener.m_demux),
      m_minshallNagle(listener.m_minshallNagle),
      m_delAckFullSized(listener.m_delAckFullSized)
{
}

TcpLeanSocket::~TcpLeanSocket()
{
    RemoveFromDemux();
}

TypeId
TcpLeanSocket::GetInstanceTypeId() const
{
    return GetTypeId();
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
    LimitSegmentSize(header);
    TcpSocketBase::CompleteFork(segment, header, from, to);
    AddToDemux();
}

void
TcpLeanSocket::DoForwardUp(Ptr<Packet> packet, const Address& from, const Address& to)
{
    if (m_state == SYN_SENT)
    {
        TcpHeader header;
        packet->PeekHeader(header);
        LimitSegmentSize(header);
    }
    TcpSocketBase::DoForwardUp(packet, from, to);
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
    TcpSocketBase::ReceivedAck(packet, HasUselessSack(header) ? RemoveOldBlocks(header) : header);
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
    const auto sack = DynamicCast<const TcpOptionSack>(header.GetOption(TcpOption::SACK));
    const auto blocks = sack->GetSackList();
    return blocks.empty() || std::any_of(blocks.begin(), blocks.end(), [&](const auto& block) {
               return IsOld(header, block);
           });
}

TcpHeader
TcpLeanSocket::RemoveOldBlocks(const TcpHeader& header) const
{
    TcpHeader rest;
    rest.SetSourcePort(header.GetSourcePort());
    rest.SetDestinationPort(header.GetDestinationPort());
    rest.SetSequenceNumber(header.GetSequenceNumber());
    rest.SetAckNumber(header.GetAckNumber());
    rest.SetFlags(header.GetFlags());
    rest.SetWindowSize(header.GetWindowSize());
    for (const auto& option : header.GetOptionList())
    {
        if (option->GetKind() != TcpOption::SACK)
        {
            rest.AppendOption(option);
            continue;
        }
        const auto news = CreateObject<TcpOptionSack>();
        for (const auto& block : DynamicCast<const TcpOptionSack>(option)->GetSackList())
        {
            if (!IsOld(header, block))
            {
                news->AddSackBlock(block);
            }
        }
        if (news->GetNumSackBlocks() > 0)
        {
            rest.AppendOption(news);
        }
    }
    return rest;
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
TcpLeanSocket::Take(Ptr<Packet> segment,
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
        DoForwardUp(segment,
                    InetSocketAddress(header.GetSource(), start.sourcePort),
                    InetSocketAddress(header.GetDestination(), start.destinationPort));
    }
    return true;
}

uint32_t
TcpLeanSocket::SendDataPacket(SequenceNumber32 seq, uint32_t maxSize, bool withAck)
{
    const auto sent = TcpSocketBase::SendDataPacket(seq, maxSize, withAck);
    // A train of segments may end with a short one. An old end would seem a new one some day,
    // because sequence numbers wrap.
    const auto isShort = sent % m_tcb->m_segmentSize > 0;
    m_shortEnd = std::max(m_shortEnd, isShort ? seq + sent : m_txBuffer->HeadSequence());
    return sent;
}

void
TcpLeanSocket::ReceivedData(Ptr<Packet> packet, const TcpHeader& header)
{
    if (m_delAckFullSized)
    {
        NoteUnacked();
        const auto next = m_tcb->m_rxBuffer->NextRxSequence();
        const uint32_t bytes = next - m_unacked + packet->GetSize();
        // As many segments as these bytes need. The count is one more when it is compared.
        m_delAckCount = (bytes - 1) / m_tcb->m_segmentSize;
    }
    TcpSocketBase::ReceivedData(packet, header);
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
    const auto window = TcpSocketBase::AvailableWindow();
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
