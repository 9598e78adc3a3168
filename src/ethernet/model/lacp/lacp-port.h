/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LACP_PORT_H
#define LACP_PORT_H

#include "lacp-mux-machine.h"
#include "lacp-periodic-machine.h"
#include "lacp-port-variables.h"
#include "lacp-receive-machine.h"
#include "lacp-transmit-machine.h"

#include "ns3/callback.h"
#include "ns3/object.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <memory>

namespace ns3
{

class LacpHeader;

/**
 * @ingroup ethernet-lacp
 *
 * A port with LACP: its variables and its machines. What it does depends on the other ports of its
 * system, which LacpSystem joins.
 */
class LacpPort : public Object
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    LacpPort();
    ~LacpPort() override;

    /**
     * TracedCallback signature for transitions of the receive machine.
     *
     * @param from the state before
     * @param to the state now
     */
    using ReceiveStateTracedCallback = void (*)(LacpReceiveState from, LacpReceiveState to);

    /**
     * TracedCallback signature for transitions of the periodic transmission machine.
     *
     * @param from the state before
     * @param to the state now
     */
    using PeriodicStateTracedCallback = void (*)(LacpPeriodicState from, LacpPeriodicState to);

    /**
     * TracedCallback signature for transitions of the mux machine.
     *
     * @param from the state before
     * @param to the state now
     */
    using MuxStateTracedCallback = void (*)(LacpMuxState from, LacpMuxState to);

    /**
     * Set the properties of the port. It begins when SetEnabled is first called.
     *
     * @param actor what is said of this end; its state has activity, timeout and aggregation
     * @param partnerAdmin what is assumed of a silent other end
     * @param send puts LACPDUs on the link
     * @param expired called when a time is over and steps may follow
     */
    void Configure(const LacpPortInfo& actor,
                   const LacpPortInfo& partnerAdmin,
                   LacpTransmitMachine::Send send,
                   Callback<void> expired);

    /**
     * The link came or went, or the port begins.
     *
     * @param isEnabled whether there is a link now
     */
    void SetEnabled(bool isEnabled);

    /**
     * @param pdu what arrived
     */
    void Receive(const LacpHeader& pdu);

    /**
     * An LACPDU arrived at another port of the system. If it is from the partner that this port
     * had before its link went, that is forgotten (port_moved).
     *
     * @param pdu what arrived
     */
    void ReceiveElsewhere(const LacpHeader& pdu);

    /**
     * Let the machines make a transition each if there is reason for one.
     *
     * @return whether there was
     */
    bool Step();

    /// Send an LACPDU if one is wanted.
    void Transmit();

    /**
     * @return the variables
     */
    LacpPortVariables& GetVariables();

    /**
     * @return the variables
     */
    const LacpPortVariables& GetVariables() const;

    /**
     * @return the state of the receive machine
     */
    LacpReceiveState GetReceiveState() const;

    /**
     * @return the state of the periodic transmission machine
     */
    LacpPeriodicState GetPeriodicState() const;

    /**
     * @return the state of the mux machine
     */
    LacpMuxState GetMuxState() const;

    /**
     * @return whether others that may join the same aggregator are still waited for
     */
    bool IsAwaitingOthers() const;

    /**
     * @return whether frames that arrive here are accepted
     */
    bool IsCollecting() const;

    /**
     * @return whether frames may be sent here
     */
    bool IsDistributing() const;

  protected:
    void DoDispose() override;

  private:
    /**
     * Trace a transition of the receive machine.
     *
     * @param from the state before
     * @param to the state now
     */
    void TraceReceive(LacpReceiveState from, LacpReceiveState to);

    /**
     * Trace a transition of the periodic transmission machine.
     *
     * @param from the state before
     * @param to the state now
     */
    void TracePeriodic(LacpPeriodicState from, LacpPeriodicState to);

    /**
     * Trace a transition of the mux machine.
     *
     * @param from the state before
     * @param to the state now
     */
    void TraceMux(LacpMuxState from, LacpMuxState to);

    LacpPortVariables m_variables;                   //!< what the machines share
    std::unique_ptr<LacpReceiveMachine> m_receive;   //!< what is known of the partner
    std::unique_ptr<LacpPeriodicMachine> m_periodic; //!< when to send
    std::unique_ptr<LacpMuxMachine> m_mux;           //!< whether frames are received and sent
    std::unique_ptr<LacpTransmitMachine> m_transmit; //!< sends

    TracedCallback<LacpReceiveState, LacpReceiveState> m_receiveTrace;    //!< receive machine
    TracedCallback<LacpPeriodicState, LacpPeriodicState> m_periodicTrace; //!< periodic machine
    TracedCallback<LacpMuxState, LacpMuxState> m_muxTrace;                //!< mux machine
};

} // namespace ns3

#endif /* LACP_PORT_H */
