/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DISK_ARRIVALS_H
#define DISK_ARRIVALS_H

#include "ns3/disk-mechanics.h"
#include "ns3/nstime.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup disk-model-drive
 *
 * When the blocks of a read come off the medium into the buffer. Where the transfer switches tracks
 * or passes over a slip they pause, and no block can cross the bus before it is in the buffer.
 */
class DiskArrivals
{
  public:
    /**
     * @param mechanics the drive's mechanics
     * @param from the track on which the heads stood
     * @param start when the access began
     * @param transfer the blocks
     * @param access what the access came to
     */
    DiskArrivals(const DiskMechanics& mechanics,
                 const DiskTrack& from,
                 Time start,
                 const DiskTransfer& transfer,
                 const DiskAccess& access);

    /**
     * @param count number of blocks, from 1 to those of the transfer
     * @return when that many, from the first on, are in the buffer
     */
    Time GetTime(uint64_t count) const;

    /**
     * @param blockTransfer time of a block on the bus
     * @return when the last block has crossed the bus, if the blocks cross it in order and nothing
     *         but the medium delays them
     */
    Time GetCrossed(Time blockTransfer) const;

  private:
    const DiskMechanics& m_mechanics; //!< the mechanics
    DiskTrack m_from;                 //!< where the heads stood
    Time m_start;                     //!< when the access began
    DiskTransfer m_transfer;          //!< the blocks
    bool m_pauses;                    //!< whether they pause
    Time m_end;                       //!< when the last has passed
    Time m_first;                     //!< when the first has, if they do not pause
};

} // namespace ns3

#endif /* DISK_ARRIVALS_H */
