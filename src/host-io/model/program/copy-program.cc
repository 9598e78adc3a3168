/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "copy-program.h"

#include "ns3/enum.h"
#include "ns3/log.h"
#include "ns3/pointer.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"
#include "ns3/word-checker.h"

#include <algorithm>
#include <cstdio>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("CopyProgram");

NS_OBJECT_ENSURE_REGISTERED(CopyProgram);

namespace
{

/// Number of the source among the open files of a process.
constexpr uint32_t SOURCE = 0;

/// Number of the destination.
constexpr uint32_t DESTINATION = 1;

/// Bytes of a read or write of cp.
constexpr uint64_t CP_BUFFER = 128 * 1024;

/// Bytes of a read or write of robocopy, and of those that make the tree.
constexpr uint64_t LARGE_BUFFER = 1024 * 1024;

/// Most files of a tree.
constexpr uint64_t MAX_FILES = 100000000;

} // namespace

TypeId
CopyProgram::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::CopyProgram")
            .SetParent<FileProgram>()
            .SetGroupName("HostIo")
            .AddConstructor<CopyProgram>()
            .AddAttribute("Source",
                          "Name of the tree, which is made in Directory of the first file system",
                          StringValue("source"),
                          MakeStringAccessor(&CopyProgram::m_source),
                          MakeStringChecker())
            .AddAttribute("Destination",
                          "Name of its copy in Directory of the last file system",
                          StringValue("destination"),
                          MakeStringAccessor(&CopyProgram::m_destination),
                          MakeStringChecker())
            .AddAttribute("Directories",
                          "Directories of the tree, 1 to 1000000",
                          UintegerValue(10),
                          MakeUintegerAccessor(&CopyProgram::m_directories),
                          MakeUintegerChecker<uint32_t>(1, 1000000))
            .AddAttribute("FilesPerDirectory",
                          "Files in each directory, 1 to 1000000",
                          UintegerValue(100),
                          MakeUintegerAccessor(&CopyProgram::m_filesPerDirectory),
                          MakeUintegerChecker<uint32_t>(1, 1000000))
            .AddAttribute("FileSize",
                          "Distribution of the sizes of the files, bytes, 0 or more",
                          StringValue("ns3::ConstantRandomVariable[Constant=65536]"),
                          MakePointerAccessor(&CopyProgram::m_fileSize),
                          MakePointerChecker<RandomVariableStream>())
            .AddAttribute(
                "Style",
                "Cp (as cp -r) or Robocopy (as robocopy /E /MT)",
                EnumValue(Style::CP),
                MakeEnumAccessor<Style>(&CopyProgram::m_style),
                MakeWordChecker<Style>("Style", {{Style::CP, "Cp"}, {Style::ROBOCOPY, "Robocopy"}}))
            .AddAttribute("Threads",
                          "Robocopy's /MT: files that it copies at once, 1 to 128",
                          UintegerValue(8),
                          MakeUintegerAccessor(&CopyProgram::m_threads),
                          MakeUintegerChecker<uint32_t>(1, 128))
            .AddAttribute("BufferSize",
                          "Bytes of a read or write, 0 or more; 0 for 131072 with Cp and 1048576 "
                          "with Robocopy",
                          UintegerValue(0),
                          MakeUintegerAccessor(&CopyProgram::m_bufferSize),
                          MakeUintegerChecker<uint64_t>());
    return tid;
}

int64_t
CopyProgram::AssignStreams(int64_t stream)
{
    m_fileSize->SetStream(stream);
    return 1;
}

uint32_t
CopyProgram::GetCopiedFiles() const
{
    return m_copied;
}

uint32_t
CopyProgram::GetNProcesses() const
{
    return m_style == Style::CP ? 1 : m_threads;
}

bool
CopyProgram::EndsOnError() const
{
    return false;
}

void
CopyProgram::CheckAttributes()
{
    if (static_cast<uint64_t>(m_directories) * m_filesPerDirectory > MAX_FILES)
    {
        Reject("Directories times FilesPerDirectory is more than " + std::to_string(MAX_FILES));
    }
    for (const auto& [attribute, name] :
         {std::pair{"Source", m_source}, std::pair{"Destination", m_destination}})
    {
        if (name.empty() || name.find('/') != std::string::npos)
        {
            Reject(std::string(attribute) + " is '" + name + "', not a name without slashes");
        }
    }
    if (m_source == m_destination && GetNFileSystems() == 1)
    {
        Reject("Destination is '" + m_destination + "', the name of Source");
    }
    if (m_bufferSize == 0)
    {
        m_bufferSize = m_style == Style::CP ? CP_BUFFER : LARGE_BUFFER;
    }
    m_all.assign(GetNProcesses(), Thread());
    m_all.front().state = State::MAKE;
}

bool
CopyProgram::Plan(FileProcess& process)
{
    process.UsePattern(true);
    auto& thread = m_all[process.GetNumber()];
    switch (thread.state)
    {
    case State::MAKE:
        PlanMake(process);
        return true;
    case State::COPY:
        if (!thread.begun)
        {
            thread.begun = true;
            PlanBegin(process);
            return true;
        }
        return PlanFile(process);
    default:
        PlanBlock(process);
        return true;
    }
}

void
CopyProgram::PlanMake(FileProcess& process)
{
    const auto file = static_cast<uint32_t>(m_sizes.size());
    process.UseFileSystem(0);
    if (file == 0)
    {
        process.BeginPhase("make");
        process.OnPath(FileOperation::MAKE_DIRECTORY, GetPath(m_source));
    }
    if (file == GetNFiles())
    {
        process.OnPath(FileOperation::SYNC_ALL, "");
        process.EndPhase();
        m_all.front().state = State::COPY;
        return;
    }
    if (file % m_filesPerDirectory == 0)
    {
        process.OnPath(FileOperation::MAKE_DIRECTORY,
                       GetPath(m_source) + GetDirectoryName(file / m_filesPerDirectory));
    }
    m_sizes.push_back(static_cast<uint64_t>(std::max(m_fileSize->GetValue(), 0.0)));
    FileOpenFlags flags;
    flags.create = true;
    process.Open(SOURCE, GetPath(m_source) + GetFileName(file), flags);
    process.Write(SOURCE, 0, m_sizes.back(), LARGE_BUFFER);
    process.OnDescriptor(FileOperation::CLOSE, SOURCE);
}

void
CopyProgram::PlanBegin(FileProcess& process)
{
    process.Barrier();
    process.BeginPhase("copy");
    if (m_style == Style::CP)
    {
        PlanDirectory(process, "");
        return;
    }
    if (process.GetNumber() == 0)
    {
        PlanDirectories(process);
    }
    process.Barrier();
}

void
CopyProgram::PlanDirectories(FileProcess& process)
{
    PlanDirectory(process, "");
    for (uint32_t i = 0; i < m_directories; ++i)
    {
        PlanDirectory(process, GetDirectoryName(i));
    }
}

void
CopyProgram::PlanDirectory(FileProcess& process, const std::string& name)
{
    const bool looks = m_style == Style::CP;
    const auto source = GetPath(m_source) + name;
    const auto destination = GetPath(m_destination) + name;
    if (looks)
    {
        process.UseFileSystem(0);
        process.OnPath(FileOperation::STAT, source);
    }
    process.UseFileSystem(GetNFileSystems() - 1);
    process.OnPath(FileOperation::MAKE_DIRECTORY, destination);
    if (looks)
    {
        process.OnPath(FileOperation::STAT, destination);
    }
    process.UseFileSystem(0);
    process.OnPath(FileOperation::LIST, source);
}

bool
CopyProgram::PlanFile(FileProcess& process)
{
    if (m_next == GetNFiles())
    {
        return false;
    }
    auto& thread = m_all[process.GetNumber()];
    thread = {State::BLOCK, true, m_next++, 0, 0, false, 0};
    const bool isCp = m_style == Style::CP;
    if (isCp && thread.file % m_filesPerDirectory == 0)
    {
        PlanDirectory(process, GetDirectoryName(thread.file / m_filesPerDirectory));
    }
    const auto name = GetFileName(thread.file);
    FileOpenFlags flags;
    flags.create = true;
    flags.exclusive = isCp;
    flags.truncate = !isCp;
    process.UseFileSystem(0);
    if (isCp)
    {
        process.OnPath(FileOperation::STAT, GetPath(m_source) + name);
    }
    process.Open(SOURCE, GetPath(m_source) + name);
    process.UseFileSystem(GetNFileSystems() - 1);
    process.Open(DESTINATION, GetPath(m_destination) + name, flags);
    if (!isCp)
    {
        process.Truncate(DESTINATION, m_sizes[thread.file]);
    }
    process.UseFileSystem(0);
    const bool reads = isCp || m_sizes[thread.file] > 0;
    process.Read(SOURCE, 0, reads ? m_bufferSize : 0, std::max<uint64_t>(m_bufferSize, 1));
    return true;
}

void
CopyProgram::PlanBlock(FileProcess& process)
{
    auto& thread = m_all[process.GetNumber()];
    const auto last = GetNFileSystems() - 1;
    process.UseFileSystem(last);
    process.WriteCopy(DESTINATION, thread.offset, thread.read);
    thread.offset += thread.read;
    const bool more = m_style == Style::CP ? thread.read > 0 : thread.offset < m_sizes[thread.file];
    process.UseFileSystem(0);
    if (more && thread.read > 0 && !thread.failed)
    {
        thread.read = 0;
        process.Read(SOURCE, thread.offset, m_bufferSize, m_bufferSize);
        return;
    }
    process.UseFileSystem(last);
    process.OnDescriptor(FileOperation::CLOSE, DESTINATION);
    process.UseFileSystem(0);
    process.OnDescriptor(FileOperation::CLOSE, SOURCE);
    thread.toClose = 2;
    thread.state = State::COPY;
}

void
CopyProgram::Completed(const FileProcess& process, const FileRequest& request)
{
    auto& thread = m_all[process.GetNumber()];
    thread.failed = thread.failed || request.status != FileStatus::OK;
    if (request.operation == FileOperation::CLOSE && thread.toClose > 0)
    {
        m_copied += --thread.toClose == 0 && !thread.failed;
    }
    if (request.operation == FileOperation::READ)
    {
        thread.read = request.done;
    }
}

uint32_t
CopyProgram::GetNFiles() const
{
    return m_directories * m_filesPerDirectory;
}

std::string
CopyProgram::GetDirectoryName(uint32_t directory)
{
    return "/d" + std::to_string(directory);
}

std::string
CopyProgram::GetFileName(uint32_t file) const
{
    return GetDirectoryName(file / m_filesPerDirectory) + "/f" +
           std::to_string(file % m_filesPerDirectory);
}

void
CopyProgram::AddResults(std::vector<FileProgramResult>& results) const
{
    const auto& copy = GetPhase("copy");
    results.push_back({"copy_time", "s", {copy.GetSeconds()}});
    results.push_back({"files_copied", "", {static_cast<double>(m_copied)}});
    results.push_back({"file_rate", "1/s", {copy.GetRate(m_copied)}});
    results.push_back(
        {"copy_rate", "bytes/s", {copy.GetRate(static_cast<double>(copy.bytesWritten))}});
}

void
CopyProgram::Report(std::ostream& os) const
{
    const auto& copy = GetPhase("copy");
    const auto seconds = copy.GetSeconds();
    char text[256];
    if (m_style == Style::CP)
    {
        const auto minutes = static_cast<int>(seconds / 60);
        std::snprintf(text, sizeof(text), "real\t%dm%.3fs\n", minutes, seconds - 60 * minutes);
        os << text;
        return;
    }
    const auto rate = copy.GetRate(static_cast<double>(copy.bytesWritten));
    uint64_t bytes = 0;
    for (const auto size : m_sizes)
    {
        bytes += size;
    }
    std::snprintf(text, sizeof(text), "%16s%10s%10s\n", "", "Total", "Copied");
    os << text;
    std::snprintf(text, sizeof(text), "   Files : %15u%10u\n", GetNFiles(), m_copied);
    os << text;
    std::snprintf(text,
                  sizeof(text),
                  "   Bytes : %15llu%10llu\n",
                  static_cast<unsigned long long>(bytes),
                  static_cast<unsigned long long>(copy.bytesWritten));
    os << text;
    std::snprintf(text,
                  sizeof(text),
                  "   Speed : %19.0f Bytes/sec.\n   Speed : %19.3f MegaBytes/min.\n",
                  rate,
                  rate * 60 / 1048576);
    os << text;
}

} // namespace ns3
