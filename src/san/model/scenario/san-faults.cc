/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-faults.h"

#include "san-network.h"
#include "san-targets.h"

#include "ns3/block-array.h"
#include "ns3/boolean.h"
#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/ethernet-channel.h"
#include "ns3/ethernet-port.h"
#include "ns3/inet-socket-address.h"
#include "ns3/iscsi-application.h"
#include "ns3/iscsi-fault-helper.h"
#include "ns3/iscsi-node-faults.h"
#include "ns3/iscsi-target.h"
#include "ns3/log.h"
#include "ns3/quantity-text.h"
#include "ns3/san-drives.h"
#include "ns3/san-portal-states.h"
#include "ns3/simulator.h"
#include "ns3/user-error.h"
#include "ns3/value-rule.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("SanFaults");

namespace
{

/// Reads that fill a drive's queue.
constexpr uint32_t FILLING = 256;
/// Share of packets lost in a burst.
constexpr double LOST = 0.3;
/// Share of PDUs damaged, in their headers and in their data.
constexpr double DAMAGED = 0.1;

} // namespace

SanFaults::SanFaults(const SanNetwork& network, const SanTargets& targets)
    : m_network(network),
      m_targets(targets),
      m_loops(targets),
      m_drives(targets.GetDrives()),
      m_loss(CreateObject<UniformRandomVariable>())
{
    for (auto node = network.targets.Begin(); node != network.targets.End(); ++node)
    {
        // Connections are counted from now on, so that they can be reset.
        IscsiNodeFaults::On(*node);
    }
    for (const auto& array : targets.GetArrays())
    {
        array->SetAttribute("WriteIntentLog", BooleanValue(true));
    }
}

void
SanFaults::SetFileServers(const std::vector<Ptr<BlockDevice>>& drives, Restart restart)
{
    m_drives = drives;
    m_restart = std::move(restart);
}

void
SanFaults::AddTo(SanCommands& commands)
{
    m_loops.AddTo(commands);
    commands.AddWithNumber("pull-drive", "cut the power of a drive", [this](uint32_t number) {
        return PullDrive(number);
    });
    commands.AddWithNumber("return-drive", "power a drive up again", [this](uint32_t number) {
        return ReturnDrive(number);
    });
    commands.AddWithNumber("queue-full",
                           "fill a drive's queue with reads of its own",
                           [this](uint32_t number) { return FillQueue(number); });
    commands.AddWithNumber("replace-drive",
                           "rebuild a member of an array on a new drive",
                           [this](uint32_t number) { return ReplaceDrive(number); });
    commands.AddWithTime("pull-cable", "pull target 0's cable for a time", [this](Time pause) {
        return PullCable(pause);
    });
    commands.AddWithTime("slow-path", "give the path another one-way delay", [this](Time delay) {
        return SetPathDelay(delay);
    });
    commands.AddWithTime("silence-path", "drop all packets for a time", [this](Time duration) {
        return SilencePath(duration);
    });
    commands.AddWithTime("lose-packets", "drop 3 of 10 packets for a time", [this](Time duration) {
        return LosePackets(duration);
    });
    commands.AddWithTime("damage-pdus",
                         "invert a bit in 1 of 10 PDUs for a time",
                         [this](Time duration) { return DamagePdus(duration); });
    commands.AddWithText("portal-state",
                         "2=standby",
                         "change the access state of a portal group",
                         [this](const std::string& text) { return SetPortalState(text); });
    commands.AddPlan("reset-connections", "reset all TCP connections", [this] {
        return ResetConnections();
    });
    commands.AddWithTime("restart-target",
                         "end all sessions, take no logins for a time",
                         [this](Time pause) { return RestartTargets(pause); });
    commands.AddWithTime("cut-target-power",
                         "cut the power of targets and drives for a time",
                         [this](Time pause) { return CutTargetPower(pause); });
    commands.AddWithTime("refuse-logins",
                         "reset all connections, refuse logins for a time",
                         [this](Time duration) { return RefuseLogins(duration); });
    commands.AddWithTime("move-target",
                         "reset all connections, send logins to the second portal for a time",
                         [this](Time duration) { return MoveTargets(duration); });
    commands.AddWithTime("ask-logout",
                         "ask hosts to log out within a time, take no logins until then",
                         [this](Time limit) { return AskForLogout(limit); });
}

int64_t
SanFaults::AssignStreams(int64_t stream)
{
    const auto begin = stream;
    m_loss->SetStream(stream++);
    for (const auto& damage : m_damages)
    {
        stream += damage->AssignStreams(stream);
    }
    stream += m_loops.AssignStreams(stream);
    return stream - begin;
}

SanFaults::Action
SanFaults::PullDrive(uint32_t number)
{
    return [this, drive = GetPoweredDrive(number)] {
        drive->PowerOff();
        m_loops.Initialise();
    };
}

SanFaults::Action
SanFaults::ReturnDrive(uint32_t number)
{
    return [this, drive = GetPoweredDrive(number)] {
        drive->PowerOn();
        m_loops.Initialise();
    };
}

SanFaults::Action
SanFaults::FillQueue(uint32_t number)
{
    return [drive = GetDrive(number)] {
        const auto stride = drive->GetBlockCount() / FILLING;
        for (uint32_t i = 0; i < FILLING; ++i)
        {
            // Every second one lies in the other half.
            const uint64_t place = i / 2 + (i % 2) * (FILLING / 2);
            auto read = Create<BlockRequest>(BlockOperation::READ, place * stride, 1);
            read->completion = MakeCallback(+[](Ptr<BlockRequest>) {});
            drive->Submit(read);
        }
    };
}

SanFaults::Action
SanFaults::ReplaceDrive(uint32_t number)
{
    GetDrive(number);
    const auto arrays = m_targets.GetArrays();
    const auto members = arrays.empty() ? 1 : arrays.front()->GetNMembers();
    const auto array = arrays.empty() ? nullptr : arrays[number / members];
    const auto member = number % members;
    if (!array || !array->CanReplace(member))
    {
        throw UserError("replace-drive: drive " + std::to_string(number) +
                        " is no member of an array that can do without it; array=mirror or raid5 "
                        "makes some");
    }
    return [array, member, &maker = m_targets.GetDriveMaker()] {
        if (array->CanReplace(member))
        {
            array->FailMember(member);
            array->SetAttribute("RebuildRate", DataRateValue(DataRate(REBUILD_RATE)));
            array->Rebuild(member, maker());
        }
    };
}

void
SanFaults::EndRebuilds() const
{
    for (const auto& array : m_targets.GetArrays())
    {
        for (uint32_t member = 0; member < array->GetNMembers(); ++member)
        {
            if (array->GetMemberState(member) == BlockArray::MemberState::REBUILDING)
            {
                array->FailMember(member);
            }
        }
    }
}

SanFaults::Action
SanFaults::PullCable(Time pause)
{
    const auto cable = DynamicCast<EthernetChannel>(m_network.targetDevices.Get(0)->GetChannel());
    if (!cable)
    {
        throw UserError("pull-cable: it needs linkType=ethernet");
    }
    return [cable, pause] {
        cable->Disconnect();
        Simulator::Schedule(pause, &EthernetChannel::Reconnect, cable);
    };
}

void
SanFaults::CheckPath(const std::string& command) const
{
    if (m_network.pathDevices.GetN() == 0)
    {
        throw UserError(command +
                        ": there is no path of cables; it needs linkType=ethernet or ppp");
    }
}

SanFaults::Action
SanFaults::SetPathDelay(Time delay)
{
    CheckPath("slow-path");
    return [this, delay] { m_network.SetPathDelay(delay); };
}

SanFaults::Action
SanFaults::SilencePath(Time duration)
{
    CheckPath("silence-path");
    return [this, duration] {
        const auto now = Simulator::Now();
        IscsiFaultHelper().SilencePath(m_network.pathDevices, now, now + duration);
    };
}

SanFaults::Action
SanFaults::LosePackets(Time duration)
{
    CheckPath("lose-packets");
    return [this, duration] {
        const auto now = Simulator::Now();
        IscsiFaultHelper().LosePackets(m_network.pathDevices, now, now + duration, LOST, m_loss);
    };
}

SanFaults::Action
SanFaults::DamagePdus(Time duration)
{
    m_targets.CheckAny("damage-pdus");
    MakeDamages();
    const auto set = [this](double probability) {
        for (const auto& damage : m_damages)
        {
            damage->SetAttribute("Probability", DoubleValue(probability));
        }
    };
    return [set, duration] {
        set(DAMAGED);
        Simulator::Schedule(duration, [set] { set(0); });
    };
}

void
SanFaults::MakeDamages()
{
    if (!m_damages.empty())
    {
        return;
    }
    IscsiFaultHelper helper;
    helper.SetAttribute("Probability", DoubleValue(0));
    const NodeContainer hosts(m_network.initiators, m_network.targets);
    for (const auto damage : {IscsiDamage::HEADER, IscsiDamage::DATA})
    {
        helper.SetAttribute("Damage", EnumValue(damage));
        for (auto host = hosts.Begin(); host != hosts.End(); ++host)
        {
            m_damages.push_back(helper.Install(*host));
        }
    }
}

SanFaults::Action
SanFaults::SetPortalState(const std::string& text)
{
    m_targets.CheckAny("portal-state");
    const auto equals = std::min(text.find('='), text.size());
    const auto group = ParseWholeNumber(text.substr(0, equals));
    const auto count = m_targets.GetNPortals();
    if (equals == text.size() || !group || *group < 1 || *group > count)
    {
        throw UserError("portal-state: " + ToMessageText(text) + " is not a portal group of 1 to " +
                        std::to_string(count) + " and its state, such as 1=standby");
    }
    if (count == 1)
    {
        throw UserError("portal-state: there is one portal; portals=2 makes two");
    }
    ScsiAccessState state;
    try
    {
        state = ParseSanAccessState(text.substr(equals + 1));
    }
    catch (const UserError& error)
    {
        throw UserError("portal-state: " + std::string(error.what()));
    }
    return [this, state, group = static_cast<uint16_t>(*group)] {
        for (uint32_t i = 0; i < m_targets.GetN(); ++i)
        {
            m_targets.GetPortGroups(i)->SetState(group, state);
        }
    };
}

SanFaults::Action
SanFaults::ResetConnections()
{
    if (m_restart)
    {
        return [this] { m_restart(Time(0)); };
    }
    m_targets.CheckAny("reset-connections");
    return [this] {
        for (auto node = m_network.targets.Begin(); node != m_network.targets.End(); ++node)
        {
            IscsiNodeFaults::On(*node)->Reset(-1);
        }
    };
}

SanFaults::Action
SanFaults::RestartTargets(Time pause)
{
    if (m_restart)
    {
        return [this, pause] { m_restart(pause); };
    }
    m_targets.CheckAny("restart-target");
    return [this, pause] {
        const auto& targets = m_targets.GetApplications();
        for (auto it = targets.Begin(); it != targets.End(); ++it)
        {
            DynamicCast<IscsiApplication>(*it)->Restart(pause);
        }
    };
}

SanFaults::Action
SanFaults::CutTargetPower(Time pause)
{
    m_targets.CheckAny("cut-target-power");
    CheckPath("cut-target-power");
    return [this,
            pause,
            silence = SilencePath(pause),
            restart = RestartTargets(pause),
            arrays = m_targets.GetArrays(),
            drives = FindSanPoweredDrives(m_drives)] {
        silence();
        restart();
        for (const auto& array : arrays)
        {
            array->PowerOff();
        }
        for (const auto& drive : drives)
        {
            drive->PowerOff();
            Simulator::Schedule(pause, &PoweredDevice::PowerOn, drive);
        }
        for (const auto& array : arrays)
        {
            Simulator::Schedule(pause, &BlockArray::PowerOn, array);
        }
        m_loops.Initialise();
        Simulator::Schedule(pause, [this] { m_loops.Initialise(); });
    };
}

SanFaults::Action
SanFaults::AskForLogout(Time limit)
{
    m_targets.CheckAny("ask-logout");
    return [this, limit] {
        const auto& targets = m_targets.GetApplications();
        for (auto it = targets.Begin(); it != targets.End(); ++it)
        {
            const auto target = DynamicCast<IscsiTarget>(*it);
            target->ShutDown(limit);
            Simulator::Schedule(limit, &IscsiTarget::Restart, target, Time(0));
        }
    };
}

SanFaults::Action
SanFaults::RefuseLogins(Time duration)
{
    m_targets.CheckAny("refuse-logins");
    const auto set = [this](bool inService) {
        for (uint32_t i = 0; i < m_targets.GetN(); ++i)
        {
            for (uint32_t portal = 0; portal < m_targets.GetNPortals(); ++portal)
            {
                m_targets.GetPortal(i, portal)->SetInService(m_targets.GetName(i), inService);
            }
        }
    };
    return [set, duration, reset = ResetConnections()] {
        set(false);
        reset();
        Simulator::Schedule(duration, [set] { set(true); });
    };
}

SanFaults::Action
SanFaults::MoveTargets(Time duration)
{
    m_targets.CheckAny("move-target");
    if (m_targets.GetNPortals() < 2)
    {
        throw UserError("move-target: there is one portal; portals=2 makes two");
    }
    return [this, duration, reset = ResetConnections()] {
        for (uint32_t i = 0; i < m_targets.GetN(); ++i)
        {
            const auto portal = m_targets.GetPortal(i, 0);
            const auto& name = m_targets.GetName(i);
            portal->MoveTarget(
                name,
                InetSocketAddress(m_network.targetAddresses[i].front(), GetSanPortalPort(2)),
                false);
            Simulator::Schedule(duration, &IscsiTarget::SetInService, portal, name, true);
        }
        reset();
    };
}

Ptr<BlockDevice>
SanFaults::GetDrive(uint32_t number) const
{
    if (m_drives.empty())
    {
        throw UserError("there are no drives of iSCSI targets; they need fileService=none");
    }
    if (number >= m_drives.size())
    {
        throw UserError("there is no drive " + std::to_string(number) + "; they are 0 to " +
                        std::to_string(m_drives.size() - 1));
    }
    return m_drives[number];
}

Ptr<PoweredDevice>
SanFaults::GetPoweredDrive(uint32_t number) const
{
    const auto drive = FindSanPoweredDrive(GetDrive(number));
    if (!drive)
    {
        throw UserError("drive " + std::to_string(number) +
                        " has no power that can be cut; device=disk or ssd has");
    }
    return drive;
}

} // namespace ns3
