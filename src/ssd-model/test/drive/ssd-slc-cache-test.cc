/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ssd-test-load.h"

#include "ns3/simulator.h"
#include "ns3/test.h"

#include <cstdint>

using namespace ns3;

namespace
{

/// Blocks of a unit.
constexpr uint32_t SLC_UNIT_BLOCKS = 8;

/**
 * @return a drive of 8 dies, in whose SLC cache 2 blocks of 21 stripes of 8 units are of each
 */
SsdParameters
MakeSlcParameters()
{
    SsdParameters parameters;
    parameters.readCommand = NanoSeconds(10000);
    parameters.writeCommand = NanoSeconds(8000);
    parameters.flushCommand = NanoSeconds(6000);
    parameters.slc.blocksPerPlane = 2;
    parameters.slc.pagesPerBlock = 21;
    parameters.slc.readTime = MicroSeconds(20);
    parameters.slc.programTime = MicroSeconds(100);
    parameters.slc.idleTime = MilliSeconds(10);
    return parameters;
}

/// Units that the cache holds.
constexpr uint32_t SLC_UNITS = 8 * 2 * 21 * 8;

} // namespace

/**
 * @ingroup ssd-model-tests
 *
 * A write that is flushed, reads of it before and after it is folded, to the nanosecond.
 */
class SsdSlcLatencyTestCase : public TestCase
{
  public:
    SsdSlcLatencyTestCase()
        : TestCase("Latencies of the cache")
    {
    }

  private:
    void DoRun() override
    {
        using enum BlockOperation;
        // A unit takes 7,447 ns on the link and 10,240 ns on a channel.
        const auto drive = MakeSsdTestDrive(MakeSlcParameters());
        NS_TEST_EXPECT_MSG_EQ(GetRunTime(drive, WRITE, 0, SLC_UNIT_BLOCKS), 8000 + 7447, "write");
        NS_TEST_EXPECT_MSG_EQ(GetRunTime(drive, FLUSH, 0, 0),
                              6000 + 10240 + 100000,
                              "to the cache");
        const auto stripe = Simulator::Now() - NanoSeconds(10240 + 100000);
        NS_TEST_EXPECT_MSG_EQ(GetRunTime(drive, READ, 0, SLC_UNIT_BLOCKS),
                              10000 + 20000 + 10240 + 7447,
                              "from the cache");
        NS_TEST_EXPECT_MSG_EQ(drive->GetTranslation().GetFolds(), 0, "not folded yet");
        Simulator::Run();
        // One page is read, its unit crosses the channel twice, and the block is erased.
        NS_TEST_EXPECT_MSG_EQ((Simulator::Now() - stripe).GetNanoSeconds(),
                              10000000 + 20000 + 2 * 10240 + 3000000,
                              "folded, once nothing came for the time");
        NS_TEST_EXPECT_MSG_EQ(drive->GetTranslation().GetFolds(), 1, "one unit");
        NS_TEST_EXPECT_MSG_EQ(GetRunTime(drive, READ, 0, SLC_UNIT_BLOCKS),
                              10000 + 50000 + 10240 + 7447,
                              "from the other blocks");

        // What is written again, or trimmed, is not folded.
        for (int i = 0; i < 10; ++i)
        {
            RunOnIdle(drive, WRITE, 0, 2 * SLC_UNIT_BLOCKS);
            RunOnIdle(drive, FLUSH, 0, 0);
        }
        RunOnIdle(drive, UNMAP, SLC_UNIT_BLOCKS, SLC_UNIT_BLOCKS);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(drive->GetTranslation().GetFolds(), 2, "one more");
        NS_TEST_EXPECT_MSG_EQ(drive->GetTranslation().GetHostWrites(), 21, "of 21 units");
        Simulator::Destroy();
    }
};

/**
 * @ingroup ssd-model-tests
 *
 * The rate of writes until the cache is full, behind that, and when it is folded.
 */
class SsdSlcRateTestCase : public TestCase
{
  public:
    SsdSlcRateTestCase()
        : TestCase("Rates of the cache")
    {
    }

  private:
    /**
     * @param drive the drive
     * @param first the first unit
     * @param units how many are written and flushed
     * @return how long it takes, ns
     */
    int64_t WriteUnits(Ptr<SsdDrive> drive, uint64_t first, uint32_t units)
    {
        using enum BlockOperation;
        return GetRunTime(drive, WRITE, first * SLC_UNIT_BLOCKS, units * SLC_UNIT_BLOCKS) +
               GetRunTime(drive, FLUSH, 0, 0);
    }

    void DoRun() override
    {
        auto parameters = MakeSlcParameters();
        // Dies alone take time: 8 of them program 64 units at a time.
        parameters.linkRate = parameters.channelRate = 1e12;
        const auto drive = MakeSsdTestDrive(parameters);
        const auto cached = SLC_UNITS / 64 * 100e3;
        // The macros evaluate what they are given twice.
        const auto toSlc = WriteUnits(drive, 0, SLC_UNITS);
        NS_TEST_EXPECT_MSG_EQ_TOL(toSlc, cached, 0.01 * cached, "the cache takes all");
        const auto beyond = WriteUnits(drive, SLC_UNITS, 6400);
        NS_TEST_EXPECT_MSG_EQ_TOL(beyond, 100 * 600e3, 0.01 * 100 * 600e3, "it is full");
        NS_TEST_EXPECT_MSG_EQ(drive->GetTranslation().GetFolds(), 0, "and not folded");
        const auto end = Simulator::Now();
        Simulator::Run();
        // Each die folds 42 stripes and erases two blocks. The idle time began with the last one.
        const auto folding = 10e6 - 600e3 + 42 * (20e3 + 600e3) + 2 * 3e6;
        NS_TEST_EXPECT_MSG_EQ_TOL((Simulator::Now() - end).GetNanoSeconds(),
                                  folding,
                                  0.01 * folding,
                                  "dies fold at the same time");
        NS_TEST_EXPECT_MSG_EQ(drive->GetTranslation().GetFolds(), SLC_UNITS, "all of it");
        const auto again = WriteUnits(drive, 0, SLC_UNITS);
        NS_TEST_EXPECT_MSG_EQ_TOL(again, cached, 0.01 * cached, "there is room again");

        // A write stops the folding: the first block of each die is erased by then, a half of it
        // is not.
        Simulator::Stop(Time(10e6 + 21 * 620e3 + 3e6 + 10 * 620e3));
        Simulator::Run();
        const auto folds = drive->GetTranslation().GetFolds() - SLC_UNITS;
        NS_TEST_EXPECT_MSG_GT_OR_EQ(folds, 8 * 30 * 8, "folded by now");
        NS_TEST_EXPECT_MSG_LT_OR_EQ(folds, 8 * 33 * 8, "and not more");
        const auto half = 21 * 100e3;
        const auto time = WriteUnits(drive, SLC_UNITS, 8 * 21 * 8);
        NS_TEST_EXPECT_MSG_GT(time, half, "a block for each die");
        NS_TEST_EXPECT_MSG_LT(time, half + 650e3, "behind the step under way");
        NS_TEST_EXPECT_MSG_EQ(drive->GetTranslation().GetFolds() - SLC_UNITS,
                              folds,
                              "nothing was folded meanwhile");
        Simulator::Destroy();
    }
};

/**
 * @ingroup ssd-model-tests
 *
 * Random writes of several times the drive, with pauses: garbage is collected beside the cache.
 */
class SsdSlcCollectionTestCase : public TestCase
{
  public:
    SsdSlcCollectionTestCase()
        : TestCase("Garbage collection beside the cache")
    {
    }

  private:
    void DoRun() override
    {
        auto parameters = MakeSlcParameters();
        parameters.blocks = 8 * 40000;
        parameters.blocksPerPlane = 12;
        const auto drive = MakeSsdTestDrive(parameters);
        const auto& translation = drive->GetTranslation();
        for (int i = 0; i < 100; ++i)
        {
            const SsdTestLoad load(drive, BlockOperation::WRITE, 32, 3000, 0, 100 + i);
            NS_TEST_ASSERT_MSG_EQ(load.GetLatencies().size(), 3000, "all are complete");
            for (uint32_t die = 0; die < 8; ++die)
            {
                NS_TEST_ASSERT_MSG_EQ(translation.HasToFold(die), false, "folded in the pause");
            }
        }
        // Some are written again while they are in the buffer.
        NS_TEST_EXPECT_MSG_GT(translation.GetHostWrites(), 290000, "written");
        NS_TEST_EXPECT_MSG_GT(translation.GetFolds(), 200000, "folded");
        NS_TEST_EXPECT_MSG_GT(translation.GetMoves(), 100000, "moved");
        Simulator::Destroy();
    }
};

/**
 * @ingroup ssd-model-tests
 *
 * @brief Tests of the SLC cache.
 */
class SsdSlcCacheTestSuite : public TestSuite
{
  public:
    SsdSlcCacheTestSuite()
        : TestSuite("ssd-slc-cache", Type::UNIT)
    {
        AddTestCase(new SsdSlcLatencyTestCase, Duration::QUICK);
        AddTestCase(new SsdSlcRateTestCase, Duration::QUICK);
        AddTestCase(new SsdSlcCollectionTestCase, Duration::QUICK);
    }
};

static SsdSlcCacheTestSuite g_ssdSlcCacheTestSuite; //!< registers the suite
