/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCSI_RESERVATION_COMMANDS_H
#define SCSI_RESERVATION_COMMANDS_H

#include "ns3/ptr.h"
#include "ns3/scsi-cdb.h"
#include "ns3/scsi-device-server.h"
#include "ns3/scsi-task.h"

namespace ns3
{

/**
 * @ingroup scsi-command
 *
 * The commands of a disk that reserve it for an initiator.
 */
class ScsiReservationCommands
{
  public:
    /**
     * RESERVE(6) and (10) (SPC-2, 7.21 and 7.22).
     *
     * @param unit the disk
     * @param task the command
     */
    static void Reserve(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task);

    /**
     * RELEASE(6) and (10) (SPC-2, 7.16 and 7.17).
     *
     * @param unit the disk
     * @param task the command
     */
    static void Release(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task);

    /**
     * PERSISTENT RESERVE IN (SPC-4, 6.15).
     *
     * @param unit the disk
     * @param task the command
     */
    static void PersistentReserveIn(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task);

    /**
     * PERSISTENT RESERVE OUT (SPC-4, 6.16).
     *
     * @param unit the disk
     * @param task the command
     */
    static void PersistentReserveOut(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task);

  private:
    /**
     * Carry out the parameter list of PERSISTENT RESERVE OUT.
     *
     * @param unit the disk
     * @param entry the command
     * @return false: it is done
     */
    static bool ProcessReserveList(ScsiDeviceServer& unit, ScsiTaskSet::Entry& entry);
};

} // namespace ns3

#endif /* SCSI_RESERVATION_COMMANDS_H */
