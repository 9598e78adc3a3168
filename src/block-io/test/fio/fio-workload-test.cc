/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fio-test-helper.h"

#include "ns3/fio-workload.h"
#include "ns3/io-recorder.h"
#include "ns3/test.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

using namespace ns3;

/**
 * @ingroup block-io
 *
 * Where the requests of a job go and when it ends.
 */
class FioRangeTest : public TestCase
{
  public:
    FioRangeTest()
        : TestCase("Addresses: size, offset, several devices, reads and writes in sequence")
    {
    }

  private:
    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(GetLbas(GetRun("rw=read\nsize=16k\n")), "0 8 16 24 ", "size ends it");
        NS_TEST_EXPECT_MSG_EQ(GetLbas(GetRun("rw=read\nsize=8k\noffset=4k\n")), "8 16 ", "offset");
        NS_TEST_EXPECT_MSG_EQ(GetLbas(GetRun("rw=read\nsize=8k\nio_size=12k\n")),
                              "0 8 0 ",
                              "more than the range");
        NS_TEST_EXPECT_MSG_EQ(GetLbas(GetRun("rw=read\nsize=16k\nio_size=50%\n")), "0 8 ", "less");
        // A quarter of 64 blocks behind a half of them; percent of an offset are rounded up to bs.
        NS_TEST_EXPECT_MSG_EQ(GetLbas(GetRun("offset=50%\nsize=25%\n", MilliSeconds(1), 64)),
                              "32 40 ",
                              "percent");
        NS_TEST_EXPECT_MSG_EQ(GetLbas(GetRun("offset=80%\n", MilliSeconds(1), 64)),
                              "56 ",
                              "51.2 blocks rounded up, to the end");
        NS_TEST_EXPECT_MSG_EQ(GetLbas(GetRun("size=8k\ntime_based\nruntime=5ms\n")),
                              "0 8 0 8 0 ",
                              "over and over for 5 ms");
        CheckMixed();
        CheckDevices();
    }

    /// Reads and writes each have their own sequence.
    void CheckMixed()
    {
        const auto device = GetRun("rw=rw\nsize=80k\nbs=4k,8k\n");
        const std::string reads = "0 8 16 24 32 40 48 56 64 72 ";
        const std::string writes = "0 16 32 48 64 80 96 112 128 ";
        const auto seenReads = GetLbas(device);
        const auto seenWrites = GetLbas(device, BlockOperation::WRITE);
        NS_TEST_EXPECT_MSG_EQ(reads.starts_with(seenReads) || seenReads.starts_with(reads),
                              true,
                              seenReads);
        NS_TEST_EXPECT_MSG_EQ(writes.starts_with(seenWrites) || seenWrites.starts_with(writes),
                              true,
                              seenWrites);
        NS_TEST_EXPECT_MSG_GT(Count(device, BlockOperation::READ), 0, "some read");
        NS_TEST_EXPECT_MSG_GT(Count(device, BlockOperation::WRITE), 0, "some write");
    }

    /// Devices take turns, and share the size.
    void CheckDevices()
    {
        auto a = CreateObject<RecordingDevice>(1000, MilliSeconds(1));
        auto b = CreateObject<RecordingDevice>(1000, MilliSeconds(1));
        InstallJob("[job]\nsize=24k\n", {a, b});
        Simulator::Run();
        Simulator::Destroy();
        NS_TEST_EXPECT_MSG_EQ(GetLbas(a), "0 8 16 ", "12 KiB of the first");
        NS_TEST_EXPECT_MSG_EQ(GetLbas(b), "0 8 16 ", "12 KiB of the second");
    }
};

/**
 * @ingroup block-io
 *
 * Random requests: with a map each block once, without by chance, skewed ones by rank.
 */
class FioRandomTest : public TestCase
{
  public:
    FioRandomTest()
        : TestCase("Random addresses: every block once, by chance, and by Zipf's law")
    {
    }

  private:
    /**
     * @param options lines of a job of 50,000 requests on 100 places of 4 KiB
     * @return how often each place came, the most frequent first
     */
    std::vector<uint32_t> GetCounts(const std::string& options)
    {
        const auto device = GetRun("rw=randread\nsize=400k\nio_size=200000k\n" + options);
        NS_TEST_EXPECT_MSG_EQ(device->seen.size(), 50000, "io_size");
        std::vector<uint32_t> counts(100);
        for (const auto& seen : device->seen)
        {
            NS_TEST_EXPECT_MSG_EQ(seen.lba % 8, 0, "aligned");
            ++counts.at(seen.lba / 8);
        }
        std::sort(counts.rbegin(), counts.rend());
        return counts;
    }

    void DoRun() override
    {
        const auto once = GetRun("rw=randread\nsize=400k\n");
        std::set<uint64_t> places;
        for (const auto& seen : once->seen)
        {
            places.insert(seen.lba);
        }
        NS_TEST_EXPECT_MSG_EQ(once->seen.size(), 100, "the whole range");
        NS_TEST_EXPECT_MSG_EQ(places.size(), 100, "every block once");
        NS_TEST_EXPECT_MSG_EQ((GetCounts("") == std::vector<uint32_t>(100, 500)),
                              true,
                              "500 times");
        // 0.1 % of samples of a uniform distribution exceed 148.2 with 99 degrees of freedom.
        const auto uniform =
            GetChiSquare(GetCounts("norandommap\n"), std::vector<double>(100, .01));
        NS_TEST_EXPECT_MSG_LT(uniform, 148.2, "by chance");
        NS_TEST_EXPECT_MSG_GT(uniform, 50, "and not evenly");
        CheckZipf();
        // Of all requests 80 % go to the hottest 20 of 100 places, 3 standard deviations are 270.
        const auto pareto = GetCounts("random_distribution=pareto:0.2\n");
        uint32_t hot = 0;
        std::for_each_n(pareto.begin(), 20, [&hot](auto count) { hot += count; });
        NS_TEST_EXPECT_MSG_EQ_TOL(hot, 40000, 270, "80 to 20");
    }

    /// The ranks of fio's zipf:1.5.
    void CheckZipf()
    {
        const auto counts = GetCounts("random_distribution=zipf:1.5\n");
        double sum = 0;
        for (int rank = 1; rank <= 100; ++rank)
        {
            sum += std::pow(rank, -1.5);
        }
        // Ranks this hot keep their order; 0.1 % exceed 18.47 with 4 degrees of freedom.
        std::vector<uint32_t> observed(counts.begin(), counts.begin() + 4);
        std::vector<double> expected;
        observed.push_back(50000 - counts[0] - counts[1] - counts[2] - counts[3]);
        double rest = 1;
        for (int rank = 1; rank <= 4; ++rank)
        {
            expected.push_back(std::pow(rank, -1.5) / sum);
            rest -= expected.back();
        }
        expected.push_back(rest);
        NS_TEST_EXPECT_MSG_LT(GetChiSquare(observed, expected), 18.47, "by rank");
    }
};

/**
 * @ingroup block-io
 *
 * The mixture of sizes and operations.
 */
class FioMixtureTest : public TestCase
{
  public:
    FioMixtureTest()
        : TestCase("Mixture: shares of bssplit and rwmixread")
    {
    }

  private:
    void DoRun() override
    {
        const auto device = GetRun("rw=randrw\nrwmixread=30\nnorandommap\nio_size=100m\n"
                                   "bssplit=4k/50:8k/20:16k/30,4k/90:8k/10\n",
                                   MicroSeconds(1));
        std::map<BlockOperation, std::map<uint32_t, uint32_t>> counts;
        uint64_t bytes = 0;
        for (const auto& seen : device->seen)
        {
            ++counts[seen.operation][seen.blocks];
            bytes += seen.blocks * 512;
        }
        auto& reads = counts[BlockOperation::READ];
        auto& writes = counts[BlockOperation::WRITE];
        // 0.1 % exceed 10.83 and 13.82 with 1 and 2 degrees of freedom.
        NS_TEST_EXPECT_MSG_LT(GetChiSquare({reads[8], reads[16], reads[32]}, {0.5, 0.2, 0.3}),
                              13.82,
                              "reads");
        NS_TEST_EXPECT_MSG_LT(GetChiSquare({writes[8], writes[16]}, {0.9, 0.1}), 10.83, "writes");
        NS_TEST_EXPECT_MSG_EQ(writes.size(), 2, "no other size");
        const auto read = Count(device, BlockOperation::READ);
        const auto written = Count(device, BlockOperation::WRITE);
        NS_TEST_EXPECT_MSG_LT(GetChiSquare({read, written}, {0.3, 0.7}), 10.83, "rwmixread");
        NS_TEST_EXPECT_MSG_GT(read + written, 15000, "enough of them");
        NS_TEST_EXPECT_MSG_EQ_TOL(bytes, 100ULL << 20, 16384, "until io_size");
    }
};

/**
 * @ingroup block-io
 *
 * When requests come.
 */
class FioPaceTest : public TestCase
{
  public:
    FioPaceTest()
        : TestCase(
              "Pace: iodepth, rate_iops with and without backlog, of reads and writes, Poisson")
    {
    }

  private:
    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(GetTimes(GetRun("size=16k\n")), "0 1 2 3 ", "one at a time");
        NS_TEST_EXPECT_MSG_EQ(GetTimes(GetRun(ASYNC + "size=20k\niodepth=2\n")),
                              "0 0 1 1 2 ",
                              "two");
        NS_TEST_EXPECT_MSG_EQ(GetTimes(GetRun("size=16k\nrate_iops=100\n")), "0 10 20 30 ", "rate");
        NS_TEST_EXPECT_MSG_EQ(GetTimes(GetRun("size=16k\nrate_iops=100\n", MilliSeconds(30))),
                              "0 30 60 90 ",
                              "not more than iodepth");
        const std::string late = ASYNC + "size=24k\nrate_iops=100\niodepth=2\n";
        // Before it sleeps until 10 ms, fio waits for the first request; two are due at 30 ms.
        NS_TEST_EXPECT_MSG_EQ(GetTimes(GetRun(late, MilliSeconds(30))),
                              "0 30 30 60 60 90 ",
                              "what is outstanding completes before fio sleeps");
        NS_TEST_EXPECT_MSG_EQ(GetTimes(GetRun(late + "io_submit_mode=offload\n", MilliSeconds(30))),
                              "0 10 30 40 60 70 ",
                              "what is late waits for a completion");
        CheckDirections();
        CheckLostDevice();
        // 100 s of 100 requests a second; 4 standard deviations of their number are 400.
        const auto poisson = GetRun(
            ASYNC + "rate_iops=100\nrate_process=poisson\niodepth=64\nruntime=100\ntime_based\n"
                    "io_submit_mode=offload\n");
        NS_TEST_EXPECT_MSG_EQ_TOL(poisson->seen.size(), 10000.0, 400.0, "Poisson");
        NS_TEST_EXPECT_MSG_GT(poisson->mostAtOnce, 1, "not at equal intervals");
    }

    /// What is due while the device is lost comes when it is ready again.
    void CheckLostDevice()
    {
        auto device = CreateObject<RecordingDevice>(1000, MilliSeconds(30));
        Simulator::Schedule(MilliSeconds(25), &RecordingDevice::SetReady, device, false);
        Simulator::Schedule(MilliSeconds(100), &RecordingDevice::SetReady, device, true);
        RunJob("size=12k\nrate_iops=100\n", device);
        NS_TEST_EXPECT_MSG_EQ(GetTimes(device), "0 100 130 ", "from 100 ms on");
    }

    /// Reads and writes have rates of their own, whatever the mixture.
    void CheckDirections()
    {
        const std::string job = ASYNC +
                                "rw=randrw\nrwmixread=90\niodepth=8\ntime_based\nruntime=1\n"
                                "io_submit_mode=offload\n";
        const auto both = GetRun(job + "rate_iops=100,50\n");
        NS_TEST_EXPECT_MSG_EQ(Count(both, BlockOperation::READ), 100, "reads");
        NS_TEST_EXPECT_MSG_EQ(Count(both, BlockOperation::WRITE), 50, "writes");
        const auto writes = GetRun(job + "rate_iops=,50\n");
        NS_TEST_EXPECT_MSG_EQ(Count(writes, BlockOperation::WRITE), 50, "writes");
        NS_TEST_EXPECT_MSG_GT(Count(writes, BlockOperation::READ),
                              7000,
                              "reads as fast as it goes");
        // Requests take 30 ms, so that both rates are missed: the mixture is that of rwmixread.
        const auto late =
            GetRun("rw=randrw\nrwmixread=75\nio_size=16m\nrate_iops=1000\n", MilliSeconds(30));
        const auto reads = Count(late, BlockOperation::READ);
        NS_TEST_EXPECT_MSG_LT(GetChiSquare({reads, 4096 - reads}, {0.75, 0.25}), 10.83, "late");
    }
};

/**
 * @ingroup block-io
 *
 * Times of a job, clones and what is recorded.
 */
class FioTimesTest : public TestCase
{
  public:
    FioTimesTest()
        : TestCase("Times: startdelay, runtime, ramp_time in no result, numjobs")
    {
    }

  private:
    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(GetTimes(GetRun("startdelay=2\nsize=8k\n")), "2000 2001 ", "delay");
        NS_TEST_EXPECT_MSG_EQ(GetTimes(GetRun("runtime=3ms\nsize=1m\n")), "0 1 2 ", "runtime");
        CheckRamp();
        const auto one = GetRun("rate_iops=100\nruntime=1\ntime_based\n");
        const auto two = GetRun("rate_iops=100\nruntime=1\ntime_based\nnumjobs=2\n");
        NS_TEST_EXPECT_MSG_EQ(one->seen.size(), 100, "one");
        NS_TEST_EXPECT_MSG_EQ(two->seen.size(), 200, "twice as many");
        CheckSections();
    }

    /// What is issued in ramp_time counts in no figure and adds to runtime.
    void CheckRamp()
    {
        auto device = CreateObject<RecordingDevice>(1000, MilliSeconds(1));
        const auto workloads = InstallJob("[job]\nramp_time=20ms\nruntime=30ms\ntime_based\n"
                                          "rate_iops=100\nstartdelay=5ms\n",
                                          {device});
        auto recorder = CreateObject<IoRecorder>();
        recorder->Attach(DynamicCast<BlockWorkload>(workloads.Get(0)));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(GetTimes(device), "5 15 25 35 45 ", "both times");
        NS_TEST_EXPECT_MSG_EQ(recorder->GetSummary().GetRequests(), 3, "after the ramp");
        NS_TEST_EXPECT_MSG_EQ(recorder->GetSummary().GetStart(), MilliSeconds(25), "the first");
        Simulator::Destroy();
    }

    /// Jobs run at the same time, in the order of the file.
    void CheckSections()
    {
        auto device = CreateObject<RecordingDevice>(1000, MilliSeconds(1));
        const auto workloads =
            InstallJob("[a]\nsize=4k\n[b]\nnumjobs=2\nsize=4k\nrw=write\n", {device});
        NS_TEST_ASSERT_MSG_EQ(workloads.GetN(), 3, "workloads");
        std::string names;
        for (uint32_t i = 0; i < 3; ++i)
        {
            names += DynamicCast<FioWorkload>(workloads.Get(i))->GetJob().name;
        }
        NS_TEST_EXPECT_MSG_EQ(names, "abb", "the order of the file");
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(GetTimes(device), "0 0 0 ", "at the same time");
        NS_TEST_EXPECT_MSG_EQ(Count(device, BlockOperation::WRITE), 2, "of b");
        Simulator::Destroy();
    }
};

/**
 * @ingroup block-io
 *
 * Jobs that do not fit their devices.
 */
class FioFitTest : public TestCase
{
  public:
    FioFitTest()
        : TestCase("Jobs that do not fit the devices are named")
    {
    }

  private:
    /**
     * @param options lines of a job
     * @param message what is wrong with it on a device of 1,000 blocks
     */
    void Expect(const std::string& options, const std::string& message)
    {
        auto device = CreateObject<RecordingDevice>(1000, MilliSeconds(1));
        NS_TEST_EXPECT_MSG_EQ(
            GetUserError([&] { InstallJob("[global]\n[my job]\n" + options, {device}); }),
            "fio job:2: [my job] " + message,
            "");
    }

    void DoRun() override
    {
        Expect("bs=1000\n", "the block size 1000 is not a multiple of that of device 0, 512 bytes");
        Expect("bs=1m\n",
               "the block size 1048576 is larger than the range of device 0, 512000 bytes");
        Expect("size=1m\n", "offset and size reach past the capacity of device 0, 512000 bytes");
        Expect("offset=1m\n", "offset reaches past the capacity of device 0, 512000 bytes");
        Expect("offset=100\n", "offset is not a multiple of the block size of device 0, 512 bytes");
        Expect("rw=read:100\n",
               "the number behind rw is not a multiple of the block size of device 0, 512 bytes");
        Expect("rw=randread\nba=100\n",
               "blockalign is not a multiple of the block size of device 0, 512 bytes");
        Expect("zonesize=5000\n",
               "zonesize is not a multiple of the block size of device 0, 512 bytes");
        Expect("zonesize=1k\n", "zonerange is smaller than a block");
        Expect("nrfiles=2\nfilesize=5000\n",
               "filesize is not a multiple of the block size of device 0, 512 bytes");
        auto device = CreateObject<RecordingDevice>(1000, MilliSeconds(1));
        InstallJob("[j]\nrw=read\nbssplit=4k/100,3/100\nsize=4k\n", {device});
        Simulator::Run();
        Simulator::Destroy();
        NS_TEST_EXPECT_MSG_EQ(device->seen.size(), 1, "sizes of writes do not matter to reads");
        NS_TEST_EXPECT_MSG_EQ(
            GetUserError([&] { InstallWorkload("ns3::FioWorkload", {}, {device}); }),
            "ns3::FioWorkload: it has no job",
            "");
    }
};

/**
 * @ingroup block-io
 *
 * Jobs of fio as workloads.
 */
class FioWorkloadTestSuite : public TestSuite
{
  public:
    FioWorkloadTestSuite()
        : TestSuite("block-io-fio", Type::UNIT)
    {
        AddTestCase(new FioRangeTest);
        AddTestCase(new FioRandomTest);
        AddTestCase(new FioMixtureTest);
        AddTestCase(new FioPaceTest);
        AddTestCase(new FioTimesTest);
        AddTestCase(new FioFitTest);
    }
};

static FioWorkloadTestSuite g_fioWorkloadTestSuite; //!< registers the suite
