/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DISK_PARAMETERS_H
#define DISK_PARAMETERS_H

#include "ns3/drive-parameters.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup disk-model-parameters
 *
 * The order in which the tracks of a zone are numbered.
 */
enum class DiskMapping : uint8_t
{
    CONVENTIONAL, //!< over the heads of a cylinder from head 0 on, then the next cylinder
    SERPENTINE,   //!< the heads of every second cylinder of a zone backwards; its first forwards
    SERPENTINE_BY_CYLINDER //!< the heads of odd cylinders of the drive backwards
};

/**
 * @ingroup disk-model-parameters
 *
 * Which sectors are spares. A slipped sector holds no block; the blocks after it shift by one, into
 * the spares of its region.
 */
enum class DiskSparing : uint8_t
{
    NONE,                 //!< no spares; each slip makes its zone a block shorter
    TRACKS_PER_ZONE,      //!< whole tracks at the end of each zone; slips are tracks
    SECTORS_PER_CYLINDER, //!< sectors at the end of each cylinder
    SECTORS_PER_TRACK,    //!< sectors at the end of each track
    SECTORS_PER_RANGE,    //!< sectors at the end of each whole range of cylinders of a zone
    SECTORS_PER_ZONE,     //!< sectors at the end of each zone
    END_OF_DRIVE          //!< past the last block; each slip makes its zone a block shorter
};

/**
 * @ingroup disk-model-parameters
 *
 * A sector, or a track if spares are tracks, that became defective after the drive was formatted:
 * its blocks are elsewhere in its zone.
 */
struct DiskDefect
{
    uint64_t place{0};       //!< the bad one, counted from the zone's first in physical order
    uint64_t replacement{0}; //!< the one that holds its blocks, counted in the same way; the place
                             //!< itself if they stay

    /**
     * @param other what to compare with
     * @return whether all members are equal
     */
    bool operator==(const DiskDefect& other) const = default;
};

/**
 * @ingroup disk-model-parameters
 *
 * A run of cylinders whose tracks all hold the same number of sectors.
 */
struct DiskZone
{
    uint32_t firstCylinder{0};   //!< first cylinder, counted from the outer edge
    uint32_t lastCylinder{0};    //!< last cylinder, included
    uint32_t sectorsPerTrack{0}; //!< sectors on each of its tracks, at least 1
    double trackSkew{0};         //!< sectors skipped from a track to the next of its cylinder
    double cylinderSkew{0};      //!< sectors skipped from a cylinder's last track to the next one
    double firstSectorOffset{0}; //!< sectors from angle zero to the zone's first
    uint64_t reservedSectors{0}; //!< sectors at the beginning of the zone that hold no block
    uint64_t spares{0};          //!< spares of each region of the sparing scheme: sectors or tracks
    std::vector<uint64_t> slips; //!< sectors or tracks passed over, counted from the zone's first
                                 //!< in physical order, reserved ones and other slips included;
                                 //!< growing
    std::vector<DiskDefect> defects; //!< those that are kept elsewhere, by growing place

    /**
     * @param other what to compare with
     * @return whether all members are equal
     */
    bool operator==(const DiskZone& other) const = default;
};

/**
 * @ingroup disk-model-parameters
 *
 * A measured point of a seek curve.
 */
struct DiskSeekPoint
{
    uint32_t distance{0}; //!< cylinders moved, at least 1
    Time time;            //!< time to move and settle for a read

    /**
     * @param other what to compare with
     * @return whether all members are equal
     */
    bool operator==(const DiskSeekPoint& other) const = default;
};

/**
 * @ingroup disk-model-parameters
 *
 * Which of the commands that wait a drive serves next.
 */
enum class DiskCommandOrder : uint8_t
{
    FCFS, //!< that which came first
    SPTF  //!< that whose first sector can be under the head soonest
};

/**
 * @ingroup disk-model-parameters
 *
 * The time that the drive's electronics take at the start of a command, depending on the previous
 * command.
 */
struct DiskCommandOverhead
{
    Time continuing; //!< when it continues where a command of its kind ended; for a read, one of
                     //!< which the medium gave something, or that itself continued from such a one
    Time afterRead;  //!< otherwise, when the command before was a read
    Time afterWrite; //!< otherwise, when the command before was a write

    /**
     * @param other what to compare with
     * @return whether all members are equal
     */
    bool operator==(const DiskCommandOverhead& other) const = default;
};

/**
 * @ingroup disk-model-parameters
 *
 * Some drives disconnect from the bus before they accept the blocks of a write. This happens for a
 * write that follows a write and does not continue it. Such a write has these times instead of its
 * command overhead and DiskControllerParameters::writeDisconnection:
 *
 * - From its arrival on, command. The arm moves seekDelay after that.
 * - The bus: command, disconnection, pause, firstReselection, dataPreparation, the blocks, then
 *   lastDisconnection.
 * - When its blocks are on the medium and the drive has disconnected: lastReselection, then the
 *   completion.
 *
 * For any write of such a drive the medium takes the first block once all of the write is in the
 * buffer, or 10 blocks of it, or 15 if it has 45 or more.
 */
struct DiskExtraDisconnection
{
    bool enabled{false};    //!< whether the drive does so
    Time command;           //!< command overhead
    Time disconnection;     //!< from the end of the command overhead until the bus is free
    Time pause;             //!< from there until it asks for the bus again
    Time lastDisconnection; //!< from the last block on the bus until it is free again
    Time lastReselection;   //!< time to come back for the status
    Time seekDelay;         //!< from the end of the command overhead until the arm may move

    /**
     * @param other what to compare with
     * @return whether all members are equal
     */
    bool operator==(const DiskExtraDisconnection& other) const = default;
};

/**
 * @ingroup disk-model-parameters
 *
 * The controller of a drive: its command processing and its side of the bus.
 *
 * A read that misses frees the bus after its command overhead and the disconnection. The arm moves
 * from the end of the overhead on. When enough blocks are in the buffer, and the bus is free,
 * firstReselection and dataPreparation follow, then the blocks cross the bus while others come from
 * the medium. A read that hits stays on the bus: overhead, dataPreparation, blocks. A write stays
 * on it, too: overhead, dataPreparation, blocks; while the arm moves from the end of the overhead
 * on. A write that waits for the medium then frees the bus, which takes writeDisconnection, and
 * reconnects with firstReselection when the blocks are on the medium. The completion follows.
 */
struct DiskControllerParameters
{
    DiskCommandOverhead readHit;   //!< a read whose first block is in the cache
    DiskCommandOverhead readMiss;  //!< a read that waits for the medium
    DiskCommandOverhead writeHit;  //!< a write that completes from the cache
    DiskCommandOverhead writeMiss; //!< a write that completes from the medium
    Time readCompletion;           //!< from a read's last block on the bus to its status
    Time writeCompletion;          //!< from a write's last block to its status
    Time blockTransfer;            //!< time of one block of a read on the drive's bus
    Time writeBlockTransfer;       //!< time of one block of a write on the drive's bus
    uint32_t queueDepth{0};        //!< commands that the drive takes at a time; 0 is no limit
    Time dataPreparation;  //!< before the first block each time the drive is on the bus with blocks
                           //!< to move; the medium continues meanwhile
    Time firstReselection; //!< time to come back to the bus for blocks or status; the medium
                           //!< continues meanwhile
    DiskCommandOverhead readDisconnection; //!< from the end of a read's overhead, or from the last
                                           //!< block in the buffer, until the bus is free
    Time writeDisconnection;               //!< from a write's last block until the bus is free
    Time minWriteSeek; //!< least time to move and settle for a write that does not continue where
                       //!< the write before it, which ended at that moment, left the medium
    double readHighWater{0};    //!< share of the blocks asked for that must be in the buffer before
                                //!< the drive comes back to the bus for a read; whole blocks, 1 at
                                //!< least
    bool waterOfSegment{false}; //!< whether that is a share of a segment, rounded up, not of the
                                //!< smaller one of request and segment, rounded down
    DiskExtraDisconnection extraDisconnection;      //!< of writes, before their blocks
    DiskCommandOrder order{DiskCommandOrder::FCFS}; //!< which of them it serves next
    bool choosesLate{false}; //!< whether it chooses once the host knows that the last command is
                             //!< complete, so that the command which the host sends then counts
    uint32_t oldestAfter{0}; //!< commands that SPTF chooses until the one that came first has its
                             //!< turn; 0 is no limit

    /**
     * @param other what to compare with
     * @return whether all members are equal
     */
    bool operator==(const DiskControllerParameters& other) const = default;
};

/**
 * @ingroup disk-model-parameters
 *
 * How far a drive reads ahead after a read, while it is otherwise idle.
 */
enum class DiskReadAhead : uint8_t
{
    NONE,             //!< not at all
    TRACK_END,        //!< to the end of the track of the last block
    CYLINDER_END,     //!< to the end of the cylinder of the last block
    SEGMENT_FULL,     //!< until the segment is full of blocks not asked for yet
    NEXT_TRACK_END,   //!< to the end of the track after that of the last block, if reads run on
    UNTIL_INTERRUPTED //!< until another command needs the arm; the oldest blocks give way
};

/**
 * @ingroup disk-model-parameters
 *
 * When a write is complete.
 */
enum class DiskWriteCache : uint8_t
{
    WRITE_THROUGH, //!< once it is on the medium
    APPENDS_ONLY,  //!< once it is in the cache, if all else is on the medium but what it continues
                   //!< from
    WRITE_BACK     //!< once it is in the cache
};

/**
 * @ingroup disk-model-parameters
 *
 * Which of the blocks in the cache are written back next.
 */
enum class DiskWriteBackOrder : uint8_t
{
    OLDEST, //!< those that have waited longest
    LOOK    //!< the next ones in the direction in which the arm moves, until there are none
};

/**
 * @ingroup disk-model-parameters
 *
 * The cache of a drive: segments of equal size, each of which holds one run of blocks.
 */
struct DiskCacheParameters
{
    uint32_t segments{0};       //!< number of segments; 0 is no cache
    uint32_t writeSegments{0};  //!< how many may hold blocks not yet on the medium
    bool separateWrites{false}; //!< whether writes keep to segments of their own
    uint32_t segmentBlocks{0};  //!< blocks in a segment
    DiskReadAhead readAhead{DiskReadAhead::NONE}; //!< how far it reads on
    uint32_t minReadAhead{0};           //!< blocks read ahead before another command gets the arm
    uint32_t maxReadAhead{0};           //!< most blocks read ahead
    bool readAheadOverRequested{false}; //!< whether blocks read ahead may take the place of blocks
                                        //!< already handed out
    bool readAheadOnHit{false};         //!< whether a read that hits starts it again
    bool freeBlocks{false};             //!< whether blocks that pass before the first are kept
    DiskWriteCache writeCache{DiskWriteCache::WRITE_THROUGH}; //!< when a write is complete
    bool readHitsOnWrites{true};    //!< whether reads are answered from blocks that were written
    bool writesDropSegments{false}; //!< whether a write discards the whole of each segment that
                                    //!< holds older copies of its blocks, not those copies only
    bool combineWrites{true};       //!< whether a write may be combined with the one it continues
    bool forgetRequested{false}; //!< whether blocks of a read leave the cache with its completion
    bool stopInSector{true};     //!< whether reading ahead stops at once for another command that
                                 //!< needs the arm, not at the end of the sector under the head
    DiskWriteBackOrder writeBackOrder{DiskWriteBackOrder::OLDEST}; //!< what is written back next
    bool streamsWrites{false}; //!< whether a write may take several segments, and is written back
                               //!< while the host sends the next one

    /**
     * @param other what to compare with
     * @return whether all members are equal
     */
    bool operator==(const DiskCacheParameters& other) const = default;
};

/**
 * @ingroup disk-model-parameters
 *
 * What one model of drive is: its layout, mechanics, controller and cache, as a drive file gives
 * them. Its zones may hold more blocks than it has.
 */
struct DiskParameters : DriveParameters
{
    uint32_t sectorBlocks{1}; //!< blocks in a sector of the medium; a write of a part of one reads
                              //!< it first and waits a revolution
    double retryShare{0};     //!< share of reads of the medium that fail at first, below 1
    double retryAgain{0};     //!< share of those that fail again, a revolution later; below 1
    uint32_t cylinders{0};    //!< number of cylinders, those outside all zones included
    uint32_t heads{0};        //!< number of data surfaces
    double rpm{0};            //!< revolutions per minute, exact to two decimals
    Time headSwitch;          //!< time to select another head of the same cylinder
    Time writeSettle;         //!< added before a write when arm or head changed; negative if
                              //!< the seek times are those of writes
    std::optional<Time> writeTrackSettle; //!< the same where the arm moves by one cylinder at
                                          //!< most; writeSettle if there is none
    Time repositioning; //!< least time until the heads can transfer for an access that does
                        //!< not continue where the one before ended, the same track included
    bool zeroLatencyRead{false};  //!< whether a read takes the blocks of a track as they pass
    bool zeroLatencyWrite{false}; //!< whether a write does
    DiskMapping mapping{DiskMapping::CONVENTIONAL};     //!< order of the tracks
    DiskSparing sparing{DiskSparing::SECTORS_PER_ZONE}; //!< where spares are
    uint32_t sparingRange{1};              //!< cylinders in a range of SECTORS_PER_RANGE
    std::vector<DiskZone> zones;           //!< from the outer edge inwards
    std::vector<DiskSeekPoint> seekPoints; //!< by growing distance, from 1 to the full stroke
    DiskControllerParameters controller;   //!< command processing and bus
    DiskCacheParameters cache;             //!< cache

    /**
     * @param other what to compare with
     * @return whether all members are equal
     */
    bool operator==(const DiskParameters& other) const = default;
};

} // namespace ns3

#endif /* DISK_PARAMETERS_H */
