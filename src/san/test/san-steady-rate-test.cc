/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/json-writer.h"
#include "ns3/san-steady-rate.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <cstdint>
#include <string>
#include <vector>

using namespace ns3;

/**
 * @ingroup san-tests
 *
 * The slope through completions, one a second.
 */
class SanSteadyRateTestCase : public TestCase
{
  public:
    SanSteadyRateTestCase()
        : TestCase("the slope of completions")
    {
    }

  private:
    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(GetRate({1, 1, 1, 1}, Seconds(0)),
                              R"({"requests": 4, "seconds": 3.000000000, "mb_per_s": 1.000000})",
                              "a megabyte a second");
        // Bytes so far 1, 4, 5, 8 at 0, 1, 2, 3: sum of products 11, sum of squares 5.
        NS_TEST_EXPECT_MSG_EQ(GetRate({1, 3, 1, 3}, Seconds(0)),
                              R"({"requests": 4, "seconds": 3.000000000, "mb_per_s": 2.200000})",
                              "the line of least squares");
        // From 2 s on: bytes so far 1 and 4.
        NS_TEST_EXPECT_MSG_EQ(GetRate({9, 9, 1, 3}, MilliSeconds(1500)),
                              R"({"requests": 2, "seconds": 1.000000000, "mb_per_s": 3.000000})",
                              "behind a warm-up");
        NS_TEST_EXPECT_MSG_EQ(GetRate({1}, Seconds(0)),
                              R"({"requests": 1, "seconds": 0.000000000, "mb_per_s": null})",
                              "one completion has no rate");
        NS_TEST_EXPECT_MSG_EQ(GetRate({1, 1}, Seconds(5)),
                              R"({"requests": 0, "seconds": 0.000000000, "mb_per_s": null})",
                              "all in the warm-up");
    }

    /**
     * @param megabytes what completes in each second
     * @param warmUp what does not count
     * @return the rate as JSON
     */
    static std::string GetRate(const std::vector<uint64_t>& megabytes, Time warmUp)
    {
        SanSteadyRate rate(warmUp);
        for (std::size_t second = 0; second < megabytes.size(); ++second)
        {
            Simulator::Schedule(Seconds(second),
                                &SanSteadyRate::Add,
                                &rate,
                                megabytes[second] * 1000000);
        }
        Simulator::Run();
        Simulator::Destroy();
        JsonWriter json;
        rate.WriteTo(json);
        return json.GetText();
    }
};

/**
 * @ingroup san-tests
 *
 * Throughput once a load has settled.
 */
class SanSteadyRateTestSuite : public TestSuite
{
  public:
    SanSteadyRateTestSuite()
        : TestSuite("san-steady-rate", Type::UNIT)
    {
        AddTestCase(new SanSteadyRateTestCase, TestCase::Duration::QUICK);
    }
};

static SanSteadyRateTestSuite g_sanSteadyRateTestSuite; //!< registers the suite
