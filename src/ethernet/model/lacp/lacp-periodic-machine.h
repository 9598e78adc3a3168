/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LACP_PERIODIC_MACHINE_H
#define LACP_PERIODIC_MACHINE_H

#include "lacp-port-variables.h"

#include "ns3/callback.h"
#include "ns3/event-id.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ethernet-lacp
 *
 * States of the periodic transmission machine (IEEE 802.1AX).
 */
enum class LacpPeriodicState : uint8_t
{
    NO_PERIODIC,   //!< sends nothing: no link, or both ends wait to be asked
    FAST_PERIODIC, //!< sends every second
    SLOW_PERIODIC, //!< sends every 30 s
    PERIODIC_TX    //!< sends, and continues at once
};

/**
 * @ingroup ethernet-lacp
 *
 * @param state a state
 * @return its name in the standard
 */
const char* GetLacpPeriodicStateName(LacpPeriodicState state);

/**
 * @ingroup ethernet-lacp
 *
 * The periodic transmission machine of a port: it triggers LACPDUs as often as the partner requests
 * (IEEE 802.1AX).
 */
class LacpPeriodicMachine
{
  public:
    /// Called at each transition, with the old and the new state.
    using Moved = Callback<void, LacpPeriodicState, LacpPeriodicState>;

    /**
     * @param variables of the port; outlive this
     * @param moved called at each transition
     * @param expired called when it is time for the next step
     */
    LacpPeriodicMachine(LacpPortVariables& variables, Moved moved, Callback<void> expired);
    ~LacpPeriodicMachine();

    LacpPeriodicMachine(const LacpPeriodicMachine&) = delete;
    LacpPeriodicMachine& operator=(const LacpPeriodicMachine&) = delete;

    /**
     * Make a transition if there is reason for one.
     *
     * @return whether there was
     */
    bool Step();

    /**
     * @return the state
     */
    LacpPeriodicState GetState() const;

  private:
    /**
     * @return whether LACPDUs are to be sent at all
     */
    bool MayRun() const;

    /// Enter NO_PERIODIC.
    void Stop();

    /// Enter FAST_PERIODIC.
    void SendFast();

    /// Enter SLOW_PERIODIC.
    void SendSlowly();

    /// Enter PERIODIC_TX.
    void Transmit();

    /**
     * Start the timer.
     *
     * @param period until the next LACPDU
     */
    void Await(Time period);

    /// It is time for the next LACPDU (periodic_timer).
    void HandleTimeout();

    /**
     * @param state the new one
     */
    void SetState(LacpPeriodicState state);

    LacpPortVariables& m_variables;                            //!< of the port
    Moved m_moved;                                             //!< called at each transition
    Callback<void> m_expired;                                  //!< called at timeouts
    LacpPeriodicState m_state{LacpPeriodicState::NO_PERIODIC}; //!< the state
    EventId m_timer;                                           //!< periodic_timer
    bool m_isExpired{false};                                   //!< whether that has expired
};

} // namespace ns3

#endif /* LACP_PERIODIC_MACHINE_H */
