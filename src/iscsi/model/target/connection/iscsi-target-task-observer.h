/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TARGET_TASK_OBSERVER_H
#define ISCSI_TARGET_TASK_OBSERVER_H

#include "ns3/ptr.h"
#include "ns3/scsi-task.h"

namespace ns3
{

/**
 * @ingroup iscsi
 *
 * Is told of the SCSI commands of a target.
 */
class IscsiTargetTaskObserver
{
  public:
    virtual ~IscsiTargetTaskObserver() = default;

    /**
     * @return true to give each command that comes without a timeline one of its own, which begins
     *         with ISSUED when the command arrives: commands of initiators outside the simulation
     */
    virtual bool WantsTimelines() const = 0;

    /**
     * The response to a command was handed to TCP.
     *
     * @param task the command with its status and timeline
     */
    virtual void CommandAnswered(Ptr<const ScsiTask> task) = 0;
};

} // namespace ns3

#endif /* ISCSI_TARGET_TASK_OBSERVER_H */
