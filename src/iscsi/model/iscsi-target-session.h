/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TARGET_SESSION_H
#define ISCSI_TARGET_SESSION_H

#include "iscsi-command-grant.h"
#include "iscsi-header.h"
#include "iscsi-observer.h"
#include "iscsi-reject-header.h"
#include "iscsi-session-parameters.h"
#include "iscsi-session-state.h"
#include "iscsi-target-connection.h"
#include "iscsi-target-task.h"

#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/scsi-device.h"
#include "ns3/simple-ref-count.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>

namespace ns3
{

/**
 * @ingroup iscsi
 *
 * The target's end of a session with one initiator (RFC 7143, 4.2): the SCSI target port that
 * brings tasks to the device in the order of CmdSN and carries the answers back.
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
     * @param window commands the session takes at a time
     */
    IscsiTargetSession(Ptr<ScsiDevice> device,
                       IscsiObserver* observer,
                       Ptr<IscsiTargetConnection> connection,
                       const IscsiSessionParameters& parameters,
                       const std::string& initiatorPort,
                       uint16_t tsih,
                       uint32_t cmdSn,
                       uint32_t window);
    ~IscsiTargetSession() override;

    /**
     * Ping the initiator from time to time.
     *
     * @param interval time between pings, more than zero
     */
    void StartPings(Time interval);

    /**
     * Close the session without a word: the target stops. The device's tasks are lost.
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
     * @return name of the initiator port: initiator name and ISID
     */
    const std::string& GetInitiatorPortName() const;

    // From ScsiTargetPort
    void SendDataIn(Ptr<ScsiTask> task, uint32_t offset, Ptr<Packet> data) override;
    void ReceiveDataOut(Ptr<ScsiTask> task, uint32_t offset, uint32_t length) override;
    void SendCommandComplete(Ptr<ScsiTask> task) override;

    /**
     * A PDU of the full feature phase arrived: from the connection.
     *
     * @param connection the connection
     * @param opcode the PDU's opcode
     * @param pdu the PDU
     */
    void PduReceived(IscsiTargetConnection* connection, IscsiOpcode opcode, Ptr<Packet> pdu);

    /**
     * The connection is gone: from the connection. The tasks are lost.
     */
    void ConnectionEnded();

  private:
    /// A command that arrived before its turn.
    struct EarlyCommand
    {
        IscsiOpcode opcode; //!< what it is
        Ptr<Packet> pdu;    //!< the PDU
    };

    /**
     * Put a PDU with a CmdSN into its place: handle it when its turn comes, drop it if it lies
     * outside the window (RFC 7143, 4.2.2.1).
     *
     * @param opcode its opcode
     * @param pdu the PDU
     */
    void Sequence(IscsiOpcode opcode, Ptr<Packet> pdu);

    /**
     * Handle a PDU whose turn it is.
     *
     * @param opcode its opcode
     * @param pdu the PDU
     */
    void Handle(IscsiOpcode opcode, Ptr<Packet> pdu);

    /**
     * @param pdu a SCSI Command
     */
    void HandleScsiCommand(Ptr<Packet> pdu);

    /**
     * @param pdu a Data-Out
     */
    void HandleDataOut(Ptr<Packet> pdu);

    /**
     * @param pdu a NOP-Out
     */
    void HandleNopOut(Ptr<Packet> pdu);

    /**
     * @param pdu a Text Request
     */
    void HandleTextRequest(Ptr<Packet> pdu);

    /**
     * @param pdu a Logout Request
     */
    void HandleLogoutRequest(Ptr<Packet> pdu);

    /**
     * Give the device the data it wants and that is there, and ask for more.
     *
     * @param task the task
     */
    void MoveDataOut(const Ptr<IscsiTargetTask>& task);

    /**
     * End a task with CHECK CONDITION because of its data (RFC 7143, 11.4.7.2).
     *
     * @param task the task
     * @param verdict what is wrong with the data
     */
    void FailDataOut(const Ptr<IscsiTargetTask>& task, IscsiDataOutTransfer::Verdict verdict);

    /**
     * Send the Data-In PDUs of a task that are to go now.
     *
     * @param task the task
     */
    void SendDataInPdus(IscsiTargetTask& task);

    /**
     * Send a task's status, if nothing of its data is on its way.
     *
     * @param task the task
     */
    void Answer(const Ptr<IscsiTargetTask>& task);

    /**
     * Send the rest of the data of a read with the status in the last PDU.
     *
     * @param task the task
     */
    void SendDataInWithStatus(IscsiTargetTask& task);

    /**
     * Send a SCSI Response.
     *
     * @param task the task
     */
    void SendScsiResponse(const IscsiTargetTask& task);

    /**
     * Refuse a PDU.
     *
     * @param reason why
     * @param rejected its header
     */
    void Reject(IscsiRejectReason reason, const IscsiHeader& rejected);

    /**
     * Ping the initiator and set the clock for the next ping.
     */
    void Ping();

    /**
     * Take the tasks from the device and forget them.
     */
    void LoseTasks();

    /**
     * Write the command window into a header.
     *
     * @param header the header
     */
    void ShowWindow(IscsiResponseHeader& header) const;

    /**
     * Tell the observer of the command window.
     */
    void TraceWindow();

    /**
     * @param state the new state
     */
    void SetState(IscsiSessionState state);

    /**
     * @return a target transfer tag
     */
    uint32_t NextTransferTag();

    Ptr<ScsiDevice> m_device;                           //!< what stands behind the port
    IscsiObserver* m_observer;                          //!< who is told what happens
    Ptr<IscsiTargetConnection> m_connection;            //!< the connection, null once gone
    IscsiSessionParameters m_parameters;                //!< the values agreed on
    std::shared_ptr<const std::string> m_initiatorPort; //!< name of the initiator port
    uint16_t m_tsih;                                    //!< the session's identifier
    IscsiCommandGrant m_grant;                          //!< the command window
    IscsiSessionState m_state{IscsiSessionState::FREE}; //!< the state
    uint32_t m_nextTransferTag{0};                      //!< the next transfer tag
    Time m_nopInterval;                                 //!< time between pings
    EventId m_nopEvent;                                 //!< the next ping
    std::map<uint32_t, Ptr<IscsiTargetTask>> m_tasks;   //!< tasks by initiator task tag
    std::map<uint32_t, EarlyCommand> m_early;           //!< commands before their turn, by CmdSN
};

} // namespace ns3

#endif /* ISCSI_TARGET_SESSION_H */
