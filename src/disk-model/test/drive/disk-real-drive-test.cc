/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/boolean.h"
#include "ns3/disk-drive.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint32_t PAGE = 8; //!< blocks of a request of 4 KiB

/// A percentile of the latency of reads.
struct DiskPercentile
{
    double share;     //!< of reads that take no longer
    double ms;        //!< as measured
    double tolerance; //!< largest error, as a share
};

/**
 * Draws places of 4 KiB.
 */
class FilePlaces
{
  public:
    /**
     * @param blocks size of the volume
     * @param fragments how many pieces the file has, 0 for a file that is the whole volume
     */
    FilePlaces(uint64_t blocks, uint32_t fragments)
        : m_blocks(blocks),
          m_fragments(fragments),
          m_random(CreateObject<UniformRandomVariable>())
    {
        m_random->SetStream(7);
    }

    /**
     * @return a place
     */
    uint64_t Draw() const
    {
        const auto pages = m_blocks / PAGE;
        if (m_fragments == 0)
        {
            return m_random->GetInteger(0, pages - 1) * PAGE;
        }
        // The file takes what was free of the volume, 2 %, in pieces at equal distances.
        const auto distance = pages / m_fragments;
        const auto piece = m_random->GetInteger(0, m_fragments - 1);
        return (piece * distance + distance / 2 + m_random->GetInteger(0, distance / 50)) * PAGE;
    }

  private:
    uint64_t m_blocks;                   //!< size of the volume
    uint32_t m_fragments;                //!< pieces of the file, or 0
    Ptr<UniformRandomVariable> m_random; //!< draws
};

/**
 * @return a drive whose platters begin at any angle
 */
Ptr<DiskDrive>
MakeRealDrive()
{
    auto drive = CreateObject<DiskDrive>();
    drive->SetAttribute("Model", StringValue("ST2000DM006"));
    drive->SetAttribute("InitialPhase", StringValue("ns3::UniformRandomVariable"));
    drive->AssignStreams(3);
    return drive;
}

/**
 * Keep reads of 4 KiB under way.
 *
 * @param places where
 * @param depth how many at a time
 * @param count how many in all
 * @param latencies gets how long each took
 * @return reads/s
 */
double
ReadAtDepth(const FilePlaces& places, uint32_t depth, uint32_t count, std::vector<Time>& latencies)
{
    const auto drive = MakeRealDrive();
    uint32_t left = count;
    std::function<void()> next = [&] {
        if (left == 0)
        {
            return;
        }
        --left;
        auto request = Create<BlockRequest>(BlockOperation::READ, places.Draw(), PAGE);
        request->completion = BlockRequest::Completion([&](Ptr<BlockRequest> it) {
            latencies.push_back(Simulator::Now() - it->issueTime);
            next();
        });
        drive->Submit(request);
    };
    for (uint32_t i = 0; i < depth; ++i)
    {
        next();
    }
    Simulator::Run();
    const auto rate = count / Simulator::Now().GetSeconds();
    Simulator::Destroy();
    return rate;
}

/**
 * Do requests one after the other.
 *
 * @param drive the drive
 * @param requests makes the next one, null at the end
 * @return how long all took
 */
Time
RunEach(Ptr<DiskDrive> drive, const std::function<Ptr<BlockRequest>()>& requests)
{
    const auto begin = Simulator::Now();
    auto end = begin;
    std::function<void()> next = [&] {
        end = Simulator::Now();
        const auto request = requests();
        if (!request)
        {
            Simulator::Stop();
            return;
        }
        request->completion = BlockRequest::Completion([&](Ptr<BlockRequest>) { next(); });
        drive->Submit(request);
    };
    Simulator::ScheduleNow(next);
    Simulator::Run();
    return end - begin;
}

/**
 * Write to scattered places of a file and flush it, as NTFS does: it writes the change of the
 * file's record to its journal, which is near the beginning of the volume, and then sends FLUSH.
 * The record itself can wait.
 *
 * @param writes how many
 * @param rounds how often
 * @return median of the time of the flush, which begins when all writes are complete
 */
Time
Flush(uint32_t writes, uint32_t rounds)
{
    const auto drive = MakeRealDrive();
    const FilePlaces places(drive->GetBlockCount(), 0);
    constexpr uint64_t JOURNAL = 6291456; // 3 GiB from the beginning
    std::vector<Time> times;
    for (uint32_t round = 0; round < rounds; ++round)
    {
        uint32_t left = writes;
        RunEach(drive, [&]() -> Ptr<BlockRequest> {
            return left-- == 0 ? nullptr
                               : Create<BlockRequest>(BlockOperation::WRITE, places.Draw(), PAGE);
        });
        uint32_t step = 0;
        times.push_back(RunEach(drive, [&]() -> Ptr<BlockRequest> {
            switch (step++)
            {
            case 0:
                return Create<BlockRequest>(BlockOperation::WRITE, JOURNAL + PAGE * round, PAGE);
            case 1:
                return Create<BlockRequest>(BlockOperation::FLUSH, 0, 0);
            default:
                return nullptr;
            }
        }));
    }
    Simulator::Destroy();
    std::ranges::sort(times);
    return times[times.size() / 2];
}

} // namespace

/**
 * @ingroup disk-model-tests
 *
 * The ST2000DM006 of the catalogue against measurements of a real one that others published, in
 * validation/reference/real_drives.csv.
 */
class DiskRealDriveTestCase : public TestCase
{
  public:
    DiskRealDriveTestCase()
        : TestCase("ST2000DM006")
    {
    }

  private:
    void DoRun() override
    {
        CheckReads();
        CheckDepths();
        CheckWrites();
        CheckSequential();
        CheckPartOfSector();
    }

    /// Random reads, one at a time, of a file in 20 pieces, spread over a volume that is full.
    void CheckReads()
    {
        // Fitted are the 1st, by the number of pieces, and by the drive the 50th, 90th, 99th and
        // 99.9th.
        const std::vector<DiskPercentile> percentiles{{0.01, 3.26, 0.05},
                                                      {0.05, 7.70, 0.05},
                                                      {0.10, 10.42, 0.05},
                                                      {0.25, 14.75, 0.05},
                                                      {0.50, 17.69, 0.02},
                                                      {0.75, 20.84, 0.05},
                                                      {0.90, 23.20, 0.05},
                                                      {0.95, 24.77, 0.05},
                                                      {0.99, 28.44, 0.02},
                                                      {0.995, 40.63, 0.1},
                                                      {0.999, 103.3, 0.1}};
        std::vector<Time> latencies;
        const auto blocks = MakeRealDrive()->GetBlockCount();
        const auto rate = ReadAtDepth(FilePlaces(blocks, 20), 1, 200000, latencies);
        std::ranges::sort(latencies);
        for (const auto& it : percentiles)
        {
            const auto ms = latencies[it.share * latencies.size()].GetNanoSeconds() / 1e6;
            NS_TEST_EXPECT_MSG_EQ_TOL(ms / it.ms, 1, it.tolerance, "percentile " << it.share);
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(rate / 56.9, 1, 0.02, "reads/s");
    }

    /// Random reads at several depths of a file that is spread evenly; that of 32 is fitted.
    void CheckDepths()
    {
        const auto blocks = MakeRealDrive()->GetBlockCount();
        const std::vector<std::pair<uint32_t, double>> depths{{1, 57.6},
                                                              {2, 64.5},
                                                              {4, 71.2},
                                                              {8, 78.6},
                                                              {16, 86.3},
                                                              {32, 93.6}};
        for (const auto& [depth, measured] : depths)
        {
            std::vector<Time> latencies;
            const auto rate = ReadAtDepth(FilePlaces(blocks, 0), depth, 20000, latencies);
            NS_TEST_EXPECT_MSG_EQ_TOL(rate / measured, 1, 0.05, "depth " << depth);
        }
    }

    /// A write of a part of a sector reads that first and waits a revolution.
    void CheckPartOfSector()
    {
        const auto measure = [](uint64_t lba, uint32_t blocks) {
            const auto drive = MakeRealDrive();
            bool isDone = false;
            const auto time = RunEach(drive, [&]() -> Ptr<BlockRequest> {
                if (std::exchange(isDone, true))
                {
                    return nullptr;
                }
                auto request = Create<BlockRequest>(BlockOperation::WRITE, lba, blocks);
                request->forceUnitAccess = true;
                return request;
            });
            Simulator::Destroy();
            return time.GetNanoSeconds();
        };
        constexpr uint64_t PLACE = 80000;
        constexpr int64_t REVOLUTION = 8333333;
        constexpr int64_t BLOCK = 853; // on the bus; the medium takes no more than 2,200 ns
        const auto whole = measure(PLACE, 8);
        for (const auto& [lba, blocks] : {std::pair{PLACE, 7}, {PLACE + 1, 7}, {PLACE + 4, 8}})
        {
            NS_TEST_EXPECT_MSG_EQ_TOL(measure(lba, blocks) - whole,
                                      REVOLUTION,
                                      8 * (BLOCK + 2200),
                                      "blocks " << lba - PLACE << " to " << lba - PLACE + blocks);
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(measure(PLACE, 16) - whole, 0, 8 * (BLOCK + 2200), "two sectors");
    }

    /// Requests of 1 MB in sequence, one at a time, at equal distances from rim to hub: the rate is
    /// the printed average, with the cache of writes flushed at the end.
    void CheckSequential()
    {
        constexpr uint32_t PIECES = 16;
        constexpr uint32_t LENGTH = 128; // requests in each
        constexpr uint32_t BLOCKS = 2048;
        constexpr double PRINTED = 156; // MB/s
        for (const auto operation : {BlockOperation::READ, BlockOperation::WRITE})
        {
            const auto drive = MakeRealDrive();
            const auto distance = drive->GetBlockCount() / PIECES / 8 * 8;
            uint32_t count = 0;
            const auto time = RunEach(drive, [&]() -> Ptr<BlockRequest> {
                const auto number = count++;
                if (number >= PIECES * LENGTH)
                {
                    return number > PIECES * LENGTH
                               ? nullptr
                               : Create<BlockRequest>(BlockOperation::FLUSH, 0, 0);
                }
                const auto lba = number / LENGTH * distance + number % LENGTH * BLOCKS;
                return Create<BlockRequest>(operation, lba, BLOCKS);
            });
            Simulator::Destroy();
            const auto rate = PIECES * LENGTH * BLOCKS * 512. / 1e6 / time.GetSeconds();
            NS_TEST_EXPECT_MSG_EQ_TOL(rate / PRINTED, 1, 0.02, operation << ": " << rate);
        }
    }

    /// Writes, flushed and not.
    void CheckWrites()
    {
        const auto few = Flush(8, 201);
        const auto many = Flush(64, 101);
        NS_TEST_EXPECT_MSG_EQ_TOL(few.GetMilliSeconds() / 127., 1, 0.1, "8 writes");
        NS_TEST_EXPECT_MSG_EQ_TOL(many.GetMilliSeconds() / 630., 1, 0.1, "64 writes");
        const auto drive = MakeRealDrive();
        const FilePlaces places(drive->GetBlockCount(), 0);
        uint32_t count = 0;
        RunEach(drive, [&]() -> Ptr<BlockRequest> {
            if (Simulator::Now() > Seconds(30))
            {
                return nullptr;
            }
            ++count;
            return Create<BlockRequest>(BlockOperation::WRITE, places.Draw(), PAGE);
        });
        Simulator::Destroy();
        NS_TEST_EXPECT_MSG_EQ_TOL(count / 30. / 124.5, 1, 0.1, "writes/s");
    }
};

/**
 * @ingroup disk-model-tests
 *
 * @brief Tests against measurements of a real disk.
 */
class DiskRealDriveTestSuite : public TestSuite
{
  public:
    DiskRealDriveTestSuite()
        : TestSuite("disk-model-real-drive", Type::SYSTEM)
    {
        AddTestCase(new DiskRealDriveTestCase, Duration::QUICK);
    }
};

static DiskRealDriveTestSuite g_diskRealDriveTestSuite; //!< registers the suite
