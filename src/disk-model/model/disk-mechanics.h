/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DISK_MECHANICS_H
#define DISK_MECHANICS_H

#include "disk-geometry.h"
#include "disk-parameters.h"
#include "disk-seek-curve.h"
#include "disk-spindle.h"

#include "ns3/nstime.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup disk-model
 *
 * What the mechanics are to do: read or write a run of blocks.
 */
struct DiskTransfer
{
    uint64_t lba{0};     //!< first block
    uint32_t blocks{0};  //!< number of blocks, at least 1
    bool isWrite{false}; //!< true to write, false to read
};

/**
 * @ingroup disk-model
 *
 * Where the time of an access to the medium goes. The four times follow one another, but for
 * switching, which is spread over the transfer.
 */
struct DiskAccess
{
    uint32_t seekDistance{0}; //!< cylinders that the arm moves before the transfer
    Time seek;      //!< arm movement or head switch before the transfer, settling included
    Time rotation;  //!< wait until the first sector is under the head
    Time switching; //!< changes of head and cylinder inside the transfer, with the waits
                    //!< for the next sector
    Time transfer;  //!< sectors passing under the head
    DiskTrack end;  //!< track on which the heads stand at the end

    /**
     * @return the whole time of the access
     */
    Time GetTotal() const;
};

/**
 * @ingroup disk-model
 *
 * The arm, the heads and the platters of a drive as a pure function: from the track on which the
 * heads stand, a time and a transfer to where the time goes. It works track by track, whatever the
 * number of sectors, and allocates nothing.
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
     * @param from the track on which the heads stand
     * @param start when the access begins
     * @param transfer what to read or write, within the drive
     * @return where the time goes
     */
    DiskAccess Access(const DiskTrack& from, Time start, const DiskTransfer& transfer) const;

    /**
     * @param from a track
     * @param to another
     * @param isWrite true if a write follows
     * @return time until the heads can transfer there: zero on the same track, else the longer of
     *         arm movement and head switch, and the settling of a write; nanoseconds
     */
    int64_t GetMoveNanoSeconds(const DiskTrack& from, const DiskTrack& to, bool isWrite) const;

  private:
    /// What happens from the first sector of a transfer to the last.
    struct Pass
    {
        DiskAngle turn;      //!< angle turned in all
        DiskAngle switching; //!< the part of it that goes into switches
        DiskTrack end;       //!< the last track
    };

    /**
     * @param location the first block of a transfer, under the head
     * @param transfer the transfer
     * @return what happens until its last block has passed
     */
    Pass PassOver(DiskLocation location, const DiskTransfer& transfer) const;

    DiskGeometry m_geometry;     //!< layout
    DiskSeekCurve m_seekCurve;   //!< time of the arm
    DiskSpindle m_spindle;       //!< rotation
    int64_t m_headSwitch;        //!< nanoseconds
    int64_t m_writeSettle;       //!< nanoseconds
    DiskAngle m_initialAngle{0}; //!< angle at time zero
};

} // namespace ns3

#endif /* DISK_MECHANICS_H */
