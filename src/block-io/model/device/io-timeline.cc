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
    static constexpr const char* NAMES[] = {
        "issued",   "cache_hit",         "read_ahead",    "throttled",
        "sent",     "arrived_at_target", "dispatched",    "loop_won",
        "at_drive", "seek_done",         "rotation_done", "command_done",
        "die_won",  "cells_read",        "channel_done",  "link_done",
        "buffered", "media_done",        "back_on_loop",  "back_at_target",
        "answered", "completed"};
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
    NS_ASSERT_MSG(!time.IsStrictlyNegative(), "a stamp before the beginning of the simulation");
    const auto own = m_stamps.begin() + static_cast<std::size_t>(stage);
    const auto isLater = [time](const Time& stamp) { return stamp > time; };
    const auto isEarlier = [time](const Time& stamp) { return stamp < time; };
    if (stage == IoStage::COMPLETED)
    {
        std::replace_if(m_stamps.begin(), own, isLater, TimeStep(-1));
    }
    if (std::any_of(m_stamps.begin(), own, isLater))
    {
        return;
    }
    *own = time;
    std::replace_if(own + 1, m_stamps.end(), isEarlier, TimeStep(-1));
}

void
IoTimeline::StampSent(const IoCommand& command, Time time)
{
    Stamp(IoStage::SENT, time);
    m_command = command;
    ++m_commands;
}

void
IoTimeline::CopyStamps(const IoTimeline& part, IoStage first, IoStage last)
{
    for (auto i = static_cast<std::size_t>(first); i <= static_cast<std::size_t>(last); ++i)
    {
        const auto stage = static_cast<IoStage>(i);
        if (part.Has(stage))
        {
            Stamp(stage, part.Get(stage));
        }
    }
    if (first <= IoStage::SENT && last >= IoStage::SENT && part.Has(IoStage::SENT))
    {
        m_command = part.m_command;
        m_commands = part.m_commands;
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
            NS_ASSERT_MSG(Get(stage) >= m_stamps[i],
                          GetIoStageName(stage) << " lies before an earlier stage");
            return Get(stage) - m_stamps[i];
        }
    }
    return Time(0);
}

const IoCommand*
IoTimeline::GetCommand() const
{
    return Has(IoStage::SENT) && m_command.connection ? &m_command : nullptr;
}

uint32_t
IoTimeline::GetNCommands() const
{
    return m_commands;
}

} // namespace ns3
