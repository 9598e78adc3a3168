/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-target-command-receiver.h"

#include "ns3/io-timeline-table.h"
#include "ns3/log.h"
#include "ns3/scsi-cdb.h"
#include "ns3/scsi-sense.h"
#include "ns3/simulation-singleton.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiTargetCommandReceiver");

namespace
{

/// What a task costs beside its data, bytes.
constexpr uint32_t TASK_COST = 512;

} // namespace

IscsiTargetCommandReceiver::IscsiTargetCommandReceiver(IscsiTargetContext& context,
                                                       IscsiTargetSender& sender,
                                                       IscsiTargetDataOutReceiver& dataOutReceiver)
    : m_context(context),
      m_sender(sender),
      m_dataOutReceiver(dataOutReceiver)
{
}

std::optional<IscsiCommandExtension>
IscsiTargetCommandReceiver::ReadLayout(const IscsiScsiCommandHeader& header, Ptr<const Packet> pdu)
{
    std::optional<IscsiCommandExtension> extension{std::in_place};
    if (header.totalAhsLength > 0)
    {
        extension = IscsiCommandExtension::Read(pdu, header.totalAhsLength);
    }
    const bool isBidirectional = header.read && header.write;
    const bool isGood = extension && (header.final || header.write) &&
                        (!isBidirectional || extension->bidirectionalReadLength);
    return isGood ? extension : std::nullopt;
}

Ptr<IscsiTargetTask>
IscsiTargetCommandReceiver::Admit(IscsiTargetConnection& connection,
                                  const IscsiScsiCommandHeader& header,
                                  const IscsiCommandExtension& extension)
{
    auto reason = Check(connection, header);
    if (!reason && !IsConsistent(header, extension))
    {
        reason = IscsiRejectReason::INVALID_PDU_FIELD;
    }
    if (reason)
    {
        m_context.Reject(connection, *reason, header);
        return nullptr;
    }
    auto task = Create<IscsiTargetTask>();
    task->tag = header.initiatorTaskTag;
    task->cmdSn = header.cmdSn;
    task->connection = &connection;
    task->isImmediate = header.immediate;
    task->isBidirectional = header.read && header.write;
    task->lun = header.lun;
    task->cdb = header.cdb;
    task->extendedCdb = extension.extendedCdb;
    task->attribute = static_cast<ScsiTaskAttribute>(header.attribute);
    task->dataInLength = task->isBidirectional ? *extension.bidirectionalReadLength
                         : header.read         ? header.expectedDataTransferLength
                                               : 0;
    task->dataOutLength = header.write ? header.expectedDataTransferLength : 0;
    task->initiatorPort = m_context.settings.initiatorPort;
    task->port = m_context.port;
    if (!m_context.tasks.Add(task))
    {
        m_context.Reject(connection, IscsiRejectReason::TASK_IN_PROGRESS, header);
        return nullptr;
    }
    m_context.commands.AcquireSlot(*task);
    NS_LOG_DEBUG("task begins: ITT " << FormatIscsiTag(task->tag) << ", CmdSN " << task->cmdSn
                                     << ", operation code " << +task->cdb[0] << ", read "
                                     << task->dataInLength << ", write " << task->dataOutLength);
    return task;
}

void
IscsiTargetCommandReceiver::Start(const Ptr<IscsiTargetTask>& task,
                                  const IscsiScsiCommandHeader& header,
                                  Ptr<Packet> pdu)
{
    IoTimelineTag timeline;
    if (pdu->FindFirstMatchingByteTag(timeline))
    {
        task->timeline = SimulationSingleton<IoTimelineTable>::Get()->Find(timeline.GetHandle());
        task->Stamp(IoStage::ARRIVED_AT_TARGET);
    }
    else if (m_context.settings.answered && !m_context.settings.answered->IsEmpty())
    {
        task->timeline = Create<IoTimeline>();
        task->Stamp(IoStage::ISSUED);
        task->Stamp(IoStage::ARRIVED_AT_TARGET);
    }
    if (m_context.settings.KeepsData() && task->dataInLength > 0)
    {
        task->unacknowledgedDataIn = std::make_unique<IscsiTargetUnacknowledgedDataIn>();
    }
    pdu->RemoveAtStart(IscsiHeader::BHS_SIZE + header.totalAhsLength * 4);
    const bool isGood =
        m_dataOutReceiver.Begin(task, pdu->GetSize() > 0 ? pdu : nullptr, header.final);
    if (isGood && (!m_context.tasks.HasPendingUnitAttention() || !ReportClearedTasks(task)) &&
        AcquireBuffer(task))
    {
        task->isAtDevice = true;
        m_context.settings.device->CommandReceived(task);
    }
    else
    {
        m_dataOutReceiver.SetTimer(task);
    }
}

std::optional<IscsiRejectReason>
IscsiTargetCommandReceiver::Check(const IscsiTargetConnection& connection,
                                  const IscsiScsiCommandHeader& header) const
{
    if (connection.GetState() == IscsiConnectionState::LOGOUT_REQUESTED)
    {
        return IscsiRejectReason::WAITING_FOR_LOGOUT;
    }
    if (!header.immediate || m_context.commands.HasFreeSlot())
    {
        return std::nullopt;
    }
    // Beyond the window a connection may have one immediate command at a time (RFC 7143, 4.2.2.1).
    const bool isSecond = m_context.tasks.Contains([&](const auto& task) {
        return task.isImmediate && task.hasSlot && task.connection == &connection;
    });
    return isSecond ? std::optional(IscsiRejectReason::IMMEDIATE_COMMAND_REJECT) : std::nullopt;
}

bool
IscsiTargetCommandReceiver::IsConsistent(const IscsiScsiCommandHeader& header,
                                         const IscsiCommandExtension& extension)
{
    const bool hasDirection = header.read || header.write ||
                              (header.expectedDataTransferLength == 0 &&
                               extension.bidirectionalReadLength.value_or(0) == 0);
    return header.initiatorTaskTag != IscsiHeader::RESERVED_TAG &&
           static_cast<uint8_t>(header.attribute) <= static_cast<uint8_t>(ScsiTaskAttribute::ACA) &&
           hasDirection;
}

bool
IscsiTargetCommandReceiver::AcquireBuffer(const Ptr<IscsiTargetTask>& task)
{
    const uint64_t bytes = uint64_t{task->dataInLength} + task->dataOutLength;
    if (bytes == 0 || !m_context.settings.buffers)
    {
        return true;
    }
    task->buffer = m_context.settings.buffers->Reserve(bytes + TASK_COST);
    if (task->buffer)
    {
        return true;
    }
    // TASK SET FULL says that there is another task to wait for (SAM-5, 5.3.1).
    const bool isOnly = m_context.settings.buffers->GetInUse() == 0;
    m_sender.Refuse(task, isOnly ? ScsiStatus::BUSY : ScsiStatus::TASK_SET_FULL);
    return false;
}

bool
IscsiTargetCommandReceiver::ReportClearedTasks(const Ptr<IscsiTargetTask>& task)
{
    const auto opcode = GetScsiOpcode(task->cdb);
    if (opcode == ScsiOpcode::REQUEST_SENSE || opcode == ScsiOpcode::INQUIRY ||
        opcode == ScsiOpcode::REPORT_LUNS || !m_context.tasks.TakeUnitAttention(task->lun))
    {
        return false;
    }
    NS_LOG_INFO("unit attention: commands cleared by an iSCSI event, ITT "
                << FormatIscsiTag(task->tag));
    m_sender.Fail(task,
                  ScsiSenseKey::UNIT_ATTENTION,
                  ScsiAdditionalSense::COMMANDS_CLEARED_BY_ISCSI_EVENT);
    return true;
}

} // namespace ns3
