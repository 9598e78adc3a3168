/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ethernet-interrupt-moderation.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("EthernetInterruptModeration");

EthernetInterruptModeration::~EthernetInterruptModeration()
{
    Clear();
}

void
EthernetInterruptModeration::SetHandler(Handler handler)
{
    m_handler = handler;
}

void
EthernetInterruptModeration::SetDelay(Time delay)
{
    m_delay = delay;
}

Time
EthernetInterruptModeration::GetDelay() const
{
    return m_delay;
}

void
EthernetInterruptModeration::SetLimit(Time limit)
{
    m_limit = limit;
}

Time
EthernetInterruptModeration::GetLimit() const
{
    return m_limit;
}

bool
EthernetInterruptModeration::Hold(const EthernetFrame& frame)
{
    if (m_delay.IsZero() && m_waiting.empty())
    {
        return false;
    }
    const auto begin = Simulator::Now() + frame.train.start;
    const auto end = begin + frame.train.span;
    m_first = m_waiting.empty() ? begin : m_first;
    m_last = m_waiting.empty() ? end : std::max(m_last, end);
    m_waiting.push_back({frame, end});
    // The next interrupt only moves away, so a timer that runs is never too late.
    if (!m_timer.IsPending())
    {
        m_timer = Simulator::Schedule(GetNext() - Simulator::Now(),
                                      &EthernetInterruptModeration::Expire,
                                      this);
    }
    return true;
}

void
EthernetInterruptModeration::Clear()
{
    m_timer.Cancel();
    m_waiting.clear();
    m_handler.Nullify();
}

Time
EthernetInterruptModeration::GetNext() const
{
    return std::min(m_last + m_delay, m_first + m_limit);
}

void
EthernetInterruptModeration::Expire()
{
    const auto now = Simulator::Now();
    if (GetNext() <= now)
    {
        Interrupt();
        m_first = now;
    }
    if (!m_waiting.empty())
    {
        m_timer = Simulator::Schedule(GetNext() - now, &EthernetInterruptModeration::Expire, this);
    }
}

void
EthernetInterruptModeration::Interrupt()
{
    const auto now = Simulator::Now();
    const auto rest = std::stable_partition(m_waiting.begin(),
                                            m_waiting.end(),
                                            [now](const auto& one) { return one.end <= now; });
    std::vector<EthernetFrame> arrived;
    for (auto one = m_waiting.begin(); one != rest; ++one)
    {
        arrived.push_back(std::move(one->frame));
        arrived.back().train.start = Time();
        arrived.back().train.span = Time();
    }
    m_waiting.erase(m_waiting.begin(), rest);
    if (!arrived.empty())
    {
        NS_LOG_LOGIC("interrupt for " << arrived.size() << " frames and trains");
        m_handler(arrived);
    }
}

} // namespace ns3
