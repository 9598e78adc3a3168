/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PROTOCOL_NUMBERS_H
#define PROTOCOL_NUMBERS_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ethernet
 *
 * Values of the type field of Ethernet frames, as IANA lists them. ns-3 up to 3.48 and later ones
 * have them in different places.
 */
namespace EtherType
{
constexpr uint16_t IPV4 = 0x0800; //!< IP version 4, RFC 894
constexpr uint16_t ARP = 0x0806;  //!< address resolution, RFC 826
constexpr uint16_t IPV6 = 0x86dd; //!< IP version 6, RFC 2464
} // namespace EtherType

/**
 * @ingroup ethernet
 *
 * Values of the protocol field of IPv4 headers and the next header field of IPv6 headers.
 */
namespace IpProtocol
{
constexpr uint8_t TCP = 6;  //!< RFC 9293
constexpr uint8_t UDP = 17; //!< RFC 768
} // namespace IpProtocol

} // namespace ns3

#endif /* PROTOCOL_NUMBERS_H */
