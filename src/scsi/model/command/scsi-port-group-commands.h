/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCSI_PORT_GROUP_COMMANDS_H
#define SCSI_PORT_GROUP_COMMANDS_H

#include "ns3/ptr.h"
#include "ns3/scsi-device-server.h"
#include "ns3/scsi-task.h"

namespace ns3
{

/**
 * @ingroup scsi-command
 *
 * The commands of a disk on the asymmetric access states of its target port groups.
 */
class ScsiPortGroupCommands
{
  public:
    /**
     * REPORT TARGET PORT GROUPS (SPC-4, 6.37).
     *
     * @param unit the disk
     * @param task the command
     */
    static void ReportTargetPortGroups(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task);

    /**
     * SET TARGET PORT GROUPS (SPC-4, 6.45).
     *
     * @param unit the disk
     * @param task the command
     */
    static void SetTargetPortGroups(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task);

  private:
    /**
     * Carry out the parameter list of SET TARGET PORT GROUPS.
     *
     * @param unit the disk
     * @param entry the command
     * @return false: it is done
     */
    static bool ProcessGroupList(ScsiDeviceServer& unit, ScsiTaskSet::Entry& entry);
};

} // namespace ns3

#endif /* SCSI_PORT_GROUP_COMMANDS_H */
