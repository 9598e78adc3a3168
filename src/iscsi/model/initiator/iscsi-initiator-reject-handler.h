/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_INITIATOR_REJECT_HANDLER_H
#define ISCSI_INITIATOR_REJECT_HANDLER_H

#include "ns3/iscsi-reject-header.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>

namespace ns3
{

class IscsiInitiatorCommandNumbering;
class IscsiInitiatorCommandSender;
class IscsiInitiatorConnection;
class IscsiInitiatorPendingRequests;
class IscsiInitiatorTaskManager;
class IscsiInitiatorTaskTable;
struct IscsiInitiatorContext;

/**
 * @ingroup iscsi
 *
 * What an initiator's session does about Rejects (RFC 7143, 11.17): what was refused is sent again,
 * given up, or none of its business any more.
 */
class IscsiInitiatorRejectHandler
{
  public:
    /**
     * @param context the session's settings and parameters; outlives this
     * @param tasks commands sent; outlive this
     * @param numbering the session's command numbers; outlive this
     * @param pendingRequests what waits for answers; outlives this
     * @param sender sends commands again; outlives this
     * @param manager sends task management requests again; outlives this
     */
    IscsiInitiatorRejectHandler(const IscsiInitiatorContext& context,
                                IscsiInitiatorTaskTable& tasks,
                                IscsiInitiatorCommandNumbering& numbering,
                                IscsiInitiatorPendingRequests& pendingRequests,
                                IscsiInitiatorCommandSender& sender,
                                IscsiInitiatorTaskManager& manager);

    /**
     * @param connection a connection
     * @param pdu a Reject that came over it
     */
    void Handle(IscsiInitiatorConnection* connection, Ptr<Packet> pdu);

    /**
     * Look at a Reject that has to wait for its turn: of a SNACK for data it is known at once that
     * they are lost.
     *
     * @param pdu the Reject
     */
    void NoteHeld(Ptr<const Packet> pdu);

  private:
    /**
     * A command was refused (RFC 7143, 7.3).
     *
     * @param connection its connection
     * @param reason why
     * @param tag its initiator task tag
     */
    void HandleCommand(IscsiInitiatorConnection* connection,
                       IscsiRejectReason reason,
                       uint32_t tag);

    /**
     * A SNACK was refused: what it asked for is lost (RFC 7143, 7.8).
     *
     * @param connection its connection
     * @param reason why
     * @param tag its initiator task tag
     */
    void HandleSnack(IscsiInitiatorConnection* connection, IscsiRejectReason reason, uint32_t tag);

    const IscsiInitiatorContext& m_context;           //!< the session's settings and parameters
    IscsiInitiatorTaskTable& m_tasks;                 //!< commands sent
    IscsiInitiatorCommandNumbering& m_numbering;      //!< the session's command numbers
    IscsiInitiatorPendingRequests& m_pendingRequests; //!< what waits for answers
    IscsiInitiatorCommandSender& m_sender;            //!< sends commands again
    IscsiInitiatorTaskManager& m_manager;             //!< sends task management requests again
};

} // namespace ns3

#endif /* ISCSI_INITIATOR_REJECT_HANDLER_H */
