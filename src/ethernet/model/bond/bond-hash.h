/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BOND_HASH_H
#define BOND_HASH_H

#include "ns3/ethernet-frame.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ethernet-bond
 *
 * What decides over which link of a bond a frame goes, as xmit_hash_policy of Linux's bonding.
 */
enum class BondHashPolicy : uint8_t
{
    LAYER2,   //!< layer2: MAC addresses
    LAYER2_3, //!< layer2+3: MAC and IP addresses
    LAYER3_4  //!< layer3+4: IP addresses and ports
};

/**
 * @ingroup ethernet-bond
 *
 * Hash the addresses of a frame, by the formulas of Linux's bonding documentation. IP addresses and
 * ports are numbers in the order of their bytes in the header; addresses of IPv6 are folded to 32
 * bits by exclusive or. All frames of a train have one hash.
 *
 * @param policy what to hash
 * @param frame the frame
 * @return the hash; modulo the number of links it gives the link
 */
uint32_t GetBondHash(BondHashPolicy policy, const EthernetFrame& frame);

} // namespace ns3

#endif /* BOND_HASH_H */
