/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DISK_GEOMETRY_H
#define DISK_GEOMETRY_H

#include "disk-location.h"
#include "disk-zone-layout.h"

#include "ns3/disk-parameters.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup disk-model-mechanics
 *
 * The layout of a drive: which block is where. Blocks are numbered along a track, then over the
 * heads of a cylinder in the order of the mapping, then over the cylinders of a zone and over the
 * zones. Reserved, slipped and spare sectors and the cylinders outside all zones hold no block. On
 * each track the first sector is shifted by a skew relative to the previous track.
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
     * @return number of cylinders, with those that hold no block
     */
    uint32_t GetCylinders() const;

    /**
     * @return number of heads
     */
    uint32_t GetHeads() const;

    /**
     * Find a block, in time that grows with the logarithm of the number of zones and of a zone's
     * slips and defects.
     *
     * @param lba its number, less than GetBlockCount()
     * @return where it is
     */
    DiskLocation Locate(uint64_t lba) const;

    /**
     * Find the block of a place, the inverse of Locate.
     *
     * @param track a track
     * @param sector a sector in the order in which the track's pass
     * @return its block, or nothing if the place holds none: reserved, slipped, spare, defective,
     *         outside all zones, or not on this drive at all
     */
    std::optional<uint64_t> FindLba(const DiskTrack& track, uint32_t sector) const;

    /**
     * Find where a block's track ends. A block that is kept elsewhere counts for the track on which
     * it should be.
     *
     * @param lba a block, less than GetBlockCount()
     * @return the first block after its track, or GetBlockCount() if the drive ends there
     */
    uint64_t GetTrackEnd(uint64_t lba) const;

    /**
     * Find where a block's cylinder ends. A block that is kept elsewhere counts for the cylinder on
     * which it should be.
     *
     * @param lba a block, less than GetBlockCount()
     * @return the first block after its cylinder, or GetBlockCount() if the drive ends there
     */
    uint64_t GetCylinderEnd(uint64_t lba) const;

  private:
    /// A zone and its blocks.
    struct Zone
    {
        uint64_t firstLba;      //!< its first block
        uint64_t endLba;        //!< the block after its last
        uint32_t lastCylinder;  //!< its last cylinder
        uint32_t firstCylinder; //!< its first cylinder
        DiskZoneLayout layout;  //!< its layout
    };

    /**
     * @param lba a block
     * @return its zone
     */
    const Zone& GetZone(uint64_t lba) const;

    /**
     * @param lba a block
     * @param tracks 1 for its track, the number of heads for its cylinder
     * @return the first block after them
     */
    uint64_t GetEnd(uint64_t lba, uint32_t tracks) const;

    uint32_t m_cylinders;      //!< number of cylinders
    uint32_t m_heads;          //!< number of heads
    std::vector<Zone> m_zones; //!< those that hold blocks, from the outer edge inwards
};

} // namespace ns3

#endif /* DISK_GEOMETRY_H */
