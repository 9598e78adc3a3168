/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-pdu-stream.h"

#include "iscsi-bhs.h"

#include "ns3/inet6-socket-address.h"
#include "ns3/io-timeline-table.h"
#include "ns3/log.h"

#include <algorithm>
#include <cstring>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiPduStream");

namespace
{

/**
 * @param length bytes of a data segment
 * @return bytes it has with its padding (RFC 7143, 11.2.3)
 */
uint32_t
Padded(uint32_t length)
{
    return (length + 3) & ~3U;
}

/**
 * @param bytes some bytes, at least one
 * @param length how many
 * @return true if all of them are zero
 */
bool
IsZero(const uint8_t* bytes, uint32_t length)
{
    return bytes[0] == 0 && std::memcmp(bytes, bytes + 1, length - 1) == 0;
}

/**
 * @param opcode what a PDU claims to be
 * @param side which end received it
 * @return true if the peer of that end may send such PDUs
 */
bool
IsAcceptable(IscsiOpcode opcode, IscsiPduStream::Side side)
{
    switch (opcode)
    {
    case IscsiOpcode::NOP_OUT:
    case IscsiOpcode::SCSI_COMMAND:
    case IscsiOpcode::TASK_MANAGEMENT_REQUEST:
    case IscsiOpcode::LOGIN_REQUEST:
    case IscsiOpcode::TEXT_REQUEST:
    case IscsiOpcode::SCSI_DATA_OUT:
    case IscsiOpcode::LOGOUT_REQUEST:
    case IscsiOpcode::SNACK_REQUEST:
        return side == IscsiPduStream::Side::TARGET;
    case IscsiOpcode::NOP_IN:
    case IscsiOpcode::SCSI_RESPONSE:
    case IscsiOpcode::TASK_MANAGEMENT_RESPONSE:
    case IscsiOpcode::LOGIN_RESPONSE:
    case IscsiOpcode::TEXT_RESPONSE:
    case IscsiOpcode::SCSI_DATA_IN:
    case IscsiOpcode::LOGOUT_RESPONSE:
    case IscsiOpcode::R2T:
    case IscsiOpcode::ASYNC_MESSAGE:
    case IscsiOpcode::REJECT:
        return side == IscsiPduStream::Side::INITIATOR;
    }
    return false;
}

} // namespace

IscsiPduStream::IscsiPduStream(Ptr<Socket> socket, Side side)
    : m_socket(socket),
      m_side(side),
      m_maxRecv(8192),
      m_lowWater(std::max<uint32_t>(1, socket->GetTxAvailable() / 3)),
      m_headerLength(IscsiHeader::BHS_SIZE)
{
    NS_LOG_FUNCTION(this << socket);
    m_header.reserve(IscsiHeader::BHS_SIZE);
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
    m_maxRecv = length;
}

void
IscsiPduStream::Send(Ptr<Packet> pdu)
{
    NS_LOG_FUNCTION(this << pdu);
    if (!m_open)
    {
        return;
    }
    const uint32_t size = pdu->GetSize();
    if (Padded(size) > size)
    {
        pdu->AddAtEnd(Create<Packet>(Padded(size) - size));
    }
    m_queuedBytes += pdu->GetSize();
    m_queue.push_back(pdu);
    Flush();
}

void
IscsiPduStream::Close()
{
    NS_LOG_FUNCTION(this);
    m_open = false;
    m_received = PduCallback();
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
    while (m_socket)
    {
        Ptr<Packet> bytes = m_socket->Recv(READ_SIZE, 0);
        if (!bytes || bytes->GetSize() == 0)
        {
            return;
        }
        while (m_open && bytes->GetSize() > 0)
        {
            if (m_header.size() < m_headerLength)
            {
                TakeHeader(bytes);
            }
            else
            {
                TakeData(bytes);
            }
        }
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

void
IscsiPduStream::TakeHeader(Ptr<Packet> bytes)
{
    const auto have = static_cast<uint32_t>(m_header.size());
    const uint32_t take = std::min(m_headerLength - have, bytes->GetSize());
    m_header.resize(have + take);
    bytes->CopyData(&m_header[have], take);
    if (bytes->GetByteTagIterator().HasNext())
    {
        IoTimelineTag tag;
        if (bytes->CreateFragment(0, take)->FindFirstMatchingByteTag(tag))
        {
            m_timelineHandle = tag.GetHandle();
            m_hasTimelineHandle = true;
        }
    }
    bytes->RemoveAtStart(take);
    if (have < IscsiHeader::BHS_SIZE && have + take == IscsiHeader::BHS_SIZE)
    {
        ReadLengths();
    }
    if (m_open && m_header.size() == m_headerLength && m_dataLength == 0)
    {
        Deliver();
    }
}

void
IscsiPduStream::ReadLengths()
{
    const auto opcode = static_cast<IscsiOpcode>(m_header[0] & 0x3f);
    m_headerLength = IscsiHeader::BHS_SIZE + m_header[4] * 4;
    m_dataLength = (m_header[5] << 16) | (m_header[6] << 8) | m_header[7];
    if (!IsAcceptable(opcode, m_side))
    {
        End("opcode " + std::to_string(static_cast<uint32_t>(opcode)) +
            " is none the peer may send");
    }
    else if (m_dataLength > m_maxRecv)
    {
        End("DataSegmentLength " + std::to_string(m_dataLength) +
            " is above MaxRecvDataSegmentLength " + std::to_string(m_maxRecv));
    }
}

void
IscsiPduStream::TakeData(Ptr<Packet> bytes)
{
    const uint32_t padded = Padded(m_dataLength);
    const uint32_t take = std::min(padded - m_dataTaken, bytes->GetSize());
    std::array<uint8_t, READ_SIZE> contents;
    bytes->CopyData(contents.data(), take);
    if (!m_data.empty() || !IsZero(contents.data(), take))
    {
        // Reserving beyond what arrived would let a peer's claim cost memory.
        m_data.resize(m_dataTaken);
        m_data.insert(m_data.end(), contents.data(), contents.data() + take);
    }
    m_dataTaken += take;
    bytes->RemoveAtStart(take);
    if (m_dataTaken == padded)
    {
        Deliver();
    }
}

void
IscsiPduStream::Deliver()
{
    auto pdu = Create<Packet>(m_header.data(), m_header.size());
    if (m_hasTimelineHandle)
    {
        pdu->AddByteTag(IoTimelineTag(m_timelineHandle));
    }
    if (m_dataLength > 0)
    {
        pdu->AddAtEnd(m_data.empty() ? Create<Packet>(m_dataLength)
                                     : Create<Packet>(m_data.data(), m_dataLength));
    }
    m_header.clear();
    m_headerLength = IscsiHeader::BHS_SIZE;
    m_dataLength = 0;
    m_dataTaken = 0;
    m_data.clear();
    m_hasTimelineHandle = false;
    m_received(pdu);
}

} // namespace ns3
