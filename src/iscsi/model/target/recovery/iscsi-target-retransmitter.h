/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TARGET_RETRANSMITTER_H
#define ISCSI_TARGET_RETRANSMITTER_H

#include "ns3/iscsi-snack-header.h"
#include "ns3/iscsi-target-data-out-receiver.h"
#include "ns3/iscsi-target-sender.h"
#include "ns3/iscsi-target-task-manager.h"
#include "ns3/iscsi-task-management-header.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup iscsi-target-recovery
 *
 * Sends again what was lost in a target's session: it answers SNACK Requests, rejects PDUs with a
 * bad digest, and continues tasks of a lost connection on another one (RFC 7143, 7.2.2, 7.8 and
 * 11.16).
 */
class IscsiTargetRetransmitter
{
  public:
    /**
     * @param context what the session's parts share; outlives this part
     * @param sender what sends Data-In and status; outlives this part
     * @param dataOutReceiver what gets Data-Out; outlives this part
     * @param taskManager what carries out task management; outlives this part
     */
    IscsiTargetRetransmitter(IscsiTargetContext& context,
                             IscsiTargetSender& sender,
                             IscsiTargetDataOutReceiver& dataOutReceiver,
                             const IscsiTargetTaskManager& taskManager);

    /**
     * @param connection where it came in
     * @param header a SNACK Request
     */
    void Handle(IscsiTargetConnection& connection, const IscsiSnackHeader& header);

    /**
     * A PDU came whose digest is wrong.
     *
     * @param connection where it came in
     * @param headers its header segments, null if it is they that are damaged
     */
    void HandleDamage(IscsiTargetConnection& connection, Ptr<Packet> headers);

    /**
     * Answer a TASK REASSIGN and continue the task if it can be moved.
     *
     * @param connection where it came in, which the task moves to
     * @param header the request, for TASK REASSIGN
     */
    void HandleReassignment(IscsiTargetConnection& connection,
                            const IscsiTaskManagementRequestHeader& header);

  private:
    /**
     * Refuse a SNACK because nothing is kept, and end its task (RFC 7143, 7.8).
     *
     * @param connection where it came in
     * @param header the request
     */
    void Refuse(IscsiTargetConnection& connection, const IscsiSnackHeader& header);

    /**
     * @param connection where it came in
     * @param header a request for status
     */
    void HandleStatus(IscsiTargetConnection& connection, const IscsiSnackHeader& header);

    /**
     * @param connection where it came in
     * @param header an acknowledgement of Data-In
     */
    void HandleDataAck(IscsiTargetConnection& connection, const IscsiSnackHeader& header);

    /**
     * @param connection where it came in
     * @param header a request for Data-In or R2Ts, or for Data-In in new segments
     */
    void HandleData(IscsiTargetConnection& connection, const IscsiSnackHeader& header);

    /**
     * Send Data-In PDUs or R2Ts again, unless they wait to be sent again already.
     *
     * @param task the task
     * @param header the request
     * @return false if it asks for what was not sent or was acknowledged
     */
    bool Repeat(const Ptr<IscsiTargetTask>& task, const IscsiSnackHeader& header);

    /**
     * Report the result of a request.
     *
     * @param header the request
     * @return the response, which goes out before the task does anything
     */
    IscsiTaskManagementResponseCode CheckReassignment(
        const IscsiTaskManagementRequestHeader& header) const;

    /**
     * @param tag a task tag
     * @return true if it is that of a task management function or of a text negotiation
     */
    bool IsNoTask(uint32_t tag) const;

    /**
     * Move a task and continue it.
     *
     * @param connection where to
     * @param header the request, to which CheckReassignment said FUNCTION_COMPLETE
     */
    void Reassign(IscsiTargetConnection& connection,
                  const IscsiTaskManagementRequestHeader& header);

    IscsiTargetContext& m_context;                 //!< what the session's parts share
    IscsiTargetSender& m_sender;                   //!< sends Data-In and status
    IscsiTargetDataOutReceiver& m_dataOutReceiver; //!< gets Data-Out
    const IscsiTargetTaskManager& m_taskManager;   //!< carries out task management
};

} // namespace ns3

#endif /* ISCSI_TARGET_RETRANSMITTER_H */
