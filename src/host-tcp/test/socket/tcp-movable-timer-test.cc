/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-talk.h"

#include "ns3/map-scheduler.h"
#include "ns3/tcp-movable-timer.h"
#include "ns3/test.h"

#include <algorithm>

using namespace ns3;

namespace
{

/// When the last write is that counts, after one second in which the hosts get ready.
const Time LAST = Seconds(1) + MilliSeconds(150);

uint32_t g_events = 0;     //!< in the list of the simulator
uint32_t g_mostEvents = 0; //!< that were there at the same time, from the last write on

} // namespace

/**
 * @ingroup host-tcp-tests
 *
 * A scheduler that counts its events, those that are cancelled as well.
 */
class TcpCountingScheduler : public MapScheduler
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::TcpCountingScheduler")
                                .SetParent<MapScheduler>()
                                .SetGroupName("HostTcp")
                                .AddConstructor<TcpCountingScheduler>();
        return tid;
    }

    void Insert(const Event& event) override
    {
        ++g_events;
        if (Simulator::Now() >= LAST)
        {
            g_mostEvents = std::max(g_mostEvents, g_events);
        }
        MapScheduler::Insert(event);
    }

    Event RemoveNext() override
    {
        --g_events;
        return MapScheduler::RemoveNext();
    }

    void Remove(const Event& event) override
    {
        --g_events;
        MapScheduler::Remove(event);
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * Timers that are set again and again leave no events behind: one host writes 5,000 times to
 * another within one retransmission timeout.
 */
class TcpPendingEventsTestCase : public TestCase
{
  public:
    /**
     * @param hasOffload whether adapters segment
     */
    explicit TcpPendingEventsTestCase(bool hasOffload)
        : TestCase(std::string("events that wait, offload ") + (hasOffload ? "on" : "off")),
          m_hasOffload(hasOffload)
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint32_t writes = 5000;
        ObjectFactory factory;
        factory.SetTypeId(TcpCountingScheduler::GetTypeId());
        Simulator::SetScheduler(factory);
        g_mostEvents = 0;
        TcpTalkRules rules;
        rules.hasOffload = m_hasOffload;
        rules.delAckCount = 2;
        TcpTalkWrites times;
        for (uint32_t i = 0; i < writes; ++i)
        {
            times.emplace_back((LAST - Seconds(1)) * (i + 1) / writes, TCP_TALK_MSS);
        }
        const TcpTalk talk(rules, times);
        NS_TEST_EXPECT_MSG_EQ(talk.received, (writes + 1) * TCP_TALK_MSS, "all arrives");
        NS_TEST_EXPECT_MSG_GT(talk.acked.size(), writes / 3, "acknowledged");
        // 2 ms of the cable hold 67 segments and 33 acknowledgements; a host has less than ten
        // timers.
        NS_TEST_EXPECT_MSG_GT(g_mostEvents, 0, "counted");
        NS_TEST_EXPECT_MSG_LT(g_mostEvents, 200, "events at the same time");
    }

    bool m_hasOffload; //!< whether adapters segment
};

/**
 * @ingroup host-tcp-tests
 *
 * The timer expires when it is due, however often it is moved.
 */
class TcpMovableTimerTestCase : public TestCase
{
  public:
    TcpMovableTimerTestCase()
        : TestCase("a timer that is moved"),
          m_timer([this](Time delay) {
              ++m_scheduled;
              return Simulator::Schedule(delay, &TcpMovableTimerTestCase::HandleEvent, this);
          })
    {
    }

  private:
    void DoRun() override
    {
        const auto set = [this](double at, double delay) {
            Simulator::Schedule(Seconds(at), [=, this] { m_timer.Set(m_event, Seconds(delay)); });
        };
        const auto stop = [this](double at) {
            Simulator::Schedule(Seconds(at), [=, this] { m_timer.Stop(m_event); });
        };
        // Moved on at 1 s and 2 s from 10 s to 12 s: two events, of which one was early.
        set(0, 10);
        set(1, 10);
        set(2, 10);
        // Stopped and set again from 20 s to 22 s: the event waits.
        set(15, 5);
        stop(16);
        set(17, 5);
        // From 40 s to 33 s: a new event.
        set(30, 10);
        set(31, 2);
        // Stopped permanently; the event comes at 60 s.
        set(50, 10);
        stop(51);
        // The socket has scheduled an event itself, and finds another.
        Simulator::Schedule(Seconds(70), [this] {
            m_event = Simulator::Schedule(Seconds(1), &TcpMovableTimerTestCase::HandleEvent, this);
            m_timer.Set(m_event, Seconds(3));
        });
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(m_expired.size(), 4, "expires as often");
        const double times[] = {12, 22, 33, 73};
        for (uint32_t i = 0; i < 4; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(m_expired[i], Seconds(times[i]), "when it is due");
        }
        NS_TEST_EXPECT_MSG_EQ(m_scheduled, 8, "events");
        NS_TEST_EXPECT_MSG_EQ(m_event.IsPending(), false, "none waits");
        Simulator::Destroy();
    }

    /// The event has come.
    void HandleEvent()
    {
        if (m_timer.Expire(m_event))
        {
            m_expired.push_back(Simulator::Now());
        }
    }

    EventId m_event;             //!< of the socket
    TcpMovableTimer m_timer;     //!< the timer
    uint32_t m_scheduled{0};     //!< events
    std::vector<Time> m_expired; //!< when
};

/**
 * @ingroup host-tcp-tests
 *
 * @brief Tests of TCP's timers.
 */
class TcpMovableTimerTestSuite : public TestSuite
{
  public:
    TcpMovableTimerTestSuite()
        : TestSuite("tcp-movable-timer", Type::UNIT)
    {
        AddTestCase(new TcpMovableTimerTestCase, Duration::QUICK);
        AddTestCase(new TcpPendingEventsTestCase(false), Duration::QUICK);
        AddTestCase(new TcpPendingEventsTestCase(true), Duration::QUICK);
    }
};

static TcpMovableTimerTestSuite
    g_tcpMovableTimerTestSuite; //!< Static variable for test initialization
