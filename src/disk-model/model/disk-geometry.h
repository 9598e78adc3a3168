/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DISK_GEOMETRY_H
#define DISK_GEOMETRY_H

#include "disk-parameters.h"
#include "disk-spindle.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup disk-model
 *
 * A track: where the heads can stand.
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
 * @ingroup disk-model
 *
 * Where a block is.
 */
struct DiskLocation
{
    DiskTrack track;             //!< its track
    uint32_t sector{0};          //!< place in the order of the track's blocks, from 0
    uint32_t slot{0};            //!< place on the track from angle zero on, skew included
    uint32_t sectorsPerTrack{0}; //!< sectors, and slots, of the track
    uint64_t run{0};             //!< blocks from this one to the track's last, both included

    /**
     * @param sectors number of sectors, at most those of a track
     * @return the angle, below two revolutions, at which that many sectors from this one on have
     *         passed; for 0 the angle at which this one begins, below one revolution
     */
    DiskAngle GetAngle(uint64_t sectors = 0) const;
};

/**
 * @ingroup disk-model
 *
 * The layout of a drive: which block is where. Blocks are numbered along a track, then over the
 * heads of a cylinder from head 0, then over the cylinders of a zone and over the zones. The spare
 * sectors at the end of a zone and the cylinders outside all zones hold no block. On each track the
 * first sector is shifted against the track before by a skew; block 0 of a zone is at angle zero.
 */
class DiskGeometry
{
  public:
    /**
     * @param parameters the drive, checked
     */
    explicit DiskGeometry(const DiskParameters& parameters);

    /**
     * @return number of blocks
     */
    uint64_t GetBlockCount() const;

    /**
     * Find a block, in time that grows with the logarithm of the number of zones.
     *
     * @param lba its number, less than GetBlockCount()
     * @return where it is
     */
    DiskLocation Locate(uint64_t lba) const;

    /**
     * Find the block of a place, the inverse of Locate.
     *
     * @param track a track
     * @param sector a sector in the order of the track's blocks
     * @return its block, or nothing if the place holds none: spare, outside all zones, or not on
     *         this drive at all
     */
    std::optional<uint64_t> FindLba(const DiskTrack& track, uint32_t sector) const;

  private:
    /// A zone and its blocks.
    struct Zone : DiskZone
    {
        uint64_t firstLba; //!< its first block
        uint64_t endLba;   //!< the block after its last
    };

    uint32_t m_heads;          //!< number of heads
    std::vector<Zone> m_zones; //!< those that hold blocks, from the outer edge inwards
};

} // namespace ns3

#endif /* DISK_GEOMETRY_H */
