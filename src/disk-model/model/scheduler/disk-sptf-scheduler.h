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
 * including arm movement, settling and rotation; among equals the one that arrived first. The
 * attribute OldestAfter lets no command wait for long.
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

  private:
    uint32_t m_oldestAfter{0}; //!< commands that are chosen until the oldest has its turn, or 0
    uint32_t m_chosen{0};      //!< how many were since then
};

} // namespace ns3

#endif /* DISK_SPTF_SCHEDULER_H */
