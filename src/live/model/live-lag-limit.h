/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LIVE_LAG_LIMIT_H
#define LIVE_LAG_LIMIT_H

#include "ns3/event-id.h"
#include "ns3/io-latency-histogram.h"
#include "ns3/nstime.h"

#include <string>

namespace ns3
{

class LiveSimulatorImpl;

/**
 * @ingroup live
 *
 * How far a simulation may be behind the wall clock, at a percentile, until its times are those of
 * the machine that it runs on.
 *
 * Two distributions are held against the limit: the lag of all events, and the lag at every
 * millisecond of simulated time. Without the second one a pause in which no event was due, but
 * somebody might have waited for the simulation, would not count, and a busy second would hide a
 * slow minute.
 */
class LiveLagLimit
{
  public:
    /**
     * Begin to look at the lag.
     *
     * @param simulator the simulator, which outlives this
     * @param limit longest lag, above 0
     * @param percent the percentile that must not be above it, above 0 to 100
     */
    LiveLagLimit(LiveSimulatorImpl& simulator, Time limit, double percent);
    ~LiveLagLimit();
    LiveLagLimit(const LiveLagLimit&) = delete;
    LiveLagLimit& operator=(const LiveLagLimit&) = delete;

    /**
     * Look at the lag from now on, whatever it was, that of events as well.
     */
    void Reset();

    /**
     * @return the lags at every millisecond since the start, or since it was reset
     */
    const IoLatencyHistogram& GetLagOverTime() const;

    /**
     * @return by how much the limit was exceeded, in one line; empty if it was not
     */
    std::string GetExcess() const;

  private:
    /// Look at the lag, and again a millisecond later.
    void Sample();

    LiveSimulatorImpl& m_simulator; //!< the clock
    Time m_limit;                   //!< longest lag
    double m_percent;               //!< at this percentile
    IoLatencyHistogram m_samples;   //!< lag at every millisecond
    EventId m_next;                 //!< when it is looked at again
};

} // namespace ns3

#endif /* LIVE_LAG_LIMIT_H */
