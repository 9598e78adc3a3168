/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scsi-report-commands.h"

#include "ns3/scsi-bytes.h"

namespace ns3
{

namespace
{

/// REPORTING OPTIONS (SPC-4, 6.35.1): which commands are reported.
enum class Reporting : uint8_t
{
    ALL = 0,        //!< all
    OPCODE = 1,     //!< one that has no service actions
    ACTION = 2,     //!< one that has them
    ANY_ACTION = 3, //!< one, whether it has them or not
};

/// The bits of byte 1 of a CDB that are a service action.
constexpr uint8_t SERVICE_ACTION = 0x1f;
/// SERVACTV in a command descriptor: it has a service action.
constexpr uint8_t HAS_ACTION = 0x01;
/// CTDP in a command descriptor: a command timeouts descriptor follows.
constexpr uint8_t HAS_TIMEOUTS_IN_ALL = 0x02;
/// CTDP in the data on one command.
constexpr uint8_t HAS_TIMEOUTS = 0x80;
/// SUPPORT: the command is not there.
constexpr uint8_t NOT_SUPPORTED = 0x01;
/// SUPPORT: the command is there, as the standard has it.
constexpr uint8_t SUPPORTED = 0x03;
/// Bytes of a command timeouts descriptor behind its length; it reports no timeouts.
constexpr uint8_t TIMEOUTS_SIZE = 0x0a;

/**
 * Put a service action into a usage map.
 *
 * @param[in,out] usage the map
 * @param at the first byte of the service action
 * @param action the service action
 */
void
PutAction(uint8_t* usage, uint16_t at, uint16_t action)
{
    if (at == 1)
    {
        // The bits above it are flags, of which the map tells.
        usage[at] = (usage[at] & ~SERVICE_ACTION) | static_cast<uint8_t>(action);
        return;
    }
    PutScsiNumber(&usage[at], 2, action);
}

/**
 * Append a command timeouts descriptor (SPC-4, 6.35.4).
 *
 * @param bytes what to append to
 */
void
AppendTimeouts(std::vector<uint8_t>& bytes)
{
    AppendScsiNumber(bytes, 2, TIMEOUTS_SIZE);
    bytes.resize(bytes.size() + TIMEOUTS_SIZE);
}

} // namespace

std::vector<uint8_t>
ScsiReportCommands::MakeAll(const ScsiDeviceServer& unit, bool timeouts)
{
    std::vector<uint8_t> bytes(4);
    for (const auto& command : unit.commands.GetAll())
    {
        if (!unit.GetSupported(&command))
        {
            continue;
        }
        const bool hasAction = command.serviceAction != ScsiCommand::NO_ACTION;
        bytes.push_back(static_cast<uint8_t>(command.opcode));
        bytes.push_back(0);
        AppendScsiNumber(bytes, 2, hasAction ? command.serviceAction : 0);
        bytes.push_back(0);
        bytes.push_back((hasAction ? HAS_ACTION : 0) | (timeouts ? HAS_TIMEOUTS_IN_ALL : 0));
        AppendScsiNumber(bytes, 2, command.length);
        if (timeouts)
        {
            AppendTimeouts(bytes);
        }
    }
    PutScsiNumber(&bytes[0], 4, bytes.size() - 4);
    return bytes;
}

std::vector<uint8_t>
ScsiReportCommands::MakeOne(const ScsiCommandTable& commands,
                            const ScsiCommand* command,
                            bool timeouts)
{
    if (!command)
    {
        return {0, NOT_SUPPORTED, 0, 0};
    }
    std::vector<uint8_t> bytes{0, static_cast<uint8_t>(SUPPORTED | (timeouts ? HAS_TIMEOUTS : 0))};
    AppendScsiNumber(bytes, 2, command->length);
    // The usage map, with operation code and service action as they are.
    bytes.insert(bytes.end(), command->usage.begin(), command->usage.begin() + command->length);
    bytes[4] = static_cast<uint8_t>(command->opcode);
    if (const auto at = commands.GetActionByte(command->opcode))
    {
        PutAction(&bytes[4], *at, command->serviceAction);
    }
    if (timeouts)
    {
        AppendTimeouts(bytes);
    }
    return bytes;
}

void
ScsiReportCommands::ReportSupportedOpcodes(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task)
{
    const bool timeouts = task->cdb[2] & 0x80;
    const auto reporting = static_cast<Reporting>(task->cdb[2] & 0x07);
    const auto opcode = static_cast<ScsiOpcode>(task->cdb[3]);
    const auto action = static_cast<uint16_t>(GetScsiNumber(&task->cdb[4], 2));
    const auto allocation = static_cast<uint32_t>(GetScsiNumber(&task->cdb[6], 4));
    if (reporting == Reporting::ALL)
    {
        unit.Answer(task, MakeAll(unit, timeouts), allocation);
        return;
    }
    const bool hasActions = unit.commands.IsKnown(opcode) && unit.commands.GetActionByte(opcode);
    const bool isPlain = unit.commands.IsKnown(opcode) && !hasActions;
    if (reporting > Reporting::ANY_ACTION)
    {
        unit.RefuseField(task, 2, 2);
        return;
    }
    if ((reporting == Reporting::OPCODE && hasActions) ||
        (reporting == Reporting::ACTION && isPlain))
    {
        // The command is not of the kind that is asked for (SPC-4, 6.35.1).
        unit.RefuseField(task, 3);
        return;
    }
    const auto* command =
        unit.GetSupported(unit.commands.Find(opcode, hasActions ? action : ScsiCommand::NO_ACTION));
    unit.Answer(task, MakeOne(unit.commands, command, timeouts), allocation);
}

void
ScsiReportCommands::ReportSupportedFunctions(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task)
{
    const auto allocation = static_cast<uint32_t>(GetScsiNumber(&task->cdb[6], 4));
    if (allocation < 4)
    {
        unit.RefuseField(task, 6);
        return;
    }
    // Byte 0: ATS, ATSS, CTSS, LURS, QTS, TRS. Byte 1: QTSS, ITNRS.
    std::vector<uint8_t> bytes{0xde, 0x03, 0, 0};
    if (task->cdb[2] & 0x80)
    {
        // REPD: twelve more bytes, of which none reports a timeout.
        bytes[3] = 0x0c;
        bytes.resize(16);
    }
    unit.Answer(task, bytes, allocation);
}

} // namespace ns3
