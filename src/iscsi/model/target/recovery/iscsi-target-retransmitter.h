/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TARGET_RETRANSMITTER_H
#define ISCSI_TARGET_RETRANSMITTER_H

#include "ns3/iscsi-snack-header.h"
#include "ns3/iscsi-target-data-out-receiver.h"
#include "ns3/iscsi-target-responder.h"
#include "ns3/iscsi-target-sender.h"
#include "ns3/iscsi-target-session-settings.h"
#include "ns3/iscsi-target-task-table.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup iscsi
 *
 * Handles lost and damaged PDUs of a target's session: it answers SNACK Requests and rejects PDUs
 * with a bad digest (RFC 7143, 7.8 and 11.16).
 */
class IscsiTargetRetransmitter
{
  public:
    /**
     * @param settings what the session was made with; outlives this part
     * @param responder what refuses PDUs and shows the window; outlives this part
     * @param tasks the session's tasks; outlive this part
     * @param sender what sends Data-In and status; outlives this part
     * @param dataOutReceiver what gets Data-Out; outlives this part
     */
    IscsiTargetRetransmitter(const IscsiTargetSessionSettings& settings,
                             const IscsiTargetResponder& responder,
                             const IscsiTargetTaskTable& tasks,
                             IscsiTargetSender& sender,
                             IscsiTargetDataOutReceiver& dataOutReceiver);

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
     * @param header a request for Data-In or R2Ts, or for Data-In cut anew
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

    const IscsiTargetSessionSettings& m_settings;  //!< what the session was made with
    const IscsiTargetResponder& m_responder;       //!< refuses PDUs and shows the window
    const IscsiTargetTaskTable& m_tasks;           //!< the tasks
    IscsiTargetSender& m_sender;                   //!< sends Data-In and status
    IscsiTargetDataOutReceiver& m_dataOutReceiver; //!< gets Data-Out
};

} // namespace ns3

#endif /* ISCSI_TARGET_RETRANSMITTER_H */
