/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "page-cache-bench.h"

#include "ns3/io-timeline.h"
#include "ns3/page-cache-device.h"
#include "ns3/random-variable-stream.h"
#include "ns3/test.h"

#include <string>
#include <vector>

using namespace ns3;

namespace
{

constexpr auto READ = BlockOperation::READ;   //!< short for tests
constexpr auto WRITE = BlockOperation::WRITE; //!< short for tests
constexpr uint32_t PAGE_BLOCKS = 8;           //!< blocks of a page

/**
 * @ingroup host-io-tests
 *
 * Requests with timelines to a device of 1 ms behind a page cache of 64 pages, where a call takes
 * 10 us and copying a page 8 us.
 */
class StagesBench
{
  public:
    StagesBench()
        : bench(64),
          device(CreateObject<PageCacheDevice>())
    {
        bench.Set("CallTime", "10us");
        bench.Set("MemoryRate", "4096Mb/s");
        bench.Set("FlushInterval", "0s");
        bench.device->stamps = true;
        device->SetCache(bench.cache);
    }

    ~StagesBench()
    {
        device->Dispose();
    }

    /**
     * Submit a request at a time.
     *
     * @param at when
     * @param operation what it does
     * @param page its first page
     * @param blocks how many blocks
     * @param forceUnitAccess past any cache
     * @return its timeline
     */
    Ptr<IoTimeline> At(Time at,
                       BlockOperation operation,
                       uint64_t page,
                       uint32_t blocks = PAGE_BLOCKS,
                       bool forceUnitAccess = false)
    {
        auto request = Create<BlockRequest>(operation, page * PAGE_BLOCKS, blocks);
        request->forceUnitAccess = forceUnitAccess;
        request->timeline = Create<IoTimeline>();
        request->completion = MakeCompletion();
        Simulator::Schedule(at - Simulator::Now(), [this, request] {
            request->Stamp(IoStage::ISSUED);
            device->Submit(request);
        });
        return request->timeline;
    }

    /**
     * @return what stamps the last stage
     */
    static BlockRequest::Completion MakeCompletion()
    {
        return BlockRequest::Completion(
            [](Ptr<BlockRequest> request) { request->Stamp(IoStage::COMPLETED); });
    }

    PageCacheBench bench;        //!< the page cache
    Ptr<PageCacheDevice> device; //!< the device that is seen through it
};

/**
 * @param timeline the stamps of a request
 * @return the times of its stages that take any, in microseconds, for example "cache_hit 18"
 */
std::string
Print(const Ptr<IoTimeline>& timeline)
{
    std::string text;
    for (std::size_t i = 0; i < static_cast<std::size_t>(IoStage::COUNT); ++i)
    {
        const auto stage = static_cast<IoStage>(i);
        const auto time = timeline->GetDuration(stage);
        if (!time.IsZero())
        {
            text += std::string(text.empty() ? "" : " ") + GetIoStageName(stage) + " " +
                    std::to_string(time.GetMicroSeconds());
        }
    }
    return text;
}

} // namespace

/**
 * @ingroup host-io-tests
 *
 * What reads wait for.
 */
class PageCacheReadStagesTest : public TestCase
{
  public:
    PageCacheReadStagesTest()
        : TestCase("stages of reads: memory, pages on their way, the device")
    {
    }

  private:
    void DoRun() override
    {
        CheckOneAfterTheOther();
        CheckReadAhead();
        CheckBehindNetwork();
    }

    /// A miss, a page on its way for another, a hit.
    void CheckOneAfterTheOther()
    {
        StagesBench user;
        user.bench.Set("ReadAhead", "ns3::ReadAhead");
        user.device->SetCache(user.bench.cache);
        const auto miss = user.At(Time(0), READ, 5);
        const auto other = user.At(MicroSeconds(400), READ, 5);
        const auto hit = user.At(MicroSeconds(2000), READ, 5);
        const auto direct = user.At(MicroSeconds(3000), READ, 5, PAGE_BLOCKS, true);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(Print(miss), "cache_hit 10 media_done 1000 completed 8", "its own");
        // The page comes at 1010 us.
        NS_TEST_EXPECT_MSG_EQ(Print(other), "cache_hit 10 read_ahead 600 completed 8", "another's");
        NS_TEST_EXPECT_MSG_EQ(Print(hit), "cache_hit 18", "nothing but memory");
        NS_TEST_EXPECT_MSG_EQ(Print(direct), "cache_hit 10 media_done 1000", "past the cache");
    }

    /// A sequential reader, who asks for a page after the other.
    void CheckReadAhead()
    {
        StagesBench user;
        // Page 0 brings pages 0 to 3. Page 1, at 1018 us, calls for the next window: it comes at
        // 2018 us, and page 4 is asked for at 1072 us.
        std::vector<Ptr<IoTimeline>> reads{user.At(Time(0), READ, 0)};
        for (const int64_t at : {1018, 1036, 1054, 1072})
        {
            reads.push_back(user.At(MicroSeconds(at), READ, reads.size()));
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(Print(reads[0]), "cache_hit 10 media_done 1000 completed 8", "miss");
        NS_TEST_EXPECT_MSG_EQ(Print(reads[1]), "cache_hit 18", "came with page 0");
        NS_TEST_EXPECT_MSG_EQ(Print(reads[3]), "cache_hit 18", "came with page 0");
        NS_TEST_EXPECT_MSG_EQ(Print(reads[4]),
                              "cache_hit 10 read_ahead 936 completed 8",
                              "on its way");
    }

    /// At a target the request has passed stages that stand behind those of the cache.
    void CheckBehindNetwork()
    {
        StagesBench user;
        auto timeline = user.At(MicroSeconds(7), READ, 5);
        Simulator::Schedule(MicroSeconds(7), [timeline] {
            timeline->Stamp(IoStage::ISSUED, Time(0));
            timeline->Stamp(IoStage::SENT, MicroSeconds(5));
            timeline->Stamp(IoStage::DISPATCHED, MicroSeconds(6));
        });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(Print(timeline),
                              "sent 5 dispatched 1 at_drive 11 media_done 1000 completed 8",
                              "only the device's");
    }
};

/**
 * @ingroup host-io-tests
 *
 * What writes, flushes and verifications wait for.
 */
class PageCacheWriteStagesTest : public TestCase
{
  public:
    PageCacheWriteStagesTest()
        : TestCase("stages of writes: memory, the dirty limit, pages that are read first; of FLUSH")
    {
    }

  private:
    void DoRun() override
    {
        CheckThrottled();
        CheckOthers();
    }

    /// 16 pages where writers wait at 6, half-way from 4 to 8.
    void CheckThrottled()
    {
        StagesBench user;
        user.bench.Set("BackgroundRatio", "0.0625");
        user.bench.Set("DirtyRatio", "0.125");
        const auto write = user.At(Time(0), WRITE, 0, 16 * PAGE_BLOCKS);
        Simulator::Run();
        // A page gets dirty every 8 us, from 10 us on. The fifth, at 42 us, begins the write-back
        // of 5, which ends at 1042 us. With 6 the writer stops, at 58 us. Of the next 5 the fourth,
        // at 1066 us, begins another write-back, which ends at 2066 us. 5 pages are left.
        NS_TEST_EXPECT_MSG_EQ(Print(write), "cache_hit 58 throttled 2008 completed 40", "stopped");
    }

    /// All others.
    void CheckOthers()
    {
        StagesBench user;
        const auto whole = user.At(Time(0), WRITE, 0);
        const auto flush = user.At(MicroSeconds(100), BlockOperation::FLUSH, 0, 0);
        const auto part = user.At(MilliSeconds(10), WRITE, 9, 1);
        const auto verify = user.At(MilliSeconds(20), BlockOperation::VERIFY, 9);
        const auto direct = user.At(MilliSeconds(30), WRITE, 9, PAGE_BLOCKS, true);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(Print(whole), "cache_hit 18", "nothing but memory");
        NS_TEST_EXPECT_MSG_EQ(Print(flush), "throttled 1000 media_done 1000", "write, then flush");
        NS_TEST_EXPECT_MSG_EQ(Print(part),
                              "cache_hit 10 media_done 1000 completed 1",
                              "the page is read first");
        NS_TEST_EXPECT_MSG_EQ(Print(verify),
                              "throttled 1000 media_done 1000",
                              "write, then verify");
        NS_TEST_EXPECT_MSG_EQ(Print(direct), "cache_hit 10 media_done 1000", "past the cache");
    }
};

/**
 * @ingroup host-io-tests
 *
 * Under a random load with little memory the stages of each request add up.
 */
class PageCacheStagesRandomTest : public TestCase
{
  public:
    PageCacheStagesRandomTest()
        : TestCase("random load: stages are never negative and add up")
    {
    }

  private:
    static constexpr uint32_t REQUESTS = 5000; //!< requests of the load
    static constexpr uint32_t DEPTH = 6;       //!< requests kept going

    void DoRun() override
    {
        StagesBench user;
        user.bench.Set("BackgroundRatio", "0.1");
        user.bench.Set("DirtyRatio", "0.3");
        m_device = user.device;
        m_random = CreateObject<UniformRandomVariable>();
        m_random->SetStream(21);
        user.bench.device->latency = [this] {
            return NanoSeconds(m_random->GetInteger(0, 900000));
        };
        for (uint32_t i = 0; i < DEPTH; ++i)
        {
            Simulator::ScheduleNow(&PageCacheStagesRandomTest::Issue, this);
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(m_completed, REQUESTS, "all are done");
        NS_TEST_EXPECT_MSG_EQ(m_negative, 0, "stages with a negative time");
        NS_TEST_EXPECT_MSG_EQ(m_wrongSums, 0, "requests whose stages do not add up");
        for (const auto stage :
             {IoStage::CACHE_HIT, IoStage::READ_AHEAD, IoStage::THROTTLED, IoStage::MEDIA_DONE})
        {
            NS_TEST_EXPECT_MSG_GT(m_passed[static_cast<std::size_t>(stage)],
                                  100,
                                  GetIoStageName(stage) << " occurs");
        }
    }

    /// Submit a random request, and the next at its end.
    void Issue()
    {
        if (m_issued == REQUESTS)
        {
            return;
        }
        ++m_issued;
        const auto choice = m_random->GetInteger(0, 99);
        const auto operation = choice < 50   ? READ
                               : choice < 97 ? WRITE
                               : choice < 99 ? BlockOperation::VERIFY
                                             : BlockOperation::FLUSH;
        const auto blocks =
            operation == BlockOperation::FLUSH ? 0 : m_random->GetInteger(1, 20 * PAGE_BLOCKS);
        auto request =
            Create<BlockRequest>(operation, m_random->GetInteger(0, 200 * PAGE_BLOCKS), blocks);
        request->forceUnitAccess = m_random->GetInteger(0, 19) == 0;
        request->timeline = Create<IoTimeline>();
        request->Stamp(IoStage::ISSUED);
        request->completion = BlockRequest::Completion([this](Ptr<BlockRequest> done) {
            done->Stamp(IoStage::COMPLETED);
            CheckStages(*done);
            Issue();
        });
        m_device->Submit(request);
    }

    /**
     * @param request a complete request
     */
    void CheckStages(const BlockRequest& request)
    {
        ++m_completed;
        Time sum;
        for (std::size_t i = 0; i < m_passed.size(); ++i)
        {
            const auto time = request.timeline->GetDuration(static_cast<IoStage>(i));
            m_passed[i] += time.IsStrictlyPositive();
            m_negative += time.IsStrictlyNegative();
            sum += time;
        }
        m_wrongSums += sum != Simulator::Now() - request.issueTime;
    }

    Ptr<PageCacheDevice> m_device;       //!< where the load goes
    Ptr<UniformRandomVariable> m_random; //!< whatever is random
    uint32_t m_issued{0};                //!< requests submitted
    uint32_t m_completed{0};             //!< requests completed
    uint32_t m_negative{0};              //!< stages that took a negative time
    uint32_t m_wrongSums{0};             //!< requests whose stages do not add up
    /// By stage: how many requests spent time in it.
    std::vector<uint32_t> m_passed =
        std::vector<uint32_t>(static_cast<std::size_t>(IoStage::COUNT));
};

/**
 * @ingroup host-io-tests
 *
 * What block requests wait for at a page cache.
 */
class PageCacheStagesTestSuite : public TestSuite
{
  public:
    PageCacheStagesTestSuite()
        : TestSuite("page-cache-stages", Type::UNIT)
    {
        AddTestCase(new PageCacheReadStagesTest, Duration::QUICK);
        AddTestCase(new PageCacheWriteStagesTest, Duration::QUICK);
        AddTestCase(new PageCacheStagesRandomTest, Duration::QUICK);
    }
};

static PageCacheStagesTestSuite g_pageCacheStagesTestSuite; //!< registers the suite
