/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_PORTAL_ADDRESS_H
#define ISCSI_PORTAL_ADDRESS_H

#include "ns3/address.h"
#include "ns3/node.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup iscsi-session
 *
 * Format a portal's address as in TargetAddress (RFC 7143, 13.8).
 *
 * @param address an address with a port
 * @return such as 10.0.0.1:3260 or [2001:db8::1]:3260
 */
std::string FormatIscsiAddress(const Address& address);

/**
 * Parse a portal's address.
 *
 * @param text host[:port][,portal group tag], the host in digits: ns-3 has no name service. Without
 *        a port it is 3260
 * @return the address with its port, or nothing if it is none
 */
std::optional<Address> ParseIscsiAddress(const std::string& text);

/**
 * @ingroup iscsi-session
 *
 * Check whether a host can be asked to connect to an address, which a user or a peer named.
 *
 * @param node the host; null for any
 * @param address an address with a port
 * @return why it cannot, such as "a multicast address"; empty if it can try
 */
std::string GetIscsiAddressFault(Ptr<Node> node, const Address& address);

/**
 * Find all addresses at which a portal that listens at one can be reached.
 *
 * @param node its node
 * @param local the address it listens at, with a port; one that stands for any address means all
 *        addresses of its family but loopback and link-local ones
 * @return the addresses with the port, in the order of the node's interfaces
 */
std::vector<Address> GetIscsiPortalAddresses(Ptr<Node> node, const Address& local);

} // namespace ns3

#endif /* ISCSI_PORTAL_ADDRESS_H */
