/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "disk-read-ahead-rule.h"

#include <algorithm>

namespace ns3
{

DiskReadAheadRule::DiskReadAheadRule(const DiskCacheParameters& cache, const DiskGeometry& geometry)
    : m_cache(cache),
      m_geometry(geometry)
{
}

uint64_t
DiskReadAheadRule::GetEnd(const DiskRun& run, uint64_t segmentBegin) const
{
    const auto blocks = m_geometry.GetBlockCount();
    auto end = std::min(run.end + m_cache.maxReadAhead, blocks);
    switch (run.end < blocks ? m_cache.readAhead : DiskReadAhead::NONE)
    {
    case DiskReadAhead::NONE:
        return run.end;
    case DiskReadAhead::TRACK_END:
        end = std::min(end, m_geometry.GetTrackEnd(run.end - 1));
        break;
    case DiskReadAhead::CYLINDER_END:
        end = std::min(end, m_geometry.GetCylinderEnd(run.end - 1));
        break;
    case DiskReadAhead::SEGMENT_FULL:
        end = std::min(end,
                       m_cache.segmentBlocks +
                           (m_cache.readAheadOverRequested ? run.end : segmentBegin));
        break;
    case DiskReadAhead::NEXT_TRACK_END:
        end = std::min(end, GetNextTrackEnd(run, segmentBegin));
        break;
    case DiskReadAhead::UNTIL_INTERRUPTED:
        break;
    }
    return std::max(run.end, end);
}

uint64_t
DiskReadAheadRule::GetNextTrackEnd(const DiskRun& run, uint64_t segmentBegin) const
{
    const auto end = m_geometry.GetTrackEnd(run.end - 1);
    const auto runsOn = m_geometry.GetTrackEnd(segmentBegin) < run.end;
    return runsOn && end < m_geometry.GetBlockCount() ? m_geometry.GetTrackEnd(end) : end;
}

} // namespace ns3
