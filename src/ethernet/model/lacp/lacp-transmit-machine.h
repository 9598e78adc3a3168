/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LACP_TRANSMIT_MACHINE_H
#define LACP_TRANSMIT_MACHINE_H

#include "lacp-port-variables.h"

#include "ns3/callback.h"
#include "ns3/event-id.h"
#include "ns3/nstime.h"

#include <deque>

namespace ns3
{

class LacpHeader;

/**
 * @ingroup ethernet-lacp
 *
 * The transmit machine of a port: sends an LACPDU where one is wanted, but not more than three
 * within a second (IEEE 802.1AX). One that must wait says what is true when it is sent.
 */
class LacpTransmitMachine
{
  public:
    /// Puts an LACPDU on the link.
    using Send = Callback<void, const LacpHeader&>;

    /**
     * @param variables of the port; outlive this
     * @param send puts LACPDUs on the link
     */
    LacpTransmitMachine(LacpPortVariables& variables, Send send);
    ~LacpTransmitMachine();

    LacpTransmitMachine(const LacpTransmitMachine&) = delete;
    LacpTransmitMachine& operator=(const LacpTransmitMachine&) = delete;

    /**
     * Send an LACPDU if one is wanted, now or when it may be sent.
     *
     * @param isPeriodic whether LACPDUs are sent at all (not NO_PERIODIC)
     */
    void Step(bool isPeriodic);

  private:
    /// Send an LACPDU.
    void Transmit();

    LacpPortVariables& m_variables; //!< of the port
    Send m_send;                    //!< puts LACPDUs on the link
    std::deque<Time> m_sent;        //!< when the last ones were sent
    EventId m_event;                //!< when the next may be sent
};

} // namespace ns3

#endif /* LACP_TRANSMIT_MACHINE_H */
