/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/random-variable-stream.h"
#include "ns3/test.h"
#include "ns3/trace-activity.h"
#include "ns3/trace-footprint.h"
#include "ns3/trace-summary.h"

#include <set>

using namespace ns3;

namespace
{

/**
 * @param timeMs time of issue, ms
 * @param operation the operation
 * @param device the device
 * @param lba the first sector
 * @param sectors number of sectors
 * @return a record
 */
TraceRecord
MakeRecord(int64_t timeMs,
           BlockOperation operation,
           uint32_t device,
           uint64_t lba,
           uint32_t sectors)
{
    TraceRecord record;
    record.timeNs = timeMs * 1000000;
    record.operation = operation;
    record.device = device;
    record.lba = lba;
    record.sectors = sectors;
    return record;
}

} // namespace

/**
 * @ingroup block-io
 *
 * The figures of a small trace, worked out by hand.
 */
class TraceFiguresTest : public TestCase
{
  public:
    TraceFiguresTest()
        : TestCase("Figures of a small trace")
    {
    }

  private:
    void DoRun() override
    {
        constexpr auto READ = BlockOperation::READ;
        constexpr auto WRITE = BlockOperation::WRITE;
        TraceSummary summary(true);
        summary.Add(MakeRecord(1000, READ, 0, 0, 8));
        summary.Add(MakeRecord(1100, READ, 0, 8, 8));    // follows the one above
        summary.Add(MakeRecord(1200, WRITE, 5, 16, 1));  // another device
        summary.Add(MakeRecord(1150, WRITE, 5, 17, 16)); // follows, and is late in the file
        summary.Add(MakeRecord(2999, READ, 0, 16, 9));   // follows; the second of two seconds
        auto last = MakeRecord(5000, READ, 0, 0, 8);
        last.observedNs = 4000000;
        summary.Add(last);

        NS_TEST_EXPECT_MSG_EQ(summary.GetReads().requests, 4, "reads");
        NS_TEST_EXPECT_MSG_EQ(summary.GetReads().bytes, 33 * 512, "bytes read");
        NS_TEST_EXPECT_MSG_EQ(summary.GetReads().sequential, 2, "sequential reads");
        NS_TEST_EXPECT_MSG_EQ(summary.GetWrites().requests, 2, "writes");
        NS_TEST_EXPECT_MSG_EQ(summary.GetWrites().bytes, 17 * 512, "bytes written");
        NS_TEST_EXPECT_MSG_EQ(summary.GetWrites().sequential, 1, "sequential writes");
        // 8 sectors are of the class up to 2^3, 9 of that up to 2^4, 1 of 2^0.
        NS_TEST_EXPECT_MSG_EQ(summary.GetReads().sizes[3], 3, "4 KiB");
        NS_TEST_EXPECT_MSG_EQ(summary.GetReads().sizes[4], 1, "4.5 KiB");
        NS_TEST_EXPECT_MSG_EQ(summary.GetWrites().sizes[0], 1, "512 bytes");
        NS_TEST_EXPECT_MSG_EQ(summary.GetWrites().sizes[4], 1, "8 KiB");
        NS_TEST_EXPECT_MSG_EQ(summary.GetDevices(), 2, "devices");
        NS_TEST_EXPECT_MSG_EQ(summary.GetOutOfOrder(), 1, "out of order");
        NS_TEST_EXPECT_MSG_EQ(summary.GetStart(), 1000000000, "start");
        NS_TEST_EXPECT_MSG_EQ(summary.GetEnd(), 5000000000, "end");
        NS_TEST_EXPECT_MSG_EQ(summary.GetPeak(), 4, "in the first second");
        NS_TEST_EXPECT_MSG_EQ(summary.GetMinSectors(), 1, "smallest");
        NS_TEST_EXPECT_MSG_EQ(summary.GetMaxSectors(), 16, "largest");
        NS_TEST_EXPECT_MSG_EQ(summary.GetLastSector(), 33, "last sector");
        // Device 0: sectors 0 to 24 are blocks 0 to 3; device 5: 16 to 32, blocks 2 to 4.
        NS_TEST_EXPECT_MSG_EQ(summary.GetFootprint().GetBlocks(), 7, "footprint");
        NS_TEST_EXPECT_MSG_EQ(summary.GetObserved().GetCount(), 1, "observed");
        NS_TEST_EXPECT_MSG_EQ(summary.GetObserved().GetMean(), MilliSeconds(4), "observed");

        TraceSummary timeless(false);
        timeless.Add(MakeRecord(0, READ, 0, 0, 8));
        timeless.Add(MakeRecord(0, WRITE, 0, 0, 8));
        NS_TEST_EXPECT_MSG_EQ(timeless.GetActivity().GetBins().size(), 2, "by number");
        NS_TEST_EXPECT_MSG_EQ(timeless.GetActivity().GetBins()[1].writes, 1, "the second");
    }
};

/**
 * @ingroup block-io
 *
 * The footprint is exact as long as there is memory, and an estimate after that.
 */
class TraceFootprintTest : public TestCase
{
  public:
    TraceFootprintTest()
        : TestCase("Footprint, exact and estimated")
    {
    }

  private:
    void DoRun() override
    {
        auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(1);
        TraceFootprint exact;
        TraceFootprint estimate(4096);
        std::set<std::pair<uint32_t, uint64_t>> blocks;
        for (int i = 0; i < 40000; ++i)
        {
            const auto device = random->GetInteger(0, 2);
            const uint64_t lba = random->GetInteger(0, 40000000);
            // Up to three words of 64 blocks.
            const auto sectors = random->GetInteger(1, i % 100 == 0 ? 1024 : 16);
            exact.Add(device, lba, sectors);
            estimate.Add(device, lba, sectors);
            for (auto block = lba / 8; block <= (lba + sectors - 1) / 8; ++block)
            {
                blocks.emplace(device, block);
            }
        }
        NS_TEST_EXPECT_MSG_EQ(exact.GetBlocks(), blocks.size(), "all counted");
        NS_TEST_EXPECT_MSG_EQ(exact.IsEstimate(), false, "exact");
        NS_TEST_EXPECT_MSG_EQ(estimate.IsEstimate(), true, "no room for all");
        // 2,048 words at least, of about 2 blocks each and independent: 3 % is over one standard
        // deviation of the count, 10 % over three.
        NS_TEST_EXPECT_MSG_EQ_TOL(static_cast<double>(estimate.GetBlocks()) / blocks.size(),
                                  1,
                                  0.1,
                                  "close");
        TraceFootprint whole;
        whole.Add(0, 0, TraceRecord::MAX_SECTORS);
        NS_TEST_EXPECT_MSG_EQ(whole.GetBlocks(), 1048576, "8388607 sectors touch 2^20 blocks");
    }
};

/**
 * @ingroup block-io
 *
 * Intervals and address ranges double when they must, and lose nothing.
 */
class TraceActivityTest : public TestCase
{
  public:
    TraceActivityTest()
        : TestCase("Intervals and address ranges that double")
    {
    }

  private:
    void DoRun() override
    {
        TraceActivity activity;
        for (uint64_t i = 0; i < 1000; ++i)
        {
            const auto operation = i % 4 == 0 ? BlockOperation::WRITE : BlockOperation::READ;
            activity.Add(10 * i, MakeRecord(0, operation, 0, 8 * i, 2));
        }
        // 9,990 is in interval 156 of 64; sector 7,992 in range 62 of 128.
        NS_TEST_ASSERT_MSG_EQ(activity.GetBins().size(), 157, "intervals");
        NS_TEST_EXPECT_MSG_EQ(activity.GetWidth(), 64, "length of an interval");
        NS_TEST_EXPECT_MSG_EQ(activity.GetHeight(), 128 * 512, "length of a range");
        // 640 to 703 is 64 to 70 tens: 64 and 68 are writes. They begin at sectors 512 to 560.
        const auto& bin = activity.GetBins()[10];
        NS_TEST_EXPECT_MSG_EQ(bin.reads, 5, "reads");
        NS_TEST_EXPECT_MSG_EQ(bin.writes, 2, "writes");
        NS_TEST_EXPECT_MSG_EQ(bin.readBytes, 5 * 1024, "bytes read");
        NS_TEST_EXPECT_MSG_EQ(bin.writeBytes, 2 * 1024, "bytes written");
        NS_TEST_EXPECT_MSG_EQ(bin.rows[4], 7, "sectors 512 to 639");
        uint64_t requests = 0;
        uint64_t begins = 0;
        for (const auto& one : activity.GetBins())
        {
            requests += one.reads + one.writes;
            for (const auto count : one.rows)
            {
                begins += count;
            }
        }
        NS_TEST_EXPECT_MSG_EQ(requests, 1000, "none lost");
        NS_TEST_EXPECT_MSG_EQ(begins, 1000, "none lost");
        CheckLimits();
    }

    /**
     * 256 intervals of 1 end with position 255, 64 ranges of 8 sectors with sector 511.
     */
    void CheckLimits()
    {
        TraceActivity activity;
        activity.Add(255, MakeRecord(0, BlockOperation::READ, 0, 511, 1));
        NS_TEST_EXPECT_MSG_EQ(activity.GetWidth(), 1, "the last interval");
        NS_TEST_EXPECT_MSG_EQ(activity.GetHeight(), 8 * 512, "the last range");
        activity.Add(256, MakeRecord(0, BlockOperation::READ, 0, 512, 1));
        NS_TEST_EXPECT_MSG_EQ(activity.GetWidth(), 2, "behind the last interval");
        NS_TEST_EXPECT_MSG_EQ(activity.GetHeight(), 16 * 512, "behind the last range");
        NS_TEST_EXPECT_MSG_EQ(activity.GetBins().size(), 129, "256 is in interval 128 of 2");
    }
};

/**
 * @ingroup block-io
 *
 * Figures of traces.
 */
class TraceSummaryTestSuite : public TestSuite
{
  public:
    TraceSummaryTestSuite()
        : TestSuite("block-io-trace-summary", Type::UNIT)
    {
        AddTestCase(new TraceFiguresTest);
        AddTestCase(new TraceFootprintTest);
        AddTestCase(new TraceActivityTest);
    }
};

static TraceSummaryTestSuite g_traceSummaryTestSuite; //!< registers the suite
