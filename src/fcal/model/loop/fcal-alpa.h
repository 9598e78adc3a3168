/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FCAL_ALPA_H
#define FCAL_ALPA_H

#include "ns3/fc-8b10b.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace ns3
{

/// How many arbitrated loop physical addresses there are, the FL_Port's among them.
constexpr uint32_t FCAL_ALPA_COUNT = 127;

/// The address of an FL_Port, first in priority.
constexpr uint8_t FCAL_FL_PORT_ALPA = 0x00;

/// Values of neutral disparity from here on are no addresses but have meanings of their own.
constexpr uint8_t FCAL_FIRST_RESERVED_ALPA = 0xf0;

/**
 * @ingroup fcal-loop
 *
 * Make the table of addresses: every byte of neutral disparity below F0h, so that an address in an
 * ordered set never changes its disparity (FC-AL-2).
 *
 * @return all AL_PAs, the highest priority first
 */
constexpr std::array<uint8_t, FCAL_ALPA_COUNT>
MakeFcalAlpaTable()
{
    std::array<uint8_t, FCAL_ALPA_COUNT> table{};
    std::size_t count = 0;
    for (uint8_t byte = 0; byte < FCAL_FIRST_RESERVED_ALPA; ++byte)
    {
        if (IsFcNeutralDisparity(byte))
        {
            table.at(count++) = byte;
        }
    }
    return table;
}

/// All AL_PAs, the highest priority first, which is the lowest number.
inline constexpr auto FCAL_ALPA_TABLE = MakeFcalAlpaTable();

/// The highest hard address: SEL_ID 7Dh is AL_PA 01h, 00h is EFh. 7Eh would be the FL_Port.
constexpr uint8_t FCAL_MAX_HARD_ADDRESS = FCAL_ALPA_COUNT - 2;

/**
 * @ingroup fcal-loop
 *
 * @param byte any byte
 * @return true if it is one of the 127 addresses
 */
constexpr bool
IsFcalAlpa(uint8_t byte)
{
    return byte < FCAL_FIRST_RESERVED_ALPA && IsFcNeutralDisparity(byte);
}

/**
 * @ingroup fcal-loop
 *
 * Tell which of two ports wins the arbitration.
 *
 * @param a an AL_PA
 * @param b another AL_PA
 * @return true if a has priority over b
 */
constexpr bool
HasFcalPriority(uint8_t a, uint8_t b)
{
    return a < b;
}

/**
 * @ingroup fcal-loop
 *
 * @param alpa an AL_PA
 * @return its place in the order of priority, 0 for the highest, or nothing if it is no AL_PA
 */
std::optional<uint8_t> GetFcalAlpaRank(uint8_t alpa);

/**
 * @ingroup fcal-loop
 *
 * @param address a hard address (SEL_ID), 0 to FCAL_MAX_HARD_ADDRESS, or one more for the FL_Port
 * @return its AL_PA, or nothing if it is higher
 */
std::optional<uint8_t> GetFcalAlpaOfHardAddress(uint8_t address);

/**
 * @ingroup fcal-loop
 *
 * @param alpa an AL_PA
 * @return its hard address (SEL_ID), or nothing if it is no AL_PA
 */
std::optional<uint8_t> GetFcalHardAddress(uint8_t alpa);

/**
 * @ingroup fcal-loop
 *
 * Write an address as logs have it.
 *
 * @param alpa an AL_PA
 * @return two hexadecimal digits and an h
 */
std::string FormatFcalAlpa(uint8_t alpa);

} // namespace ns3

#endif /* FCAL_ALPA_H */
