/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-connection.h"

#include "ns3/iscsi-segment-bytes.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

#include <array>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiConnection");

const char*
GetIscsiConnectionStateName(IscsiConnectionState state)
{
    switch (state)
    {
    case IscsiConnectionState::FREE:
        return "FREE";
    case IscsiConnectionState::XPT_WAIT:
        return "XPT_WAIT";
    case IscsiConnectionState::XPT_UP:
        return "XPT_UP";
    case IscsiConnectionState::IN_LOGIN:
        return "IN_LOGIN";
    case IscsiConnectionState::LOGGED_IN:
        return "LOGGED_IN";
    case IscsiConnectionState::IN_LOGOUT:
        return "IN_LOGOUT";
    case IscsiConnectionState::LOGOUT_REQUESTED:
        return "LOGOUT_REQUESTED";
    case IscsiConnectionState::CLEANUP_WAIT:
        return "CLEANUP_WAIT";
    case IscsiConnectionState::IN_CLEANUP:
        return "IN_CLEANUP";
    }
    return "?";
}

namespace
{

/**
 * @param opcode the opcode of a PDU
 * @return true if it belongs to a login
 */
bool
IsOfLogin(IscsiOpcode opcode)
{
    return opcode == IscsiOpcode::LOGIN_REQUEST || opcode == IscsiOpcode::LOGIN_RESPONSE;
}

/**
 * @param opcode the opcode of a PDU
 * @return how many commands it begins
 */
uint32_t
CountCommands(IscsiOpcode opcode)
{
    return opcode == IscsiOpcode::SCSI_COMMAND ? 1 : 0;
}

} // namespace

IscsiConnection::IscsiConnection(Ptr<IscsiPduStream> stream,
                                 Ptr<IscsiHostCost> cost,
                                 IscsiObserver* observer)
    : m_stream(stream),
      m_observer(observer),
      m_cost(cost),
      m_cores(cost->Assign()),
      m_maxSend(8192)
{
    m_stream->SetOwner(this);
}

IscsiConnection::~IscsiConnection()
{
    CloseStream();
}

IscsiConnectionState
IscsiConnection::GetState() const
{
    return m_state;
}

uint16_t
IscsiConnection::GetCid() const
{
    return m_cid;
}

IscsiConnectionRole
IscsiConnection::GetRole() const
{
    return m_role;
}

uint32_t
IscsiConnection::GetMaxSendDataSegmentLength() const
{
    return m_maxSend;
}

void
IscsiConnection::RemoveHeader(Ptr<Packet> pdu, IscsiHeader& header)
{
    header.Peek(pdu);
    pdu->RemoveAtStart(IscsiHeader::BHS_SIZE + header.totalAhsLength * 4);
}

void
IscsiConnection::Close()
{
    Leave(IscsiConnectionState::FREE);
}

void
IscsiConnection::KeepUntilSent(const std::shared_ptr<const void>& kept)
{
    const Time delay = m_cost->Charge(m_cores.own, {});
    if (m_cost->IsIdle(m_cores.own))
    {
        m_stream->KeepUntilSent(kept);
    }
    else
    {
        Simulator::Schedule(delay, &IscsiPduStream::KeepUntilSent, m_stream, kept);
    }
}

void
IscsiConnection::Fail(const std::string& what)
{
    NS_LOG_FUNCTION(this << what);
    if (m_closed)
    {
        return;
    }
    Ptr<IscsiConnection> self(this);
    m_observer->ProtocolErrorSeen(what);
    Leave(GetStateAfterLoss());
    HandleEnd(what);
}

IscsiConnectionState
IscsiConnection::GetStateAfterLoss() const
{
    return IscsiConnectionState::FREE;
}

void
IscsiConnection::Leave(IscsiConnectionState state)
{
    NS_LOG_FUNCTION(this);
    if (m_closed)
    {
        return;
    }
    SetState(state);
    m_closed = true;
    const Time delay = m_cost->Charge(m_cores.own, {});
    if (m_cost->IsIdle(m_cores.own))
    {
        CloseStream();
    }
    else
    {
        Simulator::Schedule(delay, &IscsiConnection::CloseStream, Ptr<IscsiConnection>(this));
    }
}

Time
IscsiConnection::Transmit(IscsiHeader& header,
                          Ptr<Packet> data,
                          const Tag* tag,
                          const std::shared_ptr<const void>& kept)
{
    header.dataSegmentLength = data ? data->GetSize() - header.totalAhsLength * 4 : 0;
    Ptr<Packet> pdu = data ? data : Create<Packet>();
    pdu->AddHeader(header);
    if (tag)
    {
        pdu->AddByteTag(*tag);
    }
    const Time delay =
        m_cost->Charge(m_cores.own,
                       {.commands = CountCommands(header.GetOpcode()),
                        .pdus = 1,
                        .sentBytes = header.dataSegmentLength,
                        .digestBytes = CountDigested(pdu->GetSize(), header.dataSegmentLength)});
    if (m_cost->IsIdle(m_cores.own))
    {
        Submit(header.GetOpcode(), pdu, header.initiatorTaskTag, kept);
    }
    else
    {
        Simulator::Schedule(delay,
                            &IscsiConnection::Submit,
                            Ptr<IscsiConnection>(this),
                            header.GetOpcode(),
                            pdu,
                            header.initiatorTaskTag,
                            kept);
    }
    return delay;
}

void
IscsiConnection::SetState(IscsiConnectionState state)
{
    if (state != m_state)
    {
        const auto old = m_state;
        m_state = state;
        m_observer->StateChanged("connection " + std::to_string(m_cid),
                                 GetIscsiConnectionStateName(old),
                                 GetIscsiConnectionStateName(state));
    }
}

void
IscsiConnection::SetMaxDataSegmentLengths(uint32_t send, uint32_t receive)
{
    m_maxSend = send;
    m_stream->SetMaxRecvDataSegmentLength(receive);
}

void
IscsiConnection::SetRole(const IscsiSessionParameters& agreed)
{
    m_role = IscsiConnectionRoles(agreed).Get(m_cid);
}

void
IscsiConnection::SetDigests(const IscsiSessionParameters& agreed)
{
    m_stream->SetDigests(agreed.headerDigest == "CRC32C", agreed.dataDigest == "CRC32C");
}

void
IscsiConnection::PduArrived(Ptr<Packet> pdu)
{
    std::array<uint8_t, 5> first;
    pdu->CopyData(first.data(), first.size());
    const auto opcode = static_cast<IscsiOpcode>(first[0] & 0x3f);
    const uint32_t dataLength = pdu->GetSize() - IscsiHeader::BHS_SIZE - first[4] * 4;
    const bool isDone = Receive({.commands = CountCommands(opcode),
                                 .pdus = 1,
                                 .receivedBytes = dataLength,
                                 .digestBytes = CountDigested(pdu->GetSize(), dataLength)},
                                &IscsiConnection::Process,
                                opcode,
                                pdu);
    if (!isDone && IsOfLogin(opcode))
    {
        // The digests of what comes behind it hang on what it says.
        m_stream->Hold();
    }
}

template <typename... Ts>
bool
IscsiConnection::Receive(IscsiHostWork work, void (IscsiConnection::*step)(Ts...), Ts... arguments)
{
    if (m_cores.receive == m_cores.own)
    {
        return Follow(m_cores.own, work, step, arguments...);
    }
    // The core of the receive queue passes on what only the connection's own core may do.
    const IscsiHostWork rest{.commands = work.commands};
    work.commands = 0;
    const Time delay = m_cost->Charge(m_cores.receive, work);
    if (m_cost->IsIdle(m_cores.receive))
    {
        return Follow(m_cores.own, rest, step, arguments...);
    }
    Simulator::Schedule(delay, [self = Ptr<IscsiConnection>(this), rest, step, arguments...]() {
        self->Follow(self->m_cores.own, rest, step, arguments...);
    });
    return false;
}

template <typename... Ts>
bool
IscsiConnection::Follow(uint32_t core,
                        const IscsiHostWork& work,
                        void (IscsiConnection::*step)(Ts...),
                        Ts... arguments)
{
    const Time delay = m_cost->Charge(core, work);
    if (m_cost->IsIdle(core))
    {
        (this->*step)(arguments...);
        return true;
    }
    Simulator::Schedule(delay, step, Ptr<IscsiConnection>(this), arguments...);
    return false;
}

void
IscsiConnection::Process(IscsiOpcode opcode, Ptr<Packet> pdu)
{
    if (!m_closed)
    {
        // The session may release the connection while it handles the PDU.
        Ptr<IscsiConnection> self(this);
        m_observer->PduReceived(pdu, opcode);
        if (!IscsiConnectionRoles::MayCarry(m_role, opcode))
        {
            Fail(GetIscsiOpcodeName(opcode) + " on a connection for the other direction");
            return;
        }
        HandlePdu(opcode, pdu);
        if (IsOfLogin(opcode))
        {
            m_stream->Resume();
        }
    }
}

bool
IscsiConnection::PduDamaged(IscsiDamage damage, Ptr<Packet> headers)
{
    const uint32_t size = headers ? headers->GetSize() : IscsiHeader::BHS_SIZE;
    Receive({.pdus = 1, .digestBytes = CountDigested(size, 0)},
            &IscsiConnection::ProcessDamage,
            damage,
            headers);
    return true;
}

void
IscsiConnection::ProcessDamage(IscsiDamage damage, Ptr<Packet> headers)
{
    if (!m_closed)
    {
        Ptr<IscsiConnection> self(this);
        HandleDamage(damage, headers);
    }
}

void
IscsiConnection::HandleDamage(IscsiDamage damage, Ptr<Packet> /* headers */)
{
    Fail(damage == IscsiDamage::HEADER ? "header digest error" : "data digest error");
}

uint32_t
IscsiConnection::CountDigested(uint32_t size, uint32_t dataLength) const
{
    return (m_stream->HasDigest(IscsiDamage::HEADER) ? size - dataLength : 0) +
           (m_stream->HasDigest(IscsiDamage::DATA) ? IscsiPadded(dataLength) : 0);
}

void
IscsiConnection::Submit(IscsiOpcode opcode,
                        Ptr<Packet> pdu,
                        uint32_t task,
                        const std::shared_ptr<const void>& kept)
{
    if (m_stream->IsOpen())
    {
        m_observer->PduSent(pdu, opcode);
        m_stream->Send(pdu, task);
        if (kept)
        {
            m_stream->KeepUntilSent(kept);
        }
    }
}

void
IscsiConnection::CloseStream()
{
    m_stream->Close();
}

void
IscsiConnection::StreamEnded(const std::string& reason)
{
    NS_LOG_FUNCTION(this << reason);
    Fail(reason);
}

} // namespace ns3
