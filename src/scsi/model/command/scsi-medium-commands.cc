/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scsi-medium-commands.h"

#include "scsi-block-commands.h"

#include "ns3/log.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ScsiMediumCommands");

void
ScsiMediumCommands::StartStopUnit(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task)
{
    const auto cdb = ScsiStartStopCdb::Decode(task->cdb);
    const auto& port = GetScsiPortName(task->initiatorPort);
    const bool isRemovable = unit.GetOptions().isRemovable;
    if (!isRemovable && RefuseForFixed(unit, task, cdb))
    {
        return;
    }
    const bool starts = cdb.start && cdb.powerCondition == 0;
    if (!starts && unit.registrations.Forbids(port, ScsiAccess::WRITE))
    {
        unit.FinishConflict(task);
        return;
    }
    if (cdb.powerCondition != 0)
    {
        // START and LOEJ mean nothing then (SBC-3, 5.25).
        unit.FinishGood(task);
        return;
    }
    if (!isRemovable)
    {
        StartStopFixed(unit, task, cdb);
        return;
    }
    cdb.loadEject ? LoadEject(unit, task, cdb) : StartStopRemovable(unit, task, cdb);
}

bool
ScsiMediumCommands::RefuseForFixed(ScsiDeviceServer& unit,
                                   const Ptr<ScsiTask>& task,
                                   const ScsiStartStopCdb& cdb)
{
    if (cdb.powerCondition != 0)
    {
        unit.RefuseField(task, 4, 7);
        return true;
    }
    if (cdb.loadEject)
    {
        unit.RefuseField(task, 4, 1);
        return true;
    }
    return false;
}

void
ScsiMediumCommands::StartStopFixed(ScsiDeviceServer& unit,
                                   const Ptr<ScsiTask>& task,
                                   const ScsiStartStopCdb& cdb)
{
    NS_LOG_INFO((cdb.start ? "started" : "stopped")
                << ": by initiator port " << GetScsiPortName(task->initiatorPort));
    const bool stops = unit.HasStarted() && !cdb.start;
    unit.SetStarted(cdb.start);
    stops ? FlushAndFinish(unit, task, cdb) : unit.FinishGood(task);
}

void
ScsiMediumCommands::StartStopRemovable(ScsiDeviceServer& unit,
                                       const Ptr<ScsiTask>& task,
                                       const ScsiStartStopCdb& cdb)
{
    if (unit.medium.IsLoaded())
    {
        cdb.start ? unit.FinishGood(task) : FlushAndFinish(unit, task, cdb);
        return;
    }
    if (!cdb.start)
    {
        unit.FinishGood(task);
        return;
    }
    unit.Refuse(task,
                {ScsiSenseKey::NOT_READY, ScsiAdditionalSense::MEDIUM_NOT_PRESENT, std::nullopt});
}

void
ScsiMediumCommands::LoadEject(ScsiDeviceServer& unit,
                              const Ptr<ScsiTask>& task,
                              const ScsiStartStopCdb& cdb)
{
    if (unit.medium.IsLoaded() == cdb.start)
    {
        unit.FinishGood(task);
        return;
    }
    if (unit.medium.IsRemovalPrevented())
    {
        // The mechanism is locked, whichever way it is to move.
        unit.Refuse(task,
                    {ScsiSenseKey::ILLEGAL_REQUEST,
                     ScsiAdditionalSense::MEDIUM_REMOVAL_PREVENTED,
                     std::nullopt});
        return;
    }
    if (cdb.start)
    {
        unit.medium.Load();
        unit.attentions.EstablishForOthers(ScsiAdditionalSense::MEDIUM_MAY_HAVE_CHANGED,
                                           GetScsiPortName(task->initiatorPort));
        unit.FinishGood(task);
        return;
    }
    unit.medium.Eject();
    FlushAndFinish(unit, task, cdb);
}

void
ScsiMediumCommands::FlushAndFinish(ScsiDeviceServer& unit,
                                   const Ptr<ScsiTask>& task,
                                   const ScsiStartStopCdb& cdb)
{
    cdb.noFlush ? unit.FinishGood(task) : ScsiBlockCommands::Flush(unit, task, cdb.immediate);
}

void
ScsiMediumCommands::PreventAllowMediumRemoval(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task)
{
    const auto cdb = ScsiPreventAllowCdb::Decode(task->cdb);
    const auto& port = GetScsiPortName(task->initiatorPort);
    if (cdb.prevent != ScsiPreventAllowCdb::ALLOW && cdb.prevent != ScsiPreventAllowCdb::PREVENT)
    {
        unit.RefuseField(task, 4, 1);
        return;
    }
    const bool prevents = cdb.prevent == ScsiPreventAllowCdb::PREVENT;
    // To allow is allowed to everybody (SBC-3, 4.16).
    if (prevents && unit.registrations.Forbids(port, ScsiAccess::WRITE))
    {
        unit.FinishConflict(task);
        return;
    }
    prevents ? unit.medium.Prevent(port) : unit.medium.Allow(port);
    unit.FinishGood(task);
}

} // namespace ns3
