/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-talk.h"

#include "ns3/nstime.h"
#include "ns3/tcp-ticks.h"
#include "ns3/test.h"

#include <string>

using namespace ns3;

/**
 * @ingroup host-tcp-tests
 *
 * RestartAtResend, KeepBackoff and Tick, which are off by default.
 */
class TcpRetransmissionTimerTestCase : public TestCase
{
  public:
    /**
     * @param hasOffload whether adapters segment
     */
    explicit TcpRetransmissionTimerTestCase(bool hasOffload)
        : TestCase(std::string("Restarts and doubled timeouts") +
                   (hasOffload ? " with offload" : "")),
          m_hasOffload(hasOffload)
    {
    }

  private:
    void DoRun() override
    {
        Restart(false);
        Restart(true);
        Backoff(false);
        Backoff(true);
        Tick();
    }

    /**
     * Six segments, of which the first is lost, and once more when it is sent again after a round
     * trip. The timeout counts from the beginning, as nothing is acknowledged, or from there.
     *
     * @param restarts whether the attribute is set
     */
    void Restart(bool restarts)
    {
        TcpTalkRules rules{.hasOffload = m_hasOffload, .restartsAtResend = restarts};
        rules.lost = {0, 6};
        TcpTalkWrites writes;
        for (int i = 0; i < 6; ++i)
        {
            // Written apart, each is a train of its own.
            writes.emplace_back(i * MicroSeconds(20), TCP_TALK_MSS);
        }
        const TcpTalk talk(rules, writes);
        NS_TEST_ASSERT_MSG_EQ(talk.sent.size(), 8, "six, one again, and after the timeout");
        const auto first = talk.sent[0];
        const auto again = talk.sent[6];
        NS_TEST_ASSERT_MSG_EQ(again.end, first.end, "the first is sent again");
        NS_TEST_EXPECT_MSG_EQ_TOL(again.time - first.time,
                                  MilliSeconds(2),
                                  MicroSeconds(200),
                                  "after a round trip");
        NS_TEST_ASSERT_MSG_EQ(talk.sent[7].end, first.end, "and once more");
        NS_TEST_EXPECT_MSG_EQ(talk.sent[7].time,
                              (restarts ? again.time : first.time) + TCP_TALK_MIN_RTO,
                              "the timer counts from where it is restarted");
        NS_TEST_EXPECT_MSG_EQ(talk.received, 7 * TCP_TALK_MSS, "all arrives");
    }

    /**
     * A segment is lost, and so is the next one, 100 ms after the first was sent again and
     * acknowledged, which measures no round trip. It is sent again after the timeout, or after
     * twice that.
     *
     * @param keeps whether the attribute is set
     */
    void Backoff(bool keeps)
    {
        TcpTalkRules rules{.hasOffload = m_hasOffload, .hasTimestamps = false};
        rules.keepsBackoff = keeps;
        rules.lost = {0, 2, 5};
        const TcpTalk talk(rules,
                           {{Seconds(0), TCP_TALK_MSS},
                            {MilliSeconds(300), TCP_TALK_MSS},
                            {MilliSeconds(800), TCP_TALK_MSS},
                            {MilliSeconds(810), TCP_TALK_MSS}});
        NS_TEST_ASSERT_MSG_EQ(talk.sent.size(), 7, "four, and three of them again");
        NS_TEST_EXPECT_MSG_EQ(talk.sent[1].time,
                              talk.sent[0].time + TCP_TALK_MIN_RTO,
                              "the first after the timeout");
        NS_TEST_EXPECT_MSG_EQ(talk.sent[3].time,
                              talk.sent[2].time + (keeps ? 2 : 1) * TCP_TALK_MIN_RTO,
                              "the second while it is doubled, or not");
        // The third is acknowledged and measured, which ends the doubling.
        NS_TEST_EXPECT_MSG_EQ(talk.sent[6].time,
                              talk.sent[5].time + TCP_TALK_MIN_RTO,
                              "the last after the timeout");
        NS_TEST_EXPECT_MSG_EQ(talk.received, 5 * TCP_TALK_MSS, "all arrives");
    }

    /**
     * Two segments are lost, at a tick of 4 ms and between two. The timeout of 200 ms is 50 ticks,
     * and one that is under way does not count: 204 ms, and from 301 ms, after 75 ticks, to 504 ms.
     */
    void Tick()
    {
        TcpTalkRules rules{.hasOffload = m_hasOffload, .tick = MilliSeconds(4)};
        rules.lost = {0, 2};
        const TcpTalk talk(rules, {{Seconds(0), TCP_TALK_MSS}, {MilliSeconds(301), TCP_TALK_MSS}});
        NS_TEST_ASSERT_MSG_EQ(talk.sent.size(), 4, "two, and both again");
        NS_TEST_EXPECT_MSG_EQ(talk.sent[1].time, MilliSeconds(204), "set at a tick");
        NS_TEST_EXPECT_MSG_EQ(talk.sent[3].time, MilliSeconds(504), "set between two");
        NS_TEST_EXPECT_MSG_EQ(talk.received, 3 * TCP_TALK_MSS, "all arrives");
    }

    const bool m_hasOffload; //!< whether adapters segment
};

/**
 * @ingroup host-tcp-tests
 *
 * How long timers take that go by ticks.
 */
class TcpTicksTestCase : public TestCase
{
  public:
    TcpTicksTestCase()
        : TestCase("Ticks of a host's clock")
    {
    }

  private:
    void DoRun() override
    {
        const TcpTicks none{Time()};
        NS_TEST_EXPECT_MSG_EQ(none.GetWait(MilliSeconds(1), MicroSeconds(7)),
                              MicroSeconds(7),
                              "to the nanosecond");
        // Two ticks of 4 ms after the next one.
        const TcpTicks ticks(MilliSeconds(4));
        NS_TEST_EXPECT_MSG_EQ(ticks.GetTick(), MilliSeconds(4), "as it was set");
        NS_TEST_EXPECT_MSG_EQ(ticks.GetWait(Time(), MilliSeconds(8)), MilliSeconds(12), "at one");
        NS_TEST_EXPECT_MSG_EQ(ticks.GetWait(MilliSeconds(1), MilliSeconds(8)),
                              MilliSeconds(11),
                              "after one");
        NS_TEST_EXPECT_MSG_EQ(ticks.GetWait(NanoSeconds(3'999'999), MilliSeconds(8)),
                              NanoSeconds(8'000'001),
                              "before the next, and not early");
        NS_TEST_EXPECT_MSG_EQ(ticks.GetWait(Time(), NanoSeconds(8'000'001)),
                              MilliSeconds(16),
                              "rounded up to whole ticks");
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * The retransmission timer of TcpLeanSocket and TcpOffloadSocket.
 */
class TcpRetransmissionTimerTestSuite : public TestSuite
{
  public:
    TcpRetransmissionTimerTestSuite()
        : TestSuite("host-tcp-retransmission-timer", Type::UNIT)
    {
        for (const auto hasOffload : {false, true})
        {
            AddTestCase(new TcpRetransmissionTimerTestCase(hasOffload), Duration::QUICK);
        }
        AddTestCase(new TcpTicksTestCase, Duration::QUICK);
    }
};

/// Registers the suite.
static TcpRetransmissionTimerTestSuite g_tcpRetransmissionTimerTestSuite;
