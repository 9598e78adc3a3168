/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCSI_PRIMARY_COMMANDS_H
#define SCSI_PRIMARY_COMMANDS_H

#include "ns3/ptr.h"
#include "ns3/scsi-cdb.h"
#include "ns3/scsi-device-server.h"
#include "ns3/scsi-task.h"

namespace ns3
{

/**
 * @ingroup scsi-command
 *
 * The commands of a disk that report its properties.
 */
class ScsiPrimaryCommands
{
  public:
    /**
     * TEST UNIT READY (SPC-4, 6.47).
     *
     * @param unit the disk
     * @param task the command
     */
    static void TestUnitReady(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task);

    /**
     * REQUEST SENSE (SPC-4, 6.39). Sense data travel with the status, so none is ever pending but a
     * unit attention; beside that it tells why the disk is not ready, and how far a SANITIZE got.
     *
     * @param unit the disk
     * @param task the command
     */
    static void RequestSense(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task);

    /**
     * INQUIRY (SPC-4, 6.6).
     *
     * @param unit the disk
     * @param task the command
     */
    static void Inquiry(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task);

    /**
     * REPORT LUNS of a unit that stands alone (SPC-4, 6.33).
     *
     * @param unit the disk
     * @param task the command
     */
    static void ReportLuns(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task);

    /**
     * READ CAPACITY(10) (SBC-3, 5.15).
     *
     * @param unit the disk
     * @param task the command
     */
    static void ReadCapacity10(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task);

    /**
     * READ CAPACITY(16) (SBC-3, 5.16).
     *
     * @param unit the disk
     * @param task the command
     */
    static void ReadCapacity16(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task);

    /**
     * READ DEFECT DATA(10) and (12) (SBC-3, 5.17 and 5.18): there are no defects.
     *
     * @param unit the disk
     * @param task the command
     */
    static void ReadDefectData(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task);
};

} // namespace ns3

#endif /* SCSI_PRIMARY_COMMANDS_H */
