/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "validate-trace-reader.h"

namespace ns3
{

ValidateTraceReader::ValidateTraceReader(std::unique_ptr<LineReader> lines)
    : TraceReader(std::move(lines))
{
}

bool
ValidateTraceReader::Recognises(const LineReader& lines)
{
    const auto fields = lines.Split(" \t", false);
    return fields.size() == 6 && (fields[0] == "R" || fields[0] == "W");
}

bool
ValidateTraceReader::HasTimes() const
{
    return false;
}

void
ValidateTraceReader::Parse(const LineReader& lines, TraceRecord& record)
{
    const auto fields = lines.Split(" \t", false);
    if (fields.size() != 6)
    {
        lines.Fail("expected 6 fields, " + std::string(LAYOUT) + ", found " +
                   std::to_string(fields.size()));
    }
    record.operation = ParseOperation(lines, fields[0]);
    ParseExtent(lines, fields[2], fields[3], record);
    record.observed = ParseTime(lines, fields[4], "service_us", 1000);
    record.think = ParseTime(lines, fields[5], "think_us", 1000);
}

} // namespace ns3
