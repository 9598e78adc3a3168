/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-additional-headers.h"

#include <cstdint>
#include <vector>

namespace ns3
{

namespace
{

/**
 * Begin a segment (RFC 7143, 11.2.2).
 *
 * @param bytes segments so far
 * @param length its effective length without length and type, bytes
 * @param type its type
 */
void
BeginSegment(std::vector<uint8_t>& bytes, uint32_t length, uint8_t type)
{
    bytes.insert(bytes.end(),
                 {static_cast<uint8_t>(length >> 8), static_cast<uint8_t>(length), type, 0});
}

} // namespace

Ptr<Packet>
MakeIscsiAdditionalHeaders(const ScsiTask& task)
{
    const bool isBidirectional = task.dataInLength > 0 && task.dataOutLength > 0;
    if (!isBidirectional && task.extendedCdb.empty())
    {
        return nullptr;
    }
    std::vector<uint8_t> bytes;
    if (!task.extendedCdb.empty())
    {
        // The byte behind the type counts as part of the segment.
        BeginSegment(bytes, task.extendedCdb.size() + 1, 1);
        bytes.insert(bytes.end(), task.extendedCdb.begin(), task.extendedCdb.end());
        bytes.resize((bytes.size() + 3) / 4 * 4);
    }
    if (isBidirectional)
    {
        BeginSegment(bytes, 5, 2);
        for (int shift = 24; shift >= 0; shift -= 8)
        {
            bytes.push_back(static_cast<uint8_t>(task.dataInLength >> shift));
        }
    }
    return Create<Packet>(bytes.data(), bytes.size());
}

} // namespace ns3
