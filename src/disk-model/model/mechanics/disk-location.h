/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DISK_LOCATION_H
#define DISK_LOCATION_H

#include "disk-spindle.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup disk-model-mechanics
 *
 * A track: a position of the heads.
 */
struct DiskTrack
{
    uint32_t cylinder{0}; //!< cylinder, counted from the outer edge
    uint32_t head{0};     //!< head

    /**
     * @param other another track
     * @return true if it is the same
     */
    bool operator==(const DiskTrack& other) const = default;
};

/**
 * @ingroup disk-model-mechanics
 *
 * Where a block is.
 */
struct DiskLocation
{
    DiskTrack track;             //!< its track
    uint32_t sector{0};          //!< its sector, in the order in which the track's pass, from 0
    uint32_t sectorsPerTrack{0}; //!< sectors of the track
    DiskAngle trackAngle{0};     //!< angle at which the track's sector 0 begins, below a revolution
    uint64_t run{0};             //!< blocks from this one on in sectors that follow one another on
                                 //!< this track, this one included

    /**
     * @param sectors number of sectors, at most those of a track
     * @return the angle, below two revolutions, at which that many sectors from this one on have
     *         passed; for 0 the angle at which this one begins, below one revolution
     */
    DiskAngle GetAngle(uint64_t sectors = 0) const;

    /**
     * @param sectors number of sectors, at most those of a track
     * @return the angle that so many take up, from this one on
     */
    DiskAngle GetTurn(uint64_t sectors) const;

    /**
     * @param angle an angle from the beginning of this sector, at most a revolution
     * @return number of sectors from this one on that begin before it
     */
    uint64_t CountBegun(DiskAngle angle) const;
};

} // namespace ns3

#endif /* DISK_LOCATION_H */
