/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "disk-file-text.h"

#include "ns3/disk-catalogue.h"
#include "ns3/disk-file-format.h"
#include "ns3/drive-file-reader.h"
#include "ns3/test.h"
#include "ns3/user-error.h"

#include <random>
#include <sstream>
#include <string>

using namespace ns3;

namespace
{

/// The keywords that every drive file must have.
const std::string REQUIRED = "blocks 40\nblock_size 512\ncylinders 6\nheads 2\nrpm 5400\n"
                             "head_switch_ms 1.5\nwrite_settle_ms -0.5\n";

/// A zone, and a seek curve for it.
const std::string ZONE = "seek_constant 2\nzone 0 5 10 2 3 0\n";

/**
 * @param text a drive file
 * @return the drive
 */
DiskParameters
Read(const std::string& text)
{
    return DriveFileReader(DiskFileFormat::Get(), "x", text).Read("x");
}

/**
 * @param text a bad drive file
 * @return the message of the error
 */
std::string
GetReaderError(const std::string& text)
{
    try
    {
        Read(text);
    }
    catch (const UserError& error)
    {
        return error.what();
    }
    return "";
}

} // namespace

/**
 * @ingroup disk-model
 *
 * The keywords beyond the first ones are read.
 */
class DiskParametersKeywordsTest : public TestCase
{
  public:
    DiskParametersKeywordsTest()
        : TestCase("Keywords that may be left out, and what holds without them")
    {
    }

  private:
    void DoRun() override
    {
        const auto plain = Read(REQUIRED + ZONE);
        NS_TEST_EXPECT_MSG_EQ((plain.controller == DiskControllerParameters()), true, "none");
        NS_TEST_EXPECT_MSG_EQ((plain.cache == DiskCacheParameters()), true, "none");
        NS_TEST_EXPECT_MSG_EQ(plain.seekPoints.size(), 5, "a point for each distance");
        NS_TEST_EXPECT_MSG_EQ(plain.writeSettle, MicroSeconds(-500), "signed");
        NS_TEST_EXPECT_MSG_EQ(plain.writeTrackSettle.has_value(), false, "write_track_settle_ms");

        const auto drive = Read(REQUIRED + "mapping serpentine_by_cylinder\n"
                                           "sparing end_of_drive\n"
                                           "zero_latency_write yes\nrepositioning_ms 0.25\n"
                                           "write_track_settle_ms 0.125\n"
                                           "read_hit_ms 0.1 0.2 0.3\nread_block_ms 0.05\n"
                                           "read_high_water 0.75\nwater_of_segment yes\n"
                                           "read_ahead until_interrupted\nwrite_cache write_back\n"
                                           "cache_segments 2\ncache_segment_blocks 9\n"
                                           "seek 1 0.5\nseek_hpl 3 1 0 2 1\n"
                                           "zone 0 2 10 2.5 3 0\nzone_offset 1.5\nzone_reserved 4\n"
                                           "slip 5 6\nslip 9\ndefect 11 11 12 12\n"
                                           "zone 3 5 10 0 0 0\n");
        NS_TEST_EXPECT_MSG_EQ((drive.mapping == DiskMapping::SERPENTINE_BY_CYLINDER), true, "");
        NS_TEST_EXPECT_MSG_EQ((drive.sparing == DiskSparing::END_OF_DRIVE), true, "sparing");
        NS_TEST_EXPECT_MSG_EQ(drive.zeroLatencyWrite, true, "zero_latency_write");
        NS_TEST_EXPECT_MSG_EQ(drive.zeroLatencyRead, false, "zero_latency_read");
        NS_TEST_EXPECT_MSG_EQ(drive.repositioning, MicroSeconds(250), "repositioning_ms");
        NS_TEST_EXPECT_MSG_EQ((drive.writeTrackSettle == MicroSeconds(125)), true, "write_track");
        const DiskCommandOverhead hit{MicroSeconds(100), MicroSeconds(200), MicroSeconds(300)};
        NS_TEST_EXPECT_MSG_EQ((drive.controller.readHit == hit), true, "read_hit_ms");
        NS_TEST_EXPECT_MSG_EQ(drive.controller.blockTransfer, MicroSeconds(50), "read_block_ms");
        NS_TEST_EXPECT_MSG_EQ(drive.controller.writeBlockTransfer,
                              MicroSeconds(50),
                              "the same without write_block_ms");
        NS_TEST_EXPECT_MSG_EQ(drive.controller.readHighWater, 0.75, "read_high_water");
        NS_TEST_EXPECT_MSG_EQ(drive.controller.waterOfSegment, true, "water_of_segment");
        NS_TEST_EXPECT_MSG_EQ((drive.cache.readAhead == DiskReadAhead::UNTIL_INTERRUPTED),
                              true,
                              "");
        NS_TEST_EXPECT_MSG_EQ((drive.cache.writeCache == DiskWriteCache::WRITE_BACK), true, "");
        NS_TEST_EXPECT_MSG_EQ(drive.cache.segmentBlocks, 9, "cache_segment_blocks");
        const DiskZone zone{0, 2, 10, 2.5, 3, 1.5, 4, 0, {5, 6, 9}, {{11, 11}, {12, 12}}};
        NS_TEST_EXPECT_MSG_EQ((drive.zones[0] == zone), true, "zone");
        const std::vector<DiskSeekPoint> seek{{1, MicroSeconds(500)},
                                              {2, MilliSeconds(1)},
                                              {3, MilliSeconds(5)},
                                              {4, MilliSeconds(6)},
                                              {5, MilliSeconds(7)}};
        NS_TEST_EXPECT_MSG_EQ((drive.seekPoints == seek), true, "a point and a formula");

        const auto check = [this](const std::string& lines, const std::string& message) {
            NS_TEST_EXPECT_MSG_EQ(GetReaderError(lines + REQUIRED + ZONE),
                                  message,
                                  "for " << lines);
        };
        check("slip 1\n", "x:1: it must follow a zone");
        check("slip\n", "x:1: the keyword slip takes at least 1 values, not 0");
        check("zone 0 0 1 0 0 0\ndefect 1 2 3\n", "x:2: a defect has no replacement");
        check("mapping zigzag\n",
              "x:1: mapping is 'zigzag', not one of: conventional, serpentine, "
              "serpentine_by_cylinder");
        check("zero_latency_read 1\n", "x:1: zero_latency_read is '1', not one of: no, yes");
        check("read_high_water 2\n", "x:1: read_high_water is '2', not a number from 0 to 1");
        check("seek_line 1 2 3\n", "x:9: there is already a seek formula");
        check("seek 5 1\nseek 4 1\n",
              "x: the seek points must grow in distance and be shorter than 6 cylinders");
        check("read_hit_ms 0.1\n", "x:1: the keyword read_hit_ms takes 3 values, not 1");
    }
};

/**
 * @ingroup disk-model
 *
 * What is written comes back when it is read.
 */
class DiskParametersWriterTest : public TestCase
{
  public:
    DiskParametersWriterTest()
        : TestCase("A drive that is written comes back when it is read")
    {
    }

  private:
    /**
     * @return a time of up to 4 ms
     */
    Time DrawTime()
    {
        return NanoSeconds(m_random() % 4000000);
    }

    /**
     * @param min a number
     * @param max a number above it
     * @return a number from one to the other
     */
    uint32_t DrawNumber(uint32_t min, uint32_t max)
    {
        return min + m_random() % (max - min + 1);
    }

    /**
     * @return three times
     */
    DiskCommandOverhead DrawOverhead()
    {
        return {DrawTime(), DrawTime(), DrawTime()};
    }

    /**
     * @return a share
     */
    double DrawShare()
    {
        return m_random() / 4294967296.;
    }

    /**
     * @return yes or no
     */
    bool DrawFlag()
    {
        return m_random() % 2 == 0;
    }

    /**
     * @return a drive of which every member is drawn
     */
    DiskParameters Draw()
    {
        DiskParameters drive;
        drive.name = "x";
        drive.blocks = 1 + m_random() % 50;
        drive.blockSize = 1 + m_random() % 5000;
        drive.cylinders = 8;
        drive.heads = 2;
        drive.rpm = 1 + m_random() % 2999900 / 100.;
        drive.headSwitch = MilliSeconds(1) + DrawTime();
        drive.writeSettle = DrawTime() - MilliSeconds(1);
        if (DrawFlag())
        {
            drive.writeTrackSettle = DrawTime();
        }
        drive.repositioning = DrawTime();
        drive.zeroLatencyRead = DrawFlag();
        drive.zeroLatencyWrite = DrawFlag();
        drive.mapping = static_cast<DiskMapping>(m_random() % 3);
        drive.sparing = DrawFlag() ? DiskSparing::NONE : DiskSparing::END_OF_DRIVE;
        drive.sparingRange = m_random();
        drive.zones = {
            {0, 3, 10, DrawShare() * 9, DrawShare() * 9, DrawShare() * 9, 2, 0, {3, 7}, {}},
            {4, 7, 9, 1, 2, 0, 0, 0, {}, {{5, 5}, {6, 6}}}};
        for (uint64_t slip = 10; slip < 35; ++slip)
        {
            drive.zones[0].slips.push_back(slip); // more than a line of them
        }
        drive.seekPoints = {{1, MilliSeconds(1) + DrawTime()}, {7, MilliSeconds(1) + DrawTime()}};
        drive.controller = {
            DrawOverhead(),
            DrawOverhead(),
            DrawOverhead(),
            DrawOverhead(),
            DrawTime(),
            DrawTime(),
            DrawTime(),
            DrawTime(),
            DrawNumber(0, 99),
            DrawTime(),
            DrawTime(),
            DrawOverhead(),
            DrawTime(),
            DrawTime(),
            DrawShare(),
            DrawFlag(),
            {DrawFlag(), DrawTime(), DrawTime(), DrawTime(), DrawTime(), DrawTime(), DrawTime()}};
        drive.cache = {9,
                       DrawNumber(0, 8),
                       DrawFlag(),
                       DrawNumber(1, 99),
                       static_cast<DiskReadAhead>(m_random() % 6),
                       DrawNumber(0, 8),
                       DrawNumber(9, 17),
                       DrawFlag(),
                       DrawFlag(),
                       DrawFlag(),
                       static_cast<DiskWriteCache>(m_random() % 3),
                       DrawFlag(),
                       DrawFlag(),
                       DrawFlag(),
                       DrawFlag()};
        return drive;
    }

    void DoRun() override
    {
        for (int i = 0; i < 200; ++i)
        {
            const auto drive = Draw();
            NS_TEST_ASSERT_MSG_EQ((Read(Write(drive)) == drive), true, Write(drive));
        }
        auto cheetah = DiskCatalogue::Get("Cheetah9LP");
        cheetah.name = "x";
        NS_TEST_EXPECT_MSG_EQ((Read(Write(cheetah)) == cheetah), true, "a real one");
        const auto drive = Read(REQUIRED + "seek 5 2\n" + ZONE);
        NS_TEST_EXPECT_MSG_EQ(Write(drive),
                              "# x\nblocks 40\nblock_size 512\ncylinders 6\nheads 2\nrpm 5400\n"
                              "head_switch_ms 1.5\nwrite_settle_ms -0.5\n"
                              "seek 1 2\nseek 2 2\nseek 3 2\nseek 4 2\nseek 5 2\n"
                              "zone 0 5 10 2 3 0\n",
                              "nothing that goes without saying");
    }

    std::mt19937 m_random{1}; //!< what draws
};

/**
 * @ingroup disk-model
 *
 * Drive files with all keywords, there and back.
 */
class DiskParametersWriterTestSuite : public TestSuite
{
  public:
    DiskParametersWriterTestSuite()
        : TestSuite("disk-model-parameters-writer", Type::UNIT)
    {
        AddTestCase(new DiskParametersKeywordsTest, TestCase::Duration::QUICK);
        AddTestCase(new DiskParametersWriterTest, TestCase::Duration::QUICK);
    }
};

static DiskParametersWriterTestSuite g_diskParametersWriterTestSuite; //!< the suite
