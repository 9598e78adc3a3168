/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-initiator-transfer.h"

#include "iscsi-initiator-context.h"

#include "ns3/iscsi-initiator-connection.h"
#include "ns3/iscsi-r2t-header.h"
#include "ns3/iscsi-sense-segment.h"
#include "ns3/iscsi-snack-header.h"
#include "ns3/log.h"
#include "ns3/scsi-initiator-port.h"
#include "ns3/scsi-sense.h"
#include "ns3/simulator.h"

#include <optional>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiInitiatorTransfer");

namespace
{

/**
 * @param overflow O bit of a response
 * @param underflow U bit of it
 * @param count its residual count, bytes
 * @return the residual as a task has it
 */
int64_t
GetResidual(bool overflow, bool underflow, uint32_t count)
{
    return underflow ? int64_t{count} : overflow ? -int64_t{count} : 0;
}

/// A target that is further ahead than this many PDUs of a command has not lost them on the way.
constexpr uint32_t MOST_MISSING = 65536;

/**
 * @param task a task
 * @param number a number of its Data-In and R2T PDUs
 * @return true if so many can be on their way
 */
bool
IsInReach(const IscsiInitiatorTask& task, uint32_t number)
{
    const uint32_t next = task.dataSns.GetNext();
    return number <= next || number - next <= MOST_MISSING;
}

/**
 * @param code the code of a SCSI Response
 * @return true if it has no meaning: neither of RFC 7143, 11.4.3, nor a vendor's
 */
bool
IsReserved(IscsiScsiResponseCode code)
{
    constexpr uint8_t FIRST_VENDOR_CODE = 0x80;
    return code > IscsiScsiResponseCode::TARGET_FAILURE &&
           static_cast<uint8_t>(code) < FIRST_VENDOR_CODE;
}

} // namespace

IscsiInitiatorTransfer::IscsiInitiatorTransfer(IscsiInitiatorContext& context)
    : m_context(context)
{
}

void
IscsiInitiatorTransfer::HandleDataIn(IscsiInitiatorConnection* connection, Ptr<Packet> pdu)
{
    IscsiDataInHeader header;
    IscsiConnection::RemoveHeader(pdu, header);
    m_context.numbering.Update(header);
    const auto task = FindTask(connection, header);
    if (!task)
    {
        return;
    }
    if (header.statusPresent && !header.final)
    {
        connection->FailSession("Data-In with a status that does not end a sequence");
        return;
    }
    if (header.acknowledge && m_context.Recovers() && header.lun != task->scsi->lun)
    {
        connection->Fail("Data-In for a different logical unit from its command");
        return;
    }
    const bool isNear = IsInReach(*task, header.dataSn);
    const bool isUsed = isNear && ReceiveNumber(task, header.dataSn);
    if (!isNear || (!isUsed && !m_context.Recovers()) || !FitsBuffer(*task, header))
    {
        connection->Fail("Data-In out of order or beyond the buffer");
        return;
    }
    if (isUsed && header.dataSegmentLength > 0)
    {
        Deliver(task, header.bufferOffset, pdu);
    }
    if (header.acknowledge && m_context.Recovers())
    {
        task->hasDataAck = true;
        task->dataAckTag = header.targetTransferTag;
    }
    AcknowledgeData(task);
    if (header.statusPresent && task->snackTag == 0)
    {
        IscsiScsiResponseHeader response;
        response.status = header.status;
        response.overflow = header.overflow;
        response.underflow = header.underflow;
        response.residualCount = header.residualCount;
        Finish(task, response, nullptr);
    }
}

void
IscsiInitiatorTransfer::HandleScsiResponse(IscsiInitiatorConnection* connection, Ptr<Packet> pdu)
{
    IscsiScsiResponseHeader header;
    IscsiConnection::RemoveHeader(pdu, header);
    m_context.numbering.Update(header);
    const auto task = FindTask(connection, header);
    if (!task)
    {
        return;
    }
    const bool isComplete = header.response == IscsiScsiResponseCode::COMPLETED;
    const bool isRead = task->scsi->dataInLength > 0; // R2Ts do not count (RFC 7143, 11.4.8)
    // A lower one reports no loss: there are targets that give 0 with CHECK CONDITION.
    if (isComplete && isRead && header.expDataSn > task->dataSns.GetNext() && !m_context.Recovers())
    {
        connection->Fail("ExpDataSN covers data that did not arrive");
    }
    else if (isComplete && header.status == static_cast<uint8_t>(ScsiStatus::CHECK_CONDITION) &&
             pdu->GetSize() == 0)
    {
        connection->FailSession("CHECK CONDITION without sense data");
    }
    else
    {
        Finish(task, header, pdu);
    }
}

void
IscsiInitiatorTransfer::Finish(const Ptr<IscsiInitiatorTask>& task,
                               const IscsiScsiResponseHeader& header,
                               Ptr<const Packet> data)
{
    auto& scsi = *task->scsi;
    if (header.response != IscsiScsiResponseCode::COMPLETED)
    {
        if (IsReserved(header.response))
        {
            NS_LOG_WARN("SCSI Response with a reserved code: ITT " << FormatIscsiTag(task->tag));
            m_context.settings.observer->ProtocolErrorSeen("SCSI Response with a reserved code");
        }
        m_context.tasks.Lose(task);
        return;
    }
    scsi.status = static_cast<ScsiStatus>(header.status);
    scsi.residual = GetResidual(header.overflow, header.underflow, header.residualCount);
    scsi.dataInResidual = GetResidual(header.bidirectionalOverflow,
                                      header.bidirectionalUnderflow,
                                      header.bidirectionalReadResidualCount);
    if (data)
    {
        scsi.sense = ReadIscsiSenseSegment(*data);
    }
    if (task->isDataLost && scsi.status == ScsiStatus::GOOD)
    {
        NS_LOG_INFO("read failed: ITT " << FormatIscsiTag(task->tag) << ", Data-In missing");
        // RFC 7143, 7.8 and 11.4.7.2.
        scsi.status = ScsiStatus::CHECK_CONDITION;
        scsi.sense = ScsiSense{ScsiSenseKey::ABORTED_COMMAND,
                               ScsiAdditionalSense::PROTOCOL_SERVICE_CRC_ERROR,
                               std::nullopt}
                         .Encode();
    }
    m_context.tasks.Complete(task);
}

void
IscsiInitiatorTransfer::HandleR2t(IscsiInitiatorConnection* connection, Ptr<Packet> pdu)
{
    IscsiR2tHeader header;
    IscsiConnection::RemoveHeader(pdu, header);
    m_context.numbering.Update(header);
    const auto task = FindTask(connection, header);
    if (!task)
    {
        return;
    }
    NS_LOG_INFO("R2T received: ITT " << FormatIscsiTag(task->tag) << ", R2TSN " << header.r2tSn
                                     << ", offset " << header.bufferOffset << ", length "
                                     << header.desiredDataTransferLength);
    if (task->acceptsAnyR2t)
    {
        task->acceptsAnyR2t = false;
        task->dataSns.Restart(header.r2tSn);
    }
    if (header.lun != task->scsi->lun)
    {
        connection->Fail("R2T for a different logical unit from its command");
        return;
    }
    const bool isNear = IsInReach(*task, header.r2tSn);
    const bool isUsed = isNear && ReceiveNumber(task, header.r2tSn);
    const uint32_t length = header.desiredDataTransferLength;
    const uint32_t total = task->scsi->dataOutLength;
    if (!isNear || (!isUsed && !m_context.Recovers()) || length == 0 ||
        length > m_context.parameters.maxBurstLength || header.bufferOffset > total ||
        length > total - header.bufferOffset)
    {
        connection->Fail("R2T out of order or for data that does not exist");
        return;
    }
    if (isUsed && !task->isDataOutEnded &&
        task->Ask(header.targetTransferTag, header.bufferOffset, length))
    {
        SendBursts(task);
    }
}

void
IscsiInitiatorTransfer::SendBursts(const Ptr<IscsiInitiatorTask>& task)
{
    IscsiDataOutHeader header;
    header.lun = task->scsi->lun;
    const auto connection = task->connection;
    const uint32_t maxSegment = connection->GetMaxSendDataSegmentLength();
    while (auto data = task->CutDataOut(maxSegment, header))
    {
        connection->Send(header, data);
    }
    task->lastProgress = Simulator::Now();
}

IscsiStatusReadiness
IscsiInitiatorTransfer::CheckStatus(IscsiOpcode opcode, Ptr<const Packet> pdu)
{
    if (opcode == IscsiOpcode::SCSI_DATA_IN)
    {
        IscsiDataInHeader header;
        header.Peek(pdu);
        const auto task = m_context.tasks.Find(header.initiatorTaskTag);
        return task && task->snackTag == 0 ? CheckCount(task, header.dataSn)
                                           : IscsiStatusReadiness::READY;
    }
    if (opcode == IscsiOpcode::SCSI_RESPONSE)
    {
        IscsiScsiResponseHeader header;
        header.Peek(pdu);
        const auto task = m_context.tasks.Find(header.initiatorTaskTag);
        if (!task || header.response != IscsiScsiResponseCode::COMPLETED)
        {
            return IscsiStatusReadiness::READY;
        }
        // Another response with this StatSN follows (RFC 7143, 11.16.3).
        return header.snackTag != task->snackTag ? IscsiStatusReadiness::DROPPED
                                                 : CheckCount(task, header.expDataSn);
    }
    return IscsiStatusReadiness::READY;
}

IscsiStatusReadiness
IscsiInitiatorTransfer::CheckCount(const Ptr<IscsiInitiatorTask>& task, uint32_t count)
{
    if (task->scsi->dataInLength == 0)
    {
        // An R2T that is missing is wanted no more: the target may have asked again.
        return IscsiStatusReadiness::READY;
    }
    if (!task->connection)
    {
        // It waits for another connection; the receiver of the PDU detects that.
        return IscsiStatusReadiness::READY;
    }
    if (!IsInReach(*task, count))
    {
        task->connection->Fail("too many PDUs of a command are missing");
        return IscsiStatusReadiness::WAITS;
    }
    const uint32_t seen = task->dataSns.GetSeen();
    task->dataSns.NoteSent(count);
    if (count > seen)
    {
        SendDataSnack(task, seen, count - seen);
    }
    const bool isComplete = task->isDataLost || task->dataSns.GetNext() >= count;
    return isComplete ? IscsiStatusReadiness::READY : IscsiStatusReadiness::WAITS;
}

void
IscsiInitiatorTransfer::NoteLost(Ptr<const Packet> headers)
{
    IscsiDataInHeader header;
    header.Peek(headers);
    if (const auto task = m_context.tasks.Find(header.initiatorTaskTag))
    {
        CheckCount(task, header.dataSn + 1);
    }
}

bool
IscsiInitiatorTransfer::AskForData(const Ptr<IscsiInitiatorTask>& task)
{
    const bool isMissing = task->dataSns.HasGap() && !task->isDataLost;
    if (isMissing)
    {
        SendDataSnack(task, task->dataSns.GetNext(), task->dataSns.GetGapLength());
    }
    return isMissing;
}

Ptr<IscsiInitiatorTask>
IscsiInitiatorTransfer::FindTask(IscsiInitiatorConnection* connection,
                                 const IscsiHeader& header) const
{
    const auto task = m_context.tasks.Find(header.initiatorTaskTag);
    if (task && PeekPointer(task->connection) == connection)
    {
        return task;
    }
    const auto name = GetIscsiOpcodeName(header.GetOpcode());
    if (!task && m_context.tasks.WasIssued(header.initiatorTaskTag))
    {
        NS_LOG_WARN(name << " for a task that is over: ITT "
                         << FormatIscsiTag(header.initiatorTaskTag));
        m_context.settings.observer->ProtocolErrorSeen(name + " for a task that is over");
    }
    else
    {
        connection->Fail(name + " for an unknown task");
    }
    return nullptr;
}

bool
IscsiInitiatorTransfer::ReceiveNumber(const Ptr<IscsiInitiatorTask>& task, uint32_t number)
{
    const uint32_t seen = task->dataSns.GetSeen();
    const auto kind = task->dataSns.Receive(number);
    if (!m_context.Recovers())
    {
        return kind == IscsiInitiatorDataSnTracker::Kind::NEXT;
    }
    task->lastProgress = Simulator::Now();
    if (number > seen)
    {
        SendDataSnack(task, seen, number - seen);
    }
    return kind != IscsiInitiatorDataSnTracker::Kind::REPEATED || task->snackTag != 0;
}

bool
IscsiInitiatorTransfer::FitsBuffer(const IscsiInitiatorTask& task,
                                   const IscsiDataInHeader& header) const
{
    const uint32_t total = task.scsi->dataInLength;
    if (header.bufferOffset > total || header.dataSegmentLength > total - header.bufferOffset)
    {
        return false;
    }
    const bool isOrdered = m_context.parameters.dataPduInOrder &&
                           m_context.parameters.dataSequenceInOrder && !m_context.Recovers();
    return !isOrdered || header.bufferOffset == task.dataIn.GetEnd();
}

void
IscsiInitiatorTransfer::Deliver(const Ptr<IscsiInitiatorTask>& task,
                                uint32_t offset,
                                Ptr<Packet> data)
{
    auto& client = *task->scsi->client;
    const uint32_t length = data->GetSize();
    if (task->dataIn.Extend(offset, length))
    {
        client.DataInReceived(task->scsi, offset, data);
        return;
    }
    for (const auto& part : task->dataIn.Add(offset, offset + length))
    {
        client.DataInReceived(task->scsi,
                              part.begin,
                              data->CreateFragment(part.begin - offset, part.end - part.begin));
    }
}

void
IscsiInitiatorTransfer::AcknowledgeData(const Ptr<IscsiInitiatorTask>& task)
{
    if (!task->hasDataAck || task->dataSns.HasGap())
    {
        return;
    }
    task->hasDataAck = false;
    task->acknowledged = task->dataSns.GetNext();
    IscsiSnackHeader snack;
    snack.type = IscsiSnackType::DATA_ACK;
    snack.lun = task->scsi->lun;
    snack.targetTransferTag = task->dataAckTag;
    snack.begRun = task->acknowledged;
    task->connection->Send(snack, nullptr);
}

void
IscsiInitiatorTransfer::SendDataSnack(const Ptr<IscsiInitiatorTask>& task,
                                      uint32_t first,
                                      uint32_t count)
{
    task->lastProgress = Simulator::Now();
    if (task->scsi->dataInLength > 0 &&
        task->maxReceive != task->connection->GetParameters().maxRecvDataSegmentLength)
    {
        SendResegmentSnack(task);
        return;
    }
    IscsiSnackHeader snack;
    snack.type = IscsiSnackType::DATA_R2T;
    snack.lun = task->scsi->lun;
    snack.initiatorTaskTag = task->tag;
    snack.begRun = first;
    snack.runLength = count;
    NS_LOG_INFO("SNACK sent: Data-In or R2T missing, ITT "
                << FormatIscsiTag(task->tag) << ", BegRun " << first << ", RunLength " << count);
    m_context.settings.observer->RecoveryTaken("data requested again");
    task->connection->Send(snack, nullptr);
}

void
IscsiInitiatorTransfer::SendResegmentSnack(const Ptr<IscsiInitiatorTask>& task)
{
    task->maxReceive = task->connection->GetParameters().maxRecvDataSegmentLength;
    task->dataSns.Restart(task->acknowledged);
    task->hasDataAck = false;
    ++task->snackTag;
    IscsiSnackHeader snack;
    snack.type = IscsiSnackType::R_DATA;
    snack.lun = task->scsi->lun;
    snack.initiatorTaskTag = task->tag;
    snack.targetTransferTag = task->snackTag;
    NS_LOG_INFO("SNACK sent: Data-In wanted in new segments, ITT " << FormatIscsiTag(task->tag));
    m_context.settings.observer->RecoveryTaken("data requested in new segments");
    task->connection->Send(snack, nullptr);
}

} // namespace ns3
