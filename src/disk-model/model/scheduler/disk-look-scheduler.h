/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DISK_LOOK_SCHEDULER_H
#define DISK_LOOK_SCHEDULER_H

#include "disk-scheduler.h"

namespace ns3
{

/**
 * @ingroup disk-model-scheduler
 *
 * The elevator: the arm continues in its direction to the next requested cylinder, and reverses
 * when none lies ahead. It starts inwards.
 */
class DiskLookScheduler : public DiskScheduler
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    // Inherited from DiskScheduler
    std::size_t Choose(const std::deque<DiskQueueEntry>& queue, const DiskArm& arm) override;

  private:
    bool m_inwards{true}; //!< whether the arm goes to higher cylinders
};

} // namespace ns3

#endif /* DISK_LOOK_SCHEDULER_H */
