/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCSI_DISK_H
#define SCSI_DISK_H

#include "scsi-cdb.h"
#include "scsi-data-buffer.h"
#include "scsi-device.h"
#include "scsi-inquiry.h"
#include "scsi-mode-pages.h"
#include "scsi-sense.h"
#include "scsi-task-order.h"
#include "scsi-unit-attentions.h"

#include "ns3/block-device.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>

namespace ns3
{

/**
 * @ingroup scsi
 *
 * A disk as SCSI sees it: the device server of a direct access block device (SBC-3) over any
 * BlockDevice. It answers every command sooner or later with exactly one status; those it does not
 * know with CHECK CONDITION. It is the logical unit whatever the task's LUN says: a ScsiTaskRouter
 * stands before several.
 */
class ScsiDisk : public ScsiDevice
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    ScsiDisk();

    /**
     * @param device what holds the blocks
     */
    void SetBlockDevice(Ptr<BlockDevice> device);

    /**
     * @return what holds the blocks
     */
    Ptr<BlockDevice> GetBlockDevice() const;

    /**
     * @return false after START STOP UNIT stopped the disk
     */
    bool IsStarted() const;

    void CommandReceived(Ptr<ScsiTask> task) override;
    void DataOutReceived(Ptr<ScsiTask> task, uint32_t offset, Ptr<Packet> data) override;
    void TaskLost(Ptr<ScsiTask> task) override;

    /**
     * TracedCallback signature for the start and end of a task.
     *
     * @param task the task
     */
    using TaskTracedCallback = void (*)(Ptr<const ScsiTask> task);

  protected:
    void DoDispose() override;

  private:
    /// Carries out one command; the task has its status in the end, then or later.
    using Handler = void (ScsiDisk::*)(Ptr<ScsiTask> task);

    /// What the disk needs to know of a command it carries out.
    struct Command
    {
        Handler handler{nullptr}; //!< null for a command the disk does not know
        bool needsMedium{false};  //!< true if a stopped or absent device cannot do it
        /// True if it is carried out though a unit attention is pending (SAM-5, 5.14).
        bool passesAttention{false};
    };

    /// A command that is waiting for data or for the block device.
    struct Transfer
    {
        BlockOperation operation;    //!< what the block device is asked
        uint64_t lba;                //!< first block
        uint32_t blocks;             //!< number of blocks
        bool compare;                //!< true if the data are compared with the medium
        ScsiDataBuffer dataOut;      //!< what came from the initiator
        bool forceUnitAccess{false}; //!< true if it must reach the medium
        bool isAnswered{false};      //!< true if the task ended already (IMMED)
        bool isModeSelect{false};    //!< true if the block device is not asked at all
        ScsiTaskOrder::Place place{ScsiTaskOrder::NOWHERE}; //!< among the others
    };

    /**
     * @param opcode an operation code
     * @return how the disk carries it out
     */
    static const Command& FindCommand(ScsiOpcode opcode);

    /**
     * Check what every command must meet before it is carried out.
     *
     * @param task the task
     * @param command how it would be carried out
     * @return the reason why not, or nothing
     */
    std::optional<ScsiSense> CheckCommand(Ptr<const ScsiTask> task, const Command& command) const;

    /**
     * Give a task back to its port; its status is filled in.
     *
     * @param task the task
     */
    void Finish(Ptr<ScsiTask> task);

    /**
     * End a task with ILLEGAL REQUEST.
     *
     * @param task the task
     * @param additional what is wrong with it
     */
    void Refuse(Ptr<ScsiTask> task, ScsiAdditionalSense additional);

    // Commands that move blocks (scsi-disk.cc).

    /**
     * READ(6), READ(10), READ(12), READ(16) (SBC-3, 5.10 to 5.13).
     * @param task the task
     */
    void Read(Ptr<ScsiTask> task);

    /**
     * WRITE(6), WRITE(10), WRITE(12), WRITE(16) (SBC-3, 5.32 to 5.35).
     * @param task the task
     */
    void Write(Ptr<ScsiTask> task);

    /**
     * VERIFY(10), VERIFY(12), VERIFY(16) (SBC-3, 5.28 to 5.30).
     * @param task the task
     */
    void Verify(Ptr<ScsiTask> task);

    /**
     * SYNCHRONIZE CACHE(10), SYNCHRONIZE CACHE(16) (SBC-3, 5.26 and 5.27).
     * @param task the task
     */
    void SynchronizeCache(Ptr<ScsiTask> task);

    /**
     * Refuse a command on blocks that the disk does not have, that are too many, or that asks for
     * protection information, which no medium here holds.
     *
     * @param task the task
     * @param cdb its fields
     * @return true if it was refused
     */
    bool RefuseBlocks(Ptr<ScsiTask> task, const ScsiBlockCdb& cdb);

    /**
     * Ask the port for the data of a write or a comparison; the transfer goes to the block device
     * when they are complete.
     *
     * @param task the task
     * @param cdb its fields
     * @param operation what the block device will be asked
     * @param compare true if the data are compared with the medium
     */
    void TakeDataOut(Ptr<ScsiTask> task,
                     const ScsiBlockCdb& cdb,
                     BlockOperation operation,
                     bool compare);

    /**
     * Have the block device put everything written before on the medium.
     *
     * @param task the task
     * @param immediate true to end the task at once instead of after the flush
     */
    void FlushDevice(Ptr<ScsiTask> task, bool immediate);

    /**
     * Carry out a transfer without data-out.
     *
     * @param task the task
     * @param operation what the block device is asked
     * @param cdb its fields
     */
    void StartTransfer(Ptr<ScsiTask> task, BlockOperation operation, const ScsiBlockCdb& cdb);

    /**
     * Give a transfer its place among the others.
     *
     * @param task its task
     * @param transfer the transfer
     * @return the transfer, as it is kept
     */
    Transfer& AddTransfer(Ptr<ScsiTask> task, Transfer transfer);

    /**
     * Make the block device's request of a transfer and submit it: its turn has come.
     *
     * @param task its task, which may be lost by now
     */
    void SubmitTransfer(Ptr<ScsiTask> task);

    /**
     * The block device completed a transfer.
     *
     * @param task its task
     * @param request the block device's request
     */
    void TransferDone(Ptr<ScsiTask> task, Ptr<BlockRequest> request);

    /**
     * Send what was read, as much as the initiator's buffer takes.
     *
     * @param task the task
     * @param request the block device's request
     */
    void SendBlocks(Ptr<ScsiTask> task, Ptr<BlockRequest> request);

    // Commands that do not (scsi-disk-commands.cc).

    /**
     * TEST UNIT READY (SPC-4, 6.47).
     * @param task the task
     */
    void TestUnitReady(Ptr<ScsiTask> task);

    /**
     * REQUEST SENSE (SPC-4, 6.39). Sense data travel with the status, so none is ever pending.
     * @param task the task
     */
    void RequestSense(Ptr<ScsiTask> task);

    /**
     * INQUIRY (SPC-4, 6.6).
     * @param task the task
     */
    void Inquiry(Ptr<ScsiTask> task);

    /**
     * MODE SENSE(6), MODE SENSE(10) (SPC-4, 6.11 and 6.12).
     * @param task the task
     */
    void ModeSense(Ptr<ScsiTask> task);

    /**
     * MODE SELECT(6), MODE SELECT(10) (SPC-4, 6.9 and 6.10).
     * @param task the task
     */
    void ModeSelect(Ptr<ScsiTask> task);

    /**
     * The parameter list of a MODE SELECT is there: do as it says, or refuse it.
     *
     * @param task the task
     * @param data the list
     */
    void TakeModeParameters(Ptr<ScsiTask> task, Ptr<const Packet> data);

    /**
     * READ CAPACITY(10) (SBC-3, 5.15).
     * @param task the task
     */
    void ReadCapacity10(Ptr<ScsiTask> task);

    /**
     * SERVICE ACTION IN(16): READ CAPACITY(16) (SBC-3, 5.16).
     * @param task the task
     */
    void ReadCapacity16(Ptr<ScsiTask> task);

    /**
     * REPORT LUNS of a unit that stands alone (SPC-4, 6.33).
     * @param task the task
     */
    void ReportLuns(Ptr<ScsiTask> task);

    /**
     * START STOP UNIT (SBC-3, 5.25).
     * @param task the task
     */
    void StartStopUnit(Ptr<ScsiTask> task);

    /**
     * @return why the medium cannot be used now, or nothing if it can
     */
    std::optional<ScsiSense> CheckMedium() const;

    /**
     * @param task a command
     * @return what its initiator port had still to be told, which it is now; nothing if there was
     *         nothing
     */
    std::optional<ScsiSense> TakeUnitAttention(Ptr<const ScsiTask> task);

    /**
     * @return what the mode parameters tell now
     */
    ScsiModeValues GetModeValues() const;

    /**
     * @return what the disk says of itself
     */
    ScsiIdentity GetIdentity() const;

    /**
     * @return the most blocks that one command may name
     */
    uint32_t GetMaxTransferBlocks() const;

    Ptr<BlockDevice> m_device;           //!< what holds the blocks
    std::string m_vendor;                //!< T10 vendor identification
    std::string m_product;               //!< product identification
    std::string m_revision;              //!< product revision level
    std::string m_serial;                //!< unit serial number
    uint16_t m_rotationRate;             //!< per minute; 1 if nothing rotates, 0 if not reported
    uint32_t m_maxTransferLength;        //!< most bytes of one command
    bool m_storeData;                    //!< true if contents are kept
    bool m_started{true};                //!< false after START STOP UNIT stopped the disk
    ScsiTaskOrder m_order;               //!< who goes to the block device when
    ScsiUnitAttentions m_unitAttentions; //!< what initiator ports are to be told
    std::optional<BlockCacheSettings> m_defaultCache; //!< those before the first MODE SELECT
    std::unordered_map<const ScsiTask*, Transfer> m_transfers; //!< commands under way
    TracedCallback<Ptr<const ScsiTask>> m_commandTrace;        //!< a command arrived
    TracedCallback<Ptr<const ScsiTask>> m_completeTrace;       //!< a command has its status
};

} // namespace ns3

#endif /* SCSI_DISK_H */
