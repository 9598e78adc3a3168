/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCSI_TASK_MANAGEMENT_H
#define SCSI_TASK_MANAGEMENT_H

#include "scsi-task.h"

#include "ns3/ptr.h"

#include <cstdint>
#include <memory>
#include <string>

namespace ns3
{

/// What a task management request asks for (SAM-5, clause 7; the target resets are of SAM-2 and
/// live on in RFC 7143, 11.5.1).
enum class ScsiTaskManagementFunction : uint8_t
{
    ABORT_TASK,         //!< end one task
    ABORT_TASK_SET,     //!< end the tasks of one nexus in a logical unit
    CLEAR_ACA,          //!< end an auto contingent allegiance
    CLEAR_TASK_SET,     //!< end all tasks of a logical unit
    I_T_NEXUS_RESET,    //!< do as if the nexus were lost
    LOGICAL_UNIT_RESET, //!< reset a logical unit
    TARGET_WARM_RESET,  //!< reset every logical unit of the target
    TARGET_COLD_RESET,  //!< do as if the target's power went off and on
    QUERY_TASK,         //!< ask whether a task is there
    QUERY_TASK_SET      //!< ask whether any task of a nexus is there
};

/// How a task management function ended (SAM-5, 7.1).
enum class ScsiTaskManagementResponse : uint8_t
{
    FUNCTION_COMPLETE,     //!< it was carried out; a query found nothing
    FUNCTION_SUCCEEDED,    //!< a query found something
    FUNCTION_REJECTED,     //!< it cannot be carried out now
    INCORRECT_LUN,         //!< there is no such logical unit
    TASK_DOES_NOT_EXIST,   //!< the logical unit does not hold the task that is to be aborted
    FUNCTION_NOT_SUPPORTED //!< the logical unit does not know the function
};

/**
 * @ingroup scsi-task
 *
 * A task management request from a target port to a device (SAM-5, clause 7).
 */
struct ScsiTaskManagementRequest
{
    /// What is asked for.
    ScsiTaskManagementFunction function{ScsiTaskManagementFunction::ABORT_TASK};
    uint64_t lun{0}; //!< which unit, as in ScsiTask::lun; without meaning for nexus and target
    std::shared_ptr<const std::string> initiatorPort; //!< who asks, as in ScsiTask::initiatorPort
    Ptr<ScsiTask> task;            //!< the task of ABORT TASK and QUERY TASK, else null
    ScsiTargetPort* port{nullptr}; //!< the port that brings the request
};

} // namespace ns3

#endif /* SCSI_TASK_MANAGEMENT_H */
