/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TARGET_SESSION_H
#define ISCSI_TARGET_SESSION_H

#include "iscsi-target-dispatcher.h"

#include "ns3/event-id.h"
#include "ns3/iscsi-session-state.h"
#include "ns3/iscsi-target-command-receiver.h"
#include "ns3/iscsi-target-connection-client.h"
#include "ns3/iscsi-target-connection-manager.h"
#include "ns3/iscsi-target-connection.h"
#include "ns3/iscsi-target-context.h"
#include "ns3/iscsi-target-data-out-receiver.h"
#include "ns3/iscsi-target-retransmitter.h"
#include "ns3/iscsi-target-sender.h"
#include "ns3/iscsi-target-session-settings.h"
#include "ns3/iscsi-target-task-manager.h"
#include "ns3/nstime.h"
#include "ns3/scsi-device.h"
#include "ns3/simple-ref-count.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup iscsi-target
 *
 * The target's end of a session with one initiator (RFC 7143, 4.2): the SCSI target port that
 * passes tasks to the device in the order of CmdSN and returns the responses. It connects its
 * parts, which do the work and depend only on those below them, and keeps the session's state (RFC
 * 7143, 8.3).
 */
class IscsiTargetSession : public SimpleRefCount<IscsiTargetSession>,
                           public ScsiTargetPort,
                           public IscsiTargetConnectionClient
{
  public:
    /**
     * @param settings what the session is made with
     * @param connection the first connection, logged in
     * @param tsih the session's identifier
     * @param cmdSn number of the first command
     */
    IscsiTargetSession(const IscsiTargetSessionSettings& settings,
                       Ptr<IscsiTargetConnection> connection,
                       uint16_t tsih,
                       uint32_t cmdSn);
    ~IscsiTargetSession() override;

    /**
     * Check whether another connection may join.
     *
     * @param cid its identifier; that of a connection of the session asks for its reinstatement
     * @return SUCCESS or the status to refuse its login with
     */
    IscsiLoginStatus CheckConnection(uint16_t cid) const;

    /**
     * A connection joins. One of the same identifier is logged out by that: connection
     * reinstatement (RFC 7143, 6.3.4).
     *
     * @param connection the connection, logged in
     */
    void AddConnection(Ptr<IscsiTargetConnection> connection);

    /**
     * @return number of connections in full feature phase
     */
    uint32_t GetNConnections() const;

    /**
     * Ping the initiator from time to time, over each connection.
     *
     * @param interval time between pings, more than zero
     * @param timeout longest time a ping is unanswered before its connection counts as failed, zero
     *        for no limit
     */
    void StartPings(Time interval, Time timeout = Time());

    /**
     * Ask the initiator to log all connections out, and drop those that are left after a time
     * (RFC 7143, 11.9.1).
     *
     * @param limit the time, 1 s or more; whole seconds count
     */
    void RequestLogout(Time limit);

    /**
     * Drop a connection with an Asynchronous Message.
     *
     * @param cid its identifier
     */
    void DropConnection(uint16_t cid);

    /**
     * Drop all connections with an Asynchronous Message.
     */
    void DropAllConnections();

    /**
     * Ask the initiator for a Text Request.
     *
     * @param limit by when it has to come, whole seconds count
     */
    void RequestNegotiation(Time limit);

    /**
     * Report a SCSI asynchronous event.
     *
     * @param lun logical unit it is about
     * @param sense sense data that says what happened
     */
    void ReportScsiEvent(uint64_t lun, const std::vector<uint8_t>& sense);

    /**
     * Close the session without a word: the target stops, or another session takes its place. The
     * device's tasks are lost.
     */
    void Close();

    /**
     * @return the values agreed on
     */
    const IscsiSessionParameters& GetParameters() const;

    /**
     * @return the session's identifier
     */
    uint16_t GetTsih() const;

    /**
     * @return the state
     */
    IscsiSessionState GetState() const;

    /**
     * @return name of the initiator port: initiator name and ISID
     */
    const std::string& GetInitiatorPortName() const;

    // From ScsiTargetPort
    void SendDataIn(Ptr<ScsiTask> task, uint32_t offset, Ptr<Packet> data) override;
    void ReceiveDataOut(Ptr<ScsiTask> task, uint32_t offset, uint32_t length) override;
    void SendCommandComplete(Ptr<ScsiTask> task) override;
    void TaskAborted(Ptr<ScsiTask> task) override;

    // From IscsiTargetConnectionClient
    void SetCommandWindow(IscsiResponseHeader& header) const override;
    void StartContinuation(uint16_t cid) override;
    void AbandonContinuation(uint16_t cid) override;
    void PduReceived(IscsiTargetConnection* connection,
                     IscsiOpcode opcode,
                     Ptr<Packet> pdu) override;
    void PduDamaged(IscsiTargetConnection* connection, Ptr<Packet> headers) override;
    void ConnectionLost(IscsiTargetConnection* connection) override;

  private:
    /**
     * Connections went: work out the state again, and end the session if none is left.
     */
    void UpdateState();

    /**
     * End the session: the nexus is lost.
     */
    void End();

    /**
     * @param state the new state
     */
    void SetState(IscsiSessionState state);

    IscsiTargetContext m_context;                     //!< what the parts share
    IscsiTargetSender m_sender;                       //!< sends Data-In and status
    IscsiTargetDataOutReceiver m_dataOutReceiver;     //!< gets Data-Out
    IscsiTargetTaskManager m_taskManager;             //!< carries out task management
    IscsiTargetConnectionManager m_connectionManager; //!< brings connections in and out
    IscsiTargetCommandReceiver m_commandReceiver;     //!< makes tasks of commands
    IscsiTargetRetransmitter m_retransmitter;         //!< sends again what was lost
    IscsiTargetDispatcher m_dispatcher;               //!< receives PDUs
    uint16_t m_tsih;                                  //!< the session's identifier
    Time m_nopInterval;                               //!< time between pings, zero for none
    Time m_nopTimeout;                                //!< longest time a ping is unanswered
    EventId m_logoutLimit;                            //!< when the logout asked for is overdue
};

} // namespace ns3

#endif /* ISCSI_TARGET_SESSION_H */
