/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "disk-service.h"

#include "ns3/assert.h"

namespace ns3
{

std::ostream&
operator<<(std::ostream& os, DiskHit hit)
{
    switch (hit)
    {
    case DiskHit::MISS:
        return os << "miss";
    case DiskHit::PARTIAL:
        return os << "partial";
    case DiskHit::READ_AHEAD:
        return os << "read_ahead";
    case DiskHit::FULL:
        return os << "full";
    }
    NS_ASSERT_MSG(false, "not a kind of hit");
    return os;
}

Time
DiskService::GetTotal() const
{
    return queue + overhead + seek + rotation + switching + transfer + bus;
}

} // namespace ns3
