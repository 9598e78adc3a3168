/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "file-service-test-bench.h"

#include "ns3/simulator.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <string>

using namespace ns3;

namespace
{

/// Short for the bench.
using Bench = FileServiceTestBench;

/// A bench whose clients have page caches.
struct CachedBench : public Bench
{
    /**
     * @param memory bytes of each client's cache
     * @param storeData whether contents are kept
     */
    explicit CachedBench(uint64_t memory = 64 << 20, bool storeData = false)
        : Bench("Nfs", storeData)
    {
        helper.SetClientAttribute("CacheMemory", UintegerValue(memory));
        Start();
    }

    /**
     * @param path path of a file
     * @param client which client
     * @return its handle
     */
    FileHandle Open(const std::string& path, uint32_t client = 0)
    {
        return Run(clients[client], Make(FileOperation::OPEN, path))->handle;
    }

    /**
     * @param path path of a file that is made
     * @param client which client
     * @return its handle
     */
    FileHandle Create(const std::string& path, uint32_t client = 0)
    {
        return Run(clients[client], MakeCreate(path))->handle;
    }

    /**
     * @param handle an open file
     * @param operation what to do
     * @param offset the first byte
     * @param bytes how many
     * @param client which client
     * @return the request, complete
     */
    Ptr<FileRequest> Do(FileHandle handle,
                        FileOperation operation,
                        uint64_t offset = 0,
                        uint64_t bytes = 0,
                        uint32_t client = 0)
    {
        return Run(clients[client], Make(operation, handle, offset, bytes));
    }

    /**
     * Read or write a whole file in blocks of 4 KiB.
     *
     * @param handle the file
     * @param operation READ or WRITE
     * @param bytes its size
     */
    void DoAll(FileHandle handle, FileOperation operation, uint64_t bytes)
    {
        for (uint64_t at = 0; at < bytes; at += 4096)
        {
            Do(handle, operation, at, 4096);
        }
    }

    /**
     * @param procedure name of a procedure
     * @param client which client
     * @return its calls
     */
    uint64_t Calls(const std::string& procedure, uint32_t client = 0)
    {
        return GetCalls(clients[client], procedure);
    }

    /**
     * @param seconds how long nothing is asked
     */
    static void Wait(double seconds)
    {
        Simulator::Stop(Seconds(seconds));
        Simulator::Run();
    }
};

} // namespace

/**
 * @ingroup host-io
 *
 * What was read is read again without READs, after a close and an open too.
 */
class NfsCacheReadTest : public TestCase
{
  public:
    NfsCacheReadTest()
        : TestCase("Second reads come from the page cache")
    {
    }

  private:
    void DoRun() override
    {
        CachedBench bench;
        bench.MakeFile("/f", 1 << 20);
        auto file = bench.Open("/f");
        bench.DoAll(file, FileOperation::READ, 1 << 20);
        const auto reads = bench.Calls("READ");
        // 1048576 / 32768 = 32 whole pieces; windows that grow from 16 KiB need at most one more
        // for each of their five sizes.
        NS_TEST_EXPECT_MSG_GT_OR_EQ(reads, 32, "all is read");
        NS_TEST_EXPECT_MSG_LT_OR_EQ(reads, 32 + 5, "in large pieces");
        const auto before = Simulator::Now();
        bench.DoAll(file, FileOperation::READ, 1 << 20);
        NS_TEST_EXPECT_MSG_EQ(bench.Calls("READ"), reads, "all is cached");
        NS_TEST_EXPECT_MSG_LT(Simulator::Now(), before + MilliSeconds(10), "no round trip");
        NS_TEST_EXPECT_MSG_EQ(bench.Do(file, FileOperation::READ, 1 << 20, 1)->done, 0, "the end");
        bench.Do(file, FileOperation::CLOSE);
        const auto asked = bench.Calls("GETATTR");
        file = bench.Open("/f");
        NS_TEST_EXPECT_MSG_EQ(bench.Calls("GETATTR"), asked + 1, "an open asks once");
        bench.DoAll(file, FileOperation::READ, 1 << 20);
        NS_TEST_EXPECT_MSG_EQ(bench.Calls("READ"), reads, "pages outlive the close");
        bench.Do(file, FileOperation::CLOSE);
        NS_TEST_EXPECT_MSG_EQ(bench.Calls("COMMIT"), 0, "nothing was written");
    }
};

/**
 * @ingroup host-io
 *
 * Written pages stay at the client until a flush, their age or the limits, are written once however
 * often they were written, and can be read.
 */
class NfsCacheWriteTest : public TestCase
{
  public:
    NfsCacheWriteTest()
        : TestCase("Writes are kept, joined and committed")
    {
    }

  private:
    void DoRun() override
    {
        CachedBench bench;
        auto file = bench.Create("/f");
        bench.DoAll(file, FileOperation::WRITE, 1 << 20);
        bench.DoAll(file, FileOperation::WRITE, 1 << 20);
        NS_TEST_EXPECT_MSG_EQ(bench.Calls("WRITE"), 0, "nothing is sent yet");
        bench.DoAll(file, FileOperation::READ, 1 << 20);
        NS_TEST_EXPECT_MSG_EQ(bench.Calls("READ"), 0, "what was written is cached");
        bench.Do(file, FileOperation::SYNC);
        // 1048576 / 32768 = 32, though all was written twice.
        NS_TEST_EXPECT_MSG_EQ(bench.Calls("WRITE"), 32, "pieces of wsize");
        NS_TEST_EXPECT_MSG_EQ(bench.Calls("COMMIT"), 1, "one COMMIT");
        bench.Do(file, FileOperation::CLOSE);
        NS_TEST_EXPECT_MSG_EQ(bench.Calls("WRITE"), 32, "nothing is left");
        NS_TEST_EXPECT_MSG_EQ(bench.Calls("COMMIT"), 1, "nothing is left to commit");
        file = bench.Open("/f");
        bench.DoAll(file, FileOperation::READ, 1 << 20);
        NS_TEST_EXPECT_MSG_EQ(bench.Calls("READ"), 0, "its own writes do not make pages old");
        CheckSmall(bench);
        CheckAge(bench);
        CheckPart(bench);
        CheckTruncation(bench);
    }

    /**
     * An open with O_TRUNC forgets what was cached of the file while it was closed.
     */
    void CheckTruncation(CachedBench& bench)
    {
        auto file = bench.Open("/f");
        bench.Do(file, FileOperation::CLOSE);
        const auto open = Bench::Make(FileOperation::OPEN, "/f");
        open->flags.truncate = true;
        file = Bench::Run(bench.clients[0], open)->handle;
        bench.Do(file, FileOperation::TRUNCATE, 8192);
        const auto reads = bench.Calls("READ");
        bench.Do(file, FileOperation::READ, 0, 4096);
        NS_TEST_EXPECT_MSG_EQ(bench.Calls("READ"), reads + 1, "the pages are gone");
        bench.Do(file, FileOperation::CLOSE);
    }

    /**
     * What fits into one piece is sent FILE_SYNC at the close; the server needs no COMMIT.
     */
    void CheckSmall(CachedBench& bench)
    {
        const auto writes = bench.Calls("WRITE");
        const auto commits = bench.Calls("COMMIT");
        const auto file = bench.Create("/small");
        bench.Do(file, FileOperation::WRITE, 0, 1000);
        bench.Do(file, FileOperation::WRITE, 1000, 9000);
        bench.Do(file, FileOperation::CLOSE);
        NS_TEST_EXPECT_MSG_EQ(bench.Calls("WRITE"), writes + 1, "one piece");
        NS_TEST_EXPECT_MSG_EQ(bench.Calls("COMMIT"), commits, "stable");
        const auto stat = Bench::Run(bench.files, Bench::Make(FileOperation::STAT, "/small"));
        NS_TEST_EXPECT_MSG_EQ(stat->attributes.bytes, 10000, "not whole pages");
    }

    /**
     * Pages are written back when they are 30 s old; the cache looks each 5 s.
     */
    void CheckAge(CachedBench& bench)
    {
        const auto writes = bench.Calls("WRITE");
        const auto file = bench.Create("/old");
        bench.Do(file, FileOperation::WRITE, 0, 4096);
        CachedBench::Wait(29);
        NS_TEST_EXPECT_MSG_EQ(bench.Calls("WRITE"), writes, "before 30 s");
        CachedBench::Wait(7);
        NS_TEST_EXPECT_MSG_EQ(bench.Calls("WRITE"), writes + 1, "after 30 s");
        const auto commits = bench.Calls("COMMIT");
        bench.Do(file, FileOperation::CLOSE);
        NS_TEST_EXPECT_MSG_EQ(bench.Calls("WRITE"), writes + 1, "not again");
        NS_TEST_EXPECT_MSG_EQ(bench.Calls("COMMIT"), commits + 1, "it was sent UNSTABLE");
    }

    /**
     * A page of the server that is written in part is read first.
     */
    void CheckPart(CachedBench& bench)
    {
        bench.MakeFile("/part", 8192);
        const auto reads = bench.Calls("READ");
        const auto file = bench.Open("/part");
        bench.Do(file, FileOperation::WRITE, 100, 10);
        NS_TEST_EXPECT_MSG_EQ(bench.Calls("READ"), reads + 1, "one page");
        bench.Do(file, FileOperation::WRITE, 8192, 10);
        NS_TEST_EXPECT_MSG_EQ(bench.Calls("READ"), reads + 1, "past the end there is nothing");
        bench.Do(file, FileOperation::CLOSE);
    }
};

/**
 * @ingroup host-io
 *
 * What one client wrote and closed is seen by another that opens the file afterwards.
 */
class NfsCacheConsistencyTest : public TestCase
{
  public:
    NfsCacheConsistencyTest()
        : TestCase("Close-to-open between two clients with caches")
    {
    }

  private:
    /**
     * @param bench the bench
     * @param text written to the file's beginning by client 0, which closes it
     */
    void Write(CachedBench& bench, const std::string& text)
    {
        const auto file = bench.Create("/f");
        const auto write = Bench::Make(FileOperation::WRITE, file, 0, text.size());
        write->data =
            ns3::Create<Packet>(reinterpret_cast<const uint8_t*>(text.data()), text.size());
        Bench::Run(bench.clients[0], write);
        bench.Do(file, FileOperation::CLOSE);
    }

    void DoRun() override
    {
        CachedBench bench(1 << 20, true);
        Write(bench, "first");
        auto file = bench.Open("/f", 1);
        auto read = bench.Do(file, FileOperation::READ, 0, 100, 1);
        NS_TEST_EXPECT_MSG_EQ(Bench::GetContents(read->data), "first", "through the server");
        Write(bench, "second");
        read = bench.Do(file, FileOperation::READ, 0, 5, 1);
        NS_TEST_EXPECT_MSG_EQ(Bench::GetContents(read->data), "first", "acregmin: 3 s");
        bench.Do(file, FileOperation::CLOSE, 0, 0, 1);
        file = bench.Open("/f", 1);
        const auto reads = bench.Calls("READ", 1);
        read = bench.Do(file, FileOperation::READ, 0, 100, 1);
        NS_TEST_EXPECT_MSG_EQ(Bench::GetContents(read->data), "second", "open asks");
        NS_TEST_EXPECT_MSG_EQ(bench.Calls("READ", 1), reads + 1, "its pages were forgotten");
        Write(bench, "third.");
        CachedBench::Wait(61);
        read = bench.Do(file, FileOperation::READ, 0, 100, 1);
        NS_TEST_EXPECT_MSG_EQ(Bench::GetContents(read->data), "third.", "acregmax");
    }
};

/**
 * @ingroup host-io
 *
 * The cache has the memory that it was given: what is larger is read again, and a writer waits.
 */
class NfsCacheLimitTest : public TestCase
{
  public:
    NfsCacheLimitTest()
        : TestCase("The memory of the cache is a limit")
    {
    }

  private:
    void DoRun() override
    {
        CachedBench bench(1 << 20);
        bench.MakeFile("/f", 2 << 20);
        auto file = bench.Open("/f");
        bench.DoAll(file, FileOperation::READ, 2 << 20);
        const auto reads = bench.Calls("READ");
        bench.DoAll(file, FileOperation::READ, 2 << 20);
        // Whoever reads twice what fits, in order, finds nothing of the first time.
        NS_TEST_EXPECT_MSG_GT_OR_EQ(bench.Calls("READ"), reads + 64, "2 MiB do not fit into 1");
        file = bench.Create("/w");
        bench.DoAll(file, FileOperation::WRITE, 2 << 20);
        // A fifth of 1 MiB may be dirty.
        const auto sent = Bench::Run(bench.files, Bench::Make(FileOperation::STAT, "/w"));
        NS_TEST_EXPECT_MSG_GT_OR_EQ(sent->attributes.bytes, (2 << 20) - (1 << 20) / 5, "sent");
        bench.Do(file, FileOperation::CLOSE);
        NS_TEST_EXPECT_MSG_GT_OR_EQ(bench.Calls("COMMIT"), 2, "the server holds no more either");
    }
};

/**
 * @ingroup host-io
 *
 * Test suite: the page cache of clients of NFS.
 */
class NfsCacheTestSuite : public TestSuite
{
  public:
    NfsCacheTestSuite()
        : TestSuite("host-io-nfs-cache", Type::UNIT)
    {
        AddTestCase(new NfsCacheReadTest, Duration::QUICK);
        AddTestCase(new NfsCacheWriteTest, Duration::QUICK);
        AddTestCase(new NfsCacheConsistencyTest, Duration::QUICK);
        AddTestCase(new NfsCacheLimitTest, Duration::QUICK);
    }
};

/// The test suite.
static NfsCacheTestSuite g_nfsCacheTestSuite;
