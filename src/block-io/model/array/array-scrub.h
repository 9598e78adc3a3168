/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ARRAY_SCRUB_H
#define ARRAY_SCRUB_H

#include "block-array.h"

#include <cstdint>
#include <functional>
#include <set>
#include <vector>

namespace ns3
{

/**
 * @ingroup block-io-array
 *
 * Reads what was written to an array at all members, side by side, and says where they disagree:
 * copies that differ, parity that is not that of the data. For arrays at rest whose members store
 * contents; it takes simulated time. It must outlive its array's requests.
 *
 * There is nothing to compare while a member is missing, and in stripes that a member cannot read.
 */
class ArrayScrub
{
  public:
    /// Called when all is read.
    using Done = std::function<void()>;

    /**
     * Note what is written from now on.
     *
     * @param array the array
     */
    explicit ArrayScrub(Ptr<BlockArray> array);

    /**
     * Read the stripes that were written, one after the other. Nobody may write meanwhile.
     *
     * @param done called at the end, not from inside this call
     */
    void Start(Done done);

    /**
     * @return number of stripes that were compared
     */
    uint64_t GetCompared() const;

    /**
     * @return the stripes in which members disagree, counted from the beginning of the array
     */
    const std::vector<uint64_t>& GetInconsistent() const;

  private:
    /**
     * A request was submitted to the array.
     *
     * @param request the request
     */
    void NoteRequest(Ptr<const BlockRequest> request);

    /// Read the next stripe, or be done.
    void ReadNext();

    /**
     * A member answered.
     *
     * @param member its number
     * @param part what was asked
     */
    void Answered(uint32_t member, Ptr<BlockRequest> part);

    /// All members have answered.
    void Compare();

    /**
     * @return whether all members are there
     */
    bool IsWhole() const;

    /**
     * @return the first block of the stripe that is read, on each member
     */
    uint64_t GetFirst() const;

    /**
     * @return whether what the members hold fits together: those that hold the same blocks of the
     *         array are equal; where one holds parity, it is that of the others
     */
    bool IsConsistent() const;

    Ptr<BlockArray> m_array;                      //!< the array
    uint32_t m_unit;                              //!< blocks of a stripe on each member
    std::set<uint64_t> m_written;                 //!< stripes to be read
    Done m_done;                                  //!< called at the end
    std::vector<std::vector<uint8_t>> m_contents; //!< of the stripe that is read, by member
    uint32_t m_pending{0};                        //!< answers to come
    bool m_isReadable{true};                      //!< whether all answers brought contents
    uint64_t m_compared{0};                       //!< stripes
    std::vector<uint64_t> m_inconsistent;         //!< stripes in which members disagree
};

} // namespace ns3

#endif /* ARRAY_SCRUB_H */
