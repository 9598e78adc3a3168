/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-command-extension.h"

#include "iscsi-header.h"

namespace ns3
{

namespace
{

constexpr uint8_t EXTENDED_CDB = 1;              //!< AHSType of the rest of a CDB
constexpr uint8_t BIDIRECTIONAL_READ_LENGTH = 2; //!< AHSType of how much is read

} // namespace

std::optional<IscsiCommandExtension>
IscsiCommandExtension::Read(Ptr<const Packet> pdu, uint8_t words)
{
    const uint32_t size = IscsiHeader::BHS_SIZE + words * 4;
    std::vector<uint8_t> bytes(size);
    if (pdu->CopyData(bytes.data(), size) < size)
    {
        return std::nullopt;
    }
    IscsiCommandExtension headers;
    uint32_t at = IscsiHeader::BHS_SIZE;
    while (at < size)
    {
        const uint32_t length = (bytes[at] << 8) | bytes[at + 1];
        const uint32_t end = at + 3 + length;
        if (end > size || !headers.ReadSegment(bytes[at + 2] & 0x3f, &bytes[at + 3], length))
        {
            return std::nullopt;
        }
        at = (end + 3) / 4 * 4;
    }
    return headers;
}

bool
IscsiCommandExtension::ReadSegment(uint8_t type, const uint8_t* content, uint32_t length)
{
    if (type == EXTENDED_CDB)
    {
        // The length counts the reserved byte, and a CDB of 16 bytes needs no segment.
        if (length < 2 || !extendedCdb.empty())
        {
            return false;
        }
        extendedCdb.assign(content + 1, content + length);
    }
    else if (type == BIDIRECTIONAL_READ_LENGTH)
    {
        if (length != 5 || bidirectionalReadLength)
        {
            return false;
        }
        bidirectionalReadLength = (static_cast<uint32_t>(content[1]) << 24) | (content[2] << 16) |
                                  (content[3] << 8) | content[4];
    }
    return true;
}

} // namespace ns3
