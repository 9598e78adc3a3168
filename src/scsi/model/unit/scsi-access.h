/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCSI_ACCESS_H
#define SCSI_ACCESS_H

#include <cstdint>

namespace ns3
{

/// What a command does to a logical unit, as far as reservations ask (SPC-4, 5.12.1, tables of
/// commands that are allowed; SBC-3, 4.16).
enum class ScsiAccess : uint8_t
{
    NONE, //!< it is allowed to everybody
    READ, //!< it reads the medium or the unit's state
    WRITE //!< it changes the medium or the unit's state
};

/// Type of a persistent reservation (SPC-4, 6.15.3.4). The numbers are those of the CDB.
enum class ScsiReservationType : uint8_t
{
    WRITE_EXCLUSIVE = 1,
    EXCLUSIVE_ACCESS = 3,
    WRITE_EXCLUSIVE_REGISTRANTS_ONLY = 5,
    EXCLUSIVE_ACCESS_REGISTRANTS_ONLY = 6,
    WRITE_EXCLUSIVE_ALL_REGISTRANTS = 7,
    EXCLUSIVE_ACCESS_ALL_REGISTRANTS = 8
};

} // namespace ns3

#endif /* SCSI_ACCESS_H */
