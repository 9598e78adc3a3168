/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DISK_CLOOK_SCHEDULER_H
#define DISK_CLOOK_SCHEDULER_H

#include "disk-scheduler.h"

namespace ns3
{

/**
 * @ingroup disk-model-scheduler
 *
 * The circular elevator: the arm sweeps inwards from command to command, and jumps from the
 * innermost back to the outermost.
 */
class DiskClookScheduler : public DiskScheduler
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

#endif /* DISK_CLOOK_SCHEDULER_H */
