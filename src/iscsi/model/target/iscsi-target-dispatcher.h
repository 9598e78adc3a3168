/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TARGET_DISPATCHER_H
#define ISCSI_TARGET_DISPATCHER_H

#include "iscsi-target-request-handler.h"

#include "ns3/iscsi-target-command-sequencer.h"
#include "ns3/iscsi-target-command-slots.h"
#include "ns3/iscsi-target-data-out-receiver.h"
#include "ns3/iscsi-target-responder.h"
#include "ns3/iscsi-target-response-fence.h"
#include "ns3/iscsi-target-retransmitter.h"
#include "ns3/iscsi-target-sender.h"
#include "ns3/iscsi-target-session-lifecycle.h"
#include "ns3/iscsi-target-session-settings.h"
#include "ns3/iscsi-target-task-manager.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup iscsi
 *
 * Receives the PDUs of a target's session: it puts requests into command order and passes each PDU
 * to the responsible part (RFC 7143, 4.2.2 and 11).
 */
class IscsiTargetDispatcher
{
  public:
    /**
     * @param settings what the session was made with; outlives this part
     * @param lifecycle the session's state; outlives this part
     * @param responder what refuses PDUs and shows the window; outlives this part
     * @param commands the order of commands; outlives this part
     * @param slots what moves the command window; outlives this part
     * @param fence the order of responses; outlives this part
     * @param sender what sends Data-In and status; outlives this part
     * @param dataOutReceiver what gets Data-Out; outlives this part
     * @param taskManager what carries out task management; outlives this part
     * @param retransmitter what sends again what was lost; outlives this part
     * @param handler what carries out requests; outlives this part
     */
    IscsiTargetDispatcher(const IscsiTargetSessionSettings& settings,
                          const IscsiTargetSessionLifecycle& lifecycle,
                          const IscsiTargetResponder& responder,
                          IscsiTargetCommandSequencer& commands,
                          IscsiTargetCommandSlots& slots,
                          IscsiTargetResponseFence& fence,
                          IscsiTargetSender& sender,
                          IscsiTargetDataOutReceiver& dataOutReceiver,
                          IscsiTargetTaskManager& taskManager,
                          IscsiTargetRetransmitter& retransmitter,
                          IscsiTargetRequestHandler& handler);

    /**
     * Take a PDU of the full feature phase.
     *
     * @param connection where it came in
     * @param opcode its opcode
     * @param pdu the PDU
     */
    void Receive(IscsiTargetConnection& connection, IscsiOpcode opcode, Ptr<Packet> pdu);

    /**
     * Take a PDU whose digest is wrong.
     *
     * @param connection where it came in
     * @param headers its header segments, null if it is they that are damaged
     */
    void ReceiveDamaged(IscsiTargetConnection& connection, Ptr<Packet> headers);

    /**
     * Status was acknowledged, data came, or a connection came or went: go on with the responses
     * and the task management that wait for it.
     */
    void Proceed();

  private:
    /**
     * End a connection whose initiator acknowledges no status, which would be kept for ever
     * (RFC 7143, 4.2.2.2).
     *
     * @param connection the connection
     * @return true if it has been ended
     */
    bool EndOverdue(IscsiTargetConnection& connection) const;

    /**
     * Put a request into the order of commands: handle it when its turn comes, drop it if it lies
     * outside the window (RFC 7143, 4.2.2.1).
     *
     * @param connection where it came in
     * @param opcode its opcode
     * @param pdu the PDU
     */
    void Sequence(IscsiTargetConnection& connection, IscsiOpcode opcode, Ptr<Packet> pdu);

    /**
     * Handle the requests whose turn has come.
     */
    void HandleNext();

    /**
     * The initiator acknowledged status.
     *
     * @param connection which connection's
     * @param expStatSn its ExpStatSN
     */
    void Acknowledge(IscsiTargetConnection& connection, uint32_t expStatSn);

    const IscsiTargetSessionSettings& m_settings;   //!< what the session was made with
    const IscsiTargetSessionLifecycle& m_lifecycle; //!< the session's state
    const IscsiTargetResponder& m_responder;        //!< refuses PDUs and shows the window
    IscsiTargetCommandSequencer& m_commands;        //!< the order of commands
    IscsiTargetCommandSlots& m_slots;               //!< moves the command window
    IscsiTargetResponseFence& m_fence;              //!< the order of responses
    IscsiTargetSender& m_sender;                    //!< sends Data-In and status
    IscsiTargetDataOutReceiver& m_dataOutReceiver;  //!< gets Data-Out
    IscsiTargetTaskManager& m_taskManager;          //!< carries out task management
    IscsiTargetRetransmitter& m_retransmitter;      //!< sends again what was lost
    IscsiTargetRequestHandler& m_handler;           //!< carries out requests
    const bool m_isDiscovery;                       //!< the session is one of discovery
};

} // namespace ns3

#endif /* ISCSI_TARGET_DISPATCHER_H */
