/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-pdu-stream.h"

#include "iscsi-refused.h"

#include "ns3/boolean.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/simulator.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-l4-protocol.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiPduStream");

namespace
{

/**
 * Send a TCP segment that resets a connection.
 *
 * @param node whose stack sends it
 * @param from the end it pretends to come from, address and port
 * @param to the other end, address and port
 */
void
SendReset(Ptr<Node> node, const Address& from, const Address& to)
{
    TcpHeader header;
    header.SetFlags(TcpHeader::RST);
    const auto tcp = node->GetObject<TcpL4Protocol>();
    if (InetSocketAddress::IsMatchingType(from))
    {
        const auto source = InetSocketAddress::ConvertFrom(from);
        const auto destination = InetSocketAddress::ConvertFrom(to);
        header.SetSourcePort(source.GetPort());
        header.SetDestinationPort(destination.GetPort());
        tcp->SendPacket(Create<Packet>(), header, source.GetIpv4(), destination.GetIpv4());
    }
    else
    {
        const auto source = Inet6SocketAddress::ConvertFrom(from);
        const auto destination = Inet6SocketAddress::ConvertFrom(to);
        header.SetSourcePort(source.GetPort());
        header.SetDestinationPort(destination.GetPort());
        tcp->SendPacket(Create<Packet>(), header, source.GetIpv6(), destination.GetIpv6());
    }
}

/**
 * @param socket a socket that is no longer needed
 */
void
CloseSocket(Ptr<Socket> socket)
{
    socket->Close();
}

} // namespace

/**
 * Holds a stream while it exists.
 */
class IscsiPduStream::Holder
{
  public:
    /**
     * @param stream the stream
     */
    explicit Holder(IscsiPduStream* stream)
        : m_stream(stream)
    {
    }

    ~Holder()
    {
        if (m_stream)
        {
            // Whoever lets go may be in the middle of something.
            Simulator::ScheduleNow(&IscsiPduStream::GoOn, Ptr<IscsiPduStream>(m_stream));
        }
    }

    Holder(const Holder&) = delete;
    Holder& operator=(const Holder&) = delete;

    /**
     * The stream is gone.
     */
    void Forget()
    {
        m_stream = nullptr;
    }

  private:
    IscsiPduStream* m_stream; //!< the stream, null once it is gone
};

IscsiPduStreamOwner::~IscsiPduStreamOwner() = default;

bool
IscsiPduStreamOwner::PduDamaged(IscsiDamage /* damage */, Ptr<Packet> /* headers */)
{
    return false;
}

IscsiPduStream::IscsiPduStream(Ptr<Socket> socket, Side side)
    : m_socket(socket),
      m_boundaries(std::in_place, socket),
      m_faults(socket->GetNode()->GetObject<IscsiNodeFaults>()),
      m_assembler(side),
      m_lowWater(std::max<uint32_t>(1, socket->GetTxAvailable() / 3))
{
    NS_LOG_FUNCTION(this << socket);
    if (m_faults)
    {
        m_number = m_faults->Enter(this);
    }
    // Each task is to be answered as early as its PDUs arrive.
    m_socket->SetAttributeFailSafe("JoinWrites", BooleanValue(false));
    m_socket->SetRecvCallback(MakeCallback(&IscsiPduStream::HandleReceive, this));
    m_socket->SetCloseCallbacks(MakeCallback(&IscsiPduStream::HandlePeerClosed, this),
                                MakeCallback(&IscsiPduStream::HandleError, this));
}

IscsiPduStream::~IscsiPduStream()
{
    NS_LOG_FUNCTION(this);
    if (const auto hold = m_hold.lock())
    {
        hold->Forget();
    }
    ReleaseSocket();
}

void
IscsiPduStream::SetOwner(IscsiPduStreamOwner* owner)
{
    m_owner = owner;
}

void
IscsiPduStream::SetSourcePort(uint16_t port)
{
    m_sourcePort = port;
}

bool
IscsiPduStream::Bind(const Address& remote)
{
    if (Inet6SocketAddress::IsMatchingType(remote))
    {
        return m_socket->Bind(Inet6SocketAddress(Ipv6Address::GetAny(), m_sourcePort)) == 0;
    }
    return m_socket->Bind(InetSocketAddress(Ipv4Address::GetAny(), m_sourcePort)) == 0;
}

void
IscsiPduStream::Connect(const Address& remote, ConnectedCallback connected)
{
    NS_LOG_FUNCTION(this << remote);
    m_connected = connected;
    m_isConnecting = true;
    m_socket->SetConnectCallback(MakeCallback(&IscsiPduStream::HandleConnected, this),
                                 MakeCallback(&IscsiPduStream::HandleConnectFailed, this));
    const auto isBound = Bind(remote);
    if (!isBound || m_socket->Connect(remote) != 0)
    {
        m_isConnecting = false;
        End(isBound ? "no route to the peer"
                    : "source port " + std::to_string(m_sourcePort) + " is in use");
    }
}

Address
IscsiPduStream::GetLocalAddress() const
{
    Address address;
    if (m_socket)
    {
        m_socket->GetSockName(address);
    }
    return address;
}

Address
IscsiPduStream::GetPeerAddress() const
{
    Address address;
    if (m_socket)
    {
        m_socket->GetPeerName(address);
    }
    return address;
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
    m_framer.SetDigests(header, data);
}

bool
IscsiPduStream::HasDigest(IscsiDamage part) const
{
    return m_assembler.HasDigest(part);
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

std::shared_ptr<const void>
IscsiPduStream::Pause()
{
    NS_LOG_FUNCTION(this);
    auto hold = m_hold.lock();
    if (!hold)
    {
        hold = std::make_shared<Holder>(this);
        m_hold = hold;
    }
    return hold;
}

bool
IscsiPduStream::IsHeld() const
{
    return m_isHeld || !m_hold.expired();
}

void
IscsiPduStream::GoOn()
{
    HandleReceive(m_socket);
}

void
IscsiPduStream::KeepUntilSent(const std::shared_ptr<const void>& kept)
{
    if (m_queue.GetSize() > 0)
    {
        m_kept.push_back({m_queued, kept});
    }
}

void
IscsiPduStream::ReleaseKept()
{
    while (!m_kept.empty() && m_kept.front().end + m_queue.GetSize() <= m_queued)
    {
        m_kept.pop_front();
    }
}

void
IscsiPduStream::DropQueue()
{
    m_queue.Clear();
    ReleaseKept();
}

void
IscsiPduStream::Send(Ptr<Packet> pdu)
{
    NS_LOG_FUNCTION(this << pdu);
    if (!m_open)
    {
        return;
    }
    const auto framed = m_framer.Frame(pdu);
    const auto segments = m_faults ? m_faults->Send(m_number, framed.segments) : framed.segments;
    if (!framed.digest && GoesAtOnce(*segments))
    {
        Give(segments);
        return;
    }
    // What the framer gives begins with the header; of the PDU itself it may have taken that.
    const auto task = IscsiBasicHeader(segments).initiatorTaskTag;
    Enqueue(segments, task);
    Enqueue(framed.digest, task);
    if (!m_boundaries->AreSegmentsJoined())
    {
        Flush();
    }
    else if (!m_isFlushDue)
    {
        // Others may follow at once, as in a burst of Data-In PDUs, and go down together.
        m_isFlushDue = true;
        Simulator::ScheduleNow(&IscsiPduStream::FlushBurst, Ptr<IscsiPduStream>(this));
    }
}

bool
IscsiPduStream::GoesAtOnce(const Packet& part) const
{
    return m_queue.GetSize() == 0 && !m_boundaries->AreSegmentsJoined() &&
           part.GetSize() <= std::min(m_boundaries->GetRoom(), m_socket->GetTxAvailable());
}

void
IscsiPduStream::Give(Ptr<Packet> part)
{
    m_boundaries->Add(part->GetSize());
    if (m_socket->Send(part) < 0)
    {
        // The socket is past sending; its close callback tells the owner.
        NS_LOG_LOGIC("the socket accepts no data: " << m_socket->GetErrno());
        DropQueue();
    }
}

void
IscsiPduStream::Enqueue(Ptr<Packet> part, uint32_t task)
{
    if (part)
    {
        m_queue.Add(part, task);
        m_queued += part->GetSize();
    }
}

void
IscsiPduStream::Reset()
{
    NS_LOG_FUNCTION(this);
    Address here;
    Address there;
    // ns-3 stops at a reset in the middle of a handshake.
    if (!m_socket || m_isConnecting || m_socket->GetSockName(here) != 0 ||
        m_socket->GetPeerName(there) != 0)
    {
        return;
    }
    const auto node = m_socket->GetNode();
    SendReset(node, here, there);
    SendReset(node, there, here);
}

void
IscsiPduStream::Close()
{
    NS_LOG_FUNCTION(this);
    m_open = false;
    m_owner = nullptr;
    m_connected = ConnectedCallback();
    if (m_queue.GetSize() == 0)
    {
        ReleaseSocket();
    }
}

uint64_t
IscsiPduStream::GetQueuedBytes() const
{
    return m_queue.GetSize();
}

bool
IscsiPduStream::IsOpen() const
{
    return m_open;
}

void
IscsiPduStream::HandleConnected(Ptr<Socket> /* socket */)
{
    m_isConnecting = false;
    if (m_open)
    {
        m_boundaries->Begin();
        std::exchange(m_connected, {})();
    }
}

void
IscsiPduStream::HandleConnectFailed(Ptr<Socket> socket)
{
    m_isConnecting = false;
    End(socket->GetErrno() == Socket::ERROR_NOTCONN ? ISCSI_REFUSED
                                                    : "the TCP connection could not be made");
}

void
IscsiPduStream::HandleReceive(Ptr<Socket> /* socket */)
{
    // The owner may let go of the stream from inside a callback.
    Ptr<IscsiPduStream> self(this);
    while (m_socket && !IsHeld() && HasArrived())
    {
        if (m_open)
        {
            Assemble();
        }
        else
        {
            m_arrived = nullptr;
        }
    }
}

bool
IscsiPduStream::HasArrived()
{
    if (!m_arrived || m_arrived->GetSize() == 0)
    {
        // TCP makes virtual bytes real when it joins segments.
        m_arrived = m_socket->Recv(m_boundaries->GetSegmentSize(), 0);
    }
    // No bytes mean that the peer sends no more.
    return m_arrived && m_arrived->GetSize() > 0;
}

void
IscsiPduStream::Assemble()
{
    switch (m_assembler.Take(m_arrived))
    {
    case IscsiPduAssembler::Outcome::INCOMPLETE:
        break;
    case IscsiPduAssembler::Outcome::PDU:
        Deliver(m_assembler.ReleasePdu());
        break;
    case IscsiPduAssembler::Outcome::HEADER_DAMAGE:
        Damaged(IscsiDamage::HEADER, nullptr);
        break;
    case IscsiPduAssembler::Outcome::DATA_DAMAGE:
        Damaged(IscsiDamage::DATA, m_assembler.ReleasePdu());
        break;
    case IscsiPduAssembler::Outcome::LOST:
        End(m_assembler.GetError());
        break;
    }
}

void
IscsiPduStream::Deliver(Ptr<Packet> pdu)
{
    const auto damage = m_faults ? m_faults->Receive(m_number, pdu) : std::nullopt;
    if (!damage)
    {
        m_owner->PduArrived(pdu);
    }
    else if (!HasDigest(*damage))
    {
        m_owner->PduArrived(IscsiNodeFaults::Damage(pdu, *damage));
    }
    else if (*damage == IscsiDamage::HEADER)
    {
        Damaged(*damage, nullptr);
    }
    else
    {
        IscsiBasicHeader header;
        header.Peek(pdu);
        const uint32_t size = IscsiHeader::BHS_SIZE + header.totalAhsLength * 4;
        Damaged(*damage, pdu->CreateFragment(0, size));
    }
}

void
IscsiPduStream::Damaged(IscsiDamage damage, Ptr<Packet> headers)
{
    if (!m_owner->PduDamaged(damage, headers))
    {
        End(damage == IscsiDamage::HEADER ? "header digest error" : "data digest error");
    }
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
    while (m_socket && m_queue.GetSize() > 0)
    {
        const uint32_t available = m_socket->GetTxAvailable();
        if (m_isFull && available < m_lowWater && available < m_queue.GetSize())
        {
            return;
        }
        const uint32_t wanted = std::min<uint64_t>(m_queue.GetTaskSize(), m_boundaries->GetRoom());
        const auto size = std::min(wanted, available);
        m_isFull = size < wanted;
        if (m_isFull)
        {
            AwaitRoom();
        }
        if (size == 0)
        {
            return;
        }
        Give(m_queue.Take(size));
        ReleaseKept();
    }
    if (!m_open && m_queue.GetSize() == 0)
    {
        ReleaseSocket();
    }
}

void
IscsiPduStream::FlushBurst()
{
    m_isFlushDue = false;
    Flush();
}

void
IscsiPduStream::AwaitRoom()
{
    // Most streams of small PDUs never fill their socket, which would call at each acknowledgement.
    if (!m_isTold)
    {
        m_isTold = true;
        m_socket->SetSendCallback(MakeCallback(&IscsiPduStream::HandleSend, this));
    }
}

void
IscsiPduStream::ReleaseSocket()
{
    if (!m_socket)
    {
        return;
    }
    if (m_faults)
    {
        m_faults->Leave(m_number);
    }
    Ptr<Socket> socket = m_socket;
    m_socket = nullptr;
    DropQueue();
    m_boundaries.reset();
    // For the same reason a handshake is let end before the socket is closed.
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
    NS_LOG_INFO("stream ends: " << reason);
    auto* owner = m_owner;
    DropQueue();
    Close();
    if (owner)
    {
        owner->StreamEnded(reason);
    }
}

} // namespace ns3
