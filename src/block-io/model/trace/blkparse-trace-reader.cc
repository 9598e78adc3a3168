/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "blkparse-trace-reader.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace ns3
{

namespace
{

constexpr std::size_t ACTION = 5;     //!< field of the event's kind
constexpr std::size_t N_COMMON = 6;   //!< fields that all events have
constexpr std::size_t N_REQUEST = 10; //!< fields of an event that moves data, before the process
/// The letter of each TraceEvent.
constexpr std::array LETTERS{"D", "Q", "C"};
constexpr uint32_t SCSI_MAJOR = 8;   //!< major number of SCSI disks
constexpr uint32_t SCSI_MINORS = 16; //!< minor numbers of each

/**
 * @param fields the fields of a line
 * @return true if the line is an event: it begins with major,minor
 */
bool
IsEvent(const std::vector<std::string_view>& fields)
{
    return fields.size() >= N_COMMON &&
           std::isdigit(static_cast<unsigned char>(fields[0].front())) &&
           fields[0].find(',') != std::string_view::npos;
}

/**
 * @param flags the field RWBS
 * @return R or W for an event that moves data, another character for any other
 */
char
GetDirection(std::string_view flags)
{
    // A flush may go before what it is to precede.
    if (flags.size() > 1 && flags.front() == 'F')
    {
        flags.remove_prefix(1);
    }
    return flags.empty() ? '\0' : flags.front();
}

} // namespace

BlkparseTraceReader::BlkparseTraceReader(std::unique_ptr<LineReader> lines, TraceEvent event)
    : TraceReader(std::move(lines), Format::BLKPARSE),
      m_event(event)
{
}

bool
BlkparseTraceReader::Recognises(const LineReader& lines)
{
    const auto& fields = lines.Split(" \t", false);
    return IsEvent(fields) && fields[3].find('.') != std::string_view::npos;
}

const char*
BlkparseTraceReader::GetLetter(TraceEvent event)
{
    return LETTERS[static_cast<std::size_t>(event)];
}

std::string
BlkparseTraceReader::GetUnits() const
{
    return "time in s, address in sectors of 512 bytes";
}

bool
BlkparseTraceReader::Parse(const LineReader& lines, TraceRecord& record)
{
    const auto& fields = lines.Split(" \t", false);
    if (!IsEvent(fields))
    {
        return false;
    }
    if (fields[ACTION] != GetLetter(m_event))
    {
        const auto other = std::find(LETTERS.begin(), LETTERS.end(), fields[ACTION]);
        m_others[other - LETTERS.begin()] += 1;
        return false;
    }
    const auto direction = GetDirection(fields.size() > N_COMMON ? fields[N_COMMON] : "");
    if ((direction != 'R' && direction != 'W') || fields.size() < N_REQUEST || fields[8] != "+")
    {
        return false;
    }
    const auto sectors = lines.ParseInteger(fields[9], "sectors", TraceRecord::MAX_SECTORS);
    if (sectors == 0)
    {
        return false; // A flush that is said to be a write.
    }
    record.device = ParseDevice(fields[0]);
    constexpr uint64_t SECOND = 1000000000;
    record.timeNs = lines.ParseScaled(fields[3], "seconds", SECOND, 4000000000);
    record.operation = direction == 'R' ? BlockOperation::READ : BlockOperation::WRITE;
    record.lba = lines.ParseInteger(fields[7], "sector", TraceRecord::MAX_LBA);
    record.sectors = sectors;
    return true;
}

std::string
BlkparseTraceReader::GetExpectation() const
{
    auto text = TraceReader::GetExpectation() + "' with action '" + GetLetter(m_event);
    const char* before = "', where there are ";
    for (std::size_t i = 0; i < LETTERS.size(); ++i)
    {
        if (m_others[i] > 0)
        {
            text += before + std::to_string(m_others[i]) + " of action '" + LETTERS[i];
            before = "' and ";
        }
    }
    return text;
}

uint32_t
BlkparseTraceReader::ParseDevice(std::string_view field)
{
    const auto comma = field.find(',');
    const uint32_t major = GetLines().ParseInteger(field.substr(0, comma), "major", UINT32_MAX);
    const uint32_t minor = GetLines().ParseInteger(field.substr(comma + 1), "minor", UINT32_MAX);
    if (!m_hasMajor)
    {
        m_hasMajor = true;
        m_major = major;
    }
    if (major != m_major)
    {
        Fail("the device has major number " + std::to_string(major) + " but was " +
             std::to_string(m_major) + ": a trace must hold devices of one kind");
    }
    return major == SCSI_MAJOR ? minor / SCSI_MINORS : minor;
}

} // namespace ns3
