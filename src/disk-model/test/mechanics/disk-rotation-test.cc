/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../drive/disk-test-drive.h"

#include "ns3/disk-mechanics.h"
#include "ns3/disk-read-stream.h"
#include "ns3/disk-spindle.h"
#include "ns3/test.h"

using namespace ns3;

/**
 * @ingroup disk-model
 *
 * Angles and times are each other's inverse at their limits, also at speeds whose revolution is no
 * whole number of nanoseconds.
 */
class DiskSpindleTest : public TestCase
{
  public:
    DiskSpindleTest()
        : TestCase("Angles turned in a time, and times of angles")
    {
    }

  private:
    void DoRun() override
    {
        const auto whole = DiskSpindle::REVOLUTION;
        NS_TEST_EXPECT_MSG_EQ(DiskSpindle::GetAngleBetween(1, 5), 4, "forward");
        NS_TEST_EXPECT_MSG_EQ(DiskSpindle::GetAngleBetween(5, 1), whole - 4, "past the index");
        NS_TEST_EXPECT_MSG_EQ(DiskSpindle::GetAngleBetween(5, 5), 0, "no turn, not a whole one");
        for (const double rpm : {1.0, 5400.0, 7199.99, 10025.0, 30000.0})
        {
            const DiskSpindle spindle(rpm);
            for (const int64_t ns : {0, 1, 2, 999'999, 8'333'333})
            {
                const auto turn = spindle.GetLongestTurn(ns);
                NS_TEST_EXPECT_MSG_EQ(spindle.GetDuration(turn), ns, rpm << " rpm");
                NS_TEST_EXPECT_MSG_EQ(spindle.GetDuration(turn + 1), ns + 1, rpm << " rpm: longer");
                NS_TEST_EXPECT_MSG_EQ(spindle.GetDuration(spindle.GetTurn(ns)), ns, rpm << " rpm");
            }
        }
        // 6000 rpm is a revolution in 10 ms.
        const DiskSpindle spindle(6000);
        NS_TEST_EXPECT_MSG_EQ(spindle.GetAngle(10'000'000), 0, "once round");
        NS_TEST_EXPECT_MSG_EQ(spindle.GetAngle(12'500'000), whole / 4, "a quarter more");
        NS_TEST_EXPECT_MSG_EQ(spindle.GetDuration(whole / 4), 2'500'000, "of it");
    }
};

/**
 * @ingroup disk-model
 *
 * Blocks 5 to 9 of the tiny drive come off its first track, a millisecond each, when block 4 has
 * passed at 5 ms.
 */
class DiskReadStreamLimitsTest : public TestCase
{
  public:
    DiskReadStreamLimitsTest()
        : TestCase("How far a drive that reads on is before, at and after its start")
    {
    }

  private:
    void DoRun() override
    {
        const DiskMechanics mechanics(MakeTinyDrive());
        DiskReadStream stream(mechanics);
        stream.Start(MilliSeconds(5), {5, 10});
        const std::pair<int64_t, uint64_t> places[]{{4000, 4},
                                                    {5000, 5},
                                                    {5999, 5},
                                                    {6000, 6},
                                                    {9999, 9},
                                                    {10000, 10},
                                                    {20000, 10}};
        for (const auto& [us, position] : places)
        {
            stream.Advance(MicroSeconds(us));
            NS_TEST_EXPECT_MSG_EQ(stream.GetPosition(), position, "at " << us << " us");
        }
        NS_TEST_EXPECT_MSG_EQ(stream.GetTimeBefore(5), MilliSeconds(5), "block 4");
        NS_TEST_EXPECT_MSG_EQ(stream.GetTimeBefore(8), MilliSeconds(8), "block 7");
    }
};

/**
 * @ingroup disk-model
 *
 * What the turning of the platters alone decides.
 */
class DiskRotationTestSuite : public TestSuite
{
  public:
    DiskRotationTestSuite()
        : TestSuite("disk-model-rotation", Type::UNIT)
    {
        AddTestCase(new DiskSpindleTest);
        AddTestCase(new DiskReadStreamLimitsTest);
    }
};

static DiskRotationTestSuite g_diskRotationTestSuite; //!< registers the suite
