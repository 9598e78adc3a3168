/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TARGET_TASK_H
#define ISCSI_TARGET_TASK_H

#include "iscsi-data-in-cutter.h"
#include "iscsi-data-out-transfer.h"

#include "ns3/scsi-task.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup iscsi
 *
 * A SCSI task as a target's session keeps it beside what the device sees of it.
 */
class IscsiTargetTask : public ScsiTask
{
  public:
    uint32_t tag{0};              //!< initiator task tag
    IscsiDataInCutter dataIn;     //!< data of a read on its way out
    IscsiDataOutTransfer dataOut; //!< data of a write on its way in
    uint32_t r2tCount{0};         //!< R2T PDUs sent
    bool isAtDevice{false};       //!< the device has it and owes an answer
    bool isAnswered{false};       //!< its status is known
};

} // namespace ns3

#endif /* ISCSI_TARGET_TASK_H */
