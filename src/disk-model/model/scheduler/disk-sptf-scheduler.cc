/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "disk-sptf-scheduler.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(DiskSptfScheduler);

TypeId
DiskSptfScheduler::GetTypeId()
{
    static TypeId tid = TypeId("ns3::DiskSptfScheduler")
                            .SetParent<DiskScheduler>()
                            .SetGroupName("DiskModel")
                            .AddConstructor<DiskSptfScheduler>();
    return tid;
}

std::size_t
DiskSptfScheduler::Choose(const std::deque<DiskQueueEntry>& queue, const DiskArm& arm)
{
    return ChooseLeast(queue, [&](const DiskQueueEntry& entry) {
        return arm.GetPositioningNanoSeconds(*entry.request);
    });
}

} // namespace ns3
