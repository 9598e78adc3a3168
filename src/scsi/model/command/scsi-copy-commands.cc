/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scsi-copy-commands.h"

#include "scsi-copy-operation.h"
#include "scsi-packet-compare.h"

#include "ns3/scsi-bytes.h"
#include "ns3/scsi-copy-list.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

namespace
{

/// Service actions of RECEIVE COPY RESULTS.
enum class CopyResults : uint8_t
{
    COPY_STATUS = 0x00,
    RECEIVE_DATA = 0x01,
    OPERATING_PARAMETERS = 0x03,
    FAILED_SEGMENT_DETAILS = 0x04
};

/// Where LIST IDENTIFIER lies in the CDB of RECEIVE COPY RESULTS.
constexpr uint16_t LIST_IDENTIFIER = 2;

/**
 * Look for an earlier copy with the same list identifier; one that ended is forgotten.
 *
 * @param unit the disk
 * @param nexus name of the nexus
 * @param list what it wants copied now
 * @return why that cannot be, or nothing
 */
std::optional<ScsiSense>
ReplaceEarlier(ScsiDeviceServer& unit, const std::string& nexus, const ScsiCopyList& list)
{
    const auto known = list.isIdentified ? unit.copies.Find(nexus, list.identifier) : nullptr;
    if (known && known->status == ScsiCopyStatus::IN_PROGRESS)
    {
        return ScsiSense{ScsiSenseKey::ILLEGAL_REQUEST,
                         ScsiAdditionalSense::OPERATION_IN_PROGRESS,
                         std::nullopt};
    }
    if (known)
    {
        unit.copies.Forget(nexus, list.identifier);
    }
    return std::nullopt;
}

/**
 * Forget of a copy that ended what was told.
 *
 * @param unit the disk
 * @param nexus name of the nexus
 * @param identifier list identifier of the copy
 * @param record the copy
 */
void
ForgetTold(ScsiDeviceServer& unit,
           const std::string& nexus,
           uint8_t identifier,
           const ScsiCopyRecord& record)
{
    if (!record.hasStatus && record.sense.empty())
    {
        unit.copies.Forget(nexus, identifier);
    }
}

} // namespace

void
ScsiCopyCommands::ExtendedCopy(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task)
{
    const auto length = static_cast<uint32_t>(GetScsiNumber(&task->cdb[10], 4));
    if (length > ScsiCopyList::HEADER_SIZE + ScsiCopyLimits::MAX_LIST_SIZE ||
        length > task->dataOutLength)
    {
        unit.Refuse(task,
                    {ScsiSenseKey::ILLEGAL_REQUEST,
                     ScsiAdditionalSense::PARAMETER_LIST_LENGTH_ERROR,
                     std::nullopt});
        return;
    }
    unit.TakeList(task, length, &ProcessCopyList, true);
}

bool
ScsiCopyCommands::ProcessCopyList(ScsiDeviceServer& unit, ScsiTaskSet::Entry& entry)
{
    const auto& task = entry.GetTask();
    const auto& nexus = GetScsiPortName(task->initiatorPort);
    const auto bytes = entry.dataOut.Take();
    entry.dataOut = {0, false};
    ScsiCopyList list;
    const auto wrong = list.Read(GetScsiBytes(bytes, bytes->GetSize()));
    const auto inProgress = ReplaceEarlier(unit, nexus, list);
    if (wrong || inProgress)
    {
        unit.SetLateCheckCondition(task, wrong ? *wrong : *inProgress);
        return false;
    }
    auto record = list.isIdentified ? unit.copies.Begin(nexus, list.identifier)
                                    : std::make_shared<ScsiCopyRecord>();
    entry.copy = std::make_shared<ScsiCopyOperation>(nexus,
                                                     std::move(list),
                                                     *unit.GetCopyUnit(),
                                                     unit.GetCopyUnits(),
                                                     std::move(record));
    entry.failed = &DeviceFailed;
    return ReadNext(unit, entry);
}

bool
ScsiCopyCommands::ReadNext(ScsiDeviceServer& unit, ScsiTaskSet::Entry& entry)
{
    if (const auto sense = entry.copy->FindNext())
    {
        Abort(unit, entry, *sense);
        return false;
    }
    const auto& next = entry.copy->GetNext();
    if (!next)
    {
        entry.copy->End(ScsiStatus::GOOD, {});
        return false;
    }
    entry.operation = BlockOperation::READ;
    entry.device = next->source;
    entry.lba = next->sourceLba;
    entry.blocks = next->blocks;
    entry.done = &WriteNext;
    return true;
}

bool
ScsiCopyCommands::WriteNext(ScsiDeviceServer&, ScsiTaskSet::Entry& entry)
{
    const auto& next = entry.copy->GetNext();
    entry.operation = BlockOperation::WRITE;
    entry.device = next->destination;
    entry.lba = next->destinationLba;
    entry.done = &NextWritten;
    return true;
}

bool
ScsiCopyCommands::NextWritten(ScsiDeviceServer& unit, ScsiTaskSet::Entry& entry)
{
    entry.copy->NextWritten();
    return ReadNext(unit, entry);
}

void
ScsiCopyCommands::DeviceFailed(ScsiDeviceServer& unit, ScsiTaskSet::Entry& entry)
{
    Abort(unit, entry, entry.copy->MakeSense(ScsiAdditionalSense::THIRD_PARTY_DEVICE_FAILURE));
}

void
ScsiCopyCommands::Abort(ScsiDeviceServer& unit, ScsiTaskSet::Entry& entry, const ScsiSense& sense)
{
    const auto& task = entry.GetTask();
    unit.SetLateCheckCondition(task, sense);
    entry.copy->End(task->status, task->sense);
}

void
ScsiCopyCommands::ReceiveCopyResults(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task)
{
    const auto action = static_cast<CopyResults>(GetScsiServiceAction(task->cdb));
    const auto allocation = static_cast<uint32_t>(GetScsiNumber(&task->cdb[10], 4));
    if (action == CopyResults::OPERATING_PARAMETERS)
    {
        unit.Answer(task, MakeScsiCopyParameters(unit.GetDevice()->GetBlockSize()), allocation);
        return;
    }
    const auto& nexus = GetScsiPortName(task->initiatorPort);
    const auto identifier = task->cdb[LIST_IDENTIFIER];
    const auto record = unit.copies.Find(nexus, identifier);
    const bool wantsStatus = action == CopyResults::COPY_STATUS;
    const bool wantsDetails = action == CopyResults::FAILED_SEGMENT_DETAILS;
    if (!record || (wantsStatus && !record->hasStatus) || (wantsDetails && record->sense.empty()))
    {
        unit.RefuseField(task, LIST_IDENTIFIER);
        return;
    }
    if (wantsStatus)
    {
        record->hasStatus = record->status == ScsiCopyStatus::IN_PROGRESS;
        unit.Answer(task, record->MakeStatus(), allocation);
    }
    else if (wantsDetails)
    {
        unit.Answer(task, record->MakeDetails(), allocation);
        record->sense.clear();
    }
    else
    {
        // No segment descriptor that is supported holds data.
        unit.Answer(task, std::vector<uint8_t>(4), allocation);
    }
    ForgetTold(unit, nexus, identifier, *record);
}

} // namespace ns3
