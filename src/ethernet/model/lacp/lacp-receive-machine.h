/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LACP_RECEIVE_MACHINE_H
#define LACP_RECEIVE_MACHINE_H

#include "lacp-port-variables.h"

#include "ns3/callback.h"
#include "ns3/event-id.h"

#include <cstdint>

namespace ns3
{

class LacpHeader;

/**
 * @ingroup ethernet-lacp
 *
 * States of the receive machine (IEEE 802.1AX).
 */
enum class LacpReceiveState : uint8_t
{
    INITIALIZE,    //!< begins, and continues at once
    PORT_DISABLED, //!< there is no link
    EXPIRED,       //!< the partner is silent: it has 3 s
    LACP_DISABLED, //!< the port takes no part in LACP
    DEFAULTED,     //!< the partner remains silent: it is assumed to be what is configured
    CURRENT        //!< the partner sends LACPDUs
};

/**
 * @ingroup ethernet-lacp
 *
 * @param state a state
 * @return its name in the standard
 */
const char* GetLacpReceiveStateName(LacpReceiveState state);

/**
 * @ingroup ethernet-lacp
 *
 * The receive machine of a port: what it knows of its partner (IEEE 802.1AX). It selects no
 * aggregator but says when the selected one is wrong.
 */
class LacpReceiveMachine
{
  public:
    /// Called at each transition, with the old and the new state.
    using Moved = Callback<void, LacpReceiveState, LacpReceiveState>;

    /**
     * @param variables of the port; outlive this
     * @param moved called at each transition
     * @param expired called when the partner's time was over, after the transition
     */
    LacpReceiveMachine(LacpPortVariables& variables, Moved moved, Callback<void> expired);
    ~LacpReceiveMachine();

    LacpReceiveMachine(const LacpReceiveMachine&) = delete;
    LacpReceiveMachine& operator=(const LacpReceiveMachine&) = delete;

    /// Begin, or begin again as the partner is at another port now.
    void Begin();

    /// The link came or went.
    void HandleLinkChange();

    /**
     * @param pdu what arrived
     */
    void Receive(const LacpHeader& pdu);

    /**
     * @return the state
     */
    LacpReceiveState GetState() const;

  private:
    /// Enter INITIALIZE.
    void Initialize();

    /// Enter PORT_DISABLED.
    void DisablePort();

    /// Enter EXPIRED.
    void Expire();

    /// Enter LACP_DISABLED.
    void DisableLacp();

    /// Enter DEFAULTED.
    void Default();

    /**
     * Enter CURRENT.
     *
     * @param pdu what arrived
     */
    void BecomeCurrent(const LacpHeader& pdu);

    /// Leave EXPIRED or CURRENT as the partner is silent (current_while_timer).
    void HandleTimeout();

    /// Assume of the partner what is configured (recordDefault).
    void RecordDefault();

    /**
     * Remember what a partner says of itself (recordPDU).
     *
     * @param pdu what it says
     */
    void RecordPdu(const LacpHeader& pdu);

    /**
     * @param pdu what a partner says
     * @return whether it is in the right aggregator and will continue to send LACPDUs
     */
    bool IsSynchronized(const LacpHeader& pdu) const;

    /**
     * Have an LACPDU sent if the partner knows something wrong of this port (update_NTT).
     *
     * @param pdu what it says
     */
    void UpdateNtt(const LacpHeader& pdu);

    /**
     * Await the next LACPDU.
     *
     * @param timeout how long
     */
    void Await(Time timeout);

    /**
     * @param state the new one
     */
    void SetState(LacpReceiveState state);

    LacpPortVariables& m_variables;                         //!< of the port
    Moved m_moved;                                          //!< called at each transition
    Callback<void> m_expired;                               //!< called at timeouts
    LacpReceiveState m_state{LacpReceiveState::INITIALIZE}; //!< the state
    EventId m_timer;                                        //!< current_while_timer
};

} // namespace ns3

#endif /* LACP_RECEIVE_MACHINE_H */
