/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/tcp-ensemble-allotment.h"
#include "ns3/test.h"

#include <cstdint>
#include <vector>

using namespace ns3;

namespace
{

/**
 * @ingroup host-tcp-tests
 *
 * Equal weights: table 1 of Fair-TCP, sum / refcnt, to the byte.
 */
class EqualAllotmentTestCase : public TestCase
{
  public:
    EqualAllotmentTestCase()
        : TestCase("equal shares")
    {
    }

  private:
    void DoRun() override
    {
        TcpEnsembleAllotment allotment;
        const auto a = allotment.Add(1, 0);
        NS_TEST_EXPECT_MSG_EQ(allotment.GetShare(a, 10'000), 10'000, "alone");
        const auto b = allotment.Add(1, 0);
        const auto c = allotment.Add(1, 0);
        // 10,000 = 3 x 3333 + 1: the first gets the byte that is left.
        NS_TEST_EXPECT_MSG_EQ(allotment.GetShare(a, 10'000), 3334, "first");
        NS_TEST_EXPECT_MSG_EQ(allotment.GetShare(b, 10'000), 3333, "second");
        NS_TEST_EXPECT_MSG_EQ(allotment.GetShare(c, 10'000), 3333, "third");
        allotment.Remove(b);
        NS_TEST_EXPECT_MSG_EQ(allotment.GetN(), 2, "members");
        NS_TEST_EXPECT_MSG_EQ(allotment.GetShare(a, 6667), 3334, "first as before");
        NS_TEST_EXPECT_MSG_EQ(allotment.GetShare(c, 6667), 3333, "third as before");
        const auto d = allotment.Add(1, 0);
        NS_TEST_EXPECT_MSG_NE(d, b, "numbers are used once");
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * Weights and least shares.
 */
class WeightedAllotmentTestCase : public TestCase
{
  public:
    WeightedAllotmentTestCase()
        : TestCase("shares by weight, none below the least")
    {
    }

  private:
    void DoRun() override
    {
        TcpEnsembleAllotment allotment;
        const auto heavy = allotment.Add(3, 2000);
        const auto light = allotment.Add(1, 2000);
        NS_TEST_EXPECT_MSG_EQ(allotment.GetLeast(), 4000, "least");
        NS_TEST_EXPECT_MSG_EQ(allotment.GetShare(heavy, 40'000), 30'000, "3 of 4");
        NS_TEST_EXPECT_MSG_EQ(allotment.GetShare(light, 40'000), 10'000, "1 of 4");
        // A quarter of 6001 is below 2000.
        NS_TEST_EXPECT_MSG_EQ(allotment.GetShare(heavy, 6001), 4001, "the rest");
        NS_TEST_EXPECT_MSG_EQ(allotment.GetShare(light, 6001), 2000, "the least");
        // With a third one, of weight 1, a fifth of 10,000 is 2000, below its 2500.
        const auto other = allotment.Add(1, 2500);
        NS_TEST_EXPECT_MSG_EQ(allotment.GetShare(other, 10'000), 2500, "its own least");
        // Of the 7500 that are left a quarter is 1875, below 2000 too.
        NS_TEST_EXPECT_MSG_EQ(allotment.GetShare(light, 10'000), 2000, "pushed to the least");
        NS_TEST_EXPECT_MSG_EQ(allotment.GetShare(heavy, 10'000), 5500, "what is left");
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * Shares add up to the sum and none is below the least, whatever the weights.
 */
class ConservedAllotmentTestCase : public TestCase
{
  public:
    ConservedAllotmentTestCase()
        : TestCase("shares add up to the byte")
    {
    }

  private:
    void DoRun() override
    {
        uint32_t state = 1;
        const auto draw = [&state](uint32_t below) {
            state = state * 1'664'525U + 1'013'904'223U;
            return (state >> 8) % below;
        };
        TcpEnsembleAllotment allotment;
        std::vector<uint64_t> members;
        for (uint32_t step = 0; step < 2000; ++step)
        {
            if (members.empty() || (members.size() < 20 && draw(2) == 0))
            {
                members.push_back(allotment.Add(1 + draw(step < 1000 ? 1 : 9), 2 * 1448));
            }
            else
            {
                const auto leaving = members.begin() + draw(members.size());
                allotment.Remove(*leaving);
                members.erase(leaving);
            }
            const uint64_t sum = allotment.GetLeast() + draw(1'000'000);
            uint64_t shares = 0;
            for (const auto member : members)
            {
                const auto share = allotment.GetShare(member, sum);
                NS_TEST_ASSERT_MSG_GT_OR_EQ(share, 2 * 1448, "least share, step " << step);
                shares += share;
            }
            if (!members.empty())
            {
                NS_TEST_ASSERT_MSG_EQ(shares, sum, "step " << step);
            }
        }
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * Tests of what goes to each member.
 */
class TcpEnsembleAllotmentTestSuite : public TestSuite
{
  public:
    TcpEnsembleAllotmentTestSuite()
        : TestSuite("tcp-ensemble-allotment", Type::UNIT)
    {
        AddTestCase(new EqualAllotmentTestCase, Duration::QUICK);
        AddTestCase(new WeightedAllotmentTestCase, Duration::QUICK);
        AddTestCase(new ConservedAllotmentTestCase, Duration::QUICK);
    }
};

TcpEnsembleAllotmentTestSuite g_tcpEnsembleAllotmentTestSuite; //!< the suite

} // namespace
