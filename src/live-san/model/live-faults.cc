/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "live-faults.h"

#include "live-commands.h"

#include "ns3/ethernet-channel.h"
#include "ns3/ethernet-port.h"
#include "ns3/failing-device.h"
#include "ns3/fcal-loop.h"
#include "ns3/gateway-back-end.h"
#include "ns3/iscsi-application.h"
#include "ns3/iscsi-node-faults.h"
#include "ns3/log.h"
#include "ns3/quantity-text.h"
#include "ns3/san-network.h"
#include "ns3/san-portal-states.h"
#include "ns3/san-targets.h"
#include "ns3/simulator.h"
#include "ns3/user-error.h"
#include "ns3/value-rule.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LiveFaults");

namespace
{

/// Reads that fill a drive's queue.
constexpr uint32_t FILLING = 256;
/// Time between initialisations in a storm.
const Time STORM_INTERVAL = MilliSeconds(50);

/**
 * @param gateways gateways
 * @param visit what is done with each of their loops
 */
template <typename T>
void
ForEachLoop(const std::vector<Ptr<StorageGateway>>& gateways, T visit)
{
    for (const auto& gateway : gateways)
    {
        for (uint32_t i = 0; i < gateway->GetNBackEnds(); ++i)
        {
            if (const auto loop = gateway->GetBackEnd(i)->GetObject<FcalLoop>())
            {
                visit(loop);
            }
        }
    }
}

} // namespace

LiveFaults::LiveFaults(const SanNetwork& network, const SanTargets& targets)
    : m_network(network),
      m_targets(targets),
      m_drives(targets.GetDrives())
{
    for (auto node = network.targets.Begin(); node != network.targets.End(); ++node)
    {
        // Connections are counted from now on, so that they can be reset.
        IscsiNodeFaults::On(*node);
    }
}

void
LiveFaults::AddTo(LiveCommands& commands)
{
    commands.AddWithNumber("pull-drive", "cut the power of a drive", [this](uint32_t number) {
        PullDrive(number);
    });
    commands.AddWithNumber("return-drive", "power a drive up again", [this](uint32_t number) {
        ReturnDrive(number);
    });
    commands.AddWithNumber("queue-full",
                           "fill a drive's queue with reads of its own",
                           [this](uint32_t number) { FillQueue(number); });
    commands.AddWithTime("pull-cable", "pull target 0's cable for a time", [this](Time pause) {
        PullCable(pause);
    });
    commands.AddWithTime("slow-path", "give the path another one-way delay", [this](Time delay) {
        SetPathDelay(delay);
    });
    commands.AddWithText("portal-state",
                         "2=standby",
                         "change the access state of a portal group",
                         [this](const std::string& text) { SetPortalState(text); });
    commands.AddWithTime("lip-storm", "initialise the loops for a time", [this](Time duration) {
        StormLoops(duration);
    });
    commands.Add("reset-connections", "reset all TCP connections", [this] { ResetConnections(); });
    commands.AddWithTime("restart-target",
                         "end all sessions, take no logins for a time",
                         [this](Time pause) { RestartTargets(pause); });
}

void
LiveFaults::PullDrive(uint32_t number)
{
    GetDiskDrive(number)->PowerOff();
    InitialiseLoops();
}

void
LiveFaults::ReturnDrive(uint32_t number)
{
    GetDiskDrive(number)->PowerOn();
    InitialiseLoops();
}

void
LiveFaults::FillQueue(uint32_t number)
{
    const auto drive = GetDrive(number);
    const auto stride = drive->GetBlockCount() / FILLING;
    for (uint32_t i = 0; i < FILLING; ++i)
    {
        // Every second one lies in the other half.
        const uint64_t place = i / 2 + (i % 2) * (FILLING / 2);
        auto read = Create<BlockRequest>(BlockOperation::READ, place * stride, 1);
        read->completion = MakeCallback(+[](Ptr<BlockRequest>) {});
        drive->Submit(read);
    }
}

void
LiveFaults::PullCable(Time pause)
{
    const auto cable = DynamicCast<EthernetChannel>(m_network.targetDevices.Get(0)->GetChannel());
    if (!cable)
    {
        throw UserError("pull-cable: it needs linkType=ethernet");
    }
    cable->Disconnect();
    Simulator::Schedule(pause, &EthernetChannel::Reconnect, cable);
}

void
LiveFaults::SetPathDelay(Time delay)
{
    const auto& devices = m_network.pathDevices;
    for (auto it = devices.Begin(); it != devices.End(); ++it)
    {
        (*it)->GetChannel()->SetAttribute("Delay", TimeValue(delay));
    }
}

void
LiveFaults::SetPortalState(const std::string& text)
{
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
    for (uint32_t i = 0; i < m_targets.GetN(); ++i)
    {
        m_targets.GetPortGroups(i)->SetState(static_cast<uint16_t>(*group), state);
    }
}

void
LiveFaults::StormLoops(Time duration)
{
    if (CountLoops() == 0)
    {
        throw UserError("lip-storm: there are no loops; gateway=true and loops make some");
    }
    for (Time at; at < duration; at += STORM_INTERVAL)
    {
        Simulator::Schedule(at, [this] { InitialiseLoops(); });
    }
}

void
LiveFaults::ResetConnections()
{
    for (auto node = m_network.targets.Begin(); node != m_network.targets.End(); ++node)
    {
        IscsiNodeFaults::On(*node)->Reset(-1);
    }
}

void
LiveFaults::RestartTargets(Time pause)
{
    const auto& targets = m_targets.GetApplications();
    for (auto it = targets.Begin(); it != targets.End(); ++it)
    {
        DynamicCast<IscsiApplication>(*it)->Restart(pause);
    }
}

Ptr<BlockDevice>
LiveFaults::GetDrive(uint32_t number) const
{
    if (number >= m_drives.size())
    {
        throw UserError("there is no drive " + std::to_string(number) + "; they are 0 to " +
                        std::to_string(m_drives.size() - 1));
    }
    return m_drives[number];
}

Ptr<DiskDrive>
LiveFaults::GetDiskDrive(uint32_t number) const
{
    const auto device = GetDrive(number);
    const auto worn = DynamicCast<FailingDevice>(device);
    const auto drive = DynamicCast<DiskDrive>(worn ? worn->GetDevice() : device);
    if (!drive)
    {
        throw UserError("drive " + std::to_string(number) +
                        " has no power that can be cut; device=disk has");
    }
    return drive;
}

void
LiveFaults::InitialiseLoops() const
{
    ForEachLoop(m_targets.GetGateways(), [](const auto& loop) { loop->Initialise(); });
}

uint32_t
LiveFaults::CountLoops() const
{
    uint32_t count = 0;
    ForEachLoop(m_targets.GetGateways(), [&count](const auto&) { ++count; });
    return count;
}

} // namespace ns3
