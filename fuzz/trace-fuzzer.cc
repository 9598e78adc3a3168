/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/line-reader.h"
#include "ns3/trace-columns.h"
#include "ns3/trace-reader-factory.h"
#include "ns3/trace-writer-factory.h"
#include "ns3/user-error.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace
{

/// A map that has every field, in which all records can be written.
constexpr const char* MAP = "time=1:ns,operation=2:word,address=3:byte,length=4:byte,device=5,"
                            "observed=6:ns,think=7:ns";

/**
 * Read a trace.
 *
 * @param text the trace
 * @param options its format
 * @param records gets its records
 * @return false if it is bad
 */
bool
Read(std::string_view text,
     const ns3::TraceOptions& options,
     std::vector<ns3::TraceRecord>& records)
{
    try
    {
        const auto trace =
            ns3::TraceReaderFactory::Open(std::make_unique<ns3::LineReader>("input", text),
                                          options);
        ns3::TraceRecord record;
        while (trace->Next(record))
        {
            record.line = 0;
            records.push_back(record);
        }
        return true;
    }
    catch (const ns3::UserError&)
    {
        return false;
    }
}

/**
 * Write records with every property and read them again: they must be the same.
 *
 * @param records the records
 */
void
CheckRoundTrip(std::vector<ns3::TraceRecord> records)
{
    std::stable_sort(records.begin(), records.end(), [](const auto& a, const auto& b) {
        return a.timeNs < b.timeNs;
    });
    ns3::TraceOptions options;
    options.format = ns3::TraceFormat::COLUMNS;
    options.columns = MAP;
    const auto writer = ns3::TraceWriterFactory::Open(options);
    for (const auto& record : records)
    {
        writer->Write(record);
    }
    writer->Commit();
    std::vector<ns3::TraceRecord> again;
    if (!Read(writer->GetText(), options, again) || again != records)
    {
        std::abort();
    }
}

} // namespace

/**
 * Read a trace in each format, and in the one that it is recognised as; take its first line for a
 * map of columns, too, and the rest for a trace with these.
 *
 * @param data the trace
 * @param size its size
 * @return 0
 */
extern "C" int
LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto end = std::min(text.find('\n'), text.size());
    std::vector<ns3::TraceOptions> tries(1);
    for (const auto& info : ns3::TraceFormatInfo::GetAll())
    {
        ns3::TraceOptions options;
        options.format = info.format;
        options.columns =
            info.format == ns3::TraceFormat::COLUMNS ? text.substr(0, end) : std::string_view();
        tries.push_back(options);
        options.event = ns3::TraceEvent::QUEUE;
        tries.push_back(options);
    }
    for (const auto& options : tries)
    {
        const bool hasMap = options.format == ns3::TraceFormat::COLUMNS;
        std::vector<ns3::TraceRecord> records;
        if (Read(hasMap ? text.substr(end) : text, options, records))
        {
            CheckRoundTrip(records);
        }
    }
    return 0;
}
