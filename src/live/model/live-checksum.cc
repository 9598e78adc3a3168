/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "live-checksum.h"

#include <bit>
#include <cstring>

namespace ns3
{

namespace
{

/// Where the checksum is in IPv4's header.
constexpr uint32_t IPV4_OFFSET = 10;

/**
 * Add the carries of a sum to it until none is left.
 *
 * @param sum a sum of words
 * @return the same in 16 bits
 */
uint16_t
Fold(uint64_t sum)
{
    sum = (sum >> 32) + (sum & 0xffffffff);
    sum = (sum >> 32) + (sum & 0xffffffff);
    sum = (sum >> 16) + (sum & 0xffff);
    sum = (sum >> 16) + (sum & 0xffff);
    return static_cast<uint16_t>(sum);
}

/**
 * @param sum of words as this machine reads them
 * @return sum of words in network byte order
 */
uint16_t
ToNetworkOrder(uint16_t sum)
{
    if constexpr (std::endian::native == std::endian::little)
    {
        return static_cast<uint16_t>(sum << 8 | sum >> 8);
    }
    return sum;
}

} // namespace

uint16_t
LiveChecksum::Sum(const uint8_t* bytes, std::size_t size, uint32_t sum)
{
    // Words of any byte order and size may be added up (RFC 1071, 2).
    uint64_t words = 0;
    std::size_t i = 0;
    for (; i + 4 <= size; i += 4)
    {
        uint32_t word;
        std::memcpy(&word, bytes + i, sizeof word);
        words += word;
    }
    uint32_t last = 0;
    std::memcpy(&last, bytes + i, size - i);
    return Fold(uint64_t{ToNetworkOrder(Fold(words + last))} + sum);
}

uint32_t
LiveChecksum::FindTransport(const LiveFrameLayout& layout)
{
    if (layout.transport == 0 || layout.isFragment)
    {
        return 0;
    }
    uint32_t offset = 0;
    switch (layout.protocol)
    {
    case LiveFrameLayout::TCP:
        offset = TCP_OFFSET;
        break;
    case LiveFrameLayout::UDP:
        offset = 6;
        break;
    case LiveFrameLayout::ICMP:
    case LiveFrameLayout::ICMPV6:
        offset = 2;
        break;
    default:
        return 0;
    }
    const auto found = layout.transport + offset;
    return found + 2 <= layout.end ? found : 0;
}

uint16_t
LiveChecksum::SumPseudoHeader(const uint8_t* frame, const LiveFrameLayout& layout)
{
    if (layout.protocol == LiveFrameLayout::ICMP)
    {
        return 0;
    }
    // Addresses, protocol and length: RFC 9293, 3.1, and RFC 8200, 8.1.
    const auto isIpv4 = layout.type == LiveFrameLayout::TYPE_IPV4;
    const auto* addresses = frame + LiveFrameLayout::IP + (isIpv4 ? 12 : 8);
    return Sum(addresses, isIpv4 ? 8 : 32, layout.protocol + (layout.end - layout.transport));
}

uint16_t
LiveChecksum::SumTransport(const uint8_t* frame, const LiveFrameLayout& layout)
{
    return Sum(frame + layout.transport,
               layout.end - layout.transport,
               SumPseudoHeader(frame, layout));
}

void
LiveChecksum::FillIp(uint8_t* frame, const LiveFrameLayout& layout)
{
    if (layout.type == LiveFrameLayout::TYPE_IPV4)
    {
        auto* ip = frame + LiveFrameLayout::IP;
        WriteLiveU16(ip + IPV4_OFFSET, 0);
        const auto sum = Sum(ip, layout.transport - LiveFrameLayout::IP);
        WriteLiveU16(ip + IPV4_OFFSET, static_cast<uint16_t>(~sum));
    }
}

void
LiveChecksum::Fill(uint8_t* frame, const LiveFrameLayout& layout)
{
    FillIp(frame, layout);
    if (const auto place = FindTransport(layout))
    {
        WriteLiveU16(frame + place, 0);
        auto checksum = static_cast<uint16_t>(~SumTransport(frame, layout));
        if (checksum == 0 && layout.protocol == LiveFrameLayout::UDP)
        {
            // 0 says that there is none (RFC 768).
            checksum = 0xffff;
        }
        WriteLiveU16(frame + place, checksum);
    }
}

void
LiveChecksum::FillPartial(uint8_t* frame, const LiveFrameLayout& layout)
{
    FillIp(frame, layout);
    WriteLiveU16(frame + layout.transport + TCP_OFFSET, SumPseudoHeader(frame, layout));
}

bool
LiveChecksum::IsIpGood(const uint8_t* frame, const LiveFrameLayout& layout)
{
    return layout.type != LiveFrameLayout::TYPE_IPV4 ||
           Sum(frame + LiveFrameLayout::IP, layout.transport - LiveFrameLayout::IP) == 0xffff;
}

bool
LiveChecksum::IsTransportGood(const uint8_t* frame, const LiveFrameLayout& layout)
{
    const auto place = FindTransport(layout);
    const auto hasNone =
        place == 0 || (layout.protocol == LiveFrameLayout::UDP && ReadLiveU16(frame + place) == 0);
    return hasNone || SumTransport(frame, layout) == 0xffff;
}

} // namespace ns3
