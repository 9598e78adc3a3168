/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_TICKS_H
#define TCP_TICKS_H

#include "ns3/nstime.h"

namespace ns3
{

/**
 * @ingroup host-tcp-recovery
 *
 * The ticks of a host's clock by which its timers go. A timer of Linux is set for a whole number of
 * ticks, rounded up, and expires at a tick but never early: the one that is under way when it is
 * set does not count. All hosts tick at the same times.
 */
class TcpTicks
{
  public:
    /**
     * @param tick time between two, 0 if timers go to the nanosecond
     */
    explicit TcpTicks(Time tick);

    /**
     * @param now time at which a timer is set
     * @param timeout for how long, 0 or more
     * @return how long it takes to expire
     */
    Time GetWait(Time now, Time timeout) const;

    /**
     * @return time between two ticks
     */
    Time GetTick() const;

  private:
    Time m_tick; //!< between two
};

} // namespace ns3

#endif /* TCP_TICKS_H */
