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
    : m_tcp(socket,
            MakeCallback(&FileServiceConnection::HandleReceive, this),
            MakeCallback(&FileServiceConnection::End, this)),
      m_framer(framing, largest),
      m_owner(owner),
      m_peer(FindPeer(socket))
{
    m_tcp.NotifyOfRoom(MakeCallback(&FileServiceConnection::HandleSend, this));
}

FileServiceConnection::~FileServiceConnection()
{
    Close();
}

void
FileServiceConnection::SetLimits(uint32_t requests, uint64_t bytes)
{
    m_mostRequests = requests;
    m_mostBytes = bytes;
}

void
FileServiceConnection::Connect(const Address& remote)
{
    NS_LOG_FUNCTION(this << remote);
    const auto fault =
        m_tcp.Connect(remote, 0, MakeCallback(&FileServiceConnection::HandleConnected, this));
    if (!fault.empty())
    {
        Simulator::ScheduleNow(&FileServiceConnection::End,
                               Ptr<FileServiceConnection>(this),
                               fault);
    }
}

void
FileServiceConnection::Send(const FileServiceWriter& header,
                            const FileServicePayload& payload,
                            uint32_t trailerBytes)
{
    NS_LOG_FUNCTION(this << header.GetSize() << payload.bytes << trailerBytes);
    if (!m_tcp.IsOpen())
    {
        return;
    }
    m_unanswered -= std::min(m_unanswered, 1U);
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
    Resume();
}

void
FileServiceConnection::Forgo()
{
    m_unanswered -= std::min(m_unanswered, 1U);
    Resume();
}

void
FileServiceConnection::Close()
{
    if (!m_tcp.IsOpen())
    {
        return;
    }
    NS_LOG_FUNCTION(this);
    m_queue.clear();
    m_queued = 0;
    m_tcp.Close();
}

bool
FileServiceConnection::IsOpen() const
{
    return m_tcp.IsOpen();
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
    Ptr<FileServiceConnection> self(this);
    m_owner->ConnectionMade(self);
}

void
FileServiceConnection::HandleReceive(Ptr<Socket> /* socket */)
{
    // The owner may release the connection from inside a callback.
    Ptr<FileServiceConnection> self(this);
    while (m_tcp.IsOpen() && !IsHeldBack())
    {
        const auto bytes = m_tcp.Read(UINT32_MAX);
        if (!bytes)
        {
            return;
        }
        Assemble(bytes);
    }
    m_isHeld = m_tcp.IsOpen();
    NS_LOG_LOGIC("held back: " << m_unanswered << " requests, " << m_queued << " bytes");
}

bool
FileServiceConnection::IsHeldBack() const
{
    return m_mostRequests > 0 && (m_unanswered >= m_mostRequests || m_queued > m_mostBytes);
}

void
FileServiceConnection::Resume()
{
    if (m_isHeld && !IsHeldBack())
    {
        m_isHeld = false;
        Simulator::ScheduleNow(&FileServiceConnection::HandleReceive,
                               Ptr<FileServiceConnection>(this),
                               nullptr);
    }
}

void
FileServiceConnection::Assemble(Ptr<Packet> bytes)
{
    while (m_tcp.IsOpen() && bytes->GetSize() > 0)
    {
        switch (m_framer.Receive(bytes))
        {
        case FileServiceFramer::Outcome::INCOMPLETE:
            return;
        case FileServiceFramer::Outcome::MESSAGE:
            ++m_unanswered;
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
    if (!m_tcp.IsConnecting())
    {
        Flush();
        Resume();
    }
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
    while (m_tcp.IsOpen() && !m_queue.empty())
    {
        const auto size = std::min(m_tcp.GetRoom(), m_queue.front()->GetSize());
        if (size == 0)
        {
            return;
        }
        if (!m_tcp.Write(TakeFromQueue(size)))
        {
            // The socket is past sending; the owner is notified of the end by itself.
            NS_LOG_LOGIC("the socket accepts no data");
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
    if (!m_tcp.IsOpen())
    {
        return;
    }
    NS_LOG_INFO("connection ends: " << reason);
    Ptr<FileServiceConnection> self(this);
    Close();
    m_owner->ConnectionEnded(self, reason);
}

} // namespace ns3
