/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCSI_COMMAND_TABLE_H
#define SCSI_COMMAND_TABLE_H

#include "scsi-command.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup scsi-unit
 *
 * The commands that a device server supports, found by operation code and service action.
 */
class ScsiCommandTable
{
  public:
    /**
     * @param rows the commands, each once, in any order
     */
    explicit ScsiCommandTable(std::vector<ScsiCommand> rows);

    /**
     * @param task a command
     * @return its row, or null if there is none
     */
    const ScsiCommand* Find(const ScsiTask& task) const;

    /**
     * @param opcode an operation code
     * @param serviceAction a service action, or ScsiCommand::NO_ACTION
     * @return its row, or null if there is none
     */
    const ScsiCommand* Find(ScsiOpcode opcode, uint16_t serviceAction) const;

    /**
     * @param opcode an operation code
     * @return true if it is known, perhaps with some service actions only
     */
    bool IsKnown(ScsiOpcode opcode) const;

    /**
     * @param opcode an operation code that is known
     * @return the first byte of its service action, or nothing if it has none
     */
    std::optional<uint16_t> GetActionByte(ScsiOpcode opcode) const;

    /**
     * @return all rows, in the order of operation codes and service actions
     */
    const std::vector<ScsiCommand>& GetAll() const;

  private:
    std::vector<ScsiCommand> m_rows;    //!< in order
    std::array<uint8_t, 257> m_first{}; //!< by operation code: its first row, or that of the next
};

} // namespace ns3

#endif /* SCSI_COMMAND_TABLE_H */
