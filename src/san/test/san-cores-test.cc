/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-test-bench.h"

#include "ns3/san-scenario.h"
#include "ns3/test.h"

#include <cstdint>
#include <string>
#include <vector>

using namespace ns3;

/**
 * @ingroup san-tests
 *
 * What a target can do whose cores limit it. Readers keep so many requests outstanding at a drive
 * of memory that its cores always have work.
 */
class SanCoresTestCase : public TestCase
{
  public:
    SanCoresTestCase()
        : TestCase("cores of a target limit its rate")
    {
    }

  private:
    /// What each reader reads.
    static constexpr uint32_t COUNT = 2000;

    /**
     * @param readers number of initiators, one connection each
     * @param more further words
     * @return requests a second of all readers
     */
    double GetRate(uint32_t readers, const std::vector<std::string>& more)
    {
        std::vector<std::string> words{"--workload=closed",
                                       "--device=ram",
                                       "--drives=1",
                                       "--readFraction=1",
                                       "--size=512",
                                       "--queueDepth=32",
                                       "--linkRate=100Gbps",
                                       "--accessRate=100Gbps",
                                       "--delay=1us",
                                       "--initiators=" + std::to_string(readers),
                                       "--count=" + std::to_string(COUNT),
                                       "--output=" + CreateTempDirFilename("cores")};
        words.insert(words.end(), more.begin(), more.end());
        SanScenario san(words);
        NS_TEST_EXPECT_MSG_EQ(san.Run(), true, "all is done");
        const auto& summary = san.GetSummary();
        NS_TEST_EXPECT_MSG_EQ(summary.GetRequests(), readers * COUNT, "every request");
        return summary.GetRequests() / (summary.GetEnd() - summary.GetStart()).GetSeconds();
    }

    void DoRun() override
    {
        CheckScaling();
        CheckReceiveQueues();
    }

    /// A core that needs 20 us for a command does 50,000 a second, and n cores n times as many.
    void CheckScaling()
    {
        const std::string cost = "--targetTimePerCommand=20us";
        for (const uint32_t cores : {1, 2, 4})
        {
            const auto rate = GetRate(4, {cost, "--targetCores=" + std::to_string(cores)});
            NS_TEST_EXPECT_MSG_LT(rate, 50000 * cores + 1, cores << " cores can do no more");
            NS_TEST_EXPECT_MSG_GT(rate, 50000 * cores * 0.97, cores << " cores do no less");
        }
        const auto more = GetRate(4, {cost, "--targetCores=8"});
        NS_TEST_EXPECT_MSG_EQ_TOL(more, 200000, 0.03 * 200000, "four connections use four cores");
        const auto one = GetRate(1, {cost, "--targetCores=4"});
        NS_TEST_EXPECT_MSG_EQ_TOL(one, 50000, 0.03 * 50000, "one connection uses one");
        const auto several = GetRate(1, {cost, "--targetCores=4", "--connections=4"});
        NS_TEST_EXPECT_MSG_EQ_TOL(several, 200000, 0.03 * 200000, "four of one session use four");
    }

    /**
     * A read is a command to take in and a Data-In to send, 10 us each. With four queues a core
     * does 50,000 of them. With one queue the first core takes in all commands, and sends the
     * answers of the first connection: that passes it twice for a request, so it gets half as
     * many as each of the others, x. (3 x + x/2 + x/2) 10 us = 1, so x = 25,000. The others end
     * after 2000 / x = 80 ms; half of the first's requests are left, and take 20 us each.
     */
    void CheckReceiveQueues()
    {
        const std::vector<std::string> words{"--targetTimePerPdu=10us", "--targetCores=4"};
        const auto rate = GetRate(4, words);
        NS_TEST_EXPECT_MSG_EQ_TOL(rate, 200000, 0.03 * 200000, "a queue for each core");
        auto single = words;
        single.emplace_back("--receiveQueues=1");
        const auto limited = GetRate(4, single);
        NS_TEST_EXPECT_MSG_LT(limited, 100000, "one core takes in all commands");
        NS_TEST_EXPECT_MSG_EQ_TOL(limited, 8000 / 0.1, 0.01 * 80000, "and it answers some");
        auto all = words;
        all.emplace_back("--receiveQueues=4");
        NS_TEST_EXPECT_MSG_EQ(GetRate(4, all), rate, "as without that option");
        // A read alone finds all cores idle, so it takes the same time wherever its work is done.
        const std::vector<std::string> alone{"--targetTimePerPdu=10us",
                                             "--targetTimePerCommand=5us",
                                             "--targetCores=2",
                                             "--connections=2",
                                             "--queueDepth=1"};
        auto handed = alone;
        handed.emplace_back("--receiveQueues=1");
        NS_TEST_EXPECT_MSG_EQ(GetRate(1, handed), GetRate(1, alone), "one after the other");
    }
};

/**
 * @ingroup san-tests
 *
 * Cores of initiator hosts: sessions of a host share them, those of other hosts do not.
 */
class SanInitiatorCoresTestCase : public TestCase
{
  public:
    SanInitiatorCoresTestCase()
        : TestCase("sessions share the cores of their host")
    {
    }

  private:
    /**
     * @param more further words
     * @return what a host of two sessions that read 4 requests of 8 at a time needs for all
     */
    Time GetDuration(const std::vector<std::string>& more)
    {
        std::vector<std::string> words{"--workload=closed",
                                       "--device=ram",
                                       "--drives=1",
                                       "--targets=2",
                                       "--readFraction=1",
                                       "--queueDepth=16",
                                       "--linkRate=100Gbps",
                                       "--accessRate=100Gbps",
                                       "--delay=1us",
                                       "--count=2000",
                                       "--size=512",
                                       "--timePerCommand=20us",
                                       "--targetTimePerCommand=0s",
                                       "--output=" + CreateTempDirFilename("cores")};
        words.insert(words.end(), more.begin(), more.end());
        SanScenario san(words);
        NS_TEST_EXPECT_MSG_EQ(san.Run(), true, "all is done");
        return san.GetSummary().GetEnd() - san.GetSummary().GetStart();
    }

    void DoRun() override
    {
        // 2000 commands at 20 us: 40 ms on one core
        const auto shared = GetDuration({"--cores=1"});
        NS_TEST_EXPECT_MSG_EQ_TOL(shared, MilliSeconds(40), MicroSeconds(400), "one core");
        const auto own = GetDuration({});
        NS_TEST_EXPECT_MSG_LT(own, MilliSeconds(24), "a processor for each session");
        NS_TEST_EXPECT_MSG_EQ(GetDuration({"--cores=2"}), own, "a core for each session");
        const auto hosts = GetDuration({"--cores=1", "--initiators=2", "--targets=1"});
        NS_TEST_EXPECT_MSG_EQ_TOL(hosts, MilliSeconds(40), MicroSeconds(400), "hosts share none");
        CheckMistakes();
    }

    /// What has no effect is refused.
    void CheckMistakes()
    {
        const auto error = [](const std::vector<std::string>& words) {
            return GetSanError([&words] { ParsedSanOptions options(words); });
        };
        NS_TEST_EXPECT_MSG_EQ(error({"--cores=2"}),
                              "cores: 2 needs timePerCommand, or timePerPdu, or timePerByte, or "
                              "timePerDigestByte",
                              "nothing to do for cores");
        NS_TEST_EXPECT_MSG_EQ(error({"--timePerPdu=1us", "--receiveQueues=1"}),
                              "receiveQueues: 1 needs cores>1, or targetCores>1",
                              "one core");
        NS_TEST_EXPECT_MSG_EQ(error({"--timePerPdu=1us", "--cores=2", "--receiveQueues=3"}),
                              "receiveQueues: 3, but no host has more than 2 cores",
                              "too many queues");
    }
};

/**
 * @ingroup san-tests
 *
 * Cores of hosts.
 */
class SanCoresTestSuite : public TestSuite
{
  public:
    SanCoresTestSuite()
        : TestSuite("san-cores", Type::SYSTEM)
    {
        AddTestCase(new SanCoresTestCase, TestCase::Duration::QUICK);
        AddTestCase(new SanInitiatorCoresTestCase, TestCase::Duration::QUICK);
    }
};

static SanCoresTestSuite g_sanCoresTestSuite; //!< registers the suite
