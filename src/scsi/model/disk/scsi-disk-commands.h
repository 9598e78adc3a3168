/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCSI_DISK_COMMANDS_H
#define SCSI_DISK_COMMANDS_H

#include "ns3/scsi-command-table.h"

namespace ns3
{

/**
 * @ingroup scsi-disk
 *
 * @return the commands that a disk knows: those of ScsiBlockCommands and the other families
 */
const ScsiCommandTable& GetScsiDiskCommands();

} // namespace ns3

#endif /* SCSI_DISK_COMMANDS_H */
