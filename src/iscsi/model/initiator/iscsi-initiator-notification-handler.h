/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_INITIATOR_NOTIFICATION_HANDLER_H
#define ISCSI_INITIATOR_NOTIFICATION_HANDLER_H

#include "ns3/iscsi-async-message-header.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <vector>

namespace ns3
{

class IscsiInitiatorConnection;
class IscsiInitiatorNegotiation;
class IscsiInitiatorSessionStateMachine;
struct IscsiInitiatorContext;

/**
 * @ingroup iscsi-initiator
 *
 * Handles Asynchronous Messages (RFC 7143, 11.9) of an initiator's session.
 */
class IscsiInitiatorNotificationHandler
{
  public:
    /// Who follows the Asynchronous Messages: event, logical unit and sense data of a SCSI event.
    using AsyncTrace = TracedCallback<uint8_t, uint64_t, const std::vector<uint8_t>&>;

    /**
     * @param context what the session's parts share; outlives this
     * @param sessionState the session's life; outlives this
     * @param negotiation negotiates if the target wants to; outlives this
     * @param trace notified of Asynchronous Messages; outlives this
     */
    IscsiInitiatorNotificationHandler(IscsiInitiatorContext& context,
                                      IscsiInitiatorSessionStateMachine& sessionState,
                                      IscsiInitiatorNegotiation& negotiation,
                                      const AsyncTrace& trace);

    /**
     * @param connection a connection
     * @param pdu an Asynchronous Message that came over it
     */
    void HandleAsyncMessage(IscsiInitiatorConnection* connection, Ptr<Packet> pdu);

  private:
    /**
     * Notify who follows the Asynchronous Messages.
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

    IscsiInitiatorContext& m_context;           //!< what the session's parts share
    IscsiInitiatorSessionStateMachine& m_state; //!< the session's life
    IscsiInitiatorNegotiation& m_negotiation;   //!< negotiates if the target wants to
    const AsyncTrace& m_trace;                  //!< notified of Asynchronous Messages
};

} // namespace ns3

#endif /* ISCSI_INITIATOR_NOTIFICATION_HANDLER_H */
