/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-target-task-table.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiTargetTaskTable");

IscsiTargetTaskTable::IscsiTargetTaskTable(Ptr<ScsiDevice> device,
                                           IscsiTargetCommandSequencer& commands)
    : m_device(device),
      m_commands(commands)
{
}

bool
IscsiTargetTaskTable::Add(Ptr<IscsiTargetTask> task)
{
    if (m_tasks.insert({task->tag, task}).second)
    {
        return true;
    }
    const auto old = Find(task->tag);
    if (!old->isStatusSent && !old->isAborted)
    {
        return false;
    }
    Remove(*old);
    return m_tasks.insert({task->tag, task}).second;
}

Ptr<IscsiTargetTask>
IscsiTargetTaskTable::Find(uint32_t tag) const
{
    const auto found = m_tasks.find(tag);
    return found == m_tasks.end() ? nullptr : found->second;
}

void
IscsiTargetTaskTable::Remove(IscsiTargetTask& task)
{
    const auto found = m_tasks.find(task.tag);
    if (found != m_tasks.end() && PeekPointer(found->second) == &task)
    {
        Simulator::Remove(task.sequenceTimer);
        // The event, which refers to the task, exists as long as the task knows it.
        task.sequenceTimer = EventId();
        m_tasks.erase(found);
    }
}

std::vector<Ptr<IscsiTargetTask>>
IscsiTargetTaskTable::Select(const Condition& condition) const
{
    std::vector<Ptr<IscsiTargetTask>> tasks;
    for (const auto& [tag, task] : m_tasks)
    {
        if (condition(*task))
        {
            tasks.push_back(task);
        }
    }
    return tasks;
}

bool
IscsiTargetTaskTable::Contains(const Condition& condition) const
{
    return std::any_of(m_tasks.begin(), m_tasks.end(), [&](const auto& entry) {
        return condition(*entry.second);
    });
}

std::size_t
IscsiTargetTaskTable::GetCount() const
{
    return m_tasks.size();
}

void
IscsiTargetTaskTable::EndTasksOf(const IscsiTargetConnection* connection, bool immediateOnly)
{
    const auto ended = Select([&](const auto& task) {
        return task.connection == connection && (task.isImmediate || !immediateOnly);
    });
    for (const auto& task : ended)
    {
        NS_LOG_INFO("task terminated with its connection: ITT " << FormatIscsiTag(task->tag));
        if (!task->isStatusSent && !task->isAborted)
        {
            m_unitAttentions.insert(task->lun);
        }
        m_commands.FreeSlot(*task);
        Remove(*task);
        if (task->isAtDevice)
        {
            task->isAtDevice = false;
            m_device->TaskLost(task);
        }
    }
}

bool
IscsiTargetTaskTable::HasPendingUnitAttention() const
{
    return !m_unitAttentions.empty();
}

bool
IscsiTargetTaskTable::TakeUnitAttention(uint64_t lun)
{
    return m_unitAttentions.erase(lun) > 0;
}

} // namespace ns3
