/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-link-network.h"

namespace ns3
{

namespace
{

const Ipv4Address NETWORK("10.0.0.0");           //!< all addresses
constexpr uint32_t LAST_LINK = 255;              //!< greatest number of a link
constexpr uint32_t HOSTS = 32 - SAN_LINK_PREFIX; //!< bits of an address that tell hosts apart

} // namespace

Ipv4Address
GetSanLinkNetwork(uint32_t link)
{
    return Ipv4Address(NETWORK.Get() | link << HOSTS);
}

uint32_t
GetSanLink(Ipv4Address address)
{
    return address.Get() >> HOSTS & LAST_LINK;
}

} // namespace ns3
