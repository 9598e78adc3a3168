/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DISK_BUS_H
#define DISK_BUS_H

#include "ns3/disk-parameters.h"
#include "ns3/nstime.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup disk-model-drive
 *
 * A drive's side of its bus: when the blocks of a command cross the bus, given the timing of the
 * medium.
 */
class DiskBus
{
  public:
    /// The blocks of a read that come off the medium.
    struct Read
    {
        Time ready;         //!< when the command was processed
        bool begins{false}; //!< whether its first blocks are in the buffer by then
        Time disconnection; //!< otherwise, time until the drive has disconnected from the bus
        Time enough;        //!< and when as many as GetWater says are in the buffer
        Time crossed;       //!< when the last one has crossed the bus at the earliest, as the
                            //!< medium delays it
        uint64_t blocks{0}; //!< number of blocks
    };

    /// The way of the blocks of a write to the medium.
    struct Write
    {
        Time overhead; //!< from the end of command processing until the arm may move
        Time begin;    //!< when the blocks begin to cross the bus
        Time data;     //!< when as many blocks are in the buffer as the medium waits for
        Time release;  //!< when the bus is free again; the status cannot come before
        Time status;   //!< from there, or from the end on the medium, to the status
    };

    /**
     * @param parameters the drive, checked
     */
    explicit DiskBus(const DiskParameters& parameters);

    /**
     * @param blocks number of blocks of a read, all in the buffer
     * @return time from the end of command processing until they have passed
     */
    Time GetReadTime(uint64_t blocks) const;

    /**
     * @param blocks number of blocks of a write, for all of which there is room
     * @return time from the end of command processing until they have passed
     */
    Time GetWriteTime(uint64_t blocks) const;

    /**
     * @param blocks number of blocks of a read
     * @return how many of them must be in the buffer before the drive comes back to the bus
     */
    uint64_t GetWater(uint64_t blocks) const;

    /**
     * @param read a read
     * @return when its last block has passed
     */
    Time GetReadEnd(const Read& read) const;

    /**
     * @param ready when the command was processed
     * @param blocks number of blocks
     * @param extra whether the drive releases the bus before the blocks
     * @return the way of the blocks
     */
    Write PlanWrite(Time ready, uint64_t blocks, bool extra) const;

  private:
    DiskControllerParameters m_parameters; //!< its times
    uint32_t m_segmentBlocks;              //!< blocks in a segment of the buffer
};

} // namespace ns3

#endif /* DISK_BUS_H */
