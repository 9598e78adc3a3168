/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "page-cache-bench.h"

#include "ns3/random-variable-stream.h"
#include "ns3/test.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// Pages of memory in these tests: the least.
constexpr uint64_t MEMORY_PAGES = 16;

/// Pages of each file.
constexpr uint64_t FILE_PAGES = 60;

/**
 * @param packet a packet
 * @return its bytes
 */
std::vector<uint8_t>
GetBytes(Ptr<const Packet> packet)
{
    std::vector<uint8_t> bytes(packet->GetSize());
    packet->CopyData(bytes.data(), packet->GetSize());
    return bytes;
}

} // namespace

/**
 * @ingroup host-io
 *
 * Somebody who does random things to one file, one after the other, and knows what it holds.
 */
class PageCacheRandomUser
{
  public:
    /**
     * @param bench the page cache
     * @param random where choices come from
     * @param freePages device pages that are free, shared by all files
     * @param operations how many operations
     * @param holds true to hold pages too
     */
    PageCacheRandomUser(PageCacheBench& bench,
                        Ptr<UniformRandomVariable> random,
                        std::vector<uint64_t>& freePages,
                        uint32_t operations,
                        bool holds)
        : m_bench(bench),
          m_random(random),
          m_freePages(freePages),
          m_left(operations),
          m_holds(holds),
          m_file(Create<PageCacheTestFile>(0, 0)),
          m_readAhead(bench.cache->CreateReadAhead()),
          m_shadow(FILE_PAGES * PAGE_BYTES)
    {
        m_file->pageCount = FILE_PAGES;
        m_file->allocate = [this]() {
            // The place that got free last is used first: the device may still write to it.
            const auto page = m_freePages.back();
            m_freePages.pop_back();
            return page;
        };
    }

    /**
     * Do the next operation.
     */
    void Next()
    {
        if (m_left == 0)
        {
            return;
        }
        --m_left;
        const auto choice = Choose(100);
        const bool direct = choice >= 85;
        const auto step = direct ? 512 : 1;
        const auto total = FILE_PAGES * PAGE_BYTES;
        const auto most = Choose(10) == 0 ? 40 * PAGE_BYTES : 3 * PAGE_BYTES;
        m_offset = Choose(total / step) * step;
        m_bytes = std::min<uint64_t>(total - m_offset, (1 + Choose(most / step)) * step);
        auto done = MakeCallback(&PageCacheRandomUser::Done, this);
        if (choice < 40)
        {
            m_bench.cache->Read(m_file, m_offset, m_bytes, m_readAhead, done);
        }
        else if (choice < 75)
        {
            m_bench.cache->Write(m_file, m_offset, m_bytes, Change(), done);
        }
        else if (choice < 80)
        {
            m_bench.cache->WriteBack(m_file, done);
        }
        else if (choice < 85)
        {
            Truncate();
            Simulator::ScheduleNow(&PageCacheRandomUser::Done, this, BlockStatus::OK, nullptr);
        }
        else if (choice < 90 && m_holds)
        {
            HoldPage();
            Simulator::Schedule(MicroSeconds(Choose(3000)), &PageCacheRandomUser::Unhold, this);
        }
        else if (choice < 95)
        {
            m_bench.cache->ReadDirect(m_file, m_offset, m_bytes, done);
        }
        else
        {
            m_bench.cache->WriteDirect(m_file, m_offset, m_bytes, Change(), done);
        }
    }

    /**
     * @return operations that are not complete
     */
    uint32_t GetLeft() const
    {
        return m_left;
    }

    uint32_t errors{0}; //!< reads that returned something else

  private:
    /**
     * @param count a number
     * @return a random one below it
     */
    uint64_t Choose(uint64_t count)
    {
        return m_random->GetInteger(0, count - 1);
    }

    /**
     * @return new contents of the range, which the file has from now on
     */
    Ptr<Packet> Change()
    {
        const auto seed = Choose(251);
        for (uint64_t i = 0; i < m_bytes; ++i)
        {
            m_shadow[m_offset + i] = (seed + i * 7 + i / 251) % 255 + 1;
        }
        return Create<Packet>(&m_shadow[m_offset], m_bytes);
    }

    /// Forget the end of the file, which becomes a hole.
    void Truncate()
    {
        const auto page = Choose(FILE_PAGES);
        m_bench.cache->Drop(m_file, page);
        for (auto it = m_file->places.lower_bound(page); it != m_file->places.end();)
        {
            m_freePages.push_back(it->second);
            it = m_file->places.erase(it);
        }
        std::fill(m_shadow.begin() + page * PAGE_BYTES, m_shadow.end(), 0);
    }

    /// Hold a page with new contents.
    void HoldPage()
    {
        m_offset = m_offset / PAGE_BYTES * PAGE_BYTES;
        m_bytes = PAGE_BYTES;
        m_bench.cache->Hold(m_file, m_offset / PAGE_BYTES, Change());
    }

    /// End the hold.
    void Unhold()
    {
        m_bench.cache->Release(m_file, m_offset / PAGE_BYTES, true);
        Next();
    }

    /**
     * @param status how the operation ended
     * @param data what was read
     */
    void Done(BlockStatus status, Ptr<Packet> data)
    {
        if (status != BlockStatus::OK)
        {
            ++errors;
        }
        if (data)
        {
            const auto bytes = GetBytes(data);
            errors += bytes.size() != m_bytes ||
                      !std::equal(bytes.begin(), bytes.end(), m_shadow.begin() + m_offset);
        }
        Next();
    }

    PageCacheBench& m_bench;             //!< the page cache
    Ptr<UniformRandomVariable> m_random; //!< where choices come from
    std::vector<uint64_t>& m_freePages;  //!< device pages that are free
    uint32_t m_left;                     //!< operations to do
    bool m_holds;                        //!< true to hold pages too
    Ptr<PageCacheTestFile> m_file;       //!< the file
    Ptr<ReadAhead> m_readAhead;          //!< of the file
    std::vector<uint8_t> m_shadow;       //!< what the file holds
    uint64_t m_offset{0};                //!< first byte of the present operation
    uint64_t m_bytes{0};                 //!< its bytes
};

/**
 * @ingroup host-io
 *
 * Every read returns what was written last, whatever happens at once, and memory suffices.
 */
class PageCacheRandomTest : public TestCase
{
  public:
    /**
     * @param readAhead type of read-ahead
     * @param holds true to hold pages too
     * @param users how many files are used at once
     * @param seed number of the random stream
     */
    PageCacheRandomTest(const std::string& readAhead, bool holds, uint32_t users, int64_t seed)
        : TestCase("random operations, " + readAhead + (holds ? ", held pages, " : ", ") +
                   std::to_string(users) + " users, seed " + std::to_string(seed)),
          m_readAhead(readAhead),
          m_holds(holds),
          m_nUsers(users),
          m_seed(seed)
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

    /**
     * Do everything once.
     *
     * @return when it ended, and how many requests there were: the same every time
     */
    std::pair<Time, std::size_t> Play()
    {
        PageCacheBench bench(MEMORY_PAGES);
        bench.Set("StoreData", "true");
        bench.Set("ReadAhead", m_readAhead);
        bench.Set("WriteBackDepth", "3");
        bench.Set("BackgroundRatio", "0.3");
        bench.Set("DirtyRatio", "0.6");
        bench.Set("CallTime", "1us");
        bench.cache->TraceConnectWithoutContext(
            "CachedPages",
            MakeCallback(&PageCacheRandomTest::CachedPages, this));
        auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(m_seed);
        bench.device->latency = [random]() { return MicroSeconds(random->GetInteger(10, 1000)); };
        std::vector<uint64_t> freePages;
        for (uint64_t page = 0; page < m_nUsers * FILE_PAGES; ++page)
        {
            freePages.push_back(page * 3 % (m_nUsers * FILE_PAGES + 1));
        }
        std::vector<std::unique_ptr<PageCacheRandomUser>> users;
        for (uint32_t i = 0; i < m_nUsers; ++i)
        {
            users.push_back(
                std::make_unique<PageCacheRandomUser>(bench, random, freePages, 1500, m_holds));
            users.back()->Next();
        }
        Simulator::Run();
        for (const auto& user : users)
        {
            NS_TEST_EXPECT_MSG_EQ(user->GetLeft(), 0, "nobody waits for ever");
            NS_TEST_EXPECT_MSG_EQ(user->errors, 0, "every read returns what was written");
        }
        const auto statistics = bench.cache->GetStatistics();
        NS_TEST_EXPECT_MSG_EQ(statistics.nr_dirty + statistics.nr_writeback,
                              0,
                              "everything is written in the end");
        NS_TEST_EXPECT_MSG_EQ(bench.device->GetOutstanding(), 0, "nothing is under way");
        return {Simulator::Now(), bench.device->seen.size()};
    }

    void DoRun() override
    {
        const auto first = Play();
        if (!m_holds)
        {
            NS_TEST_EXPECT_MSG_EQ(m_most, MEMORY_PAGES, "memory is filled and not exceeded");
        }
        const auto second = Play();
        NS_TEST_EXPECT_MSG_EQ(first.first, second.first, "the same again: end");
        NS_TEST_EXPECT_MSG_EQ(first.second, second.second, "the same again: requests");
    }

    std::string m_readAhead; //!< type of read-ahead
    bool m_holds;            //!< true to hold pages too
    uint32_t m_nUsers;       //!< how many files are used at once
    int64_t m_seed;          //!< number of the random stream
    uint64_t m_most{0};      //!< most pages in the cache
};

/**
 * @ingroup host-io
 *
 * A loss of power loses what was not written back, and nothing else; nobody is called for it, and
 * the cache continues.
 */
class PageCachePowerLossTest : public TestCase
{
  public:
    /**
     * @param seed number of the random stream
     */
    explicit PageCachePowerLossTest(int64_t seed)
        : TestCase("loss of power, seed " + std::to_string(seed)),
          m_seed(seed)
    {
    }

  private:
    /// What a page may hold after a loss of power.
    struct Page
    {
        uint8_t written{0}; //!< the last version
        uint8_t least{0};   //!< no version before this

        /**
         * @param other another
         * @return true if it is the same
         */
        bool operator==(const Page& other) const = default;
    };

    /**
     * Write some pages, each with its next version.
     *
     * @param life the number of the host's present life
     */
    void Write(uint32_t life)
    {
        const auto first = m_random->GetInteger(0, FILE_PAGES - 8);
        const auto count = m_random->GetInteger(1, 8);
        std::vector<uint8_t> bytes;
        for (uint64_t page = first; page < first + count; ++page)
        {
            ++m_pages[page].written;
            bytes.insert(bytes.end(), PAGE_BYTES, m_pages[page].written);
        }
        m_bench->cache->Write(m_file,
                              first * PAGE_BYTES,
                              bytes.size(),
                              Create<Packet>(bytes.data(), bytes.size()),
                              MakeCallback(&PageCachePowerLossTest::Written, this, life));
    }

    /**
     * @param life the life in which the write began
     * @param status how it ended
     */
    void Written(uint32_t life, BlockStatus status, Ptr<Packet>)
    {
        NS_TEST_EXPECT_MSG_EQ(life, m_life, "nobody is called from an earlier life");
        NS_TEST_EXPECT_MSG_EQ(status, BlockStatus::OK, "a write succeeds");
        if (m_random->GetInteger(0, 9) > 0)
        {
            Write(life);
            return;
        }
        m_bench->cache->WriteBack(
            m_file,
            MakeCallback(&PageCachePowerLossTest::Synced, this, life, m_pages));
    }

    /**
     * @param life the life in which the WriteBack began
     * @param pages what was written then
     * @param status how it ended
     */
    void Synced(uint32_t life, std::vector<Page> pages, BlockStatus status, Ptr<Packet>)
    {
        NS_TEST_EXPECT_MSG_EQ(life, m_life, "nobody is called from an earlier life");
        NS_TEST_EXPECT_MSG_EQ(status, BlockStatus::OK, "a write-back succeeds");
        for (std::size_t i = 0; i < pages.size(); ++i)
        {
            m_pages[i].least = pages[i].written;
        }
        Write(life);
    }

    /// The host and its device lose power.
    void LosePower()
    {
        m_bench->cache->LosePower();
        m_bench->device->LosePower();
        ++m_life;
        for (uint64_t number = 0; number < FILE_PAGES; ++number)
        {
            auto& page = m_pages[number];
            const auto bytes = GetBytes(m_bench->device->store.Read(number * 8, 8));
            NS_TEST_EXPECT_MSG_EQ(std::count(bytes.begin(), bytes.end(), bytes[0]),
                                  PAGE_BYTES,
                                  "no page is torn");
            NS_TEST_EXPECT_MSG_EQ((bytes[0] >= page.least),
                                  true,
                                  "nothing is lost that was synced");
            NS_TEST_EXPECT_MSG_EQ((bytes[0] <= page.written), true, "nothing is made up");
            m_lost += bytes[0] < page.written;
            page = {bytes[0], bytes[0]};
        }
        NS_TEST_EXPECT_MSG_EQ(m_bench->cache->GetStatistics().nr_file_pages, 0, "pages are gone");
        if (m_life == 20)
        {
            Simulator::Stop();
            return;
        }
        Write(m_life);
        Schedule();
    }

    /// Plan the next loss.
    void Schedule()
    {
        Simulator::Schedule(MicroSeconds(m_random->GetInteger(500, 10000)),
                            &PageCachePowerLossTest::LosePower,
                            this);
    }

    void DoRun() override
    {
        PageCacheBench bench(MEMORY_PAGES);
        m_bench = &bench;
        bench.Set("StoreData", "true");
        bench.Set("CallTime", "100us");
        bench.Set("WriteBackDepth", "4");
        m_random = CreateObject<UniformRandomVariable>();
        m_random->SetStream(m_seed);
        bench.device->latency = [this]() { return MicroSeconds(m_random->GetInteger(10, 1000)); };
        m_file = Create<PageCacheTestFile>(FILE_PAGES, 0);
        m_pages.resize(FILE_PAGES);
        Write(0);
        Schedule();
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(m_life, 20, "the cache works on after each loss");
        NS_TEST_EXPECT_MSG_GT(m_lost, 20, "something was lost");
        m_file = nullptr;
        m_random = nullptr;
        m_bench = nullptr;
    }

    int64_t m_seed;                      //!< number of the random stream
    PageCacheBench* m_bench{nullptr};    //!< the page cache
    Ptr<UniformRandomVariable> m_random; //!< where choices come from
    Ptr<PageCacheTestFile> m_file;       //!< the file
    std::vector<Page> m_pages;           //!< what its pages may hold
    uint32_t m_life{0};                  //!< how often power was lost
    uint32_t m_lost{0};                  //!< pages whose last version was lost
};

/**
 * @ingroup host-io
 *
 * Random operations on the page cache.
 */
class PageCacheRandomTestSuite : public TestSuite
{
  public:
    PageCacheRandomTestSuite()
        : TestSuite("page-cache-random", Type::UNIT)
    {
        for (const auto readAhead :
             {"ns3::ReadAhead", "ns3::Linux24ReadAhead", "ns3::OnDemandReadAhead"})
        {
            for (const bool holds : {false, true})
            {
                Add(new PageCacheRandomTest(readAhead, holds, 1, 11));
                Add(new PageCacheRandomTest(readAhead, holds, 4, 12));
            }
        }
        for (int64_t seed = 1; seed <= 10; ++seed)
        {
            Add(new PageCachePowerLossTest(seed));
        }
    }

  private:
    /**
     * @param test a case to add
     */
    void Add(TestCase* test)
    {
        AddTestCase(test, TestCase::Duration::QUICK);
    }
};

/// Registers the suite.
static PageCacheRandomTestSuite g_pageCacheRandomTestSuite;
