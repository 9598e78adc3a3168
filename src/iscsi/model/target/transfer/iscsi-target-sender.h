/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TARGET_SENDER_H
#define ISCSI_TARGET_SENDER_H

#include "iscsi-target-response-fence.h"

#include "ns3/iscsi-data-header.h"
#include "ns3/iscsi-scsi-response-header.h"
#include "ns3/iscsi-target-context.h"
#include "ns3/iscsi-target-task.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/scsi-sense.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup iscsi-target-transfer
 *
 * Sends the Data-In and status of the tasks of a target's session, and resends them (RFC 7143, 11.4
 * and 11.7).
 */
class IscsiTargetSender
{
  public:
    /**
     * @param context what the session's parts share; outlives this part
     */
    explicit IscsiTargetSender(IscsiTargetContext& context);

    /**
     * @return the order of responses, those of tasks and others
     */
    IscsiTargetResponseFence& GetFence();

    /**
     * The device gave data of a read.
     *
     * @param task the task
     * @param data the bytes, at least one, which follow what was given before
     */
    void SendDataIn(const Ptr<IscsiTargetTask>& task, Ptr<Packet> data);

    /**
     * Send a task's status, if nothing of its data is on its way, its connection is established and
     * no fence holds it back.
     *
     * @param task the task, answered
     */
    void Answer(const Ptr<IscsiTargetTask>& task);

    /**
     * End a task with CHECK CONDITION.
     *
     * @param task the task
     * @param key sense key
     * @param additional additional sense code with its qualifier
     */
    void Fail(const Ptr<IscsiTargetTask>& task, ScsiSenseKey key, ScsiAdditionalSense additional);

    /**
     * End a task that the device is not to see.
     *
     * @param task the task
     * @param status why not
     */
    void Refuse(const Ptr<IscsiTargetTask>& task, ScsiStatus status);

    /**
     * Send Data-In PDUs again as they were (RFC 7143, 11.16).
     *
     * @param task the task, whose Data-In is kept
     * @param begin number of the first
     * @param end number behind the last; all of them sent and not acknowledged
     */
    void Repeat(const Ptr<IscsiTargetTask>& task, uint32_t begin, uint32_t end);

    /**
     * Send all data again that is not acknowledged, cut as the initiator wants it now, and the
     * status if it was sent (RFC 7143, 11.16.3 and 7.2.2).
     */
    void ResendUnacknowledged(const Ptr<IscsiTargetTask>& task);

    /**
     * Send a status PDU again (RFC 7143, 11.16).
     *
     * @param connection the connection
     * @param entry the PDU
     */
    void Repeat(IscsiTargetConnection& connection, const IscsiTargetStatusRetention::Entry& entry);

    /**
     * The initiator acknowledged status: forget the tasks that were kept for it.
     *
     * @param connection which connection's
     * @param expStatSn its ExpStatSN
     * @return true if this is news
     */
    bool Acknowledge(IscsiTargetConnection& connection, uint32_t expStatSn);

  private:
    /**
     * Send a task's status.
     *
     * @param task the task, answered
     */
    void SendAnswer(const Ptr<IscsiTargetTask>& task);

    /**
     * Send a status that a fence held back.
     *
     * @param task the task
     * @return its connection, null if it cannot be sent there
     */
    Ptr<IscsiTargetConnection> SendHeld(const Ptr<IscsiTargetTask>& task);

    /**
     * Send the Data-In PDUs of a task that are to go now.
     *
     * @param task the task
     * @param last true if no more data follows
     * @param withStatus true to send the status in the last of them
     */
    void SendDataInPdus(const Ptr<IscsiTargetTask>& task, bool last, bool withStatus);

    /**
     * Begin again from the first byte that is not acknowledged.
     *
     * @param task the task
     * @return how much data is to be sent again, bytes
     */
    uint32_t Rewind(IscsiTargetTask& task) const;

    /**
     * @param task a task with its answer
     * @return its SCSI Response but for the status number
     */
    IscsiScsiResponseHeader MakeResponse(const IscsiTargetTask& task) const;

    IscsiTargetContext& m_context;    //!< what the session's parts share
    IscsiTargetResponseFence m_fence; //!< the order of responses
};

} // namespace ns3

#endif /* ISCSI_TARGET_SENDER_H */
