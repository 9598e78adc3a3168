/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_WINDOW_VALIDATION_H
#define TCP_WINDOW_VALIDATION_H

#include "ns3/nstime.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup host-tcp-recovery
 *
 * Congestion window validation (RFC 2861): a window that was not used for a timeout of
 * retransmission is worth less. In segments.
 */
class TcpWindowValidation
{
  public:
    /// What is worth how much.
    struct Windows
    {
        uint32_t window;    //!< congestion window
        uint32_t threshold; //!< slow start threshold
    };

    /**
     * Data is sent after all had been acknowledged. The window is halved for each timeout that has
     * passed since data was sent, down to the initial window, and the threshold remembers three
     * quarters.
     *
     * @param windows before
     * @param initial initial window
     * @param rto timeout of retransmission
     * @return the windows
     */
    Windows Resume(const Windows& windows, uint32_t initial, Time rto) const;

    /**
     * Data was sent. If less than the window was used for a timeout, half of what was not used is
     * given up.
     *
     * @param windows before
     * @param inFlight what was used of the congestion window
     * @param initial initial window
     * @param rto timeout of retransmission
     * @return the windows
     */
    Windows NoteSent(const Windows& windows, uint32_t inFlight, uint32_t initial, Time rto);

  private:
    /**
     * @param windows before
     * @return the threshold that remembers them
     */
    static uint32_t Remember(const Windows& windows);

    Time m_lastSent;    //!< when data was sent last
    Time m_fullAt;      //!< when the window was used up last, or found to be too large
    uint32_t m_used{0}; //!< the most that was used since
};

} // namespace ns3

#endif /* TCP_WINDOW_VALIDATION_H */
