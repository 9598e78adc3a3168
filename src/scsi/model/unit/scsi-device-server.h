/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCSI_DEVICE_SERVER_H
#define SCSI_DEVICE_SERVER_H

#include "scsi-command-table.h"
#include "scsi-copy-records.h"
#include "scsi-persistent-reservations.h"
#include "scsi-provisioning-map.h"
#include "scsi-removable-medium.h"
#include "scsi-reservation.h"
#include "scsi-sanitize-operation.h"
#include "scsi-target-port-groups.h"
#include "scsi-unit-attentions.h"
#include "scsi-unit-options.h"

#include "ns3/block-device.h"
#include "ns3/scsi-cdb.h"
#include "ns3/scsi-copy-unit.h"
#include "ns3/scsi-inquiry.h"
#include "ns3/scsi-mode-pages.h"
#include "ns3/scsi-sense.h"
#include "ns3/scsi-task-set-owner.h"
#include "ns3/scsi-task-set.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup scsi-unit
 *
 * What the commands of a disk share: its state, and how a task ends. ScsiDisk has one; the command
 * families (ScsiBlockCommands and others) work on it. A class in front of a disk that handles
 * reservations for it also has one, because ScsiReservationCommands do not need a medium.
 */
class ScsiDeviceServer : public ScsiTaskSetOwner
{
  public:
    /// The most runs of blocks of one UNMAP.
    static constexpr uint32_t MAX_UNMAP_RUNS = 64;

    /**
     * @param knownCommands the commands that it knows; outlive it
     */
    explicit ScsiDeviceServer(const ScsiCommandTable& knownCommands);

    // From ScsiTaskSetOwner
    uint32_t GetBlockSize() const override;
    void SubmitRequest(const Ptr<BlockRequest>& request) override;
    void Fail(const Ptr<ScsiTask>& task, const ScsiSense& sense, bool hasData) override;

    /**
     * @return what the disk says of itself
     */
    virtual ScsiIdentity GetIdentity() const = 0;

    /**
     * @return true if contents are kept
     */
    virtual bool KeepsData() const = 0;

    /**
     * @param command a row of the table, or null
     * @return the row, or null if the command needs what this disk does not have
     */
    const ScsiCommand* GetSupported(const ScsiCommand* command) const;

    /**
     * @return the most blocks that one command may name
     */
    virtual uint32_t GetMaxTransferBlocks() const = 0;

    /**
     * @return what the disk may be beside a plain one, which it is unless it says otherwise
     */
    virtual ScsiUnitOptions GetOptions() const;

    /**
     * @return the most blocks that one COMPARE AND WRITE may name, which has a byte for it
     */
    uint8_t GetMaxCompareBlocks() const;

    /**
     * End tasks that another nexus or their own wants ended (SAM-5, 5.6): without a status, or with
     * TASK ABORTED where another nexus caused it and TAS is set.
     *
     * @param tasks tasks that the task set forgot
     * @param cause name of the initiator port that wants it
     */
    void AbortTasks(const std::vector<Ptr<ScsiTask>>& tasks, const std::string& cause);

    /**
     * Abort commands of whatever nexus (SAM-5, 5.6; SPC-4, 5.12.11.5). Other initiator ports than
     * the cause are told: by the status of each command if TAS is set, else by a unit attention.
     *
     * @param selection which commands
     * @param cause name of the initiator port that wants it
     */
    virtual void AbortCommands(const ScsiTaskSet::Selection& selection, const std::string& cause);

    /**
     * End a command because of what other initiator ports did: a unit attention reports it, or a
     * reservation forbids the command.
     *
     * @param task the task
     * @param command its row in the table, or null if it is not known
     * @return true if it was ended
     */
    bool RefuseForOthers(const Ptr<ScsiTask>& task, const ScsiCommand* command);

    /**
     * End a command that is not in the table: its operation code or its service action is unknown.
     */
    void RefuseUnknown(const Ptr<ScsiTask>& task);

    /**
     * Fill in CHECK CONDITION, in the format that the control mode page asks for.
     *
     * @param task the task
     * @param sense why
     */
    void SetCheckCondition(const Ptr<ScsiTask>& task, const ScsiSense& sense) const;

    /**
     * Fill in CHECK CONDITION for a command whose data-out came: its residual stays as it is.
     *
     * @param task the task
     * @param sense why
     */
    void SetLateCheckCondition(const Ptr<ScsiTask>& task, const ScsiSense& sense) const;

    /**
     * End a task with CHECK CONDITION.
     *
     * @param task the task
     * @param sense why
     */
    void Refuse(const Ptr<ScsiTask>& task, const ScsiSense& sense);

    /**
     * End a task with ILLEGAL REQUEST for a field of its CDB (SPC-4, 4.5.2.4.2).
     *
     * @param task the task
     * @param byte the first byte of the field
     * @param bit the highest bit of the field, if it does not begin with the byte
     */
    void RefuseField(const Ptr<ScsiTask>& task,
                     uint16_t byte,
                     std::optional<uint8_t> bit = std::nullopt);

    /**
     * End a task with ILLEGAL REQUEST because its data-out buffer is not as long as the command
     * takes.
     */
    void RefuseDataLength(const Ptr<ScsiTask>& task);

    /**
     * End a task with RESERVATION CONFLICT.
     */
    void FinishConflict(const Ptr<ScsiTask>& task);

    /**
     * End a task with GOOD that moved no data.
     */
    void FinishGood(const Ptr<ScsiTask>& task);

    /**
     * Send what a command returns and end its task with GOOD.
     *
     * @param task the task
     * @param bytes what it returns in full
     * @param allocationLength the most that the CDB asks for, bytes
     */
    void Answer(const Ptr<ScsiTask>& task,
                const std::vector<uint8_t>& bytes,
                uint32_t allocationLength);

    /**
     * Take the parameter list of a command. One that is empty, or of which the initiator has
     * nothing to give, changes nothing: the task ends with GOOD at once.
     *
     * @param task the task
     * @param length bytes that the CDB names
     * @param step what to do with the list
     * @param isOrdered true if it may not pass an ORDERED command
     */
    void TakeList(const Ptr<ScsiTask>& task,
                  uint32_t length,
                  ScsiTaskSet::Step step,
                  bool isOrdered);

    /**
     * Refuse a command on blocks that the disk does not have, or that are too many. No blocks at
     * the end of the medium are none that it does not have (SBC-3, 4.5: what exceeds the capacity).
     *
     * @param task the task
     * @param cdb its fields
     * @param limit the most blocks it may name
     * @return true if it was refused
     */
    bool RefuseBlocks(const Ptr<ScsiTask>& task, const ScsiBlockCdb& cdb, uint64_t limit);

    /**
     * @return what holds the blocks
     */
    const Ptr<BlockDevice>& GetDevice() const;

    /**
     * @param device what holds the blocks, null when the disk is disposed of
     */
    void SetDevice(const Ptr<BlockDevice>& device);

    /**
     * @return the target port groups, null where access is symmetric
     */
    const Ptr<ScsiTargetPortGroups>& GetPortGroups() const;

    /**
     * @param groups the target port groups, null where access is symmetric
     */
    void SetPortGroups(const Ptr<ScsiTargetPortGroups>& groups);

    /**
     * @return the disk itself as part of a copy, null if it carries out none
     */
    virtual ScsiCopyUnit* GetCopyUnit();

    /**
     * @return the disks of its target that take part in copies; null if it stands alone
     */
    const std::shared_ptr<const ScsiCopyUnits>& GetCopyUnits() const;

    /**
     * @param units the disks of its target that take part in copies
     */
    void SetCopyUnits(const std::shared_ptr<const ScsiCopyUnits>& units);

    /**
     * @return false after START STOP UNIT stopped the disk
     */
    bool HasStarted() const;

    /**
     * @param isStarted false if START STOP UNIT stops the disk
     */
    void SetStarted(bool isStarted);

    /**
     * @return why the medium cannot be used now, or nothing if it can
     */
    std::optional<ScsiSense> CheckMedium() const;

    /**
     * @return the current mode parameters
     */
    ScsiModeValues GetModeValues() const;

    /**
     * Have the mode parameters be others.
     *
     * @param values what they report
     */
    void SetModeValues(const ScsiModeValues& values);

    /**
     * Have the mode parameters be as they were in the beginning.
     */
    void ResetModeValues();

    /**
     * @return why nothing may be written, or nothing if it may: the medium is read-only, or the
     *         control mode page says so (SBC-3, 4.12)
     */
    std::optional<ScsiSense> CheckProtection() const;

    const ScsiCommandTable& commands;         //!< the commands that it knows
    ScsiTaskSet tasks;                        //!< commands under way
    ScsiUnitAttentions attentions;            //!< what to report to initiator ports
    ScsiReservation reservation;              //!< of RESERVE
    ScsiPersistentReservations registrations; //!< of PERSISTENT RESERVE OUT
    ScsiProvisioningMap provisioning;         //!< which blocks were unmapped
    ScsiRemovableMedium medium;               //!< whether it is there and may be removed
    ScsiSanitizeOperation sanitize;           //!< of SANITIZE
    ScsiCopyRecords copies;                   //!< of EXTENDED COPY

  private:
    Ptr<BlockDevice> m_device;                        //!< what holds the blocks
    std::shared_ptr<const ScsiCopyUnits> m_copyUnits; //!< of its target; null if it stands alone
    Ptr<ScsiTargetPortGroups> m_portGroups;           //!< null where access is symmetric
    bool m_isStarted{true};                           //!< whether the disk turns
    ScsiControlSettings m_control;                    //!< of the control mode page
    std::optional<BlockCacheSettings> m_defaultCache; //!< those before the first MODE SELECT
};

} // namespace ns3

#endif /* SCSI_DEVICE_SERVER_H */
