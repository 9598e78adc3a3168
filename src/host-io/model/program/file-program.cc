/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "file-program.h"

#include "ns3/assert.h"
#include "ns3/boolean.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/user-error.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("FileProgram");

NS_OBJECT_ENSURE_REGISTERED(FileProgram);

TypeId
FileProgram::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::FileProgram")
            .SetParent<Application>()
            .SetGroupName("HostIo")
            .AddAttribute("Directory",
                          "Directory that the program works in, which must exist; an absolute path",
                          StringValue("/"),
                          MakeStringAccessor(&FileProgram::m_directory),
                          MakeStringChecker())
            .AddAttribute("ThinkTime",
                          "Time that the processor works between two operations of a process, 0 or "
                          "more",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&FileProgram::m_thinkTime),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("StoreData",
                          "Write contents that depend on file and offset, and check them when they "
                          "are read: for file systems that keep contents",
                          BooleanValue(false),
                          MakeBooleanAccessor(&FileProgram::m_storeData),
                          MakeBooleanChecker())
            .AddTraceSource("OperationStart",
                            "An operation was submitted; gives the number of its process",
                            MakeTraceSourceAccessor(&FileProgram::m_startTrace),
                            "ns3::FileProgram::OperationTracedCallback")
            .AddTraceSource("OperationComplete",
                            "An operation completed; gives the number of its process",
                            MakeTraceSourceAccessor(&FileProgram::m_completeTrace),
                            "ns3::FileProgram::OperationTracedCallback")
            .AddTraceSource("PhaseStart",
                            "A process began a phase",
                            MakeTraceSourceAccessor(&FileProgram::m_phaseStartTrace),
                            "ns3::FileProgram::PhaseTracedCallback")
            .AddTraceSource("PhaseEnd",
                            "A process ended a phase",
                            MakeTraceSourceAccessor(&FileProgram::m_phaseEndTrace),
                            "ns3::FileProgram::PhaseTracedCallback")
            .AddTraceSource("Finished",
                            "All processes have ended",
                            MakeTraceSourceAccessor(&FileProgram::m_finishedTrace),
                            "ns3::FileProgram::FinishedTracedCallback");
    return tid;
}

void
FileProgram::AddFileSystem(Ptr<FileSystem> fileSystem)
{
    NS_ASSERT_MSG(m_processes.empty(), "add file systems before the program starts");
    m_fileSystems.push_back(fileSystem);
}

uint32_t
FileProgram::GetNFileSystems() const
{
    return m_fileSystems.size();
}

Ptr<FileSystem>
FileProgram::GetFileSystem(uint32_t index) const
{
    NS_ASSERT_MSG(index < m_fileSystems.size(), "no file system " << index);
    return m_fileSystems[index];
}

void
FileProgram::CheckConfiguration()
{
    if (m_fileSystems.empty())
    {
        Reject("it has no file system");
    }
    if (!m_directory.starts_with('/'))
    {
        Reject("Directory is '" + m_directory + "'; it must be an absolute path, as /home");
    }
    CheckAttributes();
}

bool
FileProgram::HasBegun() const
{
    return !m_processes.empty();
}

bool
FileProgram::IsFinished() const
{
    return m_finished;
}

bool
FileProgram::IsStopped() const
{
    return m_stopped;
}

const std::vector<FilePhase>&
FileProgram::GetPhases() const
{
    return m_phases;
}

const FilePhase&
FileProgram::GetPhase(const std::string& name) const
{
    static const FilePhase NONE;
    const auto found = std::find_if(m_phases.begin(), m_phases.end(), [&](const FilePhase& phase) {
        return phase.name == name;
    });
    return found == m_phases.end() ? NONE : *found;
}

std::string
FileProgram::GetCurrentPhase() const
{
    const auto found = std::find_if(m_phases.rbegin(), m_phases.rend(), [](const auto& phase) {
        return phase.processes > 0;
    });
    return found == m_phases.rend() ? "" : found->name;
}

uint64_t
FileProgram::GetOperations(FileOperation operation) const
{
    return m_operations[static_cast<std::size_t>(operation)];
}

uint64_t
FileProgram::GetBytesRead() const
{
    return m_bytesRead;
}

uint64_t
FileProgram::GetBytesWritten() const
{
    return m_bytesWritten;
}

const std::map<FileStatus, uint64_t>&
FileProgram::GetErrors() const
{
    return m_errors;
}

uint64_t
FileProgram::GetContentErrors() const
{
    return m_contentErrors;
}

std::vector<FileProgramResult>
FileProgram::GetResults() const
{
    double operations = 0;
    for (const auto count : m_operations)
    {
        operations += static_cast<double>(count);
    }
    double errors = 0;
    for (const auto& [status, count] : m_errors)
    {
        errors += static_cast<double>(count);
    }
    std::vector<FileProgramResult> results{
        {"elapsed", "s", {(m_end - m_begin).GetSeconds()}},
        {"operations", "", {operations}},
        {"bytes_read", "bytes", {static_cast<double>(m_bytesRead)}},
        {"bytes_written", "bytes", {static_cast<double>(m_bytesWritten)}},
        {"errors", "", {errors}}};
    if (m_storeData)
    {
        results.push_back({"content_errors", "", {static_cast<double>(m_contentErrors)}});
    }
    AddResults(results);
    for (std::size_t i = 0; !HasBegun() && i < results.size(); ++i)
    {
        results[i].values.clear();
    }
    return results;
}

void
FileProgram::PrintReport(std::ostream& os) const
{
    if (!HasBegun())
    {
        os << "did not begin, as its file system was not ready\n";
        return;
    }
    Report(os);
    const char* separator = "errors: ";
    for (const auto& [status, count] : m_errors)
    {
        os << separator << count << " " << status;
        separator = ", ";
    }
    if (!m_errors.empty())
    {
        os << "\n";
    }
    if (m_contentErrors > 0)
    {
        os << "contents differ in " << m_contentErrors << " reads\n";
    }
    if (m_stopped)
    {
        os << "stopped before its end\n";
    }
}

uint32_t
FileProgram::GetNProcesses() const
{
    return 1;
}

void
FileProgram::Completed(const FileProcess&, const FileRequest&)
{
}

bool
FileProgram::EndsOnError() const
{
    return true;
}

void
FileProgram::CheckAttributes()
{
}

void
FileProgram::Reject(const std::string& text) const
{
    throw UserError(GetInstanceTypeId().GetName() + ": " + text);
}

std::string
FileProgram::GetPath(const std::string& name) const
{
    return m_directory.ends_with('/') ? m_directory + name : m_directory + "/" + name;
}

void
FileProgram::DoInitialize()
{
    CheckConfiguration();
    Application::DoInitialize();
}

void
FileProgram::DoDispose()
{
    for (auto& process : m_processes)
    {
        process.m_event.Cancel();
    }
    m_fileSystems.clear();
    Application::DoDispose();
}

void
FileProgram::StartApplication()
{
    NS_LOG_FUNCTION(this);
    m_notReady = m_fileSystems.size();
    for (auto& fileSystem : m_fileSystems)
    {
        fileSystem->CallWhenReady(MakeCallback(&FileProgram::FileSystemReady, this));
    }
}

void
FileProgram::FileSystemReady()
{
    if (--m_notReady == 0 && !m_stopped)
    {
        Begin();
    }
}

void
FileProgram::Begin()
{
    m_begin = Simulator::Now();
    m_end = m_begin;
    m_running = GetNProcesses();
    NS_LOG_INFO(GetInstanceTypeId().GetName() << " begins: " << m_running << " processes");
    m_processes.reserve(m_running);
    for (uint32_t i = 0; i < m_running; ++i)
    {
        m_processes.emplace_back(i);
        m_processes.back().m_storeData = m_storeData;
        m_processes.back().m_completion = MakeCallback(&FileProgram::OperationDone, this, i);
    }
    for (uint32_t i = 0; i < m_processes.size(); ++i)
    {
        Advance(i);
    }
}

void
FileProgram::StopApplication()
{
    NS_LOG_FUNCTION(this);
    m_stopped = !m_finished;
    if (!HasBegun() && !m_finished)
    {
        m_finished = true;
        m_finishedTrace();
    }
    for (auto& process : m_processes)
    {
        if (!process.m_busy && !process.m_ended)
        {
            EndProcess(process);
        }
    }
}

void
FileProgram::Advance(uint32_t number)
{
    auto& process = m_processes[number];
    while (!process.m_ended)
    {
        const bool hasStep = process.HasStep();
        if (m_stopped || (!hasStep && (process.m_leaving || !Plan(process))))
        {
            EndProcess(process);
        }
        else if (hasStep && !TakeStep(process))
        {
            return;
        }
    }
}

bool
FileProgram::TakeStep(FileProcess& process)
{
    auto& step = process.GetStep();
    switch (step.kind)
    {
    case FileStep::Kind::OPERATION:
        if (!process.IsStepVoid())
        {
            Submit(process);
            return false;
        }
        break;
    case FileStep::Kind::THINK: {
        const auto time = step.think;
        process.EndStep();
        Think(process, time);
        return false;
    }
    case FileStep::Kind::BARRIER:
        process.EndStep();
        process.m_waiting = true;
        ++m_waiting;
        OpenBarrierIfComplete();
        return false;
    case FileStep::Kind::PHASE_BEGIN:
        BeginPhase(process, step.path);
        break;
    case FileStep::Kind::PHASE_END:
        EndPhase(process);
        break;
    }
    process.EndStep();
    return true;
}

void
FileProgram::Submit(FileProcess& process)
{
    const auto& step = process.GetStep();
    NS_ASSERT_MSG(step.fileSystem < m_fileSystems.size(), "no file system " << step.fileSystem);
    auto& fileSystem = m_fileSystems[step.fileSystem];
    auto request = process.MakeRequest();
    request->completion = process.m_completion;
    process.m_busy = true;
    NS_LOG_DEBUG("process " << process.m_number << ": " << request->operation << " "
                            << request->path);
    fileSystem->Submit(request);
    m_startTrace(request, process.m_number);
}

void
FileProgram::OperationDone(uint32_t number, Ptr<FileRequest> request)
{
    auto& process = m_processes[number];
    process.m_busy = false;
    const bool isStuck =
        request->operation == FileOperation::WRITE && request->done == 0 && request->bytes > 0;
    const bool failed = request->status != FileStatus::OK || isStuck;
    Count(process, *request, failed && !process.GetStep().expectsFailure);
    CheckContents(process, *request);
    m_completeTrace(request, number);
    process.Take(*request);
    Completed(process, *request);
    if (failed && EndsOnError() && !process.m_leaving)
    {
        NS_LOG_INFO("process " << number << " ends: " << request->operation << " " << request->path
                               << ": " << request->status);
        process.CloseAll();
    }
    if (m_thinkTime.IsZero() || m_stopped)
    {
        Advance(number);
        return;
    }
    Think(process, m_thinkTime);
}

void
FileProgram::Count(const FileProcess& process, const FileRequest& request, bool failed)
{
    ++m_operations[static_cast<std::size_t>(request.operation)];
    if (failed)
    {
        ++m_errors[request.status == FileStatus::OK ? FileStatus::NO_SPACE : request.status];
    }
    const auto read = request.operation == FileOperation::READ ? request.done : 0;
    const auto written = request.operation == FileOperation::WRITE ? request.done : 0;
    m_bytesRead += read;
    m_bytesWritten += written;
    if (!process.m_inPhase)
    {
        return;
    }
    auto& phase = m_phases[process.m_phase];
    ++phase.operations;
    phase.errors += failed;
    phase.bytesRead += read;
    phase.bytesWritten += written;
    phase.end = Simulator::Now();
    phase.spans[process.m_number].end = Simulator::Now();
}

void
FileProgram::CheckContents(FileProcess& process, const FileRequest& request)
{
    // After a write that failed, a file is shorter than planned, or what is appended lies
    // elsewhere.
    if (m_errors.empty() && !process.HasRightContents(request))
    {
        ++m_contentErrors;
        NS_LOG_WARN("process " << process.m_number << ": contents differ, read of " << request.done
                               << " bytes at " << request.offset);
    }
}

void
FileProgram::Think(FileProcess& process, Time time)
{
    process.m_event = Simulator::Schedule(time, &FileProgram::Advance, this, process.m_number);
}

void
FileProgram::BeginPhase(FileProcess& process, const std::string& name)
{
    EndPhase(process);
    const auto found = std::find_if(m_phases.begin(), m_phases.end(), [&](const FilePhase& phase) {
        return phase.name == name;
    });
    process.m_phase = found - m_phases.begin();
    process.m_inPhase = true;
    const auto now = Simulator::Now();
    if (found == m_phases.end())
    {
        NS_LOG_INFO("phase " << name << " begins");
        m_phases.emplace_back();
        m_phases.back().name = name;
        m_phases.back().begin = now;
        m_phases.back().end = now;
        m_phases.back().spans.resize(m_processes.size());
    }
    m_phases[process.m_phase].spans[process.m_number] = {true, now, now, false};
    ++m_phases[process.m_phase].processes;
    m_phaseStartTrace(name, process.m_number);
}

void
FileProgram::EndPhase(FileProcess& process)
{
    if (!process.m_inPhase)
    {
        return;
    }
    process.m_inPhase = false;
    auto& phase = m_phases[process.m_phase];
    --phase.processes;
    phase.end = Simulator::Now();
    auto& span = phase.spans[process.m_number];
    span.end = Simulator::Now();
    span.whole = !m_stopped && !process.m_leaving;
    m_phaseEndTrace(phase.name, process.m_number);
}

void
FileProgram::OpenBarrierIfComplete()
{
    if (m_waiting == 0 || m_waiting < m_running)
    {
        return;
    }
    m_waiting = 0;
    for (auto& process : m_processes)
    {
        // From an event, so that none begins while another still arrives.
        if (std::exchange(process.m_waiting, false))
        {
            Think(process, Time(0));
        }
    }
}

void
FileProgram::EndProcess(FileProcess& process)
{
    EndPhase(process);
    process.m_event.Cancel();
    process.m_ended = true;
    if (std::exchange(process.m_waiting, false))
    {
        --m_waiting;
    }
    --m_running;
    m_end = Simulator::Now();
    if (m_running > 0)
    {
        OpenBarrierIfComplete();
        return;
    }
    m_finished = true;
    NS_LOG_INFO(GetInstanceTypeId().GetName() << " ends");
    m_finishedTrace();
}

} // namespace ns3
