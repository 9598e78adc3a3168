/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DISK_ZONE_LAYOUT_H
#define DISK_ZONE_LAYOUT_H

#include "disk-location.h"

#include "ns3/disk-parameters.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup disk-model-mechanics
 *
 * The layout of a zone: which of its blocks is in which of its sectors.
 *
 * A sector's place is its number in physical order: along a track, over the tracks of a cylinder in
 * the order of the mapping, over the cylinders. Regions of sparing follow one another in that
 * order: the zone, or each of its ranges, cylinders or tracks. In a region the sectors that are not
 * slipped hold the zone's blocks, in order; the spares are the remaining sectors at its end. The
 * count of blocks includes the reserved sectors at the zone's front, which hold none.
 */
class DiskZoneLayout
{
  public:
    /**
     * @param parameters the drive
     * @param zone one of its zones, which fits the drive but for its defects
     */
    DiskZoneLayout(const DiskParameters& parameters, const DiskZone& zone);

    /**
     * @return number of sectors of a track
     */
    uint32_t GetSectorsPerTrack() const;

    /**
     * @return number of blocks
     */
    uint64_t GetBlockCount() const;

    /**
     * @param block a block of the zone, counted from 0
     * @return where it is; its run ends with the zone at the latest
     */
    DiskLocation Locate(uint64_t block) const;

    /**
     * @param track a track of the zone
     * @param sector a sector of it
     * @return the block there, or nothing if there is none
     */
    std::optional<uint64_t> FindBlock(const DiskTrack& track, uint32_t sector) const;

    /**
     * @param place a place
     * @return the block there, or nothing if there is none
     */
    std::optional<uint64_t> FindBlock(uint64_t place) const;

    /**
     * Find where a run of tracks ends. A block that is kept elsewhere counts for the track on which
     * it should be.
     *
     * @param block a block of the zone
     * @param tracks number of tracks in a run, 1 for a track or the heads for a cylinder
     * @return the first block after the run that holds the block, or GetBlockCount()
     */
    uint64_t GetEnd(uint64_t block, uint32_t tracks) const;

  private:
    /// A sector, or track, that is passed over.
    struct Slip
    {
        uint64_t block;  //!< the first block that it moves on, reserved sectors counted
        uint64_t place;  //!< its first sector
        uint64_t region; //!< the region of sparing that it is in
        uint64_t shift;  //!< sectors by which the slips of its region up to it move blocks on
    };

    /// A sector, or track, that is kept elsewhere.
    struct Remap
    {
        uint64_t from; //!< its first sector where it should be
        uint64_t to;   //!< its first sector where it is
    };

    /// The slips around a block.
    struct Around
    {
        uint64_t shift;    //!< sectors by which the block is moved on
        uint64_t passed;   //!< slips in the regions before the block's
        uint64_t nextSlip; //!< first block that is moved on farther
    };

    /**
     * @param parameters the drive
     * @param zone the zone
     * @return sectors in a region of sparing
     */
    uint64_t GetRegionSectors(const DiskParameters& parameters, const DiskZone& zone) const;

    /**
     * @param sparing the sparing scheme
     * @param zone the zone
     * @return sectors in each complete region that hold no block
     */
    uint64_t GetRegionLoss(DiskSparing sparing, const DiskZone& zone) const;

    /**
     * @param zone the zone, whose slips are taken over
     */
    void AddSlips(const DiskZone& zone);

    /**
     * @param zone the zone, whose defects are taken over
     */
    void AddRemaps(const DiskZone& zone);

    /**
     * @param index a block, reserved sectors counted
     * @param region its region
     * @return the slips around it
     */
    Around GetAround(uint64_t index, uint64_t region) const;

    /**
     * @param index a block, reserved sectors counted
     * @return the place where it should be
     */
    uint64_t GetHome(uint64_t index) const;

    /**
     * @param place a place
     * @return number of slips before it, whatever their region
     */
    uint64_t CountSlips(uint64_t place) const;

    /**
     * @param place a place
     * @return number of blocks before it, reserved sectors counted and defects not heeded
     */
    uint64_t CountBlocks(uint64_t place) const;

    /**
     * Take a block to where it is kept.
     *
     * @param place the place where it should be, changed to that where it is
     * @param run its run, limited by the next change
     * @return true if it is kept elsewhere
     */
    bool ApplyRemap(uint64_t& place, uint64_t& run) const;

    /**
     * @param place a place
     * @return the place where its contents should be, or nothing if they are kept elsewhere
     */
    std::optional<uint64_t> GetRemapOrigin(uint64_t place) const;

    /**
     * @param place a place
     * @param passed number of slips in the regions before its own
     * @return its track, its sector and its angle
     */
    DiskLocation GetLocation(uint64_t place, uint64_t passed) const;

    /**
     * @param cylinder a cylinder of the zone
     * @param head a head, or the number of a track of the cylinder in physical order
     * @return the other of the two
     */
    uint32_t SwapHead(uint32_t cylinder, uint32_t head) const;

    uint32_t m_heads;             //!< number of heads
    DiskMapping m_mapping;        //!< order of the tracks
    uint32_t m_firstCylinder;     //!< first cylinder
    uint32_t m_sectorsPerTrack;   //!< sectors of a track
    uint64_t m_sectors;           //!< sectors of the zone
    uint64_t m_reserved;          //!< sectors at the front that hold no block
    uint64_t m_unit;              //!< sectors that a slip passes over
    uint64_t m_regionSectors;     //!< sectors in a region of sparing
    uint64_t m_regionBlocks;      //!< blocks in a region, reserved sectors counted
    uint64_t m_blocks;            //!< blocks of the zone
    bool m_slipsTurn;             //!< whether a slip turns the regions after its own by a sector
    DiskAngle m_offset;           //!< angle of the first sector
    DiskAngle m_trackSkew;        //!< angle from a track to the next of its cylinder
    DiskAngle m_cylinderSkew;     //!< angle from a cylinder's last track to the next one
    std::vector<Slip> m_slips;    //!< by growing place, and so by growing block
    std::vector<Remap> m_remaps;  //!< by growing place where it should be
    std::vector<Remap> m_origins; //!< the same by growing place where it is
};

} // namespace ns3

#endif /* DISK_ZONE_LAYOUT_H */
