/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "disk-look-scheduler.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(DiskLookScheduler);

TypeId
DiskLookScheduler::GetTypeId()
{
    static TypeId tid = TypeId("ns3::DiskLookScheduler")
                            .SetParent<DiskScheduler>()
                            .SetGroupName("DiskModel")
                            .AddConstructor<DiskLookScheduler>();
    return tid;
}

std::size_t
DiskLookScheduler::Choose(const std::deque<DiskQueueEntry>& queue, const DiskArm& arm)
{
    const auto turnsRound =
        std::none_of(queue.begin(), queue.end(), [&](const DiskQueueEntry& entry) {
            return m_inwards ? entry.cylinder >= arm.track.cylinder
                             : entry.cylinder <= arm.track.cylinder;
        });
    m_inwards = m_inwards != turnsRound;
    return ChooseLeast(queue, [&](const DiskQueueEntry& entry) {
        // Unsigned: those behind come out farther than any ahead.
        return m_inwards ? entry.cylinder - arm.track.cylinder
                         : arm.track.cylinder - entry.cylinder;
    });
}

} // namespace ns3
