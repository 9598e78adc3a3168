/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef IO_LATENCY_HISTOGRAM_H
#define IO_LATENCY_HISTOGRAM_H

#include "ns3/nstime.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup toolbox-result
 *
 * The distribution of any number of response times in a fixed amount of memory, 112 KiB.
 *
 * Times are counted in buckets, 256 of equal width for every doubling, so a percentile is at most
 * 1/512 (0.2 %) away from the time of that rank; below 512 ns it is exact. Number, mean, shortest
 * and longest are exact.
 */
class IoLatencyHistogram
{
  public:
    /// How far a percentile may be from the time of its rank, as a share of that time.
    static constexpr double RELATIVE_ERROR = 1.0 / 512;

    IoLatencyHistogram();

    /**
     * @param percent a percentile, above 0 to 100
     * @param count number of times
     * @return the percentile's nearest rank among them, ceil(percent count / 100)
     */
    static uint64_t GetRank(double percent, uint64_t count);

    /**
     * Count a response time.
     *
     * @param latency the time, 0 or more
     */
    void Add(Time latency);

    /**
     * Count everything that another histogram counted.
     *
     * @param other the other histogram
     */
    void Add(const IoLatencyHistogram& other);

    /**
     * @return number of times
     */
    uint64_t GetCount() const;

    /**
     * @return sum of the times in nanoseconds
     */
    long double GetSum() const;

    /**
     * @return exact mean, to the nanosecond; zero without times
     */
    Time GetMean() const;

    /**
     * @return exact shortest time; zero without times
     */
    Time GetMin() const;

    /**
     * @return exact longest time; zero without times
     */
    Time GetMax() const;

    /**
     * Find a percentile by nearest rank: the p-th of n times is the one of rank ceil(p n / 100),
     * counted from the shortest.
     *
     * @param percent which percentile, above 0 to 100
     * @return the middle of the bucket of that rank, but not outside the shortest and the longest;
     *         the 100th is exact; zero without times
     */
    Time GetPercentile(double percent) const;

    /**
     * Find how many times are longer than a bound. A time counts as the middle of its bucket, as
     * in a percentile, so the answer is exact for some bound at most 0.2 % away from this one.
     *
     * @param bound the bound
     * @return the share of the longer times, 0 to 1; 0 without times
     */
    double GetShareAbove(Time bound) const;

  private:
    /// Buckets of each doubling, as a power of two.
    static constexpr int BITS = 8;
    /// Buckets of each doubling.
    static constexpr uint64_t WIDTH = uint64_t{1} << BITS;
    /// Buckets for all times that 63 bits of nanoseconds hold.
    static constexpr std::size_t N_BUCKETS = (63 - BITS + 1) * WIDTH;

    /**
     * @param ns a time in nanoseconds
     * @return number of its bucket
     */
    static std::size_t GetBucket(uint64_t ns);

    /**
     * @param bucket number of a bucket
     * @return the middle of its times, in nanoseconds
     */
    static uint64_t GetMiddle(std::size_t bucket);

    /**
     * @param bucket number of a bucket that counts a time
     * @return what its times count as: its middle, but not outside the shortest and the longest, ns
     */
    int64_t GetTime(std::size_t bucket) const;

    std::vector<uint64_t> m_buckets; //!< times counted in each
    uint64_t m_count{0};             //!< times counted in all
    long double m_sum{0};            //!< their sum, ns; 64 bits of mantissa and no overflow
    int64_t m_min{INT64_MAX};        //!< the shortest, ns
    int64_t m_max{0};                //!< the longest, ns
};

} // namespace ns3

#endif /* IO_LATENCY_HISTOGRAM_H */
