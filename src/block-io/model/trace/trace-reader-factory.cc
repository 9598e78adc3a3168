/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "trace-reader-factory.h"

#include "blkparse-trace-reader.h"
#include "column-trace-reader.h"
#include "fio-trace-reader.h"

#include "ns3/block-io-user-error.h"

#include <utility>

namespace ns3
{

std::unique_ptr<TraceReader>
TraceReaderFactory::Open(const std::string& fileName, const TraceOptions& options)
{
    return Open(std::make_unique<BlockLineReader>(fileName), options);
}

std::unique_ptr<TraceReader>
TraceReaderFactory::Open(const std::string& fileName, TraceFormat format)
{
    TraceOptions options;
    options.format = format;
    return Open(fileName, options);
}

std::unique_ptr<TraceReader>
TraceReaderFactory::Open(std::unique_ptr<BlockLineReader> lines, const TraceOptions& options)
{
    if (!lines->Next())
    {
        throw BlockIoUserError(lines->GetFileName() + ": the trace is empty");
    }
    auto format = options.format;
    if (format == TraceFormat::RECOGNISED)
    {
        format = options.columns.empty() ? Recognise(*lines) : TraceFormat::COLUMNS;
    }
    switch (format)
    {
    case TraceFormat::RECOGNISED: {
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
                                                   TraceColumns::Get(format));
    }
}

TraceFormat
TraceReaderFactory::Recognise(const BlockLineReader& lines)
{
    for (const auto& info : TraceFormatInfo::GetAll())
    {
        const auto format = info.format;
        bool isIt = false;
        switch (format)
        {
        case TraceFormat::BLKPARSE:
            isIt = BlkparseTraceReader::Recognises(lines);
            break;
        case TraceFormat::FIO2:
        case TraceFormat::FIO3:
            isIt = FioTraceReader::Recognises(lines, format);
            break;
        case TraceFormat::COLUMNS:
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
    const bool tells = guess != TraceFormat::CSV && guess != TraceFormat::COLUMNS;
    return tells ? guess : TraceFormat::RECOGNISED;
}

} // namespace ns3
