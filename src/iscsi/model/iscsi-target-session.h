/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TARGET_SESSION_H
#define ISCSI_TARGET_SESSION_H

#include "iscsi-observer.h"
#include "iscsi-session-state.h"
#include "iscsi-target-connection-keeper.h"
#include "iscsi-target-connection.h"
#include "iscsi-target-dispatcher.h"
#include "iscsi-target-gatherer.h"
#include "iscsi-target-notifier.h"
#include "iscsi-target-sender.h"
#include "iscsi-target-session-core.h"
#include "iscsi-target-task-manager.h"

#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/scsi-device.h"
#include "ns3/simple-ref-count.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup iscsi
 *
 * The target's end of a session with one initiator (RFC 7143, 4.2): the SCSI target port that
 * brings tasks to the device in the order of CmdSN and carries the answers back. It keeps the
 * session's state (RFC 7143, 8.3); its parts do the work.
 */
class IscsiTargetSession : public SimpleRefCount<IscsiTargetSession>, public ScsiTargetPort
{
  public:
    /**
     * @param device what stands behind the port
     * @param observer who is told; outlives the session
     * @param connection the first connection, logged in
     * @param parameters the values agreed on
     * @param initiatorPort name of the initiator port
     * @param tsih the session's identifier
     * @param cmdSn number of the first command
     * @param limits what the session spends
     */
    IscsiTargetSession(Ptr<ScsiDevice> device,
                       IscsiObserver* observer,
                       Ptr<IscsiTargetConnection> connection,
                       const IscsiSessionParameters& parameters,
                       const std::string& initiatorPort,
                       uint16_t tsih,
                       uint32_t cmdSn,
                       const IscsiTargetLimits& limits);
    ~IscsiTargetSession() override;

    /**
     * Say whether another connection may join.
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
     * The login of a connection began that is to join.
     *
     * @param cid its identifier
     */
    void StartContinuation(uint16_t cid);

    /**
     * That login failed.
     *
     * @param cid its identifier
     */
    void AbandonContinuation(uint16_t cid);

    /**
     * @return number of connections in full feature phase
     */
    uint32_t GetNConnections() const;

    /**
     * Write the command window into a header.
     *
     * @param header the header
     */
    void ShowWindow(IscsiResponseHeader& header) const;

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
     * @param sense sense data that tells what happened
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

    /**
     * A PDU of the full feature phase arrived: from the connection.
     *
     * @param connection the connection
     * @param opcode the PDU's opcode
     * @param pdu the PDU
     */
    void PduReceived(IscsiTargetConnection* connection, IscsiOpcode opcode, Ptr<Packet> pdu);

    /**
     * A PDU arrived whose digest is wrong: from the connection.
     *
     * @param connection the connection
     * @param headers its header segments, null if it is they that are damaged
     */
    void PduDamaged(IscsiTargetConnection* connection, Ptr<Packet> headers);

    /**
     * A connection failed: from the connection, which has closed itself.
     *
     * @param connection the connection
     */
    void ConnectionLost(IscsiTargetConnection* connection);

    /**
     * End all connections and tasks because of a format error (RFC 7143, 7.7): from the dispatcher.
     *
     * @param what what was wrong
     */
    void FailFormat(const std::string& what);

    /**
     * Work out the state from the connections, and end the session if there are none: from the
     * dispatcher when one of them was logged out.
     */
    void UpdateState();

  private:
    /**
     * End all connections that are logged in, whose states are kept for recovery.
     */
    void LoseAllConnections();

    /**
     * End the session: the nexus is lost.
     */
    void End();

    /**
     * @param state the new state
     */
    void SetState(IscsiSessionState state);

    IscsiSessionState m_state;            //!< the state
    IscsiTargetSessionCore m_core;        //!< what the parts share
    IscsiTargetSender m_sender;           //!< sends Data-In and status
    IscsiTargetGatherer m_gatherer;       //!< gets Data-Out
    IscsiTargetNotifier m_notifier;       //!< sends Asynchronous Messages
    IscsiTargetTaskManager m_taskManager; //!< carries out task management
    IscsiTargetConnectionKeeper m_keeper; //!< brings connections in and out
    IscsiTargetDispatcher m_dispatcher;   //!< hands on what arrives
    IscsiTargetConnectionOwner* m_owner;  //!< who keeps the session
    uint16_t m_tsih;                      //!< the session's identifier
    Time m_nopInterval;                   //!< time between pings, zero for none
    Time m_nopTimeout;                    //!< longest time a ping is unanswered
    EventId m_logoutLimit;                //!< when the logout asked for is overdue
};

} // namespace ns3

#endif /* ISCSI_TARGET_SESSION_H */
