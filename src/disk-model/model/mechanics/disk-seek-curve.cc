/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "disk-seek-curve.h"

#include "ns3/assert.h"

#include <cmath>

namespace ns3
{

DiskSeekCurve::DiskSeekCurve(const std::vector<DiskSeekPoint>& points)
    : DiskSeekCurve(points, points.empty() ? 0 : points.back().distance)
{
}

DiskSeekCurve::DiskSeekCurve(const std::vector<DiskSeekPoint>& points, uint32_t stroke)
{
    m_nanoseconds.reserve(std::size_t{stroke} + 1);
    m_nanoseconds.push_back(0);
    auto left = DiskSeekPoint{};
    for (const auto& right : points)
    {
        const auto leftTime = left.time.GetNanoSeconds();
        const auto rise = static_cast<double>(right.time.GetNanoSeconds() - leftTime);
        const double run = right.distance - left.distance;
        for (uint64_t step = 1; step <= right.distance - left.distance; ++step)
        {
            if (m_nanoseconds.size() > stroke)
            {
                return;
            }
            m_nanoseconds.push_back(leftTime + std::llround(rise * (step / run)));
        }
        left = right;
    }
    m_nanoseconds.resize(std::size_t{stroke} + 1, m_nanoseconds.back());
}

int64_t
DiskSeekCurve::GetNanoSeconds(uint32_t distance) const
{
    NS_ASSERT_MSG(distance < m_nanoseconds.size(), "seek beyond the stroke");
    return m_nanoseconds[distance];
}

} // namespace ns3
