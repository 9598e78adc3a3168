/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TARGET_TASK_TERMINATION_H
#define ISCSI_TARGET_TASK_TERMINATION_H

#include "iscsi-target-command-slots.h"
#include "iscsi-target-task-table.h"

#include "ns3/ptr.h"
#include "ns3/scsi-device.h"

#include <cstdint>
#include <set>

namespace ns3
{

/**
 * @ingroup iscsi
 *
 * The implicit termination of a target's tasks, by a logout or a timeout (RFC 7143, 11.14.5): they
 * end without a response, and their logical units report a unit attention to the initiator.
 */
class IscsiTargetTaskTermination
{
  public:
    /**
     * @param device what has the tasks
     * @param tasks the session's tasks; outlive this part
     * @param slots the slots they take; outlive this part
     */
    IscsiTargetTaskTermination(Ptr<ScsiDevice> device,
                               IscsiTargetTaskTable& tasks,
                               IscsiTargetCommandSlots& slots);

    /**
     * End the tasks of a connection, and tell the device of those it has.
     *
     * @param connection the connection
     * @param immediateOnly true for tasks of immediate commands alone
     */
    void EndTasksOf(const IscsiTargetConnection* connection, bool immediateOnly);

    /**
     * @return true if some logical unit owes a unit attention
     */
    bool OwesAttention() const;

    /**
     * The unit attention of a logical unit is reported.
     *
     * @param lun the unit
     * @return true if it owed one
     */
    bool TakeAttention(uint64_t lun);

  private:
    Ptr<ScsiDevice> m_device;         //!< what has the tasks
    IscsiTargetTaskTable& m_tasks;    //!< the tasks
    IscsiTargetCommandSlots& m_slots; //!< the slots they take
    std::set<uint64_t> m_attentions;  //!< logical units that owe a unit attention
};

} // namespace ns3

#endif /* ISCSI_TARGET_TASK_TERMINATION_H */
