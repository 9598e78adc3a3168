/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "disk-run.h"

#include <algorithm>

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
    return std::max(begin, other.begin) < std::min(end, other.end);
}

} // namespace ns3
