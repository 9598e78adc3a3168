/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCSI_COMMAND_H
#define SCSI_COMMAND_H

#include "scsi-access.h"
#include "scsi-cdb.h"
#include "scsi-sense.h"
#include "scsi-task.h"

#include "ns3/ptr.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{

class ScsiDiskUnit;

/**
 * @ingroup scsi
 *
 * A command that a disk knows: a row of its table of commands.
 */
struct ScsiCommand
{
    /// Carries out the command; its task has its status in the end, then or later.
    using Handler = void (*)(ScsiDiskUnit& unit, const Ptr<ScsiTask>& task);

    /// In the place of a service action: the command has none.
    static constexpr uint16_t NO_ACTION = 0xffff;

    // What is in the traits.
    static constexpr uint8_t NEEDS_MEDIUM = 0x01;       //!< a stopped or absent device cannot do it
    static constexpr uint8_t PASSES_ATTENTION = 0x02;   //!< a unit attention does not stop it
    static constexpr uint8_t PASSES_RESERVATION = 0x04; //!< nor does RESERVE of another initiator
    static constexpr uint8_t WRITES = 0x08;             //!< a write protected medium stops it

    ScsiOpcode opcode;      //!< operation code
    uint16_t serviceAction; //!< service action, or NO_ACTION
    /// The bits of the CDB that the disk looks at; those of the operation code and the service
    /// action among them.
    std::array<uint8_t, 32> usage;
    uint8_t traits;        //!< of the above
    ScsiAccess access;     //!< what it does, as far as persistent reservations ask
    Handler handler;       //!< carries it out
    std::size_t length{0}; //!< bytes of the CDB; set by the table
    /// The bits of the first 16 bytes that must be zero, in two pieces; set by the table.
    std::array<uint64_t, 2> forbidden{};

    /**
     * Check that no bit is set that the disk does not look at.
     *
     * @param cdb a CDB of this command, or the first 16 bytes of it
     * @return what is wrong with it, or nothing
     */
    std::optional<ScsiSense> CheckUsage(const ScsiCdb& cdb) const;

    /**
     * @param task a command
     * @return its row in the table, or null if there is none
     */
    static const ScsiCommand* Find(const ScsiTask& task);

    /**
     * @param opcode an operation code
     * @param serviceAction a service action, or NO_ACTION
     * @return its row in the table, or null if there is none
     */
    static const ScsiCommand* Find(ScsiOpcode opcode, uint16_t serviceAction);

    /**
     * @param opcode an operation code
     * @return true if it is known, perhaps with some service actions only
     */
    static bool IsKnown(ScsiOpcode opcode);

    /**
     * @param opcode an operation code that is known
     * @return the first byte of its service action, or nothing if it has none
     */
    static std::optional<uint16_t> GetActionByte(ScsiOpcode opcode);

    /**
     * @return all rows, in the order of operation codes and service actions
     */
    static const std::vector<ScsiCommand>& GetAll();
};

} // namespace ns3

#endif /* SCSI_COMMAND_H */
