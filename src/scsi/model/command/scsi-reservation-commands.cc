/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scsi-reservation-commands.h"

#include "scsi-packet-compare.h"

#include "ns3/scsi-bytes.h"

#include <array>
#include <set>
#include <string>
#include <vector>

namespace ns3
{

namespace
{

/// Bytes of the parameter list of PERSISTENT RESERVE OUT (SPC-4, 6.16.3).
constexpr uint32_t LIST_SIZE = 24;
/// Where the flags lie in it.
constexpr std::size_t FLAGS = 20;
/// SPEC_I_PT in the flags: the registration is for other initiator ports.
constexpr uint8_t SPEC_I_PT = 0x08;
/// ALL_TG_PT in the flags: the registration is for all target ports.
constexpr uint8_t ALL_TG_PT = 0x04;
/// APTPL in the flags.
constexpr uint8_t APTPL = 0x01;

/**
 * @param type TYPE in the CDB
 * @return true if there is a reservation of that type
 */
bool
IsType(uint8_t type)
{
    return type == 1 || type == 3 || (type >= 5 && type <= 8);
}

/**
 * @param action what is asked
 * @return true if SCOPE and TYPE mean something (SPC-4, 6.16.2)
 */
bool
UsesType(ScsiReserveOutAction action)
{
    using enum ScsiReserveOutAction;
    return action == RESERVE || action == RELEASE || action == PREEMPT ||
           action == PREEMPT_AND_ABORT;
}

} // namespace

void
ScsiReservationCommands::Reserve(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task)
{
    const bool done = unit.registrations.IsEmpty() &&
                      unit.reservation.Reserve(GetScsiPortName(task->initiatorPort));
    done ? unit.FinishGood(task) : unit.FinishConflict(task);
}

void
ScsiReservationCommands::Release(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task)
{
    if (!unit.registrations.IsEmpty())
    {
        unit.FinishConflict(task);
        return;
    }
    unit.reservation.Release(GetScsiPortName(task->initiatorPort));
    unit.FinishGood(task);
}

void
ScsiReservationCommands::PersistentReserveIn(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task)
{
    if (!unit.reservation.IsFree())
    {
        unit.FinishConflict(task);
        return;
    }
    using Reader = std::vector<uint8_t> (ScsiPersistentReservations::*)() const;
    // By service action, of which the table of commands has these.
    static constexpr std::array<Reader, 4> READERS{&ScsiPersistentReservations::ReadKeys,
                                                   &ScsiPersistentReservations::ReadReservation,
                                                   &ScsiPersistentReservations::ReportCapabilities,
                                                   &ScsiPersistentReservations::ReadFullStatus};
    const auto reader = READERS.at(GetScsiServiceAction(task->cdb));
    const auto allocation = static_cast<uint32_t>(GetScsiNumber(&task->cdb[7], 2));
    unit.Answer(task, (unit.registrations.*reader)(), allocation);
}

void
ScsiReservationCommands::PersistentReserveOut(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task)
{
    if (!unit.reservation.IsFree())
    {
        unit.FinishConflict(task);
        return;
    }
    const auto action = static_cast<ScsiReserveOutAction>(GetScsiServiceAction(task->cdb));
    if (UsesType(action) && task->cdb[2] >> 4 != 0)
    {
        unit.RefuseField(task, 2, 7);
        return;
    }
    if (UsesType(action) && !IsType(task->cdb[2] & 0x0f))
    {
        unit.RefuseField(task, 2, 3);
        return;
    }
    const auto length = static_cast<uint32_t>(GetScsiNumber(&task->cdb[5], 4));
    if (length != LIST_SIZE || task->dataOutLength < length)
    {
        unit.Refuse(task,
                    {ScsiSenseKey::ILLEGAL_REQUEST,
                     ScsiAdditionalSense::PARAMETER_LIST_LENGTH_ERROR,
                     std::nullopt});
        return;
    }
    unit.TakeList(task, length, &TakeReserveList, false);
}

bool
ScsiReservationCommands::TakeReserveList(ScsiDeviceServer& unit, ScsiTaskSet::Entry& entry)
{
    const auto& task = entry.GetTask();
    const auto list = GetScsiBytes(entry.dataOut.Take(), LIST_SIZE);
    if (list[FLAGS] & (SPEC_I_PT | ALL_TG_PT))
    {
        const uint8_t bit = list[FLAGS] & SPEC_I_PT ? 3 : 2;
        unit.SetLateCheckCondition(task,
                                   {ScsiSenseKey::ILLEGAL_REQUEST,
                                    ScsiAdditionalSense::INVALID_FIELD_IN_PARAMETER_LIST,
                                    std::nullopt,
                                    ScsiFieldPointer{FLAGS, bit, false}});
        return false;
    }
    ScsiReserveOut out;
    out.action = static_cast<ScsiReserveOutAction>(GetScsiServiceAction(task->cdb));
    out.type = static_cast<ScsiReservationType>(task->cdb[2] & 0x0f);
    out.key = GetScsiNumber(&list[0], 8);
    out.actionKey = GetScsiNumber(&list[8], 8);
    out.aptpl = list[FLAGS] & APTPL;
    const auto& port = GetScsiPortName(task->initiatorPort);
    const auto outcome = unit.registrations.Execute(port, out);
    for (const auto& [name, additional] : outcome.attentions)
    {
        unit.attentions.EstablishFor(additional, name);
    }
    if (out.action == ScsiReserveOutAction::PREEMPT_AND_ABORT)
    {
        const std::set<std::string> preempted(outcome.preempted.begin(), outcome.preempted.end());
        unit.AbortCommands(
            [&preempted](const ScsiTask& other) {
                return preempted.contains(GetScsiPortName(other.initiatorPort));
            },
            port);
    }
    task->status = outcome.status;
    if (outcome.sense)
    {
        unit.SetLateCheckCondition(task, *outcome.sense);
    }
    return false;
}

} // namespace ns3
