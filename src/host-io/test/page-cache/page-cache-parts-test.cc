/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "page-cache-bench.h"

#include "ns3/dirty-pages.h"
#include "ns3/page-memory.h"
#include "ns3/page-write-plug.h"
#include "ns3/test.h"

#include <string>
#include <vector>

using namespace ns3;

/**
 * @ingroup host-io
 *
 * The order in which pages are evicted.
 */
class PageLruTest : public TestCase
{
  public:
    PageLruTest()
        : TestCase("two lists: inactive pages go first, busy ones when they can")
    {
    }

  private:
    /**
     * Evict pages until none can go.
     *
     * @param lru the lists
     * @param needed true if active pages may go
     * @return their numbers
     */
    static std::string Evict(PageLru& lru, bool needed)
    {
        std::string numbers;
        while (auto page = lru.FindVictim(needed))
        {
            numbers += std::to_string(page->number) + " ";
            lru.Remove(*page);
        }
        return numbers;
    }

    void DoRun() override
    {
        PageCacheStatistics statistics;
        PageLru lru(statistics);
        std::vector<Ptr<CachedPage>> pages;
        for (uint64_t number = 0; number < 8; ++number)
        {
            pages.push_back(Create<CachedPage>(nullptr, number));
            pages.back()->valid = true;
            lru.Add(*pages.back());
            lru.Use(*pages.back());
        }
        // The second use of pages 1 and 3; the third changes nothing.
        for (const int number : {1, 3, 3})
        {
            lru.Use(*pages[number]);
        }
        NS_TEST_EXPECT_MSG_EQ(lru.GetActive(), 2, "active");
        NS_TEST_EXPECT_MSG_EQ(lru.GetInactive(), 6, "inactive");
        // Pages 0, 2, 4 and 5 cannot go: dirty, held, pinned and being read.
        pages[0]->dirty = true;
        pages[2]->holds = 1;
        pages[4]->pins = 1;
        pages[5]->reading = true;
        NS_TEST_EXPECT_MSG_EQ(Evict(lru, false), "6 7 ", "the oldest inactive ones that can");
        NS_TEST_EXPECT_MSG_EQ(statistics.pgscan, 6, "each was looked at once");
        NS_TEST_EXPECT_MSG_EQ(lru.GetInactive(), 4, "the others stay inactive");
        // Page 2 can go now, page 5 not: it is held as well.
        pages[2]->holds = 0;
        pages[5]->reading = false;
        pages[5]->holds = 1;
        lru.Unpark(*pages[2]);
        lru.Unpark(*pages[5]);
        NS_TEST_EXPECT_MSG_EQ(Evict(lru, false), "2 ", "the one that can");
        NS_TEST_EXPECT_MSG_EQ(Evict(lru, true), "1 3 ", "active ones, if need be");
        NS_TEST_EXPECT_MSG_EQ(statistics.pgdeactivate, 2, "moved back");
        NS_TEST_EXPECT_MSG_EQ(Evict(lru, true), "", "nothing else");
        lru.Clear();
        NS_TEST_EXPECT_MSG_EQ(lru.GetInactive(), 0, "empty");
    }
};

/**
 * @ingroup host-io
 *
 * Which pages are dirty, and which changes are finished.
 */
class DirtyPagesTest : public TestCase
{
  public:
    DirtyPagesTest()
        : TestCase("changes are finished when they are written, not when others follow")
    {
    }

  private:
    /**
     * @param dirty the pages
     * @param toWrite how many are dirty and not being written
     * @param writing how many are being written
     * @param what when
     */
    void Expect(const DirtyPages& dirty, uint64_t toWrite, uint64_t writing, const char* what)
    {
        NS_TEST_EXPECT_MSG_EQ(dirty.GetToWrite(), toWrite, what << ": to write");
        NS_TEST_EXPECT_MSG_EQ(dirty.GetWriting(), writing, what << ": being written");
        NS_TEST_EXPECT_MSG_EQ(dirty.GetCount(), toWrite + writing, what << ": both");
    }

    void DoRun() override
    {
        PageTable table;
        DirtyPages dirty;
        auto& first = table.Get(Create<PageCacheTestFile>(9, 0));
        auto& second = table.Get(Create<PageCacheTestFile>(9, 100));
        auto a = table.Add(first, 4);
        auto b = table.Add(first, 2);
        auto c = table.Add(second, 7);
        NS_TEST_EXPECT_MSG_EQ(dirty.Mark(*a, Seconds(1)), true, "a page");
        NS_TEST_EXPECT_MSG_EQ(dirty.Mark(*a, Seconds(2)), false, "again");
        dirty.Mark(*b, Seconds(3));
        dirty.Mark(*c, Seconds(4));
        Expect(dirty, 3, 0, "dirty");
        NS_TEST_EXPECT_MSG_EQ(first.dirtied, Seconds(1), "as old as its first page");
        NS_TEST_EXPECT_MSG_EQ(first.toWrite.begin()->first, 2, "in order of pages");
        NS_TEST_EXPECT_MSG_EQ(PeekPointer(dirty.GetMappingsToWrite().front()), &first, "oldest");
        dirty.EndTurn(first);
        NS_TEST_EXPECT_MSG_EQ(PeekPointer(dirty.GetMappingsToWrite().front()), &second, "next");
        dirty.StartWriting(*a);
        dirty.StartWriting(*c);
        Expect(dirty, 1, 2, "begun");
        NS_TEST_EXPECT_MSG_EQ(dirty.GetMappingsToWrite().size(), 1, "with pages to write");
        NS_TEST_EXPECT_MSG_EQ(dirty.GetUnfinishedMappings().size(), 2, "with changes");
        // Page a changes while it is written: change 4. It is counted once.
        dirty.Mark(*a, Seconds(5));
        Expect(dirty, 1, 2, "changed");
        NS_TEST_EXPECT_MSG_EQ(first.unfinished.size(), 3, "changes 1, 2 and 4");
        dirty.EndWriting(*a);
        dirty.EndWriting(*c);
        Expect(dirty, 2, 0, "written");
        NS_TEST_EXPECT_MSG_EQ(*first.unfinished.begin(), 2, "change 1 is finished");
        NS_TEST_EXPECT_MSG_EQ(second.unfinished.empty(), true, "change 3 is finished");
        NS_TEST_EXPECT_MSG_EQ(dirty.GetUnfinishedMappings().size(), 1, "one mapping left");
        // Page b need not be written; page a is dropped while it is written.
        dirty.Forget(*b);
        dirty.StartWriting(*a);
        dirty.Drop(*a);
        NS_TEST_EXPECT_MSG_EQ(first.unfinished.empty(), true, "nobody waits for it");
        Expect(dirty, 0, 1, "dropped");
        table.Remove(*a);
        dirty.EndWriting(*a);
        Expect(dirty, 0, 0, "over");
        NS_TEST_EXPECT_MSG_EQ(dirty.GetUnfinishedMappings().empty(), true, "nothing is left");
        table.Clear();
    }
};

/**
 * @ingroup host-io
 *
 * Pages in memory, and mappings that are known.
 */
class PageMemoryTest : public TestCase
{
  public:
    PageMemoryTest()
        : TestCase("pages take memory until the device has done, mappings are forgotten")
    {
    }

  private:
    void DoRun() override
    {
        PageCacheStatistics statistics;
        PageMemory memory(statistics);
        memory.SetLimit(2);
        auto& table = memory.GetTable();
        auto file = Create<PageCacheTestFile>(9, 0);
        auto reading = memory.Add(table.Get(file), 0);
        reading->reading = true;
        auto valid = memory.Add(table.Get(file), 1);
        valid->valid = true;
        NS_TEST_EXPECT_MSG_EQ(memory.GetUsed(), 2, "full");
        memory.Pin(*valid);
        NS_TEST_EXPECT_MSG_EQ(memory.MakeRoom(true), false, "pinned");
        memory.Unpin(*valid);
        NS_TEST_EXPECT_MSG_EQ(memory.MakeRoom(true), true, "free");
        NS_TEST_EXPECT_MSG_EQ(statistics.pgsteal, 1, "evicted");
        NS_TEST_EXPECT_MSG_EQ(valid->owner, nullptr, "gone");
        memory.Remove(*reading);
        NS_TEST_EXPECT_MSG_EQ(table.GetCount(), 0, "not in the cache");
        NS_TEST_EXPECT_MSG_EQ(memory.GetUsed(), 1, "but in memory");
        NS_TEST_EXPECT_MSG_EQ(table.Find(PeekPointer(file)), nullptr, "the mapping is forgotten");
        reading->reading = false;
        memory.EndIo(*reading);
        NS_TEST_EXPECT_MSG_EQ(memory.GetUsed(), 0, "free");
        {
            MappingUse use(table, file);
            memory.Add(use.Get(), 3)->valid = true;
            memory.Remove(*use.Get().Find(3));
            NS_TEST_EXPECT_MSG_NE(table.Find(PeekPointer(file)), nullptr, "in use");
        }
        NS_TEST_EXPECT_MSG_EQ(table.Find(PeekPointer(file)), nullptr, "not any more");
        table.Get(file).error = BlockStatus::MEDIUM_ERROR;
        table.ForgetIfIdle(table.Get(file));
        NS_TEST_EXPECT_MSG_NE(table.Find(PeekPointer(file)), nullptr, "an error is to be reported");
    }
};

/**
 * @ingroup host-io
 *
 * How runs join.
 */
class PageWritePlugTest : public TestCase
{
  public:
    PageWritePlugTest()
        : TestCase("runs join the newest request at either end, up to the largest")
    {
    }

  private:
    /**
     * Add pages to a request.
     *
     * @param entry the request
     * @param places where they are on the device
     */
    static void Insert(PageWritePlug::Entry& entry, const std::vector<uint64_t>& places)
    {
        for (const auto place : places)
        {
            auto page = Create<CachedPage>(nullptr, place);
            page->devicePage = place;
            page->bytes = {static_cast<uint8_t>(place)};
            PageWritePlug::Insert(entry, page, true);
        }
    }

    void DoRun() override
    {
        PageWritePlug plug;
        NS_TEST_EXPECT_MSG_EQ(plug.FindNeighbour({nullptr, 0, 12, 2}, 4), nullptr, "no request");
        Insert(plug.Add(10), {10, 11});
        auto entry = plug.FindNeighbour({nullptr, 0, 12, 2}, 4);
        NS_TEST_ASSERT_MSG_NE(entry, nullptr, "behind it");
        NS_TEST_EXPECT_MSG_EQ(entry->devicePage, 10, "its first page");
        NS_TEST_EXPECT_MSG_EQ(plug.FindNeighbour({nullptr, 0, 12, 3}, 4), nullptr, "too long");
        NS_TEST_EXPECT_MSG_EQ(plug.FindNeighbour({nullptr, 0, 13, 1}, 4), nullptr, "a gap");
        Insert(plug.Add(20), {20});
        NS_TEST_EXPECT_MSG_EQ(plug.FindNeighbour({nullptr, 0, 12, 2}, 4),
                              nullptr,
                              "not the newest");
        entry = plug.FindNeighbour({nullptr, 0, 18, 2}, 4);
        NS_TEST_ASSERT_MSG_NE(entry, nullptr, "in front of the second");
        Insert(*entry, {19, 18, 21});
        NS_TEST_EXPECT_MSG_EQ(plug.GetCount(), 2, "requests");
        const auto entries = plug.Take();
        NS_TEST_EXPECT_MSG_EQ(plug.GetCount(), 0, "taken");
        NS_TEST_EXPECT_MSG_EQ(entries[1].devicePage, 18, "its first page");
        for (uint64_t i = 0; i < 4; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(entries[1].request->pages[i]->devicePage, 18 + i, "in order");
            NS_TEST_EXPECT_MSG_EQ(entries[1].request->contents[i][0], 18 + i, "contents as well");
        }
    }
};

/**
 * @ingroup host-io
 *
 * Operations at the same time.
 */
class PageCacheTogetherTest : public TestCase
{
  public:
    PageCacheTogetherTest()
        : TestCase("writers at the limit take turns, and all of a write-back is waited for")
    {
    }

  private:
    void DoRun() override
    {
        // 100 pages: writers stop at 20. One request at a time, of 4 pages, takes 1 ms.
        PageCacheBench bench(100);
        bench.Set("ThrottleRatio", "1");
        bench.Set("WriteBackDepth", "1");
        bench.Set("MaxRequestSize", "16384");
        std::vector<Ptr<PageCacheTestFile>> files;
        std::vector<Time> ends(3);
        for (uint64_t i = 0; i < 3; ++i)
        {
            files.push_back(Create<PageCacheTestFile>(100, i * 100));
        }
        for (uint64_t i = 0; i < 3; ++i)
        {
            bench.cache->Write(files[i],
                               0,
                               100 * PAGE_BYTES,
                               nullptr,
                               MakeCallback(&PageCacheTogetherTest::Ended, this, &ends[i]));
        }
        bench.cache->WriteBackAll(MakeCallback(&PageCacheTogetherTest::Ended, this, &m_synced));
        Simulator::Run();
        // The first writer begins with 20 pages, which stops all. Then each millisecond lets the
        // next of them write 4: the first, which needs 20 turns more, has the 58th; the others,
        // with 25 turns each, have the 69th and the 70th.
        NS_TEST_EXPECT_MSG_EQ(ends[0], MilliSeconds(58), "the first writer");
        NS_TEST_EXPECT_MSG_EQ(ends[1], MilliSeconds(69), "the second");
        NS_TEST_EXPECT_MSG_EQ(ends[2], MilliSeconds(70), "the third");
        // WriteBackAll began when the first writer had made 20 pages dirty: 5 requests.
        NS_TEST_EXPECT_MSG_EQ(m_synced, MilliSeconds(5), "what was dirty then is written");
        NS_TEST_EXPECT_MSG_EQ(bench.device->mostAtOnce, 1, "one request at a time");
        NS_TEST_EXPECT_MSG_EQ(bench.device->seen.size(), 75, "300 pages by four");
    }

    /**
     * @param end where the time goes
     * @param status how it ended
     */
    void Ended(Time* end, BlockStatus status, Ptr<Packet>)
    {
        NS_TEST_EXPECT_MSG_EQ(status, BlockStatus::OK, "it succeeds");
        *end = Simulator::Now();
    }

    Time m_synced; //!< when the write-back was complete
};

/**
 * @ingroup host-io
 *
 * Power is lost while operations wait for everything that one can wait for.
 */
class PageCachePowerWaitTest : public TestCase
{
  public:
    PageCachePowerWaitTest()
        : TestCase("whoever waits when power is lost is not called, and nothing is left")
    {
    }

  private:
    void DoRun() override
    {
        PageCacheBench bench(16, MilliSeconds(10));
        auto file = Create<PageCacheTestFile>(200, 0);
        // For pages, for memory, for the dirty limit, for write-backs, for the device.
        bench.cache->Write(file, 150 * PAGE_BYTES, 10 * PAGE_BYTES, nullptr, bench.Record());
        for (uint64_t i = 0; i < 4; ++i)
        {
            bench.cache->Read(file, i * 20 * PAGE_BYTES, 20 * PAGE_BYTES, nullptr, bench.Record());
        }
        bench.cache->WriteDirect(file, 0, PAGE_BYTES, nullptr, bench.Record());
        bench.cache->WriteBack(file, bench.Record());
        bench.cache->WriteBackAll(bench.Record());
        bench.cache->FlushDevice(bench.Record());
        bench.cache->Hold(file, 199, nullptr);
        Simulator::Schedule(MilliSeconds(5), &PageCache::LosePower, bench.cache);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(bench.outcomes.size(), 0, "nobody is called");
        NS_TEST_EXPECT_MSG_EQ(Simulator::Now(), MilliSeconds(10), "the device ends its requests");
        NS_TEST_EXPECT_MSG_EQ(bench.cache->GetStatistics().nr_file_pages, 0, "no page");
        NS_TEST_EXPECT_MSG_EQ(bench.cache->GetStatistics().nr_dirty, 0, "none is dirty");
        NS_TEST_EXPECT_MSG_EQ(file->GetReferenceCount(), 1, "the file is not known any more");
        bench.cache->Release(file, 199, true);
        NS_TEST_EXPECT_MSG_EQ(bench.cache->GetStatistics().nr_dirty, 0, "nor the hold");
        // All of it once more: now everything completes.
        NS_TEST_EXPECT_MSG_EQ(bench.Write(file, 0, 50 * PAGE_BYTES).status,
                              BlockStatus::OK,
                              "go on");
        NS_TEST_EXPECT_MSG_EQ(bench.Sync().status, BlockStatus::OK, "and on");
        NS_TEST_EXPECT_MSG_EQ(bench.Read(file, 0, 50 * PAGE_BYTES).status, BlockStatus::OK, "on");
        // Disposed of while a request is under way: nothing happens.
        bench.cache->Drop(file, 0);
        bench.cache->Read(file, 0, PAGE_BYTES, nullptr, bench.Record());
        const auto count = bench.outcomes.size();
        bench.cache->Dispose();
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(bench.outcomes.size(), count, "nobody is called");
    }
};

/**
 * @ingroup host-io
 *
 * Parts of the page cache by themselves, and all of them at the same time.
 */
class PageCachePartsTestSuite : public TestSuite
{
  public:
    PageCachePartsTestSuite()
        : TestSuite("page-cache-parts", Type::UNIT)
    {
        AddTestCase(new PageLruTest, TestCase::Duration::QUICK);
        AddTestCase(new DirtyPagesTest, TestCase::Duration::QUICK);
        AddTestCase(new PageMemoryTest, TestCase::Duration::QUICK);
        AddTestCase(new PageWritePlugTest, TestCase::Duration::QUICK);
        AddTestCase(new PageCacheTogetherTest, TestCase::Duration::QUICK);
        AddTestCase(new PageCachePowerWaitTest, TestCase::Duration::QUICK);
    }
};

/// Registers the suite.
static PageCachePartsTestSuite g_pageCachePartsTestSuite;
