/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scsi-reservation-commands.h"

#include "scsi-packet-compare.h"

#include "ns3/scsi-bytes.h"
#include "ns3/scsi-nexus-name.h"
#include "ns3/scsi-transport-id.h"

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
/// Bytes of the parameter list in front of TransportIDs, which SPEC_I_PT asks for.
constexpr uint32_t TRANSPORT_IDS = 28;
/// Where their length lies.
constexpr std::size_t TRANSPORT_IDS_SIZE = 24;
/// The most bytes of a parameter list that are taken.
constexpr uint32_t MAX_PARAMETER_LIST_SIZE = 64 << 10;
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

/**
 * @param additional what is wrong with the parameter list
 * @param byte the byte at fault, if one is
 * @param bit the highest bit of the field, if it does not begin with the byte
 * @return the sense data
 */
ScsiSense
MakeReservationSense(ScsiAdditionalSense additional,
                     std::optional<std::size_t> byte = std::nullopt,
                     std::optional<uint8_t> bit = std::nullopt)
{
    ScsiSense sense{ScsiSenseKey::ILLEGAL_REQUEST, additional, std::nullopt};
    if (byte)
    {
        sense.field = ScsiFieldPointer{static_cast<uint16_t>(*byte), bit, false};
    }
    return sense;
}

/**
 * Read the nexuses that SPEC_I_PT names.
 *
 * @param list the parameter list
 * @param unit the disk
 * @param port relative target port identifier of those nexuses
 * @param[out] nexuses their names
 * @return what is wrong with the list, or nothing
 */
std::optional<ScsiSense>
ReadSpecified(const std::vector<uint8_t>& list,
              const ScsiDeviceServer& unit,
              uint16_t port,
              std::vector<std::string>& nexuses)
{
    const bool isWhole = list.size() >= TRANSPORT_IDS &&
                         list.size() - TRANSPORT_IDS == GetScsiNumber(&list[TRANSPORT_IDS_SIZE], 4);
    if (!isWhole)
    {
        return MakeReservationSense(ScsiAdditionalSense::PARAMETER_LIST_LENGTH_ERROR);
    }
    for (std::size_t at = TRANSPORT_IDS; at < list.size();)
    {
        const auto begin = at;
        const auto name = ReadScsiTransportId(list, at);
        if (!name)
        {
            return MakeReservationSense(ScsiAdditionalSense::INVALID_FIELD_IN_PARAMETER_LIST,
                                        begin);
        }
        for (const auto& one : unit.attentions.GetInitiatorPorts(*name))
        {
            nexuses.push_back(MakeScsiNexusName(one, port));
        }
    }
    return std::nullopt;
}

/**
 * @param unit the disk
 * @param nexuses names of nexuses
 * @return the names of nexuses of the same initiator ports through the other target ports
 */
std::vector<std::string>
MakeSiblings(const ScsiDeviceServer& unit, const std::vector<std::string>& nexuses)
{
    std::vector<std::string> siblings;
    const auto ports =
        unit.GetPortGroups() ? unit.GetPortGroups()->GetPorts() : std::vector<uint16_t>();
    for (const auto& nexus : nexuses)
    {
        for (const auto port : ports)
        {
            if (port != GetScsiTargetPort(nexus))
            {
                siblings.push_back(MakeScsiNexusName(GetScsiInitiatorPort(nexus), port));
            }
        }
    }
    return siblings;
}

/**
 * Read what SPEC_I_PT and ALL_TG_PT say.
 *
 * @param unit the disk
 * @param nexus name of the nexus that registers
 * @param list the parameter list
 * @param[in,out] out the request so far
 * @return what is wrong with the list, or nothing
 */
std::optional<ScsiSense>
ReadNexuses(const ScsiDeviceServer& unit,
            const std::string& nexus,
            const std::vector<uint8_t>& list,
            ScsiReserveOut& out)
{
    using enum ScsiReserveOutAction;
    const bool specifies = list[FLAGS] & SPEC_I_PT;
    if (specifies && (out.action != REGISTER || unit.registrations.IsRegistered(nexus)))
    {
        return MakeReservationSense(ScsiAdditionalSense::INVALID_FIELD_IN_PARAMETER_LIST, FLAGS, 3);
    }
    if (!specifies && list.size() != LIST_SIZE)
    {
        return MakeReservationSense(ScsiAdditionalSense::PARAMETER_LIST_LENGTH_ERROR);
    }
    if (specifies)
    {
        if (auto sense = ReadSpecified(list, unit, GetScsiTargetPort(nexus), out.specified))
        {
            return sense;
        }
    }
    const bool registers = out.action == REGISTER || out.action == REGISTER_AND_IGNORE_EXISTING_KEY;
    if (registers && list[FLAGS] & ALL_TG_PT)
    {
        auto nexuses = out.specified;
        nexuses.push_back(nexus);
        out.siblings = MakeSiblings(unit, nexuses);
    }
    return std::nullopt;
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
    if (length < LIST_SIZE || length > MAX_PARAMETER_LIST_SIZE || task->dataOutLength < length)
    {
        unit.Refuse(task,
                    {ScsiSenseKey::ILLEGAL_REQUEST,
                     ScsiAdditionalSense::PARAMETER_LIST_LENGTH_ERROR,
                     std::nullopt});
        return;
    }
    unit.TakeList(task, length, &ProcessReserveList, false);
}

bool
ScsiReservationCommands::ProcessReserveList(ScsiDeviceServer& unit, ScsiTaskSet::Entry& entry)
{
    const auto& task = entry.GetTask();
    const auto data = entry.dataOut.Take();
    const auto list = GetScsiBytes(data, data->GetSize());
    ScsiReserveOut out;
    out.action = static_cast<ScsiReserveOutAction>(GetScsiServiceAction(task->cdb));
    out.type = static_cast<ScsiReservationType>(task->cdb[2] & 0x0f);
    out.key = GetScsiNumber(&list[0], 8);
    out.actionKey = GetScsiNumber(&list[8], 8);
    out.aptpl = list[FLAGS] & APTPL;
    const auto& port = GetScsiPortName(task->initiatorPort);
    if (const auto sense = ReadNexuses(unit, port, list, out))
    {
        unit.SetLateCheckCondition(task, *sense);
        return false;
    }
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
        for (const auto& name : preempted)
        {
            unit.medium.Allow(name);
        }
    }
    task->status = outcome.status;
    if (outcome.sense)
    {
        unit.SetLateCheckCondition(task, *outcome.sense);
    }
    return false;
}

} // namespace ns3
