/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../device/block-operation-names.h"
#include "multipath-bench.h"

#include "ns3/block-io-permanent-failure.h"
#include "ns3/block-write-groups.h"
#include "ns3/multipath-access.h"
#include "ns3/multipath-policy.h"
#include "ns3/random-variable-stream.h"
#include "ns3/test.h"
#include "ns3/user-error.h"

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

using Blocks = std::vector<uint64_t>;    //!< first blocks of requests
using Events = std::vector<std::string>; //!< what happened to paths

/**
 * @param times times
 * @return the same in microseconds
 */
std::vector<int64_t>
InMicroseconds(const std::vector<Time>& times)
{
    std::vector<int64_t> us;
    for (const auto& time : times)
    {
        us.push_back(time.GetMicroSeconds());
    }
    return us;
}

/**
 * @param action what a user may do wrong
 * @return the text of the UserError it ends with, or nothing
 */
std::string
GetError(const std::function<void()>& action)
{
    try
    {
        action();
    }
    catch (const UserError& error)
    {
        return error.what();
    }
    return "";
}

/// Notes where the paths are among which it chooses, and lets no memory be used again for them.
class MultipathMemoryPolicy : public MultipathFailoverPolicy
{
  public:
    uint32_t Choose(const std::vector<MultipathPath>& paths) override
    {
        where.insert(paths.data());
        for (int i = 0; i < 100; ++i)
        {
            m_copies.push_back(paths);
        }
        return MultipathFailoverPolicy::Choose(paths);
    }

    std::set<const MultipathPath*> where; //!< where the first of all paths was

  private:
    std::vector<std::vector<MultipathPath>> m_copies; //!< they take what memory was given back
};

} // namespace

/**
 * @ingroup block-io
 *
 * Which path each request takes, and when all are done, computed by hand.
 */
class MultipathPolicyTest : public TestCase
{
  public:
    MultipathPolicyTest()
        : TestCase("Requests take the path that the policy says")
    {
    }

  private:
    void DoRun() override
    {
        RoundRobin();
        Turns();
        LeastQueueDepth();
        ServiceTime();
        Failover();
        Access();
        Memory();
    }

    /// The paths to choose from are in one place if all are alike, and in another if some are
    /// worse: a request takes no memory for them.
    void Memory()
    {
        MultipathBench bench("FailoverPolicy", 3);
        auto policy = CreateObject<MultipathMemoryPolicy>();
        bench.device->SetAttribute("Policy", PointerValue(policy));
        bench.paths[0]->AggregateObject(CreateObject<MultipathAccess>());
        bench.Open();
        bench.SubmitReads(5);
        NS_TEST_EXPECT_MSG_EQ(policy->where.size(), 1, "all are optimized");
        bench.paths[0]->GetObject<MultipathAccess>()->SetOptimized(false);
        bench.SubmitReads(5);
        NS_TEST_EXPECT_MSG_EQ(policy->where.size(), 2, "one is not");
        bench.paths[0]->GetObject<MultipathAccess>()->SetOptimized(true);
        bench.SubmitReads(5);
        NS_TEST_EXPECT_MSG_EQ(policy->where.size(), 2, "all are again");
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(bench.paths[0]->asked.size(), 10, "the first, if all are alike");
        NS_TEST_EXPECT_MSG_EQ(bench.paths[1]->asked.size(), 5, "the second, if that is better");
    }

    /// A path that is not optimized rests until there are no better ones.
    void Access()
    {
        MultipathBench bench("RoundRobinPolicy", 3);
        for (const auto& path : bench.paths)
        {
            path->AggregateObject(CreateObject<MultipathAccess>());
        }
        const auto setOptimized = [&bench](uint32_t path, bool isOptimized) {
            bench.paths[path]->GetObject<MultipathAccess>()->SetOptimized(isOptimized);
        };
        setOptimized(0, false);
        bench.Open();
        bench.SubmitReads(6);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(bench.paths[0]->asked.size(), 0, "rests");
        NS_TEST_EXPECT_MSG_EQ((bench.paths[1]->asked == Blocks{0, 2, 4}), true, "in turn");
        NS_TEST_EXPECT_MSG_EQ((bench.paths[2]->asked == Blocks{1, 3, 5}), true, "in turn");
        // The only good one is lost: the request continues to the next in turn.
        setOptimized(1, false);
        bench.paths[2]->Lose();
        bench.Submit(BlockOperation::READ, 6);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ((bench.paths[2]->asked == Blocks{1, 3, 5, 6}), true, "the best");
        NS_TEST_EXPECT_MSG_EQ((bench.paths[0]->asked == Blocks{6}), true, "after it");
        NS_TEST_EXPECT_MSG_EQ(bench.completed.back()->status, BlockStatus::OK, "not lost");
        setOptimized(0, true);
        bench.Submit(BlockOperation::READ, 7);
        bench.Submit(BlockOperation::READ, 8);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ((bench.paths[0]->asked == Blocks{6, 7, 8}), true, "the best now");
        NS_TEST_EXPECT_MSG_EQ(bench.paths[1]->asked.size(), 3, "rests");
    }

    /// Ten requests over paths of a millisecond each: five milliseconds with two, four with three.
    void RoundRobin()
    {
        const std::vector<std::pair<std::vector<Blocks>, Time>> cases{
            {{{0, 2, 4, 6, 8}, {1, 3, 5, 7, 9}}, MilliSeconds(5)},
            {{{0, 3, 6, 9}, {1, 4, 7}, {2, 5, 8}}, MilliSeconds(4)}};
        for (const auto& [asked, end] : cases)
        {
            MultipathBench bench("RoundRobinPolicy", asked.size());
            bench.Open();
            bench.SubmitReads(10);
            Simulator::Run();
            for (std::size_t i = 0; i < asked.size(); ++i)
            {
                NS_TEST_EXPECT_MSG_EQ((bench.paths[i]->asked == asked[i]), true, "path " << i);
            }
            NS_TEST_ASSERT_MSG_EQ(bench.completed.size(), 10, "each once");
            NS_TEST_EXPECT_MSG_EQ(bench.completedAt.back(), end, "all at once");
            NS_TEST_EXPECT_MSG_EQ(bench.events.size(), asked.size(), "all are up");
        }
    }

    /// A path has three requests in its turn, and a path that is not ready has no turn.
    void Turns()
    {
        MultipathBench bench("RoundRobinPolicy[RequestsPerPath=3]", 3);
        bench.paths[1]->isReady = false;
        bench.Open();
        bench.SubmitReads(10);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ((bench.paths[0]->asked == Blocks{0, 1, 2, 6, 7, 8}), true, "first");
        NS_TEST_EXPECT_MSG_EQ(bench.paths[1]->asked.size(), 0, "not ready");
        NS_TEST_EXPECT_MSG_EQ((bench.paths[2]->asked == Blocks{3, 4, 5, 9}), true, "second");
    }

    /// The second path takes 3 ms, so it gets less: equals take turns, otherwise the shorter queue.
    void LeastQueueDepth()
    {
        MultipathBench bench("LeastQueueDepthPolicy");
        bench.paths[1]->unit = MultipathBench::MakeUnit(MilliSeconds(3), false);
        bench.Open();
        // Depths 0-0, 1-0, 1-1 and 2-1.
        bench.SubmitReads(4);
        NS_TEST_EXPECT_MSG_EQ((bench.paths[0]->asked == Blocks{0, 2}), true, "first");
        NS_TEST_EXPECT_MSG_EQ((bench.paths[1]->asked == Blocks{1, 3}), true, "second");
        // After 2.5 ms the first has nothing left: 0-2, 1-2 and 2-2.
        Simulator::Schedule(MicroSeconds(2500), &MultipathBench::SubmitReads, &bench, 3);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ((bench.paths[0]->asked == Blocks{0, 2, 0, 1}), true, "shorter");
        NS_TEST_EXPECT_MSG_EQ((bench.paths[1]->asked == Blocks{1, 3, 2}), true, "in turn");
        NS_TEST_EXPECT_MSG_EQ(bench.completed.size(), 7, "each once");
    }

    /// Four blocks count as four requests of one; what transfers nothing counts nothing.
    void ServiceTime()
    {
        MultipathBench bench("ServiceTimePolicy");
        bench.Open();
        // Blocks 0-0, 4-0, 4-1, 4-2, 4-3, 4-4 and 5-4.
        bench.Submit(BlockOperation::READ, 0, nullptr, 4);
        for (uint64_t lba = 4; lba < 10; ++lba)
        {
            bench.Submit(BlockOperation::WRITE, lba);
        }
        NS_TEST_EXPECT_MSG_EQ((bench.paths[0]->asked == Blocks{0, 8}), true, "first");
        NS_TEST_EXPECT_MSG_EQ((bench.paths[1]->asked == Blocks{4, 5, 6, 7, 9}), true, "second");
        // 5-5 twice: equals take turns.
        bench.Submit(BlockOperation::VERIFY, 10, nullptr, 8);
        bench.Submit(BlockOperation::READ, 18);
        NS_TEST_EXPECT_MSG_EQ(bench.paths[0]->asked.back(), 10, "in turn");
        NS_TEST_EXPECT_MSG_EQ(bench.paths[1]->asked.back(), 18, "nothing was transferred");
        // The second path fails, and the first takes over. Back again, it has nothing to do, while
        // the first has two reads.
        bench.At(0.5, 1, &TestPath::Lose);
        bench.At(30, 1, &TestPath::Return);
        Simulator::Schedule(MilliSeconds(31), &MultipathBench::SubmitReads, &bench, 4);
        Simulator::Run();
        const auto& first = bench.paths[0]->asked;
        const auto& second = bench.paths[1]->asked;
        NS_TEST_EXPECT_MSG_EQ(first.size(), 11, "what it had, what the other had, and two reads");
        NS_TEST_EXPECT_MSG_EQ(second.size(), 8, "two reads more");
        NS_TEST_EXPECT_MSG_EQ(bench.completed.size(), 13, "each once");
    }

    /// The first path has all, but while it is down; it is used as soon as it is up again.
    void Failover()
    {
        MultipathBench bench("FailoverPolicy");
        bench.Open();
        bench.SubmitReads(3);
        bench.At(5, 0, &TestPath::Lose);
        Simulator::Schedule(MilliSeconds(6), &MultipathBench::SubmitReads, &bench, 2);
        bench.At(30, 0, &TestPath::Return);
        Simulator::Schedule(MilliSeconds(29), &MultipathBench::SubmitReads, &bench, 1);
        Simulator::Schedule(MilliSeconds(31), &MultipathBench::SubmitReads, &bench, 1);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ((bench.paths[0]->asked == Blocks{0, 1, 2, 0, 1, 0}), true, "active");
        NS_TEST_EXPECT_MSG_EQ((bench.paths[1]->asked == Blocks{0, 1, 0}), true, "passive");
        const Events events{"up 0 at 0us",
                            "up 1 at 0us",
                            "down 0 at 7000us",
                            "block 0 from 0 at 7000us",
                            "block 1 from 0 at 7000us",
                            "up 0 at 30000us"};
        NS_TEST_EXPECT_MSG_EQ((bench.events == events), true, "in this order");
    }
};

/**
 * @ingroup block-io
 *
 * What a path does that is lost in mid-load.
 */
class MultipathFailureTest : public TestCase
{
  public:
    MultipathFailureTest()
        : TestCase("A path that fails loses no request")
    {
    }

  private:
    void DoRun() override
    {
        MidLoad();
        Checked();
        NoPath();
        Deadline();
        OtherErrors();
        Permanent();
    }

    /**
     * Ten reads over two paths, of which the second is lost after 2.5 ms. Its three that have no
     * answer yet fail at 3, 4 and 5 ms and follow those of the first path, which end at 5 ms.
     */
    void MidLoad()
    {
        MultipathBench bench("RoundRobinPolicy");
        bench.Open();
        bench.SubmitReads(10);
        bench.At(2.5, 1, &TestPath::Lose);
        bench.At(20, 1, &TestPath::Return);
        Simulator::Run();
        const Events events{"up 0 at 0us",
                            "up 1 at 0us",
                            "down 1 at 3000us",
                            "block 5 from 1 at 3000us",
                            "block 7 from 1 at 4000us",
                            "block 9 from 1 at 5000us",
                            "up 1 at 20000us"};
        NS_TEST_EXPECT_MSG_EQ((bench.events == events), true, "in this order");
        const Blocks asked{0, 2, 4, 6, 8, 5, 7, 9};
        NS_TEST_EXPECT_MSG_EQ((bench.paths[0]->asked == asked), true, "sent again in order");
        NS_TEST_ASSERT_MSG_EQ(bench.completed.size(), 10, "each once");
        Blocks done;
        for (const auto& request : bench.completed)
        {
            NS_TEST_EXPECT_MSG_EQ(request->status, BlockStatus::OK, "block " << request->lba);
            done.push_back(request->lba);
        }
        NS_TEST_EXPECT_MSG_EQ((done == Blocks{0, 1, 2, 3, 4, 6, 8, 5, 7, 9}), true, "order");
        const std::vector<int64_t> ends{1000, 1000, 2000, 2000, 3000, 4000, 5000, 6000, 7000, 8000};
        NS_TEST_EXPECT_MSG_EQ((InMicroseconds(bench.completedAt) == ends), true, "times");
    }

    /// A path whose device is ready all the time is up again after the interval, not earlier.
    void Checked()
    {
        MultipathBench bench("FailoverPolicy");
        bench.Open();
        bench.paths[0]->fate = BlockStatus::NOT_READY;
        bench.SubmitReads(1);
        Simulator::Schedule(MilliSeconds(5), &MultipathBench::SubmitReads, &bench, 1);
        Simulator::Schedule(MilliSeconds(12), &MultipathBench::SubmitReads, &bench, 1);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(bench.completed.size(), 3, "each once");
        const Events events{"up 0 at 0us",
                            "up 1 at 0us",
                            "down 0 at 1000us",
                            "block 0 from 0 at 1000us",
                            "up 0 at 11000us",
                            "down 0 at 13000us",
                            "block 0 from 0 at 13000us",
                            "up 0 at 23000us"};
        NS_TEST_EXPECT_MSG_EQ((bench.events == events), true, "10 ms later each");
        NS_TEST_EXPECT_MSG_EQ(bench.paths[1]->asked.size(), 3, "the other does it all");
    }

    /// Without a path requests fail at once, or wait as long as they may.
    void NoPath()
    {
        const std::vector<std::pair<int, Time>> cases{{0, MilliSeconds(2)},
                                                      {5, MilliSeconds(7)},
                                                      {40, MilliSeconds(21)}};
        for (const auto& [ms, end] : cases)
        {
            MultipathBench bench("RoundRobinPolicy");
            bench.device->SetAttribute("NoPathTimeout", TimeValue(MilliSeconds(ms)));
            bench.Open();
            bench.paths[0]->Lose();
            bench.paths[1]->Lose();
            // One fails over both paths, and one comes when none is left.
            bench.SubmitReads(1);
            Simulator::Schedule(MilliSeconds(3), &MultipathBench::SubmitReads, &bench, 1);
            bench.At(20, 1, &TestPath::Return);
            Simulator::Run();
            NS_TEST_ASSERT_MSG_EQ(bench.completed.size(), 2, "each once");
            const bool isBack = ms == 40;
            NS_TEST_EXPECT_MSG_EQ(bench.completed[0]->status,
                                  (isBack ? BlockStatus::OK : BlockStatus::TRANSPORT_ERROR),
                                  "as the last attempt, " << ms);
            NS_TEST_EXPECT_MSG_EQ(bench.completed[1]->status,
                                  (isBack ? BlockStatus::OK : BlockStatus::NOT_READY),
                                  "without an attempt, " << ms);
            NS_TEST_EXPECT_MSG_EQ(bench.completedAt[0], end, "when, " << ms);
            NS_TEST_EXPECT_MSG_EQ(bench.completed[0]->GetReferenceCount(), 1, "forgotten, " << ms);
            NS_TEST_EXPECT_MSG_EQ(bench.completed[1]->GetReferenceCount(), 1, "forgotten, " << ms);
        }
    }

    /**
     * One path, ready, on which everything fails after a millisecond: attempts at 0, 11 and 22 ms.
     * The wait of 25 ms begins when the first attempt has failed, and once for all.
     */
    void Deadline()
    {
        MultipathBench bench("RoundRobinPolicy", 1);
        bench.device->SetAttribute("NoPathTimeout", TimeValue(MilliSeconds(25)));
        bench.Open();
        bench.paths[0]->fate = BlockStatus::TRANSPORT_ERROR;
        bench.SubmitReads(1);
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(bench.completed.size(), 1, "once");
        NS_TEST_EXPECT_MSG_EQ(bench.completed[0]->status, BlockStatus::TRANSPORT_ERROR, "status");
        NS_TEST_EXPECT_MSG_EQ(bench.completedAt[0], MilliSeconds(26), "after the wait");
        const std::vector<int64_t> attempts{0, 11000, 22000};
        NS_TEST_EXPECT_MSG_EQ((InMicroseconds(bench.paths[0]->askedAt) == attempts), true, "tries");
    }

    /// These would be the same over any path.
    void OtherErrors()
    {
        for (const auto fate : {BlockStatus::MEDIUM_ERROR,
                                BlockStatus::LBA_OUT_OF_RANGE,
                                BlockStatus::RESERVATION_CONFLICT})
        {
            MultipathBench bench("RoundRobinPolicy");
            bench.Open();
            bench.paths[0]->fate = fate;
            bench.SubmitReads(1);
            Simulator::Run();
            NS_TEST_ASSERT_MSG_EQ(bench.completed.size(), 1, "once");
            NS_TEST_EXPECT_MSG_EQ(bench.completed[0]->status, fate, "its own");
            NS_TEST_EXPECT_MSG_EQ(bench.paths[1]->asked.size(), 0, "not sent again");
            NS_TEST_EXPECT_MSG_EQ(bench.device->IsPathUp(0), true, "the path is not to blame");
        }
    }

    /// It fails permanently when its last path does.
    void Permanent()
    {
        MultipathBench bench("RoundRobinPolicy");
        for (const auto& path : bench.paths)
        {
            path->isReady = false;
            path->AggregateObject(CreateObject<BlockIoPermanentFailure>());
        }
        bench.Open();
        NS_TEST_EXPECT_MSG_EQ(bench.device->IsReady(), false, "no path");
        const auto failure = bench.device->GetObject<BlockIoPermanentFailure>();
        bench.paths[1]->GetObject<BlockIoPermanentFailure>()->Declare("the second");
        NS_TEST_EXPECT_MSG_EQ(failure->HasOccurred(), false, "one is left");
        bench.paths[0]->GetObject<BlockIoPermanentFailure>()->Declare("the first");
        NS_TEST_EXPECT_MSG_EQ(failure->GetReason(), "the first", "none is left");
    }
};

/**
 * @ingroup block-io
 *
 * What a reader sees of what was written, and when.
 */
class MultipathContentsTest : public TestCase
{
  public:
    MultipathContentsTest()
        : TestCase("Contents survive lost paths, FLUSH waits, and stages add up")
    {
    }

  private:
    void DoRun() override
    {
        Contents();
        Flush();
        Groups();
        Stages();
        Properties();
    }

    /**
     * @param value what all bytes of a block are
     * @return a block
     */
    static Ptr<Packet> MakeBlock(uint8_t value)
    {
        const std::vector<uint8_t> bytes(MultipathBench::BLOCK_SIZE, value);
        return Create<Packet>(bytes.data(), bytes.size());
    }

    /**
     * Write several random blocks at once, while a path is lost and comes back.
     *
     * @param bench the device
     * @param random where numbers come from
     * @param value what is written
     * @param written what each block should hold
     */
    void WriteRound(MultipathBench& bench,
                    Ptr<UniformRandomVariable> random,
                    uint8_t value,
                    std::vector<uint8_t>& written)
    {
        std::set<uint64_t> blocks;
        while (blocks.size() < 8)
        {
            blocks.insert(random->GetInteger(0, MultipathBench::BLOCKS - 1));
        }
        for (const auto lba : blocks)
        {
            bench.Submit(WRITE, lba, MakeBlock(value));
            written[lba] = value;
        }
        const auto path = random->GetInteger(0, 1);
        bench.At(random->GetValue(0, 8), path, &TestPath::Lose);
        bench.At(random->GetValue(8, 40), path, &TestPath::Return);
        Simulator::Run();
    }

    /// Random writes with every policy: each block is what was written last.
    void Contents()
    {
        auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(5);
        std::size_t retries = 0;
        for (const auto* policy :
             {"RoundRobinPolicy", "LeastQueueDepthPolicy", "ServiceTimePolicy", "FailoverPolicy"})
        {
            MultipathBench bench(policy, 2, true);
            bench.Open();
            std::vector<uint8_t> written(MultipathBench::BLOCKS);
            for (uint8_t round = 1; round <= 50; ++round)
            {
                WriteRound(bench, random, round, written);
            }
            NS_TEST_EXPECT_MSG_EQ(bench.completed.size(), 400, policy << ": each once");
            retries += bench.paths[0]->asked.size() + bench.paths[1]->asked.size() - 400;
            bench.completed.clear();
            bench.SubmitReads(MultipathBench::BLOCKS);
            Simulator::Run();
            for (const auto& request : bench.completed)
            {
                uint8_t found = 0;
                request->data->CopyData(&found, 1);
                NS_TEST_EXPECT_MSG_EQ(+found, +written[request->lba], "block " << request->lba);
            }
        }
        NS_TEST_EXPECT_MSG_GT(retries, 100, "there was something to survive");
    }

    /// A FLUSH over one path waits for the writes before it over the other, and for no others.
    void Flush()
    {
        MultipathBench bench("RoundRobinPolicy");
        bench.paths[0]->unit = MultipathBench::MakeUnit(MilliSeconds(5), false);
        bench.Open();
        bench.Submit(WRITE, 1);
        bench.Submit(FLUSH, 0);
        bench.Submit(WRITE, 2);
        bench.Submit(READ, 3);
        Simulator::Run();
        // The FLUSH has its turn when it starts.
        NS_TEST_EXPECT_MSG_EQ((bench.paths[0]->asked == Blocks{1, 3}), true, "first");
        NS_TEST_EXPECT_MSG_EQ((bench.paths[1]->asked == Blocks{2, 0}), true, "second");
        const std::vector<int64_t> times{0, 5000};
        NS_TEST_EXPECT_MSG_EQ((InMicroseconds(bench.paths[1]->askedAt) == times), true, "when");
    }

    /// Who waits for writes is called in order, once, and only by Advance.
    void Groups()
    {
        BlockWriteGroups groups;
        std::string called;
        const auto first = groups.Begin();
        groups.Await(Callback<void>([&called]() { called += "a"; }));
        groups.Await(Callback<void>([&called]() { called += "b"; }));
        const auto second = groups.Begin();
        groups.Await(Callback<void>([&called]() { called += "c"; }));
        groups.End(second);
        groups.Advance();
        NS_TEST_EXPECT_MSG_EQ(called, "", "the first is on its way");
        groups.End(first);
        NS_TEST_EXPECT_MSG_EQ(called, "", "not yet");
        groups.Advance();
        groups.Advance();
        NS_TEST_EXPECT_MSG_EQ(called, "abc", "in order");
        groups.Begin();
        groups.Await(Callback<void>([&called]() { called += "d"; }));
        groups.Clear();
        groups.End(3);
        groups.Advance();
        NS_TEST_EXPECT_MSG_EQ(called, "abc", "forgotten");
    }

    /// Each attempt is what the request is.
    void Properties()
    {
        MultipathBench bench("FailoverPolicy");
        bench.Open();
        bench.paths[0]->Lose();
        for (const auto isForced : {true, false})
        {
            auto request = Create<BlockRequest>(WRITE, 5, 3);
            request->forceUnitAccess = isForced;
            request->order = isForced ? BlockOrder::ORDERED : BlockOrder::HEAD_OF_QUEUE;
            request->number = 17;
            request->completion = BlockRequest::Completion([](Ptr<BlockRequest>) {});
            bench.device->Submit(request);
            Simulator::Run();
            for (const auto& path : bench.paths)
            {
                const auto& attempt = *path->latest;
                // The lost path is not asked again.
                const auto isFirst = path == bench.paths[0];
                NS_TEST_EXPECT_MSG_EQ(attempt.forceUnitAccess, isForced || isFirst, "FUA");
                const auto order = isFirst ? BlockOrder::ORDERED : request->order;
                NS_TEST_EXPECT_MSG_EQ(attempt.order, order, "order");
                NS_TEST_EXPECT_MSG_EQ(attempt.number, 17, "number");
                NS_TEST_EXPECT_MSG_EQ(attempt.blocks, 3, "blocks");
            }
        }
    }

    /// The stages are those of the last attempt, and the time before it is in the first of them.
    void Stages()
    {
        MultipathBench bench("FailoverPolicy");
        bench.device->SetRecordTimelines(true);
        bench.Open();
        bench.paths[0]->Lose();
        bench.paths[0]->failureTime = MilliSeconds(7);
        const auto request = bench.Submit(READ, 1);
        Simulator::Run();
        const auto& timeline = *request->timeline;
        NS_TEST_EXPECT_MSG_EQ(timeline.GetDuration(IoStage::AT_DRIVE), MilliSeconds(7), "retried");
        NS_TEST_EXPECT_MSG_EQ(timeline.GetDuration(IoStage::MEDIA_DONE), MilliSeconds(1), "read");
        NS_TEST_EXPECT_MSG_EQ(timeline.Get(IoStage::COMPLETED), MilliSeconds(8), "all");
    }
};

/**
 * @ingroup block-io
 *
 * When the device is ready, and what a user may do wrong.
 */
class MultipathSetupTest : public TestCase
{
  public:
    MultipathSetupTest()
        : TestCase("Ready with the first path; mistakes are told")
    {
    }

  private:
    void DoRun() override
    {
        Ready();
        Mistakes();
        Disposed();
    }

    /// Ready with its first path, and for ever.
    void Ready()
    {
        MultipathBench bench("RoundRobinPolicy");
        bench.paths[0]->isReady = false;
        bench.paths[1]->isReady = false;
        bench.Open();
        NS_TEST_EXPECT_MSG_EQ(bench.device->GetBlockCount(), 0, "no path");
        bool isCalled = false;
        bench.device->CallWhenReady(Callback<void>([&isCalled]() { isCalled = true; }));
        bench.paths[1]->Return();
        NS_TEST_EXPECT_MSG_EQ(isCalled, true, "told");
        NS_TEST_EXPECT_MSG_EQ(bench.device->GetBlockCount(), MultipathBench::BLOCKS, "a path");
        NS_TEST_EXPECT_MSG_EQ(bench.device->GetBlockSize(), MultipathBench::BLOCK_SIZE, "its size");
        NS_TEST_EXPECT_MSG_EQ(bench.device->IsPathUp(0), false, "the other is not");
        NS_TEST_EXPECT_MSG_EQ(bench.device->GetNPaths(), 2, "paths");
        NS_TEST_EXPECT_MSG_EQ(bench.device->GetPath(1), bench.paths[1], "in their order");
        bench.paths[1]->Lose();
        NS_TEST_EXPECT_MSG_EQ(bench.device->IsReady(), true, "still known");
    }

    /// Paths that are none, or not of one unit.
    void Mistakes()
    {
        const auto set = [](const std::vector<Ptr<BlockDevice>>& paths) {
            return GetError([&paths] { CreateObject<MultipathDevice>()->SetPaths(paths); });
        };
        const auto unit = MultipathBench::MakeUnit(MilliSeconds(1), false);
        const std::string name = "ns3::MultipathDevice: ";
        NS_TEST_EXPECT_MSG_EQ(set({}), name + "there is no path", "none");
        NS_TEST_EXPECT_MSG_EQ(set({unit, nullptr}), name + "path 1 is missing", "null");
        NS_TEST_EXPECT_MSG_EQ(set({unit, unit}), name + "path 1 is listed twice", "twice");
        const auto other = CreateObjectWithAttributes<FixedLatencyDevice>("BlockCount",
                                                                          UintegerValue(9),
                                                                          "BlockSize",
                                                                          UintegerValue(8));
        NS_TEST_EXPECT_MSG_EQ(set({unit, other}),
                              name + "path 1 has 9 blocks of 8 bytes, so it is another logical "
                                     "unit than that of 64 blocks of 8",
                              "another unit");
        const auto device = CreateObject<MultipathDevice>();
        device->SetPaths({unit});
        NS_TEST_EXPECT_MSG_EQ(GetError([&] { device->SetPaths({unit}); }),
                              name + "the paths can be set only once",
                              "again");
    }

    /// A device that is disposed of while requests wait for a path is left alone.
    void Disposed()
    {
        MultipathBench bench("RoundRobinPolicy");
        bench.device->SetAttribute("NoPathTimeout", TimeValue(Seconds(1)));
        bench.Open();
        bench.paths[0]->Lose();
        bench.paths[1]->Lose();
        bench.SubmitReads(3);
        Simulator::Schedule(MilliSeconds(5), &MultipathDevice::Dispose, bench.device);
        bench.At(7, 0, &TestPath::Return);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(bench.completed.size(), 0, "nobody is told");
        NS_TEST_EXPECT_MSG_EQ(Simulator::Now(), MilliSeconds(11), "the last is a check");
    }
};

/**
 * @ingroup block-io
 *
 * Several paths to one logical unit.
 */
class MultipathDeviceTestSuite : public TestSuite
{
  public:
    MultipathDeviceTestSuite()
        : TestSuite("block-io-multipath", Type::UNIT)
    {
        AddTestCase(new MultipathPolicyTest, Duration::QUICK);
        AddTestCase(new MultipathFailureTest, Duration::QUICK);
        AddTestCase(new MultipathContentsTest, Duration::QUICK);
        AddTestCase(new MultipathSetupTest, Duration::QUICK);
    }
};

/// Registers the suite.
static MultipathDeviceTestSuite g_multipathDeviceTestSuite;
