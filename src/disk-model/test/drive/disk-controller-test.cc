/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "disk-controller-test-case.h"

using namespace ns3;

/**
 * @ingroup disk-model
 *
 * The overhead of a command is that of its kind and of the command before.
 */
class DiskControllerOverheadTest : public DiskControllerTestCase
{
  public:
    DiskControllerOverheadTest()
        : DiskControllerTestCase("Overheads by kind and by the command before")
    {
    }

  private:
    void DoRun() override
    {
        auto drive = MakeWriteBackDrive();
        drive.cache.segments = 8;
        drive.cache.writeSegments = 8;
        Start(drive);
        // The rotation is from the end of the overhead to the block's millisecond.
        Check("reads",
              {{0, READ, 0, 1, "miss 0 510 0 9500 0 1000 50"},
               {20000, READ, 1, 1, "miss 0 410 0 600 0 1000 50"}, // continues
               {40000, READ, 1, 1, "full 0 210 0 0 0 0 50"},
               {60000, READ, 2, 1, "miss 0 510 0 1500 0 1000 50"}, // behind a hit: does not
               {100000, READ, 6, 1, "miss 0 510 0 5500 0 1000 50"},
               {120000, READ, 5, 1, "miss 0 510 0 4500 0 1000 50"},
               {140000, READ, 6, 1, "full 0 110 0 0 0 0 50"},         // behind a miss: does
               {160000, READ, 7, 1, "miss 0 410 0 6600 0 1000 50"}}); // behind such a hit, too
        Check("cached writes",
              {{180000, WRITE, 20, 1, "full 0 820 0 0 0 0 50"},
               {190000, WRITE, 21, 1, "full 0 720 0 0 0 0 50"},
               {200000, WRITE, 30, 1, "full 0 920 0 0 0 0 50"},
               {210000, READ, 7, 1, "full 0 310 0 0 0 0 50"},
               {220000, WRITE, 31, 1, "full 0 820 0 0 0 0 50"},
               {230000, READ, 8, 1, "miss 0 610 0 7400 0 1000 50"}});
        // The first block is there 50 after the overhead: the arm comes then and not before.
        Check("writes to the medium",
              {{250000, WRITE, 5, 1, "miss 0 1120 0 3850 0 1000 50"},
               {270000, WRITE, 6, 1, "miss 0 1020 0 4950 0 1000 50"},
               {290000, WRITE, 8, 1, "miss 0 1220 0 6750 0 1000 50"}},
              true);
    }
};

/**
 * @ingroup disk-model
 *
 * A read takes from the cache what is there.
 */
class DiskControllerHitTest : public DiskControllerTestCase
{
  public:
    DiskControllerHitTest()
        : DiskControllerTestCase("Hits, partial hits and misses, and the bus beside the medium")
    {
    }

  private:
    void DoRun() override
    {
        CheckHits();
        CheckBus();
        CheckSwitch();
        CheckBypass();
        CheckLong();
        CheckRepositioning();
    }

    void CheckHits()
    {
        Start(MakeDrive());
        // The last block is over 50 after the medium. Partial: blocks 5 and 6, from 45 ms on.
        Check("hits",
              {{0, READ, 2, 3, "miss 0 510 0 1500 0 3000 50"},
               {20000, READ, 2, 3, "full 0 210 0 0 0 0 150"},
               {40000, READ, 3, 4, "partial 0 210 0 4800 0 2000 50"},
               {60000, READ, 2, 5, "full 0 210 0 0 0 0 250"}});
        auto drive = MakeDrive();
        drive.controller.blockTransfer = MicroSeconds(4000);
        Start(drive);
        // 4 blocks take 16000 from 40200 on; the medium is done at 47000.
        Serve({0, READ, 2, 3, ""});
        Check("partial, slow bus", {{40000, READ, 3, 4, "partial 0 210 0 4800 0 2000 9200"}});
    }

    void CheckBus()
    {
        auto drive = MakeDrive();
        auto& controller = drive.controller;
        controller.blockTransfer = MicroSeconds(2000);
        Start(drive);
        // Three blocks from 3000 on, when the first is there; the medium is done at 5000.
        Check("slow bus", {{0, READ, 2, 3, "miss 0 510 0 1500 0 3000 4000"}});
        controller.readDisconnection = {MicroSeconds(6500), MicroSeconds(4000), MicroSeconds(6000)};
        Start(drive);
        // From 4500 on; at 20000 from 26900 on, the medium is done at 27000.
        Check("late bus",
              {{0, READ, 2, 3, "miss 0 510 0 1500 0 3000 5500"},
               {20000, READ, 5, 2, "miss 0 410 0 4600 0 2000 3900"}});
        Serve({40000, WRITE, 20, 1, ""});
        // The bus is free at 66600, the block there at 69000.
        Check("after a write", {{60000, READ, 8, 1, "miss 0 610 2000 5400 0 1000 2000"}});
    }

    /// Blocks 8 and 9 have passed at 9 and 10 ms, 10 and 11 of the next track at 13 and 14 ms.
    void CheckSwitch()
    {
        auto drive = MakeDrive();
        auto& controller = drive.controller;
        controller.blockTransfer = MicroSeconds(1500);
        Start(drive);
        // The first two have crossed at 12 ms, the others do from 13 ms on.
        Check("bus waits", {{0, READ, 8, 4, "miss 0 510 0 7500 2000 4000 2000"}});
        controller.readHighWater = 0.75;
        Start(drive);
        Check("behind the switch", {{0, READ, 8, 4, "miss 0 510 0 7500 2000 4000 5000"}});
        controller.readHighWater = 0.5;
        controller.blockTransfer = MicroSeconds(2000);
        Start(drive);
        // From 10 ms on: there is always a block to cross.
        Check("before the switch", {{0, READ, 8, 4, "miss 0 510 0 7500 2000 4000 4000"}});
        controller.readHighWater = 0;
        Start(drive);
        Serve({0, READ, 0, 9, ""});
        // Block 8 has crossed at 42.2 ms. Block 9 has passed at 50 ms, 10 and 11 at 53 and 54 ms.
        Check("partial", {{40000, READ, 8, 4, "partial 0 210 0 8800 2000 3000 3000"}});
    }

    void CheckBypass()
    {
        Start(MakeDrive());
        Check("not kept",
              {{0, VERIFY, 2, 3, "miss 0 510 0 1500 0 3000 0"},
               {20000, READ, 2, 3, "miss 0 510 0 1500 0 3000 50"},
               {40000, VERIFY, 2, 3, "miss 0 510 0 1500 0 3000 0"}});
        Check("unit access", {{60000, READ, 2, 3, "miss 0 510 0 1500 0 3000 50"}}, true);
        Check("still there", {{80000, READ, 2, 3, "full 0 210 0 0 0 0 150"}});
        Check("no blocks", {{90000, FLUSH, 0, 0, "miss 0 0 0 0 0 0 0"}});
    }

    void CheckLong()
    {
        Start(MakeDrive());
        // To cylinder 1, head 1 in 2 ms; blocks 38 and 39 pass from 5 to 7 ms; arm over two
        // cylinders until 9.5 ms; blocks 40 and 41 pass from 10 to 12.5 ms.
        Check("zone border", {{0, READ, 38, 4, "miss 0 510 2000 2500 3000 4500 50"}});
        Serve({50000, READ, 0, 12, ""});
        CheckProbe(90000, 4, "full", "the last 8 of 12");
        CheckProbe(100000, 3, "miss", "not the others");
        auto drive = MakeDrive();
        drive.cache = {};
        Start(drive);
        Check("no cache",
              {{0, READ, 2, 3, "miss 0 510 0 1500 0 3000 50"},
               {20000, READ, 2, 3, "miss 0 510 0 1500 0 3000 50"}});
        NS_TEST_EXPECT_MSG_EQ(m_controller->GetChangeableCacheSettings().readCache, false, "none");
        NS_TEST_EXPECT_MSG_EQ(m_controller->GetChangeableCacheSettings().writeCache, false, "none");
    }

    void CheckRepositioning()
    {
        auto drive = MakeDrive();
        drive.repositioning = MicroSeconds(1000);
        Start(drive);
        Check("repositioning",
              {{0, READ, 3, 2, "miss 0 510 1000 1500 0 2000 50"},
               {20000, READ, 5, 1, "miss 0 410 0 4600 0 1000 50"}, // continues
               {40000, READ, 7, 1, "miss 0 510 1000 5500 0 1000 50"},
               {60000, READ, 20, 1, "miss 0 510 2000 2500 0 1000 50"}}); // the seek is longer
    }
};

/**
 * @ingroup disk-model
 *
 * What a drive forgets without power, and caches that are switched off.
 */
class DiskControllerStateTest : public DiskControllerTestCase
{
  public:
    DiskControllerStateTest()
        : DiskControllerTestCase("Power loss and cache settings")
    {
    }

  private:
    void DoRun() override
    {
        Start(MakeWriteBackDrive());
        Serve({0, READ, 20, 1, ""});
        Check("before", {{20000, WRITE, 3, 2, "full 0 820 0 0 0 0 100"}});
        BeginWriteBack(25000);
        m_controller->LosePower(MicroSeconds(26000));
        NS_TEST_EXPECT_MSG_EQ(m_controller->IsClean(), true, "lost");
        const auto track = m_controller->GetTrack(MicroSeconds(30000));
        NS_TEST_EXPECT_MSG_EQ((track == DiskTrack{0, 0}), true, "heads on block 0");
        Check("after", {{30000, READ, 0, 1, "miss 0 510 0 9500 0 1000 50"}});
        Check("lost", {{50000, READ, 3, 1, "miss 0 510 0 2500 0 1000 50"}});
        m_controller->LosePower(MicroSeconds(60000));
        Check("goes on from nothing", {{70000, READ, 0, 1, "miss 0 510 0 9500 0 1000 50"}});
        CheckSettings();
    }

    void CheckSettings()
    {
        Start(MakeWriteBackDrive());
        NS_TEST_EXPECT_MSG_EQ(m_controller->GetCacheSettings().writeCache, true, "on at first");
        NS_TEST_EXPECT_MSG_EQ(m_controller->GetCacheSettings().readCache, true, "on at first");
        Serve({0, READ, 2, 1, ""});
        Check("on", {{20000, WRITE, 5, 1, "full 0 820 0 0 0 0 50"}});
        m_controller->SetCacheSettings({false, false});
        Check("off", {{40000, READ, 2, 1, "miss 0 610 0 1400 0 1000 50"}});
        Check("waits still", {{60000, READ, 5, 1, "refused"}, {60000, WRITE, 5, 1, "refused"}});
        CheckWriteBack(60000, "5-6 until 66000", "written back");
        m_controller->EndWriteBack();
        Check("off", {{80000, WRITE, 5, 1, "miss 0 1120 0 3850 0 1000 50"}});
        Check("not kept", {{100000, READ, 8, 1, "miss 0 610 0 7400 0 1000 50"}});
        m_controller->SetCacheSettings({true, true});
        CheckProbe(120000, 2, "full", "was kept when it was on");
        CheckProbe(140000, 8, "miss", "was not when it was off");
    }
};

/**
 * @ingroup disk-model
 *
 * The controller of a drive without read-ahead and write-back.
 */
class DiskControllerTestSuite : public TestSuite
{
  public:
    DiskControllerTestSuite()
        : TestSuite("disk-model-controller", Type::UNIT)
    {
        AddTestCase(new DiskControllerOverheadTest, Duration::QUICK);
        AddTestCase(new DiskControllerHitTest, Duration::QUICK);
        AddTestCase(new DiskControllerStateTest, Duration::QUICK);
    }
};

static DiskControllerTestSuite g_diskControllerTestSuite; //!< registers the suite
