/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "disk-fcfs-scheduler.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(DiskFcfsScheduler);

TypeId
DiskFcfsScheduler::GetTypeId()
{
    static TypeId tid = TypeId("ns3::DiskFcfsScheduler")
                            .SetParent<DiskScheduler>()
                            .SetGroupName("DiskModel")
                            .AddConstructor<DiskFcfsScheduler>();
    return tid;
}

std::size_t
DiskFcfsScheduler::Choose(const std::deque<DiskQueueEntry>&, const DiskArm&)
{
    return 0;
}

} // namespace ns3
