/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-foreign-peer.h"

#include "ns3/tcp-recent-timestamp.h"

#include <optional>

using namespace ns3;

/**
 * @ingroup host-tcp-tests
 *
 * A segment of a peer, and the acknowledgement that it gets.
 */
struct TcpTimestampStep
{
    char name;                 //!< segments are A, B, C ... in the order of their data
    uint32_t value;            //!< its timestamp
    std::optional<char> acked; //!< last segment that the answer acknowledges; none: no answer
    uint32_t echo;             //!< timestamp that the answer echoes
};

/**
 * @ingroup host-tcp-tests
 *
 * A host echoes timestamps of a peer's segments as the examples of RFC 7323, 4.3 show, and drops
 * old duplicates as its section 5.3 says.
 */
class TcpTimestampEchoTestCase : public TcpForeignPeerTestCase
{
  public:
    /**
     * @param kind of the host's sockets
     * @param name of the test case
     * @param delAckCount segments for an acknowledgement
     * @param steps segments of the peer
     */
    TcpTimestampEchoTestCase(TcpHostSocketFactory::Kind kind,
                             const std::string& name,
                             uint32_t delAckCount,
                             const std::vector<TcpTimestampStep>& steps)
        : TcpForeignPeerTestCase(name, kind),
          m_delAckCount(delAckCount),
          m_steps(steps)
    {
    }

  private:
    /// Data of each segment.
    static constexpr uint32_t BYTES = 100;

    void DoRun() override
    {
        SetUp();
        m_listener->SetAttribute("DelAckCount", UintegerValue(m_delAckCount));
        // All clocks begin one before the first segment's.
        const auto start = m_steps.front().value - 1;
        Arrive(TcpHeader::SYN, PEER_START, 0, {MakeTimestamp(start)});
        At(1, [this, start] {
            Arrive(TcpHeader::ACK, PEER_START + 1, DATA_START, {MakeTimestamp(start)});
            // ns-3 acknowledges the first data of a connection at once.
            Data(0, start);
        });
        uint32_t time = 2;
        for (const auto& step : m_steps)
        {
            At(time++, [this, step] { Take(step); });
        }
        Run();
    }

    /**
     * Let data of the peer arrive.
     *
     * @param number of the segment
     * @param value its timestamp
     */
    void Data(uint32_t number, uint32_t value)
    {
        Arrive(TcpHeader::ACK,
               PEER_START + 1 + number * BYTES,
               DATA_START,
               {MakeTimestamp(value)},
               HOST_PORT,
               BYTES);
    }

    /**
     * @param step what arrives, and what is expected
     */
    void Take(const TcpTimestampStep& step)
    {
        m_sent.clear();
        Data(step.name - 'A' + 1, step.value);
        const auto text = std::string("after ") + step.name;
        NS_TEST_ASSERT_MSG_EQ(m_sent.size(), step.acked.has_value(), text << ", answers");
        if (!step.acked)
        {
            return;
        }
        const auto& answer = m_sent.front();
        NS_TEST_EXPECT_MSG_EQ(answer.GetAckNumber(),
                              SequenceNumber32(PEER_START + 1 + (*step.acked - 'A' + 2) * BYTES),
                              text << ", acknowledged");
        const auto option = DynamicCast<const TcpOptionTS>(answer.GetOption(TcpOption::TS));
        NS_TEST_EXPECT_MSG_EQ(option->GetEcho(), step.echo, text << ", echo");
    }

    uint32_t m_delAckCount;                //!< segments for an acknowledgement
    std::vector<TcpTimestampStep> m_steps; //!< segments of the peer
};

/**
 * @ingroup host-tcp-tests
 *
 * Acknowledgements that travel with data echo timestamps like others: request and answer in turn,
 * as of an application, never freeze what is echoed.
 */
class TcpTimestampAnswerTestCase : public TcpForeignPeerTestCase
{
  public:
    /**
     * @param kind of the host's sockets
     * @param start where the peer's sequence numbers begin
     */
    TcpTimestampAnswerTestCase(TcpHostSocketFactory::Kind kind, uint32_t start)
        : TcpForeignPeerTestCase("echo with data, from " + std::to_string(start), kind),
          m_start(start)
    {
    }

  private:
    void DoRun() override
    {
        SetUp();
        Arrive(TcpHeader::SYN, m_start, 0, {MakeTimestamp(100)});
        At(1, [this] { Arrive(TcpHeader::ACK, m_start + 1, DATA_START, {MakeTimestamp(101)}); });
        for (uint32_t i = 0; i < 10; ++i)
        {
            At(2 + i, [this, i] {
                m_sent.clear();
                Arrive(TcpHeader::ACK,
                       m_start + 1 + i * 100,
                       DATA_START + i * 100,
                       {MakeTimestamp(102 + i)},
                       HOST_PORT,
                       100);
                m_connection->Send(Create<Packet>(100));
                Simulator::Schedule(MicroSeconds(1),
                                    &TcpTimestampAnswerTestCase::Check,
                                    this,
                                    102 + i);
            });
        }
        Run();
    }

    /**
     * @param value timestamp that the answer echoes
     */
    void Check(uint32_t value)
    {
        NS_TEST_ASSERT_MSG_EQ(m_sent.empty(), false, "answered");
        const auto option = DynamicCast<const TcpOptionTS>(m_sent.back().GetOption(TcpOption::TS));
        NS_TEST_EXPECT_MSG_EQ(option->GetEcho(), value, "echo");
    }

    uint32_t m_start; //!< where the peer's sequence numbers begin
};

/**
 * @ingroup host-tcp-tests
 *
 * The rules of TS.Recent on a clock that goes round, and after a long silence.
 */
class TcpRecentTimestampTestCase : public TestCase
{
  public:
    TcpRecentTimestampTestCase()
        : TestCase("the timestamp that is echoed")
    {
    }

  private:
    void DoRun() override
    {
        const SequenceNumber32 acked(1000);
        TcpRecentTimestamp recent;
        NS_TEST_EXPECT_MSG_EQ(recent.IsOld(0), false, "nothing is old before the first");
        recent.Start(0xFFFF'FFFE);
        recent.Update(3, acked, acked);
        NS_TEST_EXPECT_MSG_EQ(recent.Get(), 3, "five later, round the end");
        NS_TEST_EXPECT_MSG_EQ(recent.IsOld(0xFFFF'FFFE), true, "five earlier");
        NS_TEST_EXPECT_MSG_EQ(recent.IsOld(3), false, "the same again");
        recent.Update(9, acked + 1, acked);
        NS_TEST_EXPECT_MSG_EQ(recent.Get(), 3, "behind a gap, or while an answer waits");
        recent.Update(9, acked - 500, acked);
        NS_TEST_EXPECT_MSG_EQ(recent.Get(), 9, "sent again");
        recent.Update(8, acked, acked);
        NS_TEST_EXPECT_MSG_EQ(recent.Get(), 9, "never back");
        Simulator::Schedule(Days(24),
                            [&] { NS_TEST_EXPECT_MSG_EQ(recent.IsOld(8), true, "after 24 days"); });
        Simulator::Schedule(Days(25), [&] {
            NS_TEST_EXPECT_MSG_EQ(recent.IsOld(8), false, "after more");
            recent.Update(8, acked, acked);
            NS_TEST_EXPECT_MSG_EQ(recent.Get(), 8, "begins again");
        });
        Simulator::Run();
        Simulator::Destroy();
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * @brief Tests of TCP's timestamps (RFC 7323).
 */
class TcpTimestampTestSuite : public TestSuite
{
  public:
    TcpTimestampTestSuite()
        : TestSuite("tcp-timestamp", Type::UNIT)
    {
        AddTestCase(new TcpRecentTimestampTestCase, Duration::QUICK);
        for (const auto kind :
             {TcpHostSocketFactory::Kind::LEAN, TcpHostSocketFactory::Kind::OFFLOAD})
        {
            const auto add = [&](const std::string& name,
                                 uint32_t delAckCount,
                                 const std::vector<TcpTimestampStep>& steps) {
                AddTestCase(new TcpTimestampEchoTestCase(kind, name, delAckCount, steps),
                            Duration::QUICK);
            };
            // The two examples of RFC 7323, 4.3.
            add("delayed acknowledgements",
                3,
                {{'A', 1, {}, 0}, {'B', 2, {}, 0}, {'C', 3, 'C', 1}, {'D', 4, {}, 0}});
            add("out of order",
                1,
                {{'A', 1, 'A', 1},
                 {'C', 3, 'A', 1},
                 {'B', 2, 'C', 2},
                 {'E', 5, 'C', 2},
                 {'D', 4, 'E', 4}});
            // Of 5.3, R1: an old duplicate is acknowledged and dropped; its data would be next.
            add("old duplicate",
                1,
                {{'A', 10, 'A', 10}, {'B', 9, 'A', 10}, {'B', 10, 'B', 10}, {'C', 11, 'C', 11}});
            add("clock that goes round",
                1,
                {{'A', 0xFFFF'FFFF, 'A', 0xFFFF'FFFF}, {'B', 1, 'B', 1}, {'C', 2, 'C', 2}});
            // Retransmissions of what was acknowledged count, too.
            add("sent again", 1, {{'A', 1, 'A', 1}, {'A', 7, 'A', 7}, {'B', 8, 'B', 8}});
            AddTestCase(new TcpTimestampAnswerTestCase(kind, 1000), Duration::QUICK);
            AddTestCase(new TcpTimestampAnswerTestCase(kind, 3'000'000'000), Duration::QUICK);
        }
    }
};

static TcpTimestampTestSuite g_tcpTimestampTestSuite; //!< Static variable for test initialization
