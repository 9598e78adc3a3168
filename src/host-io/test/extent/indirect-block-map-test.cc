/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "extent-bench.h"

#include "ns3/file-block-map-factory.h"
#include "ns3/indirect-block-map.h"
#include "ns3/string.h"
#include "ns3/test.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/// Page p of the files of the unit tests is in block p + DATA; indirect blocks count from 1000.
constexpr uint64_t DATA = 1000000;

constexpr uint64_t K = 1024; //!< pointers in an indirect block

/**
 * A map and a source of blocks for it.
 */
struct Mapped
{
    /**
     * Add pages as a file system does.
     *
     * @param page the first
     * @param count how many
     */
    void Add(uint64_t page, uint64_t count)
    {
        const auto source = [this](uint64_t near) {
            goals.push_back(near);
            return std::optional<uint64_t>(next++);
        };
        for (const auto end = page + count; page < end;)
        {
            const auto pages = *map.Prepare(page, end - page, source, changed);
            map.Insert({page, page + DATA, pages}, source, changed);
            page += pages;
        }
    }

    /**
     * @param page a page
     * @param count how many
     * @return the blocks that must be read for them
     */
    std::vector<uint64_t> Path(uint64_t page, uint64_t count = 1) const
    {
        std::vector<uint64_t> blocks;
        map.GetPath(page, count, blocks);
        return blocks;
    }

    IndirectBlockMap map;          //!< the map
    uint64_t next{1000};           //!< the next block of the source
    std::vector<uint64_t> goals;   //!< where blocks were wanted
    std::vector<uint64_t> changed; //!< indirect blocks that changed
};

} // namespace

/**
 * @ingroup host-io-tests
 *
 * Which indirect block names which page.
 */
class IndirectBlockMapTestCase : public TestCase
{
  public:
    IndirectBlockMapTestCase()
        : TestCase("levels")
    {
    }

  private:
    using Blocks = std::vector<uint64_t>; //!< blocks

    void DoRun() override
    {
        Levels();
        Counts();
        Truncation();
        NoBlock();
        Bytes();
        Faults();
        Random();
    }

    /// The pages at the limits of the levels: 12, 12 + 1024 and 12 + 1024 + 1024^2.
    void Levels()
    {
        Mapped file;
        for (const uint64_t page : {0UL, 11UL, 12UL, 1035UL, 1036UL, 2059UL, 2060UL})
        {
            file.Add(page, 1);
        }
        const auto last = 12 + K + K * K - 1;
        file.Add(last, 1);
        file.Add(last + 1, 1);
        NS_TEST_EXPECT_MSG_EQ((file.Path(0) == Blocks{}), true, "the inode's first pointer");
        NS_TEST_EXPECT_MSG_EQ((file.Path(11) == Blocks{}), true, "the last direct one");
        NS_TEST_EXPECT_MSG_EQ((file.Path(12) == Blocks{1000}), true, "the single indirect block");
        NS_TEST_EXPECT_MSG_EQ((file.Path(1035) == Blocks{1000}), true, "its last pointer");
        NS_TEST_EXPECT_MSG_EQ((file.Path(1036) == Blocks{1001, 1002}), true, "the double one");
        NS_TEST_EXPECT_MSG_EQ((file.Path(2059) == Blocks{1001, 1002}), true, "the same");
        NS_TEST_EXPECT_MSG_EQ((file.Path(2060) == Blocks{1001, 1003}), true, "its second");
        NS_TEST_EXPECT_MSG_EQ((file.Path(last) == Blocks{1001, 1004}), true, "its last");
        NS_TEST_EXPECT_MSG_EQ((file.Path(last + 1) == Blocks{1005, 1006, 1007}), true, "triple");
        NS_TEST_EXPECT_MSG_EQ((file.Path(0, 2061) == Blocks{1000, 1001, 1002, 1003}),
                              true,
                              "each once");
        // Wanted near the page before, near the block whose pointer is before, near the parent.
        const Blocks goals{DATA + 11, 1000, 1001, 1002, 1003, 1001, 1005, 1006};
        NS_TEST_EXPECT_MSG_EQ((file.goals == goals), true, "near what");
        // A read needs them when it gets there: up to the end of an indirect block.
        Blocks blocks;
        NS_TEST_EXPECT_MSG_EQ(file.map.GetPathAt(3, blocks), 9, "up to page 11");
        NS_TEST_EXPECT_MSG_EQ(file.map.GetPathAt(12, blocks), 1024, "up to page 1035");
        NS_TEST_EXPECT_MSG_EQ(file.map.GetPathAt(2000, blocks), 60, "up to page 2059");
        NS_TEST_EXPECT_MSG_EQ((blocks == Blocks{1000, 1001, 1002}), true, "those");
        // Holes, and what is missing for pages in them.
        NS_TEST_EXPECT_MSG_EQ(file.map.Find(13, 5000).mapped, false, "a hole");
        NS_TEST_EXPECT_MSG_EQ(file.map.Find(13, 5000).count, 1022, "up to page 1034");
        NS_TEST_EXPECT_MSG_EQ(file.map.Find(1035, 5000).count, 2, "across the levels");
        NS_TEST_EXPECT_MSG_EQ(file.map.CountMissing(0, 2061), 0, "all are there");
        NS_TEST_EXPECT_MSG_EQ(file.map.CountMissing(2060, 2 * K), 1, "the next");
        NS_TEST_EXPECT_MSG_EQ(IndirectBlockMap().CountMissing(0, 12), 0, "none for 12 pages");
        NS_TEST_EXPECT_MSG_EQ(IndirectBlockMap().CountMissing(0, 1037), 3, "single, double, one");
        NS_TEST_EXPECT_MSG_EQ(IndirectBlockMap().CountMissing(last + 1, 1), 3, "of the triple");
    }

    /// Blocks of a file of n pages: one for each 1024 behind the first 12, and those above them.
    void Counts()
    {
        const std::vector<std::pair<uint64_t, uint64_t>> sizes{
            {0, 0},
            {12, 12},
            {13, 14},
            {1036, 1037},
            {1037, 1040},
            // 16 MiB: single, double and (4096 - 1036) / 1024 = 2.99, 3 below it.
            {4096, 4101},
            // 256 MiB: (65536 - 1036) / 1024 = 62.99.
            {65536, 65536 + 65},
            // The whole double indirect block, and one page more.
            {12 + K + K * K, 12 + K + K * K + 2 + K},
            {13 + K + K * K, 13 + K + K * K + 2 + K + 3},
        };
        for (const auto& [pages, blocks] : sizes)
        {
            Mapped file;
            file.Add(0, pages);
            NS_TEST_EXPECT_MSG_EQ(file.map.GetBlockCount(), blocks, pages << " pages");
            NS_TEST_EXPECT_MSG_EQ(file.map.GetEnd(), (pages > 0 ? pages + DATA : 0), "the end");
            NS_TEST_EXPECT_MSG_EQ(file.map.GetExtents().size(), (pages > 0 ? 1U : 0U), "one run");
        }
    }

    /// What is freed, changed and read when a file is cut.
    void Truncation()
    {
        // 1000 single, 1001 double, 1002 to 1004 below it; pages 0 to 4095.
        Mapped file;
        file.Add(0, 4096);
        Blocks read;
        file.map.GetPathToFree(0, read);
        NS_TEST_EXPECT_MSG_EQ((read == Blocks{1000, 1001, 1004, 1003, 1002}),
                              true,
                              "the last below the double one first");
        read.clear();
        file.map.GetPathToFree(2060, read);
        NS_TEST_EXPECT_MSG_EQ((read == Blocks{1001, 1004, 1003}), true, "for the end of a file");
        ExtentChanges changes;
        file.map.Truncate(2100, changes);
        // Freed are pages 2100 to 4095 and block 1004; 1003 keeps pointers, 1001 loses one.
        NS_TEST_ASSERT_MSG_EQ(changes.freed.size(), 2, "data and metadata");
        NS_TEST_EXPECT_MSG_EQ((changes.freed[0].run == ExtentRun{DATA + 2100, 1996}), true, "data");
        NS_TEST_EXPECT_MSG_EQ((changes.freed[1].run == ExtentRun{1004, 1}), true, "metadata");
        NS_TEST_EXPECT_MSG_EQ(changes.freed[1].metadata, true, "as metadata");
        NS_TEST_EXPECT_MSG_EQ((changes.pages == Blocks{1001, 1003}), true, "changed");
        changes = {};
        file.map.Truncate(1036, changes);
        NS_TEST_EXPECT_MSG_EQ(changes.freed.size(), 4, "pages, 1002, 1003 and the double one");
        NS_TEST_EXPECT_MSG_EQ(changes.pages.size(), 0, "no indirect block that stays");
        NS_TEST_EXPECT_MSG_EQ((file.map.GetBlocks() == Blocks{1000}), true, "the single one is");
        changes = {};
        file.map.Truncate(12, changes);
        NS_TEST_EXPECT_MSG_EQ(file.map.GetBlockCount(), 12, "direct pointers only");
        changes = {};
        file.map.Truncate(12, changes);
        NS_TEST_EXPECT_MSG_EQ(changes.freed.size() + changes.pages.size(), 0, "nothing to do");
    }

    /// Without a block for an indirect block no page behind the first 12 can be added.
    void NoBlock()
    {
        IndirectBlockMap map;
        std::vector<uint64_t> changed;
        const auto none = [](uint64_t) { return std::optional<uint64_t>(); };
        NS_TEST_EXPECT_MSG_EQ(map.Prepare(4, 100, none, changed).value_or(0), 8, "direct ones");
        NS_TEST_EXPECT_MSG_EQ(map.Prepare(12, 1, none, changed).has_value(), false, "no more");
    }

    /**
     * @param file a map
     * @return the same, through the bytes of an inode and of its indirect blocks
     */
    static std::unique_ptr<FileBlockMap> Reload(const Mapped& file)
    {
        ExtentPage inode;
        file.map.EncodeRoot(inode, 256);
        auto decoded = FileBlockMapFactory::DecodeRoot(inode, 256);
        std::map<uint64_t, ExtentPage> pages;
        bool blind = true;
        const auto source = [&](uint64_t block) -> const ExtentPage* {
            const auto page = file.map.EncodeBlock(block);
            return blind ? nullptr : &pages.emplace(block, page).first->second;
        };
        std::vector<std::string> problems;
        decoded->Load(UINT32_MAX, source, problems);
        blind = false;
        decoded->Load(UINT32_MAX, source, problems);
        return problems.empty() ? std::move(decoded) : nullptr;
    }

    /// Little-endian pointers of 4 bytes: in the inode from byte 40 on, in blocks from byte 0 on.
    void Bytes()
    {
        Mapped file;
        file.Add(0, 1);
        file.Add(11, 1026);
        const auto last = 12 + K + K * K;
        file.Add(last, 1);
        ExtentPage inode;
        file.map.EncodeRoot(inode, 0);
        NS_TEST_EXPECT_MSG_EQ(inode.Get(1, 1), 3, "pointers, no extents");
        NS_TEST_EXPECT_MSG_EQ(inode.Get(40, 4), DATA, "page 0");
        NS_TEST_EXPECT_MSG_EQ(inode.Get(44, 4), 0, "a hole");
        NS_TEST_EXPECT_MSG_EQ(inode.Get(40 + 11 * 4, 4), DATA + 11, "page 11");
        NS_TEST_EXPECT_MSG_EQ(inode.Get(40 + 12 * 4, 4), 1000, "single");
        NS_TEST_EXPECT_MSG_EQ(inode.Get(40 + 13 * 4, 4), 1001, "double");
        NS_TEST_EXPECT_MSG_EQ(inode.Get(40 + 14 * 4, 4), 1003, "triple");
        const auto single = file.map.EncodeBlock(1000);
        NS_TEST_EXPECT_MSG_EQ(single.Get(0, 4), DATA + 12, "its first");
        NS_TEST_EXPECT_MSG_EQ(single.Get(4092, 4), DATA + 1035, "its last");
        NS_TEST_EXPECT_MSG_EQ(file.map.EncodeBlock(1001).Get(0, 4), 1002, "below the double one");
        NS_TEST_EXPECT_MSG_EQ(file.map.EncodeBlock(1001).Get(4, 4), 0, "and no other");
        NS_TEST_EXPECT_MSG_EQ(file.map.EncodeBlock(1002).Get(0, 4), DATA + 1036, "a page");
        NS_TEST_EXPECT_MSG_EQ(file.map.EncodeBlock(1003).Get(0, 4), 1004, "below the triple one");
        NS_TEST_EXPECT_MSG_EQ(file.map.EncodeBlock(1005).Get(0, 4), DATA + last, "its page");
        const auto loaded = Reload(file);
        NS_TEST_ASSERT_MSG_EQ((loaded != nullptr), true, "no problem");
        NS_TEST_EXPECT_MSG_EQ((loaded->GetExtents() == file.map.GetExtents()), true, "pages");
        NS_TEST_EXPECT_MSG_EQ((loaded->GetBlocks() == file.map.GetBlocks()), true, "blocks");
    }

    /// Indirect blocks outside the device, and those that are named twice.
    void Faults()
    {
        ExtentPage inode;
        inode.Put(1, 1, 3);
        inode.Put(40 + 12 * 4, 4, 50);
        inode.Put(40 + 13 * 4, 4, 7);
        // Block 7 names itself a thousand times: it is not followed.
        ExtentPage loop;
        for (uint32_t i = 0; i < K; ++i)
        {
            loop.Put(4 * i, 4, 7);
        }
        const auto map = FileBlockMapFactory::DecodeRoot(inode, 0);
        std::vector<std::string> problems;
        map->Load(50, [&loop](uint64_t) { return &loop; }, problems);
        NS_TEST_ASSERT_MSG_EQ(problems.size(), 1 + K, "one outside, each of block 7's pointers");
        NS_TEST_EXPECT_MSG_EQ(problems[0], "indirect block 50 is outside the device", "outside");
        NS_TEST_EXPECT_MSG_EQ(problems[1], "indirect block 7 is used twice", "twice");
    }

    /// Random pages in random order, and cuts, against a map of pages; then through bytes.
    void Random()
    {
        auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(4);
        Mapped file;
        std::set<uint64_t> simple;
        for (int i = 0; i < 5000; ++i)
        {
            const auto page = random->GetInteger(0, 9000);
            if (random->GetInteger(0, 1000) == 0)
            {
                ExtentChanges changes;
                file.map.Truncate(page, changes);
                simple.erase(simple.lower_bound(page), simple.end());
            }
            if (simple.insert(page).second)
            {
                NS_TEST_ASSERT_MSG_EQ(file.map.Find(page, 1).mapped, false, "a hole " << page);
                file.Add(page, 1);
            }
        }
        const auto loaded = Reload(file);
        NS_TEST_ASSERT_MSG_EQ((loaded != nullptr), true, "no problem");
        NS_TEST_EXPECT_MSG_EQ((loaded->GetBlocks() == file.map.GetBlocks()), true, "blocks");
        std::set<uint64_t> above;
        for (uint64_t page = 0; page < 9001; ++page)
        {
            const auto found = loaded->Find(page, 1);
            NS_TEST_ASSERT_MSG_EQ(found.mapped, simple.contains(page), "page " << page);
            NS_TEST_ASSERT_MSG_EQ((!found.mapped || found.devicePage == page + DATA), true, page);
            if (found.mapped && page >= 12)
            {
                above.insert((page - 12) / K);
            }
        }
        // The indirect blocks are those above a page, and the double one.
        NS_TEST_EXPECT_MSG_EQ(loaded->GetBlocks().size(), above.size() + 1, "no other blocks");
        NS_TEST_EXPECT_MSG_GT(above.size(), 6, "pages in most places");
    }
};

/**
 * @ingroup host-io-tests
 *
 * Where the indirect blocks of a file are, and when they are read.
 */
class IndirectBlockReadTestCase : public TestCase
{
  public:
    IndirectBlockReadTestCase()
        : TestCase("requests of a file with indirect blocks")
    {
    }

  private:
    static constexpr uint64_t BYTES = uint64_t{16} << 20; //!< size of the file: 4096 pages
    static constexpr uint64_t CALL = 65536;               //!< bytes of a call

    /**
     * @param bench the bench, not yet formatted
     * @param delayed true to find places for all pages at once, when they are written back
     */
    static void Make(ExtentBench& bench, bool delayed)
    {
        bench.fileSystem->SetAttribute("Journal", StringValue("None"));
        bench.fileSystem->SetAttribute("BlockMap", StringValue("Indirect"));
        bench.fileSystem->SetAttribute("FlexGroups", UintegerValue(1));
        bench.fileSystem->SetAttribute("DelayedAllocation", BooleanValue(delayed));
        bench.FormatAndMount();
        FileOpenFlags flags;
        flags.create = true;
        const auto handle = bench.Open("/f", flags);
        for (uint64_t offset = 0; offset < BYTES; offset += CALL)
        {
            bench.File(FileOperation::WRITE, handle, offset, CALL);
        }
        bench.File(FileOperation::CLOSE, handle);
    }

    /**
     * Mount again, with nothing cached.
     *
     * @param bench the bench
     */
    static void Remount(ExtentBench& bench)
    {
        bench.Unmount();
        bench.Mount();
        bench.device->seen.clear();
    }

    /**
     * @param bench the bench
     * @return the reads so far: first page and number of pages
     */
    static std::vector<ExtentRun> GetReads(const ExtentBench& bench)
    {
        std::vector<ExtentRun> reads;
        for (const auto& request : bench.device->seen)
        {
            if (request.operation == BlockOperation::READ)
            {
                reads.push_back({request.page, request.pages});
            }
        }
        return reads;
    }

    /// Read the file from its beginning to its end.
    static void ReadAll(ExtentBench& bench)
    {
        const auto handle = bench.Open("/f");
        for (uint64_t offset = 0; offset < BYTES; offset += CALL)
        {
            bench.File(FileOperation::READ, handle, offset, CALL);
        }
        bench.File(FileOperation::CLOSE, handle);
    }

    /**
     * A file that is alone and written back at once. Of 16,384 blocks the first free one is 261
     * (see the test of the requests; there is no log). So pages 0 to 11 are in 261 to 272, the
     * single indirect block is 273, pages 12 to 1035 are in 274 to 1297, the double indirect block
     * is 1298 and those below it are 1299, 2324 and 3349, each before its pages.
     */
    void Alone()
    {
        ExtentBench bench(16384, false);
        Make(bench, true);
        Remount(bench);
        ReadAll(bench);
        // The inode and the root directory. A first call of 16 pages opens a window of 32 pages,
        // and all others have 32, so there are 4096 / 32 = 128. Each of the indirect blocks cuts
        // one: 12, 1036, 2060 and 3084 are 12 more than a multiple of 32.
        std::vector<ExtentRun> expected{{4, 1}, {260, 1}};
        for (uint64_t page = 0; page < 4096; page += 32)
        {
            if (page % K > 0)
            {
                // Indirect blocks before it: 1 up to page 1035, then 3, 4 and 5.
                const auto before = page < 1036 ? 1 : 2 + (page - 12) / K;
                expected.push_back({261 + page + before, 32});
                continue;
            }
            const auto before = page == 0 ? 0 : page == K ? 1 : 1 + page / K;
            const uint64_t own = page == K ? 2 : 1;
            const auto start = 261 + page + before;
            expected.push_back({start, 12});
            for (uint64_t i = 0; i < own; ++i)
            {
                expected.push_back({start + 12 + i, 1});
            }
            expected.push_back({start + 12 + own, 20});
        }
        NS_TEST_EXPECT_MSG_EQ(expected.size(), 2 + 128 + 4 + 5, "requests");
        NS_TEST_EXPECT_MSG_EQ((GetReads(bench) == expected), true, "each, in order");
    }

    /**
     * A file that grows has blocks of its own put aside, and its indirect blocks are the first free
     * ones of the group: 261 to 265.
     */
    void Growing()
    {
        ExtentBench bench(16384, false);
        Make(bench, false);
        const auto blocks = bench.fileSystem->GetVolume()->Find(11)->map->GetBlocks();
        NS_TEST_EXPECT_MSG_EQ((blocks == std::vector<uint64_t>{261, 263, 264, 265, 262}),
                              true,
                              "single, three below the double one, and that");
        Remount(bench);
        ReadAll(bench);
        std::vector<uint64_t> read;
        for (const auto& request : GetReads(bench))
        {
            if (request.start < 266 && request.start > 260)
            {
                read.push_back(request.start);
            }
        }
        NS_TEST_EXPECT_MSG_EQ((read == std::vector<uint64_t>{261, 262, 263, 264, 265}),
                              true,
                              "each once");
        // A write in the middle needs the way there.
        Remount(bench);
        const auto handle = bench.Open("/f");
        bench.File(FileOperation::WRITE, handle, 3000 * PAGE_BYTES, PAGE_BYTES);
        const std::vector<ExtentRun> way{{4, 1}, {260, 1}, {262, 1}, {264, 1}};
        NS_TEST_EXPECT_MSG_EQ((GetReads(bench) == way), true, "double, the second below it");
        bench.File(FileOperation::CLOSE, handle);
    }

    /// To cut or remove a file its indirect blocks are read, from the last to the first.
    void Freeing()
    {
        ExtentBench bench(16384, false);
        Make(bench, false);
        auto& allocator = bench.fileSystem->GetVolume()->GetAllocator();
        const auto used = allocator.GetFreeBlocks();
        Remount(bench);
        auto handle = bench.Open("/f");
        bench.device->seen.clear();
        bench.File(FileOperation::TRUNCATE, handle, 2500 * PAGE_BYTES);
        // 264 keeps pages 2060 to 2499. Reads of the bitmap and the descriptors are left out.
        const std::vector<ExtentRun> cut{{262, 1}, {264, 1}, {265, 1}};
        auto reads = GetReads(bench);
        reads.erase(std::remove_if(reads.begin(),
                                   reads.end(),
                                   [](const ExtentRun& run) { return run.start < 4; }),
                    reads.end());
        NS_TEST_EXPECT_MSG_EQ((reads == cut), true, "of the end");
        // 4096 - 2500 pages and block 265.
        NS_TEST_EXPECT_MSG_EQ(allocator.GetFreeBlocks(), used + 1597, "counted");
        bench.File(FileOperation::CLOSE, handle);
        Remount(bench);
        handle = bench.Open("/f");
        bench.device->seen.clear();
        bench.Name(FileOperation::UNLINK, "/f");
        NS_TEST_EXPECT_MSG_EQ(GetReads(bench).size(), 0, "it is still open");
        bench.File(FileOperation::CLOSE, handle);
        const std::vector<ExtentRun> removed{{261, 1}, {262, 1}, {264, 1}, {263, 1}};
        reads = GetReads(bench);
        reads.resize(4);
        NS_TEST_EXPECT_MSG_EQ((reads == removed), true, "all that are left");
        // 2500 pages, 264, 263, 262 and 261.
        NS_TEST_EXPECT_MSG_EQ(allocator.GetFreeBlocks(), used + 1597 + 2504, "counted");
    }

    /// An indirect block that cannot be read: what it maps cannot be read, the rest can.
    void Errors()
    {
        ExtentBench bench(16384, false);
        Make(bench, false);
        Remount(bench);
        bench.device->fate = [](const BlockRequest& request) {
            return request.lba == 263 * 8 ? BlockStatus::MEDIUM_ERROR : BlockStatus::OK;
        };
        const auto handle = bench.Open("/f");
        const auto read = [&](uint64_t page) {
            return bench.File(FileOperation::READ, handle, page * PAGE_BYTES, PAGE_BYTES);
        };
        NS_TEST_EXPECT_MSG_EQ(read(1035), FileStatus::OK, "before it, though it is read ahead");
        NS_TEST_EXPECT_MSG_EQ(read(1036), FileStatus::INPUT_OUTPUT, "below it");
        NS_TEST_EXPECT_MSG_EQ(read(2060), FileStatus::OK, "behind it");
        NS_TEST_EXPECT_MSG_EQ(bench.File(FileOperation::TRUNCATE, handle, 0),
                              FileStatus::INPUT_OUTPUT,
                              "what it names is not known");
        bench.device->fate = [](const BlockRequest&) { return BlockStatus::OK; };
        NS_TEST_EXPECT_MSG_EQ(read(1036), FileStatus::OK, "tried again");
    }

    void DoRun() override
    {
        Alone();
        Growing();
        Freeing();
        Errors();
    }
};

/**
 * @ingroup host-io-tests
 *
 * Files with indirect blocks, with and without a journal, from the bytes on the device; faults in
 * these are found.
 */
class IndirectBlockBytesTestCase : public TestCase
{
  public:
    IndirectBlockBytesTestCase()
        : TestCase("bytes of indirect blocks")
    {
    }

  private:
    /**
     * @param bench the bench
     * @param problem part of what must be found on the device
     * @param block where to plant a fault
     * @param offset where in it
     * @param value the wrong pointer
     */
    void Plant(ExtentBench& bench,
               const std::string& problem,
               uint64_t block,
               uint32_t offset,
               uint64_t value)
    {
        const auto sound = bench.device->store.Read(block * 8, 8);
        ExtentPage page(sound, 0);
        page.Put(offset, 4, value);
        bench.device->store.Write(block * 8, page.ToPacket());
        std::string all;
        for (const auto& found : bench.Check())
        {
            all += found + "; ";
        }
        NS_TEST_EXPECT_MSG_EQ((all.find(problem) != std::string::npos),
                              true,
                              problem << ": " << all);
        bench.device->store.Write(block * 8, sound);
    }

    /**
     * Pages 0 to 2999 and one far behind, cut and written again, and a removed file.
     *
     * @param journal the attribute Journal
     */
    void Remount(const std::string& journal)
    {
        ExtentBench bench(16384, true);
        bench.fileSystem->SetAttribute("Journal", StringValue(journal));
        bench.fileSystem->SetAttribute("BlockMap", StringValue("Indirect"));
        bench.fileSystem->SetAttribute("DelayedAllocation", BooleanValue(false));
        NS_TEST_ASSERT_MSG_EQ(bench.FormatAndMount(), FileStatus::OK, "mounted");
        const uint64_t bytes = 3000 * PAGE_BYTES;
        const uint64_t far = (12 + K + K * K + 5) * PAGE_BYTES;
        bench.WriteFile("/f", bytes, "some text");
        bench.WriteFile("/g", bytes / 2, "other text");
        const auto handle = bench.Open("/f");
        NS_TEST_EXPECT_MSG_EQ(bench.File(FileOperation::TRUNCATE, handle, bytes / 2),
                              FileStatus::OK,
                              "cut");
        NS_TEST_EXPECT_MSG_EQ(bench.File(FileOperation::WRITE, handle, far, 3, "end"),
                              FileStatus::OK,
                              "below the triple indirect block");
        bench.File(FileOperation::CLOSE, handle);
        NS_TEST_EXPECT_MSG_EQ(bench.Name(FileOperation::UNLINK, "/g"), FileStatus::OK, "removed");
        NS_TEST_EXPECT_MSG_EQ(bench.Unmount(), FileStatus::OK, "unmounted");
        NS_TEST_EXPECT_MSG_EQ((bench.Check() == std::vector<std::string>{}), true, "whole");
        bench.fileSystem = bench.MakeFileSystem();
        NS_TEST_ASSERT_MSG_EQ(bench.Mount(), FileStatus::OK, "mounted from the bytes");
        // 1500 pages behind direct, single and double ones; then triple, one below it, and so on.
        NS_TEST_EXPECT_MSG_EQ(bench.fileSystem->GetVolume()->Find(11)->map->GetBlockCount(),
                              1500 + 3 + 1 + 3,
                              "blocks");
        const auto again = bench.Open("/f");
        bench.File(FileOperation::READ, again, 0, bytes / 2);
        NS_TEST_EXPECT_MSG_EQ((bench.read == ExtentBench::Repeat("some text", bytes / 2)),
                              true,
                              "contents");
        bench.File(FileOperation::READ, again, far - 1, 10);
        NS_TEST_EXPECT_MSG_EQ((bench.read == std::string("\0end", 4)), true, "and at the end");
        // New files have block pointers, too.
        bench.WriteFile("/h", PAGE_BYTES, "h");
        bench.Unmount();
        NS_TEST_EXPECT_MSG_EQ((bench.Check() == std::vector<std::string>{}), true, "still whole");
    }

    /// The file /f of 20 pages with its inode, 11, in block 4: pointers from byte 40 on.
    void Faults()
    {
        ExtentBench bench(16384, true);
        bench.fileSystem->SetAttribute("BlockMap", StringValue("Indirect"));
        NS_TEST_ASSERT_MSG_EQ(bench.FormatAndMount(), FileStatus::OK, "mounted");
        bench.WriteFile("/f", 20 * PAGE_BYTES, "f");
        bench.Unmount();
        NS_TEST_EXPECT_MSG_EQ(bench.Check().size(), 0, "sound");
        const ExtentPage inodes(bench.device->store.Read(4 * 8, 8), 0);
        const uint32_t at = 10 * 256 + 40;
        const auto first = inodes.Get(at, 4);
        const auto indirect = inodes.Get(at + 12 * 4, 4);
        const auto name = "block " + std::to_string(indirect);
        Plant(bench, "inode 11: block 3 is used twice", 4, at, 3);
        Plant(bench, "inode 11: block 16384 is outside the device", 4, at, 16384);
        Plant(bench, "inode 11: block 4 is used twice", indirect, 0, 4);
        Plant(bench, "inode 11: block 20000 is outside the device", indirect, 28, 20000);
        Plant(bench, "is used twice", indirect, 0, first);
        Plant(bench, "does not fit its 21 blocks", indirect, 32, 9000);
        Plant(bench, "block 9000 is in use and marked as free", indirect, 32, 9000);
        Plant(bench, "indirect block 16384 is outside the device", 4, at + 48, 16384);
        Plant(bench, "indirect " + name + " is used twice", 4, at + 52, indirect);
        Plant(bench, name + " is free and marked as in use", 4, at + 48, 0);
        Plant(bench, name + " is in use and marked as free", 2, indirect / 32 * 4, 0);
    }

    void DoRun() override
    {
        Remount("Ordered");
        Remount("None");
        Faults();
    }
};

/**
 * @ingroup host-io-tests
 *
 * Files of ext2 and ext3.
 */
class IndirectBlockMapTestSuite : public TestSuite
{
  public:
    IndirectBlockMapTestSuite()
        : TestSuite("indirect-block-map", Type::UNIT)
    {
        AddTestCase(new IndirectBlockMapTestCase, Duration::QUICK);
        AddTestCase(new IndirectBlockReadTestCase, Duration::QUICK);
        AddTestCase(new IndirectBlockBytesTestCase, Duration::QUICK);
    }
};

/// The suite.
static IndirectBlockMapTestSuite g_indirectBlockMapTestSuite;
