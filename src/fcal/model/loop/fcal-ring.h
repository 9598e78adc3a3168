/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FCAL_RING_H
#define FCAL_RING_H

#include "ns3/fc-line-rate.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup fcal-loop
 *
 * The propagation delays of a loop: how long a transmission word takes from one port to another.
 */
class FcalRing
{
  public:
    /**
     * One port and the cable behind it.
     */
    struct Segment
    {
        uint32_t hopDelay{0}; //!< words from the port's receiver to its transmitter
        double cableNs{0};    //!< time in the cable to the next port, ns
    };

    /**
     * An empty loop.
     */
    FcalRing() = default;

    /**
     * @param segments the ports in the order of the loop
     * @param rate the line's rate; cables are rounded to whole words, summed up from the first port
     */
    FcalRing(const std::vector<Segment>& segments, const FcLineRate& rate);

    /**
     * @return number of ports
     */
    uint32_t GetCount() const;

    /**
     * @return a trip around the loop, words
     */
    uint64_t GetTrip() const;

    /**
     * @param from place of a port
     * @param to place of a port
     * @return words on the way from one to the other; 0 from a port to itself
     */
    uint64_t GetWay(uint32_t from, uint32_t to) const;

  private:
    std::vector<uint64_t> m_ways; //!< words from the first port to each, and to itself
};

} // namespace ns3

#endif /* FCAL_RING_H */
