/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-load-options.h"

#include "san-program-options.h"

#include "ns3/user-error.h"

#include <string>

namespace ns3
{

namespace
{

/// Most requests outstanding: they are in memory.
constexpr const char* MOST_OUTSTANDING = "1000000";

/// Most requests of a run, which takes weeks.
constexpr const char* MOST_REQUESTS = "1000000000000";

/// What draws its requests at random.
constexpr const char* DRAWN = "workload=poisson|fixed|closed|verify";

/// What replays a trace.
constexpr const char* REPLAY = "workload=trace";

} // namespace

SanLoadOptions::SanLoadOptions(ProgramOptions& list)
    : SanFeatureOptions(list)
{
}

void
SanLoadOptions::AddWorkload()
{
    m_list.BeginGroup("workload");
    m_list.AddWord(
        "workload",
        "When requests are issued: poisson, fixed, closed or trace; or a program on "
        "files, one on each drive: dd, bonnie, postmark, copy or files (a trace of file "
        "operations); or h2benchw, a benchmark of each drive; or verify, which checks contents; or "
        "what a job file of fio or a configuration file of IOMeter says: fio, iometer",
        workload,
        {{"poisson", "Poisson"},
         {"fixed", "Fixed"},
         {"closed", "Closed"},
         {"trace", "ns3::TraceWorkload"},
         {"h2benchw", "ns3::H2benchwWorkload"},
         {"verify", "Closed"},
         {"fio", ""},
         {"iometer", "ns3::IometerWorkload"},
         {"dd", "ns3::DdProgram"},
         {"bonnie", "ns3::BonnieProgram"},
         {"postmark", "ns3::PostmarkProgram"},
         {"copy", "ns3::CopyProgram"},
         {"files", "ns3::FileTraceProgram"}});
    m_list.Add("rate",
               "Requests per second",
               rate,
               NumberRule("0.000001", "1000000000", "requests/s"),
               "workload=poisson|fixed");
    m_list.Add("queueDepth",
               "Requests outstanding",
               queueDepth,
               IntegerRule("1", MOST_OUTSTANDING, "requests"),
               "workload=closed|verify|iometer or workload=trace and traceMode=closed");
    m_list.Add("thinkTime",
               "Time from a completion to the next request",
               thinkTime,
               TimeRule("0s", "5ms"),
               "workload=closed|verify");
    m_list.AddWord("pattern",
                   "Addresses: uniform, sequential or zipf",
                   pattern,
                   {{"uniform", "ns3::UniformAddressPattern"},
                    {"sequential", "ns3::SequentialAddressPattern"},
                    {"zipf", "ns3::ZipfAddressPattern"}},
                   DRAWN);
    m_list.Add("size",
               "Request sizes: 4096, or with weights 4096:3,65536:1",
               size,
               SizesRule(),
               DRAWN);
    m_list.Add("alignment",
               "Requests begin at multiples of this; 0 for one block. Requests in sequence leave "
               "gaps if they are smaller",
               alignment,
               IntegerRule("0", "1073741824", "bytes", "512"),
               DRAWN);
    m_list.Add("readFraction", "Share of reads", readFraction, NumberRule("0", "1"), DRAWN);
    m_list.Add("count",
               "Requests of each initiator; verify: between its first and last phase",
               count,
               IntegerRule("1", MOST_REQUESTS, "requests"),
               "workload=poisson|fixed|closed|verify|iometer");
    m_list.Add(
        "stop",
        "No new requests after this time; 0s for no limit. verify: time between its first and "
        "last phase",
        stop,
        TimeRule("0s", "2s"));
}

void
SanLoadOptions::AddTrace()
{
    m_list.Add("trace",
               "The trace, a file that is plain or compressed by gzip or zstd",
               trace,
               TextRule("trace.csv.gz"),
               REPLAY);
    m_list.AddWord("traceFormat",
                   "Format of the trace: auto, csv, disksim, validate, spc, msr, blkparse, fio2, "
                   "fio3, tencent, alibaba, "
                   "mqsim, systor, fiu, cloudphysics (or libcachesim) or columns",
                   traceFormat,
                   {{"auto", "Recognised"},
                    {"csv", "Csv"},
                    {"disksim", "DiskSim"},
                    {"validate", "Validate"},
                    {"spc", "Spc"},
                    {"msr", "Msr"},
                    {"blkparse", "Blkparse"},
                    {"fio2", "Fio2"},
                    {"fio3", "Fio3"},
                    {"tencent", "Tencent"},
                    {"alibaba", "Alibaba"},
                    {"mqsim", "MQSim"},
                    {"systor", "Systor"},
                    {"fiu", "Fiu"},
                    {"cloudphysics", "CloudPhysics"},
                    {"libcachesim", "CloudPhysics"},
                    {"columns", "Columns"}},
                   REPLAY);
    m_list.Add("traceColumns",
               "Columns of the trace, such as time=1:us,operation=2,address=3:byte,"
               "length=4:byte; the format is then columns",
               traceColumns,
               TextRule("time=1:us,operation=2,address=3:byte,length=4:byte"),
               REPLAY);
    m_list.AddWord("traceMode",
                   "When requests of the trace are issued: open (recorded times) or closed",
                   traceMode,
                   {{"open", "Recorded"}, {"closed", "Closed"}},
                   REPLAY);
    m_list.AddWord("fit",
                   "What becomes of a trace larger than its device: refuse (an error), wrap "
                   "(addresses modulo the capacity) or scale (addresses in proportion to it)",
                   fit,
                   {{"refuse", "Refuse"}, {"wrap", "Wrap"}, {"scale", "Scale"}},
                   REPLAY);
    m_list.Add("timeScale",
               "Recorded times of the trace are multiplied by this; 0 does not wait",
               timeScale,
               NumberRule("0", "1000000"),
               "workload=trace and traceMode=open");
}

void
SanLoadOptions::AddJobs()
{
    m_list.Add(
        "rampTime",
        "Requests issued within this time from the start count in no result; a job of fio has "
        "ramp_time",
        rampTime,
        TimeRule("0s", "1s"),
        "workload=poisson|fixed|closed|trace|verify|iometer");
    m_list.Add("fio",
               "Job file of fio, or its text; each initiator runs all its jobs",
               fio,
               TextRule("database.fio"),
               "workload=fio");
    m_list.Add(
        "iometer",
        "Configuration file of IOMeter (.icf), or its text; each initiator is the next of its "
        "workers: outstanding requests, part of the disk, run time and ramp up time are the "
        "file's, but queueDepth, count, stop and rampTime have precedence",
        iometer,
        TextRule("servers.icf"),
        "workload=iometer");
    m_list.Add("specification",
               "Name of the access specification; empty for the only one of the worker",
               specification,
               TextRule("File server"),
               "workload=iometer");
}

void
SanLoadOptions::AddBenchmark()
{
    AddAttributes(GetSanBenchmark());
}

void
SanLoadOptions::AddVerification()
{
    AddAttributes(GetSanVerification());
    m_list.Add("verifyBlocks",
               "Blocks of each drive that are used, divided among initiators; 0 for all",
               verifyBlocks,
               IntegerRule("0", MOST_REQUESTS, "blocks"),
               "workload=verify");
}

void
SanLoadOptions::AddPrograms()
{
    m_list.AddWord("ddOperation",
                   "Write a file, or read one that was written before and is not cached",
                   ddOperation,
                   {{"write", "OutputFile"}, {"read", "InputFile"}},
                   "workload=dd");
    for (const auto& program : GetSanPrograms())
    {
        AddAttributes(program);
    }
    m_list.Add("fileTrace",
               "The trace of file operations, plain or compressed by gzip or zstd",
               fileTrace,
               TextRule("build.files.gz"),
               "workload=files");
}

void
SanLoadOptions::AddTransfer()
{
    m_list.BeginGroup("workload");
    m_list.Add("readFraction",
               "Sender: 0 for the initiator, 1 for the target",
               readFraction,
               NumberRule("0", "1"));
    m_list.Add("stop", "How long to send bytes", stop, TimeRule("0s", "2s"));
}

bool
SanLoadOptions::HasProgram() const
{
    return FindSanProgram(workload) != nullptr;
}

bool
SanLoadOptions::HasBenchmark() const
{
    return workload == GetSanBenchmark().word;
}

bool
SanLoadOptions::HasVerification() const
{
    return workload == GetSanVerification().word;
}

uint32_t
SanLoadOptions::GetWriters(uint32_t initiators) const
{
    const bool writes = readFraction < 1 || m_list.GetValue("verifyFill") == "true";
    return writes ? initiators : 1;
}

void
SanLoadOptions::CheckWorkloadFile() const
{
    const auto check = [this](const std::string& word, const std::string& name, const auto& file) {
        if (workload == word && file.empty())
        {
            throw UserError(name + ": workload=" + word + " needs a file");
        }
    };
    check("trace", "trace", trace);
    check("fio", "fio", fio);
    check("iometer", "iometer", iometer);
    check("files", "fileTrace", fileTrace);
}

void
SanLoadOptions::AddAttributes(const SanProgramOptions& program)
{
    for (auto [attribute, own] : program.attributes)
    {
        own.name = program.word + attribute;
        own.needs = "workload=" + program.word + (own.needs.empty() ? "" : " and " + own.needs);
        m_list.AddAttribute(program.typeId, attribute, own);
    }
}

} // namespace ns3
