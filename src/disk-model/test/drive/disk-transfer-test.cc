/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "disk-test-drive.h"

#include "ns3/disk-mechanics.h"
#include "ns3/disk-parameters-checker.h"
#include "ns3/test.h"

#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/// An access that begins on cylinder 0, head 0, and its times in microseconds.
struct Row
{
    const char* what;      //!< for messages
    int64_t start;         //!< when it begins
    DiskTransfer transfer; //!< the transfer
    int64_t rotation;      //!< wait for its first sector
    int64_t switching;     //!< other waits
    int64_t media;         //!< sectors passing
};

} // namespace

/**
 * @ingroup disk-model
 *
 * Transfers with zero latency, over slips and to where defects are kept take the times worked out
 * on paper.
 */
class DiskTransferTest : public TestCase
{
  public:
    DiskTransferTest()
        : TestCase("Zero latency, slips and defects, worked out by hand")
    {
    }

  private:
    void DoRun() override
    {
        CheckZeroLatency();
        CheckSlip();
        CheckDefect();
    }

    void CheckZeroLatency()
    {
        auto drive = MakeTinyDrive();
        drive.zeroLatencyRead = true;
        const DiskMechanics mechanics(drive);
        // Slots 2 to 7 of the first track pass from 2 to 8 ms and again from 12 to 18 ms.
        CheckRow(mechanics, {"before", 1000, {2, 6}, 1000, 0, 6000});
        CheckRow(mechanics, {"at the first sector", 2000, {2, 6}, 0, 0, 6000});
        // Slots 5 to 7 until 8 ms; slots 2 to 4 until 15 ms.
        CheckRow(mechanics, {"inside a sector", 4500, {2, 6}, 500, 4000, 6000});
        CheckRow(mechanics, {"between two sectors", 5000, {2, 6}, 0, 4000, 6000});
        CheckRow(mechanics, {"inside the last sector", 7500, {2, 6}, 4500, 0, 6000});
        CheckRow(mechanics, {"right behind", 8000, {2, 6}, 4000, 0, 6000});
        CheckRow(mechanics, {"a single sector, missed", 2001, {2, 1}, 9999, 0, 1000});
        // Slots 4 to 9, then 0 to 3 until 14 ms: no time is lost but the part of slot 3.
        CheckRow(mechanics, {"a whole track", 3200, {0, 10}, 800, 0, 10000});
        // Slots 7 to 9 until 10 ms, 5 and 6 until 17 ms; on head 1 at 18.5 ms; slots 2 to 6 pass
        // from 22 to 27 ms.
        CheckRow(mechanics, {"two tracks", 7000, {5, 10}, 0, 10000, 10000});
        // The second track's slots 2 to 9, 0 and 1 begin at 12 ms; on head 1 at 11.5 ms.
        CheckRow(mechanics, {"two tracks in order", 0, {0, 20}, 0, 2000, 20000});
        // Slots 3 to 9, 0 to 2 until 13 ms; on head 1 at 14.5 ms; slots 5 to 9, 0 to 4 until 25 ms.
        // In order it would end at 32 ms.
        CheckRow(mechanics, {"two tracks, both inside", 3000, {0, 20}, 0, 2000, 20000});
        CheckRow(mechanics, {"not for writes", 4500, {2, 6, true}, 7500, 0, 6000});
    }

    void CheckSlip()
    {
        auto drive = MakeTinyDrive();
        drive.zones[0].spares = 1;
        drive.zones[0].slips = {3};
        drive.blocks = 89;
        DiskParametersChecker(drive).Check();
        // Blocks 0 to 5 are slots 0, 1, 2, 4, 5, 6.
        CheckRow(DiskMechanics(drive), {"over a slip", 0, {0, 6}, 0, 1000, 6000});
        CheckRow(DiskMechanics(drive), {"behind a slip", 3000, {3, 1}, 1000, 0, 1000});
        drive.zeroLatencyRead = true;
        const DiskMechanics zero(drive);
        // Slots 4 to 6 until 7 ms, 0 to 2 until 13 ms.
        CheckRow(zero, {"inside the slip", 3500, {0, 6}, 500, 3000, 6000});
        CheckRow(zero, {"in the sector before the slip", 2500, {0, 6}, 1500, 3000, 6000});
        // Slots 2 and 4 to 6 until 7 ms, 0 and 1 until 12 ms.
        CheckRow(zero, {"before the slip", 2000, {0, 6}, 0, 4000, 6000});
    }

    void CheckDefect()
    {
        auto drive = MakeTinyDrive();
        drive.zones[0].spares = 1;
        drive.zones[0].defects = {{5, 39}};
        drive.blocks = 89;
        DiskParametersChecker(drive).Check();
        // The spare, sector 9 of cylinder 1, head 1, is slot 9 + 2 * 2 + 3, mod 10: 6. Block 4
        // passes until 5 ms; arm there at 7 ms; block 5 passes from 16 to 17 ms; arm back at 19 ms;
        // block 6 passes from 26 to 27 ms.
        CheckRow(DiskMechanics(drive), {"over a defect", 0, {4, 3}, 4000, 20000, 3000});
    }

    /**
     * @param mechanics a drive
     * @param row an access and its times
     */
    void CheckRow(const DiskMechanics& mechanics, const Row& row)
    {
        const auto access = mechanics.Access({0, 0}, MicroSeconds(row.start), row.transfer);
        NS_TEST_EXPECT_MSG_EQ(access.seek, Time(0), row.what);
        NS_TEST_EXPECT_MSG_EQ(access.rotation, MicroSeconds(row.rotation), row.what);
        NS_TEST_EXPECT_MSG_EQ(access.switching, MicroSeconds(row.switching), row.what);
        NS_TEST_EXPECT_MSG_EQ(access.transfer, MicroSeconds(row.media), row.what);
    }
};

/**
 * @ingroup disk-model
 *
 * The blocks after a transfer pass when the paper says.
 */
class DiskContinuationTest : public TestCase
{
  public:
    DiskContinuationTest()
        : TestCase("Blocks that pass after a transfer, worked out by hand")
    {
    }

  private:
    void DoRun() override
    {
        auto drive = MakeTinyDrive();
        drive.zeroLatencyRead = true; // makes no difference to blocks taken in order
        const DiskMechanics mechanics(drive);
        // Block 7 ends at 8 ms, 8 at 9 ms, 9 at 10 ms; on head 1 at 11.5 ms; its slot 2 passes from
        // 12 to 13 ms.
        const auto end = MicroSeconds(8000);
        const std::vector<std::pair<int64_t, uint64_t>> counts{
            {8'000'000, 0},
            {8'999'999, 0},
            {9'000'000, 1},
            {10'000'000, 2},
            {12'999'999, 2},
            {13'000'000, 3},
            {14'000'000, 4},
        };
        for (const auto& [until, count] : counts)
        {
            NS_TEST_EXPECT_MSG_EQ(mechanics.CountBlocksBy(7, end, NanoSeconds(until), 50),
                                  count,
                                  "by " << until);
        }
        NS_TEST_EXPECT_MSG_EQ(mechanics.GetContinuation(7, end, 2), MicroSeconds(2000), "block 9");
        NS_TEST_EXPECT_MSG_EQ(mechanics.GetContinuation(7, end, 3), MicroSeconds(5000), "block 10");
        NS_TEST_EXPECT_MSG_EQ(mechanics.CountBlocksBy(7, end, MilliSeconds(14), 3), 3, "limit");
        // A microsecond later block 8 has begun: it passes from 18 to 19 ms.
        NS_TEST_EXPECT_MSG_EQ(mechanics.GetContinuation(7, MicroSeconds(8001), 1),
                              MicroSeconds(10999),
                              "just missed");
    }
};

/**
 * @ingroup disk-model
 *
 * Transfers that are more than a run of sectors.
 */
class DiskTransferTestSuite : public TestSuite
{
  public:
    DiskTransferTestSuite()
        : TestSuite("disk-model-transfer", Type::UNIT)
    {
        AddTestCase(new DiskTransferTest, Duration::QUICK);
        AddTestCase(new DiskContinuationTest, Duration::QUICK);
    }
};

static DiskTransferTestSuite g_diskTransferTestSuite; //!< registers the suite
