/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "trace-reader-factory.h"

#include "blkparse-trace-reader.h"
#include "column-trace-reader.h"
#include "fio-trace-reader.h"
#include "known-trace-columns.h"
#include "trace-recogniser.h"

#include "ns3/user-error.h"

#include <utility>

namespace ns3
{

std::unique_ptr<TraceReader>
TraceReaderFactory::Open(const std::string& fileName, const TraceOptions& options)
{
    return Open(std::make_unique<LineReader>(fileName), options);
}

std::unique_ptr<TraceReader>
TraceReaderFactory::Open(const std::string& fileName, TraceFormat format)
{
    TraceOptions options;
    options.format = format;
    return Open(fileName, options);
}

std::unique_ptr<TraceReader>
TraceReaderFactory::Open(std::unique_ptr<LineReader> lines, const TraceOptions& options)
{
    if (!options.columns.empty() && options.format != TraceFormat::RECOGNISED &&
        options.format != TraceFormat::COLUMNS)
    {
        throw UserError(lines->GetFileName() + ": columns are given, but the format is " +
                        TraceFormatInfo::Get(options.format).name);
    }
    if (!lines->Next())
    {
        throw UserError(lines->GetFileName() + ": the trace is empty");
    }
    auto format = options.format;
    if (format == TraceFormat::RECOGNISED)
    {
        format =
            options.columns.empty() ? TraceRecogniser(*lines).Recognise() : TraceFormat::COLUMNS;
    }
    switch (format)
    {
    case TraceFormat::RECOGNISED: {
        if (lines->GetLine().find('\0') != std::string_view::npos)
        {
            lines->Fail(
                "this is no text; only text can be read, plain or compressed by gzip or zstd");
        }
        std::string known;
        for (const auto& info : TraceFormatInfo::GetAll())
        {
            known +=
                (known.empty() ? "" : "; ") + std::string(info.name) + " '" + info.layout + "'";
        }
        lines->Fail("unknown trace format; expected one of " + known);
    }
    case TraceFormat::BLKPARSE:
        return std::make_unique<BlkparseTraceReader>(std::move(lines), options.event);
    case TraceFormat::FIO2:
    case TraceFormat::FIO3:
        return std::make_unique<FioTraceReader>(std::move(lines), format);
    case TraceFormat::COLUMNS:
        return std::make_unique<ColumnTraceReader>(std::move(lines),
                                                   format,
                                                   TraceColumns::Parse(options.columns));
    default:
        return std::make_unique<ColumnTraceReader>(std::move(lines),
                                                   format,
                                                   GetKnownTraceColumns(format));
    }
}

} // namespace ns3
