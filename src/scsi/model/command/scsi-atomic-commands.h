/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCSI_ATOMIC_COMMANDS_H
#define SCSI_ATOMIC_COMMANDS_H

#include "ns3/ptr.h"
#include "ns3/scsi-cdb.h"
#include "ns3/scsi-device-server.h"
#include "ns3/scsi-inquiry.h"
#include "ns3/scsi-task.h"

#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup scsi-command
 *
 * The writes of a disk of which other commands see all or nothing (SBC-4, atomic writes).
 */
class ScsiAtomicCommands
{
  public:
    /**
     * WRITE ATOMIC(16) (SBC-4, WRITE ATOMIC(16) command). No other command comes between its
     * beginning and its end, and it goes to the medium past any cache, whatever FUA says. With an
     * ATOMIC BOUNDARY it is nevertheless written as a whole.
     *
     * @param unit the disk
     * @param task the command
     */
    static void WriteAtomic(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task);

  private:
    /**
     * @param limits what the disk can
     * @param cdb what is asked
     * @return the first byte of the field that the disk cannot, or nothing
     */
    static std::optional<uint16_t> FindFault(const ScsiAtomicLimits& limits,
                                             const ScsiWriteAtomicCdb& cdb);
};

} // namespace ns3

#endif /* SCSI_ATOMIC_COMMANDS_H */
