/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/simulator.h"
#include "ns3/test.h"
#include "ns3/throughput-series.h"
#include "ns3/user-error.h"

#include <fstream>
#include <sstream>
#include <string>

using namespace ns3;

/**
 * @ingroup toolbox
 *
 * Rates of two counters, worked out by hand.
 */
class ThroughputSeriesTest : public TestCase
{
  public:
    ThroughputSeriesTest()
        : TestCase("Throughput over time")
    {
    }

  private:
    void DoRun() override
    {
        const auto name = CreateTempDirFilename("series.csv");
        uint64_t bytes = 7'000'000;
        ThroughputSeries series(name, MilliSeconds(500));
        series.Add("a", [&bytes] { return bytes; });
        series.Add("b", [] { return uint64_t{0}; });
        // What was counted before is in no interval.
        series.Start();
        ThroughputSeries none("", MilliSeconds(500));
        none.Add("c", [this]() -> uint64_t {
            NS_TEST_EXPECT_MSG_EQ(true, false, "nothing is counted without a file");
            return 0;
        });
        none.Start();
        Simulator::Schedule(MilliSeconds(200), [&bytes] { bytes += 1'000'000; });
        Simulator::Schedule(MilliSeconds(900), [&bytes] { bytes += 250'000; });
        Simulator::Stop(MilliSeconds(1700));
        Simulator::Run();
        Simulator::Destroy();
        series.Close();
        none.Close();
        // 1 MB in 0.5 s; nothing; 0.25 MB in 0.5 s; the fourth interval has not ended.
        std::ostringstream text;
        text << std::ifstream(name).rdbuf();
        NS_TEST_EXPECT_MSG_EQ(text.str(),
                              "time_s,a_MB_s,b_MB_s\n0.5,2,0\n1,0.5,0\n1.5,0,0\n",
                              "three rows");
        NS_TEST_EXPECT_MSG_EQ(IsRefused("/proc/none/series.csv"), true, "no such folder");
    }

    /**
     * @param name a file
     * @return true if a series cannot be written there
     */
    bool IsRefused(const std::string& name)
    {
        try
        {
            ThroughputSeries(name, Seconds(1));
        }
        catch (const UserError&)
        {
            return true;
        }
        return false;
    }
};

/**
 * @ingroup toolbox
 *
 * Throughput over time.
 */
class ThroughputSeriesTestSuite : public TestSuite
{
  public:
    ThroughputSeriesTestSuite()
        : TestSuite("toolbox-throughput-series", Type::UNIT)
    {
        AddTestCase(new ThroughputSeriesTest, Duration::QUICK);
    }
};

static ThroughputSeriesTestSuite g_throughputSeriesTestSuite; //!< registers the suite
