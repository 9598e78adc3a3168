/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-lean-socket.h"

#include "ns3/tcp-tx-buffer.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(TcpLeanSocket);

TypeId
TcpLeanSocket::GetTypeId()
{
    static TypeId tid = TypeId("ns3::TcpLeanSocket")
                            .SetParent<TcpSocketBase>()
                            .SetGroupName("Ethernet")
                            .AddConstructor<TcpLeanSocket>();
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
TcpLeanSocket::AvailableWindow() const
{
    const auto window = TcpSocketBase::AvailableWindow();
    return HasNothingToSend(window) ? 0 : window;
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
    // Less than a segment waits for more room, unless it is the last (RFC 9293, 3.8.6.2.1).
    return unsent == 0 || (window < m_tcb->m_segmentSize && window < unsent);
}

} // namespace ns3
