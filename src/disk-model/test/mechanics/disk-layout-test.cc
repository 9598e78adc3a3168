/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../drive/disk-test-drive.h"

#include "ns3/disk-geometry.h"
#include "ns3/disk-parameters-checker.h"
#include "ns3/test.h"

#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/// A sector that holds no block, in a map.
constexpr int64_t NO = -1;

/// The blocks of all sectors of a drive, a line for each track, by cylinder and head.
using Map = std::vector<std::vector<int64_t>>;

/**
 * Make a drive of three zones to be spared in some way. Two heads.
 *
 * | zone | cylinders | sectors/track | sectors | places in the zone by cylinder |
 * | ---- | --------- | ------------- | ------- | ------------------------------ |
 * | 0    | 0 to 1    | 4             | 16      | 0 to 7, 8 to 15                |
 * | 1    | 2 to 4    | 3             | 18      | 0 to 5, 6 to 11, 12 to 17      |
 * | 2    | 5         | 3             | 6       | 0 to 5                         |
 *
 * @param sparing the sparing scheme
 * @param spares spares of each zone
 * @return the drive, without a capacity
 */
DiskParameters
MakeDrive(DiskSparing sparing, const std::vector<uint64_t>& spares)
{
    DiskParameters drive;
    drive.name = "spared";
    drive.cylinders = 6;
    drive.heads = 2;
    drive.rpm = 6000;
    drive.sparing = sparing;
    drive.sparingRange = 2;
    drive.seekPoints = {{1, MilliSeconds(1)}, {5, MilliSeconds(5)}};
    const std::vector<std::pair<uint32_t, uint32_t>> cylinders{{0, 1}, {2, 4}, {5, 5}};
    for (std::size_t i = 0; i < cylinders.size(); ++i)
    {
        auto& zone = drive.zones.emplace_back();
        zone.firstCylinder = cylinders[i].first;
        zone.lastCylinder = cylinders[i].second;
        zone.sectorsPerTrack = i == 0 ? 4 : 3;
        zone.spares = spares[i];
    }
    return drive;
}

} // namespace

/**
 * @ingroup disk-model
 *
 * Every sector of a drive holds the block that the map of its sparing scheme says.
 */
class DiskLayoutMapTest : public TestCase
{
  public:
    DiskLayoutMapTest()
        : TestCase("Maps of every sparing scheme and mapping, with slips and defects")
    {
    }

  private:
    void DoRun() override
    {
        CheckNone();
        CheckTracksPerZone();
        CheckSectorsPerCylinder();
        CheckSectorsPerTrack();
        CheckSectorsPerRange();
        CheckSectorsPerZone();
        CheckSerpentine();
    }

    void CheckNone()
    {
        auto drive = MakeDrive(DiskSparing::NONE, {0, 0, 0});
        drive.zones[0].slips = {5};
        drive.zones[1].slips = {0, 7};
        const Map map{{0, 1, 2, 3},
                      {4, NO, 5, 6},
                      {7, 8, 9, 10},
                      {11, 12, 13, 14},
                      {NO, 15, 16},
                      {17, 18, 19},
                      {20, NO, 21},
                      {22, 23, 24},
                      {25, 26, 27},
                      {28, 29, 30},
                      {31, 32, 33},
                      {34, 35, 36}};
        Check("no spares", drive, map, 37);
        drive.sparing = DiskSparing::END_OF_DRIVE;
        Check("spares at the end", drive, map, 37);
        auto cut = map;
        cut.back() = {34, NO, NO};
        Check("spares at the end, two of them", drive, cut, 35);
    }

    void CheckTracksPerZone()
    {
        auto drive = MakeDrive(DiskSparing::TRACKS_PER_ZONE, {1, 2, 0});
        drive.zones[0].slips = {1};
        drive.zones[1].slips = {0};
        drive.zones[1].defects = {{3, 5}};
        const Map map{{0, 1, 2, 3},
                      {NO, NO, NO, NO},
                      {4, 5, 6, 7},
                      {8, 9, 10, 11},
                      {NO, NO, NO},
                      {12, 13, 14},
                      {15, 16, 17},
                      {NO, NO, NO},
                      {21, 22, 23},
                      {18, 19, 20},
                      {24, 25, 26},
                      {27, 28, 29}};
        Check("tracks per zone", drive, map, 30);
    }

    void CheckSectorsPerCylinder()
    {
        auto drive = MakeDrive(DiskSparing::SECTORS_PER_CYLINDER, {1, 2, 0});
        drive.zones[0].slips = {3};
        drive.zones[1].slips = {6, 9};
        drive.zones[1].defects = {{13, 5}};
        const Map map{{0, 1, 2, NO},
                      {3, 4, 5, 6},
                      {7, 8, 9, 10},
                      {11, 12, 13, NO},
                      {14, 15, 16},
                      {17, NO, 23},
                      {NO, 18, 19},
                      {NO, 20, 21},
                      {22, NO, 24},
                      {25, NO, NO},
                      {26, 27, 28},
                      {29, 30, 31}};
        Check("sectors per cylinder", drive, map, 32);
    }

    void CheckSectorsPerTrack()
    {
        auto drive = MakeDrive(DiskSparing::SECTORS_PER_TRACK, {1, 1, 0});
        drive.zones[0].slips = {2};
        drive.zones[1].slips = {15};
        drive.zones[1].defects = {{3, 8}};
        const Map map{{0, 1, NO, 2},
                      {3, 4, 5, NO},
                      {6, 7, 8, NO},
                      {9, 10, 11, NO},
                      {12, 13, NO},
                      {NO, 15, NO},
                      {16, 17, 14},
                      {18, 19, NO},
                      {20, 21, NO},
                      {NO, 22, 23},
                      {24, 25, 26},
                      {27, 28, 29}};
        Check("sectors per track", drive, map, 30);
    }

    void CheckSectorsPerRange()
    {
        // A range is two cylinders: the third of zone 1 and the only one of zone 2 have no spares.
        auto drive = MakeDrive(DiskSparing::SECTORS_PER_RANGE, {3, 1, 0});
        drive.zones[0].slips = {1, 8};
        drive.zones[1].defects = {{12, 11}};
        const Map map{{0, NO, 1, 2},
                      {3, 4, 5, 6},
                      {NO, 7, 8, 9},
                      {10, 11, 12, NO},
                      {13, 14, 15},
                      {16, 17, 18},
                      {19, 20, 21},
                      {22, 23, 24},
                      {NO, 25, 26},
                      {27, 28, 29},
                      {30, 31, 32},
                      {33, 34, 35}};
        Check("sectors per range", drive, map, 36);
    }

    void CheckSectorsPerZone()
    {
        // The slip is among the reserved sectors, so these are places 0, 2 and 3.
        auto drive = MakeDrive(DiskSparing::SECTORS_PER_ZONE, {2, 3, 0});
        drive.zones[0].reservedSectors = 3;
        drive.zones[0].slips = {1};
        drive.zones[1].slips = {4, 5};
        drive.zones[1].defects = {{2, 2}, {10, 17}}; // the first one stays
        const Map map{{NO, NO, NO, NO},
                      {0, 1, 2, 3},
                      {4, 5, 6, 7},
                      {8, 9, 10, NO},
                      {11, 12, 13},
                      {14, NO, NO},
                      {15, 16, 17},
                      {18, NO, 20},
                      {21, 22, 23},
                      {24, 25, 19},
                      {26, 27, 28},
                      {29, 30, 31}};
        Check("sectors per zone", drive, map, 32);
    }

    void CheckSerpentine()
    {
        auto drive = MakeDrive(DiskSparing::NONE, {0, 0, 0});
        drive.mapping = DiskMapping::SERPENTINE;
        Map map{{0, 1, 2, 3},
                {4, 5, 6, 7},
                {12, 13, 14, 15},
                {8, 9, 10, 11},
                {16, 17, 18},
                {19, 20, 21},
                {25, 26, 27},
                {22, 23, 24},
                {28, 29, 30},
                {31, 32, 33},
                {34, 35, 36},
                {37, 38, 39}};
        Check("serpentine", drive, map, 40);
        drive.mapping = DiskMapping::SERPENTINE_BY_CYLINDER;
        std::swap(map[10], map[11]); // cylinder 5 is odd, but the first of its zone
        Check("serpentine by cylinder", drive, map, 40);
    }

    /**
     * @param what for messages
     * @param drive a drive
     * @param map its blocks
     * @param blocks its capacity
     */
    void Check(const std::string& what, DiskParameters drive, const Map& map, uint64_t blocks)
    {
        drive.blocks = blocks;
        DiskParametersChecker(drive).Check();
        const DiskGeometry geometry(drive);
        NS_TEST_ASSERT_MSG_EQ(geometry.GetBlockCount(), blocks, what);
        for (uint32_t track = 0; track < map.size(); ++track)
        {
            for (uint32_t sector = 0; sector < map[track].size(); ++sector)
            {
                const DiskTrack place{track / 2, track % 2};
                const auto lba = geometry.FindLba(place, sector);
                const auto where = what + ", cylinder " + std::to_string(place.cylinder) +
                                   ", head " + std::to_string(place.head) + ", sector " +
                                   std::to_string(sector);
                NS_TEST_EXPECT_MSG_EQ((lba ? int64_t(*lba) : NO), map[track][sector], where);
                if (lba)
                {
                    const auto location = geometry.Locate(*lba);
                    NS_TEST_EXPECT_MSG_EQ((location.track == place), true, where);
                    NS_TEST_EXPECT_MSG_EQ(location.sector, sector, where);
                }
            }
        }
    }
};

/**
 * @ingroup disk-model
 *
 * Sectors are at the angles worked out on paper.
 */
class DiskLayoutAngleTest : public TestCase
{
  public:
    DiskLayoutAngleTest()
        : TestCase("Angles with an offset, fractional skews, slips and defects")
    {
    }

  private:
    void DoRun() override
    {
        CheckTracks("zone", DiskSparing::SECTORS_PER_ZONE, {6, 7, 9, 10});
        // From the slip's cylinder, or track, on the next ones begin a sector, 4 quarters, later.
        CheckTracks("cylinder", DiskSparing::SECTORS_PER_CYLINDER, {6, 7, 13, 14});
        CheckTracks("track", DiskSparing::SECTORS_PER_TRACK, {6, 11, 13, 14});
        CheckSerpentine();
        CheckDefect();
    }

    /**
     * Make a drive whose first sector is at 1.5 sectors, with skews of 0.25 and 0.5 sectors, and
     * the first sector slipped.
     *
     * @param sparing the sparing scheme
     * @return the drive
     */
    DiskParameters MakeSkewedDrive(DiskSparing sparing)
    {
        auto drive = MakeDrive(sparing, {1, 1, 1});
        drive.blocks = 13;
        drive.zones[0].firstSectorOffset = 1.5;
        drive.zones[0].trackSkew = 0.25;
        drive.zones[0].cylinderSkew = 0.5;
        drive.zones[0].slips = {0};
        DiskParametersChecker(drive).Check();
        return drive;
    }

    /**
     * Check the angles of sector 1 of each track of zone 0; sector 0 may hold no block.
     *
     * @param what for messages
     * @param sparing the sparing scheme
     * @param quarters angle of the first sector of each track, in quarters of a sector
     */
    void CheckTracks(const std::string& what,
                     DiskSparing sparing,
                     const std::vector<uint64_t>& quarters)
    {
        const DiskGeometry geometry(MakeSkewedDrive(sparing));
        for (uint32_t track = 0; track < 4; ++track)
        {
            const auto lba = geometry.FindLba({track / 2, track % 2}, 1);
            NS_TEST_ASSERT_MSG_EQ(lba.has_value(), true, what << ", track " << track);
            const auto angle = (quarters[track] + 4) % 16 * (DiskSpindle::REVOLUTION / 16);
            NS_TEST_EXPECT_MSG_EQ(geometry.Locate(*lba).GetAngle(),
                                  angle,
                                  what << ", track " << track);
        }
    }

    void CheckSerpentine()
    {
        auto drive = MakeSkewedDrive(DiskSparing::SECTORS_PER_ZONE);
        drive.mapping = DiskMapping::SERPENTINE;
        const DiskGeometry geometry(drive);
        // The slip moves block 7 to sector 0 of the third track, which is under head 1.
        const auto third = geometry.Locate(7);
        NS_TEST_EXPECT_MSG_EQ((third.track == DiskTrack{1, 1}), true, "no head switch");
        NS_TEST_EXPECT_MSG_EQ(third.GetAngle(), 9 * DiskSpindle::REVOLUTION / 16, "third track");
        const auto fourth = geometry.Locate(11);
        NS_TEST_EXPECT_MSG_EQ((fourth.track == DiskTrack{1, 0}), true, "then head 0");
        NS_TEST_EXPECT_MSG_EQ(fourth.GetAngle(), 10 * DiskSpindle::REVOLUTION / 16, "fourth");
    }

    void CheckDefect()
    {
        // Block 0, at sector 1, is kept in the spare of cylinder 1: its last sector.
        auto drive = MakeSkewedDrive(DiskSparing::SECTORS_PER_CYLINDER);
        drive.zones[0].defects = {{1, 15}};
        DiskParametersChecker(drive).Check();
        const DiskGeometry geometry(drive);
        const auto kept = geometry.Locate(0);
        NS_TEST_EXPECT_MSG_EQ((kept.track == DiskTrack{1, 1}), true, "the spare's track");
        NS_TEST_EXPECT_MSG_EQ(kept.sector, 3, "the spare");
        NS_TEST_EXPECT_MSG_EQ(kept.run, 1, "alone");
        // The track begins at 14 quarters, its sector 3 at 26: the slip counts for its cylinder.
        NS_TEST_EXPECT_MSG_EQ(kept.GetAngle(), 10 * DiskSpindle::REVOLUTION / 16, "its angle");
    }
};

/**
 * @ingroup disk-model
 *
 * Tracks and cylinders end where the maps above say.
 */
class DiskLayoutEndTest : public TestCase
{
  public:
    DiskLayoutEndTest()
        : TestCase("Ends of tracks and cylinders, and runs")
    {
    }

  private:
    /// A block and what comes after it.
    struct Row
    {
        uint64_t lba;         //!< block
        uint64_t trackEnd;    //!< first block after its track
        uint64_t cylinderEnd; //!< first block after its cylinder
        uint64_t run;         //!< blocks in sectors that follow one another
    };

    void DoRun() override
    {
        auto drive = MakeDrive(DiskSparing::SECTORS_PER_CYLINDER, {1, 2, 0});
        drive.zones[0].slips = {3};
        drive.zones[1].slips = {6, 9};
        drive.zones[1].defects = {{13, 5}};
        drive.blocks = 31;
        DiskParametersChecker(drive).Check();
        const DiskGeometry geometry(drive);
        const std::vector<Row> rows{
            {0, 3, 7, 3},    // the slip is the last sector of the track
            {2, 3, 7, 1},    //
            {3, 7, 7, 4},    //
            {11, 14, 14, 3}, // a spare ends the zone
            {17, 18, 18, 1}, // spares end the cylinder
            {18, 20, 22, 2}, // sectors 1 and 2; sector 0 is slipped
            {22, 25, 26, 1}, // a defect comes next
            {23, 25, 26, 1}, // kept on cylinder 2, but the next block is back on cylinder 4
            {24, 25, 26, 1}, //
            {29, 31, 31, 2}, // the drive ends inside the track
            {30, 31, 31, 1},
        };
        for (const auto& row : rows)
        {
            NS_TEST_EXPECT_MSG_EQ(geometry.GetTrackEnd(row.lba), row.trackEnd, row.lba);
            NS_TEST_EXPECT_MSG_EQ(geometry.GetCylinderEnd(row.lba), row.cylinderEnd, row.lba);
            NS_TEST_EXPECT_MSG_EQ(geometry.Locate(row.lba).run, row.run, row.lba);
        }
    }
};

/**
 * @ingroup disk-model
 *
 * Slips, defects, spares and the order of tracks.
 */
class DiskLayoutTestSuite : public TestSuite
{
  public:
    DiskLayoutTestSuite()
        : TestSuite("disk-model-layout", Type::UNIT)
    {
        AddTestCase(new DiskLayoutMapTest, Duration::QUICK);
        AddTestCase(new DiskLayoutAngleTest, Duration::QUICK);
        AddTestCase(new DiskLayoutEndTest, Duration::QUICK);
    }
};

static DiskLayoutTestSuite g_diskLayoutTestSuite; //!< registers the suite
