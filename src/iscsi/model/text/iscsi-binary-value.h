/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_BINARY_VALUE_H
#define ISCSI_BINARY_VALUE_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup iscsi-text
 *
 * Parse a binary value (RFC 7143, 6.1).
 *
 * @param text 0x or 0X and hexadecimal digits, where an odd number of them leaves the upper half of
 *        the first byte zero; or 0b or 0B and Base64 with its padding (RFC 4648)
 * @return the bytes, or nothing if there are no digits or wrong ones
 */
std::optional<std::vector<uint8_t>> ParseIscsiBinary(const std::string& text);

/**
 * Write a binary value in hexadecimal.
 *
 * @param bytes the bytes
 * @return 0x and two digits for each byte
 */
std::string FormatIscsiBinary(const std::vector<uint8_t>& bytes);

} // namespace ns3

#endif /* ISCSI_BINARY_VALUE_H */
