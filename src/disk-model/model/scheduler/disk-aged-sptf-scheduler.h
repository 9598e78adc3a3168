/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DISK_AGED_SPTF_SCHEDULER_H
#define DISK_AGED_SPTF_SCHEDULER_H

#include "disk-scheduler.h"

namespace ns3
{

/**
 * @ingroup disk-model-scheduler
 *
 * Shortest positioning time first with ageing, so that no command waits for ever: a fraction of the
 * time that the command has waited is subtracted from the positioning time (B. L. Worthington, G.
 * R. Ganger and Y. N. Patt, "Scheduling algorithms for modern disk drives", SIGMETRICS 1994).
 */
class DiskAgedSptfScheduler : public DiskScheduler
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
    double m_weight; //!< share of the waiting time
};

} // namespace ns3

#endif /* DISK_AGED_SPTF_SCHEDULER_H */
