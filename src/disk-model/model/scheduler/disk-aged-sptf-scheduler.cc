/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "disk-aged-sptf-scheduler.h"

#include "ns3/double.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(DiskAgedSptfScheduler);

TypeId
DiskAgedSptfScheduler::GetTypeId()
{
    static TypeId tid = TypeId("ns3::DiskAgedSptfScheduler")
                            .SetParent<DiskScheduler>()
                            .SetGroupName("DiskModel")
                            .AddConstructor<DiskAgedSptfScheduler>()
                            .AddAttribute("Weight",
                                          "Fraction of the waiting time that is subtracted from "
                                          "the positioning time, 0 or more",
                                          DoubleValue(0.01),
                                          MakeDoubleAccessor(&DiskAgedSptfScheduler::m_weight),
                                          MakeDoubleChecker<double>(0));
    return tid;
}

std::size_t
DiskAgedSptfScheduler::Choose(const std::deque<DiskQueueEntry>& queue, const DiskArm& arm)
{
    return ChooseLeast(queue, [&](const DiskQueueEntry& entry) {
        const auto waited = (arm.now - entry.request->issueTime).GetNanoSeconds();
        return static_cast<double>(arm.GetPositioningNanoSeconds(*entry.request)) -
               m_weight * waited;
    });
}

} // namespace ns3
