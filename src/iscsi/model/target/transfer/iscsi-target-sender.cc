/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-target-sender.h"

#include "ns3/iscsi-sense-segment.h"
#include "ns3/log.h"

#include <cstdlib>
#include <optional>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiTargetSender");

namespace
{

/**
 * @param residual a residual
 * @param header whose residual fields to fill in (RFC 7143, 11.4.5)
 */
template <typename T>
void
FillResidual(int64_t residual, T& header)
{
    header.overflow = residual < 0;
    header.underflow = residual > 0;
    header.residualCount = static_cast<uint32_t>(std::llabs(residual));
}

/**
 * @param task a task, answered
 * @return the data segment of its SCSI Response (RFC 7143, 11.4.7), null if there is no sense
 */
Ptr<Packet>
MakeSenseSegment(const IscsiTargetTask& task)
{
    return task.sense.empty() ? nullptr : MakeIscsiSenseSegment(task.sense);
}

} // namespace

IscsiTargetSender::IscsiTargetSender(IscsiTargetContext& context)
    : m_context(context),
      m_fence(context)
{
}

IscsiTargetResponseFence&
IscsiTargetSender::GetFence()
{
    return m_fence;
}

void
IscsiTargetSender::SendDataIn(const Ptr<IscsiTargetTask>& task, Ptr<Packet> data)
{
    task->dataIn.Add(data);
    if (task->unacknowledgedDataIn)
    {
        task->unacknowledgedDataIn->Add(data);
    }
    if (task->connection->IsLive())
    {
        SendDataInPdus(task, false, false);
    }
}

void
IscsiTargetSender::Answer(const Ptr<IscsiTargetTask>& task)
{
    if (!task->dataOut.IsQuiet() || !task->connection->IsLive() || task->isHeld)
    {
        return;
    }
    const bool isFenced = m_fence.Needs(*task);
    if (m_fence.Holds(task->lun, isFenced))
    {
        NS_LOG_INFO("response held by the fence: ITT " << FormatIscsiTag(task->tag));
        task->isHeld = true;
        m_fence.Submit(task->lun, isFenced, [this, task]() { return SendHeld(task); });
        return;
    }
    SendAnswer(task);
}

void
IscsiTargetSender::SendAnswer(const Ptr<IscsiTargetTask>& task)
{
    NS_LOG_DEBUG("task answered: ITT " << FormatIscsiTag(task->tag) << ", SCSI status "
                                       << +static_cast<uint8_t>(task->status) << ", residual "
                                       << task->residual);
    m_context.commands.FreeSlot(*task);
    if (task->buffer)
    {
        task->buffer->Shrink(task->dataIn.GetEnd());
    }
    if (m_context.settings.KeepsData())
    {
        task->isStatusSent = true;
    }
    else
    {
        m_context.tasks.Remove(*task);
    }
    const bool isGood =
        task->response == ScsiServiceResponse::COMMAND_COMPLETE && task->status == ScsiStatus::GOOD;
    const bool withData =
        isGood && !task->isBidirectional && task->snackTag == 0 && task->dataIn.GetHeld() > 0;
    SendDataInPdus(task, true, withData);
    if (!withData)
    {
        auto header = MakeResponse(*task);
        task->connection->SendStatus(header, MakeSenseSegment(*task), task);
    }
    if (!m_context.settings.KeepsData())
    {
        task->buffer.reset();
    }
    if (m_context.settings.answered)
    {
        (*m_context.settings.answered)(task);
    }
}

Ptr<IscsiTargetConnection>
IscsiTargetSender::SendHeld(const Ptr<IscsiTargetTask>& task)
{
    task->isHeld = false;
    const bool isThere = PeekPointer(m_context.tasks.Find(task->tag)) == PeekPointer(task);
    if (!isThere || task->isAborted || !task->connection->IsLive())
    {
        return nullptr;
    }
    SendAnswer(task);
    return task->connection;
}

void
IscsiTargetSender::Fail(const Ptr<IscsiTargetTask>& task,
                        ScsiSenseKey key,
                        ScsiAdditionalSense additional)
{
    NS_LOG_INFO("task failed: ITT " << FormatIscsiTag(task->tag) << ", sense key "
                                    << +static_cast<uint8_t>(key) << ", additional sense 0x"
                                    << std::hex << static_cast<uint16_t>(additional) << std::dec);
    if (task->isAtDevice)
    {
        task->isAtDevice = false;
        m_context.settings.device->TaskLost(task);
    }
    task->dataOut.Discard();
    task->status = ScsiStatus::CHECK_CONDITION;
    task->sense = ScsiSense{key, additional, std::nullopt}.Encode();
    task->isAnswered = true;
    Answer(task);
}

void
IscsiTargetSender::Refuse(const Ptr<IscsiTargetTask>& task, ScsiStatus status)
{
    NS_LOG_INFO("task refused: ITT " << FormatIscsiTag(task->tag) << ", SCSI status "
                                     << +static_cast<uint8_t>(status));
    task->dataOut.Discard();
    task->status = status;
    task->isAnswered = true;
    Answer(task);
}

void
IscsiTargetSender::Repeat(const Ptr<IscsiTargetTask>& task, uint32_t begin, uint32_t end)
{
    for (uint32_t i = begin; i != end; i++)
    {
        const auto& record = task->unacknowledgedDataIn->Get(i);
        if (record.isR2t)
        {
            continue;
        }
        if (record.isStatus)
        {
            if (const auto entry = task->connection->GetRetention()->Find(*task))
            {
                Repeat(*task->connection, *entry);
            }
            continue;
        }
        IscsiDataInHeader header;
        header.initiatorTaskTag = task->tag;
        header.dataSn = i;
        header.bufferOffset = record.offset;
        header.final = record.final;
        header.acknowledge = record.acknowledge;
        header.targetTransferTag = record.acknowledge ? task->tag : IscsiHeader::RESERVED_TAG;
        header.lun = record.acknowledge ? task->lun : 0;
        m_context.SetCommandWindow(header);
        task->connection->Send(header,
                               task->unacknowledgedDataIn->GetData(record.offset, record.length));
        task->connection->CountAnswer(record.length);
    }
}

void
IscsiTargetSender::ResendUnacknowledged(const Ptr<IscsiTargetTask>& task)
{
    const uint32_t again = task->unacknowledgedDataIn ? Rewind(*task) : 0;
    const auto entry = task->isStatusSent ? task->connection->GetRetention()->Find(*task) : nullptr;
    if (entry)
    {
        SendDataInPdus(task, true, false);
        auto header = MakeResponse(*task);
        header.statSn = entry->header.statSn;
        *entry = {IscsiTargetReplayHeader(header), MakeSenseSegment(*task), task};
        Repeat(*task->connection, *entry);
    }
    else if (task->isAnswered)
    {
        Answer(task);
    }
    else
    {
        SendDataInPdus(task, false, false);
    }
    task->connection->CountAnswer(again);
}

void
IscsiTargetSender::Repeat(IscsiTargetConnection& connection,
                          const IscsiTargetStatusRetention::Entry& entry)
{
    auto header = entry.header;
    m_context.SetCommandWindow(header);
    connection.SendAgain(header, entry.data);
}

bool
IscsiTargetSender::Acknowledge(IscsiTargetConnection& connection, uint32_t expStatSn)
{
    if (!connection.Acknowledge(expStatSn))
    {
        return false;
    }
    if (const auto retention = connection.GetRetention())
    {
        while (const auto task = retention->TakeAcknowledged(expStatSn))
        {
            m_context.tasks.Remove(*task);
            task->buffer.reset();
        }
    }
    return true;
}

void
IscsiTargetSender::SendDataInPdus(const Ptr<IscsiTargetTask>& task, bool last, bool withStatus)
{
    auto& connection = *task->connection;
    IscsiDataInHeader header;
    header.initiatorTaskTag = task->tag;
    const uint32_t maxSegment = connection.GetMaxSendDataSegmentLength();
    const uint32_t maxBurst = m_context.settings.parameters.maxBurstLength;
    while (auto data = task->dataIn.Cut(maxSegment, maxBurst, last, header))
    {
        const bool isEnd = last && task->dataIn.GetHeld() == 0;
        m_context.SetCommandWindow(header);
        if (task->unacknowledgedDataIn)
        {
            // The task's own tag makes the way from the acknowledgement back to it.
            header.acknowledge = header.final && !isEnd;
            header.targetTransferTag = header.acknowledge ? task->tag : IscsiHeader::RESERVED_TAG;
            header.lun = header.acknowledge ? task->lun : 0;
            header.statusPresent = isEnd && withStatus;
            task->unacknowledgedDataIn->Send(header, data->GetSize());
        }
        if (isEnd && withStatus)
        {
            header.statusPresent = true;
            FillResidual(task->residual, header);
            connection.SendStatus(header, data, task);
        }
        else
        {
            connection.Send(header, data);
        }
    }
}

uint32_t
IscsiTargetSender::Rewind(IscsiTargetTask& task) const
{
    auto& log = *task.unacknowledgedDataIn;
    log.Rewind();
    task.repeated.Forget();
    task.dataIn.Restart(log.GetBegin(), log.GetOffset());
    const auto rest = log.GetRest();
    if (rest->GetSize() > 0)
    {
        task.dataIn.Add(rest);
    }
    return rest->GetSize();
}

IscsiScsiResponseHeader
IscsiTargetSender::MakeResponse(const IscsiTargetTask& task) const
{
    IscsiScsiResponseHeader header;
    header.initiatorTaskTag = task.tag;
    header.snackTag = task.snackTag;
    m_context.SetCommandWindow(header);
    if (task.response != ScsiServiceResponse::COMMAND_COMPLETE)
    {
        header.response = IscsiScsiResponseCode::TARGET_FAILURE;
        return header;
    }
    header.status = static_cast<uint8_t>(task.status);
    header.expDataSn = task.dataIn.GetCount();
    FillResidual(task.residual, header);
    if (task.isBidirectional)
    {
        header.bidirectionalOverflow = task.dataInResidual < 0;
        header.bidirectionalUnderflow = task.dataInResidual > 0;
        header.bidirectionalReadResidualCount =
            static_cast<uint32_t>(std::llabs(task.dataInResidual));
    }
    return header;
}

} // namespace ns3
