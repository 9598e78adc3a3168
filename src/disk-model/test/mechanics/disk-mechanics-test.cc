/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../drive/disk-test-drive.h"

#include "ns3/disk-catalogue.h"
#include "ns3/disk-mechanics.h"
#include "ns3/random-variable-stream.h"
#include "ns3/test.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

using namespace ns3;

/**
 * @ingroup disk-model
 *
 * Accesses of the tiny drive take the times worked out on paper.
 */
class DiskMechanicsHandWorkedTest : public TestCase
{
  public:
    DiskMechanicsHandWorkedTest()
        : TestCase("Accesses worked out by hand, to the nanosecond")
    {
    }

  private:
    /// An access and its times in microseconds.
    struct Row
    {
        const char* what;      //!< for messages
        DiskTrack from;        //!< the position of the heads
        int64_t start;         //!< when it begins, nanoseconds
        DiskTransfer transfer; //!< the transfer
        uint32_t distance;     //!< cylinders
        int64_t seek;          //!< nanoseconds
        int64_t rotation;      //!< nanoseconds
        int64_t switching;     //!< nanoseconds
        int64_t media;         //!< nanoseconds
        DiskTrack end;         //!< the position of the heads then
    };

    void DoRun() override
    {
        constexpr int64_t US = 1000;
        const std::vector<Row> rows{
            {"nothing to wait for", {0, 0}, 0, {0, 1}, 0, 0, 0, 0, 1000 * US, {0, 0}},
            {"just missed, by 1 ns", {0, 0}, 1, {0, 1}, 0, 0, 9999999, 0, 1000 * US, {0, 0}},
            // Slot 2 passes at 2 ms; the head is there at 1.5 ms.
            {"head switch", {0, 0}, 0, {10, 1}, 0, 1500 * US, 500 * US, 0, 1000 * US, {0, 1}},
            // 1.5 + 0.5 ms is the very moment at which slot 2 begins.
            {"head switch to write",
             {0, 0},
             0,
             {10, 1, true},
             0,
             2000 * US,
             0,
             0,
             1000 * US,
             {0, 1}},
            {"the same, missed by 1 ns",
             {0, 0},
             1,
             {10, 1, true},
             0,
             2000 * US,
             9999999,
             0,
             1000 * US,
             {0, 1}},
            {"write without a move needs no settling",
             {0, 0},
             0,
             {1, 1, true},
             0,
             0,
             1000 * US,
             0,
             1000 * US,
             {0, 0}},
            // Slot 5 passes at 5 ms, the arm is there at 2 ms.
            {"one cylinder", {0, 0}, 0, {20, 1}, 1, 2000 * US, 3000 * US, 0, 1000 * US, {1, 0}},
            // Arm and head move at the same time; slot 7 at 7 ms.
            {"one cylinder and another head",
             {0, 0},
             0,
             {30, 1},
             1,
             2000 * US,
             5000 * US,
             0,
             1000 * US,
             {1, 1}},
            // 3 ms + (5 - 3 ms) * (5 - 3) / (7 - 3) = 4 ms; slot 0 passes at 10 ms.
            {"between two points of the curve",
             {0, 0},
             0,
             {68, 1},
             5,
             4000 * US,
             6000 * US,
             0,
             2000 * US,
             {5, 0}},
            // Outwards over 7 cylinders: 5 ms, slot 0 at 10 ms.
            {"full stroke, outwards",
             {7, 0},
             0,
             {0, 1},
             7,
             5000 * US,
             5000 * US,
             0,
             1000 * US,
             {0, 0}},
            {"last block", {7, 0}, 1000 * US, {89, 1}, 0, 0, 9000 * US, 0, 2000 * US, {7, 0}},
            // Slots 8 and 9 until 10 ms; head 1 ready at 11.5 ms; its slot 2 passes at 12 ms.
            {"over two heads", {0, 0}, 0, {8, 4}, 0, 0, 8000 * US, 2000 * US, 4000 * US, {0, 1}},
            // The same as a write: ready at 10 + 1.5 + 0.5 = 12 ms, in time.
            {"over two heads, write",
             {0, 0},
             0,
             {8, 4, true},
             0,
             0,
             8000 * US,
             2000 * US,
             4000 * US,
             {0, 1}},
            // Blocks 18, 19 are slots 0, 1 until 2 ms; arm ready at 4 ms; slot 5 passes at 5 ms.
            {"over two cylinders", {0, 1}, 0, {18, 4}, 0, 0, 0, 3000 * US, 4000 * US, {1, 0}},
            // Blocks 38, 39 are slots 5, 6 until 7 ms; two cylinders take 2.5 ms, ready at 9.5 ms;
            // slot 0 at 10 ms; then 2 * 1.25 ms.
            {"over two zones", {1, 1}, 0, {38, 4}, 0, 0, 5000 * US, 3000 * US, 4500 * US, {3, 0}},
            // Blocks 66, 67 are slots 6, 7 of 8: from 7.5 to 10 ms. Arm ready at 12 ms, but slot 0
            // passes at 20 ms; then 2 * 2 ms.
            {"over spare sectors",
             {4, 1},
             0,
             {66, 4},
             0,
             0,
             7500 * US,
             10000 * US,
             6500 * US,
             {5, 0}},
            // 10 ms, switch 2 ms, 10 ms, cylinder 3 ms, 10 ms
            {"three whole tracks", {0, 0}, 0, {0, 30}, 0, 0, 0, 5000 * US, 30000 * US, {1, 0}},
        };
        const DiskMechanics mechanics(MakeTinyDrive());
        NS_TEST_EXPECT_MSG_EQ(mechanics.GetRevolution(), MilliSeconds(10), "6000 rpm");
        for (const auto& row : rows)
        {
            const auto access = mechanics.Access(row.from, NanoSeconds(row.start), row.transfer);
            NS_TEST_EXPECT_MSG_EQ(access.start, NanoSeconds(row.start), row.what);
            const auto place = mechanics.GetGeometry().Locate(row.transfer.lba);
            NS_TEST_EXPECT_MSG_EQ((access.first == place.track), true, row.what);
            Check(row, access);
            // A hundred years later, a whole number of revolutions, nothing has drifted.
            const auto later = NanoSeconds(row.start) + Seconds(31'536'000) * 100;
            Check(row, mechanics.Access(row.from, later, row.transfer));
        }
    }

    /**
     * @param row what is right
     * @param access what came out
     */
    void Check(const Row& row, const DiskAccess& access)
    {
        NS_TEST_EXPECT_MSG_EQ(access.seekDistance, row.distance, row.what);
        NS_TEST_EXPECT_MSG_EQ(access.seek, NanoSeconds(row.seek), row.what);
        NS_TEST_EXPECT_MSG_EQ(access.rotation, NanoSeconds(row.rotation), row.what);
        NS_TEST_EXPECT_MSG_EQ(access.switching, NanoSeconds(row.switching), row.what);
        NS_TEST_EXPECT_MSG_EQ(access.transfer, NanoSeconds(row.media), row.what);
        NS_TEST_EXPECT_MSG_EQ((access.begin == row.from), true, row.what);
        NS_TEST_EXPECT_MSG_EQ((access.end == row.end), true, row.what);
    }
};

/**
 * @ingroup disk-model
 *
 * A head switch that takes longer than the skew allows costs a revolution.
 */
class DiskMechanicsMissedSkewTest : public TestCase
{
  public:
    DiskMechanicsMissedSkewTest()
        : TestCase("A switch longer than the skew costs a revolution")
    {
    }

  private:
    void DoRun() override
    {
        auto drive = MakeTinyDrive();
        drive.headSwitch = NanoSeconds(2000001); // the skew of 2 sectors allows 2 ms
        const DiskMechanics mechanics(drive);
        const auto access = mechanics.Access({0, 0}, Time(0), {8, 4});
        NS_TEST_EXPECT_MSG_EQ(access.switching, MilliSeconds(12), "2 ms and a revolution");
        NS_TEST_EXPECT_MSG_EQ(access.transfer, MilliSeconds(4), "unchanged");
    }
};

/**
 * @ingroup disk-model
 *
 * The platters can begin at any angle.
 */
class DiskMechanicsPhaseTest : public TestCase
{
  public:
    DiskMechanicsPhaseTest()
        : TestCase("The initial phase turns the platters")
    {
    }

  private:
    void DoRun() override
    {
        DiskMechanics mechanics(MakeTinyDrive());
        mechanics.SetInitialPhase(0.25);
        const auto access = mechanics.Access({0, 0}, Time(0), {0, 1});
        NS_TEST_EXPECT_MSG_EQ(access.rotation, MicroSeconds(7500), "three quarters to go");
        const auto later = mechanics.Access({0, 0}, MicroSeconds(7500), {0, 1});
        NS_TEST_EXPECT_MSG_EQ(later.rotation, Time(0), "there");
    }
};

/**
 * @ingroup disk-model
 *
 * A revolution that is no whole number of nanoseconds neither drifts nor makes a sequential stream
 * miss its next sector.
 */
class DiskMechanicsStreamTest : public TestCase
{
  public:
    DiskMechanicsStreamTest()
        : TestCase("A stream of single blocks runs at the speed of the media, without drift")
    {
    }

  private:
    void DoRun() override
    {
        const auto drive = DiskCatalogue::Get("Cheetah9LP");
        const DiskMechanics mechanics(drive);
        const DiskTrack track{0, 0};
        const auto next = [](uint64_t lba) { return DiskTransfer{lba, 1, false, true}; };
        auto now = mechanics.Access(track, Time(0), next(0)).GetTotal();
        for (uint64_t lba = 1; lba < 254; ++lba)
        {
            const auto access = mechanics.Access(track, now, next(lba));
            NS_TEST_ASSERT_MSG_EQ(access.rotation, Time(0), "block " << lba << " is next");
            now += access.GetTotal();
        }
        // A revolution takes 60 s / 10045 = 5,973,120.955... ns.
        NS_TEST_EXPECT_MSG_EQ(now, NanoSeconds(5973120), "254 blocks are a revolution");

        // Every minute has exactly 10,045 revolutions: also the 50 millionth, 95 years on.
        const auto early = mechanics.Access(track, NanoSeconds(12345), {100, 1});
        const auto late =
            mechanics.Access(track, Seconds(60) * 50'000'000 + NanoSeconds(12345), {100, 1});
        NS_TEST_EXPECT_MSG_EQ(early.rotation, late.rotation, "no drift");
    }
};

/**
 * @ingroup disk-model
 *
 * Random accesses agree with a walk from sector to sector and obey the media.
 */
class DiskMechanicsRandomTest : public TestCase
{
  public:
    DiskMechanicsRandomTest()
        : TestCase("Random accesses: never negative, never faster than the media, as by sector")
    {
    }

  private:
    void DoRun() override
    {
        const auto drive = DiskCatalogue::Get("Cheetah9LP");
        const DiskMechanics mechanics(drive);
        const auto count = mechanics.GetGeometry().GetBlockCount();
        const auto revolution = 60e9 / drive.rpm;
        auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(2);
        DiskTrack track;
        Time start;
        for (int i = 0; i < 5000; ++i)
        {
            DiskTransfer transfer;
            transfer.blocks = random->GetInteger(1, 2000);
            transfer.lba = random->GetInteger(0, count - transfer.blocks);
            transfer.isWrite = i % 2 == 1;
            start += NanoSeconds(random->GetInteger(0, 100'000'000));
            const auto access = mechanics.Access(track, start, transfer);

            NS_TEST_ASSERT_MSG_EQ(access.seek.IsStrictlyNegative(), false, "seek");
            NS_TEST_ASSERT_MSG_EQ(access.rotation.IsStrictlyNegative(), false, "rotation");
            NS_TEST_ASSERT_MSG_LT(access.rotation.GetNanoSeconds(), revolution, "rotation");
            NS_TEST_ASSERT_MSG_EQ(access.switching.IsStrictlyNegative(), false, "switching");
            // Zones get slower inwards, so none is faster than the one at the beginning.
            const auto sectors = mechanics.GetGeometry().Locate(transfer.lba).sectorsPerTrack;
            const auto fastest = transfer.blocks * revolution / sectors - 1;
            NS_TEST_ASSERT_MSG_GT(access.transfer.GetNanoSeconds(), fastest, "no zone is faster");
            const auto total = WalkSectors(mechanics, drive, track, start, transfer);
            NS_TEST_ASSERT_MSG_EQ_TOL(static_cast<double>(access.GetTotal().GetNanoSeconds()),
                                      total,
                                      1.01,
                                      "as by sector, but for rounding down to nanoseconds");
            track = access.end;
            start += access.GetTotal();
        }
    }

    /**
     * Time an access sector by sector.
     *
     * @param mechanics the drive
     * @param drive its parameters
     * @param track the track of the heads
     * @param start when it begins
     * @param transfer what to transfer
     * @return how long it takes, nanoseconds
     */
    double WalkSectors(const DiskMechanics& mechanics,
                       const DiskParameters& drive,
                       DiskTrack track,
                       Time start,
                       const DiskTransfer& transfer)
    {
        const auto revolution = 60e9L / drive.rpm;
        const long double begin = start.GetNanoSeconds();
        auto now = begin;
        for (uint64_t lba = transfer.lba; lba < transfer.lba + transfer.blocks; ++lba)
        {
            const auto location = mechanics.GetGeometry().Locate(lba);
            now += mechanics.GetMoveNanoSeconds(track, location.track, transfer.isWrite);
            track = location.track;
            const auto target = revolution * location.GetAngle() / DiskSpindle::REVOLUTION;
            auto wait = std::fmod(target - std::fmod(now, revolution) + revolution, revolution);
            if (revolution - wait < 1e-3L) // it is there, but for the rounding of this walk
            {
                wait = 0;
            }
            now += wait + revolution / location.sectorsPerTrack;
        }
        return now - begin;
    }
};

/**
 * @ingroup disk-model
 *
 * Where the time of an access goes.
 */
class DiskMechanicsTestSuite : public TestSuite
{
  public:
    DiskMechanicsTestSuite()
        : TestSuite("disk-model-mechanics", Type::UNIT)
    {
        AddTestCase(new DiskMechanicsHandWorkedTest, Duration::QUICK);
        AddTestCase(new DiskMechanicsMissedSkewTest, Duration::QUICK);
        AddTestCase(new DiskMechanicsPhaseTest, Duration::QUICK);
        AddTestCase(new DiskMechanicsStreamTest, Duration::QUICK);
        AddTestCase(new DiskMechanicsRandomTest, Duration::QUICK);
    }
};

static DiskMechanicsTestSuite g_diskMechanicsTestSuite; //!< registers the suite
