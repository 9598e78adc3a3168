/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCSI_BLOCK_STATUS_H
#define SCSI_BLOCK_STATUS_H

#include "scsi-task.h"

#include "ns3/block-request.h"

namespace ns3
{

/**
 * @ingroup scsi
 *
 * @param task a task that ended
 * @return how the block request that it is for ends
 */
BlockStatus GetScsiBlockStatus(const ScsiTask& task);

/**
 * @ingroup scsi
 *
 * @param task a task that ended
 * @param whileStarting true if a unit that is not ready yet may become so
 * @return true if its status says that the same command may succeed later
 */
bool IsScsiWorthRetrying(const ScsiTask& task, bool whileStarting);

} // namespace ns3

#endif /* SCSI_BLOCK_STATUS_H */
