/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FCAL_FRAME_TIMES_H
#define FCAL_FRAME_TIMES_H

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup fcal-fc
 *
 * When the frames of a sequence leave their sender, in transmission words. Equally spaced frames,
 * as all are while credit lasts, are two numbers; others are a list.
 */
class FcalFrameTimes
{
  public:
    /**
     * No frame yet.
     */
    FcalFrameTimes() = default;

    /**
     * Frames at one distance.
     *
     * @param first when the first begins, words
     * @param distance from the start of one to the start of the next, words
     * @param count number of frames
     */
    FcalFrameTimes(uint64_t first, uint64_t distance, uint32_t count)
        : m_first(first),
          m_distance(distance),
          m_count(count)
    {
    }

    /**
     * Frames at any distances.
     *
     * @param starts when each begins, words
     */
    explicit FcalFrameTimes(std::vector<uint64_t> starts)
        : m_count(static_cast<uint32_t>(starts.size())),
          m_starts(std::move(starts))
    {
    }

    /**
     * @return number of frames of which the time is known
     */
    uint32_t GetCount() const
    {
        return m_count;
    }

    /**
     * @param frame a frame of which the time is known
     * @return when its SOF begins at the sender, words
     */
    uint64_t GetStart(uint32_t frame) const
    {
        return m_starts.empty() ? m_first + frame * m_distance : m_starts[frame];
    }

  private:
    uint64_t m_first{0};            //!< start of the first frame
    uint64_t m_distance{0};         //!< from start to start
    uint32_t m_count{0};            //!< number of frames
    std::vector<uint64_t> m_starts; //!< every start, or empty if all distances are the same
};

} // namespace ns3

#endif /* FCAL_FRAME_TIMES_H */
