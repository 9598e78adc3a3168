/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "page-cache-bench.h"

#include "ns3/simulator.h"
#include "ns3/test.h"

#include <sstream>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

/**
 * @ingroup host-io
 *
 * When FLUSH and writes with FUA reach the device, and when they end. Each request takes 10 ms
 * there unless the case says otherwise.
 */
class PageCacheFlushTest : public TestCase
{
  public:
    /// What is asked of the page cache.
    struct Step
    {
        int64_t ms;        //!< when
        bool isFlush;      //!< a FLUSH, or else a write of a page with FUA
        int64_t takes{10}; //!< how long the device needs if it gets the request at once, ms
    };

    /**
     * @param name the case
     * @param forceUnitAccess true if the device takes FUA
     * @param steps what is asked for, in order of time
     * @param requests what the device gets: F, W or U (with FUA), and when, ms
     * @param ends when which status is reported, ms
     */
    PageCacheFlushTest(const std::string& name,
                       bool forceUnitAccess,
                       std::vector<Step> steps,
                       std::string requests,
                       std::string ends)
        : TestCase(name),
          m_forceUnitAccess(forceUnitAccess),
          m_steps(std::move(steps)),
          m_requests(std::move(requests)),
          m_ends(std::move(ends))
    {
    }

    bool badWrites{false}; //!< true if the device writes nothing
    int64_t powerCut{-1};  //!< when the host loses power, ms; negative for never

  private:
    void DoRun() override
    {
        PageCacheBench bench(64);
        bench.Set("ForceUnitAccess", m_forceUnitAccess ? "true" : "false");
        const auto file = Create<PageCacheTestFile>(8, 100);
        bench.device->fate = [this](const BlockRequest& request) {
            const bool bad = badWrites && request.operation == BlockOperation::WRITE;
            return bad ? BlockStatus::MEDIUM_ERROR : BlockStatus::OK;
        };
        bench.device->latency = [this, &bench]() { return GetServiceTime(bench); };
        for (uint64_t i = 0; i < m_steps.size(); ++i)
        {
            const auto ask = [&bench, file, step = m_steps[i], i]() {
                if (step.isFlush)
                {
                    bench.cache->FlushDevice(bench.Record());
                    return;
                }
                const auto offset = i * PAGE_BYTES;
                bench.cache->WriteDirect(file, offset, PAGE_BYTES, nullptr, bench.Record(), true);
            };
            Simulator::Schedule(MilliSeconds(m_steps[i].ms), ask);
        }
        if (powerCut >= 0)
        {
            Simulator::Schedule(MilliSeconds(powerCut), [&bench]() { bench.cache->LosePower(); });
        }
        // The page cache looks for old pages while it is used.
        Simulator::Stop(Seconds(60));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(GetRequests(bench), m_requests, "what the device got");
        NS_TEST_EXPECT_MSG_EQ(GetEnds(bench), m_ends, "what was reported");
    }

    /**
     * @param bench whose device has just got a request
     * @return how long that takes
     */
    Time GetServiceTime(const PageCacheBench& bench) const
    {
        for (const auto& step : m_steps)
        {
            if (bench.device->seen.back().when == MilliSeconds(step.ms))
            {
                return MilliSeconds(step.takes);
            }
        }
        return MilliSeconds(10);
    }

    /**
     * @param bench what was used
     * @return what its device got
     */
    static std::string GetRequests(const PageCacheBench& bench)
    {
        std::ostringstream text;
        for (const auto& request : bench.device->seen)
        {
            const bool isFlush = request.operation == BlockOperation::FLUSH;
            text << (isFlush ? "F" : (request.forceUnitAccess ? "U" : "W"))
                 << request.when.GetMilliSeconds() << " ";
        }
        return text.str();
    }

    /**
     * @param bench what was used
     * @return how its operations ended
     */
    static std::string GetEnds(const PageCacheBench& bench)
    {
        std::ostringstream text;
        for (const auto& outcome : bench.outcomes)
        {
            text << outcome.status << outcome.when.GetMilliSeconds() << " ";
        }
        return text.str();
    }

    bool m_forceUnitAccess;    //!< true if the device takes FUA
    std::vector<Step> m_steps; //!< what is asked for
    std::string m_requests;    //!< what the device should get
    std::string m_ends;        //!< what should be reported
};

/**
 * @ingroup host-io
 *
 * The stages of a write with FUA to a device without it.
 */
class PageCacheFlushStagesTest : public TestCase
{
  public:
    PageCacheFlushStagesTest()
        : TestCase("The timeline of an emulated FUA has the FLUSH, and its times add up")
    {
    }

  private:
    void DoRun() override
    {
        PageCacheBench bench(64, MilliSeconds(10));
        bench.device->stamps = true;
        bench.Set("ForceUnitAccess", "false");
        const auto file = Create<PageCacheTestFile>(8, 100);
        auto timeline = Create<IoTimeline>();
        timeline->Stamp(IoStage::ISSUED);
        bench.cache->WriteDirect(file, 0, PAGE_BYTES, nullptr, bench.Record(), true, timeline);
        const auto outcome = bench.Wait();
        NS_TEST_EXPECT_MSG_EQ(outcome.when, MilliSeconds(20), "the write and its FLUSH");
        // The FLUSH reached the device at 10 ms and was done at 20.
        NS_TEST_EXPECT_MSG_EQ(timeline->Get(IoStage::AT_DRIVE), MilliSeconds(10), "its beginning");
        NS_TEST_EXPECT_MSG_EQ(timeline->Get(IoStage::MEDIA_DONE), MilliSeconds(20), "its end");
    }
};

/**
 * @ingroup host-io
 *
 * What a recorder of the device sees of a FLUSH that a cache sends.
 */
class PageCacheRecordedFlushTest : public TestCase
{
  public:
    PageCacheRecordedFlushTest()
        : TestCase("The stages of a FLUSH at the device add up to its latency")
    {
    }

  private:
    void DoRun() override
    {
        PageCacheBench bench(64, MilliSeconds(10));
        bench.Set("ForceUnitAccess", "false");
        bench.device->SetRecordTimelines(true);
        std::vector<Time> sums;
        bench.device->TraceConnectWithoutContext(
            "Complete",
            Callback<void, Ptr<const BlockRequest>>([&sums](Ptr<const BlockRequest> request) {
                Time sum;
                for (std::size_t i = 0; i < static_cast<std::size_t>(IoStage::COUNT); ++i)
                {
                    sum += request->timeline->GetDuration(static_cast<IoStage>(i));
                }
                sums.push_back(sum);
            }));
        const auto file = Create<PageCacheTestFile>(8, 100);
        auto timeline = Create<IoTimeline>();
        timeline->Stamp(IoStage::ISSUED);
        bench.cache->WriteDirect(file, 0, PAGE_BYTES, nullptr, bench.Record(), true, timeline);
        bench.Wait();
        NS_TEST_ASSERT_MSG_EQ(sums.size(), 2, "a write and its FLUSH");
        NS_TEST_EXPECT_MSG_EQ(sums[0], MilliSeconds(10), "the write");
        NS_TEST_EXPECT_MSG_EQ(sums[1], MilliSeconds(10), "the FLUSH");
    }
};

/**
 * @ingroup host-io
 *
 * FLUSH and FUA below a page cache.
 */
class PageCacheFlushTestSuite : public TestSuite
{
  public:
    PageCacheFlushTestSuite()
        : TestSuite("page-cache-flush", Type::UNIT)
    {
        const bool flush = true;
        const bool write = false;
        const auto add = [this](const std::string& name,
                                bool forceUnitAccess,
                                const std::vector<PageCacheFlushTest::Step>& steps,
                                const std::string& requests,
                                const std::string& ends) {
            AddTestCase(new PageCacheFlushTest(name, forceUnitAccess, steps, requests, ends),
                        Duration::QUICK);
        };
        add("FLUSH requests that come while one runs share the next",
            true,
            {{0, flush}, {2, flush}, {4, flush}},
            "F0 F10 ",
            "ok10 ok20 ok20 ");
        add("A device with FUA gets it", true, {{0, write}}, "U0 ", "ok10 ");
        add("A device without FUA gets a FLUSH behind the write",
            false,
            {{0, write}},
            "W0 F10 ",
            "ok20 ");
        add("A FLUSH waits for the write and serves both",
            false,
            {{0, write}, {5, flush}},
            "W0 F10 ",
            "ok20 ok20 ");
        add("Two writes share a FLUSH that waits for the second",
            false,
            {{0, write}, {6, write}},
            "W0 W6 F16 ",
            "ok26 ok26 ");
        // The write takes 8 s. The first FLUSH has waited for 5 s when the second comes.
        add("A FLUSH waits for a write no longer than 5 s",
            false,
            {{0, write, 8000}, {1000, flush}, {6500, flush}},
            "W0 F6500 F8000 ",
            "ok6510 ok6510 ok8010 ");
        auto* bad = new PageCacheFlushTest("A write that fails has no FLUSH",
                                           false,
                                           {{0, write}, {5, flush}},
                                           "W0 F10 ",
                                           "medium_error10 ok20 ");
        bad->badWrites = true;
        AddTestCase(bad, Duration::QUICK);
        // At 15 ms a FLUSH is at the device and another waits. The one at 30 ms is new.
        auto* cut = new PageCacheFlushTest("Nobody is told of what was before a power cut",
                                           false,
                                           {{0, write}, {12, flush}, {30, flush}},
                                           "W0 F10 F30 ",
                                           "ok40 ");
        cut->powerCut = 15;
        AddTestCase(cut, Duration::QUICK);
        AddTestCase(new PageCacheRecordedFlushTest, Duration::QUICK);
        AddTestCase(new PageCacheFlushStagesTest, Duration::QUICK);
    }
};

static PageCacheFlushTestSuite g_pageCacheFlushTestSuite; //!< registers the suite
