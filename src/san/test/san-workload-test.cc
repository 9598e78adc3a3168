/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-test-bench.h"

#include "ns3/fio-workload.h"
#include "ns3/iometer-workload.h"
#include "ns3/synthetic-workload.h"
#include "ns3/test.h"
#include "ns3/trace-workload.h"

#include <fstream>
#include <string>
#include <vector>

using namespace ns3;

/**
 * @ingroup san-tests
 *
 * Requests that are made up: when they are issued, and what they are.
 */
class SanSyntheticLoadTestCase : public TestCase
{
  public:
    SanSyntheticLoadTestCase()
        : TestCase("closed and fixed loads")
    {
    }

  private:
    using Times = std::vector<int64_t>; //!< in microseconds

    void DoRun() override
    {
        Closed();
        Fixed();
        Requests();
        Ramp();
    }

    /// A closed loop keeps its depth: another four each millisecond, or each 1.5 ms.
    void Closed()
    {
        SanLocalLoad load({"--workload=closed", "--queueDepth=4", "--count=10"});
        Simulator::Run();
        const Times times{0, 0, 0, 0, 1000, 1000, 1000, 1000, 2000, 2000};
        NS_TEST_EXPECT_MSG_EQ((load.GetTimes() == times), true, "four at a time");
        NS_TEST_EXPECT_MSG_EQ(Simulator::Now(), MilliSeconds(3), "ten requests, four a ms");
        NS_TEST_EXPECT_MSG_EQ((DynamicCast<SyntheticWorkload>(load.Get(0)) != nullptr),
                              true,
                              "made up");

        Simulator::Destroy();
        SanLocalLoad thinking(
            {"--workload=closed", "--queueDepth=2", "--thinkTime=500us", "--count=5"});
        Simulator::Run();
        const Times later{0, 0, 1500, 1500, 3000};
        NS_TEST_EXPECT_MSG_EQ((thinking.GetTimes() == later), true, "1 ms and half of one");
    }

    /// Fixed times do not wait for completions.
    void Fixed()
    {
        SanLocalLoad load({"--workload=fixed", "--rate=4000", "--count=6"});
        Simulator::Run();
        const Times times{0, 250, 500, 750, 1000, 1250};
        NS_TEST_EXPECT_MSG_EQ((load.GetTimes() == times), true, "4000 a second");
        NS_TEST_EXPECT_MSG_EQ(Simulator::Now(), MicroSeconds(2250), "1 ms after the last");
    }

    /// Drives in turn, each from its first block on; one size, or two by weight.
    void Requests()
    {
        SanLocalLoad load({"--workload=closed",
                           "--pattern=sequential",
                           "--size=8192",
                           "--readFraction=0",
                           "--count=6"},
                          2);
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(load.issued.size(), 6, "all");
        for (uint32_t i = 0; i < 6; ++i)
        {
            const auto& issue = load.issued[i];
            NS_TEST_EXPECT_MSG_EQ(issue.device, i % 2, "drives take turns");
            NS_TEST_EXPECT_MSG_EQ(issue.lba, i / 2 * 16, "one after the other");
            NS_TEST_EXPECT_MSG_EQ(issue.blocks, 16, "8192 bytes");
            NS_TEST_EXPECT_MSG_EQ(issue.operation, BlockOperation::WRITE, "no read");
        }

        Simulator::Destroy();
        SanLocalLoad sizes({"--workload=closed", "--size=65536:1", "--readFraction=1"});
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(sizes.issued.size(), 1000, "the default count");
        for (const auto& issue : sizes.issued)
        {
            NS_TEST_EXPECT_MSG_EQ(issue.blocks, 128, "the only size");
            NS_TEST_EXPECT_MSG_EQ(issue.operation, BlockOperation::READ, "no write");
            NS_TEST_EXPECT_MSG_EQ(issue.lba % 8, 0, "at a multiple of 4096 bytes");
        }
    }

    /// What is issued before the ramp is over counts nowhere.
    void Ramp()
    {
        SanLocalLoad load({"--workload=closed", "--queueDepth=3", "--count=12", "--rampTime=2ms"});
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(load.issued.size(), 12, "at 0, 1, 2 and 3 ms");
        NS_TEST_EXPECT_MSG_EQ(load.measured, 6, "those of 2 and 3 ms");
    }
};

/**
 * @ingroup san-tests
 *
 * Requests that a file of another program says.
 */
class SanFileLoadTestCase : public TestCase
{
  public:
    SanFileLoadTestCase()
        : TestCase("traces, access specifications, job files")
    {
    }

  private:
    using Times = std::vector<int64_t>; //!< in microseconds

    void DoRun() override
    {
        Trace();
        Iometer();
        Fio();
        Sections();
        Mistakes();
    }

    /// A trace of DiskSim: reads at 0 and 4 ms, a write at 1 ms.
    void Trace()
    {
        const auto file = CreateTempDirFilename("three.trace");
        std::ofstream(file) << "0 0 0 8 1\n1 0 8 8 0\n4 0 16 16 1\n";
        SanLocalLoad open({"--workload=trace", "--trace=" + file, "--traceTimeScale=2"});
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ((open.GetTimes() == Times{0, 2000, 8000}), true, "times doubled");
        NS_TEST_EXPECT_MSG_EQ((DynamicCast<TraceWorkload>(open.Get(0)) != nullptr), true, "class");
        NS_TEST_ASSERT_MSG_EQ(open.issued.size(), 3, "all");
        NS_TEST_EXPECT_MSG_EQ(open.issued[1].operation, BlockOperation::WRITE, "the second");
        NS_TEST_EXPECT_MSG_EQ(open.issued[2].lba, 16, "the third");
        NS_TEST_EXPECT_MSG_EQ(open.issued[2].blocks, 16, "the third");

        Simulator::Destroy();
        SanLocalLoad closed({"--workload=trace",
                             "--trace=" + file,
                             "--traceFormat=disksim",
                             "--traceMode=closed",
                             "--queueDepth=1"});
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ((closed.GetTimes() == Times{0, 1000, 2000}),
                              true,
                              "one after the other");
    }

    /// A worker of IOMeter that reads 8 KiB in sequence.
    void Iometer()
    {
        SanLocalLoad load({"--workload=iometer",
                           "--iometer=Version 1.1.0\n"
                           "'ACCESS SPECIFICATIONS ===\n"
                           "'Access specification name,default assignment\n"
                           "\tbig,NONE\n"
                           "'size,% of size,% reads,% random,delay,burst,align,reply\n"
                           "\t65536,100,0,0,0,1,0,0\n"
                           "'Access specification name,default assignment\n"
                           "\tsmall,NONE\n"
                           "'size,% of size,% reads,% random,delay,burst,align,reply\n"
                           "\t8192,100,100,0,0,1,0,0\n"
                           "'END access specifications\n",
                           "--iometerSpecification=small",
                           "--queueDepth=2",
                           "--count=5"});
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ((DynamicCast<IometerWorkload>(load.Get(0)) != nullptr),
                              true,
                              "class");
        NS_TEST_EXPECT_MSG_EQ((load.GetTimes() == Times{0, 0, 1000, 1000, 2000}),
                              true,
                              "two at a time");
        for (const auto& issue : load.issued)
        {
            NS_TEST_EXPECT_MSG_EQ(issue.blocks, 16, "8192 bytes");
            NS_TEST_EXPECT_MSG_EQ(issue.operation, BlockOperation::READ, "all read");
        }
    }

    /// Two jobs, one of them twice; what is not simulated is noted.
    void Fio()
    {
        SanLocalLoad load({"--workload=fio",
                           "--fio=[global]\nbs=4k\nsize=16k\n"
                           "[reader]\nrw=read\nnumjobs=2\n"
                           "[writer]\nrw=write\nsize=8k\n"});
        NS_TEST_ASSERT_MSG_EQ(load.workloads.GetN(), 3, "two readers and a writer");
        const std::vector<std::string> names{"reader", "reader", "writer"};
        for (uint32_t i = 0; i < names.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(DynamicCast<FioWorkload>(load.Get(i))->GetJob().name,
                                  names[i],
                                  "job " << i);
        }
        Simulator::Run();
        // Each has one request outstanding: 4, 4 and 2 of 4 KiB, 1 ms each.
        NS_TEST_EXPECT_MSG_EQ(
            (load.GetTimes() == Times{0, 0, 0, 1000, 1000, 1000, 2000, 2000, 3000, 3000}),
            true,
            "three at first, then two");
        const auto getNotes = [](const std::vector<std::string>& words) {
            const ParsedSanOptions options(words);
            return options.load.GetBlockKind()->GetNotes();
        };
        NS_TEST_EXPECT_MSG_EQ(getNotes({}).size(), 0, "no job file");
        const std::string job = "[a]\nrw=read\nsize=4k\ndirect=1\nioengine=sync\n";
        NS_TEST_EXPECT_MSG_EQ(getNotes({"--workload=fio", "--fio=" + job}).size(),
                              1,
                              "of what makes no difference here");
    }

    /**
     * @param sections of the option fioSection
     * @param initiator number of one of four initiators
     * @return names of the jobs that it runs
     */
    static std::string GetJobs(const std::string& sections, uint32_t initiator)
    {
        const SanLocalLoad load({"--workload=fio",
                                 "--fio=[a]\nsize=4k\n[b]\nsize=4k\n[c,+]\nsize=4k\n",
                                 "--initiators=4",
                                 "--fioSection=" + sections},
                                1,
                                initiator);
        std::string jobs;
        for (uint32_t i = 0; i < load.workloads.GetN(); ++i)
        {
            jobs += DynamicCast<FioWorkload>(load.Get(i))->GetJob().name + " ";
        }
        return jobs;
    }

    /// Sections of a job file are those of initiators in turn.
    void Sections()
    {
        NS_TEST_EXPECT_MSG_EQ(GetJobs("", 3), "a b c,+ ", "all");
        NS_TEST_EXPECT_MSG_EQ(GetJobs("b", 3), "b ", "one for all");
        NS_TEST_EXPECT_MSG_EQ(GetJobs("a,b", 0), "a ", "the first");
        NS_TEST_EXPECT_MSG_EQ(GetJobs("a,b", 1), "b ", "the second");
        NS_TEST_EXPECT_MSG_EQ(GetJobs("a,b", 3), "b ", "all that remain");
        NS_TEST_EXPECT_MSG_EQ(GetJobs("a,b,a,b+a", 3), "a b ", "two, in the order of the file");
        const auto error = [](const std::string& sections) {
            return GetSanError([&sections] { GetJobs(sections, 0); });
        };
        NS_TEST_EXPECT_MSG_EQ(error("a,b,a,b,a"),
                              "fioSection: a,b,a,b,a is for 5 initiators, but there are 4",
                              "more than initiators");
        NS_TEST_EXPECT_MSG_EQ(error("noisy,a"),
                              "fio job: there is no section [noisy], but [a], [b], [c,+]",
                              "no such section");
        NS_TEST_EXPECT_MSG_EQ(error(",a"),
                              "fio job: there is no section [], but [a], [b], [c,+]",
                              "nothing before the comma");
        NS_TEST_EXPECT_MSG_EQ(GetSanError([] { ParsedSanOptions({"--fioSection=a"}); }),
                              "fioSection: a needs workload=fio",
                              "no job file");
    }

    /// What is wrong with a file is told when the workload is made.
    void Mistakes()
    {
        const auto missing = CreateTempDirFilename("missing.trace");
        NS_TEST_EXPECT_MSG_EQ(
            GetSanError([&] { SanLocalLoad({"--workload=trace", "--trace=" + missing}); }),
            missing + ": cannot be opened: No such file or directory",
            "no such trace");
        NS_TEST_EXPECT_MSG_EQ(
            GetSanError([] { SanLocalLoad({"--workload=fio", "--fio=[a]\nrw=sideways\n"}); }),
            "fio job:2: rw is 'sideways', not one of read, write, rw, readwrite, "
            "randread, randwrite, randrw, with a number behind a colon or "
            "without",
            "no such operation");
        NS_TEST_EXPECT_MSG_EQ(
            GetSanError([] {
                SanLocalLoad(
                    {"--workload=iometer", "--iometer=a\nb\n", "--iometerSpecification=c"});
            }),
            "IOMeter file: it has no access specification, below 'ACCESS SPECIFICATIONS",
            "no specification");
    }
};

/**
 * @ingroup san-tests
 *
 * What initiators do.
 */
class SanWorkloadTestSuite : public TestSuite
{
  public:
    SanWorkloadTestSuite()
        : TestSuite("san-workload", Type::UNIT)
    {
        AddTestCase(new SanSyntheticLoadTestCase, TestCase::Duration::QUICK);
        AddTestCase(new SanFileLoadTestCase, TestCase::Duration::QUICK);
    }
};

static SanWorkloadTestSuite g_sanWorkloadTestSuite; //!< registers the suite
