/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "file-service-connection.h"

#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <vector>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("FileServiceConnection");

namespace
{

/**
 * @param socket a socket that is no longer needed
 */
void
CloseSocket(Ptr<Socket> socket)
{
    socket->Close();
}

/**
 * @param data contents, whose bytes may be real, virtual or both
 * @param bytes how many of them
 * @return the same, all real: ns-3 takes no harm from joining such packets
 */
Ptr<Packet>
MakeReal(Ptr<const Packet> data, uint32_t bytes)
{
    std::vector<uint8_t> contents(bytes);
    data->CopyData(contents.data(), std::min(bytes, data->GetSize()));
    return Create<Packet>(contents.data(), bytes);
}

/**
 * @param socket a socket
 * @return the address of its peer without the port, of no type if there is no peer
 */
Address
FindPeer(Ptr<Socket> socket)
{
    Address peer;
    if (socket->GetPeerName(peer) != 0)
    {
        return Address();
    }
    return InetSocketAddress::IsMatchingType(peer)
               ? Address(InetSocketAddress::ConvertFrom(peer).GetIpv4())
               : Address(Inet6SocketAddress::ConvertFrom(peer).GetIpv6());
}

} // namespace

FileServiceConnection::FileServiceConnection(Ptr<Socket> socket,
                                             FileServiceFraming framing,
                                             uint32_t largest,
                                             FileServiceConnectionOwner* owner)
    : m_socket(socket),
      m_framer(framing, largest),
      m_owner(owner),
      m_peer(FindPeer(socket))
{
    m_socket->SetRecvCallback(MakeCallback(&FileServiceConnection::HandleReceive, this));
    m_socket->SetSendCallback(MakeCallback(&FileServiceConnection::HandleSend, this));
    m_socket->SetCloseCallbacks(MakeCallback(&FileServiceConnection::HandlePeerClosed, this),
                                MakeCallback(&FileServiceConnection::HandleError, this));
}

FileServiceConnection::~FileServiceConnection()
{
    Close();
}

void
FileServiceConnection::Connect(const Address& remote)
{
    NS_LOG_FUNCTION(this << remote);
    m_isConnecting = true;
    m_socket->SetConnectCallback(MakeCallback(&FileServiceConnection::HandleConnected, this),
                                 MakeCallback(&FileServiceConnection::HandleConnectFailed, this));
    const int bound =
        Inet6SocketAddress::IsMatchingType(remote) ? m_socket->Bind6() : m_socket->Bind();
    if (bound != 0 || m_socket->Connect(remote) != 0)
    {
        m_isConnecting = false;
        Simulator::ScheduleNow(&FileServiceConnection::End,
                               Ptr<FileServiceConnection>(this),
                               "no route to the peer");
    }
}

void
FileServiceConnection::Send(const FileServiceWriter& header,
                            const FileServicePayload& payload,
                            uint32_t trailerBytes)
{
    NS_LOG_FUNCTION(this << header.GetSize() << payload.bytes << trailerBytes);
    if (!m_socket)
    {
        return;
    }
    const auto mark = m_framer.MakeMark(header.GetSize() + payload.bytes + trailerBytes);
    std::vector<uint8_t> front(mark.begin(), mark.end());
    front.insert(front.end(), header.GetBytes().begin(), header.GetBytes().end());
    Enqueue(Create<Packet>(front.data(), front.size()));
    if (payload.data)
    {
        Enqueue(MakeReal(payload.data, payload.bytes));
        Enqueue(Create<Packet>(trailerBytes));
    }
    else
    {
        Enqueue(Create<Packet>(payload.bytes + trailerBytes));
    }
    Flush();
}

void
FileServiceConnection::Close()
{
    if (!m_socket)
    {
        return;
    }
    NS_LOG_FUNCTION(this);
    auto socket = std::exchange(m_socket, nullptr);
    m_queue.clear();
    m_queued = 0;
    // ns-3 stops at a socket that is closed in the middle of a handshake.
    socket->SetConnectCallback(m_isConnecting ? Callback<void, Ptr<Socket>>(&CloseSocket)
                                              : MakeNullCallback<void, Ptr<Socket>>(),
                               MakeNullCallback<void, Ptr<Socket>>());
    socket->SetCloseCallbacks(MakeNullCallback<void, Ptr<Socket>>(),
                              MakeNullCallback<void, Ptr<Socket>>());
    socket->SetRecvCallback(MakeNullCallback<void, Ptr<Socket>>());
    socket->SetSendCallback(MakeNullCallback<void, Ptr<Socket>, uint32_t>());
    if (!m_isConnecting)
    {
        socket->Close();
    }
}

bool
FileServiceConnection::IsOpen() const
{
    return m_socket != nullptr;
}

Address
FileServiceConnection::GetPeer() const
{
    return m_peer;
}

uint64_t
FileServiceConnection::GetQueuedBytes() const
{
    return m_queued;
}

void
FileServiceConnection::HandleConnected(Ptr<Socket> /* socket */)
{
    m_isConnecting = false;
    Ptr<FileServiceConnection> self(this);
    m_owner->ConnectionMade(self);
}

void
FileServiceConnection::HandleConnectFailed(Ptr<Socket> socket)
{
    m_isConnecting = false;
    End(socket->GetErrno() == Socket::ERROR_NOTCONN ? "connection refused"
                                                    : "the TCP connection could not be made");
}

void
FileServiceConnection::HandleReceive(Ptr<Socket> /* socket */)
{
    // The owner may let go of the connection from inside a callback.
    Ptr<FileServiceConnection> self(this);
    while (m_socket)
    {
        const auto bytes = m_socket->Recv();
        if (!bytes || bytes->GetSize() == 0)
        {
            return;
        }
        Assemble(bytes);
    }
}

void
FileServiceConnection::Assemble(Ptr<Packet> bytes)
{
    while (m_socket && bytes->GetSize() > 0)
    {
        switch (m_framer.Take(bytes))
        {
        case FileServiceFramer::Outcome::INCOMPLETE:
            return;
        case FileServiceFramer::Outcome::MESSAGE:
            m_owner->MessageArrived(Ptr<FileServiceConnection>(this), m_framer.Release());
            break;
        case FileServiceFramer::Outcome::MALFORMED:
            End("what arrived is no message, or one that is too long");
            return;
        }
    }
}

void
FileServiceConnection::HandleSend(Ptr<Socket> /* socket */, uint32_t /* available */)
{
    if (!m_isConnecting)
    {
        Flush();
    }
}

void
FileServiceConnection::HandlePeerClosed(Ptr<Socket> /* socket */)
{
    End("the peer closed the TCP connection");
}

void
FileServiceConnection::HandleError(Ptr<Socket> /* socket */)
{
    End("the TCP connection broke");
}

void
FileServiceConnection::Enqueue(Ptr<Packet> part)
{
    if (part->GetSize() > 0)
    {
        m_queued += part->GetSize();
        m_queue.push_back(part);
    }
}

void
FileServiceConnection::Flush()
{
    while (m_socket && !m_queue.empty())
    {
        const auto size = std::min(m_socket->GetTxAvailable(), m_queue.front()->GetSize());
        if (size == 0)
        {
            return;
        }
        if (m_socket->Send(TakeFromQueue(size)) < 0)
        {
            // The socket is past sending; its close callback tells the owner.
            NS_LOG_LOGIC("the socket accepts no data: " << m_socket->GetErrno());
            m_queue.clear();
            m_queued = 0;
        }
    }
}

Ptr<Packet>
FileServiceConnection::TakeFromQueue(uint32_t size)
{
    m_queued -= size;
    auto part = m_queue.front();
    if (size == part->GetSize())
    {
        m_queue.pop_front();
        return part;
    }
    const auto piece = part->CreateFragment(0, size);
    part->RemoveAtStart(size);
    return piece;
}

void
FileServiceConnection::End(const std::string& reason)
{
    if (!m_socket)
    {
        return;
    }
    NS_LOG_INFO("connection ends: " << reason);
    Ptr<FileServiceConnection> self(this);
    Close();
    m_owner->ConnectionEnded(self, reason);
}

} // namespace ns3
