/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DISK_MECHANICS_H
#define DISK_MECHANICS_H

#include "disk-geometry.h"
#include "disk-seek-curve.h"
#include "disk-spindle.h"

#include "ns3/disk-parameters.h"
#include "ns3/nstime.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup disk-model-mechanics
 *
 * A transfer for the mechanics: read or write a run of blocks.
 */
struct DiskTransfer
{
    uint64_t lba{0};       //!< first block
    uint32_t blocks{0};    //!< number of blocks, at least 1
    bool isWrite{false};   //!< true to write, false to read
    bool continues{false}; //!< true if it continues the previous access, at any later time
};

/**
 * @ingroup disk-model-mechanics
 *
 * The components of the time of an access to the medium. The four times follow one another, except
 * switching, which is spread over the transfer.
 */
struct DiskAccess
{
    Time start;               //!< when it begins
    DiskTrack begin;          //!< track of the heads then
    DiskTrack first;          //!< track of the first block to transfer
    uint32_t seekDistance{0}; //!< cylinders that the arm moves before the transfer
    Time seek;      //!< arm movement or head switch before the transfer, settling included
    Time rotation;  //!< wait until the first sector to transfer is under the head
    Time switching; //!< changes of head and cylinder inside the transfer, with all its waits for
                    //!< a next sector
    Time transfer;  //!< sectors of the transfer passing under the head
    DiskTrack end;  //!< track of the heads at the end

    /**
     * @return the whole time of the access
     */
    Time GetTotal() const;
};

/**
 * @ingroup disk-model-mechanics
 *
 * The arm, the heads and the platters of a drive as a pure function: from the current track, a time
 * and a transfer to the components of the access time. It works track by track, whatever the number
 * of sectors, and allocates nothing.
 */
class DiskMechanics
{
  public:
    /**
     * @param parameters the drive, checked
     */
    explicit DiskMechanics(const DiskParameters& parameters);

    /**
     * Turn the platters against the time.
     *
     * @param phase angle at time zero in revolutions, from 0 to less than 1
     */
    void SetInitialPhase(double phase);

    /**
     * @return the layout of the drive
     */
    const DiskGeometry& GetGeometry() const;

    /**
     * @return the time of a revolution, rounded down to a nanosecond
     */
    Time GetRevolution() const;

    /**
     * @param from the track of the heads
     * @param start when the access begins
     * @param transfer what to read or write, within the drive
     * @return where the time goes
     */
    DiskAccess Access(const DiskTrack& from, Time start, const DiskTransfer& transfer) const;

    /**
     * @param from the track of the heads
     * @param start when an access begins
     * @param lba its first block
     * @param isWrite true to write, false to read
     * @return time until that block begins to pass under the head, nanoseconds
     */
    int64_t GetPositioningNanoSeconds(const DiskTrack& from,
                                      Time start,
                                      uint64_t lba,
                                      bool isWrite) const;

    /**
     * Time the blocks after a transfer, taken one after another: a drive that reads on does not
     * know where it will end, so it takes them in order, even if it has zero latency.
     *
     * @param lba last block of the transfer
     * @param end when the transfer ended, with the head behind that block
     * @param blocks number of blocks after it, at least 1 and within the drive
     * @param isWrite true to write them, false to read them
     * @return how long after the end the last of them has passed
     */
    Time GetContinuation(uint64_t lba, Time end, uint32_t blocks, bool isWrite = false) const;

    /**
     * Count the blocks that have passed after a transfer, the inverse of GetContinuation.
     *
     * @param lba last block of the transfer
     * @param end when the transfer ended, with the head behind that block
     * @param until a time, not before the end
     * @param limit most blocks to count, at most those left on the drive
     * @param isWrite true if they are written, false if they are read
     * @return the greatest number of blocks whose continuation has ended by then
     */
    uint64_t CountBlocksBy(uint64_t lba,
                           Time end,
                           Time until,
                           uint64_t limit,
                           bool isWrite = false) const;

    /**
     * @param from the track of the heads
     * @param transfer what to read or write
     * @return time until the heads can transfer on its first track, nanoseconds
     */
    int64_t GetSeekNanoSeconds(const DiskTrack& from, const DiskTransfer& transfer) const;

    /**
     * @param from a track
     * @param to another
     * @param isWrite true if a write follows
     * @return time until the heads can continue there: zero on the same track, else the longer of
     *         arm movement and head switch, and the settling of a write; nanoseconds
     */
    int64_t GetMoveNanoSeconds(const DiskTrack& from, const DiskTrack& to, bool isWrite) const;

  private:
    /// The part of a transfer that is on one track. Sectors are counted from its first.
    struct Visit
    {
        uint64_t endLba{0};  //!< first block that is not part of it
        DiskLocation next;   //!< its position, if the transfer continues
        DiskAngle wanted{0}; //!< angle of its sectors
        uint64_t end{0};     //!< the sector after its last
        uint64_t missed{0};  //!< the sector after the last for which the head came too late
        uint64_t resume{0};  //!< the first for which it did not, or the end
    };

    /// What happens from the arrival of the head to the end of a transfer.
    struct Pass
    {
        DiskAngle wait{0};   //!< angle turned until the first sector to transfer
        DiskAngle wanted{0}; //!< angle of the sectors to transfer
        DiskAngle turn{0};   //!< angle turned in all
        DiskTrack end;       //!< the last track
    };

    /**
     * @param time a time, nanoseconds
     * @return the angle that is under the heads then, less than a revolution
     */
    DiskAngle GetAngleAt(int64_t time) const;

    /**
     * Gather the part of a transfer that is on one track, in the order of its sectors.
     *
     * @param first where its first block is
     * @param lba its first block
     * @param endLba the block after the transfer
     * @param begun number of sectors of the track for which the head comes too late, from the
     *        first on
     * @return the part
     */
    Visit Gather(const DiskLocation& first, uint64_t lba, uint64_t endLba, uint64_t begun) const;

    /**
     * Follow a transfer from track to track.
     *
     * @param place where its first block is
     * @param angle the angle under the head, on that track
     * @param transfer the transfer
     * @param zeroLatency whether the sectors of a track may pass in any order
     * @return what happens until its last block has passed
     */
    Pass PassOver(DiskLocation place,
                  DiskAngle angle,
                  const DiskTransfer& transfer,
                  bool zeroLatency) const;

    /**
     * @param seek time until the heads can transfer on the first track, nanoseconds
     * @param start when the access begins
     * @param transfer what to transfer
     * @param zeroLatency whether the sectors of a track may pass in any order
     * @return where the time goes, but for the distance
     */
    DiskAccess Access(int64_t seek,
                      Time start,
                      const DiskTransfer& transfer,
                      bool zeroLatency) const;

    DiskGeometry m_geometry;     //!< layout
    DiskSeekCurve m_seekCurve;   //!< time of the arm
    DiskSpindle m_spindle;       //!< rotation
    int64_t m_headSwitch;        //!< nanoseconds
    int64_t m_writeSettle;       //!< nanoseconds
    int64_t m_writeTrackSettle;  //!< nanoseconds, on the same or the next cylinder
    int64_t m_repositioning;     //!< nanoseconds
    bool m_zeroLatencyRead;      //!< whether reads take the sectors of a track in any order
    bool m_zeroLatencyWrite;     //!< whether writes do
    DiskAngle m_initialAngle{0}; //!< angle at time zero
};

} // namespace ns3

#endif /* DISK_MECHANICS_H */
