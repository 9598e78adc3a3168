/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "page-mapping.h"

#include "ns3/simulator.h"

namespace ns3
{

void
PageMapping::Allocate(uint64_t /* page */, uint64_t /* count */)
{
}

uint64_t
PageMapping::CountLocated(uint64_t /* page */, uint64_t count) const
{
    return count;
}

void
PageMapping::Locate(uint64_t /* page */, PageCacheCompletion done)
{
    Simulator::ScheduleNow([done] { done(BlockStatus::OK, nullptr); });
}

} // namespace ns3
