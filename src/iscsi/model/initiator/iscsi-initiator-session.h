/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_INITIATOR_SESSION_H
#define ISCSI_INITIATOR_SESSION_H

#include "iscsi-initiator-negotiation.h"
#include "iscsi-initiator-notification-handler.h"

#include "ns3/iscsi-initiator-command-numbering.h"
#include "ns3/iscsi-initiator-connection.h"
#include "ns3/iscsi-initiator-pdu-handler.h"
#include "ns3/iscsi-initiator-settings.h"
#include "ns3/iscsi-initiator-task-manager.h"
#include "ns3/iscsi-initiator-task.h"
#include "ns3/iscsi-session-parameters.h"
#include "ns3/iscsi-session-state.h"
#include "ns3/scsi-initiator-port.h"

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace ns3
{

class IscsiInitiatorTaskTable;

/**
 * @ingroup iscsi-initiator
 *
 * The initiator's end of a session with one target (RFC 7143, 4.2): the SCSI initiator port that
 * carries tasks over iSCSI. It consists of parts, each with one duty, and passes them the requests
 * of its user and the PDUs of its connections. A lost session is reestablished. If it is abandoned,
 * at the first login or later, the BlockIoPermanentFailure aggregated to it reports this.
 */
class IscsiInitiatorSession : public ScsiInitiatorPort, private IscsiInitiatorPduHandler
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    IscsiInitiatorSession();
    ~IscsiInitiatorSession() override;

    /**
     * Log in. An existing session is dropped.
     *
     * @param settings where to and how
     */
    void Login(const IscsiInitiatorSettings& settings);

    /**
     * Log out, closing the session. Tasks under way end with DELIVERY_FAILURE.
     */
    void Logout();

    /**
     * Log one connection out (RFC 7143, 11.14, "close the connection"; the session if it is the
     * last). Its tasks end with DELIVERY_FAILURE. It is made again unless the session ends.
     *
     * @param cid the connection; nothing happens if it is not in full feature phase
     */
    void LogOutConnection(uint16_t cid);

    /**
     * Send a task management function (RFC 7143, 11.5). Tasks that it ends get the status TASK
     * ABORTED when the target's answer comes; commands given meanwhile wait for the answer of a
     * reset.
     *
     * @param function any but ABORT_TASK and QUERY_TASK, for which there is ManageTask, and
     *        TASK_REASSIGN, which the session handles itself
     * @param lun the logical unit, if the function is about one
     * @param done called with the outcome, or null; nothing if the port is not ready
     * @throw UserError if the function is one of those three
     */
    void ManageTasks(IscsiTaskManagementFunction function,
                     uint64_t lun,
                     IscsiInitiatorTaskManager::Done done);

    /**
     * Send a task management function that is about one task.
     *
     * @param function ABORT_TASK or QUERY_TASK
     * @param task a task that was sent
     * @param done called with the outcome, or null; nothing if the target does not know the task
     * yet
     * @throw UserError if the function is another
     */
    void ManageTask(IscsiTaskManagementFunction function,
                    Ptr<ScsiTask> task,
                    IscsiInitiatorTaskManager::Done done);

    /**
     * Negotiate by Text Requests (RFC 7143, 6.4). Of what is agreed on, MaxRecvDataSegmentLength is
     * applied.
     *
     * @param cid the connection that carries the requests
     * @param keys what to say, legal keys and values of the full feature phase
     * @param done called with what the target said, or null; null if the negotiation failed
     */
    void Negotiate(uint16_t cid, const IscsiTextKeys& keys, IscsiInitiatorNegotiation::Done done);

    /**
     * @return the state
     */
    IscsiSessionState GetState() const;

    /**
     * @return true once commands could be sent, if only for a time
     */
    bool HasBeenReady() const;

    /**
     * @return the values the login agreed on; what was proposed until then
     */
    const IscsiSessionParameters& GetParameters() const;

    /**
     * @return the numbers of commands and their window
     */
    const IscsiInitiatorCommandNumbering& GetCommandNumbering() const;

    /**
     * @return the target's part of the session identifier, 0 before the login
     */
    uint16_t GetTsih() const;

    /**
     * @return commands that wait for the command window
     */
    uint32_t GetQueueLength() const;

    /**
     * @return every state that some task is in
     */
    std::set<IscsiInitiatorTask::State> GetTaskStates() const;

    /**
     * @return the connections that accept commands, in the order of their identifiers
     */
    const std::vector<Ptr<IscsiInitiatorConnection>>& GetConnections() const;

    // From ScsiInitiatorPort
    void SendScsiCommand(Ptr<ScsiTask> task) override;
    void SendDataOut(Ptr<ScsiTask> task, uint32_t offset, Ptr<Packet> data) override;
    bool IsReady() const override;

    /**
     * Give a task up. An ABORT TASK is sent if the target has the command. The task ends with the
     * status TASK ABORTED, or with its own if that is faster.
     *
     * @param task a task that was sent and is not complete
     * @return false: the client is notified of its end
     */
    bool AbortTask(Ptr<ScsiTask> task) override;

    /**
     * TracedCallback signature for an Asynchronous Message.
     *
     * @param event the AsyncEvent (RFC 7143, 11.9.1), or 248 to 255 for a vendor's
     * @param lun the logical unit that a SCSI event is about
     * @param sense sense data of a SCSI event
     */
    using AsyncTracedCallback = void (*)(uint8_t event,
                                         uint64_t lun,
                                         const std::vector<uint8_t>& sense);

  protected:
    void NotifyConstructionCompleted() override;
    void DoDispose() override;

  private:
    struct Parts;

    /// How the table of tasks ends one.
    using TaskEnd = void (IscsiInitiatorTaskTable::*)(const Ptr<IscsiInitiatorTask>& task);

    // From IscsiInitiatorPduHandler
    void PduReceived(IscsiInitiatorConnection* connection,
                     IscsiOpcode opcode,
                     Ptr<Packet> pdu) override;
    IscsiStatusReadiness CheckStatus(IscsiOpcode opcode, Ptr<const Packet> pdu) override;
    void RejectHeld(Ptr<const Packet> pdu) override;
    void DataLost(Ptr<const Packet> headers) override;

    /**
     * @param pdu a NOP-In
     * @param connection the connection it came over
     */
    void HandleNopIn(IscsiInitiatorConnection* connection, Ptr<Packet> pdu);

    /**
     * Hand over the answer to a request that is no command.
     *
     * @param connection the connection it came over
     * @param opcode its opcode
     * @param pdu the answer
     */
    void HandleAnswer(IscsiInitiatorConnection* connection, IscsiOpcode opcode, Ptr<Packet> pdu);

    /**
     * Commands can be sent: notify the users that wait for the port.
     */
    void BecameReady();

    /**
     * Logins are no longer tried: notify the users that wait for the port.
     *
     * @param reason why
     */
    void GaveUp(const std::string& reason);

    /**
     * Send the commands that wait, as far as the window reaches.
     */
    void SendPending();

    /**
     * End a task that the target never saw, from outside the client's call.
     *
     * @param task the task
     * @param end how it ends
     */
    void EndLater(const Ptr<IscsiInitiatorTask>& task, TaskEnd end);

    IscsiInitiatorNotificationHandler::AsyncTrace m_asyncTrace; //!< an Asynchronous Message came
    std::unique_ptr<Parts> m_parts;                             //!< the parts
    bool m_hasBeenReady{false};                                 //!< commands could be sent
};

} // namespace ns3

#endif /* ISCSI_INITIATOR_SESSION_H */
