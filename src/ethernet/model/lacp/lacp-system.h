/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LACP_SYSTEM_H
#define LACP_SYSTEM_H

#include "lacp-port-info.h"
#include "lacp-selection-logic.h"

#include "ns3/callback.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <vector>

namespace ns3
{

class LacpHeader;
class LacpPort;

/**
 * @ingroup ethernet-lacp
 *
 * The ports of a system that may be aggregated, and over which of them its frames go (IEEE
 * 802.1AX). It knows nothing of devices and frames.
 */
class LacpSystem
{
  public:
    /// Puts an LACPDU on the link of a port, by its number from 0.
    using Send = Callback<void, uint32_t, const LacpHeader&>;

    /**
     * @param actor what is said of this system and all its ports; ports get numbers from 1
     * @param send puts LACPDUs on links
     * @param changed called when frames may go over other ports, or be accepted from others
     */
    LacpSystem(const LacpPortInfo& actor, Send send, Callback<void> changed);
    ~LacpSystem();

    LacpSystem(const LacpSystem&) = delete;
    LacpSystem& operator=(const LacpSystem&) = delete;

    /// Add a port. It begins when SetEnabled is first called.
    void AddPort();

    /**
     * @return ports in the order in which they were added
     */
    const std::vector<Ptr<LacpPort>>& GetPorts() const;

    /**
     * @param port number of a port, from 0
     * @param isEnabled whether there is a link now
     */
    void SetEnabled(uint32_t port, bool isEnabled);

    /**
     * @param port number of a port, from 0
     * @param pdu what arrived there
     */
    void Receive(uint32_t port, const LacpHeader& pdu);

    /**
     * @return number of the aggregator over which frames go, from 1; 0 for none
     */
    uint16_t GetActiveAggregator() const;

    /**
     * @param port number of a port, from 0
     * @return whether frames that arrive there are accepted
     */
    bool IsCollecting(uint32_t port) const;

    /**
     * @param port number of a port, from 0
     * @return whether frames may be sent there
     */
    bool IsDistributing(uint32_t port) const;

  private:
    /// Let the machines of all ports continue until nothing moves, then send what is wanted.
    void Update();

    LacpPortInfo m_actor;                //!< what is said of this system
    Send m_send;                         //!< puts LACPDUs on links
    Callback<void> m_changed;            //!< called at changes
    std::vector<Ptr<LacpPort>> m_ports;  //!< in the order in which they were added
    LacpSelectionLogic m_selectionLogic; //!< which ports share an aggregator
    uint16_t m_active{0};                //!< aggregator over which frames go
};

} // namespace ns3

#endif /* LACP_SYSTEM_H */
