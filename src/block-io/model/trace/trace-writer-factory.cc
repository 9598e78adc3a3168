/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "trace-writer-factory.h"

#include "blkparse-trace-writer.h"
#include "column-trace-writer.h"
#include "fio-trace-writer.h"
#include "known-trace-columns.h"

#include "ns3/user-error.h"

namespace ns3
{

std::unique_ptr<TraceWriter>
TraceWriterFactory::Open(const std::string& fileName, const TraceOptions& options)
{
    auto known = options;
    if (known.format == TraceFormat::RECOGNISED)
    {
        known.format =
            options.columns.empty() ? TraceFormatInfo::Guess(fileName) : TraceFormat::COLUMNS;
    }
    if (known.format == TraceFormat::RECOGNISED)
    {
        throw UserError(fileName + ": the name does not tell the format: give the format, or use a "
                                   "name that ends in .csv, .spc, .msr.csv and the like");
    }
    auto writer = Open(known);
    writer->SetFile(std::make_unique<ResultFile>(fileName));
    return writer;
}

std::unique_ptr<TraceWriter>
TraceWriterFactory::Open(const TraceOptions& options)
{
    switch (options.format)
    {
    case TraceFormat::BLKPARSE:
        return std::make_unique<BlkparseTraceWriter>(options.event);
    case TraceFormat::FIO2:
    case TraceFormat::FIO3:
        return std::make_unique<FioTraceWriter>(options.format);
    case TraceFormat::COLUMNS:
        return std::make_unique<ColumnTraceWriter>(options.format,
                                                   TraceColumns::Parse(options.columns));
    default:
        return std::make_unique<ColumnTraceWriter>(options.format,
                                                   GetKnownTraceColumns(options.format));
    }
}

} // namespace ns3
