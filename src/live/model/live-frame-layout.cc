/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "live-frame-layout.h"

namespace ns3
{

std::optional<LiveFrameLayout>
LiveFrameLayout::Parse(const uint8_t* frame, std::size_t size)
{
    if (size < IP)
    {
        return std::nullopt;
    }
    LiveFrameLayout layout;
    layout.type = ReadLiveU16(frame + 12);
    if ((layout.type == TYPE_IPV4 && !layout.ParseIpv4(frame, size)) ||
        (layout.type == TYPE_IPV6 && !layout.ParseIpv6(frame, size)))
    {
        return std::nullopt;
    }
    return layout;
}

bool
LiveFrameLayout::ParseIpv4(const uint8_t* frame, std::size_t size)
{
    // RFC 791, 3.1.
    constexpr uint32_t HEADER = 20;
    constexpr uint16_t MORE_FRAGMENTS_AND_OFFSET = 0x3fff;
    if (size < IP + HEADER)
    {
        return false;
    }
    const auto* ip = frame + IP;
    const uint32_t header = (ip[0] & 0xf) * 4;
    const uint32_t length = ReadLiveU16(ip + 2);
    transport = IP + header;
    end = IP + length;
    protocol = ip[9];
    isFragment = (ReadLiveU16(ip + 6) & MORE_FRAGMENTS_AND_OFFSET) != 0;
    return ip[0] >> 4 == 4 && header >= HEADER && header <= length && end <= size;
}

bool
LiveFrameLayout::ParseIpv6(const uint8_t* frame, std::size_t size)
{
    // RFC 8200, 3.
    constexpr uint32_t HEADER = 40;
    if (size < IP + HEADER)
    {
        return false;
    }
    const auto* ip = frame + IP;
    transport = IP + HEADER;
    end = transport + ReadLiveU16(ip + 4);
    protocol = ip[6];
    return ip[0] >> 4 == 6 && end <= size;
}

} // namespace ns3
