/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ssd-parameters.h"

#include "ns3/user-error.h"

#include <string>

namespace ns3
{

void
SsdParameters::Check() const
{
    if (blockSize == 0 || UNIT_BYTES % blockSize != 0)
    {
        throw UserError("block size " + std::to_string(blockSize) + ": it has to divide " +
                        std::to_string(UNIT_BYTES));
    }
    if (blocks == 0 || blocks % (UNIT_BYTES / blockSize) != 0)
    {
        throw UserError("capacity of " + std::to_string(blocks) + " blocks of " +
                        std::to_string(blockSize) + " bytes: it has to be a multiple of " +
                        std::to_string(UNIT_BYTES) + " bytes");
    }
    if (pageBytes == 0 || pageBytes % UNIT_BYTES != 0)
    {
        throw UserError("pages of " + std::to_string(pageBytes) +
                        " bytes: they have to be a multiple of " + std::to_string(UNIT_BYTES));
    }
    if (readTimes.empty())
    {
        throw UserError("a page has no time to be read");
    }
    GetLayout().Check();
}

SsdLayout
SsdParameters::GetLayout() const
{
    SsdLayout layout;
    layout.logicalUnits = GetHostUnits();
    if (mappingCachePages > 0)
    {
        layout.logicalUnits += (GetHostUnits() + MAPPED_UNITS - 1) / MAPPED_UNITS;
    }
    layout.dies = GetNDies();
    layout.blocksPerDie = blocksPerPlane;
    layout.unitsPerBlock = pagesPerBlock * GetStripeUnits();
    layout.freeBlocks = freeBlocks;
    layout.separatesMoved = separatesMoved;
    layout.wearSpread = wearLevellingSpread;
    layout.slcBlocksPerDie = slc.blocksPerPlane;
    layout.slcUnitsPerBlock = slc.pagesPerBlock * GetStripeUnits();
    return layout;
}

} // namespace ns3
