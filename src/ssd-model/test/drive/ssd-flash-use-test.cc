/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ssd-test-load.h"

#include "ns3/simulator.h"
#include "ns3/ssd-flash-use.h"
#include "ns3/ssd-steady-state.h"
#include "ns3/test.h"

#include <cstdint>

using namespace ns3;

/**
 * @ingroup ssd-model-tests
 *
 * What drives that write a few stripes of 8 units programmed, by hand.
 */
class SsdFlashUseTestCase : public TestCase
{
  public:
    SsdFlashUseTestCase()
        : TestCase("Units of a few stripes, by hand")
    {
    }

  private:
    void DoRun() override
    {
        const auto drive = MakeSsdTestDrive({});
        NS_TEST_EXPECT_MSG_EQ(drive->GetFlashUse().blocks, 8 * 72, "blocks");
        NS_TEST_EXPECT_MSG_EQ(drive->GetFlashUse().GetWriteAmplification(), 0, "nothing yet");
        // Two stripes, and one of a single unit that is flushed.
        RunOnIdle(drive, BlockOperation::WRITE, 0, 16 * 8);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(drive->GetFlashUse().GetWriteAmplification(), 1, "whole stripes");
        RunOnIdle(drive, BlockOperation::WRITE, 1000 * 8, 8);
        RunOnIdle(drive, BlockOperation::FLUSH, 0, 0);
        auto use = drive->GetFlashUse();
        NS_TEST_EXPECT_MSG_EQ(use.hostUnits, 17, "of the host");
        NS_TEST_EXPECT_MSG_EQ(use.emptyUnits, 7, "empty");
        NS_TEST_EXPECT_MSG_EQ(use.GetProgrammed(), 24, "programmed");
        NS_TEST_EXPECT_MSG_EQ(use.GetWriteAmplification(), 24.0 / 17, "write amplification");
        NS_TEST_EXPECT_MSG_EQ(use.erases, 0, "erases");

        // Of two pages of the mapping table one is in memory. The second write makes the first
        // page give way, which is programmed with it.
        SsdParameters mapped;
        mapped.mappingCachePages = 1;
        const auto small = MakeSsdTestDrive(mapped);
        for (const uint64_t lba : {0, 8 * 1024})
        {
            RunOnIdle(small, BlockOperation::WRITE, lba, 8);
            RunOnIdle(small, BlockOperation::FLUSH, 0, 0);
        }
        const auto other = small->GetFlashUse();
        NS_TEST_EXPECT_MSG_EQ(other.hostUnits, 2, "of the host");
        NS_TEST_EXPECT_MSG_EQ(other.mappingUnits, 1, "of the table");
        NS_TEST_EXPECT_MSG_EQ(other.emptyUnits, 13, "empty");
        use += other;
        NS_TEST_EXPECT_MSG_EQ(use.hostUnits, 19, "of both");
        NS_TEST_EXPECT_MSG_EQ(use.GetProgrammed(), 40, "of both");
        NS_TEST_EXPECT_MSG_EQ(use.blocks, 2 * 8 * 72, "of both");
        Simulator::Destroy();
    }
};

/**
 * @ingroup ssd-model-tests
 *
 * The least and the most erased block of drives together.
 */
class SsdFlashUseSumTestCase : public TestCase
{
  public:
    SsdFlashUseSumTestCase()
        : TestCase("Sums of drives")
    {
    }

  private:
    void DoRun() override
    {
        SsdFlashUse sum;
        sum += {.blocks = 4, .erases = 10, .slcErases = 1, .leastErases = 2, .mostErases = 3};
        sum += {.blocks = 4, .erases = 16, .slcErases = 2, .leastErases = 1, .mostErases = 9};
        sum += {.movedUnits = 5, .foldedUnits = 6, .blocks = 4, .leastErases = 4, .mostErases = 4};
        NS_TEST_EXPECT_MSG_EQ(sum.leastErases, 1, "the least of all");
        NS_TEST_EXPECT_MSG_EQ(sum.mostErases, 9, "the most of all");
        NS_TEST_EXPECT_MSG_EQ(sum.erases, 26, "erases");
        NS_TEST_EXPECT_MSG_EQ(sum.slcErases, 3, "of SLC caches");
        NS_TEST_EXPECT_MSG_EQ(sum.GetProgrammed(), 11, "moved and folded");
        NS_TEST_EXPECT_MSG_EQ(sum.GetWriteAmplification(), 0, "nothing of the host");
    }
};

/**
 * @ingroup ssd-model-tests
 *
 * In the steady state as many slots are erased as are programmed, and write amplification is that
 * of the closed form.
 */
class SsdFlashUseSteadyTestCase : public TestCase
{
  public:
    SsdFlashUseSteadyTestCase()
        : TestCase("Random writes in the steady state")
    {
    }

  private:
    void DoRun() override
    {
        const SsdParameters parameters;
        const auto layout = parameters.GetLayout();
        const auto drive = MakeSsdTestDrive(parameters, true);
        const SsdTestLoad load(drive, BlockOperation::WRITE, 32, 100000);
        const auto use = drive->GetFlashUse();
        const SsdSteadyState state(layout.GetUtilisation(), layout.unitsPerBlock, 0);
        NS_TEST_EXPECT_MSG_EQ_TOL(use.GetWriteAmplification() / state.GetWriteAmplification(),
                                  1,
                                  0.05,
                                  "write amplification");
        NS_TEST_EXPECT_MSG_EQ(use.emptyUnits, 0, "whole stripes");
        // They differ by what free and open blocks of dies have more or less than at first.
        const auto slots = use.erases * layout.unitsPerBlock;
        const auto most = uint64_t{layout.dies} * (layout.freeBlocks + 1) * layout.unitsPerBlock;
        NS_TEST_EXPECT_MSG_LT_OR_EQ(slots, use.GetProgrammed() + most, "erased");
        NS_TEST_EXPECT_MSG_LT_OR_EQ(use.GetProgrammed(), slots + most, "programmed");
        NS_TEST_EXPECT_MSG_GT(use.GetProgrammed(), 4 * most, "far more than that");
        const auto mean = static_cast<double>(use.erases) / use.blocks;
        NS_TEST_EXPECT_MSG_LT_OR_EQ(use.leastErases, mean, "the least erased");
        NS_TEST_EXPECT_MSG_GT_OR_EQ(use.mostErases, mean, "the most erased");
        Simulator::Destroy();
    }
};

/**
 * @ingroup ssd-model-tests
 *
 * What the flash of drives was used for.
 */
class SsdFlashUseTestSuite : public TestSuite
{
  public:
    SsdFlashUseTestSuite()
        : TestSuite("ssd-flash-use", Type::UNIT)
    {
        AddTestCase(new SsdFlashUseTestCase, Duration::QUICK);
        AddTestCase(new SsdFlashUseSumTestCase, Duration::QUICK);
        AddTestCase(new SsdFlashUseSteadyTestCase, Duration::QUICK);
    }
};

static SsdFlashUseTestSuite g_ssdFlashUseTestSuite; //!< registers the suite
