/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "disk-controller-test-case.h"

#include "ns3/disk-parameters-checker.h"
#include "ns3/disk-read-stream.h"
#include "ns3/random-variable-stream.h"

#include <algorithm>

using namespace ns3;

/**
 * @ingroup disk-model
 *
 * A drive reads on as far as its rule says.
 */
class DiskReadAheadRuleTest : public DiskControllerTestCase
{
  public:
    DiskReadAheadRuleTest()
        : DiskControllerTestCase("How far each rule reads on")
    {
    }

  private:
    void DoRun() override
    {
        CheckRules();
        CheckLimits();
        CheckUntilInterrupted();
        CheckForgotten();
        CheckFreeBlocks();
    }

    void CheckRules()
    {
        // Blocks 3 and 4 are read; the track ends before block 10, the cylinder before 20.
        CheckAhead("none", Make(DiskReadAhead::NONE, 32), 0);
        CheckAhead("track", Make(DiskReadAhead::TRACK_END, 32), 5);
        CheckAhead("cylinder", Make(DiskReadAhead::CYLINDER_END, 32), 15);
        CheckAhead("segment", Make(DiskReadAhead::SEGMENT_FULL, 8), 6);
        CheckAhead("segment, over requested", Make(DiskReadAhead::SEGMENT_FULL, 8, true), 8);
        CheckAhead("next track, alone", Make(DiskReadAhead::NEXT_TRACK_END, 32), 5);
        const auto next = Make(DiskReadAhead::NEXT_TRACK_END, 32);
        Start(next);
        CheckHeld({0, READ, 8, 4, ""}, 18, "next track, the segment begun on one before");
        Start(next);
        CheckHeld({0, READ, 8, 2, ""}, 0, "up to the end of a track");
        Start(Make(DiskReadAhead::TRACK_END, 4));
        Serve({0, READ, 3, 2, ""});
        CheckProbe(50000, 9, "full", "to the end of the track");
        CheckProbe(60000, 6, "full", "the last 4");
        CheckProbe(70000, 5, "miss", "gave way");
    }

    void CheckLimits()
    {
        auto drive = Make(DiskReadAhead::SEGMENT_FULL, 32);
        Start(drive);
        CheckHeld({0, READ, 85, 2, ""}, 3, "the drive ends");
        Start(drive);
        CheckHeld({0, READ, 89, 1, ""}, 0, "the last block");
        Start(drive);
        CheckHeld({0, READ, 38, 1, ""}, 31, "over the end of a zone");
        drive.cache.maxReadAhead = 3;
        CheckAhead("no more than 3", drive, 3);
        drive.cache.segmentBlocks = 2;
        Start(drive);
        CheckHeld({0, READ, 3, 5, ""}, 0, "longer than a segment");
        drive.cache.readAheadOverRequested = true;
        Start(drive);
        CheckHeld({0, READ, 3, 5, ""}, 2, "which it takes the place of");
        auto writeBack = MakeWriteBackDrive();
        writeBack.cache.readAhead = DiskReadAhead::SEGMENT_FULL;
        Start(writeBack);
        Serve({0, WRITE, 8, 1, ""});
        CheckHeld({20000, READ, 3, 2, ""}, 4, "up to what waits, and that");
    }

    void CheckUntilInterrupted()
    {
        auto drive = Make(DiskReadAhead::UNTIL_INTERRUPTED, 8);
        drive.cache.maxReadAhead = UINT32_MAX;
        Start(drive);
        Serve({0, READ, 3, 2, ""});
        // A year later it stands at the end of the drive, and the last 8 blocks are there.
        const auto year = int64_t{365} * 24 * 3600 * 1000000;
        NS_TEST_EXPECT_MSG_EQ(m_controller->GetTrack(MicroSeconds(year)).cylinder, 7, "the end");
        CheckProbe(year, 82, "full", "the first of 8");
        CheckProbe(year, 89, "full", "the last");
        CheckProbe(year, 81, "miss", "gave way");
    }

    void CheckForgotten()
    {
        auto drive = Make(DiskReadAhead::SEGMENT_FULL, 8);
        drive.cache.forgetRequested = true;
        Start(drive);
        CheckHeld({0, READ, 3, 1, ""}, 7, "one is asked for, 7 are read on");
        Start(drive);
        Serve({0, READ, 3, 2, ""});
        CheckProbe(50000, 4, "miss", "forgotten");
        Start(drive);
        Serve({0, READ, 3, 2, ""});
        CheckProbe(5100, 5, "read_ahead", "from the stream");
        CheckProbe(50000, 6, "full", "read on");
        CheckProbe(60000, 5, "miss", "forgotten, too");
    }

    void CheckFreeBlocks()
    {
        // The arm is ready at 0.5 ms; blocks 1 to 4 pass before 5 and 6.
        auto drive = Make(DiskReadAhead::NONE, 8);
        drive.cache.freeBlocks = true;
        Start(drive);
        Serve({0, READ, 5, 2, ""});
        CheckProbe(20000, 1, "full", "passed");
        CheckProbe(40000, 0, "miss", "had begun");
        drive.cache.segmentBlocks = 4;
        Start(drive);
        Serve({0, READ, 5, 2, ""});
        CheckProbe(20000, 3, "full", "passed");
        CheckProbe(40000, 2, "miss", "no room");
        // Sector 3 is slipped: block 3 is in sector 4, and so on.
        drive.zones[0].spares = 1;
        drive.zones[0].slips = {3};
        drive.blocks = 89;
        drive.cache.segmentBlocks = 8;
        Start(drive);
        Serve({0, READ, 5, 2, ""});
        CheckProbe(20000, 4, "miss", "not worth a search");
    }

    /**
     * @param rule how far it reads on
     * @param blocks blocks in a segment
     * @param over whether what is read on may take the place of what was asked for
     * @return a drive
     */
    static DiskParameters Make(DiskReadAhead rule, uint32_t blocks, bool over = false)
    {
        auto drive = MakeDrive();
        drive.cache.readAhead = rule;
        drive.cache.segmentBlocks = blocks;
        drive.cache.readAheadOverRequested = over;
        return drive;
    }

    /**
     * @param what for messages
     * @param drive a drive that reads blocks 3 and 4
     * @param count number of blocks that it reads on
     */
    void CheckAhead(const char* what, const DiskParameters& drive, uint64_t count)
    {
        Start(drive);
        CheckHeld({0, READ, 3, 2, ""}, count, what);
    }

    /**
     * @param read a read
     * @param count how many of the blocks behind it are to be in the cache ten seconds later
     * @param what for messages
     */
    void CheckHeld(const Step& read, uint64_t count, const char* what)
    {
        Serve(read);
        auto lba = read.lba + read.blocks;
        const auto end = m_controller->GetMechanics().GetGeometry().GetBlockCount();
        int64_t at = 10'000'000;
        while (lba < end && Probe(at, lba) == "full")
        {
            ++lba;
            at += 100'000;
        }
        NS_TEST_EXPECT_MSG_EQ(lba - read.lba - read.blocks, count, what);
    }
};

/**
 * @ingroup disk-model
 *
 * What is read on answers reads while it comes, and other commands end it.
 */
class DiskReadAheadTimeTest : public DiskControllerTestCase
{
  public:
    DiskReadAheadTimeTest()
        : DiskControllerTestCase("Reads of blocks on their way, and commands that interrupt")
    {
    }

  private:
    void DoRun() override
    {
        CheckOnTheWay();
        CheckInterruption();
        CheckMinimum();
        CheckAfterHit();
        CheckWaitingWrites();
    }

    /**
     * @return a drive that has read blocks 0 and 1 until 12 ms and reads on: block k has passed at
     *         11 + k ms, up to block 9
     */
    DiskParameters MakeReading()
    {
        auto drive = MakeDrive();
        drive.cache.readAhead = DiskReadAhead::TRACK_END;
        drive.cache.readAheadOverRequested = true;
        return drive;
    }

    /**
     * @param drive a drive for the steps that follow
     */
    void StartReading(const DiskParameters& drive)
    {
        Start(drive);
        Check("first", {{0, READ, 0, 2, "miss 0 510 0 9500 0 2000 50"}});
    }

    void CheckOnTheWay()
    {
        // At 14.1 ms blocks 2 and 3 are there, block 4 is at 15.
        StartReading(MakeReading());
        Check("some there", {{14100, READ, 2, 3, "read_ahead 0 110 0 0 0 800 50"}});
        // At 15.06 ms block 5 is under the head: 6 is not the next.
        Check("not the next", {{15060, READ, 6, 1, "miss 0 510 0 440 0 1000 50"}});
        StartReading(MakeReading());
        Check("none there", {{13500, READ, 3, 4, "read_ahead 0 210 0 0 0 3300 50"}});
        // Head 1 at 21.5 ms; blocks 10 and 11 pass from 22 to 24 ms. It reads on to block 19.
        StartReading(MakeReading());
        Check("past the end",
              {{13500, READ, 2, 10, "read_ahead 0 110 0 0 0 10400 50"},
               {60000, READ, 19, 1, "full 0 210 0 0 0 0 50"},
               {70000, READ, 11, 1, "miss 0 510 0 2500 0 1000 50"}}); // gave way: 12 to 19 are held
        auto drive = MakeReading();
        drive.controller.blockTransfer = MicroSeconds(3000);
        Start(drive);
        Serve({0, READ, 0, 2, ""});
        // Block 7 is there at 18 ms, 8 at 19; two blocks take 6 ms from 18 on.
        Check("slow bus", {{17100, READ, 7, 2, "read_ahead 0 210 0 0 0 1700 5000"}});
        Start(drive);
        Serve({0, READ, 0, 2, ""});
        // Blocks 2 to 4 are there: 4 blocks take 12 ms from 15.6 on; block 5 is there at 16.
        Check("slow bus", {{15500, READ, 2, 4, "read_ahead 0 110 0 0 0 400 11600"}});
    }

    void CheckInterruption()
    {
        // The arm is wanted at 14.6 ms, inside block 4, and takes 2 ms to block 20, from 25 ms on.
        auto drive = MakeReading();
        StartReading(drive);
        Check("at once", {{14100, READ, 20, 1, "miss 0 510 2000 8400 0 1000 50"}});
        CheckProbe(50000, 3, "full", "read on");
        CheckProbe(60000, 4, "miss", "interrupted");
        drive.cache.stopInSector = false;
        StartReading(drive);
        Check("after the sector", {{14100, READ, 20, 1, "miss 400 510 2000 8000 0 1000 50"}});
        CheckProbe(50000, 4, "full", "read to its end");
        StartReading(drive);
        Check("it is over", {{30000, READ, 20, 1, "miss 0 510 2000 2500 0 1000 50"}});
        // A write to the medium wants the arm at 15.2 ms.
        StartReading(MakeReading());
        Check("a write", {{14100, WRITE, 20, 1, "miss 0 1120 2500 7300 0 1000 0"}});
        CheckProbe(50000, 4, "full", "until 15 ms");
        CheckProbe(60000, 5, "miss", "interrupted");
    }

    void CheckMinimum()
    {
        // Five blocks are read on before anything else: until 17 ms.
        auto drive = MakeReading();
        drive.cache.minReadAhead = 5;
        StartReading(drive);
        Check("at least 5", {{14100, READ, 20, 1, "miss 2400 510 2000 6000 0 1000 50"}});
        CheckProbe(50000, 6, "full", "the fifth");
        CheckProbe(60000, 7, "miss", "no more");
        drive.cache.minReadAhead = 50;
        StartReading(drive);
        // To the end of the track: until 20 ms.
        Check("all there is", {{14100, READ, 20, 1, "miss 5400 510 2000 3000 0 1000 50"}});
    }

    void CheckAfterHit()
    {
        auto drive = MakeDrive();
        drive.cache.readAhead = DiskReadAhead::SEGMENT_FULL;
        drive.cache.maxReadAhead = 2;
        Start(drive);
        Serve({0, READ, 3, 2, ""});
        Check("hit", {{50000, READ, 3, 4, "full 0 210 0 0 0 0 200"}});
        CheckProbe(100000, 7, "miss", "not read on");
        drive.cache.readAheadOnHit = true;
        Start(drive);
        Serve({0, READ, 3, 2, ""});
        Check("hit", {{50000, READ, 3, 4, "full 0 210 0 0 0 0 200"}});
        // Block 7 comes round from 57 to 58 ms.
        Check("first block", {{57500, READ, 7, 1, "read_ahead 0 210 0 0 0 300 50"}});
        CheckProbe(100000, 8, "full", "read on");
        Start(drive);
        Serve({0, READ, 3, 2, ""});
        Serve({50000, READ, 3, 4, ""});
        Check("early", {{51000, READ, 6, 2, "read_ahead 0 210 0 0 0 6800 50"}});
        Start(drive);
        Serve({0, READ, 3, 2, ""});
        Serve({50000, READ, 3, 4, ""});
        // The arm need not wait for block 7.
        Check("interrupted", {{51000, READ, 20, 1, "miss 0 510 2000 1500 0 1000 50"}});
        CheckProbe(100000, 7, "miss", "not read");
        drive.cache.maxReadAhead = 1;
        Start(drive);
        Serve({0, READ, 3, 2, ""});
        Serve({50000, READ, 3, 3, ""});
        CheckProbe(100000, 6, "full", "a single block");
    }

    void CheckWaitingWrites()
    {
        auto drive = MakeWriteBackDrive();
        drive.cache.readAhead = DiskReadAhead::UNTIL_INTERRUPTED;
        drive.cache.readAheadOnHit = true;
        Start(drive);
        Serve({0, WRITE, 3, 4, ""});
        // A read of what waits neither reads on nor lets it give way.
        Check("what waits", {{20000, READ, 3, 4, "full 0 310 0 0 0 0 200"}});
        CheckProbe(500000, 7, "miss", "the arm is for the write");
        // It reads on behind block 7, in another segment.
        // From cylinder 7, where the drive ends, in 5.5 ms.
        CheckWriteBack(900000, "3-7 until 917000", "nothing is lost");
        m_controller->EndWriteBack();
        Serve({910000, WRITE, 20, 4, ""});
        Check("partial", {{930000, READ, 22, 4, "partial 0 310 2000 6700 0 2000 50"}});
        // From cylinder 7 in 5 ms; block 20 is in slot 5.
        CheckWriteBack(1900000, "20-24 until 1909000", "nothing is lost");
    }
};

/**
 * @ingroup disk-model
 *
 * A stream that is asked often is as far as one that is asked once.
 */
class DiskReadStreamTest : public DiskControllerTestCase
{
  public:
    DiskReadStreamTest()
        : DiskControllerTestCase("Streams that are asked often and once")
    {
    }

  private:
    void DoRun() override
    {
        auto drive = MakeTinyDrive();
        auto& zone = drive.zones.front();
        drive.zones.resize(1);
        zone.lastCylinder = 399;
        drive.cylinders = 400;
        drive.blocks = 8000;
        drive.rpm = 10045;
        drive.seekPoints.push_back({400, MilliSeconds(9)});
        DiskParametersChecker(drive).Check();
        const DiskMechanics mechanics(drive);
        auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(7);
        DiskReadStream often(mechanics);
        often.Start(NanoSeconds(123456), {7, 8000});
        int64_t now = 123456;
        while (often.GetPosition() < 7990)
        {
            now += random->GetInteger(0, 9'000'000);
            often.Advance(NanoSeconds(now));
            DiskReadStream once(mechanics);
            once.Start(NanoSeconds(123456), {7, 8000});
            once.Advance(NanoSeconds(now));
            const auto position = once.GetPosition();
            NS_TEST_ASSERT_MSG_EQ(often.GetPosition(), position, "by " << now);
            for (const auto end : {position + 1, position + 30})
            {
                const auto before = std::min<uint64_t>(end, 8000);
                NS_TEST_ASSERT_MSG_EQ(often.GetTimeBefore(before), once.GetTimeBefore(before), end);
            }
        }
        // Before the block in front of the first has passed, that is the next.
        DiskReadStream later(mechanics);
        later.Start(MilliSeconds(50), {7, 7});
        later.Advance(MilliSeconds(49));
        NS_TEST_EXPECT_MSG_EQ(later.GetPosition(), 6, "to come");
        NS_TEST_EXPECT_MSG_EQ(later.GetTimeBefore(7), MilliSeconds(50), "then");
        later.Advance(MilliSeconds(51));
        NS_TEST_EXPECT_MSG_EQ(later.GetPosition(), 7, "passed");
    }
};

/**
 * @ingroup disk-model
 *
 * What a drive reads by itself.
 */
class DiskReadAheadTestSuite : public TestSuite
{
  public:
    DiskReadAheadTestSuite()
        : TestSuite("disk-model-read-ahead", Type::UNIT)
    {
        AddTestCase(new DiskReadAheadRuleTest, Duration::QUICK);
        AddTestCase(new DiskReadAheadTimeTest, Duration::QUICK);
        AddTestCase(new DiskReadStreamTest, Duration::QUICK);
    }
};

static DiskReadAheadTestSuite g_diskReadAheadTestSuite; //!< registers the suite
