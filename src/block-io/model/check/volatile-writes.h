/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef VOLATILE_WRITES_H
#define VOLATILE_WRITES_H

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup block-io-check
 *
 * Writes that a device has completed and may still lose, as they are in its write cache alone: what
 * each block was before the first of them, and what they wrote. A FLUSH makes those safe that had
 * ended before it began. When power is lost, a block may have any of the values that are left: a
 * device writes back in the order that it likes.
 *
 * Moments are counted by the caller. A block takes memory until the last write of it is safe.
 */
class VolatileWrites
{
  public:
    /// What a write wrote, in one number.
    using Value = uint64_t;
    /// Values that a block may have.
    using Values = std::vector<Value>;

    /// A write of a block.
    struct Write
    {
        Value value{0};    //!< what it wrote
        uint64_t begin{0}; //!< when it began
        uint64_t end{0};   //!< when it ended
        bool isDone{true}; //!< false if it failed: it may be done or not
    };

    /**
     * A write of a block has ended.
     *
     * @param lba the block
     * @param before what may have been there; safe, unless earlier writes are kept
     * @param write the write
     * @param isSafe whether it is on the medium
     */
    void Add(uint64_t lba, const Values& before, const Write& write, bool isSafe);

    /**
     * A FLUSH has completed.
     *
     * @param begin when it began
     */
    void Flush(uint64_t begin);

    /**
     * Power is lost, and with it all that is not safe.
     *
     * @return what each block may have now, where that is not certain
     */
    std::vector<std::pair<uint64_t, Values>> Lose();

    /**
     * @return number of blocks that may lose a write
     */
    std::size_t GetBlocks() const;

  private:
    /// What may be on the medium of a block, in the order in which it ended.
    using Writes = std::vector<Write>;

    /**
     * Forget what the last safe write has overwritten.
     *
     * @param writes of a block
     * @param moment writes that ended before it, and are done, are safe
     * @return whether there is nothing to lose
     */
    static bool Settle(Writes& writes, uint64_t moment);

    std::unordered_map<uint64_t, Writes> m_blocks; //!< those with something to lose
};

} // namespace ns3

#endif /* VOLATILE_WRITES_H */
