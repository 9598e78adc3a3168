/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-target-request-handler.h"

#include "ns3/iscsi-logout-header.h"
#include "ns3/iscsi-nop-header.h"
#include "ns3/iscsi-text-header.h"
#include "ns3/log.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiTargetRequestHandler");

IscsiTargetRequestHandler::IscsiTargetRequestHandler(
    const IscsiTargetSessionSettings& settings,
    const IscsiTargetResponder& responder,
    IscsiTargetCommandSlots& slots,
    IscsiTargetConnectionManager& connectionManager,
    IscsiTargetTaskManager& taskManager,
    IscsiTargetTaskReassigner& reassigner,
    IscsiTargetCommandReceiver& commandReceiver)
    : m_settings(settings),
      m_responder(responder),
      m_slots(slots),
      m_connectionManager(connectionManager),
      m_taskManager(taskManager),
      m_reassigner(reassigner),
      m_commandReceiver(commandReceiver)
{
}

void
IscsiTargetRequestHandler::Handle(IscsiTargetConnection& connection,
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
            m_responder.Reject(connection, IscsiRejectReason::INVALID_PDU_FIELD, header);
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
        m_connectionManager.LogOut(Ptr<IscsiTargetConnection>(&connection), logout);
        break;
    }
    }
}

void
IscsiTargetRequestHandler::Advance(bool isImmediate)
{
    if (!isImmediate)
    {
        m_slots.Advance();
    }
}

void
IscsiTargetRequestHandler::HandleCommand(IscsiTargetConnection& connection,
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
IscsiTargetRequestHandler::HandleNopOut(IscsiTargetConnection& connection, Ptr<Packet> pdu)
{
    IscsiNopOutHeader header;
    IscsiConnection::TakeHeader(pdu, header);
    if (header.targetTransferTag != IscsiHeader::RESERVED_TAG &&
        !connection.PongReceived(header.targetTransferTag))
    {
        m_responder.Reject(connection, IscsiRejectReason::INVALID_PDU_FIELD, header);
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
    m_responder.ShowWindow(answer);
    const uint32_t most = connection.GetMaxSendDataSegmentLength();
    if (pdu->GetSize() > most)
    {
        pdu = pdu->CreateFragment(0, most);
    }
    connection.SendStatus(answer, pdu);
}

void
IscsiTargetRequestHandler::HandleTextRequest(IscsiTargetConnection& connection, Ptr<Packet> pdu)
{
    IscsiTextRequestHeader header;
    IscsiConnection::TakeHeader(pdu, header);
    NS_LOG_INFO("text request: ITT " << FormatIscsiTag(header.initiatorTaskTag) << ", CID "
                                     << connection.GetCid());
    IscsiTextResponseHeader response;
    Ptr<Packet> answer;
    const auto reason = connection.AnswerText(m_settings.parameters, header, pdu, response, answer);
    if (reason)
    {
        m_responder.Reject(connection, *reason, header);
        return;
    }
    m_responder.ShowWindow(response);
    connection.SendStatus(response, answer);
}

void
IscsiTargetRequestHandler::HandleTaskManagement(IscsiTargetConnection& connection, Ptr<Packet> pdu)
{
    IscsiTaskManagementRequestHeader header;
    header.Peek(pdu);
    if (header.immediate && m_taskManager.HasImmediate(connection))
    {
        m_responder.Reject(connection, IscsiRejectReason::IMMEDIATE_COMMAND_REJECT, header);
        return;
    }
    if (header.function == IscsiTaskManagementFunction::TASK_REASSIGN)
    {
        m_reassigner.Handle(connection, header);
        return;
    }
    m_taskManager.Handle(Ptr<IscsiTargetConnection>(&connection), header);
}

} // namespace ns3
