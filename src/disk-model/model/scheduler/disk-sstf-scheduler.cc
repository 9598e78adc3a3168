/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "disk-sstf-scheduler.h"

#include <cstdlib>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(DiskSstfScheduler);

TypeId
DiskSstfScheduler::GetTypeId()
{
    static TypeId tid = TypeId("ns3::DiskSstfScheduler")
                            .SetParent<DiskScheduler>()
                            .SetGroupName("DiskModel")
                            .AddConstructor<DiskSstfScheduler>();
    return tid;
}

std::size_t
DiskSstfScheduler::Choose(const std::deque<DiskQueueEntry>& queue, const DiskArm& arm)
{
    return ChooseLeast(queue, [&](const DiskQueueEntry& entry) {
        return std::abs(int64_t{entry.cylinder} - arm.track.cylinder);
    });
}

} // namespace ns3
