/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/disk-bus.h"
#include "ns3/test.h"

using namespace ns3;

namespace
{

/**
 * @return a drive with a segment of 8 blocks, 100 us a block for reads and 200 us for writes
 */
DiskParameters
MakeBusDrive()
{
    DiskParameters drive;
    drive.cache.segmentBlocks = 8;
    auto& controller = drive.controller;
    controller.blockTransfer = MicroSeconds(100);
    controller.writeBlockTransfer = MicroSeconds(200);
    controller.dataPreparation = MicroSeconds(50);
    controller.firstReselection = MicroSeconds(30);
    controller.writeDisconnection = MicroSeconds(40);
    controller.writeCompletion = MicroSeconds(60);
    controller.extraDisconnection.disconnection = MicroSeconds(300);
    controller.extraDisconnection.pause = MicroSeconds(500);
    controller.extraDisconnection.lastDisconnection = MicroSeconds(80);
    controller.extraDisconnection.lastReselection = MicroSeconds(25);
    controller.extraDisconnection.seekDelay = MicroSeconds(70);
    return drive;
}

} // namespace

/**
 * @ingroup disk-model
 *
 * The blocks of a read pass over the bus when the paper says.
 */
class DiskBusReadTest : public TestCase
{
  public:
    DiskBusReadTest()
        : TestCase("Reads: from the buffer, beside a slow and a fast medium, water marks")
    {
    }

  private:
    void DoRun() override
    {
        auto drive = MakeBusDrive();
        NS_TEST_EXPECT_MSG_EQ(DiskBus(drive).GetReadTime(4), MicroSeconds(450), "50 + 4 * 100");
        NS_TEST_EXPECT_MSG_EQ(GetEnd(drive, 1000, 4), 8100, "the last block 100 behind the medium");
        // The bus is asked for at 5000, when the first block is there: 5030, then 450.
        NS_TEST_EXPECT_MSG_EQ(GetEnd(drive, 10, 4), 5480, "a medium faster than the bus");
        NS_TEST_EXPECT_MSG_EQ(GetEnd(drive, 10, 1), 5180, "one block");
        NS_TEST_EXPECT_MSG_EQ(GetEnd(drive, 1000, 4, MicroSeconds(8000)), 9480, "9000 + 30 + 450");
        CheckBuffered(drive);
        CheckWater(drive);
    }

    /**
     * @param drive a drive
     */
    void CheckBuffered(const DiskParameters& drive)
    {
        DiskBus::Read read;
        read.ready = MicroSeconds(1000);
        read.begins = true;
        read.crossed = MicroSeconds(1000);
        read.blocks = 4;
        NS_TEST_EXPECT_MSG_EQ(DiskBus(drive).GetReadEnd(read), MicroSeconds(1450), "all there");
        read.crossed = MicroSeconds(1449);
        NS_TEST_EXPECT_MSG_EQ(DiskBus(drive).GetReadEnd(read), MicroSeconds(1450), "just in time");
        read.crossed = MicroSeconds(1451);
        NS_TEST_EXPECT_MSG_EQ(DiskBus(drive).GetReadEnd(read), MicroSeconds(1451), "too late");
    }

    /**
     * Blocks come off the medium every 200 us from 5000 on: 4 blocks until 5600, their last is over
     * at 5700 at the earliest.
     *
     * @param drive a drive
     */
    void CheckWater(DiskParameters drive)
    {
        auto& controller = drive.controller;
        NS_TEST_EXPECT_MSG_EQ(GetEnd(drive, 200, 4), 5700, "one block: 5480 would do");
        controller.readHighWater = 0.75;
        NS_TEST_EXPECT_MSG_EQ(GetEnd(drive, 200, 4), 5880, "3 of 4 at 5400, 30, 450");
        NS_TEST_EXPECT_MSG_EQ(GetEnd(drive, 200, 3), 5580, "2.25 of 3 are 2 at 5200, 30, 350");
        NS_TEST_EXPECT_MSG_EQ(GetEnd(drive, 200, 1), 5180, "1 at least");
        controller.readHighWater = 1;
        NS_TEST_EXPECT_MSG_EQ(GetEnd(drive, 200, 4), 6080, "4 of 4 at 5600");
        // 12 blocks: 8 are in the buffer at 6400; 30 and 50 + 1200 later all are over.
        NS_TEST_EXPECT_MSG_EQ(GetEnd(drive, 200, 12), 7680, "more than a segment");
        controller.readHighWater = 0.5;
        NS_TEST_EXPECT_MSG_EQ(GetEnd(drive, 200, 4), 5700, "2 of 4 at 5200: 5680 would do");
        controller.waterOfSegment = true;
        NS_TEST_EXPECT_MSG_EQ(GetEnd(drive, 200, 4), 6080, "4 of the 8 of a segment at 5600");
        controller.readHighWater = 0.9;
        NS_TEST_EXPECT_MSG_EQ(GetEnd(drive, 200, 4), 6080, "no more than there are");
        drive.cache.segmentBlocks = 0;
        NS_TEST_EXPECT_MSG_EQ(GetEnd(drive, 200, 4), 5700, "no buffer: a block at a time");
    }

    /**
     * @param drive a drive
     * @param sector time that a sector takes to pass, microseconds
     * @param blocks number of blocks, the first of which has passed at 5000
     * @param disconnection time until the bus is free, from 1000 on
     * @return when the read's last block is over, microseconds
     */
    static int64_t GetEnd(const DiskParameters& drive,
                          int64_t sector,
                          uint64_t blocks,
                          Time disconnection = MicroSeconds(20))
    {
        const DiskBus bus(drive);
        const auto passed = [sector](uint64_t count) {
            return MicroSeconds(5000 + sector * static_cast<int64_t>(count - 1));
        };
        DiskBus::Read read;
        read.ready = MicroSeconds(1000);
        read.disconnection = disconnection;
        read.enough = passed(bus.GetWater(blocks));
        read.crossed = passed(blocks) + drive.controller.blockTransfer;
        read.blocks = blocks;
        return bus.GetReadEnd(read).GetMicroSeconds();
    }
};

/**
 * @ingroup disk-model
 *
 * The blocks of a write are there when the medium wants them.
 */
class DiskBusWriteTest : public TestCase
{
  public:
    DiskBusWriteTest()
        : TestCase("Writes: when their blocks are there; the extra disconnection")
    {
    }

  private:
    void DoRun() override
    {
        auto drive = MakeBusDrive();
        const DiskBus bus(drive);
        NS_TEST_EXPECT_MSG_EQ(bus.GetWriteTime(4), MicroSeconds(850), "50 + 4 * 200");
        // Taken up at 1000: blocks from 1050 on, the first is there at 1250, the last at 1850. The
        // bus is free 40 later; coming back takes 30, the completion 60.
        CheckPlan("four", bus.PlanWrite(At(1000), 4, false), {0, 1050, 1250, 1890, 90});
        CheckPlan("one block", bus.PlanWrite(At(1000), 1, false), {0, 1050, 1250, 1290, 90});
        drive.controller.extraDisconnection.enabled = true;
        CheckExtra(DiskBus(drive));
    }

    /**
     * @param bus the bus of a drive with the extra disconnection
     */
    void CheckExtra(const DiskBus& bus)
    {
        // Without it the medium waits for all four blocks, too.
        CheckPlan("not now", bus.PlanWrite(At(1000), 4, false), {0, 1050, 1850, 1890, 90});
        // Back on the bus at 1000 + 300 + 500 + 30 = 1830. The arm waits 70. The bus is free 80
        // after the last block; coming back takes 25.
        CheckPlan("extra", bus.PlanWrite(At(1000), 4, true), {70, 1880, 2680, 2760, 85});
        // 10 blocks at 1880 + 2000; 44 until 1880 + 8800 = 10680.
        CheckPlan("extra, 44", bus.PlanWrite(At(1000), 44, true), {70, 1880, 3880, 10760, 85});
        // 15 blocks at 1880 + 3000; 45 until 10880.
        CheckPlan("extra, 45", bus.PlanWrite(At(1000), 45, true), {70, 1880, 4880, 10960, 85});
    }

    /// The times of a plan, microseconds.
    struct Times
    {
        int64_t overhead; //!< until the arm may move
        int64_t begin;    //!< first block on the bus
        int64_t data;     //!< enough blocks for the medium
        int64_t release;  //!< bus free
        int64_t status;   //!< status after that
    };

    /**
     * @param microseconds a time
     * @return the time
     */
    static Time At(int64_t microseconds)
    {
        return MicroSeconds(microseconds);
    }

    /**
     * @param what for messages
     * @param write a plan
     * @param times what it is to be
     */
    void CheckPlan(const char* what, const DiskBus::Write& write, const Times& times)
    {
        NS_TEST_EXPECT_MSG_EQ(write.overhead, At(times.overhead), what << ": overhead");
        NS_TEST_EXPECT_MSG_EQ(write.begin, At(times.begin), what << ": begin");
        NS_TEST_EXPECT_MSG_EQ(write.data, At(times.data), what << ": data");
        NS_TEST_EXPECT_MSG_EQ(write.release, At(times.release), what << ": release");
        NS_TEST_EXPECT_MSG_EQ(write.status, At(times.status), what << ": status");
    }
};

/**
 * @ingroup disk-model
 *
 * The bus of a drive.
 */
class DiskBusTestSuite : public TestSuite
{
  public:
    DiskBusTestSuite()
        : TestSuite("disk-model-bus", Type::UNIT)
    {
        AddTestCase(new DiskBusReadTest, Duration::QUICK);
        AddTestCase(new DiskBusWriteTest, Duration::QUICK);
    }
};

static DiskBusTestSuite g_diskBusTestSuite; //!< registers the suite
