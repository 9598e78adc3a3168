/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_TCP_MOMENTS_H
#define SAN_TCP_MOMENTS_H

#include "ns3/nstime.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup san-tcp
 *
 * Mean and standard deviation of values, each with a weight. Nothing is stored of single values.
 */
class SanTcpMoments
{
  public:
    /**
     * @param value a value
     * @param weight how much it counts, 0 or more
     */
    void Add(double value, double weight = 1);

    /**
     * @return the sum of the weights
     */
    double GetWeight() const;

    /**
     * @return the mean, 0 without a value
     */
    double GetMean() const;

    /**
     * @return the standard deviation, of the values themselves and not of a larger population; 0
     *         without a value
     */
    double GetDeviation() const;

  private:
    double m_weight{0}; //!< sum of the weights
    double m_mean{0};   //!< mean of the values
    double m_sum{0};    //!< of the squares of deviations from the mean, with their weights
};

/**
 * @ingroup san-tcp
 *
 * A value that changes from time to time, such as a congestion window. It counts for as long as it
 * lasts.
 */
class SanTcpTimeMean
{
  public:
    /**
     * Begin to count.
     *
     * @param value the value from now on
     * @param now the time
     */
    void Start(double value, Time now);

    /**
     * @param value the value from now on
     * @param now the time, not before that of an earlier call
     */
    void Set(double value, Time now);

    /**
     * Let the present value count up to a time.
     *
     * @param now the time, not before that of an earlier call
     */
    void Count(Time now);

    /**
     * @return mean and deviation of what was counted, weighted by seconds
     */
    const SanTcpMoments& GetMoments() const;

  private:
    double m_value{0};       //!< the present value
    Time m_since;            //!< since when it has not been counted
    SanTcpMoments m_moments; //!< what was counted
};

} // namespace ns3

#endif /* SAN_TCP_MOMENTS_H */
