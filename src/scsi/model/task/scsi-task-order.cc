/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scsi-task-order.h"

#include "ns3/assert.h"
#include "ns3/log.h"

#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ScsiTaskOrder");

ScsiTaskOrder::ScsiTaskOrder(Callback<bool, Ptr<ScsiTask>> go)
    : m_go(go),
      m_groups{Group{false, 0, {}}}
{
}

ScsiTaskOrder::Place
ScsiTaskOrder::Enter(ScsiTaskAttribute attribute)
{
    if (attribute == ScsiTaskAttribute::HEAD_OF_QUEUE)
    {
        return NOWHERE;
    }
    const bool ordered = attribute == ScsiTaskAttribute::ORDERED;
    if (ordered || m_groups.back().ordered)
    {
        m_groups.push_back({ordered, 0, {}});
        NS_LOG_DEBUG((ordered ? "ordered" : "simple")
                     << " commands behind " << m_groups.size() - 1 << " groups");
    }
    ++m_groups.back().pending;
    Advance();
    return m_first + m_groups.size() - 1;
}

void
ScsiTaskOrder::SetReady(Place place, Ptr<ScsiTask> task)
{
    if (place == NOWHERE)
    {
        if (m_isHeld)
        {
            m_urgent.push_back(task);
            return;
        }
        m_go(task);
        return;
    }
    NS_ASSERT_MSG(place - m_first < m_groups.size(), "there is no command at this position");
    if (place != m_first)
    {
        m_groups[place - m_first].ready.push_back(task);
        return;
    }
    if (Go(task))
    {
        Leave(place);
    }
}

void
ScsiTaskOrder::Leave(Place place)
{
    if (place == NOWHERE)
    {
        return;
    }
    NS_ASSERT_MSG(place - m_first < m_groups.size(), "there is no command at this position");
    if (place == m_first && std::exchange(m_isHeld, false))
    {
        for (const auto& task : std::exchange(m_urgent, {}))
        {
            m_go(task);
        }
    }
    --m_groups[place - m_first].pending;
    Advance();
}

bool
ScsiTaskOrder::Go(const Ptr<ScsiTask>& task)
{
    m_isHeld = m_go(task);
    return !m_isHeld;
}

void
ScsiTaskOrder::Advance()
{
    while (m_groups.size() > 1 && m_groups.front().pending == 0)
    {
        m_groups.pop_front();
        ++m_first;
        for (const auto& task : std::exchange(m_groups.front().ready, {}))
        {
            m_groups.front().pending -= Go(task) ? 1 : 0;
        }
    }
}

} // namespace ns3
