/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RAID5_ARRAY_H
#define RAID5_ARRAY_H

#include "block-array.h"
#include "parity-write-plan.h"

namespace ns3
{

/**
 * @ingroup block-io-array
 *
 * An array with one parity unit in each stripe, on a different member each time (RAID 5, left
 * symmetric): of N members, stripe s has its parity on member N - 1 - s mod N, and its data units
 * on the following members, wrapping around.
 *
 * A write first reads what the new parity needs (ParityWritePlan), then writes data and parity.
 * Writes to the same stripe are serialised. The blocks of a missing member are reconstructed from
 * all others. If members store contents, the parity is real.
 */
class Raid5Array : public BlockArray
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * @param stripe a stripe
     * @return the member with its parity
     */
    uint32_t GetParityMember(uint64_t stripe) const;

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
    /// A read or verify of blocks of one stripe unit.
    struct Read : public SimpleRefCount<Read>
    {
        Ptr<Operation> operation; //!< the request that it is a part of
        Location location;        //!< the first block
        uint32_t blocks;          //!< how many
        uint32_t offset;          //!< where they belong in the request, blocks
    };

    /// Blocks of a member that are got from all the others.
    struct Recovery : public SimpleRefCount<Recovery>
    {
        uint32_t pending{0};                 //!< answers to come
        BlockStatus status{BlockStatus::OK}; //!< the first failure, if any
        std::vector<uint8_t> sum;            //!< exclusive or of what came
        Recovered done;                      //!< receives the end
    };

    /// A write of blocks of one stripe.
    struct Write : public SimpleRefCount<Write>
    {
        Ptr<Operation> operation;              //!< the request that it is a part of
        uint64_t stripe{0};                    //!< the stripe, which is held
        uint32_t begin{0};                     //!< first block in the data of the stripe
        uint32_t end{0};                       //!< behind the last block
        uint32_t offset{0};                    //!< of the first block in the request
        std::optional<ParityWritePlan> plan;   //!< how it is done
        std::vector<std::vector<uint8_t>> old; //!< what each column held, as far as read
        uint32_t pending{0};                   //!< answers to come
        bool again{false};                     //!< true if a member failed meanwhile
        BlockStatus status{BlockStatus::OK};   //!< an end that is neither OK nor a failure
    };

    /**
     * @param stripe a stripe
     * @param column a column of it: its data units and behind them its parity
     * @return the member that has it
     */
    uint32_t GetMemberOf(uint64_t stripe, uint32_t column) const;

    /**
     * @return data units of a stripe
     */
    uint32_t GetDataUnits() const;

    /**
     * Begin the part of a write that lies in one stripe, once the stripe is free.
     *
     * @param operation the request
     * @param offset its first block in the request
     * @param blocks how many
     */
    void AddWrite(Ptr<Operation> operation, uint32_t offset, uint32_t blocks);

    /**
     * Begin the part of a read that lies in one stripe unit.
     *
     * @param operation the request
     * @param offset its first block in the request
     * @param blocks how many
     */
    void AddRead(Ptr<Operation> operation, uint32_t offset, uint32_t blocks);

    /**
     * Read, or wait for the stripe if the member is missing.
     *
     * @param read what to read
     */
    void StartRead(Ptr<Read> read);

    /**
     * A member answered a read.
     *
     * @param read what was read
     * @param part what was asked
     */
    void ReadAnswered(Ptr<Read> read, Ptr<BlockRequest> part);

    /**
     * Read from the other members: the stripe is held.
     *
     * @param read what to read
     */
    void RecoverRead(Ptr<Read> read);

    /**
     * A read was got from the other members.
     *
     * @param read what was read
     * @param status how that ended
     * @param data the contents
     */
    void ReadRecovered(Ptr<Read> read, BlockStatus status, Ptr<Packet> data);

    /**
     * A member answered a read for another.
     *
     * @param recovery what it is for
     * @param part what was asked
     */
    void RecoveryAnswered(Ptr<Recovery> recovery, Ptr<BlockRequest> part);

    /**
     * Begin a write, or begin again: the stripe is held.
     *
     * @param write the write
     */
    void StartWrite(Ptr<Write> write);

    /**
     * @param stripe a stripe
     * @return the columns that are missing
     */
    std::vector<uint32_t> FindMissing(uint64_t stripe) const;

    /**
     * Ask for a range of a column.
     *
     * @param write the write that it is for
     * @param range the range
     * @param operation READ or WRITE
     * @param data what to write, null where no contents are kept
     * @param answer receives the answer
     */
    void AskColumn(Ptr<Write> write,
                   const ParityWritePlan::Range& range,
                   BlockOperation operation,
                   Ptr<Packet> data,
                   Answer answer);

    /**
     * A member answered with what a column held.
     *
     * @param write the write
     * @param column the column
     * @param part what was asked
     */
    void OldAnswered(Ptr<Write> write, uint32_t column, Ptr<BlockRequest> part);

    /**
     * Write data and parity: all that had to be read is there.
     *
     * @param write the write
     */
    void WriteColumns(Ptr<Write> write);

    /**
     * A member answered a write.
     *
     * @param write the write
     * @param part what was asked
     */
    void WriteAnswered(Ptr<Write> write, Ptr<BlockRequest> part);

    /**
     * Give the stripe back and end the part of the request.
     *
     * @param write the write
     * @param status how it ended
     */
    void EndWrite(Ptr<Write> write, BlockStatus status);

    /**
     * @param write a write
     * @param range one of its ranges of data
     * @return the new contents, null where none are kept
     */
    Ptr<Packet> GetNew(Ptr<const Write> write, const ParityWritePlan::Range& range) const;

    /**
     * Take the old contents of a range out of a parity, and its new ones in.
     *
     * @param[in,out] sum the parity
     * @param write the write
     * @param range one of its ranges of data
     */
    void AddChange(std::vector<uint8_t>& sum,
                   Ptr<const Write> write,
                   const ParityWritePlan::Range& range) const;

    /**
     * @param write a write
     * @return its new parity, null where no contents are kept
     */
    Ptr<Packet> ComputeParity(Ptr<Write> write) const;

    /**
     * Find what the missing unit held.
     *
     * @param write a write all other columns of which were read
     */
    void RestoreMissing(Ptr<Write> write) const;
};

} // namespace ns3

#endif /* RAID5_ARRAY_H */
