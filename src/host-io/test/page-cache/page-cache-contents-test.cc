/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "page-cache-bench.h"

#include "ns3/test.h"

#include <cstdint>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/**
 * @param bytes how many
 * @param value what each is
 * @return a packet of them
 */
Ptr<Packet>
Fill(uint64_t bytes, uint8_t value)
{
    const std::vector<uint8_t> contents(bytes, value);
    return Create<Packet>(contents.data(), contents.size());
}

/**
 * @param packet a packet
 * @return its runs of equal bytes, as "4x1 8x0": four ones, eight zeros
 */
std::string
GetRuns(Ptr<const Packet> packet)
{
    if (!packet)
    {
        return "null";
    }
    std::vector<uint8_t> bytes(packet->GetSize());
    packet->CopyData(bytes.data(), bytes.size());
    std::string text;
    for (std::size_t i = 0; i < bytes.size();)
    {
        auto end = i;
        while (end < bytes.size() && bytes[end] == bytes[i])
        {
            ++end;
        }
        text +=
            (text.empty() ? "" : " ") + std::to_string(end - i) + "x" + std::to_string(bytes[i]);
        i = end;
    }
    return text;
}

/**
 * @param bench a page cache
 * @param page a page of its device
 * @param count how many
 * @return their contents on the device
 */
std::string
GetMedium(const PageCacheBench& bench, uint64_t page, uint32_t count = 1)
{
    return GetRuns(bench.device->store.Read(page * 8, count * 8));
}

} // namespace

/**
 * @ingroup host-io
 *
 * Bytes in pages that are whole, in part, and not there.
 */
class PageCacheBytesTest : public TestCase
{
  public:
    PageCacheBytesTest()
        : TestCase("reads return what was written, zeros elsewhere")
    {
    }

  private:
    void DoRun() override
    {
        PageCacheBench bench(1000);
        bench.Set("StoreData", "true");
        auto file = Create<PageCacheTestFile>(4, 0);
        file->places.erase(2);
        bench.device->store.Write(0, Fill(4 * PAGE_BYTES, 9));
        // Pages 0 and 3 from the device, page 1 from byte 4000 of page 0 on, page 2 a hole.
        bench.Write(file, 4000, 1000, Fill(1000, 5));
        NS_TEST_EXPECT_MSG_EQ(GetRuns(bench.Read(file, 3990, 3 * PAGE_BYTES).data),
                              "10x9 1000x5 3192x9 4096x0 3990x9",
                              "across pages");
        NS_TEST_EXPECT_MSG_EQ(GetMedium(bench, 0), "4096x9", "not on the device");
        bench.Sync(file);
        NS_TEST_EXPECT_MSG_EQ(GetMedium(bench, 0, 2), "4000x9 1000x5 3192x9", "now it is");
        // Zeros, as no contents are given; the hole gets a place, page 1000.
        bench.Write(file, 2 * PAGE_BYTES + 6, 10);
        bench.Write(file, 2 * PAGE_BYTES + 100, 10, Fill(10, 3));
        bench.Sync(file);
        NS_TEST_EXPECT_MSG_EQ(GetMedium(bench, 1000), "100x0 10x3 3986x0", "a hole in part");
        // A direct write of 1 KiB to a page without a place clears the rest of it.
        bench.device->store.Write(1001 * 8, Fill(PAGE_BYTES, 8));
        file->pageCount = 5;
        bench.cache->WriteDirect(file, 4 * PAGE_BYTES + 512, 1024, Fill(1024, 7), bench.Record());
        NS_TEST_EXPECT_MSG_EQ(bench.Wait().status, BlockStatus::OK, "a direct write");
        NS_TEST_EXPECT_MSG_EQ(GetMedium(bench, 1001), "512x0 1024x7 2560x0", "the whole page");
        bench.cache->ReadDirect(file, PAGE_BYTES, 4 * PAGE_BYTES, bench.Record());
        NS_TEST_EXPECT_MSG_EQ(GetRuns(bench.Wait().data),
                              "904x5 3192x9 100x0 10x3 3986x0 4096x9 512x0 1024x7 2560x0",
                              "a direct read");
        PageCacheBench none(1000);
        NS_TEST_EXPECT_MSG_EQ(GetRuns(none.Read(file, 0, 10).data), "null", "no contents kept");
    }
};

/**
 * @ingroup host-io
 *
 * A read that the device carried out before a direct write, and whose answer comes after it.
 */
class PageCacheLateReadTest : public TestCase
{
  public:
    PageCacheLateReadTest()
        : TestCase("a late read leaves nothing old behind a direct write")
    {
    }

  private:
    void DoRun() override
    {
        PageCacheBench bench(1000, MilliSeconds(10));
        bench.Set("StoreData", "true");
        bench.device->readsAtOnce = true;
        auto file = Create<PageCacheTestFile>(4, 0);
        bench.device->store.Write(0, Fill(4 * PAGE_BYTES, 1));
        // The write is on the device at 10 ms. The read of 5 ms gets its answer at 25 ms.
        bench.cache->WriteDirect(file, PAGE_BYTES, PAGE_BYTES, Fill(PAGE_BYTES, 2), bench.Record());
        Simulator::Schedule(MilliSeconds(5), [&]() {
            bench.device->latency = [] { return MilliSeconds(20); };
            bench.cache->Read(file, 0, 4 * PAGE_BYTES, nullptr, bench.Record());
        });
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(bench.outcomes.size(), 2, "both are complete");
        for (const auto& outcome : bench.outcomes)
        {
            NS_TEST_EXPECT_MSG_EQ(outcome.when, MilliSeconds(25), "at the same time");
            NS_TEST_EXPECT_MSG_EQ(outcome.status, BlockStatus::OK, "well");
        }
        bench.device->seen.clear();
        NS_TEST_EXPECT_MSG_EQ(GetRuns(bench.Read(file, 0, 4 * PAGE_BYTES).data),
                              "4096x1 4096x2 8192x1",
                              "what was written");
        NS_TEST_EXPECT_MSG_EQ(bench.device->GetPages(BlockOperation::READ),
                              "1+1",
                              "only that page left the cache");
    }
};

/**
 * @ingroup host-io
 *
 * What the device gets is what the page held when its writing began.
 */
class PageCacheSnapshotTest : public TestCase
{
  public:
    PageCacheSnapshotTest()
        : TestCase("a page is written as it was when its writing began")
    {
    }

  private:
    void DoRun() override
    {
        PageCacheBench bench(1000, MilliSeconds(10));
        bench.Set("StoreData", "true");
        auto file = Create<PageCacheTestFile>(4, 0);
        bench.Write(file, 0, PAGE_BYTES, Fill(PAGE_BYTES, 1));
        bench.cache->WriteBack(file, bench.Record());
        std::vector<std::string> seen;
        const auto look = [&]() { seen.push_back(GetMedium(bench, 0)); };
        // Change 2 is buffered at 5 ms, 3 is held from 12 ms; 2 is written from 10 to 20 ms. The
        // WriteBack at 25 ms does not wait for 3, which is released at 30 ms and lost at 40 ms.
        Simulator::Schedule(MilliSeconds(5), [&]() {
            bench.cache->Write(file, 0, PAGE_BYTES, Fill(PAGE_BYTES, 2), bench.Record());
            bench.cache->WriteBack(file, bench.Record());
        });
        Simulator::Schedule(MilliSeconds(11), look);
        Simulator::Schedule(MilliSeconds(12), [&]() {
            bench.cache->Hold(file, 0, Fill(PAGE_BYTES, 3));
            // A write to a held page is part of what it will be.
            bench.cache->Write(file, 0, 100, Fill(100, 4), bench.Record());
        });
        Simulator::Schedule(MilliSeconds(21), look);
        Simulator::Schedule(MilliSeconds(25),
                            &PageCache::WriteBack,
                            bench.cache,
                            file,
                            bench.Record());
        Simulator::Schedule(MilliSeconds(30), [&]() { bench.cache->Release(file, 0, false); });
        Simulator::Schedule(MilliSeconds(40), [&]() {
            NS_TEST_EXPECT_MSG_EQ(bench.cache->GetStatistics().nr_dirty, 1, "dirty by the write");
            bench.cache->WriteBack(file, bench.Record());
        });
        Simulator::Run();
        look();
        NS_TEST_EXPECT_MSG_EQ(seen[0], "4096x1", "the first");
        NS_TEST_EXPECT_MSG_EQ(seen[1], "4096x2", "the second, although it is held");
        NS_TEST_EXPECT_MSG_EQ(seen[2], "100x4 3996x3", "all that was changed while it was held");
        NS_TEST_EXPECT_MSG_EQ(bench.outcomes.size(), 7, "all complete");
    }
};

/**
 * @ingroup host-io
 *
 * A loss of power at a known moment.
 */
class PageCachePowerMomentTest : public TestCase
{
  public:
    PageCachePowerMomentTest()
        : TestCase("what the device completed stays, what it had is lost")
    {
    }

  private:
    void DoRun() override
    {
        PageCacheBench bench(10000, MilliSeconds(10));
        bench.Set("StoreData", "true");
        bench.Set("WriteBackDepth", "1");
        auto file = Create<PageCacheTestFile>(100, 0);
        bench.Write(file, 0, 96 * PAGE_BYTES, Fill(96 * PAGE_BYTES, 1));
        bench.cache->WriteBack(file, bench.Record());
        // Three requests of 32 pages, one at a time: at 15 ms the first is complete.
        Simulator::Schedule(MilliSeconds(15), [&]() {
            bench.cache->LosePower();
            bench.device->LosePower();
        });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(bench.outcomes.size(), 1, "only the write has ended");
        NS_TEST_EXPECT_MSG_EQ(GetMedium(bench, 0, 96),
                              std::to_string(32 * PAGE_BYTES) + "x1 " +
                                  std::to_string(64 * PAGE_BYTES) + "x0",
                              "the first request");
        NS_TEST_EXPECT_MSG_EQ(GetRuns(bench.Read(file, 31 * PAGE_BYTES, 2 * PAGE_BYTES).data),
                              "4096x1 4096x0",
                              "as the host sees it afterwards");
    }
};

/**
 * @ingroup host-io
 *
 * A file system that changes metadata while it finds room.
 */
class PageCacheBusyAllocateTest : public TestCase
{
  public:
    PageCacheBusyAllocateTest()
        : TestCase("finding room may use the page cache itself")
    {
    }

  private:
    /// A file whose places are noted in a page of metadata.
    class File : public PageCacheTestFile
    {
      public:
        /**
         * @param cache the page cache
         * @param metadata whose page 0 notes the places
         */
        File(PageCache& cache, Ptr<PageCacheTestFile> metadata)
            : PageCacheTestFile(0, 0),
              m_cache(cache),
              m_metadata(metadata)
        {
            pageCount = 100;
        }

        void Allocate(uint64_t page, uint64_t count) override
        {
            PageCacheTestFile::Allocate(page, count);
            m_cache.Hold(m_metadata, 0, nullptr);
            m_cache.Release(m_metadata, 0, true);
        }

      private:
        PageCache& m_cache;                //!< the page cache
        Ptr<PageCacheTestFile> m_metadata; //!< notes places
    };

    void DoRun() override
    {
        PageCacheBench bench(1000);
        auto metadata = Create<PageCacheTestFile>(1, 50);
        auto file = Create<File>(*bench.cache, metadata);
        bench.Write(file, 0, 10 * PAGE_BYTES);
        NS_TEST_EXPECT_MSG_EQ(bench.Sync(file).status, BlockStatus::OK, "written");
        NS_TEST_EXPECT_MSG_EQ(bench.device->GetPages(BlockOperation::WRITE), "1000+10", "the file");
        NS_TEST_EXPECT_MSG_EQ(bench.cache->GetStatistics().nr_dirty, 1, "metadata is dirty");
        bench.Sync();
        NS_TEST_EXPECT_MSG_EQ(bench.device->GetPages(BlockOperation::WRITE),
                              "1000+10 50+1",
                              "and metadata");
    }
};

/**
 * @ingroup host-io
 *
 * When background writing begins, how it goes and when it ends.
 */
class PageCacheBackgroundTest : public TestCase
{
  public:
    PageCacheBackgroundTest()
        : TestCase("background writing takes files in turn and leaves young pages alone")
    {
    }

  private:
    void DoRun() override
    {
        // Background from 3000 pages on.
        PageCacheBench bench(30000, MicroSeconds(100));
        bench.Set("WriteBackDepth", "1");
        bench.Set("FlushInterval", "0s");
        auto first = Create<PageCacheTestFile>(4000, 0);
        auto second = Create<PageCacheTestFile>(4000, 10000);
        bench.Write(first, 0, 1500 * PAGE_BYTES);
        bench.Write(second, 0, 1500 * PAGE_BYTES);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(bench.device->seen.size(), 0, "at the limit, and never by age");
        // One page more: 1024 pages are written before the limit counts again, all of the first
        // file, in 32 requests.
        bench.Write(second, 1500 * PAGE_BYTES, PAGE_BYTES);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(bench.device->seen.size(), 32, "requests");
        NS_TEST_EXPECT_MSG_EQ(bench.device->seen.back().lba, 31 * 32 * 8, "of the first file");
        NS_TEST_EXPECT_MSG_EQ(bench.cache->GetStatistics().nr_dirty, 3001 - 1024, "are left");
        // 1024 more of the first: the second file has its turn.
        bench.Write(first, 2000 * PAGE_BYTES, 1024 * PAGE_BYTES);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(bench.device->seen.size(), 64, "requests");
        NS_TEST_EXPECT_MSG_EQ(bench.device->seen[32].lba, 10000 * 8, "of the second file");
        NS_TEST_EXPECT_MSG_EQ(bench.cache->GetStatistics().nr_written, 2048, "pages in all");
    }
};

/**
 * @ingroup host-io
 *
 * Dirty pages below all limits when memory is needed.
 */
class PageCacheMemoryNeededTest : public TestCase
{
  public:
    PageCacheMemoryNeededTest()
        : TestCase("dirty pages are written when their memory is needed")
    {
    }

  private:
    void DoRun() override
    {
        PageCacheBench bench(16);
        bench.Set("BackgroundRatio", "0.99");
        bench.Set("DirtyRatio", "1");
        auto file = Create<PageCacheTestFile>(100, 0);
        bench.Write(file, 0, 15 * PAGE_BYTES);
        bench.cache->Hold(file, 50, nullptr);
        NS_TEST_EXPECT_MSG_EQ(bench.device->seen.size(), 0, "all of it fits");
        bench.Read(file, 60 * PAGE_BYTES, PAGE_BYTES);
        NS_TEST_EXPECT_MSG_EQ(bench.device->GetPages(BlockOperation::WRITE), "0+15", "written");
        NS_TEST_EXPECT_MSG_EQ(bench.device->GetPages(BlockOperation::READ), "60+1", "then read");
        NS_TEST_EXPECT_MSG_EQ(bench.outcomes.back().when, MilliSeconds(2), "one after the other");
        NS_TEST_EXPECT_MSG_EQ(bench.cache->GetStatistics().nr_file_pages, 16, "memory");
    }
};

/**
 * @ingroup host-io
 *
 * Contents, and when they get to the device.
 */
class PageCacheContentsTestSuite : public TestSuite
{
  public:
    PageCacheContentsTestSuite()
        : TestSuite("page-cache-contents", Type::UNIT)
    {
        AddTestCase(new PageCacheBytesTest, TestCase::Duration::QUICK);
        AddTestCase(new PageCacheLateReadTest, Duration::QUICK);
        AddTestCase(new PageCacheSnapshotTest, TestCase::Duration::QUICK);
        AddTestCase(new PageCachePowerMomentTest, TestCase::Duration::QUICK);
        AddTestCase(new PageCacheBusyAllocateTest, TestCase::Duration::QUICK);
        AddTestCase(new PageCacheBackgroundTest, TestCase::Duration::QUICK);
        AddTestCase(new PageCacheMemoryNeededTest, TestCase::Duration::QUICK);
    }
};

/// Registers the suite.
static PageCacheContentsTestSuite g_pageCacheContentsTestSuite;
