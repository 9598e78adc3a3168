/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-initiator-discovery-connection.h"

#include "ns3/iscsi-logout-header.h"
#include "ns3/iscsi-portal-address.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiInitiatorDiscoveryConnection");

namespace
{

constexpr uint32_t IMMEDIATE_CMD_SN = 1; // every request is immediate
constexpr uint32_t TEXT_TAG = 1;         // initiator task tag of the Text Requests
constexpr uint32_t LOGOUT_TAG = 2;       // initiator task tag of the Logout Request

} // namespace

IscsiInitiatorDiscoveryConnection::IscsiInitiatorDiscoveryConnection(Ptr<IscsiPduStream> stream,
                                                                     Ptr<IscsiHostCost> cost,
                                                                     IscsiObserver* observer,
                                                                     Done done)
    : IscsiConnection(stream, cost, observer),
      m_done(std::move(done))
{
    m_cid = 1;
}

IscsiInitiatorDiscoveryConnection::~IscsiInitiatorDiscoveryConnection()
{
    Simulator::Remove(m_clock);
}

void
IscsiInitiatorDiscoveryConnection::Discover(const Address& remote,
                                            const IscsiSessionParameters& proposals,
                                            const std::array<uint8_t, 6>& isid,
                                            const std::string& request,
                                            Time timeout)
{
    NS_LOG_FUNCTION(this << remote << request);
    NS_LOG_INFO("discovery begun: SendTargets=" << request << " at " << FormatIscsiAddress(remote));
    m_request = request;
    m_login.emplace(proposals, isid, m_cid);
    m_clock = Simulator::Schedule(timeout, &IscsiInitiatorDiscoveryConnection::TimedOut, this);
    SetState(IscsiConnectionState::XPT_WAIT);
    m_stream->Connect(remote, MakeCallback(&IscsiInitiatorDiscoveryConnection::Connected, this));
}

void
IscsiInitiatorDiscoveryConnection::HandlePdu(IscsiOpcode opcode, Ptr<Packet> pdu)
{
    if (opcode == IscsiOpcode::LOGIN_RESPONSE && m_login)
    {
        HandleLoginResponse(pdu);
    }
    else if (opcode == IscsiOpcode::TEXT_RESPONSE && m_text)
    {
        HandleTextResponse(pdu);
    }
    else if (opcode == IscsiOpcode::LOGOUT_RESPONSE && !m_login && !m_text)
    {
        Close();
        Finish("");
    }
    else
    {
        Fail(GetIscsiOpcodeName(opcode) + " during discovery");
    }
}

void
IscsiInitiatorDiscoveryConnection::HandleEnd(const std::string& reason)
{
    NS_LOG_FUNCTION(this << reason);
    Finish(reason);
}

void
IscsiInitiatorDiscoveryConnection::Connected()
{
    SetState(IscsiConnectionState::IN_LOGIN);
    SendLoginRequest();
}

void
IscsiInitiatorDiscoveryConnection::SendLoginRequest()
{
    IscsiLoginRequestHeader header;
    auto text = m_login->NextRequest(header);
    header.cmdSn = IMMEDIATE_CMD_SN;
    header.expStatSn = m_expStatSn.value_or(0);
    Transmit(header, text);
}

void
IscsiInitiatorDiscoveryConnection::SendTextRequest()
{
    IscsiTextRequestHeader header;
    auto text = m_text->NextRequest(header, GetMaxSendDataSegmentLength());
    header.immediate = true;
    header.cmdSn = IMMEDIATE_CMD_SN;
    header.expStatSn = *m_expStatSn;
    Transmit(header, text);
}

void
IscsiInitiatorDiscoveryConnection::SendLogoutRequest()
{
    IscsiLogoutRequestHeader header;
    header.immediate = true;
    header.reason = IscsiLogoutReason::CLOSE_SESSION;
    header.cid = m_cid;
    header.initiatorTaskTag = LOGOUT_TAG;
    header.cmdSn = IMMEDIATE_CMD_SN;
    header.expStatSn = *m_expStatSn;
    Transmit(header, nullptr);
    SetState(IscsiConnectionState::IN_LOGOUT);
}

void
IscsiInitiatorDiscoveryConnection::HandleLoginResponse(Ptr<Packet> pdu)
{
    IscsiLoginResponseHeader header;
    RemoveHeader(pdu, header);
    const auto progress = m_login->Handle(header, pdu);
    if (progress == IscsiInitiatorLogin::Progress::FAILED)
    {
        Fail(m_login->GetError());
    }
    else if (!Acknowledge(header))
    {
        return;
    }
    else if (progress == IscsiInitiatorLogin::Progress::CONTINUES)
    {
        SendLoginRequest();
    }
    else
    {
        const auto agreed = m_login->GetResult();
        m_login.reset();
        SetMaxDataSegmentLengths(agreed.peerMaxRecvDataSegmentLength,
                                 agreed.maxRecvDataSegmentLength);
        SetDigests(agreed);
        SetState(IscsiConnectionState::LOGGED_IN);
        NS_LOG_INFO("login accepted: discovery session, CID " << m_cid);
        IscsiTextKeys question;
        question.Add("SendTargets", m_request);
        m_text.emplace(question, TEXT_TAG);
        SendTextRequest();
    }
}

void
IscsiInitiatorDiscoveryConnection::HandleTextResponse(Ptr<Packet> pdu)
{
    IscsiTextResponseHeader header;
    RemoveHeader(pdu, header);
    if (!Acknowledge(header))
    {
        return;
    }
    const auto progress = m_text->Handle(header, pdu);
    if (progress == IscsiInitiatorTextExchange::Progress::FAILED)
    {
        Fail(m_text->GetError());
    }
    else if (progress == IscsiInitiatorTextExchange::Progress::CONTINUES)
    {
        SendTextRequest();
    }
    else
    {
        m_answers = m_text->GetAnswers();
        m_text.reset();
        SendLogoutRequest();
    }
}

bool
IscsiInitiatorDiscoveryConnection::Acknowledge(const IscsiResponseHeader& header)
{
    if (m_expStatSn && header.statSn != *m_expStatSn)
    {
        Fail("StatSN " + std::to_string(header.statSn) + " where " + std::to_string(*m_expStatSn) +
             " was expected");
        return false;
    }
    m_expStatSn = header.statSn + 1;
    return true;
}

void
IscsiInitiatorDiscoveryConnection::TimedOut()
{
    Fail("the discovery took too long");
}

void
IscsiInitiatorDiscoveryConnection::Finish(const std::string& error)
{
    Simulator::Remove(m_clock);
    if (const auto done = std::exchange(m_done, nullptr))
    {
        done(m_answers, error);
    }
}

} // namespace ns3
