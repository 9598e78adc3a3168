/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scsi-command-table.h"

#include "ns3/scsi-bytes.h"

#include <algorithm>
#include <utility>

namespace ns3
{

namespace
{

/// The bits of byte 1 that are a service action.
constexpr uint8_t SERVICE_ACTION_BITS = 0x1f;

} // namespace

ScsiCommandTable::ScsiCommandTable(std::vector<ScsiCommand> rows)
    : m_rows(std::move(rows))
{
    for (auto& row : m_rows)
    {
        row.Complete();
    }
    std::sort(m_rows.begin(), m_rows.end(), [](const auto& one, const auto& other) {
        return std::pair(one.opcode, one.serviceAction) <
               std::pair(other.opcode, other.serviceAction);
    });
    for (std::size_t opcode = 0; opcode < m_first.size(); ++opcode)
    {
        m_first[opcode] = static_cast<uint8_t>(
            std::count_if(m_rows.begin(), m_rows.end(), [opcode](const auto& row) {
                return static_cast<uint8_t>(row.opcode) < opcode;
            }));
    }
}

const ScsiCommand*
ScsiCommandTable::Find(const ScsiTask& task) const
{
    const auto opcode = GetScsiOpcode(task.cdb);
    const auto first = m_first[task.cdb[0]];
    if (first == m_first[task.cdb[0] + 1])
    {
        return nullptr;
    }
    if (m_rows[first].serviceAction == ScsiCommand::NO_ACTION)
    {
        return &m_rows[first];
    }
    const auto byte = GetActionByte(opcode);
    const bool isLong = opcode == ScsiOpcode::VARIABLE_LENGTH;
    return Find(opcode,
                isLong ? static_cast<uint16_t>(GetScsiNumber(&task.cdb[*byte], 2))
                       : task.cdb[*byte] & SERVICE_ACTION_BITS);
}

const ScsiCommand*
ScsiCommandTable::Find(ScsiOpcode opcode, uint16_t serviceAction) const
{
    const auto code = static_cast<uint8_t>(opcode);
    for (auto row = m_first[code]; row < m_first[code + 1]; ++row)
    {
        if (m_rows[row].serviceAction == serviceAction)
        {
            return &m_rows[row];
        }
    }
    return nullptr;
}

bool
ScsiCommandTable::IsKnown(ScsiOpcode opcode) const
{
    const auto code = static_cast<uint8_t>(opcode);
    return m_first[code] < m_first[code + 1];
}

std::optional<uint16_t>
ScsiCommandTable::GetActionByte(ScsiOpcode opcode) const
{
    if (m_rows[m_first[static_cast<uint8_t>(opcode)]].serviceAction == ScsiCommand::NO_ACTION)
    {
        return std::nullopt;
    }
    return opcode == ScsiOpcode::VARIABLE_LENGTH ? 8 : 1;
}

const std::vector<ScsiCommand>&
ScsiCommandTable::GetAll() const
{
    return m_rows;
}

} // namespace ns3
