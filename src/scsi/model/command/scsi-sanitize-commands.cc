/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scsi-sanitize-commands.h"

#include "scsi-packet-compare.h"

#include "ns3/log.h"
#include "ns3/scsi-bytes.h"
#include "ns3/scsi-response.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ScsiSanitizeCommands");

namespace
{

/// Bytes in front of the pattern of OVERWRITE (SBC-4, OVERWRITE service action parameter list).
constexpr uint32_t HEADER_SIZE = 4;
/// INVERT in byte 0 of the list: every second pass writes the complement of the pattern.
constexpr uint8_t INVERT = 0x80;
/// TEST in byte 0 of the list; what it asks for is vendor specific, if it is not zero.
constexpr uint8_t TEST_MASK = 0x60;
/// OVERWRITE COUNT in byte 0 of the list.
constexpr uint8_t COUNT_MASK = 0x1f;
/// Where PARAMETER LIST LENGTH lies in the CDB.
constexpr uint16_t LENGTH_BYTE = 7;
/// The least steps in which the progress of an operation is reported, where the device has as many
/// blocks.
constexpr uint64_t STEPS = 256;

/**
 * @param byte the byte of the parameter list that is at fault
 * @param bit the highest bit of the field, if it does not begin with the byte
 * @return the sense data
 */
ScsiSense
MakeSanitizeListSense(uint16_t byte, std::optional<uint8_t> bit = std::nullopt)
{
    return {ScsiSenseKey::ILLEGAL_REQUEST,
            ScsiAdditionalSense::INVALID_FIELD_IN_PARAMETER_LIST,
            std::nullopt,
            ScsiFieldPointer{byte, bit, false}};
}

/**
 * @param list the parameter list of OVERWRITE
 * @param blockSize bytes of a block
 * @return the pattern, repeated until it fills a block
 */
std::vector<uint8_t>
MakeBlock(const std::vector<uint8_t>& list, uint32_t blockSize)
{
    const auto length = GetScsiNumber(&list[2], 2);
    std::vector<uint8_t> block(blockSize);
    for (std::size_t i = 0; i < block.size(); ++i)
    {
        block[i] = list[HEADER_SIZE + i % length];
    }
    return block;
}

} // namespace

bool
ScsiSanitizeCommands::Refuse(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task, bool lengthIsRight)
{
    const auto cdb = ScsiSanitizeCdb::Decode(task->cdb);
    if (!lengthIsRight)
    {
        unit.RefuseField(task, LENGTH_BYTE);
        return true;
    }
    if (cdb.allowUnrestrictedExit && unit.sanitize.HasFailed() && !unit.sanitize.AllowsExit())
    {
        unit.RefuseField(task, 1, 5);
        return true;
    }
    return false;
}

void
ScsiSanitizeCommands::Overwrite(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task)
{
    const uint32_t length = ScsiSanitizeCdb::Decode(task->cdb).parameterListLength;
    const auto most = HEADER_SIZE + unit.GetDevice()->GetBlockSize();
    if (Refuse(unit, task, length > HEADER_SIZE && length <= most))
    {
        return;
    }
    if (task->dataOutLength < length)
    {
        unit.Refuse(task,
                    {ScsiSenseKey::ILLEGAL_REQUEST,
                     ScsiAdditionalSense::PARAMETER_LIST_LENGTH_ERROR,
                     std::nullopt});
        return;
    }
    unit.TakeList(task, length, &ProcessOverwriteList, false);
}

std::optional<ScsiSense>
ScsiSanitizeCommands::CheckList(ScsiDeviceServer& unit, const std::vector<uint8_t>& list)
{
    if (list[0] & TEST_MASK)
    {
        return MakeSanitizeListSense(0, 6);
    }
    if ((list[0] & COUNT_MASK) == 0)
    {
        return MakeSanitizeListSense(0, 4);
    }
    if (list[1] != 0)
    {
        return MakeSanitizeListSense(1);
    }
    const auto length = GetScsiNumber(&list[2], 2);
    if (length == 0 || length > unit.GetDevice()->GetBlockSize() ||
        length > list.size() - HEADER_SIZE)
    {
        return MakeSanitizeListSense(2);
    }
    return std::nullopt;
}

bool
ScsiSanitizeCommands::ProcessOverwriteList(ScsiDeviceServer& unit, ScsiTaskSet::Entry& entry)
{
    const auto& task = entry.GetTask();
    const auto cdb = ScsiSanitizeCdb::Decode(task->cdb);
    const auto list = GetScsiBytes(entry.dataOut.Take(), cdb.parameterListLength);
    if (const auto sense = CheckList(unit, list))
    {
        unit.SetLateCheckCondition(task, *sense);
        return false;
    }
    auto plan = MakePlan(unit, task);
    plan.passes = list[0] & COUNT_MASK;
    plan.inverts = list[0] & INVERT;
    const auto block = MakeBlock(list, unit.GetDevice()->GetBlockSize());
    const bool isZero =
        std::all_of(block.begin(), block.end(), [](uint8_t byte) { return byte == 0; });
    if (unit.KeepsData() && (plan.inverts || !isZero))
    {
        plan.block = block;
    }
    Begin(unit, task, std::move(plan));
    entry.isDetached = !cdb.immediate;
    return entry.isDetached;
}

void
ScsiSanitizeCommands::Erase(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task)
{
    const auto cdb = ScsiSanitizeCdb::Decode(task->cdb);
    if (Refuse(unit, task, cdb.parameterListLength == 0))
    {
        return;
    }
    auto plan = MakePlan(unit, task);
    plan.passes = unit.KeepsData() ? 1 : 0;
    Begin(unit, task, std::move(plan));
    SetScsiGood(task);
    if (cdb.immediate)
    {
        unit.Finish(task);
        return;
    }
    ScsiTaskSet::Entry entry;
    entry.isOrdered = false;
    entry.isDetached = true;
    unit.tasks.Start(task, std::move(entry));
}

void
ScsiSanitizeCommands::ExitFailureMode(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task)
{
    const auto cdb = ScsiSanitizeCdb::Decode(task->cdb);
    if (cdb.parameterListLength != 0)
    {
        unit.RefuseField(task, LENGTH_BYTE);
        return;
    }
    if (unit.sanitize.HasFailed())
    {
        if (!unit.sanitize.AllowsExit())
        {
            unit.RefuseField(task, 1, 4);
            return;
        }
        unit.sanitize.ExitFailureMode();
    }
    unit.FinishGood(task);
}

ScsiSanitizeOperation::Plan
ScsiSanitizeCommands::MakePlan(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task)
{
    const auto most = uint64_t{unit.GetMaxTransferBlocks()};
    ScsiSanitizeOperation::Plan plan;
    plan.blockCount = unit.GetDevice()->GetBlockCount();
    plan.maxBlocks = static_cast<uint32_t>(std::clamp<uint64_t>(plan.blockCount / STEPS, 1, most));
    plan.least = unit.GetOptions().sanitizeTime;
    plan.allowsExit = ScsiSanitizeCdb::Decode(task->cdb).allowUnrestrictedExit;
    return plan;
}

void
ScsiSanitizeCommands::Begin(ScsiDeviceServer& unit,
                            const Ptr<ScsiTask>& task,
                            ScsiSanitizeOperation::Plan plan)
{
    NS_LOG_INFO("SANITIZE: service action " << +GetScsiServiceAction(task->cdb)
                                            << ", initiator port "
                                            << GetScsiPortName(task->initiatorPort));
    const auto ended = unit.tasks.RemoveIf([](const ScsiTask&) { return true; });
    unit.sanitize.Start(std::move(plan), [&unit, task](bool isGood) { End(unit, task, isGood); });
    for (const auto& other : ended)
    {
        unit.Fail(other, *unit.sanitize.Check(), false);
    }
}

void
ScsiSanitizeCommands::End(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task, bool isGood)
{
    const auto cdb = ScsiSanitizeCdb::Decode(task->cdb);
    if (isGood)
    {
        const auto count = unit.GetDevice()->GetBlockCount();
        cdb.action == ScsiSanitizeAction::OVERWRITE ? unit.provisioning.Map(0, count)
                                                    : unit.provisioning.Unmap(0, count);
    }
    if (!unit.tasks.Remove(task))
    {
        // It had IMMED, or was aborted.
        return;
    }
    isGood ? unit.Finish(task)
           : unit.Fail(task, *unit.sanitize.Check(), cdb.parameterListLength > 0);
}

} // namespace ns3
