/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../drive/disk-test-drive.h"
#include "disk-file-text.h"
#include "disk-good-file.h"

#include "ns3/disk-catalogue.h"
#include "ns3/disk-file-format.h"
#include "ns3/disk-seek-curve.h"
#include "ns3/drive-file-reader.h"
#include "ns3/test.h"
#include "ns3/user-error.h"

#include <cstdlib>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/**
 * @param run what to run
 * @return the message of the UserError that it throws, empty if it throws none
 */
std::string
GetError(const std::function<void()>& run)
{
    try
    {
        run();
    }
    catch (const UserError& error)
    {
        return error.what();
    }
    return "";
}

} // namespace

/**
 * @ingroup disk-model
 *
 * A drive file gives the drive that it describes.
 */
class DiskParametersReadTest : public TestCase
{
  public:
    DiskParametersReadTest()
        : TestCase("A drive file is read as it stands")
    {
    }

  private:
    void DoRun() override
    {
        const auto path = CreateTempDirFilename("x.disk");
        std::ofstream(path) << GOOD_FILE;
        const auto drive = DriveFileReader(DiskFileFormat::Get(), path).Read("x");
        NS_TEST_EXPECT_MSG_EQ(drive.name, "x", "given");
        NS_TEST_EXPECT_MSG_EQ(drive.blocks, 40, "blocks");
        NS_TEST_EXPECT_MSG_EQ(drive.blockSize, 512, "block_size");
        NS_TEST_EXPECT_MSG_EQ(drive.cylinders, 3, "cylinders");
        NS_TEST_EXPECT_MSG_EQ(drive.heads, 2, "heads");
        NS_TEST_EXPECT_MSG_EQ(drive.rpm, 5400.25, "rpm");
        NS_TEST_EXPECT_MSG_EQ(drive.headSwitch, MicroSeconds(1500), "head_switch_ms");
        NS_TEST_EXPECT_MSG_EQ(drive.writeSettle, Time(0), "write_settle_ms");
        NS_TEST_ASSERT_MSG_EQ(drive.zones.size(), 1, "zone");
        NS_TEST_EXPECT_MSG_EQ(drive.zones[0].firstCylinder, 0, "zone");
        NS_TEST_EXPECT_MSG_EQ(drive.zones[0].lastCylinder, 1, "zone");
        NS_TEST_EXPECT_MSG_EQ(drive.zones[0].sectorsPerTrack, 10, "zone");
        NS_TEST_EXPECT_MSG_EQ(drive.zones[0].trackSkew, 2, "zone");
        NS_TEST_EXPECT_MSG_EQ(drive.zones[0].cylinderSkew, 3, "zone");
        NS_TEST_EXPECT_MSG_EQ(drive.zones[0].spares, 0, "zone");
        NS_TEST_ASSERT_MSG_EQ(drive.seekPoints.size(), 2, "seek");
        NS_TEST_EXPECT_MSG_EQ(drive.seekPoints[0].distance, 1, "seek");
        NS_TEST_EXPECT_MSG_EQ(drive.seekPoints[0].time, NanoSeconds(2000001), "nearest");
        NS_TEST_EXPECT_MSG_EQ(drive.seekPoints[1].time, MicroSeconds(2500), "seek");
    }
};

/**
 * @ingroup disk-model
 *
 * A bad drive file is refused with its name and the line or the keyword at fault.
 */
class DiskParametersBadFileTest : public TestCase
{
  public:
    DiskParametersBadFileTest()
        : TestCase("A bad drive file is refused by name, and line or keyword")
    {
    }

  private:
    /**
     * @param from a piece of the good file
     * @param to what makes it bad
     * @param message the message that must come, behind the file's name
     */
    void Check(const std::string& from, const std::string& to, const std::string& message)
    {
        const auto path = CreateTempDirFilename("x.disk");
        std::ofstream(path) << Replace(GOOD_FILE, from, to);
        const auto error =
            GetError([&] { DriveFileReader(DiskFileFormat::Get(), path).Read("x"); });
        NS_TEST_EXPECT_MSG_EQ(error, (message.empty() ? "" : path + message), "for " << to);
    }

    void DoRun() override
    {
        Check("heads 2", "noses 2", ":4: unknown keyword 'noses'");
        Check("heads 2", "heads -2", ":4: heads is '-2', not a whole number from 0 to 4294967295");
        Check("heads 2",
              "heads 2.0",
              ":4: heads is '2.0', not a whole number from 0 to 4294967295");
        Check("heads 2",
              "heads 4294967296",
              ":4: heads is '4294967296', not a whole number from 0 to 4294967295");
        Check("heads 2", "heads", ":4: the keyword heads takes 1 values, not 0");
        Check("heads 2", "blocks 2", ":4: the keyword blocks is repeated");
        Check("heads 2", "", ": the keyword heads is missing");
        Check("rpm 5400.25", "rpm fast", ":5: rpm is 'fast', not a number from 0 to 30000");
        Check("rpm 5400.25", "rpm 5400x", ":5: rpm is '5400x', not a number from 0 to 30000");
        Check("seek 2 2.5", "seek 2 -1", ":11: seek time is '-1', not a number from 0 to 10000");
        Check("3 0\n", "3\n", ":8: the keyword zone takes 6 values, not 5");

        Check("heads 2", "heads 0", ": drive x: heads must be at least 1");
        Check("block_size 512", "block_size 0", ": drive x: block_size must be at least 1");
        Check("rpm 5400.25", "rpm 0.5", ": drive x: rpm must be from 1 to 30000");
        Check("cylinders 3",
              "cylinders 2000001",
              ": drive x: heads times cylinders must be at most 4000000");
        Check("cylinders 3\nheads 2\nrpm 5400.25\nhead_switch_ms 1.5",
              "cylinders 500000\nheads 2\nrpm 5400\nhead_switch_ms 100",
              ": drive x: its track switches are too slow for the number of tracks: one transfer "
              "could take too long to count"); // 10^6 * (2 + 9 revolutions and more)
        Check("blocks 40",
              "blocks 41",
              ": drive x: blocks must be from 1 to 40, the number that the zones hold");
        Check("blocks 40",
              "blocks 0",
              ": drive x: blocks must be from 1 to 40, the number that the zones hold");
        Check("zone 0 1 10 2 3 0", "", ": drive x: it has no zone");
        Check("zone 0 1", "zone 2 1", ": drive x: zone 0 ends before it begins");
        Check("zone 0 1", "zone 0 3", ": drive x: zone 0 ends past the last cylinder");
        Check("zone 0 1 10",
              "zone 0 1 0",
              ": drive x: zone 0 must have from 1 to 1000000 sectors per track");
        Check("2 3 0\n", "2 3 40\n", ": drive x: zone 0 has no sector that is not spare");
        Check("zone 0 1",
              "zone 0 1 5 0 0 0\nzone 1 2",
              ": drive x: zone 1 overlaps the one before");
        Check("seek 1", "seek 0", ": drive x: the seek points must begin at distance 1");
        Check("seek 2", "seek 1", ": drive x: the seek points must grow in distance");
        Check("zone 0 1 10",
              "zone 0 0 2 0 0 0\nzone 2 2 20",
              ""); // the arm moves over 2 cylinders at most
        Check("seek 2 2.5",
              "zone 2 2 5 0 0 0",
              ""); // the 40 blocks end on cylinder 1, so the arm moves over 1 cylinder at most
        Check("zone 0 1 10 2 3 0\n  # a comment\nseek 1 2.0000005\nseek 2 2.5",
              "zone 0 0 2 0 0 0\nzone 2 2 20 0 0 0\nseek 1 2",
              ": drive x: the seek points must reach the last block, 2 cylinders");
    }
};

/**
 * @ingroup disk-model
 *
 * The catalogue finds drives by name and by path, and says what it knows.
 */
class DiskCatalogueTest : public TestCase
{
  public:
    DiskCatalogueTest()
        : TestCase("Drives are found by name or path; an unknown one is named")
    {
    }

  private:
    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(DiskCatalogue::Get("Cheetah9LP").blocks, 17783240, "by name");
        NS_TEST_EXPECT_MSG_EQ(GetError([] { DiskCatalogue::Get("Jaguar"); }),
                              "unknown drive \"Jaguar\"; known drives: Cheetah9LP, Cheetah9LPFC, "
                              "CheetahX15-36LPFC, ST2000DM006, Ultrastar18ES",
                              "unknown");
        NS_TEST_EXPECT_MSG_EQ(GetError([] { DiskCatalogue::Get("./none.disk"); }),
                              "./none.disk: cannot be opened: No such file or directory",
                              "no such file");
        NS_TEST_EXPECT_MSG_EQ(GetError([] { DiskCatalogue::Get("./"); }),
                              "./: cannot be read: Is a directory",
                              "a folder");

        const auto path = CreateTempDirFilename("Ocelot.disk");
        std::ofstream(path) << GOOD_FILE;
        NS_TEST_EXPECT_MSG_EQ(DiskCatalogue::Get(path).name, "Ocelot", "by path");

        const auto folder = path.substr(0, path.rfind('/'));
        setenv("NS3_ISCSI_DATA", ("/nowhere:" + folder).c_str(), 1);
        NS_TEST_EXPECT_MSG_EQ(DiskCatalogue::Get("Ocelot").blocks, 40, "in a folder of the user");
        const std::vector<std::string> both{"Cheetah9LP",
                                            "Cheetah9LPFC",
                                            "CheetahX15-36LPFC",
                                            "Ocelot",
                                            "ST2000DM006",
                                            "Ultrastar18ES"};
        NS_TEST_EXPECT_MSG_EQ((DiskFileFormat::Get().folders.GetNames() == both),
                              true,
                              "both folders");
        unsetenv("NS3_ISCSI_DATA");
    }
};

/**
 * @ingroup disk-model
 *
 * A drive that is like another is the other but for what its file says.
 */
class DiskLikeTest : public TestCase
{
  public:
    DiskLikeTest()
        : TestCase("A drive that is like another")
    {
    }

  private:
    /**
     * @param text a drive file x.disk
     * @return what is wrong with it, without its path
     */
    std::string GetMistake(const std::string& text)
    {
        const auto error =
            GetError([&] { DriveFileReader(DiskFileFormat::Get(), "x.disk", text).Read("x"); });
        return error.substr(std::min(error.size(), std::string("x.disk").size()));
    }

    void DoRun() override
    {
        auto expected = DiskCatalogue::Get("Cheetah9LP");
        expected.name = "Cheetah9LPFC";
        expected.controller.blockTransfer = Time(0);
        expected.controller.writeBlockTransfer = Time(0);
        const auto drive = DiskCatalogue::Get("Cheetah9LPFC");
        NS_TEST_EXPECT_MSG_EQ((drive == expected), true, "only the bus differs");

        NS_TEST_EXPECT_MSG_EQ(GetMistake("like Cheetah9LP\nrpm 5400\n"), "", "other speed");
        NS_TEST_EXPECT_MSG_EQ(GetMistake("like Jaguar\n"),
                              ":1: like the unknown drive \"Jaguar\"",
                              "unknown");
        NS_TEST_EXPECT_MSG_EQ(GetMistake("like\n"),
                              ":1: the keyword like takes the name of one drive",
                              "no name");
        NS_TEST_EXPECT_MSG_EQ(GetMistake("rpm 5400\nlike Cheetah9LP\n"),
                              ":2: the keyword like must be the first, and can occur only once",
                              "late");
        NS_TEST_EXPECT_MSG_EQ(
            GetMistake("like Cheetah9LP\nseek 1 2\n"),
            ":2: a drive that is like another inherits all lines of the keyword seek",
            "a list");
        NS_TEST_EXPECT_MSG_EQ(
            GetMistake("like Cheetah9LP\nblocks 99999999\n"),
            ": drive x: blocks must be from 1 to 17918387, the number that the zones hold",
            "checked");
        const auto mistake = GetMistake("like Cheetah9LPFC\n");
        NS_TEST_EXPECT_MSG_NE(
            mistake.find(":7: a drive that others are like cannot be like Cheetah9LP"),
            std::string::npos,
            "two steps: " << mistake);
    }
};

/**
 * @ingroup disk-model
 *
 * The seek curve goes through its points and straight between them.
 */
class DiskSeekCurveTest : public TestCase
{
  public:
    DiskSeekCurveTest()
        : TestCase("The seek curve at and between its points")
    {
    }

  private:
    void DoRun() override
    {
        const DiskSeekCurve tiny(MakeTinyDrive().seekPoints);
        NS_TEST_EXPECT_MSG_EQ(tiny.GetNanoSeconds(0), 0, "no move");
        NS_TEST_EXPECT_MSG_EQ(tiny.GetNanoSeconds(1), 2000000, "a point");
        NS_TEST_EXPECT_MSG_EQ(tiny.GetNanoSeconds(2), 2500000, "half way from 2 to 3 ms");
        NS_TEST_EXPECT_MSG_EQ(tiny.GetNanoSeconds(3), 3000000, "a point");
        NS_TEST_EXPECT_MSG_EQ(tiny.GetNanoSeconds(4), 3500000, "a quarter from 3 to 5 ms");
        NS_TEST_EXPECT_MSG_EQ(tiny.GetNanoSeconds(6), 4500000, "three quarters");
        NS_TEST_EXPECT_MSG_EQ(tiny.GetNanoSeconds(7), 5000000, "the last point");

        const DiskSeekCurve cheetah(DiskCatalogue::Get("Cheetah9LP").seekPoints);
        NS_TEST_EXPECT_MSG_EQ(cheetah.GetNanoSeconds(1), 831000, "single cylinder");
        NS_TEST_EXPECT_MSG_EQ(cheetah.GetNanoSeconds(6894), 10627000, "full stroke");
        // From 1.449 ms at 12 down to 1.447 ms at 14.
        NS_TEST_EXPECT_MSG_EQ(cheetah.GetNanoSeconds(13), 1448000, "a measured curve may fall");
        // 1.625 - 0.001 * 2 / 5 ms at 27
        NS_TEST_EXPECT_MSG_EQ(cheetah.GetNanoSeconds(27), 1624600, "between 25 and 30");
    }
};

/**
 * @ingroup disk-model
 *
 * Drives from files.
 */
class DiskParametersTestSuite : public TestSuite
{
  public:
    DiskParametersTestSuite()
        : TestSuite("disk-model-parameters", Type::UNIT)
    {
        AddTestCase(new DiskParametersReadTest, Duration::QUICK);
        AddTestCase(new DiskParametersBadFileTest, Duration::QUICK);
        AddTestCase(new DiskCatalogueTest, Duration::QUICK);
        AddTestCase(new DiskLikeTest, Duration::QUICK);
        AddTestCase(new DiskSeekCurveTest, Duration::QUICK);
    }
};

static DiskParametersTestSuite g_diskParametersTestSuite; //!< registers the suite
