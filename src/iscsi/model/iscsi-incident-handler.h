/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_INCIDENT_HANDLER_H
#define ISCSI_INCIDENT_HANDLER_H

#include "iscsi-async-message-header.h"
#include "iscsi-header.h"
#include "iscsi-reject-header.h"

#include "ns3/packet.h"
#include "ns3/ptr.h"

namespace ns3
{

class IscsiCommandSender;
class IscsiInitiatorConnection;
class IscsiInitiatorNegotiation;
class IscsiInitiatorSession;
class IscsiSessionKeeper;
class IscsiTaskManager;
struct IscsiInitiatorContext;

/**
 * @ingroup iscsi
 *
 * What an initiator's session does about Asynchronous Messages (RFC 7143, 11.9) and Rejects
 * (11.17).
 */
class IscsiIncidentHandler
{
  public:
    /**
     * @param session the session; outlives this
     * @param context what the session's parts share; outlives this
     * @param keeper the session's life; outlives this
     * @param sender sends commands again; outlives this
     * @param manager sends task management requests again; outlives this
     * @param negotiation negotiates if the target wants to; outlives this
     */
    IscsiIncidentHandler(IscsiInitiatorSession& session,
                         IscsiInitiatorContext& context,
                         IscsiSessionKeeper& keeper,
                         IscsiCommandSender& sender,
                         IscsiTaskManager& manager,
                         IscsiInitiatorNegotiation& negotiation);

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

    IscsiInitiatorSession& m_session;         //!< the session
    IscsiInitiatorContext& m_context;         //!< what its parts share
    IscsiSessionKeeper& m_keeper;             //!< the session's life
    IscsiCommandSender& m_sender;             //!< sends commands again
    IscsiTaskManager& m_manager;              //!< sends task management requests again
    IscsiInitiatorNegotiation& m_negotiation; //!< negotiates if the target wants to
};

} // namespace ns3

#endif /* ISCSI_INCIDENT_HANDLER_H */
