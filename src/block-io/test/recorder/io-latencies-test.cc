/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/io-latencies.h"
#include "ns3/io-summary.h"
#include "ns3/json-writer.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <malloc.h>
#include <string>

using namespace ns3;

namespace
{

/**
 * @return bytes of the heap that are in use
 */
std::size_t
GetUsedBytes()
{
    const auto info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

} // namespace

/**
 * @ingroup block-io
 *
 * Times on both sides of 2^32 ns, 4.29 s, are in one order.
 */
class IoLatenciesOrderTest : public TestCase
{
  public:
    IoLatenciesOrderTest()
        : TestCase("Short and long times are exact")
    {
    }

  private:
    void DoRun() override
    {
        const int64_t border = int64_t{1} << 32;
        IoLatencies latencies;
        for (const auto ns : {border, int64_t{10'000'000'000}, int64_t{1}, border - 1})
        {
            latencies.Add(NanoSeconds(ns));
        }
        NS_TEST_EXPECT_MSG_EQ(latencies.GetPercentile(25), NanoSeconds(1), "rank 1");
        NS_TEST_EXPECT_MSG_EQ(latencies.GetPercentile(50), NanoSeconds(border - 1), "rank 2");
        NS_TEST_EXPECT_MSG_EQ(latencies.GetPercentile(75), NanoSeconds(border), "rank 3");
        NS_TEST_EXPECT_MSG_EQ(latencies.GetPercentile(75.001), Seconds(10), "rank 4");
        latencies.Add(NanoSeconds(0));
        NS_TEST_EXPECT_MSG_EQ(latencies.GetPercentile(20), NanoSeconds(0), "put in order again");
        NS_TEST_EXPECT_MSG_EQ(latencies.GetCount(), 5, "");
    }
};

/**
 * @ingroup block-io
 *
 * Beyond the limit percentiles are those of a histogram, of all times.
 */
class IoLatenciesLimitTest : public TestCase
{
  public:
    IoLatenciesLimitTest()
        : TestCase("Beyond the limit percentiles are within 0.2 %")
    {
    }

  private:
    void DoRun() override
    {
        IoLatencies latencies(1000);
        // 10 ms to 10 s, in a mixed order.
        for (int i = 0; i < 1000; ++i)
        {
            latencies.Add(MilliSeconds(10 + 10 * ((i * 17) % 1000)));
        }
        const IoLatencies copy = latencies;
        NS_TEST_EXPECT_MSG_EQ(copy.IsExact(), true, "1000 are kept");
        NS_TEST_EXPECT_MSG_EQ(copy.GetPercentile(99), MilliSeconds(9900), "rank 990");
        latencies.Add(MilliSeconds(10010));
        NS_TEST_EXPECT_MSG_EQ(latencies.IsExact(), false, "1001 are not");
        NS_TEST_EXPECT_MSG_EQ(latencies.GetCount(), 1001, "");
        NS_TEST_EXPECT_MSG_EQ(latencies.GetPercentile(100), MilliSeconds(10010), "always exact");
        for (const auto percent : {1, 25, 50, 99})
        {
            // Rank ceil(1001 p / 100) is 10 ms times 11, 251, 501, 991.
            const auto exact = (1001 * percent + 99) / 100 * 10e6;
            NS_TEST_EXPECT_MSG_EQ_TOL(latencies.GetPercentile(percent).GetNanoSeconds(),
                                      exact,
                                      exact * IoLatencyHistogram::RELATIVE_ERROR,
                                      percent);
        }
        NS_TEST_EXPECT_MSG_EQ(copy.IsExact(), true, "copies are on their own");
    }
};

/**
 * @ingroup block-io
 *
 * The memory that a summary takes for its requests.
 */
class IoSummaryMemoryTest : public TestCase
{
  public:
    IoSummaryMemoryTest()
        : TestCase("A summary keeps 9 bytes a request, and none beyond four million")
    {
    }

  private:
    /**
     * @param summary where reads of up to 1 ms are added
     * @param count how many
     * @return bytes of memory that this took
     */
    std::size_t Add(IoSummary& summary, uint64_t count)
    {
        const auto before = GetUsedBytes();
        BlockRequest request(BlockOperation::READ, 0, 8);
        for (uint64_t i = 0; i < count; ++i)
        {
            request.issueTime = Simulator::Now() - MicroSeconds(i % 1000);
            summary.Add(request, 512);
        }
        return GetUsedBytes() - before;
    }

    /**
     * @param summary a summary
     * @return whether its JSON says that percentiles are not exact
     */
    bool TellsError(const IoSummary& summary)
    {
        return summary.ToJson().find("\"max_ms\": 0.999000, \"percentile_error\": 0.001953,") !=
               std::string::npos;
    }

    void DoRun() override
    {
        Simulator::Schedule(Seconds(1), [this] { Check(); });
        Simulator::Run();
        Simulator::Destroy();
    }

    /// Each read is in two groups, 4 bytes in each, in pieces of 512 bytes with 24 beside them.
    void Check()
    {
        IoSummary summary;
        NS_TEST_EXPECT_MSG_LT(Add(summary, 300'000), 300'000 * 9, "bytes of 300,000 requests");
        Add(summary, IoLatencies::EXACT - 300'000);
        NS_TEST_EXPECT_MSG_EQ(TellsError(summary), false, "as many as are kept");
        Add(summary, 1);
        NS_TEST_EXPECT_MSG_EQ(TellsError(summary), true, "one more");
        NS_TEST_EXPECT_MSG_EQ(Add(summary, 300'000), 0, "bytes of 300,000 more");
    }
};

/**
 * @ingroup block-io
 *
 * Response times with exact percentiles.
 */
class IoLatenciesTestSuite : public TestSuite
{
  public:
    IoLatenciesTestSuite()
        : TestSuite("block-io-latencies", Type::UNIT)
    {
        AddTestCase(new IoLatenciesOrderTest);
        AddTestCase(new IoLatenciesLimitTest);
        AddTestCase(new IoSummaryMemoryTest);
    }
};

static IoLatenciesTestSuite g_ioLatenciesTestSuite; //!< registers the suite
