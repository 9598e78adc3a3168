/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "file-program-sequence.h"

#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/result-file.h"
#include "ns3/simulator.h"
#include "ns3/user-error.h"

#include <iomanip>
#include <sstream>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("FileProgramSequence");

FileProgramSequence::FileProgramSequence(Ptr<ExtentFileSystem> fileSystem)
    : m_fileSystem(fileSystem)
{
}

void
FileProgramSequence::Add(Ptr<FileProgram> program, const std::string& name, Cache cache)
{
    program->AddFileSystem(m_fileSystem);
    program->CheckConfiguration();
    m_steps.push_back({program, name, cache});
}

void
FileProgramSequence::Record(Ptr<BlockDevice> device, Ptr<IoRecorder> recorder)
{
    m_device = device;
    m_recorder = recorder;
}

void
FileProgramSequence::Start()
{
    m_fileSystem->Format(MakeCallback(&FileProgramSequence::Mount, this));
}

void
FileProgramSequence::Mount(FileStatus status)
{
    Check(status);
    m_fileSystem->Mount(MakeCallback(&FileProgramSequence::Mounted, this));
}

void
FileProgramSequence::Mounted(FileStatus status)
{
    Check(status);
    if (m_started == 0 && m_recorder)
    {
        m_recorder->AttachDevice(m_device, MakeCallback(&FileProgramSequence::GetPhase, this));
    }
    if (m_started < m_steps.size())
    {
        StartProgram();
    }
}

std::string
FileProgramSequence::GetPhase() const
{
    return m_started == 0 ? "" : m_steps[m_started - 1].program->GetCurrentPhase();
}

void
FileProgramSequence::StartProgram()
{
    const auto& [program, name, cache] = m_steps[m_started++];
    program->TraceConnectWithoutContext("PhaseStart",
                                        MakeCallback(&FileProgramSequence::PhaseStarted, this));
    program->TraceConnectWithoutContext("Finished",
                                        MakeCallback(&FileProgramSequence::Finished, this));
    CreateObject<Node>()->AddApplication(program);
    BeginPhase(name.empty() ? "start" : name);
}

void
FileProgramSequence::PhaseStarted(const std::string& phase, uint32_t /* process */)
{
    if (m_steps[m_started - 1].name.empty())
    {
        BeginPhase(phase);
    }
}

void
FileProgramSequence::Finished()
{
    // The program calls from the midst of its own work.
    Simulator::ScheduleNow(&FileProgramSequence::Continue, this);
}

void
FileProgramSequence::Continue()
{
    if (m_started < m_steps.size() && m_steps[m_started].cache == Cache::KEPT)
    {
        StartProgram();
        return;
    }
    BeginPhase(m_phases.back().first + "-sync");
    auto request = Create<FileRequest>(FileOperation::SYNC_ALL);
    request->completion = MakeCallback(&FileProgramSequence::WrittenBack, this);
    m_fileSystem->Submit(request);
}

void
FileProgramSequence::WrittenBack(Ptr<FileRequest> request)
{
    Check(request->status);
    if (m_started < m_steps.size())
    {
        BeginPhase("mount");
        m_fileSystem->Unmount(MakeCallback(&FileProgramSequence::Mount, this));
    }
}

void
FileProgramSequence::BeginPhase(const std::string& phase)
{
    if (m_phases.empty() || m_phases.back().first != phase)
    {
        NS_LOG_INFO(phase << " begins");
        m_phases.emplace_back(phase, Simulator::Now());
    }
}

void
FileProgramSequence::Check(FileStatus status)
{
    if (status != FileStatus::OK)
    {
        std::ostringstream text;
        text << "file system: " << status;
        throw UserError(text.str());
    }
}

void
FileProgramSequence::PrintReports(std::ostream& os) const
{
    for (std::size_t i = 0; i < m_started; ++i)
    {
        m_steps[i].program->PrintReport(os);
    }
}

void
FileProgramSequence::WritePhases(const std::string& fileName) const
{
    std::ostringstream rows;
    rows << "phase,begin_s,end_s\n" << std::fixed << std::setprecision(9);
    for (std::size_t i = 0; i < m_phases.size(); ++i)
    {
        const auto& [phase, begin] = m_phases[i];
        const auto end = i + 1 < m_phases.size() ? m_phases[i + 1].second : Simulator::Now();
        rows << phase << "," << begin.GetSeconds() << "," << end.GetSeconds() << "\n";
    }
    ResultFile file(fileName);
    file.Write(rows.str());
    file.Commit();
}

} // namespace ns3
