/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "disk-clook-scheduler.h"

#include <utility>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(DiskClookScheduler);

TypeId
DiskClookScheduler::GetTypeId()
{
    static TypeId tid = TypeId("ns3::DiskClookScheduler")
                            .SetParent<DiskScheduler>()
                            .SetGroupName("DiskModel")
                            .AddConstructor<DiskClookScheduler>();
    return tid;
}

std::size_t
DiskClookScheduler::Choose(const std::deque<DiskQueueEntry>& queue, const DiskArm& arm)
{
    return ChooseLeast(queue, [&](const DiskQueueEntry& entry) {
        return std::pair(entry.cylinder < arm.track.cylinder, entry.cylinder);
    });
}

} // namespace ns3
