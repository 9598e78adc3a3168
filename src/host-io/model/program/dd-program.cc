/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dd-program.h"

#include "ns3/log.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cstdio>
#include <sstream>
#include <string_view>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("DdProgram");

NS_OBJECT_ENSURE_REGISTERED(DdProgram);

namespace
{

/// Number of the input among the open files of the process.
constexpr uint32_t INPUT = 0;

/// Number of the output.
constexpr uint32_t OUTPUT = 1;

/// Most bytes of a block, so that offsets fit.
constexpr uint64_t MAX_BLOCK_SIZE = uint64_t{1} << 30;

/// Most blocks.
constexpr uint64_t MAX_BLOCKS = uint64_t{1} << 32;

/// Prefixes of units; the first of 1000 is a small letter.
constexpr char PREFIXES[] = " KMGTPE";

/**
 * @param prefix number of a prefix
 * @param base 1000 or 1024
 * @return a blank and the prefix
 */
std::string
FormatPrefix(std::size_t prefix, uint64_t base)
{
    if (prefix == 0)
    {
        return " ";
    }
    return std::string(" ") + (prefix == 1 && base == 1000 ? 'k' : PREFIXES[prefix]);
}

/**
 * @param dividend a number
 * @param divisor another
 * @return their quotient to the nearest whole number, to the even one of two
 */
uint64_t
DivideToNearest(uint64_t dividend, uint64_t divisor)
{
    const auto quotient = dividend / divisor;
    const auto rest = dividend % divisor;
    const bool up = rest > divisor - rest || (rest == divisor - rest && quotient % 2 == 1);
    return quotient + up;
}

/**
 * Write a number of bytes as dd does: with a decimal if it is below 10 units.
 *
 * @param bytes the number
 * @param base 1000 or 1024
 * @return for example "105 M"
 */
std::string
FormatBytes(uint64_t bytes, uint64_t base)
{
    uint64_t unit = 1;
    std::size_t prefix = 0;
    while (bytes / unit >= base)
    {
        unit *= base;
        ++prefix;
    }
    const auto whole = DivideToNearest(bytes, unit);
    const auto tenths = bytes / unit * 10 + DivideToNearest(bytes % unit * 10, unit);
    if (whole == base)
    {
        return "1.0" + FormatPrefix(prefix + 1, base);
    }
    if (tenths >= 100 || prefix == 0)
    {
        return std::to_string(whole) + FormatPrefix(prefix, base);
    }
    return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) +
           FormatPrefix(prefix, base);
}

/**
 * Write a rate as dd does: with a decimal if it is below 100 units.
 *
 * @param rate bytes per second
 * @return for example "99.7 M"
 */
std::string
FormatRate(double rate)
{
    constexpr uint64_t BASE = 1000;
    std::size_t prefix = 0;
    while (rate >= BASE && prefix + 2 < sizeof(PREFIXES))
    {
        rate /= BASE;
        ++prefix;
    }
    char text[32];
    std::snprintf(text, sizeof(text), "%.1f", rate);
    if (std::string_view(text).size() > std::string_view("99.9").size() || prefix == 0)
    {
        std::snprintf(text, sizeof(text), "%.0f", rate);
    }
    return text + FormatPrefix(prefix, BASE);
}

/**
 * @param bytes a number of bytes
 * @return what dd says of it in brackets, for example " (105 MB, 100 MiB)"; empty for a small one
 */
std::string
DescribeBytes(uint64_t bytes)
{
    if (bytes < 1000)
    {
        return "";
    }
    auto text = " (" + FormatBytes(bytes, 1000) + "B";
    if (bytes >= 1024)
    {
        text += ", " + FormatBytes(bytes, 1024) + "iB";
    }
    return text + ")";
}

} // namespace

TypeId
DdProgram::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::DdProgram")
            .SetParent<FileProgram>()
            .SetGroupName("HostIo")
            .AddConstructor<DdProgram>()
            .AddAttribute("InputFile",
                          "dd's if=: the file to read, in Directory; empty for zeros, as from "
                          "/dev/zero",
                          StringValue(""),
                          MakeStringAccessor(&DdProgram::m_inputFile),
                          MakeStringChecker())
            .AddAttribute("OutputFile",
                          "dd's of=: the file to write, in Directory; empty to write nothing, as "
                          "to /dev/null",
                          StringValue(""),
                          MakeStringAccessor(&DdProgram::m_outputFile),
                          MakeStringChecker())
            .AddAttribute("BlockSize",
                          "dd's bs=: bytes of a block, 1 to 1073741824",
                          UintegerValue(512),
                          MakeUintegerAccessor(&DdProgram::m_blockSize),
                          MakeUintegerChecker<uint64_t>(1, MAX_BLOCK_SIZE))
            .AddAttribute("Count",
                          "dd's count=: blocks to copy, up to 4294967296; 0 for all of the input",
                          UintegerValue(0),
                          MakeUintegerAccessor(&DdProgram::m_count),
                          MakeUintegerChecker<uint64_t>(0, MAX_BLOCKS))
            .AddAttribute("Skip",
                          "dd's skip=: blocks of the input to skip first, up to 4294967296",
                          UintegerValue(0),
                          MakeUintegerAccessor(&DdProgram::m_skip),
                          MakeUintegerChecker<uint64_t>(0, MAX_BLOCKS))
            .AddAttribute("Seek",
                          "dd's seek=: blocks of the output to skip first, up to 4294967296",
                          UintegerValue(0),
                          MakeUintegerAccessor(&DdProgram::m_seek),
                          MakeUintegerChecker<uint64_t>(0, MAX_BLOCKS))
            .AddAttribute("Conv",
                          "dd's conv=: any of fsync, fdatasync, notrunc, with commas between them",
                          StringValue(""),
                          MakeStringAccessor(&DdProgram::m_conv),
                          MakeStringChecker())
            .AddAttribute("InputFlags",
                          "dd's iflag=: direct, or empty",
                          StringValue(""),
                          MakeStringAccessor(&DdProgram::m_inputFlags),
                          MakeStringChecker())
            .AddAttribute("OutputFlags",
                          "dd's oflag=: any of direct, sync, dsync, with commas between them",
                          StringValue(""),
                          MakeStringAccessor(&DdProgram::m_outputFlags),
                          MakeStringChecker());
    return tid;
}

uint64_t
DdProgram::GetCopiedBytes() const
{
    return m_outputFile.empty() ? m_readBytes : m_writtenBytes;
}

void
DdProgram::CheckAttributes()
{
    if (m_inputFile.empty() && m_outputFile.empty())
    {
        Reject("InputFile and OutputFile are empty; at least one must name a file");
    }
    if (m_inputFile.empty() && m_count == 0)
    {
        Reject("Count is 0, but zeros never end; give Count or InputFile");
    }
    const auto conv = FindWords(m_conv, {"fsync", "fdatasync", "notrunc"}, "Conv");
    const auto input = FindWords(m_inputFlags, {"direct"}, "InputFlags");
    const auto output = FindWords(m_outputFlags, {"direct", "sync", "dsync"}, "OutputFlags");
    m_sync = conv[0];
    m_dataSync = conv[1];
    m_noTruncation = conv[2];
    m_input.direct = input[0];
    m_output.create = true;
    m_output.direct = output[0];
    m_output.synchronous = output[1];
    m_output.dataSynchronous = output[2];
    m_output.truncate = !m_noTruncation && m_seek == 0;
}

std::vector<bool>
DdProgram::FindWords(const std::string& text,
                     const std::vector<std::string>& known,
                     const std::string& attribute) const
{
    std::vector<bool> found(known.size());
    std::istringstream stream(text);
    for (std::string word; std::getline(stream, word, ',');)
    {
        const auto at = std::find(known.begin(), known.end(), word);
        if (at == known.end())
        {
            std::string all;
            for (const auto& each : known)
            {
                all += (all.empty() ? "" : ", ") + each;
            }
            Reject(attribute + " has '" + word + "', which is none of " + all);
        }
        found[at - known.begin()] = true;
    }
    return found;
}

bool
DdProgram::Plan(FileProcess& process)
{
    switch (m_state)
    {
    case State::OPEN:
        PlanOpen(process);
        return true;
    case State::COPY:
        PlanBlock(process);
        return true;
    default:
        return false;
    }
}

void
DdProgram::PlanOpen(FileProcess& process)
{
    if (!m_inputFile.empty())
    {
        process.Open(INPUT, GetPath(m_inputFile), m_input);
    }
    if (!m_outputFile.empty())
    {
        process.Open(OUTPUT, GetPath(m_outputFile), m_output);
        if (m_seek > 0 && !m_noTruncation)
        {
            process.Truncate(OUTPUT, m_seek * m_blockSize);
        }
    }
    process.BeginPhase("copy");
    m_state = State::COPY;
}

void
DdProgram::PlanBlock(FileProcess& process)
{
    const bool reads = !m_inputFile.empty();
    const bool atEnd = reads && m_blocks > 0 && m_read == 0;
    if (reads && !m_outputFile.empty() && m_blocks > 0)
    {
        process.WriteCopy(OUTPUT, (m_seek + m_blocks - 1) * m_blockSize, m_read);
    }
    if (atEnd || (m_count > 0 && m_blocks == m_count))
    {
        PlanEnd(process);
        return;
    }
    if (reads)
    {
        process.Read(INPUT, (m_skip + m_blocks) * m_blockSize, m_blockSize, m_blockSize);
    }
    else
    {
        process.Write(OUTPUT, (m_seek + m_blocks) * m_blockSize, m_blockSize, m_blockSize);
    }
    ++m_blocks;
}

void
DdProgram::PlanEnd(FileProcess& process)
{
    if (m_dataSync && !m_outputFile.empty())
    {
        process.OnDescriptor(FileOperation::SYNC_DATA, OUTPUT);
    }
    if (m_sync && !m_outputFile.empty())
    {
        process.OnDescriptor(FileOperation::SYNC, OUTPUT);
    }
    process.OnDescriptor(FileOperation::CLOSE, INPUT);
    process.OnDescriptor(FileOperation::CLOSE, OUTPUT);
    process.EndPhase();
    m_state = State::ENDED;
}

void
DdProgram::Completed(const FileProcess&, const FileRequest& request)
{
    if (request.operation == FileOperation::READ)
    {
        m_read = request.done;
        m_readBytes += request.done;
    }
    else if (request.operation == FileOperation::WRITE)
    {
        m_writtenBytes += request.done;
    }
}

void
DdProgram::AddResults(std::vector<FileProgramResult>& results) const
{
    const auto& copy = GetPhase("copy");
    const auto bytes = static_cast<double>(GetCopiedBytes());
    results.push_back({"bytes_copied", "bytes", {bytes}});
    results.push_back({"seconds", "s", {copy.GetSeconds()}});
    results.push_back({"copy_rate", "bytes/s", {copy.GetRate(bytes)}});
}

void
DdProgram::Report(std::ostream& os) const
{
    const auto in = m_inputFile.empty() ? m_writtenBytes : m_readBytes;
    const auto bytes = GetCopiedBytes();
    for (const auto& [records, direction] : {std::pair{in, "in"}, std::pair{bytes, "out"}})
    {
        os << records / m_blockSize << "+" << (records % m_blockSize > 0) << " records "
           << direction << "\n";
    }
    const auto& copy = GetPhase("copy");
    const auto rate = copy.GetRate(static_cast<double>(bytes));
    char seconds[32];
    std::snprintf(seconds, sizeof(seconds), "%g", copy.GetSeconds());
    os << bytes << " bytes" << DescribeBytes(bytes) << " copied, " << seconds << " s, "
       << (copy.end > copy.begin ? FormatRate(rate) : "Infinity ") << "B/s\n";
}

} // namespace ns3
