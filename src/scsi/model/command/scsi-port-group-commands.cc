/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scsi-port-group-commands.h"

#include "scsi-packet-compare.h"

#include "ns3/scsi-bytes.h"

namespace ns3
{

namespace
{

/// PARAMETER DATA FORMAT in byte 1: with the extended header. There is no other than this and none.
constexpr uint8_t EXTENDED_HEADER = 0x20;
/// The most bytes of a parameter list that are taken.
constexpr uint32_t MAX_GROUP_LIST_SIZE = 4096;

} // namespace

void
ScsiPortGroupCommands::ReportTargetPortGroups(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task)
{
    const auto allocation = static_cast<uint32_t>(GetScsiNumber(&task->cdb[6], 4));
    unit.Answer(task, unit.GetPortGroups()->Report(task->cdb[1] & EXTENDED_HEADER), allocation);
}

void
ScsiPortGroupCommands::SetTargetPortGroups(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task)
{
    const auto length = static_cast<uint32_t>(GetScsiNumber(&task->cdb[6], 4));
    if (length > task->dataOutLength || length > MAX_GROUP_LIST_SIZE)
    {
        unit.Refuse(task,
                    {ScsiSenseKey::ILLEGAL_REQUEST,
                     ScsiAdditionalSense::PARAMETER_LIST_LENGTH_ERROR,
                     std::nullopt});
        return;
    }
    unit.TakeList(task, length, &ProcessGroupList, false);
}

bool
ScsiPortGroupCommands::ProcessGroupList(ScsiDeviceServer& unit, ScsiTaskSet::Entry& entry)
{
    const auto& task = entry.GetTask();
    const auto list = entry.dataOut.Take();
    const auto sense = unit.GetPortGroups()->Execute(GetScsiBytes(list, list->GetSize()),
                                                     GetScsiPortName(task->initiatorPort));
    if (sense)
    {
        unit.SetLateCheckCondition(task, *sense);
    }
    return false;
}

} // namespace ns3
