/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-target-dispatcher.h"

#include "ns3/iscsi-data-header.h"
#include "ns3/iscsi-snack-header.h"
#include "ns3/log.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiTargetDispatcher");

IscsiTargetDispatcher::IscsiTargetDispatcher(const IscsiTargetSessionSettings& settings,
                                             const IscsiTargetSessionLifecycle& lifecycle,
                                             const IscsiTargetResponder& responder,
                                             IscsiTargetCommandSequencer& commands,
                                             IscsiTargetCommandSlots& slots,
                                             IscsiTargetResponseFence& fence,
                                             IscsiTargetSender& sender,
                                             IscsiTargetDataOutReceiver& dataOutReceiver,
                                             IscsiTargetTaskManager& taskManager,
                                             IscsiTargetRetransmitter& retransmitter,
                                             IscsiTargetRequestHandler& handler)
    : m_settings(settings),
      m_lifecycle(lifecycle),
      m_responder(responder),
      m_commands(commands),
      m_slots(slots),
      m_fence(fence),
      m_sender(sender),
      m_dataOutReceiver(dataOutReceiver),
      m_taskManager(taskManager),
      m_retransmitter(retransmitter),
      m_handler(handler),
      m_isDiscovery(settings.parameters.IsDiscovery())
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
        m_responder.Reject(connection,
                           IscsiRejectReason::PROTOCOL_ERROR,
                           header); // RFC 7143, 13.21
        return;
    }
    switch (opcode)
    {
    case IscsiOpcode::SCSI_DATA_OUT: {
        IscsiDataOutHeader header;
        IscsiConnection::TakeHeader(pdu, header);
        Acknowledge(connection, header.expStatSn);
        const uint32_t most = m_settings.parameters.firstBurstLength;
        if (!m_commands.KeepData(&connection, {header, pdu}, most))
        {
            m_dataOutReceiver.Receive(connection, header, pdu);
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
        m_responder.Reject(connection, IscsiRejectReason::COMMAND_NOT_SUPPORTED, header);
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
    const auto& limits = m_settings.limits;
    if (!m_settings.KeepsData() ||
        connection.CountUnacknowledged() <= limits.commandWindow + limits.maxUnacknowledged)
    {
        return false;
    }
    connection.Fail("status was not acknowledged");
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
        if (!m_commands.GetWindow().Contains(header.cmdSn))
        {
            NS_LOG_LOGIC("ignored: CmdSN " << header.cmdSn << " outside the command window, "
                                           << m_commands.GetWindow().GetExpCmdSn() << " to "
                                           << m_commands.GetWindow().GetMaxCmdSn());
            return;
        }
        if (!m_commands.IsNext(header.cmdSn))
        {
            NS_LOG_DEBUG("held: CmdSN " << header.cmdSn << ", ExpCmdSN "
                                        << m_commands.GetWindow().GetExpCmdSn());
            m_commands.Keep(header.cmdSn, {&connection, opcode, pdu});
            return;
        }
    }
    m_handler.Handle(connection, opcode, header, pdu);
    HandleNext();
}

void
IscsiTargetDispatcher::HandleNext()
{
    IscsiTargetCommandSequencer::Command command;
    while (m_lifecycle.IsLoggedIn())
    {
        if (!m_commands.Take(command))
        {
            if (m_taskManager.IsBusy())
            {
                m_taskManager.Proceed();
            }
            if (!m_commands.HasNext())
            {
                return;
            }
            continue;
        }
        if (!command.pdu)
        {
            m_slots.Advance();
            m_responder.TellWindow();
            continue;
        }
        IscsiScsiCommandHeader header;
        header.Peek(command.pdu);
        const Ptr<IscsiTargetConnection> connection(command.connection);
        m_handler.Handle(*connection, command.opcode, header, command.pdu);
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
    m_fence.Proceed();
    if (m_taskManager.IsBusy())
    {
        HandleNext();
    }
}

} // namespace ns3
