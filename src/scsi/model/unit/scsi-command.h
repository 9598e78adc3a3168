/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCSI_COMMAND_H
#define SCSI_COMMAND_H

#include "scsi-access.h"

#include "ns3/ptr.h"
#include "ns3/scsi-cdb.h"
#include "ns3/scsi-sense.h"
#include "ns3/scsi-task.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace ns3
{

class ScsiDeviceServer;

/**
 * @ingroup scsi-unit
 *
 * A command that a disk supports: a row of a ScsiCommandTable.
 */
struct ScsiCommand
{
    /// Carries out the command; its task has its status in the end, then or later.
    using Handler = void (*)(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task);

    /// In the place of a service action: the command has none.
    static constexpr uint16_t NO_ACTION = 0xffff;

    // What is in the traits.
    static constexpr uint8_t NEEDS_MEDIUM = 0x01;       //!< a stopped or absent device cannot do it
    static constexpr uint8_t PASSES_ATTENTION = 0x02;   //!< a unit attention does not stop it
    static constexpr uint8_t PASSES_RESERVATION = 0x04; //!< nor does RESERVE of another initiator
    static constexpr uint8_t WRITES = 0x08;             //!< a write protected medium stops it
    static constexpr uint8_t NEEDS_PORT_GROUPS = 0x80;  //!< it is there with port groups only

    ScsiOpcode opcode;      //!< operation code
    uint16_t serviceAction; //!< service action, or NO_ACTION
    /// The bits of the CDB that the disk looks at; those of the operation code and the service
    /// action among them.
    std::array<uint8_t, 32> usage;
    uint8_t traits;        //!< of the above
    ScsiAccess access;     //!< what it does, as far as persistent reservations ask
    Handler handler;       //!< carries it out
    std::size_t length{0}; //!< bytes of the CDB; set by Complete
    /// The bits of the first 16 bytes that must be zero, in two pieces; set by Complete.
    std::array<uint64_t, 2> forbidden{};

    /**
     * Work out the length and the forbidden bits.
     */
    void Complete();

    /**
     * Check that no bit is set that the disk does not look at.
     *
     * @param cdb a CDB of this command, or the first 16 bytes of it
     * @return what is wrong with it, or nothing
     */
    std::optional<ScsiSense> CheckUsage(const ScsiCdb& cdb) const;
};

} // namespace ns3

#endif /* SCSI_COMMAND_H */
