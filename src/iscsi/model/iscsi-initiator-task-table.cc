/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-initiator-task-table.h"

#include "iscsi-initiator-connection.h"
#include "iscsi-serial-number.h"

#include <algorithm>

namespace ns3
{

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
IscsiInitiatorTaskTable::Erase(const Ptr<IscsiInitiatorTask>& task)
{
    m_tasks.erase(task->tag);
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

void
IscsiInitiatorTaskTable::Clear()
{
    m_tasks.clear();
}

} // namespace ns3
