/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_INITIATOR_NOTIFICATION_HANDLER_H
#define ISCSI_INITIATOR_NOTIFICATION_HANDLER_H

#include "ns3/iscsi-async-message-header.h"
#include "ns3/iscsi-header.h"
#include "ns3/iscsi-reject-header.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <vector>

namespace ns3
{

class IscsiInitiatorPendingRequests;
class IscsiInitiatorCommandSender;
class IscsiInitiatorCommandNumbering;
class IscsiInitiatorConnection;
class IscsiInitiatorNegotiation;
class IscsiInitiatorTaskTable;
class IscsiInitiatorSessionStateMachine;
class IscsiInitiatorTaskManager;
struct IscsiInitiatorContext;

/**
 * @ingroup iscsi
 *
 * Handles Asynchronous Messages (RFC 7143, 11.9) and Rejects (11.17) of an initiator's session.
 */
class IscsiInitiatorNotificationHandler
{
  public:
    /// Who follows the Asynchronous Messages: event, logical unit and sense data of a SCSI event.
    using AsyncTrace = TracedCallback<uint8_t, uint64_t, const std::vector<uint8_t>&>;

    /**
     * @param context the session's settings and parameters; outlives this
     * @param tasks commands sent; outlive this
     * @param numbering the session's command numbers; outlive this
     * @param pendingRequests what waits for answers; outlives this
     * @param sessionState the session's life; outlives this
     * @param sender sends commands again; outlives this
     * @param manager sends task management requests again; outlives this
     * @param negotiation negotiates if the target wants to; outlives this
     * @param trace told of Asynchronous Messages; outlives this
     */
    IscsiInitiatorNotificationHandler(const IscsiInitiatorContext& context,
                                      IscsiInitiatorTaskTable& tasks,
                                      IscsiInitiatorCommandNumbering& numbering,
                                      IscsiInitiatorPendingRequests& pendingRequests,
                                      IscsiInitiatorSessionStateMachine& sessionState,
                                      IscsiInitiatorCommandSender& sender,
                                      IscsiInitiatorTaskManager& manager,
                                      IscsiInitiatorNegotiation& negotiation,
                                      const AsyncTrace& trace);

    /**
     * @param connection a connection
     * @param pdu an Asynchronous Message that came over it
     */
    void HandleAsyncMessage(IscsiInitiatorConnection* connection, Ptr<Packet> pdu);

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
     * Tell who follows the Asynchronous Messages.
     *
     * @param header the message
     * @param data its data segment
     */
    void Notify(const IscsiAsyncMessageHeader& header, Ptr<const Packet> data) const;

    /**
     * The target ends all tasks of a logical unit (RFC 7143, 11.9.1, event 5).
     *
     * @param connection the connection that tells it
     * @param header the message
     */
    void EndDataOut(IscsiInitiatorConnection* connection, const IscsiAsyncMessageHeader& header);

    /**
     * A command was refused (RFC 7143, 7.3).
     *
     * @param connection its connection
     * @param reason why
     * @param tag its initiator task tag
     */
    void HandleCommandReject(IscsiInitiatorConnection* connection,
                             IscsiRejectReason reason,
                             uint32_t tag);

    /**
     * A SNACK was refused: what it asked for is lost (RFC 7143, 7.8).
     *
     * @param connection its connection
     * @param reason why
     * @param tag its initiator task tag
     */
    void HandleSnackReject(IscsiInitiatorConnection* connection,
                           IscsiRejectReason reason,
                           uint32_t tag);

    const IscsiInitiatorContext& m_context;           //!< the session's settings and parameters
    IscsiInitiatorTaskTable& m_tasks;                 //!< commands sent
    IscsiInitiatorCommandNumbering& m_numbering;      //!< the session's command numbers
    IscsiInitiatorPendingRequests& m_pendingRequests; //!< what waits for answers
    IscsiInitiatorSessionStateMachine& m_state;       //!< the session's life
    IscsiInitiatorCommandSender& m_sender;            //!< sends commands again
    IscsiInitiatorTaskManager& m_manager;             //!< sends task management requests again
    IscsiInitiatorNegotiation& m_negotiation;         //!< negotiates if the target wants to
    const AsyncTrace& m_trace;                        //!< told of Asynchronous Messages
};

} // namespace ns3

#endif /* ISCSI_INITIATOR_NOTIFICATION_HANDLER_H */
