/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "disk-run.h"

namespace ns3
{

bool
DiskRun::IsEmpty() const
{
    return begin >= end;
}

uint64_t
DiskRun::GetLength() const
{
    return end - begin;
}

bool
DiskRun::Contains(uint64_t lba) const
{
    return lba >= begin && lba < end;
}

bool
DiskRun::Overlaps(const DiskRun& other) const
{
    return begin < other.end && other.begin < end;
}

} // namespace ns3
