/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scsi-block-status.h"

#include "ns3/scsi-sense.h"

#include <vector>

namespace ns3
{

namespace
{

/**
 * @param bytes sense data
 * @return how the block request ends
 */
BlockStatus
GetStatusOfSense(const std::vector<uint8_t>& bytes)
{
    const auto sense = ScsiSense::Decode(bytes);
    if (!sense)
    {
        return BlockStatus::TRANSPORT_ERROR;
    }
    switch (sense->additional)
    {
    case ScsiAdditionalSense::LBA_OUT_OF_RANGE:
        return BlockStatus::LBA_OUT_OF_RANGE;
    case ScsiAdditionalSense::LOGICAL_UNIT_NOT_SUPPORTED:
        return BlockStatus::NOT_READY;
    default:
        break;
    }
    switch (sense->key)
    {
    case ScsiSenseKey::NOT_READY:
    case ScsiSenseKey::UNIT_ATTENTION:
        return BlockStatus::NOT_READY;
    case ScsiSenseKey::RECOVERED_ERROR:
        return BlockStatus::OK;
    case ScsiSenseKey::MEDIUM_ERROR:
    case ScsiSenseKey::MISCOMPARE:
        return BlockStatus::MEDIUM_ERROR;
    default:
        return BlockStatus::TRANSPORT_ERROR;
    }
}

} // namespace

BlockStatus
GetScsiBlockStatus(const ScsiTask& task)
{
    if (task.response != ScsiServiceResponse::COMMAND_COMPLETE)
    {
        return BlockStatus::TRANSPORT_ERROR;
    }
    switch (task.status)
    {
    case ScsiStatus::GOOD:
        return task.residual == 0 ? BlockStatus::OK : BlockStatus::TRANSPORT_ERROR;
    case ScsiStatus::CHECK_CONDITION:
        return GetStatusOfSense(task.sense);
    case ScsiStatus::BUSY:
    case ScsiStatus::TASK_SET_FULL:
        return BlockStatus::NOT_READY;
    default:
        return BlockStatus::TRANSPORT_ERROR;
    }
}

bool
IsScsiWorthRetrying(const ScsiTask& task, bool whileStarting)
{
    if (task.response != ScsiServiceResponse::COMMAND_COMPLETE)
    {
        return false;
    }
    if (task.status == ScsiStatus::CHECK_CONDITION)
    {
        const auto sense = ScsiSense::Decode(task.sense);
        return sense && (sense->key == ScsiSenseKey::UNIT_ATTENTION ||
                         sense->key == ScsiSenseKey::ABORTED_COMMAND ||
                         (whileStarting && sense->key == ScsiSenseKey::NOT_READY));
    }
    return task.status == ScsiStatus::BUSY || task.status == ScsiStatus::TASK_SET_FULL ||
           task.status == ScsiStatus::TASK_ABORTED;
}

} // namespace ns3
