/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "io-timeline.h"

#include "ns3/assert.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{

const char*
GetIoStageName(IoStage stage)
{
    static constexpr const char* NAMES[] = {"issued",
                                            "sent",
                                            "arrived_at_target",
                                            "dispatched",
                                            "loop_won",
                                            "at_drive",
                                            "seek_done",
                                            "rotation_done",
                                            "media_done",
                                            "back_on_loop",
                                            "back_at_target",
                                            "answered",
                                            "completed"};
    NS_ASSERT(stage < IoStage::COUNT);
    return NAMES[static_cast<std::size_t>(stage)];
}

std::array<Time, IoTimeline::N_STAGES>
IoTimeline::Unstamped()
{
    std::array<Time, N_STAGES> stamps;
    stamps.fill(TimeStep(-1));
    return stamps;
}

void
IoTimeline::Stamp(IoStage stage)
{
    Stamp(stage, Simulator::Now());
}

void
IoTimeline::Stamp(IoStage stage, Time time)
{
    NS_ASSERT(stage < IoStage::COUNT);
    m_stamps[static_cast<std::size_t>(stage)] = time;
}

void
IoTimeline::Merge(const IoTimeline& part)
{
    for (std::size_t i = 0; i < N_STAGES; ++i)
    {
        m_stamps[i] = std::max(m_stamps[i], part.m_stamps[i]);
    }
}

bool
IoTimeline::Has(IoStage stage) const
{
    return !Get(stage).IsStrictlyNegative();
}

Time
IoTimeline::Get(IoStage stage) const
{
    NS_ASSERT(stage < IoStage::COUNT);
    return m_stamps[static_cast<std::size_t>(stage)];
}

Time
IoTimeline::GetDuration(IoStage stage) const
{
    if (!Has(stage))
    {
        return Time(0);
    }
    for (auto i = static_cast<std::size_t>(stage); i-- > 0;)
    {
        if (!m_stamps[i].IsStrictlyNegative())
        {
            return Get(stage) - m_stamps[i];
        }
    }
    return Time(0);
}

} // namespace ns3
