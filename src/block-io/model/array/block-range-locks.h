/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BLOCK_RANGE_LOCKS_H
#define BLOCK_RANGE_LOCKS_H

#include "ns3/callback.h"

#include <cstdint>
#include <map>
#include <vector>

namespace ns3
{

/**
 * @ingroup block-io-array
 *
 * Locks of ranges of blocks: those that are held have no block in common. A range that overlaps a
 * held one waits until that is released. Only ranges in use take memory, and finding an overlap
 * costs the logarithm of their number.
 */
class BlockRangeLocks
{
  public:
    /**
     * Lock a range.
     *
     * @param begin its first block
     * @param end the block behind its last, more than begin
     * @param go called when it is taken: from inside this call if it overlaps no held one
     */
    void Acquire(uint64_t begin, uint64_t end, Callback<void> go);

    /**
     * Release a range. Those that wait for it are tried again from inside this call, in order of
     * arrival.
     *
     * @param begin its first block
     */
    void Release(uint64_t begin);

  private:
    /// Somebody who waits.
    struct Waiting
    {
        uint64_t begin;    //!< the first block
        uint64_t end;      //!< the block behind the last
        Callback<void> go; //!< to be called when the range is taken
    };

    /// A range that is held.
    struct Held
    {
        uint64_t end{0};              //!< the block behind the last
        std::vector<Waiting> waiting; //!< who waits for it
    };

    using Ranges = std::map<uint64_t, Held>;

    /**
     * @param begin first block of a range
     * @param end the block behind the last
     * @return a held range that has one of these blocks, or the end of m_held
     */
    Ranges::iterator FindOverlap(uint64_t begin, uint64_t end);

    Ranges m_held; //!< by first block
};

} // namespace ns3

#endif /* BLOCK_RANGE_LOCKS_H */
