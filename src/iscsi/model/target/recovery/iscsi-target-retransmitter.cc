/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-target-retransmitter.h"

#include "ns3/log.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiTargetRetransmitter");

namespace
{

using Run = IscsiTargetRun; //!< short for a run of sequence numbers

/**
 * Work out what a SNACK asks for (RFC 7143, 11.16.6 and 11.16.7).
 *
 * @param header the request
 * @param kept the numbers that can be sent again
 * @param run filled in
 * @return false if it asks for others
 */
bool
GetRun(const IscsiSnackHeader& header, const Run& kept, Run& run)
{
    const bool isAll = header.begRun == 0 && header.runLength == 0;
    run.begin = isAll ? kept.begin : header.begRun;
    const uint32_t available = kept.end - kept.begin;
    const uint32_t skipped = run.begin - kept.begin;
    run.end = header.runLength == 0 ? kept.end : run.begin + header.runLength;
    return isAll || (skipped < available && run.end - run.begin <= available - skipped);
}

} // namespace

IscsiTargetRetransmitter::IscsiTargetRetransmitter(IscsiTargetContext& context,
                                                   IscsiTargetSender& sender,
                                                   IscsiTargetDataOutReceiver& dataOutReceiver,
                                                   const IscsiTargetTaskManager& taskManager)
    : m_context(context),
      m_sender(sender),
      m_dataOutReceiver(dataOutReceiver),
      m_taskManager(taskManager)
{
}

void
IscsiTargetRetransmitter::Handle(IscsiTargetConnection& connection, const IscsiSnackHeader& header)
{
    NS_LOG_INFO("SNACK received: type " << +static_cast<uint8_t>(header.type) << ", ITT "
                                        << FormatIscsiTag(header.initiatorTaskTag) << ", BegRun "
                                        << header.begRun << ", RunLength " << header.runLength
                                        << ", CID " << connection.GetCid());
    if (!m_context.settings.KeepsData())
    {
        Refuse(connection, header);
        return;
    }
    switch (header.type)
    {
    case IscsiSnackType::STATUS:
        HandleStatus(connection, header);
        break;
    case IscsiSnackType::DATA_ACK:
        HandleDataAck(connection, header);
        break;
    case IscsiSnackType::DATA_R2T:
    case IscsiSnackType::R_DATA:
        HandleData(connection, header);
        break;
    default:
        m_context.Reject(connection, IscsiRejectReason::INVALID_PDU_FIELD, header);
        break;
    }
}

void
IscsiTargetRetransmitter::HandleDamage(IscsiTargetConnection& connection, Ptr<Packet> headers)
{
    if (!headers)
    {
        if (!m_context.settings.KeepsData())
        {
            connection.Fail("header digest error");
            return;
        }
        NS_LOG_INFO("digest error: PDU with a damaged header dropped, CID " << connection.GetCid());
        // Whatever it was, its number will be missed or its sequence will stay incomplete.
        m_context.settings.observer->RecoveryTaken("PDU with a damaged header dropped");
        return;
    }
    IscsiBasicHeader basic;
    basic.Peek(headers);
    NS_LOG_INFO("digest error: data of "
                << GetIscsiOpcodeName(basic.GetOpcode()) << " dropped, ITT "
                << FormatIscsiTag(basic.initiatorTaskTag) << ", CID " << connection.GetCid());
    m_context.Reject(connection, IscsiRejectReason::DATA_DIGEST_ERROR, basic);
    if (basic.GetOpcode() == IscsiOpcode::SCSI_DATA_OUT)
    {
        IscsiDataOutHeader header;
        header.Peek(headers);
        m_dataOutReceiver.Lose(connection, header);
    }
}

void
IscsiTargetRetransmitter::Refuse(IscsiTargetConnection& connection, const IscsiSnackHeader& header)
{
    m_context.Reject(connection, IscsiRejectReason::SNACK_REJECT, header);
    const auto task = m_context.tasks.Find(header.initiatorTaskTag);
    if (task && task->connection == &connection && !task->isAnswered && !task->isAborted)
    {
        m_sender.Fail(task,
                      ScsiSenseKey::ABORTED_COMMAND,
                      ScsiAdditionalSense::READ_ERROR_FAILED_RETRANSMISSION_REQUEST);
        m_dataOutReceiver.SetTimer(task);
    }
}

void
IscsiTargetRetransmitter::HandleStatus(IscsiTargetConnection& connection,
                                       const IscsiSnackHeader& header)
{
    Run run;
    if (!GetRun(header, {connection.GetExpStatSn(), connection.GetStatSn()}, run))
    {
        m_context.Reject(connection, IscsiRejectReason::PROTOCOL_ERROR, header);
        return;
    }
    auto& repeated = connection.GetRetention()->GetRepeated();
    if (repeated.Contains(run))
    {
        NS_LOG_INFO("SNACK ignored: the status is being sent again");
        return;
    }
    m_context.settings.observer->RecoveryTaken("status resent");
    for (uint32_t i = run.begin; i != run.end; i++)
    {
        if (const auto entry = connection.GetRetention()->Find(i))
        {
            m_sender.Repeat(connection, *entry);
        }
    }
    connection.KeepUntilSent(repeated.Begin(run));
}

void
IscsiTargetRetransmitter::HandleDataAck(IscsiTargetConnection& connection,
                                        const IscsiSnackHeader& header)
{
    const auto task = m_context.tasks.Find(header.targetTransferTag);
    if (!task || task->connection != &connection || !task->unacknowledgedDataIn ||
        task->lun != header.lun || header.runLength != 0)
    {
        m_context.Reject(connection, IscsiRejectReason::INVALID_PDU_FIELD, header);
    }
    else if (!task->unacknowledgedDataIn->Acknowledge(header.begRun))
    {
        m_context.Reject(connection, IscsiRejectReason::INVALID_DATA_ACK, header);
    }
}

void
IscsiTargetRetransmitter::HandleData(IscsiTargetConnection& connection,
                                     const IscsiSnackHeader& header)
{
    const auto task = m_context.tasks.Find(header.initiatorTaskTag);
    if (!task || task->connection != &connection || task->isAborted)
    {
        m_context.Reject(connection, IscsiRejectReason::INVALID_PDU_FIELD, header);
        return;
    }
    if (header.type == IscsiSnackType::DATA_R2T)
    {
        const uint32_t next =
            task->unacknowledgedDataIn ? task->unacknowledgedDataIn->GetEnd() : task->r2tCount;
        if (!Repeat(task, header))
        {
            m_context.Reject(connection, IscsiRejectReason::PROTOCOL_ERROR, header, next);
        }
        return;
    }
    const bool isTag =
        header.targetTransferTag != 0 && header.targetTransferTag != IscsiHeader::RESERVED_TAG;
    if (!isTag || header.begRun != 0 || header.runLength != 0)
    {
        m_context.Reject(connection, IscsiRejectReason::INVALID_PDU_FIELD, header);
        return;
    }
    task->snackTag = header.targetTransferTag;
    m_context.settings.observer->RecoveryTaken("data resent in new segments");
    m_sender.ResendUnacknowledged(task);
}

bool
IscsiTargetRetransmitter::Repeat(const Ptr<IscsiTargetTask>& task, const IscsiSnackHeader& header)
{
    Run run;
    const Run kept = task->unacknowledgedDataIn ? Run{task->unacknowledgedDataIn->GetBegin(),
                                                      task->unacknowledgedDataIn->GetEnd()}
                                                : Run{0, task->r2tCount};
    if (!GetRun(header, kept, run))
    {
        return false;
    }
    if (task->repeated.Contains(run))
    {
        NS_LOG_INFO("SNACK ignored: the data is being sent again");
        return true;
    }
    if (task->unacknowledgedDataIn)
    {
        m_sender.Repeat(task, run.begin, run.end);
    }
    for (uint32_t i = run.begin; i != run.end; i++)
    {
        m_dataOutReceiver.Repeat(task, i);
    }
    task->connection->KeepUntilSent(task->repeated.Begin(run));
    m_context.settings.observer->RecoveryTaken(task->unacknowledgedDataIn ? "data resent"
                                                                          : "R2T resent");
    return true;
}

void
IscsiTargetRetransmitter::HandleReassignment(IscsiTargetConnection& connection,
                                             const IscsiTaskManagementRequestHeader& header)
{
    const auto response = CheckReassignment(header);
    NS_LOG_INFO("task reassignment: ITT " << FormatIscsiTag(header.referencedTaskTag) << ", to CID "
                                          << connection.GetCid() << ", ExpDataSN "
                                          << header.expDataSn << ", response "
                                          << +static_cast<uint8_t>(response));
    m_taskManager.Respond(connection, header.initiatorTaskTag, response);
    if (response == IscsiTaskManagementResponseCode::FUNCTION_COMPLETE)
    {
        Reassign(connection, header);
    }
}

bool
IscsiTargetRetransmitter::IsNoTask(uint32_t tag) const
{
    const auto members = m_context.connections.GetAll();
    return m_taskManager.Contains(tag) ||
           std::any_of(members.begin(), members.end(), [&](const auto& member) {
               return member->HasNegotiation(tag);
           });
}

IscsiTaskManagementResponseCode
IscsiTargetRetransmitter::CheckReassignment(const IscsiTaskManagementRequestHeader& header) const
{
    // only tasks can be reassigned (RFC 7143, 11.5.1)
    if (IsNoTask(header.referencedTaskTag))
    {
        return IscsiTaskManagementResponseCode::FUNCTION_REJECTED;
    }
    if (!m_context.settings.CanReassign())
    {
        return IscsiTaskManagementResponseCode::REASSIGNMENT_NOT_SUPPORTED;
    }
    if (!header.immediate)
    {
        return IscsiTaskManagementResponseCode::FUNCTION_REJECTED;
    }
    const auto task = m_context.tasks.Find(header.referencedTaskTag);
    if (!task || task->isAborted)
    {
        return IscsiTaskManagementResponseCode::TASK_DOES_NOT_EXIST;
    }
    return task->connection->GetState() == IscsiConnectionState::FREE
               ? IscsiTaskManagementResponseCode::FUNCTION_COMPLETE
               : IscsiTaskManagementResponseCode::TASK_STILL_ALLEGIANT;
}

void
IscsiTargetRetransmitter::Reassign(IscsiTargetConnection& connection,
                                   const IscsiTaskManagementRequestHeader& header)
{
    const auto task = m_context.tasks.Find(header.referencedTaskTag);
    m_context.settings.observer->RecoveryTaken("task reassigned");
    task->connection = &connection;
    task->snackTag = 0;
    task->isStatusSent = false;
    if (task->unacknowledgedDataIn && header.expDataSn != 0)
    {
        // A number that cannot be is ignored (RFC 7143, 11.5.6).
        task->unacknowledgedDataIn->Acknowledge(header.expDataSn);
    }
    // Nothing more comes of what the old connection had on its way.
    while (task->isAnswered && task->dataOut.Expire())
    {
    }
    const uint32_t nextSn = task->dataIn.GetCount();
    m_sender.ResendUnacknowledged(task);
    if (!task->isAnswered && task->dataOutLength > 0)
    {
        m_dataOutReceiver.Restart(
            task,
            task->isBidirectional ? nextSn : std::min(header.expDataSn, task->r2tCount));
    }
}

} // namespace ns3
