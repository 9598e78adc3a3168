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
 * Locks of ranges of blocks: those that are held have no block in common. A range waits as long as
 * an earlier one that overlaps it is held or waits, so that those of a block follow each other in
 * order of arrival. Only ranges in use take memory. While none waits, finding an overlap costs the
 * logarithm of their number.
 */
class BlockRangeLocks
{
  public:
    /**
     * Lock a range.
     *
     * @param begin its first block
     * @param end the block behind its last, more than begin
     * @param go called when it is taken: from inside this call if it overlaps no other
     */
    void Acquire(uint64_t begin, uint64_t end, Callback<void> go);

    /**
     * Wait until no earlier range overlaps one, which is not locked.
     *
     * @param begin its first block
     * @param end the block behind its last
     * @param go called then: from inside this call if it overlaps none that is held or waits
     */
    void Await(uint64_t begin, uint64_t end, Callback<void> go);

    /**
     * Release a range; those that can follow it are taken from inside this call.
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
        bool locks;        //!< whether the range is to be locked
        Callback<void> go; //!< to be called when its turn has come
    };

    /**
     * @param one somebody who has to wait if its range overlaps another
     * @return whether it waits now
     */
    bool Queue(const Waiting& one);

    /**
     * @param begin first block of a range
     * @param end the block behind the last
     * @return whether a held range has one of these blocks
     */
    bool OverlapsHeld(uint64_t begin, uint64_t end) const;

    /**
     * @param waiting those that wait
     * @param begin first block of a range
     * @param end the block behind the last
     * @return whether one of them has one of these blocks
     */
    static bool OverlapsAny(const std::vector<Waiting>& waiting, uint64_t begin, uint64_t end);

    std::map<uint64_t, uint64_t> m_held; //!< the ends of ranges that are held, by first block
    std::vector<Waiting> m_waiting;      //!< in order of arrival
};

} // namespace ns3

#endif /* BLOCK_RANGE_LOCKS_H */
