/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fio-barrier.h"

#include "ns3/simulator.h"

#include <utility>

namespace ns3
{

void
FioBarrier::Enter()
{
    ++m_running;
}

void
FioBarrier::Leave()
{
    if (--m_running > 0)
    {
        return;
    }
    for (auto& callback : std::exchange(m_waiting, {}))
    {
        // As an event: what else happens now, such as the end of the run, comes first.
        Simulator::ScheduleNow([callback]() { callback(); });
    }
}

void
FioBarrier::CallWhenOver(Callback<void> callback)
{
    if (m_running == 0)
    {
        callback();
        return;
    }
    m_waiting.push_back(callback);
}

} // namespace ns3
