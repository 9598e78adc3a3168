/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-initiator-retransmission.h"

#include "ns3/iscsi-header.h"
#include "ns3/iscsi-initiator-command-sender.h"
#include "ns3/iscsi-initiator-connection.h"
#include "ns3/iscsi-initiator-context.h"
#include "ns3/iscsi-initiator-task-manager.h"
#include "ns3/iscsi-initiator-transfer.h"
#include "ns3/iscsi-serial-number.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

#include <string>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiInitiatorRetransmission");

IscsiInitiatorRetransmission::IscsiInitiatorRetransmission(IscsiInitiatorContext& context,
                                                           IscsiInitiatorCommandSender& sender,
                                                           IscsiInitiatorTransfer& transfer,
                                                           IscsiInitiatorTaskManager& manager)
    : m_context(context),
      m_sender(sender),
      m_transfer(transfer),
      m_manager(manager)
{
    m_context.clock.SetExpired(MakeCallback(&IscsiInitiatorRetransmission::Look, this));
}

void
IscsiInitiatorRetransmission::Look()
{
    const auto connections = m_context.connections.GetReady();
    for (const auto& connection : connections)
    {
        connection->AskForStatus();
    }
    m_pinged.clear();
    const Time timeout = m_context.settings.recoveryTimeout;
    for (const auto& task : m_context.tasks.GetAll())
    {
        if (task->state == IscsiInitiatorTask::State::SENT && task->connection->IsReady() &&
            task->lastProgress + timeout <= Simulator::Now())
        {
            RecoverTask(task);
        }
    }
    m_manager.ResendOld(timeout);
    if (!m_context.tasks.IsEmpty() || m_manager.IsBusy() || m_sender.GetLength() > 0)
    {
        m_context.clock.Start();
    }
}

void
IscsiInitiatorRetransmission::RecoverTask(const Ptr<IscsiInitiatorTask>& task)
{
    if (m_transfer.AskForData(task))
    {
        return;
    }
    // Only the command that the target expects next can be the one it misses (RFC 7143, 7.2.1).
    if (task->isProbed && task->cmdSn == m_context.numbering.GetExpCmdSn())
    {
        NS_LOG_INFO("recovery within the connection: CmdSN "
                    << task->cmdSn << " not acknowledged, command resent, ITT "
                    << FormatIscsiTag(task->tag));
        m_context.settings.observer->RecoveryTaken("command resent");
        m_sender.Resend(task);
        return;
    }
    NS_LOG_INFO("no progress: ITT " << FormatIscsiTag(task->tag) << ", ping over CID "
                                    << task->connection->GetCid());
    // The answer to a ping shows which commands came and which statuses were sent.
    task->isProbed = true;
    task->lastProgress = Simulator::Now();
    if (m_pinged.insert(task->connection->GetCid()).second)
    {
        task->connection->Ping();
    }
}

void
IscsiInitiatorRetransmission::HandleReject(IscsiInitiatorConnection* connection, Ptr<Packet> pdu)
{
    IscsiRejectHeader header;
    IscsiConnection::RemoveHeader(pdu, header);
    m_context.numbering.Update(header);
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
        HandleRejectedCommand(connection, header.reason, tag);
        break;
    case IscsiOpcode::SNACK_REQUEST:
        HandleRejectedSnack(connection, header.reason, tag);
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
            m_context.pendingRequests.Cancel(tag);
        }
    }
}

void
IscsiInitiatorRetransmission::NoteHeldReject(Ptr<const Packet> pdu)
{
    const auto copy = pdu->Copy();
    IscsiRejectHeader header;
    IscsiConnection::RemoveHeader(copy, header);
    IscsiBasicHeader rejected;
    if (copy->GetSize() < IscsiHeader::BHS_SIZE ||
        header.reason == IscsiRejectReason::INVALID_DATA_ACK)
    {
        return;
    }
    rejected.Peek(copy);
    const auto task = m_context.tasks.Find(rejected.initiatorTaskTag);
    if (task && rejected.GetOpcode() == IscsiOpcode::SNACK_REQUEST)
    {
        task->isDataLost = true;
    }
}

void
IscsiInitiatorRetransmission::HandleRejectedCommand(IscsiInitiatorConnection* connection,
                                                    IscsiRejectReason reason,
                                                    uint32_t tag)
{
    const auto task = m_context.tasks.Find(tag);
    // A repeated tag is of a command that continues; one that waits for a logout goes elsewhere.
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
    if (IscsiSerialLessEqual(m_context.numbering.GetExpCmdSn(), task->cmdSn))
    {
        // An ABORT TASK fills the gap in the command numbers (RFC 7143, 7.3 and 7.11).
        m_manager.ManageTask(IscsiTaskManagementFunction::ABORT_TASK, task, nullptr);
    }
    m_context.tasks.Lose(task);
}

void
IscsiInitiatorRetransmission::HandleRejectedSnack(IscsiInitiatorConnection* connection,
                                                  IscsiRejectReason reason,
                                                  uint32_t tag)
{
    if (reason == IscsiRejectReason::INVALID_DATA_ACK)
    {
        return;
    }
    const auto task = m_context.tasks.Find(tag);
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
