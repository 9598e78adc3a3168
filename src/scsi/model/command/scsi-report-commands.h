/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCSI_REPORT_COMMANDS_H
#define SCSI_REPORT_COMMANDS_H

#include "ns3/ptr.h"
#include "ns3/scsi-command-table.h"
#include "ns3/scsi-device-server.h"
#include "ns3/scsi-task.h"

#include <vector>

namespace ns3
{

/**
 * @ingroup scsi-command
 *
 * The commands of a disk that report the supported commands and functions.
 */
class ScsiReportCommands
{
  public:
    /**
     * REPORT SUPPORTED OPERATION CODES (SPC-4, 6.35).
     *
     * @param unit the disk
     * @param task the command
     */
    static void ReportSupportedOpcodes(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task);

    /**
     * REPORT SUPPORTED TASK MANAGEMENT FUNCTIONS (SPC-4, 6.36).
     *
     * @param unit the disk
     * @param task the command
     */
    static void ReportSupportedFunctions(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task);

  private:
    /**
     * @param unit the disk
     * @param timeouts true for a command timeouts descriptor behind each command
     * @return every command (SPC-4, 6.35.2)
     */
    static std::vector<uint8_t> MakeAll(const ScsiDeviceServer& unit, bool timeouts);

    /**
     * @param commands the commands that the disk knows
     * @param command a command, or null for one that does not exist
     * @param timeouts true for a command timeouts descriptor behind it
     * @return what there is to report of it (SPC-4, 6.35.3)
     */
    static std::vector<uint8_t> MakeOne(const ScsiCommandTable& commands,
                                        const ScsiCommand* command,
                                        bool timeouts);
};

} // namespace ns3

#endif /* SCSI_REPORT_COMMANDS_H */
