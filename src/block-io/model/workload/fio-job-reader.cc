/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fio-job-reader.h"

#include "fio-option.h"

#include "ns3/block-io-file-or-text.h"
#include "ns3/block-io-user-error.h"

#include <map>

namespace ns3
{

namespace
{

/// Keys that say how fio runs, what it prints or what is in the data.
const std::set<std::string> IGNORED = {"allrandrepeat",
                                       "buffer_compress_percentage",
                                       "buffer_pattern",
                                       "buffered",
                                       "bwavgtime",
                                       "clat_percentiles",
                                       "clocksource",
                                       "cpumask",
                                       "cpus_allowed",
                                       "cpus_allowed_policy",
                                       "create_on_open",
                                       "create_serialize",
                                       "description",
                                       "direct",
                                       "directory",
                                       "disable_bw_measurement",
                                       "disable_clat",
                                       "disable_lat",
                                       "disable_slat",
                                       "fallocate",
                                       "filename",
                                       "filename_format",
                                       "fixedbufs",
                                       "gid",
                                       "group_reporting",
                                       "gtod_cpu",
                                       "gtod_reduce",
                                       "hipri",
                                       "invalidate",
                                       "iomem",
                                       "iopsavgtime",
                                       "ioscheduler",
                                       "lat_percentiles",
                                       "log_avg_msec",
                                       "log_hist_msec",
                                       "mem",
                                       "nice",
                                       "numa_cpu_nodes",
                                       "numa_mem_policy",
                                       "overwrite",
                                       "per_job_logs",
                                       "percentile_list",
                                       "prio",
                                       "prioclass",
                                       "randrepeat",
                                       "randseed",
                                       "refill_buffers",
                                       "registerfiles",
                                       "scramble_buffers",
                                       "slat_percentiles",
                                       "sqthread_poll",
                                       "thread",
                                       "uid",
                                       "unified_rw_reporting",
                                       "unlink",
                                       "write_bw_log",
                                       "write_iops_log",
                                       "write_lat_log",
                                       "zero_buffers"};

/// Keys of times.
const std::map<std::string, Time FioJob::*> TIMES = {{"runtime", &FioJob::runTime},
                                                     {"ramp_time", &FioJob::rampTime},
                                                     {"startdelay", &FioJob::startDelay}};

/// Keys of lengths.
const std::map<std::string, FioLength FioJob::*> LENGTHS = {{"size", &FioJob::size},
                                                            {"io_size", &FioJob::ioSize},
                                                            {"io_limit", &FioJob::ioSize},
                                                            {"offset", &FioJob::offset}};

/// Engines of fio that have one request at a time.
const std::set<std::string> SYNCHRONOUS = {"mmap", "psync", "pvsync", "pvsync2", "sync", "vsync"};

/// What rw may be.
constexpr const char* ACCESSES = "one of read, write, rw, readwrite, randread, randwrite, randrw";

} // namespace

FioJobReader::FioJobReader(const std::string& job)
{
    const auto lines = OpenBlockIoFileOrText(job, "fio job");
    Read(*lines);
}

const std::vector<FioJob>&
FioJobReader::GetJobs() const
{
    return m_jobs;
}

const std::vector<std::string>&
FioJobReader::GetNotes() const
{
    return m_notes;
}

void
FioJobReader::Read(BlockLineReader& lines)
{
    while (lines.Next())
    {
        const auto first = lines.GetLine().front();
        if (first == '[')
        {
            BeginSection(lines);
        }
        else if (first != ';')
        {
            TakeOption(lines);
        }
    }
    EndSection();
    if (m_jobs.empty())
    {
        throw BlockIoUserError(lines.GetFileName() + ": it has no job, a section such as [name]");
    }
    if (!m_ignored.empty())
    {
        std::string keys;
        for (const auto& key : m_ignored)
        {
            keys += (keys.empty() ? "" : ", ") + key;
        }
        m_notes.push_back(lines.GetFileName() + ": ignored in a simulation: " + keys);
    }
}

void
FioJobReader::BeginSection(const BlockLineReader& lines)
{
    EndSection();
    const std::string line(lines.GetLine());
    const auto end = line.find(']');
    if (end == std::string::npos || end == 1)
    {
        lines.Fail("a section is a name in brackets");
    }
    const auto name = line.substr(1, end - 1);
    m_isSection = true;
    m_isJob = name != "global";
    if (m_isJob)
    {
        m_draft = m_global;
        m_draft.job.file = lines.GetFileName();
        m_draft.job.line = lines.GetLineNumber();
        m_draft.job.name = name;
    }
}

void
FioJobReader::EndSection()
{
    if (!m_isJob)
    {
        return;
    }
    m_isJob = false;
    auto& job = m_draft.job;
    if (!job.directions[FioJob::READ].used && !job.directions[FioJob::WRITE].used)
    {
        job.directions[FioJob::READ].used = true;
    }
    if (job.isTimeBased && job.runTime.IsZero())
    {
        throw BlockIoUserError(job.file, job.line, "[" + job.name + "] time_based needs a runtime");
    }
    SetSizes(m_draft);
    LimitDepth(m_draft);
    m_jobs.push_back(job);
}

void
FioJobReader::SetSizes(Draft& draft)
{
    for (const auto d : {FioJob::READ, FioJob::WRITE})
    {
        auto& sizes = draft.job.directions[d].sizes;
        sizes = draft.blockSplit[d];
        if (sizes.empty())
        {
            sizes.push_back({draft.blockSizes[d], 100});
        }
    }
}

void
FioJobReader::LimitDepth(Draft& draft)
{
    auto& job = draft.job;
    if (SYNCHRONOUS.contains(draft.engine) && job.depth > 1)
    {
        m_notes.push_back(job.file + ":" + std::to_string(job.line) + ": [" + job.name +
                          "] the engine " + draft.engine +
                          " has one request at a time, whatever iodepth says");
        job.depth = 1;
    }
}

void
FioJobReader::TakeOption(const BlockLineReader& lines)
{
    auto& draft = m_isJob ? m_draft : m_global;
    const FioOption option(lines, draft.kbBase);
    const auto& key = option.GetKey();
    if (!m_isSection)
    {
        lines.Fail("'" + key + "' is before the first section, such as [global]");
    }
    if (option.GetText().empty())
    {
        lines.Fail(key + " has no value");
    }
    if (const auto taker = FindTaker(key))
    {
        taker(draft, option);
    }
    else if (const auto time = TIMES.find(key); time != TIMES.end())
    {
        draft.job.*time->second = option.GetTime();
    }
    else if (const auto length = LENGTHS.find(key); length != LENGTHS.end())
    {
        draft.job.*length->second = option.GetLength();
    }
    else if (IGNORED.contains(key))
    {
        m_ignored.insert(key);
    }
    else
    {
        lines.Fail("the key '" + key + "' of fio is not supported");
    }
}

FioJobReader::Taker
FioJobReader::FindTaker(const std::string& key)
{
    static const std::map<std::string, Taker> TAKERS = {
        {"rw", TakeAccess},
        {"readwrite", TakeAccess},
        {"bs", TakeBlockSizes},
        {"blocksize", TakeBlockSizes},
        {"bssplit", TakeBlockSplit},
        {"rate_iops", TakeRates},
        {"rate_process", TakeRateProcess},
        {"random_distribution", TakeDistribution},
        {"kb_base", TakeBase},
        {"name", [](auto& draft, const auto& option) { draft.job.name = option.GetText(); }},
        {"ioengine", [](auto& draft, const auto& option) { draft.engine = option.GetText(); }},
        {"norandommap",
         [](auto& draft, const auto& option) { draft.job.hasMap = !option.GetFlag(); }},
        {"time_based",
         [](auto& draft, const auto& option) { draft.job.isTimeBased = option.GetFlag(); }},
        {"iodepth",
         [](auto& draft, const auto& option) { draft.job.depth = option.GetInteger(1, 1000000); }},
        {"numjobs",
         [](auto& draft, const auto& option) { draft.job.clones = option.GetInteger(1, 10000); }},
        {"rwmixread",
         [](auto& draft, const auto& option) {
             draft.job.readPercent = static_cast<double>(option.GetInteger(0, 100));
         }},
        {"rwmixwrite", [](auto& draft, const auto& option) {
             draft.job.readPercent = 100 - static_cast<double>(option.GetInteger(0, 100));
         }}};
    const auto found = TAKERS.find(key);
    return found == TAKERS.end() ? nullptr : found->second;
}

void
FioJobReader::TakeBlockSizes(Draft& draft, const FioOption& option)
{
    const auto pair = option.GetPair();
    for (const auto d : {FioJob::READ, FioJob::WRITE})
    {
        draft.blockSizes[d] = pair[d].empty() ? 4096 : option.GetBlockSize(pair[d]);
    }
}

void
FioJobReader::TakeBlockSplit(Draft& draft, const FioOption& option)
{
    const auto pair = option.GetPair();
    for (const auto d : {FioJob::READ, FioJob::WRITE})
    {
        draft.blockSplit[d].clear();
        if (!pair[d].empty())
        {
            draft.blockSplit[d] = option.GetShares(pair[d]);
        }
    }
}

void
FioJobReader::TakeRates(Draft& draft, const FioOption& option)
{
    const auto pair = option.GetPair();
    for (const auto d : {FioJob::READ, FioJob::WRITE})
    {
        draft.job.directions[d].rate =
            pair[d].empty() ? 0 : option.GetNumber(pair[d], "rates above 0", 1e-3, 1e9);
    }
}

void
FioJobReader::TakeRateProcess(Draft& draft, const FioOption& option)
{
    draft.job.isPoisson = option.GetText() == "poisson";
    if (!draft.job.isPoisson && option.GetText() != "linear")
    {
        option.Reject("linear or poisson");
    }
}

void
FioJobReader::TakeBase(Draft& draft, const FioOption& option)
{
    if (option.GetText() != "1000" && option.GetText() != "1024")
    {
        option.Reject("1000 or 1024");
    }
    draft.kbBase = option.GetInteger(1000, 1024);
}

void
FioJobReader::TakeAccess(Draft& draft, const FioOption& option)
{
    const auto& text = option.GetText();
    if (text.find("trim") != std::string::npos)
    {
        option.Reject(std::string(ACCESSES) + ": trims are not supported");
    }
    auto& job = draft.job;
    job.isRandom = text.starts_with("rand");
    const auto what = text.substr(job.isRandom ? 4 : 0);
    const bool isMixed = what == "rw" || text == "readwrite";
    job.directions[FioJob::READ].used = isMixed || what == "read";
    job.directions[FioJob::WRITE].used = isMixed || what == "write";
    if (!job.directions[FioJob::READ].used && !job.directions[FioJob::WRITE].used)
    {
        option.Reject(ACCESSES);
    }
}

void
FioJobReader::TakeDistribution(Draft& draft, const FioOption& option)
{
    const auto& text = option.GetText();
    const auto colon = text.find(':');
    const auto name = text.substr(0, colon);
    const auto skew = colon == std::string::npos ? "" : text.substr(colon + 1);
    auto& job = draft.job;
    if (text == "random")
    {
        job.distribution = FioJob::Distribution::RANDOM;
    }
    else if (name == "zipf")
    {
        job.distribution = FioJob::Distribution::ZIPF;
        job.skew = option.GetNumber(skew, "zipf:theta with a theta from 0 to 100", 0, 100);
    }
    else if (name == "pareto")
    {
        job.distribution = FioJob::Distribution::PARETO;
        job.skew = option.GetNumber(skew,
                                    "pareto:power with a power from 0.000001 to 0.999999",
                                    1e-6,
                                    1 - 1e-6);
    }
    else
    {
        option.Reject("random, zipf:theta or pareto:power");
    }
}

} // namespace ns3
