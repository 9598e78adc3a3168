/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef VERIFYING_WORKLOAD_H
#define VERIFYING_WORKLOAD_H

#include "synthetic-workload.h"

#include "ns3/block-mismatch.h"
#include "ns3/block-verifier.h"
#include "ns3/event-id.h"
#include "ns3/traced-callback.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup block-io-workload
 *
 * A synthetic workload that checks contents: each block that it writes says what it is, and each
 * block that it reads is compared with what may be there (BlockVerifier, BlockHistory). The devices
 * must keep contents.
 *
 * It runs in a closed loop and has three phases; each begins when all requests of the one before
 * have completed. The first fills the address range. The second issues requests as a
 * SyntheticWorkload does, WorkCount of them or for WorkTime. The last reads the whole range again
 * from the medium, past all caches. Requests may fail at any time: a write that failed may be done
 * or not, and blocks that the last phase could not read are counted. Devices may lose their power,
 * if that is expected: what neither a FLUSH (FlushInterval) nor FUA (FuaInterval) has made safe may
 * then be lost.
 *
 * Several such workloads on one device need ranges of their own (Part, Parts), unless none of them
 * writes.
 */
class VerifyingWorkload : public SyntheticWorkload
{
  public:
    /// Phases of the workload.
    enum class Phase : uint8_t
    {
        NOT_BEGUN, //!< there was no request yet
        FILL,      //!< every block of the range is written
        WORK,      //!< requests are drawn
        LAST_READ, //!< every block of the range is read
        OVER       //!< no more requests are issued
    };

    /// Blocks that differ, by kind.
    using Counts = std::array<uint64_t, BlockMismatch::KINDS>;

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * Devices may lose their power: keep in mind what they may lose with it. Before it begins.
     */
    void ExpectPowerLoss();

    /**
     * A device has lost its power, and with it what was in its write cache alone.
     */
    void LosePower();

    /**
     * A page cache above a device could not write blocks back, and forgets it: older contents may
     * come back there.
     *
     * @param device the number of the device
     * @param lba the first block
     * @param blocks how many blocks
     */
    void Forget(uint32_t device, uint64_t lba, uint32_t blocks);

    /**
     * @return the current phase
     */
    Phase GetPhase() const;

    /**
     * @return number of blocks that were checked
     */
    uint64_t GetCheckedBlocks() const;

    /**
     * @return number of blocks that could not be there, of each kind
     */
    const Counts& GetMismatchCounts() const;

    /**
     * @return number of blocks that could not be there
     */
    uint64_t GetMismatches() const;

    /**
     * @return the first of them; nothing if there is none
     */
    const std::optional<BlockMismatch>& GetFirstMismatch() const;

    /**
     * @return number of reads that failed
     */
    uint64_t GetFailedReads() const;

    /**
     * @return number of writes that failed
     */
    uint64_t GetFailedWrites() const;

    /**
     * @return number of FLUSHes that failed
     */
    uint64_t GetFailedFlushes() const;

    /**
     * @return number of blocks that the last phase was to read, and did not so far
     */
    uint64_t GetUnreadBlocks() const;

    /**
     * TracedCallback signature for a block that cannot have been there.
     *
     * @param mismatch the block
     * @param device the number of its device in this workload
     */
    using MismatchTracedCallback = void (*)(const BlockMismatch& mismatch, uint32_t device);

  protected:
    void DoDispose() override;
    bool HasNext() const override;
    NextRequest MakeNext() override;
    void PrepareRequest(BlockRequest& request, uint32_t device) override;
    void NoteCompletion(const BlockRequest& request) override;
    void CheckAttributes() override;
    void CheckDevice(uint32_t index) override;
    uint64_t GetRangeBegin(uint32_t index) const override;
    uint64_t GetRangeLength(uint32_t index) const override;

  private:
    /// A request under way.
    struct Pending
    {
        uint64_t number;                   //!< the request's number
        uint32_t device;                   //!< the number of its device
        BlockHistory::Operation operation; //!< what it is in the device's history
    };

    /**
     * Make what checks each device: they are ready.
     */
    void MakeVerifiers();

    /**
     * All requests have completed and the current phase has no more: begin the next that has some.
     */
    void Advance();

    /**
     * @return the next request of the second phase, a FLUSH if it is time for one
     */
    NextRequest MakeNextOfWork();

    /**
     * Count a write of the second phase.
     *
     * @param request a request that is about to be submitted
     * @return whether it has to be on the medium when it completes (FuaInterval)
     */
    bool IsForced(const BlockRequest& request);

    /**
     * Begin a phase.
     *
     * @param phase the phase
     */
    void BeginPhase(Phase phase);

    /**
     * Begin to go through the whole range of each device.
     */
    void BeginPass();

    /**
     * Make the next request of a phase that goes through the whole range.
     *
     * @param operation what it does
     * @return the request
     */
    NextRequest MakeNextOfPass(BlockOperation operation);

    /**
     * The time of the second phase is over.
     */
    void EndWork();

    /**
     * @param request a request that completed
     * @return it, which is no longer under way
     */
    Pending RemovePending(const BlockRequest& request);

    /**
     * Count a request that failed.
     *
     * @param request the request
     */
    void CountFailure(const BlockRequest& request);

    /**
     * A block cannot have been there.
     *
     * @param mismatch the block
     * @param device the number of its device
     */
    void NoteMismatch(const BlockMismatch& mismatch, uint32_t device);

    bool m_fill;              //!< whether there is a first phase
    bool m_lastRead;          //!< whether there is a last phase
    uint32_t m_passSize;      //!< bytes of their requests
    uint64_t m_workCount;     //!< requests of the second phase; 0 is no limit
    Time m_workTime;          //!< its time; 0 is no limit
    uint32_t m_flushInterval; //!< requests of the second phase between two FLUSHes, 0 for none
    uint32_t m_fuaInterval;   //!< writes of the second phase of which one has FUA, 0 for none
    bool m_stopAtMismatch;    //!< whether the first mismatch ends everything
    uint32_t m_part;          //!< part of the range that is used
    uint32_t m_parts;         //!< number of parts
    uint32_t m_writerNumber;  //!< number of this workload in its stamps
    uint32_t m_run;           //!< number of the run there

    Phase m_phase{Phase::NOT_BEGUN};                         //!< the current phase
    std::vector<std::unique_ptr<BlockVerifier>> m_verifiers; //!< by device
    std::vector<Pending> m_pending;                          //!< under way, by number
    std::vector<uint64_t> m_passed;       //!< blocks of each device that the pass has come to
    uint64_t m_passLeft{0};               //!< blocks that it has not
    uint32_t m_passDevice{0};             //!< device of its last request
    uint64_t m_workIssued{0};             //!< requests of the second phase
    uint32_t m_sinceFlush{0};             //!< of these, since the last FLUSH of all devices
    uint32_t m_sinceFua{0};               //!< writes of the second phase since the last with FUA
    bool m_expectsPowerLoss{false};       //!< whether devices may lose their power
    bool m_isWorkOver{false};             //!< true when its time is over
    EventId m_workEnd;                    //!< the end of its time
    Counts m_mismatches{};                //!< blocks that differ
    std::optional<BlockMismatch> m_first; //!< the first of them
    uint64_t m_failedReads{0};            //!< reads that failed
    uint64_t m_failedWrites{0};           //!< writes that failed
    uint64_t m_failedFlushes{0};          //!< FLUSHes that failed
    uint64_t m_unread{0};                 //!< blocks that the last phase has not read
    TracedCallback<const BlockMismatch&, uint32_t> m_mismatchTrace; //!< a block differs
};

} // namespace ns3

#endif /* VERIFYING_WORKLOAD_H */
