/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "disk-queue.h"

#include "ns3/assert.h"
#include "ns3/log.h"

#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("DiskQueue");

namespace
{

/**
 * @param request a command
 * @return true if it is taken up after all that came before it and before all that come later
 */
bool
IsOrdered(const BlockRequest& request)
{
    return request.order == BlockOrder::ORDERED || request.operation == BlockOperation::FLUSH;
}

/**
 * @param queue a queue
 * @param place a place in it
 * @return the command that was there
 */
Ptr<BlockRequest>
Take(std::deque<DiskQueueEntry>& queue, std::size_t place)
{
    auto request = std::move(queue[place].request);
    queue.erase(queue.begin() + place);
    return request;
}

} // namespace

void
DiskQueue::SetDepth(uint32_t depth)
{
    m_depth = depth;
    Refill();
}

void
DiskQueue::Push(Ptr<BlockRequest> request, uint32_t cylinder)
{
    if (request->order == BlockOrder::HEAD_OF_QUEUE)
    {
        m_urgent.push_front({request, cylinder});
        return;
    }
    m_later.push_back({request, cylinder});
    Refill();
}

void
DiskQueue::Refill()
{
    while (!m_later.empty() && !IsOrdered(*m_later.front().request) &&
           (m_depth == 0 || m_eligible.size() < m_depth))
    {
        m_eligible.push_back(std::move(m_later.front()));
        m_later.pop_front();
    }
}

Ptr<BlockRequest>
DiskQueue::Pop(DiskScheduler& scheduler, const DiskArm& arm)
{
    if (!m_urgent.empty() || m_eligible.empty())
    {
        return PopFirst();
    }
    // A single one, too: the scheduler may remember where it sent the arm.
    const auto place = scheduler.Choose(m_eligible, arm);
    NS_LOG_DEBUG("scheduled: LBA " << m_eligible[place].request->lba << ", place " << place
                                   << " of " << m_eligible.size());
    auto request = Take(m_eligible, place);
    Refill();
    return request;
}

Ptr<BlockRequest>
DiskQueue::PopFirst()
{
    NS_ASSERT(GetSize() > 0);
    auto request = Take(!m_urgent.empty()     ? m_urgent
                        : !m_eligible.empty() ? m_eligible
                                              : m_later,
                        0);
    Refill();
    return request;
}

std::size_t
DiskQueue::GetSize() const
{
    return m_urgent.size() + m_eligible.size() + m_later.size();
}

} // namespace ns3
