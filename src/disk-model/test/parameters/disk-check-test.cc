/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../drive/disk-test-drive.h"

#include "ns3/disk-parameters-checker.h"
#include "ns3/disk-parameters.h"
#include "ns3/test.h"
#include "ns3/user-error.h"

#include <functional>
#include <limits>
#include <string>
#include <vector>

using namespace ns3;

/**
 * @ingroup disk-model
 *
 * Parameters that do not fit together are refused in one line that says which.
 */
class DiskCheckTest : public TestCase
{
  public:
    DiskCheckTest()
        : TestCase("A line for every parameter that does not fit")
    {
    }

  private:
    /// What is wrong with a drive, and the line about it.
    struct Fault
    {
        std::function<void(DiskParameters&)> make; //!< breaks the tiny drive
        std::string line;                          //!< what the drive is told after its name
    };

    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(GetLine(MakeTinyDrive()), "", "nothing is wrong");
        Check(GetZoneFaults());
        Check(GetSpareFaults());
        Check(GetSlipFaults());
        Check(GetDefectFaults());
        Check(GetOtherFaults());
        CheckCapacity();
    }

    /**
     * @param faults faults, each alone
     */
    void Check(const std::vector<Fault>& faults)
    {
        for (const auto& fault : faults)
        {
            auto drive = MakeTinyDrive();
            fault.make(drive);
            NS_TEST_EXPECT_MSG_EQ(GetLine(drive), "drive tiny: " + fault.line, "the line");
        }
    }

    /**
     * @param drive a drive
     * @return what is wrong with it
     */
    std::string GetLine(const DiskParameters& drive)
    {
        try
        {
            DiskParametersChecker(drive).Check();
        }
        catch (const UserError& error)
        {
            return error.what();
        }
        return "";
    }

    /**
     * @return faults of cylinders, sectors and skews
     */
    std::vector<Fault> GetZoneFaults()
    {
        using Drive = DiskParameters;
        const auto nan = std::numeric_limits<double>::quiet_NaN();
        return {
            {[](Drive& d) { d.zones.clear(); }, "it has no zone"},
            {[](Drive& d) { d.zones[1].firstCylinder = 1; }, "zone 1 overlaps the one before"},
            {[](Drive& d) { d.zones[0].lastCylinder = 8; }, "zone 0 ends past the last cylinder"},
            {[](Drive& d) { d.zones[1].lastCylinder = 2; }, "zone 1 ends before it begins"},
            {[](Drive& d) { d.zones[2].sectorsPerTrack = 0; },
             "zone 2 must have from 1 to 1000000 sectors per track"},
            {[](Drive& d) { d.zones[0].trackSkew = -0.5; },
             "zone 0 must have a track skew of 0 or more"},
            {[nan](Drive& d) { d.zones[0].cylinderSkew = nan; },
             "zone 0 must have a cylinder skew of 0 or more"},
            {[](Drive& d) { d.zones[2].firstSectorOffset = -1; },
             "zone 2 must have its first sector at an offset of 0 or more"},
            {[](Drive& d) { d.zones[0].reservedSectors = 40; },
             "zone 0 has no sector left for a block"},
        };
    }

    /**
     * @return faults of spares
     */
    std::vector<Fault> GetSpareFaults()
    {
        using Drive = DiskParameters;
        return {
            {[](Drive& d) { d.sparing = DiskSparing::NONE; },
             "zone 1 has spares, but the sparing scheme has none"},
            {[](Drive& d) { d.zones[0].spares = 40; }, "zone 0 has no sector that is not spare"},
            {[](Drive& d) {
                 d.sparing = DiskSparing::SECTORS_PER_TRACK;
                 d.zones[0].spares = 10;
             },
             "zone 0 has no sector that is not spare"},
            {[](Drive& d) {
                 d.sparing = DiskSparing::TRACKS_PER_ZONE;
                 d.zones[0].spares = 4;
             },
             "zone 0 has no sector that is not spare"},
            {[](Drive& d) {
                 d.sparing = DiskSparing::SECTORS_PER_RANGE;
                 d.sparingRange = 0;
             },
             "a sparing range must have from 1 cylinder to all cylinders of the drive"},
            {[](Drive& d) { // zone 2 has 3 cylinders of 10 sectors: the second range lacks 10
                 d.sparing = DiskSparing::SECTORS_PER_RANGE;
                 d.sparingRange = 2;
                 d.zones[2].spares = 11;
             },
             "zone 2 has more spares in a range than its last range lacks sectors"},
        };
    }

    /**
     * @return faults of slips
     */
    std::vector<Fault> GetSlipFaults()
    {
        using Drive = DiskParameters;
        return {
            {[](Drive& d) { d.zones[1].slips = {32}; },
             "zone 1 slip 32 is past the end of the zone"},
            {[](Drive& d) { d.zones[1].slips = {3, 2}; },
             "zone 1 slip 2 is not above the one before"},
            {[](Drive& d) { d.zones[1].slips = {2, 2}; },
             "zone 1 slip 2 is not above the one before"},
            {[](Drive& d) { d.zones[1].slips = {1, 2, 3, 4, 5}; }, "zone 1 slip 5 finds no spare"},
            {[](Drive& d) { d.zones[0].slips = {7}; }, "zone 0 slip 7 finds no spare"},
            {[](Drive& d) { // one on the first track, two on the second
                 d.sparing = DiskSparing::SECTORS_PER_TRACK;
                 d.zones[1].spares = 1;
                 d.zones[1].slips = {7, 8, 9};
             },
             "zone 1 slip 9 finds no spare"},
            {[](Drive& d) { // a zone has 4 tracks
                 d.sparing = DiskSparing::TRACKS_PER_ZONE;
                 d.zones[1].spares = 1;
                 d.zones[1].slips = {4};
             },
             "zone 1 slip 4 is past the end of the zone"},
        };
    }

    /**
     * @return faults of defects; places 28 to 31 of zone 1 are its spares
     */
    std::vector<Fault> GetDefectFaults()
    {
        using Drive = DiskParameters;
        return {
            {[](Drive& d) { d.zones[1].defects = {{32, 28}}; },
             "zone 1 defect 32 is past the end of the zone"},
            {[](Drive& d) { d.zones[1].defects = {{5, 28}, {5, 29}}; },
             "zone 1 defect 5 is not above the one before"},
            {[](Drive& d) {
                 d.zones[1].slips = {5};
                 d.zones[1].defects = {{5, 29}};
             },
             "zone 1 defect 5 is slipped as well"},
            {[](Drive& d) { d.zones[1].defects = {{5, 32}}; },
             "zone 1 defect 5 has its replacement past the end of the zone"},
            {[](Drive& d) { d.zones[1].defects = {{5, 29}, {6, 29}}; },
             "zone 1 defect 6 shares its replacement with another defect"},
            {[](Drive& d) { d.zones[1].defects = {{5, 29}, {29, 30}}; },
             "zone 1 defect 5 has a defective replacement"},
            {[](Drive& d) { d.zones[1].defects = {{5, 27}}; },
             "zone 1 defect 5 has a replacement that holds a block"},
        };
    }

    /**
     * @return faults of the mechanics, the controller and the cache
     */
    std::vector<Fault> GetOtherFaults()
    {
        using Drive = DiskParameters;
        return {
            {[](Drive& d) { d.headSwitch = NanoSeconds(-1); },
             "head_switch_ms must not be negative"},
            {[](Drive& d) { d.writeTrackSettle = NanoSeconds(-1); },
             "write_track_settle_ms must not be negative"},
            {[](Drive& d) { d.seekPoints[1].time = Seconds(5); },
             "a seek time must be from 0 to 4294 ms"},
            {[](Drive& d) { d.controller.readMiss.afterWrite = NanoSeconds(-1); },
             "the overhead of a read miss after a write must not be negative"},
            {[](Drive& d) { d.controller.writeHit.afterRead = NanoSeconds(-1); },
             "the overhead of a write hit after a read must not be negative"},
            {[](Drive& d) { d.controller.readCompletion = NanoSeconds(-1); },
             "the time to complete a read must not be negative"},
            {[](Drive& d) { d.controller.writeCompletion = NanoSeconds(-1); },
             "the time to complete a write must not be negative"},
            {[](Drive& d) { d.controller.blockTransfer = NanoSeconds(-1); },
             "the time of a read block on the bus must not be negative"},
            {[](Drive& d) { d.cache.segments = 2; }, "a cache segment must have at least 1 block"},
            {[](Drive& d) { d.cache.writeSegments = 1; },
             "the cache cannot have more write segments than segments"},
            {[](Drive& d) {
                 d.cache.readAhead = DiskReadAhead::TRACK_END;
                 d.cache.minReadAhead = 1;
             },
             "the minimum read-ahead must not be above the maximum"},
        };
    }

    void CheckCapacity()
    {
        // Zones of 40, 32 and 30 sectors; the last also has 10 reserved ones.
        auto drive = MakeTinyDrive();
        drive.zones[1].slips = {0};
        drive.zones[2].reservedSectors = 10;
        const auto refused = [this, &drive](uint64_t capacity) {
            drive.blocks = capacity;
            NS_TEST_EXPECT_MSG_EQ(GetLine(drive), "", "as many as the zones hold");
            drive.blocks = capacity + 1;
            NS_TEST_EXPECT_MSG_EQ(GetLine(drive),
                                  "drive tiny: blocks must be from 1 to " +
                                      std::to_string(capacity) + ", the number that the zones hold",
                                  "one more");
        };
        refused(40 + 28 + 20); // 4 spares in zone 1, one of which the slip takes
        drive.sparing = DiskSparing::SECTORS_PER_TRACK;
        refused(40 + 4 * 4 + 20);
        drive.sparing = DiskSparing::SECTORS_PER_CYLINDER;
        refused(40 + 2 * 12 + 20);
        drive.sparing = DiskSparing::SECTORS_PER_RANGE;
        drive.sparingRange = 2;
        refused(40 + 28 + 20);
        drive.zones[1].spares = 1;
        drive.sparing = DiskSparing::TRACKS_PER_ZONE;
        refused(40 + 24 + 20);
        drive.zones[1].spares = 0;
        drive.sparing = DiskSparing::END_OF_DRIVE;
        refused(40 + 31 + 20);
    }
};

/**
 * @ingroup disk-model
 *
 * What drives are refused.
 */
class DiskCheckTestSuite : public TestSuite
{
  public:
    DiskCheckTestSuite()
        : TestSuite("disk-model-check", Type::UNIT)
    {
        AddTestCase(new DiskCheckTest, Duration::QUICK);
    }
};

static DiskCheckTestSuite g_diskCheckTestSuite; //!< registers the suite
