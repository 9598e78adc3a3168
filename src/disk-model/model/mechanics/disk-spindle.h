/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DISK_SPINDLE_H
#define DISK_SPINDLE_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup disk-model-mechanics
 *
 * An angle of the platters in units of a revolution divided by DiskSpindle::REVOLUTION.
 */
using DiskAngle = uint64_t;

/**
 * @ingroup disk-model-mechanics
 *
 * The motor that turns the platters. It counts angles in whole numbers, fine enough that at a speed
 * of two decimals a nanosecond is a whole number of them. The angle is therefore exact at any time,
 * without drift even over years.
 */
class DiskSpindle
{
  public:
    /// A full revolution: the nanoseconds in a minute times the hundredths in a revolution.
    static constexpr DiskAngle REVOLUTION = 6'000'000'000'000;
    static constexpr double MIN_RPM = 1;     //!< slowest speed, revolutions per minute
    static constexpr double MAX_RPM = 30000; //!< fastest speed, revolutions per minute

    /**
     * @param rpm speed in revolutions per minute, from MIN_RPM to MAX_RPM, rounded to two decimals
     */
    explicit DiskSpindle(double rpm);

    /**
     * @param nanoseconds a time, not negative
     * @return the angle at that time, less than REVOLUTION, when it is zero at time zero
     */
    DiskAngle GetAngle(int64_t nanoseconds) const;

    /**
     * @param nanoseconds a duration, not negative and at most a few hours
     * @return the angle turned in it, full revolutions included
     */
    DiskAngle GetTurn(int64_t nanoseconds) const;

    /**
     * @param turn an angle, full revolutions included
     * @return the time to turn it in nanoseconds, rounded down: so a head that ends a sector is
     *         never too late for the next
     */
    int64_t GetDuration(DiskAngle turn) const;

    /**
     * @param nanoseconds a duration, not negative
     * @return the longest angle that takes no longer, as GetDuration counts, or the largest number
     */
    DiskAngle GetLongestTurn(int64_t nanoseconds) const;

    /**
     * @param from an angle, less than REVOLUTION
     * @param to another
     * @return the angle from one forward to the other, less than REVOLUTION
     */
    static DiskAngle GetAngleBetween(DiskAngle from, DiskAngle to);

  private:
    uint64_t m_speed; //!< angle turned in a nanosecond
};

} // namespace ns3

#endif /* DISK_SPINDLE_H */
