/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-initiator-connection.h"

#include "iscsi-initiator-session.h"

#include "ns3/log.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiInitiatorConnection");

IscsiInitiatorConnection::IscsiInitiatorConnection(Ptr<IscsiPduStream> stream,
                                                   Ptr<IscsiHostCost> cost,
                                                   IscsiObserver* observer,
                                                   IscsiInitiatorSession* session,
                                                   uint16_t cid)
    : IscsiConnection(stream, cost, observer),
      m_session(session)
{
    m_cid = cid;
}

void
IscsiInitiatorConnection::Login(const Address& remote,
                                const IscsiSessionParameters& proposals,
                                const std::array<uint8_t, 6>& isid)
{
    NS_LOG_FUNCTION(this << remote);
    m_login = std::make_unique<IscsiInitiatorLogin>(proposals, isid, m_cid);
    SetState(IscsiConnectionState::XPT_WAIT);
    m_stream->Connect(remote, MakeCallback(&IscsiInitiatorConnection::Connected, this));
}

Time
IscsiInitiatorConnection::Send(IscsiInitiatorHeader& header, Ptr<Packet> data, const Tag* tag)
{
    header.expStatSn = m_expStatSn;
    return Transmit(header, data, tag);
}

bool
IscsiInitiatorConnection::Acknowledge(uint32_t statSn)
{
    if (statSn != m_expStatSn)
    {
        Fail("StatSN " + std::to_string(statSn) + " where " + std::to_string(m_expStatSn) +
             " was expected");
        return false;
    }
    ++m_expStatSn;
    return true;
}

void
IscsiInitiatorConnection::BeginLogout()
{
    SetState(IscsiConnectionState::IN_LOGOUT);
}

void
IscsiInitiatorConnection::HandlePdu(IscsiOpcode opcode, Ptr<Packet> pdu)
{
    if (!m_login)
    {
        m_session->PduReceived(this, opcode, pdu);
    }
    else if (opcode == IscsiOpcode::LOGIN_RESPONSE)
    {
        HandleLoginResponse(pdu);
    }
    else
    {
        Fail(GetIscsiOpcodeName(opcode) + " during login");
    }
}

void
IscsiInitiatorConnection::HandleEnd(const std::string& reason)
{
    NS_LOG_FUNCTION(this << reason);
    m_session->ConnectionEnded();
}

void
IscsiInitiatorConnection::Connected()
{
    SetState(IscsiConnectionState::IN_LOGIN);
    SendLoginRequest();
}

void
IscsiInitiatorConnection::SendLoginRequest()
{
    IscsiLoginRequestHeader header;
    auto text = m_login->NextRequest(header);
    header.cmdSn = m_session->GetCommandWindow().GetCmdSn();
    Send(header, text);
}

void
IscsiInitiatorConnection::HandleLoginResponse(Ptr<Packet> pdu)
{
    IscsiLoginResponseHeader header;
    TakeHeader(pdu, header);
    if (!m_statusSeen)
    {
        m_statusSeen = true;
        m_expStatSn = header.statSn;
    }
    const auto progress = m_login->Handle(header, pdu);
    // The numbers of a response that refuses the login mean nothing.
    if (progress == IscsiInitiatorLogin::Progress::FAILED)
    {
        Fail(m_login->GetError());
        return;
    }
    if (!Acknowledge(header.statSn))
    {
        return;
    }
    m_session->UpdateWindow(header);
    if (progress == IscsiInitiatorLogin::Progress::GOES_ON)
    {
        SendLoginRequest();
        return;
    }
    const auto agreed = m_login->GetResult();
    const auto tsih = m_login->GetTsih();
    m_login.reset();
    SetMaxDataSegmentLengths(agreed.peerMaxRecvDataSegmentLength, agreed.maxRecvDataSegmentLength);
    SetDigests(agreed);
    SetState(IscsiConnectionState::LOGGED_IN);
    m_session->ConnectionLoggedIn(agreed, tsih);
}

} // namespace ns3
