/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-target-session.h"

#include "iscsi-logout-header.h"
#include "iscsi-nop-header.h"
#include "iscsi-snack-header.h"
#include "iscsi-text-header.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiTargetSession");

IscsiTargetSession::IscsiTargetSession(Ptr<ScsiDevice> device,
                                       IscsiObserver* observer,
                                       Ptr<IscsiTargetConnection> connection,
                                       const IscsiSessionParameters& parameters,
                                       const std::string& initiatorPort,
                                       uint16_t tsih,
                                       uint32_t cmdSn,
                                       const IscsiTargetLimits& limits)
    : m_core(device, observer, parameters, initiatorPort, cmdSn, limits),
      m_sender(m_core),
      m_gatherer(m_core, m_sender),
      m_notifier(m_core),
      m_taskManager(m_core, m_sender, m_gatherer, m_notifier, this),
      m_intake(m_core, m_sender, m_gatherer, this),
      m_retransmitter(m_core, m_sender, m_gatherer),
      m_reassigner(m_core, m_sender, m_gatherer),
      m_keeper(m_core, m_notifier, [this]() { UpdateState(); }),
      m_owner(connection->GetOwner()),
      m_tsih(tsih),
      m_state(IscsiSessionState::ACTIVE)
{
    m_keeper.Add(connection);
    SetState(IscsiSessionState::LOGGED_IN);
}

IscsiTargetSession::~IscsiTargetSession()
{
    Simulator::Remove(m_logoutLimit);
}

IscsiLoginStatus
IscsiTargetSession::CheckConnection(uint16_t cid) const
{
    return m_state == IscsiSessionState::FREE ? IscsiLoginStatus::SESSION_DOES_NOT_EXIST
                                              : m_keeper.Check(cid);
}

void
IscsiTargetSession::AddConnection(Ptr<IscsiTargetConnection> connection)
{
    NS_LOG_FUNCTION(this << connection->GetCid());
    StartContinuation(connection->GetCid());
    const auto taker = m_keeper.Add(connection);
    if (taker && m_nopInterval.IsStrictlyPositive())
    {
        taker->StartPings(m_nopInterval, m_nopTimeout);
    }
    SetState(IscsiSessionState::LOGGED_IN);
    Proceed();
}

void
IscsiTargetSession::StartContinuation(uint16_t cid)
{
    m_keeper.StartCleanup(cid);
    if (m_state == IscsiSessionState::FAILED)
    {
        SetState(IscsiSessionState::IN_CONTINUE);
    }
}

void
IscsiTargetSession::AbandonContinuation(uint16_t cid)
{
    m_keeper.AbandonCleanup(cid);
    if (m_state == IscsiSessionState::IN_CONTINUE)
    {
        SetState(IscsiSessionState::FAILED);
    }
}

uint32_t
IscsiTargetSession::GetNConnections() const
{
    return m_core.connections.CountLive();
}

void
IscsiTargetSession::ShowWindow(IscsiResponseHeader& header) const
{
    m_core.ShowWindow(header);
}

void
IscsiTargetSession::StartPings(Time interval, Time timeout)
{
    m_nopInterval = interval;
    m_nopTimeout = timeout;
    for (const auto& connection : m_core.connections.GetRequestTakers())
    {
        connection->StartPings(interval, timeout);
    }
}

void
IscsiTargetSession::RequestLogout(Time limit)
{
    for (const auto& connection : m_core.connections.GetRequestTakers())
    {
        m_notifier.AskForLogout(*connection, limit.GetSeconds());
    }
    Simulator::Remove(m_logoutLimit);
    m_logoutLimit = Simulator::Schedule(limit, &IscsiTargetSession::DropAllConnections, this);
}

void
IscsiTargetSession::DropConnection(uint16_t cid)
{
    Ptr<IscsiTargetSession> self(this);
    const auto connection = m_core.connections.Find(cid);
    if (connection && connection->IsLive())
    {
        m_notifier.TellConnectionDrop(*connection);
        m_keeper.Drop(connection);
        UpdateState();
    }
}

void
IscsiTargetSession::DropAllConnections()
{
    Ptr<IscsiTargetSession> self(this);
    for (const auto& connection : m_core.connections.GetRequestTakers())
    {
        m_notifier.TellSessionDrop(*connection);
    }
    LoseAllConnections();
}

void
IscsiTargetSession::RequestNegotiation(Time limit)
{
    if (const auto connection = m_core.connections.GetFirstLive())
    {
        m_notifier.AskForNegotiation(*connection, limit.GetSeconds());
    }
}

void
IscsiTargetSession::ReportScsiEvent(uint64_t lun, const std::vector<uint8_t>& sense)
{
    if (const auto connection = m_core.connections.GetFirstLive())
    {
        m_notifier.ReportScsiEvent(*connection, lun, sense);
    }
}

void
IscsiTargetSession::Close()
{
    if (m_state != IscsiSessionState::FREE)
    {
        End();
    }
}

const IscsiSessionParameters&
IscsiTargetSession::GetParameters() const
{
    return m_core.parameters;
}

uint16_t
IscsiTargetSession::GetTsih() const
{
    return m_tsih;
}

IscsiSessionState
IscsiTargetSession::GetState() const
{
    return m_state;
}

const std::string&
IscsiTargetSession::GetInitiatorPortName() const
{
    return *m_core.initiatorPort;
}

void
IscsiTargetSession::SendDataIn(Ptr<ScsiTask> task, uint32_t offset, Ptr<Packet> data)
{
    auto entry = StaticCast<IscsiTargetTask>(task);
    NS_ASSERT_MSG(entry->isAtDevice, "data of a task that is over");
    NS_ASSERT_MSG(offset == entry->dataIn.GetEnd(), "data-in with a gap");
    NS_ASSERT_MSG(offset + data->GetSize() <= task->dataInLength, "data-in beyond the buffer");
    if (data->GetSize() > 0)
    {
        m_sender.SendDataIn(entry, data);
    }
}

void
IscsiTargetSession::ReceiveDataOut(Ptr<ScsiTask> task, uint32_t offset, uint32_t length)
{
    auto entry = StaticCast<IscsiTargetTask>(task);
    NS_ASSERT_MSG(entry->isAtDevice, "data wanted for a task that is over");
    entry->dataOut.Want(offset + length);
    m_gatherer.Move(entry);
}

void
IscsiTargetSession::SendCommandComplete(Ptr<ScsiTask> task)
{
    auto entry = StaticCast<IscsiTargetTask>(task);
    NS_ASSERT_MSG(entry->isAtDevice, "status of a task that is over");
    entry->isAtDevice = false;
    entry->isAnswered = true;
    entry->Stamp(IoStage::BACK_AT_TARGET);
    entry->dataOut.Discard();
    m_sender.Answer(entry);
}

void
IscsiTargetSession::TaskAborted(Ptr<ScsiTask> task)
{
    m_taskManager.TaskAborted(StaticCast<IscsiTargetTask>(task));
}

void
IscsiTargetSession::PduReceived(IscsiTargetConnection* connection,
                                IscsiOpcode opcode,
                                Ptr<Packet> pdu)
{
    // A logout lets the target forget the session.
    Ptr<IscsiTargetSession> self(this);
    if (EndOverdue(*connection))
    {
        return;
    }
    if (m_core.parameters.IsDiscovery() && opcode != IscsiOpcode::TEXT_REQUEST &&
        opcode != IscsiOpcode::LOGOUT_REQUEST)
    {
        IscsiBasicHeader header;
        pdu->PeekHeader(header);
        m_core.Reject(*connection, IscsiRejectReason::PROTOCOL_ERROR, header); // RFC 7143, 13.21
        return;
    }
    switch (opcode)
    {
    case IscsiOpcode::SCSI_DATA_OUT: {
        IscsiDataOutHeader header;
        IscsiConnection::TakeHeader(pdu, header);
        Acknowledge(*connection, header.expStatSn);
        const uint32_t most = m_core.parameters.firstBurstLength;
        if (!m_core.commands.KeepData(connection, {header, pdu}, most))
        {
            m_gatherer.Receive(*connection, header, pdu);
        }
        Proceed();
        break;
    }
    case IscsiOpcode::SNACK_REQUEST: {
        IscsiSnackHeader header;
        pdu->PeekHeader(header);
        Acknowledge(*connection, header.expStatSn);
        m_retransmitter.Handle(*connection, header);
        break;
    }
    case IscsiOpcode::SCSI_COMMAND:
    case IscsiOpcode::NOP_OUT:
    case IscsiOpcode::LOGOUT_REQUEST:
    case IscsiOpcode::TASK_MANAGEMENT_REQUEST:
    case IscsiOpcode::TEXT_REQUEST:
        Sequence(*connection, opcode, pdu);
        break;
    case IscsiOpcode::LOGIN_REQUEST:
        connection->Fail("Login Request in full feature phase");
        break;
    default: {
        IscsiBasicHeader header;
        pdu->PeekHeader(header);
        m_core.Reject(*connection, IscsiRejectReason::COMMAND_NOT_SUPPORTED, header);
        break;
    }
    }
}

void
IscsiTargetSession::PduDamaged(IscsiTargetConnection* connection, Ptr<Packet> headers)
{
    Ptr<IscsiTargetSession> self(this);
    if (!EndOverdue(*connection))
    {
        m_retransmitter.HandleDamage(*connection, headers);
        Proceed();
    }
}

void
IscsiTargetSession::ConnectionLost(IscsiTargetConnection* connection)
{
    NS_LOG_FUNCTION(this);
    Ptr<IscsiTargetSession> self(this);
    m_keeper.Lose(connection);
    UpdateState();
    Proceed();
}

bool
IscsiTargetSession::EndOverdue(IscsiTargetConnection& connection) const
{
    const auto& limits = m_core.limits;
    if (!m_core.KeepsData() ||
        connection.CountUnacknowledged() <= limits.commandWindow + limits.maxUnacknowledged)
    {
        return false;
    }
    connection.Fail("status is not acknowledged");
    return true;
}

void
IscsiTargetSession::Sequence(IscsiTargetConnection& connection, IscsiOpcode opcode, Ptr<Packet> pdu)
{
    // The fields these requests share lie where a SCSI Command has them.
    IscsiScsiCommandHeader header;
    pdu->PeekHeader(header);
    Acknowledge(connection, header.expStatSn);
    if (!header.immediate)
    {
        if (!m_core.commands.GetGrant().Contains(header.cmdSn))
        {
            NS_LOG_LOGIC("CmdSN " << header.cmdSn << " outside the window");
            return;
        }
        if (!m_core.commands.IsNext(header.cmdSn))
        {
            m_core.commands.Keep(header.cmdSn, {&connection, opcode, pdu});
            return;
        }
    }
    Handle(connection, opcode, header, pdu);
    HandleNext();
}

void
IscsiTargetSession::HandleNext()
{
    IscsiCommandOrder::Command command;
    while (m_state == IscsiSessionState::LOGGED_IN)
    {
        if (!m_core.commands.Take(command))
        {
            if (m_taskManager.IsBusy())
            {
                m_taskManager.Proceed();
            }
            if (!m_core.commands.HasNext())
            {
                return;
            }
            continue;
        }
        if (!command.pdu)
        {
            Advance(false);
            m_core.TellWindow();
            continue;
        }
        IscsiScsiCommandHeader header;
        command.pdu->PeekHeader(header);
        const Ptr<IscsiTargetConnection> connection(command.connection);
        Handle(*connection, command.opcode, header, command.pdu);
        for (const auto& [dataHeader, data] : command.data)
        {
            m_gatherer.Receive(*connection, dataHeader, data);
        }
    }
}

void
IscsiTargetSession::Handle(IscsiTargetConnection& connection,
                           IscsiOpcode opcode,
                           const IscsiScsiCommandHeader& header,
                           Ptr<Packet> pdu)
{
    switch (opcode)
    {
    case IscsiOpcode::SCSI_COMMAND:
        HandleCommand(connection, header, pdu);
        break;
    case IscsiOpcode::NOP_OUT:
        // Only a ping has a place in the order (RFC 7143, 11.18.1).
        if (header.initiatorTaskTag == IscsiHeader::RESERVED_TAG && !header.immediate)
        {
            m_core.Reject(connection, IscsiRejectReason::INVALID_PDU_FIELD, header);
            break;
        }
        Advance(header.immediate);
        HandleNopOut(connection, pdu);
        break;
    case IscsiOpcode::TASK_MANAGEMENT_REQUEST:
        Advance(header.immediate);
        HandleTaskManagement(connection, pdu);
        break;
    case IscsiOpcode::TEXT_REQUEST:
        Advance(header.immediate);
        HandleTextRequest(connection, pdu);
        break;
    default: {
        Advance(header.immediate);
        IscsiLogoutRequestHeader logout;
        pdu->PeekHeader(logout);
        m_keeper.LogOut(Ptr<IscsiTargetConnection>(&connection), logout);
        UpdateState();
        break;
    }
    }
}

void
IscsiTargetSession::Advance(bool isImmediate)
{
    if (!isImmediate)
    {
        m_core.commands.Advance();
        m_core.TraceWindow();
    }
}

void
IscsiTargetSession::HandleCommand(IscsiTargetConnection& connection,
                                  const IscsiScsiCommandHeader& header,
                                  Ptr<Packet> pdu)
{
    const auto extension = IscsiTargetCommandIntake::ReadLayout(header, pdu);
    if (!extension)
    {
        FailFormat("format error in a SCSI Command");
        return;
    }
    if (const auto task = m_intake.Admit(connection, header, *extension))
    {
        Advance(header.immediate);
        m_intake.Start(task, header, pdu);
    }
}

void
IscsiTargetSession::FailFormat(const std::string& what)
{
    m_core.observer->ProtocolErrorSeen(what);
    // session recovery ends all tasks (RFC 7143, 7.1.4.4)
    for (const auto& connection : m_core.connections.GetAll())
    {
        m_core.commands.DiscardOf(PeekPointer(connection));
        m_core.LoseTasksOf(PeekPointer(connection), false);
    }
    LoseAllConnections();
}

void
IscsiTargetSession::LoseAllConnections()
{
    const auto connections = m_core.connections.GetLive();
    for (const auto& connection : connections)
    {
        connection->End(IscsiConnectionState::CLEANUP_WAIT);
    }
    for (const auto& connection : connections)
    {
        m_keeper.Lose(PeekPointer(connection));
    }
    UpdateState();
}

void
IscsiTargetSession::HandleNopOut(IscsiTargetConnection& connection, Ptr<Packet> pdu)
{
    IscsiNopOutHeader header;
    IscsiConnection::TakeHeader(pdu, header);
    if (header.targetTransferTag != IscsiHeader::RESERVED_TAG &&
        !connection.PongReceived(header.targetTransferTag))
    {
        m_core.Reject(connection, IscsiRejectReason::INVALID_PDU_FIELD, header);
        return;
    }
    if (header.initiatorTaskTag == IscsiHeader::RESERVED_TAG)
    {
        m_taskManager.TerminationAcknowledged(connection, header.lun);
        return;
    }
    IscsiNopInHeader answer;
    answer.initiatorTaskTag = header.initiatorTaskTag;
    answer.lun = header.lun;
    m_core.ShowWindow(answer);
    const uint32_t most = connection.GetMaxSendDataSegmentLength();
    if (pdu->GetSize() > most)
    {
        pdu = pdu->CreateFragment(0, most);
    }
    connection.SendStatus(answer, pdu);
}

void
IscsiTargetSession::HandleTextRequest(IscsiTargetConnection& connection, Ptr<Packet> pdu)
{
    IscsiTextRequestHeader header;
    IscsiConnection::TakeHeader(pdu, header);
    IscsiTextResponseHeader response;
    Ptr<Packet> answer;
    const auto reason = connection.AnswerText(m_core.parameters, header, pdu, response, answer);
    if (reason)
    {
        m_core.Reject(connection, *reason, header);
        return;
    }
    m_core.ShowWindow(response);
    connection.SendStatus(response, answer);
}

void
IscsiTargetSession::HandleTaskManagement(IscsiTargetConnection& connection, Ptr<Packet> pdu)
{
    IscsiTaskManagementRequestHeader header;
    pdu->PeekHeader(header);
    if (header.immediate && m_taskManager.HasImmediate(connection))
    {
        m_core.Reject(connection, IscsiRejectReason::IMMEDIATE_COMMAND_REJECT, header);
        return;
    }
    if (header.function != IscsiTaskManagementFunction::TASK_REASSIGN)
    {
        m_taskManager.Handle(Ptr<IscsiTargetConnection>(&connection), header);
        return;
    }
    // only tasks can be reassigned (RFC 7143, 11.5.1)
    const auto members = m_core.connections.GetAll();
    const bool isOther = m_taskManager.Contains(header.referencedTaskTag) ||
                         std::any_of(members.begin(), members.end(), [&](const auto& member) {
                             return member->HasNegotiation(header.referencedTaskTag);
                         });
    const auto response =
        isOther ? IscsiTaskManagementResponseCode::FUNCTION_REJECTED : m_reassigner.Check(header);
    m_taskManager.Respond(connection, header.initiatorTaskTag, response);
    if (response == IscsiTaskManagementResponseCode::FUNCTION_COMPLETE)
    {
        m_reassigner.Reassign(connection, header);
    }
}

void
IscsiTargetSession::Acknowledge(IscsiTargetConnection& connection, uint32_t expStatSn)
{
    if (!connection.Acknowledge(expStatSn))
    {
        return;
    }
    if (const auto retention = connection.GetRetention())
    {
        while (const auto task = retention->TakeAcknowledged(expStatSn))
        {
            m_core.tasks.Remove(*task);
        }
    }
    Proceed();
}

void
IscsiTargetSession::Proceed()
{
    m_core.fence.Proceed();
    if (m_taskManager.IsBusy())
    {
        HandleNext();
    }
}

void
IscsiTargetSession::UpdateState()
{
    if (m_state == IscsiSessionState::FREE)
    {
        return;
    }
    if (m_core.connections.IsEmpty())
    {
        End();
    }
    else if (m_core.connections.CountLive() == 0)
    {
        SetState(IscsiSessionState::FAILED);
    }
    else if (m_core.parameters.IsSplitByDirection() &&
             m_core.connections.CountLive() < m_core.connections.GetCount())
    {
        // without one direction the rest is of no use
        LoseAllConnections();
    }
}

void
IscsiTargetSession::End()
{
    // The owner lets go of the session.
    Ptr<IscsiTargetSession> self(this);
    Simulator::Remove(m_logoutLimit);
    SetState(IscsiSessionState::FREE);
    m_core.fence.Clear();
    m_keeper.CloseAll();
    m_taskManager.Proceed();
    if (m_core.device)
    {
        m_core.device->NexusLost(*m_core.initiatorPort);
    }
    m_owner->SessionClosed(this);
}

void
IscsiTargetSession::SetState(IscsiSessionState state)
{
    if (state != m_state)
    {
        const auto old = m_state;
        m_state = state;
        m_core.observer->StateChanged("session",
                                      GetIscsiSessionStateName(old),
                                      GetIscsiSessionStateName(state));
    }
}

} // namespace ns3
