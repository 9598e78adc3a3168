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
    const auto end = trackAngle + (sector + sectors) * DiskSpindle::REVOLUTION / sectorsPerTrack;
    return begin < DiskSpindle::REVOLUTION ? end : end - DiskSpindle::REVOLUTION;
}

} // namespace ns3
