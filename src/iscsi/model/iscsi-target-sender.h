/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TARGET_SENDER_H
#define ISCSI_TARGET_SENDER_H

#include "iscsi-data-header.h"
#include "iscsi-scsi-response-header.h"
#include "iscsi-target-session-core.h"
#include "iscsi-target-task.h"

#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup iscsi
 *
 * What a target's session sends for its tasks: Data-In and status, for the first time and again
 * (RFC 7143, 11.4 and 11.7).
 */
class IscsiTargetSender
{
  public:
    static constexpr uint8_t ABORTED_COMMAND = 0x0b; //!< sense key (RFC 7143, 11.4.7.2)

    /**
     * @param core what the parts of the session share; outlives this part
     */
    explicit IscsiTargetSender(IscsiTargetSessionCore& core);

    /**
     * The device gave data of a read.
     *
     * @param task the task
     * @param data the bytes, at least one, which follow what was given before
     */
    void SendDataIn(const Ptr<IscsiTargetTask>& task, Ptr<Packet> data);

    /**
     * Send a task's status, if nothing of its data is on its way, its connection stands and no
     * fence holds it back.
     *
     * @param task the task, answered
     */
    void Answer(const Ptr<IscsiTargetTask>& task);

    /**
     * End a task with CHECK CONDITION.
     *
     * @param task the task
     * @param key sense key
     * @param code additional sense code
     * @param qualifier its qualifier
     */
    void Fail(const Ptr<IscsiTargetTask>& task, uint8_t key, uint8_t code, uint8_t qualifier);

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
     *
     * @param task the task
     */
    void SendAnew(const Ptr<IscsiTargetTask>& task);

    /**
     * Send a status PDU again (RFC 7143, 11.16).
     *
     * @param connection the connection
     * @param entry the PDU
     */
    void Repeat(IscsiTargetConnection& connection, const IscsiStatusRetention::Entry& entry);

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
     */
    void Rewind(IscsiTargetTask& task) const;

    /**
     * @param task a task with its answer
     * @return its SCSI Response but for the status number
     */
    IscsiScsiResponseHeader MakeResponse(const IscsiTargetTask& task) const;

    IscsiTargetSessionCore& m_core; //!< what the parts share
};

} // namespace ns3

#endif /* ISCSI_TARGET_SENDER_H */
