/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LACP_PORT_INFO_H
#define LACP_PORT_INFO_H

#include "ns3/mac48-address.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ethernet-lacp
 *
 * What LACP says of one end of a link (IEEE 802.1AX): who it is, with whom it may be aggregated,
 * and its state.
 */
struct LacpPortInfo
{
    /// Bits of the state, as an LACPDU has them.
    enum StateBit : uint8_t
    {
        ACTIVITY = 0x01,        //!< LACP_Activity: sends without being asked
        SHORT_TIMEOUT = 0x02,   //!< LACP_Timeout: wants an LACPDU every second
        AGGREGATION = 0x04,     //!< may be aggregated with other links
        SYNCHRONIZATION = 0x08, //!< is in the right aggregator
        COLLECTING = 0x10,      //!< receives frames
        DISTRIBUTING = 0x20,    //!< sends frames
        DEFAULTED = 0x40,       //!< knows nothing of its partner
        EXPIRED = 0x80          //!< has not received from its partner in time
    };

    uint16_t systemPriority{0}; //!< of the system, lower is better
    Mac48Address system;        //!< address of the system
    uint16_t key{0};            //!< ports of a system with one key may be aggregated
    uint16_t portPriority{0};   //!< of the port, lower is better
    uint16_t port{0};           //!< number of the port, from 1
    uint8_t state{0};           //!< StateBits

    /**
     * @param bit of the state
     * @return whether it is set
     */
    bool Has(StateBit bit) const;

    /**
     * @param bit of the state
     * @param isSet whether it shall be set
     */
    void Set(StateBit bit, bool isSet);

    /**
     * @param other what is said of an end elsewhere
     * @return whether both are the same port of the same system with the same key, and may be
     * aggregated or not
     */
    bool IsSamePort(const LacpPortInfo& other) const;
};

} // namespace ns3

#endif /* LACP_PORT_INFO_H */
