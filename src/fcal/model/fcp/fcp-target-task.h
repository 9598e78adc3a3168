/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FCP_TARGET_TASK_H
#define FCP_TARGET_TASK_H

#include "fcp-data-out.h"

#include "ns3/fc-exchange.h"
#include "ns3/scsi-task.h"

namespace ns3
{

class FcpTargetExchange;

/**
 * @ingroup fcal-fcp
 *
 * The target's state of a SCSI task, in addition to the part that the device sees.
 */
class FcpTargetTask : public ScsiTask
{
  public:
    FcpTargetExchange* exchange{nullptr}; //!< its exchange, null once it ended
    uint32_t dataInEnd{0};                //!< data-in that was sent, bytes
    FcpDataOut dataOut;                   //!< data of a write on its way in
    /// The initiator's timeline. The device stamps its own, of which the drive's stages are taken.
    Ptr<IoTimeline> wholeTimeline;
};

/**
 * @ingroup fcal-fcp
 *
 * A command's exchange at a target.
 */
class FcpTargetExchange : public FcExchange
{
  public:
    using FcExchange::FcExchange;

    Ptr<FcpTargetTask> task; //!< the task
};

} // namespace ns3

#endif /* FCP_TARGET_TASK_H */
