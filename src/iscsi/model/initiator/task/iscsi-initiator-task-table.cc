/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-initiator-task-table.h"

#include "ns3/iscsi-initiator-connection.h"
#include "ns3/iscsi-serial-number.h"
#include "ns3/log.h"
#include "ns3/scsi-initiator-port.h"
#include "ns3/simulation-singleton.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiInitiatorTaskTable");

uint32_t
IscsiInitiatorTaskTable::NextTag()
{
    do
    {
        ++m_lastTag;
    } while (m_lastTag == IscsiHeader::RESERVED_TAG || m_tasks.count(m_lastTag) > 0);
    return m_lastTag;
}

bool
IscsiInitiatorTaskTable::WasIssued(uint32_t tag) const
{
    return tag != 0 && tag != IscsiHeader::RESERVED_TAG && IscsiSerialLessEqual(tag, m_lastTag);
}

void
IscsiInitiatorTaskTable::Insert(const Ptr<IscsiInitiatorTask>& task)
{
    m_tasks[task->tag] = task;
}

void
IscsiInitiatorTaskTable::InsertWrite(const Ptr<IscsiInitiatorTask>& task)
{
    m_writes[PeekPointer(task->scsi)] = task;
}

void
IscsiInitiatorTaskTable::Complete(const Ptr<IscsiInitiatorTask>& task)
{
    const auto scsi = task->scsi;
    const bool wasSent = task->state == IscsiInitiatorTask::State::SENT;
    task->state = IscsiInitiatorTask::State::ENDED;
    m_tasks.erase(task->tag);
    m_writes.erase(PeekPointer(scsi));
    if (task->hasTimeline)
    {
        SimulationSingleton<IoTimelineTable>::Get()->Close(task->timeline);
        scsi->Stamp(IoStage::ANSWERED);
    }
    NS_LOG_DEBUG("task ends: ITT " << FormatIscsiTag(task->tag) << ", SCSI status "
                                   << +static_cast<uint8_t>(scsi->status));
    if (wasSent)
    {
        task->connection->RemoveOutstanding(uint64_t{scsi->dataInLength} + scsi->dataOutLength);
    }
    scsi->client->CommandCompleteReceived(scsi);
}

void
IscsiInitiatorTaskTable::Lose(const Ptr<IscsiInitiatorTask>& task)
{
    if (task->state != IscsiInitiatorTask::State::ENDED)
    {
        NS_LOG_INFO("task lost: ITT " << FormatIscsiTag(task->tag));
        task->scsi->response = ScsiServiceResponse::DELIVERY_FAILURE;
        Complete(task);
    }
}

void
IscsiInitiatorTaskTable::EndAborted(const Ptr<IscsiInitiatorTask>& task)
{
    if (task->state != IscsiInitiatorTask::State::ENDED)
    {
        NS_LOG_INFO("task aborted: ITT " << FormatIscsiTag(task->tag));
        task->scsi->status = ScsiStatus::TASK_ABORTED;
        Complete(task);
    }
}

Ptr<IscsiInitiatorTask>
IscsiInitiatorTaskTable::Find(uint32_t tag) const
{
    const auto found = m_tasks.find(tag);
    return found == m_tasks.end() ? nullptr : found->second;
}

Ptr<IscsiInitiatorTask>
IscsiInitiatorTaskTable::FindScsi(const ScsiTask* scsi) const
{
    const auto found = std::find_if(m_tasks.begin(), m_tasks.end(), [scsi](const auto& entry) {
        return PeekPointer(entry.second->scsi) == scsi;
    });
    return found == m_tasks.end() ? nullptr : found->second;
}

Ptr<IscsiInitiatorTask>
IscsiInitiatorTaskTable::FindWrite(const ScsiTask* scsi) const
{
    const auto found = m_writes.find(scsi);
    return found == m_writes.end() ? nullptr : found->second;
}

std::vector<Ptr<IscsiInitiatorTask>>
IscsiInitiatorTaskTable::GetAll() const
{
    std::vector<Ptr<IscsiInitiatorTask>> tasks;
    tasks.reserve(m_tasks.size());
    for (const auto& [tag, task] : m_tasks)
    {
        tasks.push_back(task);
    }
    // Tags go up; the subtraction keeps their order across the wrap.
    const uint32_t last = m_lastTag;
    std::sort(tasks.begin(), tasks.end(), [last](const auto& one, const auto& other) {
        return last - one->tag > last - other->tag;
    });
    return tasks;
}

std::vector<Ptr<IscsiInitiatorTask>>
IscsiInitiatorTaskTable::GetAllegiant(const IscsiInitiatorConnection* connection) const
{
    auto tasks = GetAll();
    std::erase_if(tasks, [connection](const auto& task) {
        return PeekPointer(task->connection) != connection;
    });
    return tasks;
}

bool
IscsiInitiatorTaskTable::IsEmpty() const
{
    return m_tasks.empty();
}

} // namespace ns3
