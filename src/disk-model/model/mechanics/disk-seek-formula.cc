/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "disk-seek-formula.h"

#include "disk-seek-curve.h"

#include "ns3/user-error.h"

#include <cmath>
#include <string>

namespace ns3
{

namespace
{

/// A drive has no more cylinders than this.
constexpr uint32_t MAX_CYLINDERS = 1'000'000;

} // namespace

double
DiskSeekFormula::ThreePointLine(uint32_t distance, uint32_t cylinders, const ThreePoints& points)
{
    const double d = distance;
    const double c = cylinders;
    if (distance == 1)
    {
        return points.single;
    }
    if (d <= c / 3)
    {
        return points.single + 3 * (d - 1) / c * (points.average - points.single);
    }
    return points.average + (3 * d - c) / (2 * c) * (points.full - points.average);
}

double
DiskSeekFormula::Lee(uint32_t distance, uint32_t cylinders, const ThreePoints& points)
{
    const double c = cylinders;
    const auto root =
        (-10 * points.single + 15 * points.average - 5 * points.full) / (3 * std::sqrt(c));
    const auto slope = (7 * points.single - 15 * points.average + 8 * points.full) / (3 * c);
    const auto d = distance - 1.;
    return root * std::sqrt(d) + slope * d + points.single;
}

double
DiskSeekFormula::Hpl(uint32_t distance, const std::array<double, 6>& v)
{
    if (distance == 1 && v[5] != -1)
    {
        return v[5];
    }
    return distance < v[0] ? v[1] + v[2] * std::sqrt(distance) : v[3] + v[4] * distance;
}

std::vector<DiskSeekPoint>
DiskSeekFormula::Tabulate(const Function& formula,
                          uint32_t cylinders,
                          const std::vector<DiskSeekPoint>& measured)
{
    if (cylinders > MAX_CYLINDERS)
    {
        throw UserError("a seek formula is for at most " + std::to_string(MAX_CYLINDERS) +
                        " cylinders");
    }
    std::vector<DiskSeekPoint> points;
    auto next = measured.begin();
    for (uint32_t distance = 1; distance < cylinders; ++distance)
    {
        if (next != measured.end() && next->distance == distance)
        {
            points.push_back(*next++);
            continue;
        }
        const auto ns = formula(distance) * 1e6;
        if (!(ns >= 0 && ns <= DiskSeekCurve::MAX_NANOSECONDS))
        {
            throw UserError("the seek formula gives " + std::to_string(ns / 1e6) + " ms for " +
                            std::to_string(distance) + " cylinders, not from 0 to 4294 ms");
        }
        points.push_back({distance, NanoSeconds(std::llround(ns))});
    }
    if (next != measured.end())
    {
        throw UserError("the seek points must grow in distance and be shorter than " +
                        std::to_string(cylinders) + " cylinders");
    }
    return points;
}

} // namespace ns3
