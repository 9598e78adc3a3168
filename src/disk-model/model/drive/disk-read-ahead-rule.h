/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DISK_READ_AHEAD_RULE_H
#define DISK_READ_AHEAD_RULE_H

#include "ns3/disk-geometry.h"
#include "ns3/disk-parameters.h"
#include "ns3/disk-run.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup disk-model-drive
 *
 * How far a drive reads ahead after a read.
 */
class DiskReadAheadRule
{
  public:
    /**
     * @param cache the drive's cache, which outlives this
     * @param geometry the drive's layout, which outlives this
     */
    DiskReadAheadRule(const DiskCacheParameters& cache, const DiskGeometry& geometry);

    /**
     * @param run blocks that were asked for
     * @param segmentBegin the first block of the segment that they are in
     * @return the block before which reading on ends, that after the run or a later one
     */
    uint64_t GetEnd(const DiskRun& run, uint64_t segmentBegin) const;

  private:
    /**
     * @param run blocks that were asked for, not the drive's last
     * @param segmentBegin the first block of the segment that they are in
     * @return the end of their last track, or of the next if the segment was begun on one before
     */
    uint64_t GetNextTrackEnd(const DiskRun& run, uint64_t segmentBegin) const;

    const DiskCacheParameters& m_cache; //!< the cache
    const DiskGeometry& m_geometry;     //!< the layout
};

} // namespace ns3

#endif /* DISK_READ_AHEAD_RULE_H */
