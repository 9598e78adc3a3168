/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_NEIGHBOURS_H
#define SAN_NEIGHBOURS_H

#include "ns3/ipv4-interface-container.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup san-path
 *
 * Let a host send to another one without asking by ARP, whose answers would be late or lost on a
 * long or lossy path, as if both had talked to each other before.
 *
 * @param from interfaces among which the host's is
 * @param i the host's number there
 * @param to interfaces among which the other's is
 * @param j the other's number there
 */
void AddPermanentSanArpEntries(const Ipv4InterfaceContainer& from,
                               uint32_t i,
                               const Ipv4InterfaceContainer& to,
                               uint32_t j);

/**
 * @ingroup san-path
 *
 * The same for another address than the one that the other host's interface has now.
 *
 * @param from interfaces among which the host's is
 * @param i the host's number there
 * @param to interfaces among which the other's is
 * @param j the other's number there
 * @param address the address
 */
void AddPermanentSanArpEntries(const Ipv4InterfaceContainer& from,
                               uint32_t i,
                               const Ipv4InterfaceContainer& to,
                               uint32_t j,
                               Ipv4Address address);

} // namespace ns3

#endif /* SAN_NEIGHBOURS_H */
