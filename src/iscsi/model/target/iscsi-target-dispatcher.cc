/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-target-dispatcher.h"

#include "ns3/iscsi-logout-header.h"
#include "ns3/iscsi-nop-header.h"
#include "ns3/iscsi-snack-header.h"
#include "ns3/iscsi-text-header.h"
#include "ns3/log.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiTargetDispatcher");

IscsiTargetDispatcher::IscsiTargetDispatcher(IscsiTargetContext& context,
                                             IscsiTargetSender& sender,
                                             IscsiTargetDataOutReceiver& dataOutReceiver,
                                             IscsiTargetTaskManager& taskManager,
                                             IscsiTargetRetransmitter& retransmitter,
                                             IscsiTargetConnectionManager& connectionManager,
                                             IscsiTargetCommandReceiver& commandReceiver)
    : m_context(context),
      m_sender(sender),
      m_dataOutReceiver(dataOutReceiver),
      m_taskManager(taskManager),
      m_retransmitter(retransmitter),
      m_connectionManager(connectionManager),
      m_commandReceiver(commandReceiver),
      m_isDiscovery(context.settings.parameters.IsDiscovery())
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
        Refuse(connection, IscsiRejectReason::PROTOCOL_ERROR, pdu); // RFC 7143, 13.21
    }
    else if (opcode == IscsiOpcode::SCSI_DATA_OUT)
    {
        ReceiveDataOut(connection, pdu);
    }
    else if (opcode == IscsiOpcode::SNACK_REQUEST)
    {
        IscsiSnackHeader header;
        header.Peek(pdu);
        Acknowledge(connection, header.expStatSn);
        m_retransmitter.Handle(connection, header);
    }
    else if (opcode == IscsiOpcode::LOGIN_REQUEST)
    {
        connection.Fail("Login Request in full feature phase");
    }
    else if (const auto handler = FindHandler(opcode))
    {
        Sequence(connection, opcode, pdu, handler);
    }
    else
    {
        Refuse(connection, IscsiRejectReason::COMMAND_NOT_SUPPORTED, pdu);
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
    const auto& limits = m_context.settings.limits;
    if (!m_context.settings.KeepsData() ||
        connection.CountUnacknowledged() <= limits.commandWindow + limits.maxUnacknowledged)
    {
        return false;
    }
    connection.Fail("status was not acknowledged");
    return true;
}

void
IscsiTargetDispatcher::ReceiveDataOut(IscsiTargetConnection& connection, Ptr<Packet> pdu)
{
    IscsiDataOutHeader header;
    IscsiConnection::RemoveHeader(pdu, header);
    Acknowledge(connection, header.expStatSn);
    const uint32_t most = m_context.settings.parameters.firstBurstLength;
    if (!m_context.commands.KeepData(&connection, {header, pdu}, most))
    {
        m_dataOutReceiver.Receive(connection, header, pdu);
    }
    Proceed();
}

void
IscsiTargetDispatcher::Refuse(IscsiTargetConnection& connection,
                              IscsiRejectReason reason,
                              Ptr<const Packet> pdu) const
{
    IscsiBasicHeader header;
    header.Peek(pdu);
    m_context.Reject(connection, reason, header);
}

IscsiTargetDispatcher::Handler
IscsiTargetDispatcher::FindHandler(IscsiOpcode opcode)
{
    switch (opcode)
    {
    case IscsiOpcode::SCSI_COMMAND:
        return &IscsiTargetDispatcher::HandleCommand;
    case IscsiOpcode::NOP_OUT:
        return &IscsiTargetDispatcher::HandleNopOut;
    case IscsiOpcode::TASK_MANAGEMENT_REQUEST:
        return &IscsiTargetDispatcher::HandleTaskManagement;
    case IscsiOpcode::TEXT_REQUEST:
        return &IscsiTargetDispatcher::HandleTextRequest;
    case IscsiOpcode::LOGOUT_REQUEST:
        return &IscsiTargetDispatcher::HandleLogout;
    default:
        return nullptr;
    }
}

void
IscsiTargetDispatcher::Sequence(IscsiTargetConnection& connection,
                                IscsiOpcode opcode,
                                Ptr<Packet> pdu,
                                Handler handler)
{
    // The fields these requests share lie where a SCSI Command has them.
    IscsiScsiCommandHeader header;
    header.Peek(pdu);
    Acknowledge(connection, header.expStatSn);
    if (!header.immediate)
    {
        if (!m_context.commands.Contains(header.cmdSn))
        {
            NS_LOG_LOGIC("ignored: CmdSN " << header.cmdSn << " outside the command window, "
                                           << m_context.commands.GetExpCmdSn() << " to "
                                           << m_context.commands.GetMaxCmdSn());
            return;
        }
        if (!m_context.commands.IsNext(header.cmdSn))
        {
            NS_LOG_DEBUG("held: CmdSN " << header.cmdSn << ", ExpCmdSN "
                                        << m_context.commands.GetExpCmdSn());
            m_context.commands.Keep({&connection, opcode, header, pdu});
            return;
        }
    }
    (this->*handler)(connection, header, pdu);
    HandleNext();
}

void
IscsiTargetDispatcher::HandleNext()
{
    IscsiTargetCommandSequencer::Command command;
    while (m_context.state == IscsiSessionState::LOGGED_IN)
    {
        if (!m_context.commands.TakeNext(command))
        {
            if (m_taskManager.IsBusy())
            {
                m_taskManager.Proceed();
            }
            if (!m_context.commands.HasNext())
            {
                return;
            }
            continue;
        }
        if (!command.pdu)
        {
            m_context.commands.Advance();
            m_context.SendCommandWindow();
            continue;
        }
        const Ptr<IscsiTargetConnection> connection(command.connection);
        (this->*FindHandler(command.opcode))(*connection, command.header, command.pdu);
        for (const auto& [dataHeader, data] : command.data)
        {
            m_dataOutReceiver.Receive(*connection, dataHeader, data);
        }
    }
}

void
IscsiTargetDispatcher::Acknowledge(IscsiTargetConnection& connection, uint32_t expStatSn)
{
    if (m_sender.Acknowledge(connection, expStatSn))
    {
        Proceed();
    }
}

void
IscsiTargetDispatcher::Proceed()
{
    m_sender.GetFence().Proceed();
    if (m_taskManager.IsBusy())
    {
        HandleNext();
    }
}

void
IscsiTargetDispatcher::Advance(bool isImmediate)
{
    if (!isImmediate)
    {
        m_context.commands.Advance();
    }
}

void
IscsiTargetDispatcher::HandleCommand(IscsiTargetConnection& connection,
                                     const IscsiScsiCommandHeader& header,
                                     Ptr<Packet> pdu)
{
    const auto extension = IscsiTargetCommandReceiver::ReadLayout(header, pdu);
    if (!extension)
    {
        NS_LOG_WARN("format error: SCSI Command, ITT " << FormatIscsiTag(header.initiatorTaskTag)
                                                       << ", CmdSN " << header.cmdSn);
        m_connectionManager.FailFormat("format error in a SCSI Command");
        return;
    }
    if (const auto task = m_commandReceiver.Admit(connection, header, *extension))
    {
        Advance(header.immediate);
        m_commandReceiver.Start(task, header, pdu);
    }
}

void
IscsiTargetDispatcher::HandleNopOut(IscsiTargetConnection& connection,
                                    const IscsiScsiCommandHeader& shared,
                                    Ptr<Packet> pdu)
{
    // Only a ping has a place in the order (RFC 7143, 11.18.1).
    if (shared.initiatorTaskTag == IscsiHeader::RESERVED_TAG && !shared.immediate)
    {
        m_context.Reject(connection, IscsiRejectReason::INVALID_PDU_FIELD, shared);
        return;
    }
    Advance(shared.immediate);
    IscsiNopOutHeader header;
    IscsiConnection::RemoveHeader(pdu, header);
    if (header.targetTransferTag != IscsiHeader::RESERVED_TAG &&
        !connection.PongReceived(header.targetTransferTag))
    {
        m_context.Reject(connection, IscsiRejectReason::INVALID_PDU_FIELD, header);
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
    m_context.SetCommandWindow(answer);
    const uint32_t most = connection.GetMaxSendDataSegmentLength();
    if (pdu->GetSize() > most)
    {
        pdu = pdu->CreateFragment(0, most);
    }
    connection.SendStatus(answer, pdu);
}

void
IscsiTargetDispatcher::HandleTextRequest(IscsiTargetConnection& connection,
                                         const IscsiScsiCommandHeader& shared,
                                         Ptr<Packet> pdu)
{
    Advance(shared.immediate);
    IscsiTextRequestHeader header;
    IscsiConnection::RemoveHeader(pdu, header);
    NS_LOG_INFO("text request: ITT " << FormatIscsiTag(header.initiatorTaskTag) << ", CID "
                                     << connection.GetCid());
    IscsiTextResponseHeader response;
    Ptr<Packet> answer;
    const auto reason =
        connection.AnswerText(m_context.settings.parameters, header, pdu, response, answer);
    if (reason)
    {
        m_context.Reject(connection, *reason, header);
        return;
    }
    m_context.SetCommandWindow(response);
    connection.SendStatus(response, answer);
}

void
IscsiTargetDispatcher::HandleTaskManagement(IscsiTargetConnection& connection,
                                            const IscsiScsiCommandHeader& shared,
                                            Ptr<Packet> pdu)
{
    Advance(shared.immediate);
    IscsiTaskManagementRequestHeader header;
    header.Peek(pdu);
    if (header.immediate && m_taskManager.HasImmediate(connection))
    {
        m_context.Reject(connection, IscsiRejectReason::IMMEDIATE_COMMAND_REJECT, header);
        return;
    }
    if (header.function == IscsiTaskManagementFunction::TASK_REASSIGN)
    {
        m_retransmitter.HandleReassignment(connection, header);
        return;
    }
    m_taskManager.Handle(Ptr<IscsiTargetConnection>(&connection), header);
}

void
IscsiTargetDispatcher::HandleLogout(IscsiTargetConnection& connection,
                                    const IscsiScsiCommandHeader& shared,
                                    Ptr<Packet> pdu)
{
    Advance(shared.immediate);
    IscsiLogoutRequestHeader header;
    header.Peek(pdu);
    m_connectionManager.LogOut(Ptr<IscsiTargetConnection>(&connection), header);
}

} // namespace ns3
