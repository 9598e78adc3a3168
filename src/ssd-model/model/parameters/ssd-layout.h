/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SSD_LAYOUT_H
#define SSD_LAYOUT_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ssd-model-parameters
 *
 * How many units a drive has and where they can be. A unit is what the mapping table maps: 4 KiB. A
 * slot is a place for a unit on the flash; the slots of a block have consecutive numbers, and so
 * have the blocks of a die. Those of the SLC cache follow behind all others. A block here is what a
 * die erases at once: a block of each of its planes.
 */
struct SsdLayout
{
    uint64_t logicalUnits{0};    //!< units that the host sees, below 2^32 - 2
    uint32_t dies{1};            //!< dies, 1 or more
    uint32_t blocksPerDie{0};    //!< blocks of a die
    uint32_t unitsPerBlock{0};   //!< slots of a block
    uint32_t freeBlocks{2};      //!< a die with fewer free blocks collects garbage, 2 or more
    bool separatesMoved{false};  //!< whether units that are moved get blocks of their own
    uint32_t wearSpread{0};      //!< erases that blocks of a die may be apart, 3 or more; 0 for any
    uint32_t slcBlocksPerDie{0}; //!< blocks of a die in the SLC cache, beside the others
    uint32_t slcUnitsPerBlock{0}; //!< slots of such a block

    /**
     * @throw UserError if a drive with this layout could not be written
     */
    void Check() const;

    /**
     * @return number of blocks
     */
    uint32_t GetNBlocks() const
    {
        return dies * blocksPerDie;
    }

    /**
     * @return number of slots, without those of the SLC cache
     */
    uint64_t GetNSlots() const
    {
        return uint64_t{GetNBlocks()} * unitsPerBlock;
    }

    /**
     * @return number of slots of the SLC cache
     */
    uint64_t GetNSlcSlots() const
    {
        return uint64_t{dies} * slcBlocksPerDie * slcUnitsPerBlock;
    }

    /**
     * @return the share of slots of full blocks that hold valid units when the host has written all
     *         units: below 1 in a drive that can be written
     */
    double GetUtilisation() const
    {
        const auto full = uint64_t{dies} * (blocksPerDie - freeBlocks) * unitsPerBlock;
        return static_cast<double>(logicalUnits) / full;
    }
};

} // namespace ns3

#endif /* SSD_LAYOUT_H */
