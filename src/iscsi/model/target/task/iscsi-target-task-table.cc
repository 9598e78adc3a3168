/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-target-task-table.h"

#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{

bool
IscsiTargetTaskTable::Add(Ptr<IscsiTargetTask> task)
{
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

} // namespace ns3
