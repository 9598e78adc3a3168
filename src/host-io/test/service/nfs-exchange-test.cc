/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "file-service-test-bench.h"

#include "ns3/nfs-client.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

using namespace ns3;

namespace
{

/// Short for the bench.
using Bench = FileServiceTestBench;

} // namespace

/**
 * @ingroup host-io
 *
 * Opening, reading and closing a file of 1 MiB takes exactly the calls that RFC 1813 and the caches
 * make necessary.
 */
class NfsReadCallsTest : public TestCase
{
  public:
    NfsReadCallsTest()
        : TestCase("Calls to open, read and close a file of 1 MiB")
    {
    }

  private:
    void DoRun() override
    {
        Bench bench("Nfs");
        bench.Start();
        const auto client = bench.clients[0];
        // LOOKUP of the root and FSINFO.
        NS_TEST_EXPECT_MSG_EQ(client->GetCounters().GetCalls(), 2, "mount");
        Bench::Run(bench.files, Bench::Make(FileOperation::MAKE_DIRECTORY, "/d"));
        bench.MakeFile("/d/f", 1 << 20);
        const auto open = Bench::Run(client, Bench::Make(FileOperation::OPEN, "/d/f"));
        NS_TEST_EXPECT_MSG_EQ(open->status, FileStatus::OK, "open");
        NS_TEST_EXPECT_MSG_EQ(open->attributes.bytes, 1 << 20, "size");
        NS_TEST_EXPECT_MSG_EQ(Bench::GetCalls(client, "LOOKUP"), 3, "root, d and f");
        for (uint64_t at = 0; at < (1 << 20); at += 4096)
        {
            const auto read =
                Bench::Run(client, Bench::Make(FileOperation::READ, open->handle, at, 4096));
            NS_TEST_ASSERT_MSG_EQ(read->status, FileStatus::OK, "read at " << at);
            NS_TEST_ASSERT_MSG_EQ(read->done, 4096, "read at " << at);
        }
        const auto end =
            Bench::Run(client, Bench::Make(FileOperation::READ, open->handle, 1 << 20, 4096));
        NS_TEST_EXPECT_MSG_EQ(end->done, 0, "end of the file");
        Bench::Run(client, Bench::Make(FileOperation::CLOSE, open->handle));
        // 1048576 / 32768 = 32.
        NS_TEST_EXPECT_MSG_EQ(Bench::GetCalls(client, "READ"), 32, "READs");
        NS_TEST_EXPECT_MSG_EQ(client->GetCounters().GetCalls(), 2 + 2 + 32, "no other calls");
        // The names are known; the open asks for the attributes.
        const auto again = Bench::Run(client, Bench::Make(FileOperation::OPEN, "/d/f"));
        Bench::Run(client, Bench::Make(FileOperation::CLOSE, again->handle));
        NS_TEST_EXPECT_MSG_EQ(Bench::GetCalls(client, "GETATTR"), 1, "close-to-open");
        NS_TEST_EXPECT_MSG_EQ(client->GetCounters().GetCalls(), 36 + 1, "no other calls");
        Bench::Run(client, Bench::Make(FileOperation::STAT, "/d/f"));
        NS_TEST_EXPECT_MSG_EQ(client->GetCounters().GetCalls(), 37, "attributes are believed");
        // After 3 s those of the file are no longer believed, those of the directories are.
        Simulator::Stop(Seconds(3));
        Simulator::Run();
        Bench::Run(client, Bench::Make(FileOperation::STAT, "/d/f"));
        NS_TEST_EXPECT_MSG_EQ(Bench::GetCalls(client, "GETATTR"), 2, "acregmin");
        // Unchanged, they are believed for twice as long.
        Simulator::Stop(Seconds(5));
        Simulator::Run();
        Bench::Run(client, Bench::Make(FileOperation::STAT, "/d/f"));
        NS_TEST_EXPECT_MSG_EQ(Bench::GetCalls(client, "GETATTR"), 2, "twice acregmin");
    }
};

/**
 * @ingroup host-io
 *
 * Writes are sent UNSTABLE in pieces of wsize, and committed once at close.
 */
class NfsWriteCallsTest : public TestCase
{
  public:
    NfsWriteCallsTest()
        : TestCase("UNSTABLE writes and one COMMIT")
    {
    }

  private:
    void DoRun() override
    {
        Bench bench("Nfs");
        bench.Start();
        const auto client = bench.clients[0];
        const auto open = Bench::Run(client, Bench::MakeCreate("/f"));
        NS_TEST_EXPECT_MSG_EQ(open->status, FileStatus::OK, "open");
        const auto before = Simulator::Now();
        for (uint64_t at = 0; at < 100000; at += 1000)
        {
            Bench::Run(client, Bench::Make(FileOperation::WRITE, open->handle, at, 1000));
        }
        NS_TEST_EXPECT_MSG_EQ(Simulator::Now(), before, "writes wait for nobody");
        NS_TEST_EXPECT_MSG_EQ(Bench::GetCalls(client, "WRITE"), 3, "98304 bytes are whole pieces");
        const auto stat = Bench::Run(client, Bench::Make(FileOperation::STAT, "/f"));
        NS_TEST_EXPECT_MSG_EQ(stat->attributes.bytes, 100000, "size before the flush");
        const auto close = Bench::Run(client, Bench::Make(FileOperation::CLOSE, open->handle));
        NS_TEST_EXPECT_MSG_EQ(close->status, FileStatus::OK, "close");
        NS_TEST_EXPECT_MSG_EQ(Bench::GetCalls(client, "WRITE"), 4, "and the rest");
        NS_TEST_EXPECT_MSG_EQ(Bench::GetCalls(client, "COMMIT"), 1, "one COMMIT");
        NS_TEST_EXPECT_MSG_EQ(bench.files->GetUsedBytes(), 100000, "all is at the server");
        // CREATE needs LOOKUP first; mounting takes two calls.
        NS_TEST_EXPECT_MSG_EQ(client->GetCounters().GetCalls(), 2 + 1 + 1 + 4 + 1, "calls");
        CheckSynchronous(bench);
    }

    /**
     * With O_SYNC each write waits, and nothing is committed.
     *
     * @param bench the bench
     */
    void CheckSynchronous(Bench& bench)
    {
        const auto client = bench.clients[0];
        auto request = Bench::MakeCreate("/s");
        request->flags.synchronous = true;
        const auto open = Bench::Run(client, request);
        const auto before = Simulator::Now();
        Bench::Run(client, Bench::Make(FileOperation::WRITE, open->handle, 0, 40000));
        NS_TEST_EXPECT_MSG_GT(Simulator::Now(), before + MilliSeconds(10), "a round trip");
        Bench::Run(client, Bench::Make(FileOperation::CLOSE, open->handle));
        NS_TEST_EXPECT_MSG_EQ(Bench::GetCalls(client, "WRITE"), 4 + 2, "32768 + 7232 bytes");
        NS_TEST_EXPECT_MSG_EQ(Bench::GetCalls(client, "COMMIT"), 1, "no other COMMIT");
        CheckSyncs(bench);
    }

    /**
     * fdatasync is a COMMIT, O_DSYNC is O_SYNC, and fsync of a directory needs no call.
     *
     * @param bench the bench
     */
    void CheckSyncs(Bench& bench)
    {
        using enum FileOperation;
        const auto client = bench.clients[0];
        const auto open = Bench::Run(client, Bench::MakeCreate("/d"));
        Bench::Run(client, Bench::Make(WRITE, open->handle, 0, 1000));
        NS_TEST_EXPECT_MSG_EQ(Bench::GetCalls(client, "WRITE"), 6, "it waits");
        Bench::Run(client, Bench::Make(SYNC_DATA, open->handle));
        NS_TEST_EXPECT_MSG_EQ(Bench::GetCalls(client, "WRITE"), 7, "1000 bytes");
        NS_TEST_EXPECT_MSG_EQ(Bench::GetCalls(client, "COMMIT"), 2, "and a COMMIT");
        auto request = Bench::MakeCreate("/e");
        request->flags.dataSynchronous = true;
        const auto synchronous = Bench::Run(client, request);
        Bench::Run(client, Bench::Make(WRITE, synchronous->handle, 0, 1000));
        NS_TEST_EXPECT_MSG_EQ(Bench::GetCalls(client, "WRITE"), 8, "at once");
        Bench::Run(client, Bench::Make(MAKE_DIRECTORY, "/dir"));
        const auto calls = client->GetCounters().GetCalls();
        const auto status = [&](const std::string& path) {
            return Bench::Run(client, Bench::Make(SYNC_DIRECTORY, path))->status;
        };
        NS_TEST_EXPECT_MSG_EQ(status("/dir"), FileStatus::OK, "a directory");
        NS_TEST_EXPECT_MSG_EQ(status("/"), FileStatus::OK, "the root");
        NS_TEST_EXPECT_MSG_EQ(status("/d"), FileStatus::NOT_A_DIRECTORY, "a file");
        NS_TEST_EXPECT_MSG_EQ(client->GetCounters().GetCalls(), calls, "the server did it all");
        NS_TEST_EXPECT_MSG_EQ(status("/none"), FileStatus::NOT_FOUND, "nothing of this name");
        NS_TEST_EXPECT_MSG_EQ(Bench::GetCalls(client, "COMMIT"), 2, "no COMMIT");
    }
};

/**
 * @ingroup host-io
 *
 * One READ outstanding over a known path: throughput is size by latency.
 */
class NfsLatencyTest : public TestCase
{
  public:
    NfsLatencyTest()
        : TestCase("Throughput with one READ outstanding")
    {
    }

  private:
    void DoRun() override
    {
        Bench bench("Nfs");
        bench.helper.SetClientAttribute("ReadAhead", UintegerValue(0));
        bench.Start();
        const auto client = bench.clients[0];
        bench.MakeFile("/f", 32 * 32768);
        const auto open = Bench::Run(client, Bench::Make(FileOperation::OPEN, "/f"));
        const auto begin = Simulator::Now();
        for (uint64_t i = 0; i < 32; ++i)
        {
            const auto read =
                Bench::Run(client,
                           Bench::Make(FileOperation::READ, open->handle, i * 32768, 32768));
            NS_TEST_ASSERT_MSG_EQ(read->done, 32768, "read " << i);
        }
        // Around each segment are 2 + 20 + 32 = 54 bytes (PPP, IP, TCP with timestamps).
        // Call: mark 4, RPC header 64, handle 36, offset 8, count 4: 116 + 54 = 170 bytes, 1360 ns.
        // Reply: mark 4, RPC header 24, status 4, attributes 88, count 4, eof 4, length 4 and 32768
        // bytes: 32900, in 23 segments: 32900 + 23 * 54 = 34142 bytes, 273136 ns.
        // ns-3 sends 1 ns after it was asked to, at either end.
        const auto latency = MilliSeconds(10) + NanoSeconds(1360 + 273136 + 2);
        NS_TEST_EXPECT_MSG_EQ(Simulator::Now() - begin, latency * 32, "32 reads");
    }
};

/**
 * @ingroup host-io
 *
 * The slot table limits the calls without a reply, and read-ahead fills it.
 */
class NfsSlotsTest : public TestCase
{
  public:
    NfsSlotsTest()
        : TestCase("Slot table and read-ahead")
    {
    }

  private:
    void DoRun() override
    {
        CheckSlots(16, 16);
        CheckSlots(4, 4);
        CheckSlots(64, 1 + 15);
    }

    /**
     * @param slots SlotTableEntries
     * @param outstanding READs that are outstanding after a first read
     */
    void CheckSlots(uint32_t slots, uint32_t outstanding)
    {
        Bench bench("Nfs");
        bench.helper.SetClientAttribute("SlotTableEntries", UintegerValue(slots));
        bench.Start();
        const auto client = DynamicCast<NfsClient>(bench.clients[0]);
        bench.MakeFile("/f", 4 << 20);
        const auto open = Bench::Run(client, Bench::Make(FileOperation::OPEN, "/f"));
        std::size_t most = 0;
        Simulator::Schedule(MilliSeconds(1), [&]() { most = client->GetNOutstanding(); });
        Bench::Run(client, Bench::Make(FileOperation::READ, open->handle, 0, 4096));
        NS_TEST_EXPECT_MSG_EQ(most, outstanding, "READs with " << slots << " slots");
    }
};

/**
 * @ingroup host-io
 *
 * Two clients: what one closed, the other sees when it opens; what one removed is stale for the
 * other.
 */
class NfsTwoClientsTest : public TestCase
{
  public:
    NfsTwoClientsTest()
        : TestCase("Close-to-open consistency and stale handles")
    {
    }

  private:
    void DoRun() override
    {
        Bench bench("Nfs", true);
        bench.Start();
        const auto first = bench.clients[0];
        const auto second = bench.clients[1];
        Put(first, "/f", "one");
        NS_TEST_EXPECT_MSG_EQ(Get(second, "/f"), "one", "after the first close");
        Put(first, "/f", "two!");
        NS_TEST_EXPECT_MSG_EQ(Get(second, "/f"), "two!", "after the second close");
        const auto open = Bench::Run(second, Bench::Make(FileOperation::OPEN, "/f"));
        NS_TEST_EXPECT_MSG_EQ(Bench::Run(first, Bench::Make(FileOperation::UNLINK, "/f"))->status,
                              FileStatus::OK,
                              "unlink");
        const auto read = Bench::Run(second, Bench::Make(FileOperation::READ, open->handle, 0, 4));
        NS_TEST_EXPECT_MSG_EQ(read->status, FileStatus::STALE, "read of a removed file");
        Bench::Run(second, Bench::Make(FileOperation::WRITE, open->handle, 0, 4));
        const auto sync = Bench::Run(second, Bench::Make(FileOperation::SYNC, open->handle));
        NS_TEST_EXPECT_MSG_EQ(sync->status, FileStatus::STALE, "write to a removed file");
        const auto close = Bench::Run(second, Bench::Make(FileOperation::CLOSE, open->handle));
        NS_TEST_EXPECT_MSG_EQ(close->status, FileStatus::OK, "the error was told once");
        const auto again = Bench::Run(second, Bench::Make(FileOperation::OPEN, "/f"));
        NS_TEST_EXPECT_MSG_EQ(again->status, FileStatus::NOT_FOUND, "open of a removed file");
        CheckHidden(bench);
    }

    /**
     * A file that its own client unlinks stays until it is closed.
     *
     * @param bench the bench
     */
    void CheckHidden(Bench& bench)
    {
        const auto client = bench.clients[0];
        Put(client, "/g", "three");
        const auto open = Bench::Run(client, Bench::Make(FileOperation::OPEN, "/g"));
        Bench::Run(client, Bench::Make(FileOperation::UNLINK, "/g"));
        const auto stat = Bench::Run(client, Bench::Make(FileOperation::STAT, "/g"));
        NS_TEST_EXPECT_MSG_EQ(stat->status, FileStatus::NOT_FOUND, "the name is gone");
        const auto read = Bench::Run(client, Bench::Make(FileOperation::READ, open->handle, 0, 9));
        NS_TEST_EXPECT_MSG_EQ(Bench::GetContents(read->data), "three", "the contents are not");
        Bench::Run(client, Bench::Make(FileOperation::CLOSE, open->handle));
        NS_TEST_EXPECT_MSG_EQ(bench.files->GetUsedBytes(), 0, "now they are");
    }

    /**
     * Replace the contents of a file.
     *
     * @param client the client
     * @param path the file
     * @param text its new contents
     */
    static void Put(Ptr<FileServiceClient> client, const std::string& path, const std::string& text)
    {
        auto open = Bench::MakeCreate(path);
        open->flags.truncate = true;
        Bench::Run(client, open);
        auto write = Bench::Make(FileOperation::WRITE, open->handle, 0, text.size());
        write->data = Create<Packet>(reinterpret_cast<const uint8_t*>(text.data()), text.size());
        Bench::Run(client, write);
        Bench::Run(client, Bench::Make(FileOperation::CLOSE, open->handle));
    }

    /**
     * @param client the client
     * @param path the file
     * @return its contents
     */
    static std::string Get(Ptr<FileServiceClient> client, const std::string& path)
    {
        const auto open = Bench::Run(client, Bench::Make(FileOperation::OPEN, path));
        const auto read =
            Bench::Run(client, Bench::Make(FileOperation::READ, open->handle, 0, 1000));
        Bench::Run(client, Bench::Make(FileOperation::CLOSE, open->handle));
        return Bench::GetContents(read->data);
    }
};

/**
 * @ingroup host-io
 *
 * A client reads what it wrote, also where it had read ahead, and where the write has not been
 * sent.
 */
class NfsOwnWritesTest : public TestCase
{
  public:
    NfsOwnWritesTest()
        : TestCase("Reads of what was written just now")
    {
    }

  private:
    void DoRun() override
    {
        Bench bench("Nfs", true);
        bench.Start();
        const auto client = bench.clients[0];
        bench.MakeFile("/f", 1 << 20);
        const auto open = Bench::Run(client, Bench::Make(FileOperation::OPEN, "/f"));
        Bench::Run(client, Bench::Make(FileOperation::READ, open->handle, 0, 4096));
        Simulator::Stop(MilliSeconds(100));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(Bench::GetCalls(client, "READ"), 16, "one and 15 ahead");
        CheckWrite(client, open->handle, 32766);
        NS_TEST_EXPECT_MSG_EQ(Bench::GetCalls(client, "READ"), 16, "what was read ahead is there");
        NS_TEST_EXPECT_MSG_EQ(Bench::GetCalls(client, "WRITE"), 0, "and nothing had to be sent");
        // Not read ahead: the write must reach the server first.
        CheckWrite(client, open->handle, 1000000);
        NS_TEST_EXPECT_MSG_EQ(Bench::GetCalls(client, "WRITE"), 2, "both are sent");
    }

    /**
     * Write a few bytes and read them.
     *
     * @param client the client
     * @param handle the file
     * @param offset where
     */
    void CheckWrite(Ptr<FileServiceClient> client, FileHandle handle, uint64_t offset)
    {
        const std::string text = "abcdef";
        auto write = Bench::Make(FileOperation::WRITE, handle, offset, text.size());
        write->data = Create<Packet>(reinterpret_cast<const uint8_t*>(text.data()), text.size());
        Bench::Run(client, write);
        const auto read =
            Bench::Run(client, Bench::Make(FileOperation::READ, handle, offset, text.size()));
        NS_TEST_EXPECT_MSG_EQ(Bench::GetContents(read->data), text, "bytes at " << offset);
    }
};

/**
 * @ingroup host-io
 *
 * A directory is read in parts of the size that the client asks for.
 */
class NfsDirectoryTest : public TestCase
{
  public:
    NfsDirectoryTest()
        : TestCase("Directory in parts")
    {
    }

  private:
    void DoRun() override
    {
        Bench bench("Nfs");
        bench.helper.SetClientAttribute("DirectoryReadSize", UintegerValue(1024));
        bench.Start();
        for (int i = 100; i < 200; ++i)
        {
            bench.MakeFile("/f" + std::to_string(i), 1);
        }
        const auto client = bench.clients[0];
        const auto list = Bench::Run(client, Bench::Make(FileOperation::LIST, "/"));
        NS_TEST_EXPECT_MSG_EQ(list->names.size(), 100, "names");
        NS_TEST_EXPECT_MSG_EQ(list->names.front(), "f100", "the first");
        NS_TEST_EXPECT_MSG_EQ(list->names.back(), "f199", "the last");
        // A reply has 4 + 88 + 8 + 8 = 108 bytes beside the entries (RFC 1813, 3.3.16); an entry
        // of up to four letters has 4 + 8 + 4 + 4 + 8 = 28: (1024 - 108) / 28 = 32 entries. With
        // "." and ".." there are 102: four replies.
        NS_TEST_EXPECT_MSG_EQ(Bench::GetCalls(client, "READDIR"), 4, "replies");
    }
};

/**
 * @ingroup host-io
 *
 * Beyond the limit of what is written and not committed, writes wait, and a COMMIT makes room.
 */
class NfsDirtyLimitTest : public TestCase
{
  public:
    NfsDirtyLimitTest()
        : TestCase("Limit of uncommitted data")
    {
    }

  private:
    void DoRun() override
    {
        Bench bench("Nfs");
        bench.helper.SetClientAttribute("DirtyLimit", UintegerValue(131072));
        bench.Start();
        const auto client = bench.clients[0];
        const auto open = Bench::Run(client, Bench::MakeCreate("/f"));
        const auto begin = Simulator::Now();
        for (uint64_t at = 0; at < 131072; at += 32768)
        {
            Bench::Run(client, Bench::Make(FileOperation::WRITE, open->handle, at, 32768));
        }
        NS_TEST_EXPECT_MSG_EQ(Simulator::Now(), begin, "up to the limit");
        Bench::Run(client, Bench::Make(FileOperation::WRITE, open->handle, 131072, 32768));
        // Two round trips of 10 ms: the WRITEs, and the COMMIT.
        NS_TEST_EXPECT_MSG_GT(Simulator::Now(), begin + MilliSeconds(20), "beyond it");
        NS_TEST_EXPECT_MSG_EQ(Bench::GetCalls(client, "COMMIT"), 1, "room is made");
        Bench::Run(client, Bench::Make(FileOperation::CLOSE, open->handle));
        NS_TEST_EXPECT_MSG_EQ(Bench::GetCalls(client, "COMMIT"), 2, "at close");
        NS_TEST_EXPECT_MSG_EQ(bench.files->GetUsedBytes(), 131072 + 32768, "all is there");
    }
};

/**
 * @ingroup host-io
 *
 * Exchanges of NFS clients with a server.
 */
class NfsExchangeTestSuite : public TestSuite
{
  public:
    NfsExchangeTestSuite()
        : TestSuite("host-io-nfs-exchange", Type::UNIT)
    {
        AddTestCase(new NfsReadCallsTest(), Duration::QUICK);
        AddTestCase(new NfsWriteCallsTest(), Duration::QUICK);
        AddTestCase(new NfsLatencyTest(), Duration::QUICK);
        AddTestCase(new NfsSlotsTest(), Duration::QUICK);
        AddTestCase(new NfsTwoClientsTest(), Duration::QUICK);
        AddTestCase(new NfsOwnWritesTest(), Duration::QUICK);
        AddTestCase(new NfsDirectoryTest(), Duration::QUICK);
        AddTestCase(new NfsDirtyLimitTest(), Duration::QUICK);
    }
};

static NfsExchangeTestSuite g_nfsExchangeTestSuite; //!< the suite
