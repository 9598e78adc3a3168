/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_WINDOW_COUNTER_H
#define TCP_WINDOW_COUNTER_H

#include <algorithm>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup host-tcp-congestion
 *
 * How a window grows as Linux lets it: in slow start by what is acknowledged, in congestion
 * avoidance by one each time that so many segments were counted. Windows are in segments.
 */
class TcpWindowCounter
{
  public:
    /**
     * Segments were acknowledged: how much the window grows in slow start, up to the threshold.
     *
     * @param window congestion window
     * @param threshold slow start threshold
     * @param segments how many; those that remain count in congestion avoidance
     * @return by how many segments the window grows
     */
    static uint32_t GrowToThreshold(uint32_t window, uint32_t threshold, uint32_t segments)
    {
        return window < threshold ? std::min(segments, threshold - window) : 0;
    }

    /**
     * Segments were acknowledged in congestion avoidance.
     *
     * @param segments how many
     * @param count segments after which the window grows by one. If it is less than was counted
     *        until now, that is worth one segment and not several.
     * @return by how many segments the window grows
     */
    uint32_t Grow(uint32_t segments, uint32_t count)
    {
        uint32_t growth = 0;
        if (m_segments >= count)
        {
            m_segments = 0;
            growth = 1;
        }
        m_segments += segments;
        growth += m_segments / count;
        m_segments %= count;
        return growth;
    }

    /// Something was lost: what was counted is forgotten.
    void Reset()
    {
        m_segments = 0;
    }

  private:
    uint32_t m_segments{0}; //!< counted since the window grew
};

} // namespace ns3

#endif /* TCP_WINDOW_COUNTER_H */
