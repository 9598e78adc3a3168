/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-target-connection.h"

#include "ns3/iscsi-negotiated-values.h"
#include "ns3/iscsi-nop-header.h"
#include "ns3/iscsi-portal-address.h"
#include "ns3/iscsi-serial-number.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiTargetConnection");

namespace
{

constexpr uint32_t PING_TAG = 1; //!< the target transfer tag of all pings; Wireshark takes no 0

/// What a PDU that waits costs beside its data segment, bytes.
constexpr uint32_t PDU_COST = 512;

} // namespace

IscsiTargetConnection::IscsiTargetConnection(Ptr<IscsiPduStream> stream,
                                             Ptr<IscsiHostCost> cost,
                                             IscsiObserver* observer,
                                             IscsiTargetConnectionOwner* owner,
                                             IscsiTargetPortal* portal,
                                             Time loginTimeout,
                                             const IscsiTargetLimits& limits)
    : IscsiConnection(stream, cost, observer),
      m_owner(owner),
      m_login(std::make_unique<IscsiTargetLogin>(portal,
                                                 FormatIscsiAddress(stream->GetLocalAddress()))),
      m_window(limits.commandWindow),
      // An initiator that reads has the answers to two windows of commands on their way.
      m_maxUnsent(limits.maxUnsentAnswers + 2 * limits.commandWindow * PDU_COST)
{
    SetState(IscsiConnectionState::XPT_UP);
    m_loginClock = Simulator::Schedule(loginTimeout, &IscsiTargetConnection::LoginTimedOut, this);
}

IscsiTargetConnection::~IscsiTargetConnection()
{
    // an event that is only cancelled would still move the clock at the end of a simulation
    Simulator::Remove(m_loginClock);
    Simulator::Remove(m_loginWait);
}

void
IscsiTargetConnection::SetResponses(const Ptr<IscsiTargetConnection>& responses)
{
    m_responses = responses;
}

bool
IscsiTargetConnection::AcceptsRequests() const
{
    return GetRole() == IscsiConnectionRole::BOTH || m_responses;
}

uint32_t
IscsiTargetConnection::GetMaxSendDataSegmentLength() const
{
    return m_responses ? m_responses->GetMaxSendDataSegmentLength()
                       : IscsiConnection::GetMaxSendDataSegmentLength();
}

void
IscsiTargetConnection::SendStatus(IscsiResponseHeader& header,
                                  Ptr<Packet> data,
                                  Ptr<IscsiTargetTask> task)
{
    const bool isElsewhere = m_responses && header.GetOpcode() != IscsiOpcode::LOGOUT_RESPONSE;
    auto& sender = isElsewhere ? *m_responses : *this;
    sender.SendNumbered(header, data, task);
    if (header.GetOpcode() != IscsiOpcode::SCSI_DATA_IN)
    {
        CountAnswer(header.dataSegmentLength);
    }
}

void
IscsiTargetConnection::SendNumbered(IscsiResponseHeader& header,
                                    Ptr<Packet> data,
                                    Ptr<IscsiTargetTask> task)
{
    header.statSn = m_statSn++;
    if (m_retention)
    {
        m_retention->Keep(header, data ? data->Copy() : nullptr, task);
    }
    Transmit(header, data, nullptr, task ? task->buffer : nullptr);
    NS_LOG_DEBUG("CID " << m_cid << " sends " << header);
}

void
IscsiTargetConnection::SendAgain(IscsiResponseHeader& header, Ptr<const Packet> data)
{
    Transmit(header, data ? data->Copy() : nullptr);
    CountAnswer(header.dataSegmentLength);
    NS_LOG_DEBUG("CID " << m_cid << " sends again " << header);
}

void
IscsiTargetConnection::CountAnswer(uint32_t bytes)
{
    auto& sender = m_responses ? *m_responses : *this;
    if (sender.HasBacklog(bytes))
    {
        NS_LOG_INFO("requests wait: CID " << m_cid << ", the initiator does not read the answers");
        sender.KeepUntilSent(m_stream->Pause());
        m_isPaused = true;
    }
}

void
IscsiTargetConnection::SendCommandWindow()
{
    if (IsLive())
    {
        IscsiNopInHeader header;
        m_session->SetCommandWindow(header);
        Send(header, nullptr);
    }
}

bool
IscsiTargetConnection::HasBacklog(uint32_t bytes)
{
    if (m_stream->GetQueuedBytes() == 0)
    {
        return false;
    }
    if (m_firstUnsent.expired())
    {
        const auto first = std::make_shared<const bool>();
        m_stream->KeepUntilSent(first);
        m_firstUnsent = first;
        m_unsent = 0;
    }
    m_unsent += bytes + PDU_COST;
    return m_unsent > m_maxUnsent;
}

bool
IscsiTargetConnection::Acknowledge(uint32_t expStatSn)
{
    if (m_responses)
    {
        return m_responses->Acknowledge(expStatSn);
    }
    if (!IscsiSerialLess(m_expStatSn, expStatSn) || IscsiSerialLess(m_statSn, expStatSn))
    {
        return false;
    }
    m_expStatSn = expStatSn;
    return true;
}

uint32_t
IscsiTargetConnection::GetExpStatSn() const
{
    return m_responses ? m_responses->GetExpStatSn() : m_expStatSn;
}

uint32_t
IscsiTargetConnection::GetStatSn() const
{
    return m_responses ? m_responses->GetStatSn() : m_statSn;
}

uint32_t
IscsiTargetConnection::CountUnacknowledged() const
{
    return m_statSn - m_expStatSn;
}

IscsiTargetStatusRetention*
IscsiTargetConnection::GetRetention()
{
    return m_retention.get();
}

bool
IscsiTargetConnection::IsLive() const
{
    const auto state = GetState();
    return state == IscsiConnectionState::LOGGED_IN || state == IscsiConnectionState::IN_LOGOUT ||
           state == IscsiConnectionState::LOGOUT_REQUESTED;
}

void
IscsiTargetConnection::StartPings(Time interval, Time timeout)
{
    m_keepAlive = std::make_unique<IscsiKeepAlive>(
        interval,
        timeout,
        [this]() {
            m_keepAlive->PingSent();
            Ping();
        },
        [this]() { Fail("a ping was not answered"); });
    m_keepAlive->Start();
}

void
IscsiTargetConnection::Ping()
{
    IscsiNopInHeader header;
    header.targetTransferTag = PING_TAG;
    m_session->SetCommandWindow(header);
    Send(header, nullptr);
}

bool
IscsiTargetConnection::PongReceived(uint32_t targetTransferTag)
{
    if (m_keepAlive)
    {
        m_keepAlive->Answered();
    }
    return targetTransferTag == PING_TAG;
}

void
IscsiTargetConnection::End(IscsiConnectionState state)
{
    m_keepAlive.reset();
    Leave(state);
    m_owner->ConnectionClosed(this);
}

void
IscsiTargetConnection::Send(IscsiResponseHeader& header, Ptr<Packet> data)
{
    if (m_responses)
    {
        m_responses->Send(header, data);
        return;
    }
    header.statSn = m_statSn;
    Transmit(header, data);
    NS_LOG_DEBUG("CID " << m_cid << " sends " << header);
}

uint16_t
IscsiTargetConnection::GetTsih() const
{
    return m_tsih;
}

std::optional<IscsiRejectReason>
IscsiTargetConnection::AnswerText(const IscsiSessionParameters& agreed,
                                  const IscsiTextRequestHeader& request,
                                  Ptr<const Packet> text,
                                  IscsiTextResponseHeader& response,
                                  Ptr<Packet>& answer)
{
    if (!m_text)
    {
        m_text = std::make_unique<IscsiTargetTextExchange>(agreed, m_owner);
    }
    const auto reason =
        m_text->Handle(request, text, GetMaxSendDataSegmentLength(), response, answer);
    if (const auto length = m_text->GetNewMaxSend())
    {
        NS_LOG_INFO("negotiated: TSIH " << m_tsih << ", CID " << m_cid
                                        << ": MaxRecvDataSegmentLength of the initiator "
                                        << *length);
        auto& sender = m_responses ? *m_responses : *this;
        sender.SetMaxDataSegmentLengths(*length, sender.m_maxReceive);
    }
    return reason;
}

bool
IscsiTargetConnection::HasNegotiation(uint32_t taskTag) const
{
    return m_text && m_text->IsOpen(taskTag);
}

void
IscsiTargetConnection::HandlePdu(IscsiOpcode opcode, Ptr<Packet> pdu)
{
    NS_LOG_DEBUG("CID " << m_cid << " receives " << IscsiBasicHeader(pdu));
    if (std::exchange(m_isPaused, false) && !m_responses)
    {
        // ns-3's TCP opens its window only with something to send.
        Simulator::ScheduleNow(&IscsiTargetConnection::SendCommandWindow,
                               Ptr<IscsiTargetConnection>(this));
    }
    if (m_session && !AcceptsRequests() && opcode != IscsiOpcode::LOGOUT_REQUEST)
    {
        Fail(GetIscsiOpcodeName(opcode) + " before the connection for its answer");
    }
    else if (m_session)
    {
        m_session->PduReceived(this, opcode, pdu);
    }
    else if (opcode == IscsiOpcode::LOGIN_REQUEST)
    {
        AcceptLoginRequest(pdu);
    }
    else
    {
        RefusePdu(pdu);
    }
}

void
IscsiTargetConnection::HandleEnd(const std::string& reason)
{
    NS_LOG_FUNCTION(this << reason);
    NS_LOG_INFO((m_session ? "connection lost" : "login ended")
                << ": TSIH " << m_tsih << ", CID " << m_cid << ": " << reason);
    // Both may release the connection.
    Ptr<IscsiTargetConnection> self(this);
    Simulator::Remove(m_loginClock);
    Simulator::Remove(m_loginWait);
    m_keepAlive.reset();
    if (m_session)
    {
        m_session->ConnectionLost(this);
    }
    else if (m_isLeading)
    {
        TraceSession(IscsiSessionState::ACTIVE, IscsiSessionState::FREE);
    }
    else if (m_isJoining)
    {
        if (const auto session = m_owner->FindSession(m_login->GetIdentity()))
        {
            session->AbandonContinuation(m_cid);
        }
    }
    m_owner->ConnectionClosed(this);
}

IscsiConnectionState
IscsiTargetConnection::GetStateAfterLoss() const
{
    return IsLive() ? IscsiConnectionState::CLEANUP_WAIT : IscsiConnectionState::FREE;
}

void
IscsiTargetConnection::AcceptLoginRequest(Ptr<Packet> pdu)
{
    const Time wait = m_owner->GetLoginWait(m_stream->GetPeerAddress());
    if (wait.IsZero())
    {
        HandleLoginRequest(pdu);
        return;
    }
    NS_LOG_DEBUG("Login Request waits: " << wait.As(Time::S));
    const auto pause = m_stream->Pause();
    m_loginWait = Simulator::Schedule(wait, [this, pdu, pause]() {
        // The event exists as long as somebody knows it, and the pause with it.
        m_loginWait = EventId();
        AcceptLoginRequest(pdu);
    });
}

void
IscsiTargetConnection::HandleLoginRequest(Ptr<Packet> pdu)
{
    IscsiLoginRequestHeader request;
    RemoveHeader(pdu, request);
    m_cid = request.cid;
    if (GetState() == IscsiConnectionState::XPT_UP && request.tsih == 0)
    {
        m_isLeading = true;
        TraceSession(IscsiSessionState::FREE, IscsiSessionState::ACTIVE);
    }
    SetState(IscsiConnectionState::IN_LOGIN);
    IscsiLoginResponseHeader response;
    Ptr<Packet> answer;
    const auto progress = m_login->Handle(request, pdu, response, answer);
    SetCommandWindow(request, response);
    SendStatus(response, answer);
    if (progress == IscsiTargetLogin::Progress::REFUSED)
    {
        if (response.GetStatus() == IscsiLoginStatus::AUTHENTICATION_FAILURE)
        {
            m_owner->AuthenticationFailed(m_stream->GetPeerAddress());
        }
        Fail(m_login->GetError());
        return;
    }
    if (progress == IscsiTargetLogin::Progress::DONE)
    {
        FinishLogin(request.cmdSn);
    }
}

void
IscsiTargetConnection::SetCommandWindow(const IscsiLoginRequestHeader& request,
                                        IscsiLoginResponseHeader& response)
{
    response.expCmdSn = request.cmdSn;
    if (request.tsih == 0)
    {
        response.maxCmdSn = request.cmdSn + m_window - 1;
        return;
    }
    // Strangers do not learn the session's numbers. These two are ignored (RFC 7143, 4.2.2.1).
    response.maxCmdSn = request.cmdSn - 2;
    if (response.statusClass != 0 || !m_login->IsAuthenticated())
    {
        return;
    }
    if (const auto session = m_owner->FindSession(m_login->GetIdentity()))
    {
        session->SetCommandWindow(response);
        if (!m_isJoining)
        {
            m_isJoining = true;
            session->StartContinuation(m_cid);
        }
    }
}

void
IscsiTargetConnection::FinishLogin(uint32_t cmdSn)
{
    Simulator::Remove(m_loginClock);
    const auto agreed = m_login->GetResult();
    const auto who = m_login->GetIdentity();
    m_login.reset();
    m_tsih = who.tsih;
    m_maxReceive = agreed.maxRecvDataSegmentLength;
    SetMaxDataSegmentLengths(agreed.peerMaxRecvDataSegmentLength, m_maxReceive);
    SetDigests(agreed);
    SetRole(agreed);
    SetState(IscsiConnectionState::LOGGED_IN);
    NS_LOG_INFO("negotiated: TSIH " << m_tsih << ", CID " << m_cid << ": "
                                    << FormatIscsiNegotiatedValues(agreed));
    m_expStatSn = m_statSn;
    if (agreed.errorRecoveryLevel > 0)
    {
        m_retention = std::make_unique<IscsiTargetStatusRetention>();
    }
    m_session = m_owner->OpenSession(this, agreed, who, cmdSn);
}

void
IscsiTargetConnection::TraceSession(IscsiSessionState from, IscsiSessionState to) const
{
    m_observer->StateChanged("session",
                             GetIscsiSessionStateName(from),
                             GetIscsiSessionStateName(to));
}

void
IscsiTargetConnection::LoginTimedOut()
{
    Fail("login timed out");
}

void
IscsiTargetConnection::HandleDamage(IscsiDamage damage, Ptr<Packet> headers)
{
    if (m_session)
    {
        m_session->PduDamaged(this, headers);
    }
    else
    {
        IscsiConnection::HandleDamage(damage, headers);
    }
}

void
IscsiTargetConnection::RefusePdu(Ptr<Packet> pdu)
{
    IscsiBasicHeader header;
    RemoveHeader(pdu, header);
    // who never began to log in gets no answer (RFC 7143, 4.2.4)
    if (GetState() == IscsiConnectionState::IN_LOGIN)
    {
        IscsiLoginResponseHeader response;
        response.initiatorTaskTag = header.initiatorTaskTag;
        response.SetStatus(IscsiLoginStatus::INVALID_DURING_LOGIN);
        SendStatus(response, nullptr);
    }
    Fail(GetIscsiOpcodeName(header.GetOpcode()) + " during login");
}

} // namespace ns3
