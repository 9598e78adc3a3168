/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DISK_LOOK_SCHEDULER_H
#define DISK_LOOK_SCHEDULER_H

#include "disk-scheduler.h"

namespace ns3
{

/**
 * @ingroup disk-model
 *
 * The elevator: the arm goes on in its direction to the next cylinder that a command wants, and
 * turns round where no command wants one farther on. It begins inwards.
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
