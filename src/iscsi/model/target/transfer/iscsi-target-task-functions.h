/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TARGET_TASK_FUNCTIONS_H
#define ISCSI_TARGET_TASK_FUNCTIONS_H

#include "ns3/iscsi-target-task.h"
#include "ns3/iscsi-task-management-header.h"
#include "ns3/scsi-device.h"

#include <optional>

/**
 * @file
 * @ingroup iscsi-target-transfer
 *
 * What the task management functions are about (RFC 7143, 11.5.1, and RFC 7144, 4.2), and what a
 * SCSI device calls them.
 */

namespace ns3
{

/**
 * @param function a function
 * @return what a device calls it, nothing for one that devices do not know
 */
std::optional<ScsiTaskManagementFunction> ToScsiFunction(IscsiTaskManagementFunction function);

/**
 * @param response a device's response
 * @return the response to the initiator (RFC 7143, 11.6.1)
 */
IscsiTaskManagementResponseCode ToIscsiResponse(ScsiTaskManagementResponse response);

/**
 * @param function a function
 * @return true if it is about one task: ABORT TASK or QUERY TASK
 */
bool IsFunctionForTask(IscsiTaskManagementFunction function);

/**
 * @param function a function
 * @return true if it is about the whole target
 */
bool IsFunctionForTarget(IscsiTaskManagementFunction function);

/**
 * @param function a function
 * @return true if it ends many tasks
 */
bool EndsTasks(IscsiTaskManagementFunction function);

/**
 * @param task a task
 * @param header a request
 * @return true if the function is about the task
 */
bool IsAffected(const IscsiTargetTask& task, const IscsiTaskManagementRequestHeader& header);

} // namespace ns3

#endif /* ISCSI_TARGET_TASK_FUNCTIONS_H */
