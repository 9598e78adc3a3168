/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/ssd-steady-state.h"
#include "ns3/test.h"

#include <cmath>
#include <numeric>

using namespace ns3;

/**
 * @ingroup ssd-model-tests
 *
 * The fixed point where it has a closed form of its own.
 */
class SsdSteadyStateTestCase : public TestCase
{
  public:
    SsdSteadyStateTestCase()
        : TestCase("The steady state has the known limits")
    {
    }

  private:
    /**
     * @param utilisation share of valid units
     * @return write amplification of large blocks that are freed in the order of their age: with
     *         v the share of valid units in the victim, v = exp(-(1 - v) / r) and 1 / (1 - v)
     *         (Desnoyers, "Analytic modeling of SSD write performance", SYSTOR 2012); greedy
     *         collection of ever larger blocks comes to the same
     */
    static double GetOldestFirst(double utilisation)
    {
        double valid = 0.1;
        for (int i = 0; i < 10000; ++i)
        {
            valid = std::exp(-(1 - valid) / utilisation);
        }
        return 1 / (1 - valid);
    }

    void DoRun() override
    {
        for (const double utilisation : {0.5, 0.781, 0.877, 0.935})
        {
            for (const uint32_t units : {1U, 32U, 256U, 4096U})
            {
                for (const uint32_t choices : {0U, 1U, 2U, 10U, 100U})
                {
                    const SsdSteadyState state(utilisation, units, choices);
                    const auto& shares = state.GetShares();
                    NS_TEST_ASSERT_MSG_EQ(shares.size(), units + 1, "from none to all");
                    const auto sum = std::accumulate(shares.begin(), shares.end(), 0.0);
                    NS_TEST_EXPECT_MSG_EQ_TOL(sum, 1, 1e-9, "all blocks");
                    double mean = 0;
                    for (uint32_t i = 0; i <= units; ++i)
                    {
                        NS_TEST_ASSERT_MSG_GT_OR_EQ(shares[i], -1e-12, "a share");
                        mean += i * shares[i] / units;
                    }
                    NS_TEST_EXPECT_MSG_EQ_TOL(mean, utilisation, 1e-6, "all units");
                }
                // A victim chosen blindly has as many valid units as any block.
                NS_TEST_EXPECT_MSG_EQ_TOL(
                    SsdSteadyState(utilisation, units, 1).GetWriteAmplification(),
                    1 / (1 - utilisation),
                    1e-5 / (1 - utilisation),
                    "blind choice");
            }
            const auto greedy = SsdSteadyState(utilisation, 4096, 0).GetWriteAmplification();
            NS_TEST_EXPECT_MSG_EQ_TOL(greedy / GetOldestFirst(utilisation),
                                      1,
                                      0.005,
                                      "large blocks");
            NS_TEST_EXPECT_MSG_LT(SsdSteadyState(utilisation, 32, 0).GetWriteAmplification(),
                                  greedy,
                                  "small blocks vary more");
            NS_TEST_EXPECT_MSG_EQ_TOL(
                SsdSteadyState(utilisation, 256, 100000).GetWriteAmplification() /
                    SsdSteadyState(utilisation, 256, 0).GetWriteAmplification(),
                1,
                0.002,
                "very many choices are all");
        }
    }
};

/**
 * @ingroup ssd-model-tests
 *
 * @brief Tests of the steady state in closed form.
 */
class SsdSteadyStateTestSuite : public TestSuite
{
  public:
    SsdSteadyStateTestSuite()
        : TestSuite("ssd-steady-state", Type::UNIT)
    {
        AddTestCase(new SsdSteadyStateTestCase, Duration::QUICK);
    }
};

static SsdSteadyStateTestSuite g_ssdSteadyStateTestSuite; //!< registers the suite
