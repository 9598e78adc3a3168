/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scsi-transport-id.h"

#include "scsi-bytes.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// PROTOCOL IDENTIFIER of iSCSI (SPC-4, 7.6.1).
constexpr uint8_t PROTOCOL_ISCSI = 0x05;
/// PROTOCOL IDENTIFIER of no specific protocol.
constexpr uint8_t PROTOCOL_NONE = 0x0f;
/// FORMAT CODE 01b of an iSCSI TransportID: the name has an ISID behind it (SPC-4, 7.6.4.6).
constexpr uint8_t WITH_ISID = 0x40;
/// Fewest bytes behind the header.
constexpr std::size_t LEAST_SIZE = 20;

} // namespace

std::vector<uint8_t>
MakeScsiTransportId(const std::string& name)
{
    const bool isIscsi =
        name.starts_with("iqn.") || name.starts_with("eui.") || name.starts_with("naa.");
    const bool hasIsid = name.find(",i,0x") != std::string::npos;
    // The text ends with a zero byte and is filled up with zeros to a multiple of four.
    const auto size = std::max((name.size() + 4) / 4 * 4, LEAST_SIZE);
    std::vector<uint8_t> bytes(4 + size);
    bytes[0] = isIscsi ? PROTOCOL_ISCSI | (hasIsid ? WITH_ISID : 0) : PROTOCOL_NONE;
    PutScsiNumber(&bytes[2], 2, size);
    std::copy(name.begin(), name.end(), bytes.begin() + 4);
    return bytes;
}

std::optional<std::string>
ReadScsiTransportId(const std::vector<uint8_t>& bytes, std::size_t& at)
{
    if (bytes.size() < at + 4)
    {
        return std::nullopt;
    }
    const uint8_t protocol = bytes[at] & 0x0f;
    const auto size = GetScsiNumber(&bytes[at + 2], 2);
    const bool isKnown = protocol == PROTOCOL_ISCSI || protocol == PROTOCOL_NONE;
    if (!isKnown || size < LEAST_SIZE || size % 4 != 0 || bytes.size() < at + 4 + size)
    {
        return std::nullopt;
    }
    const auto begin = bytes.begin() + static_cast<std::ptrdiff_t>(at + 4);
    const auto end = begin + static_cast<std::ptrdiff_t>(size);
    at += 4 + size;
    return std::string(begin, std::find(begin, end, 0));
}

} // namespace ns3
