/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_WINDOW_COUNTER_H
#define TCP_WINDOW_COUNTER_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup host-tcp-congestion
 *
 * Counts segments until a window grows by one in congestion avoidance, as Linux does.
 */
class TcpWindowCounter
{
  public:
    /**
     * Segments were acknowledged.
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
