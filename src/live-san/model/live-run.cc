/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "live-run.h"

#include "live-attachment.h"
#include "live-disks.h"
#include "live-file-client.h"
#include "live-initiators.h"
#include "live-options.h"
#include "live-profile.h"
#include "live-report.h"
#include "live-services.h"
#include "live-targets.h"

#include "ns3/boolean.h"
#include "ns3/global-value.h"
#include "ns3/live-network-helper.h"
#include "ns3/live-simulator-impl.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/user-error.h"

#include <csignal>
#include <iostream>
#include <unistd.h>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LiveRun");

LiveRun::LiveRun(const LiveOptions& o)
    : m_simulator(LiveSimulatorImpl::Get()),
      m_os(o.GetStream()),
      m_isJson(o.output.json),
      m_folder(o.output.folder),
      m_network(o),
      m_file(o.output.folder + "/live.json")
{
    AddSide(o);
    m_flash.Attach(m_side->GetStorage());
    o.HasNbd() ? Capture(o) : Attach(o);
    m_network.AssignStreams(0);
    AddSignals();
    AddLagLimit(o);
    m_commands.Add("status", "print the state", [this] { PrintState(); });
    m_commands.Add("help", "print all commands", [this] { m_os << m_commands.GetHelp(); });
    m_commands.Add("end", "shut down gracefully", [this] { End(); });
    if (!o.control.empty())
    {
        m_control = std::make_unique<LiveControl>(o.control,
                                                  *m_simulator,
                                                  [this](const auto& line) { Execute(line); });
    }
    if (o.console)
    {
        const auto isTerminal = isatty(m_isJson ? STDERR_FILENO : STDOUT_FILENO);
        m_console = std::make_unique<LiveConsole>(*m_side, *m_simulator, m_os, isTerminal);
        m_console->Start();
    }
    // Who reads an address may come, or measure, at once: the clock has to run by then.
    Simulator::ScheduleNow(&LiveRun::Describe, this, o.profile);
}

LiveRun::~LiveRun() = default;

void
LiveRun::Describe(const std::string& profileName)
{
    if (const auto* profile = LiveProfile::Find(profileName))
    {
        m_os << "profile " << profile->name << ": " << profile->about << "; "
             << profile->GetOptionText() << "\n";
    }
    for (const auto& line : m_side->Describe())
    {
        m_os << line << "\n";
    }
    m_os.flush();
}

void
LiveRun::AddSide(const LiveOptions& o)
{
    if (!o.IsTarget() && o.service.HasFileService())
    {
        m_side = std::make_unique<LiveFileClient>(m_network, o);
        return;
    }
    if (!o.IsTarget())
    {
        m_side = std::make_unique<LiveInitiators>(m_network, o);
        return;
    }
    if (o.service.HasFileService())
    {
        auto services = std::make_unique<LiveServices>(m_network, o);
        AddTargets(services->GetTargets(), o);
        m_faults->SetFileServers(services->GetDrives(),
                                 [&one = *services](Time pause) { one.Restart(pause); });
        m_side = std::move(services);
        return;
    }
    if (o.HasNbd())
    {
        auto disks = std::make_unique<LiveDisks>(m_network, o, *m_simulator);
        AddTargets(disks->GetTargets(), o);
        m_side = std::move(disks);
        return;
    }
    auto targets = std::make_unique<LiveTargets>(m_network, o);
    AddTargets(targets->GetTargets(), o);
    m_side = std::move(targets);
}

void
LiveRun::AddTargets(const SanTargets& targets, const LiveOptions& o)
{
    m_gateways =
        std::make_unique<SanGatewayFigures>(o.gateway, o.output.folder, targets.GetGateways());
    m_faults = std::make_unique<SanFaults>(m_network, targets);
    m_faults->AddTo(m_commands);
}

void
LiveRun::Capture(const LiveOptions& o)
{
    if (o.output.pcap)
    {
        // Nobody in the simulation needs checksums, but who reads the capture looks at them.
        GlobalValue::Bind("ChecksumEnabled", BooleanValue(true));
        m_capture = std::make_unique<SanCapture>(o.output, m_network.targetDevices.Get(0));
    }
}

void
LiveRun::Attach(const LiveOptions& o)
{
    // With a path the real host takes the place of the other end.
    const bool isAtTarget = o.IsTarget() != o.HasPath();
    const auto node = (isAtTarget ? m_network.targets : m_network.initiators).Get(0);
    m_device = AttachLiveNetwork(node, o);
    if (o.HasPath())
    {
        GiveAddressesToLiveHost(node, m_device);
    }
    if (o.output.pcap)
    {
        LiveNetworkHelper().EnablePcap(o.output.folder + "/san.pcap", m_device, true, true);
    }
}

void
LiveRun::AddLagLimit(const LiveOptions& o)
{
    if (o.maxLag.IsStrictlyPositive())
    {
        m_lag = std::make_unique<LiveLagLimit>(*m_simulator, o.maxLag, o.maxLagPercentile);
        m_commands.Add("forget-lag", "hold the lag from now on against its limit", [this] {
            m_lag->Reset();
        });
    }
}

void
LiveRun::AddSignals()
{
    m_signals.Handle(SIGTERM, MakeCallback(&LiveRun::End, this));
    m_signals.Handle(SIGINT, MakeCallback(&LiveRun::End, this));
    m_signals.Handle(SIGUSR1, MakeCallback(&LiveRun::PrintState, this));
}

bool
LiveRun::Run()
{
    Simulator::Run();
    const bool isDone = m_side->Finish();
    if (m_capture)
    {
        m_capture->WriteFiles();
    }
    if (m_gateways)
    {
        m_gateways->WriteFiles();
    }
    const auto report = GetReport() + "\n";
    m_file.Write(report);
    m_file.Commit();
    if (m_isJson)
    {
        std::cout << report << std::flush;
    }
    else
    {
        PrintLiveSummary(m_os, m_side->GetFigures().GetRun(), m_simulator->GetLag().GetRun());
    }
    for (const auto& kept : m_folder.Commit())
    {
        std::cerr << "note: " << kept << "\n";
    }
    return isDone;
}

std::vector<std::string>
LiveRun::GetFailures() const
{
    return m_side->GetFailures();
}

std::string
LiveRun::GetError() const
{
    if (const auto error = m_side->GetError(); !error.empty())
    {
        return error;
    }
    const auto excess = m_lag ? m_lag->GetExcess() : "";
    return excess.empty() ? "" : "maxLag: " + excess;
}

void
LiveRun::Execute(const std::string& line)
{
    try
    {
        m_commands.Execute(line);
        if (!line.empty())
        {
            m_os << "done: " << line << std::endl;
        }
    }
    catch (const UserError& error)
    {
        std::cerr << "error: " << error.what() << std::endl;
    }
}

void
LiveRun::PrintState()
{
    m_os << GetReport() << std::endl;
}

void
LiveRun::End()
{
    NS_LOG_INFO("end: " << (m_isEnding ? "at once" : "gracefully"));
    if (m_isEnding)
    {
        Simulator::Stop();
        return;
    }
    m_isEnding = true;
    m_side->End();
}

std::string
LiveRun::GetReport()
{
    return GetLiveReport(*m_side,
                         m_flash,
                         PeekPointer(m_device),
                         m_simulator->GetLag().GetRun(),
                         m_lag ? &m_lag->GetLagOverTime() : nullptr);
}

} // namespace ns3
