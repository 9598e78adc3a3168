/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-pdu-stream.h"

#include "ns3/boolean.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiPduStream");

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
            Simulator::ScheduleNow(&IscsiPduStream::ReceiveHeld, Ptr<IscsiPduStream>(m_stream));
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
    : m_tcp(socket,
            MakeCallback(&IscsiPduStream::HandleReceive, this),
            MakeCallback(&IscsiPduStream::End, this)),
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
    socket->SetAttributeFailSafe("JoinWrites", BooleanValue(false));
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

void
IscsiPduStream::Connect(const Address& remote, ConnectedCallback connected)
{
    NS_LOG_FUNCTION(this << remote);
    m_connected = connected;
    const auto fault =
        m_tcp.Connect(remote, m_sourcePort, MakeCallback(&IscsiPduStream::HandleConnected, this));
    if (!fault.empty())
    {
        End(fault);
    }
}

Address
IscsiPduStream::GetLocalAddress() const
{
    return m_tcp.GetLocal();
}

Address
IscsiPduStream::GetPeerAddress() const
{
    return m_tcp.GetPeer();
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
        HandleReceive(nullptr);
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
IscsiPduStream::ReceiveHeld()
{
    HandleReceive(nullptr);
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
IscsiPduStream::Send(Ptr<Packet> pdu, uint32_t task)
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
        SendToSocket(segments);
        return;
    }
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
           part.GetSize() <= std::min(m_boundaries->GetRoom(), m_tcp.GetRoom());
}

void
IscsiPduStream::SendToSocket(Ptr<Packet> part)
{
    m_boundaries->Add(part->GetSize());
    if (!m_tcp.Write(part))
    {
        // The socket is past sending; the owner is notified of the end by itself.
        NS_LOG_LOGIC("the socket accepts no data");
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
    m_tcp.Reset();
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
    if (m_open)
    {
        m_boundaries->Begin();
        std::exchange(m_connected, {})();
    }
}

void
IscsiPduStream::HandleReceive(Ptr<Socket> /* socket */)
{
    // The owner may release the stream from inside a callback.
    Ptr<IscsiPduStream> self(this);
    while (m_tcp.IsOpen() && !IsHeld() && HasArrived())
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
        m_arrived = m_tcp.Read(m_boundaries->GetSegmentSize());
    }
    return m_arrived != nullptr;
}

void
IscsiPduStream::Assemble()
{
    switch (m_assembler.Receive(m_arrived))
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
IscsiPduStream::Flush()
{
    while (m_tcp.IsOpen() && m_queue.GetSize() > 0)
    {
        const uint32_t available = m_tcp.GetRoom();
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
        SendToSocket(m_queue.Take(size));
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
        m_tcp.NotifyOfRoom(MakeCallback(&IscsiPduStream::HandleSend, this));
    }
}

void
IscsiPduStream::ReleaseSocket()
{
    if (std::exchange(m_isReleased, true))
    {
        return;
    }
    if (m_faults)
    {
        m_faults->Leave(m_number);
    }
    DropQueue();
    m_boundaries.reset();
    m_tcp.Close();
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
