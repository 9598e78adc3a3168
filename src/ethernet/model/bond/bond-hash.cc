/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "bond-hash.h"

#include "ns3/mac48-address.h"
#include "ns3/protocol-numbers.h"

#include <array>

namespace ns3
{

namespace
{

/// What of an IP packet is hashed.
struct IpFields
{
    bool isIp{false};      //!< whether it is an IP packet at all
    uint32_t addresses{0}; //!< source and destination, exclusive or
    uint32_t ports{0};     //!< source port in the upper half, destination port in the lower, or 0
};

constexpr uint32_t IPV4_HEADER = 20; //!< least bytes of a header of IPv4
constexpr uint32_t IPV6_HEADER = 40; //!< bytes of a header of IPv6
constexpr uint32_t PORTS = 4;        //!< bytes of both ports

/// The beginning of a packet: the longest header of IPv4 and the ports.
class Beginning
{
  public:
    /**
     * @param packet a packet
     */
    explicit Beginning(Ptr<const Packet> packet)
        : m_size(packet->CopyData(m_bytes.data(), m_bytes.size()))
    {
    }

    /**
     * @param bytes a number of bytes
     * @return whether there are as many
     */
    bool Has(uint32_t bytes) const
    {
        return bytes <= m_size;
    }

    /**
     * @param at offset
     * @return the byte there
     */
    uint8_t Read8(uint32_t at) const
    {
        return m_bytes[at];
    }

    /**
     * @param at offset
     * @return the four bytes there, the first one on top
     */
    uint32_t Read32(uint32_t at) const
    {
        return m_bytes[at] << 24 | m_bytes[at + 1] << 16 | m_bytes[at + 2] << 8 | m_bytes[at + 3];
    }

  private:
    std::array<uint8_t, 64> m_bytes; //!< the bytes
    uint32_t m_size;                 //!< how many there are
};

/**
 * @param begin the beginning of an IP packet
 * @param protocol that follows the IP header
 * @param at where it follows
 * @return the ports, 0 if there are none
 */
uint32_t
ReadPorts(const Beginning& begin, uint8_t protocol, uint32_t at)
{
    const auto hasPorts = protocol == IpProtocol::TCP || protocol == IpProtocol::UDP;
    return hasPorts && begin.Has(at + PORTS) ? begin.Read32(at) : 0;
}

/**
 * @param begin the beginning of a packet of IPv4
 * @return what is hashed
 */
IpFields
ReadIpv4(const Beginning& begin)
{
    // More fragments, or an offset: the ports are in the first fragment alone.
    const auto isFragment = (begin.Read32(4) & 0x3fff) != 0;
    const auto headerBytes = (begin.Read8(0) & 0x0f) * 4U;
    return {true,
            begin.Read32(12) ^ begin.Read32(16),
            isFragment ? 0 : ReadPorts(begin, begin.Read8(9), headerBytes)};
}

/**
 * @param begin the beginning of a packet of IPv6
 * @return what is hashed
 */
IpFields
ReadIpv6(const Beginning& begin)
{
    IpFields fields{true, 0, ReadPorts(begin, begin.Read8(6), IPV6_HEADER)};
    for (uint32_t at = 8; at < IPV6_HEADER; at += 4)
    {
        fields.addresses ^= begin.Read32(at);
    }
    return fields;
}

/**
 * @param frame a frame
 * @return what of its payload is hashed
 */
IpFields
ReadIp(const EthernetFrame& frame)
{
    const Beginning begin(frame.payload);
    if (frame.type == EtherType::IPV4 && begin.Has(IPV4_HEADER))
    {
        return ReadIpv4(begin);
    }
    if (frame.type == EtherType::IPV6 && begin.Has(IPV6_HEADER))
    {
        return ReadIpv6(begin);
    }
    return {};
}

/**
 * @param frame a frame
 * @return the hash of its header
 */
uint32_t
HashHeader(const EthernetFrame& frame)
{
    std::array<uint8_t, 6> source;
    std::array<uint8_t, 6> destination;
    Mac48Address::ConvertFrom(frame.source).CopyTo(source.data());
    Mac48Address::ConvertFrom(frame.destination).CopyTo(destination.data());
    return source[5] ^ destination[5] ^ frame.type;
}

/**
 * @param hash addresses
 * @return the same with all of its bytes in the lowest
 */
uint32_t
Fold(uint32_t hash)
{
    hash ^= hash >> 16;
    return hash ^ hash >> 8;
}

} // namespace

uint32_t
GetBondHash(BondHashPolicy policy, const EthernetFrame& frame)
{
    if (policy == BondHashPolicy::LAYER2)
    {
        return HashHeader(frame);
    }
    const auto ip = ReadIp(frame);
    if (!ip.isIp)
    {
        return HashHeader(frame);
    }
    if (policy == BondHashPolicy::LAYER2_3)
    {
        return Fold(HashHeader(frame) ^ ip.addresses);
    }
    // Ephemeral ports are often all even or all odd.
    return Fold(ip.ports ^ ip.addresses) >> 1;
}

} // namespace ns3
