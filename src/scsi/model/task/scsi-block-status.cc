/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scsi-block-status.h"

#include "ns3/scsi-sense.h"

#include <iomanip>
#include <sstream>
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

/**
 * @param key a sense key
 * @return its name (SPC-4, 4.5.6)
 */
const char*
GetKeyName(ScsiSenseKey key)
{
    static constexpr const char* NAMES[] = {"NO SENSE",
                                            "RECOVERED ERROR",
                                            "NOT READY",
                                            "MEDIUM ERROR",
                                            "HARDWARE ERROR",
                                            "ILLEGAL REQUEST",
                                            "UNIT ATTENTION",
                                            "DATA PROTECT",
                                            "BLANK CHECK",
                                            "VENDOR SPECIFIC",
                                            "COPY ABORTED",
                                            "ABORTED COMMAND",
                                            "reserved sense key",
                                            "VOLUME OVERFLOW",
                                            "MISCOMPARE",
                                            "COMPLETED"};
    return NAMES[static_cast<uint8_t>(key) & 0x0f];
}

/**
 * @param status a status
 * @return its name (SAM-5, 5.3.1)
 */
const char*
GetStatusName(ScsiStatus status)
{
    switch (status)
    {
    case ScsiStatus::GOOD:
        return "GOOD without all data";
    case ScsiStatus::CHECK_CONDITION:
        return "CHECK CONDITION without sense data";
    case ScsiStatus::CONDITION_MET:
        return "CONDITION MET";
    case ScsiStatus::BUSY:
        return "BUSY";
    case ScsiStatus::RESERVATION_CONFLICT:
        return "RESERVATION CONFLICT";
    case ScsiStatus::TASK_SET_FULL:
        return "TASK SET FULL";
    case ScsiStatus::ACA_ACTIVE:
        return "ACA ACTIVE";
    case ScsiStatus::TASK_ABORTED:
        return "TASK ABORTED";
    }
    return "reserved";
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
    case ScsiStatus::RESERVATION_CONFLICT:
        return BlockStatus::RESERVATION_CONFLICT;
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

std::string
DescribeScsiOutcome(const ScsiTask& task)
{
    if (task.response != ScsiServiceResponse::COMMAND_COMPLETE)
    {
        return "no answer";
    }
    std::ostringstream text;
    text << std::hex << std::setfill('0');
    const auto sense = ScsiSense::Decode(task.sense);
    if (task.status != ScsiStatus::CHECK_CONDITION || !sense)
    {
        text << GetStatusName(task.status) << ", status " << std::setw(2)
             << +static_cast<uint8_t>(task.status);
        return text.str();
    }
    const auto additional = static_cast<uint16_t>(sense->additional);
    text << (sense->additional == ScsiAdditionalSense::LOGICAL_UNIT_NOT_SUPPORTED
                 ? "LOGICAL UNIT NOT SUPPORTED"
                 : GetKeyName(sense->key))
         << ", sense " << +static_cast<uint8_t>(sense->key) << "/" << std::setw(2)
         << (additional >> 8) << "/" << std::setw(2) << (additional & 0xff);
    return text.str();
}

} // namespace ns3
