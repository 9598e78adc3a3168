/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DISK_SEEK_CURVE_H
#define DISK_SEEK_CURVE_H

#include "disk-parameters.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup disk-model
 *
 * The time of an arm movement as a function of its distance: measured points, and straight lines
 * between them (Ruemmler and Wilkes, "An introduction to disk drive modeling", 1994).
 */
class DiskSeekCurve
{
  public:
    /**
     * @param points the measured points, growing in distance, the first at distance 1; none for a
     *        drive of one cylinder
     */
    explicit DiskSeekCurve(std::vector<DiskSeekPoint> points);

    /**
     * @param distance cylinders to move, at most the last point's distance
     * @return time to move and settle for a read, in nanoseconds to the nearest; zero for no
     *         distance
     */
    int64_t GetNanoSeconds(uint32_t distance) const;

  private:
    std::vector<DiskSeekPoint> m_points; //!< by growing distance
};

} // namespace ns3

#endif /* DISK_SEEK_CURVE_H */
