/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../drive/disk-test-drive.h"

#include "ns3/disk-catalogue.h"
#include "ns3/disk-mechanics.h"
#include "ns3/test.h"

#include <cstdint>

using namespace ns3;

namespace
{

/// The drive under test.
const char* const CHEETAH_X15 = "CheetahX15-36LPFC";

} // namespace

/**
 * @ingroup disk-model
 *
 * The zones and the size of the cache are those printed.
 */
class DiskCheetahX15LayoutTest : public TestCase
{
  public:
    DiskCheetahX15LayoutTest()
        : TestCase("Blocks, cylinders, heads, revolution and cache of the Cheetah X15-36LP")
    {
    }

  private:
    void DoRun() override
    {
        const auto drive = DiskCatalogue::Get(CHEETAH_X15);
        uint64_t held = 0;
        for (const auto& zone : drive.zones)
        {
            const uint64_t cylinders = zone.lastCylinder - zone.firstCylinder + 1;
            held += cylinders * drive.heads * zone.sectorsPerTrack - zone.spares;
        }
        NS_TEST_EXPECT_MSG_EQ(held, 71687369, "the zones hold the capacity, no block more");
        NS_TEST_EXPECT_MSG_EQ(drive.blocks, held, "blocks");
        NS_TEST_EXPECT_MSG_EQ(drive.heads, 8, "heads");
        NS_TEST_EXPECT_MSG_EQ(drive.cylinders, 18479, "cylinders");
        NS_TEST_EXPECT_MSG_EQ(drive.zones.back().lastCylinder + 1, drive.cylinders, "all in use");
        NS_TEST_EXPECT_MSG_EQ(60e3 / drive.rpm, 4.0, "milliseconds of a revolution");
        const auto segment = (8U << 20) / drive.blockSize / drive.cache.segments;
        NS_TEST_EXPECT_MSG_EQ(drive.cache.segmentBlocks, segment, "8 MB of cache");
    }
};

/**
 * @ingroup disk-model
 *
 * The means over all pairs of cylinders are the printed averages.
 */
class DiskCheetahX15SeekTest : public TestCase
{
  public:
    DiskCheetahX15SeekTest()
        : TestCase("Average seeks of the Cheetah X15-36LP, one cylinder and full stroke")
    {
    }

  private:
    void DoRun() override
    {
        const auto drive = DiskCatalogue::Get(CHEETAH_X15);
        const DiskSeekCurve curve(drive.seekPoints);
        const double n = drive.cylinders;
        double read = 0;
        double write = 0;
        for (uint32_t distance = 1; distance < drive.cylinders; ++distance)
        {
            const auto share = 2 * (n - distance) / (n * n); // of the pairs
            const auto settle = distance > 1 ? drive.writeSettle : *drive.writeTrackSettle;
            read += share * curve.GetNanoSeconds(distance) / 1e6;
            write += share * (curve.GetNanoSeconds(distance) + settle.GetNanoSeconds()) / 1e6;
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(read, 3.6, 0.005, "average of reads");
        NS_TEST_EXPECT_MSG_EQ_TOL(write, 4.2, 0.005, "average of writes");
        NS_TEST_EXPECT_MSG_EQ(curve.GetNanoSeconds(1), 300'000, "one cylinder, read");
        NS_TEST_EXPECT_MSG_EQ(*drive.writeTrackSettle, MicroSeconds(100), "and write: 0.4 ms");
        NS_TEST_EXPECT_MSG_EQ_TOL(curve.GetNanoSeconds(18478) / 1e6, 7, 0.005, "full stroke");
    }
};

/**
 * @ingroup disk-model
 *
 * Long transfers have the printed sustained rates.
 */
class DiskCheetahX15RateTest : public TestCase
{
  public:
    DiskCheetahX15RateTest()
        : TestCase("Sustained rates of the Cheetah X15-36LP at both ends")
    {
    }

  private:
    /**
     * @param lba first block
     * @param isWrite true to write, false to read
     * @return MB/s of 50 MB without the seek and the first rotation
     */
    double GetRate(uint64_t lba, bool isWrite) const
    {
        constexpr uint32_t BLOCKS = 100'000;
        const DiskMechanics mechanics(DiskCatalogue::Get(CHEETAH_X15));
        const auto access = mechanics.Access({0, 0}, Time(0), {lba, BLOCKS, isWrite});
        return BLOCKS * 512 / (access.switching + access.transfer).GetSeconds() / 1e6;
    }

    void DoRun() override
    {
        const auto end = DiskCatalogue::Get(CHEETAH_X15).blocks;
        for (const auto isWrite : {false, true})
        {
            NS_TEST_EXPECT_MSG_EQ_TOL(GetRate(0, isWrite), 69, 0.5, "outer end");
            NS_TEST_EXPECT_MSG_EQ_TOL(GetRate(end - 200'000, isWrite), 51, 0.5, "inner end");
        }
    }
};

/**
 * @ingroup disk-model
 *
 * A write over one cylinder at most has its own settling time.
 */
class DiskWriteTrackSettleTest : public TestCase
{
  public:
    DiskWriteTrackSettleTest()
        : TestCase("Settling of writes over one cylinder at most, and further")
    {
    }

  private:
    void DoRun() override
    {
        auto drive = MakeTinyDrive();
        drive.writeSettle = MilliSeconds(1);
        const DiskMechanics slow(drive);
        drive.writeTrackSettle = MicroSeconds(500);
        const DiskMechanics quick(drive);
        const DiskTransfer overHeads{8, 4, true}; // the skew allows 2 ms
        const auto late = slow.Access({0, 0}, Time(0), overHeads).switching;
        const auto inTime = quick.Access({0, 0}, Time(0), overHeads).switching;
        NS_TEST_EXPECT_MSG_EQ(late, MilliSeconds(12), "1.5 + 1 ms: 2 ms and a revolution");
        NS_TEST_EXPECT_MSG_EQ(inTime, MilliSeconds(2), "1.5 + 0.5 ms");
        const DiskTransfer near{20, 1, true};
        const DiskTransfer far{40, 1, true};
        NS_TEST_EXPECT_MSG_EQ(quick.Access({0, 0}, Time(0), near).seek, MicroSeconds(2500), "1");
        NS_TEST_EXPECT_MSG_EQ(quick.Access({0, 0}, Time(0), far).seek, MilliSeconds(4), "3");
        NS_TEST_EXPECT_MSG_EQ(quick.Access({0, 0}, Time(0), {20, 1}).seek, MilliSeconds(2), "read");
    }
};

/**
 * @ingroup disk-model
 *
 * The Cheetah X15-36LP has the figures that are printed of it.
 */
class DiskCheetahX15TestSuite : public TestSuite
{
  public:
    DiskCheetahX15TestSuite()
        : TestSuite("disk-model-cheetah-x15", Type::UNIT)
    {
        AddTestCase(new DiskCheetahX15LayoutTest, TestCase::Duration::QUICK);
        AddTestCase(new DiskCheetahX15SeekTest, TestCase::Duration::QUICK);
        AddTestCase(new DiskCheetahX15RateTest, TestCase::Duration::QUICK);
        AddTestCase(new DiskWriteTrackSettleTest, TestCase::Duration::QUICK);
    }
};

static DiskCheetahX15TestSuite g_diskCheetahX15TestSuite; //!< registers the suite
