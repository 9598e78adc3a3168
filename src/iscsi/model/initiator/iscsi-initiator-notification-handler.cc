/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-initiator-notification-handler.h"

#include "iscsi-initiator-command-numbering.h"
#include "iscsi-initiator-command-sender.h"
#include "iscsi-initiator-connection.h"
#include "iscsi-initiator-context.h"
#include "iscsi-initiator-negotiation.h"
#include "iscsi-initiator-pending-requests.h"
#include "iscsi-initiator-task-manager.h"
#include "iscsi-initiator-task-table.h"

#include "ns3/iscsi-initiator-session-state-machine.h"
#include "ns3/iscsi-nop-header.h"
#include "ns3/iscsi-serial-number.h"
#include "ns3/log.h"

#include <algorithm>
#include <string>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiInitiatorNotificationHandler");

namespace
{

/// The first code of the events that are a vendor's (RFC 7143, 11.9.1).
constexpr uint8_t FIRST_VENDOR_EVENT = 248;

} // namespace

IscsiInitiatorNotificationHandler::IscsiInitiatorNotificationHandler(
    const IscsiInitiatorContext& context,
    IscsiInitiatorTaskTable& tasks,
    IscsiInitiatorCommandNumbering& numbering,
    IscsiInitiatorPendingRequests& pendingRequests,
    IscsiInitiatorSessionStateMachine& sessionState,
    IscsiInitiatorCommandSender& sender,
    IscsiInitiatorTaskManager& manager,
    IscsiInitiatorNegotiation& negotiation,
    const AsyncTrace& trace)
    : m_context(context),
      m_tasks(tasks),
      m_numbering(numbering),
      m_pendingRequests(pendingRequests),
      m_state(sessionState),
      m_sender(sender),
      m_manager(manager),
      m_negotiation(negotiation),
      m_trace(trace)
{
}

void
IscsiInitiatorNotificationHandler::HandleAsyncMessage(IscsiInitiatorConnection* connection,
                                                      Ptr<Packet> pdu)
{
    IscsiAsyncMessageHeader header;
    IscsiConnection::TakeHeader(pdu, header);
    m_numbering.Update(header);
    NS_LOG_INFO("Asynchronous Message received: event "
                << +static_cast<uint8_t>(header.asyncEvent) << ", CID " << connection->GetCid()
                << ", parameters " << header.parameter1 << " " << header.parameter2 << " "
                << header.parameter3);
    Notify(header, pdu);
    const Time wait = Seconds(header.parameter2);
    const Time retain = Seconds(header.parameter3);
    switch (header.asyncEvent)
    {
    case IscsiAsyncEvent::LOGOUT_REQUEST:
        m_state.LogoutRequested(connection, Seconds(header.parameter3));
        break;
    case IscsiAsyncEvent::CONNECTION_DROP:
        m_state.ConnectionDropped(header.parameter1, wait, retain);
        break;
    case IscsiAsyncEvent::SESSION_DROP:
        m_state.AllConnectionsDropped(wait, retain);
        break;
    case IscsiAsyncEvent::NEGOTIATION_REQUEST:
        // A connection that is about to be logged out takes no more requests.
        if (connection->IsReady() && m_state.IsReady())
        {
            m_negotiation.Start(connection, IscsiTextKeys(), nullptr);
        }
        break;
    case IscsiAsyncEvent::TASK_TERMINATION:
        EndDataOut(connection, header);
        break;
    case IscsiAsyncEvent::SCSI_EVENT:
        // For whoever follows the trace, like a vendor's.
        break;
    default:
        if (static_cast<uint8_t>(header.asyncEvent) < FIRST_VENDOR_EVENT)
        {
            m_context.settings.observer->ProtocolErrorSeen(
                "Asynchronous Message of no known event");
        }
    }
}

void
IscsiInitiatorNotificationHandler::Notify(const IscsiAsyncMessageHeader& header,
                                          Ptr<const Packet> data) const
{
    std::vector<uint8_t> sense(data->GetSize());
    data->CopyData(sense.data(), sense.size());
    const std::size_t length = sense.size() < 2 ? 0 : (sense[0] << 8) | sense[1];
    sense.erase(sense.begin(), sense.begin() + std::min<std::size_t>(sense.size(), 2));
    sense.resize(std::min(sense.size(), length));
    m_trace(static_cast<uint8_t>(header.asyncEvent), header.lun, sense);
}

void
IscsiInitiatorNotificationHandler::EndDataOut(IscsiInitiatorConnection* connection,
                                              const IscsiAsyncMessageHeader& header)
{
    for (const auto& task : m_tasks.GetAllegiant(connection))
    {
        if (task->scsi->lun == header.lun)
        {
            task->isDataOutEnded = true;
            task->DropBursts();
        }
    }
    IscsiNopOutHeader answer;
    answer.immediate = true;
    answer.lun = header.lun;
    answer.cmdSn = m_numbering.GetWindow().GetCmdSn();
    connection->Send(answer, nullptr);
}

void
IscsiInitiatorNotificationHandler::HandleReject(IscsiInitiatorConnection* connection,
                                                Ptr<Packet> pdu)
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
        HandleCommandReject(connection, header.reason, tag);
        break;
    case IscsiOpcode::SNACK_REQUEST:
        HandleSnackReject(connection, header.reason, tag);
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
IscsiInitiatorNotificationHandler::NoteHeldReject(Ptr<const Packet> pdu)
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
IscsiInitiatorNotificationHandler::HandleCommandReject(IscsiInitiatorConnection* connection,
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
            m_context.settings.observer->RecoveryTaken("command sent again");
            m_sender.Resend(task);
        }
        else
        {
            connection->Fail("data of a command were damaged");
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
IscsiInitiatorNotificationHandler::HandleSnackReject(IscsiInitiatorConnection* connection,
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
        connection->Fail("a status is lost");
    }
}

} // namespace ns3
