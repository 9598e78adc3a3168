/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../socket/tcp-foreign-peer.h"
#include "../socket/tcp-talk.h"

#include "ns3/string.h"
#include "ns3/tcp-option-sack-permitted.h"
#include "ns3/tcp-sack-blocks.h"

#include <algorithm>
#include <string>

using namespace ns3;

/**
 * @ingroup host-tcp-tests
 *
 * A host with rules against a peer whose segments are written here.
 */
class TcpRuledPeerTestCase : public TcpForeignPeerTestCase
{
  public:
    /**
     * @param name of the test case
     * @param kind of the host's sockets
     * @param rules of the host
     */
    TcpRuledPeerTestCase(const std::string& name,
                         TcpHostSocketFactory::Kind kind,
                         const std::string& rules)
        : TcpForeignPeerTestCase(name + ", " + rules, kind),
          m_rules(rules)
    {
    }

  protected:
    /// Make the host with its rules.
    void SetUpRules()
    {
        SetUp();
        m_listener->Close();
        const auto factory = m_host->GetObject<TcpHostSocketFactory>();
        factory->Set("Rules", StringValue(m_rules));
        m_listener = MakeSocket();
        m_listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), HOST_PORT));
        m_listener->SetAcceptCallback(
            MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
            Callback<void, Ptr<Socket>, const Address&>(
                [this](Ptr<Socket> socket, const Address&) { m_connection = socket; }));
        m_listener->Listen();
        Connect({CreateObject<TcpOptionSackPermitted>()});
    }

    /**
     * @return segments sent since Send was called
     */
    uint32_t CountSent() const
    {
        return m_sizes.size();
    }

  private:
    std::string m_rules; //!< of the host
};

/**
 * @ingroup host-tcp-tests
 *
 * The host receives 20 segments without a gap, then one behind a gap and what fills it, then four.
 */
class TcpQuickAckTestCase : public TcpRuledPeerTestCase
{
  public:
    /**
     * @param kind of the host's sockets
     * @param rules of the host
     * @param first acknowledgements of 20 segments
     * @param later of the four
     */
    TcpQuickAckTestCase(TcpHostSocketFactory::Kind kind,
                        const std::string& rules,
                        uint32_t first,
                        uint32_t later)
        : TcpRuledPeerTestCase("quick acknowledgements", kind, rules),
          m_first(first),
          m_later(later)
    {
    }

  private:
    /**
     * Let a segment of the peer arrive.
     *
     * @param index of the segment
     */
    void ArriveData(uint32_t index)
    {
        Arrive(TcpHeader::ACK,
               PEER_START + 1 + index * SEGMENT,
               DATA_START,
               {},
               HOST_PORT,
               SEGMENT);
    }

    void DoRun() override
    {
        SetUpRules();
        std::size_t before = 0;
        At(2, [&] { before = m_sent.size(); });
        for (uint32_t i = 0; i < 20; ++i)
        {
            At(3 + i, [this, i] { ArriveData(i); });
        }
        At(30, [&] {
            NS_TEST_EXPECT_MSG_EQ(m_sent.size() - before, m_first, "of the first");
            ArriveData(21);
            ArriveData(20);
            before = m_sent.size();
        });
        for (uint32_t i = 0; i < 4; ++i)
        {
            At(31 + i, [this, i] { ArriveData(22 + i); });
        }
        At(36, [&] { NS_TEST_EXPECT_MSG_EQ(m_sent.size() - before, m_later, "after a gap"); });
        Run();
    }

    uint32_t m_first; //!< acknowledgements of 20 segments
    uint32_t m_later; //!< of four after a gap
};

/**
 * @ingroup host-tcp-tests
 *
 * What the host sends with an acknowledgement of two segments in slow start, and what it sends
 * again when the peer tells of a gap.
 */
class TcpRuledSenderTestCase : public TcpRuledPeerTestCase
{
  public:
    /**
     * @param kind of the host's sockets
     * @param rules of the host
     * @param first segments of the first window
     * @param second sent after the acknowledgement
     * @param resent whether the fourth behind a gap is enough to send the first one again
     */
    TcpRuledSenderTestCase(TcpHostSocketFactory::Kind kind,
                           const std::string& rules,
                           uint32_t first,
                           uint32_t second,
                           bool resent)
        : TcpRuledPeerTestCase("windows and losses", kind, rules),
          m_first(first),
          m_second(second),
          m_resent(resent)
    {
    }

  private:
    /**
     * @return the first byte that was sent last, counted from the first of data
     */
    uint32_t GetLast() const
    {
        return m_sent.back().GetSequenceNumber().GetValue() - DATA_START;
    }

    void DoRun() override
    {
        SetUpRules();
        At(2, [this] { Send(60 * SEGMENT); });
        At(3, [this] {
            NS_TEST_EXPECT_MSG_EQ(GetSent(), m_first * SEGMENT, "first window");
            m_sizes.clear();
            Acknowledge(2 * SEGMENT);
        });
        At(4, [this] {
            NS_TEST_EXPECT_MSG_EQ(GetSent(), m_second * SEGMENT, "second");
            Acknowledge(2 * SEGMENT, {MakeSack(5 * SEGMENT, 6 * SEGMENT)});
        });
        At(5, [this] {
            const auto isFirst = GetLast() == 2 * SEGMENT;
            NS_TEST_EXPECT_MSG_EQ(isFirst, m_resent, "the first again");
            Acknowledge((m_first + m_second + 1) * SEGMENT);
            Acknowledge((m_first + m_second) * SEGMENT);
        });
        At(50, [this] { NS_TEST_EXPECT_MSG_GT(m_connection->GetTxAvailable(), 0, "goes on"); });
        Run();
    }

    uint32_t m_first;  //!< segments of the first window
    uint32_t m_second; //!< sent after an acknowledgement of two
    bool m_resent;     //!< whether the fourth behind a gap is enough
};

/**
 * @ingroup host-tcp-tests
 *
 * The timeout: 200 ms above the round-trip time of 1 ms, then twice that.
 */
class TcpRuledTimeoutTestCase : public TcpRuledPeerTestCase
{
  public:
    /**
     * @param kind of the host's sockets
     * @param rules of the host
     */
    TcpRuledTimeoutTestCase(TcpHostSocketFactory::Kind kind, const std::string& rules)
        : TcpRuledPeerTestCase("timeout", kind, rules)
    {
    }

  private:
    void DoRun() override
    {
        SetUpRules();
        At(2, [this] { Send(3 * SEGMENT); });
        At(202, [this] { NS_TEST_EXPECT_MSG_EQ(CountSent(), 3, "not yet"); });
        At(204, [this] { NS_TEST_EXPECT_MSG_EQ(CountSent(), 4, "201 ms"); });
        At(604, [this] { NS_TEST_EXPECT_MSG_EQ(CountSent(), 4, "not yet"); });
        At(606, [this] { NS_TEST_EXPECT_MSG_EQ(CountSent(), 5, "402 ms"); });
        At(700, [this] { Acknowledge(3 * SEGMENT); });
        At(701, [this] {
            NS_TEST_EXPECT_MSG_EQ(CountSent(), 5, "all have arrived");
            Send(SEGMENT);
        });
        At(702, [this] { NS_TEST_EXPECT_MSG_EQ(CountSent(), 1, "goes on"); });
        Run(Seconds(1));
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * A single segment may be acknowledged 200 ms late, so that its probe were to come 2 + 200 ms after
 * it, behind the timeout of 201 ms. The probe takes the place of the timeout, which begins anew.
 */
class TcpRuledProbeTestCase : public TcpRuledPeerTestCase
{
  public:
    /**
     * @param kind of the host's sockets
     */
    explicit TcpRuledProbeTestCase(TcpHostSocketFactory::Kind kind)
        : TcpRuledPeerTestCase("probe", kind, "Linux")
    {
    }

  private:
    void DoRun() override
    {
        SetUpRules();
        At(2, [this] { Send(SEGMENT); });
        At(202, [this] { NS_TEST_EXPECT_MSG_EQ(CountSent(), 1, "not yet"); });
        At(204, [this] { NS_TEST_EXPECT_MSG_EQ(CountSent(), 2, "the probe"); });
        At(403, [this] { NS_TEST_EXPECT_MSG_EQ(CountSent(), 2, "not yet"); });
        At(405,
           [this] { NS_TEST_EXPECT_MSG_EQ(CountSent(), 3, "the timeout, not doubled before"); });
        At(805, [this] { NS_TEST_EXPECT_MSG_EQ(CountSent(), 3, "not yet"); });
        At(807, [this] { NS_TEST_EXPECT_MSG_EQ(CountSent(), 4, "402 ms"); });
        Run(Seconds(1));
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * A segment arrives twice: the host reports it, before what it holds beyond a gap (RFC 2883, 4).
 */
class TcpDuplicateAckTestCase : public TcpRuledPeerTestCase
{
  public:
    /**
     * @param kind of the host's sockets
     * @param rules of the host
     * @param isReported whether it is
     */
    TcpDuplicateAckTestCase(TcpHostSocketFactory::Kind kind,
                            const std::string& rules,
                            bool isReported)
        : TcpRuledPeerTestCase("duplicates", kind, rules),
          m_isReported(isReported)
    {
    }

  private:
    /**
     * Let a segment of the peer arrive.
     *
     * @param index of the segment
     */
    void ArriveData(uint32_t index)
    {
        const auto seq = PEER_START + 1 + index * SEGMENT;
        Arrive(TcpHeader::ACK, seq, DATA_START, {}, HOST_PORT, SEGMENT);
    }

    /**
     * @return where the blocks of the last segment begin, segments
     */
    std::string GetBlocks() const
    {
        std::string begins;
        for (const auto& [begin, end] : GetSackBlocks(m_sent.back()))
        {
            begins += std::to_string((begin.GetValue() - PEER_START - 1) / SEGMENT) + " ";
        }
        return begins;
    }

    void DoRun() override
    {
        SetUpRules();
        At(2, [this] {
            ArriveData(0);
            ArriveData(2);
            NS_TEST_EXPECT_MSG_EQ(GetBlocks(), "2 ", "beyond a gap");
            ArriveData(0);
            NS_TEST_EXPECT_MSG_EQ(GetBlocks(), (m_isReported ? "0 2 " : "2 "), "and twice");
            NS_TEST_EXPECT_MSG_EQ(m_sent.back().GetAckNumber(),
                                  SequenceNumber32(PEER_START + 1 + SEGMENT),
                                  "what is missing");
            ArriveData(1);
            NS_TEST_EXPECT_MSG_EQ(GetBlocks(), "", "no more");
        });
        Run();
    }

    bool m_isReported; //!< whether it is
};

/**
 * @ingroup host-tcp-tests
 *
 * Without losses offload makes no difference: windows grow for every acknowledgement of a train.
 */
class TcpRuledOffloadTestCase : public TestCase
{
  public:
    /**
     * @param rules of both hosts
     */
    explicit TcpRuledOffloadTestCase(const std::string& rules)
        : TestCase("offload, " + rules),
          m_rules(rules)
    {
    }

  private:
    /**
     * @param hasOffload whether adapters segment
     * @return when 590 of 600 segments are acknowledged, ms
     */
    double Measure(bool hasOffload) const
    {
        TcpTalkRules rules;
        rules.rules = m_rules;
        rules.delAckCount = 2;
        rules.hasOffload = hasOffload;
        const TcpTalk talk(rules, {{Time(), 600 * TCP_TALK_MSS}});
        // The last one may wait for another, by chance.
        const SequenceNumber32 most(590 * TCP_TALK_MSS);
        const auto at = std::find_if(talk.acked.begin(), talk.acked.end(), [&](const auto& one) {
            return one.ack > most;
        });
        return at == talk.acked.end() ? 0 : at->time.GetSeconds() * 1e3;
    }

    void DoRun() override
    {
        const auto expected = Measure(false);
        NS_TEST_EXPECT_MSG_GT(expected, 7, "600 segments take 7.4 ms at 1 Gb/s");
        NS_TEST_EXPECT_MSG_EQ_TOL(Measure(true), expected, expected / 10, "with offload");
    }

    std::string m_rules; //!< of both hosts
};

/**
 * @ingroup host-tcp-tests
 *
 * A second connection to the same host begins with the threshold that the first has left.
 */
class TcpRuledMetricsTestCase : public TcpRuledPeerTestCase
{
  public:
    /**
     * @param kind of the host's sockets
     * @param rules of the host
     * @param second segments sent after an acknowledgement of two, of a window of three
     */
    TcpRuledMetricsTestCase(TcpHostSocketFactory::Kind kind,
                            const std::string& rules,
                            uint32_t second)
        : TcpRuledPeerTestCase("metrics", kind, rules),
          m_second(second)
    {
    }

  private:
    void DoRun() override
    {
        SetUpRules();
        At(2, [this] { Send(3 * SEGMENT); });
        // A timeout halves the window of three, two at least.
        At(300, [this] {
            Acknowledge(3 * SEGMENT);
            m_connection->Close();
        });
        At(310, [this] {
            Acknowledge(3 * SEGMENT + 1);
            ++m_peerPort;
            Connect({CreateObject<TcpOptionSackPermitted>()});
        });
        At(320, [this] { Send(60 * SEGMENT); });
        At(321, [this] {
            NS_TEST_EXPECT_MSG_EQ(GetSent(), 3 * SEGMENT, "first window");
            m_sizes.clear();
            Acknowledge(2 * SEGMENT);
        });
        At(322, [this] { NS_TEST_EXPECT_MSG_EQ(GetSent(), m_second * SEGMENT, "second"); });
        Run(MilliSeconds(330));
    }

    uint32_t m_second; //!< segments sent after an acknowledgement of two
};

/**
 * @ingroup host-tcp-tests
 *
 * A peer resets the connection while a segment is in flight, and the application still has the
 * socket. The probe that was due is not sent.
 */
class TcpRuledResetTestCase : public TcpRuledPeerTestCase
{
  public:
    /**
     * @param kind of the host's sockets
     */
    explicit TcpRuledResetTestCase(TcpHostSocketFactory::Kind kind)
        : TcpRuledPeerTestCase("reset with a probe due", kind, "Linux")
    {
    }

  private:
    void DoRun() override
    {
        SetUpRules();
        At(2, [this] { Send(SEGMENT); });
        At(3, [this] { Arrive(TcpHeader::RST, PEER_START + 1, 0); });
        At(204, [this] { NS_TEST_EXPECT_MSG_EQ(CountSent(), 1, "no probe"); });
        Run(Seconds(1));
    }
};

/**
 * @ingroup host-tcp-tests
 *
 * The suite.
 */
class TcpRuledSocketTestSuite : public TestSuite
{
  public:
    TcpRuledSocketTestSuite()
        : TestSuite("tcp-ruled-socket", Type::UNIT)
    {
        for (const auto* rules : {"Linux24-QuickAcks-HoleAcks", "Linux24", "Linux"})
        {
            AddTestCase(new TcpRuledOffloadTestCase(rules), Duration::QUICK);
        }
        for (const auto kind :
             {TcpHostSocketFactory::Kind::LEAN, TcpHostSocketFactory::Kind::OFFLOAD})
        {
            const auto add = [this](TestCase* test) { AddTestCase(test, Duration::QUICK); };
            add(new TcpRuledResetTestCase(kind));
            // 16 at once, and two for the last four; after the gap all.
            add(new TcpQuickAckTestCase(kind, "Linux24", 18, 4));
            add(new TcpQuickAckTestCase(kind, "Ns3+QuickAcks", 18, 2));
            add(new TcpQuickAckTestCase(kind, "Ns3+HoleAcks", 10, 4));
            add(new TcpQuickAckTestCase(kind, "Linux", 18, 2));
            add(new TcpQuickAckTestCase(kind, "Linux24-QuickAcks-HoleAcks", 10, 2));
            // Windows of 3, and 3 + 1: one is in flight, three follow. By segments it is 3 + 2.
            add(new TcpRuledSenderTestCase(kind, "Linux24", 3, 3, true));
            add(new TcpRuledSenderTestCase(kind, "Linux24-AckCounting", 3, 4, true));
            add(new TcpRuledSenderTestCase(kind, "Linux24-Fack", 3, 3, false));
            add(new TcpRuledTimeoutTestCase(kind, "Linux24"));
            add(new TcpRuledProbeTestCase(kind));
            // Above the threshold an acknowledgement adds a third of a segment, below it a whole.
            add(new TcpRuledMetricsTestCase(kind, "Linux24", 2));
            add(new TcpRuledMetricsTestCase(kind, "Linux24-Metrics", 3));
            add(new TcpDuplicateAckTestCase(kind, "Linux24", true));
            add(new TcpDuplicateAckTestCase(kind, "Linux24-DuplicateAcks", false));
        }
    }
};

static TcpRuledSocketTestSuite g_tcpRuledSocketTestSuite;
