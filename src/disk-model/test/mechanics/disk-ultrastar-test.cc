/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/block-request.h"
#include "ns3/disk-catalogue.h"
#include "ns3/disk-drive.h"
#include "ns3/disk-geometry.h"
#include "ns3/disk-mechanics.h"
#include "ns3/disk-seek-curve.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"

#include <cstdint>
#include <utility>

using namespace ns3;

namespace
{

/// The drive under test.
const char* const ULTRASTAR = "Ultrastar18ES";

/// Milliseconds of a revolution at 7,200 a minute.
constexpr double REVOLUTION = 60e3 / 7200;

/**
 * @param sectors sectors of a track
 * @param trackSkew between two tracks of a cylinder, in sectors
 * @param cylinderSkew between two cylinders, in sectors
 * @return MB/s of a long read: ten tracks in ten revolutions, nine track skews and a cylinder skew
 */
double
GetLongRate(double sectors, double trackSkew, double cylinderSkew)
{
    const auto revolutions = 10 + (9 * trackSkew + cylinderSkew) / sectors;
    return 10 * sectors * 512 / (revolutions * REVOLUTION) / 1e3;
}

} // namespace

/**
 * @ingroup disk-model
 *
 * The layout is that of the extraction with twice the heads, and has room for the capacity.
 */
class DiskUltrastarLayoutTest : public TestCase
{
  public:
    DiskUltrastarLayoutTest()
        : TestCase("Blocks, cylinders, heads, revolution and cache of the Ultrastar 18ES")
    {
    }

  private:
    void DoRun() override
    {
        const auto drive = DiskCatalogue::Get(ULTRASTAR);
        NS_TEST_EXPECT_MSG_EQ(drive.blocks * drive.blockSize, 18'351'959'040, "bytes");
        NS_TEST_EXPECT_MSG_EQ(drive.heads, 10, "heads");
        NS_TEST_EXPECT_MSG_EQ(drive.cylinders, 11474, "cylinders");
        NS_TEST_EXPECT_MSG_EQ_TOL(60e3 / drive.rpm, 8.333, 0.001, "milliseconds of a revolution");
        uint64_t held = 0;
        uint64_t used = 0;
        for (const auto& zone : drive.zones)
        {
            const uint64_t cylinders = zone.lastCylinder - zone.firstCylinder + 1;
            held += cylinders * drive.heads * zone.sectorsPerTrack - zone.reservedSectors;
            used += cylinders;
        }
        NS_TEST_EXPECT_MSG_EQ(drive.cylinders - used, 11474 / 257, "every 257th is left out");
        NS_TEST_EXPECT_MSG_EQ(held, 36'067'750, "the zones hold 224,080 more than the capacity");
        const auto bytes = drive.cache.segments * drive.cache.segmentBlocks * drive.blockSize;
        NS_TEST_EXPECT_MSG_EQ(bytes, 1'831'424, "bytes of cache: 7 * 511 * 512");
        CheckEnds(drive);
    }

    /**
     * The first block is behind the first cylinder. The surplus of 224,080 sectors is 90 cylinders
     * of 2,470 and 1,780 sectors of the one before, which keeps 690: two tracks and 196 sectors.
     *
     * @param drive the drive
     */
    void CheckEnds(const DiskParameters& drive)
    {
        const DiskGeometry geometry(drive);
        const auto first = geometry.Locate(0);
        const auto last = geometry.Locate(drive.blocks - 1);
        NS_TEST_EXPECT_MSG_EQ(first.track.cylinder, 1, "first cylinder");
        NS_TEST_EXPECT_MSG_EQ(first.sectorsPerTrack, 390, "of the outermost zone");
        NS_TEST_EXPECT_MSG_EQ(last.track.cylinder, 11473 - 90, "last cylinder");
        NS_TEST_EXPECT_MSG_EQ(last.track.head, 2, "last head");
        NS_TEST_EXPECT_MSG_EQ(last.sector, 195, "last sector");
        NS_TEST_EXPECT_MSG_EQ(last.sectorsPerTrack, 247, "of the innermost zone");
    }
};

/**
 * @ingroup disk-model
 *
 * The curve keeps the mean of the measurements, and is near IBM's average.
 */
class DiskUltrastarSeekTest : public TestCase
{
  public:
    DiskUltrastarSeekTest()
        : TestCase("Average seek of the Ultrastar 18ES, one cylinder and full stroke")
    {
    }

  private:
    void DoRun() override
    {
        const auto drive = DiskCatalogue::Get(ULTRASTAR);
        const DiskSeekCurve curve(drive.seekPoints);
        constexpr double N = 11378; // the cylinders over which was measured
        double mean = 0;
        for (uint32_t distance = 1; distance < N; ++distance)
        {
            mean += 2 * (N - distance) / (N * N) * curve.GetNanoSeconds(distance) / 1e6;
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(mean, 7.256, 0.01, "average of the 149 measured points");
        NS_TEST_EXPECT_MSG_EQ_TOL(mean, 7.0, 0.05 * 7.0, "IBM's average");
        NS_TEST_EXPECT_MSG_EQ(curve.GetNanoSeconds(1), 1'062'000, "one cylinder");
        NS_TEST_EXPECT_MSG_EQ(curve.GetNanoSeconds(11377), 12'853'000, "as far as was measured");
        NS_TEST_EXPECT_MSG_EQ(curve.GetNanoSeconds(11383), 12'853'000, "full stroke");
        CheckSinglePoints(curve);
    }

    /**
     * Measurements that the file has only in means are near the curve.
     *
     * @param curve the curve
     */
    void CheckSinglePoints(const DiskSeekCurve& curve)
    {
        const std::pair<uint32_t, double> points[]{{18, 1.898},
                                                   {60, 2.458},
                                                   {300, 4.004},
                                                   {1000, 4.958},
                                                   {3000, 7.078},
                                                   {6200, 9.293},
                                                   {9700, 11.645}};
        for (const auto& [distance, measured] : points)
        {
            const auto time = curve.GetNanoSeconds(distance) / 1e6;
            NS_TEST_EXPECT_MSG_EQ_TOL(time, measured, 0.15, distance << " cylinders");
        }
    }
};

/**
 * @ingroup disk-model
 *
 * The medium has the rates of the extracted tracks and skews at both ends.
 */
class DiskUltrastarRateTest : public TestCase
{
  public:
    DiskUltrastarRateTest()
        : TestCase("Rates of the Ultrastar 18ES's medium at both ends")
    {
    }

  private:
    /**
     * @param lba first block
     * @param blocks how many to transfer
     * @param isWrite true to write, false to read
     * @return MB/s without the seek and the first rotation
     */
    double GetRate(uint64_t lba, uint32_t blocks, bool isWrite = false) const
    {
        const DiskMechanics mechanics(DiskCatalogue::Get(ULTRASTAR));
        const auto access = mechanics.Access({0, 0}, Time(0), {lba, blocks, isWrite});
        return blocks * 512 / (access.switching + access.transfer).GetSeconds() / 1e6;
    }

    void DoRun() override
    {
        // From the border of a track on: 690 sectors are in use on the last cylinder.
        const auto inner = DiskCatalogue::Get(ULTRASTAR).blocks - 690;
        NS_TEST_EXPECT_MSG_EQ_TOL(GetRate(0, 390), 23.96, 0.005, "a track: 390 * 512 B * 120/s");
        NS_TEST_EXPECT_MSG_EQ_TOL(GetRate(inner, 247), 15.18, 0.005, "247 * 512 B * 120/s");
        const auto outerLong = GetLongRate(390, 58, 101);
        const auto innerLong = GetLongRate(247, 37, 63);
        for (const auto isWrite : {false, true})
        {
            const auto outerRate = GetRate(0, 97'500, isWrite); // 25 cylinders
            const auto innerRate = GetRate(inner - 61'750, 61'750, isWrite);
            NS_TEST_EXPECT_MSG_EQ_TOL(outerRate, outerLong, 0.002 * outerLong, "outer end");
            NS_TEST_EXPECT_MSG_EQ_TOL(innerRate, innerLong, 0.002 * innerLong, "inner end");
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(outerLong, 20.2, 0.5, "IBM's sustained rate, outer end");
        NS_TEST_EXPECT_MSG_EQ_TOL(innerLong, 12.7, 0.5, "IBM's sustained rate, inner end");
    }
};

/**
 * @ingroup disk-model
 *
 * Reads in sequence keep up with the medium, as the drive reads ahead and the bus is faster.
 */
class DiskUltrastarSequenceTest : public TestCase
{
  public:
    DiskUltrastarSequenceTest()
        : TestCase("Reads of 64 KB in sequence, one at a time, have the rate of the medium")
    {
    }

  private:
    /// Blocks of a read.
    static constexpr uint32_t BLOCKS = 128;

    /// Reads: a little less than 25 cylinders.
    static constexpr uint32_t READS = 760;

    /**
     * Submit the next read.
     */
    void Next()
    {
        auto request = Create<BlockRequest>(BlockOperation::READ, m_done * BLOCKS, BLOCKS);
        request->completion = MakeCallback(&DiskUltrastarSequenceTest::Complete, this);
        m_drive->Submit(request);
    }

    /**
     * Note the time of the first and of the last, and continue.
     */
    void Complete(Ptr<BlockRequest>)
    {
        (++m_done == 1 ? m_begin : m_end) = Simulator::Now();
        if (m_done < READS)
        {
            Next();
        }
    }

    void DoRun() override
    {
        m_drive = CreateObject<DiskDrive>();
        m_drive->SetAttribute("Model", StringValue(ULTRASTAR));
        Next();
        Simulator::Run();
        Simulator::Destroy();
        m_drive = nullptr;
        NS_TEST_ASSERT_MSG_EQ(m_done, READS, "reads");
        const auto rate = (READS - 1) * BLOCKS * 512 / (m_end - m_begin).GetSeconds() / 1e6;
        const auto expected = GetLongRate(390, 58, 101);
        NS_TEST_EXPECT_MSG_EQ_TOL(rate, expected, 0.003 * expected, "MB/s");
    }

    Ptr<DiskDrive> m_drive; //!< the drive
    uint32_t m_done{0};     //!< complete reads
    Time m_begin;           //!< end of the first read
    Time m_end;             //!< end of the last
};

/**
 * @ingroup disk-model
 *
 * The Ultrastar 18ES has the figures that are known of it.
 */
class DiskUltrastarTestSuite : public TestSuite
{
  public:
    DiskUltrastarTestSuite()
        : TestSuite("disk-model-ultrastar", Type::UNIT)
    {
        AddTestCase(new DiskUltrastarLayoutTest, TestCase::Duration::QUICK);
        AddTestCase(new DiskUltrastarSeekTest, TestCase::Duration::QUICK);
        AddTestCase(new DiskUltrastarRateTest, TestCase::Duration::QUICK);
        AddTestCase(new DiskUltrastarSequenceTest, TestCase::Duration::QUICK);
    }
};

static DiskUltrastarTestSuite g_diskUltrastarTestSuite; //!< registers the suite
