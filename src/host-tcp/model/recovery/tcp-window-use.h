/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_WINDOW_USE_H
#define TCP_WINDOW_USE_H

#include "ns3/sequence-number.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup host-tcp-recovery
 *
 * Whether a congestion window was used within the last round trip, so that it may grow (RFC 7661
 * asks for it): as Linux finds it since 3.17, where a window in slow start may grow to twice what
 * was used. In segments.
 */
class TcpWindowUse
{
  public:
    /**
     * Data was sent.
     *
     * @param acknowledged first sequence number that is not acknowledged
     * @param next the sequence number that is sent next
     * @param outstanding segments that are not acknowledged
     * @param isFull whether the window was all that kept more from being sent
     */
    void NoteSent(SequenceNumber32 acknowledged,
                  SequenceNumber32 next,
                  uint32_t outstanding,
                  bool isFull);

    /**
     * @param window congestion window
     * @param threshold slow start threshold
     * @return whether the window may grow
     */
    bool MayGrow(uint32_t window, uint32_t threshold) const;

  private:
    SequenceNumber32 m_roundEnd{0}; //!< whose acknowledgement ends the round trip
    uint32_t m_most{0};             //!< segments outstanding in it
    bool m_isFull{false};           //!< whether the window was used
};

} // namespace ns3

#endif /* TCP_WINDOW_USE_H */
