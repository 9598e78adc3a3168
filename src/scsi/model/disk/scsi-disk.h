/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCSI_DISK_H
#define SCSI_DISK_H

#include "ns3/block-device.h"
#include "ns3/nstime.h"
#include "ns3/scsi-command.h"
#include "ns3/scsi-copy-unit.h"
#include "ns3/scsi-device-server.h"
#include "ns3/scsi-device.h"
#include "ns3/scsi-target-port-groups.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup scsi-disk
 *
 * A SCSI disk: the device server and task manager of a direct access block device (SBC-3, with
 * SANITIZE and WRITE ATOMIC of SBC-4) over any BlockDevice. It eventually ends every command with
 * exactly one status, unless the command is aborted; unknown commands end with CHECK CONDITION. It
 * ignores the task's LUN: use a ScsiTaskRouter in front of several logical units. The table of
 * GetScsiDiskCommands defines each command.
 */
class ScsiDisk : public ScsiDevice, public ScsiCopyUnit, private ScsiDeviceServer
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    ScsiDisk();

    /**
     * @param blockDevice what holds the blocks
     */
    void SetBlockDevice(Ptr<BlockDevice> blockDevice);

    /**
     * @return what holds the blocks
     */
    Ptr<BlockDevice> GetBlockDevice() const;

    /**
     * Give the disk asymmetric access: target port groups, with a state each, that may be those of
     * other disks as well.
     *
     * @param groups the groups, null for symmetric access
     */
    void SetTargetPortGroups(Ptr<ScsiTargetPortGroups> groups);

    /**
     * @return the target port groups, null where access is symmetric
     */
    Ptr<ScsiTargetPortGroups> GetTargetPortGroups() const;

    /**
     * @return false after START STOP UNIT stopped the disk
     */
    bool IsStarted() const;

    /**
     * @return false after START STOP UNIT ejected a removable medium
     */
    bool IsMediumLoaded() const;

    void CommandReceived(Ptr<ScsiTask> task) override;
    void DataOutReceived(Ptr<ScsiTask> task, uint32_t offset, Ptr<Packet> data) override;
    void TaskLost(Ptr<ScsiTask> task) override;
    ScsiTaskManagementResponse ManageTasks(const ScsiTaskManagementRequest& request) override;
    void NexusLost(const std::string& initiatorPort) override;

    // From ScsiCopyUnit
    void JoinCopyUnits(const std::shared_ptr<const ScsiCopyUnits>& units) override;
    bool IsNamed(const std::vector<uint8_t>& designator) const override;
    bool AllowsCopy(const std::string& nexus, bool writes) const override;
    Ptr<BlockDevice> GetCopyDevice() const override;
    void BlocksCopied(uint64_t lba, uint32_t blocks) override;

    /**
     * TracedCallback signature for the start and end of a task.
     */
    using TaskTracedCallback = void (*)(Ptr<const ScsiTask> task);

  protected:
    void DoDispose() override;

  private:
    // From ScsiDeviceServer
    void Finish(const Ptr<ScsiTask>& task) override;
    ScsiIdentity GetIdentity() const override;
    bool KeepsData() const override;
    uint32_t GetMaxTransferBlocks() const override;
    ScsiUnitOptions GetOptions() const override;
    ScsiCopyUnit* GetCopyUnit() override;

    /**
     * The access state of a target port group changed.
     *
     * @param cause name of the nexus that wanted it, or nothing for the target itself
     */
    void AccessStateChanged(const std::optional<std::string>& cause);

    /**
     * Check what every command must meet before it is carried out, in the order in which SAM-5,
     * 5.3.3, and SPC-4, 4.5, put the answers. A command that does not is ended.
     *
     * @param task the task
     * @param command its row in the table, or null if it is not known
     * @return true if it was ended
     */
    bool RefuseCommand(const Ptr<ScsiTask>& task, const ScsiCommand* command);

    /**
     * Check the CDB of a command and whether the disk can carry it out now.
     *
     * @param task the task
     * @param command its row in the table
     * @return what is wrong, or nothing
     */
    std::optional<ScsiSense> CheckCommand(const ScsiTask& task, const ScsiCommand& command) const;

    /**
     * Check whether a command can be carried out while a sanitize operation continues or has failed
     * (SBC-4, sanitize operations).
     *
     * @param command its row in the table
     * @return what is wrong, or nothing
     */
    std::optional<ScsiSense> CheckSanitize(const ScsiCommand& command) const;

    /**
     * @return the limits of WRITE ATOMIC(16)
     */
    ScsiAtomicLimits GetAtomicLimits() const;

    /**
     * End the commands of a nexus because that wants it (SAM-5, 7.3).
     *
     * @param initiatorPort name of its initiator port
     */
    void AbortTaskSet(const std::string& initiatorPort);

    /**
     * Carry out a logical unit reset (SAM-5, 6.3.3).
     *
     * @param cause name of the initiator port that wants it
     * @param attention what is reported to all initiator ports
     */
    void Reset(const std::string& cause, ScsiAdditionalSense attention);

    std::string m_vendor;         //!< T10 vendor identification
    std::string m_product;        //!< product identification
    std::string m_revision;       //!< product revision level
    std::string m_serial;         //!< unit serial number behind the prefix
    std::string m_serialPrefix;   //!< what it begins with
    uint16_t m_rotationRate;      //!< per minute; 1 if nothing rotates, 0 if not reported
    uint32_t m_maxTransferLength; //!< most bytes of one command
    bool m_storeData;             //!< true if contents are kept
    bool m_isRemovable;           //!< true if the medium can be ejected
    bool m_isReadOnly;            //!< true if the medium cannot be written
    bool m_refusesNoBlocks;       //!< true if WRITE SAME of zero blocks is refused
    uint8_t m_physicalExponent;   //!< logical blocks per physical block, as a power of two
    uint16_t m_lowestAligned;     //!< the first LBA at which a physical block begins
    uint32_t m_maxAtomicLength;   //!< most bytes of an atomic write
    uint32_t m_atomicAlignment;   //!< blocks
    uint32_t m_atomicGranularity; //!< blocks
    Time m_sanitizeTime;          //!< least time that SANITIZE takes
    TracedCallback<Ptr<const ScsiTask>> m_commandTrace;  //!< a command arrived
    TracedCallback<Ptr<const ScsiTask>> m_completeTrace; //!< a command has its status
};

} // namespace ns3

#endif /* SCSI_DISK_H */
