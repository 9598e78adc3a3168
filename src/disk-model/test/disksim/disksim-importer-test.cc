/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../parameters/disk-file-text.h"
#include "disksim-test-file.h"

#include "ns3/disk-catalogue.h"
#include "ns3/disksim-importer.h"
#include "ns3/test.h"
#include "ns3/user-error.h"

#include <algorithm>
#include <fstream>
#include <string>

using namespace ns3;

namespace
{

/**
 * @param text a DiskSim file
 * @param disk name of the disk, or empty
 * @return the drive
 */
DiskParameters
Import(const std::string& text, const std::string& disk = "")
{
    return DiskSimImporter(DiskSimLexer("x", text), "x", disk).Import();
}

/**
 * @param text a bad DiskSim file
 * @param disk name of the disk, or empty
 * @return the message of the error, without the place
 */
std::string
GetError(const std::string& text, const std::string& disk = "")
{
    try
    {
        Import(text, disk);
    }
    catch (const UserError& error)
    {
        const std::string message = error.what();
        return message.substr(message.find(": ") + 2);
    }
    return "";
}

/**
 * @param parameters parameters of the disk's block
 * @param rest what stands behind it
 * @return the drive
 */
DiskParameters
ImportController(const std::string& parameters, const std::string& rest = "")
{
    DiskSimTestFile file;
    file.controller = parameters;
    file.rest = rest;
    return Import(file.Get());
}

/**
 * @param parameters bad parameters of the disk's block
 * @return the message of the error, without the place
 */
std::string
GetControllerError(const std::string& parameters)
{
    DiskSimTestFile file;
    file.controller = parameters;
    return GetError(file.Get());
}

} // namespace

/**
 * @ingroup disk-model
 *
 * The layout is used unchanged.
 */
class DiskSimLayoutTest : public TestCase
{
  public:
    DiskSimLayoutTest()
        : TestCase("Layout: mappings, sparing schemes, zones, skews, slips and defects")
    {
    }

  private:
    /**
     * Check what a sparing scheme becomes.
     *
     * @param code its code
     * @param wanted the scheme
     */
    void CheckSparing(int code, DiskSparing wanted)
    {
        DiskSimTestFile file;
        file.scheme = Replace(file.scheme, "used = 9", "used = " + std::to_string(code));
        file.zones = Replace(file.zones, "Number of spares = 4", "Number of spares = 0");
        file.zones = Replace(file.zones, "6, 5, 0x1e", "");
        file.zones = Replace(file.zones, "40, 199", "");
        NS_TEST_EXPECT_MSG_EQ((Import(file.Get()).sparing == wanted), true, "code " << code);
    }

    void DoRun() override
    {
        DiskSimTestFile file;
        const auto drive = Import(file.Get());
        NS_TEST_EXPECT_MSG_EQ(drive.name, "SMALL", "name");
        NS_TEST_EXPECT_MSG_EQ(drive.blocks, 353, "what the zones hold");
        NS_TEST_EXPECT_MSG_EQ(drive.heads, 2, "Number of data surfaces");
        NS_TEST_EXPECT_MSG_EQ(drive.cylinders, 20, "Number of cylinders");
        NS_TEST_EXPECT_MSG_EQ((drive.mapping == DiskMapping::SERPENTINE), true, "mapping");
        NS_TEST_ASSERT_MSG_EQ(drive.zones.size(), 2, "Zones");
        const DiskZone first{0, 9, 10, 2, 3, 1, 3, 4, {5, 6, 30}, {{40, 199}}};
        NS_TEST_EXPECT_MSG_EQ((drive.zones[0] == first),
                              true,
                              "slips sorted, the offset without its fraction as in DiskSim");
        DiskZone second;
        second.firstCylinder = 10;
        second.lastCylinder = 19;
        second.sectorsPerTrack = 8;
        second.firstSectorOffset = 1; // an eighth of a revolution
        NS_TEST_EXPECT_MSG_EQ((drive.zones[1] == second), true, "skews in revolutions");

        CheckSparing(0, DiskSparing::NONE);
        CheckSparing(1, DiskSparing::TRACKS_PER_ZONE);
        CheckSparing(2, DiskSparing::SECTORS_PER_CYLINDER);
        CheckSparing(3, DiskSparing::SECTORS_PER_TRACK);
        CheckSparing(7, DiskSparing::END_OF_DRIVE);
        CheckSparing(8, DiskSparing::SECTORS_PER_RANGE);
        for (const auto code : {4, 5, 6, 10, 11})
        {
            file.scheme =
                "LBN-to-PBN mapping scheme = 0, Sparing scheme used = " + std::to_string(code);
            NS_TEST_EXPECT_MSG_EQ(GetError(file.Get()),
                                  "Sparing scheme used = " + std::to_string(code) +
                                      " is not supported",
                                  "code");
        }
        file.scheme = "LBN-to-PBN mapping scheme = 2, Sparing scheme used = 9";
        NS_TEST_EXPECT_MSG_EQ((Import(file.Get()).mapping == DiskMapping::SERPENTINE_BY_CYLINDER),
                              true,
                              "code 2");
        file.scheme = "LBN-to-PBN mapping scheme = 0, Sparing scheme used = 9";
        NS_TEST_EXPECT_MSG_EQ((Import(file.Get()).mapping == DiskMapping::CONVENTIONAL),
                              true,
                              "code 0");
    }
};

/**
 * @ingroup disk-model
 *
 * The capacity is the smaller one of that given and that of the zones.
 */
class DiskSimCapacityTest : public TestCase
{
  public:
    DiskSimCapacityTest()
        : TestCase("Capacity and cylinders where the file contradicts itself")
    {
    }

  private:
    void DoRun() override
    {
        // Zone 0: 200 sectors - 3 reserved - 4 spares; zone 1: 160.
        const auto text = Replace(DiskSimTestFile().Get(), "count = 300", "count = 354");
        DiskSimImporter importer(DiskSimLexer("x", text), "x", "");
        NS_TEST_EXPECT_MSG_EQ(importer.Import().blocks, 353, "what the zones hold");
        const std::string note = "Block count is 354, the zones hold 353";
        const auto& notes = importer.GetNotes();
        NS_TEST_EXPECT_MSG_EQ(std::count(notes.begin(), notes.end(), note), 1, "noted");

        const auto few = Replace(DiskSimTestFile().Get(), "cylinders = 20", "cylinders = 19");
        NS_TEST_EXPECT_MSG_EQ(Import(few).cylinders, 20, "as many as the zones have");
        NS_TEST_EXPECT_MSG_EQ(Import(few).seekPoints.size(), 19, "and the seek curve");
    }
};

/**
 * @ingroup disk-model
 *
 * The mechanics are taken, with each type of seek curve.
 */
class DiskSimMechanicsTest : public TestCase
{
  public:
    DiskSimMechanicsTest()
        : TestCase("Mechanics: each type of seek curve")
    {
    }

  private:
    /**
     * @param parameters parameters of the seek curve
     * @return the file with them
     */
    std::string GetText(const std::string& parameters)
    {
        DiskSimTestFile file;
        const auto begin = file.mechanics.find("Seek type");
        const auto end = file.mechanics.find("  Add. write");
        file.mechanics.replace(begin, end - begin, parameters + ",");
        return file.Get();
    }

    /**
     * Check a point of a seek curve.
     *
     * @param parameters parameters of the seek curve
     * @param distance the distance
     * @param time its time
     */
    void Check(const std::string& parameters, uint32_t distance, Time time)
    {
        const auto drive = Import(GetText(parameters));
        NS_TEST_ASSERT_MSG_EQ(drive.seekPoints.size(), 19, "for " << parameters);
        NS_TEST_EXPECT_MSG_EQ(drive.seekPoints[distance - 1].time, time, "for " << parameters);
    }

    void DoRun() override
    {
        const auto drive = Import(DiskSimTestFile().Get());
        NS_TEST_EXPECT_MSG_EQ(drive.rpm, 6000, "rpm");
        NS_TEST_EXPECT_MSG_EQ(drive.headSwitch, MicroSeconds(750), "head switch");
        NS_TEST_EXPECT_MSG_EQ(drive.writeSettle, MicroSeconds(-500), "write settle");
        NS_TEST_ASSERT_MSG_EQ(drive.seekPoints.size(), 19, "one for each distance");
        NS_TEST_EXPECT_MSG_EQ(drive.seekPoints[9].time, MicroSeconds(1900), "the tenth");
        NS_TEST_EXPECT_MSG_EQ(drive.seekPoints[10].time,
                              NanoSeconds(3658312),
                              "2 + 0.5 sqrt(11), sqrt(11) = 3.31662479");
        NS_TEST_EXPECT_MSG_EQ(drive.seekPoints[14].time, MicroSeconds(4500), "3 + 0.1 * 15");

        Check("Seek type = constant, Constant seek time = 2.5", 7, MicroSeconds(2500));
        const std::string points = "Single cylinder seek time = 2.0, Average seek time = 5.0, "
                                   "Full strobe seek time = 8.0";
        Check("Seek type = linear, " + points, 6, MicroSeconds(4250)); // 2 + 15 / 20 * 3
        Check("Seek type = curve, " + points, 1, MicroSeconds(2000));
        const std::string hpl = "HPL seek equation values = [ 15, 2.0, 0.5, 3.0, 0.1, 1.0 ]";
        Check("Seek type = hpl, " + hpl, 1, MicroSeconds(1000));
        Check("Seek type = hpl, " + hpl, 4, MicroSeconds(3000));

        const auto check = [this](const std::string& parameters, const std::string& message) {
            NS_TEST_EXPECT_MSG_EQ(GetError(GetText(parameters)), message, "for " << parameters);
        };
        check("Seek type = magic", "Seek type = magic is not supported");
        check("Seek type = hpl", "Seek type = hpl needs the parameter HPL seek equation values");
        check("Seek type = hpl, HPL seek equation values = [ 1 ]",
              "HPL seek equation values needs 6 numbers, not 1");
        check("Seek type = curve, Average seek time = 1.0",
              "Seek type = curve needs the parameter Single cylinder seek time");
        check("Seek type = extracted", "Seek type = extracted needs the parameter Full seek curve");
        check("Seek type = extracted, Full seek curve = none.seek", "there is no file none.seek");
        NS_TEST_EXPECT_MSG_EQ(
            GetError(Replace(DiskSimTestFile().Get(), "trackSwitchPlusRotation", "constant")),
            "Access time type = constant is not supported, only trackSwitchPlusRotation",
            "access time");
        NS_TEST_EXPECT_MSG_EQ(
            GetError(Replace(DiskSimTestFile().Get(), "dm_layout_g1 ", "dm_layout_g4 ")),
            "Layout Model = dm_layout_g4 is not supported, only dm_layout_g1",
            "layout");
        NS_TEST_EXPECT_MSG_EQ(
            GetError(Replace(DiskSimTestFile().Get(), "dm_mech_g1", "dm_mech_g9")),
            "Mechanical Model = dm_mech_g9 is not supported, only dm_mech_g1",
            "mechanics");
    }
};

/**
 * @ingroup disk-model
 *
 * A seek curve in a file of its own, continued at both ends.
 */
class DiskSimSeekFileTest : public TestCase
{
  public:
    DiskSimSeekFileTest()
        : TestCase("A measured seek curve is continued to the next cylinder and the full stroke")
    {
    }

  private:
    void DoRun() override
    {
        DiskSimTestFile file;
        file.mechanics =
            Replace(file.mechanics, "hplplus10", "extracted, Full seek curve = small.seek");
        const auto path = CreateTempDirFilename("small.diskspecs");
        std::ofstream(path) << file.Get();
        const auto seek = CreateTempDirFilename("small.seek");
        std::ofstream(seek) << "Seek distances measured: 2\n4,\t2.000000, 0.1\n14, 3.0\n";
        const auto drive = DiskCatalogue::Get(path);
        const std::vector<DiskSeekPoint> wanted{{1, MicroSeconds(500)},
                                                {4, MilliSeconds(2)},
                                                {14, MilliSeconds(3)},
                                                {19, MicroSeconds(3500)}};
        NS_TEST_EXPECT_MSG_EQ((drive.seekPoints == wanted), true, "the points");
        NS_TEST_EXPECT_MSG_EQ(DiskCatalogue::Get(path + ":SMALL").name, "SMALL", "by name");

        const auto check = [&](const std::string& text, const std::string& message) {
            std::ofstream(seek) << text;
            std::string error;
            try
            {
                DiskCatalogue::Get(path);
            }
            catch (const UserError& caught)
            {
                error = caught.what();
            }
            NS_TEST_EXPECT_MSG_EQ(error, message, "for " << text);
        };
        check("4 2\nbogus\n", seek + ":2: expected a distance and a time");
        check("4 -2\n", seek + ":1: time is '-2', not a number from 0 to 4294");
        check("4 2\n", seek + ": it has fewer than two distances");
        check("4 2\n4 2\n", path + ": drive SMALL: the seek points must grow in distance");
        std::string error;
        try
        {
            DiskCatalogue::Get("none.parv");
        }
        catch (const UserError& caught)
        {
            error = caught.what();
        }
        NS_TEST_EXPECT_MSG_EQ(error,
                              "none.parv: cannot be opened: No such file or directory",
                              "no such file");
    }
};

/**
 * @ingroup disk-model
 *
 * The controller's times are taken, scaled and added to.
 */
class DiskSimControllerTest : public TestCase
{
  public:
    DiskSimControllerTest()
        : TestCase("Controller: overheads, disconnections, water marks, bus")
    {
    }

  private:
    void DoRun() override
    {
        const auto drive = ImportController(
            "Per-request overhead time = 0.01, Time scale for overheads = 2.0,"
            "Bulk sector transfer time = 0.15, Max queue length = 3,"
            "Hold bus entire read xfer = 1, Hold bus entire write xfer = 0,"
            "Low (write) water mark = 0.25, High (read) water mark = 0.75,"
            "Set watermark by reqsize = 0,"
            "Read hit over. after read = 0.1, Read hit over. after write = 0.2,"
            "Read miss over. after read = 0.3, Read miss over. after write = 0.4,"
            "Write hit over. after read = 0.5, Write hit over. after write = 0.6,"
            "Write miss over. after read = 0.7, Write miss over. after write = 0.8,"
            "Read completion overhead = 0.05, Write completion overhead = 0.06,"
            "Data preparation overhead = 0.02, First reselect overhead = 0.11,"
            "Other reselect overhead = 0.12, Read disconnect afterread = 0.13,"
            "Read disconnect afterwrite = 0.14, Write disconnect overhead = 0.15,"
            "Extra write disconnect = 1, Extradisc command overhead = 0.6,"
            "Extradisc disconnect overhead = 0.07, Extradisc inter-disconnect delay = 0.4,"
            "Extradisc 2nd disconnect overhead = 0.16, Extradisc seek delta = 0.25,"
            "Minimum seek delay = 0.9",
            "disksim_bus UPPER { type = 1, Arbitration time = 0.0 }\n"
            "disksim_bus LOWER { type = 1, Arbitration time = 0.05,"
            " Read block transfer time = 0.1, Write block transfer time = 0.2 }\n"
            "disksim_ctlr CTLR { type = 1, Bulk sector transfer time = 0.16 }\n"
            "instantiate [ disk0 .. disk1 ] as SMALL instantiate [ bus0 ] as UPPER\n"
            "instantiate [ bus1 ] as LOWER instantiate [ ctlr0 ] as CTLR\n"
            "topology disksim_bus bus0 [ disksim_ctlr ctlr0 [ disksim_bus bus1 [\n"
            " disksim_disk disk0 [], disksim_disk disk1 [] ] ] ]\n");
        const auto& controller = drive.controller;
        DiskControllerParameters wanted;
        // Twice the overhead and 0.01 ms, and 0.05 ms to win the bus.
        wanted.readHit = {MicroSeconds(270), MicroSeconds(470), MicroSeconds(470)};
        wanted.readMiss = {MicroSeconds(670), MicroSeconds(670), MicroSeconds(870)};
        wanted.writeHit = {MicroSeconds(1270), MicroSeconds(1070), MicroSeconds(1270)};
        wanted.writeMiss = {MicroSeconds(1670), MicroSeconds(1470), MicroSeconds(1670)};
        wanted.readCompletion = MicroSeconds(100);
        wanted.writeCompletion = MicroSeconds(120);
        wanted.blockTransfer = MicroSeconds(160);      // the controller's
        wanted.writeBlockTransfer = MicroSeconds(200); // the bus's
        wanted.queueDepth = 3;
        wanted.dataPreparation = MicroSeconds(40);
        wanted.firstReselection = MicroSeconds(270);
        wanted.readDisconnection = {MicroSeconds(260), MicroSeconds(260), MicroSeconds(280)};
        wanted.writeDisconnection = MicroSeconds(300);
        wanted.minWriteSeek = MicroSeconds(900);
        wanted.readHighWater = 0.75;
        wanted.waterOfSegment = true;
        wanted.extraDisconnection = {true,
                                     MicroSeconds(1270),
                                     MicroSeconds(140),
                                     MicroSeconds(400), // not scaled
                                     MicroSeconds(320),
                                     MicroSeconds(290),
                                     MicroSeconds(500)};
        NS_TEST_EXPECT_MSG_EQ((controller.readHit == wanted.readHit), true, "read hit");
        NS_TEST_EXPECT_MSG_EQ((controller.writeMiss == wanted.writeMiss), true, "write miss");
        NS_TEST_EXPECT_MSG_EQ((controller.extraDisconnection == wanted.extraDisconnection),
                              true,
                              "extra disconnection");
        NS_TEST_EXPECT_MSG_EQ((controller == wanted), true, "all");

        const auto never = ImportController(
            "Never disconnect = 1, Hold bus entire read xfer = 0, First reselect overhead = 1.0,"
            "Read disconnect afterread = 1.0, Write disconnect overhead = 1.0,"
            "High (read) water mark = 1.0, Extra write disconnect = 1, Max queue length = 1");
        DiskControllerParameters stays;
        stays.queueDepth = 1;
        NS_TEST_EXPECT_MSG_EQ((never.controller == stays), true, "it never lets go of the bus");
        NS_TEST_EXPECT_MSG_EQ(
            GetControllerError("Never disconnect = 1, Data preparation overhead = 0.1"),
            "Data preparation overhead = 0.1 is not supported together with Never disconnect = 1",
            "together");
    }
};

/**
 * @ingroup disk-model
 *
 * The cache is taken, and what is not supported is refused or noted.
 */
class DiskSimCacheTest : public TestCase
{
  public:
    DiskSimCacheTest()
        : TestCase("Cache: codes of read-ahead and writes, refused and ignored parameters")
    {
    }

  private:
    void DoRun() override
    {
        const auto cache = ImportController("Number of buffer segments = 3,"
                                            "Maximum number of write segments = 2,"
                                            "Segment size (in blks) = 64,"
                                            "Use separate write segment = 1,"
                                            "Buffer continuous read = 3,"
                                            "Minimum read-ahead (blks) = 1,"
                                            "Maximum read-ahead (blks) = 32,"
                                            "Read-ahead over requested = 1,"
                                            "Read-ahead on idle hit = 1, Read any free blocks = 1,"
                                            "Fast write level = 2,"
                                            "Allow read hits on write data = 0,"
                                            "Combine seq writes = 0, Stop prefetch in sector = 0")
                               .cache;
        const DiskCacheParameters wanted{3,
                                         2,
                                         true,
                                         64,
                                         DiskReadAhead::SEGMENT_FULL,
                                         1,
                                         32,
                                         true,
                                         true,
                                         true,
                                         DiskWriteCache::WRITE_BACK,
                                         false,
                                         true,
                                         false,
                                         false,
                                         false};
        NS_TEST_EXPECT_MSG_EQ((cache == wanted), true, "all");

        const DiskReadAhead readAhead[]{DiskReadAhead::NONE,
                                        DiskReadAhead::TRACK_END,
                                        DiskReadAhead::CYLINDER_END,
                                        DiskReadAhead::SEGMENT_FULL,
                                        DiskReadAhead::NEXT_TRACK_END};
        for (int code = 0; code < 5; ++code)
        {
            const auto drive = ImportController("Buffer continuous read = " + std::to_string(code));
            NS_TEST_EXPECT_MSG_EQ((drive.cache.readAhead == readAhead[code]), true, code);
        }
        const auto byTrack = ImportController("Buffer continuous read = 4,"
                                              "Maximum read-ahead (blks) = 32");
        NS_TEST_EXPECT_MSG_EQ(byTrack.cache.maxReadAhead, UINT32_MAX, "only tracks limit it");
        const auto bySegment = ImportController("Buffer continuous read = 3,"
                                                "Segment size (in blks) = 64,"
                                                "Maximum read-ahead (blks) = 0,"
                                                "Read-ahead over requested = 0");
        NS_TEST_EXPECT_MSG_EQ(bySegment.cache.readAheadOverRequested, false, "only the segment");
        const auto byNumber = ImportController("Buffer continuous read = 3,"
                                               "Segment size (in blks) = 64,"
                                               "Maximum read-ahead (blks) = 32,"
                                               "Read-ahead over requested = 0");
        NS_TEST_EXPECT_MSG_EQ(byNumber.cache.maxReadAhead, 32, "the number");
        NS_TEST_EXPECT_MSG_EQ(byNumber.cache.readAheadOverRequested, true, "as DiskSim does it");
        const DiskWriteCache writeCache[]{DiskWriteCache::WRITE_THROUGH,
                                          DiskWriteCache::APPENDS_ONLY,
                                          DiskWriteCache::WRITE_BACK};
        for (int code = 0; code < 3; ++code)
        {
            const auto drive = ImportController("Fast write level = " + std::to_string(code));
            NS_TEST_EXPECT_MSG_EQ((drive.cache.writeCache == writeCache[code]), true, code);
        }
        const auto none = ImportController("Enable caching in buffer = 0,"
                                           "Number of buffer segments = 3,"
                                           "Maximum number of write segments = 1,"
                                           "Segment size (in blks) = 64,"
                                           "Read-ahead over requested = -1,"
                                           "Immediate buffer read = 1, Immediate buffer write = 0");
        NS_TEST_EXPECT_MSG_EQ(none.cache.segments, 0, "no cache");
        NS_TEST_EXPECT_MSG_EQ(none.cache.maxReadAhead, 64, "0 is no limit but the segment");
        NS_TEST_EXPECT_MSG_EQ(none.cache.forgetRequested, true, "-1");
        NS_TEST_EXPECT_MSG_EQ(none.cache.readAheadOverRequested, false, "-1");
        NS_TEST_EXPECT_MSG_EQ(none.zeroLatencyRead, true, "immediate");
        NS_TEST_EXPECT_MSG_EQ(none.zeroLatencyWrite, false, "not immediate");
        DoRunUnsupported();
    }

    /**
     * Check what is refused and what is noted.
     */
    void DoRunUnsupported()
    {
        const auto check = [this](const std::string& parameters, const std::string& message) {
            NS_TEST_EXPECT_MSG_EQ(GetControllerError(parameters), message, "for " << parameters);
        };
        check("Buffer continuous read = 5", "Buffer continuous read = 5 is not supported");
        check("Fast write level = 3", "Fast write level = 3 is not supported");
        check("Allow almost read hits = 1", "Allow almost read hits = 1 is not supported, only 0");
        check("Write hit stop prefetch = 0",
              "Write hit stop prefetch = 0 is not supported, only 1");
        check("Preseeking level = 2, Max queue length = 2",
              "Preseeking level = 2 is supported only if Max queue length = 1");
        check("Preseeking level = 2, Max queue length = 1", "");
        check("Time travel = 1", "disksim_disk has an unknown parameter Time travel = '1'");
        check("Max queue length = many",
              "Max queue length is 'many', not a whole number from 0 to 4294967295");
        check("Read completion overhead = -1.0",
              "Read completion overhead is '-1.0', not a number from 0 to 10000");

        DiskSimTestFile file;
        DiskSimImporter importer(DiskSimLexer("x", file.Get()), "x", "");
        importer.Import();
        const auto& notes = importer.GetNotes();
        const std::string note = "x:2: Print stats is ignored: it concerns DiskSim's output only";
        NS_TEST_EXPECT_MSG_EQ(std::count(notes.begin(), notes.end(), note), 1, "noted");
        try
        {
            file.controller = "Max queue length = 1,\nAllow almost read hits = 1";
            Import(file.Get());
        }
        catch (const UserError& error)
        {
            NS_TEST_EXPECT_MSG_EQ(error.what(),
                                  std::string("x:3: Allow almost read hits = 1 is not supported, "
                                              "only 0"),
                                  "file and line");
        }
    }
};

/**
 * @ingroup disk-model
 *
 * One disk is chosen of several.
 */
class DiskSimChoiceTest : public TestCase
{
  public:
    DiskSimChoiceTest()
        : TestCase("Which disk is taken, and what lies above it")
    {
    }

  private:
    void DoRun() override
    {
        DiskSimTestFile file;
        file.rest = "SMALL OTHER { Max queue length = 2 }\n";
        NS_TEST_EXPECT_MSG_EQ(GetError(file.Get()),
                              "it has several disks, of which :NAME at the end of the path "
                              "chooses one: SMALL, OTHER",
                              "several");
        NS_TEST_EXPECT_MSG_EQ(Import(file.Get(), "OTHER").controller.queueDepth, 2, "by name");
        NS_TEST_EXPECT_MSG_EQ(GetError(file.Get(), "NONE"),
                              "it has no disk NONE, only SMALL, OTHER",
                              "no such name");
        file.rest += "instantiate [ disk0 ] as OTHER\n";
        NS_TEST_EXPECT_MSG_EQ(Import(file.Get()).name, "OTHER", "instantiated");
        NS_TEST_EXPECT_MSG_EQ(Import(file.Get(), "SMALL").name, "SMALL", "by name all the same");
        NS_TEST_EXPECT_MSG_EQ(Import(file.GetModel()).name, "SMALL_MODEL", "a model alone");
        NS_TEST_EXPECT_MSG_EQ((Import(file.GetModel()).controller == DiskControllerParameters()),
                              true,
                              "without a controller");
        NS_TEST_EXPECT_MSG_EQ(GetError("memsdevice M { }"),
                              "it has no block disksim_disk",
                              "no disk");
        NS_TEST_EXPECT_MSG_EQ(GetError("ssdmodel_ssd FLASH { Banks = 8 }"),
                              "it has no block disksim_disk, only ssdmodel_ssd FLASH",
                              "no disk but a drive");
        NS_TEST_EXPECT_MSG_EQ(GetError("disksim_disk M { }"),
                              "the disk M lacks the parameter Model",
                              "no model");

        const auto check =
            [&](const std::string& type, const std::string& parameter, const std::string& message) {
                DiskSimTestFile other;
                other.rest = type + " ABOVE { " + parameter + " }\n" +
                             "disksim_bus BUS { type = 1 }\n"
                             "instantiate [ a ] as ABOVE instantiate [ b ] as BUS "
                             "instantiate [ d ] as SMALL\n"
                             "topology " +
                             type + " a [ disksim_bus b [ disksim_disk d [] ] ]";
                NS_TEST_EXPECT_MSG_EQ(GetError(other.Get()), message, "for " << parameter);
            };
        check("disksim_iodriver", "Constant access time = 0.0", "");
        check("disksim_iodriver",
              "Constant access time = 5.0",
              "Constant access time = 5.0 of disksim_iodriver is not supported, only 0");
        check("disksim_ctlr",
              "type = 3",
              "type = 3 of disksim_ctlr is not supported, only 1 and 2");
        check("disksim_bus", "type = 2, Arbitration time = 1.0", "");
        check("disksim_bus",
              "type = 1, Arbitration time = 1.0",
              "Arbitration time = 1.0 of disksim_bus is not supported, only 0");
    }
};

/**
 * @ingroup disk-model
 *
 * The importer of DiskSim files.
 */
class DiskSimImporterTestSuite : public TestSuite
{
  public:
    DiskSimImporterTestSuite()
        : TestSuite("disk-model-disksim-importer", Type::UNIT)
    {
        AddTestCase(new DiskSimLayoutTest, TestCase::Duration::QUICK);
        AddTestCase(new DiskSimCapacityTest, TestCase::Duration::QUICK);
        AddTestCase(new DiskSimMechanicsTest, TestCase::Duration::QUICK);
        AddTestCase(new DiskSimSeekFileTest, TestCase::Duration::QUICK);
        AddTestCase(new DiskSimControllerTest, TestCase::Duration::QUICK);
        AddTestCase(new DiskSimCacheTest, TestCase::Duration::QUICK);
        AddTestCase(new DiskSimChoiceTest, TestCase::Duration::QUICK);
    }
};

static DiskSimImporterTestSuite g_diskSimImporterTestSuite; //!< the suite
