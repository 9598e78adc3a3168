/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCSI_SANITIZE_OPERATION_H
#define SCSI_SANITIZE_OPERATION_H

#include "ns3/block-request.h"
#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/scsi-sense.h"
#include "ns3/scsi-task-set-owner.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup scsi-unit
 *
 * A sanitize operation of a disk (SBC-4, sanitize operations): it takes away all contents, block by
 * block, pass by pass. Nothing stops it: no task management function, no reset and no loss of a
 * nexus. When it fails, the disk stays in failure mode until another one ends well or EXIT FAILURE
 * MODE is allowed.
 */
class ScsiSanitizeOperation
{
  public:
    /// What it is to do.
    struct Plan
    {
        uint64_t blockCount{0};     //!< blocks of the disk
        uint32_t maxBlocks{1};      //!< most blocks of one request to the block device
        uint32_t passes{0};         //!< how often every block is written; zero for never
        std::vector<uint8_t> block; //!< what every block is to hold; empty for zeros
        bool inverts{false};        //!< true if every second pass writes the complement of that
        Time least;                 //!< it takes at least as long
        bool allowsExit{false};     //!< AUSE: EXIT FAILURE MODE may end its failure
    };

    /// Called when it ended, with true if it did well.
    using Completion = std::function<void(bool)>;

    /**
     * @param owner what reaches the block device; outlives the operation
     */
    explicit ScsiSanitizeOperation(ScsiTaskSetOwner& owner);

    /**
     * Begin; none may be under way. A failure of an earlier one is forgotten.
     *
     * @param plan what to do
     * @param completion called at the end, never from inside this call
     */
    void Start(Plan plan, Completion completion);

    /**
     * @return true while one is under way
     */
    bool IsRunning() const;

    /**
     * @return true if the last one failed and nothing made up for it
     */
    bool HasFailed() const;

    /**
     * @return true if EXIT FAILURE MODE may end the failure of the last one (AUSE)
     */
    bool AllowsExit() const;

    /**
     * Leave failure mode without another operation.
     */
    void ExitFailureMode();

    /**
     * @return how much is done, in parts of 65536
     */
    uint16_t GetProgress() const;

    /**
     * @return why the disk carries out no other command, or nothing if it does
     */
    std::optional<ScsiSense> Check() const;

    /**
     * Forget everything: the disk is going away.
     */
    void Clear();

  private:
    /// Its state.
    enum class State : uint8_t
    {
        IDLE,    //!< there is none, or the last one did well
        WRITING, //!< the block device has a request of it
        WAITING, //!< all is written; its time is not up
        FAILED   //!< failure mode
    };

    /**
     * Have the block device write the next blocks, put them on the medium, or do nothing more.
     */
    void Continue();

    /**
     * Write the next blocks of a pass.
     */
    void WriteNext();

    /**
     * Submit a request.
     */
    void Submit(const Ptr<BlockRequest>& request);

    /**
     * The block device completed a request.
     */
    void RequestDone(Ptr<BlockRequest> request);

    /**
     * The least time is up, and all is written.
     */
    void WaitDone();

    /**
     * End.
     *
     * @param isGood true if it did well
     */
    void End(bool isGood);

    /**
     * @return contents of a request of the most blocks in the current pass; null for zeros
     */
    Ptr<Packet> MakeContents() const;

    ScsiTaskSetOwner& m_owner;              //!< what reaches the block device
    BlockRequest::Completion m_requestDone; //!< RequestDone, made once
    State m_state{State::IDLE};             //!< its state
    Plan m_plan;                            //!< what it does
    Completion m_completion;                //!< called at the end
    Ptr<Packet> m_contents;                 //!< of a request of the most blocks
    uint32_t m_pass{0};                     //!< passes done
    uint64_t m_lba{0};                      //!< blocks of the current pass that are done
    uint32_t m_blocks{0};                   //!< blocks of the request under way; zero for a flush
    bool m_isFlushed{false};                //!< true when all is on the medium
    Time m_begin;                           //!< when it began
    EventId m_wait;                         //!< WaitDone
};

} // namespace ns3

#endif /* SCSI_SANITIZE_OPERATION_H */
