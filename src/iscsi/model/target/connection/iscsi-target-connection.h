/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TARGET_CONNECTION_H
#define ISCSI_TARGET_CONNECTION_H

#include "iscsi-target-connection-client.h"
#include "iscsi-target-connection-owner.h"
#include "iscsi-target-limits.h"
#include "iscsi-target-login.h"
#include "iscsi-target-text-exchange.h"

#include "ns3/event-id.h"
#include "ns3/iscsi-connection.h"
#include "ns3/iscsi-keep-alive.h"
#include "ns3/iscsi-login-header.h"
#include "ns3/iscsi-session-parameters.h"
#include "ns3/iscsi-session-state.h"
#include "ns3/iscsi-target-status-retention.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace ns3
{

/**
 * @ingroup iscsi-target-connection
 *
 * The target's end of one connection: it answers the login, numbers the status PDUs
 * (RFC 7143, 4.2.2.2) and, from ErrorRecoveryLevel 1 on, keeps them until they are acknowledged.
 */
class IscsiTargetConnection : public IscsiConnection
{
  public:
    /**
     * @param stream the stream of PDUs, connected
     * @param cost the host's processor
     * @param observer notified of events; outlives the connection
     * @param owner what creates the session; outlives the connection
     * @param portal what admits the login; outlives the connection
     * @param loginTimeout longest time from now to the end of the login
     * @param limits what the session of a new login spends
     */
    IscsiTargetConnection(Ptr<IscsiPduStream> stream,
                          Ptr<IscsiHostCost> cost,
                          IscsiObserver* observer,
                          IscsiTargetConnectionOwner* owner,
                          IscsiTargetPortal* portal,
                          Time loginTimeout,
                          const IscsiTargetLimits& limits);
    ~IscsiTargetConnection() override;

    using IscsiConnection::SetState;

    /**
     * What comes in here is answered over another connection, and acknowledges its status.
     *
     * @param responses the connection that carries the responses
     */
    void SetResponses(const Ptr<IscsiTargetConnection>& responses);

    /**
     * @return true if requests may come in here and can be answered
     */
    bool AcceptsRequests() const;

    uint32_t GetMaxSendDataSegmentLength() const override;

    /**
     * Send a PDU that takes a status number.
     *
     * @param header its header, with the command window filled in
     * @param data its data segment, which the PDU is built on, or null
     * @param task the SCSI task that it ends, null for any other PDU
     */
    void SendStatus(IscsiResponseHeader& header,
                    Ptr<Packet> data,
                    Ptr<IscsiTargetTask> task = nullptr);

    /**
     * Send a status PDU again, with the number it had.
     *
     * @param header its header, with the command window filled in
     * @param data its data segment or null
     */
    void SendAgain(IscsiResponseHeader& header, Ptr<const Packet> data);

    /**
     * An answer was sent that the command window does not limit. While too many of them wait for
     * TCP, because the initiator does not read, nothing more is received here.
     *
     * @param bytes bytes of its data segment
     */
    void CountAnswer(uint32_t bytes);

    /**
     * The initiator acknowledged status.
     *
     * @param expStatSn its ExpStatSN; one that was not sent yet is ignored
     * @return true if this is news
     */
    bool Acknowledge(uint32_t expStatSn);

    /**
     * @return the initiator's ExpStatSN
     */
    uint32_t GetExpStatSn() const;

    /**
     * @return the next status number
     */
    uint32_t GetStatSn() const;

    /**
     * @return number of status PDUs sent and not acknowledged
     */
    uint32_t CountUnacknowledged() const;

    /**
     * @return the status PDUs not acknowledged, null where none are kept
     */
    IscsiTargetStatusRetention* GetRetention();

    /**
     * @return true in full feature phase while TCP is connected
     */
    bool IsLive() const;

    /**
     * Ping the initiator from time to time.
     *
     * @param interval time between pings, more than zero
     * @param timeout longest time a ping is unanswered, zero for no limit
     */
    void StartPings(Time interval, Time timeout);

    /**
     * Ask the initiator for a NOP-Out, which acknowledges status, too.
     */
    void Ping();

    /**
     * A NOP-Out answers a ping.
     *
     * @param targetTransferTag the ping's tag as the initiator gives it
     * @return false if there was no such ping
     */
    bool PongReceived(uint32_t targetTransferTag);

    /**
     * Close behind what was sent. The session is not notified, because it has requested this.
     *
     * @param state FREE after a logout, CLEANUP_WAIT without one (RFC 7143, 8.1, T15 to T17)
     */
    void End(IscsiConnectionState state);

    /**
     * Send a PDU that shows the next status number and takes none.
     *
     * @param header its header, with the command window filled in
     * @param data its data segment, which the PDU is built on, or null
     */
    void Send(IscsiResponseHeader& header, Ptr<Packet> data);

    /**
     * @return the identifier of the session, 0 during the login of a new one
     */
    uint16_t GetTsih() const;

    /**
     * Process a Text Request and answer it (RFC 7143, 11.10 and 11.11).
     *
     * @param agreed the session's values
     * @param request the header
     * @param text the data segment
     * @param response filled in but for the sequence numbers
     * @param answer filled in: the response's data segment, null if it has none
     * @return nothing, or the reason to reject the request with
     */
    std::optional<IscsiRejectReason> AnswerText(const IscsiSessionParameters& agreed,
                                                const IscsiTextRequestHeader& request,
                                                Ptr<const Packet> text,
                                                IscsiTextResponseHeader& response,
                                                Ptr<Packet>& answer);

    /**
     * @param taskTag a task tag
     * @return true if a text negotiation with that tag is under way here
     */
    bool HasNegotiation(uint32_t taskTag) const;

  private:
    void HandlePdu(IscsiOpcode opcode, Ptr<Packet> pdu) override;
    void HandleEnd(const std::string& reason) override;
    void HandleDamage(IscsiDamage damage, Ptr<Packet> headers) override;
    IscsiConnectionState GetStateAfterLoss() const override;

    /**
     * Send a PDU that takes a status number here, whatever the connection that its request came
     * from.
     *
     * @param header its header, with the command window filled in
     * @param data its data segment, which the PDU is built on, or null
     * @param task the SCSI task that it ends, null for any other PDU
     */
    void SendNumbered(IscsiResponseHeader& header, Ptr<Packet> data, Ptr<IscsiTargetTask> task);

    /**
     * Notify the initiator of the command window.
     */
    void SendCommandWindow();

    /**
     * Count an answer among those that wait for TCP.
     *
     * @param bytes bytes of its data segment
     * @return true if too many wait
     */
    bool HasBacklog(uint32_t bytes);

    /**
     * Handle a Login Request, perhaps only after a time because one from the same host failed.
     *
     * @param pdu a Login Request
     */
    void AcceptLoginRequest(Ptr<Packet> pdu);

    /**
     * @param pdu a Login Request
     */
    void HandleLoginRequest(Ptr<Packet> pdu);

    /**
     * The login is done: enter the full feature phase.
     *
     * @param cmdSn the initiator's command number
     */
    void FinishLogin(uint32_t cmdSn);

    /**
     * Trace the state of a session that does not exist yet (RFC 7143, 8.3, N1 and N9).
     *
     * @param from state before
     * @param to state after
     */
    void TraceSession(IscsiSessionState from, IscsiSessionState to) const;

    /**
     * Write the command window into a Login Response: that of the session to be joined, or of the
     * new one.
     *
     * @param request the request that is answered
     * @param response the response
     */
    void SetCommandWindow(const IscsiLoginRequestHeader& request,
                          IscsiLoginResponseHeader& response);

    /**
     * The login took too long.
     */
    void LoginTimedOut();

    /**
     * Refuse the login because a PDU does not belong into it.
     */
    void RefusePdu(Ptr<Packet> pdu);

    IscsiTargetConnectionOwner* m_owner;             //!< what creates the session
    IscsiTargetConnectionClient* m_session{nullptr}; //!< the session, null during the login
    std::unique_ptr<IscsiTargetLogin> m_login;       //!< the login while it is in progress
    Ptr<IscsiTargetConnection> m_responses;          //!< where answers go out if not here
    EventId m_loginClock;                            //!< end of the time for the login
    EventId m_loginWait;                             //!< when a Login Request has waited enough
    std::unique_ptr<IscsiTargetTextExchange> m_text; //!< text negotiations, once there were any
    uint32_t m_maxReceive{0};                        //!< own MaxRecvDataSegmentLength, bytes
    bool m_isLeading{false};                         //!< the login is that of a new session
    bool m_isJoining{false};                         //!< the login is known to a session
    bool m_isPaused{false};                          //!< requests waited, or wait
    uint16_t m_tsih{0};                              //!< identifier of the session
    uint32_t m_window;                               //!< its command window
    uint32_t m_statSn{1};                            //!< next status number
    uint32_t m_expStatSn{1};                         //!< the initiator's next status number

    uint32_t m_maxUnsent;                    //!< answers that may wait for TCP, bytes
    uint32_t m_unsent{0};                    //!< answers since m_firstUnsent, bytes
    std::weak_ptr<const void> m_firstUnsent; //!< exists until the first of them is sent

    std::unique_ptr<IscsiTargetStatusRetention> m_retention; //!< status not acknowledged
    std::unique_ptr<IscsiKeepAlive> m_keepAlive;             //!< pings, null if there are none
};

} // namespace ns3

#endif /* ISCSI_TARGET_CONNECTION_H */
