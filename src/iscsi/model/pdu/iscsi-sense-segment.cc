/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-sense-segment.h"

#include <algorithm>
#include <cstddef>

namespace ns3
{

namespace
{

/// Bytes of SenseLength, which stands in front of the sense data.
constexpr std::size_t LENGTH_SIZE = 2;

} // namespace

Ptr<Packet>
MakeIscsiSenseSegment(const std::vector<uint8_t>& sense)
{
    std::vector<uint8_t> bytes{static_cast<uint8_t>(sense.size() >> 8),
                               static_cast<uint8_t>(sense.size())};
    bytes.insert(bytes.end(), sense.begin(), sense.end());
    return Create<Packet>(bytes.data(), bytes.size());
}

std::vector<uint8_t>
ReadIscsiSenseSegment(const Packet& segment)
{
    std::vector<uint8_t> bytes(segment.GetSize());
    segment.CopyData(bytes.data(), bytes.size());
    if (bytes.size() < LENGTH_SIZE)
    {
        return {};
    }
    const std::size_t length = bytes[0] << 8 | bytes[1];
    const auto begin = bytes.begin() + LENGTH_SIZE;
    return {begin, begin + std::min(length, bytes.size() - LENGTH_SIZE)};
}

} // namespace ns3
