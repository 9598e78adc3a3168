/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-scenario.h"

#include "san-block-load.h"
#include "san-faults.h"
#include "san-host-faults.h"
#include "san-network.h"
#include "san-program-load.h"
#include "san-program-options.h"
#include "san-reservations.h"
#include "san-sessions.h"
#include "san-states.h"
#include "san-targets.h"

#include "ns3/boolean.h"
#include "ns3/global-value.h"
#include "ns3/log.h"
#include "ns3/result-folder.h"
#include "ns3/run-interrupt.h"
#include "ns3/san-array-checks.h"
#include "ns3/san-benchmark-figures.h"
#include "ns3/san-cache-series.h"
#include "ns3/san-call-figures.h"
#include "ns3/san-capture.h"
#include "ns3/san-disk-accesses.h"
#include "ns3/san-drives.h"
#include "ns3/san-ethernet-checks.h"
#include "ns3/san-exchange-checks.h"
#include "ns3/san-failures.h"
#include "ns3/san-fault-schedule.h"
#include "ns3/san-file-system-checks.h"
#include "ns3/san-flash-figures.h"
#include "ns3/san-gateway-figures.h"
#include "ns3/san-initiator-figures.h"
#include "ns3/san-job-figures.h"
#include "ns3/san-loop-checks.h"
#include "ns3/san-path-checks.h"
#include "ns3/san-pdu-checks.h"
#include "ns3/san-pdu-figures.h"
#include "ns3/san-processor-figures.h"
#include "ns3/san-recovery-figures.h"
#include "ns3/san-results.h"
#include "ns3/san-station-figures.h"
#include "ns3/san-tcp-connections.h"
#include "ns3/san-unit-figures.h"
#include "ns3/san-verification.h"
#include "ns3/san-wireless-figures.h"
#include "ns3/simulator.h"
#include "ns3/user-error.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("SanScenario");

namespace
{

/// Longer than connections take that are closed in order: TIME_WAIT is 240 s.
const Time CLOSING = Seconds(300);

} // namespace

SanScenario::SanScenario(const std::vector<std::string>& options)
{
    IscsiSanOptions o;
    o.Parse(options);
    Build(o);
}

SanScenario::SanScenario(const SanOptions& o)
{
    Build(o);
}

SanScenario::~SanScenario() = default;

void
SanScenario::Build(const SanOptions& o)
{
    m_output = o.output.folder;
    GlobalValue::Bind("ChecksumEnabled", BooleanValue(o.output.pcap));
    m_network = std::make_unique<SanNetwork>(o);
    m_targets = std::make_unique<SanTargets>(*m_network, o);
    m_results = std::make_unique<SanResults>(o.output);
    AddReports(o);
    m_failures = std::make_unique<SanFailures>(o.session.mayFail);
    m_sessions = std::make_unique<SanSessions>(*m_network, *m_targets, *m_failures);
    const SanSite site{*m_network, *m_sessions, *m_results, *m_failures};
    const auto ended = MakeCallback(&SanScenario::EndSessions, this);
    if (o.load.GetBlockKind())
    {
        m_blocks = std::make_unique<SanBlockLoad>(site, ended);
    }
    else
    {
        m_programs = std::make_unique<SanProgramLoad>(site, ended);
    }
    auto& schedule = m_results->Add<SanFaultSchedule>("faults", o.fault.faults);
    if (schedule.Has("pull-drive") || schedule.Has("cut-target-power"))
    {
        m_results->Find<SanVerification>()->ExpectPowerLoss(
            FindSanPoweredDrives(m_targets->GetDrives()));
    }
    auto streams = GetLoad().Install(o);
    if (schedule.IsAny())
    {
        AddFaults(o);
    }
    streams += m_network->AssignStreams(streams);
    if (m_faults)
    {
        m_faults->AssignStreams(streams);
    }
    m_notes = GetLoad().GetNotes();
    if (const auto note = o.path.GetNote(o.initiators, o.targets); !note.empty())
    {
        m_notes.push_back(note);
    }
    if (m_faults)
    {
        WatchStates();
    }
    AttachEnds(o);
    if (m_faults || (o.load.GetBlockKind() && o.load.GetBlockKind()->ChecksContents()))
    {
        AttachChecks(o);
    }
    NS_LOG_INFO("scenario: " << o.initiators << " initiators, " << o.targets
                             << (o.gateway.isUsed ? " gateways, " : " targets, ")
                             << o.storage.drives << " drives each, " << o.path.links << " links");
}

void
SanScenario::AttachChecks(const SanOptions& o)
{
    auto& pdus = *m_results->Find<SanPduChecks>();
    pdus.Attach(m_sessions->GetInitiators(), o.session.cores > 1);
    // Each target has a session with each host, on each path.
    const bool hasOneSession = m_sessions->GetInitiators().GetN() == m_targets->GetN();
    for (uint32_t i = 0; hasOneSession && i < m_targets->GetN(); ++i)
    {
        for (uint32_t portal = 0; portal < m_targets->GetNPortals(); ++portal)
        {
            pdus.AttachTarget(m_targets->GetPortal(i, portal));
        }
    }
    m_results->Find<SanReservations>()->Attach(m_sessions->GetInitiators(),
                                               FindSanPoweredDrives(m_targets->GetDrives()));
    m_results->Find<SanExchangeChecks>()->Attach(m_targets->GetGateways());
    m_results->Find<SanLoopChecks>()->Attach(m_targets->GetGateways());
    m_results->Find<SanEthernetChecks>()->Attach();
    if (o.ChecksFileSystems())
    {
        AttachFileSystemChecks(o);
    }
    m_results->Find<SanPathChecks>()->Attach(m_sessions->GetDrives());
    // A drive that loses its power may lose what the other members keep.
    if (!m_results->Find<SanFaultSchedule>()->Has("pull-drive"))
    {
        m_results->Find<SanArrayChecks>()->Attach(m_targets->GetStorage());
    }
}

void
SanScenario::AttachFileSystemChecks(const SanOptions& o)
{
    auto& checks = *m_results->Find<SanFileSystemChecks>();
    const auto storage = m_targets->GetStorage();
    for (uint32_t i = 0; i < m_programs->GetN(); ++i)
    {
        const auto files = m_programs->Get(i)->GetFiles();
        auto drive = files->GetDrive();
        const auto number = m_programs->GetDriveNumber(i);
        if (!o.service.HasFileService() && !o.host.HasArray())
        {
            const auto target = number / o.GetUsedUnits();
            drive = storage.at(target * m_targets->GetNUnits() + number % o.GetUsedUnits());
        }
        BooleanValue hasBarrier;
        files->GetFileSystem()->GetAttribute("Barrier", hasBarrier);
        if (const auto powered = FindSanPoweredDrive(drive); powered && hasBarrier.Get())
        {
            checks.Attach("file system " + std::to_string(number), files->GetFileSystem(), powered);
        }
    }
}

void
SanScenario::AddFaults(const SanOptions& o)
{
    SanCommands commands;
    m_faults = std::make_unique<SanFaults>(*m_network, *m_targets);
    if (o.service.HasFileService())
    {
        m_faults->SetFileServers(GetSanDrives(m_programs->GetServedUnits()),
                                 [this](Time pause) { m_programs->RestartFileServers(pause); });
    }
    m_faults->AddTo(commands);
    m_hostFaults = std::make_unique<SanHostFaults>(*m_network,
                                                   *m_targets,
                                                   *m_sessions,
                                                   *m_results->Find<SanReservations>());
    m_hostFaults->AddTo(commands);
    m_results->Find<SanFaultSchedule>()->Schedule(commands, [this] { return m_states->Get(); });
}

void
SanScenario::WatchStates()
{
    m_states = std::make_unique<SanStates>(*m_targets, *m_sessions);
    for (uint32_t i = 0; i < GetNPrograms(); ++i)
    {
        const auto& program = m_programs->Get(i);
        m_states->AddFileSystem(program->GetFiles()->GetFileSystem());
        if (const auto client = program->GetClient())
        {
            m_states->AddFileClient(client);
        }
    }
}

void
SanScenario::AddReports(const SanOptions& o)
{
    const auto& folder = o.output.folder;
    SanLoad::AddReports(*m_results, o.output);
    if (o.initiators > 1 && o.load.GetBlockKind())
    {
        m_results->Add<SanInitiatorFigures>(o.initiators, folder);
    }
    m_results->Add<SanGatewayFigures>(o.gateway, folder, m_targets->GetGateways());
    m_results->Add<SanPduFigures>(o.service.HasFileService() ? "" : folder + "/pdus.csv");
    m_results->Add<SanRecoveryFigures>();
    m_results->Add<SanPduChecks>();
    m_results->Add<SanPathChecks>();
    m_results->Add<SanReservations>();
    m_results->Add<SanExchangeChecks>();
    m_results->Add<SanLoopChecks>();
    m_results->Add<SanFileSystemChecks>();
    m_results->Add<SanEthernetChecks>();
    m_results->Add<SanArrayChecks>();
    m_results->Add<SanProcessorFigures>();
    auto& units = m_results->Add<SanUnitFigures>();
    for (const auto& unit : m_targets->GetUnits())
    {
        units.Attach(unit);
    }
    m_results->Add<SanFlashFigures>().Attach(m_targets->GetStorage());
    if (o.storage.accesses)
    {
        m_results->Add<SanDiskAccesses>(folder + "/disk-accesses.csv")
            .Attach(FindSanDisks(m_targets->GetDrives()));
    }
    m_results->Add<SanCallFigures>(folder);
    m_results->Add<SanTcpConnections>(o.output, o.path);
    m_results->Add(m_network->pathErrors);
    if (o.path.IsWireless())
    {
        m_results->Add<SanWirelessFigures>(o.wireless, folder).Attach(m_network->GetStations());
    }
    m_results->Add<SanBenchmarkFigures>(folder);
    if (o.host.cacheInterval.IsStrictlyPositive())
    {
        m_results->Add<SanCacheSeries>(folder + "/cache-series.csv", o.host.cacheInterval);
    }
    if (o.output.pcap)
    {
        m_results->Add<SanCapture>(o.output, m_network->targetDevices.Get(0));
    }
}

void
SanScenario::AttachEnds(const SanOptions& o)
{
    auto& connections = *m_results->Find<SanTcpConnections>();
    m_sessions->ForEach([&connections](auto initiator, uint32_t i, uint32_t target) {
        connections.AttachSession(initiator, i, target);
    });
    m_results->NumberConnections(MakeCallback(&SanTcpConnections::GetNumbers, &connections));
    for (const auto& drive : m_targets->GetDrives())
    {
        m_results->AddStages(drive);
    }
    ApplicationContainer ends(m_sessions->GetInitiators());
    ApplicationContainer targets(m_targets->GetApplications());
    ends.Add(targets);
    m_results->Find<SanPduFigures>()->Attach(ends);
    m_results->Find<SanRecoveryFigures>()->Attach(ends);
    m_results->Find<SanProcessorFigures>()->Attach(ends);
    if (m_programs)
    {
        targets.Add(m_programs->GetFileServers());
    }
    for (uint32_t i = 0; o.service.HasFileService() && i < GetNPrograms(); ++i)
    {
        const auto files = m_programs->Get(i)->GetFiles();
        m_results->Find<SanFlashFigures>()->Attach({files->GetDrive()});
    }
    for (auto it = targets.Begin(); it != targets.End(); ++it)
    {
        connections.Attach(*it, SanTcpConnections::Sender::TARGET);
    }
}

bool
SanScenario::Run(const RunInterrupt* interrupt)
{
    std::optional<ResultFolder> folder;
    try
    {
        folder.emplace(m_output);
        Simulator::Run();
        if (interrupt && interrupt->HasCome())
        {
            m_interruption = Simulator::Now();
        }
        else
        {
            GetLoad().CheckBegun();
        }
    }
    catch (const UserError&)
    {
        // Another network may follow in this process.
        Simulator::Destroy();
        throw;
    }
    CheckLeftovers();
    m_results->Find<SanFileSystemChecks>()->CheckAll();
    CheckArrays();
    m_results->Write(m_failures->GetLines(), m_interruption);
    if (m_blocks && m_blocks->HasMeasuredNothing())
    {
        m_notes.push_back("ramp time: no request was issued after it, so nothing is measured");
    }
    if (const auto note = m_results->Find<SanFaultSchedule>()->GetNote(); !note.empty())
    {
        m_notes.push_back(note);
    }
    const auto kept = folder->Commit();
    m_notes.insert(m_notes.end(), kept.begin(), kept.end());
    Simulator::Destroy();
    return GetLoad().HasEnded() && m_failures->GetLines().empty();
}

void
SanScenario::CheckLeftovers()
{
    if (!m_results->Find<SanPduChecks>()->IsAny() || !GetLoad().HasEnded())
    {
        return;
    }
    auto leftovers = m_targets->GetLeftovers(m_lostSessions);
    const auto exchanges = m_results->Find<SanExchangeChecks>()->GetLeftovers();
    leftovers.insert(leftovers.end(), exchanges.begin(), exchanges.end());
    if (!leftovers.empty())
    {
        m_leftover = "left at the end: " + leftovers.front();
    }
}

void
SanScenario::CheckArrays()
{
    auto& arrays = *m_results->Find<SanArrayChecks>();
    if (arrays.IsAny() && GetLoad().HasEnded() && !m_interruption)
    {
        arrays.Start([] { Simulator::Stop(); });
        Simulator::Run();
    }
}

const std::optional<Time>&
SanScenario::GetInterruption() const
{
    return m_interruption;
}

const std::vector<std::string>&
SanScenario::GetFailures() const
{
    return m_failures->GetLines();
}

std::string
SanScenario::GetError() const
{
    for (const auto& error : {GetVerification().GetError(),
                              m_results->Find<SanPduChecks>()->GetError(),
                              m_results->Find<SanPathChecks>()->GetError(),
                              m_results->Find<SanReservations>()->GetError(),
                              m_results->Find<SanExchangeChecks>()->GetError(),
                              m_results->Find<SanLoopChecks>()->GetError(),
                              m_results->Find<SanFileSystemChecks>()->GetError(),
                              m_results->Find<SanEthernetChecks>()->GetError(),
                              m_results->Find<SanArrayChecks>()->GetError(),
                              m_leftover})
    {
        if (!error.empty())
        {
            return error;
        }
    }
    return GetVerification().GetRunError(*m_failures);
}

SanLoad&
SanScenario::GetLoad() const
{
    return m_blocks ? static_cast<SanLoad&>(*m_blocks) : *m_programs;
}

void
SanScenario::EndSessions()
{
    m_network->EndInterference();
    // TCP sends a FIN again and again if nobody acknowledges it.
    Simulator::Stop(CLOSING);
    m_results->Find<SanFaultSchedule>()->Stop();
    m_results->Find<SanFlashFigures>()->Stop();
    m_lostSessions = m_sessions->LogOut();
    if (m_faults)
    {
        m_faults->EndRebuilds();
    }
}

std::optional<double>
SanScenario::GetShareDone() const
{
    return GetLoad().GetShareDone();
}

const IoSummary&
SanScenario::GetSummary() const
{
    return m_results->GetSummary();
}

const std::string&
SanScenario::GetSummaryText() const
{
    return m_results->GetText();
}

const std::vector<std::pair<std::string, IoSummary>>&
SanScenario::GetJobs() const
{
    return m_results->Find<SanJobFigures>()->GetJobs();
}

const std::vector<SanBenchmark>&
SanScenario::GetBenchmarks() const
{
    return m_results->Find<SanBenchmarkFigures>()->GetBenchmarks();
}

const SanVerification&
SanScenario::GetVerification() const
{
    return *m_results->Find<SanVerification>();
}

const std::vector<std::string>&
SanScenario::GetNotes() const
{
    return m_notes;
}

Ptr<BlockWorkload>
SanScenario::GetWorkload(uint32_t i) const
{
    return m_blocks->GetWorkload(i);
}

uint32_t
SanScenario::GetNPrograms() const
{
    return m_programs ? m_programs->GetN() : 0;
}

Ptr<FileProgram>
SanScenario::GetProgram(uint32_t i) const
{
    return m_programs->Get(i)->GetProgram();
}

Ptr<FileServiceClient>
SanScenario::GetFileClient(uint32_t i) const
{
    return m_programs->Get(i)->GetClient();
}

Ptr<FileServiceServer>
SanScenario::GetFileServer(uint32_t i) const
{
    return DynamicCast<FileServiceServer>(m_programs->GetFileServers().Get(i));
}

Ptr<IscsiInitiator>
SanScenario::GetInitiator(uint32_t i, uint32_t target, uint32_t path) const
{
    return m_sessions->GetInitiator(i, target, path);
}

Ptr<IscsiTarget>
SanScenario::GetTarget(uint32_t i) const
{
    return m_targets->GetPortal(i, 0);
}

Ptr<StorageGateway>
SanScenario::GetGateway(uint32_t i) const
{
    return m_targets->GetGateways().at(i);
}

} // namespace ns3
