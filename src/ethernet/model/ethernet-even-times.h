/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ETHERNET_EVEN_TIMES_H
#define ETHERNET_EVEN_TIMES_H

#include "ns3/nstime.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ethernet
 *
 * Times at equal distances, each rounded down to nanoseconds: that of frame i is
 * first + (offset + i step) / divisor.
 */
struct EthernetEvenTimes
{
    /**
     * @param frame number of a frame, from 0
     * @return its time
     */
    Time Get(uint32_t frame) const;

    /**
     * @param frames how many frames there are, 1 or more
     * @param now the time
     * @return frames whose time is not after now
     */
    uint32_t CountUntil(uint32_t frames, Time now) const;

    /**
     * @param frame number of a frame
     * @return the times from that frame on
     */
    EthernetEvenTimes From(uint32_t frame) const;

    Time first;          //!< where they begin
    uint64_t offset{0};  //!< of the first, nanoseconds over divisor
    uint64_t step{0};    //!< from one to the next, nanoseconds over divisor
    uint64_t divisor{1}; //!< 1 or more
};

} // namespace ns3

#endif /* ETHERNET_EVEN_TIMES_H */
