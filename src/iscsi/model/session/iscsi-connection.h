/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_CONNECTION_H
#define ISCSI_CONNECTION_H

#include "iscsi-connection-use.h"
#include "iscsi-observer.h"

#include "ns3/iscsi-header.h"
#include "ns3/iscsi-host-cost.h"
#include "ns3/iscsi-pdu-stream.h"
#include "ns3/iscsi-session-parameters.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/simple-ref-count.h"

#include <cstdint>
#include <memory>
#include <string>

namespace ns3
{

/**
 * @ingroup iscsi-session
 *
 * The states of a connection (RFC 7143, 8.1 and 8.2). XPT_WAIT is an initiator's, XPT_UP a
 * target's. CLEANUP_WAIT and FREE are R1 and R3 of the cleanup too.
 */
enum class IscsiConnectionState : uint8_t
{
    FREE,             //!< S1: no transport connection
    XPT_WAIT,         //!< S2: waiting for TCP to connect
    XPT_UP,           //!< S3: TCP connected, waiting for the login to begin
    IN_LOGIN,         //!< S4: login is going on
    LOGGED_IN,        //!< S5: full feature phase
    IN_LOGOUT,        //!< S6: waiting for the logout to end
    LOGOUT_REQUESTED, //!< S7: the target asked for a logout
    CLEANUP_WAIT,     //!< S8: TCP is gone, waiting for cleanup
    IN_CLEANUP        //!< R2: a logout of the lost connection is going on
};

/**
 * @ingroup iscsi-session
 *
 * @param state a state
 * @return its name as RFC 7143 prints it
 */
const char* GetIscsiConnectionStateName(IscsiConnectionState state);

/**
 * @ingroup iscsi-session
 *
 * One TCP connection of a session, either end of it: it converts headers and data into PDUs and
 * back, charges host costs for each PDU and keeps the connection's state. The two derived classes
 * and the session interpret the PDUs.
 */
class IscsiConnection : public SimpleRefCount<IscsiConnection>, public IscsiPduStreamOwner
{
  public:
    virtual ~IscsiConnection();

    IscsiConnection(const IscsiConnection&) = delete;
    IscsiConnection& operator=(const IscsiConnection&) = delete;

    /**
     * @return the state
     */
    IscsiConnectionState GetState() const;

    /**
     * @return the connection identifier, unique in its session
     */
    uint16_t GetCid() const;

    /**
     * @return what it carries in full feature phase
     */
    IscsiConnectionRole GetRole() const;

    /**
     * @return longest data segment the peer accepts, bytes
     */
    virtual uint32_t GetMaxSendDataSegmentLength() const;

    /**
     * Take the header segments off a PDU, so that its data segment remains.
     *
     * @param pdu the PDU
     * @param header filled in from its basic header segment
     */
    static void RemoveHeader(Ptr<Packet> pdu, IscsiHeader& header);

    /**
     * Close the connection once everything sent has gone to TCP. Nothing more is received.
     */
    void Close();

    /**
     * Keep something until TCP has taken all that was sent, or it is dropped.
     *
     * @param kept what to keep
     */
    void KeepUntilSent(const std::shared_ptr<const void>& kept);

    /**
     * The peer broke the protocol: trace it, close and notify the session.
     *
     * @param what what the peer did, as text
     */
    void Fail(const std::string& what);

  protected:
    /**
     * @param stream the stream of PDUs
     * @param cost the host's processor
     * @param observer notified of events; outlives the connection
     */
    IscsiConnection(Ptr<IscsiPduStream> stream, Ptr<IscsiHostCost> cost, IscsiObserver* observer);

    /**
     * Make a PDU and send it.
     *
     * @param header its header; the length of the data segment is filled in
     * @param data its additional header segments, as many as the header says, and its data segment,
     *        which the PDU is built on, or null
     * @param tag a byte tag to put on it, or null
     * @param kept what to keep until TCP has taken the PDU, or null
     * @return how long from now until it is handed to TCP
     */
    Time Transmit(IscsiHeader& header,
                  Ptr<Packet> data,
                  const Tag* tag = nullptr,
                  const std::shared_ptr<const void>& kept = nullptr);

    /**
     * Change the state.
     *
     * @param state the new one
     */
    void SetState(IscsiConnectionState state);

    /**
     * Set the two limits on data segments that the login agreed on.
     *
     * @param send longest segment the peer accepts, bytes
     * @param receive longest segment this end accepts, bytes
     */
    void SetMaxDataSegmentLengths(uint32_t send, uint32_t receive);

    /**
     * Set the role of the connection.
     *
     * @param agreed the negotiated values
     */
    void SetRole(const IscsiSessionParameters& agreed);

    /**
     * Set the digests that the login agreed on. To be called before anything else is sent.
     *
     * @param agreed the negotiated values
     */
    void SetDigests(const IscsiSessionParameters& agreed);

    /**
     * A PDU arrived with a bad digest and was left out (RFC 7143, 7.8), after the host's cost for
     * it. By default the connection fails.
     *
     * @param damage what is wrong
     * @param headers the header segments of the PDU; null if it is they that are damaged
     */
    virtual void HandleDamage(IscsiDamage damage, Ptr<Packet> headers);

    /**
     * Release the stream once everything sent has gone to TCP, unless that was done before.
     *
     * @param state the state that follows
     */
    void Leave(IscsiConnectionState state);

    Ptr<IscsiPduStream> m_stream; //!< the stream of PDUs
    IscsiObserver* m_observer;    //!< what is notified of events
    uint16_t m_cid{0};            //!< connection identifier

  private:
    /**
     * @return the state that follows when the connection is lost
     */
    virtual IscsiConnectionState GetStateAfterLoss() const;

    /**
     * Handle a PDU, after the host's cost for it.
     */
    virtual void HandlePdu(IscsiOpcode opcode, Ptr<Packet> pdu) = 0;

    /**
     * The connection was lost, not closed by this end: notify the session.
     *
     * @param reason why, as text
     */
    virtual void HandleEnd(const std::string& reason) = 0;

    // IscsiPduStreamOwner
    void PduArrived(Ptr<Packet> pdu) override;
    bool PduDamaged(IscsiDamage damage, Ptr<Packet> headers) override;
    void StreamEnded(const std::string& reason) override;

    /**
     * Take in what arrived: on the core of the receive queue, then on the connection's own.
     *
     * @param work the work
     * @param step what follows when it is done
     * @param arguments of the step
     * @return whether nothing was in the way, and the step is over
     */
    template <typename... Ts>
    bool Receive(IscsiHostWork work, void (IscsiConnection::*step)(Ts...), Ts... arguments);

    /**
     * Do something behind work.
     *
     * @param core the core that works
     * @param work the work
     * @param step what follows when it is done
     * @param arguments of the step
     * @return whether nothing was in the way, and the step is over
     */
    template <typename... Ts>
    bool Follow(uint32_t core,
                const IscsiHostWork& work,
                void (IscsiConnection::*step)(Ts...),
                Ts... arguments);

    /**
     * @param damage what is wrong with a PDU that was left out
     * @param headers its header segments or null, its cost charged
     */
    void ProcessDamage(IscsiDamage damage, Ptr<Packet> headers);

    /**
     * @param size bytes of a PDU
     * @param dataLength bytes of its data segment
     * @return bytes that its digests cover
     */
    uint32_t CountDigested(uint32_t size, uint32_t dataLength) const;

    /**
     * @param opcode opcode of a PDU
     * @param pdu the PDU, its cost charged
     */
    void Process(IscsiOpcode opcode, Ptr<Packet> pdu);

    /**
     * @param opcode opcode of a PDU
     * @param pdu the PDU, its cost charged, to be handed to TCP
     * @param task its Initiator Task Tag
     * @param kept what to keep until TCP has taken it, or null
     */
    void Submit(IscsiOpcode opcode,
                Ptr<Packet> pdu,
                uint32_t task,
                const std::shared_ptr<const void>& kept);

    /**
     * Close the stream.
     */
    void CloseStream();

    Ptr<IscsiHostCost> m_cost;                                //!< the host's processor
    const IscsiHostCores m_cores;                             //!< its cores for this connection
    IscsiConnectionState m_state{IscsiConnectionState::FREE}; //!< the state
    uint32_t m_maxSend;   //!< longest data segment the peer accepts, bytes
    bool m_closed{false}; //!< closed by this end or gone

    IscsiConnectionRole m_role{IscsiConnectionRole::BOTH}; //!< what it carries
};

} // namespace ns3

#endif /* ISCSI_CONNECTION_H */
