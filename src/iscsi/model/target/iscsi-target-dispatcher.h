/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TARGET_DISPATCHER_H
#define ISCSI_TARGET_DISPATCHER_H

#include "ns3/iscsi-header.h"
#include "ns3/iscsi-reject-header.h"
#include "ns3/iscsi-scsi-command-header.h"
#include "ns3/iscsi-target-command-receiver.h"
#include "ns3/iscsi-target-connection-manager.h"
#include "ns3/iscsi-target-context.h"
#include "ns3/iscsi-target-data-out-receiver.h"
#include "ns3/iscsi-target-retransmitter.h"
#include "ns3/iscsi-target-sender.h"
#include "ns3/iscsi-target-task-manager.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup iscsi-target
 *
 * Receives the PDUs of a target's session: it puts requests into command order and executes them,
 * or passes them to the part that does (RFC 7143, 4.2.2 and 11).
 */
class IscsiTargetDispatcher
{
  public:
    /**
     * @param context what the session's parts share; outlives this part
     * @param sender what sends Data-In and status; outlives this part
     * @param dataOutReceiver what gets Data-Out; outlives this part
     * @param taskManager what carries out task management; outlives this part
     * @param retransmitter what sends again what was lost; outlives this part
     * @param connectionManager what logs connections out; outlives this part
     * @param commandReceiver what makes tasks of commands; outlives this part
     */
    IscsiTargetDispatcher(IscsiTargetContext& context,
                          IscsiTargetSender& sender,
                          IscsiTargetDataOutReceiver& dataOutReceiver,
                          IscsiTargetTaskManager& taskManager,
                          IscsiTargetRetransmitter& retransmitter,
                          IscsiTargetConnectionManager& connectionManager,
                          IscsiTargetCommandReceiver& commandReceiver);

    /**
     * Process a PDU of the full feature phase.
     *
     * @param connection where it came in
     * @param opcode its opcode
     * @param pdu the PDU
     */
    void Receive(IscsiTargetConnection& connection, IscsiOpcode opcode, Ptr<Packet> pdu);

    /**
     * Process a PDU whose digest is wrong.
     *
     * @param connection where it came in
     * @param headers its header segments, null if it is they that are damaged
     */
    void ReceiveDamaged(IscsiTargetConnection& connection, Ptr<Packet> headers);

    /**
     * Status was acknowledged, data came, or a connection came or went: continue with the responses
     * and the task management that wait for it.
     */
    void Proceed();

  private:
    /// Handles a request that is next in order, or an immediate one. It is given the fields that
    /// requests share, as a SCSI Command has them. One that is rejected takes no number (RFC
    /// 7143, 7.3).
    using Handler = void (IscsiTargetDispatcher::*)(IscsiTargetConnection& connection,
                                                    const IscsiScsiCommandHeader& shared,
                                                    Ptr<Packet> pdu);

    /**
     * @param opcode an opcode
     * @return what handles such requests, null if they have no place in the order of commands
     */
    static Handler FindHandler(IscsiOpcode opcode);

    /**
     * Receive a Data-Out, which is kept if its command waits for its turn.
     *
     * @param connection where it came in
     * @param pdu the PDU
     */
    void ReceiveDataOut(IscsiTargetConnection& connection, Ptr<Packet> pdu);

    /**
     * Reject a PDU.
     *
     * @param connection where it came in
     * @param reason why
     * @param pdu the PDU
     */
    void Refuse(IscsiTargetConnection& connection,
                IscsiRejectReason reason,
                Ptr<const Packet> pdu) const;

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
     * @param handler what handles it
     */
    void Sequence(IscsiTargetConnection& connection,
                  IscsiOpcode opcode,
                  Ptr<Packet> pdu,
                  Handler handler);

    /**
     * Handle the requests that are next in order.
     */
    void HandleNext();

    /**
     * The initiator acknowledged status.
     *
     * @param connection which connection's
     * @param expStatSn its ExpStatSN
     */
    void Acknowledge(IscsiTargetConnection& connection, uint32_t expStatSn);

    /**
     * The number of the request at hand counts as received.
     *
     * @param isImmediate true for a request that has none of its own
     */
    void Advance(bool isImmediate);

    /**
     * Handle a SCSI Command that is next in order.
     *
     * @param connection where it came in
     * @param header its header
     * @param pdu the whole PDU
     */
    void HandleCommand(IscsiTargetConnection& connection,
                       const IscsiScsiCommandHeader& header,
                       Ptr<Packet> pdu);

    /**
     * @param connection where it came in
     * @param shared the fields that requests share
     * @param pdu a NOP-Out
     */
    void HandleNopOut(IscsiTargetConnection& connection,
                      const IscsiScsiCommandHeader& shared,
                      Ptr<Packet> pdu);

    /**
     * @param connection where it came in
     * @param shared the fields that requests share
     * @param pdu a Text Request
     */
    void HandleTextRequest(IscsiTargetConnection& connection,
                           const IscsiScsiCommandHeader& shared,
                           Ptr<Packet> pdu);

    /**
     * @param connection where it came in
     * @param shared the fields that requests share
     * @param pdu a Task Management Function Request
     */
    void HandleTaskManagement(IscsiTargetConnection& connection,
                              const IscsiScsiCommandHeader& shared,
                              Ptr<Packet> pdu);

    /**
     * @param connection where it came in
     * @param shared the fields that requests share
     * @param pdu a Logout Request
     */
    void HandleLogout(IscsiTargetConnection& connection,
                      const IscsiScsiCommandHeader& shared,
                      Ptr<Packet> pdu);

    IscsiTargetContext& m_context;                     //!< what the session's parts share
    IscsiTargetSender& m_sender;                       //!< sends Data-In and status
    IscsiTargetDataOutReceiver& m_dataOutReceiver;     //!< gets Data-Out
    IscsiTargetTaskManager& m_taskManager;             //!< carries out task management
    IscsiTargetRetransmitter& m_retransmitter;         //!< sends again what was lost
    IscsiTargetConnectionManager& m_connectionManager; //!< logs connections out
    IscsiTargetCommandReceiver& m_commandReceiver;     //!< makes tasks of commands
    const bool m_isDiscovery;                          //!< the session is one of discovery
};

} // namespace ns3

#endif /* ISCSI_TARGET_DISPATCHER_H */
