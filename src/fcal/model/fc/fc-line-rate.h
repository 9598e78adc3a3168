/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FC_LINE_RATE_H
#define FC_LINE_RATE_H

#include "ns3/data-rate.h"
#include "ns3/nstime.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup fcal-fc
 *
 * The rate of a line with 8b/10b code and the time of its transmission words. One word is 40 line
 * bits, whose duration is not a whole number of nanoseconds (640/17 ns at 1.0625 Gbaud): count in
 * words and convert a sum once.
 */
class FcLineRate
{
  public:
    /**
     * @param baud line bits per second: 1.0625, 2.125, 4.25 or 8.5 Gb/s
     * @throw UserError at any other rate
     */
    explicit FcLineRate(DataRate baud = DataRate(1062500000));

    /**
     * @return line bits per second
     */
    DataRate GetBaud() const;

    /**
     * @param words a number of transmission words, up to 10^16
     * @return how long they take on the line, exact to the nearest nanosecond, halves up
     */
    Time GetTime(uint64_t words) const;

    /**
     * @param time a time, not negative
     * @return the number of whole transmission words in it
     */
    uint64_t GetWholeWords(Time time) const;

  private:
    DataRate m_baud;                 //!< line bits per second
    uint64_t m_nanosecondsNumerator; //!< nanoseconds of m_wordsDenominator words
    uint64_t m_wordsDenominator;     //!< words in m_nanosecondsNumerator nanoseconds
};

} // namespace ns3

#endif /* FC_LINE_RATE_H */
