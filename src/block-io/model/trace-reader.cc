/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "trace-reader.h"

#include "csv-trace-reader.h"
#include "disksim-trace-reader.h"
#include "user-error.h"
#include "validate-trace-reader.h"

#include <cmath>
#include <limits>

namespace ns3
{

std::unique_ptr<TraceReader>
TraceReader::Open(const std::string& fileName, Format format)
{
    return Open(std::make_unique<LineReader>(fileName), format);
}

std::unique_ptr<TraceReader>
TraceReader::Open(std::unique_ptr<LineReader> lines, Format format)
{
    if (!lines->Next())
    {
        throw UserError(lines->GetFileName() + ": the trace is empty");
    }
    switch (format == Format::RECOGNISED ? Recognise(*lines) : format)
    {
    case Format::DISKSIM:
        return std::make_unique<DisksimTraceReader>(std::move(lines));
    case Format::VALIDATE:
        return std::make_unique<ValidateTraceReader>(std::move(lines));
    case Format::CSV:
        return std::make_unique<CsvTraceReader>(std::move(lines));
    default:
        lines->Fail("unknown trace format; expected DiskSim ASCII '" +
                    std::string(DisksimTraceReader::LAYOUT) + "', DiskSim validate '" +
                    ValidateTraceReader::LAYOUT + "' or a CSV header '" + CsvTraceReader::LAYOUT +
                    "'");
    }
}

TraceReader::Format
TraceReader::Recognise(const LineReader& lines)
{
    if (CsvTraceReader::Recognises(lines))
    {
        return Format::CSV;
    }
    if (ValidateTraceReader::Recognises(lines))
    {
        return Format::VALIDATE;
    }
    return DisksimTraceReader::Recognises(lines) ? Format::DISKSIM : Format::RECOGNISED;
}

TraceReader::TraceReader(std::unique_ptr<LineReader> lines)
    : m_lines(std::move(lines))
{
}

bool
TraceReader::Next(TraceRecord& record)
{
    if (!m_lineRead && !m_lines->Next())
    {
        return false;
    }
    m_lineRead = false;
    record = TraceRecord();
    record.line = m_lines->GetLineNumber();
    Parse(*m_lines, record);
    if (record.time < m_lastTime)
    {
        m_lines->Fail("its time is before that of the record above");
    }
    m_lastTime = record.time;
    return true;
}

const LineReader&
TraceReader::GetLines() const
{
    return *m_lines;
}

void
TraceReader::SkipFirstLine()
{
    m_lineRead = false;
}

BlockOperation
TraceReader::ParseOperation(const LineReader& lines, std::string_view field)
{
    if (field != "R" && field != "W")
    {
        lines.Fail("operation is '" + std::string(field) + "', not R or W");
    }
    return field == "R" ? BlockOperation::READ : BlockOperation::WRITE;
}

Time
TraceReader::ParseTime(const LineReader& lines,
                       std::string_view field,
                       const char* name,
                       uint64_t unitNs)
{
    // 4e9 seconds hold every Unix time of this century and fit 64 bits of nanoseconds.
    const long double max = 4e18L / unitNs;
    return NanoSeconds(std::llround(lines.ParseNumber(field, name, max) * unitNs));
}

void
TraceReader::ParseExtent(const LineReader& lines,
                         std::string_view lba,
                         std::string_view sectors,
                         TraceRecord& record)
{
    // So that no byte address overflows.
    constexpr auto MAX_LBA = std::numeric_limits<uint64_t>::max() / TraceRecord::SECTOR_SIZE / 2;
    constexpr auto MAX_SECTORS = std::numeric_limits<uint32_t>::max() / TraceRecord::SECTOR_SIZE;
    record.lba = lines.ParseInteger(lba, "lba", MAX_LBA);
    record.sectors = lines.ParseInteger(sectors, "blocks", MAX_SECTORS);
    if (record.sectors == 0)
    {
        lines.Fail("blocks is 0");
    }
}

} // namespace ns3
