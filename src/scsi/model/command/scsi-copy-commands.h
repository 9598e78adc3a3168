/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCSI_COPY_COMMANDS_H
#define SCSI_COPY_COMMANDS_H

#include "ns3/ptr.h"
#include "ns3/scsi-device-server.h"
#include "ns3/scsi-task.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup scsi-command
 *
 * The commands of a disk's copy manager, which copies blocks between the logical units of its
 * target.
 */
class ScsiCopyCommands
{
  public:
    /**
     * EXTENDED COPY(LID1) (SPC-4).
     *
     * @param unit the disk
     * @param task the command
     */
    static void ExtendedCopy(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task);

    /**
     * RECEIVE COPY RESULTS, of every service action (SPC-3; SPC-4 has a command for each).
     *
     * @param unit the disk
     * @param task the command
     */
    static void ReceiveCopyResults(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task);

  private:
    /**
     * Carry out the parameter list of EXTENDED COPY.
     *
     * @param unit the disk
     * @param entry the command
     * @return true if there are blocks to be read
     */
    static bool ProcessCopyList(ScsiDeviceServer& unit, ScsiTaskSet::Entry& entry);

    /**
     * Continue with the next blocks.
     *
     * @param unit the disk
     * @param entry the command
     * @return true if there are blocks to be read
     */
    static bool ReadNext(ScsiDeviceServer& unit, ScsiTaskSet::Entry& entry);

    /**
     * Blocks were read.
     *
     * @param unit the disk
     * @param entry the command
     * @return true: they are to be written
     */
    static bool WriteNext(ScsiDeviceServer& unit, ScsiTaskSet::Entry& entry);

    /**
     * Blocks were written.
     *
     * @param unit the disk
     * @param entry the command
     * @return true if there are more to be read
     */
    static bool NextWritten(ScsiDeviceServer& unit, ScsiTaskSet::Entry& entry);

    /**
     * A block device failed.
     *
     * @param unit the disk
     * @param entry the command
     */
    static void DeviceFailed(ScsiDeviceServer& unit, ScsiTaskSet::Entry& entry);

    /**
     * Fill in CHECK CONDITION for a copy in progress.
     *
     * @param unit the disk
     * @param entry the command
     * @param sense why
     */
    static void Abort(ScsiDeviceServer& unit, ScsiTaskSet::Entry& entry, const ScsiSense& sense);
};

} // namespace ns3

#endif /* SCSI_COPY_COMMANDS_H */
