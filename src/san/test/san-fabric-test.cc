/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-test-bench.h"

#include "ns3/ethernet-fabric-switch.h"
#include "ns3/ethernet-net-device.h"
#include "ns3/io-summary.h"
#include "ns3/json-writer.h"
#include "ns3/node-list.h"
#include "ns3/san-initiator-figures.h"
#include "ns3/san-scenario.h"
#include "ns3/test.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// Words of a command line.
using FabricWords = std::vector<std::string>;

/**
 * @param words some words
 * @param more others
 * @return all of them
 */
FabricWords
JoinWords(FabricWords words, const FabricWords& more)
{
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

} // namespace

/**
 * @ingroup san-tests
 *
 * Reads across a leaf-spine network: their time, and what sharing the paths gives.
 */
class SanFabricTestCase : public TestCase
{
  public:
    SanFabricTestCase()
        : TestCase("reads across a leaf-spine network")
    {
    }

  private:
    static constexpr uint32_t SPINES = 4; //!< of the network whose rates are compared

    void DoRun() override
    {
        CompareLatency();
        CompareRates();
        PullCable();
    }

    /**
     * The delay is the same as on a path of one link, and each frame goes by one link more, which
     * takes the 126 bytes of a command 10.08 ns and the 638 bytes of the answer 51.04 ns.
     */
    void CompareLatency()
    {
        const FabricWords words{"--linkRate=100Gbps", "--delay=100us", "--size=512", "--count=50"};
        const auto path = Read(words).GetAll().GetMean();
        const auto fabric = Read(JoinWords(words, {"--spines=3"})).GetAll().GetMean();
        NS_TEST_EXPECT_MSG_EQ_TOL((fabric - path).GetNanoSeconds(), 62, 2, "one link more");
        // A path that becomes slow is longer by 300 us each way.
        const auto slow =
            Read(JoinWords(words, {"--spines=3", "--faults=0s slow-path 400us"})).GetAll();
        NS_TEST_EXPECT_MSG_EQ_TOL((slow.GetMean() - fabric).GetNanoSeconds(),
                                  600000,
                                  2,
                                  "both links of the way have half of the delay each");
    }

    /**
     * Commands take the connections of a session in turn, so that all n of them are as fast as
     * those that share a path with the most others, m: n / m links in all.
     */
    void CompareRates()
    {
        // Segments of 1448 bytes of data take 1538 bytes each.
        const auto link = 125e6 * 1448 / 1538;
        for (const uint32_t connections : {1, 4, 8, 32})
        {
            SanScenario san(GetReaders({"--spines=" + std::to_string(SPINES),
                                        "--linkRate=1Gbps",
                                        "--accessRate=100Gbps",
                                        "--delay=10us",
                                        "--size=65536",
                                        "--queueDepth=64",
                                        "--count=3000",
                                        "--offload=tso",
                                        "--connections=" + std::to_string(connections)}));
            std::vector<double> begun;
            std::vector<double> sent;
            Simulator::Schedule(MilliSeconds(100), [&begun] { begun = GetUplinkBytes(); });
            Simulator::Schedule(MilliSeconds(300), [&sent] { sent = GetUplinkBytes(); });
            NS_TEST_EXPECT_MSG_EQ(san.Run(), true, "all is done");
            NS_TEST_ASSERT_MSG_EQ(sent.size(), SPINES, "a link to each spine");
            std::transform(sent.begin(), sent.end(), begun.begin(), sent.begin(), std::minus());
            const auto all = std::accumulate(sent.begin(), sent.end(), 0.0);
            const auto most = *std::max_element(sent.begin(), sent.end());
            const auto expected = link * all / most;
            NS_TEST_EXPECT_MSG_EQ_TOL(GetRate(san.GetSummary()),
                                      expected,
                                      0.02 * expected,
                                      connections << " connections");
            // The share of the fullest link is m / n.
            const auto fullest = connections * most / all;
            NS_TEST_EXPECT_MSG_EQ_TOL(fullest,
                                      std::round(fullest),
                                      0.01 * fullest,
                                      "whole connections");
        }
    }

    /**
     * @return bytes that the targets' leaf has sent to each spine
     */
    static std::vector<double> GetUplinkBytes()
    {
        std::vector<double> sent;
        for (auto node = NodeList::Begin(); node != NodeList::End(); ++node)
        {
            // A spine has a port for each of two leaves; the leaf of the targets is the last one.
            if ((*node)->GetObject<EthernetFabricSwitch>() && (*node)->GetNDevices() > SPINES)
            {
                sent.clear();
                for (uint32_t spine = 0; spine < SPINES; ++spine)
                {
                    const auto port = (*node)->GetDevice(spine);
                    sent.push_back(DynamicCast<EthernetNetDevice>(port)->GetSentWireBytes());
                }
            }
        }
        return sent;
    }

    /// A link of a spine goes down: requests wait until the switches know it, and none fails.
    void PullCable()
    {
        const FabricWords words{"--initiators=4",
                                "--targets=2",
                                "--spines=2",
                                "--leaves=4",
                                "--linkRate=1Gbps",
                                "--delay=10us",
                                "--size=65536",
                                "--count=300",
                                "--minRto=200ms",
                                "--delAckTimeout=40ms",
                                "--offload=tso"};
        const auto whole = Read(words);
        const auto pulled =
            Read(JoinWords(words, {"--pathPull=100ms 100s", "--convergenceTime=20ms"}));
        NS_TEST_EXPECT_MSG_EQ(pulled.GetErrors(), 0, "none fails");
        NS_TEST_EXPECT_MSG_GT(pulled.GetEnd(), whole.GetEnd(), "it costs time");
        NS_TEST_EXPECT_MSG_LT(pulled.GetEnd(), whole.GetEnd() + Seconds(2), "for a while");
    }

    /**
     * @param more further words
     * @return words of readers
     */
    FabricWords GetReaders(const FabricWords& more)
    {
        return JoinWords({"--workload=closed",
                          "--device=ram",
                          "--drives=1",
                          "--readFraction=1",
                          "--output=" + CreateTempDirFilename("fabric")},
                         more);
    }

    /**
     * @param more further words
     * @return the figures of a run of readers
     */
    IoSummary Read(const FabricWords& more)
    {
        SanScenario san(GetReaders(more));
        NS_TEST_EXPECT_MSG_EQ(san.Run(), true, "all is done");
        return san.GetSummary();
    }

    /**
     * @param summary figures of a run
     * @return bytes per second
     */
    static double GetRate(const IoSummary& summary)
    {
        return summary.GetAll().GetBytes() / (summary.GetEnd() - summary.GetStart()).GetSeconds();
    }
};

/**
 * @ingroup san-tests
 *
 * What a user may do wrong with a leaf-spine network.
 */
class SanFabricOptionTestCase : public TestCase
{
  public:
    SanFabricOptionTestCase()
        : TestCase("the options")
    {
    }

  private:
    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(GetLine({"--spines=2", "--leaves=5", "--initiators=2"}),
                              "leaves: 5 are 2 for initiators and 3 for targets, which is more "
                              "than there are",
                              "leaves without a target");
        NS_TEST_EXPECT_MSG_EQ(GetLine({"--spines=2", "--leaves=3", "--targets=2"}), "", "enough");
        NS_TEST_EXPECT_MSG_EQ(GetLine({"--leaves=4"}), "leaves: 4 needs spines>0", "no spine");
        for (const auto* option :
             {"--switches=1", "--bond=active-backup", "--queueDisc=red", "--limiterRate=1Mbps"})
        {
            NS_TEST_EXPECT_MSG_NE(GetLine({"--spines=2", option}), "", option);
        }
    }

    /**
     * @param words options
     * @return what is wrong with them
     */
    static std::string GetLine(const FabricWords& words)
    {
        return GetSanError([&] { ParsedSanOptions parsed(words); });
    }
};

/**
 * @ingroup san-tests
 *
 * How evenly initiators are served.
 */
class SanInitiatorFiguresTestCase : public TestCase
{
  public:
    SanInitiatorFiguresTestCase()
        : TestCase("figures of initiators")
    {
    }

  private:
    void DoRun() override
    {
        Rates();
        Groups();
    }

    /// One initiator does 2,000 requests a second, two with another job 1,000 each.
    void Groups()
    {
        const std::string jobs = "--fio=[global]\nbs=4k\nsize=40k\nioengine=io_uring\n"
                                 "[a]\n[a]\nstonewall\n[b \"c\"]\niodepth=2\n";
        const FabricWords words{"--workload=fio", jobs, "--fioSection=a"};
        SanLocalLoad one(words);
        SanLocalLoad two(words);
        SanLocalLoad other({"--workload=fio", jobs, "--fioSection=b \"c\""});
        const auto folder = CreateTempDirFilename("groups");
        SanInitiatorFigures figures(3, folder);
        figures.Attach(0, other.Get(0));
        for (uint32_t i = 0; i < 2; ++i)
        {
            figures.Attach(1, one.Get(i));
            figures.Attach(2, two.Get(i));
        }
        Simulator::Run();
        figures.WriteFiles();
        const auto rows = ReadSanFile(folder + "/initiators.csv");
        NS_TEST_EXPECT_MSG_NE(rows.find(",\"b \"\"c\"\"\"\n1,20,0,81920,4.096000,1.000000,"),
                              std::string::npos,
                              "a name with quotes: " << rows);
        NS_TEST_EXPECT_MSG_EQ(rows.substr(rows.size() - 4), "0,a\n", "a job once");
        JsonWriter json;
        json.BeginObject();
        figures.WriteSummary(json, IoSummary());
        json.EndObject();
        // (1 + 1 + 2)^2 / (3 (1 + 1 + 4)), and those of equal ones.
        const std::string all = R"({"count": 3, "jain": 0.888889, "least_mb_per_s": 4.096000, )"
                                R"("most_mb_per_s": 8.192000, "groups": [)";
        const std::string first = R"({"jobs": "b \"c\"", "count": 1, "jain": 1.000000, )"
                                  R"("least_mb_per_s": 8.192000, "most_mb_per_s": 8.192000})";
        const std::string second = R"({"jobs": "a", "count": 2, "jain": 1.000000, )"
                                   R"("least_mb_per_s": 4.096000, "most_mb_per_s": 4.096000})";
        NS_TEST_EXPECT_MSG_NE(json.GetText().find(all + "\n" + first + ",\n" + second + "]}"),
                              std::string::npos,
                              json.GetText());
    }

    /// Requests of 1 ms each, one at a time and three, are 1,000 and 3,000 a second.
    void Rates()
    {
        const FabricWords words{"--workload=closed", "--count=300", "--size=4096"};
        SanLocalLoad one(JoinWords(words, {"--queueDepth=1"}));
        SanLocalLoad three(JoinWords(words, {"--queueDepth=3"}));
        const auto folder = CreateTempDirFilename("initiators");
        SanInitiatorFigures figures(2, folder);
        figures.Attach(0, one.Get(0));
        figures.Attach(1, three.Get(0));
        Simulator::Run();
        figures.WriteFiles();
        NS_TEST_EXPECT_MSG_EQ(
            ReadSanFile(folder + "/initiators.csv"),
            "initiator,requests,errors,bytes,mb_per_s,mean_ms,median_ms,p99_ms,p999_ms,"
            "jobs\n"
            "0,300,0,1228800,4.096000,1.000000,1.000000,1.000000,1.000000,\n"
            "1,300,0,1228800,12.288000,1.000000,1.000000,1.000000,1.000000,\n",
            "rows");
        JsonWriter json;
        json.BeginObject();
        figures.WriteSummary(json, IoSummary());
        json.EndObject();
        // (1 + 3)^2 / (2 (1 + 9)).
        NS_TEST_EXPECT_MSG_NE(json.GetText().find("\"jain\": 0.800000"),
                              std::string::npos,
                              json.GetText());
        NS_TEST_EXPECT_MSG_NE(json.GetText().find("\"least_mb_per_s\": 4.096000"),
                              std::string::npos,
                              "the slower one");
    }
};

/**
 * @ingroup san-tests
 *
 * Tests of leaf-spine networks.
 */
class SanFabricTestSuite : public TestSuite
{
  public:
    SanFabricTestSuite()
        : TestSuite("san-fabric", Type::SYSTEM)
    {
        AddTestCase(new SanFabricTestCase, Duration::QUICK);
        AddTestCase(new SanFabricOptionTestCase, Duration::QUICK);
        AddTestCase(new SanInitiatorFiguresTestCase, Duration::QUICK);
    }
};

static SanFabricTestSuite g_sanFabricTestSuite; //!< the suite
