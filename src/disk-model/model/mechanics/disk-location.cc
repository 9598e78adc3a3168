/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "disk-location.h"

namespace ns3
{

DiskAngle
DiskLocation::GetAngle(uint64_t sectors) const
{
    const auto begin = trackAngle + sector * DiskSpindle::REVOLUTION / sectorsPerTrack;
    return begin % DiskSpindle::REVOLUTION + GetTurn(sectors);
}

DiskAngle
DiskLocation::GetTurn(uint64_t sectors) const
{
    return (sector + sectors) * DiskSpindle::REVOLUTION / sectorsPerTrack -
           sector * DiskSpindle::REVOLUTION / sectorsPerTrack;
}

uint64_t
DiskLocation::CountBegun(DiskAngle angle) const
{
    // Angles are rounded down, so a sector can begin before the division says.
    auto count = angle * sectorsPerTrack / DiskSpindle::REVOLUTION;
    while (GetTurn(count) < angle)
    {
        ++count;
    }
    return count;
}

} // namespace ns3
