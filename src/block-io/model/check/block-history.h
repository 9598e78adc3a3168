/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BLOCK_HISTORY_H
#define BLOCK_HISTORY_H

#include "volatile-writes.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <unordered_map>
#include <vector>

namespace ns3
{

/**
 * @ingroup block-io-check
 *
 * What may be on each block of a device: all reads and writes of the block, as far as they still
 * matter. It tells whether a read may have brought what it did.
 *
 * A write has a value, one number for all its blocks. Calls come in the order of what happens: one
 * operation precedes another if it ended before the other began. Each block is a register of its
 * own, so a write of many blocks may be found done in part. These are the rules for what a read of
 * a block may bring:
 *
 * -# The value of a write that was under way at some time during the read.
 * -# The value of a write that ended before the read began, unless another write, which began after
 *    that one had ended, is known to be done before the read began. With several writes at the same
 *    time either may be the last. Rules 1 and 2 are those of a regular register with many writers:
 *    L. Lamport, "On interprocess communication", Distributed Computing 1(2), 1986; C. Shao et al.,
 *    "Multiwriter consistency conditions for shared memory registers", SIAM J. Comput. 40(1), 2011.
 *    A device promises no more: while a write is under way, one read may bring the new value and
 *    the next one the old, as with two copies of which one is written first.
 * -# A write that failed may be done or not. It may still be done at any time after that, as an
 *    invocation without a response (M. Herlihy, J. Wing, "Linearizability: a correctness condition
 *    for concurrent objects", ACM TOPLAS 12(3), 1990). But it does not overtake a write that began
 *    after it had failed: tasks of a session that is lost or reinstated end first (RFC 7143, 6.3.5
 *    and 7.5). Once a read that began after the failure has brought its value, it is done, and
 *    what was there before does not come back.
 * -# A read settles what is there if no write of the block was under way during it, and none that
 *    had failed was found done: from the end of the last write, or from when that was found, until
 *    the next write begins, other such reads bring the same, or the value of a write that had
 * failed and is now found done.
 *
 * -# When power is lost (LosePower), a block may have what a write brought that had completed and
 * that no FLUSH has made safe since, what was there before, or what lay between; a write under way
 * then may be done or not, whatever is said of it later. What is found there first, is there. This
 * needs memory for all writes that are not safe, so it is asked for (ExpectPowerLoss).
 *
 * What was on a block at first is unknown; it is what the first read brings, and has to stay. A
 * value that several writes share, such as that of blocks that are unmapped, may be there as long
 * as one of them may.
 *
 * A block takes 8 bytes. Only while it has operations under way at the same time, or several
 * possible values, it takes more. Work for each block is constant, but grows with the number of
 * operations under way where several have blocks in common.
 */
class BlockHistory
{
  public:
    /// What a write wrote, in one number.
    using Value = uint64_t;
    /// A read or write that has begun.
    using Operation = uint64_t;

    /// Value of a block of which nothing is known; no write has it.
    static constexpr Value UNKNOWN = 0;

    /**
     * A write begins.
     *
     * @param lba the first block
     * @param blocks how many blocks
     * @param value what is written
     * @return the write
     */
    Operation BeginWrite(uint64_t lba, uint32_t blocks, Value value);

    /**
     * A write ended.
     *
     * @param write the write
     * @param isSaidDone false if it failed: it may be done or not
     * @param isSafe whether it is on the medium, so that no loss of power undoes it
     */
    void EndWrite(Operation write, bool isSaidDone, bool isSafe = false);

    /// Power may be lost: keep in mind from now on what may be lost with it.
    void ExpectPowerLoss();

    /**
     * A FLUSH begins.
     *
     * @return the FLUSH
     */
    Operation BeginFlush();

    /**
     * A FLUSH has completed: what was written before it began is safe.
     *
     * @param flush the FLUSH
     */
    void EndFlush(Operation flush);

    /// The device has lost its power, and with it what it had not written to its medium.
    void LosePower();

    /**
     * A read begins.
     *
     * @param lba the first block
     * @param blocks how many blocks
     * @return the read
     */
    Operation BeginRead(uint64_t lba, uint32_t blocks);

    /**
     * A read brings a block; called once for each of its blocks before EndRead. A value that cannot
     * be there is told once: from then on it may be there as well.
     *
     * @param read the read
     * @param lba the block
     * @param value what it brought
     * @return nothing if that may be; otherwise the values that may be there
     */
    std::vector<Value> Check(Operation read, uint64_t lba, Value value);

    /**
     * A read ended. Blocks that it did not bring, as it failed, are not checked.
     *
     * @param read the read
     */
    void EndRead(Operation read);

    /**
     * @param lba a block
     * @return true if it may still have what was there at first, which no read has brought
     */
    bool IsUnknown(uint64_t lba) const;

    /**
     * @return number of blocks that take more than 8 bytes
     */
    std::size_t GetUnsettledBlocks() const;

  private:
    /// A moment that never comes.
    static constexpr uint64_t NEVER = std::numeric_limits<uint64_t>::max();

    /// A read or write under way. Moments are counted by calls.
    struct UnderWay
    {
        uint64_t begin; //!< when it began: another moment for each
        uint64_t lba;   //!< its first block
        uint64_t end;   //!< the block behind its last one
        Value value;    //!< what is written, UNKNOWN for a read
        bool hasLost;   //!< whether power was lost meanwhile
    };

    /// A value that may be on a block.
    struct Candidate
    {
        Value value;    //!< the value
        uint64_t begin; //!< when its write began
        uint64_t end;   //!< when that ended
        uint64_t known; //!< since when it is known to be done; NEVER if it failed and may not be
        uint64_t until; //!< reads that begin later do not bring it
    };

    /// What may be on a block.
    using Candidates = std::vector<Candidate>;

    /// What is under way on a block.
    struct Traffic
    {
        bool isAny{false};          //!< whether there is anything
        bool isWritten{false};      //!< whether there is a write
        uint64_t oldestRead{NEVER}; //!< when the first of the reads began
    };

    /// Values of neighbouring blocks.
    using Chunk = std::vector<Value>;

    /// Blocks of a chunk.
    static constexpr uint64_t CHUNK_BLOCKS = 128;

    /**
     * An operation begins.
     *
     * @param lba the first block
     * @param blocks how many blocks
     * @param value what is written, UNKNOWN for a read
     * @return when it began
     */
    Operation Begin(uint64_t lba, uint32_t blocks, Value value);

    /**
     * An operation ends.
     *
     * @param operation when it began
     * @return the operation, which is no longer under way
     */
    UnderWay RemoveOperation(Operation operation);

    /**
     * @param operation an operation that is no longer under way
     * @return true if another one under way has a block in common with it
     */
    bool HasCompany(const UnderWay& operation) const;

    /**
     * @param lba a block
     * @return what is under way on it
     */
    Traffic FindTraffic(uint64_t lba) const;

    /**
     * @param lba a block that is settled
     * @return its value
     */
    Value GetSettled(uint64_t lba) const;

    /**
     * Settle a block.
     *
     * @param lba the block
     * @param value the only value that it may have
     */
    void SetSettled(uint64_t lba, Value value);

    /**
     * @param lba a block, settled or not
     * @return what may be on it
     */
    Candidates& Open(uint64_t lba);

    /**
     * Forget what no read can bring any more, and settle the block if one value is left.
     *
     * @param lba a block
     */
    void Tidy(uint64_t lba);

    /**
     * A write is known to be done: what it has overwritten does not come back.
     *
     * @param candidates what may be on the block
     * @param begin when the write began
     */
    void Overwrite(Candidates& candidates, uint64_t begin) const;

    /**
     * @param candidates what may be on a block
     * @param read when a read began
     * @param value what it brought, or UNKNOWN
     * @return the candidate that it may have brought, null for none; if there are several, one
     *         whose write is known to be done
     */
    static Candidate* Find(Candidates& candidates, Operation read, Value value);

    /**
     * @param lba a block
     * @param value what it brought
     * @return true if a write under way on the block writes that
     */
    bool IsBeingWritten(uint64_t lba, Value value) const;

    /**
     * @param candidates what may be on a block
     * @return the last moment at which one of their writes ended, or was found done
     */
    static uint64_t FindLastChange(const Candidates& candidates);

    /**
     * A read brought a value that may be there: learn from it.
     *
     * @param candidates what may be on the block
     * @param found what it brought
     * @param read when it began
     * @param lba the block
     */
    void Learn(Candidates& candidates, Candidate& found, Operation read, uint64_t lba) const;

    /**
     * @param candidates what may be on a block
     * @param read when a read began
     * @param lba the block
     * @return all values that the read may have brought
     */
    std::vector<Value> GetPossible(const Candidates& candidates,
                                   Operation read,
                                   uint64_t lba) const;

    /**
     * @param lba a block
     * @return what a read that begins now may bring, but for what is under way
     */
    std::vector<Value> GetPresent(uint64_t lba) const;

    bool m_expectsLoss{false};                            //!< whether power may be lost
    VolatileWrites m_volatile;                            //!< what may be lost with it
    uint64_t m_now{0};                                    //!< the moment of the last call
    std::vector<UnderWay> m_underWay;                     //!< in the order in which they began
    std::unordered_map<uint64_t, Chunk> m_settled;        //!< values by number of chunk
    std::unordered_map<uint64_t, Candidates> m_unsettled; //!< by block: where there is more to know
};

} // namespace ns3

#endif /* BLOCK_HISTORY_H */
