/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_ACK_CLOCK_H
#define TCP_ACK_CLOCK_H

#include "ns3/nstime.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup host-tcp-offload
 *
 * The pace of a train of acknowledgements, at which new data may follow. The first segment that was
 * not allowed before goes with the first acknowledgement, the last one that is allowed with the
 * last.
 */
class TcpAckClock
{
  public:
    /// When the segments of a train may go.
    struct Pace
    {
        Time start; //!< from now to the first
        Time span;  //!< from the first to the last
    };

    /**
     * @param span from the first acknowledgement to the last
     * @param before bytes that might be sent before them
     */
    void Start(Time span, uint32_t before);

    /// The acknowledgements have been handled; what follows has no pace.
    void Stop();

    /**
     * @param bytes data that is sent
     * @param mss bytes of a full segment
     * @param window bytes that may be sent, with these
     * @return when its segments may go, at once if the clock does not run
     */
    Pace GetPace(uint32_t bytes, uint32_t mss, uint32_t window);

  private:
    /**
     * @param position bytes sent since the clock was started
     * @param mss bytes of a full segment
     * @return from the first acknowledgement to the one that lets the next segment go
     */
    Time GetTime(uint32_t position, uint32_t mss) const;

    Time m_span;          //!< from the first acknowledgement to the last, 0 if stopped
    uint32_t m_before{0}; //!< bytes that might be sent before them
    uint32_t m_window{0}; //!< bytes that may be sent with them, 0 until something is
    uint32_t m_sent{0};   //!< bytes that have gone
};

} // namespace ns3

#endif /* TCP_ACK_CLOCK_H */
