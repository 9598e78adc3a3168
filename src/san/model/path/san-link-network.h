/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_LINK_NETWORK_H
#define SAN_LINK_NETWORK_H

#include "ns3/ipv4-address.h"

#include <cstdint>

namespace ns3
{

/// Length of the prefix that a link of the path, and the hosts' links to it, have in common.
constexpr uint16_t SAN_LINK_PREFIX = 16;

/**
 * @ingroup san-path
 *
 * @param link number of a link of the path, at most 255
 * @return first address of all that is on it
 */
Ipv4Address GetSanLinkNetwork(uint32_t link);

/**
 * @ingroup san-path
 *
 * @param address address of a host
 * @return number of the link of the path that it is on
 */
uint32_t GetSanLink(Ipv4Address address);

} // namespace ns3

#endif /* SAN_LINK_NETWORK_H */
