/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCSI_MODE_COMMANDS_H
#define SCSI_MODE_COMMANDS_H

#include "ns3/ptr.h"
#include "ns3/scsi-cdb.h"
#include "ns3/scsi-device-server.h"
#include "ns3/scsi-task.h"

namespace ns3
{

/**
 * @ingroup scsi-command
 *
 * MODE SENSE and MODE SELECT of a disk.
 */
class ScsiModeCommands
{
  public:
    /**
     * MODE SENSE(6) and (10) (SPC-4, 6.11 and 6.12).
     *
     * @param unit the disk
     * @param task the command
     */
    static void ModeSense(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task);

    /**
     * MODE SELECT(6) and (10) (SPC-4, 6.9 and 6.10).
     *
     * @param unit the disk
     * @param task the command
     */
    static void ModeSelect(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task);

  private:
    /**
     * Do as the parameter list of MODE SELECT says, or refuse it.
     *
     * @param unit the disk
     * @param entry the command
     * @return false: it is done
     */
    static bool ProcessModeList(ScsiDeviceServer& unit, ScsiTaskSet::Entry& entry);
};

} // namespace ns3

#endif /* SCSI_MODE_COMMANDS_H */
