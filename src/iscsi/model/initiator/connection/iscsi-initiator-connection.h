/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_INITIATOR_CONNECTION_H
#define ISCSI_INITIATOR_CONNECTION_H

#include "iscsi-initiator-command-numbering.h"
#include "iscsi-initiator-connection-owner.h"
#include "iscsi-initiator-connection-settings.h"
#include "iscsi-initiator-login.h"
#include "iscsi-initiator-pdu-handler.h"
#include "iscsi-initiator-stat-sn-tracker.h"

#include "ns3/event-id.h"
#include "ns3/io-command.h"
#include "ns3/iscsi-connection.h"
#include "ns3/iscsi-keep-alive.h"
#include "ns3/iscsi-login-header.h"
#include "ns3/iscsi-session-parameters.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <memory>
#include <string>

namespace ns3
{

/**
 * @ingroup iscsi-initiator-connection
 *
 * The initiator's end of one connection: it connects, logs in, keeps the target's status numbers in
 * order (RFC 7143, 4.2.2.2) and pings the target. With an ErrorRecoveryLevel above 0, a PDU that
 * arrives out of order is held, and the missing ones are requested.
 */
class IscsiInitiatorConnection : public IscsiConnection
{
  public:
    /**
     * @param settings the session's settings; outlive the connection
     * @param numbering the session's command numbers; outlive the connection
     * @param owner notified of state changes; outlives it
     * @param handler receives what arrives; outlives the connection
     * @param cid the connection identifier
     */
    IscsiInitiatorConnection(const IscsiInitiatorConnectionSettings& settings,
                             IscsiInitiatorCommandNumbering& numbering,
                             IscsiInitiatorConnectionOwner& owner,
                             IscsiInitiatorPduHandler& handler,
                             uint16_t cid);
    ~IscsiInitiatorConnection() override;

    /**
     * Connect and log in. The owner is called with the outcome.
     *
     * @param proposals what the initiator wants; for a further connection of a session its values
     *        as agreed, and for those of the connection the preferences
     * @param tsih 0 for the leading connection of a session, else the session's
     * @param remote the target portal
     */
    void Login(const IscsiSessionParameters& proposals, uint16_t tsih, const Address& remote);

    /**
     * Send a PDU with the status number next expected.
     *
     * @param header its header
     * @param data its additional header segments and its data segment, which the PDU is built on,
     *        or null
     * @param tag a byte tag to put on the PDU, or null
     * @return how long from now until it is handed to TCP
     */
    Time Send(IscsiInitiatorHeader& header, Ptr<Packet> data, const Tag* tag = nullptr);

    /**
     * @return where both ends are, as long as it is connected; the same object each time
     */
    const Ptr<const IoConnection>& GetEnds();

    /**
     * Close permanently; the owner is not notified.
     */
    void CloseDown();

    /**
     * The target built a PDU wrongly: the session is to end with all its connections (RFC 7143,
     * 7.7).
     *
     * @param what what it did, as text
     */
    void FailSession(const std::string& what);

    /**
     * What this connection asks is answered over another one. That one's status is acknowledged
     * here, and what it brings counts as brought by this connection.
     *
     * @param responses the connection that carries the responses
     */
    void SetResponses(const Ptr<IscsiInitiatorConnection>& responses);

    /**
     * Change this end's maximum data segment length, as negotiated.
     *
     * @param length own MaxRecvDataSegmentLength, bytes
     */
    void SetMaxReceive(uint32_t length);

    /**
     * Change the target's maximum data segment length, as it declared.
     *
     * @param length the target's MaxRecvDataSegmentLength, bytes
     */
    void SetMaxSend(uint32_t length);

    /**
     * The logout continues: nothing but its answer is expected (RFC 7143, 8.1.2, T9 and T10).
     */
    void BeginLogout();

    /**
     * The target asked for a logout (RFC 7143, 8.1.2, T11 and T12). The owner is asked to do it
     * when the last command is over, and in half of the target's time at the latest.
     *
     * @param limit the target's time
     */
    void NoteLogoutRequest(Time limit);

    /**
     * The transport connection is lost, and its cleanup begins or fails (RFC 7143, 8.2.2, M2, M3).
     *
     * @param begins true if it begins
     */
    void NoteCleanup(bool begins);

    /**
     * The cleanup of a lost connection is over (RFC 7143, 8.2.2, M1 and M4).
     */
    void EndCleanup();

    /**
     * Handle held PDUs that are now in order. Called by the part that filled a gap.
     */
    void Resume();

    /**
     * Ask once more for the statuses that are missing (RFC 7143, 11.16).
     *
     * @return false if none is missing
     */
    bool AskForStatus();

    /**
     * Ping the target.
     */
    void Ping();

    /**
     * An answer to a ping came: the path is not silent.
     */
    void PingAnswered();

    /**
     * @return true if the connection is in full feature phase and not about to be logged out
     */
    bool IsReady() const;

    /**
     * @return why the login failed, a class and a detail as one number (RFC 7143, 11.13.5), or 0 if
     *         the target did not say
     */
    uint16_t GetLoginStatus() const;

    /**
     * @return why the login failed, as text, or why the connection was lost later
     */
    const std::string& GetEndReason() const;

    /**
     * @return true if the target did not prove itself in the login, and would not the next time
     * either
     */
    bool IsTargetUnproven() const;

    /**
     * @return where to log in instead, host[:port], empty if the target named no such place
     */
    const std::string& GetRedirect() const;

    /**
     * @return the login's outcome in what belongs to this connection alone
     */
    const IscsiSessionParameters& GetParameters() const;

    /**
     * Count a command that goes over this connection.
     *
     * @param bytes its data in both directions, bytes
     */
    void AddOutstanding(uint64_t bytes);

    /**
     * Count a command that is over. The owner is notified when the last of a connection is over
     * that the target asked to be logged out.
     *
     * @param bytes its data in both directions, bytes
     */
    void RemoveOutstanding(uint64_t bytes);

    /**
     * @return data of the unfinished commands of this connection, bytes
     */
    uint64_t GetOutstandingBytes() const;

  private:
    /// What a PDU says of status numbers.
    struct StatusMark
    {
        bool takes;      //!< it has a number of its own
        bool tells;      //!< it has the number next to be used
        uint32_t number; //!< that number
    };

    void HandlePdu(IscsiOpcode opcode, Ptr<Packet> pdu) override;
    void HandleEnd(const std::string& reason) override;
    void HandleDamage(IscsiDamage damage, Ptr<Packet> headers) override;
    IscsiConnectionState GetStateAfterLoss() const override;

    /**
     * @param opcode opcode of a PDU
     * @param pdu the PDU
     * @return what it says of status numbers
     */
    static StatusMark ReadStatusMark(IscsiOpcode opcode, const Packet& pdu);

    /**
     * Move the command window. What a PDU says of it holds at once, even if its status has to wait
     * for others (RFC 7143, 4.2.2.1).
     *
     * @param pdu what the target has sent
     */
    void NoteWindow(const Packet& pdu);

    /**
     * Handle a PDU that has a status number.
     */
    void ReceiveStatus(uint32_t number, IscsiOpcode opcode, Ptr<Packet> pdu);

    /**
     * Process the next PDU in order.
     */
    void Deliver(IscsiOpcode opcode, Ptr<Packet> pdu);

    /**
     * Handle a status that is not the one expected.
     */
    void ReceiveOutOfOrder(uint32_t number, IscsiOpcode opcode, Ptr<Packet> pdu);

    /**
     * The target has used all status numbers below one: ask for those that are missing.
     *
     * @param number that number
     */
    void NoteUsed(uint32_t number);

    /**
     * @param run status numbers to be sent again
     */
    void SendStatusSnack(const IscsiInitiatorStatSnTracker::Run& run);

    /**
     * TCP is established: begin the login.
     */
    void Connected();

    /**
     * Send the next Login Request.
     */
    void SendLoginRequest();

    /**
     * @param pdu a Login Response
     */
    void HandleLoginResponse(Ptr<Packet> pdu);

    /**
     * The login is done: enter the full feature phase.
     */
    void FinishLogin();

    /**
     * The login took too long.
     */
    void LoginTimedOut();

    /**
     * A ping is due.
     */
    void PingDue();

    /**
     * A ping was not answered: the connection fails, and its TCP connection is aborted.
     */
    void PingLost();

    /**
     * It is time for the logout that the target asked for.
     */
    void LogoutDue();

    /**
     * Stop all clocks.
     */
    void StopClocks();

    /**
     * @return true if PDUs that are lost are asked for and sent again
     */
    bool Recovers() const;

    const IscsiInitiatorConnectionSettings& m_settings; //!< the session's settings
    IscsiInitiatorCommandNumbering& m_numbering;        //!< the session's command numbers
    IscsiInitiatorConnectionOwner& m_owner;             //!< notified of state changes
    IscsiInitiatorPduHandler& m_handler;                //!< receives what arrives

    std::unique_ptr<IscsiInitiatorLogin> m_login; //!< the login while it is in progress
    IscsiSessionParameters m_parameters;          //!< what the login agreed on
    uint16_t m_loginStatus{0};                    //!< why the login was refused
    bool m_isTargetUnproven{false};               //!< the target did not prove itself
    std::string m_endReason;                      //!< why it ended
    std::string m_redirect;                       //!< where to log in instead
    IscsiInitiatorStatSnTracker m_statuses;       //!< status numbers
    bool m_statusSeen{false};                     //!< the target has sent its first status number
    bool m_isResuming{false};                     //!< inside Resume
    uint64_t m_outstandingBytes{0};               //!< data of unfinished commands
    uint32_t m_outstandingCommands{0};            //!< unfinished commands
    Ptr<const IoConnection> m_ends;               //!< both ends, null until somebody asked
    EventId m_loginClock;                         //!< end of the time for the login
    EventId m_logoutClock;                        //!< when a logout asked for must begin
    IscsiKeepAlive m_keepAlive;                   //!< when to ping

    Ptr<IscsiInitiatorConnection> m_responses;     //!< where answers come in if not here
    IscsiInitiatorConnection* m_requests{nullptr}; //!< whose answers come in here, if others'
};

} // namespace ns3

#endif /* ISCSI_INITIATOR_CONNECTION_H */
