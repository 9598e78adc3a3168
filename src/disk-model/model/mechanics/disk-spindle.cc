/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "disk-spindle.h"

#include "ns3/assert.h"

#include <cmath>

namespace ns3
{

DiskSpindle::DiskSpindle(double rpm)
    : m_speed(std::llround(rpm * 100))
{
    NS_ASSERT(rpm >= MIN_RPM && rpm <= MAX_RPM);
}

DiskAngle
DiskSpindle::GetAngle(int64_t nanoseconds) const
{
    NS_ASSERT(nanoseconds >= 0);
    // In REVOLUTION nanoseconds the platters turn a whole number of times; what is left times the
    // speed fits, as REVOLUTION * 100 * MAX_RPM is below 2^64.
    return static_cast<uint64_t>(nanoseconds) % REVOLUTION * m_speed % REVOLUTION;
}

DiskAngle
DiskSpindle::GetTurn(int64_t nanoseconds) const
{
    return static_cast<uint64_t>(nanoseconds) * m_speed;
}

int64_t
DiskSpindle::GetDuration(DiskAngle turn) const
{
    return turn / m_speed;
}

DiskAngle
DiskSpindle::GetLongestTurn(int64_t nanoseconds) const
{
    const auto next = static_cast<uint64_t>(nanoseconds) + 1;
    return next <= UINT64_MAX / m_speed ? next * m_speed - 1 : UINT64_MAX;
}

DiskAngle
DiskSpindle::GetAngleBetween(DiskAngle from, DiskAngle to)
{
    return to >= from ? to - from : to + REVOLUTION - from;
}

} // namespace ns3
