/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCSI_TASK_SET_OWNER_H
#define SCSI_TASK_SET_OWNER_H

#include "scsi-task.h"

#include "ns3/block-request.h"
#include "ns3/ptr.h"
#include "ns3/scsi-sense.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup scsi-task
 *
 * What a task set needs from the disk that it is part of.
 */
class ScsiTaskSetOwner
{
  public:
    virtual ~ScsiTaskSetOwner() = default;

    /**
     * @return bytes of a block
     */
    virtual uint32_t GetBlockSize() const = 0;

    /**
     * Have the block device carry out a request.
     */
    virtual void SubmitRequest(const Ptr<BlockRequest>& request) = 0;

    /**
     * Give a task back to its port; its status is filled in.
     */
    virtual void Finish(const Ptr<ScsiTask>& task) = 0;

    /**
     * End a task with CHECK CONDITION because of its block request.
     *
     * @param task the task
     * @param sense why
     * @param hasData true if data-out came: then its residual stays as it is
     */
    virtual void Fail(const Ptr<ScsiTask>& task, const ScsiSense& sense, bool hasData) = 0;
};

} // namespace ns3

#endif /* SCSI_TASK_SET_OWNER_H */
