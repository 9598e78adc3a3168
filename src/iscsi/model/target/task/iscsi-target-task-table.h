/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TARGET_TASK_TABLE_H
#define ISCSI_TARGET_TASK_TABLE_H

#include "iscsi-target-command-sequencer.h"
#include "iscsi-target-task.h"

#include "ns3/ptr.h"
#include "ns3/scsi-device.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <vector>

namespace ns3
{

/**
 * @ingroup iscsi-target-task
 *
 * The SCSI tasks of a target's session by initiator task tag, and their implicit termination by a
 * logout or a timeout (RFC 7143, 11.14.5): they end without a response, and their logical units
 * report a unit attention to the initiator.
 */
class IscsiTargetTaskTable
{
  public:
    /// Says whether a task is one of those looked for.
    using Condition = std::function<bool(const IscsiTargetTask&)>;

    /**
     * @param device what has the tasks, null in discovery
     * @param commands the slots that tasks take; outlive the table
     */
    IscsiTargetTaskTable(Ptr<ScsiDevice> device, IscsiTargetCommandSequencer& commands);

    /**
     * Add a task. An initiator uses a tag again only when it knows that the task is over, so a
     * task whose status was sent, or that was aborted, makes room.
     *
     * @param task the task
     * @return false if a task that is not over has its tag
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
     * @param task the task; nothing happens if there is none
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

    /**
     * End the tasks of a connection, and notify the device of those it has.
     *
     * @param connection the connection
     * @param immediateOnly true for tasks of immediate commands alone
     */
    void EndTasksOf(const IscsiTargetConnection* connection, bool immediateOnly);

    /**
     * @return true if some logical unit has a pending unit attention
     */
    bool HasPendingUnitAttention() const;

    /**
     * The unit attention of a logical unit is reported.
     *
     * @param lun the unit
     * @return true if one was pending
     */
    bool TakeUnitAttention(uint64_t lun);

  private:
    Ptr<ScsiDevice> m_device;                         //!< what has the tasks
    IscsiTargetCommandSequencer& m_commands;          //!< the slots they take
    std::map<uint32_t, Ptr<IscsiTargetTask>> m_tasks; //!< by initiator task tag
    std::set<uint64_t> m_unitAttentions;              //!< logical units with one pending
};

} // namespace ns3

#endif /* ISCSI_TARGET_TASK_TABLE_H */
