/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCSI_MEDIUM_COMMANDS_H
#define SCSI_MEDIUM_COMMANDS_H

#include "ns3/ptr.h"
#include "ns3/scsi-cdb.h"
#include "ns3/scsi-device-server.h"
#include "ns3/scsi-task.h"

namespace ns3
{

/**
 * @ingroup scsi-command
 *
 * The commands of a disk that start and stop it, and load, eject and hold a removable medium.
 */
class ScsiMediumCommands
{
  public:
    /**
     * START STOP UNIT (SBC-3, 5.25). A disk with a fixed medium starts and stops, and knows neither
     * LOEJ nor power conditions. One with a removable medium loads and ejects it; nothing else
     * makes it unready, and any power condition will do.
     *
     * @param unit the disk
     * @param task the command
     */
    static void StartStopUnit(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task);

    /**
     * PREVENT ALLOW MEDIUM REMOVAL (SBC-3, 5.10). It is taken for a fixed medium, too, of which
     * nothing is to be prevented.
     *
     * @param unit the disk
     * @param task the command
     */
    static void PreventAllowMediumRemoval(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task);

  private:
    /**
     * Refuse what a disk with a fixed medium does not know.
     *
     * @param unit the disk
     * @param task the command
     * @param cdb its fields
     * @return true if it was refused
     */
    static bool RefuseForFixed(ScsiDeviceServer& unit,
                               const Ptr<ScsiTask>& task,
                               const ScsiStartStopCdb& cdb);

    /**
     * Start or stop a disk with a fixed medium.
     *
     * @param unit the disk
     * @param task the command
     * @param cdb its fields
     */
    static void StartStopFixed(ScsiDeviceServer& unit,
                               const Ptr<ScsiTask>& task,
                               const ScsiStartStopCdb& cdb);

    /**
     * Carry out START STOP UNIT without LOEJ for a disk with a removable medium: caches are written
     * back.
     *
     * @param unit the disk
     * @param task the command
     * @param cdb its fields
     */
    static void StartStopRemovable(ScsiDeviceServer& unit,
                                   const Ptr<ScsiTask>& task,
                                   const ScsiStartStopCdb& cdb);

    /**
     * Load or eject the medium.
     *
     * @param unit the disk
     * @param task the command
     * @param cdb its fields
     */
    static void LoadEject(ScsiDeviceServer& unit,
                          const Ptr<ScsiTask>& task,
                          const ScsiStartStopCdb& cdb);

    /**
     * End a command that stops or ejects, after the caches are written back if it wants that.
     *
     * @param unit the disk
     * @param task the command
     * @param cdb its fields
     */
    static void FlushAndFinish(ScsiDeviceServer& unit,
                               const Ptr<ScsiTask>& task,
                               const ScsiStartStopCdb& cdb);
};

} // namespace ns3

#endif /* SCSI_MEDIUM_COMMANDS_H */
