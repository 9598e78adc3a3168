/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "file-trace-program.h"

#include "file-trace-reader.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/string.h"
#include "ns3/user-error.h"

#include <algorithm>
#include <cmath>
#include <memory>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("FileTraceProgram");

NS_OBJECT_ENSURE_REGISTERED(FileTraceProgram);

TypeId
FileTraceProgram::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::FileTraceProgram")
            .SetParent<FileProgram>()
            .SetGroupName("HostIo")
            .AddConstructor<FileTraceProgram>()
            .AddAttribute("FileName",
                          "The trace; plain text, or compressed by gzip or zstd",
                          StringValue(""),
                          MakeStringAccessor(&FileTraceProgram::m_fileName),
                          MakeStringChecker())
            .AddAttribute("TimeScale",
                          "Factor of the time between two operations of a process, 0 to 1000000",
                          DoubleValue(1),
                          MakeDoubleAccessor(&FileTraceProgram::m_timeScale),
                          MakeDoubleChecker<double>(0, 1e6))
            .AddAttribute("Prepare",
                          "First make the files and directories that the trace uses and does not "
                          "make itself",
                          BooleanValue(true),
                          MakeBooleanAccessor(&FileTraceProgram::m_prepare),
                          MakeBooleanChecker())
            .AddAttribute("Replay",
                          "Execute the operations; without it the program ends once everything is "
                          "prepared, so that the replay can begin with a cold cache",
                          BooleanValue(true),
                          MakeBooleanAccessor(&FileTraceProgram::m_replay),
                          MakeBooleanChecker());
    return tid;
}

uint32_t
FileTraceProgram::GetNProcesses() const
{
    return m_sequences.size();
}

bool
FileTraceProgram::EndsOnError() const
{
    return false;
}

void
FileTraceProgram::CheckAttributes()
{
    if (m_fileName.empty())
    {
        Reject("FileName is empty; it must name the trace");
    }
    if (m_loaded != m_fileName)
    {
        Load();
    }
}

void
FileTraceProgram::Load()
{
    m_records.clear();
    m_sequences.clear();
    m_preparation = {};
    FileTraceReader reader(std::make_unique<LineReader>(m_fileName));
    FileTraceRecord record;
    int64_t begin = INT64_MAX;
    while (reader.Next(record))
    {
        m_sequences.resize(std::max<std::size_t>(m_sequences.size(), record.process + 1));
        m_sequences[record.process].records.push_back(m_records.size());
        m_preparation.Add(record);
        if (record.descriptor != FileTraceRecord::NO_DESCRIPTOR)
        {
            m_spare = std::max(m_spare, record.descriptor + 1);
        }
        begin = std::min(begin, record.startNs);
        m_records.push_back(record);
    }
    if (m_records.empty())
    {
        throw UserError(m_fileName + ": the trace has no operation");
    }
    for (const auto& [path, bytes] : reader.GetFilesBefore())
    {
        m_preparation.SetSize(path, bytes);
    }
    for (auto& sequence : m_sequences)
    {
        sequence.endNs = begin;
    }
    m_loaded = m_fileName;
    NS_LOG_INFO(m_fileName << ": " << m_records.size() << " operations of " << m_sequences.size()
                           << " processes");
}

bool
FileTraceProgram::Plan(FileProcess& process)
{
    auto& sequence = m_sequences[process.GetNumber()];
    if (!sequence.begun)
    {
        sequence.begun = true;
        PlanBegin(process);
        return true;
    }
    if (!m_replay || sequence.next == sequence.records.size())
    {
        return false;
    }
    const auto& record = m_records[sequence.records[sequence.next++]];
    const auto gap = std::max<int64_t>(record.startNs - sequence.endNs, 0);
    sequence.endNs = record.startNs + record.durationNs;
    if (gap > 0)
    {
        process.Think(NanoSeconds(std::llround(static_cast<double>(gap) * m_timeScale)));
    }
    process.ExpectFailure(!record.error.empty());
    PlanRecord(process, record);
    return true;
}

void
FileTraceProgram::PlanBegin(FileProcess& process)
{
    if (m_prepare)
    {
        if (process.GetNumber() == 0)
        {
            process.BeginPhase("prepare");
            m_preparation.Plan(process);
            process.EndPhase();
        }
        process.Barrier();
    }
    if (m_replay)
    {
        process.BeginPhase("replay");
    }
}

void
FileTraceProgram::PlanRecord(FileProcess& process, const FileTraceRecord& record) const
{
    const bool failed = record.descriptor == FileTraceRecord::NO_DESCRIPTOR;
    const auto descriptor = failed ? m_spare : record.descriptor;
    switch (record.operation)
    {
    case FileOperation::OPEN:
        process.Open(descriptor, record.path, record.flags);
        if (failed)
        {
            process.OnDescriptor(FileOperation::CLOSE, descriptor);
        }
        break;
    case FileOperation::READ:
        process.Read(descriptor, record.offset, record.bytes, std::max<uint64_t>(record.bytes, 1));
        break;
    case FileOperation::WRITE:
        process.Write(descriptor, record.offset, record.bytes, std::max<uint64_t>(record.bytes, 1));
        break;
    case FileOperation::TRUNCATE:
        process.Truncate(descriptor, record.offset);
        break;
    case FileOperation::CLOSE:
    case FileOperation::SYNC:
    case FileOperation::SYNC_DATA:
        process.OnDescriptor(record.operation, descriptor);
        break;
    case FileOperation::RENAME:
        process.Rename(record.path, record.newPath);
        break;
    default:
        process.OnPath(record.operation, record.path);
        break;
    }
}

void
FileTraceProgram::AddResults(std::vector<FileProgramResult>& results) const
{
    const auto& replay = GetPhase("replay");
    const auto operations = static_cast<double>(replay.operations);
    results.push_back({"replay_time", "s", {replay.GetSeconds()}});
    results.push_back({"operation_rate", "1/s", {replay.GetRate(operations)}});
}

void
FileTraceProgram::Report(std::ostream& os) const
{
    const auto& replay = GetPhase("replay");
    os << replay.operations << " operations in " << replay.GetSeconds() << " s, "
       << replay.GetRate(static_cast<double>(replay.operations)) << " per second; "
       << replay.bytesRead << " bytes read, " << replay.bytesWritten << " bytes written\n";
}

} // namespace ns3
