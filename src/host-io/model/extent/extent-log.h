/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef EXTENT_LOG_H
#define EXTENT_LOG_H

#include "ns3/extent-page.h"
#include "ns3/extent-types.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup host-io-extent
 *
 * Where the records of a journal are in its log, and their bytes.
 *
 * The first block of the log says where the oldest transaction begins that must be replayed. The
 * others are a ring. A transaction is descriptor blocks, each followed by copies of the up to 254
 * blocks that it names, and a commit block with a checksum of all. Positions count up without end;
 * the ring takes their remainder.
 */
class ExtentLog
{
  public:
    static constexpr uint64_t TAGS_PER_DESCRIPTOR = 254; //!< blocks that a descriptor names at most

    /// Where the log begins.
    struct Tail
    {
        uint64_t sequence{1}; //!< number of the oldest transaction to be replayed
        uint64_t position{0}; //!< where it begins

        /**
         * @param other another tail
         * @return true if they are the same
         */
        bool operator==(const Tail& other) const = default;
    };

    /// A commit block.
    struct Commit
    {
        uint64_t sequence{0}; //!< number of the transaction
        uint32_t checksum{0}; //!< of its blocks
    };

    /**
     * @param run the blocks of the log
     * @param generation a number that another log in its place does not have
     */
    ExtentLog(const ExtentRun& run, uint64_t generation);

    /**
     * @return positions in the ring
     */
    uint64_t GetCapacity() const;

    /**
     * @return the block that says where the log begins
     */
    uint64_t GetHeader() const;

    /**
     * @param position a position
     * @return its block
     */
    uint64_t GetBlock(uint64_t position) const;

    /**
     * @param pages how many blocks a transaction has
     * @return how many positions it takes with its descriptors and its commit block
     */
    static uint64_t GetSize(uint64_t pages);

    /**
     * @param position the first position
     * @param count how many
     * @return the blocks, one run or two
     */
    std::vector<ExtentRun> GetRuns(uint64_t position, uint64_t count) const;

    /**
     * @param tail where the log begins
     * @return its first block
     */
    ExtentPage EncodeTail(const Tail& tail) const;

    /**
     * @param page its first block
     * @return where the log begins; none if the block says something else
     */
    std::optional<Tail> DecodeTail(const ExtentPage& page) const;

    /**
     * @param sequence number of a transaction
     * @param tags the blocks that it names, at most 254
     * @return a descriptor
     */
    ExtentPage EncodeDescriptor(uint64_t sequence, const std::vector<uint64_t>& tags) const;

    /**
     * @param page a block
     * @param sequence number of the transaction
     * @return the blocks that it names; none if it is no descriptor of this transaction
     */
    std::optional<std::vector<uint64_t>> DecodeDescriptor(const ExtentPage& page,
                                                          uint64_t sequence) const;

    /**
     * @param commit what it says
     * @return a commit block
     */
    ExtentPage EncodeCommit(const Commit& commit) const;

    /**
     * @param page a block
     * @return what it says; none if it is no commit block
     */
    std::optional<Commit> DecodeCommit(const ExtentPage& page) const;

    /**
     * @param checksum a checksum of the blocks before
     * @param page the next block
     * @return the checksum with it
     */
    static uint32_t Extend(uint32_t checksum, const ExtentPage& page);

  private:
    /**
     * @param type what the block is
     * @param sequence its transaction
     * @return the beginning of a block
     */
    ExtentPage Begin(uint32_t type, uint64_t sequence) const;

    /**
     * @param page a block
     * @param type a type of block
     * @return true if the block is of this type and this log
     */
    bool Is(const ExtentPage& page, uint32_t type) const;

    ExtentRun m_run;       //!< the blocks
    uint64_t m_generation; //!< of this log
};

} // namespace ns3

#endif /* EXTENT_LOG_H */
