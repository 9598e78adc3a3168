/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/iscsi-initiator-session.h"
#include "ns3/san-options.h"
#include "ns3/san-scenario.h"
#include "ns3/test.h"
#include "ns3/user-error.h"

#include <filesystem>
#include <string>
#include <vector>

using namespace ns3;

/**
 * @ingroup san-tests
 *
 * A test that runs scenarios of one reader with one drive of memory.
 */
class SanScenarioTestCase : public TestCase
{
  protected:
    /**
     * @param name the test's name
     */
    explicit SanScenarioTestCase(const std::string& name)
        : TestCase(name)
    {
    }

    /**
     * @param more further words
     * @return the words of a scenario that reads 20 times 4096 bytes, one after the other
     */
    std::vector<std::string> GetWords(const std::vector<std::string>& more)
    {
        std::vector<std::string> words{"--workload=closed",
                                       "--device=ram",
                                       "--drives=1",
                                       "--readFraction=1",
                                       "--count=20",
                                       "--output=" + CreateTempDirFilename("san")};
        words.insert(words.end(), more.begin(), more.end());
        return words;
    }

    /**
     * @param more further words
     * @return the mean response time of a scenario
     */
    Time GetMean(const std::vector<std::string>& more)
    {
        SanScenario san(GetWords(more));
        NS_TEST_EXPECT_MSG_EQ(san.Run(), true, "all is done");
        NS_TEST_EXPECT_MSG_EQ(san.GetSummary().GetAll().GetCount(), 20, "every request");
        return san.GetSummary().GetAll().GetMean();
    }
};

/**
 * @ingroup san-tests
 *
 * What a request alone on the network takes longer when a part of the way does.
 */
class SanScenarioTimesTestCase : public SanScenarioTestCase
{
  public:
    SanScenarioTimesTestCase()
        : SanScenarioTestCase("times add up")
    {
    }

  private:
    void DoRun() override
    {
        const auto plain = GetMean({});
        NS_TEST_EXPECT_MSG_EQ(GetMean({"--ramLatency=3ms"}) - plain,
                              MilliSeconds(3),
                              "the drive's latency");
        NS_TEST_EXPECT_MSG_EQ(GetMean({"--delay=5ms"}) - plain,
                              2 * MilliSeconds(5 - 1),
                              "the path there and back, 1 ms by default");
        NS_TEST_EXPECT_MSG_EQ(GetMean({"--accessDelay=250us"}) - plain,
                              4 * MicroSeconds(250),
                              "both hosts' links there and back");
        NS_TEST_EXPECT_MSG_EQ(GetMean({}), plain, "the same again");
    }
};

/**
 * @ingroup san-tests
 *
 * Every initiator has a session with every target, and each its workload.
 */
class SanScenarioPartsTestCase : public SanScenarioTestCase
{
  public:
    SanScenarioPartsTestCase()
        : SanScenarioTestCase("initiators, targets, results")
    {
    }

  private:
    void DoRun() override
    {
        const auto words = GetWords({"--initiators=2", "--targets=3", "--pcap=true"});
        SanScenario san(words);
        for (uint32_t initiator = 0; initiator < 2; ++initiator)
        {
            NS_TEST_EXPECT_MSG_EQ(san.GetWorkload(initiator)->GetNDevices(), 3, "units");
            for (uint32_t target = 0; target < 3; ++target)
            {
                NS_TEST_EXPECT_MSG_EQ((san.GetInitiator(initiator, target) != nullptr),
                                      true,
                                      initiator << " and " << target);
            }
        }
        NS_TEST_EXPECT_MSG_EQ((san.GetInitiator(0, 1) != san.GetInitiator(1, 0)),
                              true,
                              "initiator before target");
        NS_TEST_EXPECT_MSG_EQ(san.Run(), true, "all is done");
        NS_TEST_EXPECT_MSG_EQ(san.GetSummary().GetAll().GetCount(), 2 * 20, "both workloads");
        NS_TEST_EXPECT_MSG_EQ(san.GetSummary().GetAll().GetBytes(), 2 * 20 * 4096, "their bytes");
        const auto folder = CreateTempDirFilename("san");
        for (const auto* name : {"requests.csv", "summary.json", "pdus.csv", "san.pcap"})
        {
            NS_TEST_EXPECT_MSG_EQ(std::filesystem::is_regular_file(folder + "/" + name),
                                  true,
                                  name);
        }
    }
};

/**
 * @ingroup san-tests
 *
 * A logical unit that is not there ends the run, or is told where it may fail.
 */
class SanScenarioFailuresTestCase : public SanScenarioTestCase
{
  public:
    SanScenarioFailuresTestCase()
        : SanScenarioTestCase("what cannot be reached")
    {
    }

  private:
    void DoRun() override
    {
        std::string error;
        SanScenario strict(GetWords({"--units=2"}));
        try
        {
            strict.Run();
        }
        catch (const UserError& caught)
        {
            error = caught.what();
        }
        NS_TEST_EXPECT_MSG_EQ(error.ends_with("LUN 1: LOGICAL UNIT NOT SUPPORTED, sense 5/25/00"),
                              true,
                              error);
        NS_TEST_EXPECT_MSG_EQ(
            std::filesystem::exists(CreateTempDirFilename("san") + "/summary.json"),
            false,
            "no result");

        SanScenario lenient(GetWords({"--units=2", "--mayFail=true"}));
        NS_TEST_EXPECT_MSG_EQ(lenient.Run(), false, "not all is done");
        NS_TEST_ASSERT_MSG_EQ(lenient.GetFailures().size(), 1, "one failure");
        NS_TEST_EXPECT_MSG_EQ(lenient.GetFailures().front(), error, "the same one");
    }
};

/**
 * @ingroup san-tests
 *
 * Whole storage networks.
 */
class SanScenarioTestSuite : public TestSuite
{
  public:
    SanScenarioTestSuite()
        : TestSuite("san-scenario", Type::SYSTEM)
    {
        AddTestCase(new SanScenarioTimesTestCase, TestCase::Duration::QUICK);
        AddTestCase(new SanScenarioPartsTestCase, TestCase::Duration::QUICK);
        AddTestCase(new SanScenarioFailuresTestCase, TestCase::Duration::QUICK);
    }
};

static SanScenarioTestSuite g_sanScenarioTestSuite; //!< registers the suite
