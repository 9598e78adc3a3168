/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_SERIAL_NUMBER_H
#define ISCSI_SERIAL_NUMBER_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup iscsi-pdu
 *
 * Compare two 32-bit sequence numbers that wrap around (RFC 1982, 3.2).
 *
 * @param a a sequence number
 * @param b a sequence number less than 2^31 away from it
 * @return true if a comes before b
 */
inline bool
IscsiSerialLess(uint32_t a, uint32_t b)
{
    return static_cast<int32_t>(a - b) < 0;
}

/**
 * @ingroup iscsi-pdu
 *
 * Compare two 32-bit sequence numbers that wrap around (RFC 1982, 3.2).
 *
 * @param a a sequence number
 * @param b a sequence number less than 2^31 away from it
 * @return true if a is b or comes before it
 */
inline bool
IscsiSerialLessEqual(uint32_t a, uint32_t b)
{
    return static_cast<int32_t>(a - b) <= 0;
}

} // namespace ns3

#endif /* ISCSI_SERIAL_NUMBER_H */
