/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DISK_FCFS_SCHEDULER_H
#define DISK_FCFS_SCHEDULER_H

#include "disk-scheduler.h"

namespace ns3
{

/**
 * @ingroup disk-model-scheduler
 *
 * First come, first served.
 */
class DiskFcfsScheduler : public DiskScheduler
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

#endif /* DISK_FCFS_SCHEDULER_H */
