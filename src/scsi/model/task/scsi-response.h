/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCSI_RESPONSE_H
#define SCSI_RESPONSE_H

#include "scsi-task.h"

#include "ns3/ptr.h"
#include "ns3/scsi-sense.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup scsi-task
 *
 * Fill in the residuals of a task whose buffers differ in length from its transfer (SAM-5, 5.4.1).
 * A command with two buffers has a residual for each.
 *
 * @param task the task, at the target
 * @param dataIn bytes that the command returns
 * @param dataOut bytes that the command takes
 */
void SetScsiResidual(Ptr<ScsiTask> task, uint64_t dataIn, uint64_t dataOut);

/**
 * @ingroup scsi-task
 *
 * Fill in the response of a command that moves no data: GOOD, with the whole buffer as residual.
 *
 * @param task the task, at the target
 */
void SetScsiGood(Ptr<ScsiTask> task);

/**
 * @ingroup scsi-task
 *
 * Fill in the response of a command that fails before it moves data: CHECK CONDITION with sense
 * data, and the whole buffer as residual.
 *
 * @param task the task, at the target
 * @param sense why
 * @param format how the sense data are laid out
 */
void SetScsiCheckCondition(Ptr<ScsiTask> task,
                           const ScsiSense& sense,
                           ScsiSenseFormat format = ScsiSenseFormat::FIXED);

/**
 * @ingroup scsi-task
 *
 * The sense data of an invalid command: ILLEGAL REQUEST.
 *
 * @param task the task, at the target
 * @param additional what is wrong with it
 */
void SetScsiIllegalRequest(Ptr<ScsiTask> task, ScsiAdditionalSense additional);

/**
 * @ingroup scsi-task
 *
 * Send the data of a command, and fill in GOOD and the residual. Truncation by the allocation
 * length is not an overflow (SPC-4, 4.2.5.6); truncation by the initiator's buffer is.
 *
 * @param task the task, at the target
 * @param bytes what the command returns in full
 * @param allocationLength the most that the CDB asks for, bytes
 */
void SendScsiParameterData(Ptr<ScsiTask> task,
                           const std::vector<uint8_t>& bytes,
                           uint32_t allocationLength);

} // namespace ns3

#endif /* SCSI_RESPONSE_H */
