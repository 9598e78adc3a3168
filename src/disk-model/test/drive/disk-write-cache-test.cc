/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "disk-controller-test-case.h"

using namespace ns3;

/**
 * @ingroup disk-model
 *
 * Writes are complete in the cache and go to the medium later.
 */
class DiskWriteBackTest : public DiskControllerTestCase
{
  public:
    DiskWriteBackTest()
        : DiskControllerTestCase("Writes that are complete in the cache")
    {
    }

  private:
    void DoRun() override
    {
        CheckOnTheWay();
        CheckRoom();
        CheckReads();
        CheckAppendsOnly();
        CheckReadAhead();
        CheckIgnoredFlush();
    }

    void CheckOnTheWay()
    {
        Start(MakeWriteBackDrive());
        CheckWriteBack(0, "nothing", "clean");
        Check("first", {{0, WRITE, 3, 2, "full 0 820 0 0 0 0 100"}});
        // Blocks 3 and 4 pass from 3 to 5 ms.
        CheckWriteBack(1000, "3-5 until 5000", "on the way");
        Check("on the way",
              {{1500, WRITE, 4, 1, "refused"},
               {1500, WRITE, 5, 2, "full 0 720 0 0 0 0 100"}, // appended; the refused is none
               {2500, READ, 4, 2, "full 0 310 0 0 0 0 100"},
               {3000, READ, 4, 2, "full 0 210 0 0 0 0 100"},
               // A read that needs the medium waits for the arm: ready at 3.9 ms.
               {3400, READ, 0, 1, "miss 1100 510 0 5000 0 1000 50"}});
        m_controller->EndWriteBack();
        NS_TEST_EXPECT_MSG_EQ(m_controller->IsClean(), false, "the appended wait");
        // Complete at 11.06 ms; the blocks come round at 15 ms.
        CheckWriteBack(11060, "5-7 until 17000", "the appended");
        m_controller->EndWriteBack();
        NS_TEST_EXPECT_MSG_EQ(m_controller->IsClean(), true, "all");
        Check("flushed", {{17000, FLUSH, 0, 0, "miss 0 0 0 0 0 0 0"}});
    }

    void CheckRoom()
    {
        Start(MakeWriteBackDrive());
        Check("two segments",
              {{0, WRITE, 30, 1, "full 0 820 0 0 0 0 50"},
               {5000, WRITE, 10, 1, "full 0 920 0 0 0 0 50"},
               {10000, WRITE, 3, 1, "refused"},
               {10000, FLUSH, 0, 0, "refused"},
               {10000, WRITE, 11, 1, "full 0 720 0 0 0 0 50"},    // joins
               {15000, WRITE, 10, 2, "full 0 920 0 0 0 0 100"}}); // again
        // To cylinder 1, head 1 in 2.5 ms; block 30 is in slot 7.
        CheckWriteBack(20000, "30-31 until 28000", "waited longest");
        Check("still two", {{21000, WRITE, 3, 1, "refused"}});
        m_controller->EndWriteBack();
        Check("one is free", {{28000, WRITE, 3, 1, "full 0 920 0 0 0 0 50"}});
        // Back to head 1 of cylinder 0 at 32.5 ms; block 10 is in slot 2.
        CheckWriteBack(30000, "10-12 until 44000", "then these");
        m_controller->EndWriteBack();
        CheckWriteBack(44000, "3-4 until 54000", "the last");
        m_controller->EndWriteBack();
        // Too long for a segment: the medium takes them at once, 2 ms after 60 ms.
        Check("long", {{60000, WRITE, 0, 9, "miss 0 1220 0 8750 0 9000 50"}});
    }

    void CheckReads()
    {
        auto drive = MakeWriteBackDrive();
        Start(drive);
        Serve({0, WRITE, 10, 1, ""});
        Check("dirty",
              {{5000, READ, 10, 1, "full 0 310 0 0 0 0 50"},
               {10000, READ, 9, 2, "refused"},
               {10000, VERIFY, 10, 1, "refused"},
               {10000, READ, 9, 1, "miss 0 510 0 8500 0 1000 50"}});
        Check("past the cache",
              {{30000, READ, 10, 1, "refused"}, {30000, WRITE, 10, 1, "refused"}},
              true);
        Check("elsewhere", {{30000, WRITE, 3, 1, "miss 0 1120 0 1850 0 1000 50"}}, true);
        drive.cache.readHitsOnWrites = false;
        Start(drive);
        Serve({0, WRITE, 3, 2, ""});
        Check("not for reads", {{5000, READ, 3, 1, "refused"}});
        CheckWriteBack(5000, "3-5 until 15000", "written back");
        m_controller->EndWriteBack();
        Check("from the medium", {{15000, READ, 3, 1, "miss 0 610 0 7400 0 1000 50"}});
    }

    void CheckAppendsOnly()
    {
        auto drive = MakeWriteBackDrive();
        drive.cache.writeCache = DiskWriteCache::APPENDS_ONLY;
        Start(drive);
        // Block 8 passes from 8 to 9 ms.
        Check("appends",
              {{0, WRITE, 3, 2, "full 0 820 0 0 0 0 100"}, // nothing waits
               {5000, WRITE, 8, 1, "miss 0 1220 0 1750 0 1000 50"},
               {10000, WRITE, 5, 1, "full 0 920 0 0 0 0 50"}, // continues from what waits
               {15000, WRITE, 6, 1, "full 0 720 0 0 0 0 50"},
               {20000, WRITE, 4, 1, "refused"}});
        CheckWriteBack(20000, "3-7 until 27000", "at once");
        m_controller->EndWriteBack();
        Check("clean again", {{30000, WRITE, 8, 1, "full 0 920 0 0 0 0 50"}});
    }

    void CheckReadAhead()
    {
        auto drive = MakeWriteBackDrive();
        drive.cache.readAhead = DiskReadAhead::TRACK_END;
        Start(drive);
        Serve({0, READ, 0, 2, ""}); // until 12 ms; block 4 passes until 15 ms
        Check("into what is read on", {{14100, WRITE, 5, 1, "full 0 820 0 0 0 0 50"}});
        CheckProbe(50000, 3, "full", "read before");
        CheckProbe(60000, 5, "full", "written");
        CheckProbe(70000, 4, "miss", "not read on");
        Start(drive);
        Serve({0, READ, 0, 2, ""});
        Serve({14100, WRITE, 1, 1, ""});
        CheckProbe(50000, 0, "full", "in front");
        CheckProbe(60000, 1, "full", "written");
        CheckProbe(70000, 2, "miss", "dropped behind the written");
    }

    void CheckIgnoredFlush()
    {
        Start(MakeWriteBackDrive());
        m_controller->SetIgnoresFlush(true);
        Check("said to be safe",
              {{0, WRITE, 30, 1, "full 0 820 0 0 0 0 50"},
               {5000, FLUSH, 0, 0, "miss 0 0 0 0 0 0 0"}});
        Check("forced, but cached", {{10000, WRITE, 10, 1, "full 0 920 0 0 0 0 50"}}, true);
        NS_TEST_EXPECT_MSG_EQ(m_controller->IsClean(), false, "in the cache alone");
    }
};

/**
 * @ingroup disk-model
 *
 * Writes that wait for the medium.
 */
class DiskWriteThroughTest : public DiskControllerTestCase
{
  public:
    DiskWriteThroughTest()
        : DiskControllerTestCase("Writes that are complete on the medium")
    {
    }

  private:
    void DoRun() override
    {
        CheckBus();
        CheckDisconnection();
        CheckLeastSeek();
        CheckKept();
    }

    void CheckBus()
    {
        auto drive = MakeDrive();
        Start(drive);
        // Ready at 1.1 ms, the arm at 3.6 ms, settling included: the bus is long done.
        Check("hidden by the arm", {{0, WRITE, 20, 1, "miss 0 1120 2500 1400 0 1000 0"}});
        Start(drive);
        Check("one block ahead", {{0, WRITE, 3, 4, "miss 0 1120 0 1850 0 4000 50"}});
        drive.controller.writeBlockTransfer = MicroSeconds(2000);
        Start(drive);
        // All blocks are there at 9.1 ms. The fourth sector must not pass before, so the first not
        // before 6.1 ms.
        Check("slow bus", {{0, WRITE, 3, 4, "miss 0 1120 0 6900 0 4000 5000"}});
        Start(drive);
        // Block 7 may pass from 7 ms on, as the last of four is there before 10 ms.
        Check("just in time", {{0, WRITE, 7, 3, "miss 0 1120 0 1900 0 3000 4000"}});
        CheckBusOverSwitch(drive);
    }

    /**
     * Blocks 8 and 9 pass from 8 to 10 ms, 10 and 11 of the next track from 12 to 14 ms.
     *
     * @param drive the drive
     */
    void CheckBusOverSwitch(DiskParameters drive)
    {
        drive.controller.writeBlockTransfer = MicroSeconds(2900);
        Start(drive);
        // There at 4, 6.9, 9.8 and 12.7 ms. The last sector passes 5 ms after the first, so the
        // first may from 7.7 ms on.
        Check("in time", {{0, WRITE, 8, 4, "miss 0 1120 0 300 2000 4000 6600"}});
        drive.controller.writeBlockTransfer = MicroSeconds(3000);
        Start(drive);
        Check("too late", {{0, WRITE, 8, 4, "miss 0 1120 0 9900 2000 4000 7000"}}); // from 8.1 on
    }

    void CheckDisconnection()
    {
        auto drive = MakeDrive();
        auto& controller = drive.controller;
        controller.writeDisconnection = MicroSeconds(20000);
        controller.firstReselection = MicroSeconds(30);
        Start(drive);
        // On the medium at 4 ms; the bus is free at 21.15 ms.
        Check("bus free late", {{0, WRITE, 3, 1, "miss 0 1150 0 1850 0 1000 17200"}});
        controller.firstReselection = Time(0);
        controller.writeDisconnection = Time(0);
        auto& extra = controller.extraDisconnection;
        extra.enabled = true;
        extra.command = MicroSeconds(2000);
        extra.disconnection = MicroSeconds(300);
        extra.pause = MicroSeconds(500);
        extra.lastDisconnection = MicroSeconds(80);
        extra.lastReselection = MicroSeconds(25);
        extra.seekDelay = MicroSeconds(70);
        Start(drive);
        // At 20 ms: ready at 22 ms, the arm 70 us later; its block is there at 22.85 ms.
        Check("extra",
              {{0, WRITE, 3, 1, "miss 0 1120 0 1850 0 1000 50"},
               {20000, WRITE, 7, 1, "miss 0 2115 0 4150 0 1000 780"},
               {40000, WRITE, 8, 1, "miss 0 1020 0 6950 0 1000 50"}, // continues
               {60000, READ, 2, 1, "miss 0 610 0 1400 0 1000 50"},
               {80000, WRITE, 5, 1, "miss 0 1120 0 3850 0 1000 50"}}); // behind a read
    }

    void CheckLeastSeek()
    {
        auto drive = MakeDrive();
        drive.controller.minWriteSeek = MicroSeconds(4000);
        Start(drive);
        // Ready at 1.1 ms, settled at 5.1 ms.
        Check("least seek",
              {{0, WRITE, 3, 1, "miss 0 1120 0 7900 0 1000 4000"},
               // Ready at 21 ms, settled at 25 ms: it continues, but not at once.
               {20000, WRITE, 4, 1, "miss 0 1020 0 9000 0 1000 4000"},
               // Ready at 41.2 ms; 2.5 of the 4 ms are the arm's.
               {40000, WRITE, 20, 1, "miss 0 1220 2500 9800 0 1000 1500"}});
        drive.controller.writeMiss = {};
        drive.controller.writeCompletion = Time(0);
        drive.controller.writeBlockTransfer = Time(0);
        Start(drive);
        Check("goes on at once",
              {{0, WRITE, 3, 1, "miss 0 0 0 9000 0 1000 4000"},
               {14000, WRITE, 4, 1, "miss 0 0 0 0 0 1000 0"}});
        auto writeBack = MakeWriteBackDrive();
        writeBack.controller.minWriteSeek = MicroSeconds(4000);
        Start(writeBack);
        Serve({0, WRITE, 3, 2, ""});
        CheckWriteBack(1000, "3-5 until 5000", "on the way");
        // Ready at 3.2 ms, the arm is free at 5 ms and settled at 9 ms.
        Check("busy arm", {{2000, WRITE, 8, 1, "miss 1800 1220 0 9000 0 1000 4000"}}, true);
    }

    void CheckKept()
    {
        Start(MakeDrive());
        Serve({0, WRITE, 3, 2, ""});
        Check("kept", {{20000, READ, 3, 2, "full 0 310 0 0 0 0 100"}});
        NS_TEST_EXPECT_MSG_EQ(m_controller->IsClean(), true, "on the medium");
        CheckWriteBack(30000, "nothing", "nothing to do");
        auto drive = MakeDrive();
        drive.cache.readAhead = DiskReadAhead::SEGMENT_FULL;
        drive.cache.readHitsOnWrites = false;
        Start(drive);
        Serve({0, READ, 3, 2, ""});
        Serve({50000, WRITE, 4, 2, ""});
        CheckProbe(100000, 3, "full", "in front");
        CheckProbe(200000, 5, "miss", "what was read is old");
    }
};

/**
 * @ingroup disk-model
 *
 * When a write is complete.
 */
class DiskWriteCacheTestSuite : public TestSuite
{
  public:
    DiskWriteCacheTestSuite()
        : TestSuite("disk-model-write-cache", Type::UNIT)
    {
        AddTestCase(new DiskWriteBackTest, Duration::QUICK);
        AddTestCase(new DiskWriteThroughTest, Duration::QUICK);
    }
};

static DiskWriteCacheTestSuite g_diskWriteCacheTestSuite; //!< registers the suite
