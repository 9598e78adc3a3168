/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-initiator-reject-handler.h"

#include "ns3/iscsi-header.h"
#include "ns3/iscsi-initiator-command-numbering.h"
#include "ns3/iscsi-initiator-command-sender.h"
#include "ns3/iscsi-initiator-connection.h"
#include "ns3/iscsi-initiator-context.h"
#include "ns3/iscsi-initiator-pending-requests.h"
#include "ns3/iscsi-initiator-task-manager.h"
#include "ns3/iscsi-initiator-task-table.h"
#include "ns3/iscsi-serial-number.h"
#include "ns3/log.h"

#include <string>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiInitiatorRejectHandler");

IscsiInitiatorRejectHandler::IscsiInitiatorRejectHandler(
    const IscsiInitiatorContext& context,
    IscsiInitiatorTaskTable& tasks,
    IscsiInitiatorCommandNumbering& numbering,
    IscsiInitiatorPendingRequests& pendingRequests,
    IscsiInitiatorCommandSender& sender,
    IscsiInitiatorTaskManager& manager)
    : m_context(context),
      m_tasks(tasks),
      m_numbering(numbering),
      m_pendingRequests(pendingRequests),
      m_sender(sender),
      m_manager(manager)
{
}

void
IscsiInitiatorRejectHandler::Handle(IscsiInitiatorConnection* connection, Ptr<Packet> pdu)
{
    IscsiRejectHeader header;
    IscsiConnection::TakeHeader(pdu, header);
    m_numbering.Update(header);
    NS_LOG_WARN("Reject received: reason " << +static_cast<uint8_t>(header.reason) << ", CID "
                                           << connection->GetCid());
    m_context.settings.observer->ProtocolErrorSeen(
        "target rejected a PDU for reason " + std::to_string(static_cast<uint32_t>(header.reason)));
    if (header.reason == IscsiRejectReason::NEGOTIATION_RESET)
    {
        connection->Fail("the target reset the negotiation");
        return;
    }
    IscsiBasicHeader rejected;
    if (pdu->GetSize() < IscsiHeader::BHS_SIZE)
    {
        return;
    }
    rejected.Peek(pdu);
    const uint32_t tag = rejected.initiatorTaskTag;
    NS_LOG_DEBUG("rejected: " << rejected);
    const bool wantsRoom = header.reason == IscsiRejectReason::IMMEDIATE_COMMAND_REJECT ||
                           header.reason == IscsiRejectReason::LONG_OPERATION_REJECT;
    switch (rejected.GetOpcode())
    {
    case IscsiOpcode::SCSI_COMMAND:
        HandleCommand(connection, header.reason, tag);
        break;
    case IscsiOpcode::SNACK_REQUEST:
        HandleSnack(connection, header.reason, tag);
        break;
    case IscsiOpcode::NOP_OUT:
        connection->PingAnswered();
        break;
    case IscsiOpcode::SCSI_DATA_OUT:
        // A recovery R2T or a SCSI Response follows (RFC 7143, 7.3 and 7.8).
        break;
    default:
        if (!wantsRoom || !m_manager.ResendSoon(tag))
        {
            m_pendingRequests.Cancel(tag);
        }
    }
}

void
IscsiInitiatorRejectHandler::NoteHeld(Ptr<const Packet> pdu)
{
    const auto copy = pdu->Copy();
    IscsiRejectHeader header;
    IscsiConnection::TakeHeader(copy, header);
    IscsiBasicHeader rejected;
    if (copy->GetSize() < IscsiHeader::BHS_SIZE ||
        header.reason == IscsiRejectReason::INVALID_DATA_ACK)
    {
        return;
    }
    rejected.Peek(copy);
    const auto task = m_tasks.Find(rejected.initiatorTaskTag);
    if (task && rejected.GetOpcode() == IscsiOpcode::SNACK_REQUEST)
    {
        task->isDataLost = true;
    }
}

void
IscsiInitiatorRejectHandler::HandleCommand(IscsiInitiatorConnection* connection,
                                           IscsiRejectReason reason,
                                           uint32_t tag)
{
    const auto task = m_tasks.Find(tag);
    // A repeated tag is of a command that goes on; one that waits for a logout goes elsewhere.
    if (!task || reason == IscsiRejectReason::TASK_IN_PROGRESS ||
        reason == IscsiRejectReason::WAITING_FOR_LOGOUT)
    {
        return;
    }
    if (reason == IscsiRejectReason::DATA_DIGEST_ERROR)
    {
        if (m_context.Recovers())
        {
            m_context.settings.observer->RecoveryTaken("command resent");
            m_sender.Resend(task);
        }
        else
        {
            connection->Fail("data of a command was damaged");
        }
        return;
    }
    if (IscsiSerialLessEqual(m_numbering.GetWindow().GetExpCmdSn(), task->cmdSn))
    {
        // An ABORT TASK fills the gap in the command numbers (RFC 7143, 7.3 and 7.11).
        m_manager.ManageTask(IscsiTaskManagementFunction::ABORT_TASK, task, nullptr);
    }
    m_tasks.Lose(task);
}

void
IscsiInitiatorRejectHandler::HandleSnack(IscsiInitiatorConnection* connection,
                                         IscsiRejectReason reason,
                                         uint32_t tag)
{
    if (reason == IscsiRejectReason::INVALID_DATA_ACK)
    {
        return;
    }
    const auto task = m_tasks.Find(tag);
    if (task)
    {
        task->isDataLost = true;
    }
    else if (tag == IscsiHeader::RESERVED_TAG && reason == IscsiRejectReason::SNACK_REJECT)
    {
        connection->Fail("a status was lost");
    }
}

} // namespace ns3
