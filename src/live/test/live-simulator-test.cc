/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "live-test-simulator.h"

#include "ns3/boolean.h"
#include "ns3/event-id.h"
#include "ns3/global-value.h"
#include "ns3/live-lag-limit.h"
#include "ns3/live-lag.h"
#include "ns3/live-signals.h"
#include "ns3/live-simulator-impl.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <iomanip>
#include <malloc.h>
#include <sstream>
#include <string>
#include <sys/socket.h>
#include <unistd.h>
#include <vector>

using namespace ns3;

namespace
{

/// Spend time of the wall clock.
void
SpendTime(Time time)
{
    const auto ns = time.GetNanoSeconds();
    const timespec duration{ns / 1'000'000'000, ns % 1'000'000'000};
    nanosleep(&duration, nullptr);
}

/// A pipe that is closed at the end.
struct Pipe
{
    Pipe()
    {
        NS_ABORT_MSG_IF(pipe(ends) != 0, "no pipe");
    }

    ~Pipe()
    {
        close(ends[0]);
        close(ends[1]);
    }

    /// Write a byte.
    void Write() const
    {
        const char byte = 'x';
        NS_ABORT_MSG_IF(write(ends[1], &byte, 1) != 1, "not written");
    }

    /// Read a byte.
    void Read() const
    {
        char byte;
        NS_ABORT_MSG_IF(read(ends[0], &byte, 1) != 1, "not read");
    }

    int ends[2]; //!< to read and to write
};

} // namespace

/**
 * @ingroup live-tests
 *
 * Events are executed in order, each not before its time by the wall clock.
 */
class LiveSimulatorOrderTestCase : public TestCase
{
  public:
    LiveSimulatorOrderTestCase()
        : TestCase("events in order, not before their time")
    {
    }

  private:
    void DoRun() override
    {
        const LiveTestSimulator simulator;
        Schedule(MilliSeconds(3), 3);
        Schedule(MilliSeconds(1), 1);
        Schedule(MilliSeconds(1), 2);
        const auto cancelled = Schedule(MilliSeconds(2), 9);
        const auto removed = Schedule(MilliSeconds(2), 9);
        NS_TEST_EXPECT_MSG_EQ(Simulator::GetDelayLeft(removed), MilliSeconds(2), "delay left");
        Simulator::Cancel(cancelled);
        Simulator::Remove(removed);
        NS_TEST_EXPECT_MSG_EQ(cancelled.IsExpired() && removed.IsExpired(), true, "expired");
        Simulator::ScheduleNow([this] { m_order.push_back(0); });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ((m_order == std::vector<int>{0, 1, 2, 3}), true, "order");
        NS_TEST_EXPECT_MSG_EQ(m_early, 0, "events before their time");
        NS_TEST_EXPECT_MSG_EQ(Simulator::Now(), MilliSeconds(3), "time of the last event");
        // A cancelled event is executed, and does nothing, as in ns-3's other simulators.
        NS_TEST_EXPECT_MSG_EQ(Simulator::GetEventCount(), 5, "events");
    }

    /**
     * @param delay when
     * @param mark what is put down then
     * @return the event
     */
    EventId Schedule(Time delay, int mark)
    {
        return Simulator::Schedule(delay, [this, mark] {
            m_order.push_back(mark);
            m_early += LiveSimulatorImpl::Get()->GetWallTime() < Simulator::Now() ? 1 : 0;
        });
    }

    std::vector<int> m_order; //!< marks of events
    int m_early{0};           //!< events before their time
};

/**
 * @ingroup live-tests
 *
 * Stop ends a run, at once or at a time, and the next run continues from there: the time between
 * the runs is none of the simulation's.
 */
class LiveSimulatorStopTestCase : public TestCase
{
  public:
    LiveSimulatorStopTestCase()
        : TestCase("stopped and continued")
    {
    }

  private:
    void DoRun() override
    {
        const LiveTestSimulator simulator;
        int executed = 0;
        for (int i = 1; i <= 4; ++i)
        {
            Simulator::Schedule(MilliSeconds(i), [&executed] { ++executed; });
        }
        Simulator::Schedule(MilliSeconds(1), &Simulator::Stop);
        Simulator::Stop(MilliSeconds(3));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(executed, 1, "until the event that stops");
        NS_TEST_EXPECT_MSG_EQ(Simulator::IsFinished(), true, "stopped");
        SpendTime(MilliSeconds(500));
        LiveSimulatorImpl::Get()->GetLag().TakeInterval();
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(executed, 3, "until the time to stop");
        const auto lag = LiveSimulatorImpl::Get()->GetLag().TakeInterval();
        NS_TEST_EXPECT_MSG_LT(lag.GetMin(), MilliSeconds(500), "the pause is not counted");
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(executed, 4, "until there is nothing");
    }
};

/**
 * @ingroup live-tests
 *
 * An event that takes longer than the time to the next ones makes these late. They are executed in
 * order, and the lag of each is counted.
 */
class LiveSimulatorLagTestCase : public TestCase
{
  public:
    LiveSimulatorLagTestCase()
        : TestCase("lag behind an event that takes long")
    {
    }

  private:
    void DoRun() override
    {
        const LiveTestSimulator simulator;
        Simulator::Schedule(MilliSeconds(1), &SpendTime, MilliSeconds(50));
        std::vector<Time> times;
        for (int i = 2; i <= 11; ++i)
        {
            Simulator::Schedule(MilliSeconds(i), [&times] { times.push_back(Simulator::Now()); });
        }
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(times.size(), 10, "none is left out");
        NS_TEST_EXPECT_MSG_EQ(times.front(), MilliSeconds(2), "each at its time");
        NS_TEST_EXPECT_MSG_EQ(times.back(), MilliSeconds(11), "each at its time");
        // The events at 2 to 11 ms are executed at 51 ms or later: they lag by 40 to 49 ms.
        auto& lag = LiveSimulatorImpl::Get()->GetLag();
        const auto run = lag.GetRun();
        NS_TEST_EXPECT_MSG_EQ(run.GetCount(), 11, "all events");
        NS_TEST_EXPECT_MSG_GT_OR_EQ(run.GetMax(), MilliSeconds(49), "of the second event");
        NS_TEST_EXPECT_MSG_GT_OR_EQ(run.GetPercentile(50), MilliSeconds(39), "of half of them");
        NS_TEST_EXPECT_MSG_EQ(lag.TakeInterval().GetCount(), 11, "since the start");
        NS_TEST_EXPECT_MSG_EQ(lag.TakeInterval().GetCount(), 0, "since just now");
        NS_TEST_EXPECT_MSG_EQ(lag.GetRun().GetCount(), 11, "the run is not forgotten");
    }
};

/**
 * @ingroup live-tests
 *
 * A pause counts by its length, whether events were due or not.
 */
class LiveLagLimitTestCase : public TestCase
{
  public:
    LiveLagLimitTestCase()
        : TestCase("a limit of the lag")
    {
    }

  private:
    void DoRun() override
    {
        const LiveTestSimulator simulator;
        auto& live = *LiveSimulatorImpl::Get();
        const LiveLagLimit strict(live, MilliSeconds(30), 80);
        const LiveLagLimit generous(live, Seconds(10), 100);
        NS_TEST_EXPECT_MSG_EQ(strict.GetExcess(), "", "nothing happened yet");
        Simulator::Schedule(MicroSeconds(500), &SpendTime, MilliSeconds(50));
        Simulator::Stop(MicroSeconds(100500));
        Simulator::Run();
        // At 1, 2, ... 50 ms the lag is at least 49.5, 48.5, ... 0.5 ms; 20 of these 100 are at
        // least 30.5 ms.
        const auto& lag = strict.GetLagOverTime();
        NS_TEST_EXPECT_MSG_EQ(lag.GetCount(), 100, "one each millisecond");
        NS_TEST_EXPECT_MSG_GT_OR_EQ(lag.GetMax(), MicroSeconds(49500), "the longest");
        NS_TEST_EXPECT_MSG_GT_OR_EQ(lag.GetPercentile(81), MicroSeconds(30400), "rank 81 of 100");
        const LiveLagLimit other(live, MilliSeconds(30), 81);
        NS_TEST_EXPECT_MSG_NE(other.GetExcess(), "", "events lag as much");
        NS_TEST_EXPECT_MSG_EQ(generous.GetExcess(), "", "less than ten seconds");
        const LiveLagLimit exact(live, MilliSeconds(49), 100);
        // A machine that is busy wakes the event later than asked: the figure is what was measured.
        const auto worst = std::max(lag.GetMax(), live.GetLag().GetRun().GetMax());
        std::ostringstream figure;
        figure << "the lag was " << std::fixed << std::setprecision(3) << worst.ToDouble(Time::MS)
               << " ms at p100, above 49.000 ms: ";
        NS_TEST_EXPECT_MSG_EQ(exact.GetExcess().substr(0, figure.str().size()),
                              figure.str(),
                              "figure, percentile and limit");
        LiveLagLimit again(live, MilliSeconds(49), 100);
        again.Reset();
        NS_TEST_EXPECT_MSG_EQ(again.GetExcess(), "", "what was is forgotten");
    }
};

/**
 * @ingroup live-tests
 *
 * A descriptor that can be read wakes the simulator before the next event, and its handler runs at
 * the time of the wall clock in the context of its node.
 */
class LiveSimulatorDescriptorTestCase : public TestCase
{
  public:
    LiveSimulatorDescriptorTestCase()
        : TestCase("handler of a descriptor")
    {
    }

  private:
    void DoRun() override
    {
        const LiveTestSimulator simulator;
        const auto live = LiveSimulatorImpl::Get();
        const Pipe pipe;
        constexpr uint32_t CONTEXT = 7;
        Time handled;
        Time wall;
        uint32_t context = 0;
        auto later = Simulator::Schedule(Seconds(60), [] {});
        const auto handle = [&] {
            pipe.Read();
            handled = Simulator::Now();
            wall = live->GetWallTime();
            context = Simulator::GetContext();
            later.Remove();
            live->RemoveDescriptor(pipe.ends[0]);
        };
        live->AddDescriptor(pipe.ends[0], Callback<void>(handle), CONTEXT);
        Simulator::Schedule(MilliSeconds(5), [&pipe] { pipe.Write(); });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_GT_OR_EQ(handled, MilliSeconds(5), "after it was written");
        NS_TEST_EXPECT_MSG_LT_OR_EQ(handled, wall, "not in the future");
        NS_TEST_EXPECT_MSG_LT(handled, Seconds(60), "before the next event");
        NS_TEST_EXPECT_MSG_EQ(context, CONTEXT, "context");
    }
};

/**
 * @ingroup live-tests
 *
 * While events are late, descriptors are looked at after each PollInterval events, and handlers run
 * at the time of the next event, whatever the clock says.
 */
class LiveSimulatorLatePollTestCase : public TestCase
{
  public:
    LiveSimulatorLatePollTestCase()
        : TestCase("descriptors while events are late")
    {
    }

  private:
    void DoRun() override
    {
        const LiveTestSimulator simulator;
        const auto live = LiveSimulatorImpl::Get();
        live->SetAttribute("PollInterval", UintegerValue(4));
        const Pipe pipe;
        Time handled;
        live->AddDescriptor(pipe.ends[0], Callback<void>([&] {
                                pipe.Read();
                                handled = Simulator::Now();
                                live->RemoveDescriptor(pipe.ends[0]);
                            }));
        Simulator::Schedule(MilliSeconds(1), [&pipe] {
            pipe.Write();
            SpendTime(MilliSeconds(30));
        });
        for (int i = 2; i <= 20; ++i)
        {
            Simulator::Schedule(MilliSeconds(i), [] {});
        }
        Simulator::Run();
        // After the events at 1 to 4 ms there is a look, and it is at least 31 ms by the clock.
        NS_TEST_EXPECT_MSG_EQ(handled, MilliSeconds(5), "after four events");
    }
};

/**
 * @ingroup live-tests
 *
 * A handler that runs at the time of the next event comes before it: that event has not expired.
 */
class LiveSimulatorExpiryTestCase : public TestCase
{
  public:
    LiveSimulatorExpiryTestCase()
        : TestCase("events that are due are not expired for a handler")
    {
    }

  private:
    void DoRun() override
    {
        const LiveTestSimulator simulator;
        const auto live = LiveSimulatorImpl::Get();
        const Pipe pipe;
        live->SetAttribute("PollInterval", UintegerValue(1));
        bool isExpired = true;
        std::string order;
        // It has a lower number than the event before it, after which the descriptor is looked at.
        const auto event = Simulator::Schedule(MilliSeconds(2), [&order] { order += "e"; });
        Simulator::Schedule(MilliSeconds(1), [&pipe] {
            pipe.Write();
            SpendTime(MilliSeconds(5));
        });
        live->AddDescriptor(pipe.ends[0], Callback<void>([&] {
                                pipe.Read();
                                NS_TEST_EXPECT_MSG_EQ(Simulator::Now(), MilliSeconds(2), "due");
                                isExpired = event.IsExpired();
                                order += "h";
                                live->RemoveDescriptor(pipe.ends[0]);
                            }));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(isExpired, false, "it is still to come");
        NS_TEST_EXPECT_MSG_EQ(order, "he", "the handler comes first");
    }
};

/**
 * @ingroup live-tests
 *
 * A handler may add descriptors and remove others that could be read as well.
 */
class LiveSimulatorRemovalTestCase : public TestCase
{
  public:
    LiveSimulatorRemovalTestCase()
        : TestCase("a handler removes and adds descriptors")
    {
    }

  private:
    void DoRun() override
    {
        const LiveTestSimulator simulator;
        const auto live = LiveSimulatorImpl::Get();
        const Pipe first;
        const Pipe second;
        const Pipe third;
        std::string calls;
        const auto handleThird = Callback<void>([&] {
            third.Read();
            calls += "3";
            live->RemoveDescriptor(third.ends[0]);
        });
        live->AddDescriptor(first.ends[0], Callback<void>([&] {
                                calls += "1";
                                live->RemoveDescriptor(first.ends[0]);
                                live->RemoveDescriptor(second.ends[0]);
                                live->AddDescriptor(third.ends[0], handleThird);
                            }));
        live->AddDescriptor(second.ends[0], Callback<void>([&calls] { calls += "2"; }));
        first.Write();
        second.Write();
        third.Write();
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(calls, "13", "not the second, whose descriptor may be closed");
    }
};

/**
 * @ingroup live-tests
 *
 * A descriptor is watched for room to write, beside what there is to read, and each ends by itself.
 */
class LiveSimulatorWritableTestCase : public TestCase
{
  public:
    LiveSimulatorWritableTestCase()
        : TestCase("room to write")
    {
    }

  private:
    void DoRun() override
    {
        const LiveTestSimulator simulator;
        const auto live = LiveSimulatorImpl::Get();
        // Also if both events are late, the first is seen before the second.
        live->SetAttribute("PollInterval", UintegerValue(1));
        int ends[2];
        NS_ABORT_MSG_IF(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends) != 0, "no pair");
        std::vector<char> bytes(1 << 20);
        while (write(ends[0], bytes.data(), bytes.size()) > 0)
        {
            // Until there is no room.
        }
        std::string calls;
        const auto write = Callback<void>([&] {
            calls += "w";
            live->RemoveDescriptor(ends[0], LiveReadiness::WRITABLE);
        });
        const auto read = Callback<void>([&] {
            calls += "r";
            live->RemoveDescriptor(ends[0]);
        });
        live->AddDescriptor(ends[0], write, Simulator::NO_CONTEXT, LiveReadiness::WRITABLE);
        live->AddDescriptor(ends[0], read);
        Simulator::Schedule(MilliSeconds(2), [&] {
            calls += "-";
            NS_ABORT_MSG_IF(::write(ends[1], "x", 1) != 1, "not written");
        });
        Simulator::Schedule(MilliSeconds(4), [&] {
            calls += "+";
            while (::read(ends[1], bytes.data(), bytes.size()) > 0)
            {
                // Until there is room.
            }
        });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(calls, "-r+w", "each when it is so, and once");
        close(ends[0]);
        close(ends[1]);
    }
};

/**
 * @ingroup live-tests
 *
 * Events of the destruction, and what becomes of events that were never due.
 */
class LiveSimulatorDestroyTestCase : public TestCase
{
  public:
    LiveSimulatorDestroyTestCase()
        : TestCase("events at the end of the simulator")
    {
    }

  private:
    void DoRun() override
    {
        std::string order;
        {
            const LiveTestSimulator simulator;
            const auto a = Simulator::ScheduleDestroy([&order] { order += "a"; });
            auto b = Simulator::ScheduleDestroy([&order] { order += "b"; });
            Simulator::ScheduleDestroy([&order] { order += "c"; });
            NS_TEST_EXPECT_MSG_EQ(a.IsExpired(), false, "to come");
            b.Remove();
            NS_TEST_EXPECT_MSG_EQ(b.IsExpired(), true, "removed");
            Simulator::Schedule(Seconds(100), [&order] { order += "late"; });
            Simulator::Stop(MilliSeconds(1));
            Simulator::Run();
        }
        NS_TEST_EXPECT_MSG_EQ(order, "ac", "in order");
    }
};

/**
 * @ingroup live-tests
 *
 * Signals are handled as events are.
 */
class LiveSignalsTestCase : public TestCase
{
  public:
    LiveSignalsTestCase()
        : TestCase("signals")
    {
    }

  private:
    void DoRun() override
    {
        const LiveTestSimulator simulator;
        int states = 0;
        LiveSignals signals;
        signals.Handle(SIGUSR1, Callback<void>([&states] { ++states; }));
        signals.Handle(SIGTERM, MakeCallback(static_cast<void (*)()>(&Simulator::Stop)));
        Simulator::Schedule(MilliSeconds(1), [] { raise(SIGUSR1); });
        Simulator::Schedule(MilliSeconds(5), [] { raise(SIGTERM); });
        Simulator::Schedule(Seconds(60), [] {});
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(states, 1, "asked for the state once");
        NS_TEST_EXPECT_MSG_LT(Simulator::Now(), Seconds(60), "ended by the signal");
        // Once more, with nobody to handle it: it would end the program.
        raise(SIGTERM);
    }
};

/**
 * @ingroup live-tests
 *
 * The memory of large packets is given back when they go, though small ones came between.
 */
class LiveSimulatorMemoryTestCase : public TestCase
{
  public:
    LiveSimulatorMemoryTestCase()
        : TestCase("memory of packets")
    {
    }

  private:
    void DoRun() override
    {
        const LiveTestSimulator simulator;
        NS_TEST_ASSERT_MSG_NE(LiveSimulatorImpl::Get(), nullptr, "the simulator has begun");
        constexpr std::size_t LARGE = 1 << 20;
        const std::vector<uint8_t> large(LARGE, 'x');
        const std::vector<uint8_t> small(100, 'y');
        const auto before = GetMemoryInUse();
        {
            std::vector<Ptr<Packet>> packets;
            for (int i = 0; i < 40; ++i)
            {
                packets.push_back(Create<Packet>(large.data(), large.size()));
                packets.push_back(Create<Packet>(small.data(), small.size()));
            }
            NS_TEST_EXPECT_MSG_GT(GetMemoryInUse(), before + 30 * LARGE, "they take memory");
        }
        NS_TEST_EXPECT_MSG_LT(GetMemoryInUse(), before + LARGE, "and give it back");
    }

    /**
     * @return memory that the program has got from malloc, bytes
     */
    static std::size_t GetMemoryInUse()
    {
        const auto info = mallinfo2();
        return info.uordblks + info.hblkhd;
    }
};

/**
 * @ingroup live-tests
 *
 * @brief Tests of the simulator that follows the wall clock.
 */
class LiveSimulatorTestSuite : public TestSuite
{
  public:
    LiveSimulatorTestSuite()
        : TestSuite("live-simulator", Type::UNIT)
    {
        AddTestCase(new LiveSimulatorOrderTestCase, Duration::QUICK);
        AddTestCase(new LiveSimulatorStopTestCase, Duration::QUICK);
        AddTestCase(new LiveSimulatorLagTestCase, Duration::QUICK);
        AddTestCase(new LiveLagLimitTestCase, Duration::QUICK);
        AddTestCase(new LiveSimulatorDescriptorTestCase, Duration::QUICK);
        AddTestCase(new LiveSimulatorLatePollTestCase, Duration::QUICK);
        AddTestCase(new LiveSimulatorExpiryTestCase, Duration::QUICK);
        AddTestCase(new LiveSimulatorRemovalTestCase, Duration::QUICK);
        AddTestCase(new LiveSimulatorWritableTestCase, Duration::QUICK);
        AddTestCase(new LiveSimulatorDestroyTestCase, Duration::QUICK);
        AddTestCase(new LiveSimulatorMemoryTestCase, Duration::QUICK);
        AddTestCase(new LiveSignalsTestCase, Duration::QUICK);
    }
};

static LiveSimulatorTestSuite g_liveSimulatorTestSuite; //!< Static variable for test initialization
