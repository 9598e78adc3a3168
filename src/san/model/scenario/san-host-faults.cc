/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-host-faults.h"

#include "san-network.h"
#include "san-sessions.h"
#include "san-targets.h"

#include "ns3/iscsi-fault-helper.h"
#include "ns3/iscsi-initiator-session.h"
#include "ns3/iscsi-initiator.h"
#include "ns3/iscsi-task-management-header.h"
#include "ns3/scsi-lun.h"
#include "ns3/simulator.h"
#include "ns3/user-error.h"

#include <iterator>

namespace ns3
{

namespace
{

/// Time between task management functions in a storm.
const Time FUNCTION_INTERVAL = MilliSeconds(20);

/// Functions of a storm, in the order in which they are sent.
constexpr IscsiTaskManagementFunction FUNCTIONS[] = {
    IscsiTaskManagementFunction::QUERY_TASK_SET,
    IscsiTaskManagementFunction::ABORT_TASK_SET,
    IscsiTaskManagementFunction::LOGICAL_UNIT_RESET,
    IscsiTaskManagementFunction::CLEAR_TASK_SET,
    IscsiTaskManagementFunction::QUERY_ASYNCHRONOUS_EVENT,
    IscsiTaskManagementFunction::I_T_NEXUS_RESET,
    IscsiTaskManagementFunction::TARGET_WARM_RESET,
    IscsiTaskManagementFunction::ABORT_TASK_SET,
    IscsiTaskManagementFunction::TARGET_COLD_RESET,
};

} // namespace

SanHostFaults::SanHostFaults(SanNetwork& network,
                             const SanTargets& targets,
                             const SanSessions& sessions,
                             SanReservations& reservations)
    : m_network(network),
      m_targets(targets),
      m_sessions(sessions),
      m_reservations(reservations)
{
}

void
SanHostFaults::AddTo(SanCommands& commands)
{
    commands.AddWithTime("task-storm",
                         "send task management functions for a time",
                         [this](Time duration) { return StormTasks(duration); });
    commands.AddWithTime("reserve-units",
                         "let hosts reserve all logical units for a time",
                         [this](Time duration) { return ReserveUnits(duration); });
    commands.AddWithTime("persist-reserve",
                         "let hosts reserve all logical units persistently for a time",
                         [this](Time duration) { return PersistReserve(duration); });
    commands.AddWithTime("log-out", "log all sessions out for a time", [this](Time pause) {
        return LogOut(pause);
    });
    commands.AddWithTime("cut-host-power",
                         "cut the power of hosts' adapters for a time",
                         [this](Time pause) { return CutPower(pause); });
    commands.AddPlan("change-address", "give all hosts other addresses", [this] {
        return ChangeAddress();
    });
}

SanHostFaults::Action
SanHostFaults::StormTasks(Time duration)
{
    m_targets.CheckAny("task-storm");
    return [this, duration] {
        uint32_t step = 0;
        for (Time at; at < duration; at += FUNCTION_INTERVAL)
        {
            Simulator::Schedule(at, &SanHostFaults::ManageTasks, this, step++);
        }
    };
}

void
SanHostFaults::ManageTasks(uint32_t step) const
{
    const auto function = FUNCTIONS[step % std::size(FUNCTIONS)];
    const auto lun = EncodeScsiLun(step % m_targets.GetNUnits());
    m_sessions.ForEach([function, lun](Ptr<IscsiInitiator> initiator, uint32_t, uint32_t) {
        initiator->GetSession()->ManageTasks(function, lun, nullptr);
    });
}

SanHostFaults::Action
SanHostFaults::ReserveUnits(Time duration)
{
    m_targets.CheckAny("reserve-units");
    return [this, duration] {
        ForEachUnit([this](const auto& unit) { m_reservations.Reserve(unit); });
        Simulator::Schedule(duration, [this] {
            ForEachUnit([this](const auto& unit) { m_reservations.Release(unit); });
        });
    };
}

SanHostFaults::Action
SanHostFaults::PersistReserve(Time duration)
{
    m_targets.CheckAny("persist-reserve");
    return [this, duration] {
        ForEachUnit([this](const auto& unit) { m_reservations.ReservePersistently(unit); });
        Simulator::Schedule(duration, [this] {
            ForEachUnit([this](const auto& unit) { m_reservations.Clear(unit); });
        });
    };
}

void
SanHostFaults::ForEachUnit(const std::function<void(const SanReservations::Unit&)>& command) const
{
    for (uint32_t target = 0; target < m_targets.GetN(); ++target)
    {
        SanReservations::Unit unit;
        unit.target = target;
        m_sessions.ForEach([&unit](Ptr<IscsiInitiator> initiator, uint32_t, uint32_t its) {
            if (its == unit.target && initiator->GetPort()->IsReady())
            {
                unit.ports.push_back(initiator->GetPort());
            }
        });
        for (; unit.number < m_targets.GetNUnits(); ++unit.number)
        {
            command(unit);
        }
    }
}

SanHostFaults::Action
SanHostFaults::LogOut(Time pause)
{
    m_targets.CheckAny("log-out");
    return [this, pause] { Restart(pause); };
}

void
SanHostFaults::Restart(Time pause) const
{
    m_sessions.ForEach(
        [pause](Ptr<IscsiInitiator> initiator, uint32_t, uint32_t) { initiator->Restart(pause); });
}

SanHostFaults::Action
SanHostFaults::CutPower(Time pause)
{
    m_targets.CheckAny("cut-host-power");
    if (m_network.pathDevices.GetN() == 0)
    {
        throw UserError("cut-host-power: hosts are not silent without a path of cables; it needs "
                        "linkType=ethernet or ppp");
    }
    return [this, pause] {
        const auto now = Simulator::Now();
        IscsiFaultHelper().SilencePath(m_network.pathDevices, now, now + pause);
        Restart(pause);
    };
}

SanHostFaults::Action
SanHostFaults::ChangeAddress()
{
    if (!m_network.CanRenumber())
    {
        throw UserError("change-address: no other address is free; it needs linkType=ethernet, "
                        "and no queueDisc or limiterRate");
    }
    return [this] { m_network.RenumberInitiators(); };
}

} // namespace ns3
