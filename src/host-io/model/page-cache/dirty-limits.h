/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DIRTY_LIMITS_H
#define DIRTY_LIMITS_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup host-io-page-cache
 *
 * How many pages may be dirty, as shares of memory.
 */
class DirtyLimits
{
  public:
    /**
     * @param pages pages of memory, at least 1
     * @param backgroundRatio share that may be dirty before they are written back, 0 to 1
     * @param dirtyRatio the limit, as a share, 0 to 1; where the first is not below it, half of it
     *        is taken for the first, as Linux does
     * @param throttleRatio how far from the first to the limit writers must wait, 0 to 1
     */
    DirtyLimits(uint64_t pages, double backgroundRatio, double dirtyRatio, double throttleRatio);

    /**
     * @return the number of dirty pages up to which none are written back, at least 0
     */
    uint64_t GetBackground() const;

    /**
     * @return the number of pages dirty or being written at which writers wait, at least 1
     */
    uint64_t GetThrottle() const;

  private:
    uint64_t m_background; //!< pages up to which none are written back
    uint64_t m_throttle;   //!< pages at which writers wait
};

} // namespace ns3

#endif /* DIRTY_LIMITS_H */
