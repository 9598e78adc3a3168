/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/drive-file-reader.h"
#include "ns3/ssd-catalogue.h"
#include "ns3/ssd-file-format.h"
#include "ns3/test.h"
#include "ns3/user-error.h"

#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// A drive file with all keywords that a file must have.
const std::string COMPLETE = "blocks 2097152\n"
                             "block_size 512\n"
                             "tags 16\n"
                             "flush_queued yes\n"
                             "link_mb_s 600.5\n"
                             "read_command_us 10\n"
                             "write_command_us 11.5\n"
                             "flush_us 12\n"
                             "channels 4\n"
                             "dies_per_channel 2\n"
                             "planes 2\n"
                             "blocks_per_plane 72\n"
                             "pages_per_block 64\n"
                             "page_bytes 16384\n"
                             "channel_mb_s 400\n"
                             "read_us 40 60 80\n"
                             "program_us 600\n"
                             "erase_us 3000\n"
                             "buffer_kib 4096\n"
                             "power_loss_protection no\n";

/**
 * @param text a drive file
 * @return what is wrong with it, nothing if it is a drive
 */
std::string
GetError(const std::string& text)
{
    try
    {
        DriveFileReader(SsdFileFormat::Get(), "drive.ssd", text).Read("drive");
    }
    catch (const UserError& error)
    {
        return error.what();
    }
    return "";
}

} // namespace

/**
 * @ingroup ssd-model-tests
 *
 * A file with each keyword, mistakes, and the catalogue.
 */
class SsdFileFormatTestCase : public TestCase
{
  public:
    SsdFileFormatTestCase()
        : TestCase("Files of flash drives")
    {
    }

  private:
    /**
     * Expect a message about a line that is added to a complete file.
     *
     * @param line the line, 21st of the file
     * @param message what is wrong with it
     */
    void Expect(const std::string& line, const std::string& message)
    {
        NS_TEST_EXPECT_MSG_EQ(GetError(COMPLETE + line), "drive.ssd:21: " + message, line);
    }

    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(GetError(COMPLETE), "", "complete");
        auto drive = DriveFileReader(SsdFileFormat::Get(), "drive.ssd", COMPLETE).Read("drive");
        NS_TEST_EXPECT_MSG_EQ(drive.name, "drive", "name");
        NS_TEST_EXPECT_MSG_EQ(drive.isFlushQueued, true, "a word");
        NS_TEST_EXPECT_MSG_EQ(drive.linkRate, 600.5e6, "a rate");
        NS_TEST_EXPECT_MSG_EQ(drive.writeCommand, NanoSeconds(11500), "a time");
        NS_TEST_EXPECT_MSG_EQ(drive.readTimes.size(), 3, "three pages");
        NS_TEST_EXPECT_MSG_EQ(drive.readTimes[2], MicroSeconds(80), "the last");
        NS_TEST_EXPECT_MSG_EQ(drive.bufferUnits, 1024, "units of 4 KiB");
        NS_TEST_EXPECT_MSG_EQ(drive.canSuspend, false, "nothing says so");
        const std::string more =
            "suspend_us 5\nretry 0.01 100\nread_variation_us 2\n"
            "command_interval_us 3\nfree_blocks 3\nseparate_moved yes\n"
            "cache_register no\nslc_cache 20 21 22 23 24\nmapping_cache_kib 48\n"
            "wear_levelling_spread 12\n"
            "power_states 2 0.05 100 200 1200 0.005 2000 2001 8000\n";
        drive = DriveFileReader(SsdFileFormat::Get(), "drive.ssd", COMPLETE + more).Read("drive");
        NS_TEST_EXPECT_MSG_EQ(drive.canSuspend, true, "the file says so");
        NS_TEST_EXPECT_MSG_EQ(drive.suspendTime, MicroSeconds(5), "until a read begins");
        NS_TEST_EXPECT_MSG_EQ(drive.retryShare, 0.01, "two values");
        NS_TEST_EXPECT_MSG_EQ(drive.retryTime, MicroSeconds(100), "two values");
        NS_TEST_EXPECT_MSG_EQ(drive.freeBlocks, 3, "a number");
        NS_TEST_EXPECT_MSG_EQ(drive.hasCacheRegister, false, "the last flag");
        NS_TEST_EXPECT_MSG_EQ(drive.slc.blocksPerPlane, 20, "five values");
        NS_TEST_EXPECT_MSG_EQ(drive.slc.pagesPerBlock, 21, "five values");
        NS_TEST_EXPECT_MSG_EQ(drive.slc.readTime, MicroSeconds(22), "five values");
        NS_TEST_EXPECT_MSG_EQ(drive.slc.programTime, MicroSeconds(23), "five values");
        NS_TEST_EXPECT_MSG_EQ(drive.slc.idleTime, MilliSeconds(24), "five values");
        NS_TEST_EXPECT_MSG_EQ(drive.mappingCachePages, 12, "pages of 4 KiB");
        NS_TEST_EXPECT_MSG_EQ(drive.power.activePower, 2, "the active state");
        NS_TEST_EXPECT_MSG_EQ(drive.power.lower.size(), 2, "and two others");
        NS_TEST_EXPECT_MSG_EQ(drive.power.lower[0].power, 0.05, "of the first");
        NS_TEST_EXPECT_MSG_EQ(drive.power.lower[1].idleTime, Seconds(2), "of the second");
        NS_TEST_EXPECT_MSG_EQ(drive.power.lower[1].entryTime, MicroSeconds(2001), "to enter");
        NS_TEST_EXPECT_MSG_EQ(drive.power.lower[1].exitTime, MilliSeconds(8), "to leave");
        NS_TEST_EXPECT_MSG_EQ(drive.GetLayout().GetNSlcSlots(),
                              8 * 20 * 21 * 8,
                              "as the translation has it");
        NS_TEST_EXPECT_MSG_EQ(drive.GetLayout().separatesMoved, true, "as the translation has it");
        NS_TEST_EXPECT_MSG_EQ(drive.GetLayout().wearSpread, 12, "as the translation has it");
        CheckMistakes();
        CheckCatalogue();
    }

    /**
     * Files with mistakes.
     */
    void CheckMistakes()
    {
        Expect("heads 4\n", "unknown keyword 'heads'");
        Expect("tags 4\n", "the keyword tags is repeated");
        Expect("retry 0.1\n", "the keyword retry takes 2 values, not 1");
        Expect("slc_cache 1 2 3 4\n", "the keyword slc_cache takes 5 values, not 4");
        Expect("mapping_cache_kib 0\n", "mapping_cache_kib has to be a multiple of 4");
        Expect("mapping_cache_kib 6\n", "mapping_cache_kib has to be a multiple of 4");
        Expect("slc_cache 0 2 3 4 5\n", "slc_cache needs blocks and pages");
        Expect("power_states 2 1 100 5\n",
               "the keyword power_states takes at least 5 values, not 4");
        Expect("power_states 2 1 100 5 6 7\n",
               "power_states takes a power, and four values for each lower state");
        Expect("power_states 2 1 100 5 6 1 9 9 9\n",
               "power_states: each state has to take less power than that before");
        Expect("power_states 2 1 0 5 6\n",
               "power_states: the idle time before a state has to be above 0");
        Expect("wear_levelling_spread 2\n", "wear_levelling_spread has to be 0 or 3 or more");
        Expect("wear_levelling_spread -1\n",
               "wear_levelling_spread is '-1', not a whole number from 0 to 1048576");
        NS_TEST_EXPECT_MSG_EQ(GetError(COMPLETE + "wear_levelling_spread 0\n"), "", "none");
        NS_TEST_EXPECT_MSG_EQ(GetError(COMPLETE + "wear_levelling_spread 9\n"),
                              "drive.ssd: wear levelling needs 3 free blocks in each die or more, "
                              "not 2",
                              "too few free blocks");
        Expect("free_blocks 0\n", "free_blocks has to be 1 or more");
        Expect("like 850EVO\n", "the keyword like must be the first, and can occur only once");
        NS_TEST_EXPECT_MSG_EQ(GetError(COMPLETE + "slc_cache 1000000 20000 3 4 5\n"),
                              "drive.ssd: a drive has at most 2^32 - 3 units of flash, not "
                              "1280000294912",
                              "too much of it");
        NS_TEST_EXPECT_MSG_EQ(GetError(""), "drive.ssd: the keyword blocks is missing", "empty");
        const auto change = [](const std::string& line, const std::string& other) {
            auto text = COMPLETE;
            return GetError(text.replace(text.find(line), line.size(), other));
        };
        NS_TEST_EXPECT_MSG_EQ(change("queued yes", "queued maybe"),
                              "drive.ssd:4: flush_queued is 'maybe', not one of: no, yes",
                              "a word");
        NS_TEST_EXPECT_MSG_EQ(change("mb_s 600.5", "mb_s 0"),
                              "drive.ssd:5: link_mb_s has to be above 0",
                              "a rate");
        NS_TEST_EXPECT_MSG_EQ(change("page_bytes 16384", "page_bytes 5000"),
                              "drive.ssd: pages of 5000 bytes: they have to be a multiple of 4096",
                              "a page");
        NS_TEST_EXPECT_MSG_EQ(change("kib 4096", "kib 4097"),
                              "drive.ssd:19: buffer_kib has to be a multiple of 4",
                              "a buffer");
        NS_TEST_EXPECT_MSG_EQ(change("block_size 512", "block_size 520"),
                              "drive.ssd: block size 520: it has to divide 4096",
                              "a block");
        NS_TEST_EXPECT_MSG_EQ(change("blocks 2097152", "blocks 2097151"),
                              "drive.ssd: capacity of 2097151 blocks of 512 bytes: it has to be a "
                              "multiple of 4096 bytes",
                              "capacity");
        NS_TEST_EXPECT_MSG_EQ(change("per_plane 72", "per_plane 66"),
                              "drive.ssd: a drive needs more flash than 262144 units, and 2 free "
                              "blocks in each die, not 270336",
                              "too little flash");
    }

    /**
     * Each drive of the catalogue can be read.
     */
    void CheckCatalogue()
    {
        const auto names = SsdFileFormat::Get().folders.GetNames();
        NS_TEST_EXPECT_MSG_GT_OR_EQ(names.size(), 2, "drives");
        for (const auto& name : names)
        {
            NS_TEST_EXPECT_MSG_EQ(SsdCatalogue::Get(name).name, name, "read");
        }
        std::string error;
        try
        {
            SsdCatalogue::Get("850");
        }
        catch (const UserError& unknown)
        {
            error = unknown.what();
        }
        NS_TEST_EXPECT_MSG_EQ(error.starts_with("unknown drive \"850\"; known drives: "),
                              true,
                              error);
    }
};

/**
 * @ingroup ssd-model-tests
 *
 * @brief Tests of drive files.
 */
class SsdFileFormatTestSuite : public TestSuite
{
  public:
    SsdFileFormatTestSuite()
        : TestSuite("ssd-file-format", Type::UNIT)
    {
        AddTestCase(new SsdFileFormatTestCase, Duration::QUICK);
    }
};

static SsdFileFormatTestSuite g_ssdFileFormatTestSuite; //!< registers the suite
