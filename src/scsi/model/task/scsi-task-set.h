/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCSI_TASK_SET_H
#define SCSI_TASK_SET_H

#include "scsi-data-buffer.h"
#include "scsi-task-order.h"
#include "scsi-task-set-owner.h"
#include "scsi-task.h"

#include "ns3/block-device.h"
#include "ns3/block-request.h"
#include "ns3/packet.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ns3
{

class ScsiCopyOperation;
class ScsiDeviceServer;

/**
 * @ingroup scsi-task
 *
 * The task set of a disk (SAM-5, 8.1): the commands that wait for data, for their turn or for the
 * block device, and the next step of each.
 */
class ScsiTaskSet
{
  public:
    struct Entry;

    /// Called when all data of an entry came, or a block request of it ended well. It fills in the
    /// next block request and returns true, or the task's status and returns false. It may send
    /// data, but not end the task.
    using Step = bool (*)(ScsiDeviceServer& unit, Entry& entry);

    /// Called when a block request of an entry failed. It fills in the task's status.
    using Failure = void (*)(ScsiDeviceServer& unit, Entry& entry);

    /// A command under way, and what the block device is asked for it.
    struct Entry
    {
        BlockOperation operation{BlockOperation::READ}; //!< what the block device is asked
        uint64_t lba{0};                                //!< first block
        uint32_t blocks{0};                             //!< number of blocks
        Step filled{nullptr};        //!< when the data are there; null to go to the block device
        Step done{nullptr};          //!< when the block device is done; null to end the task
        Failure failed{nullptr};     //!< when the block device fails; null for the usual sense
        bool forceUnitAccess{false}; //!< true if it must reach the medium
        bool isAnswered{false};      //!< true if the task ended already (IMMED)
        bool isExclusive{false};     //!< true if no other command may come between its steps
        bool isOrdered{true};        //!< false if it has no place among the others
        bool isDetached{false};      //!< true if what began it ends it, and no block request
        ScsiDataBuffer dataOut{0, false}; //!< what comes from the initiator
        /// What was read; or what is to be written, if not what came from the initiator. Null where
        /// contents are not kept.
        Ptr<Packet> data;
        Ptr<Packet> expected; //!< what the medium is compared with; null where it is not
        /// The runs of blocks of UNMAP that are still to be done, the last one first.
        std::vector<std::pair<uint64_t, uint32_t>> runs;
        Ptr<BlockDevice> device; //!< the block device that is asked; null for the disk's own
        std::shared_ptr<ScsiCopyOperation> copy; //!< of EXTENDED COPY

      private:
        friend class ScsiTaskSet;
        /// How far it got.
        enum class State : uint8_t
        {
            FILLING, //!< its data do not have come
            WAITING, //!< it waits for its turn
            RUNNING  //!< the block device has a request of it
        };

        Ptr<ScsiTask> m_task;                                 //!< the task
        uint64_t m_number{0};                                 //!< how many came before it
        State m_state{State::FILLING};                        //!< how far it got
        ScsiTaskOrder::Place m_place{ScsiTaskOrder::NOWHERE}; //!< among the others

      public:
        /**
         * @return the task
         */
        const Ptr<ScsiTask>& GetTask() const
        {
            return m_task;
        }
    };

    /// Tells some tasks from the others.
    using Selection = std::function<bool(const ScsiTask& task)>;

    /**
     * @param owner what ends tasks and reaches the block device; outlives the set
     * @param unit what the steps of the commands work on; outlives the set
     */
    ScsiTaskSet(ScsiTaskSetOwner& owner, ScsiDeviceServer& unit);

    /**
     * Take a command that needs no data-out, and let the block device do it in its turn.
     *
     * @param task the command
     * @param entry what the block device is asked
     */
    void Start(const Ptr<ScsiTask>& task, Entry&& entry);

    /**
     * Take a command that needs data-out, and ask for them.
     *
     * @param task the command
     * @param entry what to do when they came; its buffer is at least one byte
     * @param length bytes to ask for, at least one
     */
    void StartWithData(const Ptr<ScsiTask>& task, Entry&& entry, uint32_t length);

    /**
     * Take data-out that came; of a command that does not exist nothing is taken.
     *
     * @param task the command
     * @param offset where in the buffer, bytes
     * @param data the bytes
     */
    void Put(const Ptr<ScsiTask>& task, uint32_t offset, Ptr<const Packet> data);

    /**
     * Remove a command. Its block request in progress completes, and the result is discarded.
     *
     * @param task the command
     * @return false if it is not there or has its status already
     */
    bool Remove(const Ptr<ScsiTask>& task);

    /**
     * Forget some commands.
     *
     * @param selection which
     * @return those, in the order they came
     */
    std::vector<Ptr<ScsiTask>> RemoveIf(const Selection& selection);

    /**
     * @param selection which
     * @return true if a command like that is there
     */
    bool Contains(const Selection& selection) const;

    /**
     * Forget everything: the disk is going away.
     */
    void Clear();

  private:
    struct Request;

    /// The commands by task.
    using Entries = std::unordered_map<const ScsiTask*, Entry>;

    /**
     * @param task a new command
     * @param entry what to do
     * @return the entry, as it is kept
     */
    Entry& Add(const Ptr<ScsiTask>& task, Entry&& entry);

    /**
     * An entry waits for its turn; a detached one for its end.
     */
    void SetReady(Entry& entry);

    /**
     * The turn of a command has come.
     *
     * @param task the command, which may be gone by now
     * @return true if no command may overtake it until it ends
     */
    bool Go(Ptr<ScsiTask> task);

    /**
     * Make the block device's request of an entry and submit it.
     */
    void Submit(Entry& entry);

    /**
     * @param entry an entry that writes
     * @return the contents of its blocks; null where they are not kept, or are zeros
     */
    Ptr<Packet> TakeData(Entry& entry) const;

    /**
     * The block device completed a request.
     *
     * @param request the request, whose command may be gone by now
     */
    void RequestDone(Ptr<BlockRequest> request);

    /**
     * End the task of an entry that was taken out, because the block device failed.
     *
     * @param entry the entry
     * @param request the request that failed
     */
    void EndFailed(Entry& entry, const BlockRequest& request);

    /**
     * Carry out a step of an entry that was taken out.
     *
     * @param node the entry
     * @param step what to do, or null
     * @param otherwise what null means: true to continue
     * @return true if it continues and was put back; false if its task has ended
     */
    bool Do(Entries::node_type& node, Step step, bool otherwise);

    /**
     * Give up the place of an entry that is forgotten.
     */
    void LeavePlace(const Entry& entry);

    ScsiTaskSetOwner& m_owner;              //!< what ends tasks and reaches the block device
    ScsiDeviceServer& m_unit;               //!< what the steps work on
    BlockRequest::Completion m_requestDone; //!< RequestDone, made once
    ScsiTaskOrder m_order;                  //!< who goes to the block device when
    Entries m_entries;                      //!< commands under way
    uint64_t m_next{0};                     //!< number of the next command
};

} // namespace ns3

#endif /* SCSI_TASK_SET_H */
