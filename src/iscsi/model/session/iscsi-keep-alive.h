/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_KEEP_ALIVE_H
#define ISCSI_KEEP_ALIVE_H

#include "ns3/event-id.h"
#include "ns3/nstime.h"

#include <functional>

namespace ns3
{

/**
 * @ingroup iscsi
 *
 * The clock of the pings of one connection (RFC 7143, 7.14): it says when to ping and when an
 * answer has been missing for too long.
 */
class IscsiKeepAlive
{
  public:
    /**
     * Start the clock.
     *
     * @param interval time between pings, more than zero
     * @param timeout longest time a ping is unanswered, zero for no limit
     * @param ping called to ping
     * @param fail called once if an answer stays away
     */
    IscsiKeepAlive(Time interval,
                   Time timeout,
                   std::function<void()> ping,
                   std::function<void()> fail);
    ~IscsiKeepAlive();

    IscsiKeepAlive(const IscsiKeepAlive&) = delete;
    IscsiKeepAlive& operator=(const IscsiKeepAlive&) = delete;

    /**
     * An answer came.
     */
    void Answered();

  private:
    /**
     * Ping, and set both clocks.
     */
    void Tick();

    Time m_interval;              //!< time between pings
    Time m_timeout;               //!< longest time a ping is unanswered
    std::function<void()> m_ping; //!< called to ping
    std::function<void()> m_fail; //!< called if an answer stays away
    EventId m_next;               //!< the next ping
    EventId m_limit;              //!< when the oldest ping unanswered has been so for too long
};

} // namespace ns3

#endif /* ISCSI_KEEP_ALIVE_H */
