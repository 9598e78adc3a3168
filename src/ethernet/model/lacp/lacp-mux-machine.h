/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LACP_MUX_MACHINE_H
#define LACP_MUX_MACHINE_H

#include "lacp-port-variables.h"

#include "ns3/callback.h"
#include "ns3/event-id.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ethernet-lacp
 *
 * States of the mux machine with independent control of collecting and distributing (IEEE 802.1AX).
 */
enum class LacpMuxState : uint8_t
{
    DETACHED,    //!< belongs to no aggregator
    WAITING,     //!< waits for other links that may join the same aggregator
    ATTACHED,    //!< belongs to its aggregator, but the partner does not
    COLLECTING,  //!< receives frames
    DISTRIBUTING //!< receives and sends frames
};

/**
 * @ingroup ethernet-lacp
 *
 * @param state a state
 * @return its name in the standard
 */
const char* GetLacpMuxStateName(LacpMuxState state);

/**
 * @ingroup ethernet-lacp
 *
 * The mux machine of a port: whether it is attached to the aggregator that was selected, and takes
 * and sends frames (IEEE 802.1AX).
 */
class LacpMuxMachine
{
  public:
    /// Called at each transition, with the old and the new state.
    using Moved = Callback<void, LacpMuxState, LacpMuxState>;

    /**
     * @param variables of the port; outlive this
     * @param moved called at each transition
     * @param expired called when the port has waited long enough
     */
    LacpMuxMachine(LacpPortVariables& variables, Moved moved, Callback<void> expired);
    ~LacpMuxMachine();

    LacpMuxMachine(const LacpMuxMachine&) = delete;
    LacpMuxMachine& operator=(const LacpMuxMachine&) = delete;

    /// Begin: the port is detached.
    void Begin();

    /**
     * Make a transition if there is reason for one.
     *
     * @return whether there was
     */
    bool Step();

    /**
     * @return the state
     */
    LacpMuxState GetState() const;

    /**
     * @return whether the port still waits for others: it is WAITING and its time is not over
     * (Ready_N is false)
     */
    bool IsAwaitingOthers() const;

  private:
    /// Enter DETACHED.
    void Detach();

    /// Enter WAITING.
    void Wait();

    /// Enter ATTACHED.
    void Attach();

    /// Enter COLLECTING.
    void Collect();

    /// Enter DISTRIBUTING.
    void Distribute();

    /// The port has waited long enough (wait_while_timer).
    void HandleTimeout();

    /**
     * @param state the new one
     */
    void SetState(LacpMuxState state);

    LacpPortVariables& m_variables;               //!< of the port
    Moved m_moved;                                //!< called at each transition
    Callback<void> m_expired;                     //!< called at timeouts
    LacpMuxState m_state{LacpMuxState::DETACHED}; //!< the state
    EventId m_timer;                              //!< wait_while_timer
};

} // namespace ns3

#endif /* LACP_MUX_MACHINE_H */
