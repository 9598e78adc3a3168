/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-initiator-connection.h"

#include "ns3/iscsi-bhs.h"
#include "ns3/iscsi-negotiated-values.h"
#include "ns3/iscsi-nop-header.h"
#include "ns3/iscsi-portal-address.h"
#include "ns3/iscsi-snack-header.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiInitiatorConnection");

namespace
{

// Places of fields in the header of what a target sends.
constexpr uint32_t EXP_CMD_SN = 28; // 11.4.8
constexpr uint32_t MAX_CMD_SN = 32; // 11.4.9

/// The furthest that a status number may be from the one expected (RFC 7143, 4.2.2.2).
constexpr uint32_t MOST_AHEAD = 4096;

/**
 * @param expected the status number expected
 * @param number a status number
 * @return true if so many statuses can be on their way, or can come once more
 */
bool
IsInReach(uint32_t expected, uint32_t number)
{
    return number - expected <= MOST_AHEAD || expected - number <= MOST_AHEAD;
}

} // namespace

IscsiInitiatorConnection::IscsiInitiatorConnection(const IscsiInitiatorConnectionSettings& settings,
                                                   IscsiInitiatorCommandNumbering& numbering,
                                                   IscsiInitiatorConnectionOwner& owner,
                                                   IscsiInitiatorPduHandler& handler,
                                                   uint16_t cid)
    : IscsiConnection(settings.openStream(), settings.cost, settings.observer),
      m_settings(settings),
      m_numbering(numbering),
      m_owner(owner),
      m_handler(handler),
      m_keepAlive(
          settings.nopInterval,
          settings.nopTimeout,
          [this]() { PingDue(); },
          [this]() { PingLost(); })
{
    m_cid = cid;
}

IscsiInitiatorConnection::~IscsiInitiatorConnection()
{
    StopClocks();
    if (m_responses)
    {
        m_responses->m_requests = nullptr;
    }
}

void
IscsiInitiatorConnection::Login(const IscsiSessionParameters& proposals,
                                uint16_t tsih,
                                const Address& remote)
{
    NS_LOG_FUNCTION(this << m_cid << tsih);
    NS_LOG_INFO("login begun: initiator "
                << proposals.initiatorName << ", target " << proposals.targetName << " at "
                << FormatIscsiAddress(remote) << ", TSIH " << tsih << ", CID " << m_cid);
    m_login = std::make_unique<IscsiInitiatorLogin>(proposals, m_settings.isid, m_cid, tsih);
    SetState(IscsiConnectionState::XPT_WAIT);
    m_loginClock = Simulator::Schedule(m_settings.loginTimeout,
                                       &IscsiInitiatorConnection::LoginTimedOut,
                                       this);
    m_stream->Connect(remote, MakeCallback(&IscsiInitiatorConnection::Connected, this));
}

Time
IscsiInitiatorConnection::Send(IscsiInitiatorHeader& header, Ptr<Packet> data, const Tag* tag)
{
    header.expStatSn = (m_responses ? m_responses->m_statuses : m_statuses).GetExpected();
    const auto delay = Transmit(header, data, tag);
    NS_LOG_DEBUG("CID " << m_cid << " sends " << header);
    return delay;
}

const Ptr<const IoConnection>&
IscsiInitiatorConnection::GetEnds()
{
    if (!m_ends)
    {
        auto ends = Create<IoConnection>();
        ends->local = m_stream->GetLocalAddress();
        ends->remote = m_stream->GetPeerAddress();
        m_ends = ends;
    }
    return m_ends;
}

void
IscsiInitiatorConnection::SetResponses(const Ptr<IscsiInitiatorConnection>& responses)
{
    m_responses = responses;
    m_responses->m_requests = this;
}

void
IscsiInitiatorConnection::CloseDown()
{
    StopClocks();
    Close();
}

void
IscsiInitiatorConnection::FailSession(const std::string& what)
{
    m_owner.FailAll(what);
}

void
IscsiInitiatorConnection::SetMaxReceive(uint32_t length)
{
    if (m_responses)
    {
        m_responses->SetMaxReceive(length);
        return;
    }
    m_parameters.maxRecvDataSegmentLength = length;
    SetMaxDataSegmentLengths(m_parameters.peerMaxRecvDataSegmentLength, length);
}

void
IscsiInitiatorConnection::SetMaxSend(uint32_t length)
{
    m_parameters.peerMaxRecvDataSegmentLength = length;
    SetMaxDataSegmentLengths(length, m_parameters.maxRecvDataSegmentLength);
}

void
IscsiInitiatorConnection::BeginLogout()
{
    m_keepAlive.StopPings();
    Simulator::Remove(m_logoutClock);
    SetState(IscsiConnectionState::IN_LOGOUT);
}

void
IscsiInitiatorConnection::NoteLogoutRequest(Time limit)
{
    NS_LOG_INFO("logout requested: CID " << m_cid << ", within " << limit.As(Time::S) << ", "
                                         << m_outstandingCommands << " commands outstanding");
    SetState(IscsiConnectionState::LOGOUT_REQUESTED);
    if (m_outstandingCommands == 0)
    {
        LogoutDue();
    }
    else if (!m_logoutClock.IsPending())
    {
        m_logoutClock = Simulator::Schedule(limit / 2, &IscsiInitiatorConnection::LogoutDue, this);
    }
}

void
IscsiInitiatorConnection::LogoutDue()
{
    m_owner.LogOutConnection(m_cid);
}

void
IscsiInitiatorConnection::NoteCleanup(bool begins)
{
    SetState(begins ? IscsiConnectionState::IN_CLEANUP : IscsiConnectionState::CLEANUP_WAIT);
}

void
IscsiInitiatorConnection::EndCleanup()
{
    SetState(IscsiConnectionState::FREE);
}

bool
IscsiInitiatorConnection::IsReady() const
{
    return GetState() == IscsiConnectionState::LOGGED_IN;
}

bool
IscsiInitiatorConnection::Recovers() const
{
    return m_parameters.errorRecoveryLevel > 0;
}

uint16_t
IscsiInitiatorConnection::GetLoginStatus() const
{
    return m_loginStatus;
}

const std::string&
IscsiInitiatorConnection::GetEndReason() const
{
    return m_endReason;
}

bool
IscsiInitiatorConnection::IsTargetUnproven() const
{
    return m_isTargetUnproven;
}

const std::string&
IscsiInitiatorConnection::GetRedirect() const
{
    return m_redirect;
}

const IscsiSessionParameters&
IscsiInitiatorConnection::GetParameters() const
{
    return m_parameters;
}

void
IscsiInitiatorConnection::AddOutstanding(uint64_t bytes)
{
    m_outstandingBytes += bytes;
    ++m_outstandingCommands;
}

void
IscsiInitiatorConnection::RemoveOutstanding(uint64_t bytes)
{
    m_outstandingBytes -= bytes;
    --m_outstandingCommands;
    if (m_outstandingCommands == 0 && GetState() == IscsiConnectionState::LOGOUT_REQUESTED)
    {
        LogoutDue();
    }
}

uint64_t
IscsiInitiatorConnection::GetOutstandingBytes() const
{
    return m_outstandingBytes;
}

void
IscsiInitiatorConnection::HandlePdu(IscsiOpcode opcode, Ptr<Packet> pdu)
{
    NS_LOG_DEBUG("CID " << m_cid << " receives " << IscsiBasicHeader(pdu));
    if (m_login)
    {
        if (opcode == IscsiOpcode::LOGIN_RESPONSE)
        {
            HandleLoginResponse(pdu);
        }
        else
        {
            Fail(GetIscsiOpcodeName(opcode) + " during login");
        }
        return;
    }
    const auto mark = ReadStatusMark(opcode, *pdu);
    if ((mark.takes || mark.tells) && Recovers() &&
        !IsInReach(m_statuses.GetExpected(), mark.number))
    {
        Fail("StatSN too far from the expected value");
        return;
    }
    if (mark.takes)
    {
        ReceiveStatus(mark.number, opcode, pdu);
        return;
    }
    if (mark.tells && Recovers())
    {
        NoteUsed(mark.number);
    }
    Deliver(opcode, pdu);
    Resume();
}

void
IscsiInitiatorConnection::Deliver(IscsiOpcode opcode, Ptr<Packet> pdu)
{
    m_handler.PduReceived(m_requests ? m_requests : this, opcode, pdu);
}

void
IscsiInitiatorConnection::HandleEnd(const std::string& reason)
{
    NS_LOG_FUNCTION(this << reason);
    NS_LOG_INFO((m_login ? "login ended" : "connection lost")
                << ": CID " << m_cid << ": " << reason);
    StopClocks();
    // The login may own the text.
    m_endReason = reason;
    m_login.reset();
    m_owner.ConnectionEnded(this);
}

void
IscsiInitiatorConnection::HandleDamage(IscsiDamage damage, Ptr<Packet> headers)
{
    if (m_login || !Recovers())
    {
        Fail(damage == IscsiDamage::HEADER ? "header digest error" : "data digest error");
        return;
    }
    NS_LOG_INFO("digest error: damaged " << (damage == IscsiDamage::HEADER ? "header" : "data")
                                         << ", PDU dropped, CID " << m_cid);
    m_observer->RecoveryTaken("damaged PDU dropped");
    if (!headers)
    {
        // What it was shows in the number that the answer to a ping has.
        Ping();
        return;
    }
    uint8_t first = 0;
    headers->CopyData(&first, 1);
    const auto opcode = static_cast<IscsiOpcode>(first & 0x3f);
    const auto mark = ReadStatusMark(opcode, *headers);
    if (opcode == IscsiOpcode::SCSI_DATA_IN)
    {
        m_handler.DataLost(headers);
    }
    else if (mark.takes && IsInReach(m_statuses.GetExpected(), mark.number))
    {
        NoteUsed(mark.number + 1);
    }
    else if (mark.takes)
    {
        Fail("StatSN too far from the expected value");
    }
}

IscsiConnectionState
IscsiInitiatorConnection::GetStateAfterLoss() const
{
    // RFC 7143, 8.1.3: T2 and T7 before the full feature phase, T15, T16 and T17 in it.
    const bool isFullFeature = GetState() == IscsiConnectionState::LOGGED_IN ||
                               GetState() == IscsiConnectionState::LOGOUT_REQUESTED ||
                               GetState() == IscsiConnectionState::IN_LOGOUT;
    return isFullFeature ? IscsiConnectionState::CLEANUP_WAIT : IscsiConnectionState::FREE;
}

IscsiInitiatorConnection::StatusMark
IscsiInitiatorConnection::ReadStatusMark(IscsiOpcode opcode, const Packet& pdu)
{
    uint8_t bytes[28];
    pdu.CopyData(bytes, sizeof(bytes));
    const auto read = [&bytes](uint32_t at) {
        return uint32_t{bytes[at]} << 24 | uint32_t{bytes[at + 1]} << 16 |
               uint32_t{bytes[at + 2]} << 8 | bytes[at + 3];
    };
    switch (opcode)
    {
    case IscsiOpcode::SCSI_DATA_IN:
        return {(bytes[1] & 0x01) != 0, false, read(24)};
    case IscsiOpcode::R2T:
        return {false, true, read(24)};
    case IscsiOpcode::NOP_IN:
        return {read(16) != IscsiHeader::RESERVED_TAG, true, read(24)};
    default:
        return {true, false, read(24)};
    }
}

void
IscsiInitiatorConnection::NoteWindow(const Packet& pdu)
{
    IscsiBhs bhs;
    pdu.CopyData(bhs.Data(), IscsiBhs::SIZE);
    m_numbering.Update(bhs.GetU32(EXP_CMD_SN), bhs.GetU32(MAX_CMD_SN));
}

void
IscsiInitiatorConnection::ReceiveStatus(uint32_t number, IscsiOpcode opcode, Ptr<Packet> pdu)
{
    if (Recovers())
    {
        NoteWindow(*pdu);
    }
    if (number != m_statuses.GetExpected())
    {
        ReceiveOutOfOrder(number, opcode, pdu);
        return;
    }
    if (Recovers())
    {
        // It is acknowledged once all data of its command are there (RFC 7143, 7.9).
        m_statuses.Hold(number, opcode, pdu);
        Resume();
        return;
    }
    m_statuses.Advance();
    Deliver(opcode, pdu);
}

void
IscsiInitiatorConnection::ReceiveOutOfOrder(uint32_t number, IscsiOpcode opcode, Ptr<Packet> pdu)
{
    if (!Recovers())
    {
        Fail("StatSN " + std::to_string(number) + " where " +
             std::to_string(m_statuses.GetExpected()) + " was expected");
    }
    else if (IscsiSerialLess(m_statuses.GetExpected(), number))
    {
        NoteUsed(number);
        m_statuses.Hold(number, opcode, pdu);
        if (opcode == IscsiOpcode::REJECT)
        {
            // A status before it may wait for data that it says will not come.
            m_handler.RejectHeld(pdu);
            Resume();
        }
    }
}

void
IscsiInitiatorConnection::Resume()
{
    if (m_isResuming)
    {
        return;
    }
    m_isResuming = true;
    while (const auto next = m_statuses.PeekHeld())
    {
        const auto readiness = m_handler.CheckStatus(next->opcode, next->pdu);
        if (readiness == IscsiStatusReadiness::WAITS)
        {
            break;
        }
        const auto held = m_statuses.TakeHeld();
        if (readiness == IscsiStatusReadiness::READY)
        {
            m_statuses.Advance();
            Deliver(held.opcode, held.pdu);
        }
    }
    m_isResuming = false;
}

void
IscsiInitiatorConnection::NoteUsed(uint32_t number)
{
    const auto run = m_statuses.NoteUsed(number);
    if (run.count > 0)
    {
        SendStatusSnack(run);
    }
}

bool
IscsiInitiatorConnection::AskForStatus()
{
    const auto run = m_statuses.GetMissing();
    if (run.count > 0)
    {
        SendStatusSnack(run);
    }
    return run.count > 0;
}

void
IscsiInitiatorConnection::SendStatusSnack(const IscsiInitiatorStatSnTracker::Run& run)
{
    IscsiSnackHeader snack;
    snack.type = IscsiSnackType::STATUS;
    snack.begRun = run.first;
    snack.runLength = run.count;
    NS_LOG_INFO("SNACK sent: status missing, BegRun " << run.first << ", RunLength " << run.count
                                                      << ", CID " << m_cid);
    m_observer->RecoveryTaken("status requested again");
    Send(snack, nullptr);
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
    header.cmdSn = m_numbering.GetCmdSn();
    Send(header, text);
}

void
IscsiInitiatorConnection::HandleLoginResponse(Ptr<Packet> pdu)
{
    IscsiLoginResponseHeader header;
    RemoveHeader(pdu, header);
    if (!m_statusSeen)
    {
        m_statusSeen = true;
        m_statuses.Start(header.statSn);
    }
    const auto progress = m_login->Handle(header, pdu);
    // The numbers of a response that refuses the login mean nothing.
    if (progress == IscsiInitiatorLogin::Progress::FAILED)
    {
        m_loginStatus = static_cast<uint16_t>(header.GetStatus());
        m_isTargetUnproven = m_login->IsTargetUnproven();
        m_redirect = m_login->GetRedirect();
        Fail(m_login->GetError());
        return;
    }
    if (header.statSn != m_statuses.GetExpected())
    {
        Fail("StatSN " + std::to_string(header.statSn) + " where " +
             std::to_string(m_statuses.GetExpected()) + " was expected");
        return;
    }
    m_statuses.Advance();
    m_numbering.Update(header);
    if (progress == IscsiInitiatorLogin::Progress::CONTINUES)
    {
        SendLoginRequest();
        return;
    }
    FinishLogin();
}

void
IscsiInitiatorConnection::FinishLogin()
{
    Simulator::Remove(m_loginClock);
    m_parameters = m_login->GetResult();
    const auto tsih = m_login->GetTsih();
    m_login.reset();
    SetMaxDataSegmentLengths(m_parameters.peerMaxRecvDataSegmentLength,
                             m_parameters.maxRecvDataSegmentLength);
    SetDigests(m_parameters);
    SetRole(m_parameters);
    SetState(IscsiConnectionState::LOGGED_IN);
    NS_LOG_INFO("login accepted: TSIH " << tsih << ", CID " << m_cid);
    NS_LOG_INFO("negotiated: TSIH " << tsih << ", CID " << m_cid << ": "
                                    << FormatIscsiNegotiatedValues(m_parameters));
    if (GetRole() != IscsiConnectionRole::RESPONSES)
    {
        m_keepAlive.Start();
    }
    m_owner.ConnectionLoggedIn(this, tsih);
}

void
IscsiInitiatorConnection::LoginTimedOut()
{
    Fail("the login took too long");
}

void
IscsiInitiatorConnection::PingDue()
{
    // Where PDUs may be lost, so may the ping before.
    if (!m_keepAlive.IsAwaited() || Recovers())
    {
        Ping();
    }
}

void
IscsiInitiatorConnection::PingLost()
{
    // TCP may not deliver later what is sent again meanwhile, perhaps over another path.
    m_stream->Reset();
    Fail("a ping was not answered");
}

void
IscsiInitiatorConnection::Ping()
{
    // No request follows a Logout Request (RFC 7143, 11.14).
    if (GetState() == IscsiConnectionState::IN_LOGOUT)
    {
        return;
    }
    const auto tag = m_owner.AllocatePingTag();
    if (!tag)
    {
        return;
    }
    IscsiNopOutHeader header;
    header.immediate = true;
    header.initiatorTaskTag = *tag;
    header.cmdSn = m_numbering.GetCmdSn();
    Send(header, nullptr);
    m_keepAlive.PingSent();
}

void
IscsiInitiatorConnection::PingAnswered()
{
    m_keepAlive.Answered();
}

void
IscsiInitiatorConnection::StopClocks()
{
    // An event that is only cancelled would still move the clock at the end of a simulation.
    m_keepAlive.Stop();
    Simulator::Remove(m_loginClock);
    Simulator::Remove(m_logoutClock);
}

} // namespace ns3
