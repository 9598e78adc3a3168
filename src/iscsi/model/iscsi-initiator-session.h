/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_INITIATOR_SESSION_H
#define ISCSI_INITIATOR_SESSION_H

#include "iscsi-command-window.h"
#include "iscsi-data-header.h"
#include "iscsi-host-cost.h"
#include "iscsi-initiator-connection.h"
#include "iscsi-initiator-task.h"
#include "iscsi-observer.h"
#include "iscsi-scsi-response-header.h"
#include "iscsi-session-parameters.h"
#include "iscsi-session-state.h"

#include "ns3/address.h"
#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/scsi-initiator-port.h"

#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <unordered_map>

namespace ns3
{

/**
 * @ingroup iscsi
 *
 * The initiator's end of a session with one target (RFC 7143, 4.2): the SCSI initiator port that
 * carries tasks over iSCSI. Commands are numbered and sent in the order they are given, as far as
 * the target's command window reaches, and wait their turn behind it.
 */
class IscsiInitiatorSession : public ScsiInitiatorPort
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * Log in by a first connection. May be called again once the session is FREE or FAILED.
     *
     * @param stream the stream of PDUs, not connected
     * @param remote the target portal
     * @param proposals what the initiator wants
     * @param cost the host's processor
     * @param observer who is told; outlives the session
     */
    void Login(Ptr<IscsiPduStream> stream,
               const Address& remote,
               const IscsiSessionParameters& proposals,
               Ptr<IscsiHostCost> cost,
               IscsiObserver* observer);

    /**
     * Log out, closing the session. Tasks under way end with DELIVERY_FAILURE.
     */
    void Logout();

    /**
     * Ping the target from time to time.
     *
     * @param interval time between pings, zero for none
     */
    void SetNopInterval(Time interval);

    /**
     * Set the initiator's part of the session identifier.
     *
     * @param isid six bytes, as RFC 7143, 11.12.5, builds them
     */
    void SetIsid(const std::array<uint8_t, 6>& isid);

    /**
     * @return the state
     */
    IscsiSessionState GetState() const;

    /**
     * @return the values the login agreed on; what was proposed until then
     */
    const IscsiSessionParameters& GetParameters() const;

    /**
     * @return the command window
     */
    const IscsiCommandWindow& GetCommandWindow() const;

    /**
     * @return the target's part of the session identifier, 0 before the login
     */
    uint16_t GetTsih() const;

    /**
     * @return commands that wait for the command window
     */
    uint32_t GetQueueLength() const;

    // From ScsiInitiatorPort
    void SendScsiCommand(Ptr<ScsiTask> task) override;
    void SendDataOut(Ptr<ScsiTask> task, uint32_t offset, Ptr<Packet> data) override;
    bool IsReady() const override;

    /**
     * The connection logged in: from the connection.
     *
     * @param agreed the values agreed on
     * @param tsih the target's part of the session identifier
     */
    void ConnectionLoggedIn(const IscsiSessionParameters& agreed, uint16_t tsih);

    /**
     * The connection is gone: from the connection.
     */
    void ConnectionEnded();

    /**
     * A PDU of the full feature phase arrived: from the connection.
     *
     * @param connection the connection
     * @param opcode the PDU's opcode
     * @param pdu the PDU
     */
    void PduReceived(IscsiInitiatorConnection* connection, IscsiOpcode opcode, Ptr<Packet> pdu);

    /**
     * Learn the command window that a PDU tells.
     *
     * @param header its header
     */
    void UpdateWindow(const IscsiResponseHeader& header);

  protected:
    void DoDispose() override;

  private:
    /**
     * Send the commands that wait, as far as the window reaches.
     */
    void SendPending();

    /**
     * Get immediate data for a command, if it is to carry any.
     *
     * @param task the command's task
     * @return true if the command can go, false if the client has yet to give the data
     */
    bool PrepareImmediateData(const Ptr<IscsiInitiatorTask>& task);

    /**
     * @param task a task
     * @return bytes of data its command PDU carries
     */
    uint32_t GetImmediateLength(const ScsiTask& task) const;

    /**
     * @param task a task
     * @return bytes of data that go before any R2T, immediate data included
     */
    uint32_t GetUnsolicitedLength(const ScsiTask& task) const;

    /**
     * @param task the task whose command is to be sent
     */
    void SendCommand(const Ptr<IscsiInitiatorTask>& task);

    /**
     * Send what bursts of a task are there.
     *
     * @param task the task
     */
    void SendBursts(const Ptr<IscsiInitiatorTask>& task);

    /**
     * Ping the target and set the clock for the next ping.
     */
    void Ping();

    /**
     * @param pdu a Data-In
     */
    void HandleDataIn(Ptr<Packet> pdu);

    /**
     * @param pdu a SCSI Response
     */
    void HandleScsiResponse(Ptr<Packet> pdu);

    /**
     * @param pdu an R2T
     */
    void HandleR2t(Ptr<Packet> pdu);

    /**
     * @param pdu a NOP-In
     */
    void HandleNopIn(Ptr<Packet> pdu);

    /**
     * @param pdu a Logout Response
     */
    void HandleLogoutResponse(Ptr<Packet> pdu);

    /**
     * @param pdu a Reject
     */
    void HandleReject(Ptr<Packet> pdu);

    /**
     * Find a task, and fail the connection if there is none.
     *
     * @param tag its tag
     * @param opcode the PDU that names it
     * @return the task or null
     */
    Ptr<IscsiInitiatorTask> FindTask(uint32_t tag, IscsiOpcode opcode);

    /**
     * A task is over: forget it and tell its client.
     *
     * @param task the task, with its answer filled in
     */
    void Complete(Ptr<IscsiInitiatorTask> task);

    /**
     * End a task without a status.
     *
     * @param task the task
     */
    void CompleteAsLost(Ptr<IscsiInitiatorTask> task);

    /**
     * End all tasks without a status, oldest first.
     */
    void LoseTasks();

    /**
     * The session is over.
     *
     * @param state FREE or FAILED
     */
    void Finish(IscsiSessionState state);

    /**
     * @param state the new state
     */
    void SetState(IscsiSessionState state);

    /**
     * @return a tag that no task has
     */
    uint32_t NextTag();

    IscsiSessionState m_state{IscsiSessionState::FREE}; //!< the state
    Ptr<IscsiInitiatorConnection> m_connection;         //!< the connection, null if there is none
    IscsiSessionParameters m_parameters;                //!< values proposed, then agreed
    IscsiObserver* m_observer{nullptr};                 //!< who is told what happens
    IscsiCommandWindow m_window{1};                     //!< the command window
    std::array<uint8_t, 6> m_isid{};                    //!< initiator's part of the identifier
    uint16_t m_tsih{0};                                 //!< target's part of it
    uint32_t m_nextTag{0};                              //!< tag of the next task
    uint32_t m_logoutTag{IscsiHeader::RESERVED_TAG};    //!< tag of the logout under way
    Time m_nopInterval;                                 //!< time between pings
    EventId m_nopEvent;                                 //!< the next ping
    bool m_sendingPending{false};                       //!< inside SendPending

    std::deque<Ptr<IscsiInitiatorTask>> m_pending;                 //!< commands not sent yet
    std::unordered_map<uint32_t, Ptr<IscsiInitiatorTask>> m_tasks; //!< commands sent, by tag
    /// Writes not completed, by the client's task.
    std::unordered_map<const ScsiTask*, Ptr<IscsiInitiatorTask>> m_writes;
};

} // namespace ns3

#endif /* ISCSI_INITIATOR_SESSION_H */
