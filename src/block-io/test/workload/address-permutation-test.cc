/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "workload-test-helper.h"

#include "ns3/address-permutation.h"
#include "ns3/double.h"
#include "ns3/pareto-address-pattern.h"
#include "ns3/pointer.h"
#include "ns3/shuffled-address-pattern.h"
#include "ns3/test.h"
#include "ns3/zipf-address-pattern.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

using namespace ns3;

/**
 * @ingroup block-io
 *
 * A permutation has every number once.
 */
class AddressPermutationTest : public TestCase
{
  public:
    AddressPermutationTest()
        : TestCase("Permutations have every number once, and others with other keys")
    {
    }

  private:
    void DoRun() override
    {
        for (const uint64_t size : {1, 2, 3, 4, 5, 63, 64, 65, 1000, 4097})
        {
            const AddressPermutation order(size, {1, 2, 3, 4});
            std::set<uint64_t> seen;
            for (uint64_t i = 0; i < size; ++i)
            {
                NS_TEST_ASSERT_MSG_LT(order.Map(i), size, "in range");
                NS_TEST_ASSERT_MSG_EQ(order.Find(order.Map(i)), i, "back again");
                seen.insert(order.Map(i));
            }
            NS_TEST_EXPECT_MSG_EQ(seen.size(), size, "each once");
        }
        const AddressPermutation one(uint64_t{1} << 63, {1, 2, 3, 4});
        const AddressPermutation other(uint64_t{1} << 63, {1, 2, 3, 5});
        NS_TEST_EXPECT_MSG_LT(one.Map(12345), uint64_t{1} << 63, "the largest range");
        NS_TEST_EXPECT_MSG_EQ(one.Find(one.Map(12345)), 12345, "back again");
        NS_TEST_EXPECT_MSG_NE(one.Map(12345), other.Map(12345), "another order");
    }
};

/**
 * @ingroup block-io
 *
 * Shuffled addresses: all once, then all again in another order.
 */
class ShuffledAddressTest : public TestCase
{
  public:
    ShuffledAddressTest()
        : TestCase("Shuffled addresses come once in each pass, on each device")
    {
    }

  private:
    /**
     * @param pattern the pattern
     * @param device number of a device
     * @return the positions of a pass over 50
     */
    static std::vector<uint64_t> GetPass(const Ptr<AddressPattern>& pattern, uint32_t device)
    {
        std::vector<uint64_t> pass(50);
        for (auto& position : pass)
        {
            position = pattern->GetNext(device, pass.size(), 1);
        }
        return pass;
    }

    void DoRun() override
    {
        auto pattern = CreateObject<ShuffledAddressPattern>();
        pattern->AssignStreams(5);
        std::vector<uint64_t> all(50);
        std::iota(all.begin(), all.end(), 0);
        std::set<std::vector<uint64_t>> orders;
        for (const uint32_t device : {0, 1, 0, 1})
        {
            auto pass = GetPass(pattern, device);
            orders.insert(pass);
            std::sort(pass.begin(), pass.end());
            NS_TEST_EXPECT_MSG_EQ((pass == all), true, "each once");
        }
        NS_TEST_EXPECT_MSG_EQ(orders.size(), 4, "four orders");
    }
};

/**
 * @ingroup block-io
 *
 * Scattered addresses are as hot as the pattern says, elsewhere.
 */
class ScatteredAddressTest : public TestCase
{
  public:
    ScatteredAddressTest()
        : TestCase("Scattered Zipf addresses: shares by rank, and no neighbours")
    {
    }

  private:
    void DoRun() override
    {
        auto zipf = CreateObject<ZipfAddressPattern>();
        zipf->SetAttribute("Theta", DoubleValue(1.2));
        auto pattern = CreateObject<ScatteredAddressPattern>();
        pattern->SetAttribute("Pattern", PointerValue(zipf));
        pattern->AssignStreams(9);
        constexpr uint64_t POSITIONS = 1000;
        std::vector<uint32_t> counts(POSITIONS);
        for (int i = 0; i < 50000; ++i)
        {
            ++counts.at(pattern->GetNext(0, POSITIONS, 1));
        }
        std::vector<uint64_t> hottest(POSITIONS);
        std::iota(hottest.begin(), hottest.end(), 0);
        std::sort(hottest.begin(), hottest.end(), [&](auto a, auto b) {
            return counts[a] > counts[b];
        });
        double sum = 0;
        for (uint64_t rank = 1; rank <= POSITIONS; ++rank)
        {
            sum += std::pow(rank, -1.2);
        }
        // The five hottest differ by far more than chance, so the order of their counts is theirs.
        std::vector<uint32_t> observed;
        std::vector<double> expected;
        for (uint64_t rank = 1; rank <= 5; ++rank)
        {
            observed.push_back(counts[hottest[rank - 1]]);
            expected.push_back(std::pow(rank, -1.2) / sum);
        }
        observed.push_back(50000 - std::accumulate(observed.begin(), observed.end(), 0U));
        expected.push_back(1 - std::accumulate(expected.begin(), expected.end(), 0.0));
        // 0.1 % exceed 20.52 with 5 degrees of freedom.
        NS_TEST_EXPECT_MSG_LT(GetChiSquare(observed, expected), 20.52, "shares");
        uint64_t spread = POSITIONS;
        for (int i = 1; i < 5; ++i)
        {
            const auto [low, high] = std::minmax(hottest[i - 1], hottest[i]);
            spread = std::min(spread, high - low);
        }
        NS_TEST_EXPECT_MSG_GT(spread, 5, "the hottest are not side by side");
    }
};

/**
 * @ingroup block-io
 *
 * Pareto positions follow the closed form.
 */
class ParetoAddressTest : public TestCase
{
  public:
    ParetoAddressTest()
        : TestCase("Pareto addresses follow the closed form")
    {
    }

  private:
    void DoRun() override
    {
        for (const double power : {0.2, 0.5, 0.9})
        {
            auto pattern = CreateObject<ParetoAddressPattern>();
            pattern->SetAttribute("Power", DoubleValue(power));
            pattern->AssignStreams(11);
            std::vector<uint32_t> counts(10);
            for (int i = 0; i < 50000; ++i)
            {
                ++counts.at(pattern->GetNext(0, 1000, 1) / 100);
            }
            const auto exponent = std::log(1 - power) / std::log(power);
            std::vector<double> expected;
            for (int bin = 0; bin < 10; ++bin)
            {
                expected.push_back(std::pow((bin + 1) / 10.0, exponent) -
                                   std::pow(bin / 10.0, exponent));
            }
            NS_TEST_EXPECT_MSG_LT(GetChiSquare(counts, expected), 27.88, "power " << power);
        }
    }
};

/**
 * @ingroup block-io
 *
 * Random orders and skewed addresses.
 */
class AddressPermutationTestSuite : public TestSuite
{
  public:
    AddressPermutationTestSuite()
        : TestSuite("block-io-addresses", Type::UNIT)
    {
        AddTestCase(new AddressPermutationTest);
        AddTestCase(new ShuffledAddressTest);
        AddTestCase(new ScatteredAddressTest);
        AddTestCase(new ParetoAddressTest);
    }
};

static AddressPermutationTestSuite g_addressPermutationTestSuite; //!< registers the suite
