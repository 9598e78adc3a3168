/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-target-connection.h"

#include "iscsi-target-session.h"

#include "ns3/log.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiTargetConnection");

IscsiTargetConnection::IscsiTargetConnection(Ptr<IscsiPduStream> stream,
                                             Ptr<IscsiHostCost> cost,
                                             IscsiObserver* observer,
                                             IscsiTargetConnectionOwner* owner,
                                             const IscsiSessionParameters& proposals,
                                             uint16_t tsih,
                                             uint32_t window)
    : IscsiConnection(stream, cost, observer),
      m_owner(owner),
      m_login(std::make_unique<IscsiTargetLogin>(proposals, tsih)),
      m_tsih(tsih),
      m_window(window)
{
    SetState(IscsiConnectionState::XPT_UP);
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
    if (progress == IscsiTargetLogin::Progress::GOES_ON)
    {
        return;
    }
    const auto agreed = m_login->GetResult();
    const auto initiatorPort = m_login->GetInitiatorPortName();
    m_login.reset();
    SetMaxDataSegmentLengths(agreed.peerMaxRecvDataSegmentLength, agreed.maxRecvDataSegmentLength);
    SetDigests(agreed);
    SetState(IscsiConnectionState::LOGGED_IN);
    m_session = m_owner->OpenSession(this, agreed, initiatorPort, request.cmdSn);
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
