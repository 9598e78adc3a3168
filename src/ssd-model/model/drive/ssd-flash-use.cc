/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ssd-flash-use.h"

#include <algorithm>

namespace ns3
{

SsdFlashUse&
SsdFlashUse::operator+=(const SsdFlashUse& other)
{
    const bool isFirst = blocks == 0;
    hostUnits += other.hostUnits;
    mappingUnits += other.mappingUnits;
    movedUnits += other.movedUnits;
    levelledUnits += other.levelledUnits;
    foldedUnits += other.foldedUnits;
    emptyUnits += other.emptyUnits;
    blocks += other.blocks;
    erases += other.erases;
    slcErases += other.slcErases;
    leastErases = isFirst ? other.leastErases : std::min(leastErases, other.leastErases);
    mostErases = std::max(mostErases, other.mostErases);
    return *this;
}

uint64_t
SsdFlashUse::GetProgrammed() const
{
    return hostUnits + mappingUnits + movedUnits + foldedUnits + emptyUnits;
}

double
SsdFlashUse::GetWriteAmplification() const
{
    return hostUnits == 0 ? 0 : static_cast<double>(GetProgrammed()) / hostUnits;
}

} // namespace ns3
