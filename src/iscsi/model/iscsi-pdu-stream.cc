/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-pdu-stream.h"

#include "ns3/inet6-socket-address.h"
#include "ns3/log.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiPduStream");

IscsiPduStream::IscsiPduStream(Ptr<Socket> socket, Side side)
    : m_socket(socket),
      m_lowWater(std::max<uint32_t>(1, socket->GetTxAvailable() / 3)),
      m_assembler(side)
{
    NS_LOG_FUNCTION(this << socket);
    m_socket->SetRecvCallback(MakeCallback(&IscsiPduStream::HandleReceive, this));
    m_socket->SetSendCallback(MakeCallback(&IscsiPduStream::HandleSend, this));
    m_socket->SetCloseCallbacks(MakeCallback(&IscsiPduStream::HandlePeerClosed, this),
                                MakeCallback(&IscsiPduStream::HandleError, this));
}

IscsiPduStream::~IscsiPduStream()
{
    NS_LOG_FUNCTION(this);
    ReleaseSocket();
}

void
IscsiPduStream::SetCallbacks(PduCallback received, EndedCallback ended)
{
    m_received = received;
    m_ended = ended;
}

void
IscsiPduStream::Connect(const Address& remote, ConnectedCallback connected)
{
    NS_LOG_FUNCTION(this << remote);
    m_connected = connected;
    m_socket->SetConnectCallback(MakeCallback(&IscsiPduStream::HandleConnected, this),
                                 MakeCallback(&IscsiPduStream::HandleConnectFailed, this));
    const int bound =
        Inet6SocketAddress::IsMatchingType(remote) ? m_socket->Bind6() : m_socket->Bind();
    if (bound != 0 || m_socket->Connect(remote) != 0)
    {
        End("no route to the peer");
    }
}

void
IscsiPduStream::SetMaxRecvDataSegmentLength(uint32_t length)
{
    m_assembler.SetMaxRecvDataSegmentLength(length);
}

void
IscsiPduStream::SetDigests(bool header, bool data)
{
    NS_LOG_FUNCTION(this << header << data);
    m_assembler.SetDigests(header, data);
    m_sealer.SetDigests(header, data);
}

void
IscsiPduStream::SetDamageCallback(DamageCallback damaged)
{
    m_damaged = damaged;
}

void
IscsiPduStream::Hold()
{
    m_isHeld = true;
}

void
IscsiPduStream::Resume()
{
    if (m_isHeld)
    {
        m_isHeld = false;
        HandleReceive(m_socket);
    }
}

void
IscsiPduStream::Send(Ptr<Packet> pdu)
{
    NS_LOG_FUNCTION(this << pdu);
    if (!m_open)
    {
        return;
    }
    const auto sealed = m_sealer.Seal(pdu);
    for (const auto& part : {sealed.segments, sealed.digest})
    {
        if (part)
        {
            m_queuedBytes += part->GetSize();
            m_queue.push_back(part);
        }
    }
    Flush();
}

void
IscsiPduStream::Close()
{
    NS_LOG_FUNCTION(this);
    m_open = false;
    m_received = PduCallback();
    m_damaged = DamageCallback();
    m_connected = ConnectedCallback();
    m_ended = EndedCallback();
    if (m_queue.empty())
    {
        ReleaseSocket();
    }
}

uint64_t
IscsiPduStream::GetQueuedBytes() const
{
    return m_queuedBytes;
}

bool
IscsiPduStream::IsOpen() const
{
    return m_open;
}

void
IscsiPduStream::HandleConnected(Ptr<Socket> /* socket */)
{
    if (m_open)
    {
        m_connected();
    }
}

void
IscsiPduStream::HandleConnectFailed(Ptr<Socket> /* socket */)
{
    End("the TCP connection could not be made");
}

void
IscsiPduStream::HandleReceive(Ptr<Socket> /* socket */)
{
    // The owner may let go of the stream from inside a callback.
    Ptr<IscsiPduStream> self(this);
    while (m_socket && !m_isHeld)
    {
        if (!m_arrived || m_arrived->GetSize() == 0)
        {
            m_arrived = m_socket->Recv(IscsiPduAssembler::MOST_BYTES, 0);
        }
        if (!m_arrived || m_arrived->GetSize() == 0)
        {
            m_arrived = nullptr;
            return;
        }
        Assemble();
    }
}

void
IscsiPduStream::Assemble()
{
    while (m_open && !m_isHeld && m_arrived->GetSize() > 0)
    {
        switch (m_assembler.Take(m_arrived))
        {
        case IscsiPduAssembler::Outcome::INCOMPLETE:
            break;
        case IscsiPduAssembler::Outcome::PDU:
            m_received(m_assembler.GetPdu());
            break;
        case IscsiPduAssembler::Outcome::HEADER_DAMAGE:
            Damaged(IscsiDamage::HEADER, nullptr);
            break;
        case IscsiPduAssembler::Outcome::DATA_DAMAGE:
            Damaged(IscsiDamage::DATA, m_assembler.GetPdu());
            break;
        case IscsiPduAssembler::Outcome::LOST:
            End(m_assembler.GetError());
            break;
        }
    }
    if (!m_open)
    {
        m_arrived = nullptr;
    }
}

void
IscsiPduStream::Damaged(IscsiDamage damage, Ptr<Packet> headers)
{
    if (m_damaged.IsNull())
    {
        End(damage == IscsiDamage::HEADER ? "header digest error" : "data digest error");
        return;
    }
    m_damaged(damage, headers);
}

void
IscsiPduStream::HandleSend(Ptr<Socket> /* socket */, uint32_t /* available */)
{
    Ptr<IscsiPduStream> self(this);
    Flush();
}

void
IscsiPduStream::HandlePeerClosed(Ptr<Socket> /* socket */)
{
    End("the peer closed the TCP connection");
}

void
IscsiPduStream::HandleError(Ptr<Socket> /* socket */)
{
    End("the TCP connection broke");
}

void
IscsiPduStream::Flush()
{
    while (m_socket && !m_queue.empty())
    {
        const uint32_t available = m_socket->GetTxAvailable();
        if (m_isFull && available < m_lowWater && available < m_queuedBytes)
        {
            return;
        }
        m_isFull = available < m_queue.front()->GetSize();
        const auto piece = TakePiece(available);
        if (piece && m_socket->Send(piece) < 0)
        {
            // The socket is past sending; its close callback tells the owner.
            NS_LOG_LOGIC("socket takes nothing: " << m_socket->GetErrno());
            m_queue.clear();
            m_queuedBytes = 0;
        }
    }
    if (!m_open && m_queue.empty())
    {
        ReleaseSocket();
    }
}

Ptr<Packet>
IscsiPduStream::TakePiece(uint32_t most)
{
    Ptr<Packet> piece = m_queue.front();
    if (most >= piece->GetSize())
    {
        m_queue.pop_front();
    }
    else if (most > 0)
    {
        piece = piece->CreateFragment(0, most);
        m_queue.front()->RemoveAtStart(most);
    }
    else
    {
        return nullptr;
    }
    m_queuedBytes -= piece->GetSize();
    return piece;
}

void
IscsiPduStream::ReleaseSocket()
{
    if (!m_socket)
    {
        return;
    }
    Ptr<Socket> socket = m_socket;
    m_socket = nullptr;
    socket->SetConnectCallback(MakeNullCallback<void, Ptr<Socket>>(),
                               MakeNullCallback<void, Ptr<Socket>>());
    socket->SetCloseCallbacks(MakeNullCallback<void, Ptr<Socket>>(),
                              MakeNullCallback<void, Ptr<Socket>>());
    socket->SetRecvCallback(MakeNullCallback<void, Ptr<Socket>>());
    socket->SetSendCallback(MakeNullCallback<void, Ptr<Socket>, uint32_t>());
    socket->Close();
}

void
IscsiPduStream::End(const std::string& reason)
{
    NS_LOG_FUNCTION(this << reason);
    if (!m_open)
    {
        ReleaseSocket();
        return;
    }
    Ptr<IscsiPduStream> self(this);
    const EndedCallback ended = m_ended;
    m_queue.clear();
    m_queuedBytes = 0;
    Close();
    if (!ended.IsNull())
    {
        ended(reason);
    }
}

} // namespace ns3
