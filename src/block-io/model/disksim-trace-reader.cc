/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "disksim-trace-reader.h"

#include <cctype>
#include <limits>

namespace ns3
{

DisksimTraceReader::DisksimTraceReader(std::unique_ptr<LineReader> lines)
    : TraceReader(std::move(lines))
{
}

bool
DisksimTraceReader::Recognises(const LineReader& lines)
{
    const auto fields = lines.Split(" \t", false);
    return fields.size() == 5 && std::isdigit(static_cast<unsigned char>(fields[0].front()));
}

bool
DisksimTraceReader::HasTimes() const
{
    return true;
}

void
DisksimTraceReader::Parse(const LineReader& lines, TraceRecord& record)
{
    const auto fields = lines.Split(" \t", false);
    if (fields.size() != 5)
    {
        lines.Fail("expected 5 fields, " + std::string(LAYOUT) + ", found " +
                   std::to_string(fields.size()));
    }
    record.time = ParseTime(lines, fields[0], "arrival_ms", 1000000);
    constexpr auto MAX = std::numeric_limits<uint32_t>::max();
    record.device = lines.ParseInteger(fields[1], "device", MAX);
    ParseExtent(lines, fields[2], fields[3], record);
    const auto flags = lines.ParseInteger(fields[4], "flags", MAX, 16);
    record.operation = (flags & 1) != 0 ? BlockOperation::READ : BlockOperation::WRITE;
}

} // namespace ns3
