/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 *
 * Tells what is in a block trace, or converts it to another format.
 *
 *     block-trace info hm_1.csv.gz
 *     block-trace convert hm_1.csv.gz hm_1.spc --fromZero
 */

#include "trace-report.h"

#include "ns3/program-options.h"
#include "ns3/result-file.h"
#include "ns3/trace-overview.h"
#include "ns3/trace-reader-factory.h"
#include "ns3/trace-reader.h"
#include "ns3/trace-summary.h"
#include "ns3/trace-writer-factory.h"
#include "ns3/trace-writer.h"
#include "ns3/user-error.h"

#include <algorithm>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// What the command line says.
struct Options
{
    std::string command;        //!< info or convert
    std::string in;             //!< the trace
    std::string out;            //!< convert: the new trace
    std::string from;           //!< its format; empty to recognise it
    std::string to;             //!< convert: the new format; empty for what the name tells
    std::string columns;        //!< columns of the trace
    std::string toColumns;      //!< convert: columns of the new one
    std::string event{"issue"}; //!< events of blkparse: issue or queue
    std::string summary;        //!< info: JSON file; empty for none
    bool json{false};           //!< info: print JSON instead of tables
    bool sort{false};           //!< convert: put requests in order of time
    bool fromZero{false};       //!< convert: times count from the first request
};

/**
 * Add what the command line may say.
 *
 * @param o where it goes
 * @param options the list of options
 */
void
AddOptions(Options& o, ProgramOptions& options)
{
    options.SetRenamed("to-columns", "toColumns");
    options.SetRenamed("from-zero", "fromZero");
    const std::string isInfo = "command=info";
    const std::string isConvert = "command=convert";
    options.AddPositional("command", "info or convert", o.command);
    options.AddPositional("in", "The trace", o.in);
    options.AddPositional("out", "convert: the new trace", o.out);
    options.Add("from", "Format of the trace; recognised if absent", o.from, TextRule("msr"));
    options.Add("to",
                "Format of the new trace; by default its name decides",
                o.to,
                TextRule("spc"),
                isConvert);
    const auto columns = TextRule("time=1:us,operation=2,address=3:byte,length=4:byte");
    options.Add("columns",
                "Columns of the trace, such as time=1:us,operation=2,address=3:byte,"
                "length=4:byte; the format is then columns",
                o.columns,
                columns);
    options.Add("toColumns", "The same for the new trace", o.toColumns, columns, isConvert);
    options.AddWord("event",
                    "Events of blkparse that are requests: issue, queue or complete",
                    o.event,
                    {{"issue", "Issue"}, {"queue", "Queue"}, {"complete", "Complete"}});
    options.Add("summary", "JSON file of the results", o.summary, TextRule("trace.json"), isInfo);
    options.AddJson(o.json, isInfo);
    options.AddSwitch("sort", "Order requests by time, in memory", o.sort, isConvert);
    options.AddSwitch("fromZero", "Times count from the first request", o.fromZero, isConvert);
}

/**
 * @param o the options
 * @param format the name of a format
 * @param columns columns
 * @return what readers and writers are told
 */
TraceOptions
GetTraceOptions(const Options& o, const std::string& format, const std::string& columns)
{
    TraceOptions options;
    options.format = TraceFormatInfo::Find(format);
    options.columns = columns;
    options.event = FindTraceEvent(o.event);
    return options;
}

/**
 * Tell what is in the trace.
 *
 * @param o the options
 */
void
TellInfo(const Options& o)
{
    const auto reader = TraceReaderFactory::Open(o.in, GetTraceOptions(o, o.from, o.columns));
    std::optional<ResultFile> file;
    if (!o.summary.empty())
    {
        file.emplace(o.summary);
    }
    TraceSummary summary(reader->HasTimes());
    TraceOverview overview;
    TraceRecord record;
    while (reader->Next(record))
    {
        summary.Add(record);
        overview.Add(record);
    }
    const TraceReport report(summary, *reader);
    if (file)
    {
        file->Write(report.ToJson());
        file->Commit();
    }
    std::cout << (o.json ? report.ToJson() : overview.ToText(*reader) + "\n\n" + report.ToText());
}

/**
 * Convert the trace in the order in which it is.
 *
 * @param reader the trace
 * @param fromZero true if times count from the first request
 * @param writer the new one
 * @return what was understood of the trace
 */
TraceOverview
ConvertInOrder(TraceReader& reader, bool fromZero, TraceWriter& writer)
{
    int64_t zero = 0;
    int64_t last = 0;
    bool isFirst = true;
    TraceOverview overview;
    TraceRecord record;
    while (reader.Next(record))
    {
        overview.Add(record);
        if (record.timeNs < last)
        {
            reader.Fail(
                "its time is before that of the previous record; --sort puts the records in order");
        }
        last = record.timeNs;
        zero = isFirst && fromZero ? record.timeNs : zero;
        isFirst = false;
        record.timeNs -= zero;
        writer.Write(record);
    }
    return overview;
}

/**
 * Convert the trace in the order of time. It is held in memory.
 *
 * @param reader the trace
 * @param fromZero true if times count from the first request
 * @param writer the new one
 * @return what was understood of the trace
 */
TraceOverview
ConvertSorted(TraceReader& reader, bool fromZero, TraceWriter& writer)
{
    TraceOverview overview;
    std::vector<TraceRecord> records;
    TraceRecord record;
    while (reader.Next(record))
    {
        overview.Add(record);
        records.push_back(record);
    }
    std::stable_sort(
        records.begin(),
        records.end(),
        [](const TraceRecord& a, const TraceRecord& b) { return a.timeNs < b.timeNs; });
    const auto zero = fromZero ? records.front().timeNs : 0;
    for (auto& one : records)
    {
        one.timeNs -= zero;
        writer.Write(one);
    }
    return overview;
}

/**
 * Convert the trace.
 *
 * @param o the options
 */
void
Convert(const Options& o)
{
    if (o.out.empty())
    {
        throw UserError("convert needs two files: the old trace and the new one");
    }
    const auto reader = TraceReaderFactory::Open(o.in, GetTraceOptions(o, o.from, o.columns));
    const auto writer = TraceWriterFactory::Open(o.out, GetTraceOptions(o, o.to, o.toColumns));
    if (!reader->HasTimes() && TraceFormatInfo::Get(writer->GetFormat()).hasTimes)
    {
        throw UserError(o.in + ": it has no arrival times, which the format " +
                        TraceFormatInfo::Get(writer->GetFormat()).name + " needs");
    }
    const auto overview = o.sort ? ConvertSorted(*reader, o.fromZero, *writer)
                                 : ConvertInOrder(*reader, o.fromZero, *writer);
    writer->Commit();
    std::cerr << "note: " << o.in << ": " << overview.ToText(*reader) << "\n";
}

/**
 * Do what the command line says.
 *
 * @param o the options
 * @return the exit status
 */
int
Run(const Options& o)
{
    if (o.in.empty() || (o.command != "info" && o.command != "convert"))
    {
        throw UserError("usage: block-trace info FILE, or block-trace convert IN OUT");
    }
    if (o.command == "info")
    {
        TellInfo(o);
    }
    else
    {
        Convert(o);
    }
    return 0;
}

} // namespace

int
main(int argc, char* argv[])
{
    Options o;
    ProgramOptions options("block-trace",
                           "Show what a block trace contains (info), or convert it to another "
                           "format\n(convert). Files may be compressed: .gz and .zst.");
    AddOptions(o, options);
    return options.Run(argc, argv, [&o] { return Run(o); });
}
