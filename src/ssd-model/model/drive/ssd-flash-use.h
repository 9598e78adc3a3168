/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SSD_FLASH_USE_H
#define SSD_FLASH_USE_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ssd-model-drive
 *
 * What the flash of a drive, or of several, was used for since it was new or aged. A unit counts
 * when it gets a slot, which is at most a stripe before it is programmed; a block, which is what a
 * die erases at once, when it is erased.
 */
struct SsdFlashUse
{
    uint64_t hostUnits{0};     //!< units of the host
    uint64_t mappingUnits{0};  //!< pages of the mapping table
    uint64_t movedUnits{0};    //!< units that garbage collection moved
    uint64_t levelledUnits{0}; //!< those of them that were moved to level wear
    uint64_t foldedUnits{0};   //!< units that were folded out of the SLC cache
    uint64_t emptyUnits{0};    //!< slots that were programmed without a unit
    uint64_t blocks{0};        //!< blocks, without those of the SLC cache
    uint64_t erases{0};        //!< how often these were erased
    uint64_t slcErases{0};     //!< how often blocks of the SLC cache were erased
    uint32_t leastErases{0};   //!< how often the least erased of the blocks was
    uint32_t mostErases{0};    //!< how often the most erased of them was

    /**
     * Add the use of another drive.
     *
     * @param other the use
     * @return this
     */
    SsdFlashUse& operator+=(const SsdFlashUse& other);

    /**
     * @return units that were programmed, empty ones too
     */
    uint64_t GetProgrammed() const;

    /**
     * @return units that were programmed for each unit of the host, 1 or more; 0 if that has
     *         written none
     */
    double GetWriteAmplification() const;
};

} // namespace ns3

#endif /* SSD_FLASH_USE_H */
