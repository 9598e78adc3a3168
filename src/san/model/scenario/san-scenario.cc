/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-scenario.h"

#include "san-file-servers.h"
#include "san-network.h"
#include "san-options.h"
#include "san-results.h"
#include "san-sessions.h"
#include "san-targets.h"

#include "ns3/boolean.h"
#include "ns3/global-value.h"
#include "ns3/iscsi-portal-address.h"
#include "ns3/log.h"
#include "ns3/page-cache-device.h"
#include "ns3/result-folder.h"
#include "ns3/run-interrupt.h"
#include "ns3/san-failures.h"
#include "ns3/san-host.h"
#include "ns3/san-station-figures.h"
#include "ns3/san-workload.h"
#include "ns3/simulator.h"
#include "ns3/user-error.h"

#include <algorithm>
#include <sstream>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("SanScenario");

namespace
{

/// Longer than connections take that are closed in order: TIME_WAIT is 240 s.
const Time CLOSING = Seconds(300);

/**
 * @param results figures of a program
 * @param name name of one that has a single value
 * @return its value
 */
uint64_t
GetFigure(const std::vector<FileProgramResult>& results, const std::string& name)
{
    const auto found = std::find_if(results.begin(), results.end(), [&name](const auto& result) {
        return result.name == name;
    });
    return static_cast<uint64_t>(found->values.front());
}

} // namespace

SanScenario::SanScenario(const std::vector<std::string>& options)
{
    SanOptions o;
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
    m_results = std::make_unique<SanResults>(o);
    m_failures = std::make_unique<SanFailures>(o.session.mayFail);
    m_sessions = std::make_unique<SanSessions>(*m_network, *m_targets, *m_failures);
    const auto stream = o.service.HasFileService() ? InstallRemotePrograms(o)
                        : o.load.HasProgram()      ? InstallPrograms(o)
                                                   : InstallWorkloads(o);
    m_running = m_workloads.GetN() + m_programs.size();
    m_network->AssignStreams(stream);
    m_results->Attach(m_network->pathErrors);
    m_results->Attach(m_network->GetStations());
    if (o.load.stop.IsStrictlyPositive() && !o.load.HasVerification())
    {
        m_workloads.Stop(o.load.stop);
    }
    for (const auto& gateway : m_targets->GetGateways())
    {
        m_results->Attach(gateway);
    }
    for (const auto& unit : m_targets->GetUnits())
    {
        m_results->AttachUnit(unit);
    }
    AttachConnections();
    m_results->Attach(m_network->targetDevices.Get(0));
    NS_LOG_INFO("scenario: " << o.initiators << " initiators, " << o.targets
                             << (o.gateway.isUsed ? " gateways, " : " targets, ")
                             << o.storage.drives << " drives each, " << o.path.links << " links");
}

int64_t
SanScenario::InstallWorkloads(const SanOptions& o)
{
    int64_t stream = 0;
    const SanWorkload load(o.load, o.initiators);
    const SanHost host(o.host, o.load, o.output.storeData);
    m_notes = load.GetNotes();
    for (uint32_t i = 0; i < o.initiators; ++i)
    {
        const auto drives = m_sessions->LogIn(i, o);
        const auto devices = host.AddCaches(drives);
        m_workloads.Add(InstallWorkload(i, o, load, devices));
        for (uint32_t drive = 0; drive < devices.size(); ++drive)
        {
            if (const auto cached = DynamicCast<PageCacheDevice>(devices[drive]))
            {
                m_caches.push_back(cached->GetCache());
                m_results->AttachCache(m_caches.back(), i, drive);
            }
        }
        m_drives.resize(m_workloads.GetN(), drives);
    }
    const auto understood = GetWorkload(0)->GetNotes();
    m_notes.insert(m_notes.end(), understood.begin(), understood.end());
    for (uint32_t i = 0; i < m_workloads.GetN(); ++i)
    {
        const auto workload = GetWorkload(i);
        stream += workload->AssignStreams(stream);
        if (!o.load.HasBenchmark())
        {
            m_results->Attach(workload);
        }
        workload->TraceConnectWithoutContext("Finished",
                                             MakeCallback(&SanScenario::WorkloadFinished, this));
    }
    return stream;
}

ApplicationContainer
SanScenario::InstallWorkload(uint32_t i,
                             const SanOptions& o,
                             const SanWorkload& load,
                             const std::vector<Ptr<BlockDevice>>& devices)
{
    const auto node = m_network->initiators.Get(i);
    if (!o.load.HasBenchmark())
    {
        return load.Install(node, i, devices);
    }
    ApplicationContainer benchmarks;
    for (auto drive = i; drive < devices.size(); drive += o.initiators)
    {
        const auto installed = load.Install(node, i, {devices[drive]});
        m_results->Attach(SanBenchmark{DynamicCast<H2benchwWorkload>(installed.Get(0)), i, drive});
        benchmarks.Add(installed);
    }
    return benchmarks;
}

int64_t
SanScenario::InstallPrograms(const SanOptions& o)
{
    const SanHost host(o.host, o.load, o.output.storeData);
    for (uint32_t i = 0; i < o.initiators; ++i)
    {
        const auto node = m_network->initiators.Get(i);
        const auto drives = m_sessions->LogIn(i, o);
        for (auto drive = i; drive < drives.size(); drive += o.initiators)
        {
            const auto files = host.MakeFiles(node, drives[drive]);
            Start(host.InstallProgram(node, files, nullptr), i, drive, o);
        }
    }
    return AssignProgramStreams();
}

int64_t
SanScenario::InstallRemotePrograms(const SanOptions& o)
{
    const SanFileServers servers(*m_network, o);
    m_fileServers = servers.GetApplications();
    for (uint32_t i = 0; i < o.initiators; ++i)
    {
        for (auto number = i; number < servers.GetN(); number += o.initiators)
        {
            const auto program = servers.InstallProgram(i, number);
            Start(program, i, number, o);
            m_results->AttachClient(program->GetClient(), i, number);
        }
    }
    return AssignProgramStreams();
}

void
SanScenario::Start(Ptr<SanHostedProgram> program,
                   uint32_t initiator,
                   uint32_t drive,
                   const SanOptions& o)
{
    if (o.load.stop.IsStrictlyPositive())
    {
        program->Stop(o.load.stop);
    }
    program->Start(MakeCallback(&SanScenario::ProgramBegun, this),
                   MakeCallback(&SanScenario::ProgramEnded, this));
    m_programs.push_back(program);
    m_results->AttachProgram(program->GetProgram(), initiator, drive);
    m_results->AttachCache(program->GetCache(), initiator, drive);
}

int64_t
SanScenario::AssignProgramStreams() const
{
    int64_t stream = 0;
    for (const auto& program : m_programs)
    {
        stream += program->GetProgram()->AssignStreams(stream);
    }
    return stream;
}

void
SanScenario::ProgramBegun(Ptr<SanHostedProgram> program)
{
    m_results->AttachDrive(program->GetDrive(),
                           MakeCallback(&FileProgram::GetCurrentPhase, program->GetProgram()));
}

void
SanScenario::ProgramEnded(Ptr<SanHostedProgram> program)
{
    if (!program->GetFailure().empty())
    {
        m_failures->Add(program->GetFailure());
    }
    WorkloadFinished();
}

void
SanScenario::AttachConnections()
{
    const auto& initiators = m_sessions->GetInitiators();
    for (auto it = initiators.Begin(); it != initiators.End(); ++it)
    {
        m_results->AttachConnections(*it, SanTcpConnections::Sender::INITIATOR);
    }
    ApplicationContainer targets(m_targets->GetApplications());
    targets.Add(m_fileServers);
    for (auto it = targets.Begin(); it != targets.End(); ++it)
    {
        m_results->AttachConnections(*it, SanTcpConnections::Sender::TARGET);
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
            CheckBegun();
        }
    }
    catch (const UserError&)
    {
        // Another network may follow in this process.
        Simulator::Destroy();
        throw;
    }
    ApplicationContainer ends(m_sessions->GetInitiators());
    ends.Add(m_targets->GetApplications());
    m_results->Write(ends, m_failures->GetLines(), m_interruption);
    const auto kept = folder->Commit();
    m_notes.insert(m_notes.end(), kept.begin(), kept.end());
    Simulator::Destroy();
    return m_running == 0 && m_failures->GetLines().empty();
}

const std::optional<Time>&
SanScenario::GetInterruption() const
{
    return m_interruption;
}

void
SanScenario::CheckBegun()
{
    for (uint32_t i = 0; i < m_workloads.GetN(); ++i)
    {
        m_failures->CheckBegun(m_drives[i], GetWorkload(i)->GetIssued() > 0);
    }
    m_failures->CheckRequests();
    CheckPrograms();
}

void
SanScenario::CheckPrograms()
{
    for (std::size_t i = 0; i < m_programs.size(); ++i)
    {
        const auto& program = m_programs[i];
        const auto client = program->GetClient();
        if (!client)
        {
            m_failures->CheckBegun({program->GetDrive()}, program->HasBegun());
        }
        else if (!program->HasBegun() && program->GetFailure().empty())
        {
            m_failures->AddNotMounted("file server " + FormatIscsiAddress(client->GetServer()));
        }
        CheckOperations(i);
    }
}

void
SanScenario::CheckOperations(std::size_t i)
{
    const auto& program = m_programs[i];
    if (!program->HasBegun())
    {
        if (!program->GetFailure().empty())
        {
            m_failures->AddError(program->GetFailure());
        }
        return;
    }
    const auto results = program->GetProgram()->GetResults();
    const auto failed = GetFigure(results, "errors");
    if (failed > 0 && failed == GetFigure(results, "operations"))
    {
        std::ostringstream text;
        text << "program " << i << ": all " << failed
             << " operations failed: " << program->GetProgram()->GetErrors().begin()->first;
        m_failures->AddError(text.str());
    }
}

const std::vector<std::string>&
SanScenario::GetFailures() const
{
    return m_failures->GetLines();
}

std::string
SanScenario::GetError() const
{
    return GetVerification().GetRunError(*m_failures);
}

void
SanScenario::WorkloadFinished()
{
    NS_LOG_INFO("workload ends: " << m_running - 1 << " go on");
    if (--m_running > 0)
    {
        return;
    }
    m_unwritten = m_caches.size();
    for (std::size_t i = 0; i < m_caches.size(); ++i)
    {
        m_caches[i]->WriteBackAll(MakeCallback(&SanScenario::WrittenBack, this, i));
    }
    if (m_caches.empty())
    {
        EndSessions();
    }
}

void
SanScenario::WrittenBack(std::size_t cache, BlockStatus status, Ptr<Packet>)
{
    NS_LOG_INFO("page cache written back: " << status);
    if (status != BlockStatus::OK)
    {
        std::ostringstream text;
        text << "page cache " << cache << ": could not be written back: " << status;
        m_failures->Add(text.str());
    }
    if (--m_unwritten == 0)
    {
        EndSessions();
    }
}

void
SanScenario::EndSessions()
{
    m_network->EndInterference();
    // TCP sends a FIN that nobody acknowledges for ever.
    Simulator::Stop(CLOSING);
    m_sessions->LogOut();
}

const IoSummary&
SanScenario::GetSummary() const
{
    return m_results->GetSummary();
}

const std::vector<std::pair<std::string, IoSummary>>&
SanScenario::GetJobs() const
{
    return m_results->GetJobs();
}

const std::vector<SanBenchmark>&
SanScenario::GetBenchmarks() const
{
    return m_results->GetBenchmarks();
}

const SanVerification&
SanScenario::GetVerification() const
{
    return m_results->GetVerification();
}

const std::vector<std::string>&
SanScenario::GetNotes() const
{
    return m_notes;
}

Ptr<BlockWorkload>
SanScenario::GetWorkload(uint32_t i) const
{
    return DynamicCast<BlockWorkload>(m_workloads.Get(i));
}

uint32_t
SanScenario::GetNPrograms() const
{
    return m_programs.size();
}

Ptr<FileProgram>
SanScenario::GetProgram(uint32_t i) const
{
    return m_programs.at(i)->GetProgram();
}

Ptr<FileServiceClient>
SanScenario::GetFileClient(uint32_t i) const
{
    return m_programs.at(i)->GetClient();
}

Ptr<FileServiceServer>
SanScenario::GetFileServer(uint32_t i) const
{
    return DynamicCast<FileServiceServer>(m_fileServers.Get(i));
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
