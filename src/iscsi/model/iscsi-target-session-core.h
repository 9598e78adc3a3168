/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TARGET_SESSION_CORE_H
#define ISCSI_TARGET_SESSION_CORE_H

#include "iscsi-command-order.h"
#include "iscsi-observer.h"
#include "iscsi-reject-header.h"
#include "iscsi-response-fence.h"
#include "iscsi-session-parameters.h"
#include "iscsi-target-connection-set.h"
#include "iscsi-target-limits.h"
#include "iscsi-target-task-table.h"
#include "iscsi-transfer-tags.h"

#include "ns3/scsi-device.h"

#include <cstdint>
#include <memory>
#include <set>
#include <string>

namespace ns3
{

/**
 * @ingroup iscsi
 *
 * What the parts of a target's session share: what was agreed on, the connections, the order of
 * commands and the tasks.
 */
class IscsiTargetSessionCore
{
  public:
    /**
     * @param theDevice what stands behind the port
     * @param theObserver who is told; outlives the session
     * @param agreed the values agreed on
     * @param thePort name of the initiator port
     * @param cmdSn number of the first command
     * @param theLimits what the session spends
     */
    IscsiTargetSessionCore(Ptr<ScsiDevice> theDevice,
                           IscsiObserver* theObserver,
                           const IscsiSessionParameters& agreed,
                           const std::string& thePort,
                           uint32_t cmdSn,
                           const IscsiTargetLimits& theLimits);

    /**
     * @return true if data and status are kept until they are acknowledged (RFC 7143, 7.1.5)
     */
    bool KeepsData() const;

    /**
     * @return true if tasks of a lost connection go on over another one
     */
    bool CanReassign() const;

    /**
     * Write the command window into a header.
     *
     * @param header the header
     */
    void ShowWindow(IscsiResponseHeader& header) const;

    /**
     * Tell the observer of the command window.
     */
    void TraceWindow() const;

    /**
     * Tell the initiator of the command window (RFC 7143, 11.4.11).
     */
    void TellWindow() const;

    /**
     * Refuse a PDU.
     *
     * @param connection where it came in
     * @param reason why
     * @param rejected its header
     * @param dataSn the next DataSN or R2TSN, if it asked for data again
     */
    void Reject(IscsiTargetConnection& connection,
                IscsiRejectReason reason,
                const IscsiHeader& rejected,
                uint32_t dataSn = 0) const;

    /**
     * A task is over as far as the command window is concerned.
     *
     * @param task the task
     */
    void FreeSlot(IscsiTargetTask& task);

    /**
     * End a task without an answer, and tell the device if it has it.
     *
     * @param task the task
     */
    void Lose(Ptr<IscsiTargetTask> task);

    /**
     * End the tasks of a connection because of a logout or a timeout; their logical units owe the
     * initiator a unit attention (RFC 7143, 11.14.5).
     *
     * @param connection the connection
     * @param immediateOnly true for tasks of immediate commands alone
     */
    void LoseTasksOf(const IscsiTargetConnection* connection, bool immediateOnly);

    Ptr<ScsiDevice> device;                           //!< what stands behind the port
    IscsiObserver* observer;                          //!< who is told what happens
    IscsiSessionParameters parameters;                //!< the values agreed on
    IscsiTargetLimits limits;                         //!< what the session spends
    std::shared_ptr<const std::string> initiatorPort; //!< name of the initiator port
    IscsiCommandOrder commands;                       //!< the order of commands
    IscsiTargetTaskTable tasks;                       //!< the tasks
    IscsiTargetConnectionSet connections;             //!< the connections
    IscsiResponseFence fence;                         //!< the order of responses
    IscsiTransferTags transferTags;                   //!< tags of R2Ts, the next one at hand
    std::set<uint64_t> clearedUnits;                  //!< logical units that owe a unit attention
};

} // namespace ns3

#endif /* ISCSI_TARGET_SESSION_CORE_H */
