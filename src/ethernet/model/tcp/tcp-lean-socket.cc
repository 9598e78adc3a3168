/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-lean-socket.h"

#include "ns3/boolean.h"
#include "ns3/tcp-rx-buffer.h"
#include "ns3/tcp-tx-buffer.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(TcpLeanSocket);

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
