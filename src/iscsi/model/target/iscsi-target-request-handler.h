/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TARGET_REQUEST_HANDLER_H
#define ISCSI_TARGET_REQUEST_HANDLER_H

#include "ns3/iscsi-scsi-command-header.h"
#include "ns3/iscsi-target-command-receiver.h"
#include "ns3/iscsi-target-command-slots.h"
#include "ns3/iscsi-target-connection-manager.h"
#include "ns3/iscsi-target-responder.h"
#include "ns3/iscsi-target-session-settings.h"
#include "ns3/iscsi-target-task-manager.h"
#include "ns3/iscsi-target-task-reassigner.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

namespace ns3
{

/**
 * @ingroup iscsi
 *
 * Executes the requests of a target's session in command order: SCSI Commands, NOP-Outs, Text, Task
 * Management Function and Logout Requests (RFC 7143, 11).
 */
class IscsiTargetRequestHandler
{
  public:
    /**
     * @param settings what the session was made with; outlives this part
     * @param responder what refuses PDUs and shows the window; outlives this part
     * @param slots what moves the command window; outlives this part
     * @param connectionManager what logs connections out; outlives this part
     * @param taskManager what carries out task management; outlives this part
     * @param reassigner what moves tasks between connections; outlives this part
     * @param commandReceiver what makes tasks of commands; outlives this part
     */
    IscsiTargetRequestHandler(const IscsiTargetSessionSettings& settings,
                              const IscsiTargetResponder& responder,
                              IscsiTargetCommandSlots& slots,
                              IscsiTargetConnectionManager& connectionManager,
                              IscsiTargetTaskManager& taskManager,
                              IscsiTargetTaskReassigner& reassigner,
                              IscsiTargetCommandReceiver& commandReceiver);

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

  private:
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

    const IscsiTargetSessionSettings& m_settings;      //!< what the session was made with
    const IscsiTargetResponder& m_responder;           //!< refuses PDUs and shows the window
    IscsiTargetCommandSlots& m_slots;                  //!< moves the command window
    IscsiTargetConnectionManager& m_connectionManager; //!< logs connections out
    IscsiTargetTaskManager& m_taskManager;             //!< carries out task management
    IscsiTargetTaskReassigner& m_reassigner;           //!< moves tasks between connections
    IscsiTargetCommandReceiver& m_commandReceiver;     //!< makes tasks of commands
};

} // namespace ns3

#endif /* ISCSI_TARGET_REQUEST_HANDLER_H */
