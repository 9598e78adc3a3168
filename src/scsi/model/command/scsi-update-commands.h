/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCSI_UPDATE_COMMANDS_H
#define SCSI_UPDATE_COMMANDS_H

#include "ns3/ptr.h"
#include "ns3/scsi-cdb.h"
#include "ns3/scsi-device-server.h"
#include "ns3/scsi-task.h"

namespace ns3
{

/**
 * @ingroup scsi-command
 *
 * The commands of a disk that read blocks and write them again, without another command in between:
 * COMPARE AND WRITE and ORWRITE. Without contents a comparison always matches.
 */
class ScsiUpdateCommands
{
  public:
    /**
     * COMPARE AND WRITE (SBC-3, 5.2).
     *
     * @param unit the disk
     * @param task the command
     */
    static void CompareAndWrite(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task);

    /**
     * ORWRITE(16) and (32) (SBC-3, 5.6 and 5.7).
     *
     * @param unit the disk
     * @param task the command
     */
    static void OrWrite(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task);

  private:
    /**
     * Remember the data that came.
     *
     * @param unit the disk
     * @param entry the command
     * @return true: the block device is to read
     */
    static bool KeepExpected(ScsiDeviceServer& unit, ScsiTaskSet::Entry& entry);

    /**
     * Compare what was read with the first half of the data; the second half is to be written.
     *
     * @param unit the disk
     * @param entry the command
     * @return true if the block device is to write it
     */
    static bool CompareThenWrite(ScsiDeviceServer& unit, ScsiTaskSet::Entry& entry);

    /**
     * Join what was read with the data that came.
     *
     * @param unit the disk
     * @param entry the command
     * @return true: the block device is to write it
     */
    static bool OrThenWrite(ScsiDeviceServer& unit, ScsiTaskSet::Entry& entry);
};

} // namespace ns3

#endif /* SCSI_UPDATE_COMMANDS_H */
