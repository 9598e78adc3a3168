/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-target-dispatcher.h"

#include "iscsi-logout-header.h"
#include "iscsi-nop-header.h"
#include "iscsi-snack-header.h"
#include "iscsi-target-session.h"
#include "iscsi-text-header.h"

#include "ns3/log.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiTargetDispatcher");

IscsiTargetDispatcher::IscsiTargetDispatcher(IscsiTargetSession& session,
                                             IscsiTargetSessionCore& core,
                                             IscsiTargetSender& sender,
                                             IscsiTargetGatherer& gatherer,
                                             IscsiTargetTaskManager& taskManager,
                                             IscsiTargetConnectionKeeper& keeper)
    : m_session(session),
      m_core(core),
      m_gatherer(gatherer),
      m_taskManager(taskManager),
      m_keeper(keeper),
      m_isDiscovery(core.parameters.IsDiscovery()),
      m_intake(core, sender, gatherer, &session),
      m_retransmitter(core, sender, gatherer),
      m_reassigner(core, sender, gatherer)
{
}

void
IscsiTargetDispatcher::Receive(IscsiTargetConnection& connection,
                               IscsiOpcode opcode,
                               Ptr<Packet> pdu)
{
    if (EndOverdue(connection))
    {
        return;
    }
    if (m_isDiscovery && opcode != IscsiOpcode::TEXT_REQUEST &&
        opcode != IscsiOpcode::LOGOUT_REQUEST)
    {
        IscsiBasicHeader header;
        header.Peek(pdu);
        m_core.Reject(connection, IscsiRejectReason::PROTOCOL_ERROR, header); // RFC 7143, 13.21
        return;
    }
    switch (opcode)
    {
    case IscsiOpcode::SCSI_DATA_OUT: {
        IscsiDataOutHeader header;
        IscsiConnection::TakeHeader(pdu, header);
        Acknowledge(connection, header.expStatSn);
        const uint32_t most = m_core.parameters.firstBurstLength;
        if (!m_core.commands.KeepData(&connection, {header, pdu}, most))
        {
            m_gatherer.Receive(connection, header, pdu);
        }
        Proceed();
        break;
    }
    case IscsiOpcode::SNACK_REQUEST: {
        IscsiSnackHeader header;
        header.Peek(pdu);
        Acknowledge(connection, header.expStatSn);
        m_retransmitter.Handle(connection, header);
        break;
    }
    case IscsiOpcode::SCSI_COMMAND:
    case IscsiOpcode::NOP_OUT:
    case IscsiOpcode::LOGOUT_REQUEST:
    case IscsiOpcode::TASK_MANAGEMENT_REQUEST:
    case IscsiOpcode::TEXT_REQUEST:
        Sequence(connection, opcode, pdu);
        break;
    case IscsiOpcode::LOGIN_REQUEST:
        connection.Fail("Login Request in full feature phase");
        break;
    default: {
        IscsiBasicHeader header;
        header.Peek(pdu);
        m_core.Reject(connection, IscsiRejectReason::COMMAND_NOT_SUPPORTED, header);
        break;
    }
    }
}

void
IscsiTargetDispatcher::ReceiveDamaged(IscsiTargetConnection& connection, Ptr<Packet> headers)
{
    if (!EndOverdue(connection))
    {
        m_retransmitter.HandleDamage(connection, headers);
        Proceed();
    }
}

bool
IscsiTargetDispatcher::EndOverdue(IscsiTargetConnection& connection) const
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
IscsiTargetDispatcher::Sequence(IscsiTargetConnection& connection,
                                IscsiOpcode opcode,
                                Ptr<Packet> pdu)
{
    // The fields these requests share lie where a SCSI Command has them.
    IscsiScsiCommandHeader header;
    header.Peek(pdu);
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
IscsiTargetDispatcher::HandleNext()
{
    IscsiCommandOrder::Command command;
    while (m_session.GetState() == IscsiSessionState::LOGGED_IN)
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
        header.Peek(command.pdu);
        const Ptr<IscsiTargetConnection> connection(command.connection);
        Handle(*connection, command.opcode, header, command.pdu);
        for (const auto& [dataHeader, data] : command.data)
        {
            m_gatherer.Receive(*connection, dataHeader, data);
        }
    }
}

void
IscsiTargetDispatcher::Handle(IscsiTargetConnection& connection,
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
        logout.Peek(pdu);
        m_keeper.LogOut(Ptr<IscsiTargetConnection>(&connection), logout);
        m_session.UpdateState();
        break;
    }
    }
}

void
IscsiTargetDispatcher::Advance(bool isImmediate)
{
    if (!isImmediate)
    {
        m_core.commands.Advance();
        m_core.TraceWindow();
    }
}

void
IscsiTargetDispatcher::HandleCommand(IscsiTargetConnection& connection,
                                     const IscsiScsiCommandHeader& header,
                                     Ptr<Packet> pdu)
{
    const auto extension = IscsiTargetCommandIntake::ReadLayout(header, pdu);
    if (!extension)
    {
        m_session.FailFormat("format error in a SCSI Command");
        return;
    }
    if (const auto task = m_intake.Admit(connection, header, *extension))
    {
        Advance(header.immediate);
        m_intake.Start(task, header, pdu);
    }
}

void
IscsiTargetDispatcher::HandleNopOut(IscsiTargetConnection& connection, Ptr<Packet> pdu)
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
IscsiTargetDispatcher::HandleTextRequest(IscsiTargetConnection& connection, Ptr<Packet> pdu)
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
IscsiTargetDispatcher::HandleTaskManagement(IscsiTargetConnection& connection, Ptr<Packet> pdu)
{
    IscsiTaskManagementRequestHeader header;
    header.Peek(pdu);
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
IscsiTargetDispatcher::Acknowledge(IscsiTargetConnection& connection, uint32_t expStatSn)
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
IscsiTargetDispatcher::Proceed()
{
    m_core.fence.Proceed();
    if (m_taskManager.IsBusy())
    {
        HandleNext();
    }
}

} // namespace ns3
