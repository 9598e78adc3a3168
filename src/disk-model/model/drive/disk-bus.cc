/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "disk-bus.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

namespace
{

/**
 * @param blocks number of blocks of a write to a drive that has the extra disconnection
 * @return how many must be in the buffer before the medium takes one
 */
uint64_t
GetWanted(uint64_t blocks)
{
    return blocks < 45 ? std::min<uint64_t>(blocks, 10) : 15;
}

} // namespace

DiskBus::DiskBus(const DiskParameters& parameters)
    : m_parameters(parameters.controller),
      m_segmentBlocks(parameters.cache.segmentBlocks)
{
}

Time
DiskBus::GetReadTime(uint64_t blocks) const
{
    return m_parameters.dataPreparation + m_parameters.blockTransfer * static_cast<int64_t>(blocks);
}

Time
DiskBus::GetWriteTime(uint64_t blocks) const
{
    return m_parameters.dataPreparation +
           m_parameters.writeBlockTransfer * static_cast<int64_t>(blocks);
}

Time
DiskBus::GetReadEnd(const Read& read) const
{
    auto begin = read.ready;
    if (!read.begins)
    {
        const auto room = std::min<uint64_t>(read.blocks, std::max(m_segmentBlocks, 1U));
        const auto whole = m_parameters.waterOfSegment ? m_segmentBlocks : room;
        const auto wanted = static_cast<uint64_t>(std::ceil(m_parameters.readHighWater * whole));
        const int64_t more = std::clamp<uint64_t>(wanted, 1, room) - 1;
        // Switches of tracks are as likely before any block as before any other.
        const auto others = std::max<int64_t>(read.blocks - 1, 1);
        const auto enough = read.first + (read.mediumEnd - read.first) * more / others;
        begin = std::max(begin + read.disconnection, enough) + m_parameters.firstReselection;
    }
    return std::max(read.mediumEnd + m_parameters.blockTransfer, begin + GetReadTime(read.blocks));
}

DiskBus::Write
DiskBus::PlanWrite(Time ready, uint64_t blocks, Time sector, bool extra) const
{
    const auto& more = m_parameters.extraDisconnection;
    Write write;
    write.overhead = extra ? more.seekDelay : Time(0);
    const auto begin =
        extra ? ready + more.disconnection + more.pause + m_parameters.firstReselection : ready;
    const auto end = begin + GetWriteTime(blocks);
    const auto first = begin + GetWriteTime(more.enabled ? GetWanted(blocks) : 1);
    write.data = std::max(first, end - sector * static_cast<int64_t>(blocks - 1));
    write.release = end + (extra ? more.lastDisconnection : m_parameters.writeDisconnection);
    write.status = (extra ? more.lastReselection : m_parameters.firstReselection) +
                   m_parameters.writeCompletion;
    return write;
}

} // namespace ns3
