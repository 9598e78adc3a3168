/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "csv-trace-reader.h"

#include <algorithm>
#include <limits>

namespace ns3
{

CsvTraceReader::CsvTraceReader(std::unique_ptr<LineReader> lines)
    : TraceReader(std::move(lines))
{
    m_places.fill(ABSENT);
    for (const auto name : GetLines().Split(",", true))
    {
        const auto column = std::find(NAMES.begin(), NAMES.end(), name) - NAMES.begin();
        if (column == N_COLUMNS || m_places[column] != ABSENT)
        {
            GetLines().Fail("column '" + std::string(name) + "' is " +
                            (column == N_COLUMNS ? "unknown" : "there twice") + "; expected " +
                            LAYOUT);
        }
        m_places[column] = m_width++;
    }
    for (std::size_t column = TIME; column <= BLOCKS; ++column)
    {
        if (m_places[column] == ABSENT)
        {
            GetLines().Fail("column '" + std::string(NAMES[column]) + "' is missing; expected " +
                            LAYOUT);
        }
    }
    SkipFirstLine();
}

bool
CsvTraceReader::Recognises(const LineReader& lines)
{
    const auto names = lines.Split(",", true);
    return std::find(names.begin(), names.end(), NAMES[TIME]) != names.end();
}

bool
CsvTraceReader::HasTimes() const
{
    return true;
}

void
CsvTraceReader::Parse(const LineReader& lines, TraceRecord& record)
{
    const auto fields = lines.Split(",", true);
    if (fields.size() != m_width)
    {
        lines.Fail("expected " + std::to_string(m_width) + " fields as in the header, found " +
                   std::to_string(fields.size()));
    }
    constexpr uint64_t SECOND = 1000000000;
    record.time = ParseTime(lines, fields[m_places[TIME]], NAMES[TIME], SECOND);
    record.operation = ParseOperation(lines, fields[m_places[OPERATION]]);
    ParseExtent(lines, fields[m_places[LBA]], fields[m_places[BLOCKS]], record);
    if (m_places[DEVICE] != ABSENT)
    {
        record.device = lines.ParseInteger(fields[m_places[DEVICE]],
                                           NAMES[DEVICE],
                                           std::numeric_limits<uint32_t>::max());
    }
    if (m_places[OBSERVED] != ABSENT)
    {
        record.observed = ParseTime(lines, fields[m_places[OBSERVED]], NAMES[OBSERVED], SECOND);
    }
}

} // namespace ns3
