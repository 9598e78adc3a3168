/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 *
 * Measures how many lines of a block trace are read in a second of wall time: writes a trace of
 * random requests in each format and reads it. Prints one line of JSON: the rate of the slowest
 * format, that of each, and by how much resident memory grew while the last nine tenths of a trace
 * were read.
 */

#include "resident-memory.h"

#include "ns3/json-writer.h"
#include "ns3/program-options.h"
#include "ns3/random-variable-stream.h"
#include "ns3/trace-reader-factory.h"
#include "ns3/trace-writer-factory.h"
#include "ns3/user-error.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/// A map of columns for the format that needs one.
constexpr const char* COLUMNS = "time=1:us,operation=2,address=3:byte,length=4:byte,device=5";

/// What is measured of a format.
struct Figures
{
    double linesPerSecond{0}; //!< lines read in a second of wall time
    int64_t growthKib{0};     //!< growth of resident memory while the last nine tenths were read
};

/**
 * Write a trace of random requests on four devices, 100 us to 1 ms apart.
 *
 * @param fileName the file
 * @param options its format
 * @param requests number of requests
 */
void
WriteTrace(const std::string& fileName, const TraceOptions& options, uint64_t requests)
{
    auto random = CreateObject<UniformRandomVariable>();
    random->SetStream(1);
    auto writer = TraceWriterFactory::Open(fileName, options);
    TraceRecord record;
    for (uint64_t i = 0; i < requests; ++i)
    {
        record.timeNs += random->GetInteger(100000, 1000000);
        record.lba = uint64_t{8} * random->GetInteger(0, 100000000);
        record.sectors = 8 * random->GetInteger(1, 32);
        record.device = random->GetInteger(0, 3);
        record.operation = i % 3 == 0 ? BlockOperation::WRITE : BlockOperation::READ;
        writer->Write(record);
    }
    writer->Commit();
}

/**
 * Read a trace.
 *
 * @param fileName the file
 * @param options its format
 * @param requests number of its requests
 * @return what was measured
 */
Figures
ReadTrace(const std::string& fileName, const TraceOptions& options, uint64_t requests)
{
    const auto begin = std::chrono::steady_clock::now();
    auto reader = TraceReaderFactory::Open(fileName, options);
    TraceRecord record;
    uint64_t read = 0;
    uint64_t residentKib = 0;
    while (reader->Next(record))
    {
        if (++read == requests / 10)
        {
            residentKib = GetResidentKib();
        }
    }
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begin;
    if (read != requests)
    {
        throw UserError(fileName + ": not all requests were read");
    }
    return {record.line / wall.count(),
            static_cast<int64_t>(GetResidentKib()) - static_cast<int64_t>(residentKib)};
}

/**
 * Measure one or all formats.
 *
 * @param format the format's name, or all
 * @param requests number of requests
 * @param folder where traces are made
 * @param suffix how their names end
 */
void
Measure(const std::string& format,
        uint64_t requests,
        const std::string& folder,
        const std::string& suffix)
{
    Figures slowest;
    std::vector<std::pair<std::string, double>> each;
    for (const auto& info : TraceFormatInfo::GetAll())
    {
        if (format != "all" && TraceFormatInfo::Find(format) != info.format)
        {
            continue;
        }
        TraceOptions options;
        options.format = info.format;
        options.columns = info.format == TraceFormat::COLUMNS ? COLUMNS : "";
        const auto fileName = (std::filesystem::path(folder) / "trace-lines").string() + suffix;
        WriteTrace(fileName, options, requests);
        const auto figures = ReadTrace(fileName, options, requests);
        std::filesystem::remove(fileName);
        slowest.linesPerSecond = each.empty()
                                     ? figures.linesPerSecond
                                     : std::min(slowest.linesPerSecond, figures.linesPerSecond);
        slowest.growthKib = std::max(slowest.growthKib, figures.growthKib);
        each.emplace_back(info.tag, figures.linesPerSecond);
    }
    JsonWriter json;
    json.BeginObject();
    json.Key("lines_per_s").Integer(static_cast<uint64_t>(slowest.linesPerSecond));
    json.Key("growth_kb").Integer(static_cast<uint64_t>(slowest.growthKib));
    for (const auto& [tag, linesPerSecond] : each)
    {
        json.Key(tag).Integer(static_cast<uint64_t>(linesPerSecond));
    }
    json.EndObject();
    std::cout << json.GetText() << std::endl;
}

} // namespace

int
main(int argc, char* argv[])
{
    std::string format = "all";
    uint64_t requests = 1000000;
    std::string folder = std::filesystem::temp_directory_path().string();
    std::string suffix;
    ProgramOptions options(
        "trace-lines",
        "Measure how many lines of a block trace are read per second of wall time.");
    options.Add("format", "a format of traces, or all", format, TextRule());
    options.Add("requests",
                "number of requests",
                requests,
                IntegerRule("10", "1000000000000", "requests"));
    options.Add("folder", "where traces are made", folder, TextRule());
    options.Add("suffix",
                "suffix of the names of traces; .gz or .zst compresses them",
                suffix,
                TextRule(".gz"));
    return options.Run(argc, argv, [&] {
        Measure(format, requests, folder, suffix);
        return 0;
    });
}
