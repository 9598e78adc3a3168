/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-target-data-out-receiver.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiTargetDataOutReceiver");

IscsiTargetDataOutReceiver::IscsiTargetDataOutReceiver(IscsiTargetContext& context,
                                                       IscsiTargetSender& sender)
    : m_context(context),
      m_sender(sender)
{
}

bool
IscsiTargetDataOutReceiver::Begin(const Ptr<IscsiTargetTask>& task,
                                  Ptr<Packet> immediate,
                                  bool final)
{
    using enum IscsiTargetDataOutTransfer::Verdict;
    const auto verdict =
        task->dataOut.Begin(m_context.settings.parameters, task->dataOutLength, immediate, final);
    if (verdict != GOOD)
    {
        FailData(task, verdict);
        return false;
    }
    if (!final)
    {
        SetTimer(task);
    }
    return true;
}

void
IscsiTargetDataOutReceiver::Receive(IscsiTargetConnection& connection,
                                    const IscsiDataOutHeader& header,
                                    Ptr<Packet> data)
{
    using enum IscsiTargetDataOutTransfer::Verdict;
    const auto task = FindTask(connection, header);
    if (!task)
    {
        return;
    }
    const auto verdict = task->dataOut.Receive(header, data);
    if (task->isAnswered)
    {
        // More of a command that has ended: of one that was sent again, or of one that failed.
        ContinueWrite(task);
        return;
    }
    switch (verdict)
    {
    case GOOD:
        ContinueWrite(task);
        break;
    case UNEXPECTED_DATA:
    case INCORRECT_AMOUNT:
        FailData(task, verdict);
        break;
    case BAD_TAG:
        m_context.Reject(connection, IscsiRejectReason::INVALID_PDU_FIELD, header);
        break;
    case BAD_ORDER:
        m_context.Reject(connection, IscsiRejectReason::INVALID_PDU_FIELD, header);
        m_sender.Fail(task,
                      ScsiSenseKey::ABORTED_COMMAND,
                      ScsiAdditionalSense::WRITE_ERROR_NOT_ENOUGH_UNSOLICITED_DATA);
        SetTimer(task);
        break;
    case INCOMPLETE:
        Recover(task);
        break;
    }
}

void
IscsiTargetDataOutReceiver::Lose(IscsiTargetConnection& connection,
                                 const IscsiDataOutHeader& header)
{
    const auto task = m_context.tasks.Find(header.initiatorTaskTag);
    if (!task || task->connection != &connection)
    {
        return;
    }
    if (task->dataOut.Lose(header) == IscsiTargetDataOutTransfer::Verdict::INCOMPLETE)
    {
        Recover(task);
    }
    else
    {
        ContinueWrite(task);
    }
}

void
IscsiTargetDataOutReceiver::RequestData(const Ptr<IscsiTargetTask>& task)
{
    IscsiR2tHeader r2t;
    r2t.initiatorTaskTag = task->tag;
    r2t.lun = task->lun;
    r2t.r2tSn = GetR2tSn(*task);
    while (task->connection->IsLive() &&
           task->dataOut.NextR2t(m_context.settings.parameters, m_transferTags.Get(), r2t))
    {
        m_transferTags.Advance();
        CountR2t(*task);
        m_context.SetCommandWindow(r2t);
        task->connection->Send(r2t, nullptr);
        NS_LOG_INFO("R2T sent: ITT " << FormatIscsiTag(task->tag) << ", R2TSN " << r2t.r2tSn
                                     << ", offset " << r2t.bufferOffset << ", length "
                                     << r2t.desiredDataTransferLength);
        r2t.r2tSn = GetR2tSn(*task);
        SetTimer(task);
    }
    uint32_t offset = 0;
    while (task->isAtDevice)
    {
        auto data = task->dataOut.TakeReady(offset);
        if (!data)
        {
            return;
        }
        m_context.settings.device->DataOutReceived(task, offset, data);
    }
}

void
IscsiTargetDataOutReceiver::Repeat(const Ptr<IscsiTargetTask>& task, uint32_t r2tSn)
{
    IscsiR2tHeader header;
    header.initiatorTaskTag = task->tag;
    header.lun = task->lun;
    if (task->dataOut.FindR2t(r2tSn, header))
    {
        m_context.SetCommandWindow(header);
        task->connection->Send(header, nullptr);
        task->connection->CountAnswer(0);
        NS_LOG_INFO("R2T sent again: ITT " << FormatIscsiTag(task->tag) << ", R2TSN " << r2tSn
                                           << ", offset " << header.bufferOffset << ", length "
                                           << header.desiredDataTransferLength);
    }
}

void
IscsiTargetDataOutReceiver::Restart(const Ptr<IscsiTargetTask>& task, uint32_t expR2tSn)
{
    task->dataOut.Restart(expR2tSn);
    for (uint32_t i = expR2tSn; i < task->r2tCount; i++)
    {
        Repeat(task, i);
    }
    RequestData(task);
    SetTimer(task);
}

void
IscsiTargetDataOutReceiver::AwaitRest(const Ptr<IscsiTargetTask>& task)
{
    Simulator::Remove(task->sequenceTimer);
    SetTimer(task);
}

Ptr<IscsiTargetTask>
IscsiTargetDataOutReceiver::FindTask(IscsiTargetConnection& connection,
                                     const IscsiDataOutHeader& header)
{
    const auto task = m_context.tasks.Find(header.initiatorTaskTag);
    if (!task)
    {
        m_context.Reject(connection, IscsiRejectReason::INVALID_PDU_FIELD, header);
        return nullptr;
    }
    if (task->connection != &connection)
    {
        m_context.Reject(connection, IscsiRejectReason::PROTOCOL_ERROR, header);
        return nullptr;
    }
    if (header.targetTransferTag != IscsiHeader::RESERVED_TAG && header.lun != task->lun)
    {
        m_context.Reject(connection, IscsiRejectReason::INVALID_PDU_FIELD, header);
        return nullptr;
    }
    return task;
}

void
IscsiTargetDataOutReceiver::FailData(const Ptr<IscsiTargetTask>& task,
                                     IscsiTargetDataOutTransfer::Verdict verdict)
{
    const bool isUnexpected = verdict == IscsiTargetDataOutTransfer::Verdict::UNEXPECTED_DATA;
    NS_LOG_WARN("write failed: ITT "
                << FormatIscsiTag(task->tag) << ", "
                << (isUnexpected ? "unexpected unsolicited data" : "incorrect amount of data"));
    m_context.settings.observer->ProtocolErrorSeen(isUnexpected ? "unexpected unsolicited data"
                                                                : "incorrect amount of data");
    m_sender.Fail(task,
                  ScsiSenseKey::ABORTED_COMMAND,
                  isUnexpected ? ScsiAdditionalSense::WRITE_ERROR_UNEXPECTED_UNSOLICITED_DATA
                               : ScsiAdditionalSense::WRITE_ERROR_NOT_ENOUGH_UNSOLICITED_DATA);
    SetTimer(task);
}

void
IscsiTargetDataOutReceiver::Recover(const Ptr<IscsiTargetTask>& task)
{
    if (task->isAnswered || task->isAborted)
    {
        ContinueWrite(task);
    }
    else if (m_context.settings.KeepsData())
    {
        NS_LOG_INFO("recovery within the command: ITT " << FormatIscsiTag(task->tag)
                                                        << ", missing Data-Out asked for again");
        m_context.settings.observer->RecoveryTaken("recovery R2T sent");
        RequestData(task);
    }
    else
    {
        NS_LOG_INFO("write failed: ITT " << FormatIscsiTag(task->tag)
                                         << ", Data-Out missing, ErrorRecoveryLevel 0");
        m_sender.Fail(task,
                      ScsiSenseKey::ABORTED_COMMAND,
                      ScsiAdditionalSense::PROTOCOL_SERVICE_CRC_ERROR);
        SetTimer(task);
    }
}

void
IscsiTargetDataOutReceiver::ContinueWrite(const Ptr<IscsiTargetTask>& task)
{
    if (task->isAborted)
    {
        if (task->dataOut.IsQuiet() && !task->isTold)
        {
            m_context.tasks.Remove(*task);
        }
        return;
    }
    if (task->isAnswered)
    {
        if (!task->isStatusSent)
        {
            m_sender.Answer(task);
        }
        return;
    }
    if (task->dataOut.IsComplete())
    {
        task->Stamp(IoStage::ARRIVED_AT_TARGET);
    }
    RequestData(task);
}

uint32_t
IscsiTargetDataOutReceiver::GetR2tSn(const IscsiTargetTask& task)
{
    return task.isBidirectional ? task.dataIn.GetCount() : task.r2tCount;
}

void
IscsiTargetDataOutReceiver::CountR2t(IscsiTargetTask& task)
{
    if (!task.isBidirectional)
    {
        ++task.r2tCount;
        return;
    }
    task.dataIn.AllocateNumber();
    if (task.unacknowledgedDataIn)
    {
        task.unacknowledgedDataIn->CountR2t();
    }
}

bool
IscsiTargetDataOutReceiver::IsAnswerWaiting(const IscsiTargetTask& task)
{
    return task.isAnswered && !task.isStatusSent && !task.dataOut.IsQuiet();
}

void
IscsiTargetDataOutReceiver::SetTimer(const Ptr<IscsiTargetTask>& task)
{
    // Nobody recovers at level 0, but an answer that waits for the end of data is due some time.
    const bool isAwaited = m_context.settings.KeepsData()
                               ? !task->dataOut.IsQuiet()
                               : task->isAborted || IsAnswerWaiting(*task);
    if (!task->sequenceTimer.IsPending() && (isAwaited || task->isTold))
    {
        task->timedProgress = task->dataOut.GetProgress();
        task->sequenceTimer = Simulator::Schedule(m_context.settings.limits.sequenceTimeout,
                                                  &IscsiTargetDataOutReceiver::TimerExpired,
                                                  this,
                                                  task);
    }
}

void
IscsiTargetDataOutReceiver::TimerExpired(Ptr<IscsiTargetTask> task)
{
    task->sequenceTimer = EventId();
    const bool isStuck = task->timedProgress == task->dataOut.GetProgress();
    if (isStuck && task->isAborted)
    {
        m_context.tasks.Remove(*task);
        return;
    }
    if (isStuck && task->connection->IsLive() && task->dataOut.Expire())
    {
        NS_LOG_INFO("Data-Out overdue: ITT " << FormatIscsiTag(task->tag));
        Recover(task);
    }
    SetTimer(task);
}

} // namespace ns3
