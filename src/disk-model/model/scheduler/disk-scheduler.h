/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DISK_SCHEDULER_H
#define DISK_SCHEDULER_H

#include "ns3/block-request.h"
#include "ns3/disk-mechanics.h"
#include "ns3/nstime.h"
#include "ns3/object.h"

#include <cstddef>
#include <cstdint>
#include <deque>

namespace ns3
{

/**
 * @ingroup disk-model-scheduler
 *
 * A command that waits in a drive, and the position of the arm that it needs.
 */
struct DiskQueueEntry
{
    Ptr<BlockRequest> request; //!< the command
    uint32_t cylinder{0};      //!< cylinder of its first block
};

/**
 * @ingroup disk-model-scheduler
 *
 * The arm of a drive at the moment when the next command is chosen.
 */
struct DiskArm
{
    const DiskMechanics& mechanics; //!< the drive's mechanics
    DiskTrack track;                //!< track of the heads
    Time now;                       //!< the time
    Time readStart;                 //!< when it could move for a read
    Time writeStart;                //!< when it could move for a write

    /**
     * @param request a command
     * @return time from now until its first sector is under the head, or 0 if it has no block;
     *         nanoseconds
     */
    int64_t GetPositioningNanoSeconds(const BlockRequest& request) const;
};

/**
 * @ingroup disk-model-scheduler
 *
 * Chooses the next of the commands that wait in a drive. It sees only those among which it may
 * choose: the queue handles task attributes and the depth.
 */
class DiskScheduler : public Object
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * @param queue the commands in the order in which they came, at least one
     * @param arm the arm
     * @return the place of the next one in the queue
     */
    virtual std::size_t Choose(const std::deque<DiskQueueEntry>& queue, const DiskArm& arm) = 0;

  protected:
    /**
     * @tparam Cost callable with an entry
     * @param queue the commands in the order in which they came, at least one
     * @param cost what a command costs
     * @return the place of the cheapest, of several the one that came first
     */
    template <typename Cost>
    static std::size_t ChooseLeast(const std::deque<DiskQueueEntry>& queue, Cost cost);
};

template <typename Cost>
std::size_t
DiskScheduler::ChooseLeast(const std::deque<DiskQueueEntry>& queue, Cost cost)
{
    std::size_t best = 0;
    auto least = cost(queue[0]);
    for (std::size_t i = 1; i < queue.size(); ++i)
    {
        const auto present = cost(queue[i]);
        if (present < least)
        {
            best = i;
            least = present;
        }
    }
    return best;
}

} // namespace ns3

#endif /* DISK_SCHEDULER_H */
