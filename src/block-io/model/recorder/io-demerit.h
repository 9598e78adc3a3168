/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef IO_DEMERIT_H
#define IO_DEMERIT_H

#include "ns3/nstime.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup block-io-recorder
 *
 * The demerit of a model against a measurement, after Ruemmler and Wilkes: the root mean square
 * horizontal distance between the distributions of observed and simulated response times. Both have
 * the same number of times, so the i-th shortest observed time is compared with the i-th shortest
 * simulated one.
 *
 * A repeated load is compared pass by pass. Only one pass is held in memory, and the total demerit
 * is the root mean square over the requests of all passes.
 */
class IoDemerit
{
  public:
    /**
     * Add a request of the current pass.
     *
     * @param observed the response time that was measured
     * @param simulated the response time of the model
     */
    void Add(Time observed, Time simulated);

    /**
     * End the current pass and begin another.
     */
    void EndPass();

    /**
     * End the present passes of parts, and with them the current pass of the whole: cheaper than
     * adding each request to a part and to the whole.
     *
     * @param a a part
     * @param b the other part
     * @param whole what both make up; nothing is ever added to it alone
     */
    static void EndPass(IoDemerit& a, IoDemerit& b, IoDemerit& whole);

    /**
     * @return the demerit over all passes that ended, in milliseconds; zero before
     */
    double GetMilliSeconds() const;

  private:
    /**
     * Put the times of the current pass in order.
     */
    void Sort();

    /**
     * Add the distances of the current pass, which is in order, and forget it.
     */
    void Sum();

    std::vector<int64_t> m_observed;       //!< of the current pass, ns
    std::vector<int64_t> m_simulated;      //!< of the current pass, ns
    std::vector<int64_t> m_lastObserved;   //!< of the last pass, as they came
    std::vector<int64_t> m_sortedObserved; //!< the same in order
    double m_squares{0};                   //!< sum of squared distances of all passes, ns^2
    uint64_t m_count{0};                   //!< requests of all passes
};

} // namespace ns3

#endif /* IO_DEMERIT_H */
