/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MIRRORED_ARRAY_H
#define MIRRORED_ARRAY_H

#include "block-array.h"
#include "block-range-locks.h"

namespace ns3
{

/**
 * @ingroup block-io-array
 *
 * An array whose members all hold the same blocks (RAID 1). A read goes to the member with the
 * fewest outstanding requests, in turn among equals; a write goes to all. Writes of the same blocks
 * follow each other, as members that change the order of requests would end with different
 * contents. During a rebuild, writes are split at stripe units.
 */
class MirroredArray : public BlockArray
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    Location Locate(uint64_t lba) const override;
    std::optional<uint64_t> FindLba(const Location& location) const override;

  protected:
    uint32_t GetLeastMembers() const override;
    std::vector<uint32_t> GetDerived(uint64_t stripe) const override;
    void Derive(Ptr<BlockRequest> part, Recovered done) override;
    uint32_t GetTolerance() const override;
    uint64_t ComputeBlockCount() const override;
    void Start(Ptr<Operation> operation) override;
    void Recover(uint32_t member,
                 Ptr<const BlockRequest> part,
                 Ptr<Operation> operation,
                 Recovered done) override;

  private:
    /// A write of one run of blocks to all members.
    struct Write : public SimpleRefCount<Write>
    {
        Ptr<Operation> operation;            //!< the request that it is a part of
        uint64_t lba{0};                     //!< the first block
        uint32_t blocks{0};                  //!< how many
        bool locked{false};                  //!< true if its stripe is held
        uint32_t pending{0};                 //!< answers to come
        bool written{false};                 //!< true if one member has it
        BlockStatus status{BlockStatus::OK}; //!< an end that is neither OK nor a failure
    };

    /**
     * Pick the member to read from.
     *
     * @param first the first block
     * @param blocks how many
     * @return the member, or nothing if none has them
     */
    std::optional<uint32_t> PickReader(uint64_t first, uint32_t blocks);

    /**
     * Read or verify the blocks of a request, which is one part.
     *
     * @param operation the request
     */
    void StartRead(Ptr<Operation> operation);

    /**
     * A member answered a read.
     *
     * @param operation the request
     * @param part what was asked
     */
    void ReadAnswered(Ptr<Operation> operation, Ptr<BlockRequest> part);

    /**
     * No other write of the same blocks is under way: take the stripe while a spare is filled.
     *
     * @param write what to write
     */
    void LockStripe(Ptr<Write> write);

    /**
     * Write to all members: the stripe is held, or no spare is being filled.
     *
     * @param write what to write
     */
    void StartWrite(Ptr<Write> write);

    /**
     * A member answered a write.
     *
     * @param write what was written
     * @param part what was asked
     */
    void WriteAnswered(Ptr<Write> write, Ptr<BlockRequest> part);

    /**
     * All members answered a write.
     *
     * @param write what was written
     */
    void EndWrite(Ptr<Write> write);

    /**
     * A member answered a read for another.
     *
     * @param member the other
     * @param operation the request to the array, null for a rebuild
     * @param done receives the end
     * @param part what was asked
     */
    void RecoverAnswered(uint32_t member,
                         Ptr<Operation> operation,
                         Recovered done,
                         Ptr<BlockRequest> part);

    /**
     * @param stripe a stripe
     * @return the members that can be asked for it
     */
    std::vector<uint32_t> FindCopies(uint64_t stripe) const;

    /**
     * The first copy was read, which the others have to equal.
     *
     * @param done receives the end
     * @param part what was asked
     */
    void DeriveAnswered(Recovered done, Ptr<BlockRequest> part);

    BlockRangeLocks m_ranges; //!< of the writes under way
    uint32_t m_turn{0};       //!< the member that reads first among equals
};

} // namespace ns3

#endif /* MIRRORED_ARRAY_H */
