/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TARGET_DISPATCHER_H
#define ISCSI_TARGET_DISPATCHER_H

#include "iscsi-scsi-command-header.h"
#include "iscsi-target-command-intake.h"
#include "iscsi-target-connection-keeper.h"
#include "iscsi-target-gatherer.h"
#include "iscsi-target-reassigner.h"
#include "iscsi-target-retransmitter.h"
#include "iscsi-target-sender.h"
#include "iscsi-target-session-core.h"
#include "iscsi-target-task-manager.h"

#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>

namespace ns3
{

class IscsiTargetSession;

/**
 * @ingroup iscsi
 *
 * Where the PDUs of a target's session arrive: it puts requests into the order of commands and
 * hands each PDU to the part whose business it is (RFC 7143, 4.2.2 and 11).
 */
class IscsiTargetDispatcher
{
  public:
    /**
     * @param session the session; outlives this part
     * @param core what the parts of the session share; outlives this part
     * @param sender what sends status; outlives this part
     * @param gatherer what gets Data-Out; outlives this part
     * @param taskManager what carries out task management; outlives this part
     * @param keeper what logs connections out; outlives this part
     */
    IscsiTargetDispatcher(IscsiTargetSession& session,
                          IscsiTargetSessionCore& core,
                          IscsiTargetSender& sender,
                          IscsiTargetGatherer& gatherer,
                          IscsiTargetTaskManager& taskManager,
                          IscsiTargetConnectionKeeper& keeper);

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
     * End a connection whose initiator acknowledges no status, which would be kept for good
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
     * Handle a request whose turn it is, or an immediate one. One that is rejected takes no number
     * (RFC 7143, 7.3).
     *
     * @param connection where it came in
     * @param opcode its opcode
     * @param header the fields that requests share, as a SCSI Command has them
     * @param pdu the PDU
     */
    void Handle(IscsiTargetConnection& connection,
                IscsiOpcode opcode,
                const IscsiScsiCommandHeader& header,
                Ptr<Packet> pdu);

    /**
     * The number of the request at hand counts as received.
     *
     * @param isImmediate true for a request that has none of its own
     */
    void Advance(bool isImmediate);

    /**
     * Handle a SCSI Command whose turn it is.
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
     * @param pdu a NOP-Out
     */
    void HandleNopOut(IscsiTargetConnection& connection, Ptr<Packet> pdu);

    /**
     * @param connection where it came in
     * @param pdu a Text Request
     */
    void HandleTextRequest(IscsiTargetConnection& connection, Ptr<Packet> pdu);

    /**
     * @param connection where it came in
     * @param pdu a Task Management Function Request
     */
    void HandleTaskManagement(IscsiTargetConnection& connection, Ptr<Packet> pdu);

    /**
     * The initiator acknowledged status.
     *
     * @param connection which connection's
     * @param expStatSn its ExpStatSN
     */
    void Acknowledge(IscsiTargetConnection& connection, uint32_t expStatSn);

    IscsiTargetSession& m_session;            //!< the session
    IscsiTargetSessionCore& m_core;           //!< what the parts share
    IscsiTargetGatherer& m_gatherer;          //!< gets Data-Out
    IscsiTargetTaskManager& m_taskManager;    //!< carries out task management
    IscsiTargetConnectionKeeper& m_keeper;    //!< logs connections out
    const bool m_isDiscovery;                 //!< the session is one of discovery
    IscsiTargetCommandIntake m_intake;        //!< makes tasks of commands
    IscsiTargetRetransmitter m_retransmitter; //!< sends again what was lost
    IscsiTargetReassigner m_reassigner;       //!< moves tasks between connections
};

} // namespace ns3

#endif /* ISCSI_TARGET_DISPATCHER_H */
