/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "page-cache-bench.h"

#include "ns3/data-rate.h"
#include "ns3/ram-disk.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <string>
#include <vector>

using namespace ns3;

/**
 * @ingroup host-io
 *
 * A writer that is faster than the device: memory speed up to half-way between the limits, the
 * device's from there.
 */
class PageCacheThrottleTest : public TestCase
{
  public:
    PageCacheThrottleTest()
        : TestCase("a fast writer goes on at the device's speed from half-way between the limits")
    {
    }

  private:
    /// Write the next 64 KiB.
    void Next()
    {
        m_times.push_back(Simulator::Now());
        if (m_times.size() <= WRITES)
        {
            m_cache->Write(m_file,
                           (m_times.size() - 1) * 65536,
                           65536,
                           nullptr,
                           MakeCallback(&PageCacheThrottleTest::Written, this));
        }
    }

    /**
     * @param status how a write ended
     */
    void Written(BlockStatus status, Ptr<Packet>)
    {
        NS_TEST_EXPECT_MSG_EQ(status, BlockStatus::OK, "a write succeeds");
        Next();
    }

    /**
     * @param stopped how long the writer was stopped
     */
    void Throttled(Time stopped)
    {
        m_stopped += stopped;
    }

    /**
     * @param dirty number of dirty pages
     */
    void DirtyPages(uint64_t, uint64_t dirty)
    {
        m_mostDirty = std::max(m_mostDirty, dirty);
    }

    void DoRun() override
    {
        auto disk = CreateObject<RamDisk>();
        disk->SetAttribute("Bandwidth", DataRateValue(DataRate("800Mb/s")));
        m_cache = CreateObject<PageCache>();
        m_cache->SetAttribute("Memory", UintegerValue(100 * 1048576));
        m_cache->SetAttribute("MemoryRate", DataRateValue(DataRate("8Gb/s")));
        m_cache->SetAttribute("CallTime", TimeValue(Time(0)));
        m_cache->TraceConnectWithoutContext("Throttled",
                                            MakeCallback(&PageCacheThrottleTest::Throttled, this));
        m_cache->TraceConnectWithoutContext("DirtyPages",
                                            MakeCallback(&PageCacheThrottleTest::DirtyPages, this));
        m_cache->SetDevice(disk);
        m_file = Create<PageCacheTestFile>(WRITES * 16, 0);
        Next();
        Simulator::Run();
        // Memory takes 1 GB/s and the device 100 MB/s. The background limit is 10 MiB, the other
        // one 20 MiB, half-way is 15 MiB. From 10 MiB on the device takes a tenth of what is
        // written, so that 15 MiB are dirty when 10 + 5 / 0.9 = 15.56 MiB are written: 248.9 writes
        // of 64 KiB, each of 65536 / 1e9 = 65.536 us. All of them are at memory speed.
        NS_TEST_EXPECT_MSG_EQ(m_times[240] - m_times[0], NanoSeconds(240 * 65536), "memory speed");
        // Then as many bytes come as the device takes: 65536 / 1e8 = 655.36 us for each write. The
        // device takes 128 KiB at a time, so any moment is exact to two of them.
        NS_TEST_EXPECT_MSG_EQ_TOL(m_times[WRITES] - m_times[400],
                                  NanoSeconds(400 * 655360),
                                  NanoSeconds(2 * 2 * 655360),
                                  "device's speed");
        NS_TEST_EXPECT_MSG_EQ(m_mostDirty, 3840, "half-way: 15 MiB");
        // All writes but the copies is the time stopped: 800 writes take 248.9 * 65.536 us + 551.1
        // * 655.36 us = 377.48 ms, and 52.43 ms of that are copies.
        NS_TEST_EXPECT_MSG_EQ_TOL(m_stopped.GetMicroSeconds(), 377480 - 52430, 3000, "stopped");
        m_cache->Dispose();
        m_cache = nullptr;
        m_file = nullptr;
        Simulator::Destroy();
    }

    static constexpr std::size_t WRITES = 800; //!< writes of 64 KiB: 50 MiB
    Ptr<PageCache> m_cache;                    //!< the page cache
    Ptr<PageCacheTestFile> m_file;             //!< the file
    std::vector<Time> m_times;                 //!< when each write began
    Time m_stopped;                            //!< how long the writer was stopped
    uint64_t m_mostDirty{0};                   //!< most dirty pages
};

/**
 * @ingroup host-io
 *
 * WriteBackPages.
 */
class PageCacheListSyncTest : public TestCase
{
  public:
    PageCacheListSyncTest()
        : TestCase("some pages are written back, and nothing else is waited for")
    {
    }

  private:
    void DoRun() override
    {
        Some();
        Again();
        Failed();
        PowerLost();
    }

    /// Pages 7, 3 and 4 of ten dirty ones: two requests at once, 1 ms; 20 is not cached.
    void Some()
    {
        PageCacheBench bench(1000);
        auto file = Create<PageCacheTestFile>(30, 0);
        bench.Write(file, 0, 10 * PAGE_BYTES);
        bench.cache->WriteBackPages(file, {7, 3, 4, 20}, bench.Record());
        const auto outcome = bench.Wait();
        NS_TEST_EXPECT_MSG_EQ(outcome.when, MilliSeconds(1), "at the device together");
        NS_TEST_EXPECT_MSG_EQ(outcome.status, BlockStatus::OK, "written");
        NS_TEST_EXPECT_MSG_EQ(bench.device->GetPages(BlockOperation::WRITE),
                              "7+1 3+2",
                              "only they");
        bench.cache->WriteBackPages(file, {7, 3, 4}, bench.Record());
        NS_TEST_EXPECT_MSG_EQ(bench.Wait().when, MilliSeconds(1), "clean");
        bench.Sync(file);
        NS_TEST_EXPECT_MSG_EQ(bench.device->GetPages(BlockOperation::WRITE),
                              "7+1 3+2 0+3 5+2 8+2",
                              "the others");
    }

    /// A page that is changed while it is being written is written again; a later change is not
    /// waited for.
    void Again()
    {
        PageCacheBench bench(1000);
        auto file = Create<PageCacheTestFile>(30, 0);
        bench.Write(file, 0, PAGE_BYTES);
        Time done;
        const PageCache::Completion ended(
            [&done](BlockStatus, Ptr<Packet>) { done = Simulator::Now(); });
        const PageCache::Completion none([](BlockStatus, Ptr<Packet>) {});
        bench.cache->WriteBackPages(file, {0}, none);
        const auto write = [&] { bench.cache->Write(file, 0, PAGE_BYTES, nullptr, none); };
        Simulator::Schedule(MicroSeconds(300), write);
        Simulator::Schedule(MicroSeconds(500),
                            [&] { bench.cache->WriteBackPages(file, {0}, ended); });
        Simulator::Schedule(MicroSeconds(1500), write);
        Simulator::Stop(MilliSeconds(10));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(done, MilliSeconds(2), "1 ms for each of two writes");
        NS_TEST_EXPECT_MSG_EQ(bench.device->GetPages(BlockOperation::WRITE), "0+1 0+1", "no third");
    }

    /// An error is told once.
    void Failed()
    {
        PageCacheBench bench(1000);
        auto file = Create<PageCacheTestFile>(30, 0);
        bench.Write(file, 0, PAGE_BYTES);
        bench.device->fate = [](const BlockRequest&) { return BlockStatus::MEDIUM_ERROR; };
        bench.cache->WriteBackPages(file, {0}, bench.Record());
        NS_TEST_EXPECT_MSG_EQ(bench.Wait().status, BlockStatus::MEDIUM_ERROR, "told");
        bench.cache->WriteBackPages(file, {0}, bench.Record());
        NS_TEST_EXPECT_MSG_EQ(bench.Wait().status, BlockStatus::OK, "once");
    }

    /// Nothing is notified after a power cut.
    void PowerLost()
    {
        PageCacheBench bench(1000);
        auto file = Create<PageCacheTestFile>(30, 0);
        bench.Write(file, 0, PAGE_BYTES);
        const auto before = bench.outcomes.size();
        bench.cache->WriteBackPages(file, {0}, bench.Record());
        Simulator::Schedule(MicroSeconds(500), [&] {
            bench.cache->LosePower();
            bench.device->LosePower();
        });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(bench.outcomes.size(), before, "silence");
    }
};

/**
 * @ingroup host-io
 *
 * Old pages.
 */
class PageCacheExpireTest : public TestCase
{
  public:
    PageCacheExpireTest()
        : TestCase("pages that are 30 s old are written at a tick of 5 s, then ticks end")
    {
    }

  private:
    void DoRun() override
    {
        PageCacheBench bench(1000);
        auto first = Create<PageCacheTestFile>(10, 0);
        auto second = Create<PageCacheTestFile>(10, 100);
        const auto none = bench.Record();
        // The ticks begin with the first dirty page, at 1 s: 6, 11, ... s. At 31 s the first file
        // is 30 s old, and the page written at 30 s goes with it; the second is 26 s old then, and
        // 31 at the next tick.
        const auto write = [&](Ptr<PageCacheTestFile> file, uint64_t page) {
            bench.cache->Write(file, page * PAGE_BYTES, 100, nullptr, none);
        };
        first->pageCount = 0;
        second->pageCount = 0;
        Simulator::Schedule(Seconds(1), [&]() { write(first, 3); });
        Simulator::Schedule(Seconds(5), [&]() { write(second, 7); });
        Simulator::Schedule(Seconds(30), [&]() { write(first, 1); });
        Simulator::Run();
        const auto& seen = bench.device->seen;
        NS_TEST_ASSERT_MSG_EQ(seen.size(), 3, "requests");
        NS_TEST_EXPECT_MSG_EQ(bench.device->GetPages(BlockOperation::WRITE),
                              "1+1 3+1 107+1",
                              "in order of pages");
        NS_TEST_EXPECT_MSG_EQ(seen[0].when, Seconds(31), "at a tick");
        NS_TEST_EXPECT_MSG_EQ(seen[1].when, Seconds(31), "at the same");
        NS_TEST_EXPECT_MSG_EQ(seen[2].when, Seconds(36), "at the next");
        NS_TEST_EXPECT_MSG_EQ(Simulator::Now(),
                              Seconds(36) + MilliSeconds(1),
                              "the simulation ends with the last write");
    }
};

/**
 * @ingroup host-io
 *
 * How dirty pages become requests.
 */
class PageCacheMergeTest : public TestCase
{
  public:
    PageCacheMergeTest()
        : TestCase("dirty pages are written in order, neighbours in one request")
    {
    }

  private:
    void DoRun() override
    {
        PageCacheBench bench(1000);
        bench.Set("WriteBackDepth", "2");
        auto file = Create<PageCacheTestFile>(200, 0);
        for (const uint64_t page : {9, 2, 3, 50, 1, 8})
        {
            bench.Write(file, page * PAGE_BYTES, PAGE_BYTES);
        }
        bench.Write(file, 100 * PAGE_BYTES, 40 * PAGE_BYTES);
        bench.Sync(file);
        NS_TEST_EXPECT_MSG_EQ(bench.device->GetPages(BlockOperation::WRITE),
                              "1+3 8+2 50+1 100+32 132+8",
                              "requests");
        NS_TEST_EXPECT_MSG_EQ(bench.device->mostAtOnce, 2, "at most two at once");
        // Three small files beside each other on the device, and one page of a file that is in
        // front of them: one request, as Linux merges them while it is plugged.
        bench.device->seen.clear();
        std::vector<Ptr<PageCacheTestFile>> files;
        for (const uint64_t place : {302, 300, 304, 298})
        {
            files.push_back(Create<PageCacheTestFile>(2, place));
            bench.Write(files.back(), 0, 2 * PAGE_BYTES);
        }
        bench.Sync();
        NS_TEST_EXPECT_MSG_EQ(bench.device->GetPages(BlockOperation::WRITE), "298+8", "merged");
    }
};

/**
 * @ingroup host-io
 *
 * Writes of parts of pages.
 */
class PageCachePartialWriteTest : public TestCase
{
  public:
    PageCachePartialWriteTest()
        : TestCase("a page that is written in part is read first if it must be")
    {
    }

  private:
    void DoRun() override
    {
        PageCacheBench bench(1000);
        auto file = Create<PageCacheTestFile>(10, 0);
        file->places[10] = 10;
        file->places.erase(4);
        // Page 1 in part, 2 whole, 3 in part; page 4 is a hole, page 10 past the end.
        bench.Write(file, PAGE_BYTES + 1, 2 * PAGE_BYTES);
        bench.Write(file, 4 * PAGE_BYTES + 1, 10);
        bench.Write(file, 10 * PAGE_BYTES + 1, 10);
        // Page 3 is cached now.
        bench.Write(file, 3 * PAGE_BYTES + 100, 10);
        NS_TEST_EXPECT_MSG_EQ(bench.device->GetPages(BlockOperation::READ), "1+1 3+1", "read");
        // Page 4 gets a place when it is written back.
        bench.Sync(file);
        NS_TEST_EXPECT_MSG_EQ(bench.device->GetPages(BlockOperation::WRITE),
                              "1+3 1000+1 10+1",
                              "written");
    }
};

/**
 * @ingroup host-io
 *
 * Pages that change while they are written.
 */
class PageCacheRedirtyTest : public TestCase
{
  public:
    PageCacheRedirtyTest()
        : TestCase("a page that changes while it is written is written again")
    {
    }

  private:
    void DoRun() override
    {
        PageCacheBench bench(1000, MilliSeconds(10));
        auto file = Create<PageCacheTestFile>(10, 0);
        std::vector<Time> synced;
        const auto sync = [&]() { bench.cache->WriteBack(file, bench.Record()); };
        bench.Write(file, 0, PAGE_BYTES);
        // Written from 0 to 10 ms; changed at 5 ms. The first WriteBack does not wait for that, the
        // second, of 6 ms, does: from 10 to 20 ms. Nothing is left for the third.
        sync();
        Simulator::Schedule(MilliSeconds(5), [&]() {
            bench.cache->Write(file, 0, PAGE_BYTES, nullptr, bench.Record());
        });
        Simulator::Schedule(MilliSeconds(6), sync);
        Simulator::Schedule(MilliSeconds(25), sync);
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(bench.outcomes.size(), 5, "all complete");
        NS_TEST_EXPECT_MSG_EQ(bench.outcomes[1].when, MilliSeconds(5), "the write does not wait");
        NS_TEST_EXPECT_MSG_EQ(bench.outcomes[2].when, MilliSeconds(10), "the first");
        NS_TEST_EXPECT_MSG_EQ(bench.outcomes[3].when, MilliSeconds(20), "the second");
        NS_TEST_EXPECT_MSG_EQ(bench.outcomes[4].when, MilliSeconds(25), "the third");
        NS_TEST_EXPECT_MSG_EQ(bench.device->seen.size(), 2, "written twice");
    }
};

/**
 * @ingroup host-io
 *
 * Delayed allocation.
 */
class PageCacheAllocateTest : public TestCase
{
  public:
    PageCacheAllocateTest()
        : TestCase("runs of pages get their place when they are written")
    {
    }

  private:
    void DoRun() override
    {
        PageCacheBench bench(10000);
        auto file = Create<PageCacheTestFile>(2, 0);
        file->pageCount = 200;
        bench.Write(file, 0, 100 * PAGE_BYTES);
        bench.Write(file, 150 * PAGE_BYTES, 3 * PAGE_BYTES);
        NS_TEST_EXPECT_MSG_EQ(file->allocations.empty(), true, "not before");
        bench.Sync(file);
        NS_TEST_ASSERT_MSG_EQ(file->allocations.size(), 2, "each run at once");
        NS_TEST_EXPECT_MSG_EQ(file->allocations[0].first, 2, "the first run");
        NS_TEST_EXPECT_MSG_EQ(file->allocations[0].second, 98, "all of it");
        NS_TEST_EXPECT_MSG_EQ(file->allocations[1].first, 150, "the second run");
        NS_TEST_EXPECT_MSG_EQ(bench.device->GetPages(BlockOperation::WRITE),
                              "0+2 1000+32 1032+32 1064+32 1096+5",
                              "neighbours on the device share a request");
        // No room: the contents are lost, and who waits learns of it.
        file->full = true;
        bench.Write(file, 160 * PAGE_BYTES, 5 * PAGE_BYTES);
        NS_TEST_EXPECT_MSG_EQ(bench.Sync(file).status, BlockStatus::MEDIUM_ERROR, "no room");
        NS_TEST_EXPECT_MSG_EQ(bench.cache->GetStatistics().nr_dirty, 0, "clean");
        NS_TEST_EXPECT_MSG_EQ(bench.Sync(file).status, BlockStatus::OK, "reported once");
    }
};

/**
 * @ingroup host-io
 *
 * Write-backs that fail.
 */
class PageCacheWriteErrorTest : public TestCase
{
  public:
    PageCacheWriteErrorTest()
        : TestCase("a write-back that failed is reported once to each")
    {
    }

  private:
    /**
     * @param outcome how something ended
     * @param status how it should
     * @param what what it was
     */
    void Expect(const PageCacheBench::Outcome& outcome, BlockStatus status, const char* what)
    {
        NS_TEST_EXPECT_MSG_EQ(outcome.status, status, what);
    }

    /**
     * @param devicePage the first page that was not written
     * @param pages how many were not
     */
    void Note(uint64_t devicePage, uint32_t pages)
    {
        m_failed += std::to_string(devicePage) + ":" + std::to_string(pages) + " ";
    }

    void DoRun() override
    {
        PageCacheBench bench(1000);
        auto bad = Create<PageCacheTestFile>(10, 0);
        auto good = Create<PageCacheTestFile>(10, 100);
        bench.device->fate = [](const BlockRequest& request) {
            return request.operation == BlockOperation::WRITE && request.lba == 0
                       ? BlockStatus::MEDIUM_ERROR
                       : BlockStatus::OK;
        };
        bench.cache->TraceConnectWithoutContext("WriteBackFailed",
                                                MakeCallback(&PageCacheWriteErrorTest::Note, this));
        Expect(bench.Write(bad, 0, PAGE_BYTES), BlockStatus::OK, "a write");
        Expect(bench.Write(bad, PAGE_BYTES, PAGE_BYTES), BlockStatus::OK, "its next page");
        Expect(bench.Write(good, 0, PAGE_BYTES), BlockStatus::OK, "another");
        // Nobody waits when it fails, after 30 s.
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(bench.device->seen.size(), 2, "both are written, once");
        NS_TEST_EXPECT_MSG_EQ(m_failed, "0:2 ", "both pages of the first");
        NS_TEST_EXPECT_MSG_EQ(bench.cache->GetStatistics().nr_dirty, 0, "clean");
        NS_TEST_EXPECT_MSG_EQ(bench.cache->IsCached(bad, 0), true, "still cached");
        Expect(bench.Sync(good), BlockStatus::OK, "the other file");
        Expect(bench.Sync(bad), BlockStatus::MEDIUM_ERROR, "the file");
        Expect(bench.Sync(bad), BlockStatus::OK, "the file again");
        Expect(bench.Sync(), BlockStatus::MEDIUM_ERROR, "all");
        Expect(bench.Sync(), BlockStatus::OK, "all again");
        // Now somebody waits: of two, the first to be told.
        bench.Write(bad, 0, PAGE_BYTES);
        bench.cache->WriteBack(bad, bench.Record());
        bench.cache->WriteBack(bad, bench.Record());
        Expect(bench.Wait(), BlockStatus::MEDIUM_ERROR, "the first");
        Expect(bench.Wait(), BlockStatus::OK, "the second");
        // What is forgotten with its file is not reported, but to all.
        bench.Write(bad, 0, PAGE_BYTES);
        Simulator::Run();
        bench.cache->Drop(bad, 0);
        Expect(bench.Sync(bad), BlockStatus::OK, "dropped");
        Expect(bench.Sync(), BlockStatus::MEDIUM_ERROR, "all, of both");
    }

    std::string m_failed; //!< pages that could not be written, and how many
};

/**
 * @ingroup host-io
 *
 * Pages that are dropped or held.
 */
class PageCacheDropHoldTest : public TestCase
{
  public:
    PageCacheDropHoldTest()
        : TestCase("dropped pages are not written, held ones not before their release")
    {
    }

  private:
    void DoRun() override
    {
        PageCacheBench bench(1000, MilliSeconds(10));
        auto file = Create<PageCacheTestFile>(10, 0);
        auto next = Create<PageCacheTestFile>(10, 5);
        bench.Write(file, 0, 10 * PAGE_BYTES);
        bench.cache->Drop(file, 8);
        NS_TEST_EXPECT_MSG_EQ(bench.cache->GetStatistics().nr_dirty, 8, "dropped");
        bench.cache->WriteBack(file, bench.Record());
        // At 3 ms pages 5 to 7 are on their way to the device, and their places go to another file.
        Simulator::Schedule(MilliSeconds(3), [&]() {
            bench.cache->Drop(file, 5);
            bench.cache->Write(next, 0, PAGE_BYTES, nullptr, bench.Record());
            bench.cache->WriteBack(next, bench.Record());
        });
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(bench.device->seen.size(), 2, "requests");
        NS_TEST_EXPECT_MSG_EQ(bench.device->seen[1].when, MilliSeconds(10), "after the old ones");
        // Held pages.
        bench.Write(file, 0, 2 * PAGE_BYTES);
        bench.cache->Hold(file, 1, nullptr);
        bench.cache->Hold(file, 1, nullptr);
        bench.cache->Hold(file, 2, nullptr);
        const auto held = bench.Sync();
        NS_TEST_EXPECT_MSG_EQ(held.status, BlockStatus::OK, "it does not wait for held pages");
        NS_TEST_EXPECT_MSG_EQ(bench.device->GetPages(BlockOperation::WRITE),
                              "0+8 5+1 0+1",
                              "nor writes them");
        bench.cache->Release(file, 1, false);
        NS_TEST_EXPECT_MSG_EQ(bench.cache->GetStatistics().nr_dirty, 0, "still held");
        bench.cache->Release(file, 1, false);
        bench.cache->Release(file, 2, false);
        NS_TEST_EXPECT_MSG_EQ(bench.cache->GetStatistics().nr_dirty, 1, "as dirty as it was");
        bench.cache->Hold(file, 2, nullptr);
        bench.cache->Release(file, 2, true);
        bench.Sync();
        NS_TEST_EXPECT_MSG_EQ(bench.device->GetPages(BlockOperation::WRITE),
                              "0+8 5+1 0+1 1+2",
                              "written then");
    }
};

/**
 * @ingroup host-io
 *
 * Past the cache.
 */
class PageCacheDirectTest : public TestCase
{
  public:
    PageCacheDirectTest()
        : TestCase("direct operations pass by the cache, after what it holds of the range")
    {
    }

  private:
    void DoRun() override
    {
        PageCacheBench bench(1000);
        auto file = Create<PageCacheTestFile>(100, 0);
        bench.Read(file, 0, 4 * PAGE_BYTES);
        bench.Write(file, 2 * PAGE_BYTES, PAGE_BYTES);
        bench.Write(file, 6 * PAGE_BYTES, PAGE_BYTES);
        bench.device->seen.clear();
        bench.cache->ReadDirect(file, PAGE_BYTES, 2 * PAGE_BYTES, bench.Record());
        bench.Wait();
        NS_TEST_EXPECT_MSG_EQ(bench.device->GetPages(BlockOperation::WRITE), "2+1", "first");
        NS_TEST_EXPECT_MSG_EQ(bench.device->GetPages(BlockOperation::READ), "1+2", "then");
        NS_TEST_EXPECT_MSG_EQ(bench.cache->IsCached(file, 1), false, "gone");
        NS_TEST_EXPECT_MSG_EQ(bench.cache->IsCached(file, 3), true, "not of the range");
        bench.cache->WriteDirect(file, 512, 40 * PAGE_BYTES, nullptr, bench.Record(), true);
        bench.Wait();
        const auto& last = bench.device->seen.back();
        // From block 1 on, 320 blocks: 256 and 64. Page 6 was dirty.
        NS_TEST_EXPECT_MSG_EQ(bench.device->seen.size(), 2 + 1 + 2, "requests");
        NS_TEST_EXPECT_MSG_EQ(last.lba, 257, "the last one begins behind the largest");
        NS_TEST_EXPECT_MSG_EQ(last.blocks, 64, "and has the rest");
        NS_TEST_EXPECT_MSG_EQ(last.forceUnitAccess, true, "as asked for");
    }
};

/**
 * @ingroup host-io
 *
 * Writes of the page cache.
 */
class PageCacheWriteTestSuite : public TestSuite
{
  public:
    PageCacheWriteTestSuite()
        : TestSuite("page-cache-write", Type::UNIT)
    {
        AddTestCase(new PageCacheThrottleTest, TestCase::Duration::QUICK);
        AddTestCase(new PageCacheListSyncTest, TestCase::Duration::QUICK);
        AddTestCase(new PageCacheExpireTest, TestCase::Duration::QUICK);
        AddTestCase(new PageCacheMergeTest, TestCase::Duration::QUICK);
        AddTestCase(new PageCachePartialWriteTest, TestCase::Duration::QUICK);
        AddTestCase(new PageCacheRedirtyTest, TestCase::Duration::QUICK);
        AddTestCase(new PageCacheAllocateTest, TestCase::Duration::QUICK);
        AddTestCase(new PageCacheWriteErrorTest, TestCase::Duration::QUICK);
        AddTestCase(new PageCacheDropHoldTest, TestCase::Duration::QUICK);
        AddTestCase(new PageCacheDirectTest, TestCase::Duration::QUICK);
    }
};

/// Registers the suite.
static PageCacheWriteTestSuite g_pageCacheWriteTestSuite;
