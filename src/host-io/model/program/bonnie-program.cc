/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "bonnie-program.h"

#include "ns3/boolean.h"
#include "ns3/log.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <bit>
#include <cstdio>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("BonnieProgram");

NS_OBJECT_ENSURE_REGISTERED(BonnieProgram);

namespace
{

/// Bytes of the unit of file sizes.
constexpr uint64_t MEBIBYTE = 1 << 20;

/// Files of the unit of -n.
constexpr uint32_t FILE_UNIT = 1024;

/// One seek in so many writes its chunk back.
constexpr uint32_t UPDATE_SEEK = 10;

/// Columns of the name of the machine in the report.
constexpr std::size_t NAME_COLUMNS = 19;

/// A time in seconds below which Bonnie++ prints no figure.
constexpr double MIN_TIME = 0.5;

} // namespace

TypeId
BonnieProgram::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::BonnieProgram")
            .SetParent<FileProgram>()
            .SetGroupName("HostIo")
            .AddConstructor<BonnieProgram>()
            .AddAttribute("FileSize",
                          "Bonnie++'s -s, first number: size of the file, MiB, 0 to 1073741824; 0 "
                          "for no test of it",
                          UintegerValue(300),
                          MakeUintegerAccessor(&BonnieProgram::m_fileSize),
                          MakeUintegerChecker<uint64_t>(0, 1 << 30))
            .AddAttribute("ChunkSize",
                          "Bonnie++'s -s, second number: bytes of a read or write, a power of 2 "
                          "from 256 to 1048576",
                          UintegerValue(8192),
                          MakeUintegerAccessor(&BonnieProgram::m_chunkSize),
                          MakeUintegerChecker<uint64_t>(256, MEBIBYTE))
            .AddAttribute("Seeks",
                          "Bonnie++'s -s, third number: seeks of all seekers together, at least 1",
                          UintegerValue(8000),
                          MakeUintegerAccessor(&BonnieProgram::m_seeks),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("Seekers",
                          "Bonnie++'s -s, fourth number: processes that seek, 1 to 1000",
                          UintegerValue(3),
                          MakeUintegerAccessor(&BonnieProgram::m_seekers),
                          MakeUintegerChecker<uint32_t>(1, 1000))
            .AddAttribute("PartSize",
                          "Size of the parts that the file is split into, MiB, 0 or more; 0 for "
                          "one part, as in version 2.00",
                          UintegerValue(1024),
                          MakeUintegerAccessor(&BonnieProgram::m_partSize),
                          MakeUintegerChecker<uint64_t>(0, 1 << 30))
            .AddAttribute("Processes",
                          "Bonnie++'s -p: processes with a file each that begin each test "
                          "together, 1 to 1000",
                          UintegerValue(1),
                          MakeUintegerAccessor(&BonnieProgram::m_instances),
                          MakeUintegerChecker<uint32_t>(1, 1000))
            .AddAttribute("Files",
                          "Bonnie++'s -n, first number: files of the creation tests, multiples of "
                          "1024, 0 to 100000; 0 for no such test",
                          UintegerValue(0),
                          MakeUintegerAccessor(&BonnieProgram::m_files),
                          MakeUintegerChecker<uint32_t>(0, 100000))
            .AddAttribute("FilesMax",
                          "Bonnie++'s -n, second number: largest size of these files, bytes, 0 or "
                          "more",
                          UintegerValue(0),
                          MakeUintegerAccessor(&BonnieProgram::m_filesMax),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("FilesMin",
                          "Bonnie++'s -n, third number: smallest size of these files, bytes, 0 to "
                          "FilesMax",
                          UintegerValue(0),
                          MakeUintegerAccessor(&BonnieProgram::m_filesMin),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("FilesDirectories",
                          "Bonnie++'s -n, fourth number: directories these files are spread over, "
                          "1 to 99999",
                          UintegerValue(1),
                          MakeUintegerAccessor(&BonnieProgram::m_directories),
                          MakeUintegerChecker<uint32_t>(1, 99999))
            .AddAttribute("Sync",
                          "Bonnie++'s -b: fsync() after each write of the seeks and each file "
                          "created",
                          BooleanValue(false),
                          MakeBooleanAccessor(&BonnieProgram::m_sync),
                          MakeBooleanChecker())
            .AddAttribute("Direct",
                          "Bonnie++'s -D: open the file with O_DIRECT",
                          BooleanValue(false),
                          MakeBooleanAccessor(&BonnieProgram::m_direct),
                          MakeBooleanChecker())
            .AddAttribute("Machine",
                          "Bonnie++'s -m: name of the machine in the report",
                          StringValue("host"),
                          MakeStringAccessor(&BonnieProgram::m_machine),
                          MakeStringChecker());
    return tid;
}

BonnieProgram::BonnieProgram()
    : m_random(CreateObject<UniformRandomVariable>())
{
}

int64_t
BonnieProgram::AssignStreams(int64_t stream)
{
    m_random->SetStream(stream);
    return 1;
}

uint32_t
BonnieProgram::GetNProcesses() const
{
    return m_instances * m_seekers;
}

void
BonnieProgram::CheckAttributes()
{
    if (!std::has_single_bit(m_chunkSize))
    {
        Reject("ChunkSize is " + std::to_string(m_chunkSize) + ", not a power of 2");
    }
    if (m_filesMin > m_filesMax)
    {
        Reject("FilesMin is " + std::to_string(m_filesMin) + ", more than FilesMax, " +
               std::to_string(m_filesMax));
    }
    if (m_fileSize == 0 && m_files == 0)
    {
        Reject("FileSize and Files are 0; there is nothing to test");
    }
    SetUp();
}

void
BonnieProgram::SetUp()
{
    m_all.clear();
    for (uint32_t i = 0; i < m_instances; ++i)
    {
        const auto path = GetPath("Bonnie." + std::to_string(i));
        const BonnieFileTest::Options options{path,
                                              m_files * FILE_UNIT,
                                              m_filesMax,
                                              m_filesMin,
                                              m_directories,
                                              m_chunkSize,
                                              m_sync};
        m_all.push_back({path, 0, 0, false, BonnieFileTest(options, m_random)});
    }
    m_states.resize(GetNProcesses());
    for (uint32_t i = 0; i < m_states.size(); ++i)
    {
        const bool leads = i % m_seekers == 0;
        m_states[i] = m_fileSize > 0 ? (leads ? State::OUTPUT : State::WAIT)
                                     : (leads ? State::FILES : State::ENDED);
    }
}

bool
BonnieProgram::Plan(FileProcess& process)
{
    if (GetInstance(process).failed)
    {
        return false;
    }
    process.UsePattern(true);
    auto& state = m_states[process.GetNumber()];
    switch (state)
    {
    case State::OUTPUT:
        PlanSequential(process, true);
        state = State::OPEN_REWRITE;
        return true;
    case State::OPEN_REWRITE:
        Begin(process, PHASES[1], false);
        state = State::REWRITE;
        return true;
    case State::REWRITE:
        PlanRewrite(process);
        return true;
    case State::INPUT:
        PlanSequential(process, false);
        state = State::OPEN_SEEK;
        return true;
    case State::WAIT:
        PlanWait(process);
        state = State::OPEN_SEEK;
        return true;
    case State::OPEN_SEEK:
        Begin(process, PHASES[3], false);
        state = State::SEEK;
        return true;
    case State::SEEK:
        PlanSeek(process);
        return true;
    case State::REMOVE:
        PlanRemove(process);
        return true;
    case State::FILES:
        return GetInstance(process).files.Plan(process);
    default:
        return false;
    }
}

void
BonnieProgram::PlanWait(FileProcess& process)
{
    for (uint32_t i = 0; i + 1 < PHASES.size(); ++i)
    {
        process.Barrier();
    }
}

void
BonnieProgram::PlanRemove(FileProcess& process)
{
    const bool leads = process.GetNumber() % m_seekers == 0;
    for (uint32_t i = 0; leads && i < GetNParts(); ++i)
    {
        process.OnPath(FileOperation::UNLINK, GetPartPath(process, i));
    }
    m_states[process.GetNumber()] = leads ? State::FILES : State::ENDED;
}

void
BonnieProgram::Begin(FileProcess& process, const char* phase, bool create)
{
    FileOpenFlags flags;
    flags.create = create;
    flags.exclusive = create;
    flags.direct = m_direct;
    for (uint32_t i = 0; i < GetNParts(); ++i)
    {
        process.Open(i, GetPartPath(process, i), flags);
    }
    process.Barrier();
    process.BeginPhase(phase);
}

void
BonnieProgram::End(FileProcess& process)
{
    for (uint32_t i = 0; i < GetNParts(); ++i)
    {
        process.OnDescriptor(FileOperation::SYNC, i);
        process.OnDescriptor(FileOperation::CLOSE, i);
    }
    process.EndPhase();
}

void
BonnieProgram::PlanSequential(FileProcess& process, bool write)
{
    Begin(process, write ? PHASES[0] : PHASES[2], write);
    for (uint32_t i = 0; i < GetNParts(); ++i)
    {
        const auto bytes = std::min(GetPartBytes(), GetFileBytes() - i * GetPartBytes());
        if (write)
        {
            process.Write(i, 0, bytes, m_chunkSize);
        }
        else
        {
            process.Read(i, 0, bytes, m_chunkSize);
        }
    }
    End(process);
}

void
BonnieProgram::PlanRewrite(FileProcess& process)
{
    auto& rewritten = GetInstance(process).rewritten;
    if (rewritten < GetFileBytes() / m_chunkSize)
    {
        PlanChunk(process, rewritten++, true);
        return;
    }
    End(process);
    m_states[process.GetNumber()] = State::INPUT;
}

void
BonnieProgram::PlanSeek(FileProcess& process)
{
    auto& seeks = GetInstance(process).seeks;
    if (seeks < m_seeks)
    {
        ++seeks;
        // One number says where and whether to write, so the chunks written back may be special
        // ones; it is so in Bonnie++.
        const auto ticket = m_random->GetInteger(0, INT32_MAX);
        const bool update = ticket % UPDATE_SEEK == 0;
        PlanChunk(process, ticket % (GetFileBytes() / m_chunkSize), update);
        if (update && m_sync)
        {
            const auto part =
                ticket % (GetFileBytes() / m_chunkSize) * m_chunkSize / GetPartBytes();
            process.OnDescriptor(FileOperation::SYNC, part);
        }
        return;
    }
    End(process);
    process.Barrier();
    m_states[process.GetNumber()] = State::REMOVE;
}

void
BonnieProgram::PlanChunk(FileProcess& process, uint64_t chunk, bool update)
{
    const auto place = chunk * m_chunkSize;
    const auto part = static_cast<uint32_t>(place / GetPartBytes());
    const auto offset = place % GetPartBytes();
    process.Read(part, offset, m_chunkSize, m_chunkSize);
    if (update)
    {
        process.WriteCopy(part, offset, m_chunkSize);
    }
}

void
BonnieProgram::Completed(const FileProcess& process, const FileRequest& request)
{
    auto& instance = GetInstance(process);
    instance.failed = instance.failed || request.status != FileStatus::OK;
    instance.files.Completed(request);
}

BonnieProgram::Instance&
BonnieProgram::GetInstance(const FileProcess& process)
{
    return m_all[process.GetNumber() / m_seekers];
}

uint64_t
BonnieProgram::GetFileBytes() const
{
    return m_fileSize * MEBIBYTE;
}

uint64_t
BonnieProgram::GetPartBytes() const
{
    return m_partSize == 0 ? GetFileBytes() : m_partSize * MEBIBYTE;
}

uint32_t
BonnieProgram::GetNParts() const
{
    return (GetFileBytes() + GetPartBytes() - 1) / GetPartBytes();
}

std::string
BonnieProgram::GetPartPath(const FileProcess& process, uint32_t part)
{
    const auto& path = GetInstance(process).path;
    if (m_partSize == 0)
    {
        return path;
    }
    char number[16];
    std::snprintf(number, sizeof(number), ".%03u", part);
    return path + number;
}

double
BonnieProgram::GetSeconds(uint32_t process, const std::string& phase) const
{
    return GetSpan(phase, process * m_seekers, (process + 1) * m_seekers);
}

double
BonnieProgram::GetTotalSeconds(const std::string& phase) const
{
    return GetSpan(phase, 0, GetNProcesses());
}

double
BonnieProgram::GetSpan(const std::string& phase, std::size_t first, std::size_t end) const
{
    const auto& spans = GetPhase(phase).spans;
    bool begun = false;
    Time from;
    Time to;
    for (auto i = first; i < std::min(end, spans.size()); ++i)
    {
        if (spans[i].begun && !spans[i].whole)
        {
            return 0;
        }
        if (spans[i].begun)
        {
            from = begun ? Min(from, spans[i].begin) : spans[i].begin;
            to = Max(to, spans[i].end);
            begun = true;
        }
    }
    return (to - from).GetSeconds();
}

double
BonnieProgram::GetAmount(const std::string& phase) const
{
    if (phase == PHASES[3])
    {
        return m_seeks;
    }
    const bool large = std::find(PHASES.begin(), PHASES.end(), phase) != PHASES.end();
    return large ? static_cast<double>(m_fileSize * 1024) : m_files * FILE_UNIT;
}

void
BonnieProgram::AddResults(std::vector<FileProgramResult>& results) const
{
    for (const auto& phase : GetPhases())
    {
        const bool large =
            std::find(PHASES.begin(), PHASES.end() - 1, phase.name) != PHASES.end() - 1;
        const char* unit = large ? "KiB/s" : "1/s";
        const auto rate = [](double amount, double seconds) {
            return seconds > 0 ? amount / seconds : 0;
        };
        FileProgramResult result{phase.name, unit, {}};
        for (uint32_t i = 0; i < m_instances; ++i)
        {
            result.values.push_back(rate(GetAmount(phase.name), GetSeconds(i, phase.name)));
        }
        results.push_back(result);
        if (m_instances > 1)
        {
            const auto total = m_instances * GetAmount(phase.name);
            results.push_back(
                {phase.name + "_total", unit, {rate(total, GetTotalSeconds(phase.name))}});
        }
    }
}

std::string
BonnieProgram::FormatRate(uint32_t process, const std::string& phase) const
{
    const auto seconds = GetSeconds(process, phase);
    if (seconds < MIN_TIME)
    {
        return seconds == 0 ? "      " : " +++++";
    }
    const auto rate = GetAmount(phase) / seconds;
    char text[32];
    const bool large = std::find(PHASES.begin(), PHASES.end() - 1, phase) != PHASES.end() - 1;
    if (phase == PHASES[3])
    {
        std::snprintf(text, sizeof(text), rate >= 1000 ? " %5.0f" : " %5.1f", rate);
    }
    else if (!large)
    {
        std::snprintf(text, sizeof(text), " %5d", static_cast<int>(rate));
    }
    else if (rate < 10000)
    {
        std::snprintf(text, sizeof(text), " %4dk", static_cast<int>(rate));
    }
    else if (rate < 1024 * 1000)
    {
        std::snprintf(text, sizeof(text), rate < 1024 * 100 ? " %4.1fm" : " %4.0fm", rate / 1024);
    }
    else
    {
        std::snprintf(text, sizeof(text), " %4.1fg", rate / 1024 / 1024);
    }
    return text;
}

void
BonnieProgram::Report(std::ostream& os) const
{
    if (m_fileSize > 0)
    {
        ReportLargeFile(os);
    }
    if (m_files > 0)
    {
        ReportFiles(os);
    }
}

void
BonnieProgram::ReportLargeFile(std::ostream& os) const
{
    const auto size = m_fileSize % 1024 == 0 ? std::to_string(m_fileSize / 1024) + "G"
                                             : std::to_string(m_fileSize) + "M";
    const auto name = (m_machine + std::string(NAME_COLUMNS, ' ')).substr(0, NAME_COLUMNS);
    os << "                    ------Sequential Output------ --Sequential Input- --Random-\n"
          "                    -Per Chr- --Block-- -Rewrite- -Per Chr- --Block-- --Seeks--\n"
          "Name:Size etc        /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP\n";
    for (uint32_t i = 0; i < m_instances; ++i)
    {
        os << name.substr(0, NAME_COLUMNS - 1 - size.size()) << " " << size << "          "
           << FormatRate(i, PHASES[0]) << "    " << FormatRate(i, PHASES[1]) << "              "
           << FormatRate(i, PHASES[2]) << "    " << FormatRate(i, PHASES[3]) << "\n";
    }
}

void
BonnieProgram::ReportFiles(std::ostream& os) const
{
    os << "                    ------Sequential Create------ --------Random Create--------\n"
       << (m_machine + std::string(NAME_COLUMNS, ' ')).substr(0, NAME_COLUMNS)
       << " -Create-- --Read--- -Delete-- -Create-- --Read--- -Delete--\n"
          "              files  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP\n";
    for (uint32_t i = 0; i < m_instances; ++i)
    {
        const auto files = std::to_string(m_files);
        os << std::string(NAME_COLUMNS - files.size(), ' ') << files;
        for (const auto* phase : BonnieFileTest::PHASES)
        {
            os << FormatRate(i, phase) << "    ";
        }
        os << "\n";
    }
}

} // namespace ns3
