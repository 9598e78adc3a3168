/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/io-demerit.h"
#include "ns3/test.h"

#include <cmath>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/// Observed and simulated response times in milliseconds.
using Pairs = std::vector<std::pair<int64_t, int64_t>>;

/**
 * @param pairs response times
 * @param demerit where to add them
 */
void
AddAll(const Pairs& pairs, IoDemerit& demerit)
{
    for (const auto& [observed, simulated] : pairs)
    {
        demerit.Add(MilliSeconds(observed), MilliSeconds(simulated));
    }
}

} // namespace

/**
 * @ingroup block-io
 *
 * The demerit is that of the distributions, whichever request had which time.
 */
class DemeritTest : public TestCase
{
  public:
    DemeritTest()
        : TestCase("IoDemerit worked out by hand, over passes and parts")
    {
    }

  private:
    void DoRun() override
    {
        IoDemerit demerit;
        demerit.EndPass();
        NS_TEST_EXPECT_MSG_EQ(demerit.GetMilliSeconds(), 0, "of nothing");
        // Observed 1 2 5 9 against simulated 1 4 4 12: distances 0 2 1 3, sqrt(14 / 4).
        const Pairs first{{9, 4}, {1, 12}, {5, 1}, {2, 4}};
        AddAll(first, demerit);
        NS_TEST_EXPECT_MSG_EQ(demerit.GetMilliSeconds(), 0, "the pass did not end");
        demerit.EndPass();
        NS_TEST_EXPECT_MSG_EQ_TOL(demerit.GetMilliSeconds(), std::sqrt(3.5), 1e-12, "one pass");
        // Other times, the same ones observed and simulated: distance 0; sqrt(14 / 8).
        AddAll({{8, 1}, {1, 8}, {5, 2}, {2, 5}}, demerit);
        demerit.EndPass();
        NS_TEST_EXPECT_MSG_EQ_TOL(demerit.GetMilliSeconds(), std::sqrt(1.75), 1e-12, "two");
        // The same observed times in the same order, each 2 ms off: sqrt((14 + 16) / 12).
        AddAll({{8, 3}, {1, 10}, {5, 4}, {2, 7}}, demerit);
        demerit.EndPass();
        NS_TEST_EXPECT_MSG_EQ_TOL(demerit.GetMilliSeconds(), std::sqrt(2.5), 1e-12, "three");

        // Parts (9, 4) (1, 12): 1 9 against 4 12, sqrt((9 + 9) / 2); (5, 1) (2, 4): 2 5 against
        // 1 4, sqrt((1 + 1) / 2). The whole is as above.
        IoDemerit reads;
        IoDemerit writes;
        IoDemerit whole;
        for (int pass = 0; pass < 3; ++pass)
        {
            AddAll({first[0], first[1]}, reads);
            AddAll({first[2], first[3]}, writes);
            IoDemerit::EndPass(reads, writes, whole);
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(reads.GetMilliSeconds(), 3, 1e-12, "a part");
        NS_TEST_EXPECT_MSG_EQ_TOL(writes.GetMilliSeconds(), 1, 1e-12, "the other part");
        NS_TEST_EXPECT_MSG_EQ_TOL(whole.GetMilliSeconds(), std::sqrt(3.5), 1e-12, "the whole");
    }
};

/**
 * @ingroup block-io
 *
 * The distance between observed and simulated response times.
 */
class DemeritTestSuite : public TestSuite
{
  public:
    DemeritTestSuite()
        : TestSuite("block-io-demerit", Type::UNIT)
    {
        AddTestCase(new DemeritTest);
    }
};

static DemeritTestSuite g_demeritTestSuite; //!< registers the suite
