/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_CHANNEL_FIGURES_H
#define SAN_CHANNEL_FIGURES_H

#include "ns3/nstime.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup san-wireless
 *
 * What a radio channel was used for so far, over all stations, whether or not stations hear each
 * other. A moment in which nobody transmits is lost to the MAC while a station has a frame, and to
 * what is above it while none has.
 */
class SanChannelFigures
{
  public:
    /// What is counted, in nanoseconds.
    enum Figure : std::size_t
    {
        BUSY,      //!< time in which a station transmits
        COLLIDING, //!< part of it in which two or more do
        WAITING,   //!< time in which none does, though one has a frame: spaces and backoff
        EMPTY,     //!< time in which none has a frame: they wait for what is above the MAC
        N_FIGURES  //!< number of them
    };

    /// All that is counted.
    using Values = std::array<int64_t, N_FIGURES>;

    /**
     * A station transmits from now on.
     *
     * @param duration how long
     */
    void Transmit(Time duration);

    /**
     * A station has more or fewer frames to transmit from now on.
     *
     * @param change how many more
     */
    void ChangeQueued(int64_t change);

    /**
     * @return all that was counted until now. BUSY, WAITING and EMPTY add up to the time since 0
     */
    Values Get() const;

  private:
    /// Count the time since the last change.
    void Advance();

    Values m_values{};    //!< until the last change
    Time m_last{0};       //!< when that was
    Time m_busyEnd{0};    //!< end of the last transmission
    Time m_overlapEnd{0}; //!< until when at least two transmit
    int64_t m_queued{0};  //!< frames that stations have
};

} // namespace ns3

#endif /* SAN_CHANNEL_FIGURES_H */
