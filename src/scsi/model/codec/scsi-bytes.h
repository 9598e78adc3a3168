/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCSI_BYTES_H
#define SCSI_BYTES_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup scsi-codec
 *
 * Write a number in SCSI's byte order, highest byte first.
 *
 * @param to where its first byte goes
 * @param width how many bytes it takes, 1 to 8
 * @param value the number; bits beyond the width are lost
 */
inline void
PutScsiNumber(uint8_t* to, std::size_t width, uint64_t value)
{
    for (std::size_t i = width; i > 0; --i)
    {
        to[i - 1] = static_cast<uint8_t>(value);
        value >>= 8;
    }
}

/**
 * @ingroup scsi-codec
 *
 * Read a number in SCSI's byte order, highest byte first.
 *
 * @param from its first byte
 * @param width how many bytes it takes, 1 to 8
 * @return the number
 */
inline uint64_t
GetScsiNumber(const uint8_t* from, std::size_t width)
{
    uint64_t value = 0;
    for (std::size_t i = 0; i < width; ++i)
    {
        value = value << 8 | from[i];
    }
    return value;
}

/**
 * @ingroup scsi-codec
 *
 * Append a number in SCSI's byte order, highest byte first.
 *
 * @param bytes what to append to
 * @param width how many bytes it takes, 1 to 8
 * @param value the number; bits beyond the width are lost
 */
inline void
AppendScsiNumber(std::vector<uint8_t>& bytes, std::size_t width, uint64_t value)
{
    bytes.resize(bytes.size() + width);
    PutScsiNumber(bytes.data() + bytes.size() - width, width, value);
}

} // namespace ns3

#endif /* SCSI_BYTES_H */
