/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ethernet-ip-flow.h"

#include "protocol-numbers.h"

#include <array>

namespace ns3
{

namespace
{

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
 * @return its flow
 */
EthernetIpFlow
ReadIpv4(const Beginning& begin)
{
    // More fragments, or an offset: the ports are in the first fragment alone.
    const auto isFragment = (begin.Read32(4) & 0x3fff) != 0;
    const auto headerBytes = (begin.Read8(0) & 0x0f) * 4U;
    const auto protocol = begin.Read8(9);
    return {true,
            begin.Read32(12),
            begin.Read32(16),
            isFragment ? 0 : ReadPorts(begin, protocol, headerBytes),
            protocol};
}

/**
 * @param begin the beginning of a packet of IPv6
 * @param at where an address begins
 * @return the address, folded
 */
uint32_t
FoldAddress(const Beginning& begin, uint32_t at)
{
    return begin.Read32(at) ^ begin.Read32(at + 4) ^ begin.Read32(at + 8) ^ begin.Read32(at + 12);
}

/**
 * @param begin the beginning of a packet of IPv6
 * @return its flow
 */
EthernetIpFlow
ReadIpv6(const Beginning& begin)
{
    const auto protocol = begin.Read8(6);
    return {true,
            FoldAddress(begin, 8),
            FoldAddress(begin, 24),
            ReadPorts(begin, protocol, IPV6_HEADER),
            protocol};
}

} // namespace

EthernetIpFlow
EthernetIpFlow::Of(Ptr<const Packet> payload, uint16_t type)
{
    const Beginning begin(payload);
    if (type == EtherType::IPV4 && begin.Has(IPV4_HEADER))
    {
        return ReadIpv4(begin);
    }
    if (type == EtherType::IPV6 && begin.Has(IPV6_HEADER))
    {
        return ReadIpv6(begin);
    }
    return {};
}

} // namespace ns3
