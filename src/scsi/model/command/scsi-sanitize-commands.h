/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCSI_SANITIZE_COMMANDS_H
#define SCSI_SANITIZE_COMMANDS_H

#include "ns3/ptr.h"
#include "ns3/scsi-cdb.h"
#include "ns3/scsi-device-server.h"
#include "ns3/scsi-task.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup scsi-command
 *
 * SANITIZE of a disk (SBC-4, SANITIZE command). While the operation continues, every command but
 * INQUIRY, REPORT LUNS and REQUEST SENSE ends with NOT READY, SANITIZE IN PROGRESS; those that were
 * under way do so when it begins. A SANITIZE that is aborted, or whose nexus is lost, continues.
 */
class ScsiSanitizeCommands
{
  public:
    /**
     * OVERWRITE: every block is written with a pattern, once or up to 31 times.
     *
     * @param unit the disk
     * @param task the command
     */
    static void Overwrite(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task);

    /**
     * BLOCK ERASE and CRYPTOGRAPHIC ERASE: all blocks are unmapped and read as zeros. Where
     * contents are stored, zeros are written.
     *
     * @param unit the disk
     * @param task the command
     */
    static void Erase(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task);

    /**
     * EXIT FAILURE MODE: the failure of an operation that allowed it (AUSE) is forgotten. Without a
     * failure there is nothing to do.
     *
     * @param unit the disk
     * @param task the command
     */
    static void ExitFailureMode(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task);

  private:
    /**
     * Refuse a command that may not begin an operation: one that has a parameter list where it
     * should have none, or that sets AUSE although the operation that failed did not.
     *
     * @param unit the disk
     * @param task the command
     * @param lengthIsRight true if PARAMETER LIST LENGTH is as it should be
     * @return true if it was refused
     */
    static bool Refuse(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task, bool lengthIsRight);

    /**
     * Check the parameter list of OVERWRITE.
     *
     * @param unit the disk
     * @param list the list, its pattern at least one byte
     * @return what is wrong with it, or nothing
     */
    static std::optional<ScsiSense> CheckList(ScsiDeviceServer& unit,
                                              const std::vector<uint8_t>& list);

    /**
     * Begin as the parameter list of OVERWRITE says, or refuse it.
     *
     * @param unit the disk
     * @param entry the command
     * @return true if it ends when the operation does
     */
    static bool ProcessOverwriteList(ScsiDeviceServer& unit, ScsiTaskSet::Entry& entry);

    /**
     * @param unit the disk
     * @param task the command
     * @return a plan that says everything but how the blocks are written
     */
    static ScsiSanitizeOperation::Plan MakePlan(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task);

    /**
     * Begin the operation, and end all commands that are under way.
     *
     * @param unit the disk
     * @param task the command, which is not in the task set
     * @param plan what to do
     */
    static void Begin(ScsiDeviceServer& unit,
                      const Ptr<ScsiTask>& task,
                      ScsiSanitizeOperation::Plan plan);

    /**
     * The operation ended.
     *
     * @param unit the disk
     * @param task the command, which may have ended long ago
     * @param isGood true if it did well
     */
    static void End(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task, bool isGood);
};

} // namespace ns3

#endif /* SCSI_SANITIZE_COMMANDS_H */
