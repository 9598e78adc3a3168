/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TARGET_TASK_TABLE_H
#define ISCSI_TARGET_TASK_TABLE_H

#include "iscsi-target-task.h"

#include "ns3/ptr.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <vector>

namespace ns3
{

/**
 * @ingroup iscsi
 *
 * The SCSI tasks of a target's session by initiator task tag.
 */
class IscsiTargetTaskTable
{
  public:
    /// Says whether a task is one of those looked for.
    using Condition = std::function<bool(const IscsiTargetTask&)>;

    /**
     * Add a task.
     *
     * @param task the task
     * @return false if a task of the table has its tag
     */
    bool Add(Ptr<IscsiTargetTask> task);

    /**
     * @param tag initiator task tag
     * @return the task or null
     */
    Ptr<IscsiTargetTask> Find(uint32_t tag) const;

    /**
     * Take a task out and stop its clock.
     *
     * @param task the task; nothing happens if it is not there
     */
    void Remove(IscsiTargetTask& task);

    /**
     * @param condition which tasks
     * @return those tasks by tag
     */
    std::vector<Ptr<IscsiTargetTask>> Select(const Condition& condition) const;

    /**
     * @param condition which tasks
     * @return true if there is one
     */
    bool Contains(const Condition& condition) const;

    /**
     * @return number of tasks
     */
    std::size_t GetCount() const;

  private:
    std::map<uint32_t, Ptr<IscsiTargetTask>> m_tasks; //!< by initiator task tag
};

} // namespace ns3

#endif /* ISCSI_TARGET_TASK_TABLE_H */
