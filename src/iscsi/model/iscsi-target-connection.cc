/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-target-connection.h"

#include "iscsi-target-session.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiTargetConnection");

IscsiTargetConnection::IscsiTargetConnection(Ptr<IscsiPduStream> stream,
                                             Ptr<IscsiHostCost> cost,
                                             IscsiObserver* observer,
                                             IscsiTargetConnectionOwner* owner,
                                             IscsiTargetPortal* portal,
                                             Time loginTimeout,
                                             uint32_t window)
    : IscsiConnection(stream, cost, observer),
      m_owner(owner),
      m_login(std::make_unique<IscsiTargetLogin>(portal)),
      m_window(window)
{
    SetState(IscsiConnectionState::XPT_UP);
    m_loginClock = Simulator::Schedule(loginTimeout, &IscsiTargetConnection::LoginTimedOut, this);
}

IscsiTargetConnection::~IscsiTargetConnection()
{
    // an event that is only cancelled would still move the clock at the end of a simulation
    Simulator::Remove(m_loginClock);
}

void
IscsiTargetConnection::SendStatus(IscsiResponseHeader& header, Ptr<Packet> data)
{
    header.statSn = m_statSn++;
    Transmit(header, data);
}

void
IscsiTargetConnection::Send(IscsiResponseHeader& header, Ptr<Packet> data)
{
    header.statSn = m_statSn;
    Transmit(header, data);
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
        SetMaxDataSegmentLengths(*length, m_maxReceive);
    }
    return reason;
}

void
IscsiTargetConnection::EndAfterLogout()
{
    SetState(IscsiConnectionState::IN_LOGOUT);
    Close();
    HandleEnd("logout");
}

void
IscsiTargetConnection::HandlePdu(IscsiOpcode opcode, Ptr<Packet> pdu)
{
    if (m_session)
    {
        m_session->PduReceived(this, opcode, pdu);
    }
    else if (opcode == IscsiOpcode::LOGIN_REQUEST)
    {
        HandleLoginRequest(pdu);
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
    Simulator::Remove(m_loginClock);
    if (m_session)
    {
        m_session->ConnectionEnded();
        m_session = nullptr;
    }
    m_owner->ConnectionClosed(this);
}

void
IscsiTargetConnection::HandleLoginRequest(Ptr<Packet> pdu)
{
    IscsiLoginRequestHeader request;
    TakeHeader(pdu, request);
    m_cid = request.cid;
    SetState(IscsiConnectionState::IN_LOGIN);
    IscsiLoginResponseHeader response;
    Ptr<Packet> answer;
    const auto progress = m_login->Handle(request, pdu, response, answer);
    response.expCmdSn = request.cmdSn;
    response.maxCmdSn = request.cmdSn + m_window - 1;
    SendStatus(response, answer);
    if (progress == IscsiTargetLogin::Progress::REFUSED)
    {
        Fail(m_login->GetError());
        return;
    }
    if (progress == IscsiTargetLogin::Progress::DONE)
    {
        FinishLogin(request.cmdSn);
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
    SetState(IscsiConnectionState::LOGGED_IN);
    m_session = m_owner->OpenSession(this, agreed, who, cmdSn);
}

void
IscsiTargetConnection::LoginTimedOut()
{
    Fail("login timed out");
}

void
IscsiTargetConnection::RefusePdu(Ptr<Packet> pdu)
{
    IscsiBasicHeader header;
    TakeHeader(pdu, header);
    IscsiLoginResponseHeader response;
    response.initiatorTaskTag = header.initiatorTaskTag;
    response.SetStatus(IscsiLoginStatus::INVALID_DURING_LOGIN);
    SendStatus(response, nullptr);
    Fail(GetIscsiOpcodeName(header.GetOpcode()) + " during login");
}

} // namespace ns3
