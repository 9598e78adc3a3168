/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_SEGMENT_BYTES_H
#define ISCSI_SEGMENT_BYTES_H

#include "ns3/packet.h"

#include <cstdint>
#include <cstring>

namespace ns3
{

/**
 * @ingroup iscsi-pdu
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
 * @ingroup iscsi-pdu
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

/**
 * @ingroup iscsi-pdu
 *
 * @param packet a packet
 * @return true if ns-3 holds no byte of it: it is the virtual payload of Create<Packet>(n), and
 *         reads as zeros
 */
inline bool
IscsiIsVirtual(const Packet& packet)
{
    // Serialized, a packet has its real bytes, but of virtual ones only their number.
    static const auto withoutBytes = Create<Packet>(1)->GetSerializedSize();
    return packet.GetSerializedSize() == withoutBytes;
}

} // namespace ns3

#endif /* ISCSI_SEGMENT_BYTES_H */
