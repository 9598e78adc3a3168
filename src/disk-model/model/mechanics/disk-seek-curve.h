/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DISK_SEEK_CURVE_H
#define DISK_SEEK_CURVE_H

#include "ns3/disk-parameters.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup disk-model-mechanics
 *
 * The time of an arm movement as a function of its distance: measured points, and straight lines
 * between them (Ruemmler and Wilkes, "An introduction to disk drive modeling", 1994).
 */
class DiskSeekCurve
{
  public:
    static constexpr uint32_t MAX_NANOSECONDS = UINT32_MAX; //!< longest seek

    /**
     * @param points the measured points, growing in distance, the first at distance 1; none for a
     *        drive of one cylinder
     */
    explicit DiskSeekCurve(const std::vector<DiskSeekPoint>& points);

    /**
     * @param points the measured points; past the last one the curve is flat
     * @param stroke longest distance that will be asked for
     */
    DiskSeekCurve(const std::vector<DiskSeekPoint>& points, uint32_t stroke);

    /**
     * @param distance cylinders to move, at most the stroke or the last point's distance
     * @return time to move and settle for a read, in nanoseconds to the nearest; zero for no
     *         distance
     */
    int64_t GetNanoSeconds(uint32_t distance) const;

  private:
    std::vector<uint32_t> m_nanoseconds; //!< the time by distance, which is looked up all the time
};

} // namespace ns3

#endif /* DISK_SEEK_CURVE_H */
