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

uint64_t
DiskBus::GetWater(uint64_t blocks) const
{
    const auto room = std::min<uint64_t>(blocks, std::max(m_segmentBlocks, 1U));
    const auto share = m_parameters.readHighWater;
    const auto wanted =
        m_parameters.waterOfSegment ? std::ceil(share * m_segmentBlocks) : std::floor(share * room);
    return std::clamp<uint64_t>(static_cast<uint64_t>(wanted), 1, room);
}

Time
DiskBus::GetReadEnd(const Read& read) const
{
    auto begin = read.ready;
    if (!read.begins)
    {
        begin = std::max(begin + read.disconnection, read.enough) + m_parameters.firstReselection;
    }
    return std::max(read.crossed, begin + GetReadTime(read.blocks));
}

DiskBus::Write
DiskBus::PlanWrite(Time ready, uint64_t blocks, bool extra) const
{
    const auto& more = m_parameters.extraDisconnection;
    Write write;
    write.overhead = extra ? more.seekDelay : Time(0);
    const auto onBus =
        extra ? ready + more.disconnection + more.pause + m_parameters.firstReselection : ready;
    const auto end = onBus + GetWriteTime(blocks);
    write.begin = onBus + m_parameters.dataPreparation;
    write.data = onBus + GetWriteTime(more.enabled ? GetWanted(blocks) : 1);
    write.release = end + (extra ? more.lastDisconnection : m_parameters.writeDisconnection);
    write.status = (extra ? more.lastReselection : m_parameters.firstReselection) +
                   m_parameters.writeCompletion;
    return write;
}

} // namespace ns3
