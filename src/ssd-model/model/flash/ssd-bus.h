/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SSD_BUS_H
#define SSD_BUS_H

#include "ns3/nstime.h"

#include <cstddef>
#include <cstdint>
#include <deque>

namespace ns3
{

/**
 * @ingroup ssd-model-flash
 *
 * Something that does one transfer at a time: a channel to the dies, or the host's link. Transfers
 * are reserved as soon as it is known when they can begin, in any order: each gets the first gap
 * that is long enough.
 */
class SsdBus
{
  public:
    /**
     * @param rate bytes/s, above 0
     */
    explicit SsdBus(double rate);

    /**
     * Reserve the bus.
     *
     * @param earliest when the transfer can begin, the present or later
     * @param bytes how much is transferred
     * @return when it ends
     */
    Time Transfer(Time earliest, uint64_t bytes);

    /**
     * @param bytes an amount of data
     * @return how long its transfer takes
     */
    Time GetDuration(uint64_t bytes) const;

  private:
    /// A time in which the bus is busy.
    struct Interval
    {
        Time begin; //!< when it begins
        Time end;   //!< when it ends
    };

    /**
     * Forget what is over.
     */
    void Forget();

    double m_nanoSecondsPerByte;     //!< time of a byte, ns
    std::deque<Interval> m_reserved; //!< in the order of time, with gaps between
};

} // namespace ns3

#endif /* SSD_BUS_H */
