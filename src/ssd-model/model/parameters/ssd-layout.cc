/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ssd-layout.h"

#include "ns3/user-error.h"

#include <limits>
#include <string>

namespace ns3
{

void
SsdLayout::Check() const
{
    const auto slots = GetNSlots();
    // Two numbers mark units that have no slot.
    if (const auto all = slots + GetNSlcSlots(); all > std::numeric_limits<uint32_t>::max() - 2)
    {
        throw UserError("a drive has at most 2^32 - 3 units of flash, not " + std::to_string(all));
    }
    if (freeBlocks < 2)
    {
        throw UserError("a die needs 2 free blocks or more, not " + std::to_string(freeBlocks));
    }
    if (blocksPerDie <= freeBlocks || GetUtilisation() >= 1)
    {
        throw UserError("a drive needs more flash than " + std::to_string(logicalUnits) +
                        " units, and " + std::to_string(freeBlocks) +
                        " free blocks in each die, not " + std::to_string(slots));
    }
    if (wearSpread == 0)
    {
        return;
    }
    if (wearSpread < 3)
    {
        throw UserError("wear levelling needs a spread of 3 erases or more, not " +
                        std::to_string(wearSpread));
    }
    if (freeBlocks < 3)
    {
        throw UserError("wear levelling needs 3 free blocks in each die or more, not " +
                        std::to_string(freeBlocks));
    }
    // Of the host, of collection and of levelling one each is being filled.
    const auto beside = uint64_t{dies} * (uint64_t{freeBlocks} + 3) * unitsPerBlock;
    if (logicalUnits + beside > slots)
    {
        throw UserError("wear levelling needs 3 blocks in each die beside the free ones and those "
                        "of " +
                        std::to_string(logicalUnits) + " units");
    }
}

} // namespace ns3
