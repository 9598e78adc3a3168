/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/double.h"
#include "ns3/io-latency-histogram.h"
#include "ns3/random-variable-stream.h"
#include "ns3/test.h"

#include <algorithm>
#include <cmath>
#include <vector>

using namespace ns3;

/**
 * @ingroup toolbox
 *
 * Times in buckets of one nanosecond are exact, percentiles by nearest rank.
 */
class ShortLatenciesTest : public TestCase
{
  public:
    ShortLatenciesTest()
        : TestCase("Short times are exact")
    {
    }

  private:
    void DoRun() override
    {
        IoLatencyHistogram histogram;
        NS_TEST_EXPECT_MSG_EQ(histogram.GetPercentile(50), Time(0), "of nothing");
        NS_TEST_EXPECT_MSG_EQ(histogram.GetMean(), Time(0), "of nothing");
        NS_TEST_EXPECT_MSG_EQ(histogram.GetMin(), Time(0), "of nothing");
        for (const auto ns : {511, 0, 7, 300})
        {
            histogram.Add(NanoSeconds(ns));
        }
        // Ranks ceil(4 p / 100): 25 is the first, 25.001 and 50 the second, 75 the third.
        NS_TEST_EXPECT_MSG_EQ(histogram.GetPercentile(0.1), NanoSeconds(0), "0.1");
        NS_TEST_EXPECT_MSG_EQ(histogram.GetPercentile(25), NanoSeconds(0), "25");
        NS_TEST_EXPECT_MSG_EQ(histogram.GetPercentile(25.001), NanoSeconds(7), "25.001");
        NS_TEST_EXPECT_MSG_EQ(histogram.GetPercentile(50), NanoSeconds(7), "50");
        NS_TEST_EXPECT_MSG_EQ(histogram.GetPercentile(75), NanoSeconds(300), "75");
        NS_TEST_EXPECT_MSG_EQ(histogram.GetPercentile(100), NanoSeconds(511), "100");
        NS_TEST_EXPECT_MSG_EQ(histogram.GetCount(), 4, "count");
        // 818 / 4 = 204.5, rounded.
        NS_TEST_EXPECT_MSG_EQ(histogram.GetMean(), NanoSeconds(205), "mean");
        NS_TEST_EXPECT_MSG_EQ(histogram.GetMin(), NanoSeconds(0), "min");
        NS_TEST_EXPECT_MSG_EQ(histogram.GetMax(), NanoSeconds(511), "max");
    }
};

/**
 * @ingroup toolbox
 *
 * Longer times are found in the middle of their bucket, and never beyond the shortest and longest.
 */
class BucketsTest : public TestCase
{
  public:
    BucketsTest()
        : TestCase("Buckets grow with every doubling")
    {
    }

  private:
    /**
     * @param ns a time
     * @param middle the middle of its bucket, both in nanoseconds
     */
    void Expect(int64_t ns, int64_t middle)
    {
        IoLatencyHistogram histogram;
        // 1 ns and 2^62 ns around it, so that nothing is clamped to the time itself.
        histogram.Add(NanoSeconds(1));
        histogram.Add(NanoSeconds(ns));
        histogram.Add(NanoSeconds(int64_t{1} << 62));
        NS_TEST_EXPECT_MSG_EQ(histogram.GetPercentile(50), NanoSeconds(middle), ns);
    }

    void DoRun() override
    {
        // From 512 the buckets are 2 wide: 512 and 513 share one, with 513 in the middle.
        Expect(511, 511);
        Expect(512, 513);
        Expect(513, 513);
        Expect(514, 515);
        Expect(1023, 1023);
        // From 1024 they are 4 wide, from 2^20 4096.
        Expect(1024, 1026);
        Expect(1027, 1026);
        Expect(1028, 1030);
        Expect((1 << 20) + 5000, (1 << 20) + 4096 + 2048);
        // The last bucket but those of 2^62 and more: 2^53 wide.
        Expect((int64_t{1} << 62) - 1, (int64_t{1} << 62) - (int64_t{1} << 52));

        IoLatencyHistogram equal;
        equal.Add(NanoSeconds(1027));
        equal.Add(NanoSeconds(1027));
        NS_TEST_EXPECT_MSG_EQ(equal.GetPercentile(50), NanoSeconds(1027), "not below the shortest");
        IoLatencyHistogram longest;
        longest.Add(NanoSeconds(INT64_MAX));
        NS_TEST_EXPECT_MSG_EQ(longest.GetPercentile(50), NanoSeconds(INT64_MAX), "longest");
    }
};

/**
 * @ingroup toolbox
 *
 * Percentiles of many random times are within the stated error of the exact ones, also of two
 * histograms added up.
 */
class PercentileErrorTest : public TestCase
{
  public:
    PercentileErrorTest()
        : TestCase("Percentiles of many times are within the stated error")
    {
    }

  private:
    void DoRun() override
    {
        auto random = CreateObject<ExponentialRandomVariable>();
        random->SetStream(1);
        random->SetAttribute("Mean", DoubleValue(5e6));
        IoLatencyHistogram even;
        IoLatencyHistogram odd;
        std::vector<int64_t> exact;
        for (int i = 0; i < 20000; ++i)
        {
            exact.push_back(std::llround(random->GetValue()));
            (i % 2 == 0 ? even : odd).Add(NanoSeconds(exact.back()));
        }
        std::sort(exact.begin(), exact.end());
        even.Add(odd);
        for (int percent = 1; percent <= 100; ++percent)
        {
            const auto expected = exact[200 * percent - 1];
            NS_TEST_EXPECT_MSG_EQ_TOL(even.GetPercentile(percent).GetNanoSeconds(),
                                      expected,
                                      expected / 512 + 1,
                                      percent);
        }
        NS_TEST_EXPECT_MSG_EQ(even.GetCount(), 20000, "count");
        NS_TEST_EXPECT_MSG_EQ(even.GetMin(), NanoSeconds(exact.front()), "min");
        NS_TEST_EXPECT_MSG_EQ(even.GetMax(), NanoSeconds(exact.back()), "max");
        int64_t sum = 0;
        for (const auto ns : exact)
        {
            sum += ns;
        }
        NS_TEST_EXPECT_MSG_EQ(even.GetSum(), sum, "sum");
    }
};

/**
 * @ingroup toolbox
 *
 * The shortest and the longest of two histograms are those of either, whichever is added.
 */
class SumOfHistogramsTest : public TestCase
{
  public:
    SumOfHistogramsTest()
        : TestCase("A sum has the shortest and the longest of both")
    {
    }

  private:
    void DoRun() override
    {
        IoLatencyHistogram low;
        low.Add(NanoSeconds(3));
        low.Add(NanoSeconds(20));
        IoLatencyHistogram high;
        high.Add(NanoSeconds(7));
        high.Add(NanoSeconds(50));
        auto grown = low;
        grown.Add(high);
        auto other = high;
        other.Add(low);
        for (const auto& sum : {grown, other})
        {
            NS_TEST_EXPECT_MSG_EQ(sum.GetMin(), NanoSeconds(3), "min");
            NS_TEST_EXPECT_MSG_EQ(sum.GetMax(), NanoSeconds(50), "max");
            // (3 + 20 + 7 + 50) / 4
            NS_TEST_EXPECT_MSG_EQ(sum.GetMean(), NanoSeconds(20), "mean");
            NS_TEST_EXPECT_MSG_EQ(sum.GetPercentile(100), NanoSeconds(50), "100");
        }
    }
};

/**
 * @ingroup toolbox
 *
 * The share of the times above a bound, by hand.
 */
class ShareAboveTest : public TestCase
{
  public:
    ShareAboveTest()
        : TestCase("The share above a bound")
    {
    }

  private:
    void DoRun() override
    {
        IoLatencyHistogram histogram;
        NS_TEST_EXPECT_MSG_EQ(histogram.GetShareAbove(Time(0)), 0, "of nothing");
        NS_TEST_EXPECT_MSG_EQ(histogram.GetShareAbove(NanoSeconds(-1)), 0, "of nothing");
        // Buckets of 1 ns up to 511 ns; 1024 to 1027 ns share one, whose middle is 1026 ns.
        for (const auto ns : {0, 7, 7, 300, 1024, 1025, 1027, 5000})
        {
            histogram.Add(NanoSeconds(ns));
        }
        const auto expect = [&](int64_t bound, int longer) {
            NS_TEST_EXPECT_MSG_EQ(histogram.GetShareAbove(NanoSeconds(bound)), longer / 8.0, bound);
        };
        expect(-1, 8);
        expect(0, 7);
        expect(6, 7);
        expect(7, 5);
        expect(299, 5);
        expect(300, 4);
        expect(1023, 4);
        // All three or none of them are longer than a bound in their bucket.
        expect(1025, 4);
        expect(1026, 1);
        expect(4999, 1);
        // 4992 to 5007 ns share a bucket, and the longest is not beyond its middle, 5000 ns.
        expect(5000, 0);
        expect(int64_t{1} << 62, 0);

        // The bucket from 1024 ns, whose times are not above the longest.
        IoLatencyHistogram low;
        low.Add(NanoSeconds(1024));
        NS_TEST_EXPECT_MSG_EQ(low.GetShareAbove(NanoSeconds(1023)), 1, "all");
        NS_TEST_EXPECT_MSG_EQ(low.GetShareAbove(NanoSeconds(1024)), 0, "none");
    }
};

/**
 * @ingroup toolbox
 *
 * Response times in a fixed amount of memory.
 */
class LatencyHistogramTestSuite : public TestSuite
{
  public:
    LatencyHistogramTestSuite()
        : TestSuite("toolbox-latency-histogram", Type::UNIT)
    {
        AddTestCase(new ShortLatenciesTest);
        AddTestCase(new BucketsTest);
        AddTestCase(new PercentileErrorTest);
        AddTestCase(new SumOfHistogramsTest);
        AddTestCase(new ShareAboveTest);
    }
};

static LatencyHistogramTestSuite g_latencyHistogramTestSuite; //!< registers the suite
