/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LIVE_FRAME_LAYOUT_H
#define LIVE_FRAME_LAYOUT_H

#include <cstddef>
#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup live
 *
 * Read a number in network byte order.
 *
 * @param bytes its two bytes
 * @return the number
 */
inline uint16_t
ReadLiveU16(const uint8_t* bytes)
{
    return static_cast<uint16_t>(bytes[0] << 8 | bytes[1]);
}

/**
 * @ingroup live
 *
 * Write a number in network byte order.
 *
 * @param bytes where its two bytes go
 * @param value the number
 */
inline void
WriteLiveU16(uint8_t* bytes, uint16_t value)
{
    bytes[0] = static_cast<uint8_t>(value >> 8);
    bytes[1] = static_cast<uint8_t>(value);
}

/**
 * @ingroup live
 *
 * Where the headers of a frame are.
 */
struct LiveFrameLayout
{
    static constexpr uint32_t IP = 14; //!< where the payload begins

    static constexpr uint16_t TYPE_IPV4 = 0x0800; //!< EtherType of IPv4
    static constexpr uint16_t TYPE_ARP = 0x0806;  //!< EtherType of ARP
    static constexpr uint16_t TYPE_IPV6 = 0x86dd; //!< EtherType of IPv6

    static constexpr uint8_t ICMP = 1;    //!< protocol of ICMP for IPv4
    static constexpr uint8_t TCP = 6;     //!< protocol of TCP
    static constexpr uint8_t UDP = 17;    //!< protocol of UDP
    static constexpr uint8_t ICMPV6 = 58; //!< protocol of ICMP for IPv6

    uint16_t type{0};       //!< EtherType
    uint32_t transport{0};  //!< where IP's header ends; 0 if there is none
    uint32_t end{0};        //!< where IP's packet ends
    uint8_t protocol{0};    //!< next header of IP; IPv6's extensions count as protocols
    bool isFragment{false}; //!< whether it is a fragment of an IPv4 packet

    /**
     * Find the headers of a frame.
     *
     * @param frame its bytes
     * @param size how many
     * @return where they are, nothing if lengths do not fit
     */
    static std::optional<LiveFrameLayout> Parse(const uint8_t* frame, std::size_t size);

    /**
     * @return whether there is a whole TCP segment behind IP's header
     */
    bool IsTcp() const
    {
        return protocol == TCP && !isFragment;
    }

    /**
     * @param frame bytes of a frame with a TCP segment
     * @return where TCP's header ends
     */
    uint32_t GetTcpData(const uint8_t* frame) const
    {
        return transport + (frame[transport + 12] >> 4) * 4;
    }

  private:
    /**
     * @param frame bytes of a frame with IPv4
     * @param size how many
     * @return whether lengths fit
     */
    bool ParseIpv4(const uint8_t* frame, std::size_t size);

    /**
     * @param frame bytes of a frame with IPv6
     * @param size how many
     * @return whether lengths fit
     */
    bool ParseIpv6(const uint8_t* frame, std::size_t size);
};

} // namespace ns3

#endif /* LIVE_FRAME_LAYOUT_H */
