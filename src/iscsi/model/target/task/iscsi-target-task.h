/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TARGET_TASK_H
#define ISCSI_TARGET_TASK_H

#include "iscsi-target-buffers.h"
#include "iscsi-target-data-in-segmenter.h"
#include "iscsi-target-data-out-transfer.h"
#include "iscsi-target-repetition.h"
#include "iscsi-target-unacknowledged-data-in.h"

#include "ns3/event-id.h"
#include "ns3/scsi-task.h"

#include <cstdint>
#include <memory>

namespace ns3
{

class IscsiTargetConnection;

/**
 * @ingroup iscsi-target-task
 *
 * The state of a SCSI task in a target's session, in addition to the part that the device sees.
 */
class IscsiTargetTask : public ScsiTask
{
  public:
    uint32_t tag{0};                            //!< initiator task tag
    uint32_t cmdSn{0};                          //!< place in the order of commands
    IscsiTargetConnection* connection{nullptr}; //!< the connection it is allegiant to
    IscsiTargetDataInSegmenter dataIn;          //!< data of a read on its way out
    std::unique_ptr<IscsiTargetUnacknowledgedDataIn>
        unacknowledgedDataIn;                          //!< data kept to be sent again, or null
    IscsiTargetRepetition repeated;                    //!< data sent again that waits for TCP
    IscsiTargetDataOutTransfer dataOut;                //!< data of a write on its way in
    std::shared_ptr<IscsiTargetBuffers::Share> buffer; //!< memory for its data, null for none
    uint32_t r2tCount{0};    //!< R2T PDUs sent, each number once; 0 if they share Data-In's numbers
    uint32_t snackTag{0};    //!< tag of the last R-Data SNACK, 0 for none
    bool isImmediate{false}; //!< its command was immediate
    bool isBidirectional{false}; //!< it reads and writes
    bool hasSlot{false};         //!< it takes a slot of the command window
    bool isAtDevice{false};      //!< the device has it and has not answered
    bool isAnswered{false};      //!< its status is known
    bool isStatusSent{false};    //!< its status went out and is kept
    bool isAborted{false};       //!< ended; data that still comes is dropped
    bool isTold{false};          //!< the initiator was notified that it ended
    bool isFenced{false};        //!< its status is fenced
    bool isHeld{false};          //!< its status waits for a fence
    EventId sequenceTimer;       //!< when data that does not come counts as lost
    uint32_t timedProgress{0};   //!< progress of dataOut when the timer was set
};

} // namespace ns3

#endif /* ISCSI_TARGET_TASK_H */
