/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/extent-codec.h"
#include "ns3/extent-log.h"
#include "ns3/extent-namespace.h"
#include "ns3/extent-volume.h"
#include "ns3/test.h"

#include <map>
#include <set>
#include <string>
#include <vector>

using namespace ns3;

/**
 * @ingroup host-io-tests
 *
 * Which blocks and inodes are taken.
 */
class ExtentAllocationTestCase : public TestCase
{
  public:
    ExtentAllocationTestCase()
        : TestCase("allocation")
    {
    }

  private:
    void DoRun() override
    {
        Alone();
        Interleaved();
        Directories();
        Reuse();
        Preallocation();
        Tail();
    }

    /**
     * @param volume the volume
     * @param path where
     * @param directory true for a directory
     * @return the new inode
     */
    static ExtentInode& Make(ExtentVolume& volume, const std::string& path, bool directory)
    {
        ExtentChanges changes;
        ExtentNamespace names(volume);
        auto found = names.Resolve(path);
        names.Create(found, directory, Time(0), changes);
        return *found.inode;
    }

    /**
     * @param volume the volume
     * @param inode a file
     * @param page the first page
     * @param count how many
     */
    static void Write(ExtentVolume& volume, ExtentInode& inode, uint64_t page, uint64_t count)
    {
        ExtentChanges changes;
        inode.size = std::max(inode.size, (page + count) * PAGE_BYTES);
        volume.Reserve(inode, page, count);
        volume.Allocate(inode, page, count, changes);
    }

    /// A file of 100 MB, written in runs of 32 pages, is as few extents as its groups allow.
    void Alone()
    {
        // Without flex groups, group 0 has blocks 517 to 32767 free behind metadata (0 to 515) and
        // the root directory (516): 32,251, enough for 25,600.
        ExtentVolume plain({1048576, 16384, 1});
        plain.Format(1024, 1);
        auto& file = Make(plain, "/f", false);
        for (uint64_t page = 0; page < 25600; page += 32)
        {
            Write(plain, file, page, 32);
        }
        const auto extents = file.map->GetExtents();
        NS_TEST_EXPECT_MSG_EQ(extents.size(), 1, "one extent");
        NS_TEST_EXPECT_MSG_EQ((extents[0] == Extent{0, 517, 25600}), true, "from block 517");
        // The next 100 MB file gets the rest (32768 - 26117 = 6651 blocks) and continues in group
        // 1, behind superblock, descriptors, bitmaps and table (516 blocks).
        auto& second = Make(plain, "/g", false);
        for (uint64_t page = 0; page < 25600; page += 32)
        {
            Write(plain, second, page, 32);
        }
        const auto more = second.map->GetExtents();
        NS_TEST_ASSERT_MSG_EQ(more.size(), 2, "two runs");
        NS_TEST_EXPECT_MSG_EQ((more[0] == Extent{0, 26117, 6651}), true, "the rest of group 0");
        NS_TEST_EXPECT_MSG_EQ((more[1] == Extent{6651, 32768 + 516, 18949}), true, "group 1");
        // With flex groups files begin in group 1, behind the copies.
        ExtentVolume flex({1048576, 16384, 16});
        flex.Format(1024, 1);
        auto& other = Make(flex, "/f", false);
        Write(flex, other, 0, 25600);
        NS_TEST_EXPECT_MSG_EQ((other.map->GetExtents() == std::vector<Extent>{{0, 32770, 25600}}),
                              true,
                              "from block 32770");
    }

    /// Two files written in turn alternate, as nothing is kept for one of them.
    void Interleaved()
    {
        ExtentVolume volume({16384, 16384, 16});
        volume.Format(256, 1);
        auto& a = Make(volume, "/a", false);
        auto& b = Make(volume, "/b", false);
        for (uint64_t page = 0; page < 64; page += 16)
        {
            Write(volume, a, page, 16);
            Write(volume, b, page, 16);
        }
        NS_TEST_EXPECT_MSG_EQ(a.map->GetExtents().size(), 4, "pieces of 16");
        // What is written behind the end of a file goes behind its last block.
        auto& c = Make(volume, "/c", false);
        Write(volume, c, 10, 10);
        Write(volume, c, 20, 10);
        NS_TEST_EXPECT_MSG_EQ(c.map->GetExtents().size(), 1, "joined");
    }

    /// Directories below the root are spread, others stay near their parent, files too.
    void Directories()
    {
        ExtentVolume volume({131072, 16384, 1});
        volume.Format(1024, 1);
        const auto& layout = volume.GetLayout();
        std::set<uint64_t> groups;
        for (int i = 0; i < 4; ++i)
        {
            auto& top = Make(volume, "/" + std::to_string(i), true);
            const auto group = layout.GetGroupOfInode(top.number);
            groups.insert(group);
            auto& below = Make(volume, "/" + std::to_string(i) + "/d", true);
            NS_TEST_EXPECT_MSG_EQ(layout.GetGroupOfInode(below.number), group, "near its parent");
            auto& file = Make(volume, "/" + std::to_string(i) + "/d/f", false);
            NS_TEST_EXPECT_MSG_EQ(layout.GetGroupOfInode(file.number), group, "file");
            // Not a small file: those of all directories share a run.
            Write(volume, file, 0, 17);
            NS_TEST_EXPECT_MSG_EQ(layout.GetGroupOf(file.map->GetEnd()), group, "its blocks");
        }
        // Group 0 has the root, so the first three go to 1, 2 and 3; all have two then but group 0.
        NS_TEST_EXPECT_MSG_EQ(groups.size(), 4, "all four groups");
    }

    /// Freed blocks are not given out before they may be.
    void Reuse()
    {
        ExtentVolume volume({2048, 16384, 16});
        volume.Format(256, 1);
        auto& allocator = volume.GetAllocator();
        auto& file = Make(volume, "/f", false);
        const auto room = volume.GetRoom();
        Write(volume, file, 0, 100);
        const auto first = file.map->Find(0, 1).devicePage;
        NS_TEST_EXPECT_MSG_EQ(volume.GetRoom(), room - 100, "taken");
        ExtentChanges changes;
        volume.Truncate(file, 0, changes);
        NS_TEST_ASSERT_MSG_EQ(changes.freed.size(), 1, "one run");
        NS_TEST_EXPECT_MSG_EQ((changes.freed[0].run == ExtentRun{first, 100}), true, "that run");
        NS_TEST_EXPECT_MSG_EQ(volume.GetRoom(), room - 100, "free, but not yet");
        NS_TEST_EXPECT_MSG_EQ(allocator.GetFreeBlocks(), allocator.GetReusableBlocks() + 100, "");
        Write(volume, file, 0, 17);
        NS_TEST_EXPECT_MSG_EQ(file.map->Find(0, 1).devicePage, first + 100, "behind them");
        allocator.MakeReusable(changes.freed[0].run);
        NS_TEST_EXPECT_MSG_EQ(volume.GetRoom(), room - 17, "now");
        NS_TEST_EXPECT_MSG_EQ(volume.Reserve(file, 17, room), false, "not more than there is");
        NS_TEST_EXPECT_MSG_EQ(volume.GetRoom(), room - 17, "and nothing changed");
    }

    /// Small files share a run; a larger file that grows has one of its own until it is settled.
    void Preallocation()
    {
        ExtentVolume volume({4096, 16384, 1});
        volume.Format(0, 1);
        auto& allocator = volume.GetAllocator();
        auto& a = Make(volume, "/a", false);
        auto& b = Make(volume, "/b", false);
        auto& large = Make(volume, "/large", false);
        const auto room = volume.GetRoom();
        Write(volume, a, 0, 3);
        Write(volume, large, 0, 17);
        Write(volume, b, 0, 16);
        // The group has a superblock, descriptors, 2 bitmaps, 64 blocks of inodes and the root: 69
        // blocks. So the first run of 512 blocks at a multiple of 512 is at 512, and 69 is free.
        const auto start = [](ExtentInode& file) { return file.map->Find(0, 1).devicePage; };
        NS_TEST_EXPECT_MSG_EQ(start(a), 512, "a small file");
        NS_TEST_EXPECT_MSG_EQ(start(b), 515, "the next");
        NS_TEST_EXPECT_MSG_EQ(start(large), 69, "17 pages are not small");
        NS_TEST_EXPECT_MSG_EQ(volume.GetRoom(), room - 36, "what is put aside is free");
        NS_TEST_EXPECT_MSG_EQ(allocator.GetReserved(), 512 - 19, "the rest of the run");
        // Page by page: 16 pages beside the small files, then pages 16 and 17 from a run of 32
        // blocks for pages 0 to 31, at the first multiple of 32 behind 86: 96 + 16.
        auto& grown = Make(volume, "/grown", false);
        grown.growing = true;
        for (uint64_t page = 0; page < 18; ++page)
        {
            grown.size = (page + 1) * PAGE_BYTES;
            Write(volume, grown, page, 1);
        }
        NS_TEST_EXPECT_MSG_EQ(start(grown), 531, "its first pages");
        NS_TEST_EXPECT_MSG_EQ(grown.map->Find(16, 2).devicePage, 112, "the others");
        NS_TEST_EXPECT_MSG_EQ(grown.map->Find(16, 2).count, 2, "side by side");
        NS_TEST_EXPECT_MSG_EQ(allocator.GetReserved(), 512 - 35 + 30, "both runs");
        volume.Settle(grown);
        NS_TEST_EXPECT_MSG_EQ(allocator.GetReserved(), 512 - 35, "its own is given back");
        // Nothing else is left: then what was put aside is taken too.
        const auto all = volume.GetRoom();
        NS_TEST_EXPECT_MSG_EQ(volume.Reserve(large, 17, all - all / 64 - 1), true, "room for it");
        ExtentChanges changes;
        volume.Allocate(large, 17, all - all / 64 - 1, changes);
        uint64_t run = all;
        NS_TEST_EXPECT_MSG_EQ(large.delayed.Contains(17, run), false, "the first has a place");
        NS_TEST_EXPECT_MSG_EQ(run, all, "and so have all");
        NS_TEST_EXPECT_MSG_EQ(allocator.GetReserved(), 0, "nothing is put aside");
    }

    /// The size on the medium follows the places.
    void Tail()
    {
        ExtentVolume volume({2048, 16384, 16});
        volume.Format(256, 1);
        auto& file = Make(volume, "/f", false);
        ExtentChanges changes;
        file.size = 20000;
        volume.Reserve(file, 0, 5);
        NS_TEST_EXPECT_MSG_EQ(file.diskSize, 0, "nothing has a place");
        volume.Allocate(file, 0, 2, changes);
        NS_TEST_EXPECT_MSG_EQ(file.diskSize, 8192, "two pages");
        volume.Truncate(file, 8000, changes);
        NS_TEST_EXPECT_MSG_EQ(file.diskSize, 8000, "cut within them");
        file.size = 20000;
        volume.Reserve(file, 2, 3);
        volume.Truncate(file, 7000, changes);
        NS_TEST_EXPECT_MSG_EQ(file.diskSize, 7000, "no delayed page left");
        file.size = 20000;
        volume.Reserve(file, 2, 3);
        volume.Truncate(file, 10000, changes);
        NS_TEST_EXPECT_MSG_EQ(file.diskSize, 7000, "page 2 is still delayed");
        volume.Allocate(file, 0, 3, changes);
        NS_TEST_EXPECT_MSG_EQ(file.diskSize, 10000, "and now not");
    }
};

/**
 * @ingroup host-io-tests
 *
 * The bytes of metadata, encoded and decoded.
 */
class ExtentCodecTestCase : public TestCase
{
  public:
    ExtentCodecTestCase()
        : TestCase("bytes of metadata")
    {
    }

  private:
    void DoRun() override
    {
        ExtentVolume volume({16384, 16384, 16});
        volume.Format(256, 77);
        Fixed(volume);
        Inodes(volume);
        Names(volume);
        Log();
    }

    /// Superblock, descriptors and bitmaps.
    void Fixed(ExtentVolume& volume)
    {
        const auto page = ExtentCodec::Encode(volume, 0);
        const auto superblock = ExtentCodec::DecodeSuperblock(page);
        NS_TEST_ASSERT_MSG_EQ(superblock.has_value(), true, "a superblock");
        NS_TEST_EXPECT_MSG_EQ(superblock->geometry.blockCount, 16384, "blocks");
        NS_TEST_EXPECT_MSG_EQ((superblock->log == ExtentRun{261, 256}), true, "log");
        NS_TEST_EXPECT_MSG_EQ(superblock->generation, 77, "generation");
        NS_TEST_EXPECT_MSG_EQ(ExtentCodec::DecodeSuperblock(ExtentPage()).has_value(), false, "");
        const auto descriptor = ExtentCodec::DecodeDescriptor(ExtentCodec::Encode(volume, 1), 0);
        // 16,384 less 260 of metadata, 1 of the root directory and 256 of the log.
        NS_TEST_EXPECT_MSG_EQ(descriptor.freeBlocks, 15867, "free blocks");
        NS_TEST_EXPECT_MSG_EQ(descriptor.freeInodes, 4096 - 10, "free inodes");
        NS_TEST_EXPECT_MSG_EQ(descriptor.directories, 1, "the root");
        const auto words = ExtentCodec::DecodeBitmap(ExtentCodec::Encode(volume, 2));
        // Blocks 0 to 516 are used: eight whole words and 5 bits; what is past the group as well.
        NS_TEST_EXPECT_MSG_EQ(words[7], ~uint64_t{0}, "used");
        NS_TEST_EXPECT_MSG_EQ(words[8], 0x1f, "up to 516");
        NS_TEST_EXPECT_MSG_EQ(words[255], 0, "the end of the group");
        NS_TEST_EXPECT_MSG_EQ(words[256], ~uint64_t{0}, "past it");
    }

    /// An inode with extents inside, one with leaves, one with indexes.
    void Inodes(ExtentVolume& volume)
    {
        ExtentNamespace names(volume);
        ExtentChanges changes;
        auto path = names.Resolve("/f");
        names.Create(path, false, Seconds(3), changes);
        auto& file = *path.inode;
        file.size = uint64_t{1} << 30;
        const auto write = [&](uint64_t first, uint64_t count) {
            for (uint64_t i = first; i < first + count; ++i)
            {
                volume.Reserve(file, 2 * i, 1);
                volume.Allocate(file, 2 * i, 1, changes);
            }
        };
        const auto decode = [&] {
            // Inode 11 is the 11th of block 4.
            return ExtentCodec::DecodeInode(ExtentCodec::Encode(volume, 4), 10);
        };
        write(0, 3);
        const auto small = decode();
        NS_TEST_EXPECT_MSG_EQ(small.used, true, "used");
        NS_TEST_EXPECT_MSG_EQ(small.links, 1, "one name");
        NS_TEST_EXPECT_MSG_EQ(small.modified, 3000000000, "ns");
        NS_TEST_EXPECT_MSG_EQ(small.size, 5 * 4096, "up to page 4");
        NS_TEST_EXPECT_MSG_EQ((small.map->GetExtents() == file.map->GetExtents()), true, "inside");
        write(3, 300);
        // What the entries are is at byte 1 of the inode, the number of entries at byte 2.
        const auto at = 10 * ExtentLayout::INODE_BYTES;
        NS_TEST_EXPECT_MSG_EQ(ExtentCodec::Encode(volume, 4).Get(at + 1, 1), 1, "a leaf");
        NS_TEST_EXPECT_MSG_EQ((Load(volume, decode()) == file.map->GetExtents()), true, "in it");
        write(303, 1500);
        NS_TEST_EXPECT_MSG_EQ(ExtentCodec::Encode(volume, 4).Get(at + 1, 1), 2, "an index");
        NS_TEST_EXPECT_MSG_EQ(ExtentCodec::Encode(volume, 4).Get(at + 2, 2), 1, "one of them");
        NS_TEST_EXPECT_MSG_EQ((Load(volume, decode()) == file.map->GetExtents()), true, "below it");
        // 1803 extents are 5 leaves of 340 and one of 103.
        const auto index = ExtentCodec::Encode(volume, file.map->GetBlocks()[0]);
        NS_TEST_EXPECT_MSG_EQ(index.Get(4, 2), 6, "leaves");
        NS_TEST_EXPECT_MSG_EQ(index.Get(8 + 5 * 12, 4), 2 * 1700, "where the last begins");
        // A block of data is neither a leaf nor an index.
        std::vector<std::string> problems;
        const ExtentPage data;
        decode().map->Load(16384, [&data](uint64_t) { return &data; }, problems);
        NS_TEST_EXPECT_MSG_EQ(problems.size(), 1, "no extent block");
    }

    /**
     * @param volume the volume
     * @param inode an inode as it was read
     * @return the extents of its map, with what is in blocks of metadata
     */
    static std::vector<Extent> Load(ExtentVolume& volume, const ExtentCodec::Inode& inode)
    {
        std::map<uint64_t, ExtentPage> pages;
        const auto source = [&](uint64_t block) {
            return &pages.emplace(block, ExtentCodec::Encode(volume, block)).first->second;
        };
        std::vector<std::string> problems;
        inode.map->Load(volume.GetLayout().GetGeometry().blockCount, source, problems);
        return problems.empty() ? inode.map->GetExtents() : std::vector<Extent>();
    }

    /// Names.
    void Names(ExtentVolume& volume)
    {
        std::vector<ExtentCodec::Name> decoded;
        const auto bytes = ExtentCodec::Encode(volume, 260);
        NS_TEST_EXPECT_MSG_EQ(ExtentCodec::DecodeNames(bytes, decoded), true, "decoded");
        NS_TEST_ASSERT_MSG_EQ(decoded.size(), 3, "names");
        NS_TEST_EXPECT_MSG_EQ(decoded[1].name, "..", "the second");
        NS_TEST_EXPECT_MSG_EQ(decoded[1].inode, 2, "the root is its own parent");
        NS_TEST_EXPECT_MSG_EQ(decoded[2].name, "f", "the third");
        NS_TEST_EXPECT_MSG_EQ(decoded[2].inode, 11, "its inode");
        // As ext2: inode, length of the entry, length of the name.
        NS_TEST_EXPECT_MSG_EQ(bytes.Get(24 + 4, 2), 4096 - 24, "the last reaches to the end");
        NS_TEST_EXPECT_MSG_EQ(bytes.Get(24 + 6, 1), 1, "one byte");
        NS_TEST_EXPECT_MSG_EQ(ExtentCodec::DecodeNames(ExtentPage(), decoded), false, "zeros");
    }

    /// The blocks of a log.
    void Log()
    {
        const ExtentLog log({261, 256}, 77);
        NS_TEST_EXPECT_MSG_EQ(log.GetCapacity(), 255, "all but the first block");
        NS_TEST_EXPECT_MSG_EQ(log.GetBlock(0), 262, "the first position");
        NS_TEST_EXPECT_MSG_EQ(log.GetBlock(255), 262, "a ring");
        // 5 blocks: one descriptor and a commit. 255 blocks: two descriptors.
        NS_TEST_EXPECT_MSG_EQ(ExtentLog::GetSize(5), 7, "small");
        NS_TEST_EXPECT_MSG_EQ(ExtentLog::GetSize(255), 258, "large");
        const auto runs = log.GetRuns(250, 10);
        NS_TEST_EXPECT_MSG_EQ((runs == std::vector<ExtentRun>{{512, 5}, {262, 5}}), true, "wraps");
        const ExtentLog::Tail tail{9, 1234};
        NS_TEST_EXPECT_MSG_EQ((log.DecodeTail(log.EncodeTail(tail)) == tail), true, "tail");
        const std::vector<uint64_t> tags{4, 260, 1};
        const auto descriptor = log.EncodeDescriptor(9, tags);
        NS_TEST_EXPECT_MSG_EQ((log.DecodeDescriptor(descriptor, 9) == tags), true, "descriptor");
        NS_TEST_EXPECT_MSG_EQ(log.DecodeDescriptor(descriptor, 8).has_value(), false, "another");
        const auto commit = log.DecodeCommit(log.EncodeCommit({9, 0xabcd}));
        NS_TEST_EXPECT_MSG_EQ(commit->checksum, 0xabcd, "commit");
        const ExtentLog other({261, 256}, 78);
        NS_TEST_EXPECT_MSG_EQ(other.DecodeDescriptor(descriptor, 9).has_value(),
                              false,
                              "older log");
    }
};

/**
 * @ingroup host-io-tests
 *
 * The metadata in memory.
 */
class ExtentVolumeTestSuite : public TestSuite
{
  public:
    ExtentVolumeTestSuite()
        : TestSuite("extent-volume", Type::UNIT)
    {
        AddTestCase(new ExtentAllocationTestCase, Duration::QUICK);
        AddTestCase(new ExtentCodecTestCase, Duration::QUICK);
    }
};

/// The suite.
static ExtentVolumeTestSuite g_extentVolumeTestSuite;
