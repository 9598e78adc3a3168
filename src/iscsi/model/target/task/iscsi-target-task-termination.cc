/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-target-task-termination.h"

#include "ns3/log.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiTargetTaskTermination");

IscsiTargetTaskTermination::IscsiTargetTaskTermination(Ptr<ScsiDevice> device,
                                                       IscsiTargetTaskTable& tasks,
                                                       IscsiTargetCommandSlots& slots)
    : m_device(device),
      m_tasks(tasks),
      m_slots(slots)
{
}

void
IscsiTargetTaskTermination::EndTasksOf(const IscsiTargetConnection* connection, bool immediateOnly)
{
    const auto ended = m_tasks.Select([&](const auto& task) {
        return task.connection == connection && (task.isImmediate || !immediateOnly);
    });
    for (const auto& task : ended)
    {
        NS_LOG_INFO("task terminated with its connection: ITT " << FormatIscsiTag(task->tag));
        if (!task->isStatusSent && !task->isAborted)
        {
            m_attentions.insert(task->lun);
        }
        m_slots.Free(*task);
        m_tasks.Remove(*task);
        if (task->isAtDevice)
        {
            task->isAtDevice = false;
            m_device->TaskLost(task);
        }
    }
}

bool
IscsiTargetTaskTermination::OwesAttention() const
{
    return !m_attentions.empty();
}

bool
IscsiTargetTaskTermination::TakeAttention(uint64_t lun)
{
    return m_attentions.erase(lun) > 0;
}

} // namespace ns3
