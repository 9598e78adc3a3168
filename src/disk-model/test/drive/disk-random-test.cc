/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "disk-random-drive.h"

#include "ns3/disk-geometry.h"
#include "ns3/disk-mechanics.h"
#include "ns3/disk-parameters-checker.h"
#include "ns3/test.h"

#include <algorithm>
#include <cmath>
#include <vector>

using namespace ns3;

/**
 * @ingroup disk-model
 *
 * Every block of a random drive has a place of its own and is found there.
 */
class DiskRandomGeometryTest : public TestCase
{
  public:
    DiskRandomGeometryTest()
        : TestCase("Random layouts: every block there and back, runs, ends of tracks")
    {
    }

  private:
    void DoRun() override
    {
        auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(3);
        DiskRandomDrive drives(random);
        uint64_t slips = 0;
        uint64_t defects = 0;
        for (int i = 0; i < 1000; ++i)
        {
            const auto drive = drives.Make();
            DiskParametersChecker(drive).Check();
            const DiskGeometry geometry(drive);
            CheckBlocks(geometry, drive);
            CheckSectors(geometry, drive);
            for (const auto& zone : drive.zones)
            {
                slips += zone.slips.size();
                defects += zone.defects.size();
            }
        }
        NS_TEST_EXPECT_MSG_GT(slips, 1000, "enough slips to mean something");
        NS_TEST_EXPECT_MSG_GT(defects, 300, "enough defects to mean something");
    }

    /**
     * @param geometry a drive
     * @param drive its parameters
     */
    void CheckBlocks(const DiskGeometry& geometry, const DiskParameters& drive)
    {
        const auto count = geometry.GetBlockCount();
        NS_TEST_ASSERT_MSG_EQ(count, drive.blocks, "its capacity");
        for (uint64_t lba = 0; lba < count; ++lba)
        {
            const auto location = geometry.Locate(lba);
            const auto found = geometry.FindLba(location.track, location.sector);
            NS_TEST_ASSERT_MSG_EQ(found.value_or(UINT64_MAX), lba, "there and back");
            NS_TEST_ASSERT_MSG_LT(location.GetAngle(), DiskSpindle::REVOLUTION, "an angle");
            NS_TEST_ASSERT_MSG_GT(location.run, 0, "a run");
            NS_TEST_ASSERT_MSG_LT(location.run, count - lba + 1, "a run is on the drive");
            if (lba + 1 < count)
            {
                CheckNext(location, geometry.Locate(lba + 1));
            }
            NS_TEST_ASSERT_MSG_GT(geometry.GetTrackEnd(lba), lba, "a track ends after its block");
            NS_TEST_ASSERT_MSG_LT(geometry.GetTrackEnd(lba),
                                  geometry.GetCylinderEnd(lba) + 1,
                                  "a cylinder does not end before its track");
        }
        CheckEnds(geometry, drive);
    }

    /**
     * @param location a block
     * @param next the block after it
     */
    void CheckNext(const DiskLocation& location, const DiskLocation& next)
    {
        const bool follows = next.track == location.track && next.sector == location.sector + 1;
        NS_TEST_ASSERT_MSG_EQ((location.run > 1 && !follows), false, "a run is in order");
        if (location.run > 1)
        {
            NS_TEST_ASSERT_MSG_EQ(next.run, location.run - 1, "and gets shorter");
            NS_TEST_ASSERT_MSG_EQ(next.GetAngle(),
                                  location.GetAngle(1) % DiskSpindle::REVOLUTION,
                                  "sectors touch");
        }
    }

    /**
     * On a drive without defects a track and a cylinder end where the next block is elsewhere.
     *
     * @param geometry a drive
     * @param drive its parameters
     */
    void CheckEnds(const DiskGeometry& geometry, DiskParameters drive)
    {
        for (auto& zone : drive.zones)
        {
            zone.defects.clear();
        }
        const DiskGeometry healthy(drive);
        auto trackEnd = drive.blocks;
        auto cylinderEnd = drive.blocks;
        for (auto lba = drive.blocks - 1; lba > 0; --lba)
        {
            NS_TEST_ASSERT_MSG_EQ(geometry.GetTrackEnd(lba), trackEnd, "defects change no end");
            NS_TEST_ASSERT_MSG_EQ(geometry.GetCylinderEnd(lba), cylinderEnd, "nor a cylinder's");
            const auto track = healthy.Locate(lba).track;
            const auto before = healthy.Locate(lba - 1).track;
            trackEnd = track == before ? trackEnd : lba;
            cylinderEnd = track.cylinder == before.cylinder ? cylinderEnd : lba;
        }
    }

    /**
     * @param geometry a drive
     * @param drive its parameters
     */
    void CheckSectors(const DiskGeometry& geometry, const DiskParameters& drive)
    {
        std::vector<bool> isSeen(drive.blocks);
        uint64_t count = 0;
        for (uint32_t cylinder = 0; cylinder < drive.cylinders; ++cylinder)
        {
            for (uint32_t head = 0; head < drive.heads; ++head)
            {
                for (uint32_t sector = 0; sector < 12; ++sector)
                {
                    const auto lba = geometry.FindLba({cylinder, head}, sector);
                    if (lba)
                    {
                        NS_TEST_ASSERT_MSG_EQ(isSeen.at(*lba), false, "no block is in two places");
                        isSeen.at(*lba) = true;
                        ++count;
                    }
                }
            }
        }
        NS_TEST_EXPECT_MSG_EQ(count, drive.blocks, "each block once");
    }
};

/**
 * @ingroup disk-model
 *
 * Random transfers on random drives agree with a walk from sector to sector and obey the media,
 * with zero latency and without.
 */
class DiskRandomTransferTest : public TestCase
{
  public:
    DiskRandomTransferTest()
        : TestCase("Random transfers: as by sector, zero latency never slower, continuations")
    {
    }

  private:
    void DoRun() override
    {
        auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(4);
        DiskRandomDrive drives(random);
        uint64_t gains = 0;
        for (int i = 0; i < 500; ++i)
        {
            auto drive = drives.Make();
            const DiskMechanics plain(drive);
            drive.zeroLatencyRead = true;
            drive.zeroLatencyWrite = true;
            const DiskMechanics zero(drive);
            DiskTrack track;
            for (int j = 0; j < 20; ++j)
            {
                const auto transfer = DrawTransfer(random, drive.blocks);
                const auto start = NanoSeconds(random->GetInteger(0, 1'000'000'000));
                const auto slow = plain.Access(track, start, transfer);
                const auto fast = zero.Access(track, start, transfer);
                CheckAccess(slow, drive, transfer);
                CheckAccess(fast, drive, transfer);
                NS_TEST_ASSERT_MSG_LT(fast.GetTotal(),
                                      slow.GetTotal() + NanoSeconds(1),
                                      "zero latency is never slower");
                gains += fast.GetTotal() < slow.GetTotal() ? 1 : 0;
                CheckWalk(slow, Walk(plain, drive, track, start, transfer, false));
                CheckWalk(fast, Walk(plain, drive, track, start, transfer, true));
                CheckPositioning(plain, track, start, transfer, slow);
                CheckPieces(plain, track, start, transfer, slow);
                CheckContinuation(random->GetInteger(0, 1) == 1 ? plain : zero, start, transfer);
                track = fast.end;
            }
        }
        NS_TEST_EXPECT_MSG_GT(gains, 1000, "zero latency is often faster");
    }

    /**
     * @param random what to draw from
     * @param blocks capacity of the drive
     * @return a transfer
     */
    DiskTransfer DrawTransfer(Ptr<UniformRandomVariable> random, uint64_t blocks)
    {
        DiskTransfer transfer;
        transfer.blocks = random->GetInteger(1, std::min<uint64_t>(blocks, 60));
        transfer.lba = random->GetInteger(0, blocks - transfer.blocks);
        transfer.isWrite = random->GetInteger(0, 1) == 1;
        return transfer;
    }

    /**
     * @param access an access
     * @param drive the drive
     * @param transfer the transfer
     */
    void CheckAccess(const DiskAccess& access,
                     const DiskParameters& drive,
                     const DiskTransfer& transfer)
    {
        const auto revolution = 60e9 / drive.rpm;
        uint32_t mostSectors = 0;
        for (const auto& zone : drive.zones)
        {
            mostSectors = std::max(mostSectors, zone.sectorsPerTrack);
        }
        NS_TEST_ASSERT_MSG_EQ(access.seek.IsStrictlyNegative(), false, "seek");
        NS_TEST_ASSERT_MSG_EQ(access.rotation.IsStrictlyNegative(), false, "rotation");
        NS_TEST_ASSERT_MSG_LT(access.rotation.GetNanoSeconds(), revolution, "rotation");
        NS_TEST_ASSERT_MSG_EQ(access.switching.IsStrictlyNegative(), false, "switching");
        NS_TEST_ASSERT_MSG_GT(access.transfer.GetNanoSeconds(),
                              transfer.blocks * revolution / mostSectors - 1.01,
                              "never faster than the media");
    }

    /**
     * @param access an access
     * @param nanoseconds how long it takes by sector
     */
    void CheckWalk(const DiskAccess& access, long double nanoseconds)
    {
        const long double total = access.GetTotal().GetNanoSeconds();
        NS_TEST_ASSERT_MSG_EQ_TOL(total, nanoseconds, 1.01L, "as by sector, but for rounding down");
    }

    /**
     * @param angle the angle under the head, revolutions
     * @param location a sector
     * @return what part of a revolution it takes until the sector begins
     */
    long double GetWait(long double angle, const DiskLocation& location)
    {
        const auto target = static_cast<long double>(location.GetAngle()) / DiskSpindle::REVOLUTION;
        const auto wait = target - angle - std::floor(target - angle);
        return wait > 1 - 1e-11L ? 0 : wait; // it is there, but for the rounding of this walk
    }

    /**
     * Time an access sector by sector: in order, or with zero latency as long as the longest wait
     * for a sector of the track and the sector itself.
     *
     * @param mechanics the drive
     * @param drive its parameters
     * @param track the track of the heads
     * @param start when it begins
     * @param transfer what to transfer
     * @param zeroLatency whether sectors of a track may pass in any order
     * @return how long it takes, nanoseconds
     */
    long double Walk(const DiskMechanics& mechanics,
                     const DiskParameters& drive,
                     DiskTrack track,
                     Time start,
                     const DiskTransfer& transfer,
                     bool zeroLatency)
    {
        const auto revolution = 60e9L / drive.rpm;
        const long double begin = start.GetNanoSeconds();
        auto arrival = begin; // on the track
        auto now = begin;
        auto previous = mechanics.GetGeometry().Locate(transfer.lba);
        for (auto lba = transfer.lba; lba < transfer.lba + transfer.blocks; ++lba)
        {
            const auto location = mechanics.GetGeometry().Locate(lba);
            const bool goesOn = location.track == track && location.sector > previous.sector;
            if (!zeroLatency || !goesOn || lba == transfer.lba)
            {
                arrival =
                    now + mechanics.GetMoveNanoSeconds(track, location.track, transfer.isWrite);
                now = arrival;
            }
            const auto wait = GetWait(arrival / revolution, location) * revolution;
            now = std::max(now, arrival + wait + revolution / location.sectorsPerTrack);
            track = location.track;
            previous = location;
        }
        return now - begin;
    }

    /**
     * @param mechanics a drive
     * @param track the track of the heads
     * @param start when an access begins
     * @param transfer its transfer
     * @param access where its time goes
     */
    void CheckPositioning(const DiskMechanics& mechanics,
                          const DiskTrack& track,
                          Time start,
                          const DiskTransfer& transfer,
                          const DiskAccess& access)
    {
        const auto positioning =
            mechanics.GetPositioningNanoSeconds(track, start, transfer.lba, transfer.isWrite);
        const auto expected = access.seek + access.rotation;
        NS_TEST_ASSERT_MSG_EQ(positioning, expected.GetNanoSeconds(), "seek and rotation");
    }

    /**
     * A transfer in pieces, one right after another, ends when the whole does.
     *
     * @param mechanics a drive
     * @param track the track of the heads
     * @param start when an access begins
     * @param transfer its transfer
     * @param access where its time goes
     */
    void CheckPieces(const DiskMechanics& mechanics,
                     DiskTrack track,
                     Time start,
                     const DiskTransfer& transfer,
                     const DiskAccess& access)
    {
        auto now = start;
        for (uint32_t i = 0; i < transfer.blocks; ++i)
        {
            const auto piece =
                mechanics.Access(track, now, {transfer.lba + i, 1, transfer.isWrite});
            now += piece.GetTotal();
            track = piece.end;
        }
        NS_TEST_ASSERT_MSG_EQ(now - start, access.GetTotal(), "block by block");
        NS_TEST_ASSERT_MSG_EQ((track == access.end), true, "to the same track");
    }

    /**
     * @param mechanics a drive
     * @param end when a transfer ended
     * @param transfer what comes after its last block
     */
    void CheckContinuation(const DiskMechanics& mechanics, Time end, const DiskTransfer& transfer)
    {
        if (transfer.lba == 0)
        {
            return;
        }
        const auto before = transfer.lba - 1;
        const auto limit = mechanics.GetGeometry().GetBlockCount() - transfer.lba;
        const auto isWrite = transfer.isWrite;
        const auto time = mechanics.GetContinuation(before, end, transfer.blocks, isWrite);
        const auto count = [&](Time until, uint64_t most) {
            return mechanics.CountBlocksBy(before, end, until, most, isWrite);
        };
        const auto at = end + time;
        NS_TEST_ASSERT_MSG_EQ(count(at, limit), transfer.blocks, "there at its time");
        NS_TEST_ASSERT_MSG_EQ(count(at - NanoSeconds(1), limit),
                              transfer.blocks - 1,
                              "not there a nanosecond before");
        NS_TEST_ASSERT_MSG_EQ(count(at, transfer.blocks - 1), transfer.blocks - 1, "a limit");
        NS_TEST_ASSERT_MSG_EQ(count(end, limit), 0, "none at the end itself");
        NS_TEST_ASSERT_MSG_EQ(count(end + Years(1), limit), limit, "all in a year");
    }
};

/**
 * @ingroup disk-model
 *
 * What holds for every drive.
 */
class DiskRandomTestSuite : public TestSuite
{
  public:
    DiskRandomTestSuite()
        : TestSuite("disk-model-random", Type::UNIT)
    {
        AddTestCase(new DiskRandomGeometryTest, Duration::QUICK);
        AddTestCase(new DiskRandomTransferTest, Duration::QUICK);
    }
};

static DiskRandomTestSuite g_diskRandomTestSuite; //!< registers the suite
