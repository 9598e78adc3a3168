/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_TCP_RTT_H
#define SAN_TCP_RTT_H

#include "san-tcp-moments.h"

#include "ns3/nstime.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup san-tcp
 *
 * Round trip times as a sender of TCP can measure them: from the sending of a segment to the
 * acknowledgement that covers it, one segment at a time, so about one sample for each round trip. A
 * segment is given up once anything is retransmitted, since its acknowledgement may be late for
 * that reason (Karn's rule, RFC 6298, clause 3). Times are exact: those of ns-3's timestamps, which
 * its TCP itself uses, are whole milliseconds.
 */
class SanTcpRtt
{
  public:
    /**
     * Bytes were sent for the first time.
     *
     * @param end bytes sent so far with them
     * @param now the time
     */
    void Send(uint64_t end, Time now);

    /**
     * Bytes were acknowledged.
     *
     * @param end bytes acknowledged so far
     * @param now the time
     */
    void Acknowledge(uint64_t end, Time now);

    /**
     * Bytes were retransmitted.
     */
    void Retransmit();

    /**
     * @return the latest sample, 0 without one
     */
    Time GetLast() const;

    /**
     * @return the shortest sample, 0 without one
     */
    Time GetMinimum() const;

    /**
     * @return mean and deviation of the samples in seconds; each has the weight 1
     */
    const SanTcpMoments& GetMoments() const;

  private:
    uint64_t m_end{0};       //!< where the timed segment ends, 0 if none is timed
    Time m_begin;            //!< when it was sent
    Time m_last;             //!< the latest sample
    Time m_minimum;          //!< the shortest sample
    SanTcpMoments m_moments; //!< the samples
};

} // namespace ns3

#endif /* SAN_TCP_RTT_H */
