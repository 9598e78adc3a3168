/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "disk-seek-curve.h"

#include "ns3/assert.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ns3
{

DiskSeekCurve::DiskSeekCurve(std::vector<DiskSeekPoint> points)
    : m_points(std::move(points))
{
}

int64_t
DiskSeekCurve::GetNanoSeconds(uint32_t distance) const
{
    if (distance == 0)
    {
        return 0;
    }
    const auto isBelow = [](const DiskSeekPoint& point, uint32_t d) { return point.distance < d; };
    const auto right = std::lower_bound(m_points.begin(), m_points.end(), distance, isBelow);
    NS_ASSERT_MSG(right != m_points.end(), "seek beyond the last point of the curve");
    const auto rightTime = right->time.GetNanoSeconds();
    if (right->distance == distance)
    {
        return rightTime;
    }
    const auto left = std::prev(right);
    const auto leftTime = left->time.GetNanoSeconds();
    const auto share =
        static_cast<double>(distance - left->distance) / (right->distance - left->distance);
    return leftTime + std::llround(static_cast<double>(rightTime - leftTime) * share);
}

} // namespace ns3
