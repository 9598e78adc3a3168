/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DISK_QUEUE_H
#define DISK_QUEUE_H

#include "ns3/block-request.h"
#include "ns3/disk-scheduler.h"

#include <cstddef>
#include <cstdint>
#include <deque>

namespace ns3
{

/**
 * @ingroup disk-model-drive
 *
 * The commands that wait for a drive. HEAD OF QUEUE commands come first, the last of them before
 * the others. The scheduler may choose among the commands that arrived before the first ordered
 * one, up to the queue depth of the drive; an ordered command is selected when it is the oldest.
 */
class DiskQueue
{
  public:
    /**
     * @param depth how many commands the scheduler sees at most; 0 is no limit
     */
    void SetDepth(uint32_t depth);

    /**
     * @param request a command
     * @param cylinder the cylinder of its first block
     */
    void Push(Ptr<BlockRequest> request, uint32_t cylinder);

    /**
     * Take the next command out of the queue, which is not empty.
     *
     * @param scheduler chooses among those that may be next
     * @param arm the arm
     * @return the command
     */
    Ptr<BlockRequest> Pop(DiskScheduler& scheduler, const DiskArm& arm);

    /**
     * Take the next command out of the queue, which is not empty, as if first come were first
     * served.
     *
     * @return the command
     */
    Ptr<BlockRequest> PopFirst();

    /**
     * @return number of commands that wait
     */
    std::size_t GetSize() const;

  private:
    /**
     * Let the scheduler see as many commands as it may.
     */
    void Refill();

    uint32_t m_depth{0};                   //!< how many the scheduler sees at most, or 0
    std::deque<DiskQueueEntry> m_urgent;   //!< at the head of the queue, the next first
    std::deque<DiskQueueEntry> m_eligible; //!< among which the scheduler chooses
    std::deque<DiskQueueEntry> m_later;    //!< those that come after
};

} // namespace ns3

#endif /* DISK_QUEUE_H */
