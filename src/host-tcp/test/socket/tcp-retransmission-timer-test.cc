/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-talk.h"

#include "ns3/nstime.h"
#include "ns3/test.h"

#include <string>

using namespace ns3;

/**
 * @ingroup host-tcp-tests
 *
 * RestartAtResend and KeepBackoff, which are off by default.
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

    const bool m_hasOffload; //!< whether adapters segment
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
    }
};

/// Registers the suite.
static TcpRetransmissionTimerTestSuite g_tcpRetransmissionTimerTestSuite;
