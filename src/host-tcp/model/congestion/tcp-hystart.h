/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_HYSTART_H
#define TCP_HYSTART_H

#include "ns3/nstime.h"
#include "ns3/sequence-number.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup host-tcp-congestion
 *
 * Finds out in slow start that the path is full (HyStart, S. Ha and I. Rhee, Computer Networks 55,
 * 2011), with the constants of Linux: by a train of acknowledgements that takes as long as half a
 * round trip and half a millisecond, or by round trips of more than 4 to 16 ms above the least one.
 */
class TcpHystart
{
  public:
    /**
     * A round begins.
     *
     * @param next the sequence number that is sent next; the round ends once it is acknowledged
     */
    void StartRound(SequenceNumber32 next);

    /**
     * Take an acknowledgement in slow start.
     *
     * @param acknowledged first sequence number that is not acknowledged
     * @param next the sequence number that is sent next
     * @param window congestion window, segments
     * @param rtt round trip of what is acknowledged
     * @param least least round trip until now
     * @return whether the path is full
     */
    bool IsFull(SequenceNumber32 acknowledged,
                SequenceNumber32 next,
                uint32_t window,
                Time rtt,
                Time least);

  private:
    SequenceNumber32 m_roundEnd{0}; //!< whose acknowledgement ends the round
    Time m_roundStart;              //!< when it began
    Time m_lastAck;                 //!< latest acknowledgement of the train
    Time m_roundRtt;                //!< least round trip of the round
    uint32_t m_samples{0};          //!< round trips of the round, at most as many as are needed
};

} // namespace ns3

#endif /* TCP_HYSTART_H */
