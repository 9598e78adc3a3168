/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-reservations.h"

#include "ns3/iscsi-task-management-header.h"
#include "ns3/json-writer.h"
#include "ns3/log.h"
#include "ns3/scsi-access.h"
#include "ns3/scsi-bytes.h"
#include "ns3/scsi-cdb.h"
#include "ns3/scsi-lun.h"
#include "ns3/scsi-persistent-reservations.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <array>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("SanReservations");

namespace
{

/// Bytes of a parameter list without TransportIDs (SPC-4, 6.16.3).
constexpr std::size_t LIST_SIZE = 24;
/// Most bytes of a block that is read: what is beyond them is not sent.
constexpr uint32_t READ_SIZE = 512;
/// How often a host tries again to end a reservation.
constexpr uint32_t MOST_TRIES = 20;

/**
 * @param unit a logical unit
 * @return whether only some hosts register
 */
bool
IsForRegistrants(const SanReservations::Unit& unit)
{
    return unit.number % 2 == 1;
}

/**
 * @param unit a logical unit
 * @param port one of its hosts
 * @return the others
 */
std::vector<Ptr<ScsiInitiatorPort>>
GetOthers(const SanReservations::Unit& unit, const Ptr<ScsiInitiatorPort>& port)
{
    auto others = unit.ports;
    std::erase(others, port);
    return others;
}

/**
 * @param unit a logical unit
 * @param opcode of a command
 * @return the command for it, all else of which is zero
 */
Ptr<ScsiTask>
MakeTask(const SanReservations::Unit& unit, ScsiOpcode opcode)
{
    const auto task = Create<ScsiTask>();
    task->lun = EncodeScsiLun(unit.number);
    task->cdb[0] = static_cast<uint8_t>(opcode);
    return task;
}

/**
 * @param unit a logical unit
 * @param action what PERSISTENT RESERVE OUT is to do
 * @param type of the reservation
 * @return the command for it
 */
Ptr<ScsiTask>
MakePersistentTask(const SanReservations::Unit& unit,
                   ScsiReserveOutAction action,
                   ScsiReservationType type)
{
    const auto task = MakeTask(unit, ScsiOpcode::PERSISTENT_RESERVE_OUT);
    task->dataOutLength = LIST_SIZE;
    task->cdb[1] = static_cast<uint8_t>(action);
    task->cdb[2] = static_cast<uint8_t>(type);
    PutScsiNumber(&task->cdb[5], 4, LIST_SIZE);
    return task;
}

} // namespace

void
SanReservations::Attach(const ApplicationContainer& initiators,
                        const std::vector<Ptr<PoweredDevice>>& drives)
{
    for (auto it = initiators.Begin(); it != initiators.End(); ++it)
    {
        (*it)->TraceConnectWithoutContext("PduSent",
                                          MakeCallback(&SanReservations::NoteSent, this));
        (*it)->TraceConnectWithoutContext("StateTransition",
                                          MakeCallback(&SanReservations::NoteState, this));
    }
    for (const auto& drive : drives)
    {
        drive->TraceConnectWithoutContext("Power", MakeCallback(&SanReservations::NotePower, this));
    }
}

void
SanReservations::Reserve(const Unit& unit)
{
    for (const auto& port : unit.ports)
    {
        Start(MakeTask(unit, ScsiOpcode::RESERVE_6),
              {.port = port,
               .purpose = Purpose::RESERVE,
               .target = unit.target,
               .excluded = GetOthers(unit, port)});
    }
}

void
SanReservations::Release(const Unit& unit)
{
    ++m_moment;
    for (const auto& port : unit.ports)
    {
        ReleaseFrom(unit, port, 0);
    }
}

void
SanReservations::ReleaseFrom(const Unit& unit, Ptr<ScsiInitiatorPort> port, uint32_t tries)
{
    Start(MakeTask(unit, ScsiOpcode::RELEASE_6),
          {.port = port, .purpose = Purpose::END, .tries = tries, .target = unit.target});
}

void
SanReservations::ReservePersistently(const Unit& unit)
{
    using enum ScsiReserveOutAction;
    using enum ScsiReservationType;
    const bool isForSome = IsForRegistrants(unit);
    const auto type = isForSome ? EXCLUSIVE_ACCESS_REGISTRANTS_ONLY : EXCLUSIVE_ACCESS;
    std::vector<Ptr<ScsiInitiatorPort>> registered;
    std::vector<Ptr<ScsiInitiatorPort>> left;
    for (const auto& port : unit.ports)
    {
        const bool registers = !isForSome || GetKey(port) % 2 == 1;
        (registers ? registered : left).push_back(port);
    }
    for (const auto& port : registered)
    {
        const auto list = MakeParameters(port);
        Start(MakePersistentTask(unit, REGISTER_AND_IGNORE_EXISTING_KEY, type),
              {.port = port, .list = list, .target = unit.target});
        Start(MakePersistentTask(unit, RESERVE, type),
              {.port = port,
               .list = list,
               .purpose = Purpose::RESERVE,
               .target = unit.target,
               .excluded = isForSome ? left : GetOthers(unit, port)});
    }
}

void
SanReservations::Clear(const Unit& unit)
{
    ++m_moment;
    for (const auto& port : unit.ports)
    {
        ClearFrom(unit, port, 0);
    }
}

void
SanReservations::ClearFrom(const Unit& unit, Ptr<ScsiInitiatorPort> port, uint32_t tries)
{
    using enum ScsiReserveOutAction;
    const auto type = ScsiReservationType::EXCLUSIVE_ACCESS;
    // Hosts that are not registered may not clear.
    Start(MakePersistentTask(unit, REGISTER_AND_IGNORE_EXISTING_KEY, type),
          {.port = port, .list = MakeParameters(port), .target = unit.target});
    Start(MakePersistentTask(unit, CLEAR, type),
          {.port = port,
           .list = MakeParameters(port),
           .purpose = Purpose::END,
           .tries = tries,
           .target = unit.target});
}

void
SanReservations::TryAgain(const ScsiTask& task, const Command& command)
{
    if (command.tries == MOST_TRIES)
    {
        return;
    }
    const Unit unit{command.target, DecodeScsiLun(task.lun).value_or(0), {}};
    const auto again = GetScsiOpcode(task.cdb) == ScsiOpcode::RELEASE_6
                           ? &SanReservations::ReleaseFrom
                           : &SanReservations::ClearFrom;
    Simulator::Schedule(MilliSeconds(200), again, this, unit, command.port, command.tries + 1);
}

uint64_t
SanReservations::GetKey(const Ptr<ScsiInitiatorPort>& port)
{
    return m_keys.try_emplace(port, m_keys.size() + 1).first->second;
}

Ptr<Packet>
SanReservations::MakeParameters(const Ptr<ScsiInitiatorPort>& port)
{
    const auto key = GetKey(port);
    std::array<uint8_t, LIST_SIZE> list{};
    PutScsiNumber(&list[0], 8, key);
    PutScsiNumber(&list[8], 8, key);
    return Create<Packet>(list.data(), list.size());
}

void
SanReservations::Start(const Ptr<ScsiTask>& task, Command command)
{
    task->client = this;
    command.moment = m_moment;
    m_ends += command.purpose == Purpose::END ? 1 : 0;
    const auto port = command.port;
    m_commands[task] = std::move(command);
    port->SendScsiCommand(task);
}

void
SanReservations::Probe(const Command& held, uint64_t lun)
{
    for (const auto& port : held.excluded)
    {
        if (!port->IsReady())
        {
            continue;
        }
        const auto task = Create<ScsiTask>();
        task->lun = lun;
        task->dataInLength = READ_SIZE;
        task->cdb[0] = static_cast<uint8_t>(ScsiOpcode::READ_10);
        task->cdb[8] = 1;
        Start(task, {.port = port, .purpose = Purpose::PROBE, .target = held.target});
    }
}

void
SanReservations::NoteSent(Ptr<const Packet> pdu, IscsiOpcode opcode)
{
    if (opcode != IscsiOpcode::TASK_MANAGEMENT_REQUEST)
    {
        return;
    }
    IscsiTaskManagementRequestHeader header;
    pdu->PeekHeader(header);
    using enum IscsiTaskManagementFunction;
    constexpr std::array RESETS{LOGICAL_UNIT_RESET,
                                TARGET_WARM_RESET,
                                TARGET_COLD_RESET,
                                I_T_NEXUS_RESET};
    m_hasReset |= std::find(RESETS.begin(), RESETS.end(), header.function) != RESETS.end();
}

void
SanReservations::NoteState(const std::string& /* machine */,
                           const std::string& oldState,
                           const std::string& /* newState */)
{
    m_moment += oldState == "LOGGED_IN" ? 1 : 0;
}

void
SanReservations::NotePower(bool /* hasPower */)
{
    ++m_moment;
}

void
SanReservations::DataInReceived(Ptr<ScsiTask> /* task */,
                                uint32_t /* offset */,
                                Ptr<Packet> /* data */)
{
}

void
SanReservations::DataOutRequested(Ptr<ScsiTask> task, uint32_t offset, uint32_t length)
{
    const auto& command = m_commands.at(task);
    command.port->SendDataOut(task, offset, command.list->CreateFragment(offset, length));
}

void
SanReservations::CommandCompleteReceived(Ptr<ScsiTask> task)
{
    NS_LOG_DEBUG("command " << +task->cdb[0] << " ends with status "
                            << +static_cast<uint8_t>(task->status));
    const auto command = std::move(m_commands.extract(task).mapped());
    if (command.purpose == Purpose::END)
    {
        // It may have been late, and have ended a reservation that was made after it was sent.
        --m_ends;
        ++m_moment;
        if (task->response != ScsiServiceResponse::COMMAND_COMPLETE ||
            task->status != ScsiStatus::GOOD)
        {
            TryAgain(*task, command);
        }
    }
    const bool isHeld = command.moment == m_moment && m_ends == 0 && !m_hasReset;
    const bool isAnswered = task->response == ScsiServiceResponse::COMMAND_COMPLETE;
    if (!isHeld || !isAnswered || command.purpose == Purpose::OTHER)
    {
        return;
    }
    const bool isGood = task->status == ScsiStatus::GOOD;
    if (command.purpose == Purpose::RESERVE)
    {
        if (isGood)
        {
            Probe(command, task->lun);
        }
        return;
    }
    ++m_probes;
    if (isGood)
    {
        m_violations.Note("target " + std::to_string(command.target) + ", LUN " +
                              std::to_string(DecodeScsiLun(task->lun).value_or(0)),
                          "read while another host has reserved it");
    }
}

std::string
SanReservations::GetError() const
{
    return m_violations.GetError("reservations");
}

void
SanReservations::WriteSummary(JsonWriter& json, const IoSummary& /* requests */) const
{
    if (m_probes == 0)
    {
        return;
    }
    json.BeginLine().Key("reservation_checks").BeginObject();
    json.Key("reads").Integer(m_probes);
    json.Key("violations").Integer(m_violations.GetCount());
    json.EndObject();
}

} // namespace ns3
