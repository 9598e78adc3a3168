/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "file-test-helper.h"

#include "ns3/boolean.h"
#include "ns3/data-rate.h"
#include "ns3/simulator.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <string>
#include <vector>

using namespace ns3;

/**
 * @ingroup host-io-tests
 *
 * Times and effects of each operation on a file.
 */
class MemoryFileSystemFilesTestCase : public TestCase
{
  public:
    MemoryFileSystemFilesTestCase()
        : TestCase("files: times, sizes, handles")
    {
    }

  private:
    void DoRun() override
    {
        auto fileSystem = CreateObjectWithAttributes<MemoryFileSystem>("Latency",
                                                                       TimeValue(MicroSeconds(10)),
                                                                       "Rate",
                                                                       StringValue("800Mbps"));
        FileSystemUser user(fileSystem);
        NS_TEST_EXPECT_MSG_EQ(user.Open("/a", "c"), FileStatus::OK, "create");
        NS_TEST_EXPECT_MSG_EQ(user.GetTook(), MicroSeconds(10), "the latency alone");
        const auto handle = user.GetHandle();
        // 800 Mbit/s is 100 bytes in 1 us.
        NS_TEST_EXPECT_MSG_EQ(user.Write(handle, 0, 5000), 5000, "write");
        NS_TEST_EXPECT_MSG_EQ(user.GetTook(), MicroSeconds(60), "10 us, 5000 bytes at 100 / us");
        NS_TEST_EXPECT_MSG_EQ(user.Write(handle, 10000, 100), 100, "behind a hole");
        NS_TEST_EXPECT_MSG_EQ(fileSystem->GetUsedBytes(), 10100, "the hole counts");
        NS_TEST_EXPECT_MSG_EQ(user.Read(handle, 9000, 4000), 1100, "as far as the end");
        NS_TEST_EXPECT_MSG_EQ(user.GetTook(), MicroSeconds(21), "1100 bytes");
        NS_TEST_EXPECT_MSG_EQ(user.Read(handle, 10100, 4000), 0, "at the end");
        NS_TEST_EXPECT_MSG_EQ(user.GetTook(), MicroSeconds(10), "no bytes");
        NS_TEST_EXPECT_MSG_EQ(user.OnHandle(FileOperation::SYNC, handle), FileStatus::OK, "fsync");
        NS_TEST_EXPECT_MSG_EQ(user.OnHandle(FileOperation::SYNC_DATA, handle),
                              FileStatus::OK,
                              "fdatasync");
        NS_TEST_EXPECT_MSG_EQ(user.OnPath(FileOperation::SYNC_DIRECTORY, "/"),
                              FileStatus::OK,
                              "fsync of a directory");
        NS_TEST_EXPECT_MSG_EQ(user.OnPath(FileOperation::SYNC_DIRECTORY, "/a"),
                              FileStatus::NOT_A_DIRECTORY,
                              "of a file by its path");
        NS_TEST_EXPECT_MSG_EQ(user.OnPath(FileOperation::SYNC_DIRECTORY, "/none"),
                              FileStatus::NOT_FOUND,
                              "of nothing");
        NS_TEST_EXPECT_MSG_EQ(user.Truncate(handle, 300), FileStatus::OK, "ftruncate");
        NS_TEST_EXPECT_MSG_EQ(user.Stat("/a").bytes, 300, "size");
        NS_TEST_EXPECT_MSG_EQ(user.Open("/a", "a"), FileStatus::OK, "append");
        const auto appender = user.GetHandle();
        NS_TEST_EXPECT_MSG_EQ(user.Write(appender, 0, 50), 50, "the offset plays no role");
        NS_TEST_EXPECT_MSG_EQ(user.Stat("/a").bytes, 350, "300 + 50");
        NS_TEST_EXPECT_MSG_EQ(user.Open("/a", "ct"), FileStatus::OK, "truncate");
        NS_TEST_EXPECT_MSG_EQ(user.Stat("/a").bytes, 0, "empty");
        NS_TEST_EXPECT_MSG_EQ(fileSystem->GetNOpen(), 3, "handles");
        NS_TEST_EXPECT_MSG_EQ(user.OnHandle(FileOperation::CLOSE, handle), FileStatus::OK, "close");
        NS_TEST_EXPECT_MSG_EQ(user.OnHandle(FileOperation::CLOSE, handle),
                              FileStatus::BAD_HANDLE,
                              "closed already");
        NS_TEST_EXPECT_MSG_EQ(user.OnHandle(FileOperation::READ, 99),
                              FileStatus::BAD_HANDLE,
                              "never open");
        NS_TEST_EXPECT_MSG_EQ(user.OnHandle(FileOperation::SYNC_ALL, 0), FileStatus::OK, "sync");
        Simulator::Destroy();
    }
};

/**
 * @ingroup host-io-tests
 *
 * Bytes move one after the other, latencies at once.
 */
class MemoryFileSystemRateTestCase : public TestCase
{
  public:
    MemoryFileSystemRateTestCase()
        : TestCase("several requests share the rate")
    {
    }

  private:
    void DoRun() override
    {
        auto fileSystem = CreateObjectWithAttributes<MemoryFileSystem>("Latency",
                                                                       TimeValue(MicroSeconds(10)),
                                                                       "Rate",
                                                                       StringValue("800Mbps"));
        FileSystemUser user(fileSystem);
        user.Open("/a", "c");
        const auto handle = user.GetHandle();
        const auto begin = Simulator::Now();
        std::vector<Time> ends;
        bool inside = true;
        for (uint32_t i = 0; i < 3; ++i)
        {
            auto request = Create<FileRequest>(FileOperation::WRITE);
            request->handle = handle;
            request->bytes = 1000;
            request->completion = Callback<void, Ptr<FileRequest>>([&](Ptr<FileRequest>) {
                NS_TEST_EXPECT_MSG_EQ(inside, false, "not from inside Submit");
                ends.push_back(Simulator::Now() - begin);
            });
            fileSystem->Submit(request);
        }
        inside = false;
        Simulator::Run();
        // 10 us latency side by side, then 3 moves of 10 us.
        const std::vector<Time> expected{MicroSeconds(20), MicroSeconds(30), MicroSeconds(40)};
        NS_TEST_EXPECT_MSG_EQ((ends == expected), true, "20, 30 and 40 us");
        Simulator::Destroy();
    }
};

/**
 * @ingroup host-io-tests
 *
 * Directories, and the errors of POSIX for each operation on a name.
 */
class MemoryFileSystemNamesTestCase : public TestCase
{
  public:
    MemoryFileSystemNamesTestCase()
        : TestCase("directories and errors")
    {
    }

  private:
    void DoRun() override
    {
        auto fileSystem = CreateObject<MemoryFileSystem>();
        FileSystemUser user(fileSystem);
        CheckPaths(user);
        CheckDirectories(user);
        CheckUnlink(user, fileSystem);
        CheckRename(user);
        Simulator::Destroy();
    }

    /**
     * @param user a user of an empty file system, which gets /d and /d/f
     */
    void CheckPaths(FileSystemUser& user)
    {
        using enum FileStatus;
        NS_TEST_EXPECT_MSG_EQ(user.Open("/d/f", "c"), NOT_FOUND, "no directory");
        NS_TEST_EXPECT_MSG_EQ(user.OnPath(FileOperation::MAKE_DIRECTORY, "/d"), OK, "mkdir");
        NS_TEST_EXPECT_MSG_EQ(user.Open("/d/f", ""), NOT_FOUND, "no file");
        NS_TEST_EXPECT_MSG_EQ(user.Open("//d//f", "cx"), OK, "doubled slashes");
        NS_TEST_EXPECT_MSG_EQ(user.Open("/d/f", "cx"), EXISTS, "O_EXCL");
        NS_TEST_EXPECT_MSG_EQ(user.Open("/d", ""), IS_A_DIRECTORY, "open a directory");
        NS_TEST_EXPECT_MSG_EQ(user.Open("/d/f/g", "c"), NOT_A_DIRECTORY, "below a file");
        NS_TEST_EXPECT_MSG_EQ(user.Open("/x/y/z", "c"), NOT_FOUND, "below nothing");
        NS_TEST_EXPECT_MSG_EQ(user.Open("", "c"), NOT_FOUND, "empty");
        NS_TEST_EXPECT_MSG_EQ(user.Open("d", "c"), INVALID_ARGUMENT, "relative");
        NS_TEST_EXPECT_MSG_EQ(user.Open("/d/../e", "c"), INVALID_ARGUMENT, "..");
        NS_TEST_EXPECT_MSG_EQ(user.Open("/" + std::string(255, 'n'), "c"), OK, "255 bytes");
        NS_TEST_EXPECT_MSG_EQ(user.Open("/" + std::string(256, 'n'), "c"), NAME_TOO_LONG, "256");
        user.OnPath(FileOperation::UNLINK, "/" + std::string(255, 'n'));
        NS_TEST_EXPECT_MSG_EQ(user.OnPath(FileOperation::STAT, "/d/g"), NOT_FOUND, "stat");
        NS_TEST_EXPECT_MSG_EQ(user.Stat("/").directory, true, "the root");
        NS_TEST_EXPECT_MSG_EQ(user.Stat("/d/f").directory, false, "a file");
    }

    /**
     * @param user a user of a file system with /d and /d/f
     */
    void CheckDirectories(FileSystemUser& user)
    {
        using enum FileStatus;
        using enum FileOperation;
        NS_TEST_EXPECT_MSG_EQ(user.OnPath(MAKE_DIRECTORY, "/d"), EXISTS, "mkdir again");
        NS_TEST_EXPECT_MSG_EQ(user.OnPath(MAKE_DIRECTORY, "/"), EXISTS, "mkdir /");
        NS_TEST_EXPECT_MSG_EQ(user.OnPath(MAKE_DIRECTORY, "/d/b"), OK, "mkdir");
        NS_TEST_EXPECT_MSG_EQ(user.Open("/d/a", "c"), OK, "file");
        NS_TEST_EXPECT_MSG_EQ(user.OnPath(LIST, "/d"), OK, "readdir");
        const std::vector<std::string> names{"a", "b", "f"};
        NS_TEST_EXPECT_MSG_EQ((user.GetNames() == names), true, "in order");
        NS_TEST_EXPECT_MSG_EQ(user.OnPath(LIST, "/d/f"), NOT_A_DIRECTORY, "readdir of a file");
        NS_TEST_EXPECT_MSG_EQ(user.OnPath(LIST, "/x"), NOT_FOUND, "readdir of nothing");
        NS_TEST_EXPECT_MSG_EQ(user.OnPath(REMOVE_DIRECTORY, "/d"), NOT_EMPTY, "rmdir");
        NS_TEST_EXPECT_MSG_EQ(user.OnPath(REMOVE_DIRECTORY, "/d/f"), NOT_A_DIRECTORY, "of a file");
        NS_TEST_EXPECT_MSG_EQ(user.OnPath(REMOVE_DIRECTORY, "/x"), NOT_FOUND, "of nothing");
        NS_TEST_EXPECT_MSG_EQ(user.OnPath(REMOVE_DIRECTORY, "/"), INVALID_ARGUMENT, "of /");
        NS_TEST_EXPECT_MSG_EQ(user.OnPath(REMOVE_DIRECTORY, "/d/b"), OK, "of an empty one");
        NS_TEST_EXPECT_MSG_EQ(user.OnPath(STAT, "/d/b"), NOT_FOUND, "it is gone");
    }

    /**
     * @param user a user of a file system with /d, /d/a and /d/f
     * @param fileSystem it
     */
    void CheckUnlink(FileSystemUser& user, Ptr<MemoryFileSystem> fileSystem)
    {
        using enum FileStatus;
        using enum FileOperation;
        NS_TEST_EXPECT_MSG_EQ(user.OnPath(UNLINK, "/d"), IS_A_DIRECTORY, "unlink a directory");
        NS_TEST_EXPECT_MSG_EQ(user.OnPath(UNLINK, "/d/x"), NOT_FOUND, "nothing");
        user.Open("/d/a", "");
        const auto handle = user.GetHandle();
        user.Write(handle, 0, 100);
        NS_TEST_EXPECT_MSG_EQ(user.OnPath(UNLINK, "/d/a"), OK, "an open file");
        NS_TEST_EXPECT_MSG_EQ(user.OnPath(STAT, "/d/a"), NOT_FOUND, "its name is gone");
        NS_TEST_EXPECT_MSG_EQ(user.Read(handle, 0, 200), 100, "its contents are not");
        NS_TEST_EXPECT_MSG_EQ(fileSystem->GetUsedBytes(), 100, "nor its space");
        user.OnHandle(CLOSE, handle);
        // CheckDirectories left one handle open, the one that made the file.
        NS_TEST_EXPECT_MSG_EQ(fileSystem->GetUsedBytes(), 100, "one handle is left");
        user.OnHandle(CLOSE, handle - 1);
        NS_TEST_EXPECT_MSG_EQ(fileSystem->GetUsedBytes(), 0, "after the last close");
    }

    /**
     * @param user a user of a file system with /d and /d/f
     */
    void CheckRename(FileSystemUser& user)
    {
        using enum FileStatus;
        using enum FileOperation;
        user.OnPath(MAKE_DIRECTORY, "/d/e");
        user.OnPath(MAKE_DIRECTORY, "/g");
        user.Open("/h", "c");
        const auto inode = user.Stat("/d/f").inode;
        NS_TEST_EXPECT_MSG_EQ(user.Rename("/x", "/y"), NOT_FOUND, "nothing");
        NS_TEST_EXPECT_MSG_EQ(user.Rename("/d/f", "/x/f"), NOT_FOUND, "to nowhere");
        NS_TEST_EXPECT_MSG_EQ(user.Rename("/d/f", "/g"), IS_A_DIRECTORY, "file to directory");
        NS_TEST_EXPECT_MSG_EQ(user.Rename("/g", "/h"), NOT_A_DIRECTORY, "directory to file");
        NS_TEST_EXPECT_MSG_EQ(user.Rename("/g", "/d"), NOT_EMPTY, "to a full directory");
        NS_TEST_EXPECT_MSG_EQ(user.Rename("/d", "//d/e/x"), INVALID_ARGUMENT, "into itself");
        NS_TEST_EXPECT_MSG_EQ(user.Rename("/", "/x"), INVALID_ARGUMENT, "the root");
        NS_TEST_EXPECT_MSG_EQ(user.Rename("/", "/d/x"), INVALID_ARGUMENT, "the root, deeper");
        NS_TEST_EXPECT_MSG_EQ(user.Rename("/", "/h"), INVALID_ARGUMENT, "the root over a file");
        NS_TEST_EXPECT_MSG_EQ(user.Rename("/", "/x/y"), NOT_FOUND, "the root to nowhere");
        NS_TEST_EXPECT_MSG_EQ(user.Rename("//", "/"), OK, "the root to itself");
        NS_TEST_EXPECT_MSG_EQ(user.Rename("/g", "/"), INVALID_ARGUMENT, "to the root");
        NS_TEST_EXPECT_MSG_EQ(user.Rename("/h", "/h"), OK, "to itself");
        NS_TEST_EXPECT_MSG_EQ(user.Rename("/d/f", "/h"), OK, "over a file");
        NS_TEST_EXPECT_MSG_EQ(user.Stat("/h").inode, inode, "the same file");
        NS_TEST_EXPECT_MSG_EQ(user.OnPath(STAT, "/d/f"), NOT_FOUND, "not there any more");
        NS_TEST_EXPECT_MSG_EQ(user.Rename("/d/e", "/g"), OK, "over an empty directory");
        NS_TEST_EXPECT_MSG_EQ(user.Rename("/d", "/g/d"), OK, "into another");
        NS_TEST_EXPECT_MSG_EQ(user.Rename("/g", "/g/d/x"), INVALID_ARGUMENT, "deep into itself");
    }
};

/**
 * @ingroup host-io-tests
 *
 * A full file system, and the largest file.
 */
class MemoryFileSystemSpaceTestCase : public TestCase
{
  public:
    MemoryFileSystemSpaceTestCase()
        : TestCase("no space")
    {
    }

  private:
    void DoRun() override
    {
        using enum FileStatus;
        auto fileSystem =
            CreateObjectWithAttributes<MemoryFileSystem>("Capacity", UintegerValue(1000));
        FileSystemUser user(fileSystem);
        user.Open("/a", "c");
        const auto handle = user.GetHandle();
        NS_TEST_EXPECT_MSG_EQ(user.Write(handle, 0, 900), 900, "fits");
        NS_TEST_EXPECT_MSG_EQ(user.Write(handle, 900, 200), 100, "fits in part");
        NS_TEST_EXPECT_MSG_EQ(user.Write(handle, 1000, 1), 0, "full");
        NS_TEST_EXPECT_MSG_EQ(user.GetStatus(), NO_SPACE, "full");
        NS_TEST_EXPECT_MSG_EQ(user.Write(handle, 500, 500), 500, "what is there may change");
        NS_TEST_EXPECT_MSG_EQ(user.Truncate(handle, 1001), NO_SPACE, "no larger");
        NS_TEST_EXPECT_MSG_EQ(user.Truncate(handle, 10), OK, "smaller");
        NS_TEST_EXPECT_MSG_EQ(fileSystem->GetUsedBytes(), 10, "990 are free again");
        NS_TEST_EXPECT_MSG_EQ(user.Write(handle, MemoryFileSystem::MAX_FILE, 1), 0, "EFBIG");
        NS_TEST_EXPECT_MSG_EQ(user.GetStatus(), FILE_TOO_LARGE, "EFBIG");
        NS_TEST_EXPECT_MSG_EQ(user.Truncate(handle, UINT64_MAX), FILE_TOO_LARGE, "EFBIG");
        Simulator::Destroy();
    }
};

/**
 * @ingroup host-io-tests
 *
 * Contents are what was written last; without StoreData there are none.
 */
class MemoryFileSystemDataTestCase : public TestCase
{
  public:
    MemoryFileSystemDataTestCase()
        : TestCase("contents")
    {
    }

  private:
    void DoRun() override
    {
        auto fileSystem =
            CreateObjectWithAttributes<MemoryFileSystem>("StoreData", BooleanValue(true));
        FileSystemUser user(fileSystem);
        user.Open("/a", "c");
        const auto handle = user.GetHandle();
        NS_TEST_EXPECT_MSG_EQ(user.ReadText(handle, 0, 10), "", "empty");
        user.WriteText(handle, 2, "hello");
        NS_TEST_EXPECT_MSG_EQ(user.ReadText(handle, 0, 10), "..hello", "zeros in the hole");
        user.WriteText(handle, 4, "LL");
        NS_TEST_EXPECT_MSG_EQ(user.ReadText(handle, 3, 4), "eLLo", "overwritten");
        user.Write(handle, 3, 2);
        NS_TEST_EXPECT_MSG_EQ(user.ReadText(handle, 0, 10), "..h..Lo", "no data is zeros");
        user.Truncate(handle, 3);
        user.Truncate(handle, 7);
        NS_TEST_EXPECT_MSG_EQ(user.ReadText(handle, 0, 10), "..h....", "cut off is gone");
        user.Open("/a", "t");
        user.Truncate(handle, 2);
        NS_TEST_EXPECT_MSG_EQ(user.ReadText(handle, 0, 10), "..", "O_TRUNC");
        CheckSparse(user);
        Simulator::Destroy();

        FileSystemUser other(CreateObject<MemoryFileSystem>());
        other.Open("/a", "c");
        other.WriteText(other.GetHandle(), 0, "hello");
        NS_TEST_EXPECT_MSG_EQ(other.ReadText(other.GetHandle(), 0, 5), "no data", "not kept");
        Simulator::Destroy();
    }

    /**
     * Contents of a file with holes, which is cut off far before its end: that takes no time for
     * the holes.
     *
     * @param user a user of a file system that keeps contents
     */
    void CheckSparse(FileSystemUser& user)
    {
        constexpr uint64_t FAR = uint64_t{1} << 62;
        user.Open("/sparse", "c");
        const auto handle = user.GetHandle();
        user.WriteText(handle, 65530, "0123456789");
        user.WriteText(handle, 196608, "middle");
        user.WriteText(handle, FAR, "tail");
        NS_TEST_EXPECT_MSG_EQ(user.Truncate(handle, FAR + 2), FileStatus::OK, "within the last");
        NS_TEST_EXPECT_MSG_EQ(user.Truncate(handle, FAR + 4), FileStatus::OK, "and back");
        NS_TEST_EXPECT_MSG_EQ(user.ReadText(handle, FAR, 4), "ta..", "two bytes are left");
        // 65536 bytes are 6 of the 10 digits.
        NS_TEST_EXPECT_MSG_EQ(user.Truncate(handle, 65536), FileStatus::OK, "far before");
        NS_TEST_EXPECT_MSG_EQ(user.Truncate(handle, FAR + 4), FileStatus::OK, "and back");
        NS_TEST_EXPECT_MSG_EQ(user.ReadText(handle, 65530, 10), "012345....", "the first six");
        NS_TEST_EXPECT_MSG_EQ(user.ReadText(handle, 196608, 6), "......", "nothing");
        NS_TEST_EXPECT_MSG_EQ(user.ReadText(handle, FAR, 4), "....", "nothing");
        user.WriteText(handle, FAR + 1, "X");
        NS_TEST_EXPECT_MSG_EQ(user.Truncate(handle, 65532), FileStatus::OK, "a second time");
        NS_TEST_EXPECT_MSG_EQ(user.Truncate(handle, FAR + 4), FileStatus::OK, "and back");
        NS_TEST_EXPECT_MSG_EQ(user.ReadText(handle, 65530, 10), "01........", "the first two");
        NS_TEST_EXPECT_MSG_EQ(user.ReadText(handle, FAR, 4), "....", "nothing");
    }
};

/**
 * @ingroup host-io-tests
 *
 * The file system in memory.
 */
class MemoryFileSystemTestSuite : public TestSuite
{
  public:
    MemoryFileSystemTestSuite()
        : TestSuite("host-io-memory-file-system", Type::UNIT)
    {
        AddTestCase(new MemoryFileSystemFilesTestCase, Duration::QUICK);
        AddTestCase(new MemoryFileSystemRateTestCase, Duration::QUICK);
        AddTestCase(new MemoryFileSystemNamesTestCase, Duration::QUICK);
        AddTestCase(new MemoryFileSystemSpaceTestCase, Duration::QUICK);
        AddTestCase(new MemoryFileSystemDataTestCase, Duration::QUICK);
    }
};

static MemoryFileSystemTestSuite g_memoryFileSystemTestSuite; //!< registers the suite
