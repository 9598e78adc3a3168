/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_MOVABLE_TIMER_H
#define TCP_MOVABLE_TIMER_H

#include "ns3/event-id.h"
#include "ns3/nstime.h"

#include <functional>
#include <optional>

namespace ns3
{

/**
 * @ingroup host-tcp-socket
 *
 * A timer of a TCP socket that is stopped and set again with each segment, and hardly ever
 * expires. What moves is when it is due; its event stays where it is until then, and is scheduled
 * for the rest of the time if it comes too early. A cancelled event would stay in the simulator's
 * list until its time, and there would be one for each segment.
 *
 * The event belongs to ns-3's socket, which looks whether it is pending.
 */
class TcpMovableTimer
{
  public:
    /// Schedules the event: how long from now.
    using Scheduler = std::function<EventId(Time)>;

    /**
     * @param schedule schedules the event
     */
    explicit TcpMovableTimer(Scheduler schedule);
    ~TcpMovableTimer();

    TcpMovableTimer(const TcpMovableTimer&) = delete;
    TcpMovableTimer& operator=(const TcpMovableTimer&) = delete;

    /**
     * Set the timer, whether it runs or not.
     *
     * @param event of the socket; pending afterwards
     * @param delay how long from now
     */
    void Set(EventId& event, Time delay);

    /**
     * Stop the timer.
     *
     * @param event of the socket; not pending afterwards
     */
    void Stop(EventId& event);

    /**
     * Let the socket find an event pending where it would schedule one. The timer must be set or
     * stopped next.
     *
     * @param event of the socket, not pending; pending afterwards if there is one to be had
     */
    void Lend(EventId& event);

    /**
     * The event has come.
     *
     * @param event of the socket; pending afterwards if the timer was moved
     * @return whether the timer has expired
     */
    bool Expire(EventId& event);

  private:
    Scheduler m_schedule;      //!< schedules the event
    EventId m_scheduled;       //!< the event that was scheduled last
    EventId m_resting;         //!< the event while the timer does not run
    std::optional<Time> m_due; //!< when the timer expires, if it runs
};

} // namespace ns3

#endif /* TCP_MOVABLE_TIMER_H */
