/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-test-bench.h"

#include "ns3/io-recorder.h"
#include "ns3/io-timeline.h"
#include "ns3/json-writer.h"
#include "ns3/san-capture.h"
#include "ns3/san-gateway-figures.h"
#include "ns3/san-job-figures.h"
#include "ns3/san-load.h"
#include "ns3/san-pdu-figures.h"
#include "ns3/san-results.h"
#include "ns3/san-stage-figures.h"
#include "ns3/san-tcp-connections.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"

#include <algorithm>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/**
 * @return the names of the stages of a request that take time, in order
 */
std::vector<std::string>
GetStages()
{
    std::vector<std::string> stages;
    for (std::size_t i = 1; i < static_cast<std::size_t>(IoStage::COUNT); ++i)
    {
        const auto stage = static_cast<IoStage>(i);
        if (GetIoStageGroup(stage) == IoStageGroup::COMMON)
        {
            stages.emplace_back(GetIoStageName(stage));
        }
    }
    return stages;
}

/**
 * @param stage a stage
 * @param ms a time of six decimals
 * @return it if a request of a drive of memory spends it in a stage, or no time
 */
std::string
GetStageTime(const std::string& stage, const std::string& ms)
{
    return stage == "media_done" ? ms : "0.000000";
}

/**
 * @param ms a response time of six decimals
 * @return percentiles of requests that all take that
 */
std::string
GetPercentiles(const std::string& ms)
{
    return "{\"p50\": " + ms + ", \"p90\": " + ms + ", \"p99\": " + ms + ", \"p999\": " + ms + "}";
}

/**
 * @param ms a response time of six decimals
 * @return percentiles of all stages of requests that all take that
 */
std::string
GetStagePercentiles(const std::string& ms)
{
    auto text = "{\"latency\": " + GetPercentiles(ms);
    for (const auto& stage : GetStages())
    {
        text += ", \"" + stage + "\": " + GetPercentiles(GetStageTime(stage, ms));
    }
    return text + "}";
}

/**
 * @param count number of requests
 * @param bytes their bytes
 * @param iops requests a second
 * @param mbPerS megabytes a second
 * @param ms the response time of each
 * @return the figures of a group
 */
std::string
GetGroup(const std::string& count,
         const std::string& bytes,
         const std::string& iops,
         const std::string& mbPerS,
         const std::string& ms)
{
    auto text = "{\"count\": " + count + ", \"bytes\": " + bytes + ", \"iops\": " + iops +
                ", \"mb_per_s\": " + mbPerS;
    for (const std::string name : {"mean", "median", "p90", "p95", "p99", "p999", "max"})
    {
        text += ", \"" + name + "_ms\": " + ms;
    }
    text += ", \"stages_ms\": {";
    for (const auto& stage : GetStages())
    {
        text += (stage == GetStages().front() ? "\"" : ", \"") + stage + "\": ";
        text += GetStageTime(stage, ms);
    }
    return text + "}}";
}

/**
 * @tparam Figures something that writes JSON
 * @tparam More what else it needs to know
 * @param figures the figures
 * @param more what else it needs to know
 * @return what it writes
 */
template <typename Figures, typename... More>
std::string
GetJson(const Figures& figures, const More&... more)
{
    JsonWriter json;
    figures.WriteTo(json, more...);
    return json.GetText();
}

} // namespace

/**
 * @ingroup san-tests
 *
 * Percentiles of stages.
 */
class SanStageFiguresTestCase : public TestCase
{
  public:
    SanStageFiguresTestCase()
        : TestCase("percentiles of stages")
    {
    }

  private:
    void DoRun() override
    {
        const IoSummary nothing;
        const auto zero = GetStagePercentiles("0.000000");
        NS_TEST_EXPECT_MSG_EQ(GetJson(SanStageFigures(), nothing),
                              "{\"all\": " + zero + ",\n\"read\": " + zero +
                                  ",\n\"write\": " + zero + "}",
                              "no request");
        CheckReads();
        CheckRanks();
    }

    /// Reads of 1 ms: the same for all, nothing for writes.
    void CheckReads()
    {
        SanLocalLoad load({"--workload=closed", "--readFraction=1", "--count=7"});
        SanStageFigures figures;
        figures.AttachWorkload(load.Get(0));
        const auto recorder = CreateObject<IoRecorder>();
        recorder->Attach(load.Get(0));
        Simulator::Run();
        const auto some = GetStagePercentiles("1.000000");
        NS_TEST_EXPECT_MSG_EQ(GetJson(figures, recorder->GetSummary()),
                              "{\"all\": " + some + ",\n\"read\": " + some +
                                  ",\n\"write\": " + GetStagePercentiles("0.000000") + "}",
                              "reads");
    }

    /// Of 4 at once on a drive of 1 ms, 4096 bytes each at 4.096 MB/s: 2, 3, 4 and 5 ms.
    void CheckRanks()
    {
        SanLocalLoad load({"--workload=closed", "--queueDepth=4", "--readFraction=0", "--count=4"});
        load.Get(0)->GetDevice(0)->SetAttribute("Bandwidth", StringValue("32768kbps"));
        SanStageFigures figures;
        figures.AttachWorkload(load.Get(0));
        const auto recorder = CreateObject<IoRecorder>();
        recorder->Attach(load.Get(0));
        Simulator::Run();
        const auto text = GetJson(figures, recorder->GetSummary());
        const std::string exact =
            R"("latency": {"p50": 3.000000, "p90": 5.000000, "p99": 5.000000, "p999": 5.000000})";
        NS_TEST_EXPECT_MSG_EQ(text.starts_with("{\"all\": {" + exact), true, text);
        NS_TEST_EXPECT_MSG_NE(text.find("\"write\": {" + exact), std::string::npos, text);
        // The middle of the bucket from 2,998,272 ns on, 8,192 ns wide; the last is exact.
        NS_TEST_EXPECT_MSG_NE(text.find(R"("media_done": {"p50": 3.002368, "p90": 5.000000)"),
                              std::string::npos,
                              text);
    }
};

/**
 * @ingroup san-tests
 *
 * Figures of jobs of fio: those of clones together.
 */
class SanJobFiguresTestCase : public TestCase
{
  public:
    SanJobFiguresTestCase()
        : TestCase("figures of jobs")
    {
    }

  private:
    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(GetJson(SanJobFigures()), "[]", "no job");
        SanLocalLoad load({"--workload=fio",
                           "--fio=[global]\nbs=4k\n"
                           "[a \"b\"]\nrw=read\nnumjobs=2\nsize=16k\n"
                           "[c]\nrw=write\nsize=8k\n"});
        SanJobFigures figures;
        for (uint32_t i = 0; i < 3; ++i)
        {
            figures.AttachWorkload(load.Get(i));
        }
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(figures.GetJobs().size(), 2, "clones are one job");
        const auto& reads = figures.GetJobs()[0];
        NS_TEST_EXPECT_MSG_EQ(reads.first, "a \"b\"", "name");
        NS_TEST_EXPECT_MSG_EQ(reads.second.GetAll().GetCount(), 8, "two times four");
        NS_TEST_EXPECT_MSG_EQ(reads.second.GetAll().GetBytes(), 8 * 4096, "their bytes");
        NS_TEST_EXPECT_MSG_EQ(reads.second.GetEnd(), MilliSeconds(4), "one after the other");
        const auto none = GetGroup("0", "0", "0.000000", "0.000000", "0.000000");
        const auto eight = GetGroup("8", "32768", "2000.000000", "8.192000", "1.000000");
        const auto two = GetGroup("2", "8192", "1000.000000", "4.096000", "1.000000");
        NS_TEST_EXPECT_MSG_EQ(
            GetJson(figures),
            "[\n{\"name\": \"a \\\"b\\\"\", \"requests\": 8, \"errors\": 0, \"start_s\": 0.000000, "
            "\"end_s\": 0.004000,\n\"all\": " +
                eight + ",\n\"read\": " + eight + ",\n\"write\": " + none +
                "},\n{\"name\": \"c\", \"requests\": 2, \"errors\": 0, \"start_s\": 0.000000, "
                "\"end_s\": 0.002000,\n\"all\": " +
                two + ",\n\"read\": " + none + ",\n\"write\": " + two + "}]",
            "a line each");
    }
};

/**
 * @ingroup san-tests
 *
 * The files of a run.
 */
class SanResultsTestCase : public TestCase
{
  public:
    SanResultsTestCase()
        : TestCase("files of a run")
    {
    }

  private:
    void DoRun() override
    {
        const auto folder = CreateTempDirFilename("results");
        SanLocalLoad load({"--workload=closed",
                           "--readFraction=1",
                           "--queueDepth=2",
                           "--count=10",
                           "--pattern=sequential",
                           "--output=" + folder});
        SanResults results(load.options.output);
        SanLoad::AddReports(results, load.options.output);
        results.Add<SanGatewayFigures>(load.options.gateway,
                                       folder,
                                       std::vector<Ptr<StorageGateway>>());
        results.Add<SanPduFigures>(folder + "/pdus.csv");
        results.Add<SanTcpConnections>(load.options.output, load.options.path);
        results.AttachWorkload(load.Get(0));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(ReadSanFile(folder + "/summary.json"), "missing", "not yet");
        results.Write({"first \"quoted\"", "second\nline"});
        NS_TEST_EXPECT_MSG_EQ(results.GetSummary().GetRequests(), 10, "all");
        NS_TEST_EXPECT_MSG_EQ(results.Find<SanJobFigures>()->GetJobs().size(), 0, "no job file");
        CheckSummary(ReadSanFile(folder + "/summary.json"));
        CheckRequests(ReadSanFile(folder + "/requests.csv"));
        NS_TEST_EXPECT_MSG_EQ(ReadSanFile(folder + "/pdus.csv"), "opcode,pdu,count\n", "no PDU");
        NS_TEST_EXPECT_MSG_EQ(results.Find<SanCapture>(), nullptr, "no capture");
    }

    /**
     * Ten reads of 4096 bytes, 1 ms each, two at a time: 5 ms, 2000 a second.
     *
     * @param text what summary.json holds
     */
    void CheckSummary(const std::string& text)
    {
        const auto ten = GetGroup("10", "40960", "2000.000000", "8.192000", "1.000000");
        const auto some = GetStagePercentiles("1.000000");
        // Completions of two at 1, 2, ..., 5 ms: their bytes rise by 4096, and by 4096 at once. The
        // sum of products of deviations is 163,840 bytes * ms, that of squares 20 ms * ms.
        const std::string steady =
            R"({"requests": 10, "seconds": 0.004000000, "mb_per_s": 8.192000})";
        NS_TEST_EXPECT_MSG_EQ(
            text,
            "{\"requests\": 10, \"errors\": 0, \"start_s\": 0.000000, \"end_s\": 0.005000,\n"
            "\"all\": " +
                ten + ",\n\"read\": " + ten +
                ",\n\"write\": " + GetGroup("0", "0", "0.000000", "0.000000", "0.000000") +
                ",\n\"percentiles_ms\": {\"all\": " + some + ",\n\"read\": " + some +
                ",\n\"write\": " + GetStagePercentiles("0.000000") +
                "},\n\"jobs\": [],\n\"programs\": [],\n\"steady\": " + steady +
                ",\n\"gateways\": [],\n\"pdus\": {},\n\"tcp\": {\"connections\": 0, "
                "\"sent_bytes\": 0, \"acknowledged_bytes\": 0, \"retransmissions\": 0, "
                "\"retransmitted_bytes\": 0, \"timeouts\": 0, \"fast_recoveries\": 0},\n"
                "\"failures\": "
                "[\"first \\\"quoted\\\"\", \"second\\nline\"]}\n",
            "summary.json");
    }

    /**
     * @param text what requests.csv holds
     */
    void CheckRequests(const std::string& text)
    {
        NS_TEST_EXPECT_MSG_EQ(std::count(text.begin(), text.end(), '\n'), 11, "a head and ten");
        const std::string last = "0.004000000,0,R,72,4096,0.001000000,ok,";
        NS_TEST_EXPECT_MSG_NE(text.find("\n" + last), std::string::npos, "the tenth at block 72");
    }
};

/**
 * @ingroup san-tests
 *
 * What is written of a run.
 */
class SanResultsTestSuite : public TestSuite
{
  public:
    SanResultsTestSuite()
        : TestSuite("san-results", Type::UNIT)
    {
        AddTestCase(new SanStageFiguresTestCase, TestCase::Duration::QUICK);
        AddTestCase(new SanJobFiguresTestCase, TestCase::Duration::QUICK);
        AddTestCase(new SanResultsTestCase, TestCase::Duration::QUICK);
    }
};

static SanResultsTestSuite g_sanResultsTestSuite; //!< registers the suite
