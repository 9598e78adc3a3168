/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "trace-reader.h"

#include "blkparse-trace-reader.h"
#include "column-trace-reader.h"
#include "fio-trace-reader.h"
#include "user-error.h"

#include <algorithm>

namespace ns3
{

std::unique_ptr<TraceReader>
TraceReader::Open(const std::string& fileName, const TraceOptions& options)
{
    return Open(std::make_unique<LineReader>(fileName), options);
}

std::unique_ptr<TraceReader>
TraceReader::Open(const std::string& fileName, Format format)
{
    TraceOptions options;
    options.format = format;
    return Open(fileName, options);
}

std::unique_ptr<TraceReader>
TraceReader::Open(std::unique_ptr<LineReader> lines, const TraceOptions& options)
{
    if (!lines->Next())
    {
        throw UserError(lines->GetFileName() + ": the trace is empty");
    }
    auto format = options.format;
    if (format == Format::RECOGNISED)
    {
        format = options.columns.empty() ? Recognise(*lines) : Format::COLUMNS;
    }
    switch (format)
    {
    case Format::RECOGNISED: {
        std::string known;
        for (const auto& info : TraceFormatInfo::GetAll())
        {
            known +=
                (known.empty() ? "" : "; ") + std::string(info.name) + " '" + info.layout + "'";
        }
        lines->Fail("unknown trace format; expected one of " + known);
    }
    case Format::BLKPARSE:
        return std::make_unique<BlkparseTraceReader>(std::move(lines), options.event);
    case Format::FIO2:
    case Format::FIO3:
        return std::make_unique<FioTraceReader>(std::move(lines), format);
    case Format::COLUMNS:
        return std::make_unique<ColumnTraceReader>(std::move(lines),
                                                   format,
                                                   TraceColumns::Parse(options.columns));
    default:
        return std::make_unique<ColumnTraceReader>(std::move(lines),
                                                   format,
                                                   TraceColumns::Get(format));
    }
}

TraceReader::Format
TraceReader::Recognise(const LineReader& lines)
{
    for (const auto& info : TraceFormatInfo::GetAll())
    {
        const auto format = info.format;
        bool isIt = false;
        switch (format)
        {
        case Format::BLKPARSE:
            isIt = BlkparseTraceReader::Recognises(lines);
            break;
        case Format::FIO2:
        case Format::FIO3:
            isIt = FioTraceReader::Recognises(lines, format);
            break;
        case Format::COLUMNS:
            break;
        default:
            isIt = ColumnTraceReader::Recognises(lines, TraceColumns::Get(format));
            break;
        }
        if (isIt)
        {
            return format;
        }
    }
    // No known format, or a bad line of the one that the name tells. Files of any comma-separated
    // format are named .csv, and there are no columns without a map.
    const auto guess = TraceFormatInfo::Guess(lines.GetFileName());
    const bool tells = guess != Format::CSV && guess != Format::COLUMNS;
    return tells ? guess : Format::RECOGNISED;
}

TraceReader::TraceReader(std::unique_ptr<LineReader> lines, Format format)
    : m_lines(std::move(lines)),
      m_info(TraceFormatInfo::Get(format))
{
}

bool
TraceReader::Next(TraceRecord& record)
{
    while (m_lineRead || m_lines->Next())
    {
        m_lineRead = false;
        record = TraceRecord();
        record.line = m_lines->GetLineNumber();
        if (Parse(*m_lines, record))
        {
            if (m_info.isOrdered && record.timeNs < m_lastTime)
            {
                Fail("its time is before that of the record above");
            }
            m_lastTime = record.timeNs;
            ++m_records;
            return true;
        }
    }
    if (m_records == 0)
    {
        throw UserError(m_lines->GetFileName() + ": the trace holds no request; expected " +
                        m_info.name + " '" + GetExpectation() + "'");
    }
    return false;
}

TraceReader::Format
TraceReader::GetFormat() const
{
    return m_info.format;
}

bool
TraceReader::HasTimes() const
{
    return m_info.hasTimes;
}

uint64_t
TraceReader::GetWidened() const
{
    return m_widened;
}

void
TraceReader::Fail(const std::string& message) const
{
    m_lines->Fail(message);
}

std::string
TraceReader::GetExpectation() const
{
    return m_info.layout;
}

const LineReader&
TraceReader::GetLines() const
{
    return *m_lines;
}

void
TraceReader::SkipLine()
{
    m_lineRead = m_lines->Next();
}

void
TraceReader::SetExtent(uint64_t address, uint64_t length, const char* name, TraceRecord& record)
{
    constexpr uint64_t SECTOR = TraceRecord::SECTOR_SIZE;
    if (length == 0)
    {
        Fail(std::string(name) + " is 0");
    }
    record.lba = address / SECTOR;
    const auto sectors = (address % SECTOR + length + SECTOR - 1) / SECTOR;
    if (sectors > TraceRecord::MAX_SECTORS)
    {
        Fail(std::string(name) + " is more than " + std::to_string(TraceRecord::MAX_SECTORS) +
             " sectors");
    }
    record.sectors = sectors;
    m_widened += (address | length) % SECTOR != 0 ? 1 : 0;
}

} // namespace ns3
