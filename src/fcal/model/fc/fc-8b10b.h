/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FC_8B10B_H
#define FC_8B10B_H

#include <cstdint>

namespace ns3
{

/// Line bits of one character (FC-PH, 11).
constexpr uint32_t FC_CHARACTER_BITS = 10;

/// Characters of one transmission word (FC-PH, 11).
constexpr uint32_t FC_WORD_CHARACTERS = 4;

/// The special character K28.5 before its encoding: the first of every ordered set.
constexpr uint8_t FC_K28_5 = 0xbc;

/**
 * @ingroup fcal-fc
 *
 * The byte behind a data character's name.
 *
 * @param x the number before the point: the low five bits, 0 to 31
 * @param y the number behind the point: the high three bits, 0 to 7
 * @return the byte of Dx.y
 */
constexpr uint8_t
GetFcDataByte(uint8_t x, uint8_t y)
{
    return static_cast<uint8_t>(y << 5 | x);
}

/**
 * @ingroup fcal-fc
 *
 * Tell whether a data character has equal numbers of ones and zeros on the line (FC-PH, 11). Its
 * five low bits become six and its three high bits become four; each part is balanced or has two
 * ones more or less than zeros, and two such parts cancel out.
 *
 * @param byte the byte before its encoding
 * @return true if the running disparity is the same behind it as before it
 */
constexpr bool
IsFcNeutralDisparity(uint8_t byte)
{
    // A bit for each value whose code is unbalanced: 0 1 2 4 8 15 16 23 24 27 29 30 31, and 0 4 7.
    constexpr uint32_t UNBALANCED_6_BITS = 0xe9818117;
    constexpr uint32_t UNBALANCED_4_BITS = 0x91;
    const bool lowUnbalanced = UNBALANCED_6_BITS >> (byte & 31) & 1;
    const bool highUnbalanced = UNBALANCED_4_BITS >> (byte >> 5) & 1;
    return lowUnbalanced == highUnbalanced;
}

} // namespace ns3

#endif /* FC_8B10B_H */
