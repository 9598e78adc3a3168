/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef IO_LATENCIES_H
#define IO_LATENCIES_H

#include "ns3/io-latency-histogram.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <deque>
#include <optional>

namespace ns3
{

/**
 * @ingroup block-io-recorder
 *
 * Response times whose percentiles are exact as long as they are not too many.
 *
 * Each takes 4 bytes, or 8 from 4.3 s on, without a reserve that doubles. Those beyond the limit,
 * and all before, are counted in an IoLatencyHistogram, so that memory grows no further.
 */
class IoLatencies
{
  public:
    /// How many are kept one by one.
    static constexpr uint64_t EXACT = uint64_t{1} << 22;

    /**
     * @param exact how many are kept one by one, 1 or more
     */
    explicit IoLatencies(uint64_t exact = EXACT);

    /**
     * Add a response time.
     *
     * @param latency the time, 0 or more
     */
    void Add(Time latency);

    /**
     * @return number of times
     */
    uint64_t GetCount() const;

    /**
     * @return true if percentiles are exact; otherwise they are within
     *         IoLatencyHistogram::RELATIVE_ERROR, but for the 100th, which is always exact
     */
    bool IsExact() const;

    /**
     * Find a percentile by nearest rank: the p-th of n times is the one of rank ceil(p n / 100),
     * counted from the shortest.
     *
     * @param percent which percentile, above 0 to 100
     * @return the time of that rank; zero without times
     */
    Time GetPercentile(double percent) const;

  private:
    /// Put the times that are kept in order, if they are not.
    void Sort() const;

    /// Count the times that are kept in a histogram, and keep none any more.
    void Summarise();

    uint64_t m_exact;                                //!< how many are kept
    uint64_t m_count{0};                             //!< how many there were
    mutable std::deque<uint32_t> m_short;            //!< those below 2^32 ns, ns
    mutable std::deque<int64_t> m_long;              //!< the others, ns
    mutable bool m_sorted{true};                     //!< true if both are in order
    std::optional<IoLatencyHistogram> m_histogram{}; //!< all of them, beyond the limit
};

} // namespace ns3

#endif /* IO_LATENCIES_H */
