/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "trace-summary.h"

#include <algorithm>
#include <bit>

namespace ns3
{

TraceSummary::TraceSummary(bool hasTimes)
    : m_hasTimes(hasTimes)
{
}

void
TraceSummary::Add(const TraceRecord& record)
{
    const auto number = m_reads.requests + m_writes.requests;
    auto& group = record.operation == BlockOperation::READ ? m_reads : m_writes;
    AddTime(record);
    const auto sinceStart = static_cast<uint64_t>(std::max<int64_t>(record.timeNs - m_first, 0));
    m_activity.Add(m_hasTimes ? sinceStart : number, record);
    m_footprint.Add(record.device, record.lba, record.sectors);
    group.sequential += IsSequential(record) ? 1 : 0;
    ++group.requests;
    group.bytes += uint64_t{record.sectors} * TraceRecord::SECTOR_SIZE;
    ++group.sizes[std::bit_width(record.sectors - 1)];
    m_minSectors = std::min(m_minSectors, record.sectors);
    m_maxSectors = std::max(m_maxSectors, record.sectors);
    m_lastSector = std::max(m_lastSector, record.lba + record.sectors);
    if (record.observedNs > 0)
    {
        m_observed.Add(NanoSeconds(record.observedNs));
    }
}

void
TraceSummary::AddTime(const TraceRecord& record)
{
    constexpr int64_t SECOND = 1000000000;
    if (m_reads.requests + m_writes.requests == 0)
    {
        m_first = m_last = m_start = m_end = record.timeNs;
    }
    m_outOfOrder += record.timeNs < m_last ? 1 : 0;
    m_last = record.timeNs;
    m_start = std::min(m_start, record.timeNs);
    m_end = std::max(m_end, record.timeNs);
    const auto second = (record.timeNs - m_first) / SECOND;
    if (second > m_second)
    {
        m_second = second;
        m_inSecond = 0;
    }
    m_peak = std::max(m_peak, ++m_inSecond);
}

bool
TraceSummary::IsSequential(const TraceRecord& record)
{
    const auto end = record.lba + record.sectors;
    const auto [place, isFirst] = m_ends.try_emplace(record.device, end);
    const bool follows = !isFirst && place->second == record.lba;
    place->second = end;
    return follows;
}

bool
TraceSummary::HasTimes() const
{
    return m_hasTimes;
}

const TraceSummary::Group&
TraceSummary::GetReads() const
{
    return m_reads;
}

const TraceSummary::Group&
TraceSummary::GetWrites() const
{
    return m_writes;
}

std::size_t
TraceSummary::GetDevices() const
{
    return m_ends.size();
}

uint64_t
TraceSummary::GetOutOfOrder() const
{
    return m_outOfOrder;
}

int64_t
TraceSummary::GetStart() const
{
    return m_start;
}

int64_t
TraceSummary::GetEnd() const
{
    return m_end;
}

uint64_t
TraceSummary::GetPeak() const
{
    return m_peak;
}

uint32_t
TraceSummary::GetMinSectors() const
{
    return m_minSectors;
}

uint32_t
TraceSummary::GetMaxSectors() const
{
    return m_maxSectors;
}

uint64_t
TraceSummary::GetLastSector() const
{
    return m_lastSector;
}

const TraceFootprint&
TraceSummary::GetFootprint() const
{
    return m_footprint;
}

const TraceActivity&
TraceSummary::GetActivity() const
{
    return m_activity;
}

const IoLatencyHistogram&
TraceSummary::GetObserved() const
{
    return m_observed;
}

} // namespace ns3
