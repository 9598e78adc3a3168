/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SSD_PARAMETERS_H
#define SSD_PARAMETERS_H

#include "ssd-layout.h"

#include "ns3/drive-parameters.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ssd-model-parameters
 *
 * What makes a flash drive. The defaults are a small drive with a SATA interface and round numbers.
 * The size of a block divides UNIT_BYTES.
 */
struct SsdParameters : DriveParameters
{
    /// Bytes that the mapping table maps as one, and that a write takes in the buffer.
    static constexpr uint32_t UNIT_BYTES = 4096;

    /// Units that a page of the mapping table maps: it has 4 bytes for each and is a unit itself.
    static constexpr uint32_t MAPPED_UNITS = UNIT_BYTES / 4;

    SsdParameters()
        : DriveParameters{.name = "Small", .blocks = 2097152}
    {
    }

    // Host interface and controller
    uint32_t tags{32};              //!< commands that it takes at a time, 1 or more
    bool isFlushQueued{false};      //!< whether FLUSH is a command like others, as with NVMe
    double linkRate{550e6};         //!< of data on the host's link, bytes/s
    Time readCommand{10000};        //!< controller's time for a read beside the flash
    Time writeCommand{10000};       //!< controller's time for a write beside the buffer
    Time commandInterval{0};        //!< from one command to the next that it takes up
    Time flushCommand{Time(10000)}; //!< time of a FLUSH beside the programs

    // Flash
    uint32_t channels{4};                     //!< channels
    uint32_t diesPerChannel{2};               //!< dies of a channel
    uint32_t planes{2};                       //!< planes of a die, which read and program together
    uint32_t blocksPerPlane{72};              //!< blocks of a plane
    uint32_t pagesPerBlock{64};               //!< pages of a block
    uint32_t pageBytes{16384};                //!< bytes of a page: a multiple of UNIT_BYTES
    double channelRate{400e6};                //!< bytes/s of a channel
    std::vector<Time> readTimes{Time(50000)}; //!< of a page, by its place in a word line
    Time readVariation{0};       //!< a read takes three exponential times of this mean more
    double retryShare{0};        //!< share of reads that have to be tried again
    Time retryTime{0};           //!< mean of the exponential time that this takes more
    Time programTime{600000};    //!< of a page of each plane of a die
    Time eraseTime{3000000};     //!< of a block of each plane of a die
    Time suspendTime{0};         //!< until a read can begin that interrupts either
    bool canSuspend{true};       //!< whether reads interrupt programs and erases
    bool hasCacheRegister{true}; //!< whether a die reads while the page before is transferred
    uint32_t freeBlocks{2};      //!< a die with fewer free blocks collects garbage
    bool separatesMoved{false};  //!< whether units that collection moves get blocks of their own

    /// Erases that blocks of a die may be apart, 3 or more; 0 for any.
    uint32_t wearLevellingSpread{0};

    /// The SLC cache: blocks whose cells hold one bit, to which the host's data go first.
    struct SlcCache
    {
        uint32_t blocksPerPlane{0}; //!< its blocks of a plane, beside the others; 0 for no cache
        uint32_t pagesPerBlock{0};  //!< pages of such a block
        Time readTime{0};           //!< of a page, without the variation
        Time programTime{0};        //!< of a page of each plane of a die
        Time idleTime{0};           //!< without a stripe to program, until it is folded
    };

    SlcCache slc; //!< SLC cache

    /// A state of less power.
    struct PowerState
    {
        double power{0}; //!< what it takes, W
        Time idleTime;   //!< how long the drive is idle in the state before, above 0
        Time entryTime;  //!< until it has entered the state
        Time exitTime;   //!< until it is active again
    };

    /// The power states of a drive.
    struct PowerStates
    {
        double activePower{0};         //!< what the drive takes as long as it is in no other, W
        std::vector<PowerState> lower; //!< those that it enters when it is idle, in their order
    };

    PowerStates power; //!< power states

    /// Pages of the mapping table that the controller's memory holds; 0 if it holds the table.
    uint32_t mappingCachePages{0};

    // Write buffer
    uint32_t bufferUnits{1024};     //!< units that the write buffer holds
    bool hasPowerProtection{false}; //!< whether the buffer outlasts a loss of power

    /**
     * @throw UserError if they do not fit together
     */
    void Check() const;

    /**
     * @return its units and slots
     */
    SsdLayout GetLayout() const;

    /**
     * @return units of the host; those of the mapping table, where they are on the flash, follow
     */
    uint64_t GetHostUnits() const
    {
        return blocks / (UNIT_BYTES / blockSize);
    }

    /**
     * @return number of dies
     */
    uint32_t GetNDies() const
    {
        return channels * diesPerChannel;
    }

    /**
     * @return units that a die programs at once: a page of each plane
     */
    uint32_t GetStripeUnits() const
    {
        return planes * (pageBytes / UNIT_BYTES);
    }
};

} // namespace ns3

#endif /* SSD_PARAMETERS_H */
