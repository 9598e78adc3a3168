/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FCAL_CLOCK_H
#define FCAL_CLOCK_H

#include "ns3/event-id.h"
#include "ns3/fc-line-rate.h"
#include "ns3/simulator.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup fcal-loop
 *
 * Simulated time in transmission words since time zero. A time is converted once, so sums of words
 * stay exact; a word's time in nanoseconds and back gives the same word.
 */
class FcalClock
{
  public:
    /**
     * @param rate the line's rate
     */
    explicit FcalClock(const FcLineRate& rate = FcLineRate())
        : m_rate(rate)
    {
    }

    /**
     * @return the line's rate
     */
    const FcLineRate& GetRate() const
    {
        return m_rate;
    }

    /**
     * @return number of the first word that begins now or later
     */
    uint64_t GetNow() const
    {
        const auto now = Simulator::Now();
        const auto word = m_rate.GetWholeWords(now);
        return m_rate.GetTime(word) < now ? word + 1 : word;
    }

    /**
     * Call a member when a word begins.
     *
     * @param word number of the word, not before now
     * @param method the member
     * @param object whose member it is
     * @param arguments what it gets
     * @return the event
     */
    template <typename M, typename T, typename... A>
    EventId ScheduleAt(uint64_t word, M method, T object, A... arguments) const
    {
        return Simulator::Schedule(m_rate.GetTime(word) - Simulator::Now(),
                                   method,
                                   object,
                                   arguments...);
    }

  private:
    FcLineRate m_rate; //!< the line's rate
};

} // namespace ns3

#endif /* FCAL_CLOCK_H */
