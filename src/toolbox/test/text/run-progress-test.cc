/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/run-progress.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <cstdint>
#include <optional>
#include <string>

using namespace ns3;

/**
 * @ingroup toolbox-tests
 *
 * The line that says how far a simulation is.
 */
class RunProgressTestCase : public TestCase
{
  public:
    RunProgressTestCase()
        : TestCase("a line with and without a share")
    {
    }

  private:
    /**
     * @param simulated simulated seconds
     * @param elapsed real seconds
     * @param count requests
     * @param share their share
     * @param line what is to be said
     */
    void Check(double simulated,
               double elapsed,
               uint64_t count,
               std::optional<double> share,
               const std::string& line)
    {
        NS_TEST_EXPECT_MSG_EQ(RunProgress::Format(simulated, elapsed, {count, share}, "requests"),
                              line,
                              "the line");
    }

    void DoRun() override
    {
        Check(12.34,
              15,
              45678,
              0.5,
              "12.3 s simulated, 45,678 requests, 0.823 s per second, 50 %, 15 s left");
        Check(1.5, 3, 999, std::nullopt, "1.50 s simulated, 999 requests, 0.5 s per second");
        Check(100,
              10,
              1000000,
              0.01,
              "100.0 s simulated, 1,000,000 requests, 10 s per second, 1 %, 17 min left");
        Check(0, 2, 0, 0, "0.00 s simulated, 0 requests, 0 s per second");
        Check(4, 2, 8, 1, "4.00 s simulated, 8 requests, 2 s per second, 100 %, 0 s left");
    }
};

/**
 * @ingroup toolbox-tests
 *
 * A simulation that is watched is the same, and one that never runs ends well.
 */
class RunProgressWatchTestCase : public TestCase
{
  public:
    RunProgressWatchTestCase()
        : TestCase("watched and not")
    {
    }

  private:
    void DoRun() override
    {
        for (const auto isQuiet : {true, false})
        {
            RunProgress progress(isQuiet, "events", [] { return RunProgress::Done(); });
            Simulator::Schedule(Seconds(5), [] {});
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(Simulator::Now(), Seconds(5), "no longer than before");
            Simulator::Destroy();
        }
    }
};

/**
 * @ingroup toolbox-tests
 *
 * What says how far a simulation is.
 */
class RunProgressTestSuite : public TestSuite
{
  public:
    RunProgressTestSuite()
        : TestSuite("toolbox-run-progress", Type::UNIT)
    {
        AddTestCase(new RunProgressTestCase, Duration::QUICK);
        AddTestCase(new RunProgressWatchTestCase, Duration::QUICK);
    }
};

static RunProgressTestSuite g_runProgressTestSuite; //!< the suite
