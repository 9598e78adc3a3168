/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-initiator-command-sender.h"

#include "iscsi-initiator-context.h"
#include "iscsi-initiator-transfer.h"

#include "ns3/iscsi-additional-headers.h"
#include "ns3/iscsi-initiator-connection.h"
#include "ns3/log.h"
#include "ns3/scsi-lun.h"
#include "ns3/simulation-singleton.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiInitiatorCommandSender");

IscsiInitiatorCommandSender::IscsiInitiatorCommandSender(IscsiInitiatorContext& context,
                                                         IscsiInitiatorTransfer& transfer)
    : m_context(context),
      m_transfer(transfer)
{
}

void
IscsiInitiatorCommandSender::Add(const Ptr<IscsiInitiatorTask>& task)
{
    m_pending.push_back(task);
}

void
IscsiInitiatorCommandSender::SendPending()
{
    if (m_isSending)
    {
        return;
    }
    // A client may answer, or send more commands, from inside the calls below.
    m_isSending = true;
    while (SendAgain() || SendNew())
    {
    }
    m_isSending = false;
}

bool
IscsiInitiatorCommandSender::SendAgain()
{
    if (m_again.empty())
    {
        return false;
    }
    // A task that has ended since, or lost its connection, needs no command here.
    std::erase_if(m_again, [](const auto& task) {
        return task->state != IscsiInitiatorTask::State::SENT || task->isDataOutEnded ||
               !task->connection->IsReady();
    });
    if (m_again.empty() || !PrepareData(m_again.front()))
    {
        return false;
    }
    const auto task = m_again.front();
    m_again.pop_front();
    Transmit(task);
    return true;
}

bool
IscsiInitiatorCommandSender::SendNew()
{
    if (!m_again.empty() || m_pending.empty() || m_context.connections.GetReady().empty() ||
        !m_context.numbering.IsOpen() || !PrepareData(m_pending.front()))
    {
        return false;
    }
    const auto task = m_pending.front();
    m_pending.pop_front();
    Send(task);
    return true;
}

void
IscsiInitiatorCommandSender::Resend(const Ptr<IscsiInitiatorTask>& task)
{
    task->DropBursts();
    task->asked = false;
    NS_LOG_INFO("command sent again: ITT " << FormatIscsiTag(task->tag) << ", CmdSN "
                                           << task->cmdSn);
    if (!IsResending(task))
    {
        m_again.push_back(task);
        // The data of the command that was first in line are asked for once more.
        if (!m_pending.empty() && m_pending.front()->asked)
        {
            m_pending.front()->DropBursts();
            m_pending.front()->asked = false;
        }
    }
    SendPending();
}

bool
IscsiInitiatorCommandSender::IsResending(const Ptr<IscsiInitiatorTask>& task) const
{
    return std::find(m_again.begin(), m_again.end(), task) != m_again.end();
}

Ptr<IscsiInitiatorTask>
IscsiInitiatorCommandSender::Withdraw(const ScsiTask* scsi)
{
    const auto found = std::find_if(m_pending.begin(), m_pending.end(), [scsi](const auto& task) {
        return PeekPointer(task->scsi) == scsi;
    });
    if (found == m_pending.end())
    {
        return nullptr;
    }
    const auto task = *found;
    m_pending.erase(found);
    return task;
}

std::list<Ptr<IscsiInitiatorTask>>
IscsiInitiatorCommandSender::WithdrawAll()
{
    return std::exchange(m_pending, {});
}

uint32_t
IscsiInitiatorCommandSender::GetLength() const
{
    return m_pending.size();
}

void
IscsiInitiatorCommandSender::AssignConnection(const Ptr<IscsiInitiatorTask>& task) const
{
    if (task->connection && task->connection->IsReady())
    {
        return;
    }
    // Another connection may take another length of immediate data.
    task->DropBursts();
    task->asked = false;
    task->connection = m_context.connections.Choose(*task->scsi);
}

bool
IscsiInitiatorCommandSender::PrepareData(const Ptr<IscsiInitiatorTask>& task)
{
    AssignConnection(task);
    const uint32_t immediate = GetImmediateLength(*task);
    const uint32_t unsolicited = GetUnsolicitedLength(*task, immediate);
    if (unsolicited == 0)
    {
        m_immediate = nullptr;
        return true;
    }
    if (!task->asked)
    {
        task->asked = true;
        task->keepsData = m_context.Recovers();
        m_immediate = nullptr;
        task->Ask(IscsiHeader::RESERVED_TAG, 0, immediate > 0 ? immediate : unsolicited);
    }
    if (immediate > 0 && !m_immediate && task->HasBurst())
    {
        m_immediate = task->TakeBurst();
        if (unsolicited > immediate)
        {
            task->Ask(IscsiHeader::RESERVED_TAG, immediate, unsolicited - immediate);
        }
    }
    return unsolicited == immediate ? m_immediate != nullptr : task->HasBurst();
}

uint32_t
IscsiInitiatorCommandSender::GetImmediateLength(const IscsiInitiatorTask& task) const
{
    if (!m_context.parameters.immediateData)
    {
        return 0;
    }
    return std::min({task.scsi->dataOutLength,
                     m_context.parameters.firstBurstLength,
                     task.connection->GetMaxSendDataSegmentLength()});
}

uint32_t
IscsiInitiatorCommandSender::GetUnsolicitedLength(const IscsiInitiatorTask& task,
                                                  uint32_t immediate) const
{
    return m_context.parameters.initialR2T
               ? immediate
               : std::min(task.scsi->dataOutLength, m_context.parameters.firstBurstLength);
}

void
IscsiInitiatorCommandSender::Send(const Ptr<IscsiInitiatorTask>& task)
{
    const auto& scsi = *task->scsi;
    task->cmdSn = m_context.numbering.AllocateNumber();
    task->Join(task->connection);
    task->keepsData = m_context.Recovers();
    task->maxReceive = task->connection->GetParameters().maxRecvDataSegmentLength;
    m_context.tasks.Insert(task);
    NS_LOG_DEBUG("task begins: ITT " << FormatIscsiTag(task->tag) << ", CmdSN " << task->cmdSn
                                     << ", CID " << task->connection->GetCid()
                                     << ", operation code " << +scsi.cdb[0] << ", read "
                                     << scsi.dataInLength << ", write " << scsi.dataOutLength);
    if (scsi.timeline)
    {
        task->timeline = SimulationSingleton<IoTimelineTable>::Get()->Open(scsi.timeline);
        task->hasTimeline = true;
    }
    Transmit(task);
}

IscsiScsiCommandHeader
IscsiInitiatorCommandSender::MakeHeader(const IscsiInitiatorTask& task)
{
    const auto& scsi = *task.scsi;
    IscsiScsiCommandHeader header;
    header.read = scsi.dataInLength > 0;
    header.write = scsi.dataOutLength > 0;
    header.attribute = static_cast<IscsiTaskAttribute>(scsi.attribute);
    // Of a bidirectional command it is the length of the write (RFC 7143, 11.3.4).
    header.expectedDataTransferLength =
        scsi.dataOutLength > 0 ? scsi.dataOutLength : scsi.dataInLength;
    header.cdb = scsi.cdb;
    header.lun = scsi.lun;
    header.initiatorTaskTag = task.tag;
    header.cmdSn = task.cmdSn;
    return header;
}

void
IscsiInitiatorCommandSender::Transmit(const Ptr<IscsiInitiatorTask>& task)
{
    Ptr<Packet> data = std::exchange(m_immediate, nullptr);
    const uint32_t immediate = data ? data->GetSize() : 0;
    const uint32_t unsolicited = GetUnsolicitedLength(*task, immediate);
    auto header = MakeHeader(*task);
    header.final = unsolicited == immediate;
    if (const auto additional = MakeIscsiAdditionalHeaders(*task->scsi))
    {
        header.totalAhsLength = additional->GetSize() / 4;
        if (data)
        {
            additional->AddAtEnd(data);
        }
        data = additional;
    }
    task->lastProgress = Simulator::Now();
    if (task->hasTimeline)
    {
        const IoTimelineTag tag(task->timeline);
        const IoCommand command{task->connection->GetEnds(),
                                DecodeScsiLun(header.lun).value_or(0),
                                task->tag,
                                task->cmdSn};
        const Time delay = task->connection->Send(header, data, &tag);
        task->scsi->timeline->StampSent(command, Simulator::Now() + delay);
    }
    else
    {
        task->connection->Send(header, data);
    }
    if (!header.final)
    {
        m_transfer.SendBursts(task);
    }
}

} // namespace ns3
