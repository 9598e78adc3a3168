/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/iscsi-keep-alive.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <sstream>
#include <string>

using namespace ns3;

/**
 * @ingroup iscsi
 *
 * When pings are due and when one has been unanswered for too long, in milliseconds.
 */
class IscsiKeepAliveTest : public TestCase
{
  public:
    IscsiKeepAliveTest()
        : TestCase("Pings are due each interval, and the oldest unanswered one has its time")
    {
    }

  private:
    void DoRun() override
    {
        CheckSilentPeer();
        CheckAnswers();
        CheckStops();
        CheckNone();
    }

    /**
     * Run a clock for 5 s, with a ping sent whenever one is due.
     *
     * @param interval time between pings
     * @param timeout longest time a ping is unanswered
     * @param at when to do something with the clock
     * @param action what to do then
     * @return what happened when: P for a ping, F for a failure
     */
    static std::string Run(Time interval,
                           Time timeout,
                           Time at = Seconds(0),
                           void (IscsiKeepAlive::*action)() = &IscsiKeepAlive::Answered)
    {
        std::ostringstream story;
        const auto tell = [&story](char what) {
            story << what << Simulator::Now().GetMilliSeconds() << " ";
        };
        IscsiKeepAlive* sender = nullptr;
        IscsiKeepAlive clock(
            interval,
            timeout,
            [&]() {
                tell('P');
                sender->PingSent();
            },
            [&]() { tell('F'); });
        sender = &clock;
        clock.Start();
        Simulator::Schedule(at, action, &clock);
        Simulator::Stop(Seconds(5));
        Simulator::Run();
        clock.Stop();
        Simulator::Destroy();
        return story.str();
    }

    /**
     * Nobody answers: the time continues from the first ping. It begins again once it is over.
     */
    void CheckSilentPeer()
    {
        NS_TEST_EXPECT_MSG_EQ(Run(Seconds(2), MilliSeconds(500)),
                              "P2000 F2500 P4000 F4500 ",
                              "before the next ping");
        NS_TEST_EXPECT_MSG_EQ(Run(Seconds(1), MilliSeconds(2500)),
                              "P1000 P2000 P3000 F3500 P4000 ",
                              "from the first ping");
    }

    /**
     * An answer counts for all pings before it.
     */
    void CheckAnswers()
    {
        NS_TEST_EXPECT_MSG_EQ(Run(Seconds(1), MilliSeconds(2500), MilliSeconds(2100)),
                              "P1000 P2000 P3000 P4000 ",
                              "the next counts from 3 s");
        NS_TEST_EXPECT_MSG_EQ(Run(Seconds(1), MilliSeconds(1500), MilliSeconds(1100)),
                              "P1000 P2000 P3000 F3500 P4000 ",
                              "the next counts from 2 s");
    }

    /**
     * Without pings the time of the last continues, without clocks nothing does.
     */
    void CheckStops()
    {
        NS_TEST_EXPECT_MSG_EQ(
            Run(Seconds(1), MilliSeconds(500), MilliSeconds(1100), &IscsiKeepAlive::StopPings),
            "P1000 F1500 ",
            "pings");
        NS_TEST_EXPECT_MSG_EQ(
            Run(Seconds(1), MilliSeconds(500), MilliSeconds(1100), &IscsiKeepAlive::Stop),
            "P1000 ",
            "both");
    }

    /**
     * No interval: pings of others are watched nevertheless. No limit: no failure.
     */
    void CheckNone()
    {
        NS_TEST_EXPECT_MSG_EQ(
            Run(Seconds(0), MilliSeconds(500), MilliSeconds(100), &IscsiKeepAlive::PingSent),
            "F600 ",
            "no interval");
        NS_TEST_EXPECT_MSG_EQ(Run(Seconds(2), Seconds(0)), "P2000 P4000 ", "no limit");
    }
};

/**
 * @ingroup iscsi
 *
 * The clock of pings.
 */
class IscsiKeepAliveTestSuite : public TestSuite
{
  public:
    IscsiKeepAliveTestSuite()
        : TestSuite("iscsi-keep-alive", Type::UNIT)
    {
        AddTestCase(new IscsiKeepAliveTest, Duration::QUICK);
    }
};

static IscsiKeepAliveTestSuite g_iscsiKeepAliveTestSuite; //!< registers the suite
