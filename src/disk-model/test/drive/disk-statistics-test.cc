/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/disk-catalogue.h"
#include "ns3/disk-drive.h"
#include "ns3/disk-seek-curve.h"
#include "ns3/pointer.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <cstdint>
#include <vector>

using namespace ns3;

/**
 * @ingroup disk-model
 *
 * A closed loop of random reads of one block, and sums over their times.
 */
class RandomReader
{
  public:
    /**
     * @param drive the drive to read from
     * @param count number of reads
     * @param stream stream of the random blocks
     */
    RandomReader(Ptr<DiskDrive> drive, uint32_t count, int64_t stream)
        : m_drive(drive),
          m_left(count)
    {
        m_random->SetStream(stream);
        drive->TraceConnectWithoutContext("Access", MakeCallback(&RandomReader::Note, this));
        Next();
        Simulator::Run();
        m_end = Simulator::Now();
        Simulator::Destroy();
    }

    int64_t m_seek{0};                  //!< nanoseconds
    int64_t m_rotation{0};              //!< nanoseconds
    int64_t m_transfer{0};              //!< nanoseconds
    std::vector<DiskAccess> m_accesses; //!< the accesses in their order
    Time m_end;                         //!< end of the last

  private:
    /**
     * Submit the next read.
     */
    void Next()
    {
        const auto lba = m_random->GetInteger(0, m_drive->GetBlockCount() - 1);
        auto request = Create<BlockRequest>(BlockOperation::READ, lba, 1);
        request->completion = MakeCallback(&RandomReader::Complete, this);
        m_drive->Submit(request);
    }

    /**
     * Continue.
     */
    void Complete(Ptr<BlockRequest>)
    {
        if (--m_left > 0)
        {
            Next();
        }
    }

    /**
     * @param access where the time of a read goes
     */
    void Note(Ptr<const BlockRequest>, const DiskAccess& access)
    {
        m_seek += access.seek.GetNanoSeconds();
        m_rotation += access.rotation.GetNanoSeconds();
        m_transfer += access.transfer.GetNanoSeconds();
        m_accesses.push_back(access);
    }

    Ptr<DiskDrive> m_drive; //!< the drive
    uint32_t m_left;        //!< reads to complete
    Ptr<UniformRandomVariable> m_random{CreateObject<UniformRandomVariable>()}; //!< blocks
};

/**
 * @ingroup disk-model
 *
 * The means of 100,000 random reads are those of the closed form.
 */
class DiskRandomReadsTest : public TestCase
{
  public:
    DiskRandomReadsTest()
        : TestCase("Mean seek, rotation and transfer of random reads within 1 % of the closed form")
    {
    }

  private:
    /// Number of reads.
    static constexpr uint32_t READS = 100000;

    void DoRun() override
    {
        auto drive = CreateObject<DiskDrive>();
        const auto parameters = DiskCatalogue::Get("Cheetah9LP");
        const auto revolution = 60e9 / parameters.rpm;
        const auto seek = GetMeanSeek(parameters);
        const auto transfer = revolution * GetMeanInverseTrack(parameters);
        // The block is uniform over the slots of its track, but for the few tracks cut short by
        // spare sectors, and the time of arrival over the slot: half a revolution.
        const auto rotation = revolution / 2;

        const RandomReader reader(drive, READS, 7);
        NS_TEST_EXPECT_MSG_EQ_TOL(reader.m_seek / double{READS}, seek, 0.01 * seek, "seek");
        NS_TEST_EXPECT_MSG_EQ_TOL(reader.m_rotation / double{READS},
                                  rotation,
                                  0.01 * rotation,
                                  "rotation");
        NS_TEST_EXPECT_MSG_EQ_TOL(reader.m_transfer / double{READS},
                                  transfer,
                                  0.01 * transfer,
                                  "transfer");
    }

    /**
     * Expected seek between two uniformly random blocks: over all pairs of cylinders, and a head
     * switch between the tracks of a cylinder.
     *
     * @param parameters the drive
     * @return nanoseconds
     */
    double GetMeanSeek(const DiskParameters& parameters)
    {
        const DiskGeometry geometry(parameters);
        const DiskSeekCurve curve(parameters.seekPoints);
        const double blocks = parameters.blocks;
        std::vector<double> share(parameters.cylinders); // of the blocks, by cylinder
        double sameTrack = 0;
        for (uint64_t lba = 0; lba < parameters.blocks;)
        {
            const auto location = geometry.Locate(lba);
            share[location.track.cylinder] += location.run / blocks;
            sameTrack += (location.run / blocks) * (location.run / blocks);
            lba += location.run;
        }
        double sameCylinder = 0;
        double mean = 0;
        for (uint32_t distance = 0;
             distance <= geometry.Locate(parameters.blocks - 1).track.cylinder;
             ++distance)
        {
            double pairs = 0;
            for (uint32_t cylinder = 0; cylinder + distance < parameters.cylinders; ++cylinder)
            {
                pairs += share[cylinder] * share[cylinder + distance];
            }
            mean += 2 * pairs * curve.GetNanoSeconds(distance);
            sameCylinder = distance == 0 ? pairs : sameCylinder;
        }
        return mean + (sameCylinder - sameTrack) * parameters.headSwitch.GetNanoSeconds();
    }

    /**
     * @param parameters the drive
     * @return expected share of a revolution that a uniformly random block takes
     */
    double GetMeanInverseTrack(const DiskParameters& parameters)
    {
        const DiskGeometry geometry(parameters);
        double mean = 0;
        for (uint64_t lba = 0; lba < parameters.blocks;)
        {
            const auto location = geometry.Locate(lba);
            mean += double(location.run) / location.sectorsPerTrack / parameters.blocks;
            lba += location.run;
        }
        return mean;
    }
};

/**
 * @ingroup disk-model
 *
 * The same streams give the same accesses, other streams do not.
 */
class DiskDeterminismTest : public TestCase
{
  public:
    DiskDeterminismTest()
        : TestCase("The same streams give the same times, to the nanosecond")
    {
    }

  private:
    /**
     * @param stream first stream to use
     * @return the run
     */
    RandomReader Run(int64_t stream)
    {
        auto drive = CreateObject<DiskDrive>();
        drive->SetAttribute("InitialPhase", PointerValue(CreateObject<UniformRandomVariable>()));
        stream += drive->AssignStreams(stream);
        return RandomReader(drive, 1000, stream);
    }

    void DoRun() override
    {
        const auto first = Run(11);
        const auto second = Run(11);
        const auto other = Run(21);
        NS_TEST_ASSERT_MSG_EQ(first.m_accesses.size(), second.m_accesses.size(), "as many");
        for (std::size_t i = 0; i < first.m_accesses.size(); ++i)
        {
            const auto one = first.m_accesses[i].GetTotal();
            const auto two = second.m_accesses[i].GetTotal();
            NS_TEST_EXPECT_MSG_EQ(one, two, "read " << i);
        }
        NS_TEST_EXPECT_MSG_EQ(first.m_end, second.m_end, "the end");
        NS_TEST_EXPECT_MSG_NE(first.m_end, other.m_end, "another run");
    }
};

/**
 * @ingroup disk-model
 *
 * A drive under random reads.
 */
class DiskStatisticsTestSuite : public TestSuite
{
  public:
    DiskStatisticsTestSuite()
        : TestSuite("disk-model-statistics", Type::SYSTEM)
    {
        AddTestCase(new DiskRandomReadsTest, Duration::QUICK);
        AddTestCase(new DiskDeterminismTest, Duration::QUICK);
    }
};

static DiskStatisticsTestSuite g_diskStatisticsTestSuite; //!< registers the suite
