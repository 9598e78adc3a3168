/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/block-workload-helper.h"
#include "ns3/disk-catalogue.h"
#include "ns3/disk-drive.h"
#include "ns3/h2benchw-workload.h"
#include "ns3/node.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/**
 * @param drive a drive
 * @param attributes attributes of the benchmark, as text
 * @return h2benchw, after it has measured the drive
 */
Ptr<H2benchwWorkload>
Measure(Ptr<DiskDrive> drive, const std::vector<std::pair<std::string, std::string>>& attributes)
{
    BlockWorkloadHelper helper("ns3::H2benchwWorkload");
    for (const auto& [name, value] : attributes)
    {
        helper.SetAttribute(name, StringValue(value));
    }
    const auto workload =
        DynamicCast<H2benchwWorkload>(helper.Install(CreateObject<Node>(), {drive}).Get(0));
    workload->AssignStreams(5);
    Simulator::Run();
    Simulator::Destroy();
    return workload;
}

/**
 * @return a drive whose bus is no limit
 */
Ptr<DiskDrive>
MakeDrive()
{
    auto drive = CreateObject<DiskDrive>();
    drive->SetModel("Cheetah9LPFC");
    return drive;
}

} // namespace

/**
 * @ingroup disk-model
 *
 * Rates at zones are those of the medium.
 */
class DiskH2benchwZonesTest : public TestCase
{
  public:
    DiskH2benchwZonesTest()
        : TestCase("Sustained rates at zones within 0.5 % of the medium's")
    {
    }

  private:
    /**
     * Add up how long the medium takes for blocks that are read without a break: sectors, and what
     * is skipped from a track to the next.
     *
     * @param drive the drive
     * @param lba the first block
     * @param blocks how many
     * @return the time in seconds
     */
    static double GetMediumTime(const DiskDrive& drive, uint64_t lba, uint64_t blocks)
    {
        const auto parameters = DiskCatalogue::Get(drive.GetModel());
        const auto& geometry = drive.GetMechanics().GetGeometry();
        const auto end = lba + blocks;
        double revolutions = 0;
        while (lba < end)
        {
            const auto place = geometry.Locate(lba);
            const auto next = std::min(geometry.GetTrackEnd(lba), end);
            revolutions += static_cast<double>(next - lba) / place.sectorsPerTrack;
            if (next < end)
            {
                const auto zone = std::find_if(
                    parameters.zones.begin(),
                    parameters.zones.end(),
                    [&place](const auto& one) { return place.track.cylinder <= one.lastCylinder; });
                const bool isCylinderEnd = next == geometry.GetCylinderEnd(lba);
                revolutions +=
                    (isCylinderEnd ? zone->cylinderSkew : zone->trackSkew) / place.sectorsPerTrack;
            }
            lba = next;
        }
        return revolutions * 60 / parameters.rpm;
    }

    void DoRun() override
    {
        const auto drive = MakeDrive();
        const auto workload = Measure(drive,
                                      {{"InterfaceRequests", "0"},
                                       {"Zones", "40"},
                                       {"ZoneSize", "4194304"},
                                       {"Accesses", "0"},
                                       {"Writes", "false"}});
        const auto& result = *workload->FindResult(H2benchwPhase::SUSTAINED_READ);
        NS_TEST_ASSERT_MSG_EQ(result.GetParts().size(), 40, "zones");
        for (const auto& zone : result.GetParts())
        {
            const auto medium = GetMediumTime(*drive, zone.lba, zone.bytes / 512);
            NS_TEST_EXPECT_MSG_EQ_TOL(zone.time.GetSeconds(),
                                      medium,
                                      0.005 * medium,
                                      "zone at block " << zone.lba);
        }
        // The first zone has 254 sectors on a track, the last 174 of those that hold blocks.
        NS_TEST_EXPECT_MSG_GT(result.GetParts().front().GetRate(),
                              1.3 * result.GetParts().back().GetRate(),
                              "slower inside");
    }
};

/**
 * @ingroup disk-model
 *
 * What the cache and the heads have to do with the other measurements.
 */
class DiskH2benchwCacheTest : public TestCase
{
  public:
    DiskH2benchwCacheTest()
        : TestCase("Reads from the cache, and random accesses, against the drive's parameters")
    {
    }

  private:
    /**
     * @param access where the time of an access goes
     */
    void Note(Ptr<const BlockRequest>, const DiskAccess& access)
    {
        m_mechanics += access.seek + access.rotation + access.switching + access.transfer;
    }

    void DoRun() override
    {
        // Four requests are within the first segment of 561 blocks, and 20 ms are enough to fill
        // it.
        const auto cached = Measure(MakeDrive(),
                                    {{"InterfaceRequests", "3"},
                                     {"Delay", "20ms"},
                                     {"Zones", "0"},
                                     {"Accesses", "0"},
                                     {"Writes", "false"}});
        // Overheads of hits in the drive file: after another read, and going on from it.
        NS_TEST_EXPECT_MSG_EQ(cached->FindResult(H2benchwPhase::REPETITIVE_READ)->GetMeanTime(),
                              MicroSeconds(257),
                              "the same blocks again");
        NS_TEST_EXPECT_MSG_EQ(cached->FindResult(H2benchwPhase::READ_AHEAD)->GetMeanTime(),
                              MicroSeconds(77),
                              "blocks that were read ahead");
        NS_TEST_EXPECT_MSG_GT(cached->FindResult(H2benchwPhase::SEQUENTIAL_READ)->GetMeanTime(),
                              MilliSeconds(3),
                              "blocks that come from the medium");

        const auto drive = MakeDrive();
        drive->TraceConnectWithoutContext("Access",
                                          MakeCallback(&DiskH2benchwCacheTest::Note, this));
        const auto random = Measure(drive,
                                    {{"InterfaceRequests", "0"},
                                     {"Zones", "0"},
                                     {"Accesses", "2000"},
                                     {"Writes", "false"}});
        const auto& accesses = *random->FindResult(H2benchwPhase::RANDOM_READ);
        // Each misses, which takes 0.23 ms, and leaves read-ahead, which takes up to 0.85 ms.
        const auto mechanics = NanoSeconds(m_mechanics.GetNanoSeconds() / 2000);
        const auto overhead = accesses.GetMeanTime() - mechanics;
        NS_TEST_EXPECT_MSG_GT_OR_EQ(overhead, MicroSeconds(230), "the miss");
        NS_TEST_EXPECT_MSG_LT(overhead, MicroSeconds(230 + 850), "and the end of read-ahead");
        NS_TEST_EXPECT_MSG_GT(accesses.GetLongestTime(),
                              2 * accesses.GetShortestTime(),
                              "near and far");
    }

    Time m_mechanics; //!< time of all accesses to the medium
};

/**
 * @ingroup disk-model
 *
 * h2benchw on drives.
 */
class DiskH2benchwTestSuite : public TestSuite
{
  public:
    DiskH2benchwTestSuite()
        : TestSuite("disk-model-h2benchw", Type::UNIT)
    {
        AddTestCase(new DiskH2benchwZonesTest);
        AddTestCase(new DiskH2benchwCacheTest);
    }
};

static DiskH2benchwTestSuite g_diskH2benchwTestSuite; //!< registers the suite
