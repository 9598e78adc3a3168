/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BLOCK_ARRAY_H
#define BLOCK_ARRAY_H

#include "stripe-locks.h"
#include "write-intent-log.h"

#include "ns3/block-device.h"
#include "ns3/block-write-groups.h"
#include "ns3/data-rate.h"
#include "ns3/nstime.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup block-io-array
 *
 * Several block devices combined into one: the base class of all arrays. It is ready once all its
 * members are.
 *
 * A member that returns MEDIUM_ERROR or NOT_READY has failed, and gets no more requests. With
 * redundancy, requests continue without it, and Rebuild replaces it with a spare meanwhile.
 * Requests for lost blocks end with MEDIUM_ERROR.
 *
 * The requests to the members have the order and the forced access of the array's request. A FLUSH
 * starts when all writes submitted before it are complete.
 *
 * PowerOff and PowerOn cut the power of the array's controller. With WriteIntentLog it knows which
 * stripes were written and not flushed, and makes the members agree there before it is ready again.
 * An array with parity of which a member is missing cannot know what that had in such a stripe: it
 * is never ready again.
 *
 * The stages of a request are those of the member request that ended last. The time before that one
 * was submitted (waiting for a stripe, reading what the new parity needs, a member that failed)
 * counts for the first stage that the member stamps.
 */
class BlockArray : public BlockDevice
{
  public:
    /// The state of a member.
    enum class MemberState : uint8_t
    {
        WORKING,   //!< all of it can be used
        FAILED,    //!< nothing is asked of it
        REBUILDING //!< a spare that holds what is below the rebuild mark
    };

    /**
     * @param state a state of a member
     * @return its name
     */
    static const char* GetMemberStateName(MemberState state);

    /// A block of a member.
    struct Location
    {
        uint32_t member; //!< the member, counted from 0
        uint64_t lba;    //!< its block
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * Set the members, once.
     *
     * @param members the members, in their order
     * @throw UserError if they are too few, or one is missing or listed twice
     */
    void SetMembers(const std::vector<Ptr<BlockDevice>>& members);

    /**
     * @return number of members
     */
    uint32_t GetNMembers() const;

    /**
     * @param member the number of a member
     * @return the device, or the spare that took its place
     */
    Ptr<BlockDevice> GetMember(uint32_t member) const;

    /**
     * @param member the number of a member
     * @return its state
     */
    MemberState GetMemberState(uint32_t member) const;

    /**
     * Take a member for failed. Nothing happens if it failed before.
     *
     * @param member the number of a member
     * @throw UserError if there is no such member
     */
    void FailMember(uint32_t member);

    /**
     * Put a spare in the place of a failed member and copy to it, stripe by stripe, what the member
     * held. Requests continue meanwhile; writes below the mark go to the spare, too.
     *
     * @param member the number of the failed member
     * @param spare the device
     * @throw UserError if the member did not fail, another is being rebuilt, the spare does
     * not fit or the array has no redundancy
     */
    void Rebuild(uint32_t member, Ptr<BlockDevice> spare);

    /**
     * @param member the number of a member
     * @return whether it can be replaced now, by FailMember and Rebuild: the others have all data,
     *         and none of them is being rebuilt
     * @throw UserError if there is no such member
     */
    bool CanReplace(uint32_t member) const;

    /**
     * Lose power: requests under way end with TRANSPORT_ERROR, others with NOT_READY, and a rebuild
     * is given up. Members keep their own power.
     */
    void PowerOff();

    /**
     * Have power again. The array is ready when its members agree.
     */
    void PowerOn();

    /**
     * @param lba a block of the array
     * @return where it lies; in a mirror, on the first member
     */
    virtual Location Locate(uint64_t lba) const = 0;

    /**
     * @param location a block of a member
     * @return the block of the array that lies there; nothing if it is parity
     */
    virtual std::optional<uint64_t> FindLba(const Location& location) const = 0;

    uint64_t GetBlockCount() const override;
    uint32_t GetBlockSize() const override;
    bool IsReady() const override;

    /**
     * @return a cache is on if it is on at any member
     */
    IoStageGroups GetStageGroups() const override;
    BlockCacheSettings GetCacheSettings() const override;

    /**
     * @return a cache can be switched if it can be at all members
     */
    BlockCacheSettings GetChangeableCacheSettings() const override;

    bool SetCacheSettings(const BlockCacheSettings& settings) override;

    /**
     * TracedCallback signature for what happens to a member.
     *
     * @param member its number
     */
    using MemberTracedCallback = void (*)(uint32_t member);

    /**
     * TracedCallback signature for the progress of a rebuild.
     *
     * @param member the number of the member
     * @param blocks its blocks below the rebuild mark
     * @param total its blocks
     */
    using ProgressTracedCallback = void (*)(uint32_t member, uint64_t blocks, uint64_t total);

  protected:
    /// Receives the member's answer.
    using Answer = BlockRequest::Completion;

    /// Receives the end of a recovery: how it ended, and the contents, null where none are kept.
    using Recovered = Callback<void, BlockStatus, Ptr<Packet>>;

    /// A request to the array on its way.
    struct Operation : public SimpleRefCount<Operation>
    {
        Ptr<BlockRequest> request;           //!< the request
        uint32_t pending{1};                 //!< its parts not done, and one while they are made
        BlockStatus status{BlockStatus::OK}; //!< the first failure, if any
        uint64_t group{0};                   //!< of a write: its group; of a FLUSH: the last before
        std::vector<uint8_t> contents;       //!< what was read, if contents are kept
        Ptr<IoTimeline> stamps;              //!< of the member's request that ended last
    };

    void DoDispose() override;
    void DoSubmit(Ptr<BlockRequest> request) final;

    /**
     * @return the fewest members that the array can have
     */
    virtual uint32_t GetLeastMembers() const = 0;

    /**
     * @return the blocks of the array
     */
    virtual uint64_t ComputeBlockCount() const = 0;

    /**
     * Make the parts of a request to the array that is no FLUSH, each by AddPart.
     *
     * @param operation the request
     */
    virtual void Start(Ptr<Operation> operation) = 0;

    /**
     * Get blocks of a member from the others; the stripe is held.
     *
     * @param member the member
     * @param part what it would be asked: READ or VERIFY of a run within one stripe
     * @param operation the request to the array, null for a rebuild
     * @param done receives the end, perhaps from inside this call
     */
    virtual void Recover(uint32_t member,
                         Ptr<const BlockRequest> part,
                         Ptr<Operation> operation,
                         Recovered done) = 0;

    /**
     * @param stripe a stripe
     * @return the members that can be asked for it and whose contents follow from those of others:
     *         the parity, or copies but the first
     */
    virtual std::vector<uint32_t> GetDerived(uint64_t stripe) const = 0;

    /**
     * Get what the derived members of a stripe have to hold. Nobody writes meanwhile.
     *
     * @param part READ of what each of them holds of it
     * @param done receives the end, perhaps from inside this call
     */
    virtual void Derive(Ptr<BlockRequest> part, Recovered done) = 0;

    /**
     * @return how many members can be missing without loss
     */
    virtual uint32_t GetTolerance() const = 0;

    /**
     * Count a part of a request; EndPart ends it.
     *
     * @param operation the request
     */
    static void AddPart(Ptr<Operation> operation);

    /**
     * End a part of a request, and the request with its last part.
     *
     * @param operation the request
     * @param status how the part ended
     */
    void EndPart(Ptr<Operation> operation, BlockStatus status);

    /**
     * Put contents into what a request reads.
     *
     * @param operation the request
     * @param offset where they belong, blocks
     * @param data the contents, null where none are kept
     */
    void PutContents(Ptr<Operation> operation, uint32_t offset, Ptr<const Packet> data) const;

    /**
     * @param request a write
     * @param offset where to begin, blocks
     * @param blocks how many
     * @return the contents of these blocks, null where none are kept
     */
    Ptr<Packet> GetContents(Ptr<const BlockRequest> request,
                            uint32_t offset,
                            uint32_t blocks) const;

    /**
     * Ask a member something.
     *
     * @param member the member
     * @param part what to ask
     * @param operation the request to the array, null for a rebuild
     * @param answer receives the answer
     */
    void Ask(uint32_t member, Ptr<BlockRequest> part, Ptr<Operation> operation, Answer answer);

    /**
     * @param member the number of a member
     * @param stripe a stripe
     * @return true if the member can be asked for what it holds of the stripe
     */
    bool IsAvailable(uint32_t member, uint64_t stripe) const;

    /**
     * @param status a member's answer
     * @return true if it means that the member has failed
     */
    static bool IsFailure(BlockStatus status);

    /**
     * @return true while a spare is being filled
     */
    bool IsRebuilding() const;

    /**
     * @return blocks of a stripe unit
     */
    uint32_t GetStripeUnit() const;

    /**
     * @return blocks of the smallest member
     */
    uint64_t GetMemberBlocks() const;

    StripeLocks m_locks; //!< who works on which stripe

  private:
    /// A member.
    struct Member
    {
        Ptr<BlockDevice> device; //!< the device
        MemberState state;       //!< its state
    };

    /// A spare that is being filled.
    struct Filling : public SimpleRefCount<Filling>
    {
        uint32_t member{0}; //!< whose place it takes
        uint64_t stripe{0}; //!< the rebuild mark: the stripe that is copied next
        Time start;         //!< when the copying began
    };

    /// The power of the controller.
    enum class Power : uint8_t
    {
        ON,        //!< it works
        OFF,       //!< it does not
        RESYNCING, //!< it makes members agree
    };

    /// What is done when power is back.
    struct Resync : public SimpleRefCount<Resync>
    {
        std::vector<uint64_t> stripes; //!< in which members may differ
        std::size_t done{0};           //!< those in which they do not any more
        std::vector<uint32_t> members; //!< that are written in the next of them
        uint32_t pending{0};           //!< of these, those that have not answered
    };

    /**
     * A member became ready.
     */
    void MemberReady();

    /**
     * @param member the number of a member
     * @throw UserError if there is none
     */
    void CheckMember(uint32_t member) const;

    /**
     * Complete a request all parts of which are done.
     *
     * @param operation the request
     */
    void Finish(Ptr<Operation> operation);

    /**
     * Flush the members.
     *
     * @param request the FLUSH
     * @param group the last group of writes before it
     */
    void Flush(Ptr<BlockRequest> request, uint64_t group);

    /**
     * Enter a write in the log.
     *
     * @param request the write
     * @param group its group
     */
    void EnterIntent(const BlockRequest& request, uint64_t group);

    /**
     * Process a member's answer, first of all.
     *
     * @param member the member
     * @param device the device that answered
     * @param operation the request to the array, null for a rebuild
     * @param answer receives the answer next
     * @param part what was asked
     */
    void Answered(uint32_t member,
                  Ptr<BlockDevice> device,
                  Ptr<Operation> operation,
                  Answer answer,
                  Ptr<BlockRequest> part);

    /**
     * A member answered a FLUSH.
     *
     * @param operation the FLUSH to the array
     * @param part that to the member
     */
    void FlushAnswered(Ptr<Operation> operation, Ptr<BlockRequest> part);

    /**
     * @return true if no more members are missing than can be
     */
    bool HasAllData() const;

    /**
     * Count a request as made: its last part may end it from now on.
     *
     * @param operation the request
     */
    void EndMaking(Ptr<Operation> operation);

    // Filling a spare (block-array-rebuild.cc).

    /**
     * @param member whose place the spare is to take
     * @param spare the spare
     * @throw UserError if that cannot be
     */
    void CheckRebuild(uint32_t member, Ptr<const BlockDevice> spare) const;

    /**
     * Begin to fill a spare: all writes that do not know of it are complete.
     *
     * @param filling the spare
     */
    void BeginFilling(Ptr<Filling> filling);

    /**
     * Copy the next stripe when its time has come, or be done.
     *
     * @param filling the spare
     */
    void FillNext(Ptr<Filling> filling);

    /**
     * Continue with the next stripe.
     *
     * @param filling the spare
     */
    void FillStripe(Ptr<Filling> filling);

    /**
     * Get what belongs on the spare: its stripe is held.
     *
     * @param filling the spare
     */
    void FillRecover(Ptr<Filling> filling);

    /**
     * Write it.
     *
     * @param filling the spare
     * @param status how it was got
     * @param data the contents
     */
    void FillWrite(Ptr<Filling> filling, BlockStatus status, Ptr<Packet> data);

    /**
     * It is written.
     *
     * @param filling the spare
     * @param part the write
     */
    void FillWritten(Ptr<Filling> filling, Ptr<BlockRequest> part);

    /**
     * All of it is on the spare's medium: the rebuild ends.
     *
     * @param filling the spare
     * @param flush the FLUSH behind the last write
     */
    void FillFlushed(Ptr<Filling> filling, Ptr<BlockRequest> flush);

    /**
     * Give up a spare that could not be filled: its stripe is held.
     *
     * @param filling the spare
     */
    void EndFilling(Ptr<Filling> filling);

    /**
     * @param operation READ or WRITE
     * @param filling the spare
     * @return a request for what the stripe at the rebuild mark has on the spare
     */
    Ptr<BlockRequest> MakeFillRequest(BlockOperation operation, Ptr<const Filling> filling) const;

    // Coming back to power (block-array-power.cc).

    /**
     * Make members agree in the next stripe, or be ready.
     *
     * @param resync what is done
     */
    void ResyncNext(Ptr<Resync> resync);

    /**
     * Write what the derived members of a stripe have to hold.
     *
     * @param resync what is done
     * @param part what was asked
     * @param status how it was got
     * @param data the contents
     */
    void ResyncWrite(Ptr<Resync> resync,
                     Ptr<BlockRequest> part,
                     BlockStatus status,
                     Ptr<Packet> data);

    /**
     * It is written.
     *
     * @param resync what is done
     * @param part the write
     */
    void ResyncWritten(Ptr<Resync> resync, Ptr<BlockRequest> part);

    uint32_t m_stripeUnit;                  //!< blocks of a stripe unit
    DataRate m_rebuildRate;                 //!< most that is written to a spare; zero for no limit
    std::vector<Member> m_members;          //!< the members
    uint32_t m_readyMembers{0};             //!< members that were ready
    uint64_t m_memberBlocks{0};             //!< blocks of the smallest member
    uint64_t m_blockCount{0};               //!< blocks of the array; zero until ready
    Ptr<Filling> m_filling;                 //!< the spare that is being filled
    Power m_power{Power::ON};               //!< of the controller
    Ptr<Resync> m_resync;                   //!< what is done now that power is back
    bool m_keepsIntents;                    //!< whether the log is kept
    WriteIntentLog m_intents;               //!< stripes that were written and not flushed
    BlockWriteGroups m_writes;              //!< what a FLUSH or a rebuild waits for
    TracedCallback<uint32_t> m_failedTrace; //!< a member failed
    TracedCallback<uint32_t, uint64_t, uint64_t> m_progressTrace; //!< a stripe was rebuilt
    TracedCallback<uint32_t> m_rebuiltTrace;                      //!< a spare took a place
};

} // namespace ns3

#endif /* BLOCK_ARRAY_H */
