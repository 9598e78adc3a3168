/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_SEGMENT_BYTES_H
#define ISCSI_SEGMENT_BYTES_H

#include <cstdint>
#include <cstring>

namespace ns3
{

/**
 * @ingroup iscsi
 *
 * Round a length up to whole words, as all segments of a PDU are (RFC 7143, 11.1).
 *
 * @param length bytes of a segment
 * @return bytes it has with its padding
 */
constexpr uint32_t
IscsiPadded(uint32_t length)
{
    return (length + 3) & ~3U;
}

/**
 * @ingroup iscsi
 *
 * @param bytes bytes of a segment, at least one
 * @param length how many
 * @return true if all of them are zero
 */
inline bool
IscsiIsZero(const uint8_t* bytes, uint32_t length)
{
    return bytes[0] == 0 && std::memcmp(bytes, bytes + 1, length - 1) == 0;
}

} // namespace ns3

#endif /* ISCSI_SEGMENT_BYTES_H */
