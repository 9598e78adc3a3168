/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fio-test-helper.h"

#include "ns3/test.h"

#include <map>
#include <set>

using namespace ns3;

/**
 * @ingroup block-io
 *
 * Sequences with gaps and in zones. The orders are those of logs of fio 3.33 (write_iolog).
 */
class FioGapsTest : public TestCase
{
  public:
    FioGapsTest()
        : TestCase("Addresses: gaps forwards and backwards, zones")
    {
    }

  private:
    /**
     * @param options lines of a job
     * @param lbas the first blocks of its requests on a device of 1 MiB
     * @param blocks blocks of the device
     */
    void Expect(const std::string& options, const std::string& lbas, uint64_t blocks = 2048)
    {
        NS_TEST_EXPECT_MSG_EQ(GetLbas(GetRun(options, MilliSeconds(1), blocks)), lbas, options);
    }

    void DoRun() override
    {
        // A gap of 16 blocks behind each 8: the pass ends at the end of the range, 64.
        Expect("rw=read:8k\nsize=32k\n", "0 24 48 ");
        Expect("rw=read:8k\nsize=32k\nloops=2\n", "0 24 48 0 24 48 ");
        Expect("rw=read:8k\nsize=32k\nio_size=20k\n", "0 24 48 0 24 ");
        Expect("rw=read:8k\nsize=16k\noffset=16k\n", "32 56 ");
        // At the end of the whole device it continues at the beginning, until 64 blocks are read.
        Expect("rw=read:8k\n", "0 24 48 0 24 48 0 24 ", 64);
        Expect("rw=read:-8k\nsize=32k\n", "0 48 40 32 24 16 8 0 ");
        Expect("rw=read:-4k\nsize=16k\n", "0 0 0 0 ");
        Expect("rw=read:-8k\nsize=16k\noffset=16k\n", "32 48 40 32 ");
        const std::string zones = "zonemode=strided\nsize=32k\n";
        Expect(zones + "zonesize=8k\nzoneskip=8k\n", "0 8 32 40 64 72 96 104 ");
        Expect(zones + "zonesize=8k\nzoneskip=8k\noffset=64k\n",
               "128 136 160 168 192 200 224 232 ");
        Expect("zonemode=strided\nzonesize=8k\nzoneskip=8k\n", "0 8 32 40 0 8 32 40 ", 64);
        Expect(zones + "zonesize=8k\nzonerange=16k\n", "0 8 32 40 64 72 96 104 ");
        Expect(zones + "zonesize=16k\nzonerange=8k\nzoneskip=4k\n", "0 8 0 8 24 32 24 32 ");
    }
};

/**
 * @ingroup block-io
 *
 * Random requests mixed with others, aligned and in parts of the range.
 */
class FioMixedAddressesTest : public TestCase
{
  public:
    FioMixedAddressesTest()
        : TestCase("Addresses: randread:N, rw_sequencer, percentage_random, ba, zoned")
    {
    }

  private:
    /**
     * @param options lines of a job
     * @param run requests from one random place to the next
     * @param step blocks between those that follow each other
     */
    void CheckRuns(const std::string& options, std::size_t run, uint64_t step)
    {
        const auto device = GetRun(options + "size=4m\nio_size=400k\n");
        NS_TEST_ASSERT_MSG_EQ(device->seen.size(), 100, "requests");
        std::set<uint64_t> places;
        for (std::size_t i = 0; i < device->seen.size(); ++i)
        {
            const auto first = device->seen[i - i % run].lba;
            NS_TEST_EXPECT_MSG_EQ(device->seen[i].lba, first + i % run * step, options << i);
            places.insert(first);
        }
        // Of 1,024 places 25 are drawn: fewer than 20 different ones never happen.
        NS_TEST_EXPECT_MSG_GT(places.size(), 19, "at random");
    }

    void DoRun() override
    {
        CheckRuns("rw=randread:4\nnorandommap\n", 4, 8);
        CheckRuns("rw=randread:4\nrw_sequencer=identical\n", 4, 0);
        CheckRuns("rw=randread\n", 1, 0);
        NS_TEST_EXPECT_MSG_EQ(GetLbas(GetRun("rw=randread\npercentage_random=0\nsize=16k\n")),
                              "0 8 16 24 ",
                              "none at random");
        CheckShare();
        CheckAlignment();
        CheckZones();
    }

    /// A quarter of the requests is at random.
    void CheckShare()
    {
        const auto device = GetRun("rw=randread\npercentage_random=25\nnorandommap\nio_size=16m\n");
        uint32_t follow = 0;
        for (std::size_t i = 1; i < device->seen.size(); ++i)
        {
            follow += device->seen[i].lba == device->seen[i - 1].lba + 8 ? 1 : 0;
        }
        // Of 4,095 three quarters, and hardly any by chance; 4 standard deviations are 111.
        NS_TEST_EXPECT_MSG_EQ_TOL(follow, 3071.0, 111.0, "in sequence");
    }

    /// Requests of 8 KiB at multiples of 4 KiB, that fit the range.
    void CheckAlignment()
    {
        const auto device =
            GetRun("rw=randread\nbs=8k\nba=4k\nsize=32k\nio_size=8m\n", MicroSeconds(1));
        std::map<uint64_t, uint32_t> places;
        for (const auto& seen : device->seen)
        {
            ++places[seen.lba];
        }
        std::string text;
        for (const auto& [lba, count] : places)
        {
            text += std::to_string(lba) + " ";
        }
        NS_TEST_EXPECT_MSG_EQ(text, "0 8 16 24 32 40 48 ", "seven places");
    }

    /// Half of the requests to a twentieth of the range, 30 % to the next 15 %, the rest behind.
    void CheckZones()
    {
        const auto device = GetRun("rw=randread\nrandom_distribution=zoned:50/5:30/15:20/\n"
                                   "size=400k\nio_size=40000k\n",
                                   MicroSeconds(1));
        std::vector<uint32_t> counts(3);
        for (const auto& seen : device->seen)
        {
            ++counts[seen.lba < 40 ? 0 : seen.lba < 160 ? 1 : 2];
        }
        // 0.1 % exceed 13.82 with 2 degrees of freedom.
        NS_TEST_EXPECT_MSG_LT(GetChiSquare(counts, {0.5, 0.3, 0.2}), 13.82, "shares");
        NS_TEST_EXPECT_MSG_EQ(device->seen.size(), 10000, "requests");
    }
};

/**
 * @ingroup block-io
 *
 * Files, clones, passes and sizes.
 */
class FioFilesTest : public TestCase
{
  public:
    FioFilesTest()
        : TestCase("Files: nrfiles, filesize, offset_increment, loops, number_ios, bsrange")
    {
    }

  private:
    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(GetLbas(GetRun("nrfiles=2\nsize=32k\n")),
                              "0 32 8 40 16 48 24 56 ",
                              "two files of 16 KiB, in turn");
        NS_TEST_EXPECT_MSG_EQ(GetLbas(GetRun("nrfiles=2\nfilesize=8k\n")),
                              "0 16 8 24 ",
                              "all files");
        NS_TEST_EXPECT_MSG_EQ(GetLbas(GetRun("filesize=8k\nsize=32k\n")),
                              "0 8 ",
                              "the file ends before size");
        NS_TEST_EXPECT_MSG_EQ(GetLbas(GetRun("numjobs=3\noffset_increment=8k\nsize=8k\n")),
                              "0 16 32 8 24 40 ",
                              "each clone 8 KiB further on");
        NS_TEST_EXPECT_MSG_EQ(GetLbas(GetRun("size=8k\nloops=2\n")), "0 8 0 8 ", "twice");
        NS_TEST_EXPECT_MSG_EQ(GetLbas(GetRun("size=32k\nnumber_ios=3\n")), "0 8 16 ", "three");
        NS_TEST_EXPECT_MSG_EQ(GetLbas(GetRun("size=8k\nnumber_ios=3\n")), "0 8 ", "not more");
        NS_TEST_EXPECT_MSG_EQ(GetLbas(GetRun("size=32k\nnumber_ios=3\nloops=2\n")),
                              "0 8 16 ",
                              "in all passes");
        CheckDevices();
        CheckRange("bsrange=1k-4k\n", {{2, 0.25}, {4, 0.25}, {6, 0.25}, {8, 0.25}});
        // 2k plus 0 to 5k, rounded down to 2k, at most 5k: 2 of 5, 2 of 5 and 1 of 5.
        CheckRange("bsrange=2k-5k\n", {{4, 0.4}, {8, 0.4}, {10, 0.2}});
    }

    /// Files on devices in turn.
    void CheckDevices()
    {
        auto a = CreateObject<RecordingDevice>(1000, MilliSeconds(1));
        auto b = CreateObject<RecordingDevice>(1000, MilliSeconds(1));
        InstallJob("[job]\nnrfiles=3\nfilesize=4k\n", {a, b});
        Simulator::Run();
        Simulator::Destroy();
        NS_TEST_EXPECT_MSG_EQ(GetLbas(a), "0 8 ", "the first and the third");
        NS_TEST_EXPECT_MSG_EQ(GetLbas(b), "0 ", "the second");
        auto small = CreateObject<RecordingDevice>(16, MilliSeconds(1));
        NS_TEST_EXPECT_MSG_EQ(
            GetUserError([&] { InstallJob("[job]\nnrfiles=3\nfilesize=4k\n", {small}); }),
            "fio job:1: [job] nrfiles and filesize reach past the capacity of device 0, 8192 bytes",
            "too many");
        // With one file it is all the same which has the next request.
        const std::string random = "file_service_type=random\n";
        NS_TEST_EXPECT_MSG_EQ(GetLbas(GetRun("size=8k\n" + random)), "0 8 ", "one file");
        NS_TEST_EXPECT_MSG_EQ(
            GetUserError([&] { InstallJob("[job]\nsize=4k\n" + random, {a, b}); }),
            "fio job:1: [job] file_service_type must be roundrobin:1 with several files, of which "
            "there are 2",
            "two");
    }

    /**
     * @param options lines of a job
     * @param shares blocks of its requests, and how often each comes
     */
    void CheckRange(const std::string& options, const std::map<uint32_t, double>& shares)
    {
        const auto device = GetRun(options + "io_size=20m\n", MicroSeconds(1));
        std::map<uint32_t, uint32_t> counts;
        for (const auto& seen : device->seen)
        {
            ++counts[seen.blocks];
        }
        NS_TEST_EXPECT_MSG_EQ(counts.size(), shares.size(), options);
        std::vector<uint32_t> seen;
        std::vector<double> expected;
        for (const auto& [blocks, share] : shares)
        {
            seen.push_back(counts[blocks]);
            expected.push_back(share);
        }
        // 0.1 % exceed 16.27 with 3 degrees of freedom.
        NS_TEST_EXPECT_MSG_LT(GetChiSquare(seen, expected), 16.27, options);
    }
};

/**
 * @ingroup block-io
 *
 * Pauses, rates in bytes, batches.
 */
class FioPauseTest : public TestCase
{
  public:
    FioPauseTest()
        : TestCase("Pace: thinktime, rate, iodepth_batch_complete, iodepth_low")
    {
    }

  private:
    /**
     * @param options lines of a job
     * @param times when its requests come, in milliseconds; each takes 1 ms
     * @param service what each request takes
     */
    void Expect(const std::string& options,
                const std::string& times,
                Time service = MilliSeconds(1))
    {
        NS_TEST_EXPECT_MSG_EQ(GetTimes(GetRun(options, service)), times, options);
    }

    void DoRun() override
    {
        Expect("size=12k\nthinktime=5000\n", "0 6 12 ");
        Expect("size=12k\nthinktime=5ms\nthinktime_spin=2ms\n", "0 6 12 ");
        Expect("size=20k\nthinktime=5000\nthinktime_blocks=2\n", "0 1 7 8 14 ");
        // All that is outstanding completes before the pause.
        Expect(ASYNC + "iodepth=2\nsize=16k\nthinktime=5000\n", "0 0 6 6 ");
        Expect(ASYNC + "iodepth=4\nsize=16k\nthinktime=5000\nthinktime_blocks=1\n"
                       "thinktime_blocks_type=issue\n",
               "0 6 12 18 ");
        // Completions at 1, 2 and 3 ms: then 3 ms are over.
        Expect("size=28k\nthinktime=5000\nthinktime_iotime=3ms\n", "0 1 2 8 9 10 16 ");
        Expect("size=1m\nruntime=8ms\nthinktime=5000\n", "0 6 ");
        // The next job begins after the last pause.
        Expect("size=4k\nthinktime=5000\n[b]\nstonewall\nsize=4k\n", "0 6 ");
        // 4 KiB at 400 KiB/s are 10 ms; 8 KiB are 20 ms.
        Expect("size=16k\nrate=400k\n", "0 10 20 30 ");
        Expect("size=24k\nbs=8k\nrate=400k\n", "0 20 40 ");
        Expect("rw=write\nsize=12k\nrate=1m,400k\n", "0 10 20 ");
        const std::string full = ASYNC + "iodepth=4\nsize=32k\nrate_iops=1000\n"
                                         "io_submit_mode=offload\n";
        Expect(full, "0 1 2 3 10 11 12 13 ", MilliSeconds(10));
        Expect(full + "iodepth_batch_complete=4\n", "0 1 2 3 13 13 13 13 ", MilliSeconds(10));
        // At 11 ms two are outstanding: it is refilled with all that are due.
        Expect(full + "iodepth_low=2\n", "0 1 2 3 11 11 13 13 ", MilliSeconds(10));
    }
};

/**
 * @ingroup block-io
 *
 * Flushes, forced access and reading back.
 */
class FioSyncTest : public TestCase
{
  public:
    FioSyncTest()
        : TestCase("Flushes and reading back: fsync, fdatasync, end_fsync, sync, verify")
    {
    }

  private:
    /**
     * @param options lines of a job
     * @param requests its requests
     */
    void Expect(const std::string& options, const std::string& requests)
    {
        NS_TEST_EXPECT_MSG_EQ(GetRequests(GetRun(options)), requests, options);
    }

    void DoRun() override
    {
        Expect("rw=write\nsize=16k\nfsync=2\n", "W0 W8 F0 W16 W24 ");
        Expect("rw=write\nsize=20k\nfsync=2\n", "W0 W8 F0 W16 W24 F0 W32 ");
        Expect("rw=write\nsize=12k\nfdatasync=1\n", "W0 F0 W8 F0 W16 ");
        Expect("rw=write\nsize=8k\nend_fsync=1\n", "W0 W8 F0 ");
        Expect("rw=write\nsize=1m\nruntime=2ms\nfsync_on_close=1\n", "W0 W8 F0 ");
        Expect("rw=read\nsize=8k\nfsync=1\nend_fsync=1\n", "R0 R8 ");
        // Nothing is issued while a flush is outstanding.
        NS_TEST_EXPECT_MSG_EQ(GetTimes(GetRun(ASYNC + "rw=write\niodepth=4\nsize=32k\nfsync=2\n")),
                              "0 0 0 1 1 1 2 2 2 3 3 ",
                              "it waits for each flush");
        CheckForced("rw=write\nsync=1\n", true);
        CheckForced("rw=write\nsync=dsync\n", true);
        CheckForced("rw=write\n", false);
        CheckForced("rw=read\nsync=1\n", false);
        CheckForced("rw=read\nreadfua=1\n", true);
        CheckVerify();
    }

    /**
     * @param options lines of a job
     * @param forced whether its requests pass any cache
     */
    void CheckForced(const std::string& options, bool forced)
    {
        NS_TEST_EXPECT_MSG_EQ(GetRun(options + "size=4k\n")->seen.at(0).forced, forced, options);
    }

    /// The orders are those of logs of fio 3.33.
    void CheckVerify()
    {
        const std::string job = "rw=write\nverify=crc32c\nsize=16k\n";
        Expect(job, "W0 W8 W16 W24 R0 R8 R16 R24 ");
        Expect(job + "do_verify=0\n", "W0 W8 W16 W24 ");
        Expect(job + "verify_backlog=2\n", "W0 W8 R0 R8 W16 W24 R16 R24 ");
        Expect("rw=write\nverify=crc32c\nsize=32k\nverify_backlog=4\nverify_backlog_batch=2\n",
               "W0 W8 W16 W24 R0 R8 W32 W40 R16 R24 W48 W56 R32 R40 R48 R56 ");
        Expect("rw=write\nverify=crc32c\nsize=8k\nloops=2\n", "W0 W8 R0 R8 W0 W8 R0 R8 ");
        Expect("rw=read\nverify=crc32c\nsize=8k\n", "R0 R8 ");
        Expect("rw=write\nverify=crc32c\nsize=8k\nio_size=16k\n", "W0 W8 W0 W8 R0 R8 ");
        // Time ends it: fio reads nothing back then.
        Expect(job + "time_based\nruntime=3ms\n", "W0 W8 W16 ");
        // Reading back begins when all writes have completed, and has the job's depth.
        NS_TEST_EXPECT_MSG_EQ(GetTimes(GetRun(ASYNC + job + "iodepth=3\n")),
                              "0 0 0 1 2 2 2 3 ",
                              "depth");
        NS_TEST_EXPECT_MSG_EQ(GetTimes(GetRun(job + "size=8k\nthinktime=5000\n")),
                              "0 6 12 13 ",
                              "no pauses while it reads back");
    }
};

/**
 * @ingroup block-io
 *
 * Jobs one after the other.
 */
class FioScheduleTest : public TestCase
{
  public:
    FioScheduleTest()
        : TestCase("Jobs one after the other: stonewall, wait_for, startdelay, the stop time")
    {
    }

  private:
    /**
     * @param file a job file; each request takes 1 ms
     * @param times when the requests come, in milliseconds
     */
    void Expect(const std::string& file, const std::string& times)
    {
        auto device = CreateObject<RecordingDevice>(1000, MilliSeconds(1));
        InstallJob(file, {device});
        Simulator::Run();
        Simulator::Destroy();
        NS_TEST_EXPECT_MSG_EQ(GetTimes(device), times, file);
    }

    void DoRun() override
    {
        Expect("[a]\nsize=8k\n[b]\nstonewall\nsize=8k\n[c]\nsize=4k\n", "0 1 2 2 3 ");
        Expect("[global]\nstonewall\nsize=4k\n[a]\n[b]\n[c]\n", "0 1 2 ");
        // The clones of a job run together, and the next job waits for all of them.
        Expect("[a]\nsize=8k\n[b]\nstonewall\nnumjobs=2\nsize=4k\n[c]\nstonewall\nsize=4k\n",
               "0 1 2 2 3 ");
        Expect("[a]\nsize=8k\n[b]\nsize=4k\n[c]\nwait_for=a\nsize=4k\n", "0 0 1 2 ");
        Expect("[a]\nnumjobs=2\nsize=8k\n[c]\nwait_for=a\nsize=4k\n", "0 0 1 1 2 ");
        // A delay counts from the beginning of all, as in fio.
        Expect("[a]\nsize=8k\n[b]\nstonewall\nstartdelay=10ms\nsize=4k\n", "0 1 10 ");
        Expect("[a]\nsize=8k\n[b]\nstonewall\nstartdelay=1ms\nsize=4k\n", "0 1 2 ");
        Expect("[a]\nsize=4k\nstartdelay=3ms\n[b]\nstonewall\nsize=4k\n", "3 4 ");
        // runtime is of each job.
        Expect("[a]\nruntime=2ms\n[b]\nstonewall\nruntime=2ms\n", "0 1 2 3 ");
        CheckStop();
    }

    /// At the stop time, jobs that wait end as well.
    void CheckStop()
    {
        auto device = CreateObject<RecordingDevice>(1000, MilliSeconds(1));
        auto workloads = InstallJob("[a]\n[b]\nstonewall\n[c]\nwait_for=a\n", {device});
        workloads.Stop(MicroSeconds(1500));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(GetTimes(device), "0 1 ", "no request after the stop");
        for (uint32_t i = 0; i < workloads.GetN(); ++i)
        {
            const auto workload = DynamicCast<BlockWorkload>(workloads.Get(i));
            NS_TEST_EXPECT_MSG_EQ(workload->IsFinished(), true, "finished " << i);
        }
        Simulator::Destroy();
    }
};

/**
 * @ingroup block-io
 *
 * Some sections of a job file.
 */
class FioChosenSectionsTest : public TestCase
{
  public:
    FioChosenSectionsTest()
        : TestCase("Sections: which run, what they wait for, and those that are not there")
    {
    }

  private:
    using Names = std::vector<std::string>; //!< of sections

    /// Jobs of 1, 2 and 3 requests of 1 ms each, the last behind the first.
    static constexpr const char* JOBS = "[global]\nbs=4k\n"
                                        "[a]\nsize=4k\n"
                                        "[b]\nsize=8k\nstonewall\n"
                                        "[c]\nsize=12k\nwait_for=a\n";

    /**
     * @param sections the sections that run
     * @param times when the requests come, in milliseconds
     */
    void Expect(const Names& sections, const std::string& times)
    {
        auto device = CreateObject<RecordingDevice>(1000, MilliSeconds(1));
        InstallJob(JOBS, {device}, sections);
        Simulator::Run();
        Simulator::Destroy();
        NS_TEST_EXPECT_MSG_EQ(GetTimes(device), times, sections.size() << " sections");
    }

    /**
     * @param sections the sections that run
     * @return the error
     */
    static std::string GetError(const Names& sections)
    {
        auto device = CreateObject<RecordingDevice>(1000, MilliSeconds(1));
        const auto text = GetUserError([&] { InstallJob(JOBS, {device}, sections); });
        Simulator::Destroy();
        return text;
    }

    void DoRun() override
    {
        Expect({}, "0 1 1 2 2 3 ");
        Expect({"a"}, "0 ");
        // Nobody is there to wait for.
        Expect({"b"}, "0 1 ");
        Expect({"a", "b"}, "0 1 2 ");
        // The order is that of the file, and a section runs once.
        Expect({"b", "a", "b"}, "0 1 2 ");
        Expect({"c", "a"}, "0 1 2 3 ");
        NS_TEST_EXPECT_MSG_EQ(GetError({"a", "d"}),
                              "fio job: there is no section [d], but [a], [b], [c]",
                              "no such section");
        NS_TEST_EXPECT_MSG_EQ(GetError({"global"}),
                              "fio job: there is no section [global], but [a], [b], [c]",
                              "it is no job");
        NS_TEST_EXPECT_MSG_EQ(GetError({"b", "c"}),
                              "fio job:8: [c] wait_for is 'a', a job that does not run here",
                              "would wait for ever");
    }
};

/**
 * @ingroup block-io
 *
 * Sequences, files, pauses, flushes and the order of jobs of fio.
 */
class FioSequenceTestSuite : public TestSuite
{
  public:
    FioSequenceTestSuite()
        : TestSuite("block-io-fio-sequence", Type::UNIT)
    {
        AddTestCase(new FioGapsTest);
        AddTestCase(new FioMixedAddressesTest);
        AddTestCase(new FioFilesTest);
        AddTestCase(new FioPauseTest);
        AddTestCase(new FioSyncTest);
        AddTestCase(new FioScheduleTest);
        AddTestCase(new FioChosenSectionsTest);
    }
};

static FioSequenceTestSuite g_fioSequenceTestSuite; //!< registers the suite
