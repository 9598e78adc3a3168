/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TARGET_COMMAND_RECEIVER_H
#define ISCSI_TARGET_COMMAND_RECEIVER_H

#include "iscsi-target-data-out-receiver.h"
#include "iscsi-target-sender.h"

#include "ns3/iscsi-command-extension.h"
#include "ns3/iscsi-scsi-command-header.h"
#include "ns3/iscsi-target-task.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <optional>

namespace ns3
{

/**
 * @ingroup iscsi-target-transfer
 *
 * Turns SCSI Command PDUs into tasks of the device (RFC 7143, 11.3).
 */
class IscsiTargetCommandReceiver
{
  public:
    /**
     * @param context what the session's parts share; outlives this part
     * @param sender what sends Data-In and status; outlives this part
     * @param dataOutReceiver what gets Data-Out; outlives this part
     */
    IscsiTargetCommandReceiver(IscsiTargetContext& context,
                               IscsiTargetSender& sender,
                               IscsiTargetDataOutReceiver& dataOutReceiver);

    /**
     * Read the additional header segments of a command.
     *
     * @param header its header
     * @param pdu the whole PDU
     * @return what they say, nothing if they contradict the header or its flags each other, which
     * is a format error (RFC 7143, 7.7)
     */
    static std::optional<IscsiCommandExtension> ReadLayout(const IscsiScsiCommandHeader& header,
                                                           Ptr<const Packet> pdu);

    /**
     * Make a task of a command.
     *
     * @param connection where it came in
     * @param header its header
     * @param extension its additional header segments
     * @return the task, null if the command was rejected
     */
    Ptr<IscsiTargetTask> Admit(IscsiTargetConnection& connection,
                               const IscsiScsiCommandHeader& header,
                               const IscsiCommandExtension& extension);

    /**
     * Pass a task to the device.
     *
     * @param task the task
     * @param header header of its command
     * @param pdu the whole PDU, whose header segments are removed
     */
    void Start(const Ptr<IscsiTargetTask>& task,
               const IscsiScsiCommandHeader& header,
               Ptr<Packet> pdu);

  private:
    /**
     * Check whether a command can be taken.
     *
     * @param connection where it came in
     * @param header its header
     * @return why it cannot, nothing if it can
     */
    std::optional<IscsiRejectReason> Check(const IscsiTargetConnection& connection,
                                           const IscsiScsiCommandHeader& header) const;

    /**
     * Check whether the fields that describe the task and its transfer make sense (RFC 7143, 11.3).
     *
     * @param header its header
     * @param extension its additional header segments
     * @return true if all is well
     */
    static bool IsConsistent(const IscsiScsiCommandHeader& header,
                             const IscsiCommandExtension& extension);

    /**
     * Take the memory that a task's data needs, or answer the command for lack of it.
     *
     * @param task the task
     * @return true if it has the memory
     */
    bool AcquireBuffer(const Ptr<IscsiTargetTask>& task);

    /**
     * Answer a command for a unit that has a unit attention pending for the initiator because tasks
     * were lost (RFC 7143, 11.14.5).
     *
     * @param task the task
     * @return true if the task was answered that way
     */
    bool ReportClearedTasks(const Ptr<IscsiTargetTask>& task);

    IscsiTargetContext& m_context;                 //!< what the session's parts share
    IscsiTargetSender& m_sender;                   //!< sends Data-In and status
    IscsiTargetDataOutReceiver& m_dataOutReceiver; //!< gets Data-Out
};

} // namespace ns3

#endif /* ISCSI_TARGET_COMMAND_RECEIVER_H */
