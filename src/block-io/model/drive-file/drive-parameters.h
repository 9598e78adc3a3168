/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DRIVE_PARAMETERS_H
#define DRIVE_PARAMETERS_H

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup block-io-drive-file
 *
 * What each drive has, whatever its kind.
 */
struct DriveParameters
{
    std::string name;        //!< name, as messages print it
    uint32_t year{0};        //!< in which it was first sold, 0 if unknown
    uint64_t blocks{0};      //!< capacity in blocks
    uint32_t blockSize{512}; //!< bytes in a block

    /**
     * @param other what to compare with
     * @return whether all members are equal
     */
    bool operator==(const DriveParameters& other) const = default;
};

} // namespace ns3

#endif /* DRIVE_PARAMETERS_H */
