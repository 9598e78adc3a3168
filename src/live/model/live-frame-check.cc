/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "live-frame-check.h"

#include "live-tcp-options.h"

#include <algorithm>
#include <array>

namespace ns3
{

bool
LiveFrameCheck::IsWellFormed(const uint8_t* frame, std::size_t size, const LiveFrameLayout& layout)
{
    if (layout.type == LiveFrameLayout::TYPE_ARP)
    {
        return IsArp(frame + LiveFrameLayout::IP, size - LiveFrameLayout::IP);
    }
    if (layout.transport == 0 || layout.isFragment)
    {
        return true;
    }
    const auto* segment = frame + layout.transport;
    const auto length = layout.end - layout.transport;
    switch (layout.protocol)
    {
    case LiveFrameLayout::TCP:
        return LiveTcpOptions::AreWellFormed(frame, layout);
    case LiveFrameLayout::UDP:
        return IsUdp(segment, length);
    case LiveFrameLayout::ICMP:
        return IsIcmp(segment, length);
    default:
        return true;
    }
}

bool
LiveFrameCheck::IsArp(const uint8_t* arp, std::size_t size)
{
    // RFC 826: Ethernet, IPv4, addresses of 6 and 4 bytes, each twice behind 8 bytes.
    constexpr std::array<uint8_t, 6> START{0, 1, 8, 0, 6, 4};
    return size >= 28 && std::equal(START.begin(), START.end(), arp);
}

bool
LiveFrameCheck::IsIcmp(const uint8_t* icmp, std::size_t size)
{
    // RFC 792: errors have IP's header and 64 bits more of the packet that they are about.
    constexpr std::array<uint8_t, 5> ERRORS{3, 4, 5, 11, 12};
    constexpr uint32_t HEADER = 8;
    if (size < HEADER)
    {
        return false;
    }
    if (std::find(ERRORS.begin(), ERRORS.end(), icmp[0]) == ERRORS.end())
    {
        return true;
    }
    return size >= HEADER + 28 && icmp[HEADER] == 0x45;
}

bool
LiveFrameCheck::IsUdp(const uint8_t* udp, std::size_t size)
{
    // RFC 768.
    constexpr std::size_t HEADER = 8;
    return size >= HEADER && ReadLiveU16(udp + 4) >= HEADER && ReadLiveU16(udp + 4) <= size;
}

} // namespace ns3
