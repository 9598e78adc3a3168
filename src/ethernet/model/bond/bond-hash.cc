/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "bond-hash.h"

#include "ns3/ethernet-ip-flow.h"
#include "ns3/mac48-address.h"

#include <array>

namespace ns3
{

namespace
{

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
    const auto flow = EthernetIpFlow::Of(frame.payload, frame.type);
    if (!flow.isIp)
    {
        return HashHeader(frame);
    }
    const auto addresses = flow.source ^ flow.destination;
    if (policy == BondHashPolicy::LAYER2_3)
    {
        return Fold(HashHeader(frame) ^ addresses);
    }
    // Ephemeral ports are often all even or all odd.
    return Fold(flow.ports ^ addresses) >> 1;
}

} // namespace ns3
