/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "extent-bench.h"

#include "ns3/extent-page.h"
#include "ns3/test.h"

#include <functional>
#include <string>
#include <vector>

using namespace ns3;

/**
 * @ingroup host-io-tests
 *
 * Faults that are planted in the bytes are found.
 *
 * On a device of 16,384 blocks (see the test of the requests): block 1 descriptors, 2 block bitmap,
 * 3 inode bitmap, 4 the first 16 inodes of 256 bytes each, 260 the root directory, log up to 516.
 * There are /f (inode 11), /d (inode 12, a directory) and /d/g (inode 13).
 */
class ExtentCheckerTestCase : public TestCase
{
  public:
    ExtentCheckerTestCase()
        : TestCase("planted faults")
    {
    }

  private:
    /// Changes the bytes of a block.
    using Fault = std::function<void(ExtentPage&)>;

    /// Where inode n begins in block 4.
    static uint32_t At(uint32_t inode)
    {
        return (inode - 1) * 256;
    }

    /**
     * Plant a fault, check, and take it back.
     *
     * @param block the block
     * @param fault changes it
     * @param expected part of a line that the checker must report
     */
    void Plant(uint64_t block, const Fault& fault, const std::string& expected)
    {
        const auto sound = m_bench->device->store.Read(block * 8, 8);
        ExtentPage page(sound, 0);
        fault(page);
        m_bench->device->store.Write(block * 8, page.ToPacket());
        bool found = false;
        std::string all;
        const auto problems = m_bench->Check();
        const auto atOnce =
            m_bench->checker->CheckContents(16384, [this](uint64_t first, uint64_t count) {
                return m_bench->device->store.Read(first * 8, static_cast<uint32_t>(count * 8));
            });
        NS_TEST_EXPECT_MSG_EQ((atOnce == problems), true, "the same at once: " << expected);
        for (const auto& problem : problems)
        {
            found = found || problem.find(expected) != std::string::npos;
            all += problem + "; ";
        }
        NS_TEST_EXPECT_MSG_EQ(found, true, "not found: " << expected << ", but: " << all);
        m_bench->device->store.Write(block * 8, sound);
    }

    /**
     * Plant a number.
     *
     * @param block the block
     * @param offset where in it
     * @param bytes size of the number
     * @param value the number
     * @param expected part of a line that the checker must report
     */
    void PlantNumber(uint64_t block,
                     uint32_t offset,
                     uint32_t bytes,
                     uint64_t value,
                     const std::string& expected)
    {
        Plant(block, [=](ExtentPage& page) { page.Put(offset, bytes, value); }, expected);
    }

    void DoRun() override
    {
        ExtentBench bench(16384, true);
        m_bench = &bench;
        NS_TEST_ASSERT_MSG_EQ(bench.FormatAndMount(), FileStatus::OK, "mounted");
        bench.WriteFile("/f", 12288, "f");
        bench.Name(FileOperation::MAKE_DIRECTORY, "/d");
        bench.WriteFile("/d/g", 100, "g");
        bench.Unmount();
        NS_TEST_EXPECT_MSG_EQ(bench.Check().size(), 0, "sound");
        NS_TEST_EXPECT_MSG_EQ(bench.checker->GetInodes(), 4, "root, f, d, g");
        const ExtentPage inodes(bench.device->store.Read(4 * 8, 8), 0);
        m_block = inodes.Get(At(11) + 48, 8);
        Maps();
        Inodes();
        Names();
        Plant(0, [](ExtentPage& page) { page = ExtentPage(); }, "block 0 is no superblock");
        PlantNumber(261, 0, 4, 0, "the log does not say where it begins");
        NS_TEST_EXPECT_MSG_EQ(bench.Check().size(), 0, "sound again");
        bench.device->fate = [](const BlockRequest&) { return BlockStatus::MEDIUM_ERROR; };
        NS_TEST_EXPECT_MSG_EQ(bench.Check().size(), 1, "unreadable");
        const auto nothing =
            bench.checker->CheckContents(16384, [](uint64_t, uint64_t) { return nullptr; });
        NS_TEST_EXPECT_MSG_EQ(nothing.size(), 1, "no contents");
        CheckTransactions();
    }

    /// The last transaction that is found is the last that was committed.
    void CheckTransactions()
    {
        ExtentBench bench(16384, true);
        uint64_t committed = 0;
        bench.fileSystem->TraceConnectWithoutContext(
            "Commit",
            Callback<void, uint64_t, uint64_t>(
                [&committed](uint64_t sequence, uint64_t) { committed = sequence; }));
        NS_TEST_ASSERT_MSG_EQ(bench.FormatAndMount(), FileStatus::OK, "mounted");
        for (uint64_t i = 1; i <= 3; ++i)
        {
            bench.WriteFile("/f" + std::to_string(i), 100, "f", true);
            NS_TEST_EXPECT_MSG_EQ(bench.Check().size(), 0, "sound");
            NS_TEST_EXPECT_MSG_EQ(committed, i, "one for each file");
            NS_TEST_EXPECT_MSG_EQ(bench.checker->GetLastTransaction(), i, "and it is there");
        }
    }

    /// Bitmaps and counts.
    void Maps()
    {
        const auto name = "block " + std::to_string(m_block);
        PlantNumber(2, m_block / 8, 1, 0, name + " is in use and marked as free");
        PlantNumber(2, 8000 / 8, 1, 1, "block 8000 is free and marked as in use");
        // Inodes 1 to 13 are marked: 0xff, 0x1f.
        PlantNumber(3, 1, 1, 0x3f, "inode 14 is free and marked as in use");
        PlantNumber(3, 1, 1, 0x0f, "inode 13 is in use and marked as free");
        PlantNumber(1, 24, 4, 1, "group 0: 1 free blocks instead of");
        PlantNumber(1, 28, 4, 2, "group 0: 2 free inodes instead of 4083");
        PlantNumber(1, 32, 4, 3, "group 0: 3 directories instead of 2");
    }

    /// Inodes: links at 4, size at 8, parent at 24, entries from 40: page, block, count.
    void Inodes()
    {
        PlantNumber(4, At(11) + 4, 4, 2, "inode 11 has 2 links instead of 1");
        PlantNumber(4, At(12) + 4, 4, 3, "inode 12 has 3 links instead of 2");
        PlantNumber(4, At(2) + 4, 4, 2, "inode 2 has 2 links instead of 3");
        PlantNumber(4, At(11) + 8, 8, 8192, "inode 11: size 8192 does not fit its 3 blocks");
        PlantNumber(4, At(12) + 8, 8, 8192, "inode 12: size 8192 does not fit its 1 blocks");
        PlantNumber(4,
                    At(13) + 48,
                    8,
                    m_block,
                    "inode 13: block " + std::to_string(m_block) + " is used twice");
        PlantNumber(4, At(13) + 48, 8, 3, "inode 13: block 3 is used twice");
        PlantNumber(4, At(13) + 48, 8, 16384, "inode 13: block 16384 is outside the device");
        PlantNumber(4, At(13) + 1, 1, 1, "is no extent block");
        PlantNumber(4, At(11), 1, 0, "stands for inode 11, which is not in use");
        PlantNumber(4, At(2), 1, 0, "there is no root directory");
        PlantNumber(4, At(12) + 24, 8, 12, "inode 12 cannot be reached from the root");
        PlantNumber(4, At(11) + 2, 2, 0, "is free and marked as in use");
        const auto twice = [this](ExtentPage& page) {
            page.Put(At(11) + 2, 2, 2);
            page.Put(At(11) + 64, 8, 1);
            page.Put(At(11) + 72, 8, m_block + 100);
            page.Put(At(11) + 80, 8, 1);
        };
        Plant(4, twice, "inode 11: its extents are not in order at page 1");
    }

    /// Names: in the root, "." at 0, ".." at 12, "f" at 24, "d" at 36; 12 bytes each.
    void Names()
    {
        PlantNumber(260, 24, 4, 0, "inode 11 has no name");
        PlantNumber(260, 24, 4, 20, "the name f stands for inode 20, which is not in use");
        PlantNumber(260, 32, 1, 'd', "the name d occurs twice");
        PlantNumber(260, 12, 4, 11, "directory 2: .. stands for inode 11");
        PlantNumber(260, 0, 4, 0, "directory 2: no . or no ..");
        PlantNumber(260, 24, 4, 12, "links instead of");
        PlantNumber(260, 4, 2, 0, "inode 2: block 260 holds no names");
    }

    ExtentBench* m_bench{nullptr}; //!< the bench
    uint64_t m_block{0};           //!< the first block of /f
};

/**
 * @ingroup host-io-tests
 *
 * The checker.
 */
class ExtentCheckerTestSuite : public TestSuite
{
  public:
    ExtentCheckerTestSuite()
        : TestSuite("extent-checker", Type::UNIT)
    {
        AddTestCase(new ExtentCheckerTestCase, Duration::QUICK);
    }
};

/// The suite.
static ExtentCheckerTestSuite g_extentCheckerTestSuite;
