/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_INITIATOR_RETRANSMISSION_H
#define ISCSI_INITIATOR_RETRANSMISSION_H

#include "ns3/iscsi-initiator-task.h"
#include "ns3/iscsi-reject-header.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <set>

namespace ns3
{

class IscsiInitiatorCommandSender;
class IscsiInitiatorTransfer;
class IscsiInitiatorTaskManager;
class IscsiInitiatorConnection;
struct IscsiInitiatorContext;

/**
 * @ingroup iscsi-initiator-recovery
 *
 * Requests or resends PDUs without progress in an initiator's session with an ErrorRecoveryLevel
 * above 0 (RFC 7143, 7.1.4.1 and 7.1.4.2), and handles Rejects in a session of any level (RFC 7143,
 * 11.17): what was refused is sent again or given up. The clock runs while there are unanswered
 * requests.
 */
class IscsiInitiatorRetransmission
{
  public:
    /**
     * @param context what the session's parts share; outlives this
     * @param sender sends commands; outlives this
     * @param transfer sends and asks for data; outlives this
     * @param manager sends task management requests; outlives this
     */
    IscsiInitiatorRetransmission(IscsiInitiatorContext& context,
                                 IscsiInitiatorCommandSender& sender,
                                 IscsiInitiatorTransfer& transfer,
                                 IscsiInitiatorTaskManager& manager);

    /**
     * @param connection a connection
     * @param pdu a Reject that came over it
     */
    void HandleReject(IscsiInitiatorConnection* connection, Ptr<Packet> pdu);

    /**
     * Look at a Reject that has to wait for its turn: of a SNACK for data it is known at once that
     * they are lost.
     *
     * @param pdu the Reject
     */
    void NoteHeldReject(Ptr<const Packet> pdu);

  private:
    /**
     * The time is over: look at everything.
     */
    void Look();

    /**
     * Do something about a task that makes no progress.
     */
    void RecoverTask(const Ptr<IscsiInitiatorTask>& task);

    /**
     * A command was refused (RFC 7143, 7.3).
     *
     * @param connection its connection
     * @param reason why
     * @param tag its initiator task tag
     */
    void HandleRejectedCommand(IscsiInitiatorConnection* connection,
                               IscsiRejectReason reason,
                               uint32_t tag);

    /**
     * A SNACK was refused: what it asked for is lost (RFC 7143, 7.8).
     *
     * @param connection its connection
     * @param reason why
     * @param tag its initiator task tag
     */
    void HandleRejectedSnack(IscsiInitiatorConnection* connection,
                             IscsiRejectReason reason,
                             uint32_t tag);

    IscsiInitiatorContext& m_context;      //!< what the session's parts share
    IscsiInitiatorCommandSender& m_sender; //!< sends commands again
    IscsiInitiatorTransfer& m_transfer;    //!< asks for data again
    IscsiInitiatorTaskManager& m_manager;  //!< sends task management requests again
    std::set<uint16_t> m_pinged;           //!< connections pinged in this look
};

} // namespace ns3

#endif /* ISCSI_INITIATOR_RETRANSMISSION_H */
