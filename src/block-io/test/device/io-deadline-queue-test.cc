/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/block-request.h"
#include "ns3/io-deadline-queue.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

/**
 * @ingroup block-io-tests
 *
 * A queue of words, and what was heard of it.
 */
struct IoDeadlineBench
{
    using Queue = IoDeadlineQueue<std::string>;                 //!< a queue of words
    using Heard = std::vector<std::pair<std::string, int64_t>>; //!< words, and when in ms
    Queue queue{MakeCallback(&IoDeadlineBench::Rang, this)};    //!< the queue
    std::vector<int64_t> rings;                                 //!< when it rang, ms
    Heard expired;                                              //!< what waited for too long
    uint32_t restarts{0};                                       //!< how often it may still wait

    /**
     * @param limit how long a word may wait
     */
    explicit IoDeadlineBench(Time limit)
    {
        queue.SetLimit(limit);
    }

    ~IoDeadlineBench()
    {
        Simulator::Destroy();
    }

    /**
     * @param at when something is done, ms
     * @param what what is done
     */
    template <typename What>
    void At(int64_t at, What what)
    {
        Simulator::Schedule(MilliSeconds(at), what);
    }

    /**
     * The queue rang.
     */
    void Rang()
    {
        const auto now = Simulator::Now().GetMilliSeconds();
        rings.push_back(now);
        while (const auto position = queue.FindExpired())
        {
            expired.emplace_back((*position)->value, now);
            if (restarts == 0)
            {
                queue.Remove(*position);
            }
            else
            {
                --restarts;
                queue.Restart(*position);
            }
        }
    }
};

/**
 * @ingroup block-io-tests
 *
 * Each entry has its time, all of them one event.
 */
class IoDeadlineTimesTestCase : public TestCase
{
  public:
    IoDeadlineTimesTestCase()
        : TestCase("entries expire at their deadlines")
    {
    }

  private:
    void DoRun() override
    {
        Expire();
        EndInTime();
        EndAll();
        Restart();
        RestartLate();
        AddWhenLate();
    }

    /// Entries of 0, 3 and 3 ms with 10 ms each.
    void Expire()
    {
        IoDeadlineBench bench(MilliSeconds(10));
        bench.queue.Add("a");
        bench.At(3, [&bench] {
            bench.queue.Add("b");
            bench.queue.Add("c");
        });
        Simulator::Run();
        const IoDeadlineBench::Heard expired{{"a", 10}, {"b", 13}, {"c", 13}};
        NS_TEST_EXPECT_MSG_EQ((bench.expired == expired), true, "each after 10 ms");
        NS_TEST_EXPECT_MSG_EQ((bench.rings == std::vector<int64_t>{10, 13}), true, "one event");
        NS_TEST_EXPECT_MSG_EQ(Simulator::Now(), MilliSeconds(13), "and none after the last");
    }

    /// The event stays where it is if the oldest ends in time.
    void EndInTime()
    {
        IoDeadlineBench bench(MilliSeconds(10));
        const auto a = bench.queue.Add("a");
        bench.At(4, [&bench] { bench.queue.Add("b"); });
        bench.At(6, [&bench, a] { bench.queue.Remove(a); });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ((bench.expired == IoDeadlineBench::Heard{{"b", 14}}), true, "b only");
        NS_TEST_EXPECT_MSG_EQ((bench.rings == std::vector<int64_t>{10, 14}), true, "set for a, b");
    }

    /// The event goes with the last entry.
    void EndAll()
    {
        IoDeadlineBench bench(MilliSeconds(10));
        const auto a = bench.queue.Add("a");
        bench.At(2, [&bench, a] { bench.queue.Remove(a); });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(bench.rings.size(), 0, "nothing waits");
        NS_TEST_EXPECT_MSG_EQ(Simulator::Now(), MilliSeconds(2), "no event is left behind");
    }

    /// An entry whose time begins again follows the others.
    void Restart()
    {
        IoDeadlineBench bench(MilliSeconds(10));
        const auto a = bench.queue.Add("a");
        bench.At(1, [&bench] { bench.queue.Add("b"); });
        bench.At(5, [&bench, a] { bench.queue.Restart(a); });
        Simulator::Run();
        const IoDeadlineBench::Heard expired{{"b", 11}, {"a", 15}};
        NS_TEST_EXPECT_MSG_EQ((bench.expired == expired), true, "10 ms after 1 and 5 ms");
        NS_TEST_EXPECT_MSG_EQ((bench.rings == std::vector<int64_t>{10, 11, 15}),
                              true,
                              "set for a, b and a again");
    }

    /// An entry that has waited for too long may continue waiting.
    void RestartLate()
    {
        IoDeadlineBench bench(MilliSeconds(10));
        bench.restarts = 3;
        bench.queue.Add("a");
        bench.At(1, [&bench] { bench.queue.Add("b"); });
        Simulator::Run();
        const IoDeadlineBench::Heard expired{{"a", 10}, {"b", 11}, {"a", 20}, {"b", 21}, {"a", 30}};
        NS_TEST_EXPECT_MSG_EQ((bench.expired == expired), true, "a, b and a again");
    }

    /// What is added while others expire has all its time.
    void AddWhenLate()
    {
        IoDeadlineBench bench(MilliSeconds(10));
        bench.queue.Add("a");
        bench.At(10, [&bench] { bench.queue.Add("b"); });
        Simulator::Run();
        const IoDeadlineBench::Heard expired{{"a", 10}, {"b", 20}};
        NS_TEST_EXPECT_MSG_EQ((bench.expired == expired), true, "10 ms after 10 ms");
    }
};

/**
 * @ingroup block-io-tests
 *
 * The limit may change, and there may be none.
 */
class IoDeadlineLimitTestCase : public TestCase
{
  public:
    IoDeadlineLimitTestCase()
        : TestCase("limits")
    {
    }

  private:
    void DoRun() override
    {
        None();
        Change(MilliSeconds(20), {10, 20});
        // The event that is set stays.
        Change(MilliSeconds(2), {10});
    }

    /// Without a limit nothing is watched.
    void None()
    {
        IoDeadlineBench bench(Seconds(0));
        const auto a = bench.queue.Add("a");
        bench.queue.Restart(a);
        bench.queue.Remove(a);
        bench.queue.Add("c");
        bench.At(7, [&bench] {
            bench.queue.SetLimit(MilliSeconds(5));
            bench.queue.Add("b");
        });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(bench.queue.GetLimit(), MilliSeconds(5), "the limit");
        NS_TEST_EXPECT_MSG_EQ((bench.expired == IoDeadlineBench::Heard{{"b", 12}}),
                              true,
                              "what came when there was a limit");
    }

    /**
     * Change the limit of an entry that waits.
     *
     * @param limit the limit from 4 ms on, 10 ms before
     * @param rings when the queue rings, the last time as the entry expires
     */
    void Change(Time limit, const std::vector<int64_t>& rings)
    {
        IoDeadlineBench bench(MilliSeconds(10));
        bench.queue.Add("a");
        bench.At(4, [&] { bench.queue.SetLimit(limit); });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ((bench.rings == rings), true, "a limit of " << limit);
        NS_TEST_EXPECT_MSG_EQ((bench.expired == IoDeadlineBench::Heard{{"a", rings.back()}}),
                              true,
                              "a limit of " << limit);
    }
};

/**
 * @ingroup block-io-tests
 *
 * What is forgotten is released, and its memory is used again.
 */
class IoDeadlineMemoryTestCase : public TestCase
{
  public:
    IoDeadlineMemoryTestCase()
        : TestCase("entries that are removed")
    {
    }

  private:
    void DoRun() override
    {
        IoDeadlineQueue<Ptr<BlockRequest>> queue{Callback<void>()};
        queue.SetLimit(Seconds(1));
        auto request = Create<BlockRequest>(BlockOperation::READ, 0, 1);
        const auto first = queue.Add(request);
        const auto* memory = &*first;
        NS_TEST_EXPECT_MSG_EQ(request->GetReferenceCount(), 2, "kept");
        queue.Remove(first);
        NS_TEST_EXPECT_MSG_EQ(request->GetReferenceCount(), 1, "let go");
        // Whatever allocates now would get the memory if it were free.
        IoDeadlineQueue<Ptr<BlockRequest>> other{Callback<void>()};
        other.SetLimit(Seconds(1));
        other.Add(request);
        NS_TEST_EXPECT_MSG_EQ((&*queue.Add(request) == memory), true, "the same memory");
        NS_TEST_EXPECT_MSG_EQ((&*queue.Add(request) != memory), true, "which is in use now");
        queue.Clear();
        other.Clear();
        NS_TEST_EXPECT_MSG_EQ(request->GetReferenceCount(), 1, "all let go");
        {
            IoDeadlineQueue<Ptr<BlockRequest>> gone{Callback<void>()};
            gone.SetLimit(Seconds(1));
            gone.Add(request);
        }
        // A null callback would end the process if an event were left.
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(request->GetReferenceCount(), 1, "gone with the queue");
        Simulator::Destroy();
    }
};

/**
 * @ingroup block-io-tests
 *
 * The queue of deadlines.
 */
class IoDeadlineQueueTestSuite : public TestSuite
{
  public:
    IoDeadlineQueueTestSuite()
        : TestSuite("block-io-deadline-queue", Type::UNIT)
    {
        AddTestCase(new IoDeadlineTimesTestCase, Duration::QUICK);
        AddTestCase(new IoDeadlineLimitTestCase, Duration::QUICK);
        AddTestCase(new IoDeadlineMemoryTestCase, Duration::QUICK);
    }
};

static IoDeadlineQueueTestSuite g_ioDeadlineQueueTestSuite; //!< registers the suite
