/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../workload/workload-test-helper.h"

#include "ns3/fio-job-reader.h"
#include "ns3/test.h"

#include <cstdlib>

using namespace ns3;

namespace
{

/**
 * @param option a line of a job
 * @return the job that has it
 */
FioJob
ReadJob(const std::string& option)
{
    return FioJobReader("[job]\n" + option + "\n").GetJobs().at(0);
}

/**
 * @param direction reads or writes of a job
 * @return the sizes, as size/percent
 */
std::string
GetSizes(const FioJob::Direction& direction)
{
    std::ostringstream text;
    for (const auto& share : direction.sizes)
    {
        text << share.size << "/" << share.percent << " ";
    }
    return text.str();
}

} // namespace

/**
 * @ingroup block-io
 *
 * Sections, comments and what holds for whom.
 */
class FioSectionsTest : public TestCase
{
  public:
    FioSectionsTest()
        : TestCase("Sections: global ones hold for the jobs below them; comments, keys alone")
    {
    }

  private:
    void DoRun() override
    {
        const FioJobReader reader("; a job file\n"
                                  "# of two kinds of comment\n"
                                  "[global]\n"
                                  "bs = 8k   ; of all\n"
                                  "direct=1\n"
                                  "ioengine=libaio\n"
                                  "\n"
                                  "[first job]\n"
                                  "rw=randwrite # at random\n"
                                  "iodepth=4\n"
                                  "time_based\n"
                                  "runtime=10\n"
                                  "[global]\n"
                                  "iodepth=2\n"
                                  "group_reporting\n"
                                  "[second]\n"
                                  "bs=4k\n"
                                  "[third]\n");
        const auto& jobs = reader.GetJobs();
        NS_TEST_ASSERT_MSG_EQ(jobs.size(), 3, "jobs");
        NS_TEST_EXPECT_MSG_EQ(jobs[0].name, "first job", "name");
        NS_TEST_EXPECT_MSG_EQ(jobs[0].line, 8, "line");
        NS_TEST_EXPECT_MSG_EQ(jobs[0].depth, 4, "own depth");
        NS_TEST_EXPECT_MSG_EQ(GetSizes(jobs[0].directions[FioJob::WRITE]), "8192/100 ", "global");
        NS_TEST_EXPECT_MSG_EQ(jobs[0].isRandom, true, "random");
        NS_TEST_EXPECT_MSG_EQ(jobs[0].directions[FioJob::READ].used, false, "no reads");
        NS_TEST_EXPECT_MSG_EQ(jobs[0].isTimeBased, true, "a key alone");
        NS_TEST_EXPECT_MSG_EQ(jobs[1].depth, 2, "the later global section");
        NS_TEST_EXPECT_MSG_EQ(GetSizes(jobs[1].directions[FioJob::READ]), "4096/100 ", "own");
        NS_TEST_EXPECT_MSG_EQ(jobs[1].isTimeBased, false, "of the first only");
        NS_TEST_EXPECT_MSG_EQ(GetSizes(jobs[2].directions[FioJob::READ]), "8192/100 ", "global");
        NS_TEST_EXPECT_MSG_EQ(jobs[2].directions[FioJob::READ].used, true, "reads by default");
        NS_TEST_EXPECT_MSG_EQ(jobs[2].isRandom, false, "in sequence by default");
        NS_TEST_ASSERT_MSG_EQ(reader.GetNotes().size(), 1, "notes");
        NS_TEST_EXPECT_MSG_EQ(reader.GetNotes()[0],
                              "fio job: ignored in a simulation: direct, group_reporting",
                              "each once");
    }
};

/**
 * @ingroup block-io
 *
 * Values with the units of fio.
 */
class FioValuesTest : public TestCase
{
  public:
    FioValuesTest()
        : TestCase("Values: sizes, times, pairs, splits, distributions, kinds of access")
    {
    }

  private:
    /**
     * @param text a size
     * @param bytes what it is
     */
    void CheckSize(const std::string& text, uint64_t bytes)
    {
        NS_TEST_EXPECT_MSG_EQ(ReadJob("size=" + text).size.value, bytes, text);
    }

    /**
     * @param text a time
     * @param time what it is
     */
    void CheckTime(const std::string& text, Time time)
    {
        NS_TEST_EXPECT_MSG_EQ(ReadJob("runtime=" + text).runTime, time, text);
    }

    /**
     * @param option a line with block sizes
     * @param reads the sizes of reads
     * @param writes the sizes of writes
     */
    void CheckSizes(const std::string& option, const std::string& reads, const std::string& writes)
    {
        const auto job = ReadJob(option);
        NS_TEST_EXPECT_MSG_EQ(GetSizes(job.directions[FioJob::READ]), reads, option);
        NS_TEST_EXPECT_MSG_EQ(GetSizes(job.directions[FioJob::WRITE]), writes, option);
    }

    void DoRun() override
    {
        for (const auto* text :
             {"4096", "4k", "4K", "4kb", "4KB", "4096b", "0x1000", "4ki\nsize=4k"})
        {
            CheckSize(text, 4096);
        }
        // By default fio has its prefixes the other way round than IEC 80000-13.
        CheckSize("4ki", 4000);
        CheckSize("1mi", 1000000);
        CheckSize("3g", 3ULL << 30);
        CheckSize("2t", 2ULL << 40);
        CheckSize("1p", 1ULL << 50);
        NS_TEST_EXPECT_MSG_EQ(ReadJob("kb_base=1000\nsize=4k").size.value, 4000, "base 1000");
        NS_TEST_EXPECT_MSG_EQ(ReadJob("kb_base=1000\nsize=4KiB").size.value, 4096, "base 1000");
        NS_TEST_EXPECT_MSG_EQ(ReadJob("size=20%").size.isPercent, true, "percent");
        NS_TEST_EXPECT_MSG_EQ(ReadJob("size=20%").size.value, 20, "percent");
        CheckTime("30", Seconds(30));
        CheckTime("30s", Seconds(30));
        CheckTime("5M", Seconds(300));
        CheckTime("2h", Seconds(7200));
        CheckTime("1d", Seconds(86400));
        CheckTime("500ms", MilliSeconds(500));
        CheckTime("500msec", MilliSeconds(500));
        CheckTime("20us", MicroSeconds(20));
        CheckTime("20usec", MicroSeconds(20));
        CheckBlocks();
        CheckAccess();
    }

    /// Block sizes of reads and writes.
    void CheckBlocks()
    {
        CheckSizes("bs=256k", "262144/100 ", "262144/100 ");
        CheckSizes("bs=8k,32k", "8192/100 ", "32768/100 ");
        CheckSizes("blocksize=8k,32k,", "8192/100 ", "32768/100 ");
        CheckSizes("bs=,8k", "4096/100 ", "8192/100 ");
        CheckSizes("bs=8k,", "8192/100 ", "4096/100 ");
        CheckSizes("bssplit=4k/10:64k/50:32k/40",
                   "4096/10 65536/50 32768/40 ",
                   "4096/10 65536/50 32768/40 ");
        CheckSizes("bssplit=4k/50:1k/:32k/",
                   "4096/50 1024/25 32768/25 ",
                   "4096/50 1024/25 32768/25 ");
        CheckSizes("bssplit=4k:8k", "4096/50 8192/50 ", "4096/50 8192/50 ");
        CheckSizes("bssplit=2k/50:4k/50,4k/90:8k/10", "2048/50 4096/50 ", "4096/90 8192/10 ");
        CheckSizes("bssplit=2k/100:4k/0,", "2048/100 ", "4096/100 ");
        CheckSizes("bs=512\nbssplit=,8k/100", "512/100 ", "8192/100 ");
    }

    /// Kinds of access and where they go.
    void CheckAccess()
    {
        const std::vector<std::pair<std::string, std::string>> kinds = {{"read", "r"},
                                                                        {"write", "w"},
                                                                        {"rw", "rw"},
                                                                        {"readwrite", "rw"},
                                                                        {"randread", "?r"},
                                                                        {"randwrite", "?w"},
                                                                        {"randrw", "?rw"}};
        for (const auto& [text, expected] : kinds)
        {
            const auto job = ReadJob("rw=" + text);
            NS_TEST_EXPECT_MSG_EQ(std::string(job.isRandom ? "?" : "") +
                                      (job.directions[FioJob::READ].used ? "r" : "") +
                                      (job.directions[FioJob::WRITE].used ? "w" : ""),
                                  expected,
                                  text);
        }
        NS_TEST_EXPECT_MSG_EQ(ReadJob("rwmixread=70").readPercent, 70, "reads");
        NS_TEST_EXPECT_MSG_EQ(ReadJob("rwmixread=70\nrwmixwrite=60").readPercent, 40, "the last");
        const auto zipf = ReadJob("random_distribution=zipf:1.2");
        NS_TEST_EXPECT_MSG_EQ((zipf.distribution == FioJob::Distribution::ZIPF), true, "zipf");
        NS_TEST_EXPECT_MSG_EQ(zipf.skew, 1.2, "theta");
        const auto pareto = ReadJob("random_distribution=pareto:0.3");
        NS_TEST_EXPECT_MSG_EQ((pareto.distribution == FioJob::Distribution::PARETO), true, "");
        NS_TEST_EXPECT_MSG_EQ(pareto.skew, 0.3, "power");
        const auto rates = ReadJob("rate_iops=,50").directions;
        NS_TEST_EXPECT_MSG_EQ(rates[FioJob::READ].rate, 0, "no limit");
        NS_TEST_EXPECT_MSG_EQ(rates[FioJob::WRITE].rate, 50, "of writes");
        NS_TEST_EXPECT_MSG_EQ(ReadJob("rate_iops=50").directions[0].rate, 50, "of both");
        // As in fio, 0 is what it is without being given: no limit.
        NS_TEST_EXPECT_MSG_EQ(ReadJob("rate_iops=50,0").directions[1].rate, 0, "no limit");
    }
};

/**
 * @ingroup block-io
 *
 * An engine without a queue has a depth of one, as in fio.
 */
class FioEngineTest : public TestCase
{
  public:
    FioEngineTest()
        : TestCase("Engines: those that wait for each request have a depth of one, with a note")
    {
    }

  private:
    /**
     * @param options lines of a job
     * @param depth its depth
     * @param notes the notes, each with a line end
     */
    void Expect(const std::string& options, uint32_t depth, const std::string& notes)
    {
        const FioJobReader reader("[job]\n" + options);
        NS_TEST_EXPECT_MSG_EQ(reader.GetJobs().at(0).depth, depth, options);
        std::string all;
        for (const auto& note : reader.GetNotes())
        {
            all += note + "\n";
        }
        NS_TEST_EXPECT_MSG_EQ(all, notes, options);
    }

    void DoRun() override
    {
        for (const std::string engine : {"psync", "sync", "vsync", "pvsync", "pvsync2", "mmap"})
        {
            Expect("iodepth=32\nioengine=" + engine + "\n",
                   1,
                   "fio job:1: [job] the engine " + engine +
                       " has one request at a time, whatever iodepth says\n");
        }
        Expect("iodepth=32\n",
               1,
               "fio job:1: [job] fio's engine without ioengine, psync, has one request at a time, "
               "whatever iodepth says\n");
        Expect("iodepth=1\n", 1, "");
        for (const std::string engine : {"io_uring", "posixaio", "windowsaio", "solarisaio"})
        {
            Expect("iodepth=32\nioengine=" + engine + "\n", 32, "");
        }
        // Threads that submit have a request each.
        Expect("iodepth=32\nioengine=sync\nio_submit_mode=offload\n", 32, "");
        const std::string direct = "fio job: ignored in a simulation: direct\n";
        Expect("iodepth=32\nioengine=libaio\ndirect=1\n", 32, direct);
        Expect("iodepth=32\nioengine=libaio\nbuffered=0\n",
               32,
               "fio job: ignored in a simulation: buffered\n");
        const std::string waits = "fio job:1: [job] without direct=1 libaio may wait for each "
                                  "request; here it has iodepth\n";
        Expect("iodepth=32\nioengine=libaio\n", 32, waits);
        Expect("iodepth=32\nioengine=libaio\ndirect=0\n", 32, waits + direct);
        Expect("iodepth=2\nioengine=nbd\n",
               2,
               "fio job: the simulated drives stand for the storage of nbd\n");
        Expect("iodepth=2\nioengine=null\n",
               2,
               "fio job: requests of null, which transfers nothing, go to the simulated drives\n");
    }
};

/**
 * @ingroup block-io
 *
 * Every mistake in a job file has its message.
 */
class FioErrorsTest : public TestCase
{
  public:
    FioErrorsTest()
        : TestCase("Mistakes are named by file, line and key")
    {
    }

  private:
    /**
     * @param text a file with a mistake
     * @param message the error, after the file's name
     */
    void Expect(const std::string& text, const std::string& message)
    {
        const auto file = WriteFile(CreateTempDirFilename("bad.fio"), text);
        NS_TEST_EXPECT_MSG_EQ(GetUserError([&] { FioJobReader reader(file); }),
                              file + message,
                              text);
    }

    /**
     * @param option a line of a job with a mistake
     * @param message the error after file and line
     */
    void ExpectOption(const std::string& option, const std::string& message)
    {
        Expect("[a]\n\n" + option + "\n", ":3: " + message);
    }

    void DoRun() override
    {
        Expect("", ": it has no job, a section such as [name]");
        Expect("[global]\nbs=4k\n", ": it has no job, a section such as [name]");
        Expect("bs=4k\n", ":1: 'bs' is before the first section, such as [global]");
        Expect("[a\n", ":1: a section is a name in brackets");
        Expect("[]\n", ":1: a section is a name in brackets");
        ExpectOption("bs=", "bs has no value");
        ExpectOption("rw=randread:0",
                     "rw is 'randread:0', not a number of requests from 1 to 1000000");
        ExpectOption("rw=read:-x",
                     "rw is 'read:-x', not made of block sizes above 0 such as 4096 or 4k");
        ExpectOption("rw=randreadwrite",
                     "rw is 'randreadwrite', not one of read, write, rw, readwrite, randread, "
                     "randwrite, randrw, with a number behind a colon or without");
        ExpectOption("bs=4x", "bs is '4x', not made of block sizes above 0 such as 4096 or 4k");
        ExpectOption("bs=5g", "bs is '5g', not made of block sizes above 0 such as 4096 or 4k");
        ExpectOption(
            "bs=1k,2k,3k,4k",
            "bs is '1k,2k,3k,4k', not a value, or up to three with commas between them for "
            "reads, writes and trims");
        ExpectOption("bssplit=4k/60:8k/60",
                     "bssplit is '4k/60:8k/60', not percentages that add up to 100");
        ExpectOption("bssplit=4k/60:8k/30",
                     "bssplit is '4k/60:8k/30', not percentages that add up to 100");
        ExpectOption("bssplit=4k/x", "bssplit is '4k/x', not percentages from 0 to 100");
        ExpectOption("iodepth=0", "iodepth is '0', not a whole number from 1 to 1000000");
        ExpectOption("rwmixread=101", "rwmixread is '101', not a whole number from 0 to 100");
        ExpectOption("file_service_type=turns",
                     "file_service_type is 'turns', not random, roundrobin, sequential, zipf, "
                     "pareto, normal or gauss");
        ExpectOption("rate_iops=-1", "rate_iops is '-1', not rates, 0 for none");
        ExpectOption("rate_process=burst", "rate_process is 'burst', not linear or poisson");
        ExpectOption("random_distribution=even",
                     "random_distribution is 'even', not random, zipf:theta, pareto:power or "
                     "zoned:share/part:share/part");
        ExpectOption("random_distribution=zoned:50/50",
                     "random_distribution is 'zoned:50/50', not pairs of percentages that each add "
                     "up to 100, such as 60/10:40/90");
        ExpectOption("bsrange=4k", "bsrange is '4k', not made of ranges of sizes such as 4k-64k");
        ExpectOption("bsrange=8k-4k",
                     "bsrange is '8k-4k', not made of ranges whose first size is the smaller one");
        ExpectOption("ioengine=fast",
                     "ioengine is 'fast', not an engine of fio such as psync, libaio or io_uring");
        ExpectOption("zonemode=wide", "zonemode is 'wide', not none or strided");
        ExpectOption("verify=yes",
                     "verify is 'yes', not 0 or a way to check contents such as crc32c or md5");
        ExpectOption("sync=maybe", "sync is 'maybe', not none, sync or dsync");
        ExpectOption("bs=${NS3_ISCSI_NOT_SET}",
                     "bs is '${NS3_ISCSI_NOT_SET}', not known: the environment variable "
                     "'NS3_ISCSI_NOT_SET' is not set");
        ExpectOption("percentage_random=101",
                     "percentage_random is '101', not percentages from 0 to 100");
        Expect("[a]\nrate=1m\nrate_iops=5\n", ":1: [a] rate and rate_iops exclude each other");
        Expect("[a]\nzonemode=strided\n", ":1: [a] zonemode=strided needs a zonesize");
        Expect("[a]\nzonemode=none\nzonesize=1m\n", ":1: [a] zonemode=none has no zonesize");
        Expect("[a]\nwait_for=b\n[b]\n", ":1: [a] wait_for is 'b', not the name of a job above it");
        Expect("[a]\nwait_for=a\n", ":1: [a] wait_for is 'a', not the name of a job above it");
        ExpectOption("random_distribution=zipf",
                     "random_distribution is 'zipf', not zipf:theta with a theta from 0 to 100");
        ExpectOption("random_distribution=zipf:1.2:0.5",
                     "random_distribution is 'zipf:1.2:0.5', not zipf:theta with a theta from 0 to "
                     "100");
        ExpectOption("size=120%", "size is '120%', not a size such as 64m or 20%");
        ExpectOption("offset=100000000p", "offset is '100000000p', not a size such as 64m or 20%");
        ExpectOption("runtime=5w",
                     "runtime is '5w', not a time such as 30, 30s, 5m or 500ms, 1000000000 s at "
                     "most");
        ExpectOption(
            "startdelay=1-3",
            "startdelay is '1-3', not a time such as 30, 30s, 5m or 500ms, 1000000000 s at "
            "most");
        ExpectOption("numjobs=two", "numjobs is 'two', not a whole number from 1 to 10000");
        ExpectOption("kb_base=1010", "kb_base is '1010', not 1000 or 1024");
    }
};

/**
 * @ingroup block-io
 *
 * One refusal names all that is not supported.
 */
class FioRefusalTest : public TestCase
{
  public:
    FioRefusalTest()
        : TestCase("All keys and values that are not supported are named in one refusal")
    {
    }

  private:
    void DoRun() override
    {
        const auto file = WriteFile(CreateTempDirFilename("lacks.fio"),
                                    "[global]\n"
                                    "direct=1\n"
                                    "zonemode=zbd\n"
                                    "flow=2\n"
                                    "[a]\n"
                                    "rw=randtrim\n"
                                    "max_latency=5\n"
                                    "iodpeth=4\n"
                                    "[b]\n"
                                    "flow=8\n"
                                    "ioengine=net\n"
                                    "random_distribution=normal:10\n"
                                    "experimental_verify=0\n"
                                    "size=8z\n"
                                    "bs=$pagesize\n");
        NS_TEST_EXPECT_MSG_EQ(GetUserError([&] { FioJobReader reader(file); }),
                              file + ": not supported: zonemode=zbd (line 3), flow (lines 4, 10), "
                                     "rw=randtrim (line 6), max_latency (line 7), ioengine=net "
                                     "(line 11), random_distribution=normal:10 (line 12), size=8z "
                                     "(line 14), bs=$pagesize (line 15); not "
                                     "known: iodpeth (line 8)",
                              "all of them");
        NS_TEST_EXPECT_MSG_EQ(GetUserError([&] { FioJobReader reader("[a]\nverify_only\n"); }),
                              "fio job: not supported: verify_only=1 (line 2)",
                              "a value");
        NS_TEST_EXPECT_MSG_EQ(GetUserError([&] { FioJobReader reader("[a]\niodepht=4\n"); }),
                              "fio job: not known: iodepht (line 2)",
                              "a misspelt key");
        const FioJobReader reader("[a]\ntime_based\n");
        NS_TEST_EXPECT_MSG_EQ(reader.GetJobs()[0].isTimeBased, false, "as fio does");
        NS_TEST_EXPECT_MSG_EQ(reader.GetNotes().at(0),
                              "fio job:1: [a] time_based has no effect without a runtime, as in "
                              "fio",
                              "with a note");
    }
};

/**
 * @ingroup block-io
 *
 * Files that are included, and variables of the environment.
 */
class FioIncludeTest : public TestCase
{
  public:
    FioIncludeTest()
        : TestCase("Included files beside the one that includes them, environment variables")
    {
    }

  private:
    void DoRun() override
    {
        const auto folder = CreateTempDirFilename("");
        WriteFile(folder + "sizes.inc", "; sizes\nbs=8k\ninclude depth.inc\n");
        WriteFile(folder + "depth.inc", "iodepth=3\n");
        const auto file = WriteFile(folder + "main.fio",
                                    "[global]\nioengine=io_uring\n"
                                    "[a]\ninclude sizes.inc\nrw=write\n[b]\n");
        const FioJobReader reader(file);
        const auto& job = reader.GetJobs().at(0);
        NS_TEST_EXPECT_MSG_EQ(GetSizes(job.directions[FioJob::WRITE]), "8192/100 ", "included");
        NS_TEST_EXPECT_MSG_EQ(job.depth, 3, "by what is included");
        NS_TEST_EXPECT_MSG_EQ(job.directions[FioJob::WRITE].used, true, "the line after it");
        NS_TEST_EXPECT_MSG_EQ(reader.GetJobs().at(1).depth, 1, "not for the next section");
        WriteFile(folder + "depth.inc", "[c]\n");
        NS_TEST_EXPECT_MSG_EQ(GetUserError([&] { FioJobReader again(file); }),
                              folder + "depth.inc:1: an included file has no sections",
                              "sections");
        WriteFile(folder + "depth.inc", "flow=3\n");
        NS_TEST_EXPECT_MSG_EQ(GetUserError([&] { FioJobReader again(file); }),
                              file + ": not supported: flow (line " + folder + "depth.inc:1)",
                              "another file");
        WriteFile(folder + "depth.inc", "include depth.inc\n");
        NS_TEST_EXPECT_MSG_EQ(GetUserError([&] { FioJobReader again(file); }),
                              folder + "depth.inc:1: files include each other more than 16 deep",
                              "no end");
        setenv("NS3_ISCSI_TEST_SIZE", "16", 1);
        NS_TEST_EXPECT_MSG_EQ(ReadJob("size=${NS3_ISCSI_TEST_SIZE}k").size.value, 16384, "");
        unsetenv("NS3_ISCSI_TEST_SIZE");
        NS_TEST_EXPECT_MSG_EQ(ReadJob("directory=${NS3_ISCSI_TEST_SIZE}").depth, 1, "ignored");
    }
};

/**
 * @ingroup block-io
 *
 * Keys whose values belong together.
 */
class FioTogetherTest : public TestCase
{
  public:
    FioTogetherTest()
        : TestCase("Keys that belong together: sizes, alignment, zones, pauses, verify")
    {
    }

  private:
    void DoRun() override
    {
        auto job = ReadJob("rw=randread\nbsrange=4k-16k,1k-8k");
        NS_TEST_EXPECT_MSG_EQ(job.directions[FioJob::READ].range.least, 4096, "of reads");
        NS_TEST_EXPECT_MSG_EQ(job.directions[FioJob::WRITE].range.most, 8192, "of writes");
        NS_TEST_EXPECT_MSG_EQ(job.directions[FioJob::READ].alignment, 4096, "the least size");
        job = ReadJob("rw=randread\nbsrange=4k-4k\nbs=8k");
        NS_TEST_EXPECT_MSG_EQ(GetSizes(job.directions[FioJob::READ]), "4096/100 ", "no range");
        NS_TEST_EXPECT_MSG_EQ(job.hasMap, true, "one size");
        job = ReadJob("rw=randread\nbs=4k\nba=8k,16k");
        NS_TEST_EXPECT_MSG_EQ(job.directions[FioJob::WRITE].alignment, 16384, "its own");
        NS_TEST_EXPECT_MSG_EQ(job.hasMap, false, "no map with ba, as in fio");
        NS_TEST_EXPECT_MSG_EQ(ReadJob("rw=read\nba=8k").hasMap, true, "not in sequence");
        job = ReadJob("norandommap\nrandom_generator=lfsr");
        NS_TEST_EXPECT_MSG_EQ(job.hasMap, true, "each block once without a map");
        NS_TEST_EXPECT_MSG_EQ(ReadJob("zonesize=1m\nzoneskip=2m").zones.range, 1 << 20, "zonesize");
        NS_TEST_EXPECT_MSG_EQ(ReadJob("zonesize=1m\nzonerange=4m").zones.range, 4 << 20, "its own");
        job = ReadJob("thinktime=20\nthinktime_spin=5");
        NS_TEST_EXPECT_MSG_EQ(job.think.time, MicroSeconds(20), "microseconds");
        NS_TEST_EXPECT_MSG_EQ(job.think.blocks, 1, "after each request");
        job = ReadJob("thinktime=20ms\nthinktime_iotime=2");
        NS_TEST_EXPECT_MSG_EQ(job.think.ioTime, Seconds(2), "seconds");
        NS_TEST_EXPECT_MSG_EQ(job.think.blocks, 0, "time alone");
        NS_TEST_EXPECT_MSG_EQ(ReadJob("verify=crc32c").verify.isOn, true, "verify");
        NS_TEST_EXPECT_MSG_EQ(ReadJob("verify=md5\ndo_verify=0").verify.isOn, false, "no phase");
        NS_TEST_EXPECT_MSG_EQ(ReadJob("verify=0").verify.isOn, false, "none");
        job = ReadJob("random_distribution=zoned:60/10:40/,50/50:50/50");
        NS_TEST_EXPECT_MSG_EQ(job.directions[FioJob::READ].zones.at(1).space, 90, "the rest");
        NS_TEST_EXPECT_MSG_EQ(job.directions[FioJob::WRITE].zones.at(0).accesses, 50, "of writes");
        NS_TEST_EXPECT_MSG_EQ(ReadJob("rw=randread:8").run, 8, "requests");
        NS_TEST_EXPECT_MSG_EQ(ReadJob("rw=write:-8k").gap, -8192, "backwards");
        NS_TEST_EXPECT_MSG_EQ(ReadJob("rate=1m,").directions[FioJob::READ].byteRate, 1 << 20, "");
        NS_TEST_EXPECT_MSG_EQ(ReadJob("percentage_sequential=30").directions[0].randomPercent,
                              70,
                              "the other way round");
        for (const std::string alias : {"wait_for_previous", "stonewall", "stonewall=1"})
        {
            NS_TEST_EXPECT_MSG_EQ(ReadJob(alias).isStonewall, true, alias);
        }
    }
};

/**
 * @ingroup block-io
 *
 * The reader of fio job files.
 */
class FioJobReaderTestSuite : public TestSuite
{
  public:
    FioJobReaderTestSuite()
        : TestSuite("block-io-fio-reader", Type::UNIT)
    {
        AddTestCase(new FioSectionsTest);
        AddTestCase(new FioValuesTest);
        AddTestCase(new FioEngineTest);
        AddTestCase(new FioErrorsTest);
        AddTestCase(new FioRefusalTest);
        AddTestCase(new FioIncludeTest);
        AddTestCase(new FioTogetherTest);
    }
};

static FioJobReaderTestSuite g_fioJobReaderTestSuite; //!< registers the suite
