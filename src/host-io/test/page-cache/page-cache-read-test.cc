/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "page-cache-bench.h"

#include "ns3/linux24-read-ahead.h"
#include "ns3/test.h"

#include <sstream>
#include <string>
#include <vector>

using namespace ns3;

/**
 * @ingroup host-io
 *
 * What is cached costs copy time only, and holes cost no request.
 */
class PageCacheHitTest : public TestCase
{
  public:
    PageCacheHitTest()
        : TestCase("cached pages cost the copy, holes no request")
    {
    }

  private:
    /**
     * @param hits pages that were cached
     * @param misses pages that were not
     */
    void Read(uint64_t hits, uint64_t misses)
    {
        m_reads << hits << "/" << misses << " ";
    }

    void DoRun() override
    {
        PageCacheBench bench(1000);
        bench.Set("CallTime", "1us");
        bench.Set("MemoryRate", "32Gb/s");
        bench.cache->TraceConnectWithoutContext("Read",
                                                MakeCallback(&PageCacheHitTest::Read, this));
        auto file = Create<PageCacheTestFile>(20, 0);
        file->places.erase(16);
        const auto first = bench.Read(file, 0, 16 * PAGE_BYTES);
        // The call, the device's millisecond, and 65536 bytes at 4 GB/s: 16.384 us.
        NS_TEST_EXPECT_MSG_EQ(first.when, NanoSeconds(1000 + 1000000 + 16384), "missing");
        NS_TEST_EXPECT_MSG_EQ(bench.device->seen.size(), 1, "one request");
        const auto second = bench.Read(file, 0, 16 * PAGE_BYTES);
        NS_TEST_EXPECT_MSG_EQ(second.when - first.when, NanoSeconds(1000 + 16384), "cached");
        // 512 KiB is copied in four pieces of 128 KiB, in all 524288 bytes: 131.072 us.
        auto hole = Create<PageCacheTestFile>(0, 0);
        hole->pageCount = 128;
        const auto third = bench.Read(hole, 0, 128 * PAGE_BYTES);
        NS_TEST_EXPECT_MSG_EQ(third.when - second.when, NanoSeconds(1000 + 131072), "a hole");
        bench.Read(file, 16 * PAGE_BYTES + 5, 10);
        NS_TEST_EXPECT_MSG_EQ(bench.device->seen.size(), 1, "no other request");
        NS_TEST_EXPECT_MSG_EQ(m_reads.str(), "0/16 16/0 0/128 0/1 ", "hits and misses");
        NS_TEST_EXPECT_MSG_EQ(bench.cache->IsCached(file, 15), true, "cached");
        NS_TEST_EXPECT_MSG_EQ(bench.cache->IsCached(file, 17), false, "not cached");
        NS_TEST_EXPECT_MSG_EQ(bench.Read(file, 7, 0).status, BlockStatus::OK, "nothing to read");
    }

    std::ostringstream m_reads; //!< hits and misses of each read
};

/**
 * @ingroup host-io
 *
 * How missing pages become requests.
 */
class PageCacheRequestTest : public TestCase
{
  public:
    PageCacheRequestTest()
        : TestCase("adjacent pages share requests, readers share pages")
    {
    }

  private:
    void DoRun() override
    {
        PageCacheBench bench(1000);
        auto file = Create<PageCacheTestFile>(100, 0);
        // Pages 4 to 7 are elsewhere; page 8 follows on page 3 on the device, but not in the file.
        for (uint64_t page = 4; page < 8; ++page)
        {
            file->places[page] = 500 + page;
        }
        file->places[8] = 4;
        bench.Read(file, 2 * PAGE_BYTES, PAGE_BYTES);
        bench.Read(file, 0, 9 * PAGE_BYTES);
        NS_TEST_EXPECT_MSG_EQ(bench.device->GetPages(BlockOperation::READ),
                              "2+1 0+2 3+1 504+4 4+1",
                              "a page that is cached is left out");
        // The second reader comes while the first one's request is under way.
        const auto count = bench.device->seen.size();
        bench.cache->Read(file, 20 * PAGE_BYTES, 8 * PAGE_BYTES, nullptr, bench.Record());
        bench.cache->Read(file, 22 * PAGE_BYTES, 2 * PAGE_BYTES, nullptr, bench.Record());
        bench.Wait();
        bench.Wait();
        NS_TEST_EXPECT_MSG_EQ(bench.device->seen.size(), count + 1, "one request for both");
        NS_TEST_EXPECT_MSG_EQ(bench.outcomes.size(), 4, "both are served");
        // 70 pages at once: 128 KiB each.
        bench.Read(file, 30 * PAGE_BYTES, 70 * PAGE_BYTES);
        NS_TEST_EXPECT_MSG_EQ(bench.device->GetPages(BlockOperation::READ),
                              "2+1 0+2 3+1 504+4 4+1 20+8 30+32 62+32 94+6",
                              "largest requests");
    }
};

/**
 * @ingroup host-io
 *
 * With one request outstanding the rate is the largest request over the latency.
 */
class PageCacheLatencyTest : public TestCase
{
  public:
    PageCacheLatencyTest()
        : TestCase("one request of 128 KiB at a time: 128 KiB per latency")
    {
    }

  private:
    void DoRun() override
    {
        PageCacheBench bench(10000, MilliSeconds(10));
        bench.Set("MemoryRate", "32Gb/s");
        bench.Set("CallTime", "1us");
        auto file = Create<PageCacheTestFile>(5 * 32 + 31, 0);
        auto readAhead = CreateObject<Linux24ReadAhead>();
        Outcome(bench.Read(file, 0, file->pageCount * PAGE_BYTES, readAhead));
        // 1 + 2 + 4 + 8 + 16 = 31 pages take five requests, then five of 32 pages; each begins when
        // the one before it ends. The reader copies each window while the next is on its way, so
        // only the call before them and the last copy of 32 pages, 32.768 us, are added.
        NS_TEST_EXPECT_MSG_EQ(bench.outcomes.back().when,
                              MilliSeconds(100) + NanoSeconds(1000 + 32768),
                              "end");
        NS_TEST_EXPECT_MSG_EQ(bench.device->seen.size(), 10, "requests");
        NS_TEST_EXPECT_MSG_EQ(bench.device->mostAtOnce, 1, "one at a time");
    }

    /**
     * @param outcome how a read ended
     */
    void Outcome(const PageCacheBench::Outcome& outcome)
    {
        NS_TEST_EXPECT_MSG_EQ(outcome.status, BlockStatus::OK, "the read succeeds");
    }
};

/**
 * @ingroup host-io
 *
 * The two lists.
 */
class PageCacheScanTest : public TestCase
{
  public:
    PageCacheScanTest()
        : TestCase("a scan larger than memory leaves pages that are used twice")
    {
    }

  private:
    /**
     * @param bench the page cache
     * @param file a file
     * @return how many of its first 20 pages are cached
     */
    static uint32_t Count(PageCacheBench& bench, Ptr<PageCacheTestFile> file)
    {
        uint32_t count = 0;
        for (uint64_t page = 0; page < 20; ++page)
        {
            count += bench.cache->IsCached(file, page);
        }
        return count;
    }

    void DoRun() override
    {
        PageCacheBench bench(64);
        auto twice = Create<PageCacheTestFile>(20, 0);
        auto once = Create<PageCacheTestFile>(20, 100);
        auto scan = Create<PageCacheTestFile>(1000, 1000);
        bench.Read(twice, 0, 20 * PAGE_BYTES);
        bench.Read(twice, 0, 20 * PAGE_BYTES);
        for (uint64_t offset = 0; offset < 20 * PAGE_BYTES; offset += 1024)
        {
            // Quarters of pages, one after the other, are one use of each page.
            bench.Read(once, offset, 1024);
        }
        auto statistics = bench.cache->GetStatistics();
        NS_TEST_EXPECT_MSG_EQ(statistics.nr_active_file, 20, "used twice");
        NS_TEST_EXPECT_MSG_EQ(statistics.nr_inactive_file, 20, "used once");
        bench.Read(scan, 0, 1000 * PAGE_BYTES);
        NS_TEST_EXPECT_MSG_EQ(Count(bench, twice), 20, "used twice");
        NS_TEST_EXPECT_MSG_EQ(Count(bench, once), 0, "used once");
        statistics = bench.cache->GetStatistics();
        NS_TEST_EXPECT_MSG_EQ(statistics.nr_file_pages, 64, "memory");
        NS_TEST_EXPECT_MSG_EQ(statistics.pgsteal, 1040 - 64, "evicted");
        NS_TEST_EXPECT_MSG_EQ(statistics.pgpgin, 1040 * 4, "KiB read");
        NS_TEST_EXPECT_MSG_EQ(statistics.pgactivate, 20, "moved to the active list");
        // 40 more pages used twice make the active list the longer one by far. As others come it
        // gives pages back until both are equal, so that a scan has room.
        auto more = Create<PageCacheTestFile>(40, 3000);
        bench.Read(more, 0, 40 * PAGE_BYTES);
        bench.Read(more, 0, 40 * PAGE_BYTES);
        NS_TEST_EXPECT_MSG_EQ(bench.cache->GetStatistics().nr_active_file, 60, "active");
        bench.Read(scan, 500 * PAGE_BYTES, 200 * PAGE_BYTES);
        NS_TEST_EXPECT_MSG_EQ(bench.cache->GetStatistics().nr_active_file, 32, "half of memory");
    }
};

/**
 * @ingroup host-io
 *
 * Reads that fail.
 */
class PageCacheReadErrorTest : public TestCase
{
  public:
    PageCacheReadErrorTest()
        : TestCase("read errors reach who asks for the page")
    {
    }

  private:
    void DoRun() override
    {
        PageCacheBench bench(1000);
        auto file = Create<PageCacheTestFile>(100, 0);
        // Page 5 of the device, block 40, cannot be read.
        bench.device->fate = [](const BlockRequest& request) {
            return request.lba <= 40 && request.lba + request.blocks > 40
                       ? BlockStatus::MEDIUM_ERROR
                       : BlockStatus::OK;
        };
        // The request for pages 0 to 7 fails; the reader then reads page 0 by itself, and is
        // content. Pages 1 to 4 are next, and it never asks for page 5.
        NS_TEST_EXPECT_MSG_EQ(
            bench.Read(file, 0, PAGE_BYTES, bench.cache->CreateReadAhead()).status,
            BlockStatus::OK,
            "not its page");
        NS_TEST_EXPECT_MSG_EQ(bench.Read(file, 0, 8 * PAGE_BYTES).status,
                              BlockStatus::MEDIUM_ERROR,
                              "its page");
        NS_TEST_EXPECT_MSG_EQ(bench.cache->IsCached(file, 5), false, "not there");
        NS_TEST_EXPECT_MSG_EQ(bench.cache->IsCached(file, 4), true, "those before are");
        // Two wait for the same page: both learn of it.
        bench.cache->Read(file, 5 * PAGE_BYTES, 1, nullptr, bench.Record());
        bench.cache->Write(file, 5 * PAGE_BYTES, 1, nullptr, bench.Record());
        bench.Wait();
        bench.Wait();
        const auto count = bench.outcomes.size();
        NS_TEST_EXPECT_MSG_EQ(bench.outcomes[count - 1].status,
                              BlockStatus::MEDIUM_ERROR,
                              "one of them");
        NS_TEST_EXPECT_MSG_EQ(bench.outcomes[count - 2].status,
                              BlockStatus::MEDIUM_ERROR,
                              "the other");
        // A write of the whole page does not read it.
        NS_TEST_EXPECT_MSG_EQ(bench.Write(file, 5 * PAGE_BYTES, PAGE_BYTES).status,
                              BlockStatus::OK,
                              "a whole page");
    }
};

/**
 * @ingroup host-io
 *
 * Operations larger than memory, and direct ones.
 */
class PageCacheLargeTest : public TestCase
{
  public:
    PageCacheLargeTest()
        : TestCase("operations larger than memory go on in pieces")
    {
    }

  private:
    /**
     * @param pages number of pages
     */
    void CachedPages(uint64_t, uint64_t pages)
    {
        m_most = std::max(m_most, pages);
    }

    void DoRun() override
    {
        PageCacheBench bench(16);
        bench.cache->TraceConnectWithoutContext(
            "CachedPages",
            MakeCallback(&PageCacheLargeTest::CachedPages, this));
        auto file = Create<PageCacheTestFile>(500, 0);
        NS_TEST_EXPECT_MSG_EQ(bench.Read(file, 0, 500 * PAGE_BYTES).status,
                              BlockStatus::OK,
                              "a read");
        // The read brings in as many pages as there is room for: 500 / 16 requests.
        NS_TEST_EXPECT_MSG_EQ(bench.device->seen.size(), 32, "requests");
        NS_TEST_EXPECT_MSG_EQ(bench.Write(file, 0, 500 * PAGE_BYTES).status,
                              BlockStatus::OK,
                              "a write");
        NS_TEST_EXPECT_MSG_EQ(m_most, 16, "memory is not exceeded");
        bench.Sync();
        NS_TEST_EXPECT_MSG_EQ(bench.cache->GetStatistics().pgpgout, 2000, "KiB written");
        // Memory full of held pages: the least that continues does.
        auto held = Create<PageCacheTestFile>(16, 600);
        for (uint64_t page = 0; page < 16; ++page)
        {
            bench.cache->Hold(held, page, nullptr);
        }
        NS_TEST_EXPECT_MSG_EQ(bench.Read(file, 0, 20 * PAGE_BYTES).status, BlockStatus::OK, "read");
        NS_TEST_EXPECT_MSG_EQ(bench.Write(file, 0, 20 * PAGE_BYTES).status,
                              BlockStatus::OK,
                              "write");
        NS_TEST_EXPECT_MSG_EQ(m_most, 17, "one page more");
    }

    uint64_t m_most{0}; //!< most pages in the cache
};

/**
 * @ingroup host-io
 *
 * Reads of the page cache.
 */
class PageCacheReadTestSuite : public TestSuite
{
  public:
    PageCacheReadTestSuite()
        : TestSuite("page-cache-read", Type::UNIT)
    {
        AddTestCase(new PageCacheHitTest, TestCase::Duration::QUICK);
        AddTestCase(new PageCacheRequestTest, TestCase::Duration::QUICK);
        AddTestCase(new PageCacheLatencyTest, TestCase::Duration::QUICK);
        AddTestCase(new PageCacheScanTest, TestCase::Duration::QUICK);
        AddTestCase(new PageCacheReadErrorTest, TestCase::Duration::QUICK);
        AddTestCase(new PageCacheLargeTest, TestCase::Duration::QUICK);
    }
};

/// Registers the suite.
static PageCacheReadTestSuite g_pageCacheReadTestSuite;
