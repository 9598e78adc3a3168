/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "disk-sptf-scheduler.h"

#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(DiskSptfScheduler);

TypeId
DiskSptfScheduler::GetTypeId()
{
    static TypeId tid = TypeId("ns3::DiskSptfScheduler")
                            .SetParent<DiskScheduler>()
                            .SetGroupName("DiskModel")
                            .AddConstructor<DiskSptfScheduler>()
                            .AddAttribute("OldestAfter",
                                          "Commands chosen by their positioning time until the one "
                                          "that came first has its turn; 0 for never",
                                          UintegerValue(0),
                                          MakeUintegerAccessor(&DiskSptfScheduler::m_oldestAfter),
                                          MakeUintegerChecker<uint32_t>());
    return tid;
}

std::size_t
DiskSptfScheduler::Choose(const std::deque<DiskQueueEntry>& queue, const DiskArm& arm)
{
    if (m_oldestAfter > 0 && m_chosen == m_oldestAfter)
    {
        m_chosen = 0;
        return 0;
    }
    ++m_chosen;
    return ChooseLeast(queue, [&](const DiskQueueEntry& entry) {
        return arm.GetPositioningNanoSeconds(*entry.request);
    });
}

} // namespace ns3
