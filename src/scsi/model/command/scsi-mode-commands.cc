/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scsi-mode-commands.h"

#include "scsi-packet-compare.h"

namespace ns3
{

void
ScsiModeCommands::ModeSense(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task)
{
    const auto cdb = ScsiModeSenseCdb::Decode(task->cdb);
    if (cdb.pageControl == ScsiPageControl::SAVED)
    {
        unit.Refuse(task,
                    {ScsiSenseKey::ILLEGAL_REQUEST,
                     ScsiAdditionalSense::SAVING_PARAMETERS_NOT_SUPPORTED,
                     std::nullopt});
        return;
    }
    const auto bytes = MakeScsiModeParameters(cdb, unit.GetModeValues());
    if (!bytes)
    {
        unit.RefuseField(task, 2, 5);
        return;
    }
    unit.Answer(task, *bytes, cdb.allocationLength);
}

void
ScsiModeCommands::ModeSelect(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task)
{
    const auto cdb = ScsiModeSelectCdb::Decode(task->cdb);
    if (!cdb.pageFormat && cdb.parameterListLength > 0)
    {
        unit.RefuseField(task, 1, 4);
        return;
    }
    unit.TakeList(task, cdb.parameterListLength, &ProcessModeList, false);
}

bool
ScsiModeCommands::ProcessModeList(ScsiDeviceServer& unit, ScsiTaskSet::Entry& entry)
{
    const auto& task = entry.GetTask();
    const auto list = entry.dataOut.Take();
    auto values = unit.GetModeValues();
    const auto before = values;
    const auto sense = ReadScsiModeParameters(GetScsiOpcode(task->cdb),
                                              GetScsiBytes(list, list->GetSize()),
                                              values);
    if (sense)
    {
        unit.SetLateCheckCondition(task, *sense);
    }
    else if (values.cache != before.cache || values.control != before.control)
    {
        unit.SetModeValues(values);
        unit.attentions.EstablishForOthers(ScsiAdditionalSense::MODE_PARAMETERS_CHANGED,
                                           GetScsiPortName(task->initiatorPort));
    }
    return false;
}

} // namespace ns3
