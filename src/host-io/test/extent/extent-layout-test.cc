/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/extent-layout.h"
#include "ns3/test.h"
#include "ns3/user-error.h"

#include <cstdint>
#include <string>
#include <vector>

using namespace ns3;

/**
 * @ingroup host-io-tests
 *
 * Where the fixed metadata are, worked out by hand.
 */
class ExtentLayoutTestCase : public TestCase
{
  public:
    ExtentLayoutTestCase()
        : TestCase("places of fixed metadata")
    {
    }

  private:
    void DoRun() override
    {
        Plain();
        Flex();
        Small();
        Rest();
    }

    /// 4 GiB without flex groups: 1,048,576 blocks are 32 groups of 32,768.
    void Plain()
    {
        const ExtentLayout layout({1048576, 16384, 1});
        NS_TEST_EXPECT_MSG_EQ(layout.GetGroupCount(), 32, "groups");
        // 4 GiB / 16 KiB = 262,144 inodes, 8192 in a group, 512 blocks of 16.
        NS_TEST_EXPECT_MSG_EQ(layout.GetInodesPerGroup(), 8192, "inodes in a group");
        NS_TEST_EXPECT_MSG_EQ(layout.GetInodeCount(), 262144, "inodes");
        NS_TEST_EXPECT_MSG_EQ(layout.GetDescriptorPages(), 1, "32 descriptors of 64 bytes");
        // Group 0: superblock 0, descriptors 1, bitmaps 2 and 3, table from 4 to 515.
        NS_TEST_EXPECT_MSG_EQ(layout.GetBlockBitmap(0), 2, "block bitmap");
        NS_TEST_EXPECT_MSG_EQ(layout.GetInodeBitmap(0), 3, "inode bitmap");
        NS_TEST_EXPECT_MSG_EQ((layout.GetInodeTable(0) == ExtentRun{4, 512}), true, "table");
        // Copies of the superblock: groups 1, 3, 5, 7, 9, 25, 27.
        std::vector<uint64_t> copies;
        for (uint64_t i = 0; i < 32; ++i)
        {
            if (layout.HasSuperblock(i))
            {
                copies.push_back(i);
            }
        }
        NS_TEST_EXPECT_MSG_EQ((copies == std::vector<uint64_t>{0, 1, 3, 5, 7, 9, 25, 27}),
                              true,
                              "sparse copies");
        // Group 2 begins at 65536 with its bitmaps.
        NS_TEST_EXPECT_MSG_EQ(layout.GetBlockBitmap(2), 65536, "block bitmap of group 2");
        NS_TEST_EXPECT_MSG_EQ(layout.GetBlockBitmap(3), 98306, "behind a copy");
        // Inode 8193 is the first of group 1, whose table begins behind 2 + 2 blocks.
        NS_TEST_EXPECT_MSG_EQ(layout.GetGroupOfInode(8193), 1, "group of an inode");
        NS_TEST_EXPECT_MSG_EQ(layout.GetInodePage(8193), 32768 + 4, "block of an inode");
        NS_TEST_EXPECT_MSG_EQ(layout.GetInodePage(8192 + 17), 32768 + 5, "the next block");
        CheckFind(layout);
    }

    /// The same with 16 groups together.
    void Flex()
    {
        const ExtentLayout layout({1048576, 16384, 16});
        // From block 2: 16 block bitmaps, 16 inode bitmaps, 16 tables of 512: up to block 8225.
        NS_TEST_EXPECT_MSG_EQ(layout.GetBlockBitmap(15), 17, "block bitmap of group 15");
        NS_TEST_EXPECT_MSG_EQ(layout.GetInodeBitmap(0), 18, "inode bitmap of group 0");
        NS_TEST_EXPECT_MSG_EQ(layout.GetInodeTable(0).start, 34, "table of group 0");
        NS_TEST_EXPECT_MSG_EQ(layout.GetInodeTable(15).start, 34 + 15 * 512, "of group 15");
        // Group 16 has no copy: 524,288 is its first block bitmap.
        NS_TEST_EXPECT_MSG_EQ(layout.GetBlockBitmap(16), 524288, "block bitmap of group 16");
        NS_TEST_EXPECT_MSG_EQ(layout.GetMetadata(2).size(), 0, "group 2 has none");
        NS_TEST_EXPECT_MSG_EQ((layout.GetMetadata(1) == std::vector<ExtentRun>{{32768, 2}}),
                              true,
                              "group 1 has copies");
        NS_TEST_EXPECT_MSG_EQ(
            (layout.GetMetadata(0) == std::vector<ExtentRun>{{0, 2}, {2, 32 + 16 * 512}}),
            true,
            "group 0 has those of 16");
        CheckFind(layout);
    }

    /// Each block of fixed metadata is found as what it is.
    void CheckFind(const ExtentLayout& layout)
    {
        using Kind = ExtentLayout::Kind;
        for (uint64_t i = 0; i < layout.GetGroupCount(); ++i)
        {
            const auto blocks = layout.Find(layout.GetBlockBitmap(i));
            NS_TEST_EXPECT_MSG_EQ((blocks.kind == Kind::BLOCK_BITMAP && blocks.group == i),
                                  true,
                                  i);
            const auto inodes = layout.Find(layout.GetInodeBitmap(i));
            NS_TEST_EXPECT_MSG_EQ((inodes.kind == Kind::INODE_BITMAP && inodes.group == i),
                                  true,
                                  i);
            const auto table = layout.Find(layout.GetInodeTable(i).start + 511);
            NS_TEST_EXPECT_MSG_EQ(
                (table.kind == Kind::INODE_TABLE && table.group == i && table.index == 511),
                true,
                i);
            const bool other = layout.Find(layout.GetGroup(i).start + 20000).kind == Kind::OTHER;
            NS_TEST_EXPECT_MSG_EQ(other, true, i);
        }
        NS_TEST_EXPECT_MSG_EQ((layout.Find(0).kind == Kind::SUPERBLOCK), true, "superblock");
        NS_TEST_EXPECT_MSG_EQ((layout.Find(32769).kind == Kind::DESCRIPTORS), true, "a copy");
    }

    /// 64 MiB: one group of 16,384 blocks with 4096 inodes in 256 blocks.
    void Small()
    {
        const ExtentLayout layout({16384, 16384, 16});
        NS_TEST_EXPECT_MSG_EQ(layout.GetGroupCount(), 1, "groups");
        NS_TEST_EXPECT_MSG_EQ(layout.GetInodesPerGroup(), 4096, "inodes");
        NS_TEST_EXPECT_MSG_EQ((layout.GetInodeTable(0) == ExtentRun{4, 256}), true, "table");
        std::string message;
        try
        {
            const ExtentLayout none({2047, 16384, 16});
        }
        catch (const UserError& error)
        {
            message = error.what();
        }
        NS_TEST_EXPECT_MSG_EQ(message,
                              "Format: a device of 8384512 bytes is too small for a file system, "
                              "which needs 8 MiB",
                              "too small");
    }

    /// A last group that has no room beside its metadata is left out.
    void Rest()
    {
        // Two groups of which the second has 100 blocks. (32868 * 4096 / 16384) / 2 = 4109 inodes
        // are 257 blocks of 16: more than the second group has.
        const ExtentLayout plain({32868, 16384, 1});
        NS_TEST_EXPECT_MSG_EQ(plain.GetGroupCount(), 1, "left out");
        NS_TEST_EXPECT_MSG_EQ(plain.GetGeometry().blockCount, 32768, "its blocks as well");
        // Together with group 0 it has only the copies.
        const ExtentLayout flex({32868, 16384, 16});
        NS_TEST_EXPECT_MSG_EQ(flex.GetGroupCount(), 2, "kept");
        NS_TEST_EXPECT_MSG_EQ(flex.GetGroup(1).count, 100, "a short group");
    }
};

/**
 * @ingroup host-io-tests
 *
 * The layout of a file system.
 */
class ExtentLayoutTestSuite : public TestSuite
{
  public:
    ExtentLayoutTestSuite()
        : TestSuite("extent-layout", Type::UNIT)
    {
        AddTestCase(new ExtentLayoutTestCase, Duration::QUICK);
    }
};

/// The suite.
static ExtentLayoutTestSuite g_extentLayoutTestSuite;
