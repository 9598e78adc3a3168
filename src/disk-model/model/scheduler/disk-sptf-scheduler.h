/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DISK_SPTF_SCHEDULER_H
#define DISK_SPTF_SCHEDULER_H

#include "disk-scheduler.h"

namespace ns3
{

/**
 * @ingroup disk-model-scheduler
 *
 * Shortest positioning time first: the command whose first sector can be under the head soonest,
 * including arm movement, settling and rotation; among equals the one that arrived first.
 */
class DiskSptfScheduler : public DiskScheduler
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    // Inherited from DiskScheduler
    std::size_t Choose(const std::deque<DiskQueueEntry>& queue, const DiskArm& arm) override;
};

} // namespace ns3

#endif /* DISK_SPTF_SCHEDULER_H */
