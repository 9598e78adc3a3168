/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ssd-die.h"

#include "ns3/assert.h"

#include <algorithm>

namespace ns3
{

SsdDie::SsdDie(bool canSuspend, Time suspendTime)
    : m_canSuspend(canSuspend),
      m_suspendTime(suspendTime)
{
}

Time
SsdDie::Read(Time earliest, Time duration)
{
    auto begin = std::max(earliest, m_readsEnd);
    if (begin < m_end)
    {
        if (m_canSuspend && m_held < m_mostHeld)
        {
            // Behind another read the operation is suspended already.
            const auto suspension = begin > m_readsEnd ? m_suspendTime : Time(0);
            begin += suspension;
            m_held += suspension + duration;
            m_end += suspension + duration;
        }
        else
        {
            begin = m_end;
        }
    }
    m_readsEnd = begin + duration;
    return m_readsEnd;
}

void
SsdDie::Hold(Time time)
{
    NS_ASSERT(time >= m_readsEnd);
    if (m_end > m_readsEnd)
    {
        // The read interrupts an operation.
        m_held += time - m_readsEnd;
        m_end += time - m_readsEnd;
    }
    m_readsEnd = time;
}

void
SsdDie::Begin(Time begin, Time duration)
{
    NS_ASSERT(begin >= m_end && begin >= m_readsEnd);
    m_end = begin + duration;
    m_held = Time(0);
    m_mostHeld = MAX_HOLDS * duration;
}

Time
SsdDie::GetEnd() const
{
    return m_end;
}

Time
SsdDie::GetReadsEnd() const
{
    return m_readsEnd;
}

} // namespace ns3
