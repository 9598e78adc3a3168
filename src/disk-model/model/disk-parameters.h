/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DISK_PARAMETERS_H
#define DISK_PARAMETERS_H

#include "ns3/nstime.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup disk-model
 *
 * A run of cylinders whose tracks all hold the same number of sectors.
 */
struct DiskZone
{
    uint32_t firstCylinder{0};   //!< first cylinder, counted from the outer edge
    uint32_t lastCylinder{0};    //!< last cylinder, included
    uint32_t sectorsPerTrack{0}; //!< sectors on each of its tracks, at least 1
    uint32_t trackSkew{0};       //!< sectors skipped from a track to the next of its cylinder
    uint32_t cylinderSkew{0};    //!< sectors skipped from a cylinder's last track to the next one
    uint64_t spareSectors{0};    //!< sectors at the end of the zone that hold no block
};

/**
 * @ingroup disk-model
 *
 * A measured point of a seek curve.
 */
struct DiskSeekPoint
{
    uint32_t distance{0}; //!< cylinders moved, at least 1
    Time time;            //!< time to move and settle for a read
};

/**
 * @ingroup disk-model
 *
 * What one model of drive is: its layout and its mechanics, as a drive file gives them.
 */
struct DiskParameters
{
    std::string name;            //!< name, as messages print it
    uint64_t blocks{0};          //!< capacity in blocks; the zones may hold more
    uint32_t blockSize{512};     //!< bytes in a block
    uint32_t cylinders{0};       //!< number of cylinders, those outside all zones included
    uint32_t heads{0};           //!< number of data surfaces
    double rpm{0};               //!< revolutions per minute, exact to two decimals
    Time headSwitch;             //!< time to select another head of the same cylinder
    Time writeSettle;            //!< added before a write when arm or head changed
    std::vector<DiskZone> zones; //!< from the outer edge inwards
    std::vector<DiskSeekPoint> seekPoints; //!< by growing distance, from 1 to the full stroke

    /**
     * Make sure that the parameters fit together.
     *
     * @throw UserError naming the drive and the first parameter that does not fit
     */
    void Check() const;

  private:
    /**
     * Check the cylinders and sectors of the zones and the capacity.
     *
     * @throw UserError
     */
    void CheckZones() const;

    /**
     * Check that the seek curve covers every distance.
     *
     * @throw UserError
     */
    void CheckSeekPoints() const;

    /**
     * Check that the angle turned in a transfer of the whole drive can be counted.
     *
     * @throw UserError
     */
    void CheckLongestTransfer() const;

    /**
     * @param holds whether a requirement is met
     * @param message what is wrong if it is not
     * @throw UserError if it is not
     */
    void Require(bool holds, const std::string& message) const;
};

} // namespace ns3

#endif /* DISK_PARAMETERS_H */
