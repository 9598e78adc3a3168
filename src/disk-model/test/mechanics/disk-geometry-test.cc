/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../drive/disk-test-drive.h"

#include "ns3/disk-catalogue.h"
#include "ns3/disk-geometry.h"
#include "ns3/random-variable-stream.h"
#include "ns3/test.h"

#include <vector>

using namespace ns3;

/**
 * @ingroup disk-model
 *
 * Blocks at every border of the tiny drive are where the paper says.
 */
class DiskGeometryBorderTest : public TestCase
{
  public:
    DiskGeometryBorderTest()
        : TestCase("Blocks at track, cylinder and zone borders")
    {
    }

  private:
    /// A block and its place.
    struct Row
    {
        uint64_t lba;      //!< block
        uint32_t cylinder; //!< its cylinder
        uint32_t head;     //!< its head
        uint32_t sector;   //!< its sector
        uint32_t slot;     //!< sectors from angle zero to it, worked out beside each row
        uint64_t run;      //!< blocks to the end of the track
    };

    void DoRun() override
    {
        const DiskGeometry geometry(MakeTinyDrive());
        NS_TEST_ASSERT_MSG_EQ(geometry.GetBlockCount(), 90, "the capacity cuts the last zone");
        NS_TEST_EXPECT_MSG_EQ(geometry.GetCylinders(), 8, "with cylinder 2");
        NS_TEST_EXPECT_MSG_EQ(geometry.GetHeads(), 2, "heads");
        const std::vector<Row> rows{
            {0, 0, 0, 0, 0, 10},
            {9, 0, 0, 9, 9, 1},
            {10, 0, 1, 0, 2, 10}, // one track skew: 2
            {19, 0, 1, 9, 1, 1},  // 9 + 2 = 11, mod 10
            {20, 1, 0, 0, 5, 10}, // a track skew and a cylinder skew: 2 + 3
            {39, 1, 1, 9, 6, 1},  // 9 + 2 * 2 + 3 = 16, mod 10
            {40, 3, 0, 0, 0, 8},  // cylinder 2 is skipped, each zone begins at angle zero
            {47, 3, 0, 7, 7, 1},
            {48, 3, 1, 0, 1, 8},
            {63, 4, 0, 7, 2, 1}, // 7 + 1 + 2 = 10, mod 8
            {64, 4, 1, 0, 4, 4}, // 2 * 1 + 2; the other 4 sectors of the track are spare
            {67, 4, 1, 3, 7, 1},
            {68, 5, 0, 0, 0, 5},
            {88, 7, 0, 0, 4, 2}, // 2 * 1 + 2 * 1; two blocks are left on the drive
            {89, 7, 0, 1, 0, 1}, // 1 + 4 = 5, mod 5
        };
        for (const auto& row : rows)
        {
            const auto where = "block " + std::to_string(row.lba);
            const auto location = geometry.Locate(row.lba);
            NS_TEST_EXPECT_MSG_EQ(location.track.cylinder, row.cylinder, where);
            NS_TEST_EXPECT_MSG_EQ(location.track.head, row.head, where);
            NS_TEST_EXPECT_MSG_EQ(location.sector, row.sector, where);
            const auto angle = row.slot * DiskSpindle::REVOLUTION / location.sectorsPerTrack;
            NS_TEST_EXPECT_MSG_EQ(location.GetAngle(), angle, where);
            NS_TEST_EXPECT_MSG_EQ(location.run, row.run, where);
        }
    }
};

/**
 * @ingroup disk-model
 *
 * Places that hold no block are told from those that do.
 */
class DiskGeometryHoleTest : public TestCase
{
  public:
    DiskGeometryHoleTest()
        : TestCase("Spare sectors, cylinders outside zones and other places without a block")
    {
    }

  private:
    void DoRun() override
    {
        const DiskGeometry geometry(MakeTinyDrive());
        const auto holds = [&geometry](uint32_t cylinder, uint32_t head, uint32_t sector) {
            return geometry.FindLba({cylinder, head}, sector).has_value();
        };
        NS_TEST_EXPECT_MSG_EQ(holds(4, 1, 3), true, "block 67");
        NS_TEST_EXPECT_MSG_EQ(holds(4, 1, 4), false, "the first spare sector");
        NS_TEST_EXPECT_MSG_EQ(holds(4, 1, 7), false, "the last spare sector");
        NS_TEST_EXPECT_MSG_EQ(holds(2, 0, 0), false, "in no zone");
        NS_TEST_EXPECT_MSG_EQ(holds(7, 0, 1), true, "block 89, the last");
        NS_TEST_EXPECT_MSG_EQ(holds(7, 0, 2), false, "past the capacity");
        NS_TEST_EXPECT_MSG_EQ(holds(7, 1, 0), false, "past the capacity");
        NS_TEST_EXPECT_MSG_EQ(holds(8, 0, 0), false, "past the last cylinder");
        NS_TEST_EXPECT_MSG_EQ(holds(0, 2, 0), false, "past the last head");
        NS_TEST_EXPECT_MSG_EQ(holds(0, 0, 10), false, "past the last sector");
        NS_TEST_EXPECT_MSG_EQ(holds(0, 0, 9), true, "block 9");
    }
};

/**
 * @ingroup disk-model
 *
 * Going through the places of a drive in order finds its blocks in order, each once.
 */
class DiskGeometryOrderTest : public TestCase
{
  public:
    DiskGeometryOrderTest()
        : TestCase("All places in order hold all blocks in order")
    {
    }

  private:
    void DoRun() override
    {
        const auto drive = MakeTinyDrive();
        const DiskGeometry geometry(drive);
        uint64_t next = 0;
        for (uint32_t cylinder = 0; cylinder < drive.cylinders; ++cylinder)
        {
            for (uint32_t head = 0; head < drive.heads; ++head)
            {
                for (uint32_t sector = 0; sector < 10; ++sector)
                {
                    const auto lba = geometry.FindLba({cylinder, head}, sector);
                    if (lba)
                    {
                        NS_TEST_ASSERT_MSG_EQ(*lba, next, "in order");
                        ++next;
                    }
                }
            }
        }
        NS_TEST_EXPECT_MSG_EQ(next, drive.blocks, "each block once");
    }
};

/**
 * @ingroup disk-model
 *
 * The zones of the Cheetah 9LP add up to its capacity, and every random block is found again.
 */
class DiskGeometryCheetahTest : public TestCase
{
  public:
    DiskGeometryCheetahTest()
        : TestCase("The Cheetah 9LP: zone borders, last block, random blocks and back")
    {
    }

  private:
    void DoRun() override
    {
        const auto drive = DiskCatalogue::Get("Cheetah9LP");
        const DiskGeometry geometry(drive);
        NS_TEST_ASSERT_MSG_EQ(geometry.GetBlockCount(), 17783240, "as the drive reports");

        uint64_t lba = 0;
        for (std::size_t i = 0; i + 1 < drive.zones.size(); ++i)
        {
            const auto& zone = drive.zones[i];
            const auto first = geometry.Locate(lba);
            NS_TEST_EXPECT_MSG_EQ(first.track.cylinder, zone.firstCylinder, "zone " << i);
            NS_TEST_EXPECT_MSG_EQ(first.GetAngle(), 0, "zone " << i);
            lba += uint64_t{zone.lastCylinder - zone.firstCylinder + 1} * drive.heads *
                       zone.sectorsPerTrack -
                   zone.spares;
            const auto last = geometry.Locate(lba - 1);
            NS_TEST_EXPECT_MSG_EQ(last.sectorsPerTrack, zone.sectorsPerTrack, "zone " << i);
            NS_TEST_EXPECT_MSG_EQ(last.run, 1, "zone " << i);
        }
        // Zones 0 to 9 hold 17,028,829 blocks, so zone 10 has the other 754,411: 376 cylinders of
        // 12 * 167 = 2004, 5 tracks of 167, and 72 more.
        const auto last = geometry.Locate(17783239);
        NS_TEST_EXPECT_MSG_EQ(lba, 17028829, "first block of zone 10");
        NS_TEST_EXPECT_MSG_EQ(last.track.cylinder, 6518 + 376, "last block");
        NS_TEST_EXPECT_MSG_EQ(last.track.head, 5, "last block");
        NS_TEST_EXPECT_MSG_EQ(last.sector, 71, "last block");
        CheckRandomBlocks(geometry);
    }

    /**
     * @param geometry the drive
     */
    void CheckRandomBlocks(const DiskGeometry& geometry)
    {
        auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(1);
        for (int i = 0; i < 100000; ++i)
        {
            const uint64_t lba = random->GetInteger(0, geometry.GetBlockCount() - 1);
            const auto location = geometry.Locate(lba);
            const auto found = geometry.FindLba(location.track, location.sector);
            NS_TEST_ASSERT_MSG_EQ(found.value_or(UINT64_MAX), lba, "there and back");
            NS_TEST_ASSERT_MSG_LT(location.GetAngle(), DiskSpindle::REVOLUTION, "an angle");
            if (location.run > 1)
            {
                const auto next = geometry.Locate(lba + 1);
                NS_TEST_ASSERT_MSG_EQ((next.track == location.track), true, "a run is one track");
                NS_TEST_ASSERT_MSG_EQ(next.GetAngle(),
                                      location.GetAngle(1) % DiskSpindle::REVOLUTION,
                                      "and in order");
            }
        }
    }
};

/**
 * @ingroup disk-model
 *
 * Where the blocks of a drive are.
 */
class DiskGeometryTestSuite : public TestSuite
{
  public:
    DiskGeometryTestSuite()
        : TestSuite("disk-model-geometry", Type::UNIT)
    {
        AddTestCase(new DiskGeometryBorderTest, Duration::QUICK);
        AddTestCase(new DiskGeometryHoleTest, Duration::QUICK);
        AddTestCase(new DiskGeometryOrderTest, Duration::QUICK);
        AddTestCase(new DiskGeometryCheetahTest, Duration::QUICK);
    }
};

static DiskGeometryTestSuite g_diskGeometryTestSuite; //!< registers the suite
