/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LIVE_LAG_H
#define LIVE_LAG_H

#include "ns3/io-latency-histogram.h"
#include "ns3/nstime.h"

namespace ns3
{

/**
 * @ingroup live
 *
 * How far a simulation is behind the wall clock: the lag of each event when it is executed, as
 * distributions over the whole run and since the last query. An event costs the same however
 * many there were.
 */
class LiveLag
{
  public:
    /**
     * Count an event.
     *
     * @param lag wall clock minus the time of the event; below 0 counts as 0
     */
    void Add(Time lag);

    /**
     * @return the lags since this was last called, or since the start
     */
    IoLatencyHistogram TakeInterval();

    /**
     * Count anew.
     */
    void Reset();

    /**
     * @return the lags since the start, or since it was reset
     */
    IoLatencyHistogram GetRun() const;

  private:
    IoLatencyHistogram m_before;   //!< until the last query
    IoLatencyHistogram m_interval; //!< since then
};

} // namespace ns3

#endif /* LIVE_LAG_H */
