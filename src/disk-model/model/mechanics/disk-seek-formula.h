/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DISK_SEEK_FORMULA_H
#define DISK_SEEK_FORMULA_H

#include "ns3/disk-parameters.h"

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

namespace ns3
{

/**
 * @ingroup disk-model-mechanics
 *
 * The formulas for the time of an arm movement that data sheets and papers use. Times are in
 * milliseconds, distances in cylinders and at least 1.
 */
class DiskSeekFormula
{
  public:
    /// The time of a distance, in milliseconds.
    using Function = std::function<double(uint32_t distance)>;

    /// The three times that a data sheet gives, in milliseconds.
    struct ThreePoints
    {
        double single;  //!< to the next cylinder
        double average; //!< over all pairs of cylinders, that is over a third of them
        double full;    //!< over the full stroke
    };

    /**
     * Straight lines from the single cylinder to a third of the cylinders, and from there to all.
     *
     * @param distance cylinders to move
     * @param cylinders cylinders of the drive
     * @param points the three times
     * @return the time
     */
    static double ThreePointLine(uint32_t distance, uint32_t cylinders, const ThreePoints& points);

    /**
     * A curve a sqrt(d - 1) + b (d - 1) + c through the three times (E. K. Lee and R. H. Katz, "An
     * analytic performance model of disk arrays", SIGMETRICS 1993).
     *
     * @param distance cylinders to move
     * @param cylinders cylinders of the drive
     * @param points the three times
     * @return the time
     */
    static double Lee(uint32_t distance, uint32_t cylinders, const ThreePoints& points);

    /**
     * A root for short distances and a line for long ones (C. Ruemmler and J. Wilkes, "An
     * introduction to disk drive modeling", 1994): below v[0] cylinders v[1] + v[2] sqrt(d), from
     * there on v[3] + v[4] d, and v[5] for a single cylinder unless that is -1.
     *
     * @param distance cylinders to move
     * @param v the six numbers of the formula
     * @return the time
     */
    static double Hpl(uint32_t distance, const std::array<double, 6>& v);

    /**
     * Turn a formula into points of a seek curve, one for each distance.
     *
     * @param formula the formula
     * @param cylinders cylinders of the drive
     * @param measured points that stand in place of the formula's, by growing distance
     * @return the points from distance 1 to the full stroke
     * @throw UserError if there are too many cylinders, or a time is not from 0 to 4294 ms
     */
    static std::vector<DiskSeekPoint> Tabulate(const Function& formula,
                                               uint32_t cylinders,
                                               const std::vector<DiskSeekPoint>& measured = {});
};

} // namespace ns3

#endif /* DISK_SEEK_FORMULA_H */
