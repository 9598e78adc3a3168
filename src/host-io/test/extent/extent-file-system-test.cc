/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "extent-bench.h"

#include "ns3/boolean.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"
#include "ns3/user-error.h"

#include <array>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

/**
 * @ingroup host-io-tests
 *
 * Names and contents, as a program sees them.
 */
class ExtentCallsTestCase : public TestCase
{
  public:
    /**
     * @param journal the attribute Journal
     * @param delayed the attribute DelayedAllocation
     * @param blockMap the attribute BlockMap
     */
    ExtentCallsTestCase(const std::string& journal, bool delayed, const std::string& blockMap)
        : TestCase("calls with journal " + journal + ", block map " + blockMap +
                   (delayed ? ", delayed allocation" : "")),
          m_journal(journal),
          m_delayed(delayed),
          m_blockMap(blockMap)
    {
    }

  private:
    void DoRun() override
    {
        ExtentBench bench(16384, true);
        bench.fileSystem->SetAttribute("Journal", StringValue(m_journal));
        bench.fileSystem->SetAttribute("DelayedAllocation", BooleanValue(m_delayed));
        bench.fileSystem->SetAttribute("BlockMap", StringValue(m_blockMap));
        NS_TEST_ASSERT_MSG_EQ(bench.FormatAndMount(), FileStatus::OK, "mounted");
        Names(bench);
        Contents(bench);
        Cuts(bench);
        Directories(bench);
        Unlinked(bench);
        Together(bench);
        const auto names = bench.List("/");
        NS_TEST_EXPECT_MSG_EQ(bench.Unmount(), FileStatus::OK, "unmounted");
        for (const auto& problem : bench.Check())
        {
            NS_TEST_EXPECT_MSG_EQ(problem, "", "unmounted whole");
        }
        NS_TEST_EXPECT_MSG_EQ(bench.checker->GetOrphans(), 0, "nothing without a name");
        bench.fileSystem = bench.MakeFileSystem();
        NS_TEST_ASSERT_MSG_EQ(bench.Mount(), FileStatus::OK, "mounted from the bytes");
        NS_TEST_EXPECT_MSG_EQ((bench.List("/") == names), true, "the same names");
        NS_TEST_EXPECT_MSG_EQ(bench.ReadFile("/text"), "he", "the same contents");
    }

    /// Errors and outcomes of calls with names.
    void Names(ExtentBench& bench)
    {
        using enum FileOperation;
        NS_TEST_EXPECT_MSG_EQ(bench.Name(MAKE_DIRECTORY, "/a"), FileStatus::OK, "mkdir");
        NS_TEST_EXPECT_MSG_EQ(bench.Name(MAKE_DIRECTORY, "/a"), FileStatus::EXISTS, "again");
        NS_TEST_EXPECT_MSG_EQ(bench.Name(MAKE_DIRECTORY, "/x/y"), FileStatus::NOT_FOUND, "no x");
        NS_TEST_EXPECT_MSG_EQ(bench.WriteFile("/a/f", 10, "abc"), FileStatus::OK, "file");
        NS_TEST_EXPECT_MSG_EQ(bench.Stat("/a/f")->bytes, 10, "stat");
        NS_TEST_EXPECT_MSG_EQ(bench.Stat("/a/../a/./f").has_value(), true, "dots");
        NS_TEST_EXPECT_MSG_EQ(bench.Name(STAT, "/a/f/g"), FileStatus::NOT_A_DIRECTORY, "not one");
        NS_TEST_EXPECT_MSG_EQ(bench.Name(STAT, "a"), FileStatus::INVALID_ARGUMENT, "relative");
        NS_TEST_EXPECT_MSG_EQ(bench.Name(REMOVE_DIRECTORY, "/a"), FileStatus::NOT_EMPTY, "full");
        NS_TEST_EXPECT_MSG_EQ(bench.Name(UNLINK, "/a"), FileStatus::IS_A_DIRECTORY, "no file");
        NS_TEST_EXPECT_MSG_EQ(bench.Name(REMOVE_DIRECTORY, "/a/f"),
                              FileStatus::NOT_A_DIRECTORY,
                              "no directory");
        const std::string longest(255, 'n');
        NS_TEST_EXPECT_MSG_EQ(bench.WriteFile("/a/" + longest, 1, "x"), FileStatus::OK, "255");
        NS_TEST_EXPECT_MSG_EQ(bench.WriteFile("/a/" + longest + "n", 1, "x"),
                              FileStatus::NAME_TOO_LONG,
                              "256");
        NS_TEST_EXPECT_MSG_EQ(bench.Name(RENAME, "/a/" + longest, "/a/short"),
                              FileStatus::OK,
                              "rename");
        NS_TEST_EXPECT_MSG_EQ(bench.Name(RENAME, "/a/short", "/a/f"), FileStatus::OK, "replace");
        NS_TEST_EXPECT_MSG_EQ(bench.ReadFile("/a/f"), "x", "the renamed one");
        NS_TEST_EXPECT_MSG_EQ(bench.Name(RENAME, "/a", "/a/b"),
                              FileStatus::INVALID_ARGUMENT,
                              "into itself");
        NS_TEST_EXPECT_MSG_EQ(bench.Name(RENAME, "/no", "/a/b"), FileStatus::NOT_FOUND, "none");
        FileOpenFlags exclusive;
        exclusive.create = true;
        exclusive.exclusive = true;
        NS_TEST_EXPECT_MSG_EQ(bench.Open("/a/f", exclusive), 0, "O_EXCL");
        NS_TEST_EXPECT_MSG_EQ(bench.status, FileStatus::EXISTS, "O_EXCL of one that exists");
    }

    /// What is written is read.
    void Contents(ExtentBench& bench)
    {
        using enum FileOperation;
        FileOpenFlags flags;
        flags.create = true;
        const auto handle = bench.Open("/data", flags);
        bench.File(WRITE, handle, 5000, 3, "xyz");
        NS_TEST_EXPECT_MSG_EQ(bench.done, 3, "written");
        bench.File(READ, handle, 4998, 100);
        NS_TEST_EXPECT_MSG_EQ(bench.read, std::string(2, '\0') + "xyz", "hole, then text");
        bench.File(READ, handle, 5003, 100);
        NS_TEST_EXPECT_MSG_EQ(bench.done, 0, "end of the file");
        NS_TEST_EXPECT_MSG_EQ(bench.File(SYNC, handle), FileStatus::OK, "fsync");
        bench.File(CLOSE, handle);
        NS_TEST_EXPECT_MSG_EQ(bench.File(READ, handle), FileStatus::BAD_HANDLE, "closed");
        flags.append = true;
        const auto appended = bench.Open("/data", flags);
        bench.File(WRITE, appended, 0, 2, "++");
        NS_TEST_EXPECT_MSG_EQ(bench.Stat("/data")->bytes, 5005, "append");
        bench.File(CLOSE, appended);
        FileOpenFlags direct;
        direct.direct = true;
        const auto raw = bench.Open("/data", direct);
        NS_TEST_EXPECT_MSG_EQ(bench.File(WRITE, raw, 100, 512, "d"),
                              FileStatus::INVALID_ARGUMENT,
                              "not aligned");
        NS_TEST_EXPECT_MSG_EQ(bench.File(WRITE, raw, 8192, 8192, "direct"), FileStatus::OK, "");
        bench.File(READ, raw, 8192, 4096);
        NS_TEST_EXPECT_MSG_EQ(bench.read, ExtentBench::Repeat("direct", 4096), "O_DIRECT");
        bench.File(CLOSE, raw);
        const auto whole = bench.ReadFile("/data");
        NS_TEST_EXPECT_MSG_EQ(whole.size(), 16384, "whole");
        NS_TEST_EXPECT_MSG_EQ(whole.substr(5000, 5), "xyz++", "part");
        NS_TEST_EXPECT_MSG_EQ(whole.substr(8192, 6), "direct", "part");
    }

    /// Truncate and O_TRUNC.
    void Cuts(ExtentBench& bench)
    {
        using enum FileOperation;
        bench.WriteFile("/text", 5000, "hello");
        const auto handle = bench.Open("/text");
        NS_TEST_EXPECT_MSG_EQ(bench.File(TRUNCATE, handle, 2), FileStatus::OK, "cut");
        NS_TEST_EXPECT_MSG_EQ(bench.File(TRUNCATE, handle, 4), FileStatus::OK, "grown");
        bench.File(READ, handle, 0, 10);
        NS_TEST_EXPECT_MSG_EQ(bench.read, std::string("he\0\0", 4), "zeros behind the cut");
        bench.File(TRUNCATE, handle, 2);
        NS_TEST_EXPECT_MSG_EQ(bench.File(TRUNCATE, handle, uint64_t{1} << 45),
                              FileStatus::FILE_TOO_LARGE,
                              "32 TiB");
        bench.File(CLOSE, handle);
        bench.WriteFile("/gone", 9000, "long");
        FileOpenFlags truncate;
        truncate.truncate = true;
        const auto emptied = bench.Open("/gone", truncate);
        bench.File(CLOSE, emptied);
        NS_TEST_EXPECT_MSG_EQ(bench.Stat("/gone")->bytes, 0, "O_TRUNC");
    }

    /// Many names, deep paths, moved directories.
    void Directories(ExtentBench& bench)
    {
        using enum FileOperation;
        // 300 names of 20 bytes take 28 bytes each: 145 in block 0 (4072 / 28), 146 in block 1, and
        // the others in a third.
        for (int i = 0; i < 300; ++i)
        {
            bench.WriteFile("/a/" + std::string(16, 'm') + std::to_string(1000 + i), 0, "");
        }
        NS_TEST_EXPECT_MSG_EQ(bench.Stat("/a")->bytes, 3 * 4096, "three blocks");
        NS_TEST_EXPECT_MSG_EQ(bench.List("/a").size(), 301, "all names");
        std::string deep;
        for (int i = 0; i < 40; ++i)
        {
            deep += "/d";
            NS_TEST_EXPECT_MSG_EQ(bench.Name(MAKE_DIRECTORY, deep), FileStatus::OK, deep);
        }
        NS_TEST_EXPECT_MSG_EQ(bench.WriteFile(deep + "/f", 100, "deep"), FileStatus::OK, "deep");
        NS_TEST_EXPECT_MSG_EQ(bench.Name(RENAME, "/d/d", "/a/moved"), FileStatus::OK, "moved");
        NS_TEST_EXPECT_MSG_EQ(bench.Stat("/a/moved/..")->inode, bench.Stat("/a")->inode, "..");
        NS_TEST_EXPECT_MSG_EQ(bench.Name(REMOVE_DIRECTORY, "/d"), FileStatus::OK, "empty now");
        NS_TEST_EXPECT_MSG_EQ(bench.Name(REMOVE_DIRECTORY, "/"),
                              FileStatus::INVALID_ARGUMENT,
                              "the root stays");
    }

    /// An open file outlives its name.
    void Unlinked(ExtentBench& bench)
    {
        using enum FileOperation;
        const auto free = bench.fileSystem->GetVolume()->GetAllocator().GetFreeInodes();
        bench.WriteFile("/open", 4096, "still here");
        const auto handle = bench.Open("/open");
        NS_TEST_EXPECT_MSG_EQ(bench.Name(UNLINK, "/open"), FileStatus::OK, "unlink");
        NS_TEST_EXPECT_MSG_EQ(bench.Name(UNLINK, "/open"), FileStatus::NOT_FOUND, "again");
        bench.File(READ, handle, 0, 10);
        NS_TEST_EXPECT_MSG_EQ(bench.read, "still here", "readable");
        auto& allocator = bench.fileSystem->GetVolume()->GetAllocator();
        NS_TEST_EXPECT_MSG_EQ(allocator.GetFreeInodes(), free - 1, "there");
        bench.File(CLOSE, handle);
        NS_TEST_EXPECT_MSG_EQ(allocator.GetFreeInodes(), free, "gone");
    }

    /// Appends that are submitted at once do not overwrite each other; O_SYNC writes are safe.
    void Together(ExtentBench& bench)
    {
        auto sync = Create<FileRequest>(FileOperation::SYNC_ALL);
        NS_TEST_EXPECT_MSG_EQ(bench.Do(sync), FileStatus::OK, "sync");
        FileOpenFlags flags;
        flags.create = true;
        flags.append = true;
        flags.synchronous = true;
        const auto handle = bench.Open("/log", flags);
        int complete = 0;
        for (int i = 0; i < 3; ++i)
        {
            auto request = Create<FileRequest>(FileOperation::WRITE);
            const auto text = ExtentBench::Repeat(std::string(1, 'a' + i), 5000);
            request->handle = handle;
            request->bytes = 5000;
            request->data = Create<Packet>(reinterpret_cast<const uint8_t*>(text.data()), 5000);
            request->completion = FileRequest::Completion([&complete](Ptr<FileRequest>) {
                if (++complete == 3)
                {
                    Simulator::Stop();
                }
            });
            bench.fileSystem->Submit(request);
        }
        Simulator::Run();
        const auto all = ExtentBench::Repeat("a", 5000) + ExtentBench::Repeat("b", 5000) +
                         ExtentBench::Repeat("c", 5000);
        NS_TEST_EXPECT_MSG_EQ((bench.ReadFile("/log") == all), true, "one behind the other");
        bench.LosePower();
        NS_TEST_ASSERT_MSG_EQ(bench.Mount(), FileStatus::OK, "mounted after a power cut");
        NS_TEST_EXPECT_MSG_EQ((bench.ReadFile("/log") == all), true, "O_SYNC");
        NS_TEST_EXPECT_MSG_EQ(bench.File(FileOperation::CLOSE, handle),
                              FileStatus::BAD_HANDLE,
                              "not open any more");
    }

    std::string m_journal;  //!< the attribute Journal
    bool m_delayed;         //!< the attribute DelayedAllocation
    std::string m_blockMap; //!< the attribute BlockMap
};

namespace
{

/**
 * @param request a request
 * @return it as text: operation, first page, pages, F for FUA
 */
std::string
Describe(const ExtentTestDevice::Seen& request)
{
    std::ostringstream text;
    text << request.operation;
    if (request.operation != BlockOperation::FLUSH)
    {
        text << " " << request.page << "+" << request.pages
             << (request.forceUnitAccess ? " F" : "");
    }
    return text.str();
}

/**
 * @param bench the bench
 * @param first the first request
 * @return the requests from that on
 */
std::vector<std::string>
Describe(const ExtentBench& bench, std::size_t first)
{
    std::vector<std::string> texts;
    for (auto i = first; i < bench.device->seen.size(); ++i)
    {
        texts.push_back(Describe(bench.device->seen[i]));
    }
    return texts;
}

} // namespace

/**
 * @ingroup host-io-tests
 *
 * The requests of a small file that is made and fsynced, exactly.
 */
class ExtentRequestsTestCase : public TestCase
{
  public:
    ExtentRequestsTestCase()
        : TestCase("requests of a small file with fsync")
    {
    }

  private:
    void DoRun() override
    {
        // 16,384 blocks are one group: 0 superblock, 1 descriptors, 2 block bitmap, 3 inode bitmap,
        // 4 to 259 inode table (4096 inodes, 16 in a block), 260 root directory, then the log of
        // 256 from 261 to 516. The file has inode 11, in block 4 beside the root's inode 2.
        ExtentBench bench(16384, false);
        NS_TEST_ASSERT_MSG_EQ(bench.FormatAndMount(), FileStatus::OK, "mounted");
        const std::vector<std::string> format{"W 0+5", "W 260+2", "F", "R 0+2", "R 261+1"};
        NS_TEST_EXPECT_MSG_EQ((Describe(bench, 0) == format), true, "format and mount");
        auto before = bench.device->seen.size();
        FileOpenFlags flags;
        flags.create = true;
        const auto handle = bench.Open("/f", flags);
        // Read on the way: the root's inode and names (for the lookup), then the inode bitmap.
        const std::vector<std::string> open{"R 4+1", "R 260+1", "R 3+1"};
        NS_TEST_EXPECT_MSG_EQ((Describe(bench, before) == open), true, "create");
        before = bench.device->seen.size();
        bench.File(FileOperation::WRITE, handle, 0, 10000, "text");
        NS_TEST_EXPECT_MSG_EQ(bench.device->seen.size(), before, "a write touches no device");
        bench.File(FileOperation::SYNC, handle);
        // Data in the first run of 512 free blocks that begins at a multiple of 512 blocks behind
        // what is used, which needs the block bitmap. Then the transaction:
        // descriptor and blocks 1, 2, 3, 4 and 260 in one burst of 6, FLUSH, commit block with FUA.
        const std::vector<std::string> sync{"R 2+1", "W 1024+3", "W 262+6", "F", "W 268+1 F"};
        auto seen = Describe(bench, before);
        std::sort(seen.begin(), seen.begin() + 2);
        NS_TEST_EXPECT_MSG_EQ((seen == sync), true, "fsync: data, log, FLUSH, commit");
        before = bench.device->seen.size();
        NS_TEST_EXPECT_MSG_EQ(bench.File(FileOperation::SYNC, handle), FileStatus::OK, "again");
        NS_TEST_EXPECT_MSG_EQ((Describe(bench, before) == std::vector<std::string>{"F"}),
                              true,
                              "nothing new: a FLUSH only");
        before = bench.device->seen.size();
        Simulator::Run();
        // 30 s later the metadata are old enough to be written in place, and nothing continues.
        std::set<std::string> later;
        for (const auto& text : Describe(bench, before))
        {
            later.insert(text);
        }
        NS_TEST_EXPECT_MSG_EQ((later == std::set<std::string>{"W 1+4", "W 260+1"}),
                              true,
                              "written in place");
    }
};

/**
 * @ingroup host-io-tests
 *
 * The requests of fdatasync() and of fsync() of a directory, exactly.
 */
class ExtentSyncRequestsTestCase : public TestCase
{
  public:
    ExtentSyncRequestsTestCase()
        : TestCase("requests of fdatasync and of a directory's fsync")
    {
    }

  private:
    /// Requests as Describe tells them.
    using Requests = std::vector<std::string>;

    /**
     * @param bench the bench
     * @param act what is done
     * @return the requests for it
     */
    static Requests GetRequests(ExtentBench& bench, const std::function<void()>& act)
    {
        const auto before = bench.device->seen.size();
        act();
        return Describe(bench, before);
    }

    void DoRun() override
    {
        Journal();
        SynchronousWrites();
        NoJournal();
    }

    /**
     * Make /f of three pages, on the medium.
     *
     * The blocks are those of the test above: the log continues at 269, behind a commit block at
     * 268; the pages are 1024 to 1026, and the inode is in block 4 with that of the root directory,
     * whose names are in 260.
     *
     * @param bench the bench
     * @return its handle
     */
    FileHandle MakeFile(ExtentBench& bench)
    {
        NS_TEST_EXPECT_MSG_EQ(bench.FormatAndMount(), FileStatus::OK, "mounted");
        FileOpenFlags flags;
        flags.create = true;
        const auto handle = bench.Open("/f", flags);
        bench.File(FileOperation::WRITE, handle, 0, 10000);
        bench.File(FileOperation::SYNC, handle);
        return handle;
    }

    /// As ext4: only what changed a size, a place or a name is committed.
    void Journal()
    {
        using enum FileOperation;
        ExtentBench bench(16384, false);
        const auto handle = MakeFile(bench);
        const auto sync = [&](FileOperation operation) {
            return GetRequests(bench, [&] { bench.File(operation, handle); });
        };
        const auto directory = [&](const std::string& path) {
            return GetRequests(bench, [&] { bench.status = bench.Name(SYNC_DIRECTORY, path); });
        };
        NS_TEST_EXPECT_MSG_EQ((sync(SYNC_DATA) == Requests{"F"}), true, "nothing new");
        NS_TEST_EXPECT_MSG_EQ((directory("/") == Requests{}), true, "nothing to commit");

        bench.File(WRITE, handle, 0, 4096);
        NS_TEST_EXPECT_MSG_EQ((sync(SYNC_DATA) == Requests{"W 1024+1", "F"}),
                              true,
                              "written over: no commit for the time of the file");
        // Descriptor and block 4 at 269, the commit block at 271.
        NS_TEST_EXPECT_MSG_EQ((sync(SYNC) == Requests{"W 269+2", "F", "W 271+1 F"}),
                              true,
                              "fsync commits the time");

        // 20000 bytes are pages 0 to 4: page 2 again, and two more behind it. Descriptor and blocks
        // 1, 2 and 4.
        bench.File(WRITE, handle, 10000, 10000);
        auto grown = sync(SYNC_DATA);
        std::sort(grown.begin(), grown.begin() + 2);
        NS_TEST_EXPECT_MSG_EQ((grown == Requests{"W 1026+3", "W 272+4", "F", "W 276+1 F"}),
                              true,
                              "grown: as fsync");

        // Descriptor and blocks 4 and 260.
        bench.Name(RENAME, "/f", "/g");
        NS_TEST_EXPECT_MSG_EQ((sync(SYNC_DATA) == Requests{"F"}), true, "a name is no data");
        NS_TEST_EXPECT_MSG_EQ((directory("/") == Requests{"W 277+3", "F", "W 280+1 F"}),
                              true,
                              "the directory has it");
        NS_TEST_EXPECT_MSG_EQ((sync(SYNC) == Requests{"F"}), true, "and so has the file");

        // The last 3 bytes of the 20000 go; the page is mapped, so the size is all that changes.
        bench.File(TRUNCATE, handle, 19997);
        const auto cut = sync(SYNC_DATA);
        NS_TEST_EXPECT_MSG_EQ((cut.back() == "W 283+1 F"), true, "cut: a commit");

        // A change in another directory is committed with this one, as they share a transaction.
        bench.Name(MAKE_DIRECTORY, "/d");
        bench.Name(MAKE_DIRECTORY, "/d/e");
        const auto handles = bench.Open("/d");
        const auto both = GetRequests(bench, [&] { bench.File(SYNC_DATA, handles); });
        NS_TEST_EXPECT_MSG_EQ((both.size() == 3 && both[1] == "F"), true, "by a handle");
        NS_TEST_EXPECT_MSG_EQ((directory("/") == Requests{}), true, "all is committed");
        directory("/g");
        NS_TEST_EXPECT_MSG_EQ(bench.status, FileStatus::NOT_A_DIRECTORY, "a file");
        directory("/none");
        NS_TEST_EXPECT_MSG_EQ(bench.status, FileStatus::NOT_FOUND, "no such name");
    }

    /// O_DSYNC is an fdatasync after each write, O_SYNC an fsync.
    void SynchronousWrites()
    {
        using enum FileOperation;
        ExtentBench bench(16384, false);
        MakeFile(bench);
        FileOpenFlags flags;
        flags.dataSynchronous = true;
        const auto data = bench.Open("/f", flags);
        flags.synchronous = true;
        const auto all = bench.Open("/f", flags);
        const auto write = [&](FileHandle handle) {
            return GetRequests(bench, [&] { bench.File(WRITE, handle, 4096, 4096); });
        };
        NS_TEST_EXPECT_MSG_EQ((write(data) == Requests{"W 1025+1", "F"}), true, "O_DSYNC");
        NS_TEST_EXPECT_MSG_EQ((write(all) == Requests{"W 1025+1", "W 269+2", "F", "W 271+1 F"}),
                              true,
                              "O_SYNC");
    }

    /// As ext2: a directory's own blocks and that of its inode, and nothing of its files.
    void NoJournal()
    {
        using enum FileOperation;
        ExtentBench bench(16384, false);
        bench.fileSystem->SetAttribute("Journal", StringValue("None"));
        MakeFile(bench);
        // Block 3, the inode bitmap, and block 1, which counts free inodes, wait for the next
        // fsync of a file.
        bench.Name(MAKE_DIRECTORY, "/d");
        const auto directory = [&](const std::string& path) {
            return GetRequests(bench, [&] { bench.Name(SYNC_DIRECTORY, path); });
        };
        NS_TEST_EXPECT_MSG_EQ((directory("/") == Requests{"W 260+1", "W 4+1", "F"}), true, "root");
        NS_TEST_EXPECT_MSG_EQ((directory("/") == Requests{"F"}), true, "nothing new");
        NS_TEST_EXPECT_MSG_EQ((directory("/d") == Requests{"W 261+1", "F"}), true, "the other's");
        FileOpenFlags flags;
        const auto handle = bench.Open("/f", flags);
        const auto rest = GetRequests(bench, [&] { bench.File(SYNC_DATA, handle); });
        NS_TEST_EXPECT_MSG_EQ((rest == Requests{"W 1+3", "F"}), true, "and then the rest");
    }
};

/**
 * @ingroup host-io-tests
 *
 * What the ext4 driver of Linux does beside what a program asks for.
 */
class ExtentDriverTestCase : public TestCase
{
  public:
    ExtentDriverTestCase()
        : TestCase("replaced and removed files, block bitmaps")
    {
    }

  private:
    /**
     * @param bench the bench
     * @param operation an operation
     * @return how many requests of it came since the last call
     */
    uint64_t Count(const ExtentBench& bench, BlockOperation operation)
    {
        auto& last = m_last[operation == BlockOperation::READ];
        const auto count = bench.device->Count(operation);
        return count - std::exchange(last, count);
    }

    /// Let a second pass: less than the commit interval.
    static void Pass()
    {
        Simulator::Stop(Seconds(1));
        Simulator::Run();
    }

    /**
     * A file that replaces another one, or its old contents, is written without being asked.
     *
     * @param delayed the attribute DelayedAllocation
     */
    void Replace(bool delayed)
    {
        ExtentBench bench(16384, false);
        bench.fileSystem->SetAttribute("DelayedAllocation", BooleanValue(delayed));
        NS_TEST_ASSERT_MSG_EQ(bench.FormatAndMount(), FileStatus::OK, "mounted");
        const uint64_t written = delayed ? 1 : 0;
        Count(bench, BlockOperation::WRITE);
        bench.WriteFile("/a", 5000, "a");
        bench.WriteFile("/b", 5000, "b");
        bench.Name(FileOperation::RENAME, "/a", "/c");
        Pass();
        NS_TEST_EXPECT_MSG_EQ(Count(bench, BlockOperation::WRITE), 0, "nothing is replaced");
        bench.Name(FileOperation::RENAME, "/c", "/b");
        Pass();
        NS_TEST_EXPECT_MSG_EQ(Count(bench, BlockOperation::WRITE), written, "another file is");
        FileOpenFlags flags;
        flags.truncate = true;
        const auto handle = bench.Open("/b", flags);
        bench.File(FileOperation::WRITE, handle, 0, 100, "c");
        NS_TEST_EXPECT_MSG_EQ(Count(bench, BlockOperation::WRITE), 0, "not yet");
        bench.File(FileOperation::CLOSE, handle);
        Pass();
        NS_TEST_EXPECT_MSG_EQ(Count(bench, BlockOperation::WRITE), written, "old contents are");
    }

    /**
     * The first search for blocks reads the bitmaps of all groups if places are found at once.
     *
     * @param delayed the attribute DelayedAllocation
     */
    void Bitmaps(bool delayed)
    {
        // 4 groups; the journal is in the third.
        ExtentBench bench(131072, false);
        bench.fileSystem->SetAttribute("DelayedAllocation", BooleanValue(delayed));
        bench.fileSystem->SetAttribute("FlexGroups", UintegerValue(1));
        NS_TEST_ASSERT_MSG_EQ(bench.FormatAndMount(), FileStatus::OK, "mounted");
        FileOpenFlags flags;
        flags.create = true;
        const auto handle = bench.Open("/a", flags);
        Count(bench, BlockOperation::READ);
        bench.File(FileOperation::WRITE, handle, 0, 100, "a");
        Pass();
        NS_TEST_EXPECT_MSG_EQ(Count(bench, BlockOperation::READ), (delayed ? 0 : 4), "the first");
        bench.File(FileOperation::WRITE, handle, 4096, 100, "a");
        Pass();
        NS_TEST_EXPECT_MSG_EQ(Count(bench, BlockOperation::READ), 0, "the second");
    }

    /// A block of an inode table comes with the others around it that have inodes in use.
    void InodeTable()
    {
        ExtentBench bench(131072, true);
        NS_TEST_ASSERT_MSG_EQ(bench.FormatAndMount(), FileStatus::OK, "mounted");
        for (int i = 0; i < 100; ++i)
        {
            bench.WriteFile("/" + std::to_string(i), 1, "a");
        }
        NS_TEST_ASSERT_MSG_EQ(bench.Unmount(), FileStatus::OK, "unmounted");
        bench.cache = bench.MakeCache();
        bench.fileSystem = bench.MakeFileSystem();
        NS_TEST_ASSERT_MSG_EQ(bench.Mount(), FileStatus::OK, "mounted again");
        bench.device->seen.clear();
        bench.Stat("/0");
        bench.Stat("/99");
        // Inodes 11 to 110 are in use, and a block has 16: 7 blocks. The root directory, inode 2,
        // asks for the first of them, and 6 are read ahead. Nothing else is read but its names.
        std::vector<uint64_t> pages;
        for (const auto& request : bench.device->seen)
        {
            pages.push_back(request.pages);
        }
        NS_TEST_EXPECT_MSG_EQ((pages == std::vector<uint64_t>{6, 1, 1}), true, "three reads");
        NS_TEST_EXPECT_MSG_EQ(bench.device->seen[0].page,
                              bench.device->seen[1].page + 1,
                              "ahead of the block itself");
    }

    /// An fsync commits if a write came in another step of time than the one before.
    void Steps()
    {
        ExtentBench bench(16384, false);
        bench.fileSystem->SetAttribute("TimeGranularity", TimeValue(MilliSeconds(4)));
        NS_TEST_ASSERT_MSG_EQ(bench.FormatAndMount(), FileStatus::OK, "mounted");
        bench.WriteFile("/a", 5000, "a", true);
        const auto handle = bench.Open("/a");
        const auto write = [this, &bench, handle]() {
            Count(bench, BlockOperation::WRITE);
            bench.File(FileOperation::WRITE, handle, 0, 4096, "b");
            bench.File(FileOperation::SYNC, handle);
            return Count(bench, BlockOperation::WRITE);
        };
        Simulator::Stop(Seconds(1) - Simulator::Now());
        Simulator::Run();
        // Each request takes 0.1 ms: the page, the log, a FLUSH and the commit block, 0.4 ms in
        // all.
        NS_TEST_EXPECT_MSG_EQ(write(), 3, "a commit, at 1.0000 s");
        NS_TEST_EXPECT_MSG_EQ(write(), 1, "the same step, at 1.0004 s: the page alone");
        Simulator::Stop(MilliSeconds(4));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(write(), 3, "the next step");
    }

    /**
     * The first read after a change is a change of the inode.
     *
     * @param noted the attribute AccessTimes
     */
    void Accesses(bool noted)
    {
        ExtentBench bench(16384, false);
        bench.fileSystem->SetAttribute("AccessTimes", BooleanValue(noted));
        NS_TEST_ASSERT_MSG_EQ(bench.FormatAndMount(), FileStatus::OK, "mounted");
        bench.WriteFile("/a", 5000, "a", true);
        const auto handle = bench.Open("/a");
        const auto read = [this, &bench, handle]() {
            Count(bench, BlockOperation::WRITE);
            bench.File(FileOperation::READ, handle, 0, 4096);
            bench.File(FileOperation::SYNC, handle);
            return Count(bench, BlockOperation::WRITE);
        };
        // The log and the commit block.
        const uint64_t written = noted ? 2 : 0;
        NS_TEST_EXPECT_MSG_EQ(read(), written, "the first read");
        NS_TEST_EXPECT_MSG_EQ(read(), 0, "the second");
        bench.File(FileOperation::WRITE, handle, 0, 4096, "b");
        bench.File(FileOperation::SYNC, handle);
        NS_TEST_EXPECT_MSG_EQ(read(), written, "the first after a write");
    }

    /// A file is removed when what is being written of it has been written.
    void Removal()
    {
        ExtentBench bench(16384, false);
        NS_TEST_ASSERT_MSG_EQ(bench.FormatAndMount(), FileStatus::OK, "mounted");
        bench.WriteFile("/a", 5000, "a");
        bench.WriteFile("/b", 5000, "b");
        // Allocation needs the block bitmap: it is read before the long writes begin.
        bench.WriteFile("/c", 5000, "c", true);
        auto start = Simulator::Now();
        bench.Name(FileOperation::UNLINK, "/a");
        NS_TEST_EXPECT_MSG_EQ(Simulator::Now(), start, "nothing of it is being written");
        bench.device->shortest = MilliSeconds(100);
        auto sync = Create<FileRequest>(FileOperation::SYNC_ALL);
        sync->completion = FileRequest::Completion([](Ptr<FileRequest>) {});
        start = Simulator::Now();
        bench.fileSystem->Submit(sync);
        Simulator::Stop(MilliSeconds(1));
        Simulator::Run();
        bench.Name(FileOperation::UNLINK, "/b");
        NS_TEST_EXPECT_MSG_EQ(Simulator::Now() - start, MilliSeconds(100), "after its write");
    }

    void DoRun() override
    {
        for (const bool delayed : {true, false})
        {
            m_last = {};
            Replace(delayed);
            m_last = {};
            Bitmaps(delayed);
        }
        InodeTable();
        m_last = {};
        Steps();
        for (const bool noted : {true, false})
        {
            m_last = {};
            Accesses(noted);
        }
        Removal();
    }

    std::array<uint64_t, 2> m_last{}; //!< requests at the last count: others, reads
};

/**
 * @ingroup host-io-tests
 *
 * Full devices: nothing is lost, and what is freed can be used.
 */
class ExtentFullTestCase : public TestCase
{
  public:
    ExtentFullTestCase()
        : TestCase("full file system")
    {
    }

  private:
    void DoRun() override
    {
        Blocks();
        Inodes();
    }

    /// No blocks.
    void Blocks()
    {
        using enum FileOperation;
        ExtentBench bench(4096, true);
        NS_TEST_ASSERT_MSG_EQ(bench.FormatAndMount(), FileStatus::OK, "mounted");
        FileOpenFlags flags;
        flags.create = true;
        flags.append = true;
        bench.WriteFile("/first", 100, "first");
        const auto handle = bench.Open("/big", flags);
        uint64_t written = 0;
        auto status = FileStatus::OK;
        while (status == FileStatus::OK)
        {
            status = bench.File(WRITE, handle, 0, 65536, "big");
            written += status == FileStatus::OK ? 65536 : 0;
        }
        NS_TEST_EXPECT_MSG_EQ(status, FileStatus::NO_SPACE, "full");
        NS_TEST_EXPECT_MSG_EQ(bench.Stat("/big")->bytes, written, "what fitted is there");
        NS_TEST_EXPECT_MSG_EQ(bench.File(SYNC, handle), FileStatus::OK, "and has its blocks");
        NS_TEST_EXPECT_MSG_EQ(bench.ReadFile("/first"), ExtentBench::Repeat("first", 100), "kept");
        bench.File(CLOSE, handle);
        for (int i = 0; i < 3; ++i)
        {
            // What unlink frees is needed at once: the commit in between is waited for.
            NS_TEST_EXPECT_MSG_EQ(bench.Name(UNLINK, "/big"), FileStatus::OK, "unlink");
            NS_TEST_EXPECT_MSG_EQ(bench.WriteFile("/big", written, "new", true),
                                  FileStatus::OK,
                                  "room again");
        }
        NS_TEST_EXPECT_MSG_EQ(bench.ReadFile("/big").size(),
                              std::min<uint64_t>(written, 1 << 24),
                              "");
        bench.Unmount();
        for (const auto& problem : bench.Check())
        {
            NS_TEST_EXPECT_MSG_EQ(problem, "", "whole");
        }
    }

    /// No inodes: 2048 blocks of 4 KiB have 512, of which 10 are reserved.
    void Inodes()
    {
        ExtentBench bench(2048, true);
        NS_TEST_ASSERT_MSG_EQ(bench.FormatAndMount(), FileStatus::OK, "mounted");
        int made = 0;
        while (bench.WriteFile("/" + std::to_string(made), 0, "") == FileStatus::OK)
        {
            ++made;
        }
        NS_TEST_EXPECT_MSG_EQ(made, 502, "all inodes");
        NS_TEST_EXPECT_MSG_EQ(bench.status, FileStatus::NO_SPACE, "no more");
        bench.Name(FileOperation::UNLINK, "/7");
        NS_TEST_EXPECT_MSG_EQ(bench.WriteFile("/again", 0, ""), FileStatus::OK, "one again");
        bench.Unmount();
        for (const auto& problem : bench.Check())
        {
            NS_TEST_EXPECT_MSG_EQ(problem, "", "whole");
        }
    }
};

/**
 * @ingroup host-io-tests
 *
 * Devices that fail.
 */
class ExtentErrorsTestCase : public TestCase
{
  public:
    ExtentErrorsTestCase()
        : TestCase("device errors")
    {
    }

  private:
    void DoRun() override
    {
        using enum FileOperation;
        ExtentBench bench(16384, true);
        NS_TEST_ASSERT_MSG_EQ(bench.FormatAndMount(), FileStatus::OK, "mounted");
        FileOpenFlags flags;
        flags.create = true;
        const auto handle = bench.Open("/f", flags);
        bench.WriteFile("/kept", 5000, "kept", true);
        // Data blocks are behind 516, the log is 261 to 516 (see the requests' test).
        bench.device->fate = [](const BlockRequest& request) {
            const bool data = request.operation == BlockOperation::WRITE && request.lba / 8 > 516;
            return data ? BlockStatus::MEDIUM_ERROR : BlockStatus::OK;
        };
        bench.File(WRITE, handle, 0, 4096, "x");
        NS_TEST_EXPECT_MSG_EQ(bench.File(SYNC, handle), FileStatus::INPUT_OUTPUT, "data lost");
        NS_TEST_EXPECT_MSG_EQ(bench.File(SYNC, handle), FileStatus::OK, "reported once");
        bench.device->fate = [](const BlockRequest& request) {
            const auto page = request.lba / 8;
            const bool log =
                request.operation == BlockOperation::WRITE && page >= 261 && page <= 516;
            return log ? BlockStatus::MEDIUM_ERROR : BlockStatus::OK;
        };
        bench.File(WRITE, handle, 0, 4096, "y");
        NS_TEST_EXPECT_MSG_EQ(bench.File(SYNC, handle), FileStatus::INPUT_OUTPUT, "no log");
        bench.device->fate = [](const BlockRequest&) { return BlockStatus::OK; };
        NS_TEST_EXPECT_MSG_EQ(bench.WriteFile("/new", 1, "n"),
                              FileStatus::INPUT_OUTPUT,
                              "read-only now");
        NS_TEST_EXPECT_MSG_EQ(bench.ReadFile("/kept"), ExtentBench::Repeat("kept", 5000), "reads");
        bench.LosePower();
        NS_TEST_ASSERT_MSG_EQ(bench.Mount(), FileStatus::OK, "mounted again");
        NS_TEST_EXPECT_MSG_EQ(bench.WriteFile("/new", 1, "n"), FileStatus::OK, "writable again");
        NS_TEST_EXPECT_MSG_EQ(bench.ReadFile("/kept"), ExtentBench::Repeat("kept", 5000), "kept");
        bench.Unmount();
        bench.device->fate = [](const BlockRequest&) { return BlockStatus::MEDIUM_ERROR; };
        NS_TEST_EXPECT_MSG_EQ(bench.Mount(), FileStatus::INPUT_OUTPUT, "unreadable");
    }
};

/**
 * @ingroup host-io-tests
 *
 * Users' errors.
 */
class ExtentUserErrorsTestCase : public TestCase
{
  public:
    ExtentUserErrorsTestCase()
        : TestCase("users' errors")
    {
    }

  private:
    /**
     * @param what what to do
     * @return the message of the error, or nothing
     */
    static std::string Catch(const std::function<void()>& what)
    {
        try
        {
            what();
        }
        catch (const UserError& error)
        {
            return error.what();
        }
        return "";
    }

    void DoRun() override
    {
        ExtentBench small(1000, false);
        const auto done = ExtentFileSystem::Done([](FileStatus) {});
        const auto message = Catch([&] { small.fileSystem->Format(done); });
        NS_TEST_EXPECT_MSG_EQ(message.starts_with("Format: a device of 4096000 bytes"),
                              true,
                              message);
        ExtentBench bench(16384, false);
        const auto unformatted = Catch([&] { bench.fileSystem->Mount(done); });
        NS_TEST_EXPECT_MSG_EQ(unformatted.starts_with("Mount: "), true, unformatted);
        bench.fileSystem->SetAttribute("JournalSize", UintegerValue(117));
        const auto room = Catch([&] { bench.fileSystem->Format(done); });
        NS_TEST_EXPECT_MSG_EQ(room.starts_with("JournalSize: no room"), true, room);
        ExtentBench large((uint64_t{1} << 32) + 1, false);
        large.fileSystem->SetAttribute("BlockMap", StringValue("Indirect"));
        const auto pointers = Catch([&] { large.fileSystem->Format(done); });
        NS_TEST_EXPECT_MSG_EQ(pointers.starts_with("BlockMap: Indirect is for"), true, pointers);
    }
};

/**
 * @ingroup host-io-tests
 *
 * The file system as a whole.
 */
class ExtentFileSystemTestSuite : public TestSuite
{
  public:
    ExtentFileSystemTestSuite()
        : TestSuite("extent-file-system", Type::UNIT)
    {
        for (const std::string journal : {"Ordered", "None"})
        {
            for (const std::string blockMap : {"Extents", "Indirect"})
            {
                AddTestCase(new ExtentCallsTestCase(journal, true, blockMap), Duration::QUICK);
                AddTestCase(new ExtentCallsTestCase(journal, false, blockMap), Duration::QUICK);
            }
        }
        AddTestCase(new ExtentSyncRequestsTestCase, Duration::QUICK);
        AddTestCase(new ExtentRequestsTestCase, Duration::QUICK);
        AddTestCase(new ExtentFullTestCase, Duration::QUICK);
        AddTestCase(new ExtentErrorsTestCase, Duration::QUICK);
        AddTestCase(new ExtentDriverTestCase, Duration::QUICK);
        AddTestCase(new ExtentUserErrorsTestCase, Duration::QUICK);
    }
};

/// The suite.
static ExtentFileSystemTestSuite g_extentFileSystemTestSuite;
