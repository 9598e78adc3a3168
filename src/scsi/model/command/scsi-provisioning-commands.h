/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCSI_PROVISIONING_COMMANDS_H
#define SCSI_PROVISIONING_COMMANDS_H

#include "ns3/ptr.h"
#include "ns3/scsi-cdb.h"
#include "ns3/scsi-device-server.h"
#include "ns3/scsi-task.h"

#include <optional>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup scsi-command
 *
 * The commands of a disk that unmap blocks and report the mapping (SBC-3, 4.7), and WRITE SAME.
 * Unmapped blocks read as zeros. A device that can unmap does so (BlockDevice::TakesUnmap); to
 * others zeros are written if contents are stored.
 */
class ScsiProvisioningCommands
{
  public:
    /**
     * WRITE SAME of every length (SBC-3, 5.41 to 5.43). The data-out buffer is one block, neither
     * more nor less.
     *
     * @param unit the disk
     * @param task the command
     */
    static void WriteSame(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task);

    /**
     * UNMAP (SBC-3, 5.25).
     *
     * @param unit the disk
     * @param task the command
     */
    static void Unmap(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task);

    /**
     * GET LBA STATUS (SBC-3, 5.4).
     *
     * @param unit the disk
     * @param task the command
     */
    static void GetLbaStatus(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task);

  private:
    /// Runs of blocks: first block and number.
    using Runs = std::vector<std::pair<uint64_t, uint32_t>>;

    /**
     * Refuse a WRITE SAME of zero blocks where WSNZ says so, or where the blocks up to the last
     * one, which it means otherwise, are too many (SBC-3, 5.41).
     *
     * @param unit the disk
     * @param task the command
     * @param[in,out] cdb its fields, within the disk; zero blocks become those up to the last one
     * @return true if it was refused
     */
    static bool RefuseNoBlocks(ScsiDeviceServer& unit,
                               const Ptr<ScsiTask>& task,
                               ScsiBlockCdb& cdb);

    /**
     * Read the parameter list of UNMAP.
     *
     * @param unit the disk
     * @param bytes the list
     * @param[out] runs the runs of blocks that it names
     * @return what is wrong with it, or nothing
     */
    static std::optional<ScsiSense> ReadRuns(ScsiDeviceServer& unit,
                                             const std::vector<uint8_t>& bytes,
                                             Runs& runs);

    /**
     * Carry out the parameter list of UNMAP.
     *
     * @param unit the disk
     * @param entry the command
     * @return true if the block device is to write zeros
     */
    static bool ProcessUnmapList(ScsiDeviceServer& unit, ScsiTaskSet::Entry& entry);

    /**
     * Continue with the next run of blocks of UNMAP.
     *
     * @param unit the disk
     * @param entry the command
     * @return true if the block device is to write zeros
     */
    static bool UnmapNext(ScsiDeviceServer& unit, ScsiTaskSet::Entry& entry);

    /**
     * The run of blocks that was written as zeros is unmapped.
     *
     * @param unit the disk
     * @param entry the command
     * @return false: it is done
     */
    static bool UnmapWritten(ScsiDeviceServer& unit, ScsiTaskSet::Entry& entry);

    /**
     * Have the block of WRITE SAME written to all blocks, or unmap them.
     *
     * @param unit the disk
     * @param entry the command
     * @return true if the block device is to write
     */
    static bool ProcessBlock(ScsiDeviceServer& unit, ScsiTaskSet::Entry& entry);
};

} // namespace ns3

#endif /* SCSI_PROVISIONING_COMMANDS_H */
