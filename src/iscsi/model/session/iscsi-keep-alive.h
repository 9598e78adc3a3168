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
 * @ingroup iscsi-session
 *
 * The clock of the pings of one connection, either end of it (RFC 7143, 7.14): it says when to ping
 * and when an answer has been missing for too long.
 */
class IscsiKeepAlive
{
  public:
    /**
     * Nothing is pinged until Start() is called.
     *
     * @param interval time between pings, zero for none
     * @param timeout longest time a ping is unanswered, zero for no limit
     * @param ping called when a ping is due
     * @param fail called once if an answer does not come
     */
    IscsiKeepAlive(Time interval,
                   Time timeout,
                   std::function<void()> ping,
                   std::function<void()> fail);
    ~IscsiKeepAlive();

    IscsiKeepAlive(const IscsiKeepAlive&) = delete;
    IscsiKeepAlive& operator=(const IscsiKeepAlive&) = delete;

    /**
     * Let the first ping be due after one interval, if there is one.
     */
    void Start();

    /**
     * Let no more pings be due. A ping that is unanswered still has its time.
     */
    void StopPings();

    /**
     * Stop both clocks.
     */
    void Stop();

    /**
     * A ping was sent, due or not. The time for an answer continues from the oldest that is
     * unanswered.
     */
    void PingSent();

    /**
     * An answer came.
     */
    void Answered();

    /**
     * @return true if an answer is awaited, which is never so without a limit
     */
    bool IsAwaited() const;

  private:
    /**
     * A ping is due.
     */
    void Tick();

    Time m_interval;              //!< time between pings
    Time m_timeout;               //!< longest time a ping is unanswered
    std::function<void()> m_ping; //!< called when a ping is due
    std::function<void()> m_fail; //!< called if an answer does not come
    EventId m_next;               //!< the next ping
    EventId m_limit;              //!< when the oldest ping unanswered has been so for too long
};

} // namespace ns3

#endif /* ISCSI_KEEP_ALIVE_H */
