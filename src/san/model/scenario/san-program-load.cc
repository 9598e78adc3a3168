/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-program-load.h"

#include "san-file-servers.h"
#include "san-network.h"
#include "san-options.h"
#include "san-sessions.h"

#include "ns3/file-service-server.h"
#include "ns3/iscsi-portal-address.h"
#include "ns3/san-cache-series.h"
#include "ns3/san-call-figures.h"
#include "ns3/san-failures.h"
#include "ns3/san-host.h"
#include "ns3/san-program-figures.h"
#include "ns3/san-results.h"
#include "ns3/san-tcp-connections.h"

#include <algorithm>
#include <sstream>

namespace ns3
{

namespace
{

/**
 * @param results figures of a program that has begun
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

int64_t
SanProgramLoad::Install(const SanOptions& o)
{
    if (o.service.HasFileService())
    {
        InstallRemote(o);
    }
    else
    {
        for (uint32_t i = 0; i < o.initiators; ++i)
        {
            InstallLocal(i, o);
        }
    }
    Expect(m_programs.size());
    int64_t stream = 0;
    for (const auto& program : m_programs)
    {
        stream += program->GetProgram()->AssignStreams(stream);
    }
    return stream;
}

void
SanProgramLoad::InstallLocal(uint32_t i, const SanOptions& o)
{
    const SanHost host(o.host, o.output.storeData);
    const auto& kind = *o.load.GetProgramKind();
    const auto node = m_site.network.initiators.Get(i);
    const auto drives = host.Join(m_site.sessions.LogIn(i, o));
    for (auto drive = i; drive < drives.size(); drive += o.initiators)
    {
        const auto files = host.MakeFiles(node, drives[drive], kind);
        Start(host.InstallProgram(node, files, nullptr, kind), i, drive, o);
    }
}

void
SanProgramLoad::InstallRemote(const SanOptions& o)
{
    const SanFileServers servers(m_site.network, o);
    m_fileServers = servers.GetApplications();
    m_servedUnits = servers.GetUnits();
    for (uint32_t i = 0; i < o.initiators; ++i)
    {
        for (auto number = i; number < servers.GetN(); number += o.initiators)
        {
            const auto program = servers.InstallProgram(i, number);
            Start(program, i, number, o);
            auto& results = m_site.results;
            results.Find<SanCallFigures>()->Attach(program->GetClient(), i, number);
            results.Find<SanTcpConnections>()->Attach(program->GetClient(),
                                                      SanTcpConnections::Sender::INITIATOR);
        }
    }
}

void
SanProgramLoad::Start(Ptr<SanHostedProgram> program,
                      uint32_t initiator,
                      uint32_t drive,
                      const SanOptions& o)
{
    if (o.load.stop.IsStrictlyPositive())
    {
        program->Stop(o.load.stop);
    }
    program->Start(MakeCallback(&SanProgramLoad::ProgramBegun, this),
                   MakeCallback(&SanProgramLoad::ProgramEnded, this));
    m_programs.push_back(program);
    m_driveNumbers.push_back(drive);
    const auto files = program->GetProgram();
    m_site.results.Find<SanProgramFigures>()->Attach([files] { return files->GetResults(); },
                                                     initiator,
                                                     drive);
    if (auto* series = m_site.results.Find<SanCacheSeries>())
    {
        series->Attach(program->GetCache(), initiator, drive);
    }
}

void
SanProgramLoad::ProgramBegun(Ptr<SanHostedProgram> program)
{
    m_site.results.AttachDrive(program->GetDrive(),
                               MakeCallback(&FileProgram::GetCurrentPhase, program->GetProgram()));
}

void
SanProgramLoad::ProgramEnded(Ptr<SanHostedProgram> program)
{
    if (!program->GetFailure().empty())
    {
        m_site.failures.Add(program->GetFailure());
    }
    PartEnded();
}

void
SanProgramLoad::CheckBegun()
{
    m_site.failures.CheckRequests();
    for (std::size_t i = 0; i < m_programs.size(); ++i)
    {
        const auto& program = m_programs[i];
        const auto client = program->GetClient();
        if (!client)
        {
            m_site.failures.CheckBegun({program->GetDrive()}, program->HasBegun());
        }
        else if (!program->HasBegun() && program->GetFailure().empty())
        {
            m_site.failures.AddNotMounted("file server " + FormatIscsiAddress(client->GetServer()));
        }
        CheckOperations(i);
    }
}

void
SanProgramLoad::CheckOperations(std::size_t i)
{
    const auto& program = m_programs[i];
    if (!program->HasBegun())
    {
        if (!program->GetFailure().empty())
        {
            m_site.failures.AddError(program->GetFailure());
        }
        return;
    }
    if (!program->GetProgram()->HasBegun())
    {
        return;
    }
    const auto results = program->GetProgram()->GetResults();
    const auto failed = GetFigure(results, "errors");
    if (failed > 0 && failed == GetFigure(results, "operations"))
    {
        std::ostringstream text;
        text << "program " << i << ": all " << failed
             << " operations failed: " << program->GetProgram()->GetErrors().begin()->first;
        m_site.failures.AddError(text.str());
    }
}

uint32_t
SanProgramLoad::GetN() const
{
    return m_programs.size();
}

Ptr<SanHostedProgram>
SanProgramLoad::Get(uint32_t i) const
{
    return m_programs.at(i);
}

uint32_t
SanProgramLoad::GetDriveNumber(uint32_t i) const
{
    return m_driveNumbers.at(i);
}

const ApplicationContainer&
SanProgramLoad::GetFileServers() const
{
    return m_fileServers;
}

const std::vector<Ptr<BlockDevice>>&
SanProgramLoad::GetServedUnits() const
{
    return m_servedUnits;
}

void
SanProgramLoad::RestartFileServers(Time pause) const
{
    for (auto it = m_fileServers.Begin(); it != m_fileServers.End(); ++it)
    {
        DynamicCast<FileServiceServer>(*it)->Reboot(pause);
    }
}

} // namespace ns3
