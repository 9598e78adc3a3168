/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCSI_BLOCK_STATUS_H
#define SCSI_BLOCK_STATUS_H

#include "scsi-task.h"

#include "ns3/block-request.h"

#include <string>

namespace ns3
{

/**
 * @ingroup scsi-task
 *
 * @param task a task that ended
 * @return how the block request that it is for ends
 */
BlockStatus GetScsiBlockStatus(const ScsiTask& task);

/**
 * @ingroup scsi-task
 *
 * @param task a task that ended
 * @param whileStarting true if a unit that is not ready yet may become so
 * @return true if its status says that the same command may succeed later
 */
bool IsScsiWorthRetrying(const ScsiTask& task, bool whileStarting);

/**
 * @ingroup scsi-task
 *
 * Describe how a task ended that did not end well.
 *
 * @param task the task
 * @return such as "MEDIUM ERROR, sense 3/11/00" (sense key, additional sense code and qualifier in
 *         base 16), "RESERVATION CONFLICT, status 18" or "no answer"
 */
std::string DescribeScsiOutcome(const ScsiTask& task);

} // namespace ns3

#endif /* SCSI_BLOCK_STATUS_H */
